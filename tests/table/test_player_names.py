"""Names: which characters they may hold, who is the same, and how two that look alike are told apart."""

import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coprime.core.errors import BadInput
from coprime.table import player_names, unicode_name_characters
from coprime.table.sentences import say

ROOT = Path(__file__).resolve().parents[2]
HONEST = {
    "Persian with a joiner": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Hindi": "\u0915\u094d\u200d\u0937",
    "Malayalam at the end": "\u0d28\u0d4d\u200d",
    "Tamil": "\u0ba8\u0bbf\u0bb2\u0bbe",
    "an astronaut": "\U0001f469\U0001f3fd\u200d\U0001f680",
    "a heart": "Ada \u2764\ufe0f",
    "a pirate": "\U0001f3f4\u200d\u2620\ufe0f",
    "a keycap": "1\ufe0f\u20e3",
    "England": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a variant of a kanji": "\u845b\U000e0100\u57ce",
    "Japanese": "\u5c71\u7530 \u592a\u90ce",
    "Vietnamese": "Nguy\u1ec5n",
}
INVISIBLE = ("\u3164", "\u2800", "\ufe0f", "a\ufe0f", "a\u200bb", "a\u200db", "a\u200cb", "\u115f", "\u1160", "\uffa0",
             "a\u034f", "a\u00ad", "a\u2060", "\u180e", "\U0001d159", "\U0001f469\u200d", "\u200d\U0001f680",
             "a\U000e0061", "\u0645\u06cc\u200c", "a\u202eb", "\u845b\U000e0100\U000e0101", "\ufff0", "a\x00")


@pytest.mark.parametrize("name", HONEST.values(), ids=HONEST)
def test_names_keep_the_joiners_and_selectors_that_writing_needs(name):
    assert player_names.clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_no_name_holds_what_nobody_sees(name):
    with pytest.raises(BadInput, match="invisible"):
        player_names.clean_name(name)


@pytest.mark.parametrize("name", ["x", "7", "x" * 24, "  x  ", "e\u0323\u0301" * 8])
def test_a_name_has_one_to_24_characters(name):
    assert player_names.clean_name(name) == unicodedata.normalize("NFC", name.strip())


@pytest.mark.parametrize(("name", "reason"), [
    ("", "name.length"), ("   ", "name.length"), ("x" * 25, "name.length"), (7, "name.text"), (None, "name.text"),
    ("q" + "\u0323" * 9, "name.control")])
def test_other_names_are_refused_with_the_reason(name, reason):
    with pytest.raises(BadInput) as refused:
        player_names.clean_name(name)
    assert str(refused.value) == say(reason, longest=24)


def test_eight_marks_that_no_letter_holds_are_the_most():
    assert player_names.clean_name("q" + "\u0323" * 8) == "q" + "\u0323" * 8


@pytest.mark.parametrize(("title", "cleaned"), [
    ("x", "x"), ("  7   b ", "7 b"), ("x" * 9, "x" * 9), ("x" * 10, None), ("", None), (" ", None), ("a\x00", None)])
def test_a_title_has_single_blanks_and_at_most_so_many_characters(title, cleaned):
    assert player_names.clean_title(title, 9) == cleaned


@pytest.mark.parametrize(("name", "folded"), [
    ("D4mn", "damn"), ("\u00c9l-3 v3", "eleve"), ("0 1 3 4 5 7 @ $", "oieastas"), ("2689", "")])
def test_the_word_filter_reads_letters_for_digits_and_no_accents_or_blanks(name, folded):
    assert player_names.fold_for_word_filter(name) == folded


@pytest.mark.parametrize(("one", "other"), [("Nia 1", "Nia 2"), ("1", "12"), ("3-1", "3-2"), ("Max", "Max 1"),
                                            ("Pupil 1", "Pupil 11"), ("Zoe", "Zo\u00eb")])
def test_numbers_and_accents_tell_people_apart(one, other):
    assert player_names.name_identity(one) != player_names.name_identity(other)
    assert player_names.make_distinct(other, [one]) == other


@pytest.mark.parametrize(("one", "other"), [("Nia", "NIA"), ("Nia 1", "\uff2e\uff49\uff41\u3000\uff11"),
                                            ("Nia", "N\u200di\u3164a"), ("Stra\u00dfe", "STRASSE")])
def test_case_width_and_invisible_characters_do_not(one, other):
    assert player_names.name_identity(one) == player_names.name_identity(other)


@given(st.text(max_size=12))
def test_an_identity_is_its_own(name):
    assert player_names.name_identity(player_names.name_identity(name)) == player_names.name_identity(name)


def test_who_is_called_as_somebody_else_or_looks_so_is_numbered():
    assert player_names.make_distinct("Paul", ["Ada"]) == "Paul"
    assert player_names.make_distinct("paul", ["Paul"]) == "paul (2)"
    assert player_names.make_distinct("Paul", ["Paul", "PAUL (2)"]) == "Paul (3)"
    assert player_names.make_distinct("\u0420\u0430ul",
                                      ["Paul"]) == "\u0420\u0430ul (2)", "Cyrillic letters between Latin ones"
    assert player_names.make_distinct("\u039d\u0399\u0391", ["NIA"]) == "\u039d\u0399\u0391 (2)", "Greek capitals"


@given(st.text(min_size=1, max_size=24))
def test_a_numbered_name_is_a_name(text):
    try:
        name = player_names.clean_name(text)
    except BadInput:
        return
    marked = player_names.make_distinct(name, [name])
    assert player_names.clean_name(marked) == marked
    assert player_names.name_skeleton(marked) != player_names.name_skeleton(name)


def test_a_long_name_is_shortened_for_its_number():
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 3
    for name in ("x" * 24, family):
        marked = player_names.make_distinct(name, [name])
        assert player_names.clean_name(marked) == marked and marked.endswith(" (2)")
        assert len(marked) <= player_names.LONGEST_NAME


def test_the_table_of_characters_is_what_its_tool_writes():
    shown = subprocess.run([sys.executable, "tools/generate_name_characters.py", "--print"], cwd=ROOT, check=True,
                           capture_output=True, text=True, encoding="utf-8").stdout
    version = re.search(r"^UNICODE = .*$", shown, re.MULTILINE)[0]
    if version != f'UNICODE = "{unicode_name_characters.UNICODE}"':
        pytest.skip("this Node knows another version of Unicode")
    assert shown == Path(unicode_name_characters.__file__).read_text(encoding="utf-8")
