"""What a screen may ask: does what lies open clear the rest, is it lost for sure, could the deal have been won?"""

import json
import subprocess
import sys
from typing import Any

from ...core.messages import join_words
from ...core.seats import CHANCE
from ...decks.primepak.explain import told
from ...decks.primepak.names import name
from . import rules
from .bots import sets_of
from .phrases import SAY, label, row_of
from .proof import proof
from .state import Outcome, Phase, Verb

PATIENCE = 60               # seconds for the solver, which runs in a process of its own
LOOKED = 400                # positions
ENOUGH = 10                 # cards left that may be few enough to finish with


def answer_question(view: Any, seat: int, question: str) -> dict[str, Any]:
    """The answer to `finish`, `hopeless` or `winnable`; empty for anything else."""
    if question == "finish":
        return {"labels": [label(action) for action in finish(view)]}
    if question == "hopeless":
        return hopeless(view)
    return winnable(view) if question == "winnable" else {}


def finish(view: Any) -> list[int]:
    """Sets that clear the foundation without another card turned; none where there are none, or too much to look at."""
    if view.phase != Phase.PLAY or bin(int(view.there)).count("1") > ENOUGH:
        return []
    return look(view)[0]


def look(view: Any) -> tuple[list[int], bool]:
    """Sets that clear the foundation without another card turned, and whether every way was looked at.

    While no card is turned, what is left of the foundation and how high the stack is tell positions apart.
    """
    ways: list[tuple[Any, list[int]]] = [(view.copy(), [])]
    met = {(int(view.there), int(view.height))}
    for _ in range(LOOKED):
        if not ways:
            break
        at, way = ways.pop()
        for action in sets_of(at):
            after = at.copy()
            rules.apply(after, 0, action)
            if after.outcome == Outcome.WON:
                return [*way, action], False
            if (position := (int(after.there), int(after.height))) not in met:
                met.add(position)
                ways.append((after, [*way, action]))
    return [], not ways


def hopeless(view: Any) -> dict[str, Any]:
    """Whether it is proved that nothing helps any more, from what the asker sees (PS-16)."""
    if view.phase != Phase.PLAY:
        return {}
    say, found = SAY["hopeless"], proof(view)
    if found is None:
        lost = not view.left and look(view) == ([], True)
        return {"word": "lost", "text": say["tried"]} if lost else {"word": "unknown", "text": say["open"]}
    cards = join_words([name(kind) for kind in found.kinds])
    text = say["partners" if found.prime else "no_set"].format(cards=cards, prime=found.prime, n=found.partners)
    return {"word": "lost", "text": text}


def winnable(view: Any) -> dict[str, Any]:
    """The solver's verdict on the deal from its beginning, and its way through in steps.  Only when it is over."""
    say = SAY["study"]
    if view.phase != Phase.OVER or view.seed < 0:
        return {"word": "hidden", "text": say["hidden"], "steps": []}
    found = solved([int(number) for number in (view.level, view.foundation, view.rows, view.seed)])
    return {"word": found["word"], "text": say[found["word"]], "steps": steps(view, found["actions"])}


def solved(deal: list[int]) -> dict[str, Any]:
    """The verdict of the compiled solver: compiling it here would hold up the tables."""
    asked = [sys.executable, "-m", "coprime.games.prime_solitaire.deals", *map(str, deal)]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)
        answered: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.SubprocessError, OSError, ValueError):
        return {"word": "unknown", "actions": []}
    return answered


def steps(view: Any, actions: list[int]) -> list[dict[str, Any]]:
    """The sets of a way through: how many cards are turned before each, how it is written, its label."""
    at = again(view)
    found, turned = [], 0
    for action in actions:
        if action == Verb.TURN:
            turned += 1
        else:
            found.append({"turned": turned, "text": told(row_of(at, action)), "label": label(action)})
            turned = 0
        rules.apply(at, 0, action)
    return found


def again(view: Any) -> Any:
    """The deal of a view that is over, as it was laid out."""
    kind: Any = rules.State             # mypy does not see what @record makes of a class
    at = kind.new()
    for field in ("seats", "level", "foundation", "rows"):
        at[field] = view[field]
    rules.begin(at)
    rules.apply(at, CHANCE, int(view.seed))
    return at
