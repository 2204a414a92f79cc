"""Bots that see sets as people do: small facts first, in human time, and not all of them.

Whether and when a bot sees a set is drawn from the set, the seat and what has happened so far, so that a bot that is
asked again in the same position has not suddenly learnt something.
"""

import random
from typing import Any

from ...decks.primepak.cards import KINDS, NUMBERS
from ...decks.primepak.catalogue import NO_CARD, SETS, SIZE, WILDS
from . import rules
from .hearings import claim_number, claims_are_heard, is_claim, offences_of_entry
from .lying import count_cards, pick_of, rows_there
from .phrases import kinds_open
from .rules import OFFENCES, PLACES, Phase, Referee, Verb, challenge, picker
from .state import MAIN, State, cards_taken, place_at, take

LEVELS = ("novice", "casual", "strong")         # the master plans in a room of its own, and sees as fast as casual
SPEED = {"novice": 2200, "casual": 1300, "strong": 450, "master": 1300}     # milliseconds for the easiest fact
PATIENCE = {"novice": 11_000, "casual": 11_000, "strong": 9_000, "master": 30_000}      # how long one looks at most
# How long one has looked on before hit or done is said: no bot says it within 9 seconds, unless its clock runs out.
WATCHED = {"novice": 3_000, "casual": 6_000, "strong": 8_000, "master": 9_000}
NOTICES = {"novice": 0.3, "casual": 0.7, "strong": 0.97, "master": 1.0}     # how surely one checks others' pick-ups
SLIPS = {"novice": 0.06, "casual": 0.015, "strong": 0.0, "master": 0.0}     # how often one picks up something wrong
PASSES = 1500                                                   # milliseconds after which one lets a thing pass
REACTION = {"novice": 900, "casual": 600, "strong": 350, "master": 600}
HURRY = 800                                                     # milliseconds before time is up
TIED = 0.3                                                      # how often somebody is as quick as the first
LARGE = 300                                                     # answers beyond this are equally hard


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int | None, int]:
    """An action for the seat whose view it is, None to wait, and after how many milliseconds."""
    heard = objection(view, seat, level)
    if picker(view) != seat:
        return heard or let_pass(view, seat)
    own = pick_or_claim(view, seat, level)
    return min(heard, own, key=lambda answer: answer[1]) if heard else own


def stand_in(view: State, seat: int, level: str, seed: int) -> tuple[int | None, int]:
    """For a teacher who is elsewhere: to challenge is theirs alone; their turns, where they have any, are taken."""
    return let_pass(view, seat) if picker(view) != seat else pick_or_claim(view, seat, level)


def drawn(view: State, seat: int, *what: Any) -> random.Random:
    """Random numbers that stay the same until something happens, and are others with other cards: else every game would
    have the same lucky seat at the same moment."""
    lying = [int(kind) for kind in view.face_up[:MAIN]]
    return random.Random(f"{seat} {view.rounds} {view.number} {view.left} {lying} {what}")


def let_pass(view: State, seat: int) -> tuple[int | None, int]:
    """Not to challenge, where that is asked; a tie is over before anybody could say so."""
    if not rules.may_challenge(view, seat):
        return None, 0
    return int(Verb.WAIT), PASSES + int(view.tie)


# Seeing sets.

def sees(view: State, seat: int, level: str) -> dict[int, float]:
    """The sets that a bot would see, with after how long: {row: milliseconds}."""
    held, rows = [0] * KINDS, [0] * len(SETS)
    count_cards(view, held)
    return {row: effort(row) * SPEED[level] * drawn(view, seat, row).lognormvariate(0, 0.5)
            for row in rows[:rows_there(held, rows, len(SETS))]}


def effort(row: int) -> float:
    """How much harder a set is to see than the easiest: a large answer, many cards, wilds."""
    answer = NUMBERS[SETS[row, 0]]
    return 1 + min(answer, LARGE) / 60 + 1.5 * (int(SIZE[row]) - 3) + 1.5 * int(WILDS[row])


def worth(row: int) -> int:
    return int(SIZE[row] + WILDS[row])


