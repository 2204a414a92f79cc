"""Actions as people write them: `lay 42=6x7`, `lay run 2 3 5 7 11 W13`, `take 55=5x11`, `extend 4=2x2 with 16`."""

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.errors import BadInput
from ...decks.primepak import names
from ...decks.primepak.cards import PRIME, PRIMES, WILD
from ...decks.primepak.sets import NO_SET, set_of
from .actions import (
    ACTIONS,
    CARD_BITS,
    FITTED,
    MISFITS,
    SHOWN,
    SHOWS,
    WITH_TOP,
    choose,
    discard,
    extend,
    kind_of,
    lay,
    misfit_set,
    onto,
    place_of,
    shown_card,
    take,
    verb_of,
    what_of,
)
from .phrases import SAY
from .state import Verb
from .tables import ADDED, ALL, CARDS, COUNT, FIRST_PAIR, MEANT, NO_CARD, PAIR_COUNT, PAIRS, PLACE_OF, RUN

WORDS = {Verb.DRAW: "draw", Verb.BACK: "back", Verb.DOWN: "down", Verb.DONE: "done", Verb.ASK: "ask", Verb.YES: "yes",
         Verb.NO: "no", Verb.OUT: "out"}
CHOICE = re.compile(r"choose (\w+)@(\d{1,3})")
WITH = re.compile(r"(extend|take) (.+?) with (.+)")
NEW = re.compile(r"(lay|take) (.+)")
DECLARED = re.compile(r"[Ww](\d{1,2})")


# Sets.

def kinds_in(row: int) -> list[int]:
    return [int(kind) for kind in CARDS[row, :COUNT[row]]]


def card_name(row: int, i: int) -> str:
    """A card of a run, a wild with the prime that it stands for: `W13`."""
    return names.name(int(CARDS[row, i])) + (str(MEANT[row, i]) if MEANT[row, i] else "")


def set_name(row: int) -> str:
    """`42=6x7`, `20=4xW`, `run 2 3 5 7 11 W13`."""
    if row < RUN:
        return names.label(kinds_in(row))
    return "run " + " ".join(card_name(row, i) for i in range(COUNT[row]))


def added_names(pair: Any) -> Any:
    """The cards that a set grows by; wilds of a run with the primes that they stand for."""
    old, new = (int(row) for row in PAIRS[pair])
    if new < RUN:
        return [names.name(int(kind)) for kind in ADDED[pair, :PAIR_COUNT[pair]]]
    kept = {prime_at(old, i) for i in range(COUNT[old])}
    return [card_name(new, i) for i in range(COUNT[new]) if prime_at(new, i) not in kept]


def prime_at(row: int, i: int) -> int:
    """The prime at a place of a run."""
    return int(MEANT[row, i]) or PRIMES[int(PLACE_OF[CARDS[row, i]])]


def _run_key(row: int) -> tuple[int, int, int]:
    primes = [PRIMES.index(prime_at(row, i)) for i in range(COUNT[row])]
    return primes[0], primes[-1], sum(1 << place for i, place in enumerate(primes) if MEANT[row, i])


RUNS = {_run_key(row): row for row in range(RUN, ALL)}
GROWTHS = {(int(old), int(new)): pair for pair, (old, new) in enumerate(PAIRS)}


# From words.

def cards_of(text: str) -> list[tuple[int, int]]:
    """The cards of a group as written, [(kind, the prime that a wild is declared as, or 0)].  Raises BadInput."""
    if "=" in text:
        return [(kind, 0) for kind in names.kinds_of(text)]
    parts = text.removeprefix("run ").replace(",", " ").split()
    found = [(WILD, int(declared[1])) if (declared := DECLARED.fullmatch(part)) else (names.kind_of(part), 0)
             for part in parts]
    if any(prime and prime not in PRIMES for _, prime in found):
        raise BadInput(SAY["parse"]["declared"])
    return found


def row_of(cards: list[tuple[int, int]]) -> int | None:
    """The set that cards make, in whatever order; None when they make none."""
    kinds = [kind for kind, _ in cards]
    row = set_of(np.array(kinds, np.int64), len(kinds)) if kinds else NO_SET
    return int(row) if row != NO_SET else run_of(cards)


def run_of(cards: list[tuple[int, int]]) -> int | None:
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
        places = filled(places)
    wild = sum(1 << place for place, (kind, _) in zip(places, cards, strict=True) if kind == WILD and place >= 0)
    low, high = min(places), max(places)
    return RUNS.get((low, high, wild)) if high - low == len(set(places)) - 1 == len(places) - 1 else None


