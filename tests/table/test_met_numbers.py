"""What a seat meets of primes and products stands in the lines of its own log, in every game, and in nobody else's."""

import random

import pytest
from table_bench import Bench, Browser

import coprime
from coprime.core.attr_view import to_object
from coprime.core.met_numbers import is_prime_number, list_event_numbers
from coprime.core.seats import CHANCE, WATCHER

STEPS = 400
ENOUGH = 4
# A sign for what is met there; Daifugo has no judge of numbers, and a sum of Prime Climb ends where it ends.
SIGNS = {"daifugo": {""}}
SEATS = {"prime_solitaire": 1, "prime_canasta": 2, "daifugo": 3}
LEVEL = {"prime_challenge": "novice"}


def play(name, seed):
    """Pages of all seats and of a spectator after a short match that a bot's advice plays for the people."""
    bench, game, luck = Bench(seed=seed), coprime.game(name), random.Random(seed)
    seats = SEATS.get(name, max(2, game.seats[0]))
    table = bench.table(name, seats, practice=seats == 1)
    pages = [Browser(bench, table, f"person {seat}") for seat in range(seats)]
    spectator = Browser(bench, table, "spectator", watch=True)
    pages[0].say("start", id="start")
    for _ in range(STEPS):
        bench.settle()
        if table.match is None or table.match.over or sum(len(line.get("met", ())) for line in pages[0].log) > ENOUGH:
            break
        acting = [seat for seat in table.match.to_act() if seat < CHANCE]
        if not acting:
            bench.run(table, 30)
            continue
        seat = luck.choice(acting)
        level = LEVEL.get(name, game.bots.LEVELS[-1])
        action, _ = game.bots.choose(table.match.view(seat), seat, level, luck.getrandbits(62))
        if action is None:
            bench.run(table, 2)
        else:
            pages[seat].act(game.words.label(action))
    return table, pages, spectator


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_short_match_tells_its_numbers_to_the_seat_that_met_them(name):
    found = []
    for seed in range(6):
        table, pages, spectator = play(name, seed)
        assert not any("met" in line for line in spectator.log)
        for seat, page in enumerate(pages):
            for line in page.log:
                if "met" in line and name != "prime_challenge":
                    assert line["seat"] == seat, "own moves alone"
        found += [tuple(one) for line in pages[0].log for one in line.get("met", ())]
        if len(found) > ENOUGH:
            break
    assert len(found) > ENOUGH
    assert {sign for _, sign in found} <= SIGNS.get(name, {"+", "-", ""})
    assert any(is_prime_number(number) for number, _ in found)
    if name not in ("daifugo", "secret_number"):
        assert any(sign == "+" for _, sign in found)


def met_by(name, label, seat=0, seed=1, seats=2):
    """What an action of a fresh match tells of numbers, whether the rules would take it or not."""
    game = coprime.game(name)
    match = coprime.Match(game, seats, rules=game.pure_rules)
    match.settle(random.Random(seed).getrandbits)
    state = to_object(match.view(seat))
    return list_event_numbers(game, state, seat, game.words.parse(label), state, seat)


def test_a_product_played_for_a_prime_is_a_miss():
    assert met_by("prime_daifugo", "play 5 7") == [(57, "-")]
    assert met_by("prime_daifugo", "play 5 3") == [(53, "+")]


def test_a_run_of_primes_and_a_set_with_its_factors_are_known():
    assert met_by("prime_canasta", "lay run 2 3 5 7 11 W13") == [(n, "+") for n in (2, 3, 5, 7, 11, 13)]
    assert met_by("prime_canasta", "lay 42=6x7") == [(42, "+"), (7, "+")]


def test_spectators_and_others_are_told_nothing():
    game = coprime.game("prime_daifugo")
    match = coprime.Match(game, 2, rules=game.pure_rules)
    match.settle(random.Random(1).getrandbits)
    action = game.words.parse("play 5 7")
    for watcher in (1, WATCHER):
        state = to_object(match.view(watcher))
        assert list_event_numbers(game, state, 0, action, state, watcher) == []


def test_a_wrong_pick_up_is_told_to_its_seat_once_a_challenge_has_shown_it():
    bench = Bench()
    table = bench.table("prime_challenge", seats=3,
                        options={"level": 1, "dealer": "teacher", "teacher_plays": "on", "referee": "players"})
    ada, bo, cy = people = [Browser(bench, table, name) for name in ("ada", "bo", "cy")]
    ada.say("start", id="s")
    cards = [one for one in bo.scene["scene"]["main"] if one["face"]]
    found = {int(one["face"]["figure"]): one["place"] for one in cards if one["face"]["figure"].isdecimal()}
    small, middle, largest = sorted(found)[0], sorted(found)[1], max(found)
    assert small * middle != largest
    assert bo.act(f"take {found[largest]} {found[small]} {found[middle]}")["type"] == "done"
    assert not any("met" in line for page in people for line in page.log), "nobody has said yet that it is wrong"
    number = int(table.match.state.open_number[0])
    assert cy.act(f"challenge {number} product")["type"] == "done"
    bench.run(table, 1)
    (line,) = [line for line in bo.log if "met" in line]
    assert line["met"] == [[largest, "-"]] and line["seat"] != 1
    assert not any("met" in line for page in (ada, cy) for line in page.log)
