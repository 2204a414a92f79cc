"""Who sits down where, and when: nobody looks into cards of a running hand that they have not held."""

import json
from functools import partial

import pytest
from table_bench import Browser, labels
from test_journal_replay import back

from coprime.table import bots, broadcast, match_lifecycle, person_commands, pipeline
from coprime.table.lobby import MOST_GUESTS
from coprime.table.snapshot import restore_table, serialize_snapshot


def begun(bench, name="prime_daifugo", seats=3, keys=("ada",), **settings):
    """A started table of these people and bots, nobody of whom moves by itself."""
    bench.thinking = False
    table = bench.table(name, seats=seats, **settings)
    pages = [Browser(bench, table, key) for key in keys]
    pages[0].say("start", id="start")
    return table, pages


def play_hand(table, pages):
    """Every seat plays until the hand is over; bots are moved from here."""
    bench = table.table_host
    for _ in range(5000):
        if table.phase != "playing":
            return
        seat = table.match.to_act()[0]
        listed = labels(table, seat)
        plays = [label for label in listed if label.startswith(("play", "discard", "out"))]
        action = table.game.words.parse((plays or listed)[-1])
        act = partial(match_lifecycle.act_for_seat, table, seat, [action], message="")
        pipeline.process_input(table, act, bench.now)
        bench.shows and broadcast.send_updates(bench.shows.pop(), bench.now)
    raise AssertionError("it did not end")


def scenes(page):
    return [message["seat"] for message in page.got if message["type"] == "scene"]


def test_the_host_cannot_look_into_a_bots_hand_and_go_back(bench):
    table, (ada,) = begun(bench)
    assert [one["sit"] for one in ada.told["seats"]] == ["", "next", "next"]
    assert ada.say("sit", seat=1, id="look")["type"] == "done"
    assert ada.told["you"]["seats"] == [0] and set(scenes(ada)) == {0}, "they wait in their own seat"
    assert ada.told["seats"][1]["next"] == ada.told["you"]["who"]
    assert ada.say("sit", seat=2, id="other")["type"] == "done"
    assert [one["next"] for one in ada.told["seats"]] == [None, None, ada.told["you"]["who"]], "one seat only"


@pytest.mark.parametrize("freed", ["stand", "remove"])
def test_a_seat_freed_before_the_match_begins_is_anybodys_at_once(bench, freed):
    table = bench.table(seats=3)
    ada, bo, cy = (Browser(bench, table, key) for key in ("ada", "bo", "cy"))
    assert [chair.kind for chair in table.lobby.chairs] == ["person"] * 3
    if freed == "stand":
        bo.say("stand", id="up")
        assert bo.told["you"]["role"] == "watcher" and bo.told["you"]["left"] == [1]
    else:
        ada.say("remove", who=bo.visit.who, id="out")
        assert bo.closed[0] == 4403
    seat = ada.told["seats"][1]
    assert (seat["kind"], seat["who"], seat["sit"]) == ("bot", None, "now") and seat["name"] not in ("", "Bo")
    assert cy.say("sit", seat=1, id="move")["type"] == "done" and cy.told["you"]["seats"] == [1]
    dora = Browser(bench, table, "dora")
    assert dora.told["you"]["seats"] == [2], "the seat that Cy has left"
    ada.say("start", id="start")
    people = [page.visit.who for page in (ada, cy, dora)]
    assert [(chair.who, chair.held) for chair in table.lobby.chairs] == [(who, [who]) for who in people]
    assert [set(scenes(page)) for page in (ada, cy, dora)] == [{0}, {1}, {2}] and set(scenes(bo)) <= {"watcher"}


def test_who_stood_up_before_the_cards_were_dealt_has_not_held_them(bench):
    bench.thinking = False
    table = bench.table(seats=3)
    ada, bo = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    bo.say("stand", id="up")
    assert [one["sit"] for one in bo.told["seats"]] == ["", "now", "now"]
    ada.say("start", id="start")
    assert table.lobby.chairs[1].held == [] and [one["sit"] for one in bo.told["seats"]] == ["", "next", "next"]
    assert bo.say("sit", id="back")["type"] == "done", "the seat was theirs: nobody is asked"
    assert bo.told["you"]["seats"] == [] and bo.told["seats"][1]["next"] == bo.visit.who
    assert set(scenes(bo)) == {"watcher"}
    play_hand(table, (ada, bo))
    assert bo.told["you"]["seats"] == [1] and ada.told["asking"] == []


