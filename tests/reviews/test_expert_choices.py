"""A review by a game's master: what is asked of it, what is told, and that it can be done."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.core.record import load_record, replay_record
from coprime.reviews import commands, expert_choices
from coprime.reviews.decision_cost import Cost
from coprime.reviews.decisions import DecisionFinder
from coprime.reviews.expert_choices import MasterAdviser, add_master_advice, load_master, make_realtime_master
from coprime.reviews.review import find_costliest, keep_one_per_turn
from coprime.search.levels import SearchLevel

NAMES = ["Ann", "Bob", "Cid", "Dot"]


@pytest.fixture
def decisions(novice):
    """Every decision of the first seat in a short match."""
    def of(name):
        match = novice(name).match
        return match, list(DecisionFinder(match, 0, NAMES[:match.seats], includes_agreed=True).find_decisions())
    return of


@pytest.fixture
def instead(monkeypatch):
    """Puts (view, seat) -> action in the place of every game's master."""
    def put(answer, ready=True, timed=False):
        asked = []

        def choose(view, seat, seed, ms=0, iterations=None):
            asked.append((view.tobytes(), seed, iterations))
            return answer(view, seat)
        monkeypatch.setattr(expert_choices, "search_level_names", lambda game: ["master"])
        monkeypatch.setattr(expert_choices, "get_level", lambda game,
                            name: SearchLevel(lambda: ready, lambda: None, choose, timed))
        return asked
    return put


def test_every_choice_is_looked_at_and_those_of_the_hints_are_as_before(novice, decisions):
    match, every = decisions("prime_daifugo")
    usual = list(DecisionFinder(match, 0, NAMES[:match.seats]).find_decisions())
    assert [one.step for one in every if one.differs] == [one.step for one in usual]
    own = [step for step, event in enumerate(match.events) if event.seat == 0]
    assert {one.step for one in every} <= set(own) and len(every) > len(usual)


def test_what_a_master_would_have_done_too_is_not_told(decisions, instead):
    match, every = decisions("prime_daifugo")
    done = {one.view.tobytes(): one.played[0][1] for one in every}
    instead(lambda view, seat: done[view.tobytes()])
    assert add_master_advice(every, MasterAdviser(match.game, 0, 1), lambda: False) == ([], True)


def test_where_both_advise_the_same_it_is_the_hint_that_is_told(decisions, instead):
    match, every = decisions("daifugo")
    hinted = {one.view.tobytes(): one.better[0][1] for one in every if one.better}
    instead(lambda view, seat: hinted[view.tobytes()])
    found, whole = add_master_advice([one for one in every if one.better], MasterAdviser(match.game, 0, 1),
                                     lambda: False)
    assert whole and found and all(one.by == "hint" and one.differs for one in found)


def test_what_a_master_alone_advises_is_compared_besides_the_hint(decisions, instead):
    match, every = decisions("prime_daifugo")
    rules = match.game.pure_rules

    def last(view, seat):
        out = [0] * rules.MAX_ACTIONS
        return out[rules.sound_actions(view, seat, out) - 1]
    asked = instead(last)
    one = MasterAdviser(match.game, 0, 1)
    found, _ = add_master_advice(every, one, lambda: False)
    own = [each for each in found if each.by == "master"]
    assert own and len({each.step for each in own}) == len(own)
    for each in own:
        assert each.better == ((0, last(each.view, 0)),)
        assert next(rung.actions for rung in reversed(each.hint_steps) if rung.actions) == (each.better[0][1],)
    assert {iterations for *_, iterations in asked} == {expert_choices.PLAYOUTS}
    again = list(asked)
    asked.clear()
    add_master_advice(every, one, lambda: False)
    assert asked == again, "the same views, with the same seeds"


def test_when_the_time_is_over_the_hints_go_on_alone(decisions, instead):
    match, every = decisions("prime_daifugo")
    asked = instead(lambda view, seat: 1 / 0)
    found, whole = add_master_advice(every, MasterAdviser(match.game, 0, 1), lambda: True)
    assert not asked and not whole and found == [one for one in every if one.differs]


def test_who_is_asked(instead):
    game = coprime.game("daifugo")
    assert load_master(coprime.game("secret_number"), 0, 1) is None, "it plays by the clock"
    instead(lambda view, seat: 0, ready=False)
    assert load_master(game, 0, 1) is None and load_master(game, 0, 1, True) is None
    instead(lambda view, seat: 0, timed=True)
    assert load_master(game, 0, 1) is None
    instead(lambda view, seat: 0)
    assert load_master(game, 0, 1, False) is None and load_master(game, 0, 1) is not None


