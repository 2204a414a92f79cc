"""How actions are written: `take 5 1 +2`, `hit`, `done`, `challenge 7`, `challenge 7 order wilds`, `wait`."""

from pathlib import Path
from typing import Any

from ...core.errors import BadInput
from ...core.messages import load_messages
from ...decks.primepak.catalogue import WIDEST
from . import state
from .state import MAIN, NUMBERED, OFFENCES, PLACES, WIDE, Offence, Verb

SAY = load_messages(Path(__file__).parent)
WORDS = {Verb.HIT: "hit", Verb.DONE: "done", Verb.WAIT: "wait"}
OFFENCE = {Offence.PRODUCT: "product", Offence.ORDER: "order", Offence.WILDS: "wilds", Offence.NATURALS: "naturals"}


def label(action: int) -> str:
    verb = state.verb_of(action)
    if state.is_pick(action):
        return f"take {' '.join(place_name(place) for place in places_of(action))}"
    if verb == Verb.CHALLENGE:
        return " ".join(["challenge", str(state.number_of(action)), *offence_names(state.offences_of(action))])
    return WORDS[verb]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    match text.split()[:WIDE + 2]:
        case ["take", *places] if places:
            found = [place for place in map(place_of, places) if place is not None]
            known = len(set(found)) == len(found) == len(places)
            if known and (len(found) <= WIDEST or max(found) < WIDE):
                return int(state.take(found, len(found)))
        case ["challenge", number, *named] if set(named) <= set(OFFENCE.values()) and is_number(number):
            if int(number) < NUMBERED:
                return int(state.challenge(int(number), offences_named(named)))
        case [word] if word in WORDS.values():
            return int(next(verb for verb, known in WORDS.items() if known == word))
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def place_name(place: int) -> str:
    """Places of the foundation from 1, those outside it from +1."""
    return str(place + 1) if place < MAIN else f"+{place + 1 - MAIN}"


def place_of(text: str) -> int | None:
    """The place of a name; None when there is no such place."""
    number = text.removeprefix("+")
    if not is_number(number) or int(number) == 0:
        return None
    place = int(number) - 1 + (MAIN if text.startswith("+") else 0)
    return place if place < (PLACES if text.startswith("+") else MAIN) else None


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4


def places_of(action: int) -> list[int]:
    """The places of a pick-up, the first taken first."""
    return [int(state.place_at(action, i)) for i in range(state.cards_taken(action))]


def offence_names(offences: int) -> list[Any]:
    return [OFFENCE[Offence(i)] for i in range(OFFENCES) if offences >> i & 1]


def offences_named(names: list[Any]) -> int:
    return sum(1 << one for one, name in OFFENCE.items() if name in names)
