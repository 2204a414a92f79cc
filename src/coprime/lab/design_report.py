"""What designers ask of a game, answered by bots' matches: seats, length, what happens, options, cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from ..arena.match import shares
from ..arena.players import default_level, player
from ..arena.series import close
from ..arena.statistics import Interval, Ratio
from ..arena.workers import Hands, spread
from ..core.errors import BadInput
from ..core.game import Game
from ..core.options import Option, Value, option_text
from .match_stats import EACH, MatchStats, Setting, StatsJob

FEW = 6                 # values of an option that are all tried; of more those about half and twice the usual one
PART = 4                # of an option's value so many times fewer matches are played than of the usual options
Progress = Callable[[int, int], None]       # matches so far, and how many there are to be


@dataclass
class Answer:
    """What the matches of a setting show.  Intervals hold 95 times in 100, by match.

    asked  how many matches there are to be
    kinds  each kind of action: how often in a match, and in which share of matches at all
    rules  the same of each rule that mattered
    cards  each card: the share of the victory that went to seats it had come to
    """

    setting: Setting
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

    def add(self, told: MatchStats) -> None:
        won = shares(told.returns)
        self.seats = self.seats or [Ratio() for _ in won]
        for seat, ratio in enumerate(self.seats):
            ratio.add(won[seat], 1)
        self.length.add(told.actions, 1)
        if told.began is not None:
            self.began.add(won[told.began], 1)
        self.shared.add(0 < max(won) < 1, 1)
        self.idle.add(told.idle, told.rounds * len(won))
        self._count(told.kinds, self.kinds)
        self._count(told.rules, self.rules)
        for card in {name for _, name in told.cards}:
            holders = [seat for seat, name in told.cards if name == card]
            self.cards.setdefault(card, Ratio()).add(sum(won[seat] for seat in holders), len(holders))
        self.matches += 1

    def _count(self, told: Counter[str], ratios: dict[str, tuple[Ratio, Ratio]]) -> None:
        for name in told:
            if name not in ratios:
                ratios[name] = earlier(self.matches), earlier(self.matches)
        for name, (often, ever) in ratios.items():
            often.add(told[name], 1)
            ever.add(told[name] > 0, 1)

    @property
    def whole(self) -> bool:
        return self.matches == self.asked

    @property
    def first(self) -> Interval:
        """What who acts first wins; where all act at once, the first seat."""
        return (self.began if self.began.deals else self.seats[0]).share()


def earlier(matches: int) -> Ratio:
    """Of what had not happened in so many matches."""
    ratio = Ratio()
    for _ in range(matches):
        ratio.add(0, 1)
    return ratio


@dataclass
class Report:
    """All answers about a game.

    bot      who plays every seat
    matches  of every number of seats; of an option's value a quarter of them
    tables   by the number of seats, all else as usual;  options: what differs from the usual one
    absent   why settings could not be played
    cards    with the options that the game's match_events.py asks for; None where it tells of no cards
    """

    game: Game
    bot: str
    matches: int
    seed: int
    tables: list[Answer] = field(default_factory=list)
    usual: Answer | None = None
    options: list[Answer] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    cards: Answer | None = None
    stopped: bool = False


def inquire(game: Game, matches: int = 400, seed: int = 1, bot: str | None = None, hands: Hands | None = None,
            progress: Progress = lambda done, of: None) -> Report:
    """Ask it all.  Raises BadInput.  Ctrl-C ends it with what has been played.

    matches  for every number of seats; a quarter of them for every value of every option
    hands    others who play
    """
    bot = bot or default_level(game)
    close({bot: player(game, bot)})         # before anything is played
    report = Report(game, bot, matches, seed)
    usual = [Setting("", seats, game.check_options(seats, {})) for seats in range(game.seats[0], game.seats[1] + 1)]
    two = usual[game.usual_seats(2) - game.seats[0]]
    tables = [Answer(setting, matches) for setting in usual]
    few = max(1, matches // PART)
    told = game.match_events
    dealt = replace(two, options=game.check_options(two.seats, told.OPTIONS if told else {}))
    cards = [Answer(dealt, matches)] if told and told.card_gains else []
    changed = [Answer(setting, few) for setting in (two, *different(game, two, report.absent))]
    try:
        ask(StatsJob(game, [], bot, seed), [*tables, *cards, *changed], hands, progress)
    except KeyboardInterrupt:
        if not tables[0].whole:
            raise
        report.stopped = True
    report.tables = [one for one in tables if one.whole]
    report.cards = next((one for one in cards if one.whole), None)
    report.usual = changed[0] if changed[0].whole else None
    report.options = [one for one in changed[1:] if one.whole]
    return report


def ask(survey: StatsJob, answers: Sequence[Answer], hands: Hands | None, progress: Progress) -> None:
    """Play for the answers, one after the other."""
    survey.settings = [one.setting for one in answers]
    of = [place for place, one in enumerate(answers) for _ in range(one.asked)]
    numbers = (place * EACH + match for place, one in enumerate(answers) for match in range(one.asked))
    with closing(spread(survey, numbers, hands)) as coming:
        for done, (place, told) in enumerate(zip(of, coming, strict=True), 1):
            answers[place].add(told)
            progress(done, len(of))


def different(game: Game, usual: Setting, absent: dict[str, str]) -> Iterator[Setting]:
    """Every preset and every other value of every option; what cannot be played goes to `absent` with its reason."""
    asked: list[tuple[str, dict[str, Value]]] = [(name, dict(chosen)) for name, chosen in game.presets.items()]
    for option in game.options:
        if not option.screen:
            asked += [(f"{option.name}={option_text(value)}", {option.name: value})
                      for value in values(option, usual.options[option.name])]
    for title, chosen in asked:
        try:
            options = game.check_options(usual.seats, chosen)
        except BadInput as wrong:
            absent[title] = str(wrong)
            continue
        if options != usual.options:
            yield Setting(title, usual.seats, options)


def values(option: Option, usual: Value) -> list[Value]:
    """Those that are tried beside the usual one: of a set none, all, and each member alone."""
    every: Sequence[int | str] = option.values
    tried: list[Value]
    if option.many:
        none: Value = ()
        tried = [none, *[(one,) for one in every], tuple(every)][:FEW]
    elif len(every) > FEW and isinstance(usual, int):
        # 0 turns something off, as a rule; the next value is the gentlest that does not.
        tried = [every[1]] if usual == 0 else [nearest(every, aim) for aim in (usual // 2, usual * 2)]
    else:
        tried = [*every]
    return [value for value in tried if value != usual]


def nearest(numbers: Sequence[int | str], aim: int) -> int | str:
    """The one that is nearest to `aim`; of two the first."""
    if isinstance(numbers, range):                          # which may be too long to be walked through
        place = min(max(0, (aim - numbers.start) // numbers.step), len(numbers) - 1)
        numbers = numbers[place:place + 2]
    return min(numbers, key=lambda one: abs(int(one) - aim))
