"""A table with people and bots, on a fake clock."""

import numpy as np
from table_bench import Bench, Browser, labels

from coprime.core.seats import CHANCE
from coprime.search import levels
from coprime.table import person_commands, timed_changes


def turn(table):
    """The seat whose turn it is."""
    return table.match.to_act()[0]


def test_people_sit_down_and_start(two):
    bench, table, a, b, c = two
    assert a.told["phase"] == "playing" and [seat["name"] for seat in a.told["seats"]] == ["Ada", "Bo"]
    assert a.told["you"]["host"] and not b.told["you"]["host"]
    assert c.told["you"]["role"] == "watcher"
    assert [x.scene["seat"] for x in (a, b, c)] == [0, 1, "watcher"]
    assert a.scene["n"] == table.n and a.scene["cut"] == 0 and a.log
    assert bench.rows[0].seat == "start" and bench.rows[1].seat == "chance"


def test_an_action_is_answered_and_shown_to_all(two):
    bench, table, a, b, c = two
    actor = (a, b)[turn(table)]
    label = labels(table, turn(table))[0]
    answer = actor.act(label, seen=table.n)
    assert answer["type"] == "done" and answer["n"] == table.n == a.scene["n"] == b.scene["n"] == c.scene["n"]
    assert bench.rows[-1].action == label and bench.rows[-1].message.endswith(answer["id"])


def test_a_page_that_does_not_keep_up_gets_one_scene_with_all_lines(two):
    bench, table, a, b, c = two
    c.is_full, before = True, len(c.got)
    for _ in range(12):
        actor = (a, b)[turn(table)]
        assert actor.act(labels(table, turn(table))[0], seen=table.n)["type"] == "done"
    assert [m["type"] for m in c.got[before:]].count("scene") == 0 and c.log != a.log
    c.is_full = False
    bench.schedule_updates(table)                       # as its socket asks for when it is empty
    bench.settle()
    assert [m["type"] for m in c.got[before:]].count("scene") == 1
    assert c.scene["n"] == a.scene["n"] == table.n
    assert [line["n"] for line in c.log] == [line["n"] for line in a.log]


def test_refused_with_its_sentence_and_rule_and_nothing_changes(two):
    _bench, table, a, b, _c = two
    other = (b, a)[turn(table)]
    before, n = table.match.state.tobytes(), table.n
    answer = other.act("draw")
    assert answer["type"] == "refused" and answer["sentence"] == "It is not your turn."
    answer = (a, b)[turn(table)].act("dance")
    assert answer["type"] == "refused" and "dance" in answer["sentence"]
    assert table.match.state.tobytes() == before and table.n == n


def test_a_message_sent_again_is_not_played_twice(two):
    bench, table, a, b, _c = two
    actor, key = (a, b)[turn(table)], ("ada", "bo")[turn(table)]
    first = actor.act("draw", id="once", seen=table.n)
    n, events = table.n, len(table.match.events)
    actor.leave()
    again = Browser(bench, table, key, seen=n)
    assert again.act("draw", id="once", seen=n) == first
    assert (table.n, len(table.match.events)) == (n, events)


def test_what_the_host_sends_again_is_answered_not_done_twice(two):
    bench, table, a, b, _c = two
    assert a.say("start", id="start")["type"] == "done" and table.match_count == 1
    play_out(table, (a, b))
    assert a.say("rematch", id="again")["type"] == "done" and table.match_count == 2
    assert a.say("rematch", id="again")["type"] == "done" and table.match_count == 2


def test_several_actions_are_kept_all_or_none(two):
    _bench, table, a, b, _c = two
    actor = (a, b)[turn(table)]
    n, state = table.n, table.match.state.tobytes()
    answer = actor.act("draw", "pass")              # a drawn card is news: what follows it is sent by itself
    assert answer["type"] == "refused" and (table.n, table.match.state.tobytes()) == (n, state)
    answer = actor.act("pass", "draw")              # the turn has ended
    assert answer["type"] == "refused" and table.n == n


def test_nothing_is_told_before_it_is_kept(two):
    bench, table, a, b, c = two
    actor = (a, b)[turn(table)]
    bench.held = []
    before = [len(x.got) for x in (a, b, c)]
    assert actor.act("draw") is None
    late = Browser(bench, table, "dora", watch=True)
    assert [len(x.got) for x in (a, b, c)] == before and late.got == []
    bench.release()
    assert actor.last("done") and a.scene["n"] == b.scene["n"] == c.scene["n"] == late.scene["n"] == table.n


