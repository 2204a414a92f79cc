"""Show the command line's help and usage errors in the language of the terminal.

English help is in the code, as docstrings and annotations.  Another language has a file beside each commands.py,
`commands.<language>.toml`: `about` replaces the module's docstring, and each command has a table by its words, in which
`does` replaces its docstring and every other key the help of the parameter with that name in the code.
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
from ..core.language_selection import current_language
from ..core.messages import HERE as ENGINE
from ..core.messages import format_sentence, join_sentences, join_with_commas, join_words, load_messages
from .error_reporting import HERE, errors_as_sentences, say

# Words of the command line, and which commands.py they come from; a group's may come from several.
command_files: dict[str, Path] = {}
group_files: dict[str, list[Path]] = {"": [HERE / "commands.py"]}
# What a help page is made of, by typer's names for it.
HELP_PANEL_KEYS = {"ARGUMENTS_PANEL_TITLE": "arguments", "OPTIONS_PANEL_TITLE": "options",
                   "COMMANDS_PANEL_TITLE": "commands",
                   "REQUIRED_LONG_STRING": "required"}
click_errors: Any = sys.modules[typer.BadParameter.__module__]


class LocalizedHelp:
    """Mixin for commands and groups whose help is in the current language."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line in the current language."""
        formatter.write_usage(ctx.command_path, usage_pieces_text(self, ctx), prefix=say("help.usage"))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Translate the help page, then write it."""
        translate_help_page(self, ctx)
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Translate the help texts, then complete."""
        translate_help_page(self, ctx)
        return list(super().shell_complete(ctx, incomplete))  # type: ignore[misc]


class LocalizedCommand(LocalizedHelp, TyperCommand):
    """A command with help and usage errors in the current language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments; raise BadInput with a sentence for wrong and superfluous ones."""
        ctx.allow_extra_args = True
        rest = parse_or_explain(self, super().parse_args, ctx, args)
        if rest and not ctx.resilient_parsing:
            raise make_usage_error(ctx, say("wrong.extra", words=" ".join(rest), usage=usage_text(self, ctx)))
        return rest


class LocalizedGroup(LocalizedHelp, TyperGroup):
    """A group of commands that begin with the same words; the outermost one is `coprime` itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments; raise BadInput with a sentence for wrong ones."""
        return parse_or_explain(self, super().parse_args, ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; raise BadInput with similar names if there is none."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise make_usage_error(ctx, suggestion_text("command", args[0], self.commands))
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **how: Any) -> Any:
        """Run the command line and exit: with 0, or with the command's exit code."""
        code = None
        with errors_as_sentences():
            try:
                code = super().main(*args, **{**how, "standalone_mode": False})
            except click_errors.ClickException as wrong:
                if type(wrong).__name__ != "NoArgsIsHelpError":     # which has printed the help
                    raise make_usage_error(wrong.ctx,
                                           suggestion_text("command", "", wrong.ctx.command.commands)) from None
                code = wrong.exit_code
        sys.exit(code if isinstance(code, int) else 0)


# Help.

def translate_help_page(command: Any, ctx: Any) -> None:
    """Put a command's help page into the current language.

    Its own texts, and those that typer adds to every page.
    """
    for name, key in HELP_PANEL_KEYS.items():
        setattr(rich_help_module(), name, say(f"help.{key}"))
    rich_help_module().DEFAULT_STRING = say("help.default", value="{}")
    words = command_words(ctx)
    set_help_text(command, words)
    for name, one in getattr(command, "commands", {}).items():
        set_help_text(one, f"{words} {name}".strip())
    own, always = localized_help_texts(words), load_messages(HERE)["option"]
    for param in command.get_params(ctx):
        param.help = own.get(param.name) or always.get(param.name) or param.help
        kind = param.display_type_rich(ctx)
        param.display_type_rich = lambda ctx, kind=kind: load_messages(HERE)["kind"].get(kind, kind)


@cache
def rich_help_module() -> Any:
    """Return typer's module for help pages, changed so that its texts wrap well in every language.

    Slow to import.
    """
    found: Any = import_module("typer.rich_utils")
    made = found._make_rich_text
    found._make_rich_text = lambda **given: as_wrappable(made(**given))
    return found


def set_help_text(command: Any, words: str) -> None:
    """Set the help of a command or a group from the file of the current language."""
    if words in group_files:
        about = join_sentences(load_language_file(source, current_language()).get("about", "")
                               for source in group_files[words])
        command.help = about or command.help
    else:
        command.help = localized_help_texts(words).get("does") or command.help


