"""The sentences for refused actions in Prime Climb, with the numbers of the position."""

from collections.abc import Callable
from typing import Any

from ...core.bits import has_member
from ...core.messages import join_words
from .actions import (
    Refusal,
    Verb,
    encode_number_use,
    first_pawn_of,
    kind_of,
    number_of,
    pawn_of,
    second_pawn_of,
    target_of,
    verb_of,
)
from .board import goal_of, is_movable, is_reachable, target_space
from .board_and_card_data import CLEAR_KEEPER, HOME, LAST, LIMIT_KEEPER, STATIONS
from .move_phase import has_use, move_refusal
from .phrases import SAY, card_scene, equation_text
from .rules import Phase, requested_verb
from .state import State
from .turn_phases import count_numbers_left, read_rolled_number

CHOICE_KEYS = {Verb.CHOOSE: "card_pawn", Verb.SWAP: "card_swap", Verb.SEND: "card_send", Verb.TAKE: "card_take"}
MOVE_REFUSALS = (Refusal.ABOVE, Refusal.BELOW, Refusal.NOT_WHOLE, Refusal.ONLY_DOWN, Refusal.STATIONS_FIRST)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal and its rule, with the facts of the position where it is given."""
    reason = Refusal(reason)
    sentence, rule = SAY["refusal"][reason.name]
    if view is None or action is None:
        return sentence, rule
    if reason in MOVE_REFUSALS and verb_of(action) <= Verb.DIVIDE and not has_use(view, view.turn, number_of(action)):
        return no_use_text(view, action), "CL-5"
    if reason == Refusal.OUT_OF_REACH:
        return out_of_reach_reason(view, action)
    return (POSITION_TEXTS[reason](view, action) if reason in POSITION_TEXTS else sentence), rule


# Numbers and pawns.

def find_moved_pawn(view: State, action: int) -> tuple[int, int]:
    """Return the pawn that an action moves, and its space."""
    pawn = int(2 * view.turn + pawn_of(action))
    return pawn, int(view.pawn[pawn])


def numbers_left_text(view: State) -> str:
    """Return the numbers still to be used in words: `the 8 and the 9`, or `the 3, twice`."""
    say, left = SAY["why"], [int(read_rolled_number(view, die)) for die in range(2) if view.left[die]]
    if len(left) == 1 and count_numbers_left(view) > 1:
        return say["number_times"].format(d=left[0], times=SAY["word"]["times"][count_numbers_left(view)])
    return join_words([say["number"].format(d=d) for d in left])


def no_number_text(view: State, action: int) -> str:
    """Return the sentence for a number that was not rolled or is used up."""
    key = "no_number" if count_numbers_left(view) else "none_left"
    return SAY["why"][key].format(d=int(number_of(action)), left=numbers_left_text(view))


def above_text(view: State, action: int) -> str:
    """Return the sentence for a move beyond 101, with its result."""
    say, (_, space), d = SAY["why"], find_moved_pawn(view, action), int(number_of(action))
    product = verb_of(action) == Verb.MULTIPLY
    return say["above"].format(sum=f"{space} {SAY['word']['signs'][verb_of(action) % 4]} {d}",
                               result=space * d if product else space + d, last=LAST)


def below_text(view: State, action: int) -> str:
    """Return the sentence for a move below 0."""
    return SAY["why"]["below"].format(space=find_moved_pawn(view, action)[1], d=int(number_of(action)))


def not_whole_text(view: State, action: int) -> str | None:
    """Return the sentence for a division that leaves a remainder."""
    (_, space), d = find_moved_pawn(view, action), int(number_of(action))
    return SAY["why"]["not_whole"].format(space=space, d=d, rest=space % d)


def stations_first_text(view: State, action: int) -> str | None:
    """Return the sentence for a goal that is closed until the missing stations are ticked."""
    pawn, space = find_moved_pawn(view, action)
    missing = [str(n) for i, n in enumerate(STATIONS) if has_member(view.way_stations & ~view.ticks[view.turn], i)]
    return SAY["why"]["stations"].format(goal=int(target_space(space, verb_of(action), number_of(action))),
                                         stations=join_words(missing), n=len(missing))


def no_use_text(view: State, action: int) -> Any:
    """Return the sentence that says what to do with a number that has no use (CL-5)."""
    lost = any(is_movable(view, pawn) and goal_of(view, pawn) == 0 for pawn in (2 * view.turn, 2 * view.turn + 1))
    return SAY["why"]["stuck_lost" if lost else "stuck"].format(d=int(number_of(action)))


def has_a_use_text(view: State, action: int) -> Any:
    """Return the sentence for a number that still has a use, and name that use (CL-5)."""
    d, seat = number_of(action), view.turn
    found = next(encode_number_use(verb, mine, d) for mine in range(2) for verb in range(4)
                 if move_refusal(view, 2 * seat + mine, verb, d) == Refusal.NONE)
    return SAY["why"]["has_a_use"].format(d=int(d), equation=equation_text(view, seat, found))


# Cards.

def not_now_text(view: State, action: int) -> str:
    """Return the sentence for an action that does not fit the phase."""
    say = SAY["why"]
    if view.phase == Phase.CARD:
        return say[CHOICE_KEYS[Verb(requested_verb(view))]].format(card=card_scene(view, view.card)["title"])
    return say["no_card"]


def out_of_reach_reason(view: State, action: int) -> Any:
    """Return the sentence and the rule for a pawn that cannot be named."""
    verb, say = verb_of(action), SAY["why"]
    if verb == Verb.CLEAR:
        pawn, rule = target_of(action), "CL-24"
    else:
        pawns = (first_pawn_of(action), second_pawn_of(action)) if verb == Verb.SWAP else (first_pawn_of(action),)
        pawn, rule = next(pawn for pawn in pawns if not is_reachable(view, pawn)), "CL-30"
    if view.pawn[pawn] == HOME:
        return say["named_home"], "CL-8"
    return say["named_safe"].format(space=int(view.pawn[pawn])), rule


def make_keeper_text(key: str) -> Callable[..., Any]:
    """Return a function that formats a key's sentence with the Keeper that is played or taken."""
    def keeper_text(view: State, action: int) -> Any:
        verb = verb_of(action)
        kinds = {Verb.CLEAR: CLEAR_KEEPER, Verb.LIMIT: LIMIT_KEEPER, Verb.TAKE: kind_of(action)}
        kind = kinds.get(verb, number_of(action))
        return SAY["why"][key].format(card=card_scene(view, kind)["title"])
    return keeper_text