def test_bots_play_at_a_human_pace_and_only_while_somebody_is_there():
    bench = Bench()
    table = bench.table(seats=3)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    asked, times = bench.now, 0
    for _ in range(200):
        if table.match.over or times == 8:
            break
        if turn(table) == 0:
            a.act("pass")
            asked = bench.now
            continue
        n = table.n
        bench.run(table, 0.05)
        if table.n > n and turn(table) != 0:
            assert 0.7 < bench.now - asked < 1.4
            asked, times = bench.now, times + 1
    assert times
    a.leave()
    n = table.n
    bench.run(table, 1000)
    assert table.n == n and timed_changes.next_tick_time(table, bench.now) == float("inf")


def test_a_bots_answer_is_dropped_when_the_position_has_changed():
    bench = Bench()
    bench.thinking = False
    table = bench.table("secret_number", seats=2)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    jobs = list(bench.jobs)
    assert len(jobs) == 1
    assert a.act(labels(table, 0)[0])["type"] == "done"
    assert len(bench.jobs) == 2                     # asked again about the new position
    job, then = jobs[0]
    then(job(), bench.now)
    bench.now += 100
    n = table.n
    bench.wake(table)
    assert table.n == n and table.bots.decisions[1].action is None


def test_a_bot_that_fails_or_is_refused_plays_something_listed(monkeypatch):
    bench = Bench()
    table = bench.table()
    monkeypatch.setattr(table.game.bots, "choose", lambda *a: 1 / 0)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    if turn(table) == 0:
        a.act("pass")
    monkeypatch.setattr(table.game.bots, "choose", lambda *a: (2**40, 0))
    n = table.n
    bench.run(table, 3)
    assert table.n > n


def test_a_table_says_that_strong_bots_are_not_ready_yet_and_when_they_are():
    bench = Bench()
    table = bench.table(seats=2)
    a = Browser(bench, table, "ada")
    assert a.say("seat", id="s", seat=1, level="strong")["type"] == "done"
    assert len(a.told["notes"]) == 1
    bench.searches["strong"] = lambda view, seat, seed, ms: 0
    bench.wake(table)
    bench.settle()
    assert a.told["notes"] == []


def test_where_the_master_is_not_there_yet_the_strong_bot_plays(monkeypatch):
    bench, played = Bench(), []
    monkeypatch.setattr(levels, "search_level_names", lambda game: ["strong", "master"])
    table = bench.table(seats=2)
    a = Browser(bench, table, "ada")
    assert a.say("seat", id="s", seat=1, level="master")["type"] == "done"
    bench.searches["strong"] = lambda view, seat, seed, ms: played.append("strong") or listed(table, view, seat)
    a.say("start")
    while turn(table) != 1:
        a.act("pass")
    bench.run(table, 3)
    assert played and set(played) == {"strong"} and len(a.told["notes"]) == 1
    bench.searches["master"] = lambda view, seat, seed, ms: played.append("master") or listed(table, view, seat)
    while "master" not in played:
        if turn(table) == 0:
            a.act("pass")
        bench.run(table, 3)
    assert a.told["notes"] == []


def listed(table, view, seat):
    """The last action that a seat's view lists: a pass, here."""
    out = np.zeros(table.match.rules.MAX_ACTIONS, np.int64)
    return int(out[table.match.rules.sound_actions(view, seat, out) - 1])


def test_a_leavers_seat_is_played_by_a_bot_after_the_grace_and_taken_back(two):
    bench, table, a, b, _c = two
    while turn(table) != 1:
        a.act("pass")
    b.leave()
    bench.run(table, 59)
    assert turn(table) == 1 and not a.told["seats"][1]["here"] and not a.told["seats"][1]["away"]
    bench.run(table, 5)
    assert a.told["seats"][1]["away"] and any(event.seat == 1 for event in table.match.events)
    assert a.told["seats"][1]["name"] == "Bo"
    back = Browser(bench, table, "bo")
    assert back.told["you"]["seats"] == [1] and not back.told["seats"][1]["away"]
    while turn(table) != 1:
        a.act("pass")
    n = table.n
    bench.run(table, 30)
    assert table.n == n                             # nobody plays for who is back


