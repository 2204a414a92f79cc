"""A moment that is past is looked at again from one's own seat, while the match goes on."""

import random

import pytest
from table_bench import Bench, Browser, labels

from coprime.core.seats import WATCHER
from coprime.table import broadcast
from coprime.table.observer_log import SharedSteps, WatcherLog

GAMES = ("prime_daifugo", "factor_rummy", "prime_canasta", "secret_number")


@pytest.mark.parametrize("name", GAMES)
def test_a_moment_is_what_was_seen_then(name):
    bench = Bench()
    table = bench.table(name, seats=2)
    people = [Browser(bench, table, "ada"), Browser(bench, table, "bo")]
    watcher = Browser(bench, table, "cy", watch=True)
    people[0].say("start", id="s")
    seen = {id(one): {} for one in (*people, watcher)}
    for n in range(40):
        for one in (*people, watcher):
            seen[id(one)][one.scene["step"]] = one.scene["scene"]
        if table.phase != "playing":
            break
        seat = table.match.to_act()[0]
        people[seat].act(labels(table, seat)[n % len(labels(table, seat))], id=f"a{n}")
    for one in (*people, watcher):
        before = table.n
        for step, scene in seen[id(one)].items():
            answer = one.say("look", id=f"l{step}", step=step)
            assert (answer["type"], answer["step"], answer["scene"]) == ("answer", step, scene)
        assert table.n == before and len(seen[id(one)]) > 5, "nothing has happened by looking"
    assert table.history.has_hidden_events == (name == "prime_canasta"), "some of its steps are hidden from others"


def test_another_seat_cannot_be_looked_through():
    bench = Bench()
    table = bench.table(seats=2)
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    assert a.say("look", id="early", step=0)["sentence"] == "The match has not begun."
    a.say("start", id="s")
    assert a.say("look", id="x", step=1, seat=1)["type"] == "refused"
    last = table.history.step_count
    assert a.say("look", id="y", step=last + 1)["sentence"].endswith(f"the steps 0 to {last}; choose one of those.")
    hands = [one.say("look", id="z", step=last)["scene"]["hand"] for one in (a, b)]
    assert hands[0] != hands[1]


def test_a_watcher_looks_as_a_watcher_and_people_at_one_device_name_the_seat():
    bench = Bench()
    table = bench.table(seats=2, hotseat=True)
    a = Browser(bench, table, "ada")
    for chair in table.lobby.chairs:
        chair.kind, chair.who = "person", 1
    a.say("start", id="s")
    found = [a.say("look", id=f"q{seat}", step=table.history.step_count, seat=seat)["scene"] for seat in (0, 1)]
    assert found[0]["hand"] != found[1]["hand"]


def test_who_comes_late_to_a_long_match_is_told_it_in_parts(monkeypatch):
    """Its log had been made in one go, which held up every other table."""
    monkeypatch.setattr(broadcast, "MOST_STEPS_AT_ONCE", 15)
    bench = Bench()
    table = bench.table("prime_climb", seats=2, practice=True)
    ada = Browser(bench, table, "ada")
    ada.say("start", id="s")
    chance = random.Random(1)
    while table.history.step_count < 40:
        if table.match.to_act()[0] != 0:
            bench.run(table, 1)
        else:
            found = labels(table, 0)
            ada.act(found[chance.randrange(len(found))], id=f"a{bench.now}{table.n}")
    settle, bench.settle = bench.settle, lambda: None
    late = Browser(bench, table, "bo", watch=True)
    assert not [message for message in late.got if message["type"] == "scene"]
    parts = 0
    while bench.shows:
        broadcast.send_updates(bench.shows.pop(0), bench.now)
        parts += 1
    bench.settle = settle
    assert parts > 2 and late.scene["step"] == table.history.step_count
    whole = WatcherLog(WATCHER)
    assert whole.catch_up(table.history, SharedSteps(table.match, table.lobby.seat_names()))
    assert [line["text"] for line in late.log] == [line.text for line in whole.lines]


def test_a_page_to_which_something_cannot_be_shown_is_told_so_and_the_others_go_on(two, monkeypatch):
    bench, table, a, b, c = two
    scene = table.game.words.scene
    wrong = KeyError("factors")

    def broken(view, seat, *given):
        if seat == 1:
            raise wrong
        return scene(view, seat, *given)
    monkeypatch.setattr(table.game.words, "scene", broken)
    found = []
    told = len(a.got)
    table.dirty.scene = True
    found += broadcast.send_updates(table, bench.now)
    assert found == [wrong]
    assert b.closed[0] == 4409 and "cannot be shown because of a fault" in b.closed[1]
    assert a.closed is c.closed is None and a.got[told:]
    told = len(b.got)
    table.dirty.scene = table.dirty.table = True
    found += broadcast.send_updates(table, bench.now)
    assert found == [wrong] and len(b.got) == told
