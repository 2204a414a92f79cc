"""Bots for Prime Challenge that see sets as people do: small facts first, in human time, and not all.

Whether and when a bot sees a set is drawn from the set, the seat and what has happened so far.  A bot that is asked
again in the same position therefore gives the same answer.  `expert` shares these functions.
"""

import random
from typing import Any

import numpy as np

from ...core.bot_function_compilation import are_helpers_enabled, find_compiled_variant
from ...decks.primepak.cards import KINDS, NUMBERS
from ...decks.primepak.factor_set_catalogue import NO_CARD, SETS, SIZE, WILDS
from . import rules
from .challenge_procedure import are_claims_challengeable, is_claim, newest_claim_number, offences_of_open_pick
from .face_up_sets import count_cards, encode_set_pick, list_set_rows
from .phrases import open_pick_kinds
from .rules import OFFENCES, PLACES, Phase, Referee, Verb, encode_challenge, picking_seat
from .state import FOUNDATION_PLACES, State, count_picked_cards, decode_pickup_place, encode_pick

LEVELS = ("novice", "casual", "strong")         # the master plans in a room of its own, and sees as fast as casual
FIRST_FACT_MS = {"novice": 2200, "casual": 1300, "strong": 450, "master": 1300}     # milliseconds for the easiest fact
PATIENCE_MS = {"novice": 11_000, "casual": 11_000, "strong": 9_000, "master": 30_000}      # how long one looks at most
# How long one has looked on before hit or done is said: no bot says it within 9 seconds, unless its clock runs out.
WATCHED_MS = {"novice": 3_000, "casual": 6_000, "strong": 8_000, "master": 9_000}
NOTICE_RATE = {"novice": 0.3, "casual": 0.7, "strong": 0.97, "master": 1.0}     # how surely one checks others' pick-ups
SLIP_RATE = {"novice": 0.06, "casual": 0.015, "strong": 0.0, "master": 0.0}     # how often one picks up something wrong
WAIVE_MS = 1500                                                   # milliseconds after which one lets a thing pass
REACTION_MS = {"novice": 900, "casual": 600, "strong": 350, "master": 600}
HURRY_MS = 800                                                     # milliseconds before time is up
TIE_RATE = 0.3                                                      # how often somebody is as quick as the first
HARDEST_ANSWER = 300                                                     # answers beyond this are equally hard


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int | None, int]:
    """Return an action of the seat whose view it is, None to wait, and after how many milliseconds."""
    heard = find_challenge(view, seat, level)
    if picking_seat(view) != seat:
        return heard or waive_or_wait(view, seat)
    own = pick_or_claim(view, seat, level)
    return min(heard, own, key=lambda answer: answer[1]) if heard else own


def stand_in(view: State, seat: int, level: str, seed: int) -> tuple[int | None, int]:
    """Return an action for a teacher who is absent: their turns are taken, nothing is challenged."""
    return waive_or_wait(view, seat) if picking_seat(view) != seat else pick_or_claim(view, seat, level)


def position_seeded_random(view: State, seat: int, *key_parts: Any) -> random.Random:
    """Return random numbers that depend only on the seat, the cards, what has happened and `key_parts`.

    Other cards give other numbers, so that not every game has the same lucky seat at the same moment.
    """
    lying = [int(kind) for kind in view.face_up[:FOUNDATION_PLACES]]
    return random.Random(f"{seat} {view.rounds} {view.number} {view.left} {lying} {key_parts}")


def waive_or_wait(view: State, seat: int) -> tuple[int | None, int]:
    """Return the action that waives a challenge where one is possible, and when; else None."""
    if not rules.may_challenge(view, seat):
        return None, 0
    return int(Verb.WAIVE), WAIVE_MS + int(view.tie)


# Seeing sets.

def visible_sets(view: State, seat: int, level: str) -> dict[int, float]:
    """Return the sets that a bot would see as {row: milliseconds}."""
    return {row: effort_to_see_set(row) * FIRST_FACT_MS[level]
            * position_seeded_random(view, seat, row).lognormvariate(0, 0.5)
            for row in face_up_rows(view)}


def face_up_rows(view: State) -> list[int]:
    """Return the catalogue's rows of all sets that lie face up."""
    held = [0] * KINDS
    count_cards(view, held)
    if are_helpers_enabled():
        rows = np.zeros(len(SETS), np.int64)
        found: list[int] = rows[:find_compiled_variant(list_set_rows)(np.array(held), rows, len(SETS))].tolist()
        return found
    listed = [0] * len(SETS)
    return listed[:list_set_rows(held, listed, len(SETS))]


def effort_to_see_set(row: int) -> float:
    """Return how much harder a set is to see than the easiest: a large answer, many cards, wilds."""
    answer = NUMBERS[SETS[row, 0]]
    return 1 + min(answer, HARDEST_ANSWER) / 60 + 1.5 * (int(SIZE[row]) - 3) + 1.5 * int(WILDS[row])


def points_of_factor_set(row: int) -> int:
    """Return the points of a set: one for each card, two for a wild."""
    return int(SIZE[row] + WILDS[row])


