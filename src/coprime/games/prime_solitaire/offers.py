"""The sets that may be taken, each once: answer first, then the run of the stack, then places in their order.

An answer brings along what covers it.  The last numbers of `out` serve as a pad: open places yet to be tried, what is
left to be divided, and the places taken, for every depth of the search.
"""

from ...core.kernel import compile_rules
from ...decks.primepak.cards import VALUE
from .actions import only, take
from .tables import ABOVE, ANSWER, COLUMNS, COVERS, DIVIDED, INDEX, MOST_PRODUCT, MOST_RUN, NONE, UNDER, WHOLE, WIDTH

PAD = 3 * 8


def open_places(layout, there):
    """PS-11: the places on which nothing lies."""
    if layout == COLUMNS:
        return there & ~(there << WIDTH)
    free, rest = 0, there
    while rest:
        one = rest & -rest
        rest ^= one
        if COVERS[layout, only(one)] & there == 0:
            free |= one
    return free


def freed(layout, there, place):
    """The places on which nothing lies any more, now that `place` is no longer among those `there`."""
    under, found = UNDER[layout, place] & there, 0
    while under:
        one = under & -under
        under ^= one
        if COVERS[layout, only(one)] & there == 0:
            found |= one
    return found


def list_sets(s, out, n):
    """Append every set that may be taken; return how many actions there are now."""
    free = open_places(s.foundation, s.there)
    rest = s.there
    while rest:
        one = rest & -rest
        rest ^= one
        place = only(one)
        if ANSWER[s.card[place]] != NONE:
            n = list_with_answer(s, place, free, out, n)
    return list_with_answer_on_stack(s, free, out, n)


def list_with_answer(s, place, free, out, n):
    """The sets whose answer lies in the foundation."""
    left = ANSWER[s.card[place]]
    one = 1 << place
    chosen = one
    on_it = ABOVE[s.foundation, place] & s.there
    while on_it:
        other = on_it & -on_it
        on_it ^= other
        chosen |= other
        left = DIVIDED[left, s.card[only(other)]]
        if left == NONE:
            return n
    there, found, rest = s.there & ~chosen, free & ~chosen, chosen
    while rest:
        other = rest & -rest
        rest ^= other
        found |= freed(s.foundation, there, only(other))
    n = complete(s, chosen, found, left, chosen == one, 0, out, n)
    for run in range(1, min(s.height, MOST_RUN) + 1):
        left = DIVIDED[left, s.stack[s.height - run]]
        if left == NONE:
            return n
        n = complete(s, chosen, found, left, False, run, out, n)
    return n


def list_with_answer_on_stack(s, free, out, n):
    """The sets whose answer is the largest card of the run."""
    largest, product = 0, 1
    for run in range(1, min(s.height, MOST_RUN) + 1):
        value = VALUE[s.stack[s.height - run]]
        product *= value
        if product > MOST_PRODUCT:
            return n
        largest = max(largest, value)
        others = product // largest
        if others < largest and largest % others == 0:          # PS-12: something is left for the foundation
            n = complete(s, 0, free, INDEX[largest // others], run == 1, run, out, n)
    return n


def complete(s, chosen, free, left, alone, run, out, n):
    """Append what can be made of the places chosen and a run by adding open places whose product is what is left.

    `alone`: the answer has no multiplier yet, so that one more would have to be its equal, and would not make a set.
    """
    if left == WHOLE:
        if not alone:
            out[n] = take(chosen, run)
            n += 1
        return n
    first = len(out) - PAD
    out[first], out[first + 1], out[first + 2] = free, left, chosen
    at = first
    while at >= first:
        one = out[at] & -out[at]
        if one == 0:
            at -= 3
            continue
        out[at] ^= one
        place = only(one)
        left = DIVIDED[out[at + 1], s.card[place]]
        if left == NONE:
            continue
        chosen = out[at + 2] | one
        if left != WHOLE:
            out[at + 3] = out[at] | freed(s.foundation, s.there & ~chosen, place)
            out[at + 4], out[at + 5] = left, chosen
            at += 3
        elif at > first or not alone:
            out[n] = take(chosen, run)
            n += 1
    return n


compile_rules(globals())
