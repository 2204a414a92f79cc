"""Scenes of Prime Canasta: what a browser shows of a view."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.language_selection import cache_per_language
from ...core.messages import format_signed, join_with_commas, join_words
from ...core.numbers import prime_factors
from ...core.seats import UNKNOWN
from ...decks.primepak import notation as deck
from ...decks.primepak.cards import KINDS, NUMBERS, PRIMES, WILD
from .actions import encode_discard
from .discard_pile import is_frozen_for, top_of
from .labels import WORDS, run_prime_at, set_name
from .phrases import SAY, canasta_title, equation_text
from .refusal_texts import explain_refusal
from .rules import (
    Column,
    Phase,
    Verb,
    canastas_needed,
    down_reason,
    find_refusal,
    laydown_minimum,
    leading_side,
    refusal,
    to_act,
)
from .sides import STRICT, count_sides, partner_of, side_of
from .state import Answer, State
from .tables import BONUS, CANASTA, CARDS, COUNT, FIRST_PAIR, FIRST_RUN, POINTS, SET_POINTS, WILD_CARDS, WILD_MEANING

PHASES: dict[int, str] = {Phase.DRAW: "draw", Phase.CHOOSE: "choose", Phase.LAY: "lay", Phase.ANSWER: "answer"}
ALL = np.arange(KINDS)
SETS = 4096             # sets that are remembered as a screen shows them
ANSWERS: dict[int, str] = {Answer.YES: "yes", Answer.NO: "no"}


# Cards and sets.

def card_scene(kind: int) -> dict[str, Any]:
    """A card as a label names it, what is printed on it and what it counts."""
    kind = int(kind)
    return {"id": deck.kind_name(kind), "points": int(POINTS[kind]), **deck.card_face_scene(kind)}


def card_scenes(counts: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return cards, given as counts of kinds, as they are shown."""
    return [card_scene(kind) for kind in np.repeat(ALL, np.maximum(counts, 0)).tolist()]


def set_card_scene(row: int, i: int) -> dict[str, Any]:
    """A card of a set; a wild shows the prime that it stands for."""
    shown = card_scene(CARDS[row, i])
    if WILD_MEANING[row, i]:
        shown |= {"figure": str(WILD_MEANING[row, i]), "factors": prime_factors(int(WILD_MEANING[row, i]))}
    return shown


def set_scene(row: int) -> dict[str, Any]:
    """Return a set as it is shown.  The result is cached and must not be changed."""
    return _set_scene(int(row))


@cache_per_language(SETS)
def _set_scene(row: int) -> dict[str, Any]:
    """Make a set as it is shown, in the language of the request."""
    return {"label": set_name(row), "text": equation_text(row), "title": canasta_title(row), "run": row >= FIRST_RUN,
            "cards": [set_card_scene(row, i) for i in range(COUNT[row])], "points": int(SET_POINTS[row]),
            "bonus": int(BONUS[row]), "canasta": bool(CANASTA[row]), "mixed": bool(WILD_CARDS[row]),
            "grows": bool(FIRST_PAIR[row] < FIRST_PAIR[row + 1]), "ends": run_end_labels(row)}


def run_end_labels(row: int) -> list[str]:
    """Return the labels of the wilds that a run takes at either end: `W13`."""
    if row < FIRST_RUN:
        return []
    first, last = PRIMES.index(run_prime_at(row, 0)), PRIMES.index(run_prime_at(row, COUNT[row] - 1))
    return [f"W{PRIMES[place]}" for place in (last + 1, first - 1) if 0 <= place < len(PRIMES)]


# The table.

def shared_scene(view: State, names: Sequence[str]) -> dict[str, Any]:
    """Return the part of the scene that is the same for everybody."""
    acting = to_act(view)
    return {
        "turn": [seat for seat in range(view.seats) if acting >> seat & 1],
        "seats": [seat_scene(view, seat) for seat in range(view.seats)],
        "sides": [side_scene(view, side, names) for side in range(count_sides(view))],
        "round": int(view.rounds), "target": int(view.target_score), "strict": view.referee == STRICT,
        "level": int(view.level), "partners": bool(view.partnerships), "deck": int(view.left),
        "active": int(view.turn) if acting and view.phase in PHASES else None, "phase": PHASES.get(view.phase, ""),
        "pile": {"count": int(view.piled - count_holes(view)),
                 "top": card_scene(top_of(view)) if is_top_known(view) else None,
                 "frozen": bool(view.frozen), "all": pile_card_scenes(view) if view.discard_view else None},
        "chosen": card_scenes(view.chosen), "announced": bool(view.announced),
        "answer": ANSWERS.get(view.answer, ""),
    }


