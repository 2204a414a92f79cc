"""Prime Challenge in words: labels, sentences, and what a screen shows of a view."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.messages import Line, format_for, join_sentences
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from ...decks.primepak.cards import KINDS
from ...decks.primepak.explain import told as set_told
from ...decks.primepak.names import name
from . import rules
from .hearings import GOES_BACK, entry_of, heard_first, offences_of_entry, penalty_of
from .labels import label, parse
from .lying import count_cards, rows_there
from .phrases import (
    SAY,
    equation,
    explain_refusal,
    in_order,
    kinds_of,
    kinds_open,
    offence_list,
    paid,
    score_line,
)
from .rules import Claim, Phase, Referee, Verb
from .screen import scene, text
from .state import MAIN, Offence, State, is_pick, number_of, offences_of, verb_of
from .tables import FALSE
from .turns import rounds_of

MANY = 3                # sets in one turn that are shown to the others

__all__ = ["SAY", "describe_event", "label", "loss_text", "miss_text", "parse", "scene", "text", "explain_refusal"]


def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """What happened, as `watcher` may know it."""
    say = SAY["event"]
    if seat == CHANCE:
        return Line(format_for(say["deal"], int(after.turn), watcher, names, n=int(after.rounds) + 1,
                               of=int(rounds_of(after))))
    if seat != CLOCK and verb_of(action) == Verb.WAIT:
        return Line("")
    parts, mark = (clock_line(before, action, after, names, watcher), "") if seat == CLOCK else \
        own_line(before, seat, action, names, watcher)
    parts = [*parts, *judged(before, seat, action, after, names, watcher)]
    parts += aftermath(before, after, names, watcher)
    return Line(join_sentences(parts), "won" if after.phase == Phase.OVER else mark, great(before, after))


def great(before: State, after: State) -> dict[str, Any] | None:
    """Many sets taken in one turn."""
    many = after.sets > before.sets and after.sets >= MANY
    return {"great": SAY["great"]["sets"].format(n=int(after.sets))} if many else None


def own_line(before: State, seat: int, action: int, names: Sequence[str], watcher: int) -> tuple[list[str], str]:
    """The action alone, and its mark."""
    say, verb = SAY["event"], verb_of(action)
    if is_pick(action):
        kinds = kinds_of(before, action)
        if before.referee == Referee.PROGRAM:
            return [format_for(say["takes_set"], seat, watcher, names, set=equation(kinds))], "prime"
        return [format_for(say["takes"], seat, watcher, names, cards=in_order(kinds))], ""
    if verb == Verb.CHALLENGE:
        what = challenged_words(before, action)
        return [format_for(say["challenges"], seat, watcher, names, what=what)], ""
    return [format_for(say["hit" if verb == Verb.HIT else "done"], seat, watcher, names)], "passed"


def challenged_words(before: State, action: int) -> str:
    """`the hit`, `the product and the order`."""
    offences = offences_of(action)
    if offences:
        return offence_list(offences)
    return SAY["claim"]["hit" if before.claim == Claim.HIT else "done"]


def clock_line(before: State, passed: int, after: State, names: Sequence[str], watcher: int) -> list[str]:
    """A time that ran out, and what came of it."""
    say = SAY["event"]
    if before.phase == Phase.TURN and before.clock and before.clock == passed and after.phase == Phase.CLAIM:
        key = "late_hit" if after.claim == Claim.HIT else "late_done"
        return [format_for(say[key], int(before.turn), watcher, names)]
    if before.phase == Phase.TAKING and before.clock and before.clock == passed:
        return [format_for(say["late_done"], int(before.challenger), watcher, names)]
    return []


# Challenges that are judged.

def judged(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """What came of a challenge, where this event has settled one."""
    heard = was_heard(before, seat, action, after)
    if heard is None:
        return
    say, (by, number, named) = SAY["event"], heard
    i = entry_of(before, number)
    if i != UNKNOWN:
        yield from judged_pick(before, i, by, named, names, watcher)
    elif before.set_there:
        yield format_for(say["there_is"], by, watcher, names)
    else:
        yield say["there_is_none"]
        yield paid(by, int(before.turn), FALSE, watcher, names)


def was_heard(before: Any, seat: int, action: int, after: State) -> tuple[int, int, int] | None:
    """Who was heard on what, naming what; None where nothing was judged."""
    challenges = seat not in (CHANCE, CLOCK) and verb_of(action) == Verb.CHALLENGE
    if after.phase == Phase.TIE or not (challenges or before.phase == Phase.TIE):
        return None
    hearing = before.copy()
    if challenges:
        hearing.tied = int(before.tied) | 1 << seat
        hearing.named[seat] = offences_of(action)
    number = int(before.target) if before.phase == Phase.TIE else number_of(action)
    by = heard_first(hearing, rules.offender(before, number))
    return int(by), number, int(hearing.named[by])


def judged_pick(before: State, i: int, by: Any, named: Any, names: Sequence[str], watcher: int) -> Iterator[Any]:
    """PC-26: the arithmetic, what is paid, and what becomes of the cards."""
    say, kinds = SAY["event"], kinds_open(before, i)
    against, there = int(before.open_seat[i]), int(offences_of_entry(before, i))
    if named & ~there:
        yield say["not_so"].format(what=offence_list(named & ~there, "or"))
        yield paid(by, against, FALSE, watcher, names)
        return
    yield say["it_is_so"].format(what=equation(kinds) if named != 1 << Offence.ORDER else say["wrong_order"])
    yield paid(against, by, int(penalty_of(named)), watcher, names)
    if named & GOES_BACK:
        yield say["go_back"]


# What follows.

def aftermath(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """A challenger who is done, a card dealt outside, the next turn, the end of a round."""
    say = SAY["event"]
    if before.challenger != UNKNOWN and after.challenger == UNKNOWN:
        yield from taken_over(before, after, names, watcher)
    dealt = [name(int(after.face_up[i])) for i in range(MAIN, int(after.extent))
             if after.left < before.left and before.face_up[i] != after.face_up[i]]
    if dealt:
        yield say["dealt"].format(card=SAY["card"]["wild"] if dealt[-1] == "W" else dealt[-1])
    if after.rounds > before.rounds:
        yield say["stalemate" if after.left or after.set_there else "round_over"]
        yield say["gained"].format(points=score_line(after.gained[:after.seats], watcher, names))
    elif is_new_turn(before, after):
        yield format_for(say["next"], int(after.turn), watcher, names)


def taken_over(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """PC-25: a challenger who has taken no set pays."""
    by, turn = int(before.challenger), int(before.turn)
    if not before.found:
        yield format_for(SAY["event"]["found_none"], by, watcher, names)
        yield paid(by, turn, FALSE, watcher, names)


def is_new_turn(before: State, after: State) -> bool:
    turned = after.turn != before.turn or before.phase == Phase.SETTLE
    return after.phase == Phase.TURN and turned and before.phase != Phase.DEAL


def loss_text(view: State, value: float) -> str:
    """A difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=round(value)))


def miss_text(view: State, seat: int, action: int, names: Sequence[str]) -> str:
    """A set that a hit or done overlooked (PC-11), for the review of a match that is over; "" when none was there."""
    held, rows = [0] * KINDS, [0]
    if verb_of(action) not in (Verb.HIT, Verb.DONE) or view.phase != Phase.TURN:
        return ""
    count_cards(view, held)
    return str(SAY["review"]["missed"][1].format(who=names[seat], what=set_told(rows[0]))) \
        if rows_there(held, rows, 1) else ""