def localized_help_texts(words: str) -> dict[str, str]:
    """Return a command's help texts by parameter name in the current language; empty if there are none."""
    found: dict[str, str] = load_language_file(command_files[words],
                                               current_language()).get(words, {}) if words in command_files else {}
    return found


@cache
def load_language_file(source: Path, language_code: str) -> dict[str, Any]:
    """Load the help texts beside a commands.py in a language; empty if there is no file.

    Raises BadInput for bad TOML.
    """
    file = source.with_suffix(f".{language_code}.toml")
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(format_sentence(ENGINE, "missing.toml", file=file, why=wrong)) from None


def command_words(ctx: Any) -> str:
    """Return the words of a command, without the program's name."""
    words: list[str] = []
    while ctx.parent:
        words.insert(0, ctx.info_name)
        ctx = ctx.parent
    return " ".join(words)


def usage_pieces_text(command: Any, ctx: Any) -> str:
    """Return what can be written after a command's words."""
    command.options_metavar = say("help.any")
    if isinstance(command, LocalizedGroup):
        command.subcommand_metavar = say("help.further")
    return " ".join(command.collect_usage_pieces(ctx))


def usage_text(command: Any, ctx: Any) -> str:
    """Return the usage line of a command."""
    return f"{ctx.command_path} {usage_pieces_text(command, ctx)}"


# What is typed wrong.

def parse_or_explain(command: Any, parse: Callable[[Any, list[str]], list[str]], ctx: Any,
                     args: list[str]) -> list[str]:
    """Parse arguments.  Raises BadInput with what was wrong and what is allowed."""
    given = list(args)
    try:
        return parse(ctx, args)
    except click_errors.UsageError as wrong:
        if type(wrong).__name__ == "NoArgsIsHelpError":
            raise
        raise make_usage_error(ctx, usage_problem_text(wrong, command, ctx, given)) from None


def make_usage_error(ctx: Any, told: str) -> BadInput:
    """Return a BadInput with a sentence and a pointer to --help."""
    return BadInput(join_sentences([told, say("wrong.see", help=f"{ctx.command_path} {ctx.help_option_names[0]}")]))


def usage_problem_text(wrong: Any, command: Any, ctx: Any, given: list[str]) -> str:
    """Return a sentence for a usage error by its kind; typer's own sentences are in English only."""
    translate_help_page(command, ctx)
    options = {option: param for param in command.get_params(ctx)
               for option in sorted([*param.opts, *param.secondary_opts]) if option.startswith("-")}
    kind, param = type(wrong).__name__, getattr(wrong, "param", None)
    if kind == "NoSuchOption":
        return suggestion_text("option", wrong.option_name, options)
    if kind == "MissingParameter":
        return say("wrong.missing", name=parameter_name(param), usage=usage_text(command, ctx))
    if kind == "BadParameter" and param is not None:
        value = command.make_parser(ctx).parse_args(given)[0].get(param.name)
        value = " ".join(value) if isinstance(value, (list, tuple)) else value
        return say("wrong.value", name=parameter_name(param), value=value, allowed=allowed_values_text(param, ctx))
    param = options.get(getattr(wrong, "option_name", ""))
    if param is None:
        return say("wrong.use", usage=usage_text(command, ctx))
    key = "no_value" if getattr(param, "is_flag", False) else "wants_value"
    return say(f"wrong.{key}", name=wrong.option_name, help=param.help)


def suggestion_text(kind: str, given: str, known_names: Iterable[str]) -> str:
    """Return a sentence about an unknown command or option, with similar names, else with all names."""
    near = get_close_matches(given, known_names, n=3)
    if near:
        return say(f"wrong.near_{kind}", name=given, near=join_words(near, "or"))
    return say(f"wrong.no_{kind}" if given else "wrong.nothing", name=given, known=join_with_commas(known_names))


def parameter_name(param: Any) -> str:
    """Return a parameter's name as a person types it."""
    options = [option for option in param.opts if option.startswith("-")]
    return max(options, key=len) if options else str(param.metavar or param.name)


def allowed_values_text(param: Any, ctx: Any) -> str:
    """Return the numbers that a parameter takes; other kinds of value cannot be typed wrong."""
    if param.nargs > 1:
        return say("value.several", n=param.nargs, form=param.metavar)
    low, high = param.min, param.max
    bounds = "none" if low is None else "low" if high is None else "both"
    whole = param.type_descriptor.annotation
    whole = "int" if "int" in str(whole) else "float"
    return say(f"value.{whole}", bounds=bounds, low=low, high=high)
