"""When bots act: at their pace, in a race when they say so, never on a position that is gone."""

import pytest
from table_bench import Browser

from coprime.core.errors import BadInput
from coprime.core.seats import CLOCK
from coprime.table import bots, timed_changes
from coprime.table.bots import LEAST_SECONDS, PACE_SECONDS, WINDOW_PACE_FACTORS
from coprime.table.pending_bot_jobs import BotDecision


@pytest.fixture
def alone(bench):
    """Somebody and a bot, whose thoughts wait to be told."""
    bench.thinking = False
    table = bench.table(seats=2)
    ada = Browser(bench, table, "ada")
    ada.say("start", id="s")
    if table.acting_seats() & 1:
        ada.act("pass")
    assert table.acting_seats() == 2 and len(bench.jobs) == 1
    return bench, table, ada


def answer(bench, result):
    bench.jobs.pop(0)[1](result, bench.now)


@pytest.mark.parametrize("pace", list(PACE_SECONDS))
@pytest.mark.parametrize(("bits", "part"), [(0, 0.75), (2**15, 1.0), (2**16 - 1, 1.25)])
def test_a_move_takes_about_as_long_as_the_pace_says(alone, monkeypatch, pace, bits, part):
    bench, table, _ = alone
    table.lobby.chairs[1].pace = pace
    monkeypatch.setattr(bench, "randbits", lambda k: bits)
    asked = bench.now
    bench.now += 0.1
    answer(bench, (table.match.sound_actions(1)[0], 0))
    assert timed_changes.next_tick_time(table, bench.now) - asked == pytest.approx(PACE_SECONDS[pace] * part, rel=1e-3)
    assert bots.pop_ready_action(table, asked + PACE_SECONDS[pace] * part * 0.99) is None


def test_a_late_thought_is_carried_out_at_once_and_nobody_waits_where_nobody_looks(alone):
    bench, table, ada = alone
    bench.now += 30
    answer(bench, table.match.sound_actions(1)[0])
    assert timed_changes.next_tick_time(table, bench.now) == bench.now, "it is due already"
    bench.wake(table)
    assert table.history.events[-1].seat == 1
    table.connections.clear()
    assert bots.move_seconds(table, table.lobby.chairs[1]) == 0


def test_in_a_race_a_bot_takes_its_own_time(alone):
    bench, table, _ = alone
    chair, thought = table.lobby.chairs[1], BotDecision(0, bench.now)
    table._status_cache = (table.n, 1 << CLOCK, False)
    for pace, haste in WINDOW_PACE_FACTORS.items():
        chair.pace = pace
        assert bots.action_time(table, 1, thought, 3000, bench.now) == bench.now + 3 * haste
    chair.pace = "human"
    assert bots.action_time(table, 1, thought, 1, bench.now) == bench.now + LEAST_SECONDS, "no faster than this"
    assert bots.action_time(table, 1, thought, 3000, bench.now + 5) == bench.now + 5, "never in the past"
    table.clock.factor = 4
    assert bots.action_time(table, 1, thought, 3000, bench.now) == bench.now + 12
    table.clock.factor = 0
    assert bots.action_time(table, 1, thought, 3000, bench.now) == bench.now + 3
    assert bots.action_time(table, 1, thought, 0, bench.now) == bench.now + LEAST_SECONDS


def test_without_a_clock_a_bot_thinks_on_while_others_move(alone, monkeypatch):
    bench, table, _ = alone
    monkeypatch.setattr(bench, "randbits", lambda k: 2**15)
    action, began = table.match.sound_actions(1)[0], bench.now

    def others_move():
        table.n += 1
        table.history.n += 1
        bench.wake(table)
    answer(bench, (action, 20_000))
    assert bots.action_time(table, 1, table.bots.decisions[1], 20_000, bench.now) == began + 20
    bench.now += 12
    others_move()
    answer(bench, (action, 20_000))
    assert table.bots.decisions[1].due_at == began + 20, "its thinking has not begun anew"
    bench.now += 7.9
    others_move()
    answer(bench, (action, 10_000))
    assert table.bots.decisions[1].due_at == bench.now + PACE_SECONDS["human"], "over already, but nobody is startled"
    others_move()
    answer(bench, (None, 0))
    bench.now += 30
    others_move()
    answer(bench, (action, 20_000))
    assert table.bots.decisions[1].due_at == bench.now + 20, "a bot that waited had not begun"


def test_a_thought_that_is_no_longer_asked_for_is_dropped(alone):
    bench, table, _ = alone
    action = table.match.sound_actions(1)[0]
    old = bench.jobs.pop(0)[1]
    table.bots.decisions.clear()
    bench.wake(table)
    old((action, 0), bench.now)
    assert table.bots.decisions[1].action is None and table.bots.next_due() == float("inf")
    bench.jobs.pop(0)[1]((None, 0), bench.now)
    assert table.bots.decisions[1].action is None, "a bot that waits"


def test_a_bot_that_fails_chooses_among_what_is_listed(alone, monkeypatch, caplog):
    bench, table, _ = alone
    listed = table.match.sound_actions(1)
    for bits in (0, 1, len(listed), len(listed) + 1):
        monkeypatch.setattr(bench, "randbits", lambda k, bits=bits: bits)
        assert bots.random_action(table, 1) == listed[bits % len(listed)]
    answer(bench, RuntimeError("no idea"))
    assert table.bots.decisions[1].action in listed and "failed" in caplog.text


def test_bots_stand_still_while_it_is_paused(alone):
    bench, table, ada = alone
    answer(bench, table.match.sound_actions(1)[0])
    ada.say("pause", id="p")
    assert table.bots.decisions == {} and table.bots.turn_began == {}
    assert timed_changes.next_tick_time(table, bench.now) == float("inf")
    ada.say("pause", on=False, id="q")
    assert len(bench.jobs) == 1 and table.bots.turn_began == {1: bench.now}


def test_a_bot_is_left_alone_by_what_it_does_not_see(alone):
    bench, table, ada = alone
    thought = table.bots.decisions[1]
    table.n += 1
    table.history.n += 1
    table.history._hidden_numbers.append((table.n, 1 << 1))
    bench.wake(table)
    assert table.bots.decisions[1] is thought and len(bench.jobs) == 1
    table.n += 1
    table.history.n += 1
    bench.wake(table)
    assert table.bots.decisions[1] is not thought and len(bench.jobs) == 2


def test_a_bot_of_the_owner_is_asked_and_one_that_is_not_there_any_more_is_played_for(alone):
    bench, table, ada = alone
    asked = []

    def fern(game, view, seat, seed):
        asked.append((game, view.tobytes(), seat))
        return 5, 0
    table.lobby.chairs[1].level = "Fern"
    bench.operator_bots = {"Fern": fern}
    assert bots.bot_job(table, 1)() == (5, 0)
    assert asked == [(table.game, table.match.view(1).tobytes(), 1)]
    bench.operator_bots = {}
    action, _ = bots.bot_job(table, 1)()
    assert action in table.match.sound_actions(1)


def test_what_a_bot_of_the_owner_fails_at_is_said_in_a_sentence(alone, caplog):
    bench, table, _ = alone
    answer(bench, BadInput("The process of the bot Fern has ended."))
    assert caplog.messages == ["a bot at table TABLE of prime_daifugo failed: The process of the bot Fern has ended."]
    assert not caplog.records[0].exc_info and caplog.records[0].table == table.code
    bench.run(table, 5)
    assert table.history.events[-1].seat == 1, "an action by chance"
