"""Train a policy, measure it on the way, and write the page that shows its progress."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..arena.simulate import play_series
from ..arena.statistics import Interval
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..core.options import Value, option_text
from .html_parts import PlotPoint, code_html, dot_plot_svg, heading_html, paragraph_html, render_page, table_html
from .ppo import Learner

SAY = load_messages(Path(__file__).parent)["learn"]
ALONE = ""


@dataclass(frozen=True)
class Measurement:
    """One measurement of a policy.

    rounds   trained so far
    choices  learnt from
    seconds  of training, without measuring
    shares   of the matches won against other bots, by name
    """

    rounds: int
    choices: int
    seconds: float
    shares: dict[str, Interval]


def train_and_measure(learner: Learner, file: Path, rounds: int, every: int, against: Sequence[str], games: int,
                      on_round: Callable[[int], None] = lambda done: None) -> Iterator[Measurement]:
    """Train; every so many rounds save the weights to a file and yield a measurement.  Raises BadInput.

    against   bots, each of which takes all other seats; may be empty
    games     against each of them, at least; the deals are always the same
    on_round  called with the number of rounds done
    """
    choices, seconds = 0, 0.0
    encoder = learner.network.encoder
    for n in range(1, rounds + 1):
        start = time.perf_counter()
        choices += learner.train_round()
        seconds += time.perf_counter() - start
        on_round(n)
        if n % every == 0 or n == rounds:
            learner.network.save(file)
            shares = {bot: play_series(encoder.game, [f"learned:{file}", *[bot] * bool(bot)], games, 1, encoder.options,
                                       encoder.seats).standings[0].rate for bot in against or [ALONE]}
            yield Measurement(n, choices, seconds, shares)


def learning_page(game: Game, options: dict[str, Value], marks: Sequence[Measurement], command: str) -> str:
    """Return the page about a policy's progress."""
    last = marks[-1]
    lead = SAY["lead"].format(title=game.localized_title, rounds=last.rounds, choices=f"{last.choices:,}",
                              minutes=f"{last.seconds / 60:.1f}")
    said = join_with_commas(f"{name}={option_text(value)}" for name, value in options.items())
    parts = [paragraph_html(SAY["options"].format(options=said))]
    for bot in last.shares:
        caption = SAY["caption"].format(bot=bot) if bot else SAY["alone"]
        parts.append(heading_html(caption))
        parts.append(dot_plot_svg(caption,
                                  [PlotPoint(SAY["row"].format(n=mark.rounds), *percent_with_bounds(mark.shares[bot]))
                                   for mark in marks]))
        parts.append(table_html(SAY["numbers"], SAY["head"].split("|"), [
            (SAY["row"].format(n=mark.rounds), f"{mark.choices:,}", f"{mark.seconds:.0f}", f"{mark.shares[bot]:.3f}")
            for mark in marks]))
    return render_page(SAY["title"].format(title=game.localized_title), lead,
                       [*parts, paragraph_html(SAY["again"]), code_html(command)])


def percent_with_bounds(share: Interval) -> tuple[float, float, float]:
    """Return a share in percent with its bounds; those of a single deal are the share itself."""
    low, high = (share.mean if bound is None else bound for bound in (share.low, share.high))
    return 100 * share.mean, 100 * low, 100 * high
