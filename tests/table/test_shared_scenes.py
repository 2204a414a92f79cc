"""What is made once for several readers is what each would have been told alone, at random matches of every game.

A scene and its lines are compared with what the game's words make of that reader's own view, without anything shared.
"""

import json
import random

import pytest
from table_bench import Bench, Browser, labels

from coprime.core.attr_view import to_object
from coprime.core.language_selection import use_language
from coprime.core.met_numbers import list_event_numbers
from coprime.core.registry import all_games
from coprime.core.seats import CHANCE, WATCHER
from coprime.table import person_commands
from coprime.table.hidden_people import NOBODY, hide_people
from coprime.table.observer_log import NamesRead, seat_to_json
from coprime.table.wire import encoder

ACTIONS = 45


def plain(value):
    return json.loads(encoder.encode(value))


def lines_alone(table, watcher, names):
    """The log of a watcher from the first step, each line made from views that nobody else reads."""
    found, match = [], table.match
    for step in table.history.iterate_steps(0):
        views = [to_object(match.view(watcher, state)) for state in (step.before, step.after)]
        action = int(match.rules.observe_action(step.before, step.event.seat, step.event.action, watcher))
        line = match.game.words.describe_event(views[0], step.event.seat, action, views[1], names, watcher)
        met = list_event_numbers(match.game, views[0], step.event.seat, action, views[1], watcher)
        if line.text:
            found.append({"seat": seat_to_json(step.event.seat), "text": line.text, "mark": line.mark,
                          "detail": line.detail, **({"met": met} if met else {})})
    return plain(found)


class Reader:
    """Somebody at a table, who sees what `watcher` sees."""

    def __init__(self, bench, table, key, watcher, language="en", hidden=NOBODY):
        self.table, self.watcher, self.language, self.hidden = table, watcher, language, hidden
        with use_language(language):
            self.page = Browser(bench, table, key, watch=watcher == WATCHER)

    def check(self):
        """What the page was told last is what it would have been told alone."""
        with use_language(self.language), hide_people(self.hidden):
            names = self.table.lobby.seat_names()
            view = to_object(self.table.match.view(self.watcher))
            alone = plain(self.table.game.words.scene(view, self.watcher, names))
            assert self.page.scene["scene"] == alone, self.watcher
            log = [{key: value for key, value in line.items() if key not in ("n", "step")} for line in self.page.log]
            assert log == lines_alone(self.table, self.watcher, names), self.watcher


def step_on(bench, table, readers, chance):
    """Let something happen at random. Returns whether the match goes on."""
    acting = [seat for seat in table.match.to_act() if seat < CHANCE]
    if table.phase == "over":
        return False
    if table.phase == "rest":
        readers[0].page.say("go", id=f"go{table.n}")
    elif acting:
        seat = chance.choice(acting)
        readers[seat].page.act(chance.choice(labels(table, seat)), seat=seat, id=f"act{table.n}")
    else:
        bench.run(table, 30)
    return True


def play(name, seed, actions):
    """A random match with readers of every seat and of two languages, who are told at different times."""
    bench, chance, game = Bench(seed=seed), random.Random(seed), all_games()[name]
    seats = min(4, game.seats[1])
    table = bench.table(name, seats=seats)
    readers = [Reader(bench, table, f"person{seat}", seat, "ja" if seat == 2 else "en") for seat in range(seats)]
    readers += [Reader(bench, table, "first", WATCHER), Reader(bench, table, "second", WATCHER),
                Reader(bench, table, "third", WATCHER, "ja"), Reader(bench, table, "fourth", WATCHER, "en", {1})]
    bench.put(table, person_commands.set_muted, "fourth", "person0")
    readers[0].page.say("start", id="start")
    for n in range(actions):
        if not step_on(bench, table, readers, chance):
            break
        for reader in readers[n % 3::3]:            # of the others several lines are compared at once later
            reader.check()
    for reader in readers:
        reader.check()
    assert table.history.step_count > 5


@pytest.mark.parametrize("name", sorted(all_games()))
def test_what_readers_share_is_what_each_is_told_alone(name):
    play(name, seed=7, actions=ACTIONS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", sorted(all_games()))
def test_it_is_so_in_longer_matches(name, seed):
    play(name, seed, actions=200)


def test_names_that_are_read_are_noted():
    names = NamesRead(["Ada", "Bo", "Cy"])
    assert names.seats == set()
    assert names[-1] == "Cy" and names.seats == {2}
    assert list(enumerate(names)) == [(0, "Ada"), (1, "Bo"), (2, "Cy")] and names.seats == {0, 1, 2}
    for read in (", ".join, sorted, tuple, lambda all_names: all_names[:1], lambda all_names: [*all_names]):
        names = NamesRead(["Ada", "Bo", "Cy"])
        read(names)
        assert names.seats == {0, 1, 2}