def scene(view: State, seat: int, names: Sequence[str], common: Any = None) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    shown = dict(common or shared_scene(view, names))
    playing = seat < view.seats
    mine = shown["turn"] == [seat]
    ask, why = prompt_texts(view, seat, names, mine)
    side = side_of(view, seat) if playing else None
    ended = ending_summary(view, seat, names) if view.phase in (Phase.DEAL, Phase.OVER) and view.rounds else None
    return shown | {
        "ask": ask, "why": why, "you": seat if playing else None, "side": side,
        "partner": int(partner_of(view, seat)) if playing and view.partnerships else None,
        "over": ended if view.phase == Phase.OVER else None, "rest": ended if view.phase == Phase.DEAL else None,
        "hand": card_scenes(view.hand[seat]) if playing and view.rounds else [],
        "stage": stage_scene(view, side) if view.staged else None,
        "frozenForYou": bool(playing and view.rounds and is_frozen_for(view, seat)),
        "fan": pile_card_scenes(view) if mine and view.phase == Phase.CHOOSE else None,
        "acts": action_buttons(view, seat) if mine else [],
        "canDiscard": bool(mine and can_discard(view, seat)),
        "canTake": bool(mine and view.phase == Phase.DRAW and not view.staged),
        "canLay": bool(mine and (view.phase == Phase.LAY or view.taking) and not view.announced),
    }


def count_holes(view: State) -> int:
    """Return how many places of the pile are empty since their card was chosen."""
    return sum(view.pile[place] == UNKNOWN for place in range(view.piled)) if view.picked else 0


def is_top_known(view: State) -> bool:
    """Tell whether the pile has a top card that is known."""
    return view.piled > 0 and top_of(view) != UNKNOWN


def seat_scene(view: State, seat: int) -> dict[str, Any]:
    """Return a seat: how many cards it holds, and which of them are public."""
    return {"cards": int(view.cards[seat]), "side": int(side_of(view, seat)),
            "known": card_scenes(view.known[seat]) if view.phase not in (Phase.DEAL, Phase.OVER) else [],
            "open": card_scenes(view.known[seat]) if view.phase in (Phase.DEAL, Phase.OVER) and view.rounds else []}


def side_scene(view: State, side: int, names: Sequence[str]) -> dict[str, Any]:
    """Return a side: its sets, its score sheet, and what it needs."""
    laid = [int(row) for row in view.laid[side, :view.laid_n[side]]]
    score, scored = int(view.score[side]), view.phase in (Phase.DEAL, Phase.OVER)
    sheet = view.sheet[side]
    seats = [i for i in range(view.seats) if side_of(view, i) == side]
    return {"name": side_name(view, side, names, UNKNOWN), "seats": seats,
            "sets": [set_scene(row) for row in laid], "made": bool(view.made[side]),
            "canastas": int(view.canastas[side]), "minimum": laydown_minimum(view, score),
            "needed": canastas_needed(view, score),
            "score": score,
            "sheet": {"canastas": sum(int(BONUS[row]) for row in laid),
                      "laid": sum(int(SET_POINTS[row]) for row in laid),
                      "hand": int(sheet[Column.HAND]) if scored else None,
                      "out": int(sheet[Column.OUT]) if scored else None,
                      "penalty": -int(view.penalty[side])}}


def side_name(view: State, side: int, names: Sequence[str], watcher: int) -> str:
    """Return the name of a side as `watcher` reads it."""
    seats = [i for i in range(view.seats) if side_of(view, i) == side]
    if len(seats) == 1:
        return SAY["ask"]["you"] if watcher in seats else names[seats[0]]
    if watcher in seats:
        return SAY["ask"]["your_side"].format(other=names[partner_of(view, watcher)])
    return SAY["ask"]["side"].format(one=names[seats[0]], other=names[seats[1]])


def pile_card_scenes(view: State) -> list[None | dict[str, Any]]:
    """Return the discard pile from the bottom, with the label that chooses each; None where one is gone."""
    return [card_scene(kind) | {"label": f"choose {deck.kind_name(int(kind))}@{place + 1}"} if kind != UNKNOWN else None
            for place, kind in enumerate(view.pile[:view.piled])]


def stage_scene(view: State, side: Any) -> dict[str, Any]:
    """Return the staging area: its sets, their points and the minimum."""
    need = laydown_minimum(view, view.score[side_of(view, view.turn)])
    top = top_of(view) if view.taking else UNKNOWN
    sets = [set_scene(row) for row in view.stage[:view.staged]]
    counts = [one["points"] - (int(POINTS[top]) if i == 0 and top >= 0 else 0) for i, one in enumerate(sets)]
    return {"sets": [one | {"counts": n} for one, n in zip(sets, counts, strict=True)],
            "points": int(view.stage_points), "minimum": need, "top": card_scene(top)["id"] if top >= 0 else None}


def action_buttons(view: State, seat: int) -> list[dict[str, Any]]:
    """Return the buttons of a seat."""
    asked: dict[int, Sequence[Verb]] = {Phase.ANSWER: (Verb.YES, Verb.NO), Phase.CHOOSE: (Verb.DONE,)}
    verbs = asked.get(view.phase)
    if verbs is None:
        verbs = [Verb.DRAW] if view.phase == Phase.DRAW and not view.staged else []
        verbs += [Verb.DOWN, Verb.BACK] if view.staged else []
        if view.phase == Phase.LAY and not view.staged and not view.announced:
            verbs += [Verb.OUT] + ([Verb.ASK] if view.partnerships else [])
    return [make_button(view, seat, verb) for verb in verbs]


