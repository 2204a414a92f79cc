"""Prime Canasta in words: labels, sentences, and what a screen shows of a view."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.messages import Line, format_for, format_signed, join_sentences, join_words
from ...core.seats import CHANCE, UNKNOWN
from .actions import kind_of, misfit_set, verb_of, what_of
from .labels import label, parse, shown_kinds
from .phrases import SAY, canasta_of, card_list, equation, extended, listed, with_title
from .pile import top_of
from .reasons import explain_refusal
from .rules import Answer, Phase, Verb, leader, minimum
from .screen import ending, scene, shared_scene, side_name
from .sides import STRICT, partner_of, side_of, sides
from .state import Fault, Refusal, State
from .tables import BONUS, CARDS, COUNT, PAIRS, POINTS
from .violations import violation_of

__all__ = ["SAY", "describe_event", "is_silent", "label", "loss_text", "parse", "scene", "shared_scene", "text",
           "explain_refusal"]


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """What happened, as `watcher` may know it."""
    if seat == CHANCE:
        return chance_line(before, after, names, watcher)
    if action == UNKNOWN:
        return Line("")
    if wrong := violation_of(before, seat, action, after):
        return Line(fault_line(before, seat, action, wrong, names, watcher), "failed")
    verb = verb_of(action)
    text, mark = LINES[verb](before, seat, action, after, names, watcher)
    text = join_sentences([text, *aftermath(before, after, names, watcher)])
    title = great(before, seat, after)
    return Line(text, "won" if after.phase == Phase.OVER else mark, {"great": title} if title else None)


def great(before: State, seat: int, after: State) -> str:
    """The title of the best canasta that has come to lie there; "" for none."""
    side = side_of(after, seat)
    had, has = (s.laid[side, :s.laid_n[side]].tolist() for s in (before, after))
    made = [row for row in has if BONUS[row] and row not in had]
    return str(SAY["great"][canasta_of(max(made, key=lambda row: int(BONUS[row])))]) if made else ""


def chance_line(before: State, after: State, names: Sequence[str], watcher: int) -> Line:
    say, turn = SAY["event"], int(after.turn)
    if before.phase == Phase.DEAL:
        form = say["deal_you" if turn == watcher else "deal"]
        return Line(form.format(n=int(after.rounds), dealer=names[after.dealer], who=names[turn]))
    return Line(join_sentences([say["reshuffle"], drawn(before, turn, after, names, watcher)]))


def drawn(before: State, seat: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Two cards; their owner is told which."""
    if watcher != seat:
        return format_for(SAY["event"]["draw"], seat, watcher, names)
    more = [kind for kind, n in enumerate(after.hand[seat] - before.hand[seat]) for _ in range(max(0, int(n)))]
    return SAY["event"]["drew"].format(cards=card_list(more))


def draw_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    if after.phase == Phase.RESHUFFLE:
        return SAY["event"]["short"], ""
    if after.phase != Phase.LAY:
        return SAY["event"]["dry"], ""
    return drawn(before, seat, after, names, watcher), ""


def lay_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
             watcher: int) -> tuple[str, str]:
    """A set laid, or put aside before the initial laydown; the second is told to those who see it."""
    say, row = SAY["event"], what_of(action)
    top = verb_of(action) == Verb.TAKE
    if before.made[side_of(before, seat)]:
        return format_for(say["take" if top else "lay"], seat, watcher, names, set=with_title(row)), "prime"
    if watcher == seat:
        need = minimum(before.score[side_of(before, seat)])
        return say["aside"].format(set=with_title(row), n=int(after.stage_points), minimum=need), ""
    return format_for(say["take" if top else "lay"], seat, watcher, names, set=with_title(row)), ""


def grow_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    old, new = PAIRS[what_of(action)]
    key = "onto" if verb_of(action) == Verb.ONTO else "extend"
    return format_for(SAY["event"][key], seat, watcher, names, old=equation(old),
                      set=with_title(new, extended(old, new))), "prime"


def down_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    """The sets that lie there now and did not before, and what they counted."""
    side = side_of(after, seat)
    rows = after.laid[side, before.laid_n[side]:after.laid_n[side]]
    top = int(POINTS[top_of(before)]) if after.phase == Phase.CHOOSE else 0
    points = sum(int(POINTS[CARDS[row, i]]) for row in rows for i in range(COUNT[row])) - top
    return format_for(SAY["event"]["down"], seat, watcher, names, sets=listed(rows), n=points), "prime"


def back_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    if before.referee == STRICT:
        rows = before.stage[:before.staged]
        return format_for(SAY["event"]["back_strict"], seat, watcher, names, cards=listed(rows)), "failed"
    return format_for(SAY["event"]["back"], seat, watcher, names), ""


def choose_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
                watcher: int) -> tuple[str, str]:
    return format_for(SAY["event"]["choose"], seat, watcher, names, card=card_list([kind_of(action)])), ""


def done_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    return format_for(SAY["event"]["done"], seat, watcher, names, n=int(before.picked)), ""


def ask_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Any:
    partner, say = int(partner_of(before, seat)), SAY["event"]
    if watcher == partner:
        return say["ask_you"].format(who=names[seat]), ""
    return format_for(say["ask"], seat, watcher, names, partner=names[partner]), ""


def answer_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Any:
    return format_for(SAY["event"]["yes" if action == Verb.YES else "no"], seat, watcher, names), ""


