"""Write the sentences for what Secret Number refuses, with the numbers of the seat that reads them."""

from typing import Any

from ...core.messages import join_words
from . import rules
from .display_card_results import PLACES
from .phrases import SAY, equation_text
from .rules import Refusal, Verb
from .state import State


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal, and its rule; in detail if the view and the action are given."""
    reason = Refusal(reason)
    sentence, rule = SAY["refusal"][reason.name]
    seat = viewing_seat(view) if view is not None and action is not None else None
    if reason not in POSITION_TEXTS or seat is None:
        return sentence, rule
    return POSITION_TEXTS[reason](view, seat, action), rule


def viewing_seat(view: State) -> int | None:
    """Return the only seat whose hand lies open in a view; None if all do."""
    known = [seat for seat in range(view.seats) if view.low[seat] != rules.UNKNOWN]
    return known[0] if len(known) == 1 else None


def other_result_text(view: State, seat: int, action: int) -> str | None:
    """Return the sentence for a place with another result than the operation makes."""
    op, value = rules.operation_of(action), PLACES[rules.place_of(action)]
    made = equation_text(int(view.low[seat]), int(view.high[seat]), op)
    return SAY["why"]["other_result"].format(made=made, value=value)


def not_exact_text(view: State, seat: int, action: int) -> str | None:
    """Return the sentence for a division that leaves a remainder."""
    low, high = int(view.low[seat]), int(view.high[seat])
    return SAY["why"]["not_exact"].format(high=high, low=low, rest=high % low)


def not_your_number_text(view: State, seat: int, action: int) -> Any:
    """Return the sentence for a number that is not in the hand."""
    hand = [str(n) for n in sorted({int(view.low[seat]), int(view.high[seat])})]
    return SAY["why"]["not_your_number"].format(number=int(rules.argument_of(action)), hand=join_words(hand),
                                                n=len(hand))


def shown_already_text(view: State, seat: int, action: int) -> Any:
    """Return the sentence for a second showing of a number or the operation (SN-6)."""
    key = "number_shown" if rules.verb_of(action) == Verb.NUMBER else "operation_shown"
    return SAY["why"][key].format(number=int(view.number[seat]))


def answer_used_text(view: State, seat: int, action: int) -> Any:
    """Return the sentence for an answer card that has been placed, with its round."""
    value = int(rules.argument_of(action))
    laid = next(i for i in range(view.laid) if view.placer[i] == seat and view.answer[i] == value)
    in_round = sum(int(view.since[i]) <= laid for i in range(int(view.rounds)))
    return SAY["why"]["answer_used"].format(value=value, round=in_round)


def no_such_number_text(view: State, seat: int, action: int) -> Any:
    """Return the sentence for an answer above the highest number."""
    return SAY["why"]["no_such_number"].format(most=int(view.seats), value=int(rules.argument_of(action)))


POSITION_TEXTS = {Refusal.OTHER_RESULT: other_result_text, Refusal.NOT_EXACT: not_exact_text,
                  Refusal.ANSWER_USED: answer_used_text,
                  Refusal.NOT_YOUR_NUMBER: not_your_number_text, Refusal.SHOWN_ALREADY: shown_already_text,
                  Refusal.NO_SUCH_NUMBER: no_such_number_text}
