"""Count reachable action sequences up to the next rest, with chance by fixed seeds (perft).

A counts file has lines `seats options seed depth count`, options as `-` or `name=value;name=value`.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game, Rules
from ..core.match import draw_chance
from ..core.options import Value, option_text
from ..core.seats import CHANCE, CLOCK

HEAD = "# seats options seed depth count: sequences of actions to the next rest (coprime.testing.perft)\n"
SEED, DEEPEST, MANY = 3, 8, 20_000      # of new lines: they stop where there are more sequences than that


class FixedRandomBits:
    """Random bits from a seed alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, bits: int) -> int:
        """Return so many random bits, the same at every call."""
        import random

        return random.Random(self.seed).getrandbits(bits)


def perft(rules: Rules, state: Any, seed: int, depth: int, first: bool = True) -> int:
    """Count the sequences of `depth` actions; CHANCE and CLOCK have one choice each."""
    acting = int(rules.to_act(state))
    if depth == 0 or not acting or (rules.is_between_hands(state) and not first):
        return 1
    total = 0
    for seat in range(CLOCK + 1):
        if acting >> seat & 1:
            for action in _list_choices(rules, state, seat, seed):
                after = state.copy()
                rules.apply(after, seat, action)
                total += perft(rules, after, seed + 1, depth - 1, False)
    return total


def _list_choices(rules: Rules, state: Any, seat: int, seed: int) -> list[int]:
    if seat == CHANCE:
        return [draw_chance(rules, state, FixedRandomBits(seed))]
    if seat == CLOCK:
        return [int(rules.deadline(state))]
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    return out[:rules.sound_actions(state, seat, out)].tolist()


def read_counts(path: Path, game: Game) -> list[tuple[int, dict[str, Value], int, int, int]]:
    """Return the lines of a counts file as (seats, options, seed, depth, count)."""
    known = {option.name: option for option in game.options}
    rows = []
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            seats, options, seed, depth, count = line.split()
            given = {} if options == "-" else dict(part.split("=") for part in options.split(";"))
            rows.append((int(seats), {name: known[name].parse(text) for name, text in given.items()},
                         int(seed), int(depth), int(count)))
    return rows


def count_line(game: Game, seats: int, options: dict[str, Value], seed: int, depth: int) -> str:
    """Return a line of a counts file, counted with the pure-Python rules."""
    rules = game.pure_rules
    named = ";".join(f"{name}={option_text(value)}" for name, value in options.items()) or "-"
    return f"{seats} {named} {seed} {depth} {perft(rules, game.new_state(seats, options, rules), seed, depth)}"


def count_lines(game: Game, seats: int, options: dict[str, Value]) -> list[str]:
    """Return new lines of increasing depth, until there are too many sequences."""
    found: list[str] = []
    while len(found) < DEEPEST and (not found or int(found[-1].split()[-1]) < MANY // 4):
        found.append(count_line(game, seats, options, SEED, len(found) + 1))
    return found


def write_counts(game: Game, found: list[str]) -> Path:
    """Write a game's counts file; return its path."""
    path = game.folder / "tests" / "counts.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "".join(f"{line}\n" for line in found), encoding="utf-8")
    return path
