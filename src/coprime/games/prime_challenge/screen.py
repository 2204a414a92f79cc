"""What a screen shows of Prime Challenge.  Nothing in it reveals whether a set lies there."""

from collections.abc import Sequence
from typing import Any

from ...core.bits import has_member
from ...core.messages import format_for, join_words
from ...core.seats import UNKNOWN, WATCHER
from ...decks.primepak.factor_set_catalogue import MAX_SET_SIZE, NO_CARD, SETS
from ...decks.primepak.factoring_explanations import explain_set
from ...decks.primepak.factoring_explanations import set_sentence as set_told
from ...decks.primepak.notation import card_face_scene, kind_name
from . import rules
from .challenge_procedure import are_claims_challengeable, newest_claim_number
from .face_up_sets import MIN_SET_SIZE, can_make_set, count_cards
from .labels import OFFENCE_NAMES, label, place_name
from .layout_data import COLUMNS
from .layout_data import FOUNDATION_SIZES as FOUNDATION
from .phrases import (
    SAY,
    explain_refusal,
    missed_kinds,
    open_pick_kinds,
    points_text,
    scores_text,
    signed_text,
    you_or_name,
)
from .round_flow import is_anything_open, match_rounds
from .rules import Claim, Phase, Referee, Verb, picking_seat, total_points
from .state import (
    FOUNDATION_PLACES,
    GRAB_PLACES,
    NUMBER_CYCLE,
    Dealer,
    Offence,
    State,
    encode_challenge,
    sitting_out_seat,
)


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the table as `seat` (or WATCHER) sees it; the browser draws it without knowing any rules."""
    ask, why = prompt_texts(view, seat, names)
    playing = rules.is_playing(view)
    mine = seat < view.seats
    return {
        "ask": ask, "why": why, "you": seat if mine else None, "turn": acting_seats(view),
        "level": int(view.level), "round": {"now": int(view.rounds) + playing, "of": int(match_rounds(view))},
        "seats": [seat_scene(view, i, names) for i in range(view.seats)],
        "pile": int(view.left), "columns": COLUMNS[view.level],
        "main": [place_scene(view, place) for place in range(FOUNDATION[view.level])] if has_cards(view) else [],
        "outside": [place_scene(view, place) for place in range(FOUNDATION_PLACES, int(view.extent))],
        "checked": view.referee == Referee.PROGRAM, "contested": bool(are_claims_challengeable(view)),
        **pick_sizes(view),
        "take": label(0).split()[0], "picking": mine and picking_seat(view) == seat,
        "pass": {"label": label(int(Verb.WAIVE)), "may": may_act(view, seat, Verb.WAIVE)},
        "hit": claim_button(view, seat, Verb.HIT), "done": claim_button(view, seat, Verb.DONE),
        "open": [open_pick_scene(view, i, seat, names) for i in range(view.open_n) if view.open_left[i]],
        "claim": hit_or_done_scene(view, seat, names), "tie": tie_scene(view), "clock": clock_scene(view),
        "review": review_scenes(view, seat, names) if playing or view.rounds else [],
        "over": ending_summary(view, seat, names) if view.phase == Phase.OVER else None,
        "rest": rest_summary(view, seat, names) if rules.is_between_hands(view) else None,
    }


def pick_sizes(view: State) -> dict[str, int]:
    """Return how many cards one may pick up, and how many the smallest set has.

    Where the players are the referees any number may be picked up, right or wrong (PC-15).
    """
    if view.referee == Referee.PROGRAM:
        return {"fewest": MIN_SET_SIZE, "most": MAX_SET_SIZE, "least": MIN_SET_SIZE}
    lying = int(sum(kind != NO_CARD for kind in view.face_up[:GRAB_PLACES]))
    return {"fewest": 1, "most": max(MIN_SET_SIZE, lying), "least": MIN_SET_SIZE}


def acting_seats(view: State) -> list[int]:
    """Return the seats that are asked: the picker, or all who may challenge."""
    acting = int(rules.to_act(view))
    return [i for i in range(view.seats) if has_member(acting, i)]


def has_cards(view: State) -> bool:
    """Return whether cards lie on the table: a round is played or has been."""
    return rules.is_playing(view) or view.rounds > 0


def seat_scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return one seat for the screen: name, points, cards and its part in the turn."""
    return {"name": names[seat], "points": int(total_points(view, seat)),
            "cards": int(view.natural[seat] + view.wild[seat]),
            "gained": int(view.gained[seat]) if not rules.is_playing(view) and view.rounds else None,
            "deals": seat == view.deals, "out": rules.is_playing(view) and seat == sitting_out_seat(view),
            "turn": rules.is_playing(view) and seat == view.turn, "picks": seat == picking_seat(view),
            "challenges": seat == view.challenger or has_member(view.tied, seat)}


def place_scene(view: State, place: int) -> dict[str, Any]:
    """Return one place for the screen, with its card or None."""
    kind = int(view.face_up[place])
    return {"place": place_name(place), "face": None if kind == NO_CARD else card_face_scene(kind)}


