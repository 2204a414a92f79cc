"""Find puzzles: let bots play, and look for positions with one clearly best choice."""

import json
import random
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import count
from typing import Any

from ..arena.match import play_actions
from ..arena.players import Player, make_player
from ..arena.workers import Executor, run_work
from ..core.attr_view import to_object
from ..core.game import Game
from ..core.hint_steps import HintStep
from ..core.match import Match
from ..core.options import to_json_value
from ..core.record import GameRecord, GameRecorder, dump_record, load_record
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from ..reviews.decision_cost import Cost, CostEstimator
from ..reviews.decisions import Decision
from ..reviews.review import TimeBudget
from ..search.levels import STRONG

SEARCH_SHARE = 0.4             # at this share of all choices a puzzle is looked for
PER_MATCH = 2           # puzzles at most
MATCHES = 1             # that are searched at a time: one may take a minute
MAX_EMPTY_MATCHES = 400            # matches in a row without a puzzle, after which no more are expected
ASK_COUNT = 3               # how often a bot is asked; most of its answers must be right
THINKING_BOT = f"{STRONG}:1000"
WORLDS = (12, 64)       # in which every other choice is tried, as long as none is as good
FINAL_WORLDS, NEAREST_CHOICES = 1_024, 3                # and those of the nearest ones
LEAD = 0.2              # of the spread: what the answer must be ahead by
LEAD_GAMES = 0.15       # of all games, where anybody wins


@dataclass(frozen=True)
class Puzzle:
    """One position and its answer.

    kind    what the game's hints call it, else the first word of the answer
    ask     what the seat is asked
    answer  the one best action, in the game's notation
    lead    by how much it is better than the next best, in the game's returns
    reason  the hints, if they lead to the answer
    failed  the levels of bots that do not find it;  grade  how many these are
    record  the match up to the position, without what was played there
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

    def to_json_line(self) -> str:
        """Return the puzzle as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def to_bank_line(self) -> str:
        """Return the puzzle as a line of the package's puzzle file.

        Shorter, without what can be computed again.
        """
        game, record = find(self.game), load_record(self.record)
        usual = game.check_options(record.seats)
        kept = {"kind": self.kind, "seats": record.seats,
                "options": {name: value for name,
                            value in record.options.items() if to_json_value(usual[name]) != value},
                "moves": "; ".join(f"{seat}: {label}" for seat, label, *_ in record.events), "seat": self.seat,
                "answer": self.answer, "lead": self.lead, "failed": list(self.failed)}
        return json.dumps(kept, ensure_ascii=False)


@dataclass
class PuzzleJob:
    """A distributable job: matches of bots by number, each with the puzzles found in it.

    seconds  after which each process gives up, by its own clock; None for no limit
    """

    game: str
    seed: int
    seconds: float | None = None
    kind = "matches"

    def begin(self) -> None:
        """Start the clock of this process."""
        self.time_budget = TimeBudget(self.seconds)

    def do(self, number: int) -> list[Puzzle] | None:
        """Return the puzzles of a match by its number; None when the time is over."""
        if self.time_budget.is_over():
            return None
        return list(PuzzleMaker(find(self.game), random.Random(f"puzzles {self.seed} {number}"),
                                self.time_budget).iterate_puzzles())

    def end(self) -> None:
        """Do nothing: nothing is open."""


def find_puzzles(game: Game, seed: int = 1, seconds: float | None = None,
                 hands: Executor | None = None) -> Generator[Puzzle]:
    """Yield puzzles of a game, each from another position.

    The same seed gives the same ones in any number of processes.

    Ends when many matches in a row had no puzzle, or when the time is over.
    """
    barren = 0
    with closing(run_work(PuzzleJob(game.name, seed, seconds), count(), hands, MATCHES)) as coming:
        for found in coming:
            if found is None or barren == MAX_EMPTY_MATCHES:
                return
            barren = 0 if found else barren + 1
            yield from found


class PuzzleMaker:
    """Plays one match of bots of random levels and looks for puzzles in it."""

    def __init__(self, game: Game, rng: random.Random, time_budget: TimeBudget) -> None:
        self.game, self.rng, self.time_budget = game, rng, time_budget
        fewest, most = game.default_seat_count(), game.seats[1]
        seats = rng.randint(fewest, min(most, max(fewest, 3)))
        self.match = Match(game, seats, game.puzzle_options, game.pure_rules)
        self.names = [str(seat + 1) for seat in range(seats)]
        self.recorder = GameRecorder(self.match, self.names)
        self.players = [make_player(game, rng.choice(game.bots.LEVELS)) for _ in range(seats)]
        self.seed = rng.getrandbits(32)

    def iterate_puzzles(self) -> Iterator[Puzzle]:
        """Yield the puzzles of the match as it is played."""
        number, before = 0, len(self.match.events)
        for _ in play_actions(self, self.players, random.Random(self.seed)):
            if number == PER_MATCH or self.time_budget.is_over():
                return
            before = len(self.match.events)
            acting = [seat for seat in self.match.to_act() if seat < CHANCE]
            if len(acting) == 1 and self.rng.random() < SEARCH_SHARE:
                puzzle = PuzzleSearch(self.match, acting[0], self.names,
                                      self.seed + before).make_puzzle(self.recorder.record)
                if puzzle is not None:
                    number += 1
                    yield puzzle

    # What `moves` plays: the match, written down.

    def act(self, seat: int, action: int) -> None:
        """Apply an action and record it; stands in for the match in `arena.match`."""
        self.recorder.act(seat, action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)


