"""What happens to people from outside their table: another name, another device, being forgotten."""

import pytest
from table_bench import Browser

from coprime.table import person_commands, player_names


def test_another_name_is_called_everywhere(two):
    bench, table, a, b, c = two
    bench.put(table, person_commands.rename_person, "bo", "Beatrix")
    assert table.lobby.seat_names() == ["Ada", "Beatrix"] and table.lobby.find_guest("bo").name == "Beatrix"
    assert a.told["people"][1]["name"] == "Beatrix" and a.got[-2]["type"] == "scene"
    before = len(a.got)
    bench.put(table, person_commands.rename_person, "nobody", "Beatrix")
    assert len(a.got) == before


@pytest.mark.parametrize(("name", "shown"), [("ada", "ada (2)"), ("\uff21\uff44\uff41", "\uff21\uff44\uff41 (2)"),
                                             ("\u0410d\u0430", "\u0410d\u0430 (2)"), ("Ada 1", "Ada 1")])
def test_who_is_called_as_somebody_else_is_numbered_everywhere(two, name, shown):
    """Also where Cyrillic letters between Latin ones only look so."""
    bench, table, a, b, c = two
    bench.put(table, person_commands.rename_person, "bo", name)
    assert table.lobby.seat_names() == ["Ada", shown] and a.told["people"][1]["name"] == shown
    new = Browser(bench, table, "new")
    bench.put(table, person_commands.rename_person, "new", name)
    assert table.lobby.guests[new.visit.who].name == player_names.make_distinct(name, ["Ada", shown])
    b.say("chat", text="It is me")
    bench.put(table, person_commands.rename_person, "bo", shown)
    assert table.lobby.seat_names() == ["Ada", shown], "one's own name is not taken"


def test_a_newcomer_of_the_same_name_is_numbered(two):
    bench, table, a, b, c = two
    assert table.lobby.add_guest("third", "BO").name == "BO (2)" and table.lobby.add_guest("fourth",
                                                                                           "Bo").name == "Bo (3)"
    bench.put(table, person_commands.forget_person, "bo")
    assert table.lobby.add_guest("fifth", "Bo").name == "Bo"


def test_at_one_device_names_stay(bench):
    table = bench.table(hotseat=True)
    guest = table.lobby.add_guest("ada", "Ada")
    table.lobby.seat_person(guest, 0, "Ann")
    bench.put(table, person_commands.rename_person, "ada", "Adele")
    assert table.lobby.seat_names()[0] == "Ann" and guest.name == "Adele"


def test_seats_and_the_hosts_chair_are_carried(two):
    bench, table, a, b, c = two
    new = Browser(bench, table, "new", watch=True)
    bench.put(table, person_commands.transfer_seats_to_key, "ada", "new", "New")
    assert new.told["you"]["seats"] == [0] and new.told["you"]["host"] and table.lobby.seat_names()[0] == "Ada"
    assert new.scene["seat"] == 0 and a.scene["seat"] == "watcher" and a.told["you"]["seats"] == []
    assert b.told["host"] == new.visit.who
    bench.put(table, person_commands.transfer_seats_to_key, "bo", "newer", "Newer")
    assert table.lobby.chairs[1].name == "Bo" and table.lobby.host == new.visit.who, "only the host's is the host's"
    newer = table.lobby.find_guest("newer")
    assert newer.name == "Bo" and table.lobby.seats_of(newer.who) == [1]
    assert table.lobby.find_guest("newer").gone_since == bench.now
    units = len(bench.units)
    bench.put(table, person_commands.transfer_seats_to_key, "nobody", "x", "X")
    bench.put(table, person_commands.transfer_seats_to_key, "new", "new", "X")
    assert table.lobby.find_guest("x") is None and table.lobby.chairs[0].name == "Ada" and len(bench.units) == units
    bench.put(table, person_commands.transfer_seats_to_key, "newer", "abe", "Abe")
    assert table.lobby.chairs[1].who == table.lobby.find_guest("abe").who, "whatever their keys are"


