"""Prime Solitaire in words: labels, sentences, and what a screen shows of a view."""

from collections.abc import Sequence
from typing import Any

from ...core.bits import set_size
from ...core.messages import Line, format_for, join_sentences
from ...core.seats import CHANCE
from ...decks.primepak.notation import card_face_scene, kind_name, list_primes
from .actions import verb_of
from .phrases import SAY, catalogue_row_of_action, explain_refusal, label, parse, set_kinds, set_text
from .screen import preview, scene, text
from .state import Outcome, State, Verb

__all__ = ["SAY", "describe_event", "label", "parse", "preview", "scene", "text", "explain_refusal"]


def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """A line of the log."""
    say = SAY["event"]
    if seat == CHANCE:
        return Line(say["deal"].format(n=set_size(int(after.there)), left=int(after.left)))
    lines: list[str] = []
    detail: dict[str, Any] = {"label": label(action)}
    if verb_of(action) == Verb.TURN:
        card = kind_name(int(after.stack[after.height - 1]))
        lines.append(format_for(say["turn" if after.left else "turn_last"], seat, watcher, names, card=card))
    elif verb_of(action) == Verb.TAKE:
        row = catalogue_row_of_action(before, action)
        lines.append(format_for(say["take"], seat, watcher, names, set=set_text(row)))
        detail |= {"set": [card_face_scene(kind) for kind in set_kinds(row)], "text": set_text(row),
                   "primes": list_primes(set_kinds(row))}
    else:
        lines.append(format_for(say["give_up"], seat, watcher, names))
    if after.outcome == Outcome.WON:
        lines.append(format_for(say["won"], seat, watcher, names))
    elif after.outcome == Outcome.LOST:
        lines.append(say["lost"])
    return Line(join_sentences(lines), "won" if after.outcome == Outcome.WON else "", detail)
