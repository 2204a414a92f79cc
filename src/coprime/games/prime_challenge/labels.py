"""Actions of Prime Challenge in their notation.

`take 5 1 +2`, `hit`, `done`, `challenge 7`, `challenge 7 order wilds`, `wait`.
"""

from pathlib import Path
from typing import Any

from ...core.errors import BadInput
from ...core.messages import load_messages
from ...decks.primepak.factor_set_catalogue import MAX_SET_SIZE
from . import state
from .state import FOUNDATION_PLACES, GRAB_PLACES, NUMBER_CYCLE, OFFENCES, PLACES, Offence, Verb

SAY = load_messages(Path(__file__).parent)
VERB_NAMES = {Verb.HIT: "hit", Verb.DONE: "done", Verb.WAIVE: "wait"}
OFFENCE_NAMES = {Offence.PRODUCT: "product", Offence.ORDER: "order", Offence.WILDS: "wilds",
                 Offence.NATURALS: "naturals"}


def label(action: int) -> str:
    """Return an action in the game's notation."""
    verb = state.verb_of(action)
    if state.is_pick(action):
        return f"take {' '.join(place_name(place) for place in places_of(action))}"
    if verb == Verb.CHALLENGE:
        return " ".join(["challenge", str(state.challenged_number(action)), *offence_names(state.offences_of(action))])
    return VERB_NAMES[verb]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    match text.split()[:GRAB_PLACES + 2]:
        case ["take", *places] if places:
            found = [place for place in map(parse_place, places) if place is not None]
            known = len(set(found)) == len(found) == len(places)
            if known and (len(found) <= MAX_SET_SIZE or max(found) < GRAB_PLACES):
                return int(state.encode_pick(found, len(found)))
        case ["challenge", number, *named] if set(named) <= set(OFFENCE_NAMES.values()) and is_number(number):
            if int(number) < NUMBER_CYCLE:
                return int(state.encode_challenge(int(number), parse_offences(named)))
        case [word] if word in VERB_NAMES.values():
            return int(next(verb for verb, known in VERB_NAMES.items() if known == word))
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def place_name(place: int) -> str:
    """Return a place in labels: from 1 in the foundation, from +1 outside it."""
    return str(place + 1) if place < FOUNDATION_PLACES else f"+{place + 1 - FOUNDATION_PLACES}"


def parse_place(text: str) -> int | None:
    """Return the place of a name; None when there is no such place."""
    number = text.removeprefix("+")
    if not is_number(number) or int(number) == 0:
        return None
    place = int(number) - 1 + (FOUNDATION_PLACES if text.startswith("+") else 0)
    return place if place < (PLACES if text.startswith("+") else FOUNDATION_PLACES) else None


def is_number(text: str) -> bool:
    """Return whether a text is a number of at most three ASCII digits."""
    return text.isascii() and text.isdigit() and len(text) < 4


def places_of(action: int) -> list[int]:
    """Return the places of a pick-up, the first taken first."""
    return [int(state.decode_pickup_place(action, i)) for i in range(state.count_picked_cards(action))]


def offence_names(offences: int) -> list[Any]:
    """Return the names of a set of offences."""
    return [OFFENCE_NAMES[Offence(i)] for i in range(OFFENCES) if offences >> i & 1]


def parse_offences(names: list[Any]) -> int:
    """Return the set of offences with these names."""
    return sum(1 << one for one, name in OFFENCE_NAMES.items() if name in names)
