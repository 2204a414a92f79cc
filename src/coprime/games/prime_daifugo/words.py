"""Prime Daifugo in words: the log, and what a screen shows of a view; labels and refusals have files of their own."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from ...core.bits import count_kind
from ...core.language import cache_per_language
from ...core.messages import Line, format_for, join_sentences, join_with_commas, join_words, names_for_reader
from ...core.numbers import prime_factors
from ...core.seats import CHANCE, UNKNOWN
from . import rules
from .actions import play
from .clues import CLUES, HINTS, PARTNERS
from .labels import MEANS, NAMES, SAY, VERBS, face_name, label, parse
from .refusals import explain_refusal
from .rules import Phase, Verb
from .state import State
from .tables import (
    COPIES,
    FACE_KIND,
    FACE_NUMBER,
    FACES,
    ICONS,
    KINDS,
    MULTI,
    NUMBERS,
    PRIME,
    SKIP,
    TEN,
    TWELVE,
    D,
)

__all__ = ["MEANS", "NAMES", "SAY", "describe_event", "label", "miss_text", "parse", "scene", "text", "explain_refusal"]

ASSIST = ("none", "clues", "show_primes", "table")      # as game.py has them
SHOW_PRIMES, TABLE = 2, 3
DRAWN = 1024            # cards that are remembered as a screen shows them
SHOWN = 6               # numbers that the review lists of one pass


def factored(number: int) -> str:
    return " × ".join(map(str, prime_factors(number)))


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """What happened, as `watcher` may know it."""
    if seat == CHANCE:
        return chance_line(before, after, names, watcher)
    verb = rules.verb_of(action)
    line = play_line if verb == Verb.PLAY else plain_line
    text, mark, detail = line(before, seat, action, after, names, watcher)
    stop = mark == "prime" and TWELVE in [FACE_KIND[rules.face_of(action, i)] for i in range(3)]
    followed = list(aftermath(before, seat, after, names, watcher, stop))
    if detail:
        detail["judge"]["then"] = join_sentences([detail["judge"]["then"], *followed])
    return Line(join_sentences([text, *followed]), mark, detail)


def chance_line(before: State, after: State, names: Sequence[str], watcher: int) -> Line:
    say = SAY["event"]
    if before.phase == Phase.DEAL:
        return Line(say["deal_you"] if after.turn == watcher else say["deal"].format(who=names[after.turn]))
    seat = int(before.turn)
    drawn = after.cards[seat] - before.cards[seat]
    text = format_for(say["reshuffle_draw"], seat, watcher, names, n=number_word(drawn)) if drawn else say["reshuffle"]
    return Line(join_sentences([text, *aftermath(before, seat, after, names, watcher)]))


def plain_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
               watcher: int) -> tuple[str, str, None]:
    """A line for everything but a play."""
    say, verb = SAY["event"], rules.verb_of(action)
    drawn = after.cards[seat] - before.cards[seat] + (verb == Verb.D)
    if verb == Verb.SKIP:
        left_out = (seat + 1) % before.seats
        if left_out == watcher:
            return say["skip_you"].format(who=names[seat]), "passed", None
        return format_for(say["skip"], seat, watcher, names, next=names[left_out]), "passed", None
    key = {Verb.DRAW: "draw", Verb.D: "d", Verb.DISCARD: "discard", Verb.PASS: "pass_draw" if drawn else "pass"}[verb]
    card = NAMES[rules.face_of(action, 0)] if verb == Verb.DISCARD else ""
    text = format_for(say[key], seat, watcher, names, n=number_word(drawn), card=card)
    return text, "passed" if verb == Verb.PASS else "", None


def play_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
              watcher: int) -> tuple[str, str, dict[str, Any]]:
    """A play and what the judge says of it (PD-10, PD-31)."""
    say, number = SAY["event"], int(rules.number_of(action))
    prime = bool(PRIME[number])
    faces = [rules.face_of(action, i) for i in range(rules.count_of(action))]
    detail = {"judge": {"number": number, "prime": prime, "factors": prime_factors(number) if not prime else [number],
                        "cards": laid(before, seat, faces, True), "seat": seat, "then": ""}}
    if prime:
        won = after.winner == seat and before.winner != seat
        text = format_for(say["prime"], seat, watcher, names, number=number)
        if TEN in rules_faces(after) and not won:
            detail["judge"]["then"] = say["draw_two"]
        return verdict(text, detail), "won" if won else "prime", detail
    key = "failed_one" if number == 1 else "failed"
    text = format_for(say[key], seat, watcher, names, number=number, factors=factored(number))
    drawn = after.cards[seat] - before.cards[seat]
    if drawn:
        detail["judge"]["then"] = format_for(say["failed_draw"], seat, watcher, names, n=number_word(drawn))
    return verdict(text, detail), "failed", detail


def verdict(text: str, detail: dict[str, Any]) -> str:
    """A verdict and what follows from it."""
    return join_sentences([text, detail["judge"]["then"]])


def aftermath(before: State, seat: int, after: State, names: Sequence[str], watcher: int,
              stop: bool = False) -> Iterator[str]:
    """What the end of the turn brought: a win, a void game, a new round."""
    say = SAY["event"]
    if after.winner != before.winner:
        yield format_for(say["wins"], int(after.winner), watcher, names)
    elif after.phase == Phase.DEAL and before.phase != Phase.DEAL:
        yield say["void"].format(n=after.stalemate_n)
    elif stop:
        yield format_for(say["stop"], seat, watcher, names)
    elif before.count and not after.count:
        yield format_for(say["round"], int(after.turn), watcher, names)


def draws_on_pass(view: State, seat: int) -> int:
    """How many cards a pass costs (PD-11): two for a 10, as far as there are any and the limit allows."""
    if TEN not in rules_faces(view):
        return 0
    room = max(0, view.hand_limit - view.cards[seat]) if view.hand_limit else 2
    return int(min(2, room, view.left + view.discarded))


def number_word(n: int) -> str:
    return SAY["number"]["words"][n]


def rules_faces(view: State) -> list[int]:
    """The faces of the last play."""
    return [int(face) for face in view.last[:view.count]]


# What a screen shows.

def card(kind: int, factors_shown: bool, face: int | None = None, nth: int = 0) -> dict[str, Any]:
    """One card: its name in labels, what is printed on it, and how it is called but for its power.  Not to be changed.

    Cards of one number are one kind to the rules, and bear different clues: `nth` says which copy is drawn.
    """
    return _card(int(kind), factors_shown, face, nth)


@cache_per_language(DRAWN)
def _card(kind: int, factors_shown: bool, face: int | None, nth: int) -> dict[str, Any]:
    say = SAY["card"]
    shown: dict[str, Any] = {"id": NAMES[kind], "text": NAMES[kind], "power": "", "factors": [], "values": [],
                             "name": NAMES[kind]}
    if kind in MEANS:
        values = MEANS[kind]
        shown |= {"values": [{"label": f"{NAMES[kind]}={n}", "number": n} for n in values],
                  "name": say["multi"].format(values=join_words([*map(str, values)], "or"))}
        if face is not None and face >= MULTI:
            shown |= {"text": str(FACE_NUMBER[face]), "id": face_name(face), "multi": NAMES[kind]}
        return shown
    if kind >= len(NUMBERS):
        return shown | {"name": say["d"] if kind == D else say["skip"]}
    number = NUMBERS[kind]
    power = {TEN: say["draw_two_power"], TWELVE: say["stop_power"]}.get(kind, "")
    named = say["plain"]
    if factors_shown and number > 1:
        named = say["prime"] if PRIME[number] else say["factored"]
    name = named.format(n=number, factors=factored(number) if number > 1 else "")
    printed = [name, say["icon"]] if number in ICONS else [name]
    return shown | {"power": power, "factors": prime_factors(number) if factors_shown and number > 1 else [],
                    "icon": number in ICONS, "name": join_with_commas(printed), "print": print_of(kind, nth)}


def print_of(kind: int, nth: int) -> dict[str, Any]:
    """What stands on a number card beside its number: is it prime, how many there are, partners of two cards."""
    number, copies = NUMBERS[kind], CLUES[kind]
    shown = copies[nth % len(copies)] if copies else ()
    return {"prime": bool(PRIME[number]), "copies": COPIES[kind], "clues": list(shown),
            "more": len(PARTNERS.get(number, ())) - len(shown)}


def cards(bag: int, factors_shown: bool, first: int = 0) -> list[dict[str, Any]]:
    """A bag of cards, smallest kind first; of each number the copies from `first` on."""
    return [card(kind, factors_shown, nth=first + n) for kind in range(KINDS) for n in range(count_kind(bag, kind))]


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    playing = seat < view.seats
    turn = [int(view.turn)] if rules.to_act(view) >> view.turn & 1 else []
    mine = playing and turn == [seat]
    help_ = view.assist > 0
    ask, why = sentence(view, seat, names, mine)
    shown = {
        "ask": ask, "why": why, "turn": turn, "you": seat if playing else None,
        "seats": [{"cards": int(view.cards[i]), "wins": int(view.wins[i]), "passed": passed(view, i),
                   "seen": [shown["text"] for shown in cards(view.known[i], False)] if i != seat else []}
                  for i in range(view.seats)],
        "game": int(view.game), "toWin": int(view.games_to_win),
        "hand": hand(view, seat, help_) if playing else [],
        "deck": int(view.left),
        "discards": {"count": int(view.discarded),
                     "top": card(view.top, help_, nth=int(view.game)) if view.top >= 0 else None,
                     "all": cards(view.discards, help_) if view.discard_view else None},
        "area": area(view, help_),
        "actions": actions(view, seat) if mine else [],
        "discarding": bool(mine and view.phase == Phase.DISCARD),
        "canPlay": bool(mine and view.phase in (Phase.DRAW, Phase.PLAY) and view.cards[seat] > 0),
        "count": int(view.count), "above": int(view.number),
        "assist": ASSIST[view.assist],
        "sheet": bool(view.assist == TABLE and not mine),
        "hints": HINTS,
        "over": ending(view, seat, names) if view.phase == Phase.OVER else None,
        "rest": ending(view, seat, names) if view.phase == Phase.DEAL and view.game else None,
    }
    if view.assist == SHOW_PRIMES and mine:
        shown["primes"] = prime_plays(view, seat)
    return shown


def passed(view: State, seat: int) -> bool:
    """Has this seat had its turn since the last play, and not beaten it?"""
    if not view.count or view.phase == Phase.OVER:
        return False
    return 0 < (seat - view.owner) % view.seats < (view.turn - view.owner) % view.seats


def hand(view: State, seat: int, help_: bool) -> list[dict[str, Any]]:
    """The hand with, for each card, whether count and size let it be part of a play (never primality)."""
    return [one | {"fits": may_fit(view, one)} for one in cards(view.hand[seat], help_, copy_of(view, seat))]


def copy_of(view: State, seat: int) -> int:
    """Which copy of a number comes first in a hand: in each game another one, so that all clues are met in time."""
    return int(view.game) + seat


def may_fit(view: State, one: dict[str, Any]) -> bool:
    """By count alone: which cards can be part of what is asked."""
    numbers = [value["number"] for value in one["values"]] or ([int(one["text"])] if one["text"].isdigit() else [])
    if not numbers or view.phase == Phase.DISCARD:
        return view.phase == Phase.DISCARD
    if view.count == 1:
        return max(numbers) > view.number
    if view.count == 2:
        return max(numbers) > 0
    return view.count == 0 or min(numbers) < 10


def area(view: State, help_: bool) -> dict[str, Any] | None:
    """The last play, which is the one to beat."""
    if not view.count:
        return None
    faces, owner = rules_faces(view), int(view.owner)
    return {"cards": laid(view, owner, faces, help_), "number": int(view.number), "owner": owner,
            "drawTwo": TEN in faces}


def laid(view: State, seat: int, faces: list[int], help_: bool) -> list[dict[str, Any]]:
    """The cards of a play of a seat, in its order."""
    return [card(FACE_KIND[face], help_, face, copy_of(view, seat) + faces[:i].count(face))
            for i, face in enumerate(faces)]


def actions(view: State, seat: int) -> list[dict[str, Any]]:
    """The buttons beside Play: what each says to the table, and why it cannot be used just now."""
    offered = []
    for verb in (Verb.DRAW, Verb.D, Verb.SKIP, Verb.PASS):
        kind = {Verb.D: D, Verb.SKIP: SKIP}.get(verb)
        if kind is None or count_kind(view.hand[seat], kind):
            reason = rules.refusal(view, seat, int(verb))
            why = explain_refusal(reason, view, int(verb))[0] if reason else ""
            offered.append({"label": VERBS[verb], "ok": not reason, "why": why})
    return offered


def prime_plays(view: State, seat: int) -> Any:
    """Every prime that may be played (assist: show_primes)."""
    out = [0] * rules.MAX_ACTIONS
    n = rules.list_primes(view, seat, out)
    return [{"label": label(a), "number": int(rules.number_of(a))} for a in out[:n]]


def miss_text(view: State, seat: int, action: int, names: Sequence[str]) -> Any:
    """The primes that a seat passed over, for the review of a match that is over; "" when it did not."""
    if rules.verb_of(action) != Verb.PASS:
        return ""
    numbers = sorted({play["number"] for play in prime_plays(view, seat)})
    if not numbers:
        return ""
    say = SAY["review"]
    shown = [str(n) for n in numbers[:SHOWN]]
    if len(numbers) > SHOWN:
        shown.append(say["more"].format(n=len(numbers) - SHOWN))
    return say["missed"].format(who=names[seat], numbers=join_words(shown))


def sentence(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """What is asked, and what it costs or why."""
    say = SAY["ask"]
    if view.phase in (Phase.DEAL, Phase.OVER):
        if not view.game:
            return say["before"], ""
        ended = ending(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.RESHUFFLE:
        return say["chance"], ""
    if not mine:
        why = say["last_turn"].format(number=view.number) if view.count else ""
        return say["waits" if view.seats > seat else "waits_watch"].format(who=names[view.turn]), why
    if view.phase == Phase.DISCARD:
        return say["your_turn"].format(what=say["discard"]), say["why_d"]
    if view.cards[seat] == 0:
        drawn = draws_on_pass(view, seat)
        return (say["your_turn"].format(what=say["empty_hand"]),
                say["why_empty_draw"].format(n=number_word(drawn)) if drawn else say["why_empty"])
    if view.phase == Phase.DRAW and rules.skip_alone(view, seat) and rules.can_draw(view, seat):
        return say["your_turn"].format(what=say["must_draw"]), say["why_must_draw"]
    draws = view.phase == Phase.DRAW and (rules.can_draw(view, seat) or count_kind(view.hand[seat], D))
    able = can_play(view, seat)
    kind = ("" if able else "none_") + ("follow" if view.count else "open")
    what = say[kind].format(count=say["counts"][view.count], number=view.number,
                            ways=say["ways_draw" if draws else "ways_pass"])
    return say["your_turn"].format(what=what), reasons(view, seat, names, draws, able)


def reasons(view: State, seat: int, names: Sequence[str], draws: bool, able: bool) -> str:
    """The second line of one's own turn."""
    say = SAY["ask"]
    if drawn := draws_on_pass(view, seat):
        return say["why_ten"].format(n=number_word(drawn))
    if not able:
        return say["why_none"][view.count]
    close = [names[i] for i in range(view.seats) if i != seat and view.cards[i] == 1]
    if close:
        return say["why_count"].format(who=close[0])
    return say["why_draw" if draws else "why_pass"]


