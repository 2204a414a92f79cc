"""What a review says in general: it can be done, it is the same again, it knows no more than the seat did."""

import json
from dataclasses import replace
from itertools import islice

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.match import Match, copy_state
from coprime.core.record import GameRecorder, dump_record, load_record
from coprime.core.record import replay_record as replayed
from coprime.core.seats import CHANCE, CLOCK
from coprime.reviews import commands
from coprime.reviews.decision_cost import Cost
from coprime.reviews.decisions import DecisionFinder
from coprime.reviews.review import find_costliest, keep_one_per_turn, make_boxes

GAMES = sorted(coprime.all_games())
# A review of Prime Canasta takes longest; in each run some look for a mistake in it (test_blunders.py).
REVIEWED = [pytest.param(name, marks=pytest.mark.long) if name == "prime_canasta" else name for name in GAMES]


@pytest.mark.parametrize("name", REVIEWED)
def test_what_is_told_could_have_been_done(name, novice, reviewed):
    record, found = load_record(novice(name).text), reviewed(name)
    steps = [moment.step for moment in found.moments]
    assert len(steps) <= 3 and steps == sorted(set(steps)) and found.finished
    assert len({moment.reason for moment in found.moments}) == len(steps)
    for moment in found.moments:
        match = replayed(record, coprime.game(name).pure_rules, moment.step)
        assert moment.cost > 0 and moment.lost and moment.reason and moment.played.words
        assert record.events[moment.step][0] == ("0" if moment.played.labels else "clock")
        if moment.better is not None:
            assert moment.better.words in moment.reason and moment.better.labels != moment.played.labels
            for label in moment.better.labels:
                action = match.game.words.parse(label)
                assert not match.rules.violation(match.state, 0, action)
                match.act(0, action)
                if match.to_act() != [0]:
                    break
        if moment.boxes is not None:
            assert 0 <= moment.boxes.played < moment.boxes.better <= 10


@pytest.mark.parametrize("name", REVIEWED)
def test_the_same_again(name, novice, reviewed):
    assert coprime.review(novice(name).text, 0, None, master=False) == reviewed(name)


def test_another_seed_imagines_other_worlds(novice):
    text = novice("prime_daifugo", 3).text
    one, two = (coprime.review(text, seconds=None, seed=seed, master=False) for seed in (1, 2))
    assert [moment.cost for moment in one.moments] != [moment.cost for moment in two.moments]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_does_not_matter(name, novice):
    """A decision is the same in every world that the seat's view allows."""
    match, met = novice(name).match, 0
    walk = DecisionFinder(match, 0, ["Ann", "Bob", "Cid", "Dot"])
    for decision in islice(walk.find_decisions(), 12):
        event, found = match.events[decision.step], []
        world = copy_state(decision.view)
        walk.rules.imagine(world, 0, 7)
        for state in (walk.state, world):
            other = DecisionFinder(match, 0, walk.names)
            other.events, other.state = match.events[:decision.step + 1], copy_state(state)
            after = copy_state(state)
            walk.rules.apply(after, *event)
            walk.rules.redact(after, 0)
            found.append((other.make_decision(decision.step, event, 1), after.tobytes()))
        (one, after_one), (two, after_two) = found
        if one is None or two is None:
            assert one is two
            continue
        met += 1
        assert (one.view.tobytes(), one.hint_steps, one.better, one.played) == (
            two.view.tobytes(), two.hint_steps, two.better, two.played)
        assert one.line == two.line or after_one != after_two
    assert met


def secret_games():
    """Two games of Secret Number with another secret number, alike for the first seat until the cards are shown."""
    game, seen = coprime.game("secret_number"), {}
    for seed in range(200):
        for cover in range(4):
            match = Match(game, 2, {"match_length": 1, "round_seconds": 0}, game.pure_rules)
            recorder = GameRecorder(match, ["Ann", "Bob"])
            recorder.act(CHANCE, seed)
            recorder.act(0, match.sound_actions(0)[0])
            if cover < len(match.sound_actions(1)):
                recorder.act(1, match.sound_actions(1)[cover])
                secret = int(match.state.secret)
                other = seen.setdefault(match.view(0).tobytes(), (secret, recorder))
                if other[0] != secret:
                    return other[1], recorder
    raise AssertionError("no two such games")


def test_two_records_that_look_alike_to_the_seat_have_one_review():
    reviews = []
    for recorder in secret_games():
        match, placed = recorder.match, 0
        while not match.over:
            if match.to_act() == [CHANCE]:
                recorder.act(CHANCE, 1)
                continue
            seat = match.to_act()[0]
            listed = match.sound_actions(seat)
            labels = [match.game.words.label(action) for action in listed]
            place = next((i for i, label in enumerate(labels) if label.startswith("place")), None)
            agree = next((i for i, label in enumerate(labels) if label == "agree"), 0)
            wanted = place if seat == 0 and place is not None and placed < 2 else agree
            placed += wanted == place
            recorder.act(seat, listed[wanted])
        reviews.append((coprime.review(recorder.record, 0, None), dump_record(recorder.record)))
    (one, first), (two, second) = reviews
    assert first != second
    assert one == two and one.decisions


