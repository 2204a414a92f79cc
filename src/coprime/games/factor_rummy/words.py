"""Put Factor Rummy into words: labels, sentences, and what a screen shows of a view."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...core.errors import BadInput
from ...core.messages import (
    Line,
    format_for,
    format_signed,
    join_sentences,
    join_with_commas,
    join_words,
    load_messages,
    names_for_reader,
)
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from ...decks.primepak.cards import WILD
from ...decks.primepak.factor_set_catalogue import SETS, SIZE
from ...decks.primepak.factor_sets import NO_SET
from ...decks.primepak.factoring_explanations import equation_text, explain_set, find_row
from ...decks.primepak.notation import card_face_scene, kind_name, list_primes, parse_kind, parse_kinds
from ...decks.primepak.notation import set_label as set_label
from . import rules
from .deck_data import DEADWOOD_PENALTY, FACTOR_RUMMY_BONUS, KINDS, POINTS_PER_DEADWOOD, PRIME_FACTOR_BONUS
from .hand_grouping import Grouping, best_grouping, list_kinds
from .state import Going, Phase, Refusal, State, Verb

ASSIST_SETS = 2                 # the value of the option `assist`
SAY = load_messages(Path(__file__).parent)
FIXED_LABELS = {Verb.DRAW: "draw", Verb.TAKE: "take", Verb.DONE: "done"}
BONUS_BY_GOING = {Going.PRIME_FACTOR: PRIME_FACTOR_BONUS, Going.FACTOR_RUMMY: FACTOR_RUMMY_BONUS}


# Labels.

def label(action: int) -> str:
    """Return an action in the game's notation.

    `draw`, `take`, `discard 42`, `out`, `out 42` (with that discard), `lay 42=6x7`, `done`.
    """
    verb, number = rules.verb_of(action), rules.number_of(action)
    if verb == Verb.DISCARD:
        return f"discard {kind_name(number)}"
    if verb == Verb.OUT:
        return f"out {kind_name(number - 1)}" if number else "out"
    if verb == Verb.LAY:
        return f"lay {set_label(SETS[number, :SIZE[number]].tolist())}"
    return FIXED_LABELS[verb]


def parse(text: str) -> int:
    """Return the action of a label.  Raises BadInput."""
    verb, *rest = text.split()[:3] or [""]
    for action, word in FIXED_LABELS.items():
        if verb == word and not rest:
            return int(action)
    if verb == "out" and not rest:
        return int(Verb.OUT)
    if len(rest) == 1 and verb in ("discard", "out"):
        kind = parse_kind(rest[0])
        return rules.action_of(Verb.DISCARD, kind) if verb == "discard" else rules.action_of(Verb.OUT, kind + 1)
    if len(rest) == 1 and verb == "lay":
        return parse_lay(parse_kinds(rest[0]))
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def parse_lay(kinds: Any) -> Any:
    """Return the action that lays these cards.  Raises BadInput with the arithmetic when they are no set."""
    row = find_row(kinds)
    if row == NO_SET:
        raise BadInput(explain_set(kinds))
    return rules.action_of(Verb.LAY, row)


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal, and its rule."""
    sentence, rule = SAY["refusal"][Refusal(reason).name]
    known = view is not None and action is not None
    if reason in (Refusal.LEFT_OVER, Refusal.LEFT_OVER_EARLY):
        return sentence.format(n=count_left_over(view, action) if known else 0), rule
    if reason == Refusal.NOT_IN_HAND:
        return sentence.format(cards=missing_cards_text(action) if known else SAY["cards"]["that"]), rule
    return sentence, rule


def missing_cards_text(action: int) -> str | None:
    """Return what an action needs that is not held: one card, or the cards of a set."""
    say, verb, number = SAY["cards"], rules.verb_of(action), rules.number_of(action)
    if verb == Verb.LAY:
        return say["set"].format(set=equation_text(number))
    kind = number - (verb == Verb.OUT)
    return say["wild"] if kind == WILD else say["a"].format(card=kind_name(kind))


