"""Short windows at a table, on Prime Challenge and a fake clock: just in time, just too late, and people who leave."""

from table_bench import Bench, Browser, labels

from coprime.core.seats import CLOCK

OPTIONS = {"level": 1, "dealer": "teacher", "teacher_plays": "on"}      # the first seat deals, the second begins


def begun(seats=3, **options):
    """People at a table; the second of them is to look for sets."""
    bench = Bench()
    table = bench.table("prime_challenge", seats=seats, options={**OPTIONS, **options})
    people = [Browser(bench, table, name) for name in ("ada", "bo", "cy")[:seats]]
    people[0].say("start", id="s")
    assert 1 in table.match.to_act()
    return bench, table, people


def overlook(table, person):
    """Say hit although a set is there (seed and level are chosen so)."""
    assert any(label.startswith("take") for label in labels(table, 1))
    assert person.act("hit")["type"] == "done"


def test_a_challenge_just_in_time():
    bench, table, (ada, bo, _cy) = begun()
    overlook(table, bo)
    bench.now += 1.999
    assert ada.act("challenge 0")["type"] == "done"
    assert table.match.events[-2] == (CLOCK, 1999)


def test_a_challenge_at_once_lets_no_time_pass():
    _, table, (ada, bo, _cy) = begun()
    overlook(table, bo)
    assert ada.act("challenge 0")["type"] == "done"
    assert (CLOCK, 0) not in table.match.events and table.match.events[-1].seat == 0


def test_a_challenge_just_too_late():
    bench, table, (ada, bo, _cy) = begun()
    overlook(table, bo)
    bench.now += 2.001
    bench.run(table, 0.001)
    assert ada.act("challenge 0")["type"] == "refused"
    assert int(table.match.state.challenger) == -1


def test_two_challenges_49_milliseconds_apart():
    bench, table, (ada, bo, cy) = begun()
    overlook(table, bo)
    bench.now += 0.5
    ada.act("challenge 0")
    bench.now += 0.049
    assert cy.act("challenge 0")["type"] == "done"
    assert int(table.match.state.challenger) == 2           # equal points: nearer to the left


def test_two_challenges_51_milliseconds_apart():
    bench, table, (ada, bo, cy) = begun()
    overlook(table, bo)
    bench.now += 0.5
    ada.act("challenge 0")
    bench.run(table, 0.051)
    assert cy.act("challenge 0")["type"] == "refused"
    assert int(table.match.state.challenger) == 0


def test_who_leaves_inside_a_window_holds_nobody_up():
    bench, table, (ada, bo, cy) = begun()
    overlook(table, bo)
    bench.run(table, 1)
    cy.leave()
    bench.run(table, 1.1)
    assert table.match.events[-1].seat == CLOCK and len(ada.scene["scene"]["outside"]) == 1
    bo.leave()                                              # the one whose turn it is: the clock goes on
    bench.run(table, 15.1)
    assert int(table.match.state.number) >= 2


def test_a_challenger_who_leaves_runs_out_of_time():
    bench, table, (ada, bo, _cy) = begun(first_seconds=10)
    overlook(table, bo)
    ada.act("challenge 0")
    bench.run(table, 0.1)
    assert int(table.match.state.challenger) == 0
    ada.leave()
    bench.run(table, 300)
    assert int(table.match.state.challenger) != 0 or int(table.match.state.stack_n)


def test_with_the_clock_off_everybody_lets_it_pass():
    bench, table, (ada, bo, cy) = begun()
    ada.say("clock", factor=0, id="off")
    overlook(table, bo)
    bench.run(table, 1000)
    assert table.match.events[-1].seat == 1
    assert ada.act("wait")["type"] == cy.act("wait")["type"] == "done"
    assert int(table.match.state.extent) == 13              # the hit was dealt


def test_bots_let_pass_with_the_clock_off():
    bench = Bench()
    table = bench.table("prime_challenge", seats=3, options={**OPTIONS, "teacher_plays": "off", "referee": "program"})
    ada = Browser(bench, table, "ada")
    ada.say("clock", factor=0, id="off")
    ada.say("start", id="s")
    for _ in range(60):
        bench.run(table, 5)
        if 0 in table.match.to_act():
            ada.act("wait")
    assert int(table.match.state.stack_n) > 5


def test_bots_that_come_too_late_are_no_error(caplog):
    """Seen before: `ERROR a bot of prime_challenge was refused: Too late`, 222 times in half an hour."""
    bench = Bench(seed=2)
    table = bench.table("prime_challenge", seats=4, options={"level": 1})
    ada = Browser(bench, table, "ada")
    ada.say("start", id="s")
    for _ in range(60):
        bench.run(table, 5)
        bench.now += 0.9                                # a busy machine: several things are due at once
    assert table.history.step_count > 60 and not caplog.records


def test_a_bot_that_the_clock_overtakes_is_asked_again(caplog, monkeypatch):
    bench, table, (ada, bo, cy) = begun()
    bo.leave()
    bench.run(table, bench.grace_seconds)                       # a bot plays for who is to look for sets
    bench.thinking = False
    table.bots.decisions.clear()
    bench.wake(table)
    bench.jobs.pop()[1]((table.match.sound_actions(1)[0], 0), bench.now)
    real, states = table.match.rules.refusal, []

    def refusal(state, seat, action):
        states.append(state)
        return real(state, seat, action) or (1 if state is not table.match.state and seat == 1 else 0)
    monkeypatch.setattr(table.match.rules, "refusal", refusal)
    bench.now += 0.5
    n = table.n
    bench.wake(table)
    assert table.n == n and states and not caplog.records
    assert 1 in table.bots.decisions and len(bench.jobs) == 1
