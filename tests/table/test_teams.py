"""PC-18: a team is one seat, whose members sit at their own devices and any of whom acts for it."""

import json

import pytest
from table_bench import Browser, labels

from coprime.classroom.report import guests_by_event
from coprime.server.replays import match_ending
from coprime.table import person_commands
from coprime.table.lobby import MOST_IN_TEAM
from coprime.table.ports import JournalRow
from coprime.table.snapshot import restore_table, serialize_snapshot

UNTIMED = {"first_seconds": 0, "next_seconds": 0, "referee": "program", "overlook": "off"}


@pytest.fixture
def teams(bench):
    """The lobby of Prime Challenge: Ada and Bo hold the seats, Cy has joined Ada and Di has joined Bo."""
    bench.thinking = False
    table = bench.table("prime_challenge", seats=2, options=UNTIMED)
    ada, bo = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    cy, di = Browser(bench, table, "cy"), Browser(bench, table, "di")
    assert cy.say("sit", seat=0, id="join")["type"] == "done"
    assert di.say("sit", seat=1, id="join")["type"] == "done"
    return table, ada, bo, cy, di


@pytest.fixture
def playing(teams):
    """The same in a match: the two of the seat to act, the two of the other, and somebody who watches."""
    table, ada, bo, cy, di = teams
    ada.say("start", id="start")
    eve = Browser(table.table_host, table, "eve", watch=True)
    first, second = (ada, cy), (bo, di)
    return (table, *((first, second) if table.match.to_act()[0] == 0 else (second, first)), eve)


def whos(*pages):
    return [page.visit.who for page in pages]


def plays(table):
    """Something that the seat to act can do, as a label."""
    seat = table.match.to_act()[0]
    listed = labels(table, seat)
    return next((label for label in listed if label.startswith("take")), listed[0])


def screens(page):
    """What a page shows of the match, but for the numbers of messages."""
    return [{name: one[name] for name in ("seat", "scene", "lines", "step", "n", "undo")}
            for one in page.got if one["type"] == "scene"]


def test_pc18_whoever_joins_a_team_shares_its_seat(teams):
    table, ada, bo, cy, di = teams
    seats = ada.told["seats"]
    assert [one["team"] for one in seats] == [whos(ada, cy), whos(bo, di)]
    assert [one["name"] for one in seats] == ["Ada’s team", "Bo’s team"]
    assert [page.told["you"]["seats"] for page in teams[1:]] == [[0], [1], [0], [1]]
    assert [page.told["you"]["role"] for page in teams[1:]] == ["seat"] * 4
    assert [one["sit"] for one in cy.told["seats"]] == ["", "now"], "another team may be joined, one's own not"


def test_pc18_any_member_acts_and_the_whole_team_is_told_so(playing):
    table, mine, others, eve = playing
    for page in mine:
        seat = table.match.to_act()[0]
        assert page.act(plays(table))["type"] == "done"
        texts = [one.log[-1]["text"] for one in mine]
        assert texts[0] == texts[1] and texts[0].startswith("You ")
        name = table.lobby.seat_name(table.lobby.chairs[seat])
        for other in (*others, eve):
            assert other.log[-1]["text"].startswith(name)


def test_members_see_the_same_and_nobody_else_does(playing):
    table, mine, others, eve = playing
    mine[1].act(plays(table))
    for one, other in (mine, others):
        assert screens(one)[-1] == screens(other)[-1] and one.scene["seat"] == other.told["you"]["seats"][0]
    assert eve.scene["seat"] == "watcher" and eve.told["you"]["role"] == "watcher"


def test_of_two_members_at_the_same_instant_the_second_is_refused_and_nothing_is_lost(playing):
    table, mine, _, _ = playing
    label, step = plays(table), table.history.step_count
    assert mine[0].act(label)["type"] == "done"
    late = mine[1].act(label)
    assert late["type"] == "refused" and late["sentence"]
    assert [event.seat for event in table.history.events[step:]].count(table.match.to_act()[0]) <= 1
    assert mine[0].log[-1] == mine[1].log[-1]


def test_the_other_team_is_refused_as_before(playing):
    table, mine, others, eve = playing
    for page in (*others, eve):
        assert page.act(plays(table))["type"] == "refused"


def test_a_member_leaves_and_the_team_plays_on(teams):
    table, ada, bo, cy, di = teams
    ada.say("start", id="start")
    assert cy.say("stand", id="up")["type"] == "done"
    assert cy.told["you"]["seats"] == [] and set(whos(ada)) == {table.lobby.chairs[0].who}
    assert ada.told["seats"][0]["team"] == [] and ada.told["seats"][0]["name"] == "Ada"
    assert cy.act("done")["sentence"].startswith("You are watching")


