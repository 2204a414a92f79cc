"""A contest that follows a table: people give and take back, act nonsense and leave; both always agree."""

import contextlib
import random
import threading
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import pytest

import coprime
from coprime.contest.seats import BotSeat
from coprime.contest.table_contest import EXCHANGE, PersonSeat, TableContest, TableEnded, TableFeed, TableMismatch
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.table import bot_chairs, bots, message_dispatch, pipeline, wire
from coprime.table.settings import Settings, choose_options
from coprime.table.table import Table

GAME = coprime.game("daifugo")
GAMES = 4


class FakeServer:
    """What the table needs, in one thread and without waiting."""

    lists_tables = False

    grace_seconds, rest_seconds, operator_bots = 60.0, 0.0, {}

    def __init__(self, seed):
        self.chance, self.now, self.shown = random.Random(seed), 1000.0, 0

    def randbits(self, k):
        return self.chance.getrandbits(k)

    def wall_seconds(self):
        return 0

    def commit_changes(self, table, unit):
        pipeline.on_committed(table, unit)

    def schedule_updates(self, table):
        self.shown += 1

    def run_job(self, table, job, then):
        then(job(), self.now)

    def current_rules(self, game):
        return game.rules

    def find_search(self, game, level):
        return None

    def invitation_json(self, code):
        return {}


class Quiet:
    """A browser that listens to nothing."""

    is_full = False

    def send(self, data):
        pass

    def close(self, code, sentence):
        pass


class Evening:
    """A table whose seats 0 and 1 are programs, and which three people play at random."""

    def __init__(self, seed):
        self.server, self.chance, self.fault = FakeServer(seed), random.Random(seed), None
        self.nonsense = 0
        options = choose_options(GAME, 5, {"match_length": GAMES}, "uecda", {})
        self.table = Table("TABLE", GAME, Settings(5, options), self.server)
        bot_chairs.set_up_chairs(self.table, None, 5)
        for chair in self.table.lobby.chairs[:2]:
            chair.kind, chair.name, chair.pace = "program", f"program {chair.seat}", "quick"
        self.people = {seat: self.table.add_connection(Quiet(), f"person {seat}", f"P{seat}") for seat in (2, 3, 4)}
        for visit in self.people.values():
            self.say(visit, wire.Hello())
        self.sent, self.undone = SimpleQueue(), 0
        self.feed = TableFeed(lambda seat, action: self.sent.put((seat, action)))
        self.table.commit_listener = self.feed.pass_on_events
        self.thread = threading.Thread(target=self.contest, daemon=True)

    def say(self, visit, message):
        pipeline.process_input(self.table, partial(message_dispatch.receive_message, self.table, visit, message),
                               self.server.now)

    def contest(self):
        bits = random.Random(7).getrandbits
        names = self.feed.wait_for_begin()
        seats = [BotSeat(GAME, level, level, bits) for level in ("random", "novice")]
        seats += [PersonSeat(name, self.feed) for name in names[2:]]
        self.held = TableContest(Match(GAME, 5, self.table.settings.options), seats, self.feed)
        try:
            self.held.play_games()
        except Exception as fault:
            self.fault = fault

    def play(self):
        """Until the contest is over."""
        self.say(self.people[2], wire.Start())
        self.thread.start()
        while self.table.phase != "over" and not self.fault:
            acting = self.table.acting_seats()
            for seat in self.people:
                if self.table.acting_seats() >> seat & 1:
                    self.move(seat)
            self.hear(wait=acting & 3)
            self.server.now += 1
            pipeline.process_input(self.table, lambda now: None, self.server.now)
        self.thread.join(10)
        return self

    def hear(self, wait):
        """What programs have sent; where one is to act, it is waited for."""
        with contextlib.suppress(Empty):
            pipeline.process_input(self.table, partial(bots.send_program_action, self.table,
                                                       *self.sent.get(bool(wait), 0.5)), self.server.now)

    def move(self, seat):
        """A person does anything: gives and takes back, or plays a card that is no play, which counts as a pass."""
        match, chance = self.table.match, self.chance
        legal = match.sound_actions(seat)
        if match.state.phase == EXCHANGE:
            self.act(seat, chance.choice(legal))
            step = self.table.history.step_count
            if chance.random() < 0.7:
                self.say(self.people[seat], wire.Undo(""))
            self.undone += self.table.history.step_count < step
        elif chance.random() < 0.3:
            card = chance.choice([1 << at for at in range(52) if int(match.state.hand[seat]) >> at & 1] or legal)
            self.nonsense += card not in legal
            self.act(seat, card)
        else:
            self.act(seat, chance.choice(legal))

    def act(self, seat, action):
        self.say(self.people[seat], wire.Act("", [GAME.words.label(action)]))


def test_both_agree_whatever_people_do():
    undone = nonsense = 0
    for seed in range(8):
        evening = Evening(seed).play()
        assert evening.fault is None and evening.held.state.hands == GAMES
        assert evening.held.state.tobytes() == evening.table.match.state.tobytes()
        assert sum(sum(score.places) for score in evening.held.scores) == 5 * GAMES
        undone, nonsense = undone + evening.undone, nonsense + evening.nonsense
        assert evening.nonsense == sum(score.refused for score in evening.held.scores)
    assert undone and nonsense


def test_what_has_come_apart_stops():
    evening = Evening(1)
    told = evening.feed._settled_events
    evening.feed._settled_events = Bent(told.put, told.get)
    assert isinstance(evening.play().fault, TableMismatch)


class Bent(NamedTuple):
    """A queue that tells another position after the third event."""

    keep: Any
    get: Any

    def put(self, told):
        self.keep(told._replace(position_bytes=b"") if told.step == 3 else told)


def test_whoever_waits_for_a_table_that_is_gone_is_told():
    feed = TableFeed(lambda seat, action: None)
    feed.stop_feed()
    for wait in (feed.wait_for_begin, lambda: feed.take_action(CHANCE)):
        with pytest.raises(TableEnded):
            wait()