def test_a_seat_asked_for_is_given_when_the_hand_is_over(bench):
    table, (ada,) = begun(bench)
    cy = Browser(bench, table, "cy")
    assert cy.told["you"]["role"] == "watcher" and [one["sit"] for one in cy.told["seats"]] == ["", "next", "next"]
    cy.say("sit", seat=1, id="s")
    ada.say("admit", who=cy.told["you"]["who"], id="y")
    assert cy.told["seats"][1]["kind"] == "bot" and set(scenes(cy)) == {"watcher"}
    assert "Cy sits down there as soon" in ada.say("sit", seat=1, id="too")["sentence"]
    assert [one["sit"] for one in ada.told["seats"]] == ["", "", "next"]
    bo = Browser(bench, table, "bo")
    assert bo.say("sit", seat=1, id="late")["type"] == "refused" and ada.told["asking"] == []
    play_hand(table, (ada, cy))
    assert cy.told["you"]["seats"] == [1] and cy.told["seats"][1]["name"] == "Cy" and scenes(cy)[-1] == 1
    assert cy.told["seats"][1]["next"] is None and bots.list_acting_bots(table, bench.now) == set()


def rested(bench, patient=True):
    """A match of several hands at its first rest, and who was promised seat 1 before it."""
    table, (ada,) = begun(bench, "daifugo", 4)
    cy = Browser(bench, table, "cy", watch=True)
    cy.say("sit", seat=1, id="s")
    ada.say("admit", who=cy.told["you"]["who"], id="y")
    assert cy.told["you"]["seats"] == []
    if not patient:
        ada.say("stand", id="st")
    play_hand(table, (ada, cy))
    return table, ada, cy


def test_it_is_given_at_a_rest_before_the_next_cards(bench):
    table, ada, cy = rested(bench)
    assert table.phase == "rest" and cy.told["you"]["seats"] == [1]
    bo = Browser(bench, table, "bo")
    assert [one["sit"] for one in bo.told["seats"]] == ["", "", "now", "now"], "between hands there is nothing to see"
    bo.say("sit", seat=2, id="s")
    ada.say("admit", who=bo.told["you"]["who"], id="z")
    assert bo.told["you"]["seats"] == [2]
    assert ada.say("go", id="g")["type"] == "done" and table.phase == "playing"
    assert [chair.held for chair in table.lobby.chairs] == [[1], [2], [3], []]


def test_a_rest_that_waits_for_nobody_gives_it_too(bench):
    table, _ada, cy = rested(bench, patient=False)
    assert cy.told["you"]["seats"] == [1] and 2 in table.lobby.chairs[1].held


def test_who_held_the_cards_of_the_last_hand_has_not_held_those_of_this(bench):
    table, ada, cy = rested(bench)
    ada.say("go", id="g")
    cy.say("stand", id="st")
    assert table.lobby.chairs[1].held == [2] and cy.told["seats"][1]["sit"] == "now"
    ada.say("pause", on=False, id="p")
    for chair in table.lobby.chairs:
        chair.held = []
    assert cy.say("sit", id="back")["type"] == "done" and cy.told["seats"][1]["next"] == 2
    assert cy.told["you"]["seats"] == []


def test_a_promise_to_somebody_who_has_gone_is_void(bench):
    table, (ada,) = begun(bench)
    for key, away in (("cy", 0.5), ("dora", -0.5)):
        page = Browser(bench, table, key, watch=True)
        page.say("sit", seat=1 if key == "cy" else 2, id="s")
        ada.say("admit", who=page.told["you"]["who"], id=key)
        page.visit.who and page.leave()
        table.lobby.guests[page.visit.who].gone_since -= bench.grace_seconds + away
    play_hand(table, (ada,))
    assert [(chair.kind, chair.next) for chair in table.lobby.chairs] == [
        ("person", None), ("bot", None), ("person", None)]