def test_the_first_member_leaves_the_seat_to_the_next_and_the_last_to_a_bot(playing):
    table, mine, others, eve = playing
    mine[0].act(plays(table))
    seat = table.match.to_act()[0]
    log = [line["text"] for line in mine[1].log]
    mine[0].say("stand", id="up")
    chair = table.lobby.chairs[seat]
    assert (chair.kind, chair.who, chair.members) == ("person", mine[1].visit.who, [])
    assert chair.name == table.lobby.guests[chair.who].name == eve.scene["scene"]["seats"][seat]["name"]
    assert [line["text"] for line in mine[1].log] == log, "what the team has done is still their own"
    mine[1].say("stand", id="up")
    assert chair.kind == "bot" and chair.left == mine[1].visit.who and mine[1].told["you"]["left"] == [seat]


def test_during_the_match_the_host_is_asked(teams):
    table, ada, bo, cy, di = teams
    ada.say("start", id="start")
    eve = Browser(table.table_host, table, "eve")
    assert eve.told["seats"][1]["sit"] == "now"
    eve.say("sit", seat=1, id="in")
    assert eve.told["you"]["seats"] == [] and ada.told["asking"] == [{"who": eve.visit.who, "name": "Eve", "seat": 1}]
    ada.say("admit", who=eve.visit.who, id="yes")
    assert eve.told["you"]["seats"] == [1] and eve.told["seats"][1]["team"] == whos(bo, di, eve)
    assert eve.scene["seat"] == 1 and [line["text"] for line in eve.log] == [line["text"] for line in bo.log]


def test_the_host_removes_a_member_and_hosting_passes_within_a_team(teams):
    table, ada, bo, cy, di = teams
    ada.say("remove", who=di.visit.who, id="out")
    assert di.closed[0] == 4403 and table.lobby.chairs[1].people == whos(bo)
    ada.leave()
    bo.leave()
    table.table_host.run(table, 61)
    assert table.lobby.host == cy.visit.who and cy.told["you"]["host"]


def test_a_seat_is_absent_only_when_all_its_members_are(playing):
    table, mine, others, _ = playing
    bench, seat = table.table_host, table.match.to_act()[0]
    mine[0].leave()
    bench.run(table, 120)
    assert others[0].told["seats"][seat]["here"] and not others[0].told["seats"][seat]["away"]
    assert mine[1].act(plays(table))["type"] == "done"
    mine[1].leave()
    bench.run(table, 59)
    assert not others[0].told["seats"][seat]["away"] and not others[0].told["seats"][seat]["here"]
    bench.run(table, 2)
    assert others[0].told["seats"][seat]["away"], "a bot plays for them"
    again = Browser(bench, table, "cy")
    assert again.told["you"]["seats"] == [0]
    seat_of_cy = again.told["seats"][0]
    assert seat_of_cy["here"] and not seat_of_cy["away"]


def test_a_team_is_kept_and_restored(playing):
    table, mine, others, _ = playing
    mine[1].act(plays(table))
    bench = table.table_host
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    again = restore_table("TABLE", table.game, stored, bench.rows, [], bench)
    assert [chair.people for chair in again.lobby.chairs] == [chair.people for chair in table.lobby.chairs]
    pages = [Browser(bench, again, key) for key in ("ada", "cy")]
    assert [page.told["you"]["seats"] for page in pages] == [[0], [0]]
    assert [line["text"] for line in pages[0].log] == [line["text"] for line in pages[1].log]


def test_a_table_stored_before_there_were_teams_opens(bench):
    table = bench.table("prime_challenge", seats=2)
    Browser(bench, table, "ada").say("start", id="start")
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    for chair in stored["chairs"]:
        del chair["members"]
    again = restore_table("TABLE", table.game, stored, bench.rows, [], bench)
    assert [chair.members for chair in again.lobby.chairs] == [[], []] and again.lobby.chairs[0].who == 1


def test_a_team_has_a_limit(teams):
    table, ada, *_ = teams
    more = [Browser(table.table_host, table, f"guest{n}") for n in range(MOST_IN_TEAM - 1)]
    answers = [page.say("sit", seat=0, id="in") for page in more]
    assert [one["type"] for one in answers] == ["done"] * (MOST_IN_TEAM - 2) + ["refused"]
    assert answers[-1]["sentence"] == "Ada’s team has 8 people already; nobody else can join it."
    assert more[-1].told["seats"][0]["sit"] == ""


