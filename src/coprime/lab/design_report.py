"""Answer a designer's questions about a game from bots' matches.

They are about seats, length, actions, rules, options and cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from ..arena.match import victory_shares
from ..arena.players import default_level, make_player
from ..arena.series import close_players
from ..arena.statistics import Interval, Ratio
from ..arena.workers import Executor, run_work
from ..core.errors import BadInput
from ..core.game import Game
from ..core.options import Option, Value, option_text
from .match_stats import MOST_MATCHES, MatchSetting, MatchStats, StatsJob

# An option with at most this many values has all of them tried; of one with more, about half and twice the default.
MOST_VALUES = 6
OPTION_SHARE = 4                # each setting with another option gets 1/OPTION_SHARE of the matches
Progress = Callable[[int, int], None]       # matches so far, and how many there are to be


@dataclass
class SettingStats:
    """What the matches of a setting show.  Intervals are 95 % intervals by match.

    total_matches     how many are to be played
    matches           how many have been
    seats             per seat: the share of the victory that it won
    length            actions of seats
    first_actor_wins  the share of the victory that the first seat to act won
    shared_victories  the share of matches without a single winner
    idle_seats        the share of seats that did not act in a round
    kinds             per kind of action: how often per match, and the share of matches in which it occurs
    rules             the same per rule event (`report_events.rule_events`)
    cards             per card: the share of the victory of the seats that got it
    """

    setting: MatchSetting
    total_matches: int
    matches: int = 0
    seats: list[Ratio] = field(default_factory=list)
    length: Ratio = field(default_factory=Ratio)
    first_actor_wins: Ratio = field(default_factory=Ratio)
    shared_victories: Ratio = field(default_factory=Ratio)
    idle_seats: Ratio = field(default_factory=Ratio)
    kinds: dict[str, tuple[Ratio, Ratio]] = field(default_factory=dict)
    rules: dict[str, tuple[Ratio, Ratio]] = field(default_factory=dict)
    cards: dict[str, Ratio] = field(default_factory=dict)

    def add(self, stats: MatchStats) -> None:
        """Add the statistics of one match."""
        won = victory_shares(stats.returns)
        self.seats = self.seats or [Ratio() for _ in won]
        for seat, ratio in enumerate(self.seats):
            ratio.add(won[seat], 1)
        self.length.add(stats.actions, 1)
        if stats.first_actor is not None:
            self.first_actor_wins.add(won[stats.first_actor], 1)
        self.shared_victories.add(0 < max(won) < 1, 1)
        self.idle_seats.add(stats.idle, stats.rounds * len(won))
        self._count_names(stats.kinds, self.kinds)
        self._count_names(stats.rules, self.rules)
        for card in {name for _, name in stats.cards}:
            holders = [seat for seat, name in stats.cards if name == card]
            self.cards.setdefault(card, Ratio()).add(sum(won[seat] for seat in holders), len(holders))
        self.matches += 1

    def _count_names(self, counts: Counter[str], ratios: dict[str, tuple[Ratio, Ratio]]) -> None:
        for name in counts:
            if name not in ratios:
                ratios[name] = zero_ratio(self.matches), zero_ratio(self.matches)
        for name, (often, ever) in ratios.items():
            often.add(counts[name], 1)
            ever.add(counts[name] > 0, 1)

    @property
    def is_complete(self) -> bool:
        """Whether all matches have been played."""
        return self.matches == self.total_matches

    @property
    def first_player_share(self) -> Interval:
        """The share won by the first to act, or by the first seat where all act at once."""
        return (self.first_actor_wins if self.first_actor_wins.samples else self.seats[0]).share_interval()


def zero_ratio(matches: int) -> Ratio:
    """Return a ratio that is 0 over so many matches."""
    ratio = Ratio()
    for _ in range(matches):
        ratio.add(0, 1)
    return ratio


@dataclass
class DesignReport:
    """All answers about a game.

    bot            who plays every seat
    matches        per number of seats; 1/OPTION_SHARE of them per setting with other options
    by_seat_count  for each number of seats, with the default options
    baseline       the default setting again, over as few matches as each of `options`, with the same chance
    options        settings that differ from the baseline
    absent         why settings could not be played
    cards          with the options that the game's report_events.py names; None where it reports no cards
    """

    game: Game
    bot: str
    matches: int
    seed: int
    by_seat_count: list[SettingStats] = field(default_factory=list)
    baseline: SettingStats | None = None
    options: list[SettingStats] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    cards: SettingStats | None = None
    stopped: bool = False


def build_design_report(game: Game, matches: int = 400, seed: int = 1, bot: str | None = None,
                        executor: Executor | None = None,
                        progress: Progress = lambda done, of: None) -> DesignReport:
    """Play the matches and build the report.  Raises BadInput.  Ctrl-C ends it with what has been played.

    matches   per number of seats; 1/OPTION_SHARE of them per setting with other options
    executor  plays in other processes
    """
    bot = bot or default_level(game)
    close_players({bot: make_player(game, bot)})         # raises BadInput before anything is played
    report = DesignReport(game, bot, matches, seed)
    default_settings = [MatchSetting("", seats, game.check_options(seats, {}))
                        for seats in range(game.seats[0], game.seats[1] + 1)]
    default_setting = default_settings[game.default_seat_count(2) - game.seats[0]]
    by_seat_count = [SettingStats(setting, matches) for setting in default_settings]
    hooks = game.report_events
    card_setting = replace(default_setting, options=game.check_options(default_setting.seats, hooks.OPTIONS))
    cards = [SettingStats(card_setting, matches)] if hooks.card_gains else []
    few = max(1, matches // OPTION_SHARE)
    compared = [SettingStats(setting, few)
                for setting in (default_setting, *list_option_settings(game, default_setting, report.absent))]
    try:
        play_settings(StatsJob(game, [], bot, seed), [*by_seat_count, *cards, *compared], executor, progress)
    except KeyboardInterrupt:
        if not by_seat_count[0].is_complete:
            raise
        report.stopped = True
    report.by_seat_count = [one for one in by_seat_count if one.is_complete]
    report.cards = next((one for one in cards if one.is_complete), None)
    report.baseline = compared[0] if compared[0].is_complete else None
    report.options = [one for one in compared[1:] if one.is_complete]
    return report


def play_settings(job: StatsJob, settings_stats: Sequence[SettingStats], executor: Executor | None,
                  progress: Progress) -> None:
    """Play the matches of all settings, one setting after the other, and add them to its statistics."""
    job.settings = [one.setting for one in settings_stats]
    indices = [index for index, one in enumerate(settings_stats) for _ in range(one.total_matches)]
    numbers = (index * MOST_MATCHES + match
               for index, one in enumerate(settings_stats) for match in range(one.total_matches))
    with closing(run_work(job, numbers, executor)) as results:
        for done, (index, stats) in enumerate(zip(indices, results, strict=True), 1):
            settings_stats[index].add(stats)
            progress(done, len(indices))


def list_option_settings(game: Game, default_setting: MatchSetting, absent: dict[str, str]) -> Iterator[MatchSetting]:
    """Yield the default setting with every preset, and with every other value of every option.

    Reasons for unplayable ones go to `absent`.
    """
    changes: list[tuple[str, dict[str, Value]]] = [(name, dict(chosen)) for name, chosen in game.presets.items()]
    for option in game.options:
        if not option.screen:
            changes += [(f"{option.name}={option_text(value)}", {option.name: value})
                        for value in select_option_values(option, default_setting.options[option.name])]
    for title, chosen in changes:
        try:
            options = game.check_options(default_setting.seats, chosen)
        except BadInput as wrong:
            absent[title] = str(wrong)
            continue
        if options != default_setting.options:
            yield MatchSetting(title, default_setting.seats, options)


def select_option_values(option: Option, default_value: Value) -> list[Value]:
    """Return the values to try beside the default one; of a set: none, all, and each member alone."""
    every: Sequence[int | str] = option.values
    tried: list[Value]
    if option.many:
        none: Value = ()
        tried = [none, *[(one,) for one in every], tuple(every)][:MOST_VALUES]
    elif len(every) > MOST_VALUES and isinstance(default_value, int):
        # 0 usually turns something off; the next value is the gentlest that does not.
        tried = ([every[1]] if default_value == 0 else
                 [nearest_value(every, aim) for aim in (default_value // 2, default_value * 2)])
    else:
        tried = [*every]
    return [value for value in tried if value != default_value]


def nearest_value(numbers: Sequence[int | str], aim: int) -> int | str:
    """Return the number nearest to `aim`; on a tie, the first."""
    if isinstance(numbers, range):                          # which may be too long to be walked through
        place = min(max(0, (aim - numbers.start) // numbers.step), len(numbers) - 1)
        numbers = numbers[place:place + 2]
    return min(numbers, key=lambda one: abs(int(one) - aim))
