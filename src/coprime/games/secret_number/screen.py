"""Build what the screen shows of a view of Secret Number."""

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

from ...core.bits import has_member
from ...core.messages import format_for, join_sentences, join_words
from ...core.seats import UNKNOWN
from . import observation, rules
from .display_card_results import BONUS_POINTS, CARD_A, EARLY_POINTS, PLACES
from .labels import FIXED_LABELS, label
from .phrases import (
    SAY,
    equation_text,
    list_undecided_seats,
    order_numbers,
    points_text,
    scores_text,
    seats_in_set,
    sum_points_by_seat,
    to_namespace,
    you_or_name,
)
from .refusal_texts import explain_refusal
from .review import review_scene
from .rules import ROUNDS, Refusal, Stage, Verb
from .state import State


def scene(view: State | SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the table as `seat` (or WATCHER) sees it; the browser draws it without knowing any rules.

    Places are numbered 0 to 15 as in `display`.  Values that may not be seen are None.
    """
    view = to_namespace(view)
    you = seat if seat < view.seats else None
    playing, choosing = observation.is_game_hidden(view), view.stage == Stage.OPENING
    ask, why = prompt_texts(view, seat, names)
    dealt = playing or view.game > 0
    shown = {
        "ask": ask, "why": why, "you": you, "turn": seats_in_set(rules.to_act(view), view),
        "game": {"now": current_game_number(view), "of": view.match_length},
        "round": round_scene(view), "clock": clock_scene(view),
        "open": view.open_card if dealt else None,
        "secret": view.secret if dealt and not playing else None,
        "highest": view.seats,
        "seats": [seat_scene(view, i, names) for i in range(view.seats)],
        "display": place_scenes(view, you), "reconstruction": SAY["review"]["reconstruction"],
        "choices": choice_scenes(view, you) if choosing and you is not None else [],
        "piles": placed_answer_scenes(view) if dealt else [],
        "answers": own_answer_scenes(view, you, names) if dealt and you is not None else [],
        "agree": agreement_scene(view, you) if view.stage == Stage.RACE else None,
        "notebook": visible_card_scenes(view, you) if dealt else [],
        "could": possible_hand_scenes(view, seat) if playing else [],
        "review": review_scene(view, seat, names) if dealt and not playing else None,
        "over": None, "rest": None,
    }
    if view.stage == Stage.OVER:
        shown["over"] = ending_summary(view, seat, names)
    elif rules.is_between_hands(view):
        shown["rest"] = rest_summary(view, seat, names)
    return shown


def current_game_number(view: SimpleNamespace) -> int:
    """Return the number of the game that is played, or of the last one at a rest."""
    return view.game if rules.is_between_hands(view) or view.stage == Stage.OVER else view.game + 1


def round_scene(view: SimpleNamespace) -> dict[str, Any]:
    """Return which round it is, and whether it is being opened, run, or over."""
    stage = {Stage.OPENING: "opening", Stage.LATE: "late", Stage.RACE: "race", Stage.OVER: "over"}
    at = view.rounds
    return {"now": at, "of": ROUNDS, "stage": stage.get(view.stage, "rest" if view.game else "deal"),
            "text": SAY["screen"]["round"].format(round=at) if at else ""}


def clock_scene(view: SimpleNamespace) -> dict[str, Any] | None:
    """Return the time left and in all, in milliseconds of game time; None without a clock."""
    if not view.left:
        return None
    seconds = view.round_seconds if view.stage == Stage.RACE else view.opening_seconds
    return {"left": view.left, "of": 1000 * seconds, "kind": round_scene(view)["stage"]}


def seat_scene(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return what everyone sees of one seat, and its hand where the viewer may."""
    place, known = view.place[seat], view.high[seat] > 0
    over = view.game and not observation.is_game_hidden(view)
    op = view.op[seat] if rules.is_operation_open(view, seat) and view.rounds else UNKNOWN
    covered = view.rounds and place >= 0
    return {
        "name": names[seat], "points": sum_points_by_seat(view)[seat],
        "gained": view.points[view.game - 1][seat] if over else None,
        "place": place if covered else None, "result": PLACES[place] if covered else None,
        "bonus": BONUS_POINTS[place] if covered else None,
        "number": view.number[seat] or None, "operation": operation_scene(op) if op >= 0 else None,
        "holds": SAY["screen"]["holds"].format(number=view.number[seat]) if view.number[seat] else "",
        "placed": view.spent[seat],
        "chosen": has_member(view.chosen, seat), "agreed": has_member(view.agreed, seat),
        "hand": [view.low[seat], view.high[seat]] if known else None,
        "own": operation_scene(view.op[seat]) if view.rounds and view.op[seat] >= 0 else None,
        "equation": equation_text(view.low[seat], view.high[seat], view.op[seat])
        if known and view.op[seat] >= 0 else "",
        "terms": order_numbers(view.low[seat], view.high[seat], view.op[seat]) if known and view.op[seat] >= 0
        else None,
    }


def operation_scene(op: int) -> dict[str, str]:
    """Return an operation's symbol and names."""
    say = SAY["operation"]
    return {"symbol": say["symbols"][op], "name": say["names"][op], "did": say["did"][op]}


def place_scenes(view: SimpleNamespace, you: int | None) -> list[dict[str, Any]]:
    """Return the sixteen places: result, bonus, which of the two cards, who covers it."""
    covered = view.rounds > 0
    return [{"place": i, "result": result, "bonus": BONUS_POINTS[i], "card": "A" if i < len(CARD_A) else "B",
             "seats": [j for j in range(view.seats) if covered and view.place[j] == i],
             "mine": you is not None and covered and view.place[you] == i} for i, result in enumerate(PLACES)]


def choice_scenes(view: SimpleNamespace, you: int) -> list[dict[str, Any]]:
    """Return the choices of this opening; the one that is made is marked."""
    out = [0] * rules.MAX_ACTIONS
    return [choice_scene(view, you, int(action)) for action in out[:rules.list_choices(view, you, out)]]


def choice_scene(view: SimpleNamespace, you: int, action: int) -> dict[str, Any]:
    """Return one choice of an opening: label, text, what it shows, whether it is made."""
    say, verb = SAY["screen"], rules.verb_of(action)
    made = has_member(view.chosen, you)
    shown = {"label": label(action), "number": None, "operation": None, "place": None, "equation": "", "may": not made}
    if verb == Verb.COVER:
        op, place = rules.operation_of(action), rules.place_of(action)
        sums = equation_text(view.low[you], view.high[you], op)
        text = say["result"].format(equation=sums, points=points_text(BONUS_POINTS[place]))
        return shown | {"operation": operation_scene(op), "place": place, "equation": sums, "result": PLACES[place],
                        "bonus": BONUS_POINTS[place], "text": text, "made": made and view.op[you] == op}
    if verb == Verb.NUMBER:
        shown_number = rules.argument_of(action)
        return shown | {"number": shown_number, "text": say["show_number"].format(number=shown_number),
                        "made": view.clue[you] == shown_number}
    used = operation_scene(view.op[you])
    return shown | {"operation": used, "text": say["show_operation"].format(**used),
                    "made": view.clue[you] == rules.OPERATION_CLUE}


def placed_answer_scenes(view: SimpleNamespace) -> list[dict[str, Any]]:
    """Return round by round the answer cards in the order of placing."""
    begun = view.rounds - (view.stage in (Stage.OPENING, Stage.LATE))
    ends = [*view.since[1:begun], view.laid]
    return [{"round": at, "name": SAY["screen"]["round"].format(round=at), "early": EARLY_POINTS[at - 1],
             "text": SAY["screen"]["early"][at - 1], "now": view.stage == Stage.RACE and at == begun,
             "cards": [answer_card_scene(view, i) for i in range(view.since[at - 1], ends[at - 1])]}
            for at in range(1, begun + 1)]


def answer_card_scene(view: SimpleNamespace, i: int) -> dict[str, Any]:
    """Return one answer card: whose, its value, and whether it is right, where that may be seen."""
    value = view.answer[i]
    right = rules.is_right(view, i) if not observation.is_game_hidden(view) else None
    return {"seat": view.placer[i], "value": value if value >= 0 else None, "right": right}


def own_answer_scenes(view: SimpleNamespace, you: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the viewer's own answer cards: label, whether each may be placed now, and what is plainly against it."""
    say, known = SAY["screen"], visible_card_scenes(view, you)
    placed = {view.answer[i]: rules.round_of(view, i) for i in range(view.laid) if view.placer[i] == you}
    shown = []
    for value in range(view.seats + 1):
        action = rules.encode_answer(value)
        reason = rules.refusal(view, you, action)
        text = say["place_used"].format(round=placed[value]) if value in placed else say["place"].format(value=value)
        shown.append({"value": value, "label": label(action), "text": text, "used": placed.get(value),
                      "may": not reason, "why": explain_refusal(reason)[0] if reason else "",
                      "impossible": impossible_text(known[value], names)})
    return shown


def impossible_text(known: dict[str, Any], names: Sequence[str]) -> str:
    """Return where both cards of a number lie in sight, so that it is not the secret one; "" unless they do.

    What has to be worked out is left to the player.
    """
    say = SAY["screen"]
    if len(known["cards"]) < 2:
        return ""
    where = [say["lies"][card["where"]].format(who=names[card["seat"]] if card["where"] == "seat" else "")
             for card in known["cards"]]
    return str(say["impossible"].format(value=known["number"], where=join_words(list(dict.fromkeys(where)))))


def agreement_scene(view: SimpleNamespace, you: int | None) -> dict[str, Any]:
    """Return the button that ends a round: who has agreed, and whether the viewer may."""
    seats = seats_in_set(view.agreed, view)
    reason = rules.refusal(view, you, int(Verb.AGREE)) if you is not None else Refusal.NOT_PLAYING
    return {"label": FIXED_LABELS[Verb.AGREE], "text": SAY["screen"]["agree"].format(n=len(seats), of=view.seats),
            "seats": seats, "of": view.seats, "may": not reason, "why": explain_refusal(reason)[0] if reason else ""}


# The notebook: what lies open, and by plain arithmetic what each could hold.

def visible_card_scenes(view: SimpleNamespace, you: int | None) -> list[dict[str, Any]]:
    """Return for each number its two cards: where the viewer sees them lie, as a place and a seat."""
    known: dict[int, list[dict[str, object]]] = {value: [] for value in range(view.seats + 1)}
    for seat in range(view.seats):
        if view.high[seat] > 0:
            held = [view.low[seat], view.high[seat]]
        else:
            held = [view.number[seat]] if view.number[seat] else []
        for value in held:
            known[value].append({"where": "you" if seat == you else "seat", "seat": seat})
    known[view.open_card].append({"where": "open", "seat": None})
    if not observation.is_game_hidden(view):
        known[view.secret].append({"where": "secret", "seat": None})
    return [{"number": value, "cards": cards, "unseen": 2 - len(cards)} for value, cards in known.items()]


def possible_hand_scenes(view: SimpleNamespace, seat: int) -> list[dict[str, int | list[dict[str, Any]]]]:
    """Return how each other seat can have made its result.

    `out` marks what the cards that the viewer sees, or what the seat shows, forbid.
    """
    bag = observation.unseen_code(view, seat)
    return [{"seat": other, "result": PLACES[view.place[other]],
             "ways": [calculation_scene(view, other, hand, op, bag) for hand,
                      op in list_hands_making(view.seats, view.place[other])]}
            for other in range(view.seats) if other != seat and view.place[other] >= 0]


@cache
def list_hands_making(seats: int, place: int) -> list[tuple[int, int]]:
    """Return the hands, with an operation each, that make the result of a place."""
    return [(hand, op) for hand, (low, high) in enumerate(observation.POSSIBLE_HANDS) for op in range(rules.OPERATIONS)
            if high <= seats and rules.compute_result(low, high, op) == PLACES[place]]


def calculation_scene(view: SimpleNamespace, other: int, hand: int, op: int, unseen_code: int) -> dict[str, Any]:
    """Return one calculation as text, and whether it is ruled out."""
    low, high = observation.POSSIBLE_HANDS[hand]
    fits = observation.count_choices(view, other, low, high) and observation.is_operation_possible(view, other, low,
                                                                                                   high, op)
    return {"text": equation_text(low, high, op).split(" =")[0],
            "out": not (fits and observation.count_ways_to_take(view, other, hand, unseen_code) > 0)}


# Sentences.

def prompt_texts(view: SimpleNamespace, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """Return what is asked of the viewer, and what it costs or why."""
    say = SAY["ask"]
    if view.stage == Stage.OVER:
        end = ending_summary(view, seat, names)
        return end["title"], end["text"]
    if view.stage == Stage.DEAL:
        end = rest_summary(view, seat, names) if view.game else {"title": say["before"], "text": ""}
        return end["title"], end["text"]
    who = join_words([you_or_name(i, seat, names) for i in list_undecided_seats(view)])
    if view.stage == Stage.LATE:
        return say["late"].format(who=who), ""
    if view.stage == Stage.RACE:
        key = "waits" if has_member(view.agreed, seat) else "race_last" if view.rounds == ROUNDS else "race"
        return say[key], race_reason_text(view, seat, names)
    if seat >= view.seats:
        return say["watch_choosing"].format(round=view.rounds, who=who), ""
    if has_member(view.chosen, seat):
        return say["chosen"].format(who=who), say["chosen_why"]
    key = choice_prompt_key(view, seat)
    return say[key].format(result=PLACES[view.place[seat]]), say[key + "_why"]


def choice_prompt_key(view: SimpleNamespace, seat: int) -> str:
    """Return the key of the message that asks for a choice."""
    if view.rounds < ROUNDS:
        return "cover" if view.rounds == 1 else "clue"
    return "operation" if view.number[seat] else "number"


def race_reason_text(view: SimpleNamespace, seat: int, names: Sequence[str]) -> str:
    """Return who placed last, and what the viewer may do."""
    say, last = SAY["ask"], rules.last_placer(view)
    first = format_for(say["placed_last"], last, seat, names) if last != UNKNOWN else ""
    if seat >= view.seats:
        return first or str(say["nobody_placed"])
    if view.spent[seat] > view.seats:
        return str(say["all_used"])
    if last == seat:
        return first
    if has_member(view.agreed, seat):
        return str(say["have_agreed"])
    return join_sentences([first, say["costs_last" if view.rounds == ROUNDS else "costs"]])


def rest_summary(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how a game ended, between two games: title, text and winners."""
    say, points = SAY["ask"], view.points[view.game - 1][:view.seats]
    text = say["rest_why"].format(game=view.game, of=view.match_length, points=scores_text(points, seat, names),
                                  totals=scores_text(sum_points_by_seat(view), seat, names))
    return {"title": say["rest"].format(secret=view.secret), "text": text, "winners": seats_with_most(points)}


def ending_summary(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how the match ended (SN-11): most points in all; a tie is a shared victory."""
    say, points = SAY["ask"], sum_points_by_seat(view)
    winners, most = seats_with_most(points), points_text(max(points))
    title = format_for(say["won"], winners[0], seat, names, points=most) if len(winners) == 1 else \
        say["shared"].format(who=join_words([you_or_name(i, seat, names) for i in winners]), points=most)
    return {"title": title, "text": say["over_why"].format(totals=scores_text(points, seat, names)), "winners": winners}


def seats_with_most(points: list[int]) -> list[int]:
    """Return the seats with the most points."""
    return [i for i, n in enumerate(points) if n == max(points)]
