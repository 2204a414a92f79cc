"""Cards in hands: whether they make up a set, and how they leave."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from ...decks.primepak.cards import KINDS
from .tables import CARDS, COUNT, HIGH, LOW, MOST, SHIFT, SPLIT


def counts_to_bit_words(counts):
    """Cards as the two words of bits with which sets are compared."""
    low = high = 0
    for kind in range(SPLIT):
        low |= (1 << min(counts[kind], MOST[kind])) - 1 << SHIFT[kind]
    for kind in range(SPLIT, KINDS):
        high |= (1 << min(counts[kind], MOST[kind])) - 1 << SHIFT[kind]
    return low, high


def has_kind(row, kind):
    """Tell whether a set has a card of the kind."""
    return (LOW[row] if kind < SPLIT else HIGH[row]) >> SHIFT[kind] & 1 == 1


def contains_set(low, high, row):
    """Tell whether cards, given as bits, contain a whole set."""
    return LOW[row] & ~low == 0 and HIGH[row] & ~high == 0


def add_set(counts, row, n):
    """Add the cards of a set n times; -1 removes them."""
    for i in range(COUNT[row]):
        counts[CARDS[row, i]] += n


def forget_known_card(s, seat, kind):
    """Note that a card has openly left a hand: one fewer of its kind is known to be there."""
    s.known[seat, kind] = max(0, s.known[seat, kind] - 1)


def note_shown_cards(s, seat, kind, n):
    """Note that everybody has seen n cards of a kind that go back to the hand."""
    s.known[seat, kind] = max(s.known[seat, kind], n)


compile_rules(globals(), makers="counts_to_bit_words")