def test_who_sits_there_already_is_told_so(teams):
    _, ada, _, cy, _ = teams
    assert {page.say("sit", seat=0, id="again")["sentence"] for page in (ada, cy)} == {"You sit there already."}


def test_other_games_have_no_teams(bench):
    table = bench.table("prime_climb", seats=2)
    Browser(bench, table, "ada"), Browser(bench, table, "bo")
    cy = Browser(bench, table, "cy")
    assert [one["sit"] for one in cy.told["seats"]] == ["", ""]
    assert cy.say("sit", seat=0, id="in")["sentence"] == "Ada sits there."
    hot = bench.table("prime_challenge", seats=2, hotseat=True)
    Browser(bench, hot, "ada")
    cy = Browser(bench, hot, "cy")
    assert cy.say("sit", seat=0, id="in")["sentence"] == "Ada sits there.", "all of them sit at one device"


def test_a_locked_table_lets_nobody_into_a_team(teams):
    table, ada, *_ = teams
    ada.say("lock", on=True, id="lock")
    eve = Browser(table.table_host, table, "eve")
    assert eve.say("sit", seat=0, id="in")["type"] == "refused" and eve.told["you"]["role"] == "waiting"


def test_two_people_on_one_seat_are_no_practice(bench):
    bench.thinking = False
    table = bench.table("prime_challenge", seats=2, practice=True)
    ada, cy = Browser(bench, table, "ada"), Browser(bench, table, "cy")
    assert cy.told["you"]["seats"] == [], "at a practice table nobody is seated beside its person"
    cy.say("sit", seat=0, id="in")
    ada.say("start", id="start")
    assert not table.settings.practice and cy.scene["seat"] == 0


def test_another_device_another_name_and_being_forgotten(teams):
    table, ada, bo, cy, di = teams
    bench = table.table_host
    ada.say("start", id="start")
    bench.put(table, person_commands.rename_person, "cy", "Zoe")
    assert table.lobby.seat_names() == ["Ada’s team", "Bo’s team"], "a team is called after its first member"
    bench.put(table, person_commands.transfer_seats_to_key, "cy", "tablet", "Cy")
    tablet = Browser(bench, table, "tablet")
    assert tablet.told["you"]["seats"] == [0] and cy.told["you"]["seats"] == []
    assert ada.told["seats"][0]["team"] == whos(ada, tablet)
    bench.put(table, person_commands.forget_person, "ada")
    assert table.lobby.chairs[0].people == whos(tablet) and "Ada" not in json.dumps(tablet.scene["scene"])
    bench.put(table, person_commands.forget_person, "tablet")
    assert table.lobby.chairs[0].kind == "bot"


def test_members_share_the_hints_of_their_seat(playing):
    table, mine, others, _ = playing
    table.table_host.thinking = True
    assert [page.say("hint")["type"] for page in mine] == ["answer", "answer"]
    seat = table.match.to_act()[0]
    assert all(page.told["used"][seat] for page in mine) and others[0].told["used"][seat] is None


def test_the_seats_move_round_with_their_teams(teams):
    table, ada, bo, cy, di = teams
    ada.say("start", id="start")
    table.settings.practice = True                      # may begin again at once
    ada.say("rematch", rotate=True, id="again")
    assert [chair.people for chair in table.lobby.chairs] == [whos(bo, di), whos(ada, cy)]
    assert cy.scene["seat"] == 1


def test_a_page_of_a_member_comes_back_to_what_it_missed(playing):
    table, mine, _, _ = playing
    seen = mine[1].scene["n"]
    mine[1].leave()
    mine[0].act(plays(table))
    again = Browser(table.table_host, table, mine[1].visit.key, seen=seen)
    assert [line["text"] for line in again.log] == [line["text"] for line in mine[0].log if line["n"] > seen]


def test_pc18_a_best_moment_belongs_to_who_acted_and_is_told_of_their_team(playing):
    table, mine, others, _ = playing
    pages = (*mine, *others)
    for turn in range(400):
        if table.phase == "over" or not table.match.to_act():
            break
        seat = table.match.to_act()[0]
        team = mine if mine[0].visit.who in table.lobby.chairs[seat].people else others
        team[turn % 3 == 0].act(plays(table))
    rows = [list(row) for row in table.table_host.rows]
    found = match_ending.best_moments("prime_challenge", rows)
    by = guests_by_event([JournalRow(*row) for row in rows])
    assert found and {one["who"] for one in found} <= set(whos(*pages))
    for one in found:
        assert one["name"] == table.lobby.seat_names()[one["seat"]] and one["name"].endswith("’s team")
        assert by[table.history.events[one["step"] - 1].n] == one["who"]