def test_a_promise_is_void_when_its_owner_is_removed_or_forgotten(bench):
    table, (ada,) = begun(bench)
    for key in ("cy", "dora"):
        page = Browser(bench, table, key, watch=True)
        page.say("sit", seat=1, id="s")
        ada.say("admit", who=page.told["you"]["who"], id=key)
        assert table.lobby.chairs[1].next == page.visit.who
        if key == "cy":
            ada.say("remove", who=page.visit.who, id="r")
        else:
            bench.put(table, person_commands.forget_person, "dora")
        assert table.lobby.chairs[1].next is None


def test_in_practice_every_seat_may_be_taken_and_it_stays_practice(bench):
    table, (ada,) = begun(bench, practice=True)
    assert [one["sit"] for one in ada.told["seats"]] == ["", "now", "now"]
    assert ada.say("sit", seat=1, id="s")["type"] == "done" and ada.told["you"]["seats"] == [1]
    assert scenes(ada)[-1] == 1 and table.settings.practice
    cy = Browser(bench, table, "cy")
    cy.say("sit", seat=0, id="t")
    ada.say("admit", who=cy.visit.who, id="y")
    assert cy.told["you"]["seats"] == [0] and not table.settings.practice, "two people: it is a game now"


@pytest.mark.parametrize("name", ["prime_climb", "prime_challenge"])
def test_where_nothing_is_hidden_a_seat_is_taken_at_once(bench, name):
    table, (ada,) = begun(bench, name)
    cy = Browser(bench, table, "cy")
    assert [one["sit"] for one in cy.told["seats"]] == ["now" if table.game.teams else "", "now", "now"]
    cy.say("sit", seat=1, id="s")
    ada.say("admit", who=cy.visit.who, id="y")
    assert cy.told["you"]["seats"] == [1]


def test_who_has_left_takes_their_seat_back_without_asking(bench):
    table, (ada, bo) = begun(bench, keys=("ada", "bo"))
    bo.say("stand", id="st")
    assert bo.told["you"]["left"] == [1] and bo.told["you"]["seats"] == [] and ada.told["you"]["left"] == []
    assert bo.told["seats"][1]["sit"] == "now" and ada.told["seats"][1]["sit"] == "next"
    bo.leave()
    again = Browser(bench, table, "bo")
    assert again.told["you"]["role"] == "watcher" and again.told["you"]["left"] == [1]
    assert again.say("sit", id="back")["type"] == "done", "no seat is named: their own comes first"
    assert again.told["you"]["seats"] == [1] and again.scene["seat"] == 1 and again.told["you"]["left"] == []
    assert ada.told["asking"] == [] and table.lobby.chairs[1].name == "Bo"


def test_what_was_left_is_somebody_elses_when_they_sit_there(bench):
    table, (ada, bo) = begun(bench, keys=("ada", "bo"))
    bo.say("stand", id="st")
    ada.say("sit", seat=1, id="s")
    assert bo.told["you"]["left"] == [1] and "Ada sits down" in bo.say("sit", seat=1, id="b")["sentence"]
    play_hand(table, (ada, bo))
    assert ada.told["you"]["seats"] == [1] and bo.told["you"]["left"] == ada.told["you"]["left"] == []
    bo.say("sit", seat=0, id="c")
    assert bo.told["asking"] == [] and ada.told["asking"][0]["seat"] == 0, "another's seat is asked for"


def test_who_was_removed_has_left_nothing(bench):
    table, (ada, bo) = begun(bench, keys=("ada", "bo"))
    ada.say("remove", who=bo.visit.who, id="r")
    assert table.lobby.chairs[1].left is None


def test_a_full_table_says_so(bench):
    table, pages = begun(bench, keys=("ada", "bo", "cy"))
    dora = Browser(bench, table, "dora")
    assert dora.say("sit", id="s")["sentence"] == "Every seat is taken."