def count_left_over(view: State, action: int) -> int | None:
    """Return how many cards would be left over after going out."""
    hand = view.hand[view.turn].copy()
    discard = rules.number_of(action) - 1
    if discard >= 0:
        hand[discard] -= 1
    return best_grouping(hand).deadwood


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it."""
    say = SAY["event"]
    if seat == CHANCE:
        if before.phase == Phase.DEAL:
            return Line(format_for(say["deal"], int(after.turn), watcher, names))
        text = format_for(say["draw"], int(after.turn), watcher, names, card=drawn_text(before, after, int(after.turn)))
        return Line(join_sentences([say["reshuffle"], text]))
    if seat == CLOCK:
        return Line(join_sentences([say["time"], round_gain_text(after, names, watcher)])
                    if after.phase != Phase.LAYOFF else "")
    verb, number = rules.verb_of(action), rules.number_of(action)
    if verb == Verb.OUT:
        return out_line(before, seat, number - 1, after, names, watcher)
    if verb == Verb.LAY:
        text = format_for(say["lay"], seat, watcher, names, cards=equation_text(number))
    elif verb == Verb.DONE:
        text = format_for(say["done"], seat, watcher, names)
    elif verb == Verb.DRAW:
        if after.phase == Phase.RESHUFFLE:
            return Line("")
        if after.rounds > before.rounds:
            return Line(say["void_cards"])
        text = format_for(say["draw"], seat, watcher, names, card=drawn_text(before, after, seat))
    else:
        card = log_card_text(number if verb == Verb.DISCARD else int(before.pile[before.height - 1]))
        text = format_for(say["discard" if verb == Verb.DISCARD else "take"], seat, watcher, names, card=card)
    if after.rounds > before.rounds:
        ended = round_gain_text(after, names,
                                watcher) if after.out >= 0 else say["void_turns"].format(n=after.turn_limit)
        text = join_sentences([text, ended])
    return Line(text, detail={"card": card_face_scene(number)} if verb == Verb.DISCARD else None)


def drawn_text(before: State, after: State, seat: int) -> str:
    """Return the card that a seat has drawn, if the view shows it; else ""."""
    for kind in range(KINDS):
        if after.hand[seat, kind] > before.hand[seat, kind]:
            return log_card_text(kind)
    return ""


def out_line(before: State, seat: int, discard: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for going out, or for trying to."""
    say = SAY["event"]
    if after.out != seat:
        hand = after.known[seat].copy()
        if discard >= 0:
            hand[discard] -= 1
        return Line(format_for(say["failed"], seat, watcher, names, n=best_grouping(hand).deadwood), "failed")
    how = SAY["going"][Going(after.going).name]
    # Whoever is out has laid the whole hand open (FR-17).
    rows = best_grouping(after.hand[seat]).rows
    detail = {"out": seat, "primes": list_primes(int(kind) for row in rows for kind in SETS[row, :SIZE[row]])}
    if after.phase == Phase.LAYOFF:
        return Line(format_for(say["out_laying"], seat, watcher, names, how=how), "won", detail)
    text = format_for(say["out"], seat, watcher, names, how=how, sum=going_out_sum_text(after))
    return Line(join_sentences([text, *winning_texts(after, seat, names, watcher)]), "won", detail)


def round_gain_text(view: State, names: Sequence[str], watcher: int) -> str:
    """Return the sentence for what going out has brought, once the others have laid off."""
    say, seat = SAY["event"], int(view.out)
    return join_sentences([format_for(say["gain"], seat, watcher, names, sum=going_out_sum_text(view)),
                           *winning_texts(view, seat, names, watcher)])


def winning_texts(view: State, seat: int, names: Sequence[str], watcher: int) -> list[str]:
    """Return the sentence for the end of the game, as a list; empty if it goes on."""
    return [format_for(SAY["event"]["won"], seat, watcher, names)] if view.phase == Phase.OVER else []


def going_out_sum_text(view: State) -> str:
    """Return the points of going out, counted up: `25 + 2 × 4 = 33`."""
    say, own = SAY["sum"], int(view.deadwood[view.out])
    others = [int(view.deadwood[seat]) for seat in range(view.seats) if seat != view.out]
    if Going(view.going) in BONUS_BY_GOING:
        return say["bonus"].format(bonus=BONUS_BY_GOING[Going(view.going)], per=POINTS_PER_DEADWOOD, n=sum(others),
                                   gain=int(view.gain))
    parts = [say["part"].format(per=POINTS_PER_DEADWOOD, n=n - own) if n > own
             else say["penalty"].format(n=DEADWOOD_PENALTY)
             for n in others]
    text = parts[0] if others[0] > own else f"−{parts[0]}"
    for n, part in zip(others[1:], parts[1:], strict=True):
        text += f" + {part}" if n > own else f" − {part}"
    return say["plain"].format(parts=text, gain=format_signed(view.gain))