def claim_button(view: State, seat: int, verb: Verb) -> dict[str, Any]:
    """Return the button for hit or done, and why it cannot be used."""
    if seat >= view.seats or picking_seat(view) != seat:
        return {"label": label(int(verb)), "may": False, "why": ""}
    reason = rules.refusal(view, seat, int(verb))
    return {"label": label(int(verb)), "may": not reason,
            "why": explain_refusal(reason, view, int(verb))[0] if reason else ""}


# What may be challenged.

def open_pick_scene(view: State, i: int, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return a pick-up in its window, and what may be said against it."""
    number, owner = int(view.open_number[i]), int(view.open_seat[i])
    return {"number": number, "seat": owner, "cards": [card_face_scene(kind) for kind in open_pick_kinds(view, i)],
            "text": format_for(SAY["screen"]["took"], owner, seat, names), "left": int(view.open_left[i]),
            "of": 1000 * int(view.challenge_seconds), "label": label(encode_challenge(number, 0)),
            "may": may_act(view, seat, encode_challenge(number, 1)),
            "offences": [{"label": OFFENCE_NAMES[one], "text": SAY["screen"]["offence"][one.name.lower()]}
                         for one in Offence]}


def hit_or_done_scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the hit or done in its window; None without one."""
    if not view.claim or (view.phase != Phase.CLAIM and view.heard != Phase.CLAIM):
        return None
    number, kind = int(newest_claim_number(view)), "hit" if view.claim == Claim.HIT else "done"
    return {"kind": kind, "seat": int(view.turn), "number": number, "left": int(view.window),
            "of": 1000 * int(view.challenge_seconds), "label": label(encode_challenge(number, 0)),
            "may": may_act(view, seat, encode_challenge(number, 0)),
            "text": format_for(SAY["screen"]["says"][kind], int(view.turn), seat, names)}


def may_act(view: State, seat: int, action: Verb | int) -> bool:
    """Return whether the seat's action would be taken."""
    return seat < view.seats and not rules.refusal(view, seat, int(action))


def tie_scene(view: State) -> dict[str, int] | None:
    """Return the window in which others may still challenge; None outside it."""
    return {"left": int(view.tie), "of": int(view.tie_ms)} if view.phase == Phase.TIE else None


def clock_scene(view: State) -> dict[str, int] | None:
    """Return the picker's clock; the screen need not know which of its two times it is."""
    if not view.clock or picking_seat(view) == UNKNOWN:
        return None
    first = 1000 * int(view.first_seconds)
    of = first if view.clock > 1000 * view.next_seconds else max(1000 * int(view.next_seconds), int(view.clock))
    return {"left": int(view.clock), "of": of, "seat": int(picking_seat(view))}


# The review: what went unseen, once nobody can use it any more.

def review_scenes(view: State, seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return what went unseen in the round, once nobody can use it any more."""
    held = [0] * (int(SETS.max()) + 1)
    count_cards(view, held)
    told_rows = [review_scene(view, i, held, seat, names) for i in range(view.missed_n)]
    return [line for line in told_rows if line is not None]


def review_scene(view: State, i: int, held: list[int], seat: int, names: Sequence[str]) -> dict[str, Any] | None:
    """Return a wrong set that was kept, or a set missed; None while that set still lies there."""
    row, who = int(view.missed_row[i]), int(view.missed_by[i])
    if row == UNKNOWN:
        kinds = missed_kinds(view, i)
        text = format_for(SAY["review"]["slipped"], who, seat, names, what=explain_set(kinds))
        return {"kind": "slipped", "seat": who, "text": text, "cards": [card_face_scene(kind) for kind in kinds]}
    if rules.is_playing(view) and can_make_set(row, held):
        return None
    text = format_for(SAY["review"]["missed"], who, seat, names, what=set_told(row))
    cards = [card_face_scene(int(kind)) for kind in SETS[row] if kind != NO_CARD]
    return {"kind": "missed", "seat": who, "text": text, "cards": cards}


# Sentences.

# While one takes sets the others have a reason of their own; what can be said of claims and closing is for seats alone.
TAKING = ("look", "more", "last", "taking")
CLAIMS = ("claim_hit", "claim_done")
CLOSING = ("settle", "wrap")


def prompt_texts(view: State, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """Return what is asked, and the reason or the cost as a second line."""
    if view.phase == Phase.OVER:
        end = ending_summary(view, seat, names)
        return end["title"], end["text"]
    if view.phase == Phase.DEAL:
        end = rest_summary(view, seat, names) if view.rounds else {"title": SAY["ask"]["before"], "text": ""}
        return end["title"], end["text"]
    key, who = PROMPT_KEYS[Phase(int(view.phase))](view)
    return prompt_texts_for(view, key, who, seat, names)


def prompt_texts_for(view: State, key: str, who: int, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """Return the sentence of a key in the second or third person, and its reason."""
    say = SAY["ask"]
    facts = {"level": int(view.level), "points": signed_text(int(view.points[who]))}
    if key in CLAIMS and seat == WATCHER:
        return say[f"{key}_watched"].format(who=names[who]), ""
    why = say[f"{key}_why"]
    if key in TAKING:
        why = why if seat == who else watching_reason(view, key, seat)
    else:
        why = "" if key in CLOSING and seat == WATCHER else why[seat != who]
    return format_for(say[key], who, seat, names, **facts), why


def watching_reason(view: State, key: str, seat: int) -> str:
    """Return what others may do while a seat takes sets: challenge these, or else claims (PC-15, PC-29)."""
    say, only_watches = SAY["ask"], seat == WATCHER
    if view.referee == Referee.PLAYERS:
        return str(say["watch_takes_why"][only_watches])
    if key == "taking":
        return ""
    if are_claims_challengeable(view):
        return str(say["watch_claims_why"][only_watches])
    return "" if only_watches else str(say["watch_why"])


def turn_prompt_key(view: State) -> tuple[str, int]:
    """Return the sentence key and the seat for a turn."""
    if rules.has_used_main(view):
        return "more", int(view.turn)
    if view.left == 0:
        return "last", int(view.turn)
    return "look", int(view.turn)


def claim_prompt_key(view: State) -> tuple[str, int]:
    """Return the sentence key and the seat for a claim."""
    return "claim_hit" if view.claim == Claim.HIT else "claim_done", int(view.turn)


def tie_prompt_key(view: State) -> tuple[str, int]:
    """Return the sentence key and the seat for a challenge in the tie window."""
    return "tie", int(rules.find_challenged_seat(view, view.target))


PROMPT_KEYS = {
    Phase.TURN: turn_prompt_key, Phase.CLAIM: claim_prompt_key, Phase.TIE: tie_prompt_key,
    Phase.TAKING: lambda view: ("taking", int(view.challenger)),
    Phase.WRAP: lambda view: ("wrap", int(view.challenger)),
    Phase.SETTLE: lambda view: ("settle", int(view.turn)),
}


def competing_seats(view: State) -> Any:
    """Return the seats that can win: all but a teacher without turns (PC-19)."""
    teacher = view.dealer == Dealer.TEACHER and not view.teacher_plays
    return [i for i in range(view.seats) if not (teacher and i == view.deals)]


def rest_summary(view: State, seat: int, names: Sequence[str]) -> Any:
    """Return the state between two rounds: title, text and who gained most."""
    say, gained = SAY["ask"], [int(n) for n in view.gained[:view.seats]]
    text = say["rest_why"].format(points=scores_text(gained, seat, names), n=int(view.rounds),
                                  of=int(match_rounds(view)),
                                  totals=scores_text(view.points[:view.seats], seat, names))
    return {"title": say["rest"].format(n=int(view.rounds)), "text": text, "winners": seats_with_most(view, gained)}


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how the match ended: the highest total wins, a tie is shared (PC-17, PC-30)."""
    say, points = SAY["ask"], [int(n) for n in view.points[:view.seats]]
    winners = seats_with_most(view, points)
    most = points_text(points[winners[0]])
    title = format_for(say["won"], winners[0], seat, names, points=most) if len(winners) == 1 else \
        say["shared"].format(who=join_words([you_or_name(i, seat, names) for i in winners]), points=most)
    return {"title": title, "text": say["over_why"].format(totals=scores_text(points, seat, names)), "winners": winners}


def seats_with_most(view: State, points: Any) -> Any:
    """Return the seats with the most points among those that can win."""
    most = max(points[i] for i in competing_seats(view))
    return [i for i in competing_seats(view) if points[i] == most]


# A terminal.

def text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the table in a few lines of plain text, for a terminal."""
    say, columns = SAY["text"], COLUMNS[view.level]
    cells = [say["cell"].format(place=place_name(i), card=card_name(view, i)) for i in range(FOUNDATION[view.level])]
    lines = ["".join(f"{cell:<12}" for cell in cells[i:i + columns]).rstrip()
             for i in range(0, len(cells), columns)] if has_cards(view) else []
    outside = [say["cell"].format(place=place_name(i), card=card_name(view, i))
               for i in range(FOUNDATION_PLACES, int(view.extent))]
    if outside:
        lines.append(say["outside"].format(cards="   ".join(outside)))
    lines.append(say["score"].format(pile=int(view.left), points=scores_text(
        [total_points(view, i) for i in range(view.seats)], seat, names)))
    for i in range(view.open_n) if is_anything_open(view) else ():
        lines.append(say["open"].format(number=int(view.open_number[i]), who=names[view.open_seat[i]],
                                        cards=" ".join(kind_name(kind) for kind in open_pick_kinds(view, i))))
    if view.phase == Phase.CLAIM:
        lines.append(say["claim"].format(number=(int(view.number) - 1) % NUMBER_CYCLE, who=names[view.turn]))
    return "\n".join(lines)


def card_name(view: State, place: int) -> str:
    """Return the name of the card at a place; "" where none lies."""
    kind = int(view.face_up[place])
    return "" if kind == NO_CARD else kind_name(kind)
