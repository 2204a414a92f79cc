"""Fills the cache of compiled code with what is called:

    python -m coprime.table.jit_warmup GAME [--background]

It reads the names of parts, a line each, and prints each when that part has been compiled.
Runs in a child process: compiling in a thread of the server would hold it up for half a minute.
"""

import os
import random
import sys
import threading
import time

import numpy as np

from ..core.game import Game, Rules
from ..core.match import Match, draw_chance
from ..core.registry import find_game as find
from ..core.seats import CHANCE, CLOCK, WATCHER
from ..search import levels, search_warmup
from .event_history import Trial

RANDOM_STEPS = 12              # of random play: enough to meet chance, a seat and a clock


def warm_rules(game: Game, rules: Rules | None = None) -> None:
    """Call every function of the contract once, the way a table does."""
    chance = random.Random(1)
    rules = rules or game.rules
    match = Match(game, game.seats[1], None, rules)
    for _ in range(RANDOM_STEPS):
        acting = match.to_act()
        if not acting:
            return
        _call_view_functions(match, rules)
        trial = Trial(match)
        actor = chance.choice(acting)
        trial.apply_action(actor, _pick_action(match, rules, actor, chance))
        match.state = trial.state


def _call_view_functions(match: Match, rules: Rules) -> None:
    """What is done to show a position."""
    rules.is_between_hands(match.state)
    rules.deadline(match.state)
    rules.simulated_ms(match.state, 0)
    rules.violation(match.state, 0, 0)
    rules.refusal(match.state, 0, 0)
    rules.is_undoable(match.state, 0, 0)
    for watcher in (0, WATCHER):
        rules.redact(match.state.copy(), watcher)
        rules.observe_action(match.state, CHANCE, 1, watcher)
    view = match.view(0)
    rules.imagine(view, 0, 1)
    match.returns()
    match.sound_actions(0)


def _pick_action(match: Match, rules: Rules, actor: int, chance: random.Random) -> int:
    if actor == CHANCE:
        return draw_chance(rules, match.state, chance.getrandbits)
    if actor == CLOCK:
        return int(rules.deadline(match.state))
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    n = int(rules.sound_actions(match.state, actor, out))
    return int(out[chance.randrange(n)])


def main(given: list[str]) -> None:
    """Compile the parts of the named game that standard input asks for, until it ends."""
    name, *options = given
    if "--background" in options and hasattr(os, "nice"):
        os.nice(15)                                     # it gives way to everything else
    game = find(name)
    for line in sys.stdin:
        warm_part(game, line.strip())
        print(line.strip(), flush=True)


def warm_part(game: Game, part: str) -> None:
    """Compile "rules", "series" of bots, a searching level, what a "review" compares, or the steps of a "batch"."""
    searching = levels.search_level_names(game)
    if part in PARTS:
        PARTS[part](game)
    elif part in searching:
        warm_search(game, part)
    else:
        raise ValueError(f"{part!r} is no part of {game.name}; there are {', '.join([*PARTS, *searching])}")


def warm_series(game: Game) -> None:
    """Compile the bots' functions that series of matches call."""
    from ..arena import bot_function_warmup

    bot_function_warmup.warm(game)


def warm_batch(game: Game) -> None:
    """Compile what steps batches of matches for learners."""
    from ..arena import batch_step_warmup

    batch_step_warmup.warm(game)


def warm_review(game: Game) -> None:
    """Compile what a review uses to compare the choices of a finished match."""
    from ..search import exact_endings, paired_playouts

    paired_playouts.warm(game)
    exact_endings.warm(game)


def warm_search(game: Game, level: str) -> None:
    """Compile a searching level by one short search at the first position where a seat acts."""
    found = levels.get_level(game, level)
    found.warm()
    view, seat = search_warmup.first_decision(game)
    found.choose(view, seat, 1, iterations=16)


PARTS = {"rules": warm_rules, "series": warm_series, "review": warm_review, "batch": warm_batch}


def exit_with_parent() -> None:
    """End this process when its parent has ended: nobody waits for its result then."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)
    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    exit_with_parent()
    main(sys.argv[1:])
