"""All turns of a seat in a review: what is told of them, as data and in a terminal."""

import json

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.core.finds import Stake
from coprime.core.record import dump_record, load_record, replay_record
from coprime.core.seats import CHANCE
from coprime.reviews.commands import review_lines
from coprime.reviews.review import review
from coprime.reviews.turn_finds import TurnFinder
from coprime.testing.golden import play_by_bots, record_match

NAMES = ["Ann", "Bob"]


@pytest.fixture(scope="module")
def match(novice):
    return novice("sosu_daifugo").match


def test_turns_are_a_part_of_the_review(novice, reviewed):
    found = reviewed("sosu_daifugo")
    assert found.turns and json.loads(json.dumps(found.as_dict()))["turns"][0]["step"] == found.turns[0].step
    record = load_record(novice("sosu_daifugo").text)
    for turn in found.turns:
        at = replay_record(record, coprime.game("sosu_daifugo").pure_rules, turn.step)
        assert 0 in at.to_act() and len(turn.hand) == int(at.state["cards"][0]) and len(turn.finds) <= 3


def test_a_turn_holds_what_the_seat_did_until_another_acts(match):
    turns = TurnFinder(match, 0, NAMES, match.game.finds).find_turns()
    own = [(step, event.action) for step, event in enumerate(match.events) if event.seat == 0]
    assert [one for turn in turns for one in turn.actions] == own
    for turn in turns:
        first, last = turn.starts[0][0], max([step for step, _ in turn.actions], default=turn.starts[0][0])
        assert not {event.seat for event in match.events[first:last + 1]} & {1, CHANCE}
        assert len(turn.starts) <= 2 and turn.after is not None


def test_a_terminal_prints_all_turns(novice, tmp_path):
    file = tmp_path / "match.jsonl"
    file.write_text(novice("sosu_daifugo").text, encoding="utf-8")
    shown = CliRunner().invoke(app, ["review", str(file), "--no-master"])
    assert shown.exit_code == 0 and "All turns: in " in shown.output and "Turn 1, step " in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    told = json.loads(CliRunner().invoke(app, ["review", str(file), "--no-master", "--json"]).output)
    assert len(told["turns"]) == shown.output.count("\nTurn ")


@pytest.mark.parametrize("options, seed, said", [
    ({"games_to_win": 1, "clock": "none"}, 4, "The match was decided in turn 7: a sure win was there"),
    ({}, 9, "The match was decided in turn 6 of game 3: a sure win")])
def test_the_turn_that_decided_a_match_is_named(options, seed, said):
    game = coprime.game("sosu_daifugo")
    text = dump_record(record_match(play_by_bots(game, 2, options, seed, "casual"), NAMES))
    found = review(text, 0, 2.0, 1, False)
    assert found.decisive is not None and found.turns[found.decisive].missed == Stake.MATCH
    assert found.as_dict()["turns"][found.decisive]["missed"] == "match"
    assert said in " ".join(review_lines(found))
    won = review(text, 1, 2.0, 1, False)
    assert not any(turn.missed == Stake.MATCH for turn in won.turns) and "decided" not in " ".join(review_lines(won))


@pytest.mark.parametrize("name", ["prime_daifugo"])
def test_a_game_that_searches_for_nothing_has_no_turns(reviewed, name):
    assert reviewed(name).turns == ()
