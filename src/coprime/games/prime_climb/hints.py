"""Hints for Prime Climb as a ladder: a nudge, where the pawns can end, how to begin, the whole turn."""

from collections.abc import Sequence
from typing import Any

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words
from ...core.numbers import prime_factors
from . import features, perfect, rules
from .board import exposed, red
from .bots import thought_out
from .choices import outcome, pawn_on
from .moves import NOBODY, Verb, number_of, one_of, other_of, pawn_of, seat_of, verb_of, what_of
from .phrases import SAY, card, equation
from .rules import Phase
from .state import State
from .tables import CLEAR, HOME, LIMIT

KEPT = {Verb.CLEAR: CLEAR, Verb.LIMIT: LIMIT}         # Keepers without a number, by what plays them
KEEPERS = (Verb.PLUS, Verb.MINUS, *KEPT)


def ladder(view: State, seat: int, names: Sequence[str]) -> list[HintStep | str]:
    """The rungs for the seat on turn, or one that says that there is nothing to find."""
    say = SAY["hint"]
    if view.phase not in (Phase.MOVE, Phase.CARD) or view.turn != seat:
        return [say["none"]]
    path = advised(view, seat)
    if view.phase == Phase.CARD:
        return [say["card"], HintStep(say["card_answer"].format(label=said(view, seat, path[0], names)), path[0])]
    ends, before_last = walked(view, seat, path)
    moves = [said(step, seat, action, names, step is view) for step, action in zip(before_last, path, strict=True)]
    answer = join_sentences([say["answer"].format(moves=say["then"].join(moves)), expectation(ends, seat)])
    begin = keeper(view, path[0], names) if verb_of(path[0]) in KEPT else said(view, seat, path[0], names)
    method = say["method_end"] if path[0] == Verb.DONE else say["method"].format(equation=begin)
    return [nudge(view, ends, seat, path), clue(view, ends, seat), HintStep(method, path[0]), HintStep(answer, *path)]


def advised(view: State, seat: int) -> list[int]:
    """The best turn, where it is known, else one that is thought out."""
    table = perfect.table_of(view)
    return thought_out(view, seat) if table is None else perfect.best_turn(table, view, seat)


def win_probability(view: State, seat: int, actions: Sequence[int]) -> float | None:
    """How often the seat wins after these actions, if that is known: for two without cards, where a table is kept."""
    table = perfect.table_of(view)
    return None if table is None else perfect.chance(table, view, seat, actions)


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """The sort of puzzle that an answer makes: a pawn comes home, a Keeper is played, the move ends, a step."""
    verb = verb_of(action)
    if verb == Verb.DONE:
        return "end"
    if verb in KEEPERS:
        return "keeper"
    if verb > Verb.DIVIDE:
        return "card"
    at: Any = view
    planned = at.copy()
    rules.move(planned, seat, action)
    mine = (2 * seat, 2 * seat + 1)
    return "home" if any(planned.pawn[pawn] == HOME != view.pawn[pawn] for pawn in mine) else "step"


def walked(view: State, seat: int, path: list[int]) -> tuple[State, list[State]]:
    """The position after a turn's actions, before Bump, and those before each action."""
    steps: list[State] = []
    at: Any = view
    for action in path:
        steps.append(at)
        planned = at.copy()
        rules.move(planned, seat, action)
        at = planned.copy()
        rules.settle(at, seat, action)
    return planned, steps


def nudge(view: State, ends: State, seat: int, path: list[int]) -> str:
    """What kind of move is worth looking for."""
    say, verbs = SAY["hint"], {verb_of(action) for action in path}
    mine = (2 * seat, 2 * seat + 1)
    if any(ends.pawn[pawn] == HOME != view.pawn[pawn] for pawn in mine):
        return say["nudge_home"]
    if any(ends.pawn[pawn] == ends.pawn[other] and exposed(ends, other)
           for pawn in mine for other in range(2 * view.seats) if other not in mine):
        return say["nudge_bump"]
    if Verb.DIVIDE in verbs:
        return say["nudge_divide"]
    if Verb.MULTIPLY in verbs:
        return say["nudge_multiply"]
    reds = any(red(ends.pawn[pawn]) and ends.pawn[pawn] != view.pawn[pawn] for pawn in mine)
    return say["nudge_red" if reds else "nudge_plain"]


def clue(view: State, ends: State, seat: int) -> str:
    """Where the pawns end, and the factors of the spaces that are new."""
    say = SAY["hint"]
    spaces = [int(ends.pawn[pawn]) for pawn in (2 * seat, 2 * seat + 1) if ends.pawn[pawn] != HOME]
    before = [int(view.pawn[pawn]) for pawn in (2 * seat, 2 * seat + 1)]
    if not spaces or rules.wins(ends, seat):
        return say["clue_win"]
    key = "clue_home" if ends.pawn[2 * seat:2 * seat + 2].tolist().count(HOME) > before.count(HOME) else "clue_spaces"
    text = [say[key].format(spaces=join_words([str(n) for n in spaces]))]
    text += [say["clue_factors"].format(space=n, factors=" × ".join(map(str, prime_factors(n))))
             for n in spaces if n not in before and n > 1 and len(prime_factors(n)) > 1]
    return join_sentences(text)


def said(view: State, seat: int, action: int, names: Sequence[str], first: bool = False) -> str:
    """An action as a hint says it; `first` where that begins a sentence."""
    say, verb = SAY["hint"], verb_of(action)
    if verb <= Verb.MINUS:
        return equation(view, seat, action)
    if verb == Verb.SPEND:
        return say["spend"].format(space=int(view.pawn[2 * seat + pawn_of(action)]))
    if verb == Verb.SWAP:
        return " ↔ ".join(pawn_on(view, seat, pawn, names) for pawn in (one_of(action), other_of(action)))
    if verb == Verb.TAKE:
        return say["take"].format(who=names[seat_of(action)], card=card(view, rules.kind_of(action))["title"])
    if verb in (Verb.CHOOSE, Verb.SEND):
        return outcome(view, seat, action, names) or pawn_on(view, seat, what_of(action), names)
    if verb in KEPT:
        return say["play_first" if first else "play"].format(keeper=keeper(view, action, names))
    key = "end" if verb == Verb.DONE else "lose"
    return say[f"{key}_first" if first else key].format(d=int(number_of(action)))


def keeper(view: State, action: int, names: Sequence[str]) -> str:
    """A Keeper without a number: its title, and the pawn or the player that it is played on."""
    say, verb, what = SAY["hint"], verb_of(action), what_of(action)
    title = card(view, KEPT[verb])["title"]
    if verb == Verb.LIMIT:
        return str(say["keeper_on"].format(card=title, who=names[what]))
    if what == NOBODY:
        return str(say["keeper"].format(card=title))
    return str(say["keeper_at"].format(card=title, space=int(view.pawn[what])))


def expectation(ends: State, seat: int) -> str:
    """How far it is from there."""
    if rules.wins(ends, seat):
        return ""
    return SAY["hint"]["expect"].format(n=round(features.rolls_left(ends, seat)))
