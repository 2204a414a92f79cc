"""The prime ranks of the cards that are played; nobody judges numbers in Daifugo, so they are only met."""

from collections.abc import Iterator

from ...core.met_numbers import MetNumber, is_prime_number
from . import rules
from .actions import cards_of, verb_of
from .card_names import card_scenes
from .rules import Phase, Verb
from .state import State

RANK_NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the primes among the ranks that a seat played."""
    if actor != seat or before.phase != Phase.PLAY or verb_of(action) == Verb.PASS \
            or rules.violation(before, seat, action):
        return
    ranks = {card["rank"] for card in card_scenes(cards_of(action)) if card["rank"]}
    numbers = sorted(RANK_NUMBERS.get(rank) or int(rank) for rank in ranks)
    yield from (MetNumber(number) for number in numbers if is_prime_number(number))
