"""All games played with every seat and a spectator connected: each message is a function of what its reader may see.

The journal is read beside the server and played through again, so for every message there is the view that its
reader had; what was sent must be exactly what the game's words make of these views, and nothing else.
"""

import json
import random
import sqlite3

import pytest
from server_process import Person

from coprime.core.met_numbers import list_event_numbers
from coprime.core.record import parse_event_action
from coprime.core.registry import all_games
from coprime.core.seats import CHANCE, CLOCK, WATCHER
from coprime.table.event_history import Trial
from coprime.table.journal_replay import replay_journal
from coprime.table.observer_log import seat_to_json
from coprime.table.ports import JournalRow
from coprime.table.wire import encoder

ACTORS = {"chance": CHANCE, "clock": CLOCK}
SCENE = {"type", "n", "step", "match", "seat", "scene", "lines", "cut", "clock", "undo", "takeback"}
TABLE = {"code", "game", "title", "goal", "phase", "match", "seats", "you", "host", "people", "asking", "options",
         "preset", "chips", "fewest", "most", "ladder", "locked", "paused", "practice", "class", "talk", "classroom",
         "teaching", "hotseat", "listed", "may_list", "days",
         "hints", "deal", "dealt", "numbered", "used", "clock", "levels", "notes", "invite", "rest", "record", "grace",
         "seal", "host_for", "announced", "take_back", "rematch", "tournament", "rated"}
OTHER = {"welcome": {"type", "n", "table", "chat"}, "table": {"type", "n", "table"}, "done": {"type", "id", "n"},
         "refused": {"type", "id", "sentence", "rule"}, "pong": {"type"},
         "answer": {"type", "id", "ok", "sentence", "rule", "rungs", "cards", "of", "acts"}}
MOST = 2**53


class Mirror:
    """The match as its journal tells it, played through again beside the server."""

    def __init__(self, folder, game, code):
        self.game, self.code = game, code
        self.store = sqlite3.connect(f"file:{folder}/coprime.db?mode=ro", uri=True)
        self.history = None

    def follow(self):
        """Take in the rows that are new."""
        last = self.history.n if self.history else 0
        new = "SELECT n, match, seat, action, message FROM events WHERE code = ? AND n > ? ORDER BY n"
        rows = [JournalRow(*row) for row in self.store.execute(new, (self.code, last))]
        if self.history is None:
            self.history = replay_journal(self.game, rows, self.game.pure_rules)
            return
        for row in rows:
            trial = Trial(self.history.match)
            seat = ACTORS.get(row.seat, -1)
            seat = int(row.seat) if seat < 0 else seat
            trial.apply_action(seat, parse_event_action(self.game.words, seat, row.action))
            self.history.commit_trial(trial)

    def heard(self, watcher, told):
        """The table's number up to which a watcher has heard everything that they count as `told`."""
        history = self.history
        return max(n for n in range(told, history.n + 1) if history.visible_number(1 << watcher, n) == told)

    def over(self, n):
        step = sum(event.n <= n for event in self.history.events)
        return int(self.history.match.rules.to_act(self.history.position_at(step))) == 0

    def lines(self, watcher, first, last, names):
        """The lines of the events numbered first < n <= last, from the watcher's views alone.

        They are numbered without what is hidden from the watcher until the record is open.
        """
        found, match, history, eyes = [], self.history.match, self.history, 1 << watcher
        whole = self.over(last)
        step = next((k for k, event in enumerate(self.history.events) if event.n > first), self.history.step_count)
        for one in self.history.iterate_steps(step):
            if one.event.n > last:
                break
            before, after = match.view(watcher, one.before), match.view(watcher, one.after)
            shown = int(match.rules.observe_action(one.before, one.event.seat, one.event.action, watcher))
            line = self.game.words.describe_event(before, one.event.seat, shown, after, names, watcher)
            met = list_event_numbers(self.game, before, one.event.seat, shown, after, watcher)
            if line.text:
                step = one.step if whole else history.visible_number_of_step(eyes, one.step)
                found.append({"step": step, "n": history.visible_number(eyes, one.event.n),
                              "seat": seat_to_json(one.event.seat),
                              "text": line.text, "mark": line.mark, "detail": line.detail,
                              **({"met": met} if met else {})})
        return json.loads(encoder.encode(found))

    def scene(self, watcher, n, names):
        step = sum(event.n <= n for event in self.history.events)
        view = self.history.match.view(watcher, self.history.position_at(step))
        return json.loads(encoder.encode(self.game.words.scene(view, watcher, names)))

    def secrets(self):
        """The seeds of the shuffles, and what the next ones follow from: nobody may be told one before the end."""
        [kept] = self.store.execute("SELECT kept FROM tables WHERE code = ?", (self.code,)).fetchone()
        seeds = [str(event.action) for event in self.history.events if event.seat == CHANCE and event.action > 2**20]
        return [*seeds, self.history.seal.secret, json.loads(kept)["secret"]]