def test_what_is_promised_left_and_held_outlives_the_server(bench):
    table, (ada, bo) = begun(bench, keys=("ada", "bo"))
    bo.say("stand", id="st")
    ada.say("sit", seat=2, id="s")
    again = back(bench, table)
    for one, other in zip(again.lobby.chairs, table.lobby.chairs, strict=True):
        assert (one.left, one.held, one.next) == (other.left, other.held, other.next)
    assert [chair.held for chair in again.lobby.chairs] == [[1], [2], []]


def test_seats_that_are_carried_keep_what_they_were(bench):
    table, (ada, bo) = begun(bench, keys=("ada", "bo"))
    bo.say("stand", id="st")
    ada.say("sit", seat=2, id="s")
    Browser(bench, table, "new", watch=True)
    bench.put(table, person_commands.transfer_seats_to_key, "ada", "new", "New")
    who = table.lobby.find_guest("new").who
    chairs = table.lobby.chairs
    assert (chairs[0].who, chairs[0].held, chairs[2].next, chairs[1].left) == (who, [1, who], who, 2)


# Guests that are gone.

def crowd(bench, table, n, first=0):
    for k in range(first, first + n):
        page = Browser(bench, table, f"g{k}", watch=True)
        page.leave()


def test_the_dead_make_room_and_the_seated_stay(bench):
    table, (ada, bo) = begun(bench, keys=("ada", "bo"))
    bo.leave()
    crowd(bench, table, MOST_GUESTS - 2)
    assert len(table.lobby.guests) == MOST_GUESTS
    new = Browser(bench, table, "new")
    assert new.told["you"]["who"] == MOST_GUESTS + 1 and len(table.lobby.guests) == MOST_GUESTS
    assert table.lobby.find_guest("g0") is None and table.lobby.find_guest("g1") and table.lobby.find_guest("bo")
    assert Browser(bench, table, "newer").visit.who == MOST_GUESTS + 2 and table.lobby.find_guest("g1") is None


def test_numbers_are_never_given_twice(bench):
    table, (ada,) = begun(bench)
    crowd(bench, table, MOST_GUESTS - 1)
    for who in list(table.lobby.guests):
        if who not in (1, 2):
            table.lobby.forget_guest(who)
    assert Browser(bench, table, "x", watch=True).visit.who == MOST_GUESTS + 1
    table.lobby.forget_guest(MOST_GUESTS + 1)
    again = restore_table("TABLE", table.game, json.loads(json.dumps(serialize_snapshot(table))), bench.rows, [], bench)
    assert Browser(bench, again, "y", watch=True).visit.who == MOST_GUESTS + 2


def test_who_is_here_or_host_or_seated_stays(bench):
    """Only those who are gone, hold no seat and are not the host make room."""
    bench.grace_seconds = 1000
    table, (ada,) = begun(bench)
    here = Browser(bench, table, "here", watch=True)
    heir = Browser(bench, table, "heir", watch=True)
    table.lobby.host = heir.visit.who
    heir.leave()
    crowd(bench, table, MOST_GUESTS - 3)
    for k in range(MOST_GUESTS - 3):
        Browser(bench, table, f"n{k}", watch=True)
    more = Browser(bench, table, "more", watch=True)
    assert more.last("refused")["sentence"].startswith("This table has had") and more.visit.who is None
    assert here.visit.who in table.lobby.guests and heir.visit.who in table.lobby.guests and 1 in table.lobby.guests


def test_the_removed_are_remembered_beside_the_others(bench):
    table, (ada,) = begun(bench)
    for k in range(MOST_GUESTS + 5):
        bad = Browser(bench, table, f"bad{k}", watch=True)
        ada.say("remove", who=bad.visit.who, id=f"r{k}")
        bad.leave()
    assert Browser(bench, table, "good").visit.who is not None
    assert table.lobby.find_guest("bad0") is None and table.lobby.find_guest(f"bad{MOST_GUESTS}").role == "removed"
    assert sum(guest.role == "removed" for guest in table.lobby.guests.values()) <= MOST_GUESTS + 1
