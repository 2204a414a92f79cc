"""Refusals and hints over random games: what they say is so, and gives nothing away."""

import random
import re
from math import prod

import pytest

from coprime.core.seats import CHANCE, CLOCK, WATCHER
from coprime.decks.primepak.cards import NUMBERS, WILD
from coprime.games.prime_challenge.tests.playing import GAME, RULES, WORDS, do, state, table, why
from coprime.testing.laws import RandomWalk, random_options, view_of

RULE_TEXT = (GAME.folder / "rules.md").read_text()
EQUATION = re.compile(r"(\d+) = (\d+(?: × \d+)+)|(\d+(?: × \d+)+) = (\d+)")
WRONG_NUMBER = re.compile(r"\b1 (cards|points|wilds|places|primes)\b|\b(0|[2-9]|\d\d+) (card|point|wild|place|prime)\b")


def positions(seeds, steps=140, **more):
    for seed in seeds:
        chance = random.Random(seed)
        seats, options = random_options(GAME, chance)
        options |= more
        walk = RandomWalk(GAME, GAME.rules, seats,
                          options | ({"overlook": "on"} if options["referee"] == "players" else {}),
                          seed)
        for _ in range(steps):
            if not walk.acting_seats():
                break
            yield walk, chance
            walk.play_event()


def tried(view, chance):
    yield from (int(state.Verb.HIT), int(state.Verb.DONE), int(state.Verb.WAIVE))
    places = [place for place in range(int(view.extent)) if view.face_up[place] >= 0]
    for _ in range(25):
        n = min(len(places), chance.choice([1, 2, 3, 3, 3, 3, 4, 4, 5, 7, 9]))
        if n:
            yield int(state.encode_pick(chance.sample(places, n), n))
    yield from (int(state.encode_challenge((int(view.number) - n) % 256, chance.randrange(16))) for n in range(-1, 4))


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.long)])
@pytest.mark.parametrize("referee", ["program", "players"])
def test_refusals_over_random_games_are_true_and_give_nothing_away(referee, seeds):
    """Every number is of the cards picked up, or their product; no set is named."""
    seen = set()
    for walk, chance in positions(seeds, referee=referee):
        for seat in range(walk.seats):
            view = view_of(walk.rules, walk.state, seat)
            for action in tried(view, chance):
                reason = walk.rules.refusal(view, seat, action)
                if not reason:
                    continue
                text, rule = WORDS.explain_refusal(reason, view, action)
                assert (f"- {rule} " in RULE_TEXT) if rule else reason == 2, (text, rule)
                assert text.endswith(".") and "{" not in text and not WRONG_NUMBER.search(text), text
                seen.add(text)
                if not state.is_pick(action):
                    continue
                kinds = [int(view.face_up[place]) for place in (state.decode_pickup_place(action, i) for i in range(99))
                         if place >= 0]
                numbers = {NUMBERS[kind] for kind in kinds if kind not in (WILD, -1)}
                for answer, _, product, result in EQUATION.findall(text):
                    assert not answer and int(result) == prod(map(int, product.split(" × "))), text
                said = {int(n) for n in re.findall(r"\d+", EQUATION.sub("", text))}
                assert said <= numbers | {len(kinds), kinds.count(WILD)}, (text, numbers)
    assert len(seen) > (30 * len(seeds) if referee == "program" else 8)


def test_hints_over_random_games_are_true():
    seen = set()
    for walk, _ in positions(range(30, 42)):
        for seat in walk.acting_seats():
            if seat in (CHANCE, CLOCK):
                continue
            for rung in GAME.hints.ladder(view_of(walk.rules, walk.state, seat), seat):
                text = str(rung)
                assert text.endswith((".", "?")) and "{" not in text and not WRONG_NUMBER.search(text), text
                for answer, factors, product, result in EQUATION.findall(text):
                    assert int(answer or result) == prod(map(int, (factors or product).split(" × "))), text
                seen.add(text)
    assert len(seen) > 100


def test_each_reason_is_a_number_of_its_own():
    for reasons in (state.Refusal, state.Violation, state.Verb, state.Phase):
        assert len(reasons.__members__) == len({int(one) for one in reasons.__members__.values()}) == len(list(reasons))
    assert set(WORDS.SAY["refusal"]) == {one.name for one in state.Refusal} - {"NONE"}


@pytest.mark.parametrize(("line", "says", "rule"), [
    ("0: take 1 9", "Nothing lies at place 9.", "PC-5"), ("0: take 1 +3", "Nothing lies at place +3.", "PC-5"),
    ("1: challenge 9 order", "Nothing can be challenged now.", "PC-9"),
    ("1: wait", "There is nothing that you could challenge, and so nothing to let pass.", "PC-9")])
def test_refusals_name_what_they_are_about(line, says, rule):
    s = table("42 6 7 8 20 2 5 13", seats=2)
    seat, text = line.split(": ")
    assert WORDS.explain_refusal(why(s, line), s, WORDS.parse(text)) == (says, rule) and int(seat) < 2


def test_a_number_that_is_not_open_is_named_where_another_is():
    s = table("42 6 7 8 20 2 5 13", seats=2)
    RULES.apply(s, 0, WORDS.parse("take 1 2 3"))
    assert RULES.refusal(s, 1, WORDS.parse("challenge 0 order")) == 0
    assert WORDS.explain_refusal(why(s, "1: challenge 9 order"), s, WORDS.parse("challenge 9 order")) == \
        ("Nothing of the number 9 can be challenged now: either it is too late, or it has not been.", "PC-9")


