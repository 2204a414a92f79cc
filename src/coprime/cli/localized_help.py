"""The command line in the language of the terminal: its help, and a sentence for whatever is typed wrong.

English help stands in the code, as docstrings and annotations.  Another language has a file beside each commands.py,
`commands.<language>.toml`: `about` is what the module says of itself, and each command has a table by its words, in
which `does` is its docstring and every other key a parameter, by its name in the code.
"""

import sys
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..core.cjk_wrap import as_wrappable
from ..core.errors import BadInput
from ..core.language import language
from ..core.messages import HERE as ENGINE
from ..core.messages import format_sentence, join_sentences, join_with_commas, join_words, load_messages
from .sentences import HERE, say, sentences

# Words of the command line, and which commands.py they come from; a group's may come from several.
commands: dict[str, Path] = {}
groups: dict[str, list[Path]] = {"": [HERE / "commands.py"]}
# What a help page is made of, by typer's names for it.
PARTS = {"ARGUMENTS_PANEL_TITLE": "arguments", "OPTIONS_PANEL_TITLE": "options", "COMMANDS_PANEL_TITLE": "commands",
         "REQUIRED_LONG_STRING": "required"}
faults: Any = sys.modules[typer.BadParameter.__module__]


class Spoken:
    """What commands and groups have alike: their help is in the language that is spoken."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, pieces(self, ctx), prefix=say("help.usage"))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        translate(self, ctx)
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        translate(self, ctx)
        return list(super().shell_complete(ctx, incomplete))  # type: ignore[misc]


class Command(Spoken, TyperCommand):
    """A command that is explained, and objects, in the language that is spoken."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = heard(self, super().parse_args, ctx, args)
        if rest and not ctx.resilient_parsing:
            raise objection(ctx, say("wrong.extra", words=" ".join(rest), usage=usage(self, ctx)))
        return rest


class Group(Spoken, TyperGroup):
    """Commands that begin with the same words; the first of all is `coprime` itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return heard(self, super().parse_args, ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise objection(ctx, nearest("command", args[0], self.commands))
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **how: Any) -> Any:
        """Do what was typed, and end: 0, or the code that the command ended with."""
        code = None
        with sentences():
            try:
                code = super().main(*args, **{**how, "standalone_mode": False})
            except faults.ClickException as wrong:
                if type(wrong).__name__ != "NoArgsIsHelpError":     # which has printed the help
                    raise objection(wrong.ctx, nearest("command", "", wrong.ctx.command.commands)) from None
                code = wrong.exit_code
        sys.exit(code if isinstance(code, int) else 0)


# Help.

def translate(command: Any, ctx: Any) -> None:
    """Put a help page into the language that is spoken: its own words, and what typer says on every page."""
    for name, key in PARTS.items():
        setattr(pages(), name, say(f"help.{key}"))
    pages().DEFAULT_STRING = say("help.default", value="{}")
    words = typed(ctx)
    explain(command, words)
    for name, one in getattr(command, "commands", {}).items():
        explain(one, f"{words} {name}".strip())
    own, always = parameters(words), load_messages(HERE)["option"]
    for param in command.get_params(ctx):
        param.help = own.get(param.name) or always.get(param.name) or param.help
        kind = param.display_type_rich(ctx)
        param.display_type_rich = lambda ctx, kind=kind: load_messages(HERE)["kind"].get(kind, kind)


@cache
def pages() -> Any:
    """Typer's module for help pages, which is slow to import; from now on its texts are folded."""
    found: Any = import_module("typer.rich_utils")
    made = found._make_rich_text
    found._make_rich_text = lambda **given: as_wrappable(made(**given))
    return found


def explain(command: Any, words: str) -> None:
    """Give a command or a group the sentences that say what it is for."""
    if words in groups:
        about = join_sentences(file_of(source, language()).get("about", "") for source in groups[words])
        command.help = about or command.help
    else:
        command.help = parameters(words).get("does") or command.help


