"""What the master of a game would have done, in the eyes of the seat that had to choose."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path as File
from typing import Any

from ..core.attr_view import to_object
from ..core.game import Game
from ..core.hint_steps import HintStep
from ..core.match import copy_state
from ..core.messages import join_with_commas, load_messages
from ..search.levels import MASTER, level, names
from .decisions import Decision, Path

SAY = load_messages(File(__file__).parent)["master"]
PLAYOUTS = 400              # of a master's thought about each choice of a match
CAREFUL = 4_000             # about what would be told
TURN = 8                    # actions of a turn that are thought out at most


class Master:
    """The master of a game of turns, asked about positions."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.rules, self.seat, self.seed = game, game.pure_rules, seat, seed
        self.choose: Callable[..., Any] = level(game, MASTER).choose

    def path(self, view: Any, step: int, longest: int, playouts: int = PLAYOUTS) -> Path:
        """What it would do before anybody else acts or anything is drawn.

        The same step of a match always gets the same answer.
        """
        supposed, path = copy_state(view), list[tuple[int, int]]()
        seed = int.from_bytes(blake2b(f"{self.seed} master {step}".encode(), digest_size=8).digest()) >> 2
        while len(path) < longest and int(self.rules.to_act(supposed)) == 1 << self.seat:
            action = int(self.choose(copy_state(supposed), self.seat, seed, iterations=playouts))
            if self.rules.refusal(supposed, self.seat, action):
                break
            path.append((self.seat, action))
            self.rules.apply(supposed, self.seat, action)
            self.rules.redact(supposed, self.seat)
        return tuple(path)

    def advice(self, decision: Decision) -> list[Decision]:
        """What it has to say of what was done, and what the hint has; nothing where it would have done the same.

        It thinks as far ahead as the hints do: one action, or a whole turn.
        """
        path = self.path(decision.view, decision.step, TURN if len(decision.better) > 1 else 1)
        if path == decision.played[:len(path)]:
            return []
        if path == decision.better:
            return [decision]
        rungs = self._rungs(decision.view, path)
        return [replace(decision, better=path, by=MASTER, differs=True, rungs=rungs), decision]

    def agrees(self, decision: Decision) -> bool:
        """Would it not have done what was done, after thinking for longer?"""
        path = self.path(decision.view, decision.step, len(decision.better) or 1, CAREFUL)
        return path != decision.played[:len(path)]

    def _rungs(self, view: Any, path: Path) -> list[HintStep]:
        """The game's own ladder to the first action, and that a master says so."""
        actions = [action for _, action in path]
        ladder = self.game.hint_steps_to(to_object(view), self.seat, actions[0])
        if ladder and len(actions) == 1:
            return [*ladder, HintStep(SAY["so"])]
        labels = join_with_commas(map(self.game.words.label, actions))
        return [*(rung for rung in ladder if not rung.actions), HintStep(SAY["answer"].format(labels=labels), *actions)]


class Timed:
    """The master of a game of real time.  A move is not all there, so it advises nothing, but it may doubt."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self.choose: Callable[..., Any] = level(game, MASTER).choose

    def agrees(self, decision: Decision) -> bool:
        """Would it not have done what was done, at this moment or a little later?"""
        seat, action = decision.played[0]
        return seat != self.seat or self.choose(copy_state(decision.view), seat, self.seed)[0] != action


def doubter(game: Game, seat: int, seed: int, compile_: bool | None = None) -> Timed | None:
    """The master of a game of real time, where it is ready; None for other games, and where nobody is to be asked."""
    if compile_ is False or MASTER not in names(game):
        return None
    own = level(game, MASTER)
    return Timed(game, seat, seed) if own.timed and own.ready() else None


def master(game: Game, seat: int, seed: int, compile_: bool | None = None) -> Master | None:
    """A game's master; None for a game without one, and for one of real time, where a move is not all.

    compile_  also where it has to be compiled first, or None: only where it is ready; False: none
    """
    if compile_ is False or MASTER not in names(game):
        return None
    own = level(game, MASTER)
    if own.timed:
        return None
    if compile_:
        own.warm()
    return Master(game, seat, seed) if own.ready() else None


def advised(decisions: Iterable[Decision], one: Master | None, over: Callable[[], bool]) -> tuple[list[Decision], bool]:
    """What is to be compared: what hint and master would have done, unless the master would have done what was done.

    Where there is no time to ask, or nobody, it is what the hint says.  The second value: was everything asked?
    """
    found, whole = list[Decision](), True
    for decision in decisions:
        whole = whole and not (one and over())
        found += one.advice(decision) if one and whole else [decision]
    return [each for each in found if each.differs], whole
