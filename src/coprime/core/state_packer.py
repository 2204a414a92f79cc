"""Pack and unpack the words of a state, compiled; `packed_layout` explains the rows of spans."""
# mypy: ignore-errors, implicit-reexport

from .kernel import compile_rules

# Columns of a span: the first of its words and the one after its last, its place in the packed row; of a list the word
# that counts its items (else NO_COUNT), and what stands beyond them.
START, END, PLACE, COUNT, BEYOND = range(5)
COLUMNS = 5
NO_COUNT = -1
BLOCK = 16                  # items of lists are copied in blocks, because single ones at their end take longer


def stored_length(count, most):
    """Return how many items of a list are stored: whole blocks, as far as there are so many."""
    return min((count + BLOCK - 1) // BLOCK * BLOCK, most)


def unpack_spans(packed, spans, filled, words):
    """Unpack a row into the words of a state; counts of lists have to be there already.

    filled  by span: how many items of a list the words have held, which are cleared where there are fewer now
    """
    for k in range(len(spans)):
        span = spans[k]
        items = words[span[START]:span[END]]
        n = len(items)
        if span[COUNT] != NO_COUNT:
            n = stored_length(words[span[COUNT]], n)
            for i in range(n, filled[k]):
                items[i] = span[BEYOND]
        widen_items(packed[span[PLACE]:span[PLACE] + n], items)


def widen_items(packed, items):
    """Copy packed numbers to the beginning of a state's field."""
    for i in range(len(packed)):
        items[i] = packed[i]


def pack_spans(words, spans, filled, packed):
    """Pack the words of a state into a row, and note how many items of lists are stored; return 0 if all fit."""
    lost = 0
    for k in range(len(spans)):
        span = spans[k]
        n = span[END] - span[START]
        if span[COUNT] != NO_COUNT:
            n = filled[k] = stored_length(words[span[COUNT]], n)
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
