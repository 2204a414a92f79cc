"""Notation of PrimePak's cards and sets, and the data with which a browser draws a card.

Cards are written `42`, `W` for a wild; sets `42=6x7`, the answer first.
"""

from collections.abc import Iterable
from typing import Any

from ...core.errors import BadInput
from ...core.messages import load_messages
from ...core.numbers import prime_factors
from .cards import KIND, NUMBERS, PRIME, WILD
from .factoring_explanations import FOLDER

SAY = load_messages(FOLDER)
WILD_NAME = "W"


def kind_name(kind: int) -> str:
    """Return how a card is written: its number, or `W` for a wild."""
    return WILD_NAME if kind == WILD else str(NUMBERS[kind])


def parse_kind(text: str) -> int:
    """Return the kind of a card that a text names.  Raises BadInput."""
    if text.strip().upper() == WILD_NAME:
        return WILD
    if not text.strip().isascii() or not text.strip().isdigit() or int(text[:9]) not in KIND:
        raise BadInput(SAY["bad"]["card"].format(text=text.strip()[:20]))
    return KIND[int(text[:9])]


def set_label(kinds: Iterable[int]) -> str:
    """Return how a set is written, the answer first: `42=6x7`."""
    answer, *multipliers = [kind_name(kind) for kind in kinds]
    return f"{answer}={'x'.join(multipliers)}"


def parse_kinds(text: str) -> list[int]:
    """Return the kinds of a group that is written as a set, the answer first.  Raises BadInput.

    The group need not be a factor set.
    """
    answer, equals, multipliers = text.partition("=")
    if not equals:
        raise BadInput(SAY["bad"]["set"].format(text=text.strip()[:40]))
    return [parse_kind(answer), *(parse_kind(part) for part in multipliers.replace("×", "x").split("x"))]


def list_primes(kinds: Iterable[int]) -> list[int]:
    """Return the primes among cards, each once, in rising order; a wild is none of its own."""
    return sorted({NUMBERS[kind] for kind in kinds if kind != WILD and PRIME[kind]})


def card_face_scene(kind: int) -> dict[str, Any]:
    """Return a card as the browser draws it: its figure and prime factors, or that it is wild."""
    return {"wild": True} if kind == WILD else {"figure": kind_name(kind), "factors": prime_factors(NUMBERS[kind])}
