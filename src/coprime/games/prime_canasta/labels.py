"""Actions as people write them: `lay 42=6x7`, `lay run 2 3 5 7 11 W13`, `take 55=5x11`, `extend 4=2x2 with 16`."""

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.errors import BadInput
from ...decks.primepak import notation
from ...decks.primepak.cards import PRIME, PRIMES, WILD
from ...decks.primepak.factor_sets import NO_SET, find_set_row
from .actions import (
    ACTIONS,
    CARD_BITS,
    FITTED,
    MISFITS,
    SHOWN,
    SHOWS,
    WITH_TOP,
    encode_choose,
    encode_discard,
    encode_extend,
    encode_lay,
    encode_take,
    encode_take_onto_set,
    kind_of,
    misfit_set,
    operand_of,
    place_of,
    read_shown_card,
    verb_of,
)
from .phrases import SAY
from .state import Verb
from .tables import (
    ADDED_CARDS,
    ALL,
    CARDS,
    COUNT,
    FIRST_PAIR,
    FIRST_RUN,
    NO_CARD,
    PAIR_COUNT,
    PAIRS,
    PLACE_OF,
    WILD_MEANING,
)

WORDS = {Verb.DRAW: "draw", Verb.BACK: "back", Verb.DOWN: "down", Verb.DONE: "done", Verb.ASK: "ask", Verb.YES: "yes",
         Verb.NO: "no", Verb.OUT: "out"}
CHOICE = re.compile(r"choose (\w+)@(\d{1,3})")
WITH = re.compile(r"(extend|take) (.+?) with (.+)")
NEW = re.compile(r"(lay|take) (.+)")
DECLARED = re.compile(r"[Ww](\d{1,2})")


# Sets.

def set_kinds(row: int) -> list[int]:
    """Return the kinds of a set."""
    return [int(kind) for kind in CARDS[row, :COUNT[row]]]


def card_name(row: int, i: int) -> str:
    """A card of a run, a wild with the prime that it stands for: `W13`."""
    return notation.kind_name(int(CARDS[row, i])) + (str(WILD_MEANING[row, i]) if WILD_MEANING[row, i] else "")


def set_name(row: int) -> str:
    """`42=6x7`, `20=4xW`, `run 2 3 5 7 11 W13`."""
    if row < FIRST_RUN:
        return notation.set_label(set_kinds(row))
    return "run " + " ".join(card_name(row, i) for i in range(COUNT[row]))


def list_added_names(pair: Any) -> Any:
    """The cards that a set grows by; wilds of a run with the primes that they stand for."""
    old, new = (int(row) for row in PAIRS[pair])
    if new < FIRST_RUN:
        return [notation.kind_name(int(kind)) for kind in ADDED_CARDS[pair, :PAIR_COUNT[pair]]]
    kept = {run_prime_at(old, i) for i in range(COUNT[old])}
    return [card_name(new, i) for i in range(COUNT[new]) if run_prime_at(new, i) not in kept]


def run_prime_at(row: int, i: int) -> int:
    """The prime at a place of a run."""
    return int(WILD_MEANING[row, i]) or PRIMES[int(PLACE_OF[CARDS[row, i]])]


def _run_key(row: int) -> tuple[int, int, int]:
    """Return what identifies a run: its first and last prime's index, and the wild places as bits."""
    primes = [PRIMES.index(run_prime_at(row, i)) for i in range(COUNT[row])]
    return primes[0], primes[-1], sum(1 << place for i, place in enumerate(primes) if WILD_MEANING[row, i])


RUNS = {_run_key(row): row for row in range(FIRST_RUN, ALL)}
GROWTHS = {(int(old), int(new)): pair for pair, (old, new) in enumerate(PAIRS)}


# From words.

def parse_cards(text: str) -> list[tuple[int, int]]:
    """The cards of a group as written, [(kind, the prime that a wild is declared as, or 0)].  Raises BadInput."""
    if "=" in text:
        return [(kind, 0) for kind in notation.parse_kinds(text)]
    parts = text.removeprefix("run ").replace(",", " ").split()
    found = [(WILD, int(declared[1])) if (declared := DECLARED.fullmatch(part)) else (notation.parse_kind(part), 0)
             for part in parts]
    if any(prime and prime not in PRIMES for _, prime in found):
        raise BadInput(SAY["parse"]["declared"])
    return found


def look_up_set_row(cards: list[tuple[int, int]]) -> int | None:
    """Return the set that cards make, in any order; None when they make none."""
    kinds = [kind for kind, _ in cards]
    row = find_set_row(np.array(kinds, np.int64), len(kinds)) if kinds else NO_SET
    return int(row) if row != NO_SET else find_run_row(cards)


def find_run_row(cards: list[tuple[int, int]]) -> int | None:
    """The run that cards make: wilds stand where they are written, else in the gaps, then above, then below."""
    places: list[Any] = [int(PLACE_OF[kind]) if kind != WILD else PRIMES.index(prime) if prime else None
                         for kind, prime in cards]
    if any(place == NO_CARD for place in places) or all(place is None for place in places):
        return None
    starts = {place - i for i, place in enumerate(places) if place is not None}
    if len(starts) == 1:
        first = starts.pop()
        places = [first + i for i in range(len(places))]
    else:
        places = fill_wild_places(places)
    wild = sum(1 << place for place, (kind, _) in zip(places, cards, strict=True) if kind == WILD and place >= 0)
    low, high = min(places), max(places)
    return RUNS.get((low, high, wild)) if high - low == len(set(places)) - 1 == len(places) - 1 else None