def test_a_gap_is_counted():
    s = table("42 6 7 13 17 19 13 17 19 11 11 7", "3 3 3 2 +2", level=6, seats=2)
    s.face_up[4] = s.face_up[5] = -1
    action = WORDS.parse("hit")
    reason = RULES.refusal(s, 0, action)
    assert WORDS.explain_refusal(reason, s, action) == \
        ("A hit needs a full foundation, and 2 of its 12 places are empty.", "PC-22")


@pytest.mark.parametrize("claim", ["hit", "done"])
def test_who_has_spoken_is_told_what_was_said(claim):
    s = table("13 17 19 13 17 19 11 11 7 7 5 5", "3 2" if claim == "hit" else "", level=6, seats=2)
    do(s, f"0: {claim}")
    action = WORDS.parse("take 1 2 3")
    assert WORDS.explain_refusal(RULES.refusal(s, 0, action), s, action)[0].startswith(f"You have said {claim}.")


def test_the_first_hint_asks_the_right_way_round_and_points_at_the_answer():
    """2 goes into 42, and not 42 into 2."""
    s = table("13 42 2 21 17 19", seats=2)
    where = GAME.hint_steps(s, 0, ["Ada", "Bo"])[0]
    assert str(where) == "Look at 42. Which of the other cards divide it?" and where.cards == ("2",)


def told(s, line):
    """The detail of the line of an event, as a watcher reads it."""
    before = s.copy()
    do(s, line)
    who, text = line.split(": ")
    seat, action = (CLOCK, int(text)) if who == "clock" else (int(who), WORDS.parse(text))
    views = [view_of(RULES, one, WATCHER) for one in (before, s)]
    return WORDS.describe_event(views[0], seat, action, views[1], ["Ada", "Ben", "Cyd"], WATCHER).detail


def test_what_is_taken_and_what_goes_back_is_told_with_its_cards():
    s = table("42 6 7 8 2", referee="players", overlook="on")
    detail = told(s, "0: take 1 2 4")
    assert detail["taken"]["seat"] == 0 and [face["figure"] for face in detail["taken"]["cards"]] == ["42", "6", "8"]
    do(s, f"1: challenge {int(s.number) - 1} product")
    s = table("42 6 7 8 2", referee="players", overlook="on")
    do(s, "0: take 1 3 5")
    assert told(s, "1: challenge 0 product") is None        # others may still challenge, too
    detail = told(s, "clock: 50")
    assert detail["returned"]["seat"] == 0 and detail["returned"]["primes"] == [2, 7]


def prompts(s):
    """What seats 0 and 1 and a watcher are asked or told, with the reason."""
    scenes = [WORDS.scene(view_of(RULES, s, seat), seat, ["Anna", "Bo", "Cy"]) for seat in (0, 1, WATCHER)]
    return [(scene["ask"], scene["why"]) for scene in scenes]


@pytest.mark.parametrize(("options", "seat", "watcher"), [
    ({}, "Watch what is taken. You may challenge it.", "The others may challenge what is taken."),
    ({"referee": "program"}, "Look too: you may challenge hit and done.", "The others may challenge hit and done."),
    ({"referee": "program", "overlook": "off"}, "Look for a set of your own meanwhile.", "")])
def test_PC_15_PC_29_who_looks_on_is_told_what_may_be_challenged(options, seat, watcher):
    s = table("2 5 20 2 2 2 2 2 2", "2 2 2", **options)
    (_, mine), *others = prompts(s)
    assert others == [("Anna is looking for sets.", seat), ("Anna is looking for sets.", watcher)]
    assert "challenge" not in mine
    assert WORDS.scene(view_of(RULES, s, 1), 1, ["Anna", "Bo", "Cy"])["contested"] is ("challenge" in seat)


@pytest.mark.parametrize(("options", "seat", "watcher"), [
    ({}, "Watch what is taken. You may challenge it.", "The others may challenge what is taken."),
    ({"referee": "program"}, "", "")])
def test_PC_11_PC_15_a_watcher_is_asked_for_no_challenge(options, seat, watcher):
    """Neither while a claim stands open, nor while a challenger takes; nobody challenges what the program checks."""
    s = do(table("42 6 7 13 17 10 2 5", seats=2, **options), "0: done")
    assert [ask for ask, _ in prompts(s)] == ["You say done.", "Anna says done. Do you see a set?", "Anna says done."]
    assert prompts(s)[1][1] == "If so, challenge. A false one costs 3." and prompts(s)[2][1] == ""
    do(s, "1: challenge 0")
    assert s.phase == state.Phase.TAKING
    taking, taken = "Bo takes what was overlooked.", "Then say done. No set at all costs 3."
    assert prompts(s) == [(taking, seat), ("Your challenge: take every set you see.", taken), (taking, watcher)]


def test_a_large_set_is_praised_where_the_program_has_checked_it():
    for referee, title in (("program", "5 cards in one set"), ("players", None)):
        s = table("80 2 2 2 10 5 5 5 5", "2 2 2", referee=referee)
        assert told(s, "0: take 1 2 3 4 5").get("great") == title
    assert told(table("20 2 10 2 2 2 5 5 5", "2 2 2", referee="program"), "0: take 1 2 3").get("great") is None
