"""Rows of a person in a database in memory: mutes, feeds, phrases, tables over days, and what is left when they go."""

import json

import pytest
import sqlalchemy as sa

from coprime.server.request_error import RequestError
from coprime.server.store import correspondence_rows, erasure, feed_rows, mute_rows, people, phrase_rows, schema
from coprime.server.store.correspondence_rows import AT_ONCE, KEPT_MS, NEVER

SECRET = b"s" * 32


@pytest.fixture
def connection(connection):
    """A database that knows Ada, Bo and Cleo."""
    for key in ("ada", "bo", "cleo"):
        people.add_person(connection, key, key.title())
    return connection


def count_changes(connection, person):
    return [one for _, one in correspondence_rows.read_changes(connection, KEPT_MS)].count(person)


# Mutes.

def test_somebody_is_muted_once_and_heard_again(connection):
    for at in (5, 6):
        mute_rows.add_mute(connection, "ada", "bo", "Bo", at)
    mute_rows.add_mute(connection, "ada", "cleo", "Cleo", 7)
    found = mute_rows.read_mutes(connection, "ada")
    assert [(one.name, one.at) for one in found] == [("Cleo", 7), ("Bo", 5)] and len({one.id for one in found}) == 2
    assert mute_rows.read_muted_keys(connection, "ada") == {"bo", "cleo"} and not mute_rows.read_mutes(connection, "bo")
    assert count_changes(connection, "ada") == 2
    with pytest.raises(RequestError) as refused:
        mute_rows.delete_mute(connection, "cleo", found[0].id)              # somebody else's
    assert refused.value.status == 404 and count_changes(connection, "cleo") == 0
    mute_rows.delete_mute(connection, "ada", found[0].id)
    assert mute_rows.read_muted_keys(connection, "ada") == {"bo"} and count_changes(connection, "ada") == 3


def test_so_many_are_muted_and_no_more(connection):
    for n in range(mute_rows.MOST_MUTED):
        mute_rows.add_mute(connection, "ada", f"key {n}", f"Name {n}", n)
    mute_rows.add_mute(connection, "ada", "key 0", "Name 0", 999)           # who is muted already is not one more
    with pytest.raises(RequestError) as refused:
        mute_rows.add_mute(connection, "ada", "bo", "Bo", 999)
    assert refused.value.status == 409 and str(mute_rows.MOST_MUTED) in str(refused.value)
    mute_rows.add_mute(connection, "bo", "ada", "Ada", 999)
    assert len(mute_rows.read_mutes(connection, "ada")) == mute_rows.MOST_MUTED


def test_the_muted_are_found_at_tables(connection):
    seats = [("ONE", 1, "ada"), ("ONE", 2, "bo"), ("TWO", 1, "bo"), ("TWO", 2, "cleo"), ("SIX", 1, "bo")]
    connection.execute(sa.insert(schema.guests), [
        {"code": code, "who": who, "person": key, "name": key, "role": "guest"} for code, who, key in seats])
    assert mute_rows.read_muted_guests(connection, "ada", ["ONE", "TWO"]) == set()
    mute_rows.add_mute(connection, "ada", "bo", "Bo", 5)
    assert mute_rows.read_muted_guests(connection, "ada", ["ONE", "TWO"]) == {("ONE", 2), ("TWO", 1)}


def test_another_key_of_a_person_mutes_and_is_muted_as_the_first(connection):
    mute_rows.add_mute(connection, "ada", "bo", "Bo", 5)
    mute_rows.add_mute(connection, "cleo", "ada", "Ada", 6)
    mute_rows.add_mute(connection, "ada", "new", "New", 7)                  # oneself, under the other key
    mute_rows.add_mute(connection, "dan", "ada", "Ada", 8)
    mute_rows.add_mute(connection, "dan", "new", "New", 9)                  # has muted both already
    assert mute_rows.copy_mutes(connection, "ada", "new") == ["cleo", "new"]
    assert [(one.name, one.at) for one in mute_rows.read_mutes(connection, "new")] == [("Bo", 5)]
    assert mute_rows.read_muted_keys(connection, "cleo") == {"ada", "new"}
    assert len(mute_rows.read_mutes(connection, "dan")) == 2
    assert count_changes(connection, "cleo") == 2 and count_changes(connection, "new") == 1
    assert mute_rows.copy_mutes(connection, "ada", "new") == []