def filled(places: list[int | None]) -> list[int]:
    """Places for wilds that were given none: the gaps, then above, then below."""
    taken = [place for place in places if place is not None]
    free = [place for place in range(min(taken), max(taken)) if place not in taken]
    free += [*range(max(taken) + 1, len(PRIMES)), *range(min(taken) - 1, -1, -1)]
    return [place if place is not None else free.pop(0) if free else NO_CARD for place in places]


def grown(old: int, cards: list[tuple[int, int]]) -> int | None:
    """The pair of sets when cards go with a laid set; None when they do not."""
    if old < RUN:
        new = row_of([(kind, 0) for kind in kinds_in(old)] + cards)
    else:
        was = [(WILD if MEANT[old, i] else int(CARDS[old, i]), int(MEANT[old, i])) for i in range(COUNT[old])]
        new = run_of(sorted(was + cards, key=lambda card: card[0] == WILD and not card[1]))
    return None if new is None else GROWTHS.get((old, new))


# Labels.

def label(action: int) -> str:
    verb = verb_of(action)
    if verb == Verb.DISCARD:
        return f"discard {names.name(what_of(action))}"
    if verb in (Verb.LAY, Verb.TAKE):
        return f"{'lay' if verb == Verb.LAY else 'take'} {set_name(what_of(action))}"
    if verb in (Verb.EXTEND, Verb.ONTO):
        pair = what_of(action)
        return f"{'extend' if verb == Verb.EXTEND else 'take'} {set_name(int(PAIRS[pair, 0]))} with " \
            + " ".join(added_names(pair))
    if verb == Verb.CHOOSE:
        return f"choose {names.name(kind_of(action))}@{place_of(action) + 1}"
    if verb in (Verb.SHOW, Verb.MISFIT):
        return shown_label(verb, action)
    return WORDS[verb]


def shown_kinds(action: int) -> Any:
    """The cards of SHOW and MISFIT."""
    places = range(FITTED if verb_of(action) == Verb.MISFIT else SHOWN)
    return [int(kind) for kind in (shown_card(action, i) for i in places) if kind >= 0]


def shown_label(verb: int, action: int) -> Any:
    kinds, top = shown_kinds(action), action & WITH_TOP
    if verb == Verb.MISFIT:
        return f"{'take' if top else 'extend'} {set_name(misfit_set(action))} with {' '.join(map(names.name, kinds))}"
    return f"{'take' if top else 'lay'} {written(kinds)}"


def written(kinds: Any) -> Any:
    """Cards that make no set, rising: with an answer, the largest number, where one is composite; else side by side."""
    numbers = [kind for kind in kinds if kind != WILD]
    if len(kinds) < 2 or all(PRIME[kind] for kind in numbers):
        return " ".join(map(names.name, kinds))
    return names.label([*numbers[-1:], *numbers[:-1], *kinds[len(numbers):]])


def parse(text: str) -> int:
    """The action of a label; cards that make no set are shown in vain.  Raises BadInput."""
    text = " ".join(str(text).split())
    for verb, word in WORDS.items():
        if text == word:
            return int(verb)
    if len(text) > 90:
        raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))
    if text.startswith("discard "):
        return discard(names.kind_of(text.removeprefix("discard ")))
    if found := CHOICE.fullmatch(text):
        action = choose(int(found[2]) - 1, names.kind_of(found[1]))
        if 0 < int(found[2]) and action < ACTIONS:
            return action
    elif found := WITH.fullmatch(text):
        return parsed_growth(found[1] == "take", found[2], cards_of(found[3]))
    elif found := NEW.fullmatch(text):
        return parsed_set(found[1] == "take", found[2])
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def parsed_set(top: bool, text: str) -> int:
    cards = cards_of(text)
    row = row_of(cards)
    if row is not None:
        return take(row) if top else lay(row)
    if not 1 <= len(cards) <= SHOWN:
        raise BadInput(SAY["parse"]["many"].format(n=SHOWN))
    return SHOWS + (WITH_TOP if top else 0) + packed(kind for kind, _ in cards)


def parsed_growth(top: bool, text: str, cards: list[tuple[int, int]]) -> int:
    old = row_of(cards_of(text))
    if old is None:
        raise BadInput(SAY["parse"]["laid"].format(text=text))
    pair = grown(old, cards)
    if pair is not None:
        return onto(pair) if top else extend(pair)
    if not 1 <= len(cards) <= FITTED:
        raise BadInput(SAY["parse"]["many"].format(n=FITTED))
    return MISFITS + (WITH_TOP if top else 0) + (old << CARD_BITS * FITTED) + packed(kind for kind, _ in cards)


def packed(kinds: Iterable[int]) -> int:
    return sum(kind + 1 << CARD_BITS * i for i, kind in enumerate(sorted(kinds)))


def growths_of(row: int) -> range:
    """The pairs in which a set grows."""
    return range(int(FIRST_PAIR[row]), int(FIRST_PAIR[row + 1]))
