"""What a screen shows of Prime Climb: the board, and the scene of a view or of planned moves."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.bits import bag_size, count_kind, has_member
from ...core.errors import Refused
from ...core.messages import format_for, join_with_commas, join_words
from ...core.numbers import prime_factors
from ...core.seats import UNKNOWN
from . import rules
from .board import is_movable, is_red, start_of, waits_for_partner
from .board_and_card_data import DIE_MAX, HOME, KINDS, LAST, STATIONS
from .choice_scenes import choice_scenes
from .labels import label, parse, pawn_name
from .move_phase import has_use
from .phrases import SAY, card_scene, goal_space, rolls_text, you_or_name
from .refusal_texts import CHOICE_KEYS, explain_refusal
from .rules import Phase, Refusal, Verb
from .state import State
from .turn_phases import count_numbers_left, read_rolled_number

PHASES = ("opening", "roll", "draw", "steal", "move", "card", "over")
ROUTES = ("climb", "decline", "there_and_back")


def static_board_scene() -> Any:
    """Return what never changes: spaces with factors, the colour key, the multiplication table (CL-21)."""
    return {
        "spaces": [{"number": n, "factors": prime_factors(n) if n > 1 else [], "red": bool(is_red(n))}
                   for n in range(LAST + 1)],
        "key": [{"factor": name, "colour": colour} for name, colour in SAY["colour"].items()],
        "table": [[a * b for b in range(1, DIE_MAX + 1)] for a in range(1, DIE_MAX + 1)],
    }


# A scene.

def scene(view: State, seat: int, names: Sequence[str], common_scene: Any = None) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    shown = common_scene or shared_scene(view, names)
    mine = shown["turn"] == [seat]
    ask, why = prompt_texts(view, seat, names, mine)
    moving = mine and view.phase == Phase.MOVE
    return shown | {
        "ask": ask, "why": why, "you": seat if seat < view.seats else None,
        "over": ending_summary(view, seat, names) if view.phase == Phase.OVER else None,
        "choices": choice_scenes(view, seat, names) if mine else [],
        "pending": [], "commit": done_scene(view, seat, names) if moving else None,
    }


def shared_scene(view: State, names: Sequence[str]) -> dict[str, Any]:
    """Return the part of a scene that is the same for everybody."""
    return {
        "turn": [int(view.turn)] if rules.to_act(view) >> view.turn & 1 else [], "rest": None,
        "phase": PHASES[view.phase], "active": None if view.phase == Phase.OVER else int(view.turn),
        "route": ROUTES[view.route], "seats": [seat_scene(view, i) for i in range(view.seats)],
        "dice": dice_scene(view),
        "card": card_scene(view, view.card) if view.card != UNKNOWN else None,
        "deck": int(bag_size(int(view.stock))), "discards": int(bag_size(int(view.discard))),
        "stations": station_numbers(view.way_stations), "rolls": int(view.rolls) if view.seats == 1 else None,
        "lap": int(view.laps) + 1 if view.turn_limit else None, "turn_limit": int(view.turn_limit) or None,
    }


def seat_scene(view: State, seat: int) -> dict[str, Any]:
    """Return one seat for the screen: its pawns, Keepers, place and stations."""
    keepers = [card_scene(view, kind) | {"fresh": fresh} for bag, fresh in keeper_bags(view, seat) if bag
               for kind in range(KINDS) for _ in range(count_kind(bag, kind))]
    return {"pawns": [pawn_scene(view, pawn) for pawn in (2 * seat, 2 * seat + 1)], "keepers": keepers,
            "limited": bool(has_member(view.limited, seat)), "place": int(view.place[seat]),
            "stations": station_numbers(view.ticks[seat])}


def keeper_bags(view: State, seat: int) -> Iterator[tuple[int, bool]]:
    """Yield a seat's bags of Keepers and whether they are fresh, that is, wait for the next turn."""
    yield int(view.keepers[seat]), False
    if seat == view.turn:
        yield int(view.fresh), True


def pawn_scene(view: State, pawn: int) -> dict[str, Any]:
    """Return one pawn for the screen."""
    space = int(view.pawn[pawn])
    home = space == HOME
    return {"id": pawn_name(pawn), "name": "ab"[pawn % 2], "space": None if home else space, "home": home,
            "waiting": bool(waits_for_partner(view, pawn)), "movable": bool(is_movable(view, pawn)),
            "goal": goal_space(view, pawn), "start": int(start_of(view, pawn))}


def dice_scene(view: State) -> list[dict[str, int]]:
    """Return each rolled number with how often it is used in all and how often it is left."""
    if not view.rolled:
        return []
    low, high = int(read_rolled_number(view, 0)), int(read_rolled_number(view, 1))
    if low == high:
        return [{"number": low, "uses": int(view.doubles), "left": int(view.left[0])}]
    return [{"number": n, "uses": 1, "left": int(view.left[die])} for die, n in enumerate((low, high))]


def station_numbers(stations: int) -> list[int]:
    """Return the station numbers of a set of stations."""
    return [n for i, n in enumerate(STATIONS) if has_member(stations, i)] if stations else []


# What is asked.

