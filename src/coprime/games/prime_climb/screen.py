"""What a screen shows of Prime Climb: the board, a scene of a view, and a scene after moves only planned."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.bits import bag_size, count_kind, has_member
from ...core.errors import Refused
from ...core.messages import format_for, join_with_commas, join_words
from ...core.numbers import prime_factors
from ...core.seats import UNKNOWN
from . import rules
from .board import movable, red, start_of, waiting
from .choices import choices
from .keepers import usable
from .labels import label, parse, pawn_name
from .phrases import SAY, card, goal, rolls, you_or
from .refusals import ASKS, explain_refusal
from .rules import Phase, Refusal, Verb
from .state import State
from .tables import HOME, KINDS, LAST, MOST, STATIONS
from .turn import number, numbers_left

PHASES = ("opening", "roll", "draw", "steal", "move", "card", "over")
ROUTES = ("climb", "decline", "there_and_back")


def board() -> Any:
    """What never changes: the spaces with their factors, the colour key and the multiplication table (CL-21)."""
    return {
        "spaces": [{"number": n, "factors": prime_factors(n) if n > 1 else [], "red": bool(red(n))}
                   for n in range(LAST + 1)],
        "key": [{"factor": name, "colour": colour} for name, colour in SAY["colour"].items()],
        "table": [[a * b for b in range(1, MOST + 1)] for a in range(1, MOST + 1)],
    }


# A scene.

def scene(view: State, seat: int, names: Sequence[str], common: Any = None) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    shown = common or shared_scene(view, names)
    mine = shown["turn"] == [seat]
    ask, why = sentence(view, seat, names, mine)
    moving = mine and view.phase == Phase.MOVE
    return shown | {
        "ask": ask, "why": why, "you": seat if seat < view.seats else None,
        "over": ending(view, seat, names) if view.phase == Phase.OVER else None,
        "choices": choices(view, seat, names) if mine else [],
        "pending": [], "commit": end_of_move(view, seat, names) if moving else None,
    }


def shared_scene(view: State, names: Sequence[str]) -> dict[str, Any]:
    """What is the same in everybody's scene."""
    return {
        "turn": [int(view.turn)] if rules.to_act(view) >> view.turn & 1 else [], "rest": None,
        "phase": PHASES[view.phase], "active": None if view.phase == Phase.OVER else int(view.turn),
        "route": ROUTES[view.route], "seats": [player(view, i) for i in range(view.seats)], "dice": dice(view),
        "card": card(view, view.card) if view.card != UNKNOWN else None,
        "deck": int(bag_size(int(view.stock))), "discards": int(bag_size(int(view.discard))),
        "stations": chosen(view.way_stations), "rolls": int(view.rolls) if view.seats == 1 else None,
        "lap": int(view.laps) + 1 if view.turn_limit else None, "turn_limit": int(view.turn_limit) or None,
    }


def player(view: State, seat: int) -> dict[str, Any]:
    """One seat: where its pawns are, its Keepers, what it has ticked."""
    keepers = [card(view, kind) | {"fresh": fresh} for bag, fresh in hands(view, seat) if bag
               for kind in range(KINDS) for _ in range(count_kind(bag, kind))]
    return {"pawns": [shown_pawn(view, pawn) for pawn in (2 * seat, 2 * seat + 1)], "keepers": keepers,
            "limited": bool(has_member(view.limited, seat)), "place": int(view.place[seat]),
            "stations": chosen(view.ticks[seat])}


def hands(view: State, seat: int) -> Iterator[tuple[int, bool]]:
    """The Keepers that may be played, and those that wait for the next turn."""
    yield int(view.keepers[seat]), False
    if seat == view.turn:
        yield int(view.fresh), True


def shown_pawn(view: State, pawn: int) -> dict[str, Any]:
    space = int(view.pawn[pawn])
    home = space == HOME
    return {"id": pawn_name(pawn), "name": "ab"[pawn % 2], "space": None if home else space, "home": home,
            "waiting": bool(waiting(view, pawn)), "movable": bool(movable(view, pawn)),
            "goal": goal(view, pawn), "start": int(start_of(view, pawn))}


def dice(view: State) -> list[dict[str, int]]:
    """The numbers rolled: how often each is used in all, and how often still."""
    if not view.rolled:
        return []
    low, high = int(number(view, 0)), int(number(view, 1))
    if low == high:
        return [{"number": low, "uses": int(view.doubles), "left": int(view.left[0])}]
    return [{"number": n, "uses": 1, "left": int(view.left[die])} for die, n in enumerate((low, high))]


def chosen(stations: int) -> list[int]:
    return [n for i, n in enumerate(STATIONS) if has_member(stations, i)] if stations else []


# What is asked.

