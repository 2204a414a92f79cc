"""The moments of a match that cost a seat most."""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path as File
from typing import Any

from ..core import record as records
from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.messages import format_sentence, join_with_commas, load_messages
from ..core.record import GameRecord
from ..core.seats import CLOCK
from .decisions import HINT, Decision, Path, Walk
from .masters import Master, Timed, advised, doubter, master
from .worth import Cost, Worth

FOLDER = File(__file__).parent
SAY = load_messages(FOLDER)
TOLD = 3                    # moments at most
# Rounds: in so many worlds so many decisions are played on, the dearest ones, until so much of the time has passed.
ROUNDS = ((32, 10_000, 0.7), (192, 12, 0.85), (768, 5, 1.0))
WALKING, ASKING = 0.3, 0.5  # of the time, until everything has been seen, and the master asked
TEN = 10
GOLDEN = 0.6180339887498949
LEAST_GAMES = 0.05          # of all games: what a moment must have cost where games won are counted


@dataclass(frozen=True)
class Choice:
    """What was done, or could have been.

    labels  the actions in the game's notation, one after the other; none where nothing is done
    words   a sentence in the second person
    """

    labels: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class Boxes:
    """Of ten times that the position is played on, how many the seat wins with each choice.

    played_on  in how many worlds it was played on in truth, each with both choices
    """

    played: int
    better: int
    played_on: int


@dataclass(frozen=True)
class Moment:
    """One moment of a match.

    step    how many events of the record lie before it
    played  what the seat did
    better  what was better; None: nothing should have been done
    by      who says that: "hint", or "master"
    cost    the mean of what was lost, in the game's returns
    error   its standard error; 0 where the game's own figures say it
    lost    the cost in words, such as "12 points"
    reason  a ladder of hints for what the seat saw, from a nudge to what to do
    boxes   None where nothing was played on, and where what was lost is not games won
    """

    step: int
    played: Choice
    better: Choice | None
    cost: float
    error: float
    lost: str
    reason: tuple[str, ...]
    boxes: Boxes | None
    by: str = HINT