# What a screen shows.

def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the table as `seat` (or WATCHER) sees it."""
    playing = seat < view.seats
    acting = rules.to_act(view)
    turn = [i for i in range(view.seats) if acting >> i & 1]
    mine = playing and seat in turn
    ask, why = prompt_texts(view, seat, names, mine)
    ended = view.phase == Phase.OVER or rules.is_between_hands(view)
    return {
        "ask": ask, "why": why, "turn": turn, "you": seat if playing else None,
        "seats": [seat_scene(view, i) for i in range(view.seats)],
        "round": int(view.rounds) + (not ended), "target": int(view.target_score), "level": int(view.level),
        "hand": [card_scene(kind) for kind in list_kinds(view.hand[seat])] if playing and view.hand[seat, 0] >= 0
        else [],
        "deck": int(view.left),
        "discards": {"count": int(view.height),
                     "top": card_scene(int(view.pile[view.height - 1])) if view.height else None,
                     "all": [card_scene(int(kind)) for kind in view.pile[:view.height][::-1]] if view.discard_view
                     else None},
        "stage": stage_name(view) if mine else "",
        "deadwood": count_hand_deadwood(view, seat) if playing and view.assist and turn and not view.shown else None,
        "found": find_sets(view, seat) if playing and view.assist == ASSIST_SETS and turn and not view.shown else [],
        "laying": view.phase == Phase.LAYOFF, "clock": int(view.clock) if view.phase == Phase.LAYOFF else None,
        "result": result_scene(view) if view.shown else None,
        "over": ending_summary(view, seat, names) if view.phase == Phase.OVER else None,
        "rest": ending_summary(view, seat, names) if rules.is_between_hands(view) else None,
    }


def card_scene(kind: int) -> dict[str, Any]:
    """Return a card as the browser draws it, and as labels write it."""
    return {"id": kind_name(kind), **card_face_scene(kind)}


def seat_scene(view: State, seat: int) -> dict[str, Any]:
    """Return what everybody knows of a seat."""
    known = [] if view.shown else list_kinds(view.known[seat])
    return {"cards": int(view.cards[seat]), "score": int(view.score[seat]), "dealer": seat == view.dealer,
            "known": [card_scene(kind) for kind in known]}


def stage_name(view: State) -> str:
    """Return what the seat on turn does now, for the screen: draw, discard, lay or ""."""
    return {Phase.TURN: "draw", Phase.DRAWN: "discard", Phase.LAYOFF: "lay"}.get(Phase(view.phase), "")


def count_hand_deadwood(view: State, seat: int) -> int | None:
    """Return how many cards of the hand stand in no set (option `assist`); None if it is not seen."""
    return best_grouping(view.hand[seat]).deadwood if view.hand[seat, 0] >= 0 else None


def find_sets(view: State, seat: int) -> list[list[str]]:
    """Return the cards of each set of the hand's best grouping, the answer first (option `assist`)."""
    rows = best_grouping(view.hand[seat]).rows if view.hand[seat, 0] >= 0 else []
    return [[kind_name(int(kind)) for kind in SETS[row, :SIZE[row]]] for row in rows]


def result_scene(view: State) -> dict[str, Any]:
    """Return everybody's cards after somebody has gone out: sets, and what is left over."""
    def of(seat: int) -> dict[str, Any]:
        if view.layoff == rules.LAYOFF_MANUAL and seat != view.out:
            rows = [int(row) - 1 for row in view.laid[seat, :view.laid_n[seat]]]
            grouping = Grouping(rows, list_kinds(view.hand[seat]))
        else:
            grouping = best_grouping(view.hand[seat])
        return {"sets": [{"cards": [card_scene(int(kind)) for kind in SETS[row, :SIZE[row]]],
                          "text": equation_text(row)}
                         for row in grouping.rows],
                "over": [card_scene(kind) for kind in grouping.left], "count": int(view.deadwood[seat])}
    thrown = int(view.pile[view.height - 1]) if view.height else UNKNOWN
    return {"out": int(view.out), "how": SAY["going"][Going(view.going).name], "gain": int(view.gain),
            "sum": "" if view.phase == Phase.LAYOFF else going_out_sum_text(view),
            "top": card_scene(thrown) if thrown >= 0 else None,
            "seats": [of(seat) for seat in range(view.seats)]}