def pick_or_claim(view: State, seat: int, level: str) -> tuple[int, int]:
    """Return the set that is seen first, or hit or done once patience or time ends; and when."""
    passed, longest = elapsed_ms(view), patience_ms(view, level)
    seen = {row: after for row, after in visible_sets(view, seat, level).items() if after <= longest}
    if not seen:
        return choose_claim(view, seat), max(longest - passed, HURRY_MS)
    first = min(seen, key=lambda row: seen[row])
    if level == "strong":
        first = max((row for row in seen if seen[row] <= seen[first] + 700),
                    key=lambda row: (points_of_factor_set(row), -row))
    return pick_action(view, seat, first, level), max(int(seen[first]) - passed, HURRY_MS)


def patience_ms(view: State, level: str) -> int:
    """Return how long a bot looks at a position before giving up, within the clock."""
    longest = PATIENCE_MS[level]
    return min(longest, max(int(view.clock) + elapsed_ms(view) - HURRY_MS, HURRY_MS)) if view.clock else longest


def elapsed_ms(view: State) -> int:
    """Return how much of the present clock has passed; 0 without one."""
    if not view.clock:
        return 0
    limit = 1000 * (view.next_seconds if view.sets or view.found else view.first_seconds)
    return max(0, int(limit) - int(view.clock))


def choose_claim(view: State, seat: int) -> int:
    """Return hit where it is allowed, else done."""
    return int(Verb.DONE if rules.refusal(view, seat, int(Verb.HIT)) else Verb.HIT)


def pick_action(view: State, seat: int, row: int, level: str) -> int:
    """Return the pick-up of a set, sometimes with a slip where the players are the referees."""
    start, following = [NO_CARD] * KINDS, [NO_CARD] * PLACES
    order_equal_cards_in_lists(view, start, following)
    action = int(encode_set_pick(row, start, following))
    chance = position_seeded_random(view, seat, "slip", row)
    if view.referee == Referee.PROGRAM or chance.random() >= SLIP_RATE[level]:
        return action
    places = [int(decode_pickup_place(action, i)) for i in range(count_picked_cards(action))]
    if chance.random() < 0.5:
        places[0], places[1] = places[1], places[0]             # a multiplier before the answer
    else:
        places[-1] = choose_wrong_place(view, places, chance)
    return int(encode_pick(places, len(places)))


def order_equal_cards_in_lists(view: State, start: list[int], following: list[int]) -> None:
    """Chain the places of each kind, as `face_up_sets.order_equal_cards` does, in lists."""
    for place in range(int(view.extent) - 1, -1, -1):
        kind = int(view.face_up[place])
        if kind != NO_CARD:
            following[place], start[kind] = start[kind], place


def choose_wrong_place(view: State, places: list[int], chance: random.Random) -> int:
    """Return a wrong place for the last card of a pick-up: a slip in the multiplication."""
    others = [place for place in range(int(view.extent)) if view.face_up[place] != NO_CARD and place not in places]
    return chance.choice(others) if others else places[-1]


# Challenging.

def find_challenge(view: State, seat: int, level: str) -> tuple[int | None, int] | None:
    """Return a challenge and when it comes; None where the bot sees no reason for one."""
    if not rules.may_challenge(view, seat):
        return None
    quick = int(REACTION_MS[level] * (0.6 + 0.9 * position_seeded_random(view, seat, "reaction").random()))
    if view.phase == Phase.TIE:
        found = challenge_against(view, seat, level, int(view.target))
        tied = found is not None and position_seeded_random(view, seat, "tie").random() < TIE_RATE
        return (found, int(view.tie) // 2) if tied else None
    for i in range(view.open_n):
        number, left = int(view.open_number[i]), int(view.open_left[i])
        found = challenge_against(view, seat, level, number) if left > quick else None
        if found is not None:
            return found, quick
    number = int(newest_claim_number(view))
    if is_claim(view, number) and view.window > quick:
        found = challenge_against(view, seat, level, number)
        return (found, quick) if found is not None else None
    return None


def challenge_against(view: State, seat: int, level: str, number: int) -> int | None:
    """Return a challenge to a number if the bot sees why; else None."""
    i = rules.open_pick_index(view, number)
    if i == NO_CARD:
        if rules.find_challenged_seat(view, number) in (NO_CARD, seat) or not are_claims_challengeable(view):
            return None
        in_time = [after for after in visible_sets(view, seat, level).values() if after <= WATCHED_MS[level]]
        return int(encode_challenge(number, 0)) if in_time else None
    if view.open_seat[i] == seat:
        return None
    there = int(offences_of_open_pick(view, i))
    named = sum(1 << one for one in range(OFFENCES) if there >> one & 1 and notices_offence(view, seat, level, i, one))
    return int(encode_challenge(number, named)) if named else None


def notices_offence(view: State, seat: int, level: str, i: int, offence: Any) -> Any:
    """Return whether a bot looks at an open pick-up for one offence; the same answer every time."""
    what = f"{seat} {view.rounds} {int(view.open_number[i])} {open_pick_kinds(view, i)} {offence}"
    return random.Random(what).random() < NOTICE_RATE[level]
