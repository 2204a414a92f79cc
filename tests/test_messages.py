"""Messages: holes, forms by number, and that both sides of the server read the same language of messages."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import coprime
from coprime.core.language_selection import use_language
from coprime.core.messages import Message, format_sentence, load_messages

PACKAGE = Path(coprime.__file__).parent
FILES = sorted([*PACKAGE.glob("**/messages/en.toml"), *PACKAGE.glob("**/web/messages/en.json"),
                *PACKAGE.glob("web/app/messages/en.json")])


def texts(value):
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [value] if isinstance(value, str) else [text for part in parts for text in texts(part)]


@pytest.mark.parametrize("n, said", [(0, "Ann draws 0 cards."), (1, "Ann draws a card."), (2, "Ann draws 2 cards."),
                                     (1234, "Ann draws 1,234 cards.")])
def test_a_number_chooses_the_form(n, said):
    message = Message("{who} draws {n, plural, one {a card} other {# cards}}.")
    assert message.format(who="Ann", n=n) == said


def test_a_number_that_is_only_named_stands_as_it_is():
    message = Message("{a} is below {b}; {n, plural, one {one prime} other {# primes}}.")
    assert message.format(a=8173, b="9,000", n=1) == "8173 is below 9,000; one prime."


def test_each_language_has_its_own_forms():
    message = Message("{n, plural, one {# karta} few {# karty} other {# kart}}", "pl")
    assert [message.format(n=n) for n in (1, 3, 5)] == ["1 karta", "3 karty", "5 kart"]


def test_names_are_never_read_as_messages():
    message = Message("{who} draws {n, plural, one {a card} other {# cards}}.")
    assert message.format(who="{n, plural, other {#}} '{", n=1) == "{n, plural, other {#}} '{ draws a card."


def test_a_missing_fact_is_a_fault_of_the_program():
    with pytest.raises(KeyError):
        Message("{who} draws.").format(n=1)
    with pytest.raises(KeyError):
        Message("{n, plural, other {#}}").format(who="Ann")


def test_only_what_has_holes_is_a_message(tmp_path):
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages/en.toml").write_text('[a]\nplain = "x"\nholes = ["{n}", "y"]\n')
    found = load_messages(tmp_path)["a"]
    assert [type(text) for text in (found["plain"], *found["holes"])] == [str, Message, str]
    assert format_sentence(tmp_path, "a.plain") == "x"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_sentence_is_read_by_the_library(file):
    text = file.read_text(encoding="utf-8")
    read = load_messages(file.parents[1]) if file.suffix == ".toml" else json.loads(text)
    found = texts(read)
    assert found
    for message in found:
        MessageFormat(message, "en")
    assert not switches(read), "how a game behaves is said in its game.py"


def switches(value):
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return isinstance(value, bool) or any(map(switches, parts))


@pytest.mark.parametrize("file", [file for file in FILES if file.suffix == ".json"],
                         ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_key_stands_twice(file):
    """JSON would take the last one, without a word."""
    pairs = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), [key for key in set(keys) if keys.count(key) > 1]


@pytest.mark.parametrize("file", [file for file in FILES if file.suffix == ".json"],
                         ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_key_is_said_somewhere(file):
    """By its name, or by one that is put together (`clock.${n}`, `${key}.short`)."""
    folder = file.parents[1]
    sources = "\n".join(source.read_text(encoding="utf-8") for source in folder.rglob("*")
                        if source.suffix in (".svelte", ".ts"))
    made = {r"[\w.]*".join(map(re.escape, re.split(r"\$\{[^}]*\}", text)))
            for text in re.findall(r"`((?:[\w.]|\$\{[^}`]*\})+)`", sources)
            if re.search("[a-z]{2}", re.sub(r"\$\{[^}]*\}", "", text))}
    made |= {re.escape(begun) + r"[\w.]+" for begun in re.findall(r"'([a-z.]+\.)' \+", sources)}
    quoted = set(re.findall(r"(?<=['\"`])[^'\"`\s]+(?=['\"`])", sources))
    unsaid = [key for key in json.loads(file.read_text(encoding="utf-8"))
              if key not in quoted
              and not any(re.fullmatch(one, key) for one in made)]
    assert not unsaid


def test_the_file_of_a_translation_is_read_once_however_many_sections_ask(tmp_path, monkeypatch):
    for spoken, said in (("en", "one"), ("ja", "一")):
        file = tmp_path / "messages" / f"{spoken}.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f'[part{n}]\nsaid = "{said}"\n' for n in range(5)), encoding="utf-8")
    found, read = [], tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: found.append(text) or read(text))
    said = load_messages(tmp_path)
    with use_language("ja"):
        assert [said[f"part{n}"]["said"] for n in range(5)] == ["一"] * 5
    assert len(found) == 2
