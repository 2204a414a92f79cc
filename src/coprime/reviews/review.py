"""Find the moments of a match that cost a seat most, and describe them in words."""

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
from ..core.reasons import MAX_REASONS
from ..core.record import GameRecord
from ..core.seats import CLOCK, UNKNOWN
from .decision_cost import Cost, CostEstimator
from .decisions import HINT, ActionPath, Decision, DecisionFinder
from .expert_choices import MasterAdviser, RealTimeMaster, add_master_advice, load_master, make_realtime_master
from .turn_finds import ReviewTurn, find_last_missed_win, find_turns

FOLDER = File(__file__).parent
SAY = load_messages(FOLDER)
MAX_MOMENTS = 3                    # moments at most
# Rounds: in so many worlds so many decisions are played on, the dearest ones, until so much of the time has passed.
ROUNDS = ((32, 10_000, 0.7), (192, 12, 0.85), (768, 5, 1.0))
WALKING_SHARE, ASKING_SHARE = 0.3, 0.5  # of the time, until everything has been seen, and the master asked
BOX_COUNT = 10
GOLDEN_RATIO = 0.6180339887498949
MIN_WIN_GAIN = 0.05          # of all games: what a moment must have cost where games won are counted


@dataclass(frozen=True)
class ReviewChoice:
    """What was done, or could have been.

    labels  the actions in the game's notation, in order; none for doing nothing
    words   a sentence in the second person
    """

    labels: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class WinBoxes:
    """How many of ten games, played on from the position, the seat wins with each choice.

    played_on  in how many sampled worlds both choices were really played on
    """

    played: int
    better: int
    played_on: int


@dataclass(frozen=True)
class ReviewMoment:
    """One moment of a match.

    step    how many events of the record precede it
    played  what the seat did
    better  what was better; None: nothing should have been done
    by      who says so: "hint" or "master"
    cost    the mean loss, in the game's returns
    error   its standard error; 0 if the game computes the loss exactly
    lost    the cost in words, such as "12 points"
    reason  hints for what the seat saw, from a nudge to the answer
    boxes   None if nothing was played on, or if the loss is not in games won
    why     what makes the better choice better, as facts of the position; none where the game knows of none
    """

    step: int
    played: ReviewChoice
    better: ReviewChoice | None
    cost: float
    error: float
    lost: str
    reason: tuple[str, ...]
    boxes: WinBoxes | None
    by: str = HINT
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Review:
    """What a seat can learn from a match.

    moments    at most three, in order of play
    decisions  in how many decisions the hint, or the master, differs from what was done
    finished   False if the time was over first; another run may then find more
    master     was the game's master asked?
    turns      every turn of the seat and what could have been played in it; none where the game has no finds.py
    decisive   the place in `turns` of the last one with a certain win that was missed in a game that was lost
    """

    game: str
    title: str
    seat: int
    players: tuple[str, ...]
    moments: tuple[ReviewMoment, ...]
    decisions: int
    finished: bool
    master: bool = False
    turns: tuple[ReviewTurn, ...] = ()
    decisive: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the review as JSON data."""
        return asdict(self)


class TimeBudget:
    """A time limit in seconds; None for no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds, self.started = seconds, time.monotonic()

    def is_over(self, share: float = 1.0) -> bool:
        """Return whether this share of the time has passed."""
        return self.seconds is not None and time.monotonic() - self.started >= share * self.seconds


def review(record: GameRecord | str, seat: int, seconds: float | None, seed: int,
           with_master: bool | None = None) -> Review:
    """See `coprime.review`.  Raises BadInput."""
    game, match, players = load_finished_match(record)
    if not 0 <= seat < match.seats:
        raise BadInput(format_sentence(FOLDER, "wrong.seat", seat=seat, last=match.seats - 1))
    worth, best = CostEstimator(game, seat, seed), load_master(game, seat, seed, with_master)
    worth.warm_up()
    given = TimeBudget(seconds)
    turns = tuple(find_turns(match, seat, players, seconds, seed))
    found, whole = collect_in_time(DecisionFinder(match, seat, players,
                                                  includes_agreed=best is not None).find_decisions(), given)
    compared, asked = add_master_advice(order_by_golden_ratio(found), best, lambda: given.is_over(ASKING_SHARE))
    costs, through = rank_mistakes(worth, compared, given)
    last = best or make_realtime_master(game, seat, seed, with_master)
    moments = tuple(make_moment(game, decision, cost) for decision, cost in find_costliest(game, costs, last))
    return Review(game.name, game.localized_title, seat, tuple(players), moments, len({one.step for one in compared}),
                  whole and asked and through, best is not None, turns, find_last_missed_win(turns))


def load_finished_match(record: GameRecord | str) -> tuple[Game, Match, list[str]]:
    """Replay a record and return its game, match and players.

    Raises BadInput if it is of another version of the game, or if the match is not over.
    """
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


def collect_in_time(decisions: Iterable[Decision], time_budget: TimeBudget) -> tuple[list[Decision], bool]:
    """Return the decisions found while there is time, and whether these are all."""
    found: list[Decision] = []
    for decision in decisions:
        if time_budget.is_over(WALKING_SHARE):
            return found, False
        found.append(decision)
    return found, True


