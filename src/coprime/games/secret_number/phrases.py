"""Format the small texts of Secret Number that log, screen, hints and bots share."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ...core.bits import has_member
from ...core.messages import join_with_commas, load_messages
from . import rules

SAY = load_messages(Path(__file__).parent)


def equation_text(low: int, high: int, op: int) -> str:
    """Return an equation such as `2 × 4 = 8`, the smaller number first where that is allowed."""
    one, other = order_numbers(low, high, op)
    return f"{one} {SAY['operation']['symbols'][op]} {other} = {rules.compute_result(low, high, op)}"


def order_numbers(low: int, high: int, op: int) -> list[int]:
    """Return two numbers in the order in which an operation takes them."""
    return [high, low] if op == 1 or (op == 3 and low) else [low, high]


def signed_text(points: int) -> str:
    """Return points with a true minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def points_text(points: int) -> str:
    """Return a number of points in words."""
    return SAY["ask"]["points"][min(abs(points), 2)].format(n=signed_text(points))


def you_or_name(seat: int, watcher: int, names: Sequence[str]) -> str:
    """Return "you" for the reader's own seat, else the seat's name."""
    return SAY["ask"]["you"] if seat == watcher else names[seat]


def scores_text(points: list[int], watcher: int, names: Sequence[str], starts_sentence: bool = False) -> str:
    """Return everybody's points: `you 5, Otter −1`.

    starts_sentence  begin with a capital: `You 5, Otter −1`
    """
    say = SAY["event"]
    return join_with_commas(say["points_first" if starts_sentence and seat == watcher == 0 else "points"].format(
        who=you_or_name(seat, watcher, names), points=signed_text(n)) for seat, n in enumerate(points))


def sum_points_by_seat(view: SimpleNamespace) -> list[int]:
    """Return each seat's points of all games."""
    return [sum(row[seat] for row in view.points) for seat in range(view.seats)]


def to_namespace(view: Any) -> SimpleNamespace:
    """Return a view as an object with plain numbers and lists, which uncompiled code reads much faster."""
    return SimpleNamespace(**{name: view[name].tolist() for name in view.dtype.names})


def freeze_view(view: SimpleNamespace, names: Sequence[str]) -> tuple[tuple[str, int | tuple[int, ...]], ...]:
    """Return some fields of a view as a hashable key, from which `unfreeze_view` makes a view again."""
    return tuple((name, tuple(value) if isinstance(value := getattr(view, name), list) else value) for name in names)


def unfreeze_view(frozen_view: tuple[tuple[str, int | tuple[int, ...]], ...]) -> SimpleNamespace:
    """Return the fields of a frozen view as an object."""
    return SimpleNamespace(**{name: list(value) if isinstance(value, tuple) else value for name, value in frozen_view})


def seats_in_set(seats: int, view: SimpleNamespace) -> list[int]:
    """Return the seats of a set as a list."""
    return [i for i in range(view.seats) if has_member(seats, i)]


def list_undecided_seats(view: SimpleNamespace) -> list[int]:
    """Return the seats that have not chosen yet."""
    return seats_in_set(~view.chosen, view)