def test_the_host_hands_over_when_gone(two):
    bench, table, a, b, _c = two
    a.leave()
    bench.run(table, 61)
    assert b.told["you"]["host"] and b.told["host"] == b.told["you"]["who"]
    a = Browser(bench, table, "ada")
    assert a.told["you"]["host"] and a.told["you"]["seats"] == [0]
    assert b.say("pause", id="p")["sentence"] == "Only the host can do that."


def test_pause_stops_clocks_bots_and_people(two):
    bench, table, a, b, _c = two
    a.say("pause", on=True, id="p")
    assert (a, b)[turn(table)].act("pass")["type"] == "refused"
    n = table.n
    bench.run(table, 500)
    assert table.n == n
    a.say("pause", on=False, id="q")
    assert (a, b)[turn(table)].act("pass")["type"] == "done"


def test_practice_takes_back_freely_and_keeps_the_decks():
    bench = Bench()
    table = bench.table(practice=True)
    a = Browser(bench, table, "ada")
    a.say("start", id="s")
    while turn(table) != 0:
        bench.run(table, 2)
    step, state = table.history.step_count, table.match.state.tobytes()
    assert a.act("draw")["type"] == "done" and a.act("pass")["type"] == "done"
    while turn(table) != 0:
        bench.run(table, 1)
    assert table.history.step_count >= step + 2
    hand_after = a.scene["scene"]
    shuffles = [event for event in table.match.events if event.seat == CHANCE]
    assert a.say("undo", to=step)["type"] == "done"
    assert table.match.state.tobytes() == state and a.scene["cut"] == step and a.scene["step"] == step
    assert [event for event in table.match.events if event.seat == CHANCE] == shuffles
    assert [line["step"] for line in a.log] == sorted({line["step"] for line in a.log})
    assert a.log[-1]["step"] <= step and hand_after != a.scene["scene"]
    n = table.n
    assert a.act("draw")["type"] == "done" and table.n == n + 1 > table.history.step_count
    assert a.say("undo", id="u")["type"] == "done" and table.match.state.tobytes() == state
    assert a.say("undo", id="u")["type"] == "done" and table.match.state.tobytes() == state
    assert a.say("undo", to=0)["type"] == "refused"


def test_undo_at_a_table_only_takes_back_what_is_quiet(two):
    _bench, table, a, b, _c = two
    actor = (a, b)[turn(table)]
    assert not actor.scene["undo"]
    assert actor.act("draw")["type"] == "done"
    assert not actor.scene["undo"] and actor.say("undo")["type"] == "refused"


def test_hints_climb_the_ladder_and_are_counted(two):
    _bench, table, a, b, c = two
    actor, seat = (a, b)[turn(table)], turn(table)
    first = actor.say("hint", id="h1")
    assert len(first["rungs"]) == 1 and first["of"] > 1
    assert actor.say("hint", id="h1")["rungs"] == first["rungs"]        # sent again: not opened twice
    second = actor.say("hint", id="h2")
    assert second["rungs"][:1] == first["rungs"] and len(second["rungs"]) == 2
    assert actor.told["used"][seat] == 2 and c.told["used"] == [None, None]
    for k in range(9):
        last = actor.say("hint", id=f"more{k}")
    assert len(last["rungs"]) == last["of"] == actor.told["used"][seat]
    a.say("hints", on=False, id="off")
    assert actor.say("hint")["sentence"].startswith("The host")


def test_rematch_and_back_to_the_lobby(two):
    _bench, table, a, b, _c = two
    assert a.say("rematch", id="r")["type"] == "refused"
    play_out(table, (a, b))
    assert a.told["phase"] == "over" and a.told["record"]
    assert a.say("rematch", id="r2", rotate=True)["type"] == "done"
    assert a.told["match"] == 2 and a.told["you"]["seats"] == [1] and a.scene["seat"] == 1 and a.scene["cut"] == 0
    assert a.scene["match"] == 2 and a.told["phase"] == "playing"
    play_out(table, (b, a))
    assert a.say("lobby", id="l")["type"] == "done" and a.told["phase"] == "lobby"
    assert a.say("options", id="o", seats=3, options={"cards_skip": "on"})["type"] == "done"
    assert len(a.told["seats"]) == 3 and a.told["options"]["cards_skip"] == "on"
    assert a.say("start", id="s3")["type"] == "done" and a.told["match"] == 3


