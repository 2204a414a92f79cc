"""The rules in force, option by option, and what is a well-formed play at all."""

import pytest

import coprime
from coprime.core.kernel import import_pure
from coprime.core.language_selection import use_language
from coprime.games.daifugo.rule_summaries import rule_scenes, rules_in_force

from .test_rules import bag

GAME = coprime.game("daifugo")
plays = import_pure("coprime.games.daifugo.actions")
ALWAYS = {"eight_cut", "three_of_spades", "revolution", "counter_revolution", "lock", "sequence", "exile",
          "pass_is_final", "exchange"}


def names(seats=4, **options):
    return {name: (form, n) for name, form, n in rules_in_force(GAME.new_state(seats, options))}


def test_the_rules_of_the_book():
    found = names()
    assert set(found) == ALWAYS
    assert all(form == "" for form, _ in found.values())
    assert found["lock"] == ("", 3) and all(n == 0 for name, (_, n) in found.items() if name != "lock")


@pytest.mark.parametrize(("options", "gone"), [
    ({"eight_cut": "off"}, {"eight_cut"}),
    ({"three_of_spades": "off"}, {"three_of_spades"}),
    ({"jokers": 0}, {"three_of_spades"}),
    ({"revolution": "off"}, {"revolution", "counter_revolution"}),
    ({"revolution": "off", "rev_seq_n": 4}, {"revolution", "counter_revolution"}),
    ({"counter_revolution": "off"}, {"counter_revolution"}),
    ({"lock_after": 0}, {"lock"}),
    ({"seq_min": 0}, {"sequence"}),
    ({"seq_min": 0, "seq_compare": "all_above", "rev_seq_n": 4}, {"sequence"}),
    ({"exile": "off"}, {"exile"}),
    ({"exchange": "off"}, {"exchange"}),
])
def test_a_rule_that_is_off_is_not_shown(options, gone):
    assert set(names(**options)) == ALWAYS - gone


@pytest.mark.parametrize(("options", "name", "shown"), [
    ({"rev_seq_n": 4}, "rev_seq", ("", 4)), ({"rev_seq_n": 5}, "rev_seq", ("", 5)),
    ({"seq_compare": "all_above"}, "all_above", ("", 0)), ({"owner_must_pass": "on"}, "owner_must_pass", ("", 0)),
    ({"lock_after": 2}, "lock", ("", 2)), ({"seq_suit": "any"}, "sequence", ("_any", 0)),
    ({"exile": "end"}, "exile", ("_end", 0)), ({"pass_is_final": "off"}, "pass_is_final", ("_off", 0)),
])
def test_a_rule_is_shown_as_the_option_has_it(options, name, shown):
    assert names(**options)[name] == shown


def test_the_sentences_and_examples():
    for options in ({}, {"seq_suit": "any", "exile": "end", "pass_is_final": "off", "rev_seq_n": 5, "lock_after": 2}):
        shown = {one["title"]: one for one in rule_scenes(GAME.new_state(4, options))}
        assert all(one["text"].endswith(".") and "{" not in one["title"] + one["text"] for one in shown.values())
        after = options.get("lock_after", 3)
        assert len(shown[f"Lock after {after}"]["example"]) == after
    row = shown["Revolution by 5 in a row"]["example"][0]
    assert [card["id"] for card in row] == ["4d", "5d", "6d", "7d", "8d"]
    assert [card["id"] for card in shown["Sequences"]["example"][0]] == ["5d", "6s", "7d"]


S, H, D, C = 1, 2, 4, 8


@pytest.mark.parametrize(("cards", "suits", "more", "well"), [
    ("", 0, 1, True), ("", 0, 2, True), ("", 0, 3, False), ("", S, 0, False), ("", S, 1, False),
    ("5s", 0, 0, True), ("5s", H, 0, True), ("5s", S, 0, False), ("5s 5h", H, 0, False), ("5s 5h", D | C, 0, True),
    ("5s", H | D | C, 0, False), ("5s 5h 5d", C, 1, True), ("5s", H, 1, True), ("5s 5h 5d 5c", 0, 2, True),
    ("5s 6s", 0, 0, True), ("5s 6s", H, 0, False), ("5s 9h", D, 1, False), ("5s 6s 7s", 0, 0, False),
    ("5s 6h 7s", 0, 0, False), ("5s 6s 8s", 0, 0, True), ("5s 6s 7s", 0, 1, True), ("5s 6s 6h", 0, 0, True),
])
def test_a_group_is_written_in_one_way(cards, suits, more, well):
    """A joker has a suit that is missing; three in a row are a sequence, and with a joker unread they are neither."""
    assert bool(plays.is_well_formed(plays.encode_group(bag(cards), suits, more))) == well


@pytest.mark.parametrize(("cards", "first", "second", "well"), [
    ("", 3, 4, False), ("5s 6s 7s", 0, 0, True), ("5s 6s", 0, 0, False), ("5s 6s 8s", 0, 0, False),
    ("5s 6s 7s", 0, 5, False), ("5s 7s", 5, 0, True), ("5s 6s", 6, 7, True), ("5s 6s", 7, 6, False),
    ("5s 6s", 6, 6, False), ("5s", 4, 0, False), ("5s", 5, 0, True), ("5s", 5, 6, True), ("5s", 4, 4, False),
    ("5s 5h", 4, 0, False), ("5s", 4, 5, True),
])
def test_a_sequence_is_written_in_one_way(cards, first, second, well):
    """Jokers stand in rising columns (given as column + 1); all of one rank they are a group."""
    assert bool(plays.is_well_formed(plays.encode_sequence(bag(cards), first, second))) == well


def test_they_are_told_in_the_language_that_is_spoken():
    """They are remembered: what has been said in one language must not be said in another."""
    s = GAME.new_state(4, {})
    before = rule_scenes(s)
    with use_language("ja"):
        spoken = rule_scenes(s)
    assert [(one["title"], one["rule"]) for one in spoken[:2]] == [("8切り", "DF-10"), ("スペ3返し", "DF-11")]
    assert spoken[0]["example"][0][0]["name"] == "ハートの7" and spoken[0]["text"] != before[0]["text"]
    assert rule_scenes(s) == before
