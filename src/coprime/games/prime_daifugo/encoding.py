"""Prime Daifugo Lv. 0 as numbers for reinforcement learning: the encoded fields of a view, and the action space."""

from typing import Any

from ...core.bits import count_kind
from ...core.encoding import bag, number, one_of, seat
from .actions import cards_of, encode_discard
from .card_moves import whole_deck
from .labels import NAMES
from .state import Phase, Verb
from .tables import DECK, FACES, KINDS, LARGEST, PLAY_ACTION, SKIP

COPY_SCALE = 5                    # of a kind, but for a few where numbers above 1 do no harm
FIELDS = (
    one_of("phase", Phase.DRAW, Phase.DISCARD),
    seat("turn"),
    bag("hand", KINDS, COPY_SCALE).mine(),
    bag("gained", KINDS, COPY_SCALE).mine(),
    number("cards", DECK).each(),
    bag("known", KINDS, COPY_SCALE).others(),
    number("skips", 2).others(),
    one_of("count", 0, 3),
    one_of("last", 0, len(FACES) - 1),
    number("number", LARGEST),
    seat("owner"),
    bag("area", KINDS, COPY_SCALE),
    bag("discards", KINDS, COPY_SCALE),
    one_of("top", 0, KINDS - 1),
    number("left", DECK),
    bag("pool", KINDS, COPY_SCALE),
    number("drawn"),
    number("dry", 100),
    number("wins", 5).each(),
)
LEFT_OUT = {
    "owed": "nobody is asked while cards are owed",
    "then": "nobody is asked while cards are owed",
    "game": "how many games there have been changes nothing",
    "winner": "of the game before",
    "deck": "hidden",
    "discarded": "the size of `discards`",
}
CARD_NAMES = NAMES


def actions(s: Any) -> list[int]:
    """Return every action that can be listed: those that are no play, then the plays by cards and size."""
    deck = whole_deck(s)
    kinds = [kind for kind in range(KINDS) if count_kind(deck, kind)]
    verbs = [Verb.DRAW, Verb.D, Verb.PASS, *[Verb.SKIP] * (SKIP in kinds)]
    return [*verbs, *map(encode_discard, kinds),
            *(play for play in PLAY_ACTION.tolist() if contains_cards(cards_of(play), deck))]


def contains_cards(cards: int, deck: int) -> bool:
    """Return whether the deck holds the cards of a play."""
    return all(count_kind(cards, kind) <= count_kind(deck, kind) for kind in range(KINDS))
