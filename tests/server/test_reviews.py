"""Looking back on a match in the server: moments without their answers, tries at them, and what they teach."""

from dataclasses import replace

import pytest
from server_process import Person

import coprime
from coprime.core.record import dump_record
from coprime.server.replays import review_session
from coprime.server.replays.session import ReplaySession
from coprime.server.request_error import RequestError
from coprime.testing.golden import play_by_bots, record_match


@pytest.fixture(scope="module")
def text():
    return dump_record(record_match(play_by_bots(coprime.game("secret_number"), 2, {}, 8, "novice"), ["Ann", "Bob"]))


def test_moments_are_told_without_their_answers(text):
    opened = ReplaySession(text)
    told = review_session.review_moments(opened, 0)
    assert told["moments"] and told["players"] == ["Ann", "Bob"] and told["seat"] == 0
    assert {key for moment in told["moments"] for key in moment} == {"step", "played"}


def test_a_moment_is_tried_and_then_explained(text):
    opened = ReplaySession(text)
    for number in range(len(review_session.review_moments(opened, 0)["moments"])):
        asked = review_session.try_again(opened, 0, number, {})
        assert asked["verdict"] == "asked" and asked["scene"]["turn"] and not asked["lines"]
        acts = review_session.try_again(opened, 0, number, {"how": "answer"})["acts"]
        assert review_session.try_again(opened, 0, number, {"acts": acts})["verdict"] == "right"
        done = opened.reviews[0].moments[number].played.labels
        if done:
            again = review_session.try_again(opened, 0, number, {"acts": list(done[-1:])})
            assert again["verdict"] in ("wrong", "refused") and again["ask"]
        learnt = review_session.moment_lesson(opened, 0, number)
        assert learnt["reason"] and learnt["better"] == learnt["reason"][-1] and learnt["lost"].startswith("That cost")


def test_what_is_as_good_as_the_answer_is_taken_too(text):
    """In two of three shares one secret number is as likely as another: either is right."""
    opened = ReplaySession(text)
    found = review_session.review_moments(opened, 0)["moments"]
    answers = [len(opened.reviews[0].get_exercise(number).answers) for number in range(len(found))]
    assert max(answers) > 1


def test_who_would_do_something_else_is_named(text):
    opened = ReplaySession(text)
    review_session.review_moments(opened, 0)
    found = opened.reviews[0]
    said = found.get_exercise(0).other
    assert said.ask == "The hints would do something else."
    found._exercises.clear()
    found.moments[0] = replace(found.moments[0], by="master")
    assert found.get_exercise(0).other.ask == "A master would do something else."


def test_a_moment_that_is_not_there(text):
    with pytest.raises(RequestError, match="counted from 0"):
        review_session.moment_lesson(ReplaySession(text), 0, 7)


def test_over_http(server, text):
    a = Person(server)
    headers = {"Content-Type": "application/json"}
    id = a.http.post("/api/replays", content=text, headers=headers).json()["id"]
    told = a.get(f"/api/replays/{id}/review", seat=0)
    assert told["ready"] and told["game"] == "secret_number" and told["moments"]
    tried = a.post(f"/api/replays/{id}/moments/0?seat=0", 200, how="answer")
    right = a.post(f"/api/replays/{id}/moments/0?seat=0", 200, acts=tried["acts"])
    assert right["verdict"] == "right" and right["scene"] and right["chips"]
    assert a.get(f"/api/replays/{id}/moments/0", seat=0)["reason"]
    assert "counted from 0" in a.get(f"/api/replays/{id}/moments/x", status=404, seat=0)["sentence"]
    assert "seats are 0 to 1" in a.get(f"/api/replays/{id}/review", status=400, seat=5)["sentence"]
    assert "no replay" in a.get("/api/replays/none/review", status=404)["sentence"]


def test_all_turns_are_told_where_the_game_searches_for_them():
    played = play_by_bots(coprime.game("sosu_daifugo"), 2, {"games_to_win": 1, "clock": "none"}, 4, "casual")
    opened = ReplaySession(dump_record(record_match(played, ["Ann", "Bob"])))
    turns = review_session.review_moments(opened, 0)["turns"]
    assert [turn["number"] for turn in turns] == list(range(1, 10)) and any(turn["finds"] for turn in turns)
    for turn in turns:
        step = opened.history.position_at(turn["step"])
        assert int(step["turn"]) == 0 and turn["situation"] and turn["hand"]