def pick_or_claim(view: State, seat: int, level: str) -> tuple[int, int]:
    """The set that is seen first, or hit or done once patience, or time, ends."""
    passed, longest = since(view), patience(view, level)
    seen = {row: after for row, after in sees(view, seat, level).items() if after <= longest}
    if not seen:
        return give_up(view, seat), max(longest - passed, HURRY)
    first = min(seen, key=lambda row: seen[row])
    if level == "strong":
        first = max((row for row in seen if seen[row] <= seen[first] + 700), key=lambda row: (worth(row), -row))
    return pick(view, seat, first, level), max(int(seen[first]) - passed, HURRY)


def patience(view: State, level: str) -> int:
    """How long one looks at a position before giving up: not longer than the clock allows."""
    longest = PATIENCE[level]
    return min(longest, max(int(view.clock) + since(view) - HURRY, HURRY)) if view.clock else longest


def since(view: State) -> int:
    """How much of the present clock has passed; 0 without one."""
    if not view.clock:
        return 0
    limit = 1000 * (view.next_seconds if view.sets or view.found else view.first_seconds)
    return max(0, int(limit) - int(view.clock))


def give_up(view: State, seat: int) -> int:
    """Hit where it is allowed, else done."""
    return int(Verb.DONE if rules.refusal(view, seat, int(Verb.HIT)) else Verb.HIT)


def pick(view: State, seat: int, row: int, level: str) -> int:
    """The pick-up of a set, now and then with a slip where the players are the referees."""
    start, following = [NO_CARD] * KINDS, [NO_CARD] * PLACES
    line_up_plain(view, start, following)
    action = int(pick_of(row, start, following))
    chance = drawn(view, seat, "slip", row)
    if view.referee == Referee.PROGRAM or chance.random() >= SLIPS[level]:
        return action
    places = [int(place_at(action, i)) for i in range(cards_taken(action))]
    if chance.random() < 0.5:
        places[0], places[1] = places[1], places[0]             # a multiplier before the answer
    else:
        places[-1] = neighbour(view, places, chance)
    return int(take(places, len(places)))


def line_up_plain(view: State, start: list[int], following: list[int]) -> None:
    """`lying.line_up` for lists."""
    for place in range(int(view.extent) - 1, -1, -1):
        kind = int(view.face_up[place])
        if kind != NO_CARD:
            following[place], start[kind] = start[kind], place


def neighbour(view: State, places: list[int], chance: random.Random) -> int:
    """Another card for the last of a pick-up: a slip in the multiplication."""
    others = [place for place in range(int(view.extent)) if view.face_up[place] != NO_CARD and place not in places]
    return chance.choice(others) if others else places[-1]


# Challenging.

def objection(view: State, seat: int, level: str) -> tuple[int | None, int] | None:
    """A challenge and when, or None."""
    if not rules.may_challenge(view, seat):
        return None
    quick = int(REACTION[level] * (0.6 + 0.9 * drawn(view, seat, "reaction").random()))
    if view.phase == Phase.TIE:
        found = against(view, seat, level, int(view.target))
        tied = found is not None and drawn(view, seat, "tie").random() < TIED
        return (found, int(view.tie) // 2) if tied else None
    for i in range(view.open_n):
        number, left = int(view.open_number[i]), int(view.open_left[i])
        found = against(view, seat, level, number) if left > quick else None
        if found is not None:
            return found, quick
    number = int(claim_number(view))
    if is_claim(view, number) and view.window > quick:
        found = against(view, seat, level, number)
        return (found, quick) if found is not None else None
    return None


def against(view: State, seat: int, level: str, number: int) -> int | None:
    """A challenge of that number, if the bot sees why."""
    i = rules.entry_of(view, number)
    if i == NO_CARD:
        if rules.offender(view, number) in (NO_CARD, seat) or not claims_are_heard(view):
            return None
        in_time = [after for after in sees(view, seat, level).values() if after <= WATCHED[level]]
        return int(challenge(number, 0)) if in_time else None
    if view.open_seat[i] == seat:
        return None
    there = int(offences_of_entry(view, i))
    named = sum(1 << one for one in range(OFFENCES) if there >> one & 1 and checks(view, seat, level, i, one))
    return int(challenge(number, named)) if named else None


def checks(view: State, seat: int, level: str, i: int, one: Any) -> Any:
    """Does a bot look at an open pick-up for one offence?  Asked again, the answer is the same."""
    what = f"{seat} {view.rounds} {int(view.open_number[i])} {kinds_open(view, i)} {one}"
    return random.Random(what).random() < NOTICES[level]
