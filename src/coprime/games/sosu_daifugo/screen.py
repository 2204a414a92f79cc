"""What a screen shows of Sosu Daifugo, and what is asked of whoever has the turn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.big_numbers import compare_limbs, limbs_to_int
from ...core.bits import count_kind
from ...core.messages import format_for, join_with_commas, names_for_reader
from . import rules
from .actions import verb_of
from .card_signs import KINDS
from .judge_texts import number_text, shown_number
from .labels import NAMES, SAY, label, played_signs, signs_of
from .play_reading import count_shown, read_number
from .play_verdicts import NOT_ALONE, has_joker_on_top
from .record_notation import format_signs
from .state import Phase, State, Verb

LONGEST_ASKED = 12                      # digits of a number that a sentence names
HAND_ORDER = (*range(1, KINDS), 0)      # the fourteen places: A to K, then the joker


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the table as `seat` (or WATCHER) sees it."""
    playing = seat < view.seats
    turn = [int(view.turn)] if view.phase in (Phase.TURN, Phase.LAST) else []
    mine = playing and turn == [seat]
    ask, why = prompt_texts(view, seat, names, mine)
    ended = ending_summary(view, seat, names) if view.phase in (Phase.DEAL, Phase.OVER) and view.game else None
    shown: dict[str, Any] = {
        "ask": ask, "why": why, "turn": turn, "you": seat if playing else None,
        "seats": [{"cards": int(view.cards[i]), "wins": int(view.wins[i]), "place": int(view.place[i]),
                   "seen": names_in_bag(view.known[i]) if i != seat else [], "rests": bool(view.resting >> i & 1)}
                  for i in range(view.seats)],
        "game": int(view.game), "toWin": int(view.games_to_win), "games": int(view.games),
        "hand": [count_kind(view.held[seat], kind) for kind in HAND_ORDER] if playing else [],
        "places": [NAMES[kind] for kind in HAND_ORDER],
        "line": format_signs([int(sign) for sign in view.line[:view.length]]) if mine else "",
        "deck": int(view.left), "known": known_deck(view),
        "area": area_scene(view), "wanted": wanted_play(view, seat), "revolution": bool(view.revolution),
        "drawn": bool(view.drawn), "last": view.phase == Phase.LAST,
        "canDraw": bool(mine and not view.drawn and view.left and view.phase == Phase.TURN),
        "clock": {"kind": ("move", "bank", "none")[view.clock], "window": int(view.window),
                  "bank": [int(ms) for ms in view.bank[:view.seats]], "game": int(view.game_ms)},
        "rules": {"zero": view.joker_zero == 0, "composites": view.composites == 0,
                  "penalty": ("all", "shown", "one")[view.penalty],
                  "free": bool(playing and 0 < view.max_misses <= view.misses[seat]),
                  "cut": view.specials in (0, 1), "turn": view.specials in (0, 2)},
        "over": ended if view.phase == Phase.OVER else None,
        "rest": ended if view.phase == Phase.DEAL else None,
    }
    if view.assist and mine:
        shown["primes"] = [{"label": one["label"], "number": str(one["number"])} for one in numbered_plays(view, seat)]
    return shown


def names_in_bag(bag: int) -> list[str]:
    """Return the names of the cards of a bag, from A to K and then X."""
    return [NAMES[kind] for kind in HAND_ORDER for _ in range(count_kind(bag, kind))]


def known_deck(view: State) -> list[str]:
    """Return the cards at the bottom of the deck whose order was seen, the next one first, where the table shows it."""
    if not view.deck_memory:
        return []
    return [NAMES[view.deck[place]] for place in range(view.seen - 1, -1, -1)]


def area_scene(view: State) -> dict[str, Any] | None:
    """Return the last play, which is the one to beat, and what lies below it; None on an empty area."""
    if not view.count:
        return None
    laid = [NAMES[kind] for kind in view.area[:view.laid]]
    split = len(laid) - view.count
    joker = has_joker_on_top(view)
    return {"cards": laid[split:], "below": laid[:split], "count": int(view.count), "owner": int(view.owner),
            "number": "" if joker else str(limbs_to_int(view.number)), "joker": bool(joker),
            "line": "" if joker else top_play_text(view)}


