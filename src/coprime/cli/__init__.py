"""The command `coprime`, with the commands of packages, games, decks and installed extensions."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from .. import __version__
from ..core.errors import BadInput
from ..core.kernel import PACKAGE
from ..core.language_selection import system_language, use_language
from ..core.messages import format_sentence, join_sentences
from ..core.options import FOLDER
from ..core.registry import load_commands as brought_commands
from . import commands, localized_help
from .encoding_fallback import use_substitutes
from .error_reporting import errors_as_sentences

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False,
                  help="Coprime: number games to play, teach and study.",
                  context_settings={"help_option_names": ["-h", "--help"]}, cls=localized_help.LocalizedGroup)


def print_version(wanted: bool) -> None:
    """Print the version and exit, if wanted."""
    if wanted:
        print(f"coprime {__version__}")
        raise typer.Exit


@app.callback()
def handle_root_options(version: Annotated[bool, typer.Option("--version", is_eager=True, callback=print_version,
                                                              help="Print the version.")] = False) -> None:
    """Accept the options that come before a command."""


def mount_commands(modules: Iterable[ModuleType]) -> None:
    """Add the commands of commands.py modules, by the words in their `COMMANDS`.

    Raises BadInput for words in use.
    """
    for module in modules:
        file = Path(str(module.__file__))
        for words, command in module.COMMANDS.items():
            group, _, name = words.rpartition(" ")
            to = find_or_add_group(group, words, module) if group else app
            if name in list_registered_names(to):
                raise words_in_use_error(words, module)
            to.command(name=name, cls=localized_help.LocalizedCommand)(command)
            localized_help.command_files[words] = file


def find_or_add_group(group: str, words: str, module: ModuleType) -> typer.Typer:
    """Return the group of commands that begin with a word; create it if need be.

    Its help joins the docstrings of all modules that bring commands of the group.  Raises BadInput.
    """
    if group not in typer_groups:
        if group in list_registered_names(app):
            raise words_in_use_error(words, module)
        typer_groups[group] = typer.Typer(no_args_is_help=True, cls=localized_help.LocalizedGroup)
        app.add_typer(typer_groups[group], name=group)
        localized_help.group_files[group] = []
    file, said = Path(str(module.__file__)), typer_groups[group].info
    if file not in localized_help.group_files[group]:
        localized_help.group_files[group].append(file)
        said.help = join_sentences([str(said.help or ""), module.__doc__ or ""])
    return typer_groups[group]


def words_in_use_error(words: str, module: ModuleType) -> BadInput:
    """Return the error for words that another command has."""
    return BadInput(format_sentence(FOLDER, "shelf.taken", words=words, module=module.__name__))


def list_registered_names(typer_app: typer.Typer) -> set[str | None]:
    """Return the names of all commands and groups in a group."""
    return {one.name for one in typer_app.registered_commands} | {one.name for one in typer_app.registered_groups}


def builtin_command_modules() -> Iterator[ModuleType]:
    """Yield the modules of the built-in commands, those of packages, games and decks included."""
    yield commands
    for path in sorted([*PACKAGE.glob("*/commands.py"), *PACKAGE.glob("*/*/commands.py")]):
        if path.parent != PACKAGE / "cli":              # below links this file's own name leads there otherwise
            yield import_module(".".join([PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]))


def main() -> None:
    """Run the command line: the entry point of `coprime`."""
    use_substitutes()
    with use_language(system_language()):
        with errors_as_sentences():
            mount_commands(brought_commands())
        app()


typer_groups: dict[str, typer.Typer] = {}
mount_commands(builtin_command_modules())
