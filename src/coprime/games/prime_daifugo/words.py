"""Prime Daifugo Lv. 0 in words: the log, and what a screen shows of a view.

Labels and refusals have their own files.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from ...core.bits import count_kind
from ...core.language_selection import cache_per_language
from ...core.messages import Line, format_for, join_sentences, join_with_commas, join_words, names_for_reader
from ...core.numbers import prime_factors
from ...core.seats import CHANCE, UNKNOWN
from . import rules
from .actions import encode_play
from .labels import MEANS, NAMES, SAY, VERB_NAMES, face_name, label, parse
from .printed_clues import CLUES, HINT_CARDS, PARTNERS
from .refusal_texts import explain_refusal
from .rules import Phase, Verb
from .state import State
from .tables import (
    COPIES,
    FACE_KIND,
    FACE_NUMBER,
    FACES,
    FIRST_MULTI_FACE,
    ICONS,
    KINDS,
    NUMBERS,
    PRIME,
    SKIP,
    TEN,
    TWELVE,
    D,
)

__all__ = ["MEANS", "NAMES", "SAY", "describe_event", "label", "missed_play_text", "parse", "scene", "text",
           "explain_refusal"]

ASSIST_LEVELS = ("none", "clues", "show_primes", "table")      # as game.py has them
SHOW_PRIMES, TABLE = 2, 3
CACHED_CARDS = 1024            # cards that are remembered as a screen shows them
MAX_LISTED = 6               # numbers that the review lists of one pass


def factors_text(number: int) -> str:
    """Return the prime factors of a number: `2 × 3 × 7`."""
    return " × ".join(map(str, prime_factors(number)))


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it."""
    if seat == CHANCE:
        return chance_line(before, after, names, watcher)
    verb = rules.verb_of(action)
    line = play_line if verb == Verb.PLAY else other_line
    text, mark, detail = line(before, seat, action, after, names, watcher)
    stop = mark == "prime" and TWELVE in [FACE_KIND[rules.face_of(action, i)] for i in range(3)]
    followed = list(aftermath_texts(before, seat, after, names, watcher, stop))
    if detail:
        detail["judge"]["then"] = join_sentences([detail["judge"]["then"], *followed])
    return Line(join_sentences([text, *followed]), mark, detail)


