"""Write and read actions of Daifugo as text: `play 8s`, `play 5d 6d Jo=7d`, `give 2s Jo`, `pass`."""

from collections.abc import Iterator, Sequence

from .actions import (
    COLUMNS,
    JOKER,
    NATURAL,
    RUN_BIT,
    count_bag_jokers,
    encode_give,
    encode_group,
    encode_sequence,
    encode_swap,
    first_joker_field,
    gift_of,
    is_one_rank,
    lowest_rank,
    second_joker_field,
    suits_of,
    verb_of,
)
from .state import Verb

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = ("s", "h", "d", "c")
JOKER_NAME = "Jo"
BELOW, ABOVE = "low", "high"                    # a joker below the 3, above the 2
COLUMN_NAMES = (BELOW, *RANKS, ABOVE)
CARD_BITS = {f"{rank}{suit}": 1 << 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
CARD_NAMES = {card: name for name, card in CARD_BITS.items()}


def bag_card_labels(bag: int) -> list[str]:
    """Return the names of a bag's cards, lowest first, jokers last."""
    return [CARD_NAMES[1 << i] for i in list_card_numbers(bag)] + [JOKER_NAME] * int(count_bag_jokers(bag))


def list_card_numbers(bag: int) -> Iterator[int]:
    """Yield the numbers of the natural cards of a bag, lowest first."""
    bag = int(bag) & NATURAL          # lists of actions are arrays, whose numbers know no bit_length
    while bag:
        yield (bag & -bag).bit_length() - 1
        bag &= bag - 1


def label(action: int) -> str:
    """Return an action in the game's notation; the masked form of a gift is `give ? ?`."""
    action = int(action)
    verb = verb_of(action)
    if verb == Verb.PASS:
        return "pass"
    if verb == Verb.GIVE:
        return " ".join(["give", *bag_card_labels(gift_of(action))])
    if verb == Verb.SWAP:
        return " ".join(["give", *["?"] * (action & 3)])
    return " ".join(["play", *(name for _, name in list_play_cards(action))])


def list_play_cards(action: int) -> list[tuple[int, str]]:
    """Return the cards of a play as they lie: pairs of (column, name), a joker with what it stands for."""
    natural = action & NATURAL
    cards = [(i // 4 + 1, CARD_NAMES[1 << i]) for i in list_card_numbers(natural)]
    if action & RUN_BIT:
        suits = int(suits_of(natural))
        suit = CARD_NAMES[suits][-1] if suits & suits - 1 == 0 else ""
        jokers = [c - 1 for c in (first_joker_field(action), second_joker_field(action)) if c]
        named = [(c, COLUMN_NAMES[c] + (suit if 0 < c < COLUMNS - 1 else "")) for c in jokers]
        return sorted(cards + [(c, f"{JOKER_NAME}={name}") for c, name in named])
    rank = RANKS[lowest_rank(natural)] if is_one_rank(natural) else ""
    stand = [f"{JOKER_NAME}={rank}{SUITS[s]}" for s in range(4) if first_joker_field(action) >> s & 1]
    more = [f"{JOKER_NAME}={rank}" if rank else JOKER_NAME] * second_joker_field(action)
    return cards + [(COLUMNS, name) for name in stand + more]


def parse_action(text: str) -> int | None:
    """Return the action of a label; None if it is none."""
    verb, *names = text.split()[:20] or [""]
    if verb == "pass":
        return None if names else 0
    if verb == "give" and names and set(names) == {"?"} and len(names) <= 2:
        return encode_swap(len(names))
    if verb == "give" and names:
        bag = parse_bag(names)
        return encode_give(bag) if bag else None
    return parse_play(names) if verb == "play" and names else None


def parse_bag(names: Sequence[str]) -> int | None:
    """Return the bag of these cards; None if a name is unknown or comes twice."""
    bag, jokers = 0, 0
    for name in names:
        if name == JOKER_NAME:
            jokers += 1
        elif name not in CARD_BITS or bag & CARD_BITS[name]:
            return None
        else:
            bag |= CARD_BITS[name]
    return bag + jokers * JOKER if jokers <= 2 else None


def parse_play(names: Sequence[str]) -> int | None:
    """Return the play of these cards; None if they are none.

    A group if all cards, and jokers as what they stand for, have one rank; else a sequence.
    """
    natural = parse_bag([name for name in names if not name.startswith(JOKER_NAME)])
    read = [parse_joker(name) for name in names if name.startswith(JOKER_NAME)]
    jokers = [joker for joker in read if joker is not None]
    if natural is None or len(jokers) < len(read) or len(jokers) > 2:
        return None
    columns = sorted(column for column, _ in jokers if column >= 0)
    unread = len(jokers) - len(columns)
    if not columns or (is_one_rank(natural) and set(columns) == {int(lowest_rank(natural)) + 1}):
        return make_group(natural, [suit for column, suit in jokers if column >= 0], unread)
    if unread or not natural:
        return None
    return encode_sequence(natural, *([column + 1 for column in columns] + [0, 0])[:2])


def parse_joker(name: str) -> tuple[int, int] | None:
    """Return a joker's (column, suit or -1); (-1, -1) if it is not said, None if it cannot be read."""
    _, sign, card = name.partition("=")
    if not sign:
        return (-1, -1) if name == JOKER_NAME else None
    if card in COLUMN_NAMES:
        return COLUMN_NAMES.index(card), -1
    if card in CARD_BITS:
        return COLUMN_NAMES.index(card[:-1]), SUITS.index(card[-1])
    return None


def make_group(natural: int, suits: list[int], unread_jokers: int) -> int | None:
    """Return the play of cards whose jokers do not make a sequence; None if two jokers have the same suit.

    Three or more natural cards in a row are a sequence all the same.
    """
    known = [suit for suit in suits if suit >= 0]
    more = unread_jokers + len(suits) - len(known)
    if len(set(known)) < len(known):
        return None
    if not known and not more and is_natural_row(natural):
        return encode_sequence(natural, 0, 0)
    return encode_group(natural, sum(1 << suit for suit in known), more)


def is_natural_row(natural: int) -> bool:
    """Tell whether natural cards are three or more neighbouring ranks, one card each."""
    columns = [i // 4 for i in range(52) if natural >> i & 1]
    return len(columns) >= 3 and columns == list(range(columns[0], columns[0] + len(columns)))
