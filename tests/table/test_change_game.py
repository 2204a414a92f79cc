"""Another game at the same table: people, chat and code stay, and each match keeps its own game."""

import json

from table_bench import Browser, labels
from test_table import play_out

from coprime.core.registry import find_game
from coprime.table.journal_replay import journal_record, match_game_name, rows_of_match
from coprime.table.snapshot import restore_table, serialize_snapshot


def restarted(bench, table):
    """The table as another server makes it again: from its snapshot and the journal of the last match."""
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    rows = [row for row in bench.rows if row.match == table.match_count]
    return restore_table("TABLE", find_game(stored.pop("game")), stored, rows, table.chat, bench)


def test_people_spectators_and_chat_stay_and_everybody_is_told(two):
    bench, table, a, b, c = two
    assert a.say("game", name="prime_climb", id="early")["type"] == "refused", "not in the middle of a match"
    b.say("chat", text="Once more?")
    play_out(table, (a, b))
    assert b.say("game", name="prime_climb", id="no")["sentence"] == "Only the host can do that."
    assert a.say("game", name="prime_climb", id="g")["type"] == "done"
    for page in (a, b, c):
        told = page.told
        assert (told["game"], told["phase"], told["code"]) == ("prime_climb", "lobby", "TABLE")
        assert [seat["name"] for seat in told["seats"]] == ["Ada", "Bo"] and told["host"] == a.visit.who
        assert told["announced"][-1]["text"] == "Ada has changed the game: Prime Climb comes next."
    assert c.told["you"]["role"] == "watcher" and [line.text for line in table.chat] == ["Once more?"]
    assert a.say("start", id="s")["type"] == "done"
    assert a.scene["match"] == 2 and a.scene["cut"] == 0 and [one["match"] for one in (b.scene, c.scene)] == [2, 2]
    seat = table.match.to_act()[0]
    assert (a, b)[seat].act(labels(table, seat)[0])["type"] == "done"


def test_records_of_earlier_matches_keep_their_game(two):
    bench, table, a, b, _c = two
    play_out(table, (a, b))
    a.say("game", name="prime_climb", id="g")
    a.say("start", id="s")
    names = [match_game_name(rows_of_match(bench.rows, match), "nothing") for match in (1, 2)]
    assert names == ["prime_daifugo", "prime_climb"]
    game = find_game(names[0])
    record = journal_record(game, rows_of_match(bench.rows, 1), game.pure_rules)
    assert record.game == "prime_daifugo" and len(record.events) > 10


def test_a_restart_in_the_lobby_and_in_the_match_sees_the_same(two):
    bench, table, a, b, _c = two
    play_out(table, (a, b))
    a.say("game", name="prime_climb", id="g")
    again = restarted(bench, table)
    assert (again.game.name, again.phase, again.first_game) == ("prime_climb", "lobby", "prime_daifugo")
    assert [chair.name for chair in again.lobby.chairs] == ["Ada", "Bo"]
    ada = Browser(bench, again, "ada")
    assert ada.say("start", id="s")["type"] == "done"
    third = restarted(bench, again)
    assert (third.game.name, third.phase, third.match_count) == ("prime_climb", "playing", 2)
    assert third.match.state.tobytes() == again.match.state.tobytes()


def test_a_table_of_an_older_version_opens_and_may_change_its_game(two):
    """Coprime 1.0 wrote no game into the first row of a match, and no first game into the snapshot."""
    bench, table, a, b, _c = two
    play_out(table, (a, b))
    stored = json.loads(json.dumps(serialize_snapshot(table)))
    for name in ("game", "first_game", "rematch", "absent_host"):
        del stored[name]
    rows = list(bench.rows)
    started = json.loads(rows[0].action)
    del started["game"]
    rows[0] = rows[0]._replace(action=json.dumps(started))
    again = restore_table("TABLE", table.game, stored, rows, [], bench)
    assert again.phase == "over" and match_game_name(rows, again.first_game) == "prime_daifugo"
    ada = Browser(bench, again, "ada")
    assert ada.say("game", name="secret_number", id="g")["type"] == "done"
    stored = json.loads(json.dumps(serialize_snapshot(again)))
    assert match_game_name(rows, stored["first_game"]) == "prime_daifugo" and stored["game"] == "secret_number"
    assert restore_table("TABLE", find_game("secret_number"), stored, rows, [], bench).phase == "lobby"


def test_who_has_no_seat_in_the_new_game_watches(bench):
    table = bench.table("daifugo", seats=4)
    a, b, c, d = (Browser(bench, table, key) for key in ("ada", "bo", "cy", "dora"))
    assert a.say("game", name="prime_daifugo", id="g")["type"] == "done"
    assert [seat["name"] for seat in a.told["seats"]] == ["Ada", "Bo", "Cy"] and d.told["you"]["role"] == "watcher"
    assert d.told["announced"][-1]["text"] == "Prime Daifugo Lv. 0 has too few seats; watching: Dora."
    assert a.say("game", name="prime_solitaire", id="h")["type"] == "done"
    assert [page.told["you"]["role"] for page in (a, b, c, d)] == ["seat", *["watcher"] * 3]
    a.say("game", name="daifugo", id="i")
    assert b.say("sit", id="s")["type"] == "done" and b.told["you"]["role"] == "seat", "there is room again"


def test_a_wrong_game_changes_nothing_and_a_class_keeps_its_own(bench):
    table = bench.table("prime_daifugo", seats=2)
    a = Browser(bench, table, "ada")
    for k, message in enumerate(({"name": "nothing"}, {"name": "prime_climb", "seats": 9},
                                 {"name": "prime_climb", "options": {"x": 1}}, {"name": "prime_climb", "preset": "x"})):
        assert a.say("game", id=f"g{k}", **message)["type"] == "refused" and table.game.name == "prime_daifugo"
    assert a.told["announced"] == []
    table = bench.table(classroom="CLASS123")
    teacher = Browser(bench, table, "tea", watch=True)
    assert "teacher" in teacher.say("game", name="prime_climb", id="g")["sentence"]
