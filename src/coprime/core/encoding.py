"""A position as a row of numbers for a learner: what is read off a view, and how each field is written.

A game's `encoding.py` names its parts (`FIELDS`); `Layout` lays them out for so many seats, and
`observation_writer.encode_row` writes a row.  It reads a view and nothing else, so what a seat cannot see cannot stand
there.  Seats are counted from the one who looks, who is 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from .observation_writer import (
    ABOVE,
    AT,
    COLUMNS,
    EACH,
    FIRST,
    INNER,
    KIND,
    MODULO,
    OUTER,
    OVER,
    SKIPPED,
    STEP,
    TURNED,
    USED,
    WIDTH,
    Write,
    is_long,
    row_width,
)

WORD = 8                    # bytes


class Whose(IntEnum):
    """Which of the entries of an array of seats."""

    ALL = 0                 # the field is no array of seats: all it has, in order
    MINE = 1
    EACH_SEAT = 2
    OTHERS = 3


@dataclass(frozen=True)
class Part:
    """One field of the state in the row.

    field   its name
    write   how each of its words is written
    size    into how many numbers; 0: `width` for each seat
    first   the value of the first of them
    most    what a number is divided by, so that it lies between 0 and 1
    whose   which entries of an array of seats
    width   words of a seat's entry, where the array does not say; members of a set that belong to each seat
    over    where there is a modulo, of a word the part word // over % modulo
    modulo  0: the whole word
    used    the field that says how many of an entry's words are in use
    words   of a field that is no array of seats only so many; 0: all
    above   of an array in use: how many words lie above the one that is meant
    """

    field: str
    write: Write
    size: int = 1
    first: int = 0
    most: float = 1.0
    whose: Whose = Whose.ALL
    width: int = 1
    over: int = 1
    modulo: int = 0
    used: str = ""
    words: int = 0
    above: int = 0

    def head(self, words: int) -> "Part":
        """Only its first words."""
        return replace(self, words=words)

    def mine(self, width: int = 1) -> "Part":
        """Only of the seat that looks."""
        return replace(self, whose=Whose.MINE, width=width)

    def each(self, width: int = 1) -> "Part":
        """Of every seat, from the one that looks on."""
        return replace(self, whose=Whose.EACH_SEAT, width=width)

    def others(self, width: int = 1) -> "Part":
        """Of every other seat, from the next on."""
        return replace(self, whose=Whose.OTHERS, width=width)


def number(field: str, most: float = 1.0) -> Part:
    """A number, divided by the most that it can be."""
    return Part(field, Write.NUMBER, most=most)


def one_of(field: str, first: int, last: int, over: int = 1, modulo: int = 0) -> Part:
    """One of the values `first` to `last`: a 1 in its place; nothing but zeros for any other, such as UNKNOWN."""
    return Part(field, Write.ONE_OF, last - first + 1, first, over=over, modulo=modulo)


def members(field: str, size: int) -> Part:
    """A set, bit by bit."""
    return Part(field, Write.MEMBERS, size)


def bag(field: str, kinds: int, most: float = 1.0) -> Part:
    """How many of each kind a bag holds (core.bits), divided by `most`."""
    return Part(field, Write.BAG, kinds, most=most)


def seat(field: str) -> Part:
    """A seat: a 1 in its place; nothing but zeros for UNKNOWN."""
    return Part(field, Write.SEAT, 0)


def seats_in(field: str, width: int = 1) -> Part:
    """A set of seats, or of what each seat has `width` of."""
    return Part(field, Write.SEATS_IN, 0, width=width)


def counts(field: str, first: int, last: int, most: float, used: str) -> Part:
    """How often each of the values `first` to `last` stands in an array, divided by `most`."""
    return Part(field, Write.COUNTS, last - first + 1, first, most, used=used)


def top(field: str, first: int, last: int, used: str, above: int = 0) -> Part:
    """The last word in use of an array, or the one with so many above it, as `one_of`."""
    return Part(field, Write.TOP, last - first + 1, first, used=used, above=above)


class Stretch(NamedTuple):
    """Where a field stands in the row: observation[start:stop]."""

    field: str
    start: int
    stop: int


class Layout:
    """The row of a game with so many seats.

    table      what `observation_writer.encode_row` works on: a line for each part
    scale      by what it multiplies numbers
    spans      int64[k, 2]: from where to where it makes the row 0 each time
    stretches  where each field stands
    size       how many numbers the row has
    """

    def __init__(self, state: Any, parts: Iterable[Part], seats: int) -> None:
        self.seats = seats
        found = [(part, line_of(state.layout, part, seats)) for part in parts]
        self.table = np.array([line for _, line in found], np.int64)
        self.scale = np.array([1 / part.most for part, _ in found])
        ends = np.cumsum([row_width(line) for line in self.table]).tolist()
        self.stretches = [Stretch(part.field, start, end)
                          for (part, _), start, end in zip(found, [0, *ends], ends, strict=False)]
        self.size: int = ends[-1]
        self.spans = self._spans([0, *ends])

    def _spans(self, edges: list[int]) -> Any:
        """The row less its long lines, in as few pieces as it can be."""
        spans: list[list[int]] = []
        for line, start, end in zip(self.table, edges, edges[1:], strict=False):
            if is_long(line):
                continue
            if spans and spans[-1][1] == start:
                spans[-1][1] = end
            else:
                spans.append([start, end])
        return np.array(spans, np.int64).reshape(-1, 2)


def line_of(layout: Any, part: Part, seats: int) -> list[int]:
    """A part as a line of the table."""
    kind, offset = layout.fields[part.field][:2]
    line = [0] * COLUMNS
    line[KIND], line[AT], line[FIRST] = part.write, offset // WORD, part.first
    line[EACH], line[WIDTH] = part.size or part.width * seats, part.width
    line[OVER], line[MODULO] = part.over, part.modulo
    line[USED] = layout.fields[part.used][1] // WORD if part.used else 0
    line[ABOVE] = part.above
    if part.whose == Whose.ALL:
        line[OUTER], line[INNER] = 1, part.words or int(np.prod(kind.shape, dtype=int))
        return line
    line[TURNED], line[SKIPPED] = 1, int(part.whose == Whose.OTHERS)
    line[OUTER] = 1 if part.whose == Whose.MINE else seats - line[SKIPPED]
    line[STEP] = line[INNER] = part.width * int(np.prod(kind.shape[1:], dtype=int))
    return line
