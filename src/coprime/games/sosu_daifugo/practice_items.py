"""What a play practises: whether a number is prime, and how a composite is made of primes."""

from collections.abc import Iterator

from ...core.met_numbers import LARGEST
from ...core.practice_item import PracticeItem
from .actions import verb_of
from .judge_texts import expression_text, recall_judgement, shown_number
from .labels import played_signs
from .play_reading import count_shown
from .play_verdicts import effect_of, play_violation
from .state import State, Verb, Violation


def practice_items(before: State, seat: int, action: int, after: State) -> Iterator[PracticeItem]:
    """Yield the number of a play as a practice item; numbers too large to be worked out by head are left out."""
    if verb_of(action) != Verb.PLAY:
        return
    signs = played_signs(after)
    n, number = len(signs), shown_number(signs)
    if not 1 <= number < LARGEST or effect_of(before, signs, n):
        return
    wrong = play_violation(before, seat, signs, n)
    if count_shown(signs, n) < n:
        yield PracticeItem("factors", number, f"{number} = {expression_text(signs)}", wrong == Violation.NONE)
        return
    factors = recall_judgement(number).factors
    text = f"{number} = {' × '.join(map(str, factors))}" if len(factors) > 1 else str(number)
    yield PracticeItem("prime", number, text, wrong == Violation.NONE)
