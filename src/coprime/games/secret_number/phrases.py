"""Small words of Secret Number that log, screen, hints and bots share."""

from pathlib import Path
from types import SimpleNamespace

from ...core.bits import has
from ...core.messages import messages
from . import rules

SAY = messages(Path(__file__).parent)


def equation(low, high, op):
    """`2 × 4 = 8`: the smaller number first where that is allowed."""
    one, other = terms(low, high, op)
    return f"{one} {SAY['operation']['symbols'][op]} {other} = {rules.result(low, high, op)}"


def terms(low, high, op):
    """Two numbers in the order in which an operation takes them."""
    return [high, low] if op == 1 or (op == 3 and low) else [low, high]


def signed(points):
    return f"−{-points}" if points < 0 else str(points)


def points_word(points):
    return SAY["ask"]["points"][min(abs(points), 2)].format(n=signed(points))


def you_or(seat, watcher, names):
    return SAY["ask"]["you"] if seat == watcher else names[seat]


def capital(text):
    return text[:1].upper() + text[1:]


def score_line(points, watcher, names):
    """`you 5, Otter −1`."""
    return ", ".join(SAY["event"]["points"].format(who=you_or(i, watcher, names), points=signed(n))
                     for i, n in enumerate(points))


def totals(view):
    return [sum(row[seat] for row in view.points) for seat in range(view.seats)]


def read(view):
    """A view with plain numbers and lists for its fields: much faster to read many times uncompiled."""
    return SimpleNamespace(**{name: view[name].tolist() for name in view.dtype.names})


def facts(view, names):
    """Some fields of a view, to look up what was worked out from them."""
    return tuple((name, tuple(value) if isinstance(value := getattr(view, name), list) else value) for name in names)


def from_facts(kept):
    return SimpleNamespace(**{name: list(value) if isinstance(value, tuple) else value for name, value in kept})


def members(seats, view):
    return [i for i in range(view.seats) if has(seats, i)]


def missing(view):
    return members(~view.chosen, view)
