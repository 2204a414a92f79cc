"""Finding puzzles: bots play, and where one choice beats every other one clearly there is a puzzle."""

import json
import random
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import count
from typing import Any

from ..arena.match import moves
from ..arena.players import Player, player
from ..arena.workers import Hands, spread
from ..core.attr_view import to_object
from ..core.game import Game
from ..core.hint_steps import HintStep
from ..core.match import Match
from ..core.options import to_json_value
from ..core.record import GameRecord, GameRecorder, dump_record, load_record
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from ..reviews.decisions import Decision
from ..reviews.review import Time
from ..reviews.worth import Cost, Worth
from ..search.levels import STRONG

LOOKS = 0.4             # at this share of all choices a puzzle is looked for
PER_MATCH = 2           # puzzles at most
MATCHES = 1             # that are searched at a time: one may take a minute
BARREN = 400            # matches in a row without a puzzle, after which no more are expected
ASKED = 3               # how often a bot is asked; most of its answers must be right
THINKS = f"{STRONG}:1000"
WORLDS = (12, 64)       # in which every other choice is tried, as long as none is as good
LAST, NEAREST = 1_024, 3                # and those of the nearest ones
LEAD = 0.2              # of the spread: what the answer must be ahead by
LEAD_GAMES = 0.15       # of all games, where anybody wins


@dataclass(frozen=True)
class Puzzle:
    """One position and its answer.

    kind    what the game's hints call it, else the first word of the answer
    ask     what the seat is asked
    answer  the one best action, in the game's notation
    lead    by how much it is ahead of the next best, in the game's returns
    reason  the ladder of hints, where it leads to the answer
    failed  the levels of bots that do not find it;  grade  how many these are
    record  the match up to there; it does not tell what was played
    """

    game: str
    kind: str
    ask: str
    step: int
    seat: int
    answer: str
    lead: float
    reason: tuple[str, ...]
    failed: tuple[str, ...]
    grade: int
    record: str

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    def banked(self) -> str:
        """The same as the package keeps it, see `exercises.bank`: shorter, and without what can be worked out again."""
        game, record = find(self.game), load_record(self.record)
        usual = game.check_options(record.seats)
        kept = {"kind": self.kind, "seats": record.seats,
                "options": {name: value for name,
                            value in record.options.items() if to_json_value(usual[name]) != value},
                "moves": "; ".join(f"{seat}: {label}" for seat, label, *_ in record.events), "seat": self.seat,
                "answer": self.answer, "lead": self.lead, "failed": list(self.failed)}
        return json.dumps(kept, ensure_ascii=False)


@dataclass
class Search:
    """Matches of bots, each with the puzzles that come up in it, as work for several.

    seconds  after which those who work give up, each by its own clock; None is without end
    """

    game: str
    seed: int
    seconds: float | None = None
    kind = "matches"

    def begin(self) -> None:
        self.given = Time(self.seconds)

    def do(self, number: int) -> list[Puzzle] | None:
        """None when the seconds are over."""
        if self.given.over():
            return None
        return list(Maker(find(self.game), random.Random(f"puzzles {self.seed} {number}"), self.given).found())

    def end(self) -> None:
        """Nothing is open."""


def puzzles(game: Game, seed: int = 1, seconds: float | None = None, hands: Hands | None = None) -> Generator[Puzzle]:
    """Puzzles of a game, always others; the same seed gives the same ones, whoever finds them.

    Ends when none are to be expected, or when the seconds are over.
    """
    barren = 0
    with closing(spread(Search(game.name, seed, seconds), count(), hands, MATCHES)) as coming:
        for found in coming:
            if found is None or barren == BARREN:
                return
            barren = 0 if found else barren + 1
            yield from found


class Maker:
    """Looks for puzzles in one match of bots of any level."""

    def __init__(self, game: Game, luck: random.Random, given: Time) -> None:
        self.game, self.luck, self.given = game, luck, given
        fewest, most = game.usual_seats(), game.seats[1]
        seats = luck.randint(fewest, min(most, max(fewest, 3)))
        self.match = Match(game, seats, None, game.pure_rules)
        self.names = [str(seat + 1) for seat in range(seats)]
        self.recorder = GameRecorder(self.match, self.names)
        self.players = [player(game, luck.choice(game.bots.LEVELS)) for _ in range(seats)]
        self.seed = luck.getrandbits(32)

    def found(self) -> Iterator[Puzzle]:
        """Those of the match, as they come up."""
        number, before = 0, len(self.match.events)
        for _ in moves(self, self.players, random.Random(self.seed)):       # type: ignore[arg-type]
            if number == PER_MATCH or self.given.over():
                return
            before = len(self.match.events)
            acting = [seat for seat in self.match.to_act() if seat < CHANCE]
            if len(acting) == 1 and self.luck.random() < LOOKS:
                puzzle = PuzzleSearch(self.match, acting[0], self.names,
                                      self.seed + before).puzzle(self.recorder.record)
                if puzzle is not None:
                    number += 1
                    yield puzzle

    # What `moves` plays: the match, written down.

    def act(self, seat: int, action: int) -> None:
        self.recorder.act(seat, action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)


