"""Hints for Prime Climb: where to look, where the pawns can end and why, the whole turn."""

from collections.abc import Sequence
from typing import Any

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words
from ...core.numbers import prime_factors
from . import heuristics, rules, tablebase_play
from .actions import NOBODY, Verb, first_pawn_of, number_of, pawn_of, seat_of, second_pawn_of, target_of, verb_of
from .board import is_exposed, is_red
from .board_and_card_data import CLEAR_KEEPER, HOME, LIMIT_KEEPER
from .bots import best_turn_actions
from .choice_scenes import card_outcome_text, pawn_text
from .labels import pawn_name
from .phrases import SAY, card_scene, equation_text
from .rules import Phase
from .state import State

# Kinds of Keepers without a number, by the verb that plays them.
UNNUMBERED_KEEPERS = {Verb.CLEAR: CLEAR_KEEPER, Verb.LIMIT: LIMIT_KEEPER}
KEEPER_VERBS = (Verb.KEEPER_ADD, Verb.KEEPER_SUBTRACT, *UNNUMBERED_KEEPERS)


def ladder(view: State, seat: int, names: Sequence[str]) -> list[HintStep | str]:
    """Return the hints for the seat on turn: where to look, why, the whole turn."""
    say = SAY["hint"]
    if view.phase not in (Phase.MOVE, Phase.CARD) or view.turn != seat:
        return [say["none"]]
    path = recommend_turn(view, seat)
    if view.phase == Phase.CARD:
        return [say["card"],
                HintStep(say["card_answer"].format(label=action_text(view, seat, path[0], names)), path[0])]
    ends, before_last = walk_turn(view, seat, path)
    moves = [action_text(step, seat, action, names, step is view) for step,
             action in zip(before_last, path, strict=True)]
    answer = join_sentences([say["answer"].format(moves=say["then"].join(moves)), expectation_text(ends, seat)])
    why = join_sentences([clue_text(view, ends, seat), say["method_end"] if path[0] == Verb.DONE else ""])
    return [HintStep(nudge_text(view, ends, seat, path), cards=cards_used(view, seat, path[0])), why,
            HintStep(answer, *path)]


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the own pawn that an action moves, as the scene calls it."""
    moves = verb_of(action) <= Verb.KEEPER_SUBTRACT
    return [pawn_name(2 * seat + pawn_of(action))] if moves else []


def recommend_turn(view: State, seat: int) -> list[int]:
    """Return the best turn from a kept exact table, else the one that the casual bot would play."""
    table = tablebase_play.find_table(view)
    return best_turn_actions(view, seat) if table is None else tablebase_play.best_turn(table, view, seat)


def win_probability(view: State, seat: int, actions: Sequence[int]) -> float | None:
    """Return the seat's chance of winning after these actions, from a kept exact table; None without one."""
    table = tablebase_play.find_table(view)
    return None if table is None else tablebase_play.winning_chance(table, view, seat, actions)


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that an action answers: home, Keeper, end of the move, card, step."""
    verb = verb_of(action)
    if verb == Verb.DONE:
        return "end"
    if verb in KEEPER_VERBS:
        return "keeper"
    if verb > Verb.DIVIDE:
        return "card"
    at: Any = view
    planned = at.copy()
    rules.apply_move(planned, seat, action)
    mine = (2 * seat, 2 * seat + 1)
    return "home" if any(planned.pawn[pawn] == HOME != view.pawn[pawn] for pawn in mine) else "step"


def walk_turn(view: State, seat: int, path: list[int]) -> tuple[State, list[State]]:
    """Return the position after a turn's actions, before Bump, and the positions before each action."""
    steps: list[State] = []
    at: Any = view
    for action in path:
        steps.append(at)
        planned = at.copy()
        rules.apply_move(planned, seat, action)
        at = planned.copy()
        rules.settle_move(at, seat, action)
    return planned, steps


