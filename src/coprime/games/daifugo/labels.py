"""Actions of Daifugo as text, and back: `play 8s`, `play 5d 6d Jo=7d`, `give 2s Jo`, `pass`."""

from collections.abc import Iterator, Sequence

from .plays import (
    COLUMNS,
    JOKER,
    NATURAL,
    RUN,
    bag_jokers,
    first_of,
    gift_of,
    give,
    group,
    is_one_rank,
    lowest_rank,
    second_of,
    sequence,
    suits_of,
    swap,
    verb_of,
)
from .state import Verb

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = ("s", "h", "d", "c")
JOKER_NAME = "Jo"
BELOW, ABOVE = "low", "high"                    # a joker below the 3, above the 2
COLUMN_NAMES = (BELOW, *RANKS, ABOVE)
CARDS = {f"{rank}{suit}": 1 << 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
NAME_OF = {card: name for name, card in CARDS.items()}


def names_of(bag: int) -> list[str]:
    """The cards of a bag, lowest first, jokers last."""
    return [NAME_OF[1 << i] for i in held(bag)] + [JOKER_NAME] * int(bag_jokers(bag))


def held(bag: int) -> Iterator[int]:
    """The numbers of the natural cards of a bag, lowest first."""
    bag = int(bag) & NATURAL          # lists of actions are arrays, whose numbers know no bit_length
    while bag:
        yield (bag & -bag).bit_length() - 1
        bag &= bag - 1


def label(action: int) -> str:
    """What an action says to the table; the masked form of a gift is `give ? ?`."""
    action = int(action)
    verb = verb_of(action)
    if verb == Verb.PASS:
        return "pass"
    if verb == Verb.GIVE:
        return " ".join(["give", *names_of(gift_of(action))])
    if verb == Verb.SWAP:
        return " ".join(["give", *["?"] * (action & 3)])
    return " ".join(["play", *(name for _, name in laid_out(action))])


def laid_out(action: int) -> list[tuple[int, str]]:
    """The cards of a play in the order in which they lie: pairs of (column, name), a joker with what it stands for."""
    natural = action & NATURAL
    cards = [(i // 4 + 1, NAME_OF[1 << i]) for i in held(natural)]
    if action & RUN:
        suits = int(suits_of(natural))
        suit = NAME_OF[suits][-1] if suits & suits - 1 == 0 else ""
        jokers = [c - 1 for c in (first_of(action), second_of(action)) if c]
        named = [(c, COLUMN_NAMES[c] + (suit if 0 < c < COLUMNS - 1 else "")) for c in jokers]
        return sorted(cards + [(c, f"{JOKER_NAME}={name}") for c, name in named])
    rank = RANKS[lowest_rank(natural)] if is_one_rank(natural) else ""
    stand = [f"{JOKER_NAME}={rank}{SUITS[s]}" for s in range(4) if first_of(action) >> s & 1]
    more = [f"{JOKER_NAME}={rank}" if rank else JOKER_NAME] * second_of(action)
    return cards + [(COLUMNS, name) for name in stand + more]


def parse_words(text: str) -> int | None:
    """The action of a label, or None."""
    verb, *names = text.split()[:20] or [""]
    if verb == "pass":
        return None if names else 0
    if verb == "give" and names and set(names) == {"?"} and len(names) <= 2:
        return swap(len(names))
    if verb == "give" and names:
        bag = bag_named(names)
        return give(bag) if bag else None
    return play_named(names) if verb == "play" and names else None


def bag_named(names: Sequence[str]) -> int | None:
    """The bag of cards called so, each once; None when one is unknown."""
    bag, jokers = 0, 0
    for name in names:
        if name == JOKER_NAME:
            jokers += 1
        elif name not in CARDS or bag & CARDS[name]:
            return None
        else:
            bag |= CARDS[name]
    return bag + jokers * JOKER if jokers <= 2 else None


def play_named(names: Sequence[str]) -> int | None:
    """The play of cards, and of jokers with what they stand for: a group if all have one rank, else a sequence."""
    natural = bag_named([name for name in names if not name.startswith(JOKER_NAME)])
    read = [reading(name) for name in names if name.startswith(JOKER_NAME)]
    jokers = [joker for joker in read if joker is not None]
    if natural is None or len(jokers) < len(read) or len(jokers) > 2:
        return None
    columns = sorted(column for column, _ in jokers if column >= 0)
    unread = len(jokers) - len(columns)
    if not columns or (is_one_rank(natural) and set(columns) == {int(lowest_rank(natural)) + 1}):
        return group_named(natural, [suit for column, suit in jokers if column >= 0], unread)
    if unread or not natural:
        return None
    return sequence(natural, *([column + 1 for column in columns] + [0, 0])[:2])


def reading(name: str) -> tuple[int, int] | None:
    """What a joker stands for: (column, suit or -1), (-1, -1) when it is not said; None when it cannot be read."""
    _, sign, card = name.partition("=")
    if not sign:
        return (-1, -1) if name == JOKER_NAME else None
    if card in COLUMN_NAMES:
        return COLUMN_NAMES.index(card), -1
    if card in CARDS:
        return COLUMN_NAMES.index(card[:-1]), SUITS.index(card[-1])
    return None


def group_named(natural: int, suits: list[int], unread: int) -> int | None:
    """Cards without a sequence's jokers: a sequence all the same if three or more stand in a row."""
    known = [suit for suit in suits if suit >= 0]
    more = unread + len(suits) - len(known)
    if len(set(known)) < len(known):
        return None
    if not known and not more and is_plain_row(natural):
        return sequence(natural, 0, 0)
    return group(natural, sum(1 << suit for suit in known), more)


def is_plain_row(natural: int) -> bool:
    columns = [i // 4 for i in range(52) if natural >> i & 1]
    return len(columns) >= 3 and columns == list(range(columns[0], columns[0] + len(columns)))