def test_where_time_runs_a_master_advises_nothing_and_what_it_would_have_done_is_not_told(decisions, instead):
    match, every = decisions("secret_number")
    one = next(one for one in every if one.played[0][0] == 0 and one.differs)
    (_, action), cost = one.played[0], Cost(2.0, 0.0, 0.0)
    for answer, told in ((action, []), (action + 1, [(one, cost)]), (None, [(one, cost)])):
        instead(lambda view, seat, answer=answer: (answer, 100), timed=True)
        assert load_master(match.game, 0, 1) is None and make_realtime_master(match.game, 0, 1, False) is None
        assert find_costliest(match.game, [(one, cost)], make_realtime_master(match.game, 0, 1)) == told
    instead(lambda view, seat: 0)
    assert make_realtime_master(match.game, 0, 1) is None


def test_of_two_that_are_as_good_the_hint_is_told(decisions):
    _, every = decisions("prime_daifugo")
    hint = next(one for one in every if one.differs)
    own = expert_choices.replace(hint, by="master", hint_steps=("another",))
    near, far = Cost(0.50, 0.05, 1.0), Cost(0.30, 0.05, 1.0)
    best = Cost(0.55, 0.05, 1.0)
    assert keep_one_per_turn([(own, best), (hint, near)]) == [(hint, near)]
    assert keep_one_per_turn([(own, best), (hint, far)]) == [(own, best)]
    assert keep_one_per_turn([(own, best)]) == [(own, best)]


def test_the_terminal_says_who_advises():
    boxes = coprime.reviews.WinBoxes(3, 7, 768)
    passed = coprime.reviews.ReviewChoice(("pass",), "You pass.")
    moment = coprime.reviews.ReviewMoment(3, passed, None, 1.0, 0.1, "40 games in 100", ("why",), boxes, "master")
    told = "\n".join(commands.moment_lines(1, moment))
    assert "as a master" in told and "as the hint" not in told
    quiet = coprime.reviews.Review("any", "Any", 0, ("Ann",), (), 0, True, True)
    assert "You did what a master would have done" in " ".join(commands.review_lines(quiet))


@pytest.mark.parametrize("name", ["daifugo", "prime_daifugo"])
def test_a_match_is_looked_back_on_by_its_master(name, novice, tmp_path):
    text = novice(name, 5).text
    found = coprime.review(text, 0, None, master=True)
    assert found.master and found.finished and found == coprime.review(text, 0, None, master=True)
    for moment in found.moments:
        match = replay_record(load_record(text), coprime.game(name).pure_rules, moment.step)
        assert not moment.better or not match.game.pure_rules.refusal(
            match.state, 0, match.game.words.parse(moment.better.labels[0]))
    file = tmp_path / "record.txt"
    file.write_text(text, encoding="utf-8")
    said = CliRunner().invoke(app, ["review", str(file), "--json", "--seconds", "600"])
    assert json.loads(said.stdout) == json.loads(json.dumps(found.as_dict()))
    with_hints = CliRunner().invoke(app, ["review", str(file), "--json", "--seconds", "600", "--no-master"])
    assert not json.loads(with_hints.stdout)["master"]


def test_a_whole_turn_ends_where_somebody_else_acts(instead, monkeypatch):
    """Prime Climb's hints advise whole turns, and so a master is asked until the turn is over."""
    game = coprime.game("prime_climb")
    acts = iter([1, 1, 2])
    rules = SimpleNamespace(to_act=lambda s: next(acts), refusal=lambda *a: 0, apply=lambda *a: None,
                            redact=lambda *a: None)
    instead(lambda view, seat: 5)
    one = MasterAdviser(game, 0, 1)
    monkeypatch.setattr(one, "rules", rules)
    assert one.find_path(game.new_state(2, None, game.pure_rules), 0, expert_choices.MAX_TURN_ACTIONS) == ((0, 5),
                                                                                                           (0, 5))


def test_a_master_answers_although_the_clock_runs(decisions, instead):
    """In Sosu Daifugo the clock may act at every turn besides the seat; its master was taken to agree with all."""
    match, every = decisions("sosu_daifugo")
    passes = match.game.words.parse("pass")
    instead(lambda view, seat: passes)
    adviser = MasterAdviser(match.game, 0, 1)
    assert all(adviser.find_path(one.view, one.step, 1) == ((0, passes),) for one in every)
    assert len(every) > 3