class PuzzleSearch:
    """Tests one position for a puzzle, from the view of the seat to act."""

    def __init__(self, match: Match, seat: int, names: list[str], seed: int) -> None:
        self.match, self.game, self.seat, self.names, self.seed = match, match.game, seat, names, seed
        self.view = match.view(seat)
        self.worth = CostEstimator(self.game, seat, seed)
        self.sound_actions = match.sound_actions(seat)

    def make_puzzle(self, record: GameRecord) -> Puzzle | None:
        """Return the puzzle in the position, or None."""
        if len(self.sound_actions) < 2 or not any(map(self.kind_of, self.sound_actions)):
            return None
        for answer in self.candidate_answers():
            lead = self.answer_lead(answer) if self.kind_of(answer) else None
            if lead is not None:
                return self._describe_puzzle(answer, lead, record)
        return None

    def kind_of(self, answer: int) -> str:
        """Return the kind of puzzle that an answer makes: what the hints call it, else its first word."""
        kind = self.game.hints and self.game.hints.puzzle_kind
        return str(kind(to_object(self.view), self.seat, answer)) if kind else self.game.words.label(answer).split()[0]

    @cached_property
    def hint_steps(self) -> list[HintStep]:
        """The game's hints for the position."""
        return self.game.hint_steps(to_object(self.view), self.seat, self.names)

    @cached_property
    def hinted_action(self) -> int | None:
        """The first action that the hints lead to."""
        return next((rung.actions[0] for rung in reversed(self.hint_steps) if rung.actions), None)

    def candidate_answers(self) -> Iterator[int]:
        """Yield the actions that may be the answer: the hints' first, then the strong bot's."""
        if self.hinted_action in self.sound_actions and self.hinted_action is not None:
            yield self.hinted_action
        best = self.bot_answers(self.bot_levels()[-1], 1)[0]
        if best in self.sound_actions and best != self.hinted_action and best is not None:
            yield best

    def answer_lead(self, answer: int) -> float | None:
        """Return by how much an answer is clearly better than every other choice; None if it is not."""
        costs: list[tuple[float, int]] = []
        for round_, worlds in enumerate(WORLDS):
            costs = []
            for other in self.sound_actions:
                if other != answer:
                    cost = self.compare_choices(answer, other, worlds, round_)
                    if cost.mean <= 0:
                        return None
                    costs.append((cost.mean, other))
        nearest = [self.compare_choices(answer, other, FINAL_WORLDS, len(WORLDS)) for _,
                   other in sorted(costs)[:NEAREST_CHOICES]]
        return min(cost.mean for cost in nearest) if all(map(is_clearly_worse, nearest)) else None

    def compare_choices(self, answer: int, other: int, worlds: int, round_: int) -> Cost:
        """Estimate the cost of another choice against the answer."""
        decision = Decision(self.seed, 0, self.view, ((self.seat, other),), (), ((self.seat, answer),), "")
        return self.worth.estimate_cost(decision, worlds, round_)

    def bot_levels(self) -> list[str]:
        """Return the levels of the game's bots, weakest first."""
        own = list(self.game.bots.LEVELS)
        return own if STRONG in own else [*own, THINKING_BOT]

    def bot_answers(self, level: str, times: int = ASK_COUNT) -> list[int | None]:
        """Return what a bot of a level does, asked several times with other seeds."""
        bot: Player = make_player(self.game, level)
        times = 1 if level == THINKING_BOT else times
        return [bot(self.view, self.seat, self.seed + i)[0] for i in range(times)]

    def _describe_puzzle(self, answer: int, lead: float, record: GameRecord) -> Puzzle:
        step = len(self.match.events)
        failed = []
        for level in self.bot_levels():
            given = self.bot_answers(level)
            if 2 * given.count(answer) < len(given):
                failed.append(level.partition(":")[0])
        ask = self.game.words.scene(self.view, self.seat, self.names)["ask"]
        reason = tuple(map(str, self.hint_steps)) if answer == self.hinted_action else ()
        until = GameRecord(record.game, record.version, record.seats, record.options, record.players,
                           record.events[:step])
        return Puzzle(self.game.name, self.kind_of(answer), str(ask), step, self.seat, self.game.words.label(answer),
                      round(lead, 4), reason, tuple(failed), len(failed), dump_record(until))


def is_clearly_worse(cost: Cost) -> bool:
    """Return whether the other choice is clearly worse, by this cost."""
    if not cost.is_clear or cost.mean < LEAD * cost.spread:
        return False
    return cost.won is None or cost.better is None or cost.better == cost.won or cost.better - cost.won >= LEAD_GAMES
