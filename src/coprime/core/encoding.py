"""Encodings: how a game declares a view as a row of numbers for reinforcement learning.

A game's `encoding.py` lists its fields (`FIELDS`); `RowLayout` lays them out for a number of seats, and
`observation_writer.encode_row` writes a row. Only the view is read, so nothing hidden from the seat can appear.
Seats are counted from the observing seat, which is 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from .bits import KIND_MASK
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
    FieldKind,
    is_sparse,
    row_width,
)
from .packed_layout import WORD


class SeatSelection(IntEnum):
    """Which entries of a per-seat array are written."""

    ALL = 0                 # the field is no array of seats: all it has, in order
    MINE = 1
    EACH_SEAT = 2
    OTHERS = 3


@dataclass(frozen=True)
class EncodedField:
    """One field of the state in the row.

    field   its name
    write   how each of its words is written
    size    numbers per word; 0: `width` for each seat
    first   the value of the first number
    most    divisor that brings a number to between 0 and 1
    whose   which entries of a per-seat array
    width   words per seat where the array does not say; members per seat of a set
    over    with a modulo: write word // over % modulo
    modulo  0: the whole word
    used    the field that counts the words in use
    words   write only the first words of a field that is not per seat; 0: all
    above   for an array in use: how many words lie above the one that is written
    """

    field: str
    write: FieldKind
    size: int = 1
    first: int = 0
    most: float = 1.0
    whose: SeatSelection = SeatSelection.ALL
    width: int = 1
    over: int = 1
    modulo: int = 0
    used: str = ""
    words: int = 0
    above: int = 0

    def head(self, words: int) -> "EncodedField":
        """Return the field limited to its first words."""
        return replace(self, words=words)

    def mine(self, width: int = 1) -> "EncodedField":
        """Return the field limited to the observing seat."""
        return replace(self, whose=SeatSelection.MINE, width=width)

    def each(self, width: int = 1) -> "EncodedField":
        """Return the field for every seat, starting with the observing one."""
        return replace(self, whose=SeatSelection.EACH_SEAT, width=width)

    def others(self, width: int = 1) -> "EncodedField":
        """Return the field for every other seat, starting with the next one."""
        return replace(self, whose=SeatSelection.OTHERS, width=width)


def number(field: str, most: float = 1.0) -> EncodedField:
    """Declare a number, divided by its maximum."""
    return EncodedField(field, FieldKind.NUMBER, most=most)


def one_of(field: str, first: int, last: int, over: int = 1, modulo: int = 0) -> EncodedField:
    """Declare a one-hot value from `first` to `last`; all zeros for any other value, such as UNKNOWN."""
    return EncodedField(field, FieldKind.ONE_OF, last - first + 1, first, over=over, modulo=modulo)


def members(field: str, size: int) -> EncodedField:
    """Declare a set, one number per possible member."""
    return EncodedField(field, FieldKind.MEMBERS, size)


def bag(field: str, kinds: int, most: float = 1.0) -> EncodedField:
    """Declare a bag (core.bits): the count of each kind, divided by `most`."""
    return EncodedField(field, FieldKind.BAG, kinds, most=most)


def seat(field: str) -> EncodedField:
    """Declare a seat, one-hot; all zeros for UNKNOWN."""
    return EncodedField(field, FieldKind.SEAT, 0)


def seats_in(field: str, width: int = 1) -> EncodedField:
    """Declare a set of seats, or of `width` things per seat."""
    return EncodedField(field, FieldKind.SEATS_IN, 0, width=width)


def counts(field: str, first: int, last: int, most: float, used: str) -> EncodedField:
    """Declare how often each value from `first` to `last` stands in an array, divided by `most`."""
    return EncodedField(field, FieldKind.COUNTS, last - first + 1, first, most, used=used)


def top(field: str, first: int, last: int, used: str, above: int = 0) -> EncodedField:
    """Declare the last word in use of an array, or the one with `above` words above it, one-hot."""
    return EncodedField(field, FieldKind.TOP, last - first + 1, first, used=used, above=above)


class FieldSpan(NamedTuple):
    """Where a field stands in the row: observation[start:stop]."""

    field: str
    start: int
    stop: int


class RowLayout:
    """The row of a game with a number of seats.

    table      the lines that `observation_writer.encode_row` reads, one per field
    scale      factor of the numbers, per line
    spans      int64[k, 2]: start and end of the stretches that are zeroed for each row
    stretches  where each field stands
    size       length of the row
    low        float32[size]: the least value of each number; infinite for plain numbers, which have no bound
    high       float32[size]: the greatest value of each number
    """

    def __init__(self, state: Any, parts: Iterable[EncodedField], seats: int) -> None:
        self.seats = seats
        found = [(part, compile_field_row(state.layout, part, seats)) for part in parts]
        self.table = np.array([line for _, line in found], np.int64)
        self.scale = np.array([1 / part.most for part, _ in found])
        ends = np.cumsum([row_width(line) for line in self.table]).tolist()
        self.stretches = [FieldSpan(part.field, start, end)
                          for (part, _), start, end in zip(found, [0, *ends], ends, strict=False)]
        self.size: int = ends[-1]
        self.spans = self._zeroed_spans([0, *ends])
        bounds = [value_bounds(line, 1 / part.most) for part, line in found]
        widths = np.diff([0, *ends])
        self.low = np.repeat(np.array([low for low, _ in bounds], np.float32), widths)
        self.high = np.repeat(np.array([high for _, high in bounds], np.float32), widths)

    def _zeroed_spans(self, edges: list[int]) -> Any:
        """Return the row without its sparse lines, in as few spans as possible."""
        spans: list[list[int]] = []
        for line, start, end in zip(self.table, edges, edges[1:], strict=False):
            if is_sparse(line):
                continue
            if spans and spans[-1][1] == start:
                spans[-1][1] = end
            else:
                spans.append([start, end])
        return np.array(spans, np.int64).reshape(-1, 2)


def value_bounds(line: list[int], scale: float) -> tuple[float, float]:
    """Return the least and the greatest number that a line of the table can write."""
    kind = line[KIND]
    if kind == FieldKind.NUMBER:
        return -np.inf, np.inf
    most = {FieldKind.BAG: KIND_MASK, FieldKind.COUNTS: line[INNER]}.get(FieldKind(kind))
    return 0.0, 1.0 if most is None else most * scale


def compile_field_row(layout: Any, part: EncodedField, seats: int) -> list[int]:
    """Return the table line of a field, as `encode_row` reads it."""
    kind, offset = layout.fields[part.field][:2]
    line = [0] * COLUMNS
    line[KIND], line[AT], line[FIRST] = part.write, offset // WORD, part.first
    line[EACH], line[WIDTH] = part.size or part.width * seats, part.width
    line[OVER], line[MODULO] = part.over, part.modulo
    line[USED] = layout.fields[part.used][1] // WORD if part.used else 0
    line[ABOVE] = part.above
    if part.whose == SeatSelection.ALL:
        line[OUTER], line[INNER] = 1, part.words or int(np.prod(kind.shape, dtype=int))
        return line
    line[TURNED], line[SKIPPED] = 1, int(part.whose == SeatSelection.OTHERS)
    line[OUTER] = 1 if part.whose == SeatSelection.MINE else seats - line[SKIPPED]
    line[STEP] = line[INNER] = part.width * int(np.prod(kind.shape[1:], dtype=int))
    return line