def prompt_texts(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """Return what is asked of whom, and the reason or the cost as a second line."""
    say = SAY["ask"]
    if view.phase == Phase.OVER:
        over = ending_summary(view, seat, names)
        return over["title"], over["text"]
    if view.phase <= Phase.STEALING:
        key = ("opening", "chance", "draw", "stealing")[view.phase]
        return format_for(say[key], int(view.turn), seat, names), ""
    if not mine:
        return say["waits" if seat < view.seats else "watch"].format(who=names[view.turn]), ""
    if view.phase == Phase.CARD:
        return say[CHOICE_KEYS[rules.requested_verb(view)]], card_scene(view, view.card)["text"]
    return numbers_prompt_text(view), prompt_reason_text(view, seat)


def numbers_prompt_text(view: State) -> str:
    """Return which numbers the seat on turn still has to use."""
    say, left = SAY["ask"], [int(read_rolled_number(view, die)) for die in range(2) if view.left[die]]
    if not left:
        return say["keepers"]
    if len(left) == 2:
        return say["numbers"].format(low=left[0], high=left[1])
    times = SAY["word"]["times"][count_numbers_left(view)]
    return say["number" if count_numbers_left(view) == 1 else "times"].format(low=left[0], times=times)


def prompt_reason_text(view: State, seat: int) -> str:
    """Return the second line of one's own turn: a number without a use, a limit, missing stations."""
    say = SAY["ask"]
    for d in (int(read_rolled_number(view, die)) for die in range(2) if view.left[die]):
        if not has_use(view, seat, d):
            return say["why_stuck"].format(d=d)
    if has_member(view.limited, seat):
        return say["why_limited"]
    missing = station_numbers(view.way_stations & ~view.ticks[seat])
    if missing:
        return say["why_stations"].format(stations=join_words([str(n) for n in missing]))
    return say["why_all"] if count_numbers_left(view) > 1 else ""


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how the match ended: title, text and winners."""
    say, placed = SAY["ask"], sorted((int(view.place[i]), i) for i in range(view.seats) if view.place[i])
    winners = [i for place, i in placed if place == 1]
    if not winners:
        text = say["unfinished"] if view.seats == 1 else say["over_turns"].format(n=view.turn_limit)
        return {"title": say["over_draw"], "text": text, "winners": []}
    if view.seats == 1:
        key = "over_rolls_one" if view.sprint else "over_rolls"
        return {"title": format_for(say["over_alone"], 0, seat, names),
                "text": say[key].format(rolls=rolls_text(view.rolls)),
                "winners": winners}
    places = [say["over_place"].format(place=place, who=you_or_name(i, seat, names)) for place, i in placed]
    text = join_with_commas(places) if len(places) > 1 else ""
    return {"title": format_for(say["over_title"], winners[0], seat, names), "text": text, "winners": winners}


# Moves that are only planned.

def preview(view: State, seat: int, labels: Any, names: Sequence[str]) -> Any:
    """Return the scene after planned actions of the Move phase.  Raises Refused and BadInput.

    `pending` holds their labels.  `commit` holds all the labels to send and, in words, what follows; it is None while
    numbers are left to be used.
    """
    planned: Any = view
    settled: Any = view
    for text in labels:
        action = parse(text)
        check_planned_action(settled, seat, action)
        planned = settled.copy()
        rules.apply_move(planned, seat, action)
        settled = planned.copy()
        rules.settle_move(settled, seat, action)
    pending = [label(parse(text)) for text in labels]
    if settled.phase == Phase.MOVE:
        shown = scene(settled, seat, names)
        if shown["commit"]:
            shown["commit"]["labels"] = [*pending, "done"]
        return shown | {"pending": pending}
    say = SAY["ask"]["win" if settled.place[seat] else "end"]
    return scene(planned, seat, names) | {"ask": say, "why": "", "choices": [], "pending": pending,
                                          "commit": commit_button_scene(planned, settled, seat, pending, names)}


def check_planned_action(view: State, seat: int, action: int) -> None:
    """Raise Refused for an action that the table refuses now, or that does not belong to the Move phase."""
    reason = rules.refusal(view, seat, action)
    if not reason and view.phase != Phase.MOVE:
        reason = Refusal.NOT_NOW
    if reason:
        sentence, rule = explain_refusal(reason, view, action)
        raise Refused(sentence, int(reason), rule)


def commit_button_scene(planned: State, settled: State, seat: int, labels: list[str],
                 names: Sequence[str]) -> dict[str, list[str] | str]:
    """Return the labels that end the move and the button's text, which says what follows."""
    say = SAY["commit"]
    won, draws = settled.place[seat] > 0, settled.phase == Phase.DRAW
    text = say["win" if won else "move" if draws and count_numbers_left(settled) else "end"]
    bumped = [pawn // 2 for pawn in range(2 * planned.seats) if planned.pawn[pawn] != settled.pawn[pawn]]
    parts = [say["bump_own" if owner == seat else "bump"].format(who=names[owner]) for owner in dict.fromkeys(bumped)]
    if draws:
        parts.append(say["card"])
    if parts and not won:
        text = say["follows"].format(text=text, what=join_with_commas(parts))
    return {"labels": labels, "text": text}


def done_scene(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any] | None:
    """Return what `done` would bring, for the button; None while numbers are left to be used."""
    if count_numbers_left(view):
        return None
    settled = view.copy()
    rules.settle_move(settled, seat, Verb.DONE)
    return commit_button_scene(view, settled, seat, ["done"], names)
