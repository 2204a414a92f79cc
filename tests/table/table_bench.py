"""A table on a bench: a fake clock, chance from a seed, and browsers that remember what they were sent."""

import itertools
import json
import random
from functools import partial

from coprime.core.registry import find_game as find
from coprime.table import bot_chairs, broadcast, message_dispatch, pipeline, timed_changes, wire
from coprime.table.settings import Settings, choose_options
from coprime.table.table import Table


class Bench:
    """The outside of a table, in one thread, with time that only passes when told."""

    def __init__(self, grace=60.0, rest=20.0, seed=1):
        self.grace_seconds, self.rest_seconds = grace, rest
        self.operator_bots = {}
        self.lists_tables = False
        self.now = 1000.0
        self.closed = 0.0           # seconds in which the server was not open
        self.random = random.Random(seed)
        self.units = []             # everything kept, in order
        self.held = None            # a list of (table, unit) while the disk is slow
        self.jobs = []
        self.thinking = True        # jobs are done at once
        self.searches = {}
        self.shows = []

    def randbits(self, k):
        return self.random.getrandbits(k)

    def wall_seconds(self):
        return 1_700_000_000 + int(self.now)

    def open_seconds(self):
        return self.now - self.closed

    def commit_changes(self, table, unit):
        self.units.append(unit)
        if self.held is None:
            pipeline.on_committed(table, unit)
        else:
            self.held.append((table, unit))

    def release(self):
        held, self.held = self.held, None
        for table, unit in held:
            pipeline.on_committed(table, unit)
        self.settle()

    def schedule_updates(self, table):
        self.shows.append(table)

    def run_job(self, table, job, then, person=""):
        self.jobs.append((job, lambda result, now: pipeline.process_input(table, partial(then, result), now)))

    def put(self, table, verb, *given):
        """One input to a table, and all that follows from it at once."""
        pipeline.process_input(table, partial(verb, table, *given), self.now)
        self.settle()

    def wake(self, table):
        """Time has come, and nothing else."""
        pipeline.process_input(table, lambda now: None, self.now)

    def settle(self):
        """Do the jobs and shows that wait."""
        while (self.jobs and self.thinking) or self.shows:
            if self.shows:
                for wrong in broadcast.send_updates(self.shows.pop(0), self.now):
                    raise wrong
                continue
            job, then = self.jobs.pop(0)
            try:
                result = job()
            except Exception as wrong:
                result = wrong
            then(result, self.now)

    def current_rules(self, game):
        return game.pure_rules

    def find_search(self, game, level):
        return self.searches.get(level)

    def invitation_json(self, code):
        return {"url": f"http://127.0.0.1/t/{code}", "lan": False, "how": ""}

    @property
    def rows(self):
        return [row for unit in self.units for row in unit.journal_rows]

    def table(self, name="prime_daifugo", seats=2, **settings):
        game = find(name)
        options = settings.pop("options", {})
        preset = settings.pop("preset", None)
        table = Table("TABLE", game, Settings(seats, choose_options(game, seats, options, preset, {}), **settings),
                      self)
        bot_chairs.set_up_chairs(table, None, seats)
        return table

    def run(self, table, seconds):
        """Let time pass, waking the table whenever it asks for it."""
        end = self.now + seconds
        self.settle()
        while timed_changes.next_tick_time(table, self.now) <= end:
            self.now = max(self.now, timed_changes.next_tick_time(table, self.now))
            self.wake(table)
            self.settle()
        self.now = end
        self.wake(table)
        self.settle()


class Browser:
    """A connection that keeps what it was sent."""

    is_full = False

    ids = itertools.count()

    def __init__(self, bench, table, key, seen=0, watch=False, hello=True):
        self.bench, self.table = bench, table
        self.got, self.closed = [], None
        self.visit = table.add_connection(self, key, key.title())
        if hello:
            self.say("hello", seen=seen, **{"as": "watch" if watch else "seat"})

    def send(self, data):
        self.got.append(json.loads(data))

    def close(self, code, sentence):
        self.closed = (code, sentence)

    def say(self, type, **fields):
        """Send a message; returns what is answered to its id."""
        if type in ("act", "ask", "preview", "undo", "hint") and "id" not in fields:
            fields["id"] = f"m{next(self.ids)}"
        data = json.dumps({"type": type, **fields}).encode()
        self.bench.put(self.table, message_dispatch.receive_message, self.visit, wire.decoder.decode(data))
        answers = [m for m in self.got if m.get("id") and m["id"] == fields.get("id")]
        return answers[-1] if answers else None

    def act(self, *labels, **fields):
        return self.say("act", acts=list(labels), **fields)

    def leave(self):
        self.bench.put(self.table, message_dispatch.remove_connection, self.visit)

    def last(self, type):
        return next((m for m in reversed(self.got) if m["type"] == type), None)

    @property
    def told(self):
        return next(m for m in reversed(self.got) if m["type"] in ("table", "welcome"))["table"]

    @property
    def scene(self):
        return self.last("scene")

    @property
    def log(self):
        """The log as a browser keeps it from the scene messages."""
        lines = []
        for message in self.got:
            if message["type"] == "scene":
                if message["cut"] is not None:
                    lines = [line for line in lines if line["step"] <= message["cut"]]
                lines += message["lines"]
        return lines


def labels(table, seat):
    """The listed actions of a seat, as labels."""
    return [table.game.words.label(action) for action in table.match.sound_actions(seat)]
