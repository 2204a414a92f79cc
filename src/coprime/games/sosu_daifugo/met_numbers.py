"""The number of a play, which the judge has called prime or not, and the factors of a composite play."""

from collections.abc import Iterator

from ...core.met_numbers import LARGEST, MetNumber, factor_numbers, make_met_number
from .actions import verb_of
from .judge_texts import recall_judgement, shown_number
from .labels import played_signs
from .play_reading import count_shown
from .play_verdicts import effect_of, play_violation
from .state import State, Verb, Violation


def met_numbers(before: State, actor: int, action: int, after: State, seat: int) -> Iterator[MetNumber]:
    """Yield the number that a seat played, and the primes of its factors where it was a composite play."""
    if actor != seat or verb_of(action) != Verb.PLAY:
        return
    signs = played_signs(after)
    n, number = len(signs), shown_number(signs)
    if not 1 < number < LARGEST or effect_of(before, signs, n):
        return
    wrong = play_violation(before, seat, signs, n)
    if count_shown(signs, n) == n:
        yield make_met_number(number, is_right=not wrong)
    elif wrong == Violation.NONE:
        yield from factor_numbers(number, recall_judgement(number).factors)
