"""Say why a choice was better in Secret Number: what others can tell from it, or what the number must be."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.bits import has_member
from ...core.reasons import MAX_REASONS, Reason, make_reason
from . import observation, rules, secret_posterior
from .bots import stranger_view
from .phrases import SAY, to_namespace
from .rules import Stage, Verb
from .state import State


def choice_reasons(view: State | SimpleNamespace, seat: int, played: Sequence[int],
                   better: Sequence[int]) -> list[Reason]:
    """Return why a choice was better: more hands could have made it, or the count leaves no doubt."""
    plain: Any = view if isinstance(view, SimpleNamespace) else to_plain(view)
    if not better:
        return []
    found = compare_displays if plain.stage == Stage.OPENING else compare_answers
    return list(found(plain, seat, [*map(int, played)], int(better[0])))[:MAX_REASONS]


def to_plain(view: Any) -> SimpleNamespace:
    """Return a view with plain numbers and lists."""
    if hasattr(view, "field_values"):
        return SimpleNamespace(**{name: value.tolist() if hasattr(value, "tolist") else value
                                  for name, value in zip(view.dtype.names, view.field_values(), strict=True)})
    return to_namespace(view)


def compare_displays(view: SimpleNamespace, seat: int, played: list[int], better: int) -> Iterator[Reason]:
    """Yield that more hands fit what is shown than fit what was shown."""
    if has_member(view.chosen, seat) or not played:
        return
    n, other = (count_fitting_hands(view, seat, action) for action in (better, played[0]))
    if n > other:
        yield make_reason(SAY["reason"], "wider", {"n": n, "other": other})


def count_fitting_hands(view: SimpleNamespace, seat: int, action: int) -> int:
    """Return how many hands fit a display, for somebody who sees what lies open and nothing else."""
    after = stranger_view(view, seat, action)
    unseen = observation.unseen_code(after, -1)
    return sum(bool(observation.count_choices(after, seat, *pair)
                    and observation.count_ways_to_take(after, seat, hand, unseen))
               for hand, pair in enumerate(observation.POSSIBLE_HANDS))


def compare_answers(view: SimpleNamespace, seat: int, played: list[int], better: int) -> Iterator[Reason]:
    """Yield what the count makes certain: the secret number, or that the one placed was none."""
    chances = np.zeros(rules.NUMBERS)
    secret_posterior.secret_probabilities(view, seat, chances)
    possible = [number for number in range(view.seats + 1) if chances[number] > 0]
    if rules.verb_of(better) == Verb.ANSWER and possible == [rules.argument_of(better)]:
        yield make_reason(SAY["reason"], "sure", {"number": possible[0]})
    elif played and rules.verb_of(played[0]) == Verb.ANSWER and rules.argument_of(played[0]) not in possible:
        yield make_reason(SAY["reason"], "never", {"number": rules.argument_of(played[0])})
