"""Actions as people write them."""

import re
from typing import Any

from ...core.errors import BadInput
from ...core.seats import UNKNOWN
from .moves import (
    NOBODY,
    Verb,
    about,
    kind_of,
    number_of,
    one_of,
    other_of,
    pawn_of,
    seat_of,
    swap,
    take,
    use,
    verb_of,
    what_of,
)
from .phrases import SAY
from .tables import CLEAR, LIMIT, SEATS

SIGNS = "+-*/"                                          # operations as a label writes them
SPELLINGS = dict(zip("+-*/−–×x·÷:", (0, 1, 2, 3, 1, 1, 2, 2, 2, 3, 3), strict=True))
KEEPERS = {**{str(d): d for d in range(1, CLEAR)}, "clear": CLEAR, "limit": LIMIT}      # kinds as a label writes them
MOVE = re.compile(r"(keeper )?([ab]) ?([+\-*/−–×x·÷:]) ?([0-9]{1,2})")
SPEND = re.compile(r"spend ([0-9]{1,2}) ([ab])")
LOSE = re.compile(r"lose ([0-9]{1,2})")
NAMING = re.compile(r"(clear|send) ([0-3][ab])")
TWO = re.compile(r"swap ([0-3][ab]) ([0-3][ab])")
TAKING = re.compile(r"take ([0-3]) (\w+)")


def pawn_name(pawn: int) -> str:
    """`0a`: the first pawn of seat 0."""
    return f"{pawn // 2}{'ab'[pawn % 2]}"


def label(action: int) -> str:
    """`a+3`, `keeper b-4`, `spend 7 a`, `lose 7`, `clear 0a`, `limit 1`, `done`, `card a`, `swap 0a 1b`, `take 1 4`."""
    verb, mine, d = verb_of(action), "ab"[pawn_of(action)], number_of(action)
    if verb <= Verb.MINUS:
        return f"{'keeper ' if verb >= Verb.PLUS else ''}{mine}{SIGNS[verb % 4]}{d}"
    if verb == Verb.SWAP:
        return f"swap {pawn_name(one_of(action))} {pawn_name(other_of(action))}"
    if verb == Verb.TAKE:
        return f"take {seat_of(action)} {next(name for name, kind in KEEPERS.items() if kind == kind_of(action))}"
    named = "none" if what_of(action) == NOBODY else pawn_name(what_of(action))
    return {Verb.SPEND: f"spend {d} {mine}", Verb.LOSE: f"lose {d}", Verb.CLEAR: f"clear {named}",
            Verb.LIMIT: f"limit {what_of(action)}", Verb.DONE: "done",
            Verb.CHOOSE: f"card {'ab'[what_of(action) % 2]}", Verb.SEND: f"send {named}"}[Verb(verb)]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    action = parsed(" ".join(text.lower().split())) if len(text) < 80 else UNKNOWN
    if action == UNKNOWN:
        raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))
    return int(action)


FIXED = {"done": Verb.DONE, "clear none": about(Verb.CLEAR, NOBODY), "card a": about(Verb.CHOOSE, 0),
         "card b": about(Verb.CHOOSE, 1), **{f"limit {seat}": about(Verb.LIMIT, seat) for seat in range(SEATS)}}


def parsed(text: str) -> Verb | int:
    """The action, UNKNOWN when there is none of that label."""
    if text in FIXED:
        return FIXED[text]
    if found := MOVE.fullmatch(text):
        verb = SPELLINGS[found[3]]
        if found[1]:
            return keeper_move(verb, found[2], int(found[4]))
        return move_with(verb, found[2], int(found[4]))
    if found := SPEND.fullmatch(text):
        return move_with(Verb.SPEND, found[2], int(found[1]))
    if found := LOSE.fullmatch(text):
        return move_with(Verb.LOSE, "a", int(found[1]))
    if found := NAMING.fullmatch(text):
        return about(Verb.CLEAR if found[1] == "clear" else Verb.SEND, pawn_called(found[2]))
    if found := TWO.fullmatch(text):
        one, other = sorted((pawn_called(found[1]), pawn_called(found[2])))
        return swap(one, other) if one != other else UNKNOWN
    if (found := TAKING.fullmatch(text)) and found[2] in KEEPERS:
        return take(int(found[1]), KEEPERS[found[2]])
    return UNKNOWN


def move_with(verb: int, mine: str, d: int) -> int:
    return use(verb, "ab".index(mine), d) if 1 <= d <= 10 else UNKNOWN


def keeper_move(verb: int, mine: str, d: int) -> int:
    return move_with(verb + Verb.PLUS, mine, d) if verb <= Verb.SUBTRACT and d < CLEAR else UNKNOWN


def pawn_called(name: str) -> Any:
    return 2 * int(name[0]) + "ab".index(name[1])