def chance_line(before: State, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line for a deal or a new deck."""
    say = SAY["event"]
    if before.phase == Phase.DEAL:
        return Line(say["deal_you"] if after.turn == watcher else say["deal"].format(who=names[after.turn]))
    seat = int(before.turn)
    drawn = after.cards[seat] - before.cards[seat]
    text = format_for(say["reshuffle_draw"], seat, watcher, names, n=number_word(drawn)) if drawn else say["reshuffle"]
    return Line(join_sentences([text, *aftermath_texts(before, seat, after, names, watcher)]))


def other_line(before: State, seat: int, action: int, after: State, names: Sequence[str],
               watcher: int) -> tuple[str, str, None]:
    """Return text, mark and detail (None) for every action except a play."""
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
    """Return text, mark and detail for a play, with what the judge says of it (PD-10, PD-31)."""
    say, number = SAY["event"], int(rules.number_of(action))
    prime = bool(PRIME[number])
    faces = [rules.face_of(action, i) for i in range(rules.card_count_of(action))]
    detail: dict[str, Any] = {"judge": {
        "number": number, "prime": prime, "factors": prime_factors(number) if not prime else [number],
        "cards": play_card_scenes(before, seat, faces, True), "seat": seat, "then": ""}}
    if prime:
        won = after.winner == seat and before.winner != seat
        detail["primes"] = [number]
        text = format_for(say["prime"], seat, watcher, names, number=number)
        if TEN in last_play_faces(after) and not won:
            detail["judge"]["then"] = say["draw_two"]
        return verdict_text(text, detail), "won" if won else "prime", detail
    key = "failed_one" if number == 1 else "failed"
    text = format_for(say[key], seat, watcher, names, number=number, factors=factors_text(number))
    drawn = after.cards[seat] - before.cards[seat]
    if drawn:
        detail["judge"]["then"] = format_for(say["failed_draw"], seat, watcher, names, n=number_word(drawn))
    return verdict_text(text, detail), "failed", detail


def verdict_text(text: str, detail: dict[str, Any]) -> str:
    """Return a verdict together with what follows from it."""
    return join_sentences([text, detail["judge"]["then"]])


def aftermath_texts(before: State, seat: int, after: State, names: Sequence[str], watcher: int,
                    stop: bool = False) -> Iterator[str]:
    """Yield what the end of the turn brought: a win, a void game, a new round."""
    say = SAY["event"]
    if after.winner != before.winner:
        yield format_for(say["wins"], int(after.winner), watcher, names)
    elif after.phase == Phase.DEAL and before.phase != Phase.DEAL:
        yield say["void"].format(n=after.stalemate_n)
    elif stop:
        yield format_for(say["stop"], seat, watcher, names)
    elif before.count and not after.count:
        yield format_for(say["round"], int(after.turn), watcher, names)


def cards_drawn_on_pass(view: State, seat: int) -> int:
    """Return how many cards a pass costs (PD-11): two for a 10, within deck and hand limit."""
    if TEN not in last_play_faces(view):
        return 0
    room = max(0, view.hand_limit - view.cards[seat]) if view.hand_limit else 2
    return int(min(2, room, view.left + view.discarded))


def number_word(n: int) -> str:
    """Return a small number in words."""
    return SAY["number"]["words"][n]


def last_play_faces(view: State) -> list[int]:
    """Return the faces of the last play."""
    return [int(face) for face in view.last[:view.count]]


# What a screen shows.

def card_scene(kind: int, factors_shown: bool, face: int | None = None, copy_number: int = 0) -> dict[str, Any]:
    """Return one card for the screen: label, print and full name.  The result is cached: do not change it.

    Cards of one number are one kind to the rules, and bear different clues: `copy_number` says which copy is drawn.
    """
    return _card_scene(int(kind), factors_shown, face, copy_number)


@cache_per_language(CACHED_CARDS)
def _card_scene(kind: int, factors_shown: bool, face: int | None, copy_number: int) -> dict[str, Any]:
    say = SAY["card"]
    shown: dict[str, Any] = {"id": NAMES[kind], "text": NAMES[kind], "power": "", "factors": [], "values": [],
                             "name": NAMES[kind]}
    if kind in MEANS:
        values = MEANS[kind]
        shown |= {"values": [{"label": f"{NAMES[kind]}={n}", "number": n} for n in values],
                  "name": say["multi"].format(values=join_words([*map(str, values)], "or"))}
        if face is not None and face >= FIRST_MULTI_FACE:
            shown |= {"text": str(FACE_NUMBER[face]), "id": face_name(face), "multi": NAMES[kind]}
        return shown
    if kind >= len(NUMBERS):
        return shown | {"name": say["d"] if kind == D else say["skip"]}
    number = NUMBERS[kind]
    power = {TEN: say["draw_two_power"], TWELVE: say["stop_power"]}.get(kind, "")
    named = say["plain"]
    if factors_shown and number > 1:
        named = say["prime"] if PRIME[number] else say["factored"]
    name = named.format(n=number, factors=factors_text(number) if number > 1 else "")
    printed = [name, say["icon"]] if number in ICONS else [name]
    return shown | {"power": power, "factors": prime_factors(number) if factors_shown and number > 1 else [],
                    "icon": number in ICONS, "name": join_with_commas(printed), "print": print_scene(kind, copy_number)}


def print_scene(kind: int, copy_number: int) -> dict[str, Any]:
    """Return the print of a number card beside its number: is it prime, copies, partners."""
    number, copies = NUMBERS[kind], CLUES[kind]
    shown = copies[copy_number % len(copies)] if copies else ()
    return {"prime": bool(PRIME[number]), "copies": COPIES[kind], "clues": list(shown),
            "more": len(PARTNERS.get(number, ())) - len(shown)}


def card_scenes(bag: int, factors_shown: bool, first_copy: int = 0) -> list[dict[str, Any]]:
    """Return a bag of cards for the screen, smallest kind first, copies counted from `first_copy`."""
    return [card_scene(kind, factors_shown, copy_number=first_copy + n) for kind in range(KINDS)
            for n in range(count_kind(bag, kind))]


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the table as `seat` (or WATCHER) sees it."""
    playing = seat < view.seats
    turn = [int(view.turn)] if rules.to_act(view) >> view.turn & 1 else []
    mine = playing and turn == [seat]
    help_ = view.assist > 0
    ask, why = prompt_texts(view, seat, names, mine)
    shown = {
        "ask": ask, "why": why, "turn": turn, "you": seat if playing else None,
        "seats": [{"cards": int(view.cards[i]), "wins": int(view.wins[i]), "passed": has_passed(view, i),
                   "seen": [shown["text"] for shown in card_scenes(view.known[i], False)] if i != seat else []}
                  for i in range(view.seats)],
        "game": int(view.game), "toWin": int(view.games_to_win),
        "hand": hand_scene(view, seat, help_) if playing else [],
        "deck": int(view.left),
        "discards": {"count": int(view.discarded),
                     "top": card_scene(view.top, help_, copy_number=int(view.game)) if view.top >= 0 else None,
                     "all": card_scenes(view.discards, help_) if view.discard_view else None},
        "area": area_scene(view, help_),
        "actions": button_scenes(view, seat) if mine else [],
        "discarding": bool(mine and view.phase == Phase.DISCARD),
        "canPlay": bool(mine and view.phase in (Phase.DRAW, Phase.PLAY) and view.cards[seat] > 0),
        "count": int(view.count), "above": int(view.number),
        "assist": ASSIST_LEVELS[view.assist],
        "sheet": bool(view.assist == TABLE and not mine),
        "hints": HINT_CARDS,
        "over": ending_summary(view, seat, names) if view.phase == Phase.OVER else None,
        "rest": ending_summary(view, seat, names) if view.phase == Phase.DEAL and view.game else None,
    }
    if view.assist == SHOW_PRIMES and mine:
        shown["primes"] = prime_play_scenes(view, seat)
    return shown


def has_passed(view: State, seat: int) -> bool:
    """Return whether a seat has had its turn since the last play and did not beat it."""
    if not view.count or view.phase == Phase.OVER:
        return False
    return 0 < (seat - view.owner) % view.seats < (view.turn - view.owner) % view.seats


def hand_scene(view: State, seat: int, help_: bool) -> list[dict[str, Any]]:
    """Return the hand for the screen, with whether count and size let each card be part of a play."""
    return [one | {"fits": may_fit(view, one)}
            for one in card_scenes(view.hand[seat], help_, first_copy_of(view, seat))]


def first_copy_of(view: State, seat: int) -> int:
    """Return which copy of a number comes first in a hand: another one in each game, to show all clues."""
    return int(view.game) + seat


def may_fit(view: State, one: dict[str, Any]) -> bool:
    """Return whether a card can be part of what is asked, by count and size alone."""
    numbers = [value["number"] for value in one["values"]] or ([int(one["text"])] if one["text"].isdigit() else [])
    if not numbers or view.phase == Phase.DISCARD:
        return view.phase == Phase.DISCARD
    if view.count == 1:
        return max(numbers) > view.number
    if view.count == 2:
        return max(numbers) > 0
    return view.count == 0 or min(numbers) < 10


def area_scene(view: State, help_: bool) -> dict[str, Any] | None:
    """Return the last play, which is the one to beat; None on an empty area."""
    if not view.count:
        return None
    faces, owner = last_play_faces(view), int(view.owner)
    return {"cards": play_card_scenes(view, owner, faces, help_), "number": int(view.number), "owner": owner,
            "drawTwo": TEN in faces}


def play_card_scenes(view: State, seat: int, faces: list[int], help_: bool) -> list[dict[str, Any]]:
    """Return the cards of a seat's play, in its order."""
    return [card_scene(FACE_KIND[face], help_, face, first_copy_of(view, seat) + faces[:i].count(face))
            for i, face in enumerate(faces)]


def button_scenes(view: State, seat: int) -> list[dict[str, Any]]:
    """Return the buttons beside Play: the label of each, and why it cannot be used just now."""
    offered = []
    for verb in (Verb.DRAW, Verb.D, Verb.SKIP, Verb.PASS):
        kind = {Verb.D: D, Verb.SKIP: SKIP}.get(verb)
        if kind is None or count_kind(view.hand[seat], kind):
            reason = rules.refusal(view, seat, int(verb))
            why = explain_refusal(reason, view, int(verb))[0] if reason else ""
            offered.append({"label": VERB_NAMES[verb], "ok": not reason, "why": why})
    return offered


def prime_play_scenes(view: State, seat: int) -> Any:
    """Return every prime that may be played, for option `assist: show_primes`."""
    out = [0] * rules.MAX_ACTIONS
    n = rules.list_primes(view, seat, out)
    return [{"label": label(a), "number": int(rules.number_of(a))} for a in out[:n]]


def missed_play_text(view: State, seat: int, action: int, names: Sequence[str]) -> Any:
    """Return the primes that a seat passed over, for the review of a finished match; "" when it did not."""
    if rules.verb_of(action) != Verb.PASS:
        return ""
    numbers = sorted({play["number"] for play in prime_play_scenes(view, seat)})
    if not numbers:
        return ""
    say = SAY["review"]
    shown = [str(n) for n in numbers[:MAX_LISTED]]
    if len(numbers) > MAX_LISTED:
        shown.append(say["more"].format(n=len(numbers) - MAX_LISTED))
    return say["missed"].format(who=names[seat], numbers=join_words(shown))


def prompt_texts(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """Return what is asked, and the reason or the cost as a second line."""
    say = SAY["ask"]
    if view.phase in (Phase.DEAL, Phase.OVER):
        if not view.game:
            return say["before"], ""
        ended = ending_summary(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.RESHUFFLE:
        return say["chance"], ""
    if not mine:
        why = say["last_turn"].format(number=view.number) if view.count else ""
        return say["waits" if view.seats > seat else "waits_watch"].format(who=names[view.turn]), why
    if view.phase == Phase.DISCARD:
        return say["your_turn"].format(what=say["discard"]), say["why_d"]
    if view.cards[seat] == 0:
        drawn = cards_drawn_on_pass(view, seat)
        return (say["your_turn"].format(what=say["empty_hand"]),
                say["why_empty_draw"].format(n=number_word(drawn)) if drawn else say["why_empty"])
    if view.phase == Phase.DRAW and rules.has_only_skip(view, seat) and rules.can_draw(view, seat):
        return say["your_turn"].format(what=say["must_draw"]), say["why_must_draw"]
    draws = view.phase == Phase.DRAW and (rules.can_draw(view, seat) or count_kind(view.hand[seat], D))
    able = has_possible_play(view, seat)
    kind = ("" if able else "none_") + ("follow" if view.count else "open")
    what = say[kind].format(count=say["counts"][view.count], number=view.number,
                            ways=say["ways_draw" if draws else "ways_pass"])
    return say["your_turn"].format(what=what), prompt_reason_text(view, seat, names, draws, able)


def prompt_reason_text(view: State, seat: int, names: Sequence[str], draws: bool, able: bool) -> str:
    """Return the second line of one's own turn."""
    say = SAY["ask"]
    if drawn := cards_drawn_on_pass(view, seat):
        return say["why_ten"].format(n=number_word(drawn))
    if not able:
        return say["why_none"][view.count]
    close = [names[i] for i in range(view.seats) if i != seat and view.cards[i] == 1]
    if close:
        return say["why_count"].format(who=close[0])
    return say["why_draw" if draws else "why_pass"]


def has_possible_play(view: State, seat: int) -> bool:
    """Return whether the hand has a play of the right count, size and form, prime or not.

    Everybody sees that of their own hand.
    """
    faces = [i for i in range(len(FACES)) if count_kind(view.hand[seat], FACE_KIND[i])]
    for n in (view.count,) if view.count else (1, 2, 3):
        some = [i for i in faces if FACE_NUMBER[i] < 10] if n == 3 else faces
        # The first digit alone may be too small, whatever follows.
        firsts = [i for i in some if n < 3 or FACE_NUMBER[i] * 100 + 99 > view.number]
        for first, *others in product(firsts, *[some] * (n - 1)):
            action = encode_play(first, *others, *[UNKNOWN] * (3 - n))
            if rules.refusal(view, seat, action) == rules.Refusal.NONE:
                return True
    return False


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how a game or the match ended: title, text and winners."""
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
    """Return the table in a few lines of plain text, for a terminal."""
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
