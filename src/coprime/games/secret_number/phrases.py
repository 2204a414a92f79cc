"""Small words of Secret Number that log, screen, hints and bots share."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ...core.bits import has_member
from ...core.messages import join_with_commas, load_messages
from . import rules

SAY = load_messages(Path(__file__).parent)


def equation(low: int, high: int, op: int) -> str:
    """`2 × 4 = 8`: the smaller number first where that is allowed."""
    one, other = terms(low, high, op)
    return f"{one} {SAY['operation']['symbols'][op]} {other} = {rules.result(low, high, op)}"


def terms(low: int, high: int, op: int) -> list[int]:
    """Two numbers in the order in which an operation takes them."""
    return [high, low] if op == 1 or (op == 3 and low) else [low, high]


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def points_word(points: int) -> str:
    return SAY["ask"]["points"][min(abs(points), 2)].format(n=signed(points))


def you_or(seat: int, watcher: int, names: Sequence[str]) -> str:
    return SAY["ask"]["you"] if seat == watcher else names[seat]


def score_line(points: list[int], watcher: int, names: Sequence[str], opening: bool = False) -> str:
    """`you 5, Otter −1`; `You 5, Otter −1` where it opens a sentence."""
    say = SAY["event"]
    return join_with_commas(say["points_first" if opening and seat == watcher == 0 else "points"].format(
        who=you_or(seat, watcher, names), points=signed(n)) for seat, n in enumerate(points))


def totals(view: SimpleNamespace) -> list[int]:
    return [sum(row[seat] for row in view.points) for seat in range(view.seats)]


def read(view: Any) -> SimpleNamespace:
    """A view with plain numbers and lists for its fields: much faster to read many times uncompiled."""
    return SimpleNamespace(**{name: view[name].tolist() for name in view.dtype.names})


def facts(view: SimpleNamespace, names: Sequence[str]) -> tuple[tuple[str, int | tuple[int, ...]], ...]:
    """Some fields of a view, to look up what was worked out from them."""
    return tuple((name, tuple(value) if isinstance(value := getattr(view, name), list) else value) for name in names)


def from_facts(kept: tuple[tuple[str, int | tuple[int, ...]], ...]) -> SimpleNamespace:
    return SimpleNamespace(**{name: list(value) if isinstance(value, tuple) else value for name, value in kept})


def members(seats: int, view: SimpleNamespace) -> list[int]:
    return [i for i in range(view.seats) if has_member(seats, i)]


def missing(view: SimpleNamespace) -> list[int]:
    return members(~view.chosen, view)
