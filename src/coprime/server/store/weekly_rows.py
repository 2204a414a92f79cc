"""Read and write the results of the weekly deal: one for each person and week."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from . import schema

WEEKS_KEPT = 5              # weeks after which a result is forgotten


class WeeklyResult(NamedTuple):
    """A result as it stands on the table."""

    person: str
    name: str
    score: int


def read_results(connection: sa.Connection, week: int, most: int) -> list[WeeklyResult]:
    """Return the results of a week, the best first; of equal ones the earlier first."""
    w = schema.weekly_results.c
    query = sa.select(w.person, w.name, w.score).where(w.week == week).order_by(w.score, w.at, w.person).limit(most)
    return [WeeklyResult(*row) for row in connection.execute(query)]


def read_own_result(connection: sa.Connection, week: int, person: str) -> tuple[WeeklyResult, int] | None:
    """Return a person's result of a week and how many are better; None where there is none."""
    w = schema.weekly_results.c
    found = connection.execute(sa.select(w.person, w.name, w.score).where(w.week == week, w.person == person)).first()
    if found is None:
        return None
    better = sa.select(sa.func.count()).where(w.week == week, w.score < found.score)
    return WeeklyResult(*found), int(connection.execute(better).scalar() or 0)


def read_names(connection: sa.Connection, week: int, person: str) -> list[str]:
    """Return the names of all others on the table of a week."""
    w = schema.weekly_results.c
    return list(connection.execute(sa.select(w.name).where(w.week == week, w.person != person)).scalars())


def write_result(connection: sa.Connection, week: int, result: WeeklyResult, now: int) -> None:
    """Write a person's result of a week; the better one stands, under the newer name."""
    w = schema.weekly_results
    mine = sa.and_(w.c.week == week, w.c.person == result.person)
    before = connection.execute(sa.select(w.c.score, w.c.at).where(mine).with_for_update()).first()
    if before is None:
        connection.execute(sa.insert(w).values(week=week, person=result.person, name=result.name, score=result.score,
                                               at=now))
        return
    better = result.score < before.score
    connection.execute(sa.update(w).where(mine).values(
        name=result.name, score=min(result.score, before.score), at=now if better else before.at))


def delete_results(connection: sa.Connection, person: str, weeks: Sequence[int] | None = None) -> None:
    """Delete a person's results, of some weeks or of all."""
    w = schema.weekly_results.c
    of = w.person == person
    connection.execute(sa.delete(schema.weekly_results).where(of if weeks is None else sa.and_(of, w.week.in_(weeks))))


def forget_old_results(connection: sa.Connection, since: int) -> None:
    """Delete the results from before a time."""
    connection.execute(sa.delete(schema.weekly_results).where(schema.weekly_results.c.at < since))