def parameters(words: str) -> dict[str, str]:
    """A command's table in the file of the language; empty where there is none."""
    found: dict[str, str] = file_of(commands[words], language()).get(words, {}) if words in commands else {}
    return found


@cache
def file_of(source: Path, spoken: str) -> dict[str, Any]:
    """What stands beside a commands.py in a language.  Raises BadInput for what is not TOML."""
    file = source.with_suffix(f".{spoken}.toml")
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(format_sentence(ENGINE, "missing.toml", file=file, why=wrong)) from None


def typed(ctx: Any) -> str:
    """The words of a command, without the program's name."""
    words: list[str] = []
    while ctx.parent:
        words.insert(0, ctx.info_name)
        ctx = ctx.parent
    return " ".join(words)


def pieces(command: Any, ctx: Any) -> str:
    """What can be written after a command's words."""
    command.options_metavar = say("help.any")
    if isinstance(command, Group):
        command.subcommand_metavar = say("help.further")
    return " ".join(command.collect_usage_pieces(ctx))


def usage(command: Any, ctx: Any) -> str:
    return f"{ctx.command_path} {pieces(command, ctx)}"


# What is typed wrong.

def heard(command: Any, parse: Callable[[Any, list[str]], list[str]], ctx: Any, args: list[str]) -> list[str]:
    """Take in what was typed.  Raises BadInput, which says what was wrong and what is allowed."""
    given = list(args)
    try:
        return parse(ctx, args)
    except faults.UsageError as wrong:
        if type(wrong).__name__ == "NoArgsIsHelpError":
            raise
        raise objection(ctx, reason(wrong, command, ctx, given)) from None


def objection(ctx: Any, told: str) -> BadInput:
    return BadInput(join_sentences([told, say("wrong.see", help=f"{ctx.command_path} {ctx.help_option_names[0]}")]))


def reason(wrong: Any, command: Any, ctx: Any, given: list[str]) -> str:
    """What was wrong, by the kind of it; typer's own sentences are English alone."""
    translate(command, ctx)
    options = {option: param for param in command.get_params(ctx)
               for option in sorted([*param.opts, *param.secondary_opts]) if option.startswith("-")}
    kind, param = type(wrong).__name__, getattr(wrong, "param", None)
    if kind == "NoSuchOption":
        return nearest("option", wrong.option_name, options)
    if kind == "MissingParameter":
        return say("wrong.missing", name=name_of(param), usage=usage(command, ctx))
    if kind == "BadParameter" and param is not None:
        value = command.make_parser(ctx).parse_args(given)[0].get(param.name)
        value = " ".join(value) if isinstance(value, (list, tuple)) else value
        return say("wrong.value", name=name_of(param), value=value, allowed=allowed(param, ctx))
    param = options.get(getattr(wrong, "option_name", ""))
    if param is None:
        return say("wrong.use", usage=usage(command, ctx))
    key = "no_value" if getattr(param, "is_flag", False) else "wants_value"
    return say(f"wrong.{key}", name=wrong.option_name, help=param.help)


def nearest(kind: str, given: str, known: Iterable[str]) -> str:
    """There is no such command or option: the nearest are these, or all are."""
    near = get_close_matches(given, known, n=3)
    if near:
        return say(f"wrong.near_{kind}", name=given, near=join_words(near, "or"))
    return say(f"wrong.no_{kind}" if given else "wrong.nothing", name=given, known=join_with_commas(known))


def name_of(param: Any) -> str:
    """A parameter as somebody writes it."""
    options = [option for option in param.opts if option.startswith("-")]
    return max(options, key=len) if options else str(param.metavar or param.name)


def allowed(param: Any, ctx: Any) -> str:
    """Which numbers a parameter takes; of all kinds only numbers can be written wrong."""
    if param.nargs > 1:
        return say("value.several", n=param.nargs, form=param.metavar)
    low, high = param.min, param.max
    bounds = "none" if low is None else "low" if high is None else "both"
    whole = param.type_descriptor.annotation
    whole = "int" if "int" in str(whole) else "float"
    return say(f"value.{whole}", bounds=bounds, low=low, high=high)
