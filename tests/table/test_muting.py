"""Muting at a table: one person reads neither name nor chat of another, and nobody else notices."""

import json

from table_bench import Bench, Browser

from coprime.table import person_commands
from coprime.table.hidden_people import hide_people


def mute(bench, table, key, *muted):
    bench.put(table, person_commands.set_muted, key, ",".join(muted))


def everything(page):
    return json.dumps(page.got)


def evening(muted=()):
    """A table of ada, bo and cy, who watches, in which bo has muted some; everybody talks and plays."""
    bench = Bench(seed=3)
    table = bench.table(hints=True)
    pages = [Browser(bench, table, "ada"), Browser(bench, table, "bo"), Browser(bench, table, "cy", watch=True)]
    if muted:
        mute(bench, table, "bo", *muted)
    ada, bo, cy = pages
    for page in pages:
        page.got.clear()
    ada.say("start", id="start")
    for n, page in enumerate(pages):
        page.say("chat", text=f"line of {page.visit.key}")
        page.say("react", kind="well", id=f"react{n}")
    for n in range(12):
        if table.phase != "playing":
            break
        seat = table.match.to_act()[0]
        label = table.game.words.label(table.match.sound_actions(seat)[0])
        pages[seat].act(label, seat=seat, id=f"act{n}")
    ada.say("host", who=2, id="host")
    late = Browser(bench, table, "dora", watch=True)
    return table, [*pages, late]


def test_a_muted_player_is_a_player_by_seat_and_says_nothing():
    table, (_, bo, cy, _) = evening(["ada"])
    assert "Ada" not in everything(bo) and "ada" not in everything(bo)
    assert bo.last("table")["table"]["seats"][0]["name"] == "Player 1"
    assert any("Player 1" in line["text"] for one in bo.got if one["type"] == "scene" for line in one["lines"])
    assert [one["name"] for one in bo.got if one["type"] in ("chat", "reaction")] == ["Bo", "Bo", "Cy", "Cy"]
    assert "Ada" in everything(cy) and any("Player 1" in one for one in [everything(bo)])


def test_every_other_page_is_unchanged():
    _, without = evening()
    _, muted = evening(["ada"])
    for before, after in zip(without, muted, strict=True):
        if before.visit.key != "bo":
            assert before.got == after.got, before.visit.key
            assert "Player 1" not in everything(after)


def test_the_journal_and_the_snapshot_are_unchanged():
    (plain, _), (muted, _) = evening(), evening(["ada", "cy"])
    assert plain.table_host.rows == muted.table_host.rows
    assert plain.dirty.saved_snapshot == muted.dirty.saved_snapshot


def test_somebody_without_a_seat_is_somebody(two):
    bench, table, _a, b, c = two
    mute(bench, table, "bo", "cy")
    people = {one["who"]: one["name"] for one in b.last("welcome")["table"]["people"]}
    assert people == {1: "Ada", 2: "Bo", 3: "Somebody"}
    c.say("chat", text="hello")
    assert b.last("chat") is None


def test_muting_in_the_match_tells_the_log_again_and_hearing_gives_it_back(two):
    bench, table, a, b, _c = two
    a.say("chat", text="a line of mine")
    seat = table.match.to_act()[0]
    (a, b)[seat].act(table.game.words.label(table.match.sound_actions(seat)[0]), seat=seat)
    mute(bench, table, "bo", "ada")
    scene, welcome = b.last("scene"), b.last("welcome")
    assert scene["cut"] == 0 and welcome["chat"] == [], "the page drops the lines that it has"
    assert "Ada" not in json.dumps([scene, welcome])
    lines = len(scene["lines"])
    mute(bench, table, "bo")
    scene, welcome = b.last("scene"), b.last("welcome")
    assert scene["cut"] == 0 and len(scene["lines"]) == lines and [one["text"] for one in welcome["chat"]]
    assert welcome["table"]["seats"][0]["name"] == "Ada"
    assert {of[2] for of in table.watcher_logs} == {frozenset()}, "no log is kept that nobody reads"


def test_announcements_name_the_muted_by_seat(two):
    bench, table, a, b, _c = two
    mute(bench, table, "bo", "ada")
    a.say("host", who=2, id="h1")
    b.say("host", who=1, id="h2")
    assert [one["text"] for one in b.last("table")["table"]["announced"]] == [
        "Bo is the host now.", "Player 1 is the host now."]
    assert a.last("table")["table"]["announced"][-1]["text"] == "Ada is the host now."


def test_the_account_of_who_played_names_no_muted_person(two):
    """The story of the end is made from it."""
    _bench, table, *_ = two
    for muted, names in ((frozenset(), ["Ada", "Bo"]), (frozenset({"ada"}), ["Player 1", "Bo"])):
        with hide_people(table.guests_among(muted)):
            account = table.holders.account_for(table.lobby, 2)
        assert [seat[-1].name for seat in account] == names


def test_a_refusal_names_no_muted_person(bench):
    table = bench.table()
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    mute(bench, table, "ada", "bo")
    assert a.say("seat", seat=1, kind="bot", id="s")["sentence"].startswith("Player 2 sits there")
    assert "Ada sits there" in bench_refusal(b, a)


def bench_refusal(page, host):
    host.say("host", who=2, id="give")
    return page.say("seat", seat=0, kind="bot", id="s")["sentence"]


def test_no_class_has_muting(bench):
    table = bench.table(classroom="CLASS123")
    Browser(bench, table, "ada")
    b = Browser(bench, table, "bo")
    mute(bench, table, "bo", "ada")
    assert "Ada" in json.dumps(b.last("table") or b.last("welcome"))
