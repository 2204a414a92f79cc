"""Tables are closed and people forgotten by the time that the server has been open, whatever the wall shows."""

import asyncio
import sqlite3

import pytest

from coprime.core.registry import find_game
from coprime.server.rate_limits import Limits
from coprime.server.store import people
from coprime.server.store.clock_readings import ClockReading, RunningTimeClock
from coprime.server.store.store import Store
from coprime.server.table_manager import TableManager
from coprime.table.settings import Settings

DAY = 86_400
YEAR = 365 * DAY
NOW = 1_900_000_000


class Clocks:
    """The clock on the wall and the one that only counts."""

    def __init__(self):
        self.wall_seconds, self.counted = NOW, 1000.0

    def pass_by(self, calendar, seconds, step=3600):
        for _ in range(int(seconds // step)):
            self.wall_seconds += step
            self.counted += step
            calendar.read_wall_clock(YEAR)


@pytest.fixture
def clocks():
    return Clocks()


def calendar(clocks, kept=()):
    opened = RunningTimeClock(kept, lambda: clocks.wall_seconds, lambda: clocks.counted)
    opened.read_wall_clock(YEAR)
    return opened


def test_time_goes_by(clocks):
    found = calendar(clocks)
    assert found.latest_stamp_before(7 * DAY) == 0
    clocks.pass_by(found, 6 * DAY)
    assert found.latest_stamp_before(7 * DAY) == 0
    clocks.pass_by(found, 2 * DAY)
    assert abs(found.latest_stamp_before(7 * DAY) - (NOW + DAY)) <= 3600


@pytest.mark.parametrize("jump", [10 * YEAR, -10 * YEAR, 8 * DAY, -8 * DAY, 3600, -3600])
def test_a_clock_that_jumps_makes_nothing_old(clocks, jump):
    found = calendar(clocks)
    clocks.pass_by(found, 9 * DAY)
    stamped = [clocks.wall_seconds]                     # just before the jump, and after it
    clocks.wall_seconds += jump
    found.read_wall_clock(YEAR)
    stamped.append(clocks.wall_seconds)
    clocks.pass_by(found, 6 * DAY)
    assert all(stamp >= found.latest_stamp_before(7 * DAY) for stamp in stamped)
    clocks.wall_seconds -= jump                         # somebody sets it right
    found.read_wall_clock(YEAR)
    stamped.append(clocks.wall_seconds)
    clocks.pass_by(found, DAY // 2)
    assert all(stamp >= found.latest_stamp_before(7 * DAY) for stamp in stamped)
    clocks.pass_by(found, 9 * DAY)
    assert stamped[0] < found.latest_stamp_before(7 * DAY), "in the end it is old all the same"


def test_a_closed_server_does_not_age(clocks):
    found = calendar(clocks)
    clocks.pass_by(found, 5 * DAY)
    stamp, kept = clocks.wall_seconds, [ClockReading(*reading) for reading in found.readings]
    clocks.wall_seconds += YEAR
    clocks.counted = 7.0                        # another process, another count
    found = calendar(clocks, kept)
    clocks.pass_by(found, DAY)
    assert stamp >= found.latest_stamp_before(7 * DAY)
    clocks.pass_by(found, 7 * DAY)
    latest = found.latest_stamp_before(7 * DAY)
    assert stamp < latest <= clocks.wall_seconds - 6 * DAY


def test_a_jump_closes_no_table_and_forgets_nobody(tmp_path, clocks):
    async def lived():
        store = Store(f"sqlite:///{tmp_path}/x.db")
        server = TableManager(store, Limits(), lambda code: {}, warm=False)
        store.call_soon = server.loop.call_soon_threadsafe
        server.wall_seconds, server.clock = lambda: clocks.wall_seconds, lambda: clocks.counted
        await server.write_durably(lambda connection: people.add_person(connection, "ada", "Ada"))
        code = await server.open_table(find_game("prime_daifugo"), Settings(2, {}), "", lambda table, now: None)
        await server.sweep_tables()
        clocks.wall_seconds += 10 * YEAR
        await server.sweep_tables()
        assert store.load_table(code).phase == "lobby" and store.read(lambda c: people.read_person_name(c,
                                                                                                        "ada")) == "Ada"
        clocks.pass_by(server.calendar, 8 * DAY)
        await server.sweep_tables()
        await asyncio.sleep(0.2)
        assert store.load_table(code).phase == "closed" and server.table_actors[code].table.is_closed
        clocks.pass_by(server.calendar, 91 * DAY)
        await server.sweep_tables()
        assert store.load_table(code) is None and store.read(lambda c: people.read_person_name(c, "ada")) is None
        await server.stop_all()
        store.close()

    asyncio.run(lived())
    with sqlite3.connect(tmp_path / "x.db") as store:
        assert store.execute("SELECT count(*) FROM calendar").fetchone()[0] >= 2