def play_out(table, people):
    for _ in range(5000):
        if table.match.over:
            return
        if table.is_resting():
            assert people[0].say("go", id=f"go{table.n}")["type"] == "done"
            continue
        seat = turn(table)
        listed = labels(table, seat)
        plays = [label for label in listed if label.startswith("play")]
        assert people[seat].act((plays or listed)[-1])["type"] == "done"
    raise AssertionError("it did not end")


def test_a_page_that_comes_back_gets_what_it_missed(two):
    bench, table, a, b, _c = two
    for _ in range(4):
        (a, b)[turn(table)].act("pass")
    seen = a.scene["n"]
    whole = a.log
    a.leave()
    for _ in range(1):
        if turn(table) == 1:
            b.act("pass")
    back = Browser(bench, table, "ada", seen=seen)
    fresh = Browser(bench, table, "ada")
    assert whole + back.log == fresh.log
    assert back.scene["scene"] == fresh.scene["scene"]
    nonsense = Browser(bench, table, "ada", seen=10**6)
    assert nonsense.log == fresh.log


def test_ask_tells_without_doing(two):
    _bench, table, a, b, _c = two
    actor, other = ((a, b), (b, a))[turn(table)]
    n = table.n
    assert actor.say("ask", acts=["draw"])["ok"]
    no = other.say("ask", acts=["draw"])
    assert not no["ok"] and no["sentence"]
    assert not actor.say("ask", acts=["draw", "pass"])["ok"]            # drawing cannot be imagined
    assert table.n == n


def test_only_who_sits_there_acts(two):
    _bench, _table, a, _b, c = two
    assert a.act("draw", seat=1)["sentence"] == "You do not hold seat 1."
    assert "watching" in c.act("draw")["sentence"]


def test_two_pages_of_one_person_and_standing_up(two):
    bench, table, a, _b, _c = two
    second = Browser(bench, table, "ada")
    a.leave()
    assert second.told["seats"][0]["here"]
    assert second.say("stand") is None
    assert second.told["you"]["role"] == "watcher" and second.told["seats"][0]["kind"] == "bot"
    assert second.scene["seat"] == "watcher"


def test_late_comers_are_let_in_by_the_host(two):
    _bench, _table, a, b, c = two
    b.say("stand")
    c.say("sit", seat=1)
    assert a.told["asking"] == [{"who": c.told["you"]["who"], "name": "Cy", "seat": 1}] and b.told["asking"] == []
    a.say("admit", who=c.told["you"]["who"], yes=True, id="y")
    assert c.told["you"]["seats"] == [] and c.told["seats"][1]["next"] == c.told["you"]["who"], "when the hand is over"
    assert c.told["asking"] == a.told["asking"] == []


def test_a_locked_table_and_removal(two):
    bench, table, a, _b, _c = two
    a.say("lock", on=True, id="l")
    d = Browser(bench, table, "dora")
    assert d.told["you"]["role"] == "waiting" and d.scene is None
    assert d.say("chat", text="let me in") is None and d.last("refused")
    a.say("admit", who=d.told["you"]["who"], yes=True, id="y")
    assert d.told["you"]["role"] == "watcher" and d.scene["seat"] == "watcher"
    a.say("remove", who=d.told["you"]["who"], id="r")
    assert d.closed[0] == 4403
    d.leave()
    again = Browser(bench, table, "dora")
    assert again.closed[0] == 4403 and again.got == []


def test_chat_can_be_off_and_is_cleaned(two):
    bench, table, a, b, c = two
    a.say("chat", text=" well\x07 played ")
    assert c.last("chat")["text"] == "well played"
    late = Browser(bench, table, "dora", watch=True)
    assert late.got[0]["chat"][0]["text"] == "well played"
    a.say("talk", on=False, id="t")
    b.say("chat", text="hello")
    assert b.last("refused")["sentence"].startswith("The host")


def test_a_game_may_let_nobody_talk(two, monkeypatch):
    _, table, a, b, _ = two
    monkeypatch.setattr(table.game.words, "is_silent", lambda view: True)
    b.say("chat", text="hello")
    assert b.last("refused")["sentence"].startswith("In this game nobody talks")


