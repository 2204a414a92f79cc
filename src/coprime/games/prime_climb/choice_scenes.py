"""What a player may choose, as a screen offers it: each action with its label, equation and effect."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.bits import count_kind
from ...core.messages import join_with_commas as in_words
from . import rules
from .actions import (
    NOBODY,
    Refusal,
    encode_number_use,
    first_pawn_of,
    kind_of,
    number_of,
    pawn_of,
    seat_of,
    second_pawn_of,
    target_of,
    verb_of,
)
from .board import is_exposed, is_movable, is_red, target_space, waits_for_partner
from .board_and_card_data import CLEAR_KEEPER, HOME, LIMIT_KEEPER, STATION_BITS
from .labels import label, pawn_name
from .move_phase import move_refusal
from .phrases import SAY, card_scene, you_or_name
from .rules import Phase, Verb
from .state import State
from .turn_phases import draws_card, read_rolled_number


def choice_scenes(view: State, seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return everything that a seat may do, and its pawns' impossible operations with the reason."""
    if view.phase == Phase.CARD:
        return [card_choice_scene(view, seat, action, names) for action in list_actions(view, seat)]
    offered = []
    for d in dict.fromkeys(int(read_rolled_number(view, die)) for die in range(2) if view.left[die]):
        offered += [use_scene(view, seat, "use", verb, mine, d, names)
                    for mine in movable_pawns(view, seat) for verb in range(4)]
    for d in range(1, CLEAR_KEEPER):
        if count_kind(view.keepers[seat], d):
            offered += [use_scene(view, seat, "keeper", verb, mine, d, names)
                        for mine in movable_pawns(view, seat) for verb in (Verb.KEEPER_ADD, Verb.KEEPER_SUBTRACT)]
    return offered + [other_choice_scene(view, seat, action, names) for action in list_actions(view, seat)
                      if Verb.SPEND <= verb_of(action) <= Verb.LIMIT]


def list_actions(view: State, seat: int) -> list[int]:
    """Return the legal actions of a seat as a list of ints."""
    out = [0] * rules.MAX_ACTIONS
    return [int(action) for action in out[:rules.sound_actions(view, seat, out)]]


def movable_pawns(view: State, seat: int) -> list[int]:
    """Return which of the seat's two pawns (0, 1) can be moved."""
    return [mine for mine in range(2) if is_movable(view, 2 * seat + mine)]


def use_scene(view: State, seat: int, kind: str, verb: int, mine: int, d: int, names: Sequence[str]) -> dict[str, Any]:
    """Return one number with one pawn and one operation, possible or not, for the screen."""
    pawn, sign = 2 * seat + mine, SAY["word"]["signs"][verb % 4]
    space = int(view.pawn[pawn])
    why = Refusal(move_refusal(view, pawn, verb, d))
    shown = {"kind": kind, "pawn": pawn_name(pawn), "number": int(d), "op": sign, "from": space, "tag": f"{sign}{d}",
             "ok": not why, "why": SAY["why_not"][why.name] if why else ""}
    if why:
        return shown | {"label": "", "target": None, "equation": f"{space} {sign} {d}", "effect": ""}
    action, target = int(encode_number_use(verb, mine, d)), int(target_space(space, verb, d))
    return shown | {"label": label(action), "target": target, "equation": f"{space} {sign} {d} = {target}",
                    "effect": effect_text(view, seat, action, names)}


def effect_text(view: Any, seat: int, action: int, names: Sequence[str]) -> str:
    """Return in words what a move would bring if the pawn stayed on its new space."""
    after, pawn, say = view.copy(), 2 * seat + pawn_of(action), SAY["effect"]
    rules.apply_move(after, seat, action)
    if after.pawn[pawn] == HOME:
        return say["wins" if rules.has_won(after, seat) else "home"]
    if after.back != view.back:
        return say["turns"]
    if waits_for_partner(after, pawn):
        return say["waits"]
    return in_words(effect_parts(view, after, pawn, names))


def effect_parts(view: State, after: State, pawn: int, names: Sequence[str]) -> Iterator[str]:
    """Yield what would happen on the space where a pawn lands, a phrase each."""
    say, space, seat = SAY["effect"], after.pawn[pawn], pawn // 2
    for other in range(2 * view.seats):
        if other != pawn and after.pawn[other] == space and is_exposed(after, other):
            yield say["meets"] if other // 2 == seat else say["bumps"].format(who=names[other // 2])
    if is_red(space) and draws_card(after, pawn % 2):
        yield say["red"]
    if STATION_BITS[space] & view.way_stations & ~view.ticks[seat]:
        yield say["station"].format(space=space)
    if space == view.pawn[pawn]:
        yield say["stays"]


