"""The command line in other languages: each command and parameter, and nothing that is left in English."""

import re
import tomllib
from inspect import cleandoc

import pytest
from rich.cells import cell_len
from typer.main import get_command
from typer.testing import CliRunner

from coprime.cli import app, localized_help
from coprime.core import cjk_wrap
from coprime.core.language_selection import LANGUAGE, available_languages, use_language

OTHERS = available_languages()[1:]
GROUPS = list(localized_help.group_files)
COMMANDS = list(localized_help.command_files)
SOURCES = sorted({*localized_help.command_files.values(),
                  *(file for files in localized_help.group_files.values() for file in files)})
# Names that a text in any language has: options, files, addresses, notations in capitals, what is written with a sign.
NAMED = re.compile(r"--[a-z][a-z-]*|\w[\w-]*(?:/[\w-]+)+\.\w+|\.[a-z]\w*|\w+:\w+|\w+=\w+(?:\.\w+)?|`[^`]+`|"
                   r"\b[A-Z]{2,}\b|\d+(?:,\d{3})*")
ENGLISH = re.compile(r"\b[A-Za-z]+ [a-z]+ [a-z]+\b")


def command_of(words):
    found = get_command(app)
    for word in words.split():
        found = found.commands[word]
    return found


def explained(words):
    """What there is to be said of a command: by key, in English."""
    command = command_of(words)
    return {"does": cleandoc(command.help or ""), **{param.name: param.help or "" for param in command.params}}


def file_of(source, language):
    return tomllib.loads(source.with_suffix(f".{language}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
def test_a_file_has_the_commands_of_its_module_and_no_others(source, language):
    brought = {words for words, file in localized_help.command_files.items() if file == source}
    about = {"about"} if any(source in files for files in localized_help.group_files.values()) else set()
    assert set(file_of(source, language)) == brought | about


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_has_the_same_parameters_and_names(words, language):
    """Parameters that English does not explain may be explained."""
    english, other = explained(words), file_of(localized_help.command_files[words], language)[words]
    assert set(other) == set(english) and all(other[key] not in ("", text) for key, text in english.items())
    assert {key: missing for key, text in english.items()
            if (missing := names_in(text) - names_in(other[key]))} == {}


def names_in(text):
    return set(NAMED.findall(text))


def test_names_are_found():
    assert names_in("such as Fern=bot.py; see docs/bots.md, or --cut 4,000 to HOST") == {
        "Fern=bot.py", "docs/bots.md", "--cut", "4,000", "HOST"}


def shown(words, language, width=80):
    with use_language(language):
        done = CliRunner().invoke(app, [*words.split(), "--help"], env={"COLUMNS": str(width)}, prog_name="coprime")
    assert done.exit_code == 0
    return done.stdout


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("words", GROUPS + COMMANDS)
def test_no_help_page_is_left_in_english(words, language):
    page = shown(words, language)
    usage, _, rest = page.strip().partition("\n")
    assert f"coprime {words}".strip() in usage and not ENGLISH.findall(rest), page
    assert not re.search("…|OPTIONS|range|default|required|Usage", page)


def test_lines_are_no_longer_than_the_terminal_in_letters_of_two_columns():
    for words in GROUPS + COMMANDS:
        assert max(cell_len(line) for line in shown(words, "ja").splitlines()) <= 80


def test_where_a_line_may_end():
    assert cjk_wrap.split_breakable("ドロー2枚（2回）を play。") == [
        "ド", "ロー", "2枚", "（2回）", "を ", "play。"]
    assert cjk_wrap.find_line_starts("ああ、いい。", 6) == [3]
    assert cjk_wrap.find_line_starts("long-name です", 4) == [10]


def test_text_that_is_printed_ends_its_lines_there_too():
    assert cjk_wrap.wrap_text("  ああ、いい draw。", 8) == "  ああ、\nいい\ndraw。"
    assert cjk_wrap.wrap_text("no wide letter in here", 8) == "no wide letter in here"


WRONG = [
    ("", "play --foo", "There is no option --foo here; did you mean --option?"),
    ("", "judge --xyzzy 7", "There is no option --xyzzy here; the options are: --json, --help, -h."),
    ("", "plai", "There is no command plai; did you mean play or replay?"),
    ("", "uecda foo", "There is no command foo; the commands are: serve, join, check, export, import."),
    ("uecda", "uecda --", "A command is missing; the commands are: serve, join"),
    ("play", "play", "GAME is missing; what to write: coprime play [OPTIONS] {GAME}."),
    ("review", "review a b", "There is too much here: b; what to write: coprime review [OPTIONS] {file}."),
    ("play", "play x --seats two", "two cannot be used for --seats; it takes a whole number."),
    ("simulate", "simulate x --games 0", "0 cannot be used for --games; it takes a whole number of at least 1."),
    ("review", "review x --seconds now", "now cannot be used for --seconds; it takes a number of at least 0.1."),
    ("simulate", "simulate x --sprt 1 y", "1 y cannot be used for --sprt; it takes 2 numbers: LOW HIGH."),
    ("learn", "learn x --rounds 0", "it takes a whole number of 1 to 100000."),
    ("play", "play x --bots", "--bots needs a value. The level of the bots."),
    ("serve", "serve --lan=yes", "--lan takes no value. Let devices on the local network join."),
]


@pytest.mark.parametrize(("words", "typed", "told"), WRONG, ids=[typed for _, typed, _ in WRONG])
@pytest.mark.parametrize("language", available_languages())
def test_what_was_wrong_and_what_is_allowed(words, typed, told, language):
    with use_language(language):
        done = CliRunner().invoke(app, typed.split(), prog_name="coprime")
    assert done.exit_code == 2 and not done.stdout
    said = done.stderr.replace("\n", " ")
    assert (told in said) == (language == LANGUAGE)
    assert f"coprime {words}".strip() in said and (language == LANGUAGE or not ENGLISH.findall(said)), said
