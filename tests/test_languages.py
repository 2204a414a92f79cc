"""Every language says the same: the same keys, holes and forms, the same rules, the same cases in the examples."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import coprime
from coprime.core import rulebook_parser
from coprime.core.language_selection import LANGUAGE, available_languages, use_language

PACKAGE = Path(coprime.__file__).parent
ROOT = Path(__file__).parents[1]
OTHERS = available_languages()[1:]
# English titles of games stand in their game.py.
ADDED = {("game", "title")}
HOLE = re.compile(r"{\s*([a-z]\w*)\s*[,}]", re.ASCII)


def pages():
    return [path for folder in rulebook_parser.rulebook_folders() for path in rulebook_parser.rulebook_files(folder)]


def message_files():
    return sorted([*PACKAGE.glob("**/messages/en.toml"), *PACKAGE.glob("**/messages/en.json")])


def with_language(paths):
    return [pytest.param(path, language, id=f"{path.relative_to(PACKAGE)}-{language}")
            for path in paths for language in OTHERS]


def read(file):
    text = file.read_text(encoding="utf-8")
    return tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)


def leaves(value, path=()):
    """Every sentence with its place; how long a list is counts as a place, too."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if parts is None:
        return {path: value}
    return {place: text for name, part in parts for place, text in leaves(part, (*path, name)).items()}


def holes(text):
    return set(HOLE.findall(text)) if isinstance(text, str) else text


@pytest.mark.parametrize(("file", "language"), with_language(message_files()))
def test_the_same_keys_and_facts(file, language):
    """A fact may be left out where a language needs none, but none may be asked for that is not given."""
    other = file.with_name(f"{language}{file.suffix}")
    reference, found = leaves(read(file)), leaves(read(other))
    assert set(found) - ADDED == set(reference)
    assert {place: (holes(text), holes(found[place])) for place, text in reference.items()
            if not (holes(found[place]) <= holes(text) if isinstance(text, str) else found[place] == text)} == {}


@pytest.mark.parametrize(("file", "language"), with_language(message_files()))
def test_every_sentence_is_read_by_the_library(file, language):
    for text in leaves(read(file.with_name(f"{language}{file.suffix}"))).values():
        assert not isinstance(text, str) or MessageFormat(text, language)


@pytest.mark.parametrize(("path", "language"), with_language(pages()))
def test_the_same_rules_in_the_same_order(path, language):
    """Numbers, worked cases with what the rules say of them, what is drawn, and what is linked."""
    assert path.with_suffix(f".{language}.md").is_file()
    with use_language(language):
        found = rulebook_parser.parse_page(path)
    reference = rulebook_parser.parse_page(path)
    assert found.rule_numbers() == reference.rule_numbers()
    assert [*map(shape, found.find_examples())] == [*map(shape, reference.find_examples())]
    assert [*map(drawn, found.iter_blocks())] == [*map(drawn, reference.iter_blocks())]
    assert [options_of(block) for block in found.iter_blocks()] == [options_of(block)
                                                                    for block in reference.iter_blocks()]


def shape(example):
    return example.kind, [(case.drawn, case.mark) for case in example.cases]


def drawn(block):
    if isinstance(block, rulebook_parser.Divisions):
        return type(block), [row[:-1] for row in block.rows]
    return type(block), [names for _, names in block.rows] if isinstance(block, rulebook_parser.CardRows) else None


CODE = re.compile(r"`([^`]+)`")


def options_of(block):
    """What stands in `code`: options by name, and what is typed."""
    texts = [block.text] if hasattr(block, "text") else getattr(block, "items", [])
    return sorted(code for text in texts for code in CODE.findall(text))


# What a Japanese reader stumbles over, by its name. A request of a person may be turned down: the whole label is 断る.
STUMBLES = {
    "a mark without a full-width space behind it": r"[？！](?![\u3000」』）？！、。}|]|$)",
    "refuse": r"(?<![判決中横])断[らりれっわろ]|(?<![判決中横])断る(?!$)",
    "the house": r"(?<![\u4e00-\u9fff])家(?!族)|サーバーを[開閉]|サーバーが[開閉]",
    "nothing is lost": r"何も(?:失|消え)",
    "a range sign that no face has": "～",
    "a play as in chess or mahjong": r"手を[打指]|[打指]ち方|で指します|打たれ",
    "strength as height": r"[をがは][^。]{0,8}より[上下](?:の|で(?:す|は))",
    "no accepted word": "でたらめ|オリジナル|プリセット|しんぱん|罰|機械|ブラウザ(?!ー)|入口",
    "kana for a kanji of the list":
        r"いちばん|むずかし|えんぴつ|(?<!ま)ちが[いうえっ]|さが[すしせ]|こえ[るてなた]"
        r"|へ(?:ります|りません|らし|っていき)",
}


def japanese_texts():
    """Every Japanese sentence of the program and of the pages beside it, with the file that has it."""
    for file in sorted(PACKAGE.glob("**/*ja.*")):
        if file.suffix in (".toml", ".json") and file.parent.name != "readings":
            yield from ((file, text) for text in leaves(read(file)).values() if isinstance(text, str))
    for page in sorted([*PACKAGE.glob("**/*.ja.md"), *ROOT.glob("*.ja.md"), *ROOT.glob("docs/*.ja.md")]):
        yield from ((page, line) for line in page.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("what", STUMBLES)
def test_japanese_keeps_to_its_rules(what):
    texts = [*japanese_texts()]
    assert len(texts) > 4000
    assert [f"{file.name} in {file.parent}: {text}" for file, text in texts if re.search(STUMBLES[what], text)] == []


def test_there_is_a_second_language():
    assert "ja" in OTHERS and available_languages()[0] == LANGUAGE