class PuzzleSearch:
    """One position, looked at by the seat that is to act."""

    def __init__(self, match: Match, seat: int, names: list[str], seed: int) -> None:
        self.match, self.game, self.seat, self.names, self.seed = match, match.game, seat, names, seed
        self.view = match.view(seat)
        self.worth = Worth(self.game, seat, seed)
        self.listed = match.sound_actions(seat)

    def puzzle(self, record: GameRecord) -> Puzzle | None:
        """The puzzle that the position makes, if it does."""
        if len(self.listed) < 2:
            return None
        for answer in self.candidates():
            lead = self.lead(answer)
            if lead is not None:
                return self._told(answer, lead, record)
        return None

    @cached_property
    def rungs(self) -> list[HintStep]:
        return self.game.hint_steps(to_object(self.view), self.seat, self.names)

    @cached_property
    def advised(self) -> int | None:
        """What the hint says to do first."""
        return next((rung.actions[0] for rung in reversed(self.rungs) if rung.actions), None)

    def candidates(self) -> Iterator[int]:
        """What may be the answer: what the hint says, then what the strong bot does."""
        if self.advised in self.listed and self.advised is not None:
            yield self.advised
        best = self.answers(self.levels()[-1])[0]
        if best in self.listed and best != self.advised and best is not None:
            yield best

    def lead(self, answer: int) -> float | None:
        """By how much an answer is clearly ahead of all other choices; None when it is not."""
        costs: list[tuple[float, int]] = []
        for round_, worlds in enumerate(WORLDS):
            costs = []
            for other in self.listed:
                if other != answer:
                    cost = self.compared(answer, other, worlds, round_)
                    if cost.mean <= 0:
                        return None
                    costs.append((cost.mean, other))
        nearest = [self.compared(answer, other, LAST, len(WORLDS)) for _, other in sorted(costs)[:NEAREST]]
        return min(cost.mean for cost in nearest) if all(map(ahead, nearest)) else None

    def compared(self, answer: int, other: int, worlds: int, round_: int) -> Cost:
        """What it costs to do another thing."""
        decision = Decision(self.seed, 0, self.view, ((self.seat, other),), (), ((self.seat, answer),), "")
        return self.worth.cost(decision, worlds, round_)

    def levels(self) -> list[str]:
        """The levels of the game's bots, weakest first."""
        own = list(self.game.bots.LEVELS)
        return own if STRONG in own else [*own, THINKS]

    def answers(self, level: str) -> list[int | None]:
        """What a bot of a level does, asked some times over."""
        bot: Player = player(self.game, level)
        times = 1 if level == THINKS else ASKED
        return [bot(self.view, self.seat, self.seed + i)[0] for i in range(times)]

    def _told(self, answer: int, lead: float, record: GameRecord) -> Puzzle:
        step = len(self.match.events)
        failed = []
        for level in self.levels():
            given = self.answers(level)
            if 2 * given.count(answer) < len(given):
                failed.append(level.partition(":")[0])
        kind = self.game.hints and self.game.hints.puzzle_kind
        view = to_object(self.view)
        ask = self.game.words.scene(self.view, self.seat, self.names)["ask"]
        reason = tuple(map(str, self.rungs)) if answer == self.advised else ()
        until = GameRecord(record.game, record.version, record.seats, record.options, record.players,
                           record.events[:step])
        label = self.game.words.label(answer)
        sort = str(kind(view, self.seat, answer)) if kind else label.split()[0]
        return Puzzle(self.game.name, sort, str(ask), step, self.seat, label, round(lead, 4), reason, tuple(failed),
                      len(failed), dump_record(until))


def ahead(cost: Cost) -> bool:
    """Is something else clearly worse?"""
    if not cost.clear or cost.mean < LEAD * cost.spread:
        return False
    return cost.won is None or cost.better is None or cost.better == cost.won or cost.better - cost.won >= LEAD_GAMES