def log_card_text(kind: int) -> str:
    """Return a card as the log calls it."""
    return str(SAY["cards"]["log"]) if kind == WILD else kind_name(kind)


def spoken_card_text(kind: int) -> str:
    """Return a card as a sentence calls it: "the 11", "the wild"."""
    return SAY["cards"]["open" if kind == WILD else "a"].format(card=kind_name(kind))


def top_card_text(kind: int) -> str:
    """Return the sentence that names the top discard."""
    say = SAY["ask"]
    return str(say["top_wild"]) if kind == WILD else str(say["top"].format(card=kind_name(kind)))


def prompt_texts(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """Return what is asked of the viewer, and what it costs or why."""
    say = SAY["ask"]
    if view.phase == Phase.OVER or rules.is_between_hands(view):
        ended = ending_summary(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.DEAL:
        return say["before"], ""
    if view.phase == Phase.RESHUFFLE:
        return say["chance"], ""
    if view.phase == Phase.LAYOFF:
        return (say["lay"], say["why_lay"].format(who=names[view.out])) if mine else (say["lay_waits"], "")
    top = spoken_card_text(int(view.pile[view.height - 1])) if view.height else ""
    if not mine:
        waits = say["waits" if seat < view.seats else "waits_watch"].format(who=names[view.turn])
        return waits, top_card_text(int(view.pile[view.height - 1])) if view.height else ""
    if view.phase == Phase.DRAWN:
        return say["drawn"], say["why_taken"].format(card=spoken_card_text(int(view.taken))) if view.taken >= 0 else ""
    return (say["turn"].format(card=top) if top else say["turn_empty"]), say["why_out"]


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how a round or the game ended: title, text and winners."""
    say = SAY["ask"]
    called = names_for_reader(names, seat, say["you"])
    score = join_with_commas(say["points"].format(who=called[i], n=format_signed(view.score[i]))
                             for i in range(view.seats))
    if view.phase == Phase.OVER:
        return {"title": format_for(say["over"], int(view.out), seat, names, n=int(view.score[view.out])),
                "text": say["rest_why"].format(sum=going_out_sum_text(view), score=score, n=view.target_score),
                "winners": [int(view.out)]}
    if view.out < 0:
        return {"title": say["rest_void"], "text": say["rest_why_void"].format(score=score, n=view.target_score),
                "winners": []}
    how = SAY["going"][Going(view.going).name]
    return {"title": format_for(say["rest_out"], int(view.out), seat, names, how=how),
            "text": say["rest_why"].format(sum=going_out_sum_text(view), score=score, n=view.target_score),
            "winners": [int(view.out)]}


def text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the table in a few lines of plain text, for a terminal."""
    shown, say = scene(view, seat, names), SAY["text"]
    lines = [say["seat"].format(who=names[i], n=one["cards"], points=one["score"], seen=say["seen"].format(
        cards=" ".join(known["id"] for known in one["known"])) if one["known"] else "")
        for i, one in enumerate(shown["seats"]) if i != seat]
    top = shown["discards"]["top"]
    lines.append(say["piles"].format(left=shown["deck"], height=shown["discards"]["count"],
                                     top=say["top"].format(card=top["id"]) if top else ""))
    for i, one in enumerate(shown["result"]["seats"] if shown["result"] else []):
        lines.append(say["laid"].format(
            who=names[i], sets=join_words([group["text"] for group in one["sets"]]) or say["none"],
            cards=" ".join(left["id"] for left in one["over"]) or say["none"]))
    if shown["hand"] and not shown["result"]:
        lines.append(say["hand"].format(cards=" ".join(f"[{one['id']}]" for one in shown["hand"])))
    return "\n".join(lines)


def loss_text(view: State, value: float) -> str:
    """Return a difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=round(100 * value)))
