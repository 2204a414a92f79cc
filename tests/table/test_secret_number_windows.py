"""Windows, rests and lengthened clocks, on Secret Number and a fake clock."""

from table_bench import Bench, Browser, labels

from coprime.core.seats import CHANCE, CLOCK


def race(bench, **settings):
    """A table of two people in the first round, where the clock runs."""
    table = bench.table("secret_number", seats=2, **settings)
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    a.say("start", id="s")
    for _ in range(20):
        if CLOCK in table.match.to_act():
            return table, a, b
        for seat, browser in enumerate((a, b)):
            if seat in table.match.to_act():
                browser.act(labels(table, seat)[0])
    raise AssertionError("no window opened")


def place(table, seat):
    return next(label for label in labels(table, seat) if label.startswith("place"))


def test_the_clock_acts_before_the_action():
    bench = Bench()
    table, a, b = race(bench)
    bench.now += 2.5
    before = len(table.match.events)
    assert a.act(place(table, 0))["type"] == "done"
    clock, act = table.match.events[before:]
    assert (clock.seat, clock.action, act.seat) == (CLOCK, 2500, 0)
    bench.now += 0.0004
    b.act(place(table, 1))
    assert table.match.events[-1].seat == 1 and table.match.events[-2].seat == 0     # less than a millisecond
    assert [row.seat for row in bench.rows[-3:]] == ["clock", "0", "1"]


def test_a_refused_action_lets_no_time_pass_in_the_record():
    bench = Bench()
    table, a, _b = race(bench)
    bench.now += 1
    n = table.n
    assert a.act("place 99")["type"] == "refused" and table.n == n
    bench.now += 1
    a.act(place(table, 0))
    assert table.match.events[-2].action == 2000


def test_the_deadline_comes_by_itself():
    bench = Bench()
    table, a, _b = race(bench, options={"round_seconds": 30})
    assert a.scene["clock"] == {"left": 30000, "since": 0, "running": True, "factor": 1}
    bench.run(table, 29.9)
    assert CLOCK in table.match.to_act() and table.match.events[-1].seat != CLOCK
    bench.run(table, 0.2)
    assert table.match.events[-1] == (CLOCK, 30000)


def test_clocks_lengthened_and_off():
    bench = Bench()
    table, a, _b = race(bench, options={"round_seconds": 30})
    bench.run(table, 10)
    a.say("clock", factor=2, id="x2")
    assert a.scene["clock"]["left"] == 40000 and a.scene["clock"]["factor"] == 2
    bench.run(table, 10)
    a.act(place(table, 0))
    assert table.match.events[-2] == (CLOCK, 15000)
    a.say("clock", factor=0, id="off")
    assert not a.scene["clock"]["running"]
    bench.run(table, 10_000)
    assert CLOCK in table.match.to_act() and table.match.events[-1].seat == 0
    a.say("clock", factor=1, id="on")
    bench.run(table, 14.9)
    assert table.match.events[-1].seat == 0
    bench.run(table, 0.2)
    assert table.match.events[-1].seat == CLOCK
    assert a.say("clock", factor=3, id="no")["type"] == "refused"


def test_pause_and_absence_stop_the_clock():
    bench = Bench()
    table, a, b = race(bench, options={"round_seconds": 30})
    bench.run(table, 10)
    a.say("pause", id="p")
    bench.run(table, 100)
    a.say("pause", on=False, id="q")
    a.leave()
    b.leave()
    bench.now += 1000
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    assert a.scene["clock"]["left"] == 20000
    bench.run(table, 20.1)
    assert table.match.events[-1] == (CLOCK, 30000)


def test_bots_race():
    bench = Bench()
    table = bench.table("secret_number", seats=3)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    for _ in range(2000):
        if table.match.over:
            break
        if 0 in table.match.to_act() and CLOCK not in table.match.to_act():
            a.act(labels(table, 0)[0])
        bench.run(table, 5)
    assert table.match.over
    assert {event.seat for event in table.match.events} >= {1, 2, CHANCE}


def test_a_rest_waits_for_a_person():
    bench = Bench()
    table, a, b = race(bench, options={"round_seconds": 30, "match_length": 2})
    for _ in range(50):
        if table.is_resting():
            break
        for seat, browser in enumerate((a, b)):
            if seat in table.match.to_act() and CLOCK not in table.match.to_act():
                browser.act(labels(table, seat)[0])
        if CLOCK in table.match.to_act():
            bench.run(table, 31)
    assert table.phase == "rest" and a.told["phase"] == "rest" and a.told["rest"] == {"go": True, "seconds": 20}
    n = table.n
    bench.run(table, 10)
    assert table.n == n and a.act("agree")["type"] == "refused"
    assert b.say("go", id="g")["type"] == "done" and table.phase == "playing" and a.told["phase"] == "playing"
    step = table.history.step_count
    assert b.say("go", id="g")["type"] == "done" and table.history.step_count == step
    assert b.say("go", id="h")["type"] == "refused"
