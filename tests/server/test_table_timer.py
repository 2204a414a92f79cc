"""A table's timer: nothing that falls due is forgotten, however slow the machine is."""

from functools import partial

from table_bench import Bench, Browser

from coprime.server.table_actor import TableActor
from coprime.table import message_dispatch


class Loop:
    """An event loop whose time passes when told, and while a table is looked at."""

    def __init__(self, now):
        self.now, self.timers = now, []

    def time(self):
        return self.now

    def call_at(self, when, ring):
        self.timers.append((when, ring))
        return self

    def cancel(self):
        self.timers.clear()

    def run(self, until):
        """Let time pass, and ring when it is time."""
        while self.timers and self.timers[0][0] <= until:
            when, ring = self.timers.pop()
            self.now = max(self.now, when)
            ring()
        self.now = max(self.now, until)


def test_a_grace_that_ends_while_the_table_is_busy_is_noticed():
    """Its end fell between the look at the table and the setting of the timer: nobody followed the host."""
    bench = Bench(grace=5)
    table = bench.table()
    host, heir = (Browser(bench, table, key) for key in ("ada", "bo"))
    loop = Loop(bench.now)
    table_actor = TableActor(loop)
    table_actor.table = table
    table_actor.enqueue_input(partial(message_dispatch.remove_connection, table, host.visit))
    gone = loop.now
    loop.run(gone + 4.9)

    def slow(now):
        loop.now = gone + 5.1
    table_actor.enqueue_input(slow)
    assert table.lobby.host == host.visit.who
    loop.run(gone + 5.2)
    assert table.lobby.host == heir.visit.who
