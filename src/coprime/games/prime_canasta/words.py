"""Prime Canasta in words: labels, sentences, and what a screen shows of a view."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.messages import Line, format_for, format_signed, join_sentences, join_words
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.notation import list_primes
from .actions import kind_of, misfit_set, operand_of, verb_of
from .discard_pile import top_of
from .labels import label, parse, shown_kinds
from .observed_violation import punished_violation
from .phrases import SAY, canasta_kind, cards_text, equation_text, extended_text, sets_text, titled_set_text
from .refusal_texts import explain_refusal
from .rules import Answer, Phase, Verb, laydown_minimum, leading_side
from .screen import ending_summary, scene, shared_scene, side_name
from .sides import STRICT, count_sides, partner_of, side_of
from .state import Refusal, State, Violation
from .tables import BONUS, CARDS, COUNT, PAIRS, POINTS

__all__ = ["SAY", "describe_event", "is_silent", "label", "loss_text", "parse", "scene", "shared_scene", "text",
           "explain_refusal"]


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an event, as `watcher` may know it."""
    if seat == CHANCE:
        return chance_line(before, after, names, watcher)
    if action == UNKNOWN:
        return Line("")
    if wrong := punished_violation(before, seat, action, after):
        return Line(violation_line(before, seat, action, wrong, names, watcher), "failed")
    verb = verb_of(action)
    text, mark = LINES[verb](before, seat, action, after, names, watcher)
    text = join_sentences([text, *round_end_texts(before, after, names, watcher)])
    title = best_canasta_text(before, seat, after) or laydown_text(before, seat, after, watcher)
    primes = list_laid_primes(before, seat, after)
    detail: dict[str, Any] = ({"great": title} if title else {}) | ({"primes": primes} if primes else {})
    return Line(text, "won" if after.phase == Phase.OVER else mark, detail or None)


def best_canasta_text(before: State, seat: int, after: State) -> str:
    """Return the title of the best canasta that an action made; "" for none."""
    side = side_of(after, seat)
    had, has = (s.laid[side, :s.laid_n[side]].tolist() for s in (before, after))
    made = [row for row in has if BONUS[row] and row not in had]
    return str(SAY["great"][canasta_kind(max(made, key=lambda row: int(BONUS[row])))]) if made else ""


def laydown_text(before: State, seat: int, after: State, watcher: int) -> str:
    """Return the title of the initial laydown of the watcher's side; "" for anything else."""
    side = side_of(after, seat)
    is_own = 0 <= watcher < after.seats and side_of(after, watcher) == side
    return str(SAY["great"]["laydown"]) if is_own and after.made[side] and not before.made[side] else ""


def list_laid_primes(before: State, seat: int, after: State) -> list[int]:
    """Return the primes that an action has laid on the table, where all see them."""
    side = side_of(after, seat)
    had, has = (Counter(int(kind) for row in s.laid[side, :s.laid_n[side]].tolist() for kind in CARDS[row, :COUNT[row]])
                for s in (before, after))
    return list_primes((has - had).keys())


def chance_line(before: State, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of a deal or a reshuffle."""
    say, turn = SAY["event"], int(after.turn)
    if before.phase == Phase.DEAL:
        form = say["deal_you" if turn == watcher else "deal"]
        return Line(form.format(n=int(after.rounds), dealer=names[after.dealer], who=names[turn]))
    return Line(join_sentences([say["reshuffle"], drawn_text(before, turn, after, names, watcher)]))


def drawn_text(before: State, seat: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return the text of drawing two cards; their owner is told which."""
    if watcher != seat:
        return format_for(SAY["event"]["draw"], seat, watcher, names)
    more = [kind for kind, n in enumerate(after.hand[seat] - before.hand[seat]) for _ in range(max(0, int(n)))]
    return SAY["event"]["drew"].format(cards=cards_text(more))


def draw_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    """Return text and mark of drawing, of a short draw pile, or of a round that ends for lack of cards."""
    if after.phase == Phase.RESHUFFLE:
        return SAY["event"]["short"], ""
    if after.phase != Phase.LAY:
        return SAY["event"]["dry"], ""
    return drawn_text(before, seat, after, names, watcher), ""


def lay_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
             watcher: int) -> tuple[str, str]:
    """Return text and mark of a set that is laid, or staged before the initial laydown."""
    say, row = SAY["event"], operand_of(action)
    top = verb_of(action) == Verb.TAKE
    if before.made[side_of(before, seat)]:
        return format_for(say["take" if top else "lay"], seat, watcher, names, set=titled_set_text(row)), "prime"
    if watcher == seat:
        need = laydown_minimum(before, before.score[side_of(before, seat)])
        return say["aside"].format(set=titled_set_text(row), n=int(after.stage_points), minimum=need), ""
    return format_for(say["take" if top else "lay"], seat, watcher, names, set=titled_set_text(row)), ""


def grow_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    """Return text and mark of an extended set."""
    old, new = PAIRS[operand_of(action)]
    key = "onto" if verb_of(action) == Verb.ONTO else "extend"
    return format_for(SAY["event"][key], seat, watcher, names, old=equation_text(old),
                      set=titled_set_text(new, extended_text(old, new))), "prime"