class Reader:
    """Checks everything that one page is sent."""

    def __init__(self, page, watcher, mirror, names):
        self.page, self.watcher, self.mirror, self.names = page, watcher, mirror, names
        self.checked, self.n = 0, 0

    def check(self):
        while self.checked < len(self.page.got):
            message = self.page.got[self.checked]
            self.checked += 1
            if message["type"] == "scene":
                self.check_scene(message)
            else:
                assert set(message) <= OTHER[message["type"]], message
                assert set(message.get("table", ())) <= TABLE
                assert_small(message)

    def check_scene(self, message):
        self.mirror.follow()
        assert set(message) == SCENE
        assert message["n"] <= self.mirror.history.visible_number(1 << self.watcher), "told before it was kept"
        assert message["seat"] == seat_to_json(self.watcher)
        n, since = self.mirror.heard(self.watcher, message["n"]), 0 if message["cut"] == 0 else self.n
        assert message["scene"] == self.mirror.scene(self.watcher, n, self.names)
        assert message["lines"] == self.mirror.lines(self.watcher, since, n, self.names)
        assert_small(message)
        self.n = n

    @property
    def knows_all(self):
        """Has the page been told everything that its reader may know?  What is hidden from them may have followed."""
        history = self.mirror.history
        return history.visible_number(1 << self.watcher, self.n) == history.visible_number(1 << self.watcher)


def assert_small(value):
    """No seeds, no bit sets: no integer that a browser cannot hold."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            assert_small(part)
    assert not isinstance(value, int) or abs(value) <= MOST, value


def choose(mirror, chance):
    """Who acts next and how; None where only time or chance can."""
    match = mirror.history.match
    seats = [seat for seat in match.to_act() if seat < CHANCE]
    if not seats:
        return None
    seat = chance.choice(seats)
    listed = match.sound_actions(seat)
    return seat, mirror.game.words.label(chance.choice(listed))


def play(server, game, seats, options, most, seed, over_http=False):
    chance = random.Random(seed)
    people = [Person(server, f"P{seat}") for seat in range(seats)]
    code = people[0].open(game.name, seats=seats, options=options)
    people.append(Person(server, "Watcher"))
    pages = [(person.stream() if over_http else person).page(code, watch=seat == seats)
             for seat, person in enumerate(people)]
    assert pages[0].say("start")["type"] == "done"
    names = [person.name for person in people[:-1]]
    mirror = Mirror(server.settings["data"], game, code)
    mirror.follow()
    readers = [Reader(page, seat if seat < seats else WATCHER, mirror, names) for seat, page in enumerate(pages)]
    for k in range(most):
        mirror.follow()
        match = mirror.history.match
        if match.over:
            break
        if match.to_act() == [CHANCE]:
            pages[0].say("go")
            continue
        if (chosen := choose(mirror, chance)) is None:
            break                                       # minutes in which everybody may only think
        seat, label = chosen
        if k % 7 == 0:
            pages[seat].say("ask", acts=[label])
        if k % 11 == 0:
            pages[seat].say("hint")
        other = pages[chance.randrange(seats)]
        answer = pages[seat].act(label)
        if answer["type"] == "refused":
            mirror.follow()                             # time or a bot came between; it is another position now
        if k % 5 == 0:
            other.act(label)
            pages[-1].act(label)
        for reader in readers:
            reader.page.drain(0)                        # no wait for silence: that was most of the time
            reader.check()
    settle(readers, mirror)
    everything = "".join(json.dumps(page.got) for page in pages)
    assert not [seed for seed in mirror.secrets() if seed in everything]
    assert all(reader.knows_all for reader in readers)
    for page in pages:
        page.close()
    return mirror.history.step_count


def settle(readers, mirror):
    """Until all have been told everything: a clock may go on, so the last one may know more than the first."""
    for _ in range(20):
        mirror.follow()
        for reader in readers:
            reader.page.catch_up()
            reader.check()
        if all(reader.knows_all for reader in readers):
            break


def varied(game, seats, chance):
    """Options at random that go together."""
    for _ in range(50):
        options = {}
        for option in game.options:
            if not option.many and chance.random() < 0.5:
                options[option.name] = chance.choice(option.values)
        try:
            game.check_options(seats, options)
        except ValueError:
            continue
        return options
    return {}


@pytest.mark.parametrize("name", list(all_games()))
def test_each_message_is_a_function_of_its_readers_view(server, name):
    game = all_games()[name]
    steps = play(server, game, game.seats[1], {}, 40, seed=1)
    assert steps > 5


@pytest.mark.parametrize("name", ("daifugo", "prime_canasta"))
def test_so_it_is_over_http(server, name):
    game = all_games()[name]
    assert play(server, game, game.seats[0], {}, 15, seed=3, over_http=True) > 5


@pytest.mark.long
@pytest.mark.parametrize("name", list(all_games()))
def test_whole_matches_with_other_options_and_every_number_of_seats(server, name):
    game, chance = all_games()[name], random.Random(2)
    for seats in range(game.seats[0], game.seats[1] + 1):
        play(server, game, seats, varied(game, seats, chance), 300, chance.getrandbits(32))
