"""Say which deal a week has, and check what a finished match of it is worth."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from ...core import numbered_deals
from ...core.game import Game
from ...core.options import Value
from ...core.registry import all_games
from ...core.seats import CHANCE
from ...table.journal_replay import journal_options, replay_journal
from ...table.ports import JournalRow
from ...table.settings import DEAL_OPTION, has_numbered_deals
from ..request_error import RequestError

SEAT = 0                            # of the only player
GRACE_SECONDS = 86_400              # after the end of a week, in which results of its last matches are still taken


class Week(NamedTuple):
    """A week by the ISO calendar, in universal time; its number is written 202648."""

    year: int
    week: int

    @property
    def number(self) -> int:
        """The week as a number, 202648."""
        return self.year * 100 + self.week

    @property
    def monday(self) -> date:
        """The first day."""
        return date.fromisocalendar(self.year, self.week, 1)

    @property
    def last_day(self) -> date:
        """The last day."""
        return self.monday + timedelta(6)


class WeekPlan(NamedTuple):
    """What is played in a week: the game, its options in full, and the number of the deal."""

    week: Week
    game: Game
    options: dict[str, Value]
    deal: int


def week_at(seconds: float) -> Week:
    """Return the week of a time in seconds since the epoch."""
    found = datetime.fromtimestamp(seconds, UTC).isocalendar()
    return Week(found.year, found.week)


def open_weeks(seconds: float) -> list[Week]:
    """Return the weeks whose results are taken at a time: this one, and the last one for a day more."""
    now, before = week_at(seconds), week_at(seconds - GRACE_SECONDS)
    return [now] if now == before else [now, before]


def plan_week(week: Week) -> WeekPlan | None:
    """Return what is played in a week: the games take turns; None where no game has a weekly deal."""
    having = sorted((game for game in all_games().values() if game.weekly is not None),
                    key=lambda game: (game.place, game.title))
    if not having:
        return None
    game = having[week.monday.toordinal() // 7 % len(having)]
    assert game.weekly is not None
    deal = 1 + int.from_bytes(sha256(f"coprime week {week.number}".encode()).digest()[:8]) % numbered_deals.LAST_DEAL
    numbered = {} if has_numbered_deals(game) else {DEAL_OPTION: deal}
    return WeekPlan(week, game, game.check_options(1, dict(game.weekly.options) | numbered), deal)


def score_match(plan: WeekPlan, rows: Sequence[JournalRow], who: int) -> int:
    """Return what a match is worth by its journal; less is better.

    who  the player's number at the table

    Raises RequestError for another deal or player, and for a match that is not over or has no result.
    """
    if not rows or rows[0].seat != "start":
        raise RequestError(409, "weekly.unfinished")
    begun: dict[str, Any] = json.loads(rows[0].action)
    numbered = has_numbered_deals(plan.game)
    same = (begun["seats"] == 1 and begun["version"] == plan.game.version
            and journal_options(plan.game, begun) == plan.options
            and begun.get("deal", 0) == (plan.deal if numbered else 0))
    if not same or begun["players"][SEAT][0] != who:
        raise RequestError(409, "weekly.other")
    history = replay_journal(plan.game, rows, plan.game.pure_rules)
    if history is None or not history.match.over:
        raise RequestError(409, "weekly.unfinished")
    if numbered and not _follows_deal(plan, history.match.events):
        raise RequestError(409, "weekly.other")
    assert plan.game.ending.weekly_score is not None
    score: int | None = plan.game.ending.weekly_score(history.match.state)
    if score is None:
        raise RequestError(409, "weekly.none")
    return score


def _follows_deal(plan: WeekPlan, events: Sequence[Any]) -> bool:
    """Return whether all that CHANCE did in a match is what the number of the deal says."""
    from ...core.match import Match

    match, draw = Match(plan.game, 1, plan.options, plan.game.pure_rules), 0
    for event in events:
        if event.seat == CHANCE:
            if int(match.chance(numbered_deals.deal_bits(plan.deal, draw))) != int(event.action):
                return False
            draw += 1
        match.act(event.seat, event.action)
    return True