def test_a_device_that_is_put_away_leaves_nobody_behind(two):
    bench, table, page, b, _c = two
    for before, after in (("ada", "second"), ("second", "third"), ("third", "fourth")):
        page.leave()
        page = Browser(bench, table, after, watch=True)
        bench.put(table, person_commands.transfer_seats_to_key, before, after, "New")
        assert table.lobby.find_guest(before) is None
        assert page.told["you"]["name"] == "Ada" and page.told["you"]["seats"] == [0]
    assert sorted(one["name"] for one in b.told["people"]) == ["Ada", "Bo", "Cy"]
    new = Browser(bench, table, "new")
    bench.put(table, person_commands.transfer_seats_to_key, "fourth", "new", "New")
    assert page.told["you"]["seats"] == [] and new.told["you"]["seats"] == [0], "whoever still looks on stays"


def test_who_was_waiting_is_let_in_by_a_carried_seat(two):
    bench, table, a, _b, _c = two
    a.say("lock", id="l")
    new = Browser(bench, table, "new")
    assert table.lobby.asking == {new.visit.who: None}
    bench.put(table, person_commands.transfer_seats_to_key, "ada", "new", "New")
    assert table.lobby.asking == {} and new.told["you"]["role"] == "seat"


def test_at_one_device_carried_seats_keep_their_names(bench):
    table = bench.table(hotseat=True)
    guest = table.lobby.add_guest("ada", "Ada")
    table.lobby.seat_person(guest, 0, "Ann")
    table.lobby.seat_person(guest, 1, "Bob")
    bench.put(table, person_commands.transfer_seats_to_key, "ada", "new", "New")
    assert table.lobby.seat_names() == ["Ann", "Bob"] and table.lobby.seats_of(2) == [0, 1]


def test_who_wants_to_be_forgotten_is(two):
    bench, table, a, b, c = two
    b.say("chat", text="I was here")
    a.say("chat", text="So was I")
    bench.put(table, person_commands.forget_person, "bo")
    assert b.closed == (4401, "") and a.closed is None and c.closed is None
    assert table.lobby.find_guest("bo") is None and table.lobby.guests[b.visit.who].name == "Somebody"
    assert [said.text for said in table.chat] == ["So was I"]
    assert table.lobby.chairs[1].kind == "bot" and table.lobby.chairs[1].left is None
    assert a.told["seats"][1]["kind"] == "bot" and a.got[-2]["type"] == "scene"
    before = len(bench.units)
    bench.put(table, person_commands.forget_person, "bo")
    assert len(bench.units) == before


def test_names_are_mixed_up_by_case_and_numbers():
    assert player_names.are_confusable("Pika", "pika 76") and player_names.are_confusable("Pika 7", "PIKA")
    assert not player_names.are_confusable("Pika", "Wren")
    used = player_names.list_animal_names()[1:]
    assert player_names.pick_animal(lambda k: 0, used) == player_names.list_animal_names()[0]
    all_names = player_names.list_animal_names()
    assert player_names.pick_animal(lambda k: 2, all_names) == all_names[2], "none is free: any"
    assert player_names.make_visitor_name(lambda k: 0) == f"{player_names.list_animal_names()[0]} 2"
    assert player_names.make_visitor_name(lambda k: 97).endswith(" 99")


def test_of_who_comes_back_nothing_is_kept_again(two):
    """They can look, therefore, while the disk takes nothing more."""
    bench, table, a, b, _ = two
    b.leave()
    before = len(bench.units)
    again = Browser(bench, table, "bo")
    assert {"welcome", "scene"} <= {message["type"] for message in again.got} and len(bench.units) == before
    assert [person["here"] for person in a.got[-1]["table"]["people"] if person["name"] == "Bo"] == [True]
    Browser(bench, table, "di")
    assert [guest["name"] for guest in bench.units[before].settings["guests"]][-1] == "Di"