def make_button(view: State, seat: int, verb: Verb) -> dict[str, Any]:
    """Return a button: its label, whether it can be used, and why not.

    With the strict referee a button stays enabled for a violation, but OUT is disabled while it is of no use.
    """
    why = find_refusal(view, seat, int(verb)) if verb == Verb.OUT else refusal(view, seat, int(verb))
    return {"label": WORDS[verb], "ok": not why, "why": explain_refusal(why, view, int(verb))[0] if why else ""}


def can_discard(view: State, seat: int) -> bool:
    """Tell whether the seat can discard any card now."""
    return view.phase == Phase.LAY and not view.staged and any(
        view.hand[seat, kind] and not refusal(view, seat, encode_discard(kind)) for kind in range(KINDS))


# What is asked.

def prompt_texts(view: State, seat: int, names: Sequence[str], mine: bool) -> tuple[str, str]:
    """Return what the player is asked, and the facts or reasons below it."""
    say = SAY["ask"]
    if not view.rounds:
        return say["before"], ""
    if view.phase in (Phase.DEAL, Phase.OVER):
        ended = ending_summary(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.RESHUFFLE:
        return say["chance"], ""
    asked, turn = int(partner_of(view, view.turn)), names[int(view.turn)]
    if view.phase == Phase.ANSWER:
        return (say["answer"].format(who=turn), say["why_answer"]) if mine else (
            say["waits_answer"].format(who=names[asked], other=turn), "")
    if not mine:
        return say["waits" if view.seats > seat else "waits_watch"].format(who=turn), ""
    if view.staged:
        return staged_prompt_texts(view, seat)
    if view.phase == Phase.CHOOSE:
        return (say["choose_more"].format(n=int(view.picked)) if view.picked else say["choose"]), say["why_choose"]
    return draw_prompt_texts(view, seat) if view.phase == Phase.DRAW else lay_prompt_texts(view, seat)


def staged_prompt_texts(view: State, seat: int) -> tuple[str, str]:
    """Return the prompt while sets are staged."""
    say, need = SAY["ask"], laydown_minimum(view, view.score[side_of(view, seat)])
    enough = not down_reason(view, seat)
    return (say["staged_enough" if enough else "staged"].format(n=int(view.stage_points), minimum=need),
            say["why_take"] if view.taking else "")


def draw_prompt_texts(view: State, seat: int) -> tuple[str, str]:
    """Return the prompt before drawing, with why the pile can or cannot be taken."""
    say = SAY["ask"]
    if view.left + view.piled - 1 < 2:
        return say["draw_only"], say["why_last"]
    if view.piled < 3:
        return say["draw_only"], say["why_small"]
    if top_of(view) == WILD:
        return say["draw_only"], say["why_wild"]
    if view.frozen:
        return say["draw"], say["why_frozen_all"]
    if is_frozen_for(view, seat):
        return say["draw"], say["why_frozen_you"]
    return say["draw"], say["why_open"].format(top=NUMBERS[top_of(view)])


def lay_prompt_texts(view: State, seat: int) -> tuple[str, str]:
    """Return the prompt after drawing."""
    say, side = SAY["ask"], side_of(view, seat)
    if view.announced:
        return say["announced"], ""
    if not refusal(view, seat, int(Verb.OUT)) and view.cards[seat] <= 1:
        return say["go_out"], ""
    needed = canastas_needed(view, view.score[side])
    why = (say["why_keep"].format(canastas=SAY["number"][str(needed)]) if view.canastas[side]
           else say["why_none"].format(n=needed))
    if view.answer == Answer.NO:
        why = say["why_barred"]
    if view.answer == Answer.YES:
        return say["must_go_out"], ""
    minimum = laydown_minimum(view, view.score[side])
    return (say["lay"] if view.made[side] else say["lay_first"].format(minimum=minimum)), why


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how a round or the match ended: title, text and winners."""
    say = SAY["ask"]
    own = side_of(view, seat) if seat < view.seats else 0
    order = sorted(range(count_sides(view)), key=lambda side: side != own)
    scores = join_with_commas(say["score"].format(side=side_name(view, side, names, seat),
                                                  score=format_signed(view.score[side]))
                              for side in order)
    best = int(leading_side(view)[0])
    if view.phase == Phase.OVER:
        winners = [i for i in range(view.seats) if side_of(view, i) == best]
        form = say["over_side" if view.partnerships else "over"]
        title_ = form[seat not in winners].format(who=join_words([names[i] for i in winners]))
        return {"title": title_, "text": say["over_why"].format(scores=scores), "winners": winners}
    out = int(view.went_out)
    title_ = say["rest"][out != seat].format(who=names[out]) if out >= 0 else say["rest_dry"]
    return {"title": title_, "text": say["rest_why"].format(scores=scores, n=int(view.target_score)), "winners": []}