def can_play(view: State, seat: int) -> bool:
    """Is there a play of the right count, size and form, prime or not?  Everybody sees that of their own hand."""
    faces = [i for i in range(len(FACES)) if count_kind(view.hand[seat], FACE_KIND[i])]
    for n in (view.count,) if view.count else (1, 2, 3):
        some = [i for i in faces if FACE_NUMBER[i] < 10] if n == 3 else faces
        # The first digit alone may be too small, whatever follows.
        firsts = [i for i in some if n < 3 or FACE_NUMBER[i] * 100 + 99 > view.number]
        for first, *others in product(firsts, *[some] * (n - 1)):
            action = play(first, *others, *[UNKNOWN] * (3 - n))
            if rules.refusal(view, seat, action) == rules.Refusal.NONE:
                return True
    return False


def ending(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """How a game or the match ended."""
    say = SAY["ask"]
    called = names_for_reader(names, seat, say["you"])
    score = join_with_commas(say["wins"].format(who=called[i], n=int(view.wins[i])) for i in range(view.seats))
    if view.phase == Phase.OVER:
        return {"title": format_for(say["over"], int(view.winner), seat, names),
                "text": say["over_why"].format(score=score),
                "winners": [int(view.winner)]}
    text = say["rest_why"].format(score=score, n=view.games_to_win)
    if view.winner < 0:
        return {"title": say["rest_void"], "text": text, "winners": []}
    return {"title": format_for(say["rest_won"], int(view.winner), seat, names), "text": text,
            "winners": [int(view.winner)]}


def text(view: State, seat: int, names: Sequence[str]) -> str:
    """The table in a few lines of plain text, for a terminal."""
    shown, say = scene(view, seat, names), SAY["text"]
    lines = [say["seat"].format(who=names[i], n=one["cards"], wins=one["wins"],
                                seen=say["seen"].format(cards=" ".join(one["seen"])) if one["seen"] else "")
             for i, one in enumerate(shown["seats"]) if i != seat]
    top = shown["discards"]["top"]
    lines.append(say["piles"].format(deck=shown["deck"], discards=shown["discards"]["count"],
                                     top=say["top"].format(card=top["text"]) if top else ""))
    if shown["area"]:
        lines.append(say["area"].format(number=shown["area"]["number"], who=names[shown["area"]["owner"]]))
    if shown["hand"]:
        lines.append(say["hand"].format(cards=" ".join(f"[{one['text']}]" for one in shown["hand"])))
    return "\n".join(lines)