@dataclass(frozen=True)
class Review:
    """What there is to learn from a match for one seat.

    moments    at most three, in order of play
    decisions  at how many the hint, or the master, says something else than what was done
    finished   False when the time was over first; then another run may tell more
    master     was the game's master asked?
    """

    game: str
    title: str
    seat: int
    players: tuple[str, ...]
    moments: tuple[Moment, ...]
    decisions: int
    finished: bool
    master: bool = False

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Time:
    """Seconds that are given; None is without end."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds, self.begun = seconds, time.monotonic()

    def over(self, share: float = 1.0) -> bool:
        """Has so much of it passed?"""
        return self.seconds is not None and time.monotonic() - self.begun >= share * self.seconds


def review(record: GameRecord | str, seat: int, seconds: float | None, seed: int,
           with_master: bool | None = None) -> Review:
    """See `coprime.review`.  Raises BadInput."""
    game, match, players = played(record)
    if not 0 <= seat < match.seats:
        raise BadInput(format_sentence(FOLDER, "wrong.seat", seat=seat, last=match.seats - 1))
    worth, best = Worth(game, seat, seed), master(game, seat, seed, with_master)
    worth.ready()
    given = Time(seconds)
    found, whole = taken(Walk(match, seat, players, every=best is not None).decisions(), given)
    compared, asked = advised(scattered(found), best, lambda: given.over(ASKING))
    costs, through = judged(worth, compared, given)
    last = best or doubter(game, seat, seed, with_master)
    moments = tuple(as_moment(game, decision, cost) for decision, cost in dearest(game, costs, last))
    return Review(game.name, game.localized_title, seat, tuple(players), moments, len({one.step for one in compared}),
                  whole and asked and through, best is not None)


def played(record: GameRecord | str) -> tuple[Game, Match, list[str]]:
    """A match that is over, and who played.  Raises BadInput."""
    from ..core.registry import find_game as find

    if isinstance(record, str):
        record = records.load_record(record)
    game = find(record.game)
    if record.version != game.version:
        raise BadInput(format_sentence(FOLDER, "wrong.version", title=game.localized_title, then=record.version,
                                       now=game.version))
    match = records.replay_record(record, game.pure_rules)
    if not match.over:
        raise BadInput(format_sentence(FOLDER, "wrong.open", n=len(match.events)))
    return game, match, [*record.players, *[""] * match.seats][:match.seats]


def taken(decisions: Iterable[Decision], given: Time) -> tuple[list[Decision], bool]:
    """The decisions, as far as there is time to look for them; and whether these are all."""
    found: list[Decision] = []
    for decision in decisions:
        if given.over(WALKING):
            return found, False
        found.append(decision)
    return found, True


def judged(worth: Worth, decisions: list[Decision], given: Time) -> tuple[list[tuple[Decision, Cost]], bool]:
    """The clear mistakes with what they cost; and whether there was time for all of it.

    Every round plays on what was dearest in the one before, in worlds of its own: so a decision is never believed to be
    dear because of the luck that chose it.  What it has no time for keeps its figure of the round before.
    """
    costs, whole = [(decision, Cost(0.0, 0.0, 0.0)) for decision in decisions], True
    for number, (worlds, most, until) in enumerate(ROUNDS):
        done = 0
        costs = costs[:most]
        while done < len(costs) and not given.over(until):
            decision = costs[done][0]
            costs[done] = decision, worth.cost(decision, worlds, number)
            done += 1
        whole = whole and done == len(costs)
        costs = sorted((one for one in costs if one[1].mean > 0), key=lambda one: (-one[1].mean, one[0].step))
        costs = one_a_turn(costs)
        if worth.exact:
            break
    return [one for one in costs if one[1].clear], whole


def scattered(decisions: list[Decision]) -> list[Decision]:
    """All over the match: where the time is short, something of every part of it is looked at."""
    return [decisions[i] for i in sorted(range(len(decisions)), key=lambda i: i * GOLDEN % 1.0)]


def one_a_turn(costs: list[tuple[Decision, Cost]]) -> list[tuple[Decision, Cost]]:
    """The dearest of each turn, and of those that the hints say the same words about: each lesson once.

    Where the hint's advice is as good as the master's it is that which is told: it says why.
    """
    hints = {decision.step: (decision, cost) for decision, cost in costs if decision.by == HINT}
    found: list[tuple[Decision, Cost]] = []
    for decision, cost in costs:
        if any(one.turn == decision.turn or one.rungs == decision.rungs for one, _ in found):
            continue
        hint = hints.get(decision.step, (decision, cost))
        found.append(hint if hint[1].mean + 2 * hint[1].error >= cost.mean else (decision, cost))
    return found


def dearest(game: Game, costs: list[tuple[Decision, Cost]],
            best: Master | Timed | None = None) -> list[tuple[Decision, Cost]]:
    """Those that are told, in order of play; none that the master, who thinks about it once more, would have done."""
    worth_it = [(decision, cost) for decision, cost in costs
                if in_points(game, decision, cost) or share(cost) >= LEAST_GAMES]
    worth_it.sort(key=lambda one: (-one[1].mean, one[0].step))
    most = islice((one for one in worth_it if best is None or best.agrees(one[0])), TOLD)
    return sorted(most, key=lambda one: one[0].step)


# In words.

def as_moment(game: Game, decision: Decision, cost: Cost) -> Moment:
    better = None
    if decision.better:
        answer = next(rung for rung in reversed(decision.rungs) if rung.actions)
        better = Choice(labels(game, decision.better), str(answer))
    words = decision.line or said(game, decision.played)
    return Moment(decision.step, Choice(labels(game, decision.played), words), better, cost.mean, cost.error,
                  lost(game, decision, cost), reasons(decision, cost), boxes(cost), decision.by)


def reasons(decision: Decision, cost: Cost) -> tuple[str, ...]:
    """The ladder, and where it is no estimate that it is none."""
    return (*map(str, decision.rungs), *([str(SAY["proved"])] if cost.proved else []))


def labels(game: Game, path: Path) -> tuple[str, ...]:
    return tuple(game.words.label(action) for seat, action in path if seat != CLOCK)


def said(game: Game, path: Path) -> str:
    """What was done, where the game's log has no words for it."""
    named = labels(game, path)
    return str(SAY["did"].format(labels=join_with_commas(named))) if named else str(SAY["waited"])


def lost(game: Game, decision: Decision, cost: Cost) -> str:
    """The cost as people count it in this game."""
    return in_points(game, decision, cost) or str(SAY["games"].format(n=round(100 * share(cost))))


def in_points(game: Game, decision: Decision, cost: Cost) -> str:
    """By `lost` of the game's words; "" where games won are counted."""
    return game.words.loss_text(to_object(decision.view), cost.mean)


def share(cost: Cost) -> float:
    """How many more of all games are won with what was better."""
    return (cost.better or 0.0) - (cost.won or 0.0)


def boxes(cost: Cost) -> Boxes | None:
    if cost.won is None or cost.better is None or not cost.worlds:
        return None
    played, better = round(TEN * cost.won), round(TEN * cost.better)
    return Boxes(played, better, cost.worlds) if played < better else None
