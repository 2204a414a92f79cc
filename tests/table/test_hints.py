"""Hints: one thought for a seat and position, shared, bounded, and never for another position."""

import logging

import pytest
from table_bench import Bench, Browser, labels

import coprime
from coprime.core.errors import Refused
from coprime.core.hint_steps import MOST_STEPS
from coprime.table.hints import MOST_WAITING_HINTS


@pytest.fixture
def asked(two):
    """A table where somebody is to act and thoughts wait to be told; who is to act, and the other."""
    bench, table, a, b, _c = two
    bench.thinking = False
    seat = table.match.to_act()[0]
    return bench, table, seat, (a, b)[seat], (b, a)[seat]


def think(bench):
    bench.thinking = True
    bench.settle()
    bench.thinking = False


def test_many_requests_on_one_socket_are_one_thought(asked):
    bench, table, seat, actor, _ = asked
    for k in range(90):
        actor.say("hint", id=f"h{k}")
    assert len(bench.jobs) == 1
    refused = [m for m in actor.got if m["type"] == "refused"]
    assert len(refused) == 90 - MOST_WAITING_HINTS and f"asked for {MOST_WAITING_HINTS} hints" in refused[0]["sentence"]
    think(bench)
    answers = [m for m in actor.got if m["type"] == "answer"]
    assert [m["id"] for m in answers] == [f"h{k}" for k in range(MOST_WAITING_HINTS)]
    of = answers[0]["of"]
    assert [len(m["rungs"]) for m in answers] == [min(k + 1, of) for k in range(MOST_WAITING_HINTS)]
    assert table.lobby.chairs[seat].hints == min(of, MOST_WAITING_HINTS)
    assert actor.say("hint", id="later")["type"] == "answer" and not bench.jobs, "it is known now"


def test_two_pages_of_one_person_share_it(asked):
    bench, table, seat, actor, _ = asked
    second = Browser(bench, table, ("ada", "bo")[seat])
    actor.say("hint", id="here")
    second.say("hint", id="there")
    assert len(bench.jobs) == 1
    think(bench)
    assert (len(actor.last("answer")["rungs"]), len(second.last("answer")["rungs"])) == (1, 2)


def test_a_request_sent_again_while_it_waits_opens_one_rung(asked):
    bench, table, seat, actor, _ = asked
    actor.say("hint", id="h")
    actor.leave()
    again = Browser(bench, table, ("ada", "bo")[seat])
    again.say("hint", id="h")
    again.say("hint", id="h")
    think(bench)
    assert [len(m["rungs"]) for m in again.got if m["type"] == "answer"] == [1, 1]
    assert actor.last("answer") is None and table.lobby.chairs[seat].hints == 1


def test_each_seat_has_its_own(asked):
    bench, table, _seat, actor, other = asked
    actor.say("hint", id="one")
    other.say("hint", id="two")
    assert len(bench.jobs) == 2
    think(bench)
    assert all(page.got[-1]["type"] in ("answer", "refused", "table") for page in (actor, other))


def test_a_hint_for_a_position_that_is_gone_is_not_given(asked):
    bench, table, seat, actor, _ = asked
    actor.say("hint", id="h")
    actor.act(labels(table, seat)[-1], id="a")
    think(bench)
    assert "since you asked" in actor.last("refused")["sentence"]
    assert table.lobby.chairs[seat].hints == 0
    bench.thinking = True
    assert actor.say("hint", id="again")["id"] == "again"


def test_a_hint_asked_before_another_match_is_not_given(asked):
    bench, table, seat, actor, _ = asked
    actor.say("hint", id="h")
    table.settings.practice = True
    table.history = None
    think(bench)
    assert actor.last("refused")["id"] == "h"


def test_a_hint_is_not_given_to_who_has_stood_up(asked):
    bench, table, seat, actor, _ = asked
    actor.say("hint", id="h")
    actor.say("stand", id="st")
    think(bench)
    assert actor.last("refused")["sentence"] == f"You do not hold seat {seat}."
    assert table.lobby.chairs[seat].hints == 0


