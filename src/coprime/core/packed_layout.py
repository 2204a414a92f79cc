"""How a batch stores the states of many matches: without what cannot change or is not in use, most numbers in 16 bits.

A state is some kilobytes of int64, and thousands of them do not fit into a processor's cache.  Rules still see states
of int64: a match is unpacked, stepped and packed again (`state_packer`).
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .options import Option
from .state_packer import COLUMNS, END, NO_COUNT, PLACE, START

WORD = 8                    # bytes
NARROW = np.dtype(np.int16)
MAX_UNUSED = 8              # words of seats that nobody has that are stored all the same: two spans more take longer


class Span(NamedTuple):
    """Words of a state that are stored: all of them, or those of a list in use."""

    start: int
    end: int
    counter: int = NO_COUNT     # the word that counts the items in use
    beyond: int = 0             # what stands beyond these


class PackedRows(NamedTuple):
    """States of many matches, a row each: the narrow and the wide numbers."""

    narrow: NDArray[np.int16]
    wide: NDArray[np.int64]


class PackedLayout:
    """Where the words of a state stand in two packed rows, one of int16 and one of int64.

    narrow_spans, wide_spans  int64[k, 5]: as `state_packer` reads them
    """

    def __init__(self, state: Any, constant: Iterable[str], seats: int) -> None:
        """Lay out a game's `State` for a number of seats; `constant` names fields that are never stored."""
        spans: dict[bool, list[Span]] = {True: [], False: []}
        for name in state.layout.names:
            if name not in constant:
                spans[is_narrow(state.ranges.get(name))] += field_spans(state, name, seats)
        self.narrow_spans, self.wide_spans = table_of_spans(spans[True]), table_of_spans(spans[False])

    def make_rows(self, n: int) -> PackedRows:
        """Return the packed rows of n states, all zeros."""
        return PackedRows(np.zeros((n, row_length(self.narrow_spans)), NARROW),
                          np.zeros((n, row_length(self.wide_spans)), np.int64))

    def pack(self, words: NDArray[np.int64], rows: PackedRows) -> None:
        """Pack states, given as rows of words, into rows."""
        for packed, spans in (rows.narrow, self.narrow_spans), (rows.wide, self.wide_spans):
            for start, end, at in spans[:, [START, END, PLACE]]:
                packed[:, at:at + end - start] = words[:, start:end]

    def unpack(self, rows: PackedRows, words: NDArray[np.int64]) -> None:
        """Unpack states into rows of words, which hold already what is not stored."""
        for packed, spans in (rows.wide, self.wide_spans), (rows.narrow, self.narrow_spans):
            for start, end, at, count, beyond in spans:
                words[:, start:end] = packed[:, at:at + end - start]
                if count != NO_COUNT:
                    words[:, start:end][np.arange(end - start) >= words[:, count:count + 1]] = beyond


def constant_fields(options: Iterable[Option]) -> set[str]:
    """Return the fields of a state that stay as a match begins: those of a game's options, and its seats."""
    return {"seats", *(option.name for option in options)}


def field_spans(state: Any, name: str, seats: int) -> Iterator[Span]:
    """Yield the spans of a field: one, or one for each seat where each has a list."""
    kind, offset = state.layout.fields[name][:2]
    start, size, entries = offset // WORD, kind.itemsize // WORD, 1
    counted, beyond = state.lists.get(name, ("", 0))
    if name in state.per_seat and (counted or size * (kind.shape[0] - seats) > MAX_UNUSED * kind.shape[0]):
        size //= kind.shape[0]
        entries = seats
    if not counted:
        yield Span(start, start + size * entries)
        return
    count = state.layout.fields[counted][1] // WORD
    for entry in range(entries):
        yield Span(start + size * entry, start + size * (entry + 1), count + entry, beyond)


def is_narrow(bounds: tuple[int, int] | None) -> bool:
    """Tell whether numbers within bounds fit in 16 bits; not where no bounds are known."""
    limits = np.iinfo(NARROW)
    return bounds is not None and limits.min <= bounds[0] and bounds[1] <= limits.max


def table_of_spans(spans: Iterable[Span]) -> NDArray[np.int64]:
    """Return spans as rows with their places in a packed row: counts and all else first, lists after them."""
    rows: list[list[int]] = []
    place = 0
    for start, end, counter, beyond in sorted(spans, key=lambda span: span.counter != NO_COUNT):
        if rows and counter == NO_COUNT and rows[-1][END] == start:
            rows[-1][END] = end
        else:
            rows.append([start, end, place, counter, beyond])
        place += end - start
    return np.array(rows, np.int64).reshape(-1, COLUMNS)


def row_length(spans: NDArray[np.int64]) -> int:
    """Return how many numbers a packed row has."""
    return int((spans[:, END] - spans[:, START]).sum())