# Numbers without a use, and Keepers that act on others.

def other_choice_scene(view: State, seat: int, action: int, names: Sequence[str]) -> Any:
    """Return a number without a use, or a Keeper that acts on others, as a choice for the screen."""
    verb, say, text = verb_of(action), SAY["effect"], label(action)
    if verb <= Verb.LOSE:
        d, pawn = number_of(action), 2 * seat + pawn_of(action)
        lost = verb == Verb.LOSE
        return {"kind": "spend", "label": text, "number": int(d), "pawn": None if lost else pawn_name(pawn), "ok": True,
                "target": None if lost else 0, "from": None if lost else int(view.pawn[pawn]), "why": "",
                "equation": "" if lost else f"{view.pawn[pawn]} → 0", "effect": say["lost"] if lost else ""}
    kind = CLEAR_KEEPER if verb == Verb.CLEAR else LIMIT_KEEPER
    shown = {"label": text, "ok": True, "why": "", "card": card_scene(view, kind)}
    if verb == Verb.LIMIT:
        victim = target_of(action)
        return shown | {"kind": "limit", "seat": int(victim), "effect": say["limits"].format(who=names[victim])}
    pawn = target_of(action)
    return shown | {"kind": "clear", "pawn": None if pawn == NOBODY else pawn_name(pawn),
                    "target": None if pawn == NOBODY else int(view.pawn[pawn]),
                    "effect": clear_effect_text(view, seat, action, names)}


def clear_effect_text(view: Any, seat: int, action: int, names: Sequence[str]) -> Any:
    """Return in words whom the clearing Keeper would send back."""
    after, say = view.copy(), SAY["effect"]
    rules.apply_move(after, seat, action)
    gone = [pawn for pawn in range(2 * view.seats) if after.pawn[pawn] != view.pawn[pawn]]
    if not gone:
        return say["no_target" if target_of(action) == NOBODY else "nobody"]
    return say["sends"].format(pawns=in_words(pawn_text(view, seat, pawn, names) for pawn in gone))


def pawn_text(view: State, seat: int, pawn: Any, names: Sequence[str]) -> Any:
    """Return a pawn and its space in words: "your pawn on 26" or "Heron on 78"."""
    key = "your_pawn_on" if pawn // 2 == seat else "pawn_on"
    return SAY["effect"][key].format(who=names[pawn // 2], space=int(view.pawn[pawn]))


# Choices that a drawn card asks for.

def card_choice_scene(view: State, seat: int, action: int, names: Sequence[str]) -> Any:
    """Return a choice that the drawn card asks for, for the screen."""
    verb = verb_of(action)
    shown = {"label": label(action), "ok": True, "why": "", "effect": card_outcome_text(view, seat, action, names)}
    if verb == Verb.TAKE:
        return shown | {"kind": "take", "seat": int(seat_of(action)), "card": card_scene(view, kind_of(action)),
                        "text": names[seat_of(action)]}
    if verb == Verb.SWAP:
        pawns = [first_pawn_of(action), second_pawn_of(action)]
        return shown | {"kind": "swap", "pawns": [pawn_name(pawn) for pawn in pawns],
                        "text": " ↔ ".join(pawn_text(view, seat, pawn, names) for pawn in pawns)}
    pawn = first_pawn_of(action) + (2 * seat if verb == Verb.CHOOSE else 0)
    return shown | {"kind": "send" if verb == Verb.SEND else "card", "pawn": pawn_name(pawn),
                    "text": pawn_text(view, seat, pawn, names)}


def card_outcome_text(view: Any, seat: int, action: int, names: Sequence[str]) -> Any:
    """Return in words where a card moves pawns: "26 → 64, Heron 64 → 0"; "" for a swap or a taken Keeper."""
    if verb_of(action) in (Verb.TAKE, Verb.SWAP):
        return ""
    after = view.copy()
    rules.apply_choice(after, action)
    return in_words(SAY["effect"]["goes"].format(who=you_or_name(pawn // 2, seat, names), before=int(view.pawn[pawn]),
                                                 after=int(after.pawn[pawn]))
                    for pawn in range(2 * view.seats) if after.pawn[pawn] != view.pawn[pawn])
