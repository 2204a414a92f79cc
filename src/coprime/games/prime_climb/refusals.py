"""The sentences of what Prime Climb refuses, with the numbers of the position."""

from collections.abc import Callable
from typing import Any

from ...core.bits import has_member
from ...core.messages import join_words
from .board import counted, goal_of, movable, reachable
from .keepers import move_refusal, usable
from .moves import Refusal, Verb, kind_of, number_of, one_of, other_of, pawn_of, use, verb_of, what_of
from .phrases import SAY, card, equation
from .rules import Phase, asked
from .state import State
from .tables import CLEAR, HOME, LAST, LIMIT, STATIONS
from .turn import number, numbers_left

ASKS = {Verb.CHOOSE: "card_pawn", Verb.SWAP: "card_swap", Verb.SEND: "card_send", Verb.TAKE: "card_take"}
OF_A_MOVE = (Refusal.ABOVE, Refusal.BELOW, Refusal.NOT_WHOLE, Refusal.ONLY_DOWN, Refusal.STATIONS_FIRST)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, and its rule; with the facts of the view and the action where they are given."""
    reason = Refusal(reason)
    sentence, rule = SAY["refusal"][reason.name]
    if view is None or action is None:
        return sentence, rule
    if reason in OF_A_MOVE and verb_of(action) <= Verb.DIVIDE and not usable(view, view.turn, number_of(action)):
        return stuck(view, action), "CL-5"
    if reason == Refusal.OUT_OF_REACH:
        return out_of_reach(view, action)
    return (FACTS[reason](view, action) if reason in FACTS else sentence), rule


# Numbers and pawns.

def mover(view: State, action: int) -> tuple[int, int]:
    """The pawn that an action moves, and where it stands."""
    pawn = int(2 * view.turn + pawn_of(action))
    return pawn, int(view.pawn[pawn])


def unused(view: State) -> str:
    """`the 8 and the 9`, or `the 3, twice`: what is still to be used."""
    say, left = SAY["why"], [int(number(view, die)) for die in range(2) if view.left[die]]
    if len(left) == 1 and numbers_left(view) > 1:
        return say["number_times"].format(d=left[0], times=SAY["word"]["times"][numbers_left(view)])
    return join_words([say["number"].format(d=d) for d in left])


def no_number(view: State, action: int) -> str:
    key = "no_number" if numbers_left(view) else "none_left"
    return SAY["why"][key].format(d=int(number_of(action)), left=unused(view))


def above(view: State, action: int) -> str:
    say, (_, space), d = SAY["why"], mover(view, action), int(number_of(action))
    product = verb_of(action) == Verb.MULTIPLY
    return say["above"].format(sum=f"{space} {SAY['word']['signs'][verb_of(action) % 4]} {d}",
                               result=space * d if product else space + d, last=LAST)


def below(view: State, action: int) -> str:
    return SAY["why"]["below"].format(space=mover(view, action)[1], d=int(number_of(action)))


def not_whole(view: State, action: int) -> str | None:
    (_, space), d = mover(view, action), int(number_of(action))
    return SAY["why"]["not_whole"].format(space=space, d=d, rest=space % d)


def stations(view: State, action: int) -> str | None:
    pawn, space = mover(view, action)
    missing = [str(n) for i, n in enumerate(STATIONS) if has_member(view.way_stations & ~view.ticks[view.turn], i)]
    return SAY["why"]["stations"].format(goal=int(counted(space, verb_of(action), number_of(action))),
                                         stations=join_words(missing), n=len(missing))


def stuck(view: State, action: int) -> Any:
    """CL-5: what is asked where a number has no use."""
    lost = any(movable(view, pawn) and goal_of(view, pawn) == 0 for pawn in (2 * view.turn, 2 * view.turn + 1))
    return SAY["why"]["stuck_lost" if lost else "stuck"].format(d=int(number_of(action)))


def has_a_use(view: State, action: int) -> Any:
    """CL-5: with a use that the number still has."""
    d, seat = number_of(action), view.turn
    found = next(use(verb, mine, d) for mine in range(2) for verb in range(4)
                 if move_refusal(view, 2 * seat + mine, verb, d) == Refusal.NONE)
    return SAY["why"]["has_a_use"].format(d=int(d), equation=equation(view, seat, found))


# Cards.

def not_now(view: State, action: int) -> str:
    say = SAY["why"]
    if view.phase == Phase.CARD:
        return say[ASKS[Verb(asked(view))]].format(card=card(view, view.card)["title"])
    return say["no_card"]


def out_of_reach(view: State, action: int) -> Any:
    """The pawn that cannot be named, and the rule by which it cannot."""
    verb, say = verb_of(action), SAY["why"]
    if verb == Verb.CLEAR:
        pawn, rule = what_of(action), "CL-24"
    else:
        pawns = (one_of(action), other_of(action)) if verb == Verb.SWAP else (one_of(action),)
        pawn, rule = next(pawn for pawn in pawns if not reachable(view, pawn)), "CL-30"
    if view.pawn[pawn] == HOME:
        return say["named_home"], "CL-8"
    return say["named_safe"].format(space=int(view.pawn[pawn])), rule


def of_keeper(key: str) -> Callable[..., Any]:
    """A sentence that names the Keeper which the action is about."""
    def told(view: State, action: int) -> Any:
        verb = verb_of(action)
        kind = {Verb.CLEAR: CLEAR, Verb.LIMIT: LIMIT, Verb.TAKE: kind_of(action)}.get(verb, number_of(action))
        return SAY["why"][key].format(card=card(view, kind)["title"])
    return told


def with_number(key: str) -> Callable[..., Any]:
    return lambda view, action: SAY["why"][key].format(d=int(number_of(action)))


FACTS = {
    Refusal.NOT_YOUR_TURN: lambda view, action: SAY["why"]["over"] if view.phase == Phase.OVER else
        SAY["refusal"]["NOT_YOUR_TURN"][0],
    Refusal.NOT_NOW: not_now, Refusal.NO_NUMBER: no_number, Refusal.ABOVE: above, Refusal.BELOW: below,
    Refusal.NOT_WHOLE: not_whole, Refusal.STATIONS_FIRST: stations, Refusal.HAS_A_USE: has_a_use,
    Refusal.ZERO_IS_GOAL: with_number("zero_is_goal"), Refusal.ZERO_IS_NO_GOAL: with_number("zero_is_no_goal"),
    Refusal.NO_KEEPER: of_keeper("no_keeper"), Refusal.TOO_FRESH: of_keeper("too_fresh"),
    Refusal.NOT_HELD: of_keeper("not_held"),
    Refusal.NUMBERS_LEFT: lambda view, action: SAY["why"]["numbers_left"].format(left=unused(view)),
    Refusal.NOT_AT_THIS_TABLE: lambda view, action: SAY["why"]["seats"].format(seats=view.seats),
}