# Feeds and phrases.

def test_a_feed_has_one_address_that_only_its_token_opens(connection):
    first = feed_rows.renew_feed(connection, SECRET, "ada", 5)
    assert len(first) == 43 and feed_rows.find_feed(connection, first) == feed_rows.read_feed(connection, "ada")
    second = feed_rows.renew_feed(connection, SECRET, "ada", 6)
    found = feed_rows.find_feed(connection, second)
    assert (found.person, found.made) == ("ada", 6) and second != first
    assert second == feed_rows.make_token(SECRET, "ada", found.number)
    assert feed_rows.find_feed(connection, first) is None and feed_rows.read_feed(connection, "bo") is None
    stored = json.dumps([list(row) for row in connection.execute(sa.select(schema.feeds))])
    assert second not in stored
    for secret, person in ((b"t" * 32, "ada"), (SECRET, "bo")):
        other = feed_rows.make_token(secret, person, found.number)
        assert other != second and feed_rows.find_feed(connection, other) is None
    feed_rows.renew_feed(connection, SECRET, "bo", 7)
    feed_rows.delete_feed(connection, "ada")
    assert feed_rows.read_feed(connection, "ada") is None and feed_rows.read_feed(connection, "bo") is not None


def test_a_phrase_leads_to_its_person_until_there_is_another(connection):
    assert phrase_rows.read_phrase_time(connection, "ada") == 0
    phrase_rows.write_phrase(connection, "ada", "hash one", 5)
    phrase_rows.write_phrase(connection, "bo", "hash bo", 6)
    phrase_rows.write_phrase(connection, "ada", "hash two", 7)
    assert phrase_rows.find_person_by_phrase(connection, "hash one") is None
    assert phrase_rows.find_person_by_phrase(connection, "hash two") == ("ada", "Ada")
    assert phrase_rows.find_person_by_phrase(connection, "hash bo") == ("bo", "Bo")
    assert phrase_rows.read_phrase_time(connection, "ada") == 7
    phrase_rows.write_phrase(connection, "stranger", "hash none", 8)
    assert phrase_rows.find_person_by_phrase(connection, "hash none") is None
    phrase_rows.forget_phrases_of_strangers(connection)
    assert phrase_rows.read_phrase_time(connection, "stranger") == 0
    assert phrase_rows.read_phrase_time(connection, "ada") == 7


# Tables over days.

def snapshot(phase="playing", due=((0, 500), (1, 700)), late=(), hours=24, **more):
    """A table of Ada on seat 0 and 2, Bo on 1, a bot on 3, and a spectator."""
    return {"settings": {"move_hours": hours}, "phase": phase,
            "guests": [{"who": 1, "key": "ada", "role": "guest"}, {"who": 2, "key": "bo", "role": "guest"},
                       {"who": 3, "key": "cleo", "role": "spectator"}],
            "chairs": [{"seat": 0, "kind": "person", "who": 1}, {"seat": 1, "kind": "person", "who": 2},
                       {"seat": 2, "kind": "person", "who": 1}, {"seat": 3, "kind": "bot", "who": None},
                       {"seat": 4, "kind": "person", "who": 3}],
            "move_clock": {"due_at": [list(one) for one in due], "late": list(late), "stopped_at": None, "turn": 9},
            **more}


def rows(connection):
    r = schema.correspondence_seats.c
    return [tuple(row) for row in connection.execute(sa.select(r.seat, r.person, r.wake).order_by(r.seat))]


def store_table(connection, code, phase="playing", touched=0):
    connection.execute(sa.insert(schema.tables).values(code=code, game="daifugo", phase=phase, opened=0, address="",
                                                       touched=touched, kept="{}"))


