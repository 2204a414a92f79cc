"""The sentences of what Secret Number refuses, with the numbers of whoever reads them."""

from typing import Any

from ...core.messages import join_words
from . import rules
from .phrases import SAY, equation
from .rules import Refusal, Verb
from .state import State
from .tables import PLACES


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, and its rule; with the facts of the view and the action where they are given."""
    reason = Refusal(reason)
    sentence, rule = SAY["refusal"][reason.name]
    seat = reader(view) if view is not None and action is not None else None
    if reason not in FACTS or seat is None:
        return sentence, rule
    return FACTS[reason](view, seat, action), rule


def reader(view: State) -> int | None:
    """Whose view it is: the only seat whose hand lies open, None where all do."""
    known = [seat for seat in range(view.seats) if view.low[seat] != rules.UNKNOWN]
    return known[0] if len(known) == 1 else None


def other_result(view: State, seat: int, action: int) -> str | None:
    """What the operation makes of one's numbers."""
    op, value = rules.operation_of(action), PLACES[rules.place_of(action)]
    made = equation(int(view.low[seat]), int(view.high[seat]), op)
    return SAY["why"]["other_result"].format(made=made, value=value)


def not_exact(view: State, seat: int, action: int) -> str | None:
    low, high = int(view.low[seat]), int(view.high[seat])
    return SAY["why"]["not_exact"].format(high=high, low=low, rest=high % low)


def not_your_number(view: State, seat: int, action: int) -> Any:
    hand = [str(n) for n in sorted({int(view.low[seat]), int(view.high[seat])})]
    return SAY["why"]["not_your_number"].format(number=int(rules.argument_of(action)), hand=join_words(hand),
                                                n=len(hand))


def shown_already(view: State, seat: int, action: int) -> Any:
    """SN-6: in round 3 everybody shows what is not shown yet."""
    key = "number_shown" if rules.verb_of(action) == Verb.NUMBER else "operation_shown"
    return SAY["why"][key].format(number=int(view.number[seat]))


def answer_used(view: State, seat: int, action: int) -> Any:
    value = int(rules.argument_of(action))
    laid = next(i for i in range(view.laid) if view.placer[i] == seat and view.answer[i] == value)
    in_round = sum(int(view.since[i]) <= laid for i in range(int(view.rounds)))
    return SAY["why"]["answer_used"].format(value=value, round=in_round)


def no_such_number(view: State, seat: int, action: int) -> Any:
    return SAY["why"]["no_such_number"].format(most=int(view.seats), value=int(rules.argument_of(action)))


FACTS = {Refusal.OTHER_RESULT: other_result, Refusal.NOT_EXACT: not_exact, Refusal.ANSWER_USED: answer_used,
         Refusal.NOT_YOUR_NUMBER: not_your_number, Refusal.SHOWN_ALREADY: shown_already,
         Refusal.NO_SUCH_NUMBER: no_such_number}