def out_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Any:
    return format_for(SAY["event"]["announce" if after.announced else "out"], seat, watcher, names), ""


def discard_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
                 watcher: int) -> tuple[str, str]:
    say, kind = SAY["event"], what_of(action)
    text = format_for(say["discard"], seat, watcher, names, card=card_list([kind]))
    if after.phase in (Phase.DEAL, Phase.OVER):
        return join_sentences([text, format_for(say["out"], seat, watcher, names)]), ""
    freezes = after.frozen > before.frozen == 0
    return join_sentences([text, say["freezes"] if freezes else ""]), "passed"


LINES = {Verb.DRAW: draw_line, Verb.LAY: lay_line, Verb.TAKE: lay_line, Verb.EXTEND: grow_line, Verb.ONTO: grow_line,
         Verb.DOWN: down_line, Verb.BACK: back_line, Verb.CHOOSE: choose_line, Verb.DONE: done_line,
         Verb.ASK: ask_line, Verb.YES: answer_line, Verb.NO: answer_line, Verb.OUT: out_line,
         Verb.DISCARD: discard_line}


def fault_line(before: State, seat: int, action: int, wrong: Any, names: Sequence[str], watcher: int) -> Any:
    """What cost 100 points (CA-19)."""
    say, verb = SAY["event"], verb_of(action)
    if wrong == Fault.NO_SET:
        kinds = shown_kinds(action)
        cards, n = card_list(kinds), len(kinds)
        if verb == Verb.MISFIT:
            return format_for(say["fault_fit"], seat, watcher, names, cards=cards, set=equation(misfit_set(action)),
                              n=n)
        return join_sentences([format_for(say["fault_set"], seat, watcher, names, cards=cards, n=n),
                               explain_refusal(Refusal.NO_SET, before, action)[0]])
    if wrong == Fault.BELOW_MINIMUM:
        rows = before.stage[:before.staged]
        return format_for(say["fault_minimum"], seat, watcher, names, n=int(before.stage_points), cards=listed(rows),
                          sets=len(rows), minimum=minimum(before.score[side_of(before, seat)]))
    return format_for(say["fault_pile" if wrong == Fault.NOT_ENTITLED else "fault_out"], seat, watcher, names)


def aftermath(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[Any]:
    """A round that ended: what it brought each side."""
    if after.phase not in (Phase.DEAL, Phase.OVER) or before.phase in (Phase.DEAL, Phase.OVER):
        return
    say = SAY["event"]
    if before.answer == Answer.NO and after.went_out != UNKNOWN:
        yield say["disobeyed"]
    yield say["scored"].format(sides=all_brought(before, after, names, watcher))
    if after.phase == Phase.OVER:
        best = int(leader(after)[0])
        mine = watcher < after.seats and side_of(after, watcher) == best
        yield say["wins"][0] if mine else ending(after, watcher, names)["title"]


def all_brought(before: State, after: State, names: Sequence[str], watcher: int) -> str:
    """What a round brought each side."""
    each = [brought(before, after, side, names, watcher) for side in range(sides(after))]
    return str(SAY["event"]["between"]).join(each)


def brought(before: State, after: State, side: Any, names: Sequence[str], watcher: int) -> Any:
    """What a round brought one side: `you +120, now 340`."""
    total = int(after.score[side])
    return SAY["event"]["scored_side"].format(
        side=side_name(after, side, names, watcher), total=format_signed(total),
        sum=format_signed(total - int(before.score[side]), "+d"))


def is_silent(view: State) -> Any:
    """CA-21: partners say nothing to each other during a round."""
    return bool(view.partnerships) and view.rounds > 0 and view.phase not in (Phase.DEAL, Phase.OVER)


# A terminal.

def text(view: State, seat: int, names: Sequence[str]) -> str:
    """The table in a few lines of plain text."""
    shown, say = scene(view, seat, names), SAY["text"]
    lines = [say["seat"].format(who=names[i], n=one["cards"], known=say["known"].format(
        cards=" ".join(card["id"] for card in one["known"])) if one["known"] else "")
        for i, one in enumerate(shown["seats"]) if i != seat]
    lines += [say["side"].format(side=one["name"], score=one["score"],
                                 sets=join_words([laid["label"] for laid in one["sets"]]) or say["nothing"])
              for one in shown["sides"]]
    pile = shown["pile"]
    lines.append(say["piles"].format(deck=shown["deck"], pile=pile["count"],
                                     top=say["top"].format(card=pile["top"]["id"]) if pile["top"] else "",
                                     frozen=say["frozen"] if shown["frozenForYou"] else ""))
    if shown["fan"]:
        places = [one["label"].removeprefix("choose ") for one in shown["fan"] if one]
        lines.append(say["pile"].format(cards=" ".join(places)))
    if shown["chosen"]:
        lines.append(say["chosen"].format(cards=" ".join(one["id"] for one in shown["chosen"])))
    if shown["stage"]:
        stage = shown["stage"]
        lines.append(say["stage"].format(sets=join_words([one["label"] for one in stage["sets"]]), n=stage["points"],
                                         minimum=stage["minimum"]))
    if shown["hand"]:
        lines.append(say["hand"].format(cards=" ".join(f"[{one['id']}]" for one in shown["hand"])))
    return "\n".join(lines)


def loss_text(view: State, value: float) -> str:
    """A difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=round(value * view.target_score)))