def make_number_text(key: str) -> Callable[..., Any]:
    """Return a function that formats the sentence of a key with the number of the action."""
    return lambda view, action: SAY["why"][key].format(d=int(number_of(action)))


POSITION_TEXTS = {
    Refusal.NOT_YOUR_TURN: lambda view, action: SAY["why"]["over"] if view.phase == Phase.OVER else
        SAY["refusal"]["NOT_YOUR_TURN"][0],
    Refusal.NOT_NOW: not_now_text, Refusal.NO_NUMBER: no_number_text, Refusal.ABOVE: above_text,
    Refusal.BELOW: below_text,
    Refusal.NOT_WHOLE: not_whole_text, Refusal.STATIONS_FIRST: stations_first_text, Refusal.HAS_A_USE: has_a_use_text,
    Refusal.ZERO_IS_GOAL: make_number_text("zero_is_goal"),
    Refusal.ZERO_IS_NO_GOAL: make_number_text("zero_is_no_goal"),
    Refusal.NO_KEEPER: make_keeper_text("no_keeper"), Refusal.TOO_FRESH: make_keeper_text("too_fresh"),
    Refusal.NOT_HELD: make_keeper_text("not_held"),
    Refusal.NUMBERS_LEFT: lambda view, action: SAY["why"]["numbers_left"].format(left=numbers_left_text(view)),
    Refusal.NOT_AT_THIS_TABLE: lambda view, action: SAY["why"]["seats"].format(seats=view.seats),
}
