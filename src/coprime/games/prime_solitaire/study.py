"""Answers for the screen: do open sets clear the rest, is the game lost, could the deal be won?"""

import json
import subprocess
import sys
from typing import Any

from ...core.messages import join_words
from ...core.seats import CHANCE
from ...decks.primepak.factoring_explanations import set_sentence
from ...decks.primepak.notation import kind_name
from . import rules
from .bots import list_takes
from .counting_proofs import prove_unclearable
from .phrases import SAY, catalogue_row_of_action, label
from .state import Outcome, Phase, Verb

PATIENCE = 60               # seconds for the solver, which runs in a process of its own
MAX_POSITIONS = 400                # positions
MAX_CARDS_LEFT = 10                 # cards left that may be few enough to finish with


def answer_question(view: Any, seat: int, question: str) -> dict[str, Any]:
    """Return the answer to `finish`, `hopeless` or `winnable`; {} for anything else."""
    if question == "finish":
        return {"labels": [label(action) for action in find_finish(view)]}
    if question == "hopeless":
        return hopeless_answer(view)
    return winnable_answer(view) if question == "winnable" else {}


def find_finish(view: Any) -> list[int]:
    """Return sets that clear the foundation without turning a card; [] for none or too many cards."""
    if view.phase != Phase.PLAY or bin(int(view.there)).count("1") > MAX_CARDS_LEFT:
        return []
    return search_without_turning(view)[0]


def search_without_turning(view: Any) -> tuple[list[int], bool]:
    """Search sets that clear the foundation without turning a card: (actions, nothing was left out).

    The rest of the foundation and the height of the stack identify a position while no card is turned.  The second
    value is True only when all positions were tried and none wins.
    """
    ways: list[tuple[Any, list[int]]] = [(view.copy(), [])]
    met = {(int(view.there), int(view.height))}
    for _ in range(MAX_POSITIONS):
        if not ways:
            break
        at, way = ways.pop()
        for action in list_takes(at):
            after = at.copy()
            rules.apply(after, 0, action)
            if after.outcome == Outcome.WON:
                return [*way, action], False
            if (position := (int(after.there), int(after.height))) not in met:
                met.add(position)
                ways.append((after, [*way, action]))
    return [], not ways


def hopeless_answer(view: Any) -> dict[str, Any]:
    """Tell the screen whether the game is proved lost, from what the asking player sees (PS-16)."""
    if view.phase != Phase.PLAY:
        return {}
    say, found = SAY["hopeless"], prove_unclearable(view)
    if found is None:
        lost = not view.left and search_without_turning(view) == ([], True)
        return {"word": "lost", "text": say["tried"]} if lost else {"word": "unknown", "text": say["open"]}
    cards = join_words([kind_name(kind) for kind in found.kinds])
    text = say["partners" if found.prime else "no_set"].format(cards=cards, prime=found.prime, n=found.partners)
    return {"word": "lost", "text": text}


def winnable_answer(view: Any) -> dict[str, Any]:
    """Tell the screen whether the deal could be won, with a solution in steps; only when the game is over."""
    say = SAY["study"]
    if view.phase != Phase.OVER or view.seed < 0:
        return {"word": "hidden", "text": say["hidden"], "steps": []}
    found = run_solver([int(number) for number in (view.level, view.foundation, view.rows, view.seed)])
    return {"word": found["word"], "text": say[found["word"]], "steps": solution_steps(view, found["actions"])}


def run_solver(deal: list[int]) -> dict[str, Any]:
    """Run the compiled solver in a process of its own, so that the tables do not wait; return its result.

    `unknown` when it fails or takes longer than PATIENCE seconds.
    """
    asked = [sys.executable, "-m", "coprime.games.prime_solitaire.deal_solver", *map(str, deal)]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)
        answered: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.SubprocessError, OSError, ValueError):
        return {"word": "unknown", "actions": []}
    return answered


def solution_steps(view: Any, actions: list[int]) -> list[dict[str, Any]]:
    """Return the sets of a solution: cards turned before each, its equation and its label."""
    at = restore_initial_state(view)
    found, turned = [], 0
    for action in actions:
        if action == Verb.TURN:
            turned += 1
        else:
            text = set_sentence(catalogue_row_of_action(at, action))
            found.append({"turned": turned, "text": text, "label": label(action)})
            turned = 0
        rules.apply(at, 0, action)
    return found


def restore_initial_state(view: Any) -> Any:
    """Deal the game of a finished view again, as it was laid out."""
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    at = kind.new()
    for field in ("seats", "level", "foundation", "rows"):
        at[field] = view[field]
    rules.begin(at)
    rules.apply(at, CHANCE, int(view.seed))
    return at
