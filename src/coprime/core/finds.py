"""What a seat could have played in a turn: what a game's `finds.py` returns, and a review tells of every turn.

Everything is found in the seat's view alone.
"""

from dataclasses import dataclass
from enum import StrEnum

CARD, WILD, SIGN = "card", "wild", "sign"


class Stake(StrEnum):
    """What a seat lost by not playing a certain win."""
    NONE = ""               # nothing: it won all the same, nobody did, or somebody had won before
    GAME = "game"           # a game of the match
    MATCH = "match"         # the match, which it would have won with that game


@dataclass(frozen=True)
class PlayPiece:
    """A card of a play, or a sign between its cards, as a page draws it.

    kind    CARD, WILD for a card that stands for another value, or SIGN
    figure  what is printed on it
    value   the digits for which it stands; "" for a sign, and for a wild card without a value
    """

    kind: str
    figure: str
    value: str = ""


@dataclass(frozen=True)
class FoundPlay:
    """A play that could have been made.

    pieces  its cards and signs, in order
    figure  the number that it makes, with its factors if it has some; "" for none
    labels  its actions in the game's notation
    """

    pieces: tuple[PlayPiece, ...]
    figure: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Find:
    """One thing that could have been done in a turn.

    title   what it is, in a few words
    plays   one play after another, the first of them in this turn
    note    what it would have brought, and which cards stay; a sentence or two
    is_win  whether it goes out with certainty, whatever the others hold
    """

    title: str
    plays: tuple[FoundPlay, ...]
    note: str
    is_win: bool


@dataclass(frozen=True)
class TurnFinds:
    """What could have been done in a position.

    situation    what lay there and what the seat held, a sentence
    hand         its cards
    finds        at most MAX_FINDS, the best first; none where nothing better than what was done was found
    is_complete  whether everything was looked at, or a certain win makes the rest idle; False if the search ended first
    """

    situation: str
    hand: tuple[PlayPiece, ...]
    finds: tuple[Find, ...]
    is_complete: bool


MAX_FINDS = 3
