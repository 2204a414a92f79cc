"""Measure what baseline bots and two learners win against `casual`, game by game, as rows of docs/baselines.md.

    python tools/measure_baselines.py [GAME ...] [--steps N] [--rounds N] [--games N] [--ppo PYTHON]

The learners are `coprime learn` and MaskablePPO of sb3-contrib (docs/examples/maskable_ppo.py), which PYTHON has beside
Coprime; without it that row is left out.  Everything runs in one process and with seed 1.  Each row has the share of
the matches that the bot wins, with an interval by deal; of a learner also its processor time, measurements on the way
included, and the share after each fifth of its training.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

EXAMPLE = Path(__file__).resolve().parents[1] / "docs/examples/maskable_ppo.py"
BOTS = ("random", "greedy", "policy", "pimc:20", "ismcts:200")
PARTS = 5


class Form(NamedTuple):
    """The short form of a game that is measured: how many seats, and the options that differ."""

    seats: int
    options: tuple[str, ...] = ()


FORMS = {
    "daifugo": Form(3, ("match_length=1",)),
    "factor_rummy": Form(2, ("target_score=50",)),
    "prime_canasta": Form(2, ("target_score=100",)),
    "prime_challenge": Form(2, ("match_length=1",)),
    "prime_climb": Form(2, ("sprint=on",)),
    "prime_daifugo": Form(2, ("games_to_win=1",)),
    "prime_solitaire": Form(1, ("level=3",)),
    "secret_number": Form(2, ("match_length=1",)),
    "sosu_daifugo": Form(2),
}


def measure_share(python: str, game: str, bot: str, games: int, folder: Path, **environment: str) -> dict[str, Any]:
    """Let a bot play against `casual`; return its share of the wins, a mean with low and high."""
    form = FORMS[game]
    bots = ",".join([bot] + ["casual"] * (form.seats - 1))
    told = subprocess.run([python, "-m", "coprime", "simulate", game, "--bots", bots, "--seats", str(form.seats),
                           "--games", str(games), "--seed", "1", "--jobs", "1", "--json", *option_arguments(form)],
                          check=True, capture_output=True, text=True, cwd=folder, env=os.environ | environment)
    standing = json.loads(told.stdout)["standings"][0]
    if standing["slips"]:
        raise SystemExit(f"{bot} of {game} failed {standing['slips']} times, and others chose for it")
    rate: dict[str, Any] = standing["rate"]
    return rate


def option_arguments(form: Form) -> list[str]:
    """Return the options of a form as arguments of a command."""
    return [part for option in form.options for part in ("-o", option)]


def run_learner(command: list[str], folder: Path) -> tuple[float, str]:
    """Run a learner in a folder; return its processor time in seconds, and what it said on the way."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(command, check=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=os.environ | {"OMP_NUM_THREADS": "1"}).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def curve_note(seconds: float, shares: Iterable[float]) -> str:
    """Return how long a learner took and what it won after each part."""
    return f"{seconds:.0f} s; " + ", ".join(f"{share:.2f}" for share in shares)


def print_row(game: str, bot: str, rate: dict[str, Any], note: str = "") -> None:
    """Print a row of the table."""
    print(f"| {game} | {bot} | {rate['mean']:.3f} ({rate['low']:.3f} to {rate['high']:.3f}) | {note} |", flush=True)


def measure_maskable_ppo(python: str, game: str, steps: int, games: int, folder: Path) -> None:
    """Train MaskablePPO and print what it wins at the end and after each part."""
    form = FORMS[game]
    seconds, _ = run_learner([python, str(EXAMPLE), game, str(steps), f"seats={form.seats}", *form.options], folder)
    rates = [measure_share(python, game, str(EXAMPLE), games, folder, MASKABLE_PPO=f"maskable_ppo_{part}")
             for part in range(1, PARTS + 1)]
    print_row(game, "MaskablePPO", rates[-1], curve_note(seconds, (rate["mean"] for rate in rates)))


def measure_learn(game: str, rounds: int, games: int, folder: Path) -> None:
    """Train by `coprime learn` and print what it wins at the end and after each part, as it says itself."""
    form = FORMS[game]
    seconds, said = run_learner(
        [sys.executable, "-m", "coprime", "learn", game, "--rounds", str(rounds), "--every", str(rounds // PARTS),
         "--against", "casual", "--games", str(games), "--seats", str(form.seats), *option_arguments(form)], folder)
    rate = measure_share(sys.executable, game, f"learned:{game}.npz", games, folder)
    shares = map(float, re.findall(r"choices: (?:wins )?(\d\.\d+)", said))         # of a game alone it "wins" them
    print_row(game, "coprime learn", rate, curve_note(seconds, shares))


def main() -> None:
    """Print a table of the named games, of all by default."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=[*FORMS])
    parser.add_argument("--steps", type=int, default=100_000, help="of MaskablePPO")
    parser.add_argument("--rounds", type=int, default=200, help="of coprime learn")
    parser.add_argument("--games", type=int, default=400, help="matches of each measurement, at least")
    parser.add_argument("--ppo", metavar="PYTHON", help="an interpreter with sb3-contrib and coprime")
    given = parser.parse_args()
    print("| game | bot | share won against `casual` | learning |\n|---|---|---|---|", flush=True)
    for game in given.names:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for bot in BOTS:
                print_row(game, bot, measure_share(sys.executable, game, bot, given.games, folder))
            measure_learn(game, given.rounds, given.games, folder)
            if given.ppo:
                measure_maskable_ppo(given.ppo, game, given.steps, given.games, folder)


if __name__ == "__main__":
    main()
