"""Pack and unpack the words of a state, compiled; `packed_layout` explains the rows of spans."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules

# Columns of a span: the first of its words and the one after its last, its place in the packed row; of a list the word
# that counts its items (else NO_COUNT), and what stands beyond them.
START, END, PLACE, COUNT, BEYOND = range(5)
COLUMNS = 5
NO_COUNT = -1


def unpack_spans(packed, spans, filled, words):
    """Unpack a row into the words of a state; counts of lists have to be there already.

    filled  by span: how many items of a list the words have held, which is cleared where there are fewer now
    """
    for k in range(len(spans)):
        span = spans[k]
        items = words[span[START]:span[END]]
        n = len(items)
        if span[COUNT] != NO_COUNT:
            n = words[span[COUNT]]
            for i in range(n, filled[k]):
                items[i] = span[BEYOND]
        widen_items(packed[span[PLACE]:span[PLACE] + n], items)


def widen_items(packed, items):
    """Copy packed numbers to the beginning of a state's field."""
    for i in range(len(packed)):
        items[i] = packed[i]


def pack_spans(words, spans, filled, packed):
    """Pack the words of a state into a row, and note how many items lists have; return 0 if all numbers fit there."""
    lost = 0
    for k in range(len(spans)):
        span = spans[k]
        n = span[END] - span[START]
        if span[COUNT] != NO_COUNT:
            n = words[span[COUNT]]
            filled[k] = n
        lost |= narrow_items(words[span[START]:span[START] + n], packed[span[PLACE]:span[PLACE] + n])
    return lost


def narrow_items(items, packed):
    """Copy numbers to narrower ones; return 0 if all fit there."""
    lost = 0
    for i in range(len(packed)):
        packed[i] = items[i]
        lost |= items[i] ^ packed[i]
    return lost


compile_rules(globals(), makers="")