def nudge_text(view: State, ends: State, seat: int, path: list[int]) -> str:
    """Return a hint at the kind of move that is worth looking for."""
    say, verbs = SAY["hint"], {verb_of(action) for action in path}
    mine = (2 * seat, 2 * seat + 1)
    if any(ends.pawn[pawn] == HOME != view.pawn[pawn] for pawn in mine):
        return say["nudge_home"]
    if any(ends.pawn[pawn] == ends.pawn[other] and is_exposed(ends, other)
           for pawn in mine for other in range(2 * view.seats) if other not in mine):
        return say["nudge_bump"]
    if Verb.DIVIDE in verbs:
        return say["nudge_divide"]
    if Verb.MULTIPLY in verbs:
        return say["nudge_multiply"]
    reds = any(is_red(ends.pawn[pawn]) and ends.pawn[pawn] != view.pawn[pawn] for pawn in mine)
    return say["nudge_red" if reds else "nudge_plain"]


def clue_text(view: State, ends: State, seat: int) -> str:
    """Return where the pawns end, and the factors of the spaces that are new."""
    say = SAY["hint"]
    spaces = [int(ends.pawn[pawn]) for pawn in (2 * seat, 2 * seat + 1) if ends.pawn[pawn] != HOME]
    before = [int(view.pawn[pawn]) for pawn in (2 * seat, 2 * seat + 1)]
    if not spaces or rules.has_won(ends, seat):
        return say["clue_win"]
    key = "clue_home" if ends.pawn[2 * seat:2 * seat + 2].tolist().count(HOME) > before.count(HOME) else "clue_spaces"
    text = [say[key].format(spaces=join_words([str(n) for n in spaces]))]
    text += [say["clue_factors"].format(space=n, factors=" × ".join(map(str, prime_factors(n))))
             for n in spaces if n not in before and n > 1 and len(prime_factors(n)) > 1]
    return join_sentences(text)


def action_text(view: State, seat: int, action: int, names: Sequence[str], starts_sentence: bool = False) -> str:
    """Return an action in the words of a hint; `starts_sentence` where it begins one."""
    say, verb = SAY["hint"], verb_of(action)
    if verb <= Verb.KEEPER_SUBTRACT:
        return equation_text(view, seat, action)
    if verb == Verb.SPEND:
        return say["spend"].format(space=int(view.pawn[2 * seat + pawn_of(action)]))
    if verb == Verb.SWAP:
        return " ↔ ".join(pawn_text(view, seat, pawn, names)
                          for pawn in (first_pawn_of(action), second_pawn_of(action)))
    if verb == Verb.TAKE:
        return say["take"].format(who=names[seat_of(action)], card=card_scene(view, rules.kind_of(action))["title"])
    if verb in (Verb.CHOOSE, Verb.SEND):
        return card_outcome_text(view, seat, action, names) or pawn_text(view, seat, target_of(action), names)
    if verb in UNNUMBERED_KEEPERS:
        return say["play_first" if starts_sentence else "play"].format(keeper=keeper_text(view, action, names))
    key = "end" if verb == Verb.DONE else "lose"
    return say[f"{key}_first" if starts_sentence else key].format(d=int(number_of(action)))


def keeper_text(view: State, action: int, names: Sequence[str]) -> str:
    """Return a Keeper without a number in words, with the pawn or player that it is played on."""
    say, verb, what = SAY["hint"], verb_of(action), target_of(action)
    title = card_scene(view, UNNUMBERED_KEEPERS[verb])["title"]
    if verb == Verb.LIMIT:
        return str(say["keeper_on"].format(card=title, who=names[what]))
    if what == NOBODY:
        return str(say["keeper"].format(card=title))
    return str(say["keeper_at"].format(card=title, space=int(view.pawn[what])))


def expectation_text(ends: State, seat: int) -> str:
    """Return in words how many rolls are expected from the end of the turn; "" if it wins."""
    if rules.has_won(ends, seat):
        return ""
    return SAY["hint"]["expect"].format(n=round(heuristics.expected_rolls_home(ends, seat)))
