"""Writing a view as a row of numbers, compiled; what a line of the table means stands in `encoding`."""

from enum import IntEnum

from .bits import held
from .kernel import compile_rules
from .seats import UNKNOWN

# Columns of a line: how; the field's first word; how many entries of how many words each lie how far apart; are they
# counted from the seat that looks, and how many are left out at the beginning; numbers for a word; the first value; for
# each seat so many members; of a word the part word // OVER % MODULO, where there is a MODULO; and where the word lies
# that says how many of an entry's words are in use.
KIND, AT, OUTER, INNER, STEP, TURNED, SKIPPED, EACH, FIRST, WIDTH, OVER, MODULO, USED = range(13)
COLUMNS = 13


class Write(IntEnum):
    """How a word is written, or from COUNTS on how an entry of many is."""

    NUMBER = 0
    ONE_OF = 1
    MEMBERS = 2
    BAG = 3
    SEAT = 4
    SEATS_IN = 5
    COUNTS = 6
    TOP = 7


def written(line):
    """How many numbers a line of the table writes."""
    return line[OUTER] * (line[EACH] if line[KIND] >= Write.COUNTS else line[INNER] * line[EACH])


def encode(words, table, scale, seat, seats, out):
    """Write the row of a view, given as its words, for a seat."""
    n = 0
    for row in range(len(table)):
        line = table[row]
        each = line[EACH]
        for i in range(line[SKIPPED], line[SKIPPED] + line[OUTER]):
            place = (seat + i) % seats if line[TURNED] else i
            at = line[AT] + place * line[STEP]
            if line[KIND] >= Write.COUNTS:
                blank(out, n, each)
                used = words[line[USED] + place]
                if line[KIND] == Write.COUNTS:
                    count(words, at, used, line, scale[row], out, n)
                elif used > 0:
                    mark(words[at + used - 1], line, seat, seats, out, n)
                n += each
            else:
                for j in range(line[INNER]):
                    put(words[at + j], line, scale[row], seat, seats, out, n)
                    n += each


def blank(out, n, each):
    for i in range(n, n + each):
        out[i] = 0


def put(word, line, scale, seat, seats, out, n):
    """Write one word from out[n] on: of an unknown set or bag nothing but zeros, as of an empty one."""
    kind, each = line[KIND], line[EACH]
    if kind == Write.NUMBER:
        out[n] = word * scale
    elif kind == Write.ONE_OF or kind == Write.SEAT:
        blank(out, n, each)
        if word != UNKNOWN:
            mark(word, line, seat, seats, out, n)
    elif word == UNKNOWN or word == 0:
        blank(out, n, each)
    elif kind == Write.BAG:
        for i in range(each):
            out[n + i] = held(word, i) * scale
    elif kind == Write.MEMBERS:
        for i in range(each):
            out[n + i] = word >> i & 1
    else:
        for i in range(each):
            out[n + i] = word >> (line[WIDTH] * seat + i) % each & 1


def mark(word, line, seat, seats, out, n):
    """A 1 in the place of a value, or of a seat; nothing where it has none."""
    if line[KIND] == Write.SEAT:
        out[n + (word - seat) % seats] = 1
        return
    if line[MODULO]:
        word = word // line[OVER] % line[MODULO]
    if 0 <= word - line[FIRST] < line[EACH]:
        out[n + word - line[FIRST]] = 1


def count(words, at, used, line, scale, out, n):
    """How often each value stands in the words that are in use."""
    for j in range(used):
        value = words[at + j] - line[FIRST]
        if 0 <= value < line[EACH]:
            out[n + value] += scale


compile_rules(globals(), makers="")
