"""What a screen shows of Prime Solitaire: a scene of a view, what is being put together, and text for a terminal."""

from collections.abc import Sequence
from math import prod
from typing import Any

from ...core.bits import has_member, set_size
from ...core.messages import format_for
from ...decks.primepak.cards import KIND, LEVEL, NUMBERS
from ...decks.primepak.factoring_explanations import product_text
from ...decks.primepak.notation import card_face_scene, kind_name
from . import rules
from .actions import verb_of
from .listing import open_places
from .phrases import SAY, cards_of, covering_text, explain_refusal, list_places, parse, place_name
from .state import Outcome, Phase, Refusal, State, Verb
from .tables import GRID_CELL, PYRAMID, WIDTH

LAYOUTS = ("columns", "pyramid")
UNDO = ("free", "no_peek", "off")


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    playing = view.phase == Phase.PLAY
    mine = playing and seat == 0
    ask, why = prompt_texts(view, seat, names)
    return {
        "ask": ask, "why": why, "turn": [0] if playing else [], "you": seat if seat == 0 else None, "rest": None,
        "over": ending_summary(view, seat, names) if view.phase == Phase.OVER else None,
        "seats": [{"left": set_size(int(view.there)), "sets": int(view.taken)}],
        "level": int(view.level), "layout": LAYOUTS[view.foundation], "rows": int(rules.rows_of(view)),
        "width": int(rules.rows_of(view)) if view.foundation == PYRAMID else WIDTH,
        "foundation": foundation_cards(view),
        "stack": [card_face_scene(int(kind)) for kind in view.stack[:view.height]],
        "left": int(view.left), "turned": int(view.turned), "sets": int(view.taken),
        "deal": deal_number_text(view), "undo": UNDO[view.undo],
        "canTurn": bool(mine and view.left), "canTake": bool(mine),
    }


def foundation_cards(view: State) -> list[dict[str, Any]]:
    """The cards that are there, in the order of dealing: their place, where it is, and whether they lie open.

    `across` is how many cards' widths a card lies from the left: in a pyramid a row begins half a card further in
    than the next.
    """
    free, rows = open_places(view.foundation, view.there), int(rules.rows_of(view))
    shown = []
    for place in list_places(view.there):
        row, column = map(int, GRID_CELL[view.foundation, place])
        across = column + (rows - 1 - row) / 2 if view.foundation == PYRAMID else column
        shown.append({"id": place_name(place), "row": row, "column": column, "across": across,
                      "open": bool(has_member(free, place)), **card_face_scene(int(view.card[place]))})
    return shown


def deal_number_text(view: State) -> str:
    """Return the number of the deal as text where it is public, else "" (PS-20)."""
    number = int(view.deal) or (int(view.seed) if 0 < view.seed <= rules.LAST_DEAL else 0)
    return str(number) if number else ""


def prompt_texts(view: State, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """Return what the player is asked, and the facts below it."""
    say = SAY["ask"]
    if view.phase == Phase.DEAL:
        return say["before"], ""
    if view.phase == Phase.OVER:
        ended = ending_summary(view, seat, names)
        return ended["title"], ended["text"]
    n = set_size(int(view.there))
    why = say["why"].format(n=n, deal=deal_number_text(view) or "none")
    if seat != 0:
        return say["waits"].format(who=names[0]), why
    return say["play" if view.left else "play_last"], why


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how the game ended: title, text and winners."""
    say, n = SAY["ask"], set_size(int(view.there))
    if view.outcome == Outcome.WON:
        return {"title": format_for(say["won"], 0, seat, names), "winners": [0],
                "text": say["won_why"].format(sets=int(view.taken), left=view.left)}
    gave_up = view.outcome == Outcome.GAVE_UP
    return {"title": format_for(say["gave_up"], 0, seat, names) if gave_up else say["lost"], "winners": [],
            "text": say["lost_why"].format(n=n)}


# What is being put together.

def preview(view: State, seat: int, labels: Any, names: Sequence[str]) -> Any:
    """Return the scene, with the arithmetic of the cards that the last label would take."""
    shown = scene(view, seat, names)
    action = parse(labels[-1]) if labels else int(Verb.TURN)
    if verb_of(action) == Verb.TAKE:
        shown["built"] = build_preview(view, seat, action)
    return shown


def build_preview(view: State, seat: int, action: int) -> Any:
    """Return the arithmetic of the chosen cards, whether they may be taken, and a note about them.

    It says no more than the cards themselves do.
    """
    reason = rules.refusal(view, seat, action)
    if reason in (Refusal.NOT_YOUR_TURN, Refusal.NO_SUCH_ACTION, Refusal.NOT_THERE, Refusal.STACK_SHORT):
        return {"sum": "", "ok": False, "note": explain_refusal(reason)[0], "answer": ""}
    numbers = sorted(NUMBERS[kind] for kind in cards_of(view, action))
    say = SAY["built"]
    if not reason:
        note = say["set"].format(n=say["counts"][len(numbers)])
    elif reason == Refusal.COVERED:
        note = covering_text(view, action)
    elif reason == Refusal.NO_FOUNDATION and makes_set(numbers):
        note = say["foundation"]
    else:
        too_much = reason == Refusal.NO_SET and prod(numbers[:-1]) > numbers[-1] and not is_in_deck(view, prod(numbers))
        note = say["not"].format(answer=numbers[-1]) if too_much else ""
    return {"sum": arithmetic_text(view, numbers), "ok": not reason, "note": note,
            "answer": "" if reason else str(numbers[-1])}


def makes_set(numbers: Any) -> Any:
    """Tell whether numbers, rising, are a factor set."""
    return len(numbers) > 2 and prod(numbers) == numbers[-1]**2


def is_in_deck(view: State, number: int) -> Any:
    """Tell whether the level has a card of this number."""
    return number in KIND and LEVEL[KIND[number]] <= view.level


def arithmetic_text(view: State, numbers: Any) -> Any:
    """Return the product of the chosen numbers as a text: an equation, or a question for what is missing."""
    say, (*rest, answer) = SAY["built"], numbers
    if not rest:
        return say["one"].format(card=answer)
    if makes_set(numbers):
        return say["equal"].format(product=product_text(rest), answer=answer)
    value = prod(numbers)
    if is_in_deck(view, value):
        return say["equal"].format(product=product_text(numbers), answer=value)
    if prod(rest) > answer:
        return say["equal"].format(product=product_text(rest), answer=prod(rest))
    if answer % prod(rest):
        return say["far"].format(n=len(rest), product=product_text(rest), value=prod(rest), answer=answer)
    return say["open"].format(product=product_text(rest), answer=answer)


# For a terminal.

def text(view: State, seat: int, names: Sequence[str]) -> str:
    """The table in a few lines of plain text."""
    say = SAY["text"]
    rows: dict[int, list[str]] = {}
    for place in list_places(view.there):
        free = has_member(open_places(view.foundation, view.there), place)
        shown = say["open" if free else "covered"].format(place=place_name(place),
                                                          card=kind_name(int(view.card[place])))
        rows.setdefault(int(GRID_CELL[view.foundation, place, 0]), []).append(shown)
    lines = [say["row"].format(cards="  ".join(row)) for row in rows.values()]
    stack = " ".join(f"[{kind_name(int(kind))}]" for kind in view.stack[:view.height])
    lines.append(say["stack"].format(cards=stack or say["empty"]))
    lines.append(say["pile"].format(left=int(view.left), sets=int(view.taken)))
    return "\n".join(lines)