def test_each_seat_of_a_person_has_a_row_until_the_table_is_over(connection):
    correspondence_rows.write_correspondence(connection, "ONE", snapshot(hours=0))
    assert rows(connection) == [] and count_changes(connection, "ada") == 0
    correspondence_rows.write_correspondence(connection, "ONE", snapshot())
    assert rows(connection) == [(0, "ada", 500), (1, "bo", 500), (2, "ada", 500)]
    assert [count_changes(connection, who) for who in ("ada", "bo", "cleo")] == [1, 1, 0]
    correspondence_rows.write_correspondence(connection, "ONE", snapshot("over", due=()))
    assert rows(connection) == [(0, "ada", NEVER), (1, "bo", NEVER), (2, "ada", NEVER)]
    correspondence_rows.write_correspondence(connection, "ONE", snapshot("closed"))
    assert rows(connection) == [] and count_changes(connection, "ada") == 3


@pytest.mark.parametrize(("given", "wake"), [
    ({"busy": True}, AT_ONCE), ({"due": ()}, NEVER), ({"due": ((0, -5),)}, AT_ONCE),
    ({"vacation": {"request": None, "current": {"ends_at": 300}}}, 300),
    ({"vacation": {"request": {"ends_at": 900}, "current": None}}, 500),
    ({"due": (), "vacation": {"request": {"ends_at": 900}}}, 900)])
def test_a_table_is_looked_at_when_the_first_time_is_over(given, wake):
    assert correspondence_rows.next_check_time(snapshot(**given)) == wake


def test_a_clock_that_stands_ends_nothing():
    stopped = snapshot()
    stopped["move_clock"]["stopped_at"] = 400
    assert correspondence_rows.next_check_time(stopped) == NEVER
    assert correspondence_rows.next_check_time({**stopped, "move_clock": None}) == NEVER


def test_of_whoever_has_several_seats_the_last_end_counts_and_who_is_late_is_not_asked():
    keys = {1: "ada", 2: "bo", 3: "cleo"}
    asked = correspondence_rows.find_asked_people
    several = snapshot(due=((0, 500), (1, 700), (2, 600), (3, 800)))
    assert asked(several, "playing", keys) == (9, {"ada": 600, "bo": 700})
    assert asked(snapshot(late=(1,)), "playing", keys) == (9, {"ada": 500})
    assert asked(snapshot(), "rest", keys) == (0, {}) and asked({"chairs": []}, "playing", keys) == (0, {})


def test_tables_that_are_due_come_the_longest_overdue_first(connection):
    for code, phase, due in (("ONE", "playing", 500), ("TWO", "playing", 400), ("SIX", "over", 300),
                             ("TEN", "rest", 900)):
        store_table(connection, code, phase)
        correspondence_rows.write_correspondence(connection, code, snapshot(due=((0, due),)))
    assert correspondence_rows.read_due_tables(connection, 500, 9) == ["TWO", "ONE"]
    assert correspondence_rows.read_due_tables(connection, 499, 9) == ["TWO"]
    assert correspondence_rows.read_due_tables(connection, 9_999, 1) == ["TWO"]
    assert correspondence_rows.count_tables_of(connection, "ada") == 3          # two seats are one table
    assert correspondence_rows.count_tables_of(connection, "cleo") == 0
    for code in ("ONE", "TWO", "SIX"):
        correspondence_rows.unschedule_table(connection, code)
    assert correspondence_rows.read_due_tables(connection, 9_999, 9) == ["TEN"]
    assert correspondence_rows.has_scheduled_tables(connection)
    correspondence_rows.unschedule_table(connection, "TEN")
    assert not correspondence_rows.has_scheduled_tables(connection)


