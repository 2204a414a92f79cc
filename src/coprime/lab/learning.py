"""Letting a policy learn, measuring it on the way, and the page that shows how it went."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..arena.simulate import play
from ..arena.statistics import Interval
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..core.options import Value, option_text
from .page import Dot, code, dots, heading, page, table, words
from .ppo import Learner

SAY = load_messages(Path(__file__).parent)["learn"]
ALONE = ""


@dataclass(frozen=True)
class Mark:
    """How far a policy has come.

    rounds   that it has learned for
    choices  from which it has learned
    seconds  that it took, without measuring
    shares   of the matches that it wins against other bots, by their names
    """

    rounds: int
    choices: int
    seconds: float
    shares: dict[str, Interval]


def learn(learner: Learner, file: Path, rounds: int, every: int, against: Sequence[str], games: int,
          told: Callable[[int], None] = lambda done: None) -> Iterator[Mark]:
    """Learn, and every so many rounds keep the weights in a file and measure them.  Raises BadInput.

    against  bots, each of which takes all other seats; nobody where there are none
    games    against each of them, at least; their deals are the same every time
    told     is told how many rounds are done
    """
    choices, seconds = 0, 0.0
    encoder = learner.network.encoder
    for n in range(1, rounds + 1):
        start = time.perf_counter()
        choices += learner.round()
        seconds += time.perf_counter() - start
        told(n)
        if n % every == 0 or n == rounds:
            learner.network.save(file)
            shares = {bot: play(encoder.game, [f"learned:{file}", *[bot] * bool(bot)], games, 1, encoder.options,
                                encoder.seats).standings[0].rate for bot in against or [ALONE]}
            yield Mark(n, choices, seconds, shares)


def curve(game: Game, options: dict[str, Value], marks: Sequence[Mark], command: str) -> str:
    """The page about how a policy came along."""
    last = marks[-1]
    lead = SAY["lead"].format(title=game.localized_title, rounds=last.rounds, choices=f"{last.choices:,}",
                              minutes=f"{last.seconds / 60:.1f}")
    said = join_with_commas(f"{name}={option_text(value)}" for name, value in options.items())
    parts = [words(SAY["options"].format(options=said))]
    for bot in last.shares:
        caption = SAY["caption"].format(bot=bot) if bot else SAY["alone"]
        parts.append(heading(caption))
        parts.append(dots(caption, [Dot(SAY["row"].format(n=mark.rounds), *percent(mark.shares[bot]))
                                    for mark in marks]))
        parts.append(table(SAY["numbers"], SAY["head"].split("|"), [
            (SAY["row"].format(n=mark.rounds), f"{mark.choices:,}", f"{mark.seconds:.0f}", f"{mark.shares[bot]:.3f}")
            for mark in marks]))
    return page(SAY["title"].format(title=game.localized_title), lead, [*parts, words(SAY["again"]), code(command)])


def percent(share: Interval) -> tuple[float, float, float]:
    """In 100, with its bounds; those of a single deal are the share itself."""
    low, high = (share.mean if bound is None else bound for bound in (share.low, share.high))
    return 100 * share.mean, 100 * low, 100 * high
