"""Actions of Prime Climb in their notation: `label` writes it, `parse` reads it."""

import re
from typing import Any

from ...core.errors import BadInput
from ...core.seats import UNKNOWN
from .actions import (
    NOBODY,
    Verb,
    encode_number_use,
    encode_swap,
    encode_take,
    encode_target,
    first_pawn_of,
    kind_of,
    number_of,
    pawn_of,
    seat_of,
    second_pawn_of,
    target_of,
    verb_of,
)
from .board_and_card_data import CLEAR_KEEPER, LIMIT_KEEPER, SEATS
from .phrases import SAY

SIGNS = "+-*/"                                          # operations as a label writes them
SPELLINGS = dict(zip("+-*/−–×x·÷:", (0, 1, 2, 3, 1, 1, 2, 2, 2, 3, 3), strict=True))
KEEPER_KINDS = {**{str(d): d for d in range(1, CLEAR_KEEPER)}, "clear": CLEAR_KEEPER,
                "limit": LIMIT_KEEPER}      # kinds as a label writes them
MOVE_PATTERN = re.compile(r"(keeper )?([ab]) ?([+\-*/−–×x·÷:]) ?([0-9]{1,2})")
SPEND_PATTERN = re.compile(r"spend ([0-9]{1,2}) ([ab])")
LOSE_PATTERN = re.compile(r"lose ([0-9]{1,2})")
NAMING_PATTERN = re.compile(r"(clear|send) ([0-3][ab])")
SWAP_PATTERN = re.compile(r"swap ([0-3][ab]) ([0-3][ab])")
TAKE_PATTERN = re.compile(r"take ([0-3]) (\w+)")


def pawn_name(pawn: int) -> str:
    """Return a pawn's name in labels: `0a` is the first pawn of seat 0."""
    return f"{pawn // 2}{'ab'[pawn % 2]}"


def label(action: int) -> str:
    """`a+3`, `keeper b-4`, `spend 7 a`, `lose 7`, `clear 0a`, `limit 1`, `done`, `card a`, `swap 0a 1b`, `take 1 4`."""
    verb, mine, d = verb_of(action), "ab"[pawn_of(action)], number_of(action)
    if verb <= Verb.KEEPER_SUBTRACT:
        return f"{'keeper ' if verb >= Verb.KEEPER_ADD else ''}{mine}{SIGNS[verb % 4]}{d}"
    if verb == Verb.SWAP:
        return f"swap {pawn_name(first_pawn_of(action))} {pawn_name(second_pawn_of(action))}"
    if verb == Verb.TAKE:
        return f"take {seat_of(action)} {next(name for name, kind in KEEPER_KINDS.items() if kind == kind_of(action))}"
    named = "none" if target_of(action) == NOBODY else pawn_name(target_of(action))
    return {Verb.SPEND: f"spend {d} {mine}", Verb.LOSE: f"lose {d}", Verb.CLEAR: f"clear {named}",
            Verb.LIMIT: f"limit {target_of(action)}", Verb.DONE: "done",
            Verb.CHOOSE: f"card {'ab'[target_of(action) % 2]}", Verb.SEND: f"send {named}"}[Verb(verb)]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    action = parse_action(" ".join(text.lower().split())) if len(text) < 80 else UNKNOWN
    if action == UNKNOWN:
        raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))
    return int(action)


FIXED_LABELS = {"done": Verb.DONE, "clear none": encode_target(Verb.CLEAR, NOBODY),
                "card a": encode_target(Verb.CHOOSE, 0),
                "card b": encode_target(Verb.CHOOSE, 1),
                **{f"limit {seat}": encode_target(Verb.LIMIT, seat) for seat in range(SEATS)}}


def parse_action(text: str) -> Verb | int:
    """Return the action of a label in lower case; UNKNOWN when there is none."""
    if text in FIXED_LABELS:
        return FIXED_LABELS[text]
    if found := MOVE_PATTERN.fullmatch(text):
        verb = SPELLINGS[found[3]]
        if found[1]:
            return encode_keeper_use(verb, found[2], int(found[4]))
        return encode_own_use(verb, found[2], int(found[4]))
    if found := SPEND_PATTERN.fullmatch(text):
        return encode_own_use(Verb.SPEND, found[2], int(found[1]))
    if found := LOSE_PATTERN.fullmatch(text):
        return encode_own_use(Verb.LOSE, "a", int(found[1]))
    if found := NAMING_PATTERN.fullmatch(text):
        return encode_target(Verb.CLEAR if found[1] == "clear" else Verb.SEND, parse_pawn(found[2]))
    if found := SWAP_PATTERN.fullmatch(text):
        one, other = sorted((parse_pawn(found[1]), parse_pawn(found[2])))
        return encode_swap(one, other) if one != other else UNKNOWN
    if (found := TAKE_PATTERN.fullmatch(text)) and found[2] in KEEPER_KINDS:
        return encode_take(int(found[1]), KEEPER_KINDS[found[2]])
    return UNKNOWN


def encode_own_use(verb: int, mine: str, d: int) -> int:
    """Encode the use of a number by the pawn `a` or `b`; UNKNOWN for a number that no die shows."""
    return encode_number_use(verb, "ab".index(mine), d) if 1 <= d <= 10 else UNKNOWN


def encode_keeper_use(verb: int, mine: str, d: int) -> int:
    """Encode a number Keeper played as + or -; UNKNOWN for another operation or number."""
    return encode_own_use(verb + Verb.KEEPER_ADD, mine, d) if verb <= Verb.SUBTRACT and d < CLEAR_KEEPER else UNKNOWN


def parse_pawn(name: str) -> Any:
    """Return the pawn of a name such as `0a`."""
    return 2 * int(name[0]) + "ab".index(name[1])
