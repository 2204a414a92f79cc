"""Prime Challenge in words: the lines of the log, and texts for reviews."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.messages import Line, format_for, join_sentences
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from ...decks.primepak.cards import KINDS
from ...decks.primepak.factoring_explanations import set_sentence as set_told
from ...decks.primepak.notation import card_face_scene, kind_name, list_primes
from . import rules
from .challenge_procedure import (
    RETURNING_OFFENCES,
    first_challenger,
    offences_of_open_pick,
    open_pick_index,
    penalty_points,
)
from .face_up_sets import count_cards, list_set_rows
from .labels import label, parse
from .layout_data import FALSE_CHALLENGE_POINTS
from .phrases import (
    SAY,
    cards_in_order_text,
    equation_text,
    explain_refusal,
    list_picked_kinds,
    offences_text,
    open_pick_kinds,
    payment_text,
    scores_text,
)
from .round_flow import match_rounds
from .rules import Claim, Phase, Referee, Verb
from .screen import scene, text
from .state import FOUNDATION_PLACES, Offence, State, challenged_number, is_pick, offences_of, verb_of

GREAT_SETS = 3                # sets in one turn that are shown over the table
GREAT_CARDS = 5               # cards of one set that are, where the program has checked it

__all__ = ["SAY", "describe_event", "label", "loss_text", "missed_play_text", "parse", "scene", "text",
           "explain_refusal"]


def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it."""
    say = SAY["event"]
    if seat == CHANCE:
        return Line(format_for(say["deal"], int(after.turn), watcher, names, n=int(after.rounds) + 1,
                               of=int(match_rounds(after))))
    if seat != CLOCK and verb_of(action) == Verb.WAIVE:
        return Line("")
    parts, mark = (clock_texts(before, action, after, names, watcher), "") if seat == CLOCK else \
        seat_action_texts(before, seat, action, names, watcher)
    parts = [*parts, *verdict_texts(before, seat, action, after, names, watcher)]
    parts += aftermath_texts(before, after, names, watcher)
    detail = pick_detail(before, seat, action) | returned_detail(before, seat, action, after)
    return Line(join_sentences(parts), "won" if after.phase == Phase.OVER else mark,
                (detail | great_turn_detail(before, seat, action, after)) or None)


def pick_detail(before: State, seat: int, action: int) -> dict[str, Any]:
    """Return who has taken which cards, the answer first, for the screen; {} for another action.

    The cards lay open.  Nothing here says whether they are a set.
    """
    if seat in (CHANCE, CLOCK) or not is_pick(action):
        return {}
    kinds = list_picked_kinds(before, action)
    return {"taken": {"seat": int(seat), "cards": [card_face_scene(kind) for kind in kinds]},
            "primes": list_primes(kinds)}


def returned_detail(before: State, seat: int, action: int, after: State) -> dict[str, Any]:
    """Return which cards of whom a challenge has sent back to the table (PC-27); {} if it has not."""
    heard = find_judged_challenge(before, seat, action, after)
    i = UNKNOWN if heard is None else open_pick_index(before, heard[1])
    if heard is None or i == UNKNOWN or heard[2] & ~int(offences_of_open_pick(before, i)) or \
            not heard[2] & RETURNING_OFFENCES:
        return {}
    kinds = open_pick_kinds(before, i)
    return {"returned": {"seat": int(before.open_seat[i]), "cards": [card_face_scene(kind) for kind in kinds],
                         "primes": list_primes(kinds)}}


def great_turn_detail(before: State, seat: int, action: int, after: State) -> dict[str, Any]:
    """Return the detail that praises many sets in one turn, or a large one that was checked; {} otherwise."""
    if after.sets <= before.sets:
        return {}
    if after.sets >= GREAT_SETS:
        return {"great": SAY["great"]["sets"].format(n=int(after.sets))}
    is_checked = before.referee == Referee.PROGRAM and seat not in (CHANCE, CLOCK) and is_pick(action)
    cards = len(list_picked_kinds(before, action)) if is_checked else 0
    return {"great": SAY["great"]["large"].format(n=cards)} if cards >= GREAT_CARDS else {}


def seat_action_texts(before: State, seat: int, action: int, names: Sequence[str], watcher: int) -> tuple[list[str],
                                                                                                          str]:
    """Return the sentences for a seat's action alone, and its mark."""
    say, verb = SAY["event"], verb_of(action)
    if is_pick(action):
        kinds = list_picked_kinds(before, action)
        if before.referee == Referee.PROGRAM:
            return [format_for(say["takes_set"], seat, watcher, names, set=equation_text(kinds))], "prime"
        return [format_for(say["takes"], seat, watcher, names, cards=cards_in_order_text(kinds))], ""
    if verb == Verb.CHALLENGE:
        what = challenged_text(before, action)
        return [format_for(say["challenges"], seat, watcher, names, what=what)], ""
    return [format_for(say["hit" if verb == Verb.HIT else "done"], seat, watcher, names)], "passed"


def challenged_text(before: State, action: int) -> str:
    """Return what a challenge is against: `the hit`, `the product and the order`."""
    offences = offences_of(action)
    if offences:
        return offences_text(offences)
    return SAY["claim"]["hit" if before.claim == Claim.HIT else "done"]


