"""What a player may choose, as a screen offers it: each with its label, its equation and what it brings."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.bits import count_kind
from ...core.messages import join_with_commas as in_words
from . import rules
from .board import counted, exposed, movable, red, waiting
from .keepers import move_refusal
from .labels import label, pawn_name
from .moves import NOBODY, Refusal, kind_of, number_of, one_of, other_of, pawn_of, seat_of, use, verb_of, what_of
from .phrases import SAY, card, you_or
from .rules import Phase, Verb
from .state import State
from .tables import CLEAR, HOME, LIMIT, STATION
from .turn import draws, number


def choices(view: State, seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Everything that the seat may do, and for its pawns also the operations that are impossible, with the reason."""
    if view.phase == Phase.CARD:
        return [card_choice(view, seat, action, names) for action in listed(view, seat)]
    offered = []
    for d in dict.fromkeys(int(number(view, die)) for die in range(2) if view.left[die]):
        offered += [offer(view, seat, "use", verb, mine, d, names)
                    for mine in own_pawns(view, seat) for verb in range(4)]
    for d in range(1, CLEAR):
        if count_kind(view.keepers[seat], d):
            offered += [offer(view, seat, "keeper", verb, mine, d, names)
                        for mine in own_pawns(view, seat) for verb in (Verb.PLUS, Verb.MINUS)]
    return offered + [other_choice(view, seat, action, names) for action in listed(view, seat)
                      if Verb.SPEND <= verb_of(action) <= Verb.LIMIT]


def listed(view: State, seat: int) -> list[int]:
    out = [0] * rules.MAX_ACTIONS
    return [int(action) for action in out[:rules.sound_actions(view, seat, out)]]


def own_pawns(view: State, seat: int) -> list[int]:
    return [mine for mine in range(2) if movable(view, 2 * seat + mine)]


def offer(view: State, seat: int, kind: str, verb: int, mine: int, d: int, names: Sequence[str]) -> dict[str, Any]:
    """One number with one pawn and one operation, possible or not."""
    pawn, sign = 2 * seat + mine, SAY["word"]["signs"][verb % 4]
    space = int(view.pawn[pawn])
    why = Refusal(move_refusal(view, pawn, verb, d))
    shown = {"kind": kind, "pawn": pawn_name(pawn), "number": int(d), "op": sign, "from": space, "tag": f"{sign}{d}",
             "ok": not why, "why": SAY["why_not"][why.name] if why else ""}
    if why:
        return shown | {"label": "", "target": None, "equation": f"{space} {sign} {d}", "effect": ""}
    action, target = int(use(verb, mine, d)), int(counted(space, verb, d))
    return shown | {"label": label(action), "target": target, "equation": f"{space} {sign} {d} = {target}",
                    "effect": effect(view, seat, action, names)}


def effect(view: Any, seat: int, action: int, names: Sequence[str]) -> str:
    """What a move would bring if the pawn stayed there."""
    after, pawn, say = view.copy(), 2 * seat + pawn_of(action), SAY["effect"]
    rules.move(after, seat, action)
    if after.pawn[pawn] == HOME:
        return say["wins" if rules.wins(after, seat) else "home"]
    if after.back != view.back:
        return say["turns"]
    if waiting(after, pawn):
        return say["waits"]
    return in_words(parts_of_effect(view, after, pawn, names))


def parts_of_effect(view: State, after: State, pawn: int, names: Sequence[str]) -> Iterator[str]:
    say, space, seat = SAY["effect"], after.pawn[pawn], pawn // 2
    for other in range(2 * view.seats):
        if other != pawn and after.pawn[other] == space and exposed(after, other):
            yield say["meets"] if other // 2 == seat else say["bumps"].format(who=names[other // 2])
    if red(space) and draws(after, pawn % 2):
        yield say["red"]
    if STATION[space] & view.way_stations & ~view.ticks[seat]:
        yield say["station"].format(space=space)
    if space == view.pawn[pawn]:
        yield say["stays"]