def rank_mistakes(worth: CostEstimator, decisions: list[Decision],
                  time_budget: TimeBudget) -> tuple[list[tuple[Decision, Cost]], bool]:
    """Return the clear mistakes with their costs, and whether the time sufficed for all decisions.

    Each round plays the costliest decisions of the round before in new worlds, so a decision does not seem costly
    through the luck that selected it.  Decisions without time for a round keep their estimate of the round before.
    """
    costs, whole = [(decision, Cost(0.0, 0.0, 0.0)) for decision in decisions], True
    for number, (worlds, most, until) in enumerate(ROUNDS):
        done = 0
        costs = costs[:most]
        while done < len(costs) and not time_budget.is_over(until):
            decision = costs[done][0]
            costs[done] = decision, worth.estimate_cost(decision, worlds, number)
            done += 1
        whole = whole and done == len(costs)
        costs = sorted((one for one in costs if one[1].mean > 0), key=lambda one: (-one[1].mean, one[0].step))
        costs = keep_one_per_turn(costs)
        if worth.is_exact:
            break
    return [one for one in costs if one[1].is_clear], whole


def order_by_golden_ratio(decisions: list[Decision]) -> list[Decision]:
    """Order decisions by the golden ratio, so that any first part of them is spread over the whole match."""
    return [decisions[i] for i in sorted(range(len(decisions)), key=lambda i: i * GOLDEN_RATIO % 1.0)]


def keep_one_per_turn(costs: list[tuple[Decision, Cost]]) -> list[tuple[Decision, Cost]]:
    """Keep the costliest decision of each turn, and of those with the same hints.

    If the hint's alternative is about as good as the master's, keep the hint's, because it explains itself.
    """
    hints = {decision.step: (decision, cost) for decision, cost in costs if decision.by == HINT}
    found: list[tuple[Decision, Cost]] = []
    for decision, cost in costs:
        if any(one.turn == decision.turn or one.hint_steps == decision.hint_steps for one, _ in found):
            continue
        hint = hints.get(decision.step, (decision, cost))
        found.append(hint if hint[1].mean + 2 * hint[1].error >= cost.mean else (decision, cost))
    return found


def find_costliest(game: Game, costs: list[tuple[Decision, Cost]],
                   best: MasterAdviser | RealTimeMaster | None = None) -> list[tuple[Decision, Cost]]:
    """Return the costliest decisions in order of play.

    Decisions that the master, thinking again, would have made too are left out.
    """
    worth_it = [(decision, cost) for decision, cost in costs
                if points_text(game, decision, cost) or win_gain(cost) >= MIN_WIN_GAIN]
    worth_it.sort(key=lambda one: (-one[1].mean, one[0].step))
    most = islice((one for one in worth_it if best is None or best.confirms_mistake(one[0])), MAX_MOMENTS)
    return sorted(most, key=lambda one: one[0].step)


# In words.

def make_moment(game: Game, decision: Decision, cost: Cost) -> ReviewMoment:
    """Return a decision and its cost as a moment with words."""
    better = None
    if decision.better:
        answer = next(rung for rung in reversed(decision.hint_steps) if rung.actions)
        better = ReviewChoice(action_labels(game, decision.better), str(answer))
    words = decision.line or played_text(game, decision.played)
    return ReviewMoment(decision.step, ReviewChoice(action_labels(game, decision.played), words), better, cost.mean,
                        cost.error,
                        cost_text(game, decision, cost), reason_texts(decision, cost), make_boxes(cost), decision.by,
                        choice_reasons(game, decision))


def reason_texts(decision: Decision, cost: Cost) -> tuple[str, ...]:
    """Return the hints, and a sentence that the cost is proved if it is no estimate."""
    return (*map(str, decision.hint_steps), *([str(SAY["proved"])] if cost.is_proved else []))


def choice_reasons(game: Game, decision: Decision) -> tuple[str, ...]:
    """Return why the better choice was better, in the words of the game; nothing for doing nothing."""
    seat = decision.better[0][0] if decision.better else UNKNOWN
    played, better = ([action for actor, action in path if actor == seat]
                      for path in (decision.played, decision.better))
    if game.reasons is None or not better:
        return ()
    return tuple(map(str, game.reasons.choice_reasons(to_object(decision.view), seat, played, better)[:MAX_REASONS]))


def action_labels(game: Game, path: ActionPath) -> tuple[str, ...]:
    """Return a seat's actions in the game's notation."""
    return tuple(game.words.label(action) for seat, action in path if seat != CLOCK)


def played_text(game: Game, path: ActionPath) -> str:
    """Return a sentence about what was done, for an action that the game's log has no words for."""
    named = action_labels(game, path)
    return str(SAY["did"].format(labels=join_with_commas(named))) if named else str(SAY["waited"])


def cost_text(game: Game, decision: Decision, cost: Cost) -> str:
    """Return the cost as players count it in this game: points, or games in a hundred."""
    return points_text(game, decision, cost) or str(SAY["games"].format(n=round(100 * win_gain(cost))))


def points_text(game: Game, decision: Decision, cost: Cost) -> str:
    """Return the cost by the `loss_text` of the game's words; "" if the game counts games won."""
    return game.words.loss_text(to_object(decision.view), cost.mean)


def win_gain(cost: Cost) -> float:
    """Return how many more of all games the better choice wins."""
    return (cost.better or 0.0) - (cost.won or 0.0)


def make_boxes(cost: Cost) -> WinBoxes | None:
    """Return both choices' games won out of ten.

    None if nothing was played on or there is no difference to show.
    """
    if cost.won is None or cost.better is None or not cost.worlds:
        return None
    played, better = round(BOX_COUNT * cost.won), round(BOX_COUNT * cost.better)
    return WinBoxes(played, better, cost.worlds) if played < better else None
