"""The items that a game's trainer asks again and again until they stay, and the decks that they come in.

A game with a `trainer.py` (`part_protocols.TrainerPart`) makes them; the server sends them as JSON, and the browser
asks them and remembers on the device when each is due (docs/learning.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class DrillQuestion(StrEnum):
    """What is asked of an item, and so what is told of a wrong number.

    PRIMES      every prime that all keys make, in any order
    SMALLEST    the smallest of these
    ANY         one of these, whichever; there is one, and the item's answer is an example
    FACTORS     every prime that divides the item's number; digits are typed
    QUADRUPLET  an order of the keys that makes a prime with each of 1, 3, 7 and 9 behind it
    JUDGE       whether the item's number is prime
    """

    PRIMES = "primes"
    SMALLEST = "smallest"
    ANY = "any"
    FACTORS = "factors"
    QUADRUPLET = "quadruplet"
    JUDGE = "judge"


@dataclass(frozen=True)
class DrillKey:
    """A card of an item: what stands on it, the key that types it, and the digits that it adds to a number."""

    figure: str
    typed: str
    digits: str


@dataclass(frozen=True)
class DrillItem:
    """One item.

    name      by which a device remembers it: the same item has one name in every deck and language
    question  what is asked
    title     the item in a few signs: "4, 7, 9"
    ask       the question as a sentence
    keys      the cards that make numbers, each used once; none where digits are typed or nothing is
    number    the number that is asked about; 0 where there is none
    answers   the right numbers, the largest first; none where there is none
    explanation  sentences: how to see it
    """

    name: str
    question: DrillQuestion
    title: str
    ask: str
    keys: tuple[DrillKey, ...]
    number: int
    answers: tuple[int, ...]
    explanation: tuple[str, ...]


@dataclass(frozen=True)
class DrillDeck:
    """A deck: its name in addresses, its title, what is in it, two figures that stand for it, and its items."""

    name: str
    title: str
    about: str
    figures: tuple[str, ...]
    items: tuple[DrillItem, ...]


@dataclass(frozen=True)
class DrillPosition:
    """A position of somebody's own with a sure win in it, as a device keeps it.

    name   by which the device remembers it: the same position has one name in every language
    title  its cards in a few signs
    text   from which the game's trainer makes it again
    """

    name: str
    title: str
    text: str


@dataclass(frozen=True)
class SureWin:
    """A position that was made again, and how it is won.

    seats    how many there are;  options  all options of the match
    state    the true position: what the seat did not see is some world that it allows
    seat     who is to win
    plays    one play after another, each as the labels of its actions
    """

    seats: int
    options: Mapping[str, Any]
    state: Any
    seat: int
    plays: tuple[tuple[str, ...], ...]
