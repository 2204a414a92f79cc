"""What a screen shows of a view of Secret Number."""

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

from ...core.bits import has_member
from ...core.messages import format_for, join_sentences, join_words
from ...core.seats import UNKNOWN
from . import observation, rules
from .labels import FIXED, label
from .phrases import (
    SAY,
    equation,
    members,
    missing,
    points_word,
    read,
    score_line,
    terms,
    totals,
    you_or,
)
from .refusals import explain_refusal
from .review import review
from .rules import ROUNDS, Refusal, Stage, Verb
from .state import State
from .tables import BONUS, CARD_A, EARLY, PLACES


def scene(view: State | SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it; the web part draws this and knows no rules.

    Places are numbered 0 to 15 as in `display`.  Values that may not be seen are None.
    """
    view = read(view)
    you = seat if seat < view.seats else None
    playing, choosing = observation.is_hiding(view), view.stage == Stage.OPENING
    ask, why = sentence(view, seat, names)
    dealt = playing or view.game > 0
    shown = {
        "ask": ask, "why": why, "you": you, "turn": members(rules.to_act(view), view),
        "game": {"now": game_now(view), "of": view.match_length},
        "round": round_now(view), "clock": clock(view),
        "open": view.open_card if dealt else None,
        "secret": view.secret if dealt and not playing else None,
        "highest": view.seats,
        "seats": [seat_box(view, i, names) for i in range(view.seats)],
        "display": display(view, you), "reconstruction": SAY["review"]["reconstruction"],
        "choices": options(view, you) if choosing and you is not None else [],
        "piles": piles(view) if dealt else [],
        "answers": answers(view, you) if dealt and you is not None else [],
        "agree": agreement(view, you) if view.stage == Stage.RACE else None,
        "notebook": notebook(view, you) if dealt else [],
        "could": could(view, seat) if playing else [],
        "review": review(view, seat, names) if dealt and not playing else None,
        "over": None, "rest": None,
    }
    if view.stage == Stage.OVER:
        shown["over"] = ending(view, seat, names)
    elif rules.is_between_hands(view):
        shown["rest"] = rest(view, seat, names)
    return shown


def game_now(view: SimpleNamespace) -> int:
    return view.game if rules.is_between_hands(view) or view.stage == Stage.OVER else view.game + 1


def round_now(view: SimpleNamespace) -> dict[str, Any]:
    """Which round it is, and whether it is being opened, run, or over."""
    stage = {Stage.OPENING: "opening", Stage.LATE: "late", Stage.RACE: "race", Stage.OVER: "over"}
    at = view.rounds
    return {"now": at, "of": ROUNDS, "stage": stage.get(view.stage, "rest" if view.game else "deal"),
            "text": SAY["screen"]["round"].format(round=at) if at else ""}


def clock(view: SimpleNamespace) -> dict[str, Any] | None:
    """The window that is open, in milliseconds of game time."""
    if not view.left:
        return None
    seconds = view.round_seconds if view.stage == Stage.RACE else view.opening_seconds
    return {"left": view.left, "of": 1000 * seconds, "kind": round_now(view)["stage"]}


def seat_box(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """What everyone sees of one seat, and its hand where the viewer may."""
    place, known = view.place[seat], view.high[seat] > 0
    over = view.game and not observation.is_hiding(view)
    op = view.op[seat] if rules.operation_is_open(view, seat) and view.rounds else UNKNOWN
    covered = view.rounds and place >= 0
    return {
        "name": names[seat], "points": totals(view)[seat],
        "gained": view.points[view.game - 1][seat] if over else None,
        "place": place if covered else None, "result": PLACES[place] if covered else None,
        "bonus": BONUS[place] if covered else None,
        "number": view.number[seat] or None, "operation": operation(op) if op >= 0 else None,
        "holds": SAY["screen"]["holds"].format(number=view.number[seat]) if view.number[seat] else "",
        "placed": view.spent[seat],
        "chosen": has_member(view.chosen, seat), "agreed": has_member(view.agreed, seat),
        "hand": [view.low[seat], view.high[seat]] if known else None,
        "own": operation(view.op[seat]) if view.rounds and view.op[seat] >= 0 else None,
        "equation": equation(view.low[seat], view.high[seat], view.op[seat])
        if known and view.op[seat] >= 0 else "",
        "terms": terms(view.low[seat], view.high[seat], view.op[seat]) if known and view.op[seat] >= 0 else None,
    }


def operation(op: int) -> dict[str, str]:
    say = SAY["operation"]
    return {"symbol": say["symbols"][op], "name": say["names"][op], "did": say["did"][op]}


def display(view: SimpleNamespace, you: int | None) -> list[dict[str, Any]]:
    """The sixteen places: result, bonus, which of the two cards, who covers it."""
    covered = view.rounds > 0
    return [{"place": i, "result": result, "bonus": BONUS[i], "card": "A" if i < len(CARD_A) else "B",
             "seats": [j for j in range(view.seats) if covered and view.place[j] == i],
             "mine": you is not None and covered and view.place[you] == i} for i, result in enumerate(PLACES)]


def options(view: SimpleNamespace, you: int) -> list[dict[str, Any]]:
    """The choices of this opening, the one that is made marked."""
    out = [0] * rules.MAX_ACTIONS
    return [choice(view, you, int(action)) for action in out[:rules.choices(view, you, out)]]


def choice(view: SimpleNamespace, you: int, action: int) -> dict[str, Any]:
    say, verb = SAY["screen"], rules.verb_of(action)
    made = has_member(view.chosen, you)
    shown = {"label": label(action), "number": None, "operation": None, "place": None, "equation": "", "may": not made}
    if verb == Verb.COVER:
        op, place = rules.operation_of(action), rules.place_of(action)
        sums = equation(view.low[you], view.high[you], op)
        text = say["result"].format(equation=sums, points=points_word(BONUS[place]))
        return shown | {"operation": operation(op), "place": place, "equation": sums, "result": PLACES[place],
                        "bonus": BONUS[place], "text": text, "made": made and view.op[you] == op}
    if verb == Verb.NUMBER:
        shown_number = rules.argument_of(action)
        return shown | {"number": shown_number, "text": say["show_number"].format(number=shown_number),
                        "made": view.clue[you] == shown_number}
    used = operation(view.op[you])
    return shown | {"operation": used, "text": say["show_operation"].format(**used),
                    "made": view.clue[you] == rules.THE_OPERATION}


def piles(view: SimpleNamespace) -> list[dict[str, Any]]:
    """Round by round the answer cards in the order of placing."""
    begun = view.rounds - (view.stage in (Stage.OPENING, Stage.LATE))
    ends = [*view.since[1:begun], view.laid]
    return [{"round": at, "name": SAY["screen"]["round"].format(round=at), "early": EARLY[at - 1],
             "text": SAY["screen"]["early"][at - 1], "now": view.stage == Stage.RACE and at == begun,
             "cards": [answer_card(view, i) for i in range(view.since[at - 1], ends[at - 1])]}
            for at in range(1, begun + 1)]


def answer_card(view: SimpleNamespace, i: int) -> dict[str, Any]:
    value = view.answer[i]
    right = rules.is_right(view, i) if not observation.is_hiding(view) else None
    return {"seat": view.placer[i], "value": value if value >= 0 else None, "right": right}


def answers(view: SimpleNamespace, you: int) -> list[dict[str, Any]]:
    """One's own answer cards: label, and whether it may be placed now."""
    say = SAY["screen"]
    placed = {view.answer[i]: rules.round_of(view, i) for i in range(view.laid) if view.placer[i] == you}
    shown = []
    for value in range(view.seats + 1):
        action = rules.answer_with(value)
        reason = rules.refusal(view, you, action)
        text = say["place_used"].format(round=placed[value]) if value in placed else say["place"].format(value=value)
        shown.append({"value": value, "label": label(action), "text": text, "used": placed.get(value),
                      "may": not reason, "why": explain_refusal(reason)[0] if reason else ""})
    return shown


def agreement(view: SimpleNamespace, you: int | None) -> dict[str, Any]:
    """The button that ends a round: who has agreed, and whether one may."""
    seats = members(view.agreed, view)
    reason = rules.refusal(view, you, int(Verb.AGREE)) if you is not None else Refusal.NOT_PLAYING
    return {"label": FIXED[Verb.AGREE], "text": SAY["screen"]["agree"].format(n=len(seats), of=view.seats),
            "seats": seats, "of": view.seats, "may": not reason, "why": explain_refusal(reason)[0] if reason else ""}


# The notebook: what lies open, and by plain arithmetic what each could hold.

def notebook(view: SimpleNamespace, you: int | None) -> list[dict[str, Any]]:
    """For each number its two cards: where one sees them lie, as a place and a seat."""
    known: dict[int, list[dict[str, object]]] = {value: [] for value in range(view.seats + 1)}
    for seat in range(view.seats):
        if view.high[seat] > 0:
            held = [view.low[seat], view.high[seat]]
        else:
            held = [view.number[seat]] if view.number[seat] else []
        for value in held:
            known[value].append({"where": "you" if seat == you else "seat", "seat": seat})
    known[view.open_card].append({"where": "open", "seat": None})
    if not observation.is_hiding(view):
        known[view.secret].append({"where": "secret", "seat": None})
    return [{"number": value, "cards": cards, "unseen": 2 - len(cards)} for value, cards in known.items()]


def could(view: SimpleNamespace, seat: int) -> list[dict[str, int | list[dict[str, Any]]]]:
    """How each other seat can have made its result; `out` where the cards one sees, or what it shows, forbid it."""
    bag = observation.unseen(view, seat)
    return [{"seat": other, "result": PLACES[view.place[other]],
             "ways": [way(view, other, hand, op, bag) for hand, op in making(view.seats, view.place[other])]}
            for other in range(view.seats) if other != seat and view.place[other] >= 0]


@cache
def making(seats: int, place: int) -> list[tuple[int, int]]:
    """The hands, with an operation each, that make the result of a place."""
    return [(hand, op) for hand, (low, high) in enumerate(observation.PAIRS) for op in range(rules.OPERATIONS)
            if high <= seats and rules.result(low, high, op) == PLACES[place]]


def way(view: SimpleNamespace, other: int, hand: int, op: int, bag: int) -> dict[str, Any]:
    low, high = observation.PAIRS[hand]
    fits = observation.choices_with(view, other, low, high) and observation.operation_fits(view, other, low, high, op)
    return {"text": equation(low, high, op).split(" =")[0],
            "out": not (fits and observation.ways_to_take(view, other, hand, bag) > 0)}


# Sentences.

def sentence(view: SimpleNamespace, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """What is asked, and what it costs or why."""
    say = SAY["ask"]
    if view.stage == Stage.OVER:
        end = ending(view, seat, names)
        return end["title"], end["text"]
    if view.stage == Stage.DEAL:
        end = rest(view, seat, names) if view.game else {"title": say["before"], "text": ""}
        return end["title"], end["text"]
    who = join_words([you_or(i, seat, names) for i in missing(view)])
    if view.stage == Stage.LATE:
        return say["late"].format(who=who), ""
    if view.stage == Stage.RACE:
        return say["race"], race_why(view, seat, names)
    if seat >= view.seats:
        return say["watch_choosing"].format(round=view.rounds, who=who), ""
    if has_member(view.chosen, seat):
        return say["chosen"].format(who=who), say["chosen_why"]
    key = choice_key(view, seat)
    return say[key].format(result=PLACES[view.place[seat]]), say[key + "_why"]


def choice_key(view: SimpleNamespace, seat: int) -> str:
    if view.rounds < ROUNDS:
        return "cover" if view.rounds == 1 else "clue"
    return "operation" if view.number[seat] else "number"


def race_why(view: SimpleNamespace, seat: int, names: Sequence[str]) -> str:
    """Who placed last, and what oneself may do."""
    say, last = SAY["ask"], rules.last_placer(view)
    first = format_for(say["placed_last"], last, seat, names) if last != UNKNOWN else say["nobody_placed"]
    if seat >= view.seats:
        return first
    if view.spent[seat] > view.seats:
        return join_sentences([first, say["all_used"]])
    if last == seat:
        return join_sentences([first, say["must_wait"]])
    return str(say["have_agreed"]) if has_member(view.agreed, seat) else join_sentences([first, say["may_place"]])


def rest(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """After one game of several."""
    say, points = SAY["ask"], view.points[view.game - 1][:view.seats]
    text = say["rest_why"].format(game=view.game, of=view.match_length, points=score_line(points, seat, names),
                                  totals=score_line(totals(view), seat, names))
    return {"title": say["rest"].format(secret=view.secret), "text": text, "winners": best(points)}


def ending(view: SimpleNamespace, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """SN-11: most points in all; a tie is a shared victory."""
    say, points = SAY["ask"], totals(view)
    winners, most = best(points), points_word(max(points))
    title = format_for(say["won"], winners[0], seat, names, points=most) if len(winners) == 1 else \
        say["shared"].format(who=join_words([you_or(i, seat, names) for i in winners]), points=most)
    return {"title": title, "text": say["over_why"].format(totals=score_line(points, seat, names)), "winners": winners}


def best(points: list[int]) -> list[int]:
    return [i for i, n in enumerate(points) if n == max(points)]