def test_a_seat_that_sleeps_is_told_what_it_did_not_do_in_time(played):
    hurried = {"match_length": 1, "opening_seconds": 10}
    for name, options in (("secret_number", hurried), ("prime_challenge", {"level": 1})):
        text = played(name, ["asleep", "casual"], 3, options=options).text
        found = coprime.review(text, seconds=None)
        late = [moment for moment in found.moments if not moment.played.labels]
        assert late, name
        for moment in late:
            assert moment.better and moment.played.words == "You let the time pass."
            assert load_record(text).events[moment.step][0] == "clock"


def test_what_is_no_finished_match_of_today_is_refused(novice):
    text = novice("prime_daifugo").text
    record = load_record(text)
    with pytest.raises(BadInput, match="no seat 3 .* 0 to 2"):
        coprime.review(text, 3)
    with pytest.raises(BadInput, match="cut short"):
        coprime.review(text[:-30])
    record.events.pop()
    with pytest.raises(BadInput, match="not over: its record ends after"):
        coprime.review(record)
    record = load_record(text)
    record.version -= 1
    with pytest.raises(BadInput, match="today’s"):
        coprime.review(record)
    record = load_record(text)
    record.events[5] = (*record.events[5][:2], "0" * 16, "")
    with pytest.raises(BadInput, match="Line 7"):
        coprime.review(record)


def test_no_time_at_all_is_said(novice):
    found = coprime.review(novice("prime_daifugo").text, seconds=0.0)
    assert not found.finished and not found.moments
    assert "--seconds" in commands.review_lines(found)[-1]


def test_the_terminal(novice, tmp_path):
    file = tmp_path / "record.txt"
    file.write_text(novice("prime_daifugo", 3).text, encoding="utf-8")
    said = CliRunner().invoke(app, ["review", str(file)])
    assert said.exit_code == 0 and max(map(len, said.stdout.splitlines())) <= 80
    assert said.stdout.startswith("Prime Daifugo Lv. 0, Ann: ")
    data = json.loads(CliRunner().invoke(app, ["review", str(file), "--json"]).stdout)
    assert [f"{n}. Step {moment['step']}." for n, moment in enumerate(data["moments"], 1)] == [
        " ".join(line.split()[:3]) for line in said.stdout.splitlines() if " Step " in line]
    assert CliRunner().invoke(app, ["review", str(file), "--seat", "9"]).exit_code == 2
    assert CliRunner().invoke(app, ["review", str(tmp_path / "none")]).exit_code == 2


@pytest.mark.parametrize("moments, decisions, said", [(0, 0, "wherever there was a choice"), (0, 4, "clearly more")])
def test_a_match_with_nothing_to_tell_says_so(moments, decisions, said):
    found = coprime.reviews.Review("any", "Any", 0, ("Ann",), (), decisions, True)
    lines = commands.review_lines(found)
    assert lines[0] == "Any, Ann: no moments to tell" and said in " ".join(lines)
    assert len(found.moments) == moments


def test_a_lesson_is_told_once(novice):
    """The same mistake again and again, with the same hints, is one moment: that which cost most."""
    game, match = coprime.game("prime_challenge"), novice("prime_challenge").match
    decision = next(DecisionFinder(match, 0, ["Ann", "Bob"]).find_decisions())
    again = [(replace(decision, step=step, turn=step), Cost(float(step % 4), 0.1, 1.0)) for step in range(9)]
    assert [one.step for one, _ in keep_one_per_turn(sorted(again, key=lambda one: -one[1].mean))] == [3]
    other = replace(decision, step=50, turn=50, hint_steps=[*decision.hint_steps, "another"])
    told = find_costliest(game, keep_one_per_turn([*again[3:4], (other, Cost(1.0, 0.1, 1.0))]))
    assert [one.step for one, _ in told] == [3, 50]


def test_no_boxes_where_the_games_won_say_otherwise():
    assert make_boxes(Cost(0.2, 0.01, 1.0, 0.9, 0.8, 768)) is None
    assert make_boxes(Cost(0.2, 0.01, 1.0, 0.31, 0.69, 768)) == coprime.reviews.WinBoxes(3, 7, 768)


def test_time_that_took_nothing_away_is_no_decision(novice):
    match = novice("prime_challenge").match
    clocks = [step for step, event in enumerate(match.events) if event.seat == CLOCK]
    told = [decision.step for decision in DecisionFinder(match, 0, ["Ann", "Bob"]).find_decisions()]
    assert clocks and len(set(told) & set(clocks)) < len(clocks) / 4
