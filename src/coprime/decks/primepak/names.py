"""How cards and sets of PrimePak are written: `42`, `W` for a wild, `42=6x7`; and what a screen needs to draw one."""

from collections.abc import Iterable
from typing import Any

from ...core.errors import BadInput
from ...core.messages import load_messages
from ...core.numbers import prime_factors
from .cards import KIND, NUMBERS, WILD
from .explain import FOLDER

SAY = load_messages(FOLDER)
WILD_NAME = "W"


def name(kind: int) -> str:
    return WILD_NAME if kind == WILD else str(NUMBERS[kind])


def kind_of(text: str) -> int:
    """The kind of a card as it is written.  Raises BadInput."""
    if text.strip().upper() == WILD_NAME:
        return WILD
    if not text.strip().isascii() or not text.strip().isdigit() or int(text[:9]) not in KIND:
        raise BadInput(SAY["bad"]["card"].format(text=text.strip()[:20]))
    return KIND[int(text[:9])]


def label(kinds: Iterable[int]) -> str:
    """A set as it is written, the answer first: `42=6x7`."""
    answer, *multipliers = [name(kind) for kind in kinds]
    return f"{answer}={'x'.join(multipliers)}"


def kinds_of(text: str) -> list[int]:
    """The kinds of a group written as a set, the answer first; it need not be one.  Raises BadInput."""
    answer, equals, multipliers = text.partition("=")
    if not equals:
        raise BadInput(SAY["bad"]["set"].format(text=text.strip()[:40]))
    return [kind_of(answer), *(kind_of(part) for part in multipliers.replace("×", "x").split("x"))]


def face(kind: int) -> dict[str, Any]:
    """A card as the browser's Card takes it: its figure and factors, or that it is a wild."""
    return {"wild": True} if kind == WILD else {"figure": name(kind), "factors": prime_factors(NUMBERS[kind])}
