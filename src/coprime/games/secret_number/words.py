"""Put Secret Number into words: the log, and the table as text."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from ...core.messages import Line, format_for, join_sentences, join_with_commas, join_words
from ...core.seats import CHANCE, CLOCK
from . import rules
from .display_card_results import PLACES
from .labels import label, parse
from .phrases import SAY, equation_text, list_undecided_seats, scores_text, to_namespace, you_or_name
from .refusal_texts import explain_refusal
from .rules import Stage, Verb
from .screen import scene
from .state import State

__all__ = ["SAY", "describe_event", "label", "loss_text", "parse", "scene", "text", "explain_refusal"]


# The log.

def describe_event(before: Any, seat: int, action: int, after: Any, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it."""
    say, before, after = SAY["event"], to_namespace(before), to_namespace(after)
    if seat == CHANCE and before.stage == Stage.DEAL:
        return Line(say["deal"].format(game=after.game + 1, of=after.match_length, open=after.open_card))
    if seat == CLOCK:
        ended = before.stage == Stage.RACE and (after.stage != Stage.RACE or after.rounds != before.rounds)
        parts = [say["time"]] if ended else []
    else:
        parts = [action_text(before, seat, action, names, watcher)]
    parts += aftermath_texts(before, after, names, watcher) if parts else []
    over = after.stage == Stage.OVER
    return Line(join_sentences(parts), "won" if over else "", event_detail(before, seat, action, after))


def action_text(before: SimpleNamespace, seat: int, action: int, names: Sequence[str], watcher: int) -> str:
    """Return the sentence for the action alone."""
    say, verb = SAY["event"], rules.verb_of(action)
    if seat == CHANCE:
        return say["late"].format(who=join_words([you_or_name(i, watcher, names)
                                                  for i in list_undecided_seats(before)]))
    if verb == Verb.AGREE:
        return format_for(say["agrees"], seat, watcher, names)
    if verb == Verb.FACE_DOWN:
        return format_for(say["placed"], seat, watcher, names)
    if verb == Verb.ANSWER:
        return format_for(say["placed_open"], seat, watcher, names, value=rules.argument_of(action))
    return choice_text(before, seat, action) if seat == watcher else say["chosen"].format(who=names[seat])


def choice_text(view: SimpleNamespace, seat: int, action: int) -> Any:
    """Return the sentence for a choice of the reader's own."""
    say, verb = SAY["event"], rules.verb_of(action)
    if verb == Verb.COVER:
        made = equation_text(view.low[seat], view.high[seat], rules.operation_of(action))
        return say["chosen_result"].format(equation=made)
    if verb == Verb.NUMBER:
        return say["chosen_number"].format(number=rules.argument_of(action))
    return say["chosen_operation"].format(did=SAY["operation"]["did"][view.op[seat]])


def aftermath_texts(before: SimpleNamespace, after: SimpleNamespace, names: Sequence[str],
                    watcher: int) -> Iterator[str]:
    """Yield sentences for what an action brought about: a reveal, the end of a round or of a game."""
    say = SAY["event"]
    if before.stage in (Stage.OPENING, Stage.LATE) and after.stage == Stage.RACE:
        shown = join_words([shown_text(before, after, i, names, watcher) for i in range(after.seats)])
        yield say["covers" if after.rounds == 1 else "shows"].format(what=shown)
        yield say["begins"].format(round=after.rounds)
    elif before.stage == Stage.RACE and after.stage != Stage.RACE:
        yield say["ends"].format(round=before.rounds)
        if after.game > before.game:
            points = [after.points[before.game][i] for i in range(after.seats)]
            yield say["secret"].format(secret=after.secret,
                                       points=scores_text(points, watcher, names, starts_sentence=True))


def shown_text(before: SimpleNamespace, after: SimpleNamespace, seat: int, names: Sequence[str], watcher: int) -> str:
    """Return what one seat displays or shows in an opening, in words."""
    say = SAY["event"]
    if after.rounds == 1:
        return format_for(say["cover"], seat, watcher, names, result=PLACES[after.place[seat]])
    if after.number[seat] and not before.number[seat]:
        return format_for(say["shows_number"], seat, watcher, names, number=after.number[seat])
    return format_for(say["shows_operation"], seat, watcher, names, did=SAY["operation"]["did"][after.op[seat]])


def event_detail(before: SimpleNamespace | State, seat: int, action: int,
                 after: SimpleNamespace | State) -> dict[str, Any] | None:
    """Return facts for the screen: a card placed, or a game scored; None for other events."""
    if after.game > before.game:
        return {"secret": after.secret, "points": after.points[before.game][:after.seats]}
    if seat < before.seats and rules.verb_of(action) in (Verb.ANSWER, Verb.FACE_DOWN):
        return {"placed": {"seat": seat, "round": before.rounds}}
    return None


def text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the table in a few lines of plain text, for a terminal."""
    shown, say = scene(view, seat, names), SAY["text"]
    lines = [say["middle"].format(open=shown["open"], round=shown["round"]["text"])] if shown["round"]["text"] else []
    for i, one in enumerate(shown["seats"]):
        hints = [part for part in (one["holds"], (one["operation"] or {}).get("did", "")) if part]
        result = "?" if one["result"] is None else one["result"]
        lines.append(say["seat"].format(who=names[i], result=result, points=one["points"],
                                        hints=join_with_commas(hints)).strip())
    if seat < view.seats and shown["seats"][seat]["hand"]:
        lines.append(say["hand"].format(cards=" ".join(f"[{n}]" for n in shown["seats"][seat]["hand"])))
    lines += [say["choice"].format(label=one["label"], text=one["text"]) for one in shown["choices"]]
    free = [str(one["value"]) for one in shown["answers"] if one["may"]]
    if free:
        lines.append(say["answers"].format(cards=" ".join(free)))
    return "\n".join(lines)


def loss_text(view: Any, value: float) -> str:
    """Return a difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=f"{value:.1f}"))
