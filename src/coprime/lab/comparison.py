"""Compare values of an option, a preset or a number of seats by bots' matches of the same deals.

Deals are played in turn, each under every value, so whatever has been played when it is broken off can be compared.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..arena.players import Player, default_level, make_player
from ..arena.series import SeriesPlan, close_players, plan_series
from ..arena.workers import Executor, run_work
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..core.options import Value, option_text, parse_options
from ..core.registry import find_game as find
from ..core.text_normalization import normalize_typed
from .comparison_rows import FEWEST_DEALS, ComparedRow, compare_rows
from .design_report import select_option_values
from .match_measures import GAMES, MEASURES, DealFigures, Measure
from .match_stats import MatchStats, play_for_stats

SAY = load_messages(Path(__file__).parent)["ask"]
MOST_DEALS = 1_000_000
SEATS, PRESET, NO_PRESET = "seats", "preset", "none"
Progress = Callable[[int, int], None]       # deals so far, and how many there are to be
DealStats = list[tuple[tuple[str, ...], MatchStats]]        # each game of a deal: the bots by seat, and what happened


@dataclass(frozen=True)
class ComparedValue:
    """A value that is compared: its title, such as `hand_limit=10`, and the series of its deals."""

    title: str
    plan: SeriesPlan


@dataclass
class Comparison:
    """What the matches show.

    deals    played under every value
    absent   why values could not be played, by title
    assumed  seconds that kinds of action were taken to need
    clocked  whether clocks of the rules counted a part of the time
    endless  games broken off as endless
    """

    game: Game
    bots: Sequence[str]
    seed: int
    compared_values: list[ComparedValue]
    measures: list[Measure]
    absent: dict[str, str]
    deals: int = 0
    games: int = 0
    rows: list[ComparedRow] = field(default_factory=list)
    assumed: dict[str, float] = field(default_factory=dict)
    clocked: bool = False
    endless: int = 0
    stopped: bool = False


@dataclass
class ComparisonWork:
    """The deals of all compared_values as a work unit: number n is deal n // k under variant n % k of k."""

    game: Game
    plans: Sequence[SeriesPlan]
    seconds: Mapping[str, float]
    players: dict[str, Player] = field(default_factory=dict)
    kind = "deals"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the game, which the other process finds by name."""
        return _unpickle_work, (self.game.name, self.plans, self.seconds)

    def begin(self) -> None:
        """Create the players."""
        names = dict.fromkeys(name for plan in self.plans for name in plan.bots)
        self.players = {name: make_player(self.game, name) for name in names}

    def do(self, number: int) -> DealStats:
        """Play all games of a deal under a variant; return the bots by seat and the statistics of each."""
        deal, place = divmod(number, len(self.plans))
        plan = self.plans[place]
        return [(seating, play_for_stats(self.game, [self.players[name] for name in seating], f"{plan.seed} {deal}",
                                         plan.options, self.seconds)) for seating in plan.list_seatings(deal)]

    def end(self) -> None:
        """Close the players."""
        close_players(self.players)
        self.players = {}


def _unpickle_work(name: str, plans: Sequence[SeriesPlan], seconds: Mapping[str, float]) -> ComparisonWork:
    return ComparisonWork(find(name), plans, seconds)


def compare_option_values(game: Game, vary: str | None = None, measures: Sequence[str] = ("length", "winner"),
                   deals: int = 200, seed: int = 1, seats: int | None = None, bots: Sequence[str] = (),
                   options: Mapping[str, Value] | None = None, preset: str | None = None,
                   seconds: Mapping[str, float] | None = None, executor: Executor | None = None,
                   progress: Progress = lambda done, of: None) -> Comparison:
    """Play the same deals under every value and compare them.  Raises BadInput.

    vary      `NAME` or `NAME=VALUE,VALUE`: an option, `preset` or `seats`; None: nothing varies
    measures  names from `measures.MEASURES`
    bots      who plays, as in a series; equal bots play a deal once, others from every seat
    options   of all matches, on top of those of a preset
    seconds   what people take for kinds of action, by verb, where it is not what the game says

    One value is compared with the usual one.  Ctrl-C ends it with what has been played.
    """
    if not FEWEST_DEALS <= deals <= MOST_DEALS:
        raise BadInput(SAY["deals"].format(fewest=FEWEST_DEALS, most=f"{MOST_DEALS:,}", deals=deals))
    chosen = find_measures(game, measures)
    names = list(bots) or [default_level(game)]
    absent: dict[str, str] = {}
    compared_values = plan_compared_values(game, vary, names, seed, seats, preset, options or {}, absent)
    close_players({name: make_player(game, name) for name in names})            # before anything is played
    found = Comparison(game, names, seed, compared_values, chosen, absent)
    counts: list[list[DealFigures]] = [[] for _ in compared_values]
    work = ComparisonWork(game, [one.plan for one in compared_values], seconds or {})
    try:
        with closing(run_work(work, iter(range(deals * len(compared_values))), executor)) as coming:
            for number, deal in enumerate(coming):
                counts[number % len(compared_values)].append(measure_deal(found, deal))
                if (number + 1) % len(compared_values) == 0:
                    progress((number + 1) // len(compared_values), deals)
    except KeyboardInterrupt:
        if len(counts[-1]) < FEWEST_DEALS:
            raise
        found.stopped = True
    found.deals = len(counts[-1])
    counts = [one[:found.deals] for one in counts]
    titles, sizes = [one.title for one in compared_values], [len(one.plan.bots) for one in compared_values]
    found.rows = [row for measure in chosen for row in compare_rows(measure, titles, sizes, counts)]
    return found


def find_measures(game: Game, names: Sequence[str]) -> list[Measure]:
    """Return measures by name.  Raises BadInput for one that there is not, or that the game does not have."""
    usable = {name: one for name, one in MEASURES.items() if one.is_counted(game)}
    for name in names:
        if name not in usable:
            key = "absent" if name in MEASURES else "unknown"
            raise BadInput(SAY["measure"][key].format(name=repr(name), title=game.localized_title,
                                                      known=join_with_commas(usable)))
    return [usable[name] for name in dict.fromkeys(names)]


def plan_compared_values(game: Game, vary: str | None, bots: Sequence[str], seed: int, seats: int | None,
                         preset: str | None, options: Mapping[str, Value],
                         absent: dict[str, str]) -> list[ComparedValue]:
    """Return the values to compare, the one that others are compared with first.  Raises BadInput.

    Reasons for values that nobody named and that cannot be played go to `absent`.
    """
    seats = seats or max(len(bots), game.default_seat_count(2))
    base = game.preset_options(preset, options)
    if vary is None:
        return [ComparedValue("", plan_series(game, bots, seed, base, seats))]
    name, equals, text = normalize_typed(vary).partition("=")
    title, found = (lambda value: f"{name}={value}"), dict[str, ComparedValue]()
    usual, values = list_values(game, name, text if equals else None, seats, preset, base)
    if equals and len(values) == 1:
        values = [usual, *values]
    for value in values:
        try:
            plan = plan_value(game, name, value, bots, seed, seats, preset, options)
            found[value] = ComparedValue(title(value), plan)
        except BadInput as wrong:
            if equals:
                raise
            absent[title(value)] = str(wrong)
    if len(found) < 2:
        raise BadInput(SAY["vary"]["nothing"].format(name=name))
    return list(found.values())


def list_values(game: Game, name: str, text: str | None, seats: int, preset: str | None,
                base: Mapping[str, Value]) -> tuple[str, list[str]]:
    """Return the usual value of what varies, and the values that are named or, without a text, all of interest."""
    parts = [] if text is None else [part.strip() for part in text.split(",")]
    if name == SEATS:
        fewest, most = game.seats
        return str(seats), parts or [str(seats), *(str(n) for n in range(fewest, most + 1) if n != seats)]
    if name == PRESET:
        return preset or NO_PRESET, parts or list(dict.fromkeys([preset or NO_PRESET, NO_PRESET, *game.presets]))
    option = next((one for one in game.options if one.name == name and not one.screen), None)
    if option is None:
        known = join_with_commas([*(one.name for one in game.options if not one.screen), PRESET, SEATS])
        raise BadInput(SAY["vary"]["unknown"].format(name=repr(name), title=game.localized_title, known=known))
    usual = game.check_options(seats, base)[name]
    if text is None:
        return option_text(usual), [option_text(usual), *map(option_text, select_option_values(option, usual))]
    # The members of a set are written with commas, so sets are told apart by another sign.
    parts = text.split("/") if option.many else parts
    values = (option.decode(option.encode(option.parse(part))) for part in parts)
    return option_text(usual), list(dict.fromkeys(map(option_text, values)))


def plan_value(game: Game, name: str, value: str, bots: Sequence[str], seed: int, seats: int, preset: str | None,
               options: Mapping[str, Value]) -> SeriesPlan:
    """Return the series under a value.  Raises BadInput."""
    if name == SEATS:
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            raise BadInput(SAY["vary"]["seats"].format(value=repr(value)))
        return plan_series(game, bots, seed, game.preset_options(preset, options), int(value))
    if name == PRESET:
        preset = None if value == NO_PRESET else value
        return plan_series(game, bots, seed, game.preset_options(preset, options), seats)
    changed = {**game.preset_options(preset, options),
               **parse_options(game.options, [f"{name}={value}"], game.localized_title)}
    return plan_series(game, bots, seed, changed, seats)


def measure_deal(found: Comparison, deal: DealStats) -> DealFigures:
    """Return the sums of all rows of a deal, and note what the whole comparison says of its time."""
    sums: DealFigures = {}
    for seating, stats in deal:
        found.games += 1
        found.endless += stats.endless
        found.assumed.update(stats.time.assumed)
        found.clocked |= stats.time.clocked > 0
        for measure in found.measures:
            for row, top, bottom in [(GAMES, 0.0, 1.0), *measure.count(stats, seating)]:
                before = sums.get((measure.name, row), (0.0, 0.0))
                sums[measure.name, row] = before[0] + top, before[1] + bottom
    return sums
