"""What a screen shows of a view.  Nothing in it tells whether a set lies there."""

from collections.abc import Sequence
from typing import Any

from ...core.bits import has_member
from ...core.messages import format_for, join_words
from ...core.seats import UNKNOWN, WATCHER
from ...decks.primepak.catalogue import NO_CARD, SETS, WIDEST
from ...decks.primepak.explain import explain_set
from ...decks.primepak.explain import told as set_told
from ...decks.primepak.names import face, name
from . import rules
from .hearings import claim_number
from .labels import OFFENCE, label, place_name
from .lying import LEAST, count_cards, fits
from .phrases import SAY, explain_refusal, kinds_kept, kinds_open, points_word, score_line, signed, you_or
from .rules import Claim, Phase, Referee, Verb, picker, total
from .state import MAIN, NUMBERED, WIDE, Dealer, Offence, State, challenge, sits_out
from .tables import COLUMNS
from .tables import MAIN as FOUNDATION
from .turns import is_anything_open, rounds_of


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it; the web part draws this and knows no rules."""
    ask, why = sentence(view, seat, names)
    playing = rules.is_playing(view)
    mine = seat < view.seats
    return {
        "ask": ask, "why": why, "you": seat if mine else None, "turn": turn_of(view),
        "level": int(view.level), "round": {"now": int(view.rounds) + playing, "of": int(rounds_of(view))},
        "seats": [seat_box(view, i, names) for i in range(view.seats)],
        "pile": int(view.left), "columns": COLUMNS[view.level],
        "main": [card_at(view, place) for place in range(FOUNDATION[view.level])] if has_cards(view) else [],
        "outside": [card_at(view, place) for place in range(MAIN, int(view.extent))],
        "checked": view.referee == Referee.PROGRAM, **sizes(view),
        "take": label(0).split()[0], "picking": mine and picker(view) == seat,
        "pass": {"label": label(int(Verb.WAIT)), "may": may_say(view, seat, Verb.WAIT)},
        "hit": claim_button(view, seat, Verb.HIT), "done": claim_button(view, seat, Verb.DONE),
        "open": [open_pick(view, i, seat, names) for i in range(view.open_n) if view.open_left[i]],
        "claim": claim_box(view, seat, names), "tie": tie_box(view), "clock": clock_box(view),
        "review": review(view, seat, names) if playing or view.rounds else [],
        "over": ending(view, seat, names) if view.phase == Phase.OVER else None,
        "rest": rest(view, seat, names) if rules.is_between_hands(view) else None,
    }


def sizes(view: State) -> dict[str, int]:
    """How many cards one may pick up: any number, right or wrong, where the players are the referees (PC-15); and how
    many the smallest set has."""
    if view.referee == Referee.PROGRAM:
        return {"fewest": LEAST, "most": WIDEST, "least": LEAST}
    lying = int(sum(kind != NO_CARD for kind in view.face_up[:WIDE]))
    return {"fewest": 1, "most": max(LEAST, lying), "least": LEAST}


def turn_of(view: State) -> list[int]:
    """Who is asked: whoever picks up, or all who may challenge."""
    acting = int(rules.to_act(view))
    return [i for i in range(view.seats) if has_member(acting, i)]


def has_cards(view: State) -> bool:
    return rules.is_playing(view) or view.rounds > 0


def seat_box(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    return {"name": names[seat], "points": int(total(view, seat)), "cards": int(view.natural[seat] + view.wild[seat]),
            "gained": int(view.gained[seat]) if not rules.is_playing(view) and view.rounds else None,
            "deals": seat == view.deals, "out": rules.is_playing(view) and seat == sits_out(view),
            "turn": rules.is_playing(view) and seat == view.turn, "picks": seat == picker(view),
            "challenges": seat == view.challenger or has_member(view.tied, seat)}


def card_at(view: State, place: int) -> dict[str, Any]:
    kind = int(view.face_up[place])
    return {"place": place_name(place), "face": None if kind == NO_CARD else face(kind)}


def claim_button(view: State, seat: int, verb: Verb) -> dict[str, Any]:
    """Whether hit or done may be said, by the rules that everybody sees."""
    if seat >= view.seats or picker(view) != seat:
        return {"label": label(int(verb)), "may": False, "why": ""}
    reason = rules.refusal(view, seat, int(verb))
    return {"label": label(int(verb)), "may": not reason,
            "why": explain_refusal(reason, view, int(verb))[0] if reason else ""}


# What may be challenged.

def open_pick(view: State, i: int, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """A pick-up in its window, and what one may say against it."""
    number, owner = int(view.open_number[i]), int(view.open_seat[i])
    return {"number": number, "seat": owner, "cards": [face(kind) for kind in kinds_open(view, i)],
            "text": format_for(SAY["screen"]["took"], owner, seat, names), "left": int(view.open_left[i]),
            "of": 1000 * int(view.challenge_seconds), "label": label(challenge(number, 0)),
            "may": may_say(view, seat, challenge(number, 1)),
            "offences": [{"label": OFFENCE[one], "text": SAY["screen"]["offence"][one.name.lower()]}
                         for one in Offence]}


def claim_box(view: State, seat: int, names: Sequence[str]) -> dict[str, Any] | None:
    """A hit or done in its window."""
    if not view.claim or (view.phase != Phase.CLAIM and view.heard != Phase.CLAIM):
        return None
    number, kind = int(claim_number(view)), "hit" if view.claim == Claim.HIT else "done"
    return {"kind": kind, "seat": int(view.turn), "number": number, "left": int(view.window),
            "of": 1000 * int(view.challenge_seconds), "label": label(challenge(number, 0)),
            "may": may_say(view, seat, challenge(number, 0)),
            "text": format_for(SAY["screen"]["says"][kind], int(view.turn), seat, names)}


def may_say(view: State, seat: int, action: Verb | int) -> bool:
    return seat < view.seats and not rules.refusal(view, seat, int(action))


def tie_box(view: State) -> dict[str, int] | None:
    return {"left": int(view.tie), "of": int(view.tie_ms)} if view.phase == Phase.TIE else None


def clock_box(view: State) -> dict[str, int] | None:
    """The clock of whoever picks up; the screen need not know which of its two times it is."""
    if not view.clock or picker(view) == UNKNOWN:
        return None
    first = 1000 * int(view.first_seconds)
    of = first if view.clock > 1000 * view.next_seconds else max(1000 * int(view.next_seconds), int(view.clock))
    return {"left": int(view.clock), "of": of, "seat": int(picker(view))}


# The review: what went unseen, once nobody can use it any more.

def review(view: State, seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    held = [0] * (int(SETS.max()) + 1)
    count_cards(view, held)
    told_rows = [review_line(view, i, held, seat, names) for i in range(view.missed_n)]
    return [line for line in told_rows if line is not None]


def review_line(view: State, i: int, held: list[int], seat: int, names: Sequence[str]) -> dict[str, Any] | None:
    """A wrong set kept, or a set missed; None while that still lies there."""
    row, who = int(view.missed_row[i]), int(view.missed_by[i])
    if row == UNKNOWN:
        kinds = kinds_kept(view, i)
        text = format_for(SAY["review"]["slipped"], who, seat, names, what=explain_set(kinds))
        return {"kind": "slipped", "seat": who, "text": text, "cards": [face(kind) for kind in kinds]}
    if rules.is_playing(view) and fits(row, held):
        return None
    text = format_for(SAY["review"]["missed"], who, seat, names, what=set_told(row))
    cards = [face(int(kind)) for kind in SETS[row] if kind != NO_CARD]
    return {"kind": "missed", "seat": who, "text": text, "cards": cards}


# Sentences.

def sentence(view: State, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """What is asked, and what it costs or why."""
    if view.phase == Phase.OVER:
        end = ending(view, seat, names)
        return end["title"], end["text"]
    if view.phase == Phase.DEAL:
        end = rest(view, seat, names) if view.rounds else {"title": SAY["ask"]["before"], "text": ""}
        return end["title"], end["text"]
    key, who = SENTENCES[Phase(int(view.phase))](view)
    return asked(view, key, who, seat, names)


def asked(view: State, key: str, who: int, seat: int, names: Sequence[str]) -> tuple[str, str]:
    """The sentence of a key in the second or third person, and its reason."""
    say, mine = SAY["ask"], seat == who
    facts = {"level": int(view.level), "points": signed(int(view.points[who]))}
    why = say[key + "_why"][not mine]
    if key in ("claim_hit", "claim_done", "settle", "wrap") and not mine and seat == WATCHER:
        why = ""
    return format_for(say[key], who, seat, names, **facts), why


def turn_key(view: State) -> tuple[str, int]:
    if rules.has_used_main(view):
        return "more", int(view.turn)
    if view.left == 0:
        return "last", int(view.turn)
    return "look", int(view.turn)


def claim_key(view: State) -> tuple[str, int]:
    return "claim_hit" if view.claim == Claim.HIT else "claim_done", int(view.turn)


def tie_key(view: State) -> tuple[str, int]:
    return "tie", int(rules.offender(view, view.target))


SENTENCES = {
    Phase.TURN: turn_key, Phase.CLAIM: claim_key, Phase.TIE: tie_key,
    Phase.TAKING: lambda view: ("taking", int(view.challenger)),
    Phase.WRAP: lambda view: ("wrap", int(view.challenger)),
    Phase.SETTLE: lambda view: ("settle", int(view.turn)),
}


def ranked(view: State) -> Any:
    """Who can win: not a teacher without turns (PC-19)."""
    teacher = view.dealer == Dealer.TEACHER and not view.teacher_plays
    return [i for i in range(view.seats) if not (teacher and i == view.deals)]


def rest(view: State, seat: int, names: Sequence[str]) -> Any:
    """Between two rounds."""
    say, gained = SAY["ask"], [int(n) for n in view.gained[:view.seats]]
    text = say["rest_why"].format(points=score_line(gained, seat, names), n=int(view.rounds), of=int(rounds_of(view)),
                                  totals=score_line(view.points[:view.seats], seat, names))
    return {"title": say["rest"].format(n=int(view.rounds)), "text": text, "winners": best(view, gained)}


def ending(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """PC-17, PC-30: the highest total; a tie is a shared victory."""
    say, points = SAY["ask"], [int(n) for n in view.points[:view.seats]]
    winners = best(view, points)
    most = points_word(points[winners[0]])
    title = format_for(say["won"], winners[0], seat, names, points=most) if len(winners) == 1 else \
        say["shared"].format(who=join_words([you_or(i, seat, names) for i in winners]), points=most)
    return {"title": title, "text": say["over_why"].format(totals=score_line(points, seat, names)), "winners": winners}


def best(view: State, points: Any) -> Any:
    most = max(points[i] for i in ranked(view))
    return [i for i in ranked(view) if points[i] == most]


# A terminal.

def text(view: State, seat: int, names: Sequence[str]) -> str:
    """The table in a few lines of plain text."""
    say, columns = SAY["text"], COLUMNS[view.level]
    cells = [say["cell"].format(place=place_name(i), card=card_name(view, i)) for i in range(FOUNDATION[view.level])]
    lines = ["".join(f"{cell:<12}" for cell in cells[i:i + columns]).rstrip()
             for i in range(0, len(cells), columns)] if has_cards(view) else []
    outside = [say["cell"].format(place=place_name(i), card=card_name(view, i)) for i in range(MAIN, int(view.extent))]
    if outside:
        lines.append(say["outside"].format(cards="   ".join(outside)))
    lines.append(say["score"].format(pile=int(view.left), points=score_line(
        [total(view, i) for i in range(view.seats)], seat, names)))
    for i in range(view.open_n) if is_anything_open(view) else ():
        lines.append(say["open"].format(number=int(view.open_number[i]), who=names[view.open_seat[i]],
                                        cards=" ".join(name(kind) for kind in kinds_open(view, i))))
    if view.phase == Phase.CLAIM:
        lines.append(say["claim"].format(number=(int(view.number) - 1) % NUMBERED, who=names[view.turn]))
    return "\n".join(lines)


def card_name(view: State, place: int) -> str:
    kind = int(view.face_up[place])
    return "" if kind == NO_CARD else name(kind)