def down_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    """Return text and mark of an initial laydown: its sets and its points."""
    side = side_of(after, seat)
    rows = after.laid[side, before.laid_n[side]:after.laid_n[side]]
    top = int(POINTS[top_of(before)]) if after.phase == Phase.CHOOSE else 0
    points = sum(int(POINTS[CARDS[row, i]]) for row in rows for i in range(COUNT[row])) - top
    return format_for(SAY["event"]["down"], seat, watcher, names, sets=sets_text(rows), n=points), "prime"


def back_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    """Return text and mark of taking staged sets back."""
    if before.referee == STRICT:
        rows = before.stage[:before.staged]
        return format_for(SAY["event"]["back_strict"], seat, watcher, names, cards=sets_text(rows)), "failed"
    return format_for(SAY["event"]["back"], seat, watcher, names), ""


def choose_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
                watcher: int) -> tuple[str, str]:
    """Return text and mark of a card chosen from the pile."""
    return format_for(SAY["event"]["choose"], seat, watcher, names, card=cards_text([kind_of(action)])), ""


def done_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str]:
    """Return text and mark of a completed choice from the pile."""
    return format_for(SAY["event"]["done"], seat, watcher, names, n=int(before.picked)), ""


def ask_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Any:
    """Return text and mark of asking the partner."""
    partner, say = int(partner_of(before, seat)), SAY["event"]
    if watcher == partner:
        return say["ask_you"].format(who=names[seat]), ""
    return format_for(say["ask"], seat, watcher, names, partner=names[partner]), ""


def answer_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Any:
    """Return text and mark of the partner's answer."""
    return format_for(SAY["event"]["yes" if action == Verb.YES else "no"], seat, watcher, names), ""


def out_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Any:
    """Return text and mark of going out, or of announcing it."""
    return format_for(SAY["event"]["announce" if after.announced else "out"], seat, watcher, names), ""


def discard_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
                 watcher: int) -> tuple[str, str]:
    """Return text and mark of a discard, with what it does."""
    say, kind = SAY["event"], operand_of(action)
    text = format_for(say["discard"], seat, watcher, names, card=cards_text([kind]))
    if after.phase in (Phase.DEAL, Phase.OVER):
        return join_sentences([text, format_for(say["out"], seat, watcher, names)]), ""
    freezes = after.frozen > before.frozen == 0
    return join_sentences([text, say["freezes"] if freezes else ""]), "passed"


LINES = {Verb.DRAW: draw_line, Verb.LAY: lay_line, Verb.TAKE: lay_line, Verb.EXTEND: grow_line, Verb.ONTO: grow_line,
         Verb.DOWN: down_line, Verb.BACK: back_line, Verb.CHOOSE: choose_line, Verb.DONE: done_line,
         Verb.ASK: ask_line, Verb.YES: answer_line, Verb.NO: answer_line, Verb.OUT: out_line,
         Verb.DISCARD: discard_line}


def violation_line(before: State, seat: int, action: int, wrong: Any, names: Sequence[str], watcher: int) -> Any:
    """Return the text of a violation that cost 100 points (CA-19)."""
    say, verb = SAY["event"], verb_of(action)
    if wrong == Violation.NO_SET:
        kinds = shown_kinds(action)
        cards, n = cards_text(kinds), len(kinds)
        if verb == Verb.MISFIT:
            return format_for(say["fault_fit"], seat, watcher, names, cards=cards,
                              set=equation_text(misfit_set(action)),
                              n=n)
        return join_sentences([format_for(say["fault_set"], seat, watcher, names, cards=cards, n=n),
                               explain_refusal(Refusal.NO_SET, before, action)[0]])
    if wrong == Violation.BELOW_MINIMUM:
        rows = before.stage[:before.staged]
        return format_for(say["fault_minimum"], seat, watcher, names, n=int(before.stage_points), cards=sets_text(rows),
                          sets=len(rows), minimum=laydown_minimum(before, before.score[side_of(before, seat)]))
    return format_for(say["fault_pile" if wrong == Violation.NOT_ENTITLED else "fault_out"], seat, watcher, names)


def round_end_texts(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[Any]:
    """Yield the texts about a round that ended: a disobeyed answer, the scores, the winner."""
    if after.phase not in (Phase.DEAL, Phase.OVER) or before.phase in (Phase.DEAL, Phase.OVER):
        return
    say = SAY["event"]
    if before.answer == Answer.NO and after.went_out != UNKNOWN:
        yield say["disobeyed"]
    yield say["scored"].format(sides=round_result_text(before, after, names, watcher))
    if after.phase == Phase.OVER:
        best = int(leading_side(after)[0])
        mine = watcher < after.seats and side_of(after, watcher) == best
        yield say["wins"][0] if mine else ending_summary(after, watcher, names)["title"]


def round_result_text(before: State, after: State, names: Sequence[str], watcher: int) -> str:
    """Return what a round brought each side."""
    each = [side_result_text(before, after, side, names, watcher) for side in range(count_sides(after))]
    return str(SAY["event"]["between"]).join(each)


def side_result_text(before: State, after: State, side: Any, names: Sequence[str], watcher: int) -> Any:
    """Return what a round brought one side: `you +120, now 340`."""
    total = int(after.score[side])
    return SAY["event"]["scored_side"].format(
        side=side_name(after, side, names, watcher), total=format_signed(total),
        sum=format_signed(total - int(before.score[side]), "+d"))


def is_silent(view: State) -> Any:
    """Tell whether the table is silent: partners may not talk during a round (CA-21)."""
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
    """Return a difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=round(value * view.target_score)))
