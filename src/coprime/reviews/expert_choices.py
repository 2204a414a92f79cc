"""Ask a game's master what it would have done, given only what the seat could see."""

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
from ..core.seats import CLOCK
from ..search.levels import MASTER, get_level, search_level_names
from .decisions import ActionPath, Decision

SAY = load_messages(File(__file__).parent)["master"]
PLAYOUTS = 400              # of a master's thought about each choice of a match
CAREFUL_PLAYOUTS = 4_000             # about what would be told
MAX_TURN_ACTIONS = 8                    # actions of a turn that are thought out at most


class MasterAdviser:
    """The master of a turn-based game, asked about positions of one seat."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.rules, self.seat, self.seed = game, game.pure_rules, seat, seed
        self.choose: Callable[..., Any] = get_level(game, MASTER).choose

    def find_path(self, view: Any, step: int, longest: int, playouts: int = PLAYOUTS) -> ActionPath:
        """Return the master's actions until somebody else acts or something is drawn, `longest` at most.

        The same step of a match always gets the same answer.
        """
        supposed, path = copy_state(view), list[tuple[int, int]]()
        seed = int.from_bytes(blake2b(f"{self.seed} master {step}".encode(), digest_size=8).digest()) >> 2
        while len(path) < longest and int(self.rules.to_act(supposed)) & ~(1 << CLOCK) == 1 << self.seat:
            action = int(self.choose(copy_state(supposed), self.seat, seed, iterations=playouts))
            if self.rules.refusal(supposed, self.seat, action):
                break
            path.append((self.seat, action))
            self.rules.apply(supposed, self.seat, action)
            self.rules.redact(supposed, self.seat)
        return tuple(path)

    def advise_on(self, decision: Decision) -> list[Decision]:
        """Return the decision with the master's alternative, and the one with the hint's.

        None if the master agrees with the seat.

        The master plans as far ahead as the hints do: one action, or a whole turn.
        """
        path = self.find_path(decision.view, decision.step, MAX_TURN_ACTIONS if len(decision.better) > 1 else 1)
        if path == decision.played[:len(path)]:
            return []
        if path == decision.better:
            return [decision]
        hint_steps = self._make_hint_steps(decision.view, path)
        return [replace(decision, better=path, by=MASTER, differs=True, hint_steps=hint_steps), decision]

    def confirms_mistake(self, decision: Decision) -> bool:
        """Return whether the master, thinking longer, would have done something else than the seat."""
        path = self.find_path(decision.view, decision.step, len(decision.better) or 1, CAREFUL_PLAYOUTS)
        return path != decision.played[:len(path)]

    def _make_hint_steps(self, view: Any, path: ActionPath) -> list[HintStep]:
        """The game's own ladder to the first action, and that a master says so."""
        actions = [action for _, action in path]
        ladder = self.game.hint_steps_to(to_object(view), self.seat, actions[0])
        if ladder and len(actions) == 1:
            return [*ladder, HintStep(SAY["so"])]
        labels = join_with_commas(map(self.game.words.label, actions))
        return [*(rung for rung in ladder if not rung.actions), HintStep(SAY["answer"].format(labels=labels), *actions)]


class RealTimeMaster:
    """The master of a real-time game.

    Its actions depend on timing, so it gives no advice but can confirm a mistake.
    """

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat, self.seed = seat, seed
        self.choose: Callable[..., Any] = get_level(game, MASTER).choose

    def confirms_mistake(self, decision: Decision) -> bool:
        """Return whether the master would not have done what the seat did, then or a little later."""
        seat, action = decision.played[0]
        return seat != self.seat or self.choose(copy_state(decision.view), seat, self.seed)[0] != action


def make_realtime_master(game: Game, seat: int, seed: int, compile_: bool | None = None) -> RealTimeMaster | None:
    """Return the master of a real-time game if it is compiled.

    None for other games, and if no master is to be asked.
    """
    if compile_ is False or MASTER not in search_level_names(game):
        return None
    own = get_level(game, MASTER)
    return RealTimeMaster(game, seat, seed) if own.is_timed and own.ready() else None


def load_master(game: Game, seat: int, seed: int, compile_: bool | None = None) -> MasterAdviser | None:
    """Return a game's master; None for a game without one and for a real-time game.

    compile_  True: compile it first if need be; None: only if it is compiled already; False: never
    """
    if compile_ is False or MASTER not in search_level_names(game):
        return None
    own = get_level(game, MASTER)
    if own.is_timed:
        return None
    if compile_:
        own.warm()
    return MasterAdviser(game, seat, seed) if own.ready() else None


def add_master_advice(decisions: Iterable[Decision], adviser: MasterAdviser | None,
                      is_over: Callable[[], bool]) -> tuple[list[Decision], bool]:
    """Add the master's alternatives to the decisions, and drop those that the master agrees with.

    Without a master, or once `is_over()`, the hint's alternative is kept.  The second value: has every decision been
    asked about?
    """
    found, whole = list[Decision](), True
    for decision in decisions:
        whole = whole and not (adviser and is_over())
        found += adviser.advise_on(decision) if adviser and whole else [decision]
    return [each for each in found if each.differs], whole