def wanted_play(view: State, seat: int) -> dict[str, Any]:
    """Return what a play has to be to be taken, for a screen that compares a line with it at once (SD-7, SD-13).

    count         cards that it shows; 0 for any number
    most          the most cards that it shows; 0 for no limit
    above, below  the number that it has to pass on either side; "" for none
    beatable      False where nothing may be played
    plain         it has no factors, and is the whole hand (SD-40)
    alone         so many jokers without a value are a play of their own (SD-44, SD-45)
    """
    last, beatable = view.phase == Phase.LAST, not has_joker_on_top(view)
    number = str(limbs_to_int(view.number)) if view.count and beatable and not last else ""
    plays_jokers = not last and view.lone_joker != NOT_ALONE
    return {"count": int(view.cards[seat]) if last and seat < view.seats else int(view.count),
            "most": 0 if last else int(view.max_play), "above": "" if view.revolution else number,
            "below": number if view.revolution else "", "beatable": beatable, "plain": last,
            "alone": ([1, 2] if view.two_jokers else [1]) if plays_jokers else []}


def top_play_text(view: State) -> str:
    """Return the play that lies on top in notation, with its factors; "" where a failed play was made since."""
    signs = played_signs(view)
    shown = count_shown(signs, len(signs))
    if shown != view.count or compare_limbs(read_number(signs, 0, shown), view.number):
        return ""
    return format_signs(signs)


def list_play_actions(view: State, seat: int) -> list[int]:
    """Return the plays of few cards that stand, as the rules list them."""
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    return [int(action) for action in out[:rules.sound_actions(view, seat, out)] if verb_of(action) == Verb.PLAY]


def numbered_plays(view: State, seat: int) -> list[dict[str, Any]]:
    """Return the listed plays that make a number, as label and number: most cards and largest number first."""
    found = [{"label": label(action), "number": shown_number(signs_of(action)), "cards": len(signs_of(action))}
             for action in list_play_actions(view, seat)]
    return sorted((one for one in found if one["number"]), key=lambda one: (-one["cards"], -one["number"]))


def prompt_texts(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """Return what is asked, and the reason or the cost as a second line."""
    say = SAY["ask"]
    if view.phase in (Phase.DEAL, Phase.OVER):
        if not view.game:
            return say["before"], ""
        ended = ending_summary(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.FLOW:
        return say["chance"], ""
    if view.phase == Phase.THINK:
        return say["think"], format_for(say["why_think"], int(view.turn), seat, names)
    if view.phase == Phase.LAST and mine:
        return say["your_turn"].format(what=say["last"]), say["why_last"]
    last = "" if has_joker_on_top(view) else asked_number(limbs_to_int(view.number))
    if not mine:
        why = say["last_turn"].format(number=last) if view.count and last else ""
        return say["waits" if view.seats > seat else "waits_watch"].format(who=names[view.turn]), why
    key = "open" if not view.count else "joker" if not last else "below" if view.revolution else "above"
    what = say[key].format(n=int(view.count), number=last)
    return say["your_turn"].format(what=what), reason_text(view, seat, names)


def asked_number(number: int) -> str:
    """Return a number as a sentence asks for more than it: one that is too long for a sentence by its digits."""
    digits = len(str(number))
    return number_text(number) if digits <= LONGEST_ASKED else str(SAY["ask"]["long"].format(n=digits))


def reason_text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the second line of one's own turn."""
    say = SAY["ask"]
    if view.revolution:
        return str(say["why_revolution"])
    close = [i for i in range(view.seats) if i != seat and 0 < view.cards[i] < 3 and view.place[i] == 0]
    if close:
        return str(say["why_count"].format(who=names[close[0]], n=int(view.cards[close[0]])))
    if view.drawn:
        return str(say["why_drawn"])
    return str(say["why_draw" if view.left else "why_pass"])


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how a game or the match ended: title, text and winners."""
    say = SAY["ask"]
    called = names_for_reader(names, seat, say["you"])
    score = join_with_commas(say["wins"].format(who=called[i], n=int(view.wins[i])) for i in range(view.seats))
    if view.phase == Phase.OVER:
        most = max(int(view.wins[i]) for i in range(view.seats))
        winners = [i for i in range(view.seats) if view.wins[i] == most]
        title = format_for(say["over"], winners[0], seat, names) if len(winners) == 1 else say["tie"]
        return {"title": title, "text": say["over_why"].format(score=score), "winners": winners}
    follows = say["rest_games"].format(score=score, n=int(view.games)) if view.games \
        else say["rest_why"].format(score=score, n=int(view.games_to_win))
    if view.winner < 0:
        return {"title": say["rest_void"], "text": follows, "winners": []}
    return {"title": format_for(say["rest_won"], int(view.winner), seat, names), "text": follows,
            "winners": [int(view.winner)]}
