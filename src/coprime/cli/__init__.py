"""The command line: the house's own commands, and those that rooms, games, decks and installed packages bring."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from .. import __version__
from ..core.errors import BadInput
from ..core.kernel import PACKAGE
from ..core.language import system_language, use_language
from ..core.messages import format_sentence, join_sentences
from ..core.options import FOLDER
from ..core.registry import load_commands as brought_commands
from . import commands, localized_help
from .encodings import use_substitutes
from .sentences import sentences

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help="Coprime: a house of number games.",
                  context_settings={"help_option_names": ["-h", "--help"]}, cls=localized_help.Group)


def print_version(wanted: bool) -> None:
    if wanted:
        print(f"coprime {__version__}")
        raise typer.Exit


@app.callback()
def whole(version: Annotated[bool, typer.Option("--version", is_eager=True, callback=print_version,
                                                help="Print the version.")] = False) -> None:
    """What stands before every command."""


def mount(modules: Iterable[ModuleType]) -> None:
    """Add the commands of commands.py files: their `COMMANDS`, by their words.  Raises BadInput for words in use."""
    for module in modules:
        file = Path(str(module.__file__))
        for words, command in module.COMMANDS.items():
            group, _, name = words.rpartition(" ")
            to = group_of(group, words, module) if group else app
            if name in names(to):
                raise taken(words, module)
            to.command(name=name, cls=localized_help.Command)(command)
            localized_help.commands[words] = file


def group_of(group: str, words: str, module: ModuleType) -> typer.Typer:
    """The commands that begin with a word; what it says of itself is what each module that brings some says."""
    if group not in groups:
        if group in names(app):
            raise taken(words, module)
        groups[group] = typer.Typer(no_args_is_help=True, cls=localized_help.Group)
        app.add_typer(groups[group], name=group)
        localized_help.groups[group] = []
    file, said = Path(str(module.__file__)), groups[group].info
    if file not in localized_help.groups[group]:
        localized_help.groups[group].append(file)
        said.help = join_sentences([str(said.help or ""), module.__doc__ or ""])
    return groups[group]


def taken(words: str, module: ModuleType) -> BadInput:
    return BadInput(format_sentence(FOLDER, "shelf.taken", words=words, module=module.__name__))


def names(of: typer.Typer) -> set[str | None]:
    """What can be said after a word."""
    return {one.name for one in of.registered_commands} | {one.name for one in of.registered_groups}


def own() -> Iterator[ModuleType]:
    """The house's own, and what its rooms, games and decks bring."""
    yield commands
    for path in sorted([*PACKAGE.glob("*/commands.py"), *PACKAGE.glob("*/*/commands.py")]):
        if path.parent != PACKAGE / "cli":              # below links this file's own name leads there otherwise
            yield import_module(".".join([PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]))


def main() -> None:
    use_substitutes()
    with use_language(system_language()):
        with sentences():
            mount(brought_commands())
        app()


groups: dict[str, typer.Typer] = {}
mount(own())