def clock_texts(before: State, passed: int, after: State, names: Sequence[str], watcher: int) -> list[str]:
    """Return the sentences for a time that ran out."""
    say = SAY["event"]
    if before.phase == Phase.TURN and before.clock and before.clock == passed and after.phase == Phase.CLAIM:
        key = "late_hit" if after.claim == Claim.HIT else "late_done"
        return [format_for(say[key], int(before.turn), watcher, names)]
    if before.phase == Phase.TAKING and before.clock and before.clock == passed:
        return [format_for(say["late_done"], int(before.challenger), watcher, names)]
    return []


# Challenges that are judged.

def verdict_texts(before: State, seat: int, action: int, after: State, names: Sequence[str],
                  watcher: int) -> Iterator[str]:
    """Yield what came of a challenge that this event has settled."""
    heard = find_judged_challenge(before, seat, action, after)
    if heard is None:
        return
    say, (by, number, named) = SAY["event"], heard
    i = open_pick_index(before, number)
    if i != UNKNOWN:
        yield from pick_verdict_texts(before, i, by, named, names, watcher)
    elif before.set_there:
        yield format_for(say["there_is"], by, watcher, names)
    else:
        yield say["there_is_none"]
        yield payment_text(by, int(before.turn), FALSE_CHALLENGE_POINTS, watcher, names)


def find_judged_challenge(before: Any, seat: int, action: int, after: State) -> tuple[int, int, int] | None:
    """Return who was heard, on which number, naming which offences; None where nothing was judged."""
    challenges = seat not in (CHANCE, CLOCK) and verb_of(action) == Verb.CHALLENGE
    if after.phase == Phase.TIE or not (challenges or before.phase == Phase.TIE):
        return None
    hearing = before.copy()
    if challenges:
        hearing.tied = int(before.tied) | 1 << seat
        hearing.named[seat] = offences_of(action)
    number = int(before.target) if before.phase == Phase.TIE else challenged_number(action)
    by = first_challenger(hearing, rules.find_challenged_seat(before, number))
    return int(by), number, int(hearing.named[by])


def pick_verdict_texts(before: State, i: int, by: Any, named: Any, names: Sequence[str], watcher: int) -> Iterator[Any]:
    """Yield the verdict on a challenged pick-up: the arithmetic, the payment, the cards (PC-26)."""
    say, kinds = SAY["event"], open_pick_kinds(before, i)
    against, there = int(before.open_seat[i]), int(offences_of_open_pick(before, i))
    if named & ~there:
        yield say["not_so"].format(what=offences_text(named & ~there, "or"))
        yield payment_text(by, against, FALSE_CHALLENGE_POINTS, watcher, names)
        return
    yield say["it_is_so"].format(what=equation_text(kinds) if named != 1 << Offence.ORDER else say["wrong_order"])
    yield payment_text(against, by, int(penalty_points(named)), watcher, names)
    if named & RETURNING_OFFENCES:
        yield say["go_back"]


# What follows.

def aftermath_texts(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """Yield what follows: a challenger is done, a card is dealt, the next turn, the end of a round."""
    say = SAY["event"]
    if before.challenger != UNKNOWN and after.challenger == UNKNOWN:
        yield from found_none_texts(before, after, names, watcher)
    dealt = [kind_name(int(after.face_up[i])) for i in range(FOUNDATION_PLACES, int(after.extent))
             if after.left < before.left and before.face_up[i] != after.face_up[i]]
    if dealt:
        yield say["dealt"].format(card=SAY["card"]["wild"] if dealt[-1] == "W" else dealt[-1])
    if after.rounds > before.rounds:
        yield say["stalemate" if after.left or after.set_there else "round_over"]
        yield say["gained"].format(points=scores_text(after.gained[:after.seats], watcher, names))
    elif is_new_turn(before, after):
        yield format_for(say["next"], int(after.turn), watcher, names)


def found_none_texts(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """Yield that a challenger who took no set pays (PC-25)."""
    by, turn = int(before.challenger), int(before.turn)
    if not before.found:
        yield format_for(SAY["event"]["found_none"], by, watcher, names)
        yield payment_text(by, turn, FALSE_CHALLENGE_POINTS, watcher, names)


def is_new_turn(before: State, after: State) -> bool:
    """Return whether the event has started another turn."""
    turned = after.turn != before.turn or before.phase == Phase.SETTLE
    return after.phase == Phase.TURN and turned and before.phase != Phase.DEAL


def loss_text(view: State, value: float) -> str:
    """Return a difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=round(value)))


def missed_play_text(view: State, seat: int, action: int, names: Sequence[str]) -> str:
    """Return the set that a hit or done overlooked (PC-11), for a review; "" when there was none."""
    held, rows = [0] * KINDS, [0]
    if verb_of(action) not in (Verb.HIT, Verb.DONE) or view.phase != Phase.TURN:
        return ""
    count_cards(view, held)
    return str(SAY["review"]["missed"][1].format(who=names[seat], what=set_told(rows[0]))) \
        if list_set_rows(held, rows, 1) else ""