def test_changes_are_remembered_for_a_while(connection):
    correspondence_rows.append_list_changes(connection, [])
    correspondence_rows.append_list_changes(connection, ["bo", "ada"])
    changes = correspondence_rows.read_changes(connection, KEPT_MS)
    assert [person for _, person in changes] == ["ada", "bo"] and changes[0][0] < changes[1][0]
    c = schema.correspondence_changes
    connection.execute(sa.update(c).where(c.c.person == "ada").values(at=c.c.at - KEPT_MS // 2))
    assert [person for _, person in correspondence_rows.read_changes(connection, KEPT_MS // 4)] == ["bo"]
    correspondence_rows.forget_old_changes(connection)
    assert len(correspondence_rows.read_changes(connection, KEPT_MS)) == 2
    connection.execute(sa.update(c).where(c.c.person == "ada").values(at=c.c.at - KEPT_MS))
    correspondence_rows.forget_old_changes(connection)
    assert [row.person for row in connection.execute(sa.select(c.c.person))] == ["bo"]


# People.

def test_a_guest_is_whoever_was_let_in(connection):
    connection.execute(sa.insert(schema.guests), [
        {"code": "ONE", "who": 1, "person": "ada", "name": "Ada", "role": "guest"},
        {"code": "ONE", "who": 2, "person": "bo", "name": "Bo", "role": "asked"}])
    assert [people.is_guest(connection, "ONE", key) for key in ("ada", "bo", "cleo")] == [True, False, False]
    assert not people.is_guest(connection, "TWO", "ada")


def test_a_new_name_is_one_persons(connection):
    people.rename_person(connection, "ada", "Adele")
    assert [people.read_person_name(connection, key) for key in ("ada", "bo", "dan")] == ["Adele", "Bo", None]


def test_a_visit_counts_as_seen(connection):
    p = schema.people.c
    connection.execute(sa.update(schema.people).values(seen=1))
    people.touch_person(connection, "ada")
    seen = dict(tuple(row) for row in connection.execute(sa.select(p.key, p.seen)))
    assert seen["ada"] > 1_000_000 and (seen["bo"], seen["cleo"]) == (1, 1)


def test_a_cookie_is_kept_from_scripts_and_an_empty_one_ends_at_once():
    kept = people.cookie_fields("value", True)
    assert kept["httponly"] and kept["secure"] and kept["max_age"] == 400 * 86_400 and kept["samesite"] == "lax"
    assert people.cookie_fields("", False)["max_age"] == 0 and not people.cookie_fields("", False)["secure"]
    assert len({people.make_person_key() for _ in range(9)}) == 9 and len(people.make_person_key()) == 32


# Erasure.

def test_whoever_is_erased_leaves_no_row_with_their_key(connection):
    mute_rows.add_mute(connection, "ada", "bo", "Bo", 5)
    mute_rows.add_mute(connection, "bo", "ada", "Ada", 5)
    mute_rows.add_mute(connection, "bo", "cleo", "Cleo", 5)
    feed_rows.renew_feed(connection, SECRET, "ada", 5)
    phrase_rows.write_phrase(connection, "ada", "hash", 5)
    correspondence_rows.write_correspondence(connection, "ONE", snapshot())
    before = count_changes(connection, "bo")
    erasure.forget_person(connection, "ada")
    assert count_changes(connection, "bo") == before + 1
    for table in schema.metadata.sorted_tables:
        for row in connection.execute(sa.select(table)):
            assert "ada" not in [str(value).lower() for value in row], table.name
    assert mute_rows.read_muted_keys(connection, "bo") == {"cleo"}
    assert people.read_person_name(connection, "bo") == "Bo"


@pytest.mark.parametrize(("chair", "after"), [
    ({"who": 1, "name": "Ada", "kind": "person"}, {"who": None, "name": "Somebody", "kind": "bot"}),
    ({"who": 2, "name": "Bo", "kind": "person"}, {"who": 2, "name": "Bo", "kind": "person"}),
    ({"who": 1, "name": "Ada", "kind": "person", "members": [2, 3]},
     {"who": 2, "name": "Bo", "kind": "person", "members": [3]}),
    ({"who": 2, "name": "Bo", "kind": "person", "members": [1, 3]},
     {"who": 2, "name": "Bo", "kind": "person", "members": [3]}),
    ({"who": 1, "name": "Ada", "kind": "person", "members": [9]},
     {"who": 9, "name": "Somebody", "kind": "person", "members": []})])
def test_the_seat_of_whoever_is_erased_goes_to_their_team_or_to_a_bot(chair, after):
    kept = erasure._remove_from_snapshot(json.dumps({"chairs": [chair]}), 1, "Somebody", {1: "Ada", 2: "Bo", 3: "Cleo"})
    assert json.loads(kept) == {"chairs": [after]}
    assert erasure._remove_from_snapshot("{}", 1, "Somebody", {}) == "{}"