# Numbers without a use, and Keepers that act on others.

def other_choice(view: State, seat: int, action: int, names: Sequence[str]) -> Any:
    verb, say, text = verb_of(action), SAY["effect"], label(action)
    if verb <= Verb.LOSE:
        d, pawn = number_of(action), 2 * seat + pawn_of(action)
        lost = verb == Verb.LOSE
        return {"kind": "spend", "label": text, "number": int(d), "pawn": None if lost else pawn_name(pawn), "ok": True,
                "target": None if lost else 0, "from": None if lost else int(view.pawn[pawn]), "why": "",
                "equation": "" if lost else f"{view.pawn[pawn]} → 0", "effect": say["lost"] if lost else ""}
    shown = {"label": text, "ok": True, "why": "", "card": card(view, CLEAR if verb == Verb.CLEAR else LIMIT)}
    if verb == Verb.LIMIT:
        victim = what_of(action)
        return shown | {"kind": "limit", "seat": int(victim), "effect": say["limits"].format(who=names[victim])}
    pawn = what_of(action)
    return shown | {"kind": "clear", "pawn": None if pawn == NOBODY else pawn_name(pawn),
                    "target": None if pawn == NOBODY else int(view.pawn[pawn]),
                    "effect": cleared(view, seat, action, names)}


def cleared(view: Any, seat: int, action: int, names: Sequence[str]) -> Any:
    """Whom the clearing Keeper would send back."""
    after, say = view.copy(), SAY["effect"]
    rules.move(after, seat, action)
    gone = [pawn for pawn in range(2 * view.seats) if after.pawn[pawn] != view.pawn[pawn]]
    if not gone:
        return say["no_target" if what_of(action) == NOBODY else "nobody"]
    return say["sends"].format(pawns=in_words(pawn_on(view, seat, pawn, names) for pawn in gone))


def pawn_on(view: State, seat: int, pawn: Any, names: Sequence[str]) -> Any:
    """ "your pawn on 26" or "Heron on 78". """
    key = "your_pawn_on" if pawn // 2 == seat else "pawn_on"
    return SAY["effect"][key].format(who=names[pawn // 2], space=int(view.pawn[pawn]))


# Choices that a drawn card asks for.

def card_choice(view: State, seat: int, action: int, names: Sequence[str]) -> Any:
    verb = verb_of(action)
    shown = {"label": label(action), "ok": True, "why": "", "effect": outcome(view, seat, action, names)}
    if verb == Verb.TAKE:
        return shown | {"kind": "take", "seat": int(seat_of(action)), "card": card(view, kind_of(action)),
                        "text": names[seat_of(action)]}
    if verb == Verb.SWAP:
        pawns = [one_of(action), other_of(action)]
        return shown | {"kind": "swap", "pawns": [pawn_name(pawn) for pawn in pawns],
                        "text": " ↔ ".join(pawn_on(view, seat, pawn, names) for pawn in pawns)}
    pawn = one_of(action) + (2 * seat if verb == Verb.CHOOSE else 0)
    return shown | {"kind": "send" if verb == Verb.SEND else "card", "pawn": pawn_name(pawn),
                    "text": pawn_on(view, seat, pawn, names)}


def outcome(view: Any, seat: int, action: int, names: Sequence[str]) -> Any:
    """Where the pawns go that a card moves: "26 → 64, Heron 64 → 0"."""
    if verb_of(action) in (Verb.TAKE, Verb.SWAP):
        return ""
    after = view.copy()
    rules.choose(after, action)
    return in_words(SAY["effect"]["goes"].format(who=you_or(pawn // 2, seat, names), before=int(view.pawn[pawn]),
                                                 after=int(after.pawn[pawn]))
                    for pawn in range(2 * view.seats) if after.pawn[pawn] != view.pawn[pawn])
