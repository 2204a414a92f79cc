"""Write a view as a row of numbers, compiled; `encoding` explains the lines of the table."""
# mypy: ignore-errors, implicit-reexport

from enum import IntEnum

from .bits import count_kind, lowest_member
from .kernel import compile_rules
from .seats import UNKNOWN

# Columns of a line: how; the field's first word; how many entries of how many words each lie how far apart; are they
# counted from the seat that looks, and how many are left out at the beginning; numbers for a word; the first value; for
# each seat so many members; of a word the part word // OVER % MODULO, where there is a MODULO; and where the word lies
# that says how many of an entry's words are in use; and how many of those lie above the one that is meant.
KIND, AT, OUTER, INNER, STEP, TURNED, SKIPPED, EACH, FIRST, WIDTH, OVER, MODULO, USED, ABOVE = range(14)
COLUMNS = 14
# Lines with wider entries are not all made 0 each time: those of one-hot values, and those of counts.
WIDE_ONE_HOT, WIDE_COUNTS = 32, 512


class FieldKind(IntEnum):
    """How a word is written or, from COUNTS on, how an entry of several words is."""

    NUMBER = 0
    ONE_OF = 1
    MEMBERS = 2
    BAG = 3
    SEAT = 4
    SEATS_IN = 5
    COUNTS = 6
    TOP = 7


def row_width(line):
    """Return how many numbers a line of the table writes."""
    return line[OUTER] * (line[EACH] if line[KIND] >= FieldKind.COUNTS else line[INNER] * line[EACH])


def is_sparse(line):
    """Tell whether so few numbers of a line are not 0 that their places are remembered, and only they are cleared."""
    if line[KIND] == FieldKind.COUNTS:
        return line[EACH] > WIDE_COUNTS
    return line[EACH] > WIDE_ONE_HOT and (line[KIND] == FieldKind.ONE_OF or line[KIND] == FieldKind.TOP)


def encode_row(words, table, scale, spans, seat, seats, out, nonzero):
    """Write the row of a view, given as its words, for a seat.

    Most numbers are 0: all are at first, and then only the others are written.

    spans  where the row is made 0 whatever stands there: all but the sparse lines
    nonzero  int[1 + room]: how many numbers of sparse lines are not 0, and where; zeros where `out` is zeros.  Where
           the room has not sufficed the whole row is made 0
    """
    clear_row(out, spans, nonzero)
    n = found = 0
    for row in range(len(table)):
        line = table[row]
        kind, inner, size = line[KIND], line[INNER], line[INNER] * line[EACH]
        for i in range(line[SKIPPED], line[SKIPPED] + line[OUTER]):
            place = (seat + i) % seats if line[TURNED] else i
            at = line[AT] + place * line[STEP]
            if kind == FieldKind.NUMBER:
                write_numbers(words[at:at + inner], scale[row], out[n:n + inner])
            elif kind == FieldKind.ONE_OF or kind == FieldKind.SEAT:
                for j in range(inner):
                    found = write_one_hot(words[at + j], line, seat, seats, out, n + j * line[EACH], nonzero, found)
            elif kind < FieldKind.COUNTS:
                for j in range(inner):
                    if words[at + j] > 0:           # not for an unknown one
                        write_set(words[at + j], line, scale[row], seat, out, n + j * line[EACH])
            else:
                size, used = line[EACH], words[line[USED] + place]
                if kind == FieldKind.COUNTS and is_sparse(line):
                    found = write_sparse_counts(words[at:at + used], line[FIRST], scale[row], out[n:n + size], n,
                                                nonzero, found)
                elif kind == FieldKind.COUNTS:
                    write_counts(words[at:at + used], line[FIRST], scale[row], out[n:n + size])
                elif used > line[ABOVE]:
                    found = write_one_hot(words[at + used - 1 - line[ABOVE]], line, seat, seats, out, n, nonzero, found)
            n += size
    nonzero[0] = found


def clear_row(out, spans, nonzero):
    """Set a row back to zeros."""
    if nonzero[0] < len(nonzero):
        for k in range(nonzero[0]):
            out[nonzero[k + 1]] = 0
        for k in range(len(spans)):
            zero_row(out[spans[k, 0]:spans[k, 1]])
    else:
        zero_row(out)


def zero_row(out):
    """Set every number of a row to zero."""
    for i in range(len(out)):
        out[i] = 0


def write_numbers(words, scale, out):
    """Write words as numbers."""
    for j in range(len(out)):
        out[j] = words[j] * scale


def write_one_hot(word, line, seat, seats, out, n, nonzero, found):
    """Write a one-hot value or seat; nothing for an unknown or foreign value.

    Return how many places of sparse lines have been found, `found` of them before.
    """
    if word == UNKNOWN:
        return found
    if line[KIND] == FieldKind.SEAT:
        out[n + (word - seat) % seats] = 1
        return found
    if line[MODULO]:
        word = word // line[OVER] % line[MODULO]
    at = word - line[FIRST]
    if at < 0 or at >= line[EACH]:
        return found
    out[n + at] = 1
    return append_nonzero(n + at, nonzero, found) if is_sparse(line) else found


def write_set(word, line, scale, seat, out, n):
    """Write a bag, a set, or a set of seats that is not empty."""
    each = line[EACH]
    if line[KIND] == FieldKind.BAG:
        for i in range(each):
            out[n + i] = count_kind(word, i) * scale
        return
    turned = line[WIDTH] * seat if line[KIND] == FieldKind.SEATS_IN else 0
    while word:
        i = lowest_member(word)
        word &= word - 1
        if i < each:
            out[n + (i - turned) % each] = 1


def write_counts(words, first, scale, out):
    """Write how often each value stands among words."""
    for j in range(len(words)):
        value = words[j] - first
        if 0 <= value < len(out):
            out[value] += scale


def write_sparse_counts(words, first, scale, out, n, nonzero, found):
    """Write the same in a sparse line, which begins at place n of the row; return as `write_one_hot` does."""
    for j in range(len(words)):
        value = words[j] - first
        if 0 <= value < len(out):
            if out[value] == 0:
                found = append_nonzero(n + value, nonzero, found)
            out[value] += scale
    return found


def append_nonzero(at, nonzero, found):
    """Remember the place of a nonzero number of a sparse line, if there is room; return how many have been found."""
    if found + 1 < len(nonzero):
        nonzero[found + 1] = at
    return found + 1


compile_rules(globals(), makers="")
