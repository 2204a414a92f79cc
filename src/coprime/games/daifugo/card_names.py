"""Name the cards, bags and plays of Daifugo in words, and describe them for the screen."""

from pathlib import Path
from typing import Any

from ...core.language_selection import cache_per_language
from ...core.messages import join_words, load_messages
from .actions import NATURAL, cards_of, columns_of, is_one_rank, kind_of, lowest_column, lowest_rank, suits_of
from .labels import COLUMN_NAMES, JOKER_NAME, RANKS, SUITS, bag_card_labels, list_play_cards
from .state import Kind

SAY = load_messages(Path(__file__).parent)
CARD_WORDS = SAY["card"]
CACHED_CARDS = 512             # cards that are remembered, a joker once for each that it may stand for


@cache_per_language(CACHED_CARDS)
def card_scene(name: str) -> dict[str, Any]:
    """Return a card for the screen by its name: `8s`, `Jo`, `Jo=7d`.  It is cached: do not change it."""
    said, _, meant = name.partition("=")
    if said != JOKER_NAME:
        return {"id": name, "rank": name[:-1], "suit": name[-1], "joker": False, "name": card_name(name)}
    return {"id": name, "rank": "", "suit": "", "joker": True, "name": joker_name(meant)} | joker_face(meant)


def joker_face(meant: str) -> dict[str, Any]:
    """Return the rank and suit that a joker stands for, as far as its label says."""
    if meant and meant[-1] in SUITS and meant[:-1] in RANKS:
        return {"rank": meant[:-1], "suit": meant[-1]}
    return {"rank": meant} if meant in RANKS else {}


def card_name(name: str) -> str:
    """`8 of spades`, `queen of hearts`."""
    return CARD_WORDS["of"].format(rank=rank_text(name[:-1]), suit=CARD_WORDS["suits"][name[-1]])


def rank_text(rank: str) -> str:
    """`8`, `queen`."""
    return CARD_WORDS["ranks"].get(rank, rank)


def joker_name(meant: str) -> str:
    """Return a joker in words, with what it stands for if that is said."""
    if not meant:
        return CARD_WORDS["joker"]
    return CARD_WORDS["as_rank" if meant in RANKS else "as"].format(card=joker_meaning_text(meant))


def joker_meaning_text(meant: str) -> str:
    """Return in words what a joker stands for."""
    if meant in (COLUMN_NAMES[0], COLUMN_NAMES[-1]):
        return CARD_WORDS["below" if meant == COLUMN_NAMES[0] else "above"]
    return card_name(meant) if meant[-1] in SUITS and meant[:-1] in RANKS else rank_text(meant)


def card_scenes(bag: int) -> list[dict[str, Any]]:
    """Return the cards of a bag for the screen, lowest first, jokers last."""
    return [card_scene(name) for name in bag_card_labels(int(bag))]


def cards_text(bag: int) -> str:
    """Return cards in a sentence: `2♠ and joker`, `A♥ and both jokers`."""
    names = bag_card_labels(int(bag))
    both = names.count(JOKER_NAME) == 2
    return join_words([*map(short_card_text, names[:-2]), CARD_WORDS["jokers"]] if both
                      else [*map(short_card_text, names)])


def short_card_text(name: str) -> str:
    """Return a card as short text: `2♠`, `joker`."""
    if name == JOKER_NAME:
        return CARD_WORDS["joker"]
    return CARD_WORDS["short"].format(rank=name[:-1], sign=CARD_WORDS["signs"][name[-1]])


def play_card_scenes(action: int) -> list[dict[str, Any]]:
    """Return the cards of a play for the screen, in the order in which they lie."""
    return [card_scene(name) for _, name in list_play_cards(int(action))]


def suits_text(suits: int) -> str:
    """Return a set of suits in words: `spades and hearts`."""
    return join_words([CARD_WORDS["suits"][SUITS[i]] for i in range(4) if suits >> i & 1])


def suit_names(suits: int) -> list[str]:
    """Return the letters of a set of suits."""
    return [SUITS[i] for i in range(4) if suits >> i & 1]


def play_phrase(action: int) -> str:
    """Return a play in a sentence: `the 8 of spades`, `three jacks`, `5 to 7 of diamonds`."""
    action = int(action)
    say, kind = SAY["play"], kind_of(action)
    n = len(list_play_cards(action))
    if kind == Kind.JOKERS:
        return say["joker" if n == 1 else "jokers"]
    if kind == Kind.GROUP:
        if not is_one_rank(action & NATURAL):
            return cards_text(cards_of(action))
        many = CARD_WORDS["many"].format(rank=rank_text(RANKS[lowest_rank(action & NATURAL)]))
        return say["single"].format(card=card_name(bag_card_labels(action & NATURAL)[0])) if n == 1 else \
            say["group"][min(n, 6)].format(many=many)
    return run_text(action, n)


def run_text(action: int, n: int) -> str:
    """Return a sequence in words, from its lowest card to its highest."""
    say, low = SAY["play"], int(lowest_column(action))
    if not columns_of(action) or low + n > len(COLUMN_NAMES):
        return cards_text(cards_of(action))
    ends = {"from": run_end_name(low), "to": run_end_name(low + n - 1)}
    suits = int(suits_of(action & NATURAL))
    if suits & suits - 1:
        return say["run_mixed"].format(**ends)
    return say["run"].format(suits=suits_text(suits), **ends)


def run_end_name(column: int) -> str:
    """Return the end of a sequence in words: a rank, or a joker beyond the last one."""
    return CARD_WORDS["joker"] if column in (0, len(COLUMN_NAMES) - 1) else rank_text(COLUMN_NAMES[column])


def rank_name(seats: int, rank: int) -> str:
    """Return a rank in words (`daifugo`, ...); "" for none."""
    return SAY["rank"]["names"][str(seats)][rank - 1] if rank else ""


def order_message_key(view: Any) -> str:
    """Return the key of the message that says how the order stands.

    Turned by a revolution, or by a jack until the table is cleared (DF-29).
    """
    if not view.back:
        return "turned"
    return "back" if view.reversed else "back_up"
