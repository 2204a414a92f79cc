"""How cards, bags and plays of Daifugo are called, and what a screen draws of them."""

from pathlib import Path
from typing import Any

from ...core.language import cache_per_language
from ...core.messages import join_words, load_messages
from .labels import COLUMN_NAMES, JOKER_NAME, RANKS, SUITS, laid_out, names_of
from .plays import NATURAL, cards_of, columns_of, is_one_rank, kind_of, low_of, lowest_rank, suits_of
from .state import Kind

SAY = load_messages(Path(__file__).parent)
NAME = SAY["card"]
NAMES = 512             # cards that are remembered, a joker once for each that it may stand for


@cache_per_language(NAMES)
def card(name: str) -> dict[str, Any]:
    """One card by its name in labels: `8s`, `Jo`, `Jo=7d`.  Not to be changed."""
    said, _, meant = name.partition("=")
    if said != JOKER_NAME:
        return {"id": name, "rank": name[:-1], "suit": name[-1], "joker": False, "name": card_name(name)}
    return {"id": name, "rank": "", "suit": "", "joker": True, "name": joker_name(meant)} | shown_as(meant)


def shown_as(meant: str) -> dict[str, Any]:
    """The rank and suit that a joker stands for, as far as it is said."""
    if meant and meant[-1] in SUITS and meant[:-1] in RANKS:
        return {"rank": meant[:-1], "suit": meant[-1]}
    return {"rank": meant} if meant in RANKS else {}


def card_name(name: str) -> str:
    """`8 of spades`, `queen of hearts`."""
    return NAME["of"].format(rank=rank_word(name[:-1]), suit=NAME["suits"][name[-1]])


def rank_word(rank: str) -> str:
    """`8`, `queen`."""
    return NAME["ranks"].get(rank, rank)


def joker_name(meant: str) -> str:
    if not meant:
        return NAME["joker"]
    return NAME["as_rank" if meant in RANKS else "as"].format(card=place_name(meant))


def place_name(meant: str) -> str:
    """What a joker stands for, in words."""
    if meant in (COLUMN_NAMES[0], COLUMN_NAMES[-1]):
        return NAME["below" if meant == COLUMN_NAMES[0] else "above"]
    return card_name(meant) if meant[-1] in SUITS and meant[:-1] in RANKS else rank_word(meant)


def cards(bag: int) -> list[dict[str, Any]]:
    """The cards of a bag, lowest first, jokers last."""
    return [card(name) for name in names_of(int(bag))]


def cards_text(bag: int) -> str:
    """Cards in a sentence: 2♠ and joker; A♥ and both jokers."""
    names = names_of(int(bag))
    both = names.count(JOKER_NAME) == 2
    return join_words([*map(short, names[:-2]), NAME["jokers"]] if both else [*map(short, names)])


def short(name: str) -> str:
    """`2♠`, `joker`."""
    if name == JOKER_NAME:
        return NAME["joker"]
    return NAME["short"].format(rank=name[:-1], sign=NAME["signs"][name[-1]])


def laid(action: int) -> list[dict[str, Any]]:
    """The cards of a play as they lie."""
    return [card(name) for _, name in laid_out(int(action))]


def suits_text(suits: int) -> str:
    """A set of suits: spades and hearts."""
    return join_words([NAME["suits"][SUITS[i]] for i in range(4) if suits >> i & 1])


def suit_names(suits: int) -> list[str]:
    return [SUITS[i] for i in range(4) if suits >> i & 1]


def play_text(action: int) -> str:
    """A play in a sentence: `the 8 of spades`, `three jacks`, `5 to 7 of diamonds`."""
    action = int(action)
    say, kind = SAY["play"], kind_of(action)
    n = len(laid_out(action))
    if kind == Kind.JOKERS:
        return say["joker" if n == 1 else "jokers"]
    if kind == Kind.GROUP:
        if not is_one_rank(action & NATURAL):
            return cards_text(cards_of(action))
        many = NAME["many"].format(rank=rank_word(RANKS[lowest_rank(action & NATURAL)]))
        return say["single"].format(card=card_name(names_of(action & NATURAL)[0])) if n == 1 else \
            say["group"][min(n, 6)].format(many=many)
    return run_text(action, n)


def run_text(action: int, n: int) -> str:
    """A sequence from its lowest card to its highest."""
    say, low = SAY["play"], int(low_of(action))
    if not columns_of(action) or low + n > len(COLUMN_NAMES):
        return cards_text(cards_of(action))
    ends = {"from": end_name(low), "to": end_name(low + n - 1)}
    suits = int(suits_of(action & NATURAL))
    if suits & suits - 1:
        return say["run_mixed"].format(**ends)
    return say["run"].format(suits=suits_text(suits), **ends)


def end_name(column: int) -> str:
    return NAME["joker"] if column in (0, len(COLUMN_NAMES) - 1) else rank_word(COLUMN_NAMES[column])


def rank_name(seats: int, rank: int) -> str:
    """`daifugo`, ... ; "" without one."""
    return SAY["rank"]["names"][str(seats)][rank - 1] if rank else ""


def order_key(view: Any) -> str:
    """Which message says how the order stands: turned by a revolution, or until the cards are cleared (DF-29)."""
    if not view.back:
        return "turned"
    return "back" if view.reversed else "back_up"