def test_the_lobby_warns_of_what_options_may_lead_to_and_the_match_does_not():
    bench = Bench()
    table = bench.table("daifugo", seats=4)
    a = Browser(bench, table, "ada")
    assert a.told["notes"] == []
    a.say("options", id="1", options={"pass_on_lead": "on"})
    assert [note for note in a.told["notes"] if "never ends" in note]
    a.say("options", id="2", options={"stalemate_n": 8})
    assert a.told["notes"] == []
    a.say("options", id="3", options={"stalemate_n": 0})
    for seat in (1, 2, 3):
        a.say("seat", id=f"bot{seat}", seat=seat, level="novice", pace="quick")
    a.say("start", id="start")
    assert table.phase == "playing" and a.told["notes"] == []


def test_options_before_the_start_only_and_with_a_sentence():
    bench = Bench()
    table = bench.table()
    a = Browser(bench, table, "ada")
    assert a.say("options", id="1", options={"hand_limit": 13})["type"] == "done"
    assert a.say("options", id="2", options={"hand_limit": 12})["sentence"].startswith("The option hand_limit")
    assert a.say("options", id="3", preset="nonsense")["sentence"].startswith("There is no preset")
    assert a.say("options", id="4", seats=9)["type"] == "refused"
    assert a.say("options", id="5", seats=3)["type"] == "done" and len(a.told["seats"]) == 3
    assert a.told["options"]["hand_limit"] == 13 or table.settings.seats == 3
    assert any(chip["option"] == "hand_limit" for chip in a.told["chips"])
    a.say("start", id="s")
    assert a.say("options", id="6", options={})["type"] == "refused"
    assert a.say("seat", id="7", seat=1, level="novice", pace="quick")["type"] == "done"
    assert a.told["seats"][1]["level"] == "novice"
    assert "levels are" in a.say("seat", id="8", seat=1, level="god")["sentence"]


def test_several_people_at_one_device():
    bench = Bench()
    table = bench.table(hotseat=True)
    a = Browser(bench, table, "ada", hello=False)
    guest = table.lobby.add_guest("ada", "Ada")
    table.lobby.seat_person(guest, 0, "Ann")
    table.lobby.seat_person(guest, 1, "Bob")
    a.say("hello")
    a.say("start", id="s")
    assert {m["seat"] for m in a.got if m["type"] == "scene"} == {0, 1} and a.told["you"]["seats"] == [0, 1]
    first = turn(table)
    assert a.act("pass", seat=1 - first)["type"] == "refused"
    assert a.act("pass")["type"] == "done" and turn(table) == 1 - first
    assert a.act("pass", seat=1 - first)["type"] == "done"


def test_close(two):
    _bench, table, a, b, c = two
    assert b.say("close", id="c")["type"] == "refused"
    a.say("close", id="c")
    assert table.phase == "closed" and {x.closed[0] for x in (a, b, c)} == {4410}


def test_a_bot_never_bears_a_name_like_a_persons():
    bench = Bench()
    table = bench.table(seats=3)
    table.lobby.chairs[1].name, table.lobby.chairs[2].name = "Pika", "Wren"
    Browser(bench, table, "pika 76")
    called = [chair.name for chair in table.lobby.chairs]
    assert called[0] == "Pika 76" and not called[1].startswith("Pika") and called[2] == "Wren"
    Browser(bench, table, "wren", watch=True)
    assert table.lobby.chairs[2].name not in ("Wren", called[1])
    bench.put(table, person_commands.rename_person, "pika 76", table.lobby.chairs[1].name.upper())
    assert table.lobby.chairs[1].name.upper() != table.lobby.chairs[0].name


def test_a_message_of_a_connection_that_is_gone_does_nothing(two):
    bench, table, a, b, _c = two
    actor = (a, b)[turn(table)]
    label = labels(table, turn(table))[0]
    actor.leave()
    n, got, units = table.n, len(actor.got), len(bench.units)
    assert actor.act(label) is None and actor.say("hello", seen=0) is None and actor.say("ping") is None
    assert (table.n, len(actor.got), len(bench.units)) == (n, got, units)
    assert table.lobby.guests[actor.visit.who].connection_count == 0 and table.last_input_at == bench.wall_seconds()
    bench.now += 100
    actor.say("ping")
    assert table.last_input_at < bench.wall_seconds(), "nobody was here"
    actor.leave()
    assert table.lobby.guests[actor.visit.who].connection_count == 0, "and it goes only once"