def sentence(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """What is asked of whom, and what it costs or why."""
    say = SAY["ask"]
    if view.phase == Phase.OVER:
        over = ending(view, seat, names)
        return over["title"], over["text"]
    if view.phase <= Phase.STEALING:
        key = ("opening", "chance", "draw", "stealing")[view.phase]
        return format_for(say[key], int(view.turn), seat, names), ""
    if not mine:
        return say["waits" if seat < view.seats else "watch"].format(who=names[view.turn]), ""
    if view.phase == Phase.CARD:
        return say[ASKS[rules.asked(view)]], card(view, view.card)["text"]
    return numbers_sentence(view), reason(view, seat)


def numbers_sentence(view: State) -> str:
    say, left = SAY["ask"], [int(number(view, die)) for die in range(2) if view.left[die]]
    if not left:
        return say["keepers"]
    if len(left) == 2:
        return say["numbers"].format(low=left[0], high=left[1])
    times = SAY["word"]["times"][numbers_left(view)]
    return say["number" if numbers_left(view) == 1 else "times"].format(low=left[0], times=times)


def reason(view: State, seat: int) -> str:
    """The second line of one's own turn."""
    say = SAY["ask"]
    for d in (int(number(view, die)) for die in range(2) if view.left[die]):
        if not usable(view, seat, d):
            return say["why_stuck"].format(d=d)
    if has_member(view.limited, seat):
        return say["why_limited"]
    missing = chosen(view.way_stations & ~view.ticks[seat])
    if missing:
        return say["why_stations"].format(stations=join_words([str(n) for n in missing]))
    return say["why_all"] if numbers_left(view) > 1 else ""


def ending(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """How the game ended."""
    say, placed = SAY["ask"], sorted((int(view.place[i]), i) for i in range(view.seats) if view.place[i])
    winners = [i for place, i in placed if place == 1]
    if not winners:
        text = say["unfinished"] if view.seats == 1 else say["over_turns"].format(n=view.turn_limit)
        return {"title": say["over_draw"], "text": text, "winners": []}
    if view.seats == 1:
        key = "over_rolls_one" if view.sprint else "over_rolls"
        return {"title": format_for(say["over_alone"], 0, seat, names),
                "text": say[key].format(rolls=rolls(view.rolls)),
                "winners": winners}
    places = [say["over_place"].format(place=place, who=you_or(i, seat, names)) for place, i in placed]
    text = join_with_commas(places) if len(places) > 1 else ""
    return {"title": format_for(say["over_title"], winners[0], seat, names), "text": text, "winners": winners}


# Moves that are only planned.

def preview(view: State, seat: int, labels: Any, names: Sequence[str]) -> Any:
    """The scene after actions of the Move phase that have not been sent yet.  Raises Refused and BadInput.

    `pending` holds their labels; `commit` is what would end the move: all the labels to send and, in words,
    what follows.  It is None while numbers are left to be used.
    """
    planned: Any = view
    settled: Any = view
    for text in labels:
        action = parse(text)
        refuse(settled, seat, action)
        planned = settled.copy()
        rules.move(planned, seat, action)
        settled = planned.copy()
        rules.settle(settled, seat, action)
    pending = [label(parse(text)) for text in labels]
    if settled.phase == Phase.MOVE:
        shown = scene(settled, seat, names)
        if shown["commit"]:
            shown["commit"]["labels"] = [*pending, "done"]
        return shown | {"pending": pending}
    say = SAY["ask"]["win" if settled.place[seat] else "end"]
    return scene(planned, seat, names) | {"ask": say, "why": "", "choices": [], "pending": pending,
                                          "commit": commit(planned, settled, seat, pending, names)}


def refuse(view: State, seat: int, action: int) -> None:
    """Raise Refused for what the table would not take now, or what is no part of the Move phase."""
    reason = rules.refusal(view, seat, action)
    if not reason and view.phase != Phase.MOVE:
        reason = Refusal.NOT_NOW
    if reason:
        sentence, rule = explain_refusal(reason, view, action)
        raise Refused(sentence, int(reason), rule)


def commit(planned: State, settled: State, seat: int, labels: list[str],
           names: Sequence[str]) -> dict[str, list[str] | str]:
    """The labels that end the move, and a button's text with what follows."""
    say = SAY["commit"]
    won, draws = settled.place[seat] > 0, settled.phase == Phase.DRAW
    text = say["win" if won else "move" if draws and numbers_left(settled) else "end"]
    bumped = [pawn // 2 for pawn in range(2 * planned.seats) if planned.pawn[pawn] != settled.pawn[pawn]]
    parts = [say["bump_own" if owner == seat else "bump"].format(who=names[owner]) for owner in dict.fromkeys(bumped)]
    if draws:
        parts.append(say["card"])
    if parts and not won:
        text = say["follows"].format(text=text, what=join_with_commas(parts))
    return {"labels": labels, "text": text}


def end_of_move(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any] | None:
    """What `done` would bring, when it may be said."""
    if numbers_left(view):
        return None
    settled = view.copy()
    rules.settle(settled, seat, Verb.DONE)
    return commit(view, settled, seat, ["done"], names)
