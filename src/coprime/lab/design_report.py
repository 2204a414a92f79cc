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

# Values of an option that are all tried; of more those about half and twice the usual one.
MOST_VALUES = 6
OPTION_SHARE = 4                # of an option's value so many times fewer matches are played than of the usual options
Progress = Callable[[int, int], None]       # matches so far, and how many there are to be


@dataclass
class SettingStats:
    """What the matches of a setting show.  Intervals are 95 % intervals by match.

    asked  matches to play
    kinds  per kind of action: how often per match, and the share of matches in which it occurs
    rules  the same per rule that mattered
    cards  per card: the share of the victory of the seats that got it
    """

    setting: MatchSetting
    asked: int
    matches: int = 0
    seats: list[Ratio] = field(default_factory=list)
    length: Ratio = field(default_factory=Ratio)
    began: Ratio = field(default_factory=Ratio)
    shared: Ratio = field(default_factory=Ratio)
    idle: Ratio = field(default_factory=Ratio)
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
        if stats.began is not None:
            self.began.add(won[stats.began], 1)
        self.shared.add(0 < max(won) < 1, 1)
        self.idle.add(stats.idle, stats.rounds * len(won))
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
        return self.matches == self.asked

    @property
    def first_player_share(self) -> Interval:
        """The share won by the first to act, or by the first seat where all act at once."""
        return (self.began if self.began.deals else self.seats[0]).share_interval()


def zero_ratio(matches: int) -> Ratio:
    """Return a ratio that is 0 over so many matches."""
    ratio = Ratio()
    for _ in range(matches):
        ratio.add(0, 1)
    return ratio


@dataclass
class DesignReport:
    """All answers about a game.

    bot      who plays every seat
    matches  per number of seats; a quarter of them per option value
    tables   by the number of seats, with the usual options;  options: settings that differ from them
    absent   why settings could not be played
    cards    with the options that the game's report_statistics.py names; None where it reports no cards
    """

    game: Game
    bot: str
    matches: int
    seed: int
    tables: list[SettingStats] = field(default_factory=list)
    usual: SettingStats | None = None
    options: list[SettingStats] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    cards: SettingStats | None = None
    stopped: bool = False


def build_design_report(game: Game, matches: int = 400, seed: int = 1, bot: str | None = None,
                        executor: Executor | None = None,
                        progress: Progress = lambda done, of: None) -> DesignReport:
    """Play the matches and build the report.  Raises BadInput.  Ctrl-C ends it with what has been played.

    matches   per number of seats; a quarter of them per option value
    executor  plays in other processes
    """
    bot = bot or default_level(game)
    close_players({bot: make_player(game, bot)})         # before anything is played
    report = DesignReport(game, bot, matches, seed)
    usual = [MatchSetting("", seats, game.check_options(seats, {}))
             for seats in range(game.seats[0], game.seats[1] + 1)]
    two = usual[game.usual_seats(2) - game.seats[0]]
    tables = [SettingStats(setting, matches) for setting in usual]
    few = max(1, matches // OPTION_SHARE)
    told = game.report_statistics
    dealt = replace(two, options=game.check_options(two.seats, told.OPTIONS))
    cards = [SettingStats(dealt, matches)] if told.card_gains else []
    changed = [SettingStats(setting, few) for setting in (two, *find_variants(game, two, report.absent))]
    try:
        play_settings(StatsJob(game, [], bot, seed), [*tables, *cards, *changed], executor, progress)
    except KeyboardInterrupt:
        if not tables[0].is_complete:
            raise
        report.stopped = True
    report.tables = [one for one in tables if one.is_complete]
    report.cards = next((one for one in cards if one.is_complete), None)
    report.usual = changed[0] if changed[0].is_complete else None
    report.options = [one for one in changed[1:] if one.is_complete]
    return report


def play_settings(job: StatsJob, answers: Sequence[SettingStats], executor: Executor | None,
                  progress: Progress) -> None:
    """Play the matches of the answers, one answer after the other."""
    job.settings = [one.setting for one in answers]
    places = [place for place, one in enumerate(answers) for _ in range(one.asked)]
    numbers = (place * MOST_MATCHES + match for place, one in enumerate(answers) for match in range(one.asked))
    with closing(run_work(job, numbers, executor)) as coming:
        for done, (place, told) in enumerate(zip(places, coming, strict=True), 1):
            answers[place].add(told)
            progress(done, len(places))


def find_variants(game: Game, usual: MatchSetting, absent: dict[str, str]) -> Iterator[MatchSetting]:
    """Yield every preset and every other value of every option.

    Reasons for unplayable ones go to `absent`.
    """
    asked: list[tuple[str, dict[str, Value]]] = [(name, dict(chosen)) for name, chosen in game.presets.items()]
    for option in game.options:
        if not option.screen:
            asked += [(f"{option.name}={option_text(value)}", {option.name: value})
                      for value in select_option_values(option, usual.options[option.name])]
    for title, chosen in asked:
        try:
            options = game.check_options(usual.seats, chosen)
        except BadInput as wrong:
            absent[title] = str(wrong)
            continue
        if options != usual.options:
            yield MatchSetting(title, usual.seats, options)


def select_option_values(option: Option, usual: Value) -> list[Value]:
    """Return the values to try beside the usual one; of a set: none, all, and each member alone."""
    every: Sequence[int | str] = option.values
    tried: list[Value]
    if option.many:
        none: Value = ()
        tried = [none, *[(one,) for one in every], tuple(every)][:MOST_VALUES]
    elif len(every) > MOST_VALUES and isinstance(usual, int):
        # 0 turns something off, as a rule; the next value is the gentlest that does not.
        tried = [every[1]] if usual == 0 else [nearest_value(every, aim) for aim in (usual // 2, usual * 2)]
    else:
        tried = [*every]
    return [value for value in tried if value != usual]


def nearest_value(numbers: Sequence[int | str], aim: int) -> int | str:
    """Return the number nearest to `aim`, the first of two."""
    if isinstance(numbers, range):                          # which may be too long to be walked through
        place = min(max(0, (aim - numbers.start) // numbers.step), len(numbers) - 1)
        numbers = numbers[place:place + 2]
    return min(numbers, key=lambda one: abs(int(one) - aim))