def test_a_hint_that_fails_leaves_a_line_and_a_sentence(asked, monkeypatch, caplog):
    bench, table, seat, actor, _ = asked
    monkeypatch.setattr(table.game.hints, "ladder", lambda view, seat: 1 // 0)
    actor.say("hint", id="h")
    with caplog.at_level(logging.ERROR):
        think(bench)
    assert "fault in the program" in actor.last("refused")["sentence"] and table.lobby.chairs[seat].hints == 0
    assert [(r.getMessage(), r.exc_info[0]) for r in caplog.records] == [
        ("a hint at table TABLE of prime_daifugo failed", ZeroDivisionError)]
    monkeypatch.setattr(table.game.hints, "ladder", lambda view, seat: ["Look again."])
    bench.thinking = True
    assert actor.say("hint", id="again")["rungs"] == ["Look again."], "it may be asked for again"


def test_where_there_is_no_hint_it_is_said_and_thought_about_once(asked, monkeypatch):
    bench, table, seat, actor, _ = asked
    monkeypatch.setattr(table.game.hints, "ladder", lambda view, seat: [])
    actor.say("hint", id="h")
    think(bench)
    assert actor.last("refused")["sentence"] == "There is no hint for this position."
    assert actor.say("hint", id="i")["type"] == "refused" and not bench.jobs
    assert table.lobby.chairs[seat].hints == 0


def test_a_server_that_has_enough_to_think_about_says_so(asked, monkeypatch):
    bench, table, seat, actor, _ = asked

    def full(*given):
        assert given[-1] == ("ada", "bo")[seat], "who asks is known to the server"
        raise Refused("Enough.")
    monkeypatch.setattr(bench, "run_job", full)
    assert actor.say("hint", id="h")["sentence"] == "Enough."
    monkeypatch.undo()
    actor.say("hint", id="i")
    think(bench)
    assert actor.last("answer")["id"] == "i"


def test_a_question_that_fails_leaves_a_line_and_a_sentence(bench, monkeypatch, caplog):
    table = bench.table("prime_solitaire", 1, practice=True, options={"deal": 8})
    person = Browser(bench, table, "ada")
    person.say("start", id="start")
    monkeypatch.setattr(table.game.study, "answer_question", lambda view, seat, question: 1 // 0)
    assert "fault in the program" in person.say("study", id="q1", question="finish")["sentence"]
    assert caplog.records[0].getMessage() == "a question at table TABLE of prime_solitaire failed"
    monkeypatch.undo()
    assert person.say("study", id="q2", question="finish")["type"] == "answer"
    monkeypatch.setattr(bench, "run_job", lambda *given: (_ for _ in ()).throw(Refused("Enough.")))
    assert person.say("study", id="q3", question="finish")["sentence"] == "Enough."
    monkeypatch.undo()
    assert person.say("study", id="q4", question="finish")["type"] == "answer", "the refused one does not block"


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_the_last_rung_comes_with_what_it_says_as_labels_that_can_be_sent(name):
    bench = Bench()
    seats = max(2, coprime.game(name).seats[0]) if coprime.game(name).seats[1] > 1 else 1
    table = bench.table(name, seats=seats)
    pages = [Browser(bench, table, f"person{seat}") for seat in range(seats)]
    for seat, page in enumerate(pages):
        page.say("sit", seat=seat)
    pages[0].say("start", id="start")
    bench.settle()
    seat = table.match.to_act()[0]
    replies = [pages[seat].say("hint", id=f"h{n}") for n in range(MOST_STEPS)]
    assert all("acts" not in reply for reply in replies if len(reply["rungs"]) < reply["of"])
    assert replies[-1]["acts"], replies[-1]
    assert all(len(reply["cards"]) == len(reply["rungs"]) for reply in replies), "each names the cards that it is about"
    assert pages[seat].act(*replies[-1]["acts"], id="do")["type"] == "done"


def test_what_is_opened_stays_open_while_others_act_beside_and_is_not_counted_again():
    """Where all act at once, others would close the hints of whoever reads them."""
    bench = Bench()
    table = bench.table("secret_number", seats=2)
    ada, bo = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    ada.say("start", id="s")
    assert table.match.to_act() == [0, 1]
    for _ in range(2):
        opened = ada.say("hint")
    bo.act(labels(table, 1)[0])
    again = ada.say("hint", again=True)
    assert len(again["rungs"]) == len(opened["rungs"]) == 2 and ada.told["used"][0] == 2
    assert len(ada.say("hint")["rungs"]) == 3 and ada.told["used"][0] == 3, "the next one is opened after these"
    assert ada.say("hint", again=True)["rungs"] == ada.last("answer")["rungs"] and ada.told["used"][0] == 3
    ada.act(labels(table, 0)[0])
    assert 0 in table.match.to_act(), "and is asked something else"
    assert ada.say("hint", again=True)["rungs"] == [] and ada.told["used"][0] == 3
    assert len(ada.say("hint")["rungs"]) == 1 and ada.told["used"][0] == 4


def test_what_was_opened_while_others_acted_is_told_for_the_position_that_there_is():
    bench = Bench()
    table = bench.table("secret_number", seats=2)
    ada, bo = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    ada.say("start", id="s")
    ada.say("hint")
    bench.thinking = False
    ada.say("hint", id="late")
    bo.act(labels(table, 1)[0])
    think(bench)
    assert ada.say("hint", id="now", again=True) is None, "it is thought about"
    think(bench)
    assert len(ada.last("answer")["rungs"]) == ada.told["used"][0]
