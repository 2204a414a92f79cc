"""The sets that may be taken, each once: answer first, then the run of the stack, then places in their order.

An answer brings along what covers it.  The last numbers of `out` serve as a pad: open places yet to be tried, what is
left to be divided, and the places taken, for every depth of the search.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...decks.primepak.cards import VALUE
from .actions import encode_take, single_member
from .tables import (
    ABOVE,
    ANSWER_INDEX,
    COLUMNS,
    COVERS,
    DIVISOR_INDEX,
    MOST_PRODUCT,
    MOST_RUN,
    NONE,
    QUOTIENT_INDEX,
    UNDER,
    WHOLE,
    WIDTH,
)

PAD = 3 * 8


def open_places(layout, there):
    """Return the set of places on which nothing lies (PS-11)."""
    if layout == COLUMNS:
        return there & ~(there << WIDTH)
    free, rest = 0, there
    while rest:
        one = rest & -rest
        rest ^= one
        if COVERS[layout, single_member(one)] & there == 0:
            free |= one
    return free


def list_freed_places(layout, there, place):
    """Return the places that become open when `place` has just been removed from `there`."""
    under, found = UNDER[layout, place] & there, 0
    while under:
        one = under & -under
        under ^= one
        if COVERS[layout, single_member(one)] & there == 0:
            found |= one
    return found


def list_sets(layout, card, there, stack, height, out, n):
    """Append every set that may be taken; return how many actions there are now.

    card, there  the foundation: kinds by place, and the places that are not empty;  stack, height  the top card last
    """
    free = open_places(layout, there)
    rest = there
    while rest:
        one = rest & -rest
        rest ^= one
        place = single_member(one)
        if ANSWER_INDEX[card[place]] != NONE:
            n = list_with_answer(layout, card, there, stack, height, place, free, out, n)
    return list_with_answer_on_stack(layout, card, there, stack, height, free, out, n)


def list_with_answer(layout, card, there, stack, height, place, free, out, n):
    """The sets whose answer lies in the foundation."""
    left = ANSWER_INDEX[card[place]]
    chosen, others = 1 << place, 0
    on_it = ABOVE[layout, place] & there
    while on_it:
        other = on_it & -on_it
        on_it ^= other
        chosen |= other
        others += 1
        left = QUOTIENT_INDEX[left, card[single_member(other)]]
        if left == NONE:
            return n
    found, rest = free & ~chosen, chosen
    while rest:
        other = rest & -rest
        rest ^= other
        found |= list_freed_places(layout, there & ~chosen, single_member(other))
    n = list_completions(layout, card, there, chosen, found, left, others, 0, out, n)
    for run in range(1, min(height, MOST_RUN) + 1):
        left = QUOTIENT_INDEX[left, stack[height - run]]
        if left == NONE:
            return n
        n = list_completions(layout, card, there, chosen, found, left, others + run, run, out, n)
    return n


def list_with_answer_on_stack(layout, card, there, stack, height, free, out, n):
    """The sets whose answer is the largest card of the run."""
    largest, product = 0, 1
    for run in range(1, min(height, MOST_RUN) + 1):
        value = VALUE[stack[height - run]]
        product *= value
        if product > MOST_PRODUCT:
            return n
        largest = max(largest, value)
        rest = product // largest
        if rest < largest and largest % rest == 0:              # PS-12: something is left for the foundation
            n = list_completions(layout, card, there, 0, free, DIVISOR_INDEX[largest // rest], run - 1, run, out, n)
    return n


def list_completions(layout, card, there, chosen, free, left, others, run, out, n):
    """Append every set that adds open places, whose product is `left`, to the chosen places and a run.

    others  multipliers so far; with a single one the group would be two equal cards, which is no set
    """
    if left == WHOLE:
        out[n] = encode_take(chosen, run)
        return n + (others > 1)
    first = len(out) - PAD
    out[first], out[first + 1], out[first + 2] = free, left, chosen
    at = first
    while at >= first:
        one = out[at] & -out[at]
        if one == 0:
            at -= 3
            continue
        out[at] ^= one
        place = single_member(one)
        left = QUOTIENT_INDEX[out[at + 1], card[place]]
        if left == NONE:
            continue
        chosen = out[at + 2] | one
        if left != WHOLE:
            out[at + 3] = out[at] | list_freed_places(layout, there & ~chosen, place)
            out[at + 4], out[at + 5] = left, chosen
            at += 3
        elif at > first or others:
            out[n] = encode_take(chosen, run)
            n += 1
    return n


compile_rules(globals())