def fill_wild_places(places: list[int | None]) -> list[int]:
    """Place the wilds that were given no place: in the gaps, then above, then below."""
    taken = [place for place in places if place is not None]
    free = [place for place in range(min(taken), max(taken)) if place not in taken]
    free += [*range(max(taken) + 1, len(PRIMES)), *range(min(taken) - 1, -1, -1)]
    return [place if place is not None else free.pop(0) if free else NO_CARD for place in places]


def find_growth_pair(old: int, cards: list[tuple[int, int]]) -> int | None:
    """Return the pair of sets when cards extend a laid set; None when they do not."""
    if old < FIRST_RUN:
        new = look_up_set_row([(kind, 0) for kind in set_kinds(old)] + cards)
    else:
        was = [(WILD if WILD_MEANING[old, i] else int(CARDS[old, i]), int(WILD_MEANING[old, i]))
               for i in range(COUNT[old])]
        new = find_run_row(sorted(was + cards, key=lambda card: card[0] == WILD and not card[1]))
    return None if new is None else GROWTHS.get((old, new))


# Labels.

def label(action: int) -> str:
    """Return how an action is written."""
    verb = verb_of(action)
    if verb == Verb.DISCARD:
        return f"discard {notation.kind_name(operand_of(action))}"
    if verb in (Verb.LAY, Verb.TAKE):
        return f"{'lay' if verb == Verb.LAY else 'take'} {set_name(operand_of(action))}"
    if verb in (Verb.EXTEND, Verb.ONTO):
        pair = operand_of(action)
        return f"{'extend' if verb == Verb.EXTEND else 'take'} {set_name(int(PAIRS[pair, 0]))} with " \
            + " ".join(list_added_names(pair))
    if verb == Verb.CHOOSE:
        return f"choose {notation.kind_name(kind_of(action))}@{place_of(action) + 1}"
    if verb in (Verb.SHOW, Verb.MISFIT):
        return shown_label(verb, action)
    return WORDS[verb]


def shown_kinds(action: int) -> Any:
    """Return the kinds of a SHOW or MISFIT action."""
    places = range(FITTED if verb_of(action) == Verb.MISFIT else SHOWN)
    return [int(kind) for kind in (read_shown_card(action, i) for i in places) if kind >= 0]


def shown_label(verb: int, action: int) -> Any:
    """Return how cards that make no set, or extend none, are written."""
    kinds, top = shown_kinds(action), action & WITH_TOP
    if verb == Verb.MISFIT:
        word, shown = "take" if top else "extend", " ".join(map(notation.kind_name, kinds))
        return f"{word} {set_name(misfit_set(action))} with {shown}"
    return f"{'take' if top else 'lay'} {cards_label(kinds)}"


def cards_label(kinds: Any) -> Any:
    """Return how cards that make no set are written.

    With the largest number as answer where one is composite, else side by side.
    """
    numbers = [kind for kind in kinds if kind != WILD]
    if len(kinds) < 2 or all(PRIME[kind] for kind in numbers):
        return " ".join(map(notation.kind_name, kinds))
    return notation.set_label([*numbers[-1:], *numbers[:-1], *kinds[len(numbers):]])


def parse(text: str) -> int:
    """Return the action of a label; cards that make no set become SHOW or MISFIT.  Raises BadInput."""
    text = " ".join(str(text).split())
    for verb, word in WORDS.items():
        if text == word:
            return int(verb)
    if len(text) > 90:
        raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))
    if text.startswith("discard "):
        return encode_discard(notation.parse_kind(text.removeprefix("discard ")))
    if found := CHOICE.fullmatch(text):
        action = encode_choose(int(found[2]) - 1, notation.parse_kind(found[1]))
        if 0 < int(found[2]) and action < ACTIONS:
            return action
    elif found := WITH.fullmatch(text):
        return parse_growth(found[1] == "take", found[2], parse_cards(found[3]))
    elif found := NEW.fullmatch(text):
        return parse_set(found[1] == "take", found[2])
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def parse_set(top: bool, text: str) -> int:
    """Parse the cards of a new set, `top` with the top card of the pile.  Raises BadInput."""
    cards = parse_cards(text)
    row = look_up_set_row(cards)
    if row is not None:
        return encode_take(row) if top else encode_lay(row)
    if not 1 <= len(cards) <= SHOWN:
        raise BadInput(SAY["parse"]["many"].format(n=SHOWN))
    return SHOWS + (WITH_TOP if top else 0) + pack_kinds(kind for kind, _ in cards)


def parse_growth(top: bool, text: str, cards: list[tuple[int, int]]) -> int:
    """Parse cards that extend a laid set, `top` with the top card of the pile.  Raises BadInput."""
    old = look_up_set_row(parse_cards(text))
    if old is None:
        raise BadInput(SAY["parse"]["laid"].format(text=text))
    pair = find_growth_pair(old, cards)
    if pair is not None:
        return encode_take_onto_set(pair) if top else encode_extend(pair)
    if not 1 <= len(cards) <= FITTED:
        raise BadInput(SAY["parse"]["many"].format(n=FITTED))
    return MISFITS + (WITH_TOP if top else 0) + (old << CARD_BITS * FITTED) + pack_kinds(kind for kind, _ in cards)


def pack_kinds(kinds: Iterable[int]) -> int:
    """Pack kinds, rising, into the bits of an action."""
    return sum(kind + 1 << CARD_BITS * i for i, kind in enumerate(sorted(kinds)))


def list_growth_pairs(row: int) -> range:
    """Return the numbers of the pairs in which a set grows."""
    return range(int(FIRST_PAIR[row]), int(FIRST_PAIR[row + 1]))
