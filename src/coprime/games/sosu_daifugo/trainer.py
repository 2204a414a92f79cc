"""The trainer of Sosu Daifugo: decks of sets of cards, as players learn them, with answers and reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from ...core.drills import DrillDeck, DrillItem, DrillKey, DrillQuestion
from ...core.errors import BadInput
from ...core.messages import join_with_commas, join_words
from . import drill_sets
from .card_signs import EQUALS, KINDS, SIGN_VALUE
from .drill_sets import CHECKED_PRIMES, LAST_DIGITS, Ranks, can_end_prime, list_formable_numbers
from .hints import facts_of_1001, method_text
from .judge_texts import factors_text, number_text, recall_judgement
from .labels import NAMES, SAY, cards_text, parse_typed_play, printed_rank_text
from .planning.card_orders import number_of
from .planning.prime_search import is_prime
from .play_reading import end_of_number
from .prime_plays import COPIES
from .sure_win_serialization import find_win, holds_lead, read_position, write_position

__all__ = ["find_win", "holds_lead", "list_decks", "read_item", "read_position", "write_position"]

LEAST_CARDS, MOST_CARDS = 2, 5          # of a set that somebody types
LONG_DECKS = (("five", "58"), ("six", "6Q"), ("seven", "7J"), ("eight", "8K"))      # of 5 to 8 cards, and figures
NAMED = 3                               # numbers that an explanation tells


def list_decks() -> list[DrillDeck]:
    """Return all decks, in the order in which they are offered."""
    three = drill_sets.list_prime_sets(3)
    return [
        _make_deck("two", "A7", map(_primes_item, drill_sets.list_prime_sets(2))),
        _make_deck("three_digits", "47", map(_primes_item, drill_sets.list_sets_of_digits(3))),
        _make_deck("three_failing", "28", map(_primes_item, drill_sets.list_failing_sets(3))),
        _make_deck("three_pictures", "4Q", map(_primes_item, drill_sets.list_picture_sets(3))),
        _make_deck("three", "9K", map(_primes_item, three)),
        _make_deck("four_digits", "27", map(_primes_item, drill_sets.list_sets_of_digits(4))),
        _make_deck("four", "8J", map(_primes_item, drill_sets.list_prime_sets(4))),
        *(_make_deck(name, figures, [_any_item(*one) for one in drill_sets.list_long_sets(n).items()])
          for n, (name, figures) in zip(drill_sets.LONG_CARDS, LONG_DECKS, strict=True)),
        _make_deck("above", "KK", map(_factors_item, drill_sets.list_composites_above_strongest())),
        _make_deck("quadruplets", "82", map(_quadruplet_item, drill_sets.list_quadruplet_fronts())),
        _make_deck("revolution", "AA", map(_smallest_item, drill_sets.list_revolution_sets())),
        _make_deck("judge", "7J", map(_judge_item, drill_sets.list_judged_numbers())),
    ]


def read_item(text: str) -> DrillItem:
    """Return the item of a set of cards that somebody typed: `479`, `28K`.  Raises BadInput."""
    say, signs = SAY["trainer"], parse_typed_play(text)
    if any(SIGN_VALUE[sign] < 0 and sign >= EQUALS for sign in signs):
        raise BadInput(str(say["wrong_signs"]))
    if any(not 0 < sign < KINDS for sign in signs):
        raise BadInput(str(say["wrong_joker"]))
    if not LEAST_CARDS <= len(signs) <= MOST_CARDS:
        raise BadInput(say["wrong_count"].format(fewest=LEAST_CARDS, most=MOST_CARDS, text=text[:20], n=len(signs)))
    if max(map(signs.count, signs)) > COPIES:
        raise BadInput(say["wrong_copies"].format(text=text[:20]))
    return _primes_item(tuple(sorted(signs)))


def _make_deck(name: str, figures: str, items: Iterable[DrillItem]) -> DrillDeck:
    say, found = SAY["trainer"]["deck"][name], tuple(items)
    return DrillDeck(name, str(say["title"]), say["about"].format(n=len(found)), tuple(figures), found)


def _cards_name(ranks: Sequence[int]) -> str:
    return "".join(NAMES[rank] for rank in ranks)


def _make_keys(ranks: Sequence[int]) -> tuple[DrillKey, ...]:
    return tuple(DrillKey(printed_rank_text(rank), NAMES[rank], str(rank)) for rank in ranks)


def _list_cards(ranks: Iterable[int]) -> str:
    return join_with_commas(map(printed_rank_text, ranks))


def _primes_item(ranks: Ranks) -> DrillItem:
    answers = tuple(number for number in list_formable_numbers(ranks) if is_prime(number))
    composites = (number for number in _likely_numbers(ranks) if number not in answers)
    return _set_item(DrillQuestion.PRIMES, ranks, answers, composites)


def _smallest_item(ranks: Ranks) -> DrillItem:
    answer = drill_sets.list_revolution_sets()[ranks]
    smaller = (number for number in reversed(_likely_numbers(ranks)) if number < answer)
    return _set_item(DrillQuestion.SMALLEST, ranks, (answer,), smaller)


def _any_item(ranks: Ranks, order: Ranks) -> DrillItem:
    number = number_of(order)
    example = SAY["trainer"]["example"].format(cards=_list_cards(order), number=number_text(number))
    item = _set_item(DrillQuestion.ANY, ranks, (number,), ())
    return replace(item, explanation=(*item.explanation, example))


def _likely_numbers(ranks: Ranks) -> list[int]:
    """Return the numbers of a set that end like a prime, the largest first."""
    return [number for number, order in list_formable_numbers(ranks).items() if can_end_prime(order[-1])]


def _set_item(question: DrillQuestion, ranks: Ranks, answers: tuple[int, ...], composites: Iterable[int]) -> DrillItem:
    cards = _list_cards(ranks)
    return DrillItem(f"{question}-{_cards_name(ranks)}", question, cards,
                     SAY["trainer"][f"ask_{question}"].format(cards=cards), _make_keys(ranks), 0, answers,
                     _explain_set(ranks, composites))


def _explain_set(ranks: Ranks, composites: Iterable[int]) -> tuple[str, ...]:
    """Return how to see which orders of a set can be prime, and some that look so and are not."""
    say, total = SAY["trainer"], sum(int(digit) for rank in ranks for digit in str(rank))
    ends = [rank for rank in dict.fromkeys(ranks) if can_end_prime(rank)]
    last = "ends_none" if not ends else "ends_all" if len(ends) == len(set(ranks)) else "ends"
    found = [say[last].format(cards=join_words(list(map(printed_rank_text, ends)))) if last == "ends"
             else str(say[last])]
    if ends:
        found.append(say["digits" if total % 3 else "digits_three"].format(total=total))
        products = [_product_text(number) for number in islice(composites, NAMED)] if total % 3 else []
        if products:
            found.append(say["not_prime"].format(numbers=join_with_commas(products)))
    return tuple(found)


def _product_text(number: int, key: str = "product") -> str:
    factors = factors_text(recall_judgement(number).factors)
    return str(SAY["trainer"][key].format(number=number_text(number), factors=factors))


def _factors_item(number: int) -> DrillItem:
    say, signs = SAY["trainer"], drill_sets.list_composites_above_strongest()[number]
    cards = cards_text(signs[:end_of_number(signs, 0, len(signs))])
    return DrillItem(f"{DrillQuestion.FACTORS}-{cards}", DrillQuestion.FACTORS, cards,
                     say["ask_factors"].format(cards=cards, number=number_text(number)), (), number,
                     tuple(sorted(set(recall_judgement(number).factors), reverse=True)),
                     (_product_text(number, "factors"), say["cards"].format(cards=cards_text(signs))))


def _quadruplet_item(ranks: Ranks) -> DrillItem:
    say, cards = SAY["trainer"], _list_cards(ranks)
    fronts = drill_sets.list_quadruplet_fronts()[ranks]
    explanation = [say["quadruplet"].format(numbers=join_words(
        [number_text(int(f"{front}{digit}")) for digit in LAST_DIGITS])) for front in fronts]
    return DrillItem(f"{DrillQuestion.QUADRUPLET}-{_cards_name(ranks)}", DrillQuestion.QUADRUPLET, cards,
                     say["ask_quadruplet"].format(cards=cards), _make_keys(ranks), 0, fronts, tuple(explanation))


def _judge_item(number: int) -> DrillItem:
    text = number_text(number)
    prime = is_prime(number)
    explanation = method_text(number) if prime else _check_text(number)
    return DrillItem(f"{DrillQuestion.JUDGE}-{number}", DrillQuestion.JUDGE, text,
                     SAY["trainer"]["ask_judge"].format(number=text), (), number, (number,) if prime else (),
                     (explanation,))


def _check_text(number: int) -> str:
    """Return how the check by 1001 finds a factor of a number."""
    primes = [p for p in CHECKED_PRIMES if number % p == 0]
    return str(SAY["trainer"]["check"].format(**facts_of_1001(number), primes=join_words([str(p) for p in primes]),
                                              n=len(primes)))
