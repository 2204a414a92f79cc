"""Arenas over HTTP: who may do and see what; people who play, pause and do not come; kills against a ledger."""

import asyncio
import csv
import io
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from server_process import GENEROUS, Person, ServerProcess
from test_tournament_crash import BROKEN, ask, insist
from test_tournaments import entered
from test_workers import store_of

from coprime.core.record_splitting import split_records
from coprime.server.store import tournament_rows
from coprime.server.tournaments import arena_keeper, arena_view
from coprime.server.tournaments.arena_keeper import ArenaKeeper
from coprime.server.tournaments.arena_memory import MOST_HELD, OPENING_LOOK_SECONDS, ArenaMemory
from coprime.tournaments.arena import begin_arena, begin_pairs, mark_ready
from coprime.tournaments.tournament import Tournament

FAST = {"rest": 0, "quick": 0.01, "grace": 0}
LIMITS = {**GENEROUS, "tournaments": 40}
ARENA = {"format": "arena", "game": "prime_daifugo", "options": {"games_to_win": 1}, "minutes": 20}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    opened = ServerProcess(tmp_path_factory.mktemp("data"), limits=LIMITS, **FAST).start()
    yield opened
    opened.stop()


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A server on which a minute of an arena has half a second, and its players two seconds to come to a table."""
    opened = ServerProcess(tmp_path_factory.mktemp("short"), limits=LIMITS, minute=0.5, arrival=2, **FAST).start()
    yield opened
    opened.stop()


def opened(server, *names, **fields):
    """A director with an arena, its path, and its players by name."""
    director = Person(server, "Dora")
    code = director.post("/api/tournaments", name="The hour", **ARENA | fields)["code"]
    path = f"/api/tournaments/{code}"
    return director, path, dict(zip(names, entered(server, path, *names), strict=True))


def wait_for(look, wanted, seconds=60):
    """Look again and again until something holds; returns what was seen."""
    until = time.monotonic() + seconds
    while not wanted(found := look()):
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


def paired(path, *people):
    """The pages of people wait until each has a table; returns what each is told of themselves."""
    def look():
        return [person.get(path, waits=1)["you"] for person in people]
    return wait_for(look, lambda told: all(one["table"] for one in told))


def play(person, table, watcher):
    """Somebody comes to their table and goes, so that a bot acts for them; a watcher looks on to the end."""
    page = person.page(table)
    if page.told["phase"] == "lobby":
        page.wait("table", match=lambda m: m["table"]["phase"] != "lobby")
    page.close()
    looking = watcher.page(table, watch=True)
    while looking.told["tournament"]["more"]:
        looking.wait("table", timeout=60)
    looking.close()
    return dict(zip([one["name"] for one in looking.told["seats"]], looking.told["tournament"]["score"], strict=True))


def play_both(people, table, watcher):
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda person: play(person, table, watcher), people))
    assert found[0] == found[1]
    return found[0]


def test_an_arena_from_its_beginning_to_its_end(server):
    director, path, people = opened(server, "Ada", "Ben")
    ada, ben = people.values()
    told = ada.get(path, waits=1)
    assert (told["state"], told["round"], told["you"]["table"]) == ("entry", None, "")
    assert told["arena"] == {"minutes": 20, "ends": 0, "left": 1200, "grace": 5, "until": 0, "free": 0, "running": 0,
                             "over": 0, "latest": []}
    assert ada.post(f"{path}/round", status=403)["sentence"]
    told = director.post(f"{path}/round")
    assert told["state"] == "running" and 1190 < told["arena"]["left"] <= 1200
    assert told["arena"]["until"] == told["arena"]["ends"] + 300
    assert [one["text"] for one in told["log"]] == ["The arena began: 20 minutes."]
    assert director.post(f"{path}/round", status=400)["sentence"] == "This arena has begun, and pairs by itself."

    mine, other = paired(path, ada, ben)
    assert (mine["opponent"], other["opponent"]) == ("Ben", "Ada") and mine["table"] == other["table"]
    for reader, code in ((director, mine["table"]), (ada, mine["table"]), (Person(server), "")):
        shown, = reader.get(path)["round"]["pairings"]
        assert (shown["table"], set(shown["players"]), shown["code"]) == (1, {"Ada", "Ben"}, code)
    score = play_both((ada, ben), mine["table"], director)
    told = wait_for(lambda: director.get(path), lambda told: told["arena"]["over"] == 1)
    row, = told["arena"]["latest"]
    assert (row["table"], row["state"], dict(zip(row["players"], row["score"], strict=True))) == (1, "done", score)
    best = max(score, key=score.get)
    assert [(one["place"], one["name"], one["points"], one["won"], one["played"]) for one in told["standings"]] == [
        (1, best, 2, 1, 1), (2, "Ada" if best == "Ben" else "Ben", 0, 0, 1)]
    result, = people[best].get(path)["you"]["results"]
    assert (result["round"], result["score"], result["outcome"]) == (1, [1, 0], 2)

    # Corrected, twice the same.
    for _ in range(2):
        told = director.post(f"{path}/result", round=1, table=1, score=[0.5, 0.5], reason="misread")
        assert [one["points"] for one in told["standings"]] == [1, 1]
    assert "misread" in told["log"][0]["text"] and told["arena"]["latest"][0]["corrected"]
    for body, why in (({"table": 9}, "no table 9"), ({"score": [2, 0]}, "1 : 0, 0 : 1"), ({"reason": " "}, "reason")):
        given = {"round": 1, "table": 1, "score": [1, 0], "reason": "x"} | body
        assert why in director.post(f"{path}/result", status=400, **given)["sentence"]

    text = director.http.get(f"{path}/results.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["Place", "Name", "Points", "Won", "Games", "Withdrawn"] and len(rows[1:3]) == 2
    assert rows[-1] == ["1", "1", *row["players"], "½:½", "finished"]
    data = director.get(f"{path}/results.json")
    assert (data["minutes"], data["format"], data["standings"]) == (20, "arena", told["standings"])
    assert [one["games"][0]["match"] for one in data["pairings"]] == [1]
    assert len(split_records(director.http.get(f"{path}/records").text)) == 1
    told = director.post(f"{path}/end")
    assert told["state"] == "over" and told["log"][0]["text"] == "The tournament ended."
    assert "has ended" in director.post(f"{path}/end", status=400)["sentence"]
    assert "has ended" in Person(server).post(f"{path}/enter", status=400, name="Late")["sentence"]
    assert director.http.delete(path).status_code == 204 and director.get(path, status=404)
    with store_of(server) as store:
        assert tournament_rows.read_arena_pairings(store, path[-8:]) == []


def test_who_pauses_is_not_paired_until_they_go_on(server):
    director, path, people = opened(server, "Ada", "Ben", "Cem")
    ada, ben, cem = people.values()
    assert cem.post(f"{path}/pause", paused=True)["you"]["state"] == "paused"
    director.post(f"{path}/round")
    cem.get(path, waits=1)
    assert {one["opponent"] for one in paired(path, ada, ben)} == {"Ada", "Ben"}
    told = ada.post(f"{path}/withdraw", name="Ada")
    assert told["you"]["state"] == "paused" and told["you"]["table"], "the game goes on"
    assert cem.post(f"{path}/pause", paused=False)["you"]["state"] == "here"
    late, = entered(server, path, "Dan")
    assert {one["opponent"] for one in paired(path, cem, late)} == {"Cem", "Dan"}
    assert Person(server).post(f"{path}/pause", status=403, paused=True)["sentence"].startswith("You are no player")
    # The director takes somebody out, who loses the running game.
    told = director.post(f"{path}/withdraw", name="Dan")
    assert [(one["name"], one["points"]) for one in told["standings"]][0] == ("Cem", 2)
    assert "taken you out" in late.post(f"{path}/pause", status=400, paused=False)["sentence"]
    assert director.post(f"{path}/return", name="Dan")["log"][0]["text"] == "Dan came back."
    assert late.get(path)["you"]["state"] == "here"


def test_a_bot_plays_whoever_waits_alone(server):
    director, path, people = opened(server, "Ada")
    director.post(f"{path}/bots", level="novice", count=2)
    director.post(f"{path}/round")
    mine, = paired(path, people["Ada"])
    assert mine["opponent"] not in ("", "Ada") and mine["opponent_here"]
    score = play(people["Ada"], mine["table"], director)
    told = wait_for(lambda: director.get(path), lambda told: told["arena"]["over"] == 1)
    assert told["standings"][0]["name"] == max(score, key=score.get)


def test_who_does_not_come_loses_and_is_paused(short):
    director, path, people = opened(short, "Ada", "Ben", minutes=180)
    director.post(f"{path}/round")
    mine, _ = paired(path, *people.values())
    page = people["Ada"].page(mine["table"])
    assert page.wait("error")["sentence"] == "Your pairing at this table is over."
    told = wait_for(lambda: director.get(path), lambda told: told["arena"]["over"] == 1)
    assert [(one["name"], one["points"], one["played"]) for one in told["standings"]] == [("Ada", 2, 0), ("Ben", 0, 0)]
    assert {one["name"]: one["state"] for one in told["players"]} == {"Ada": "here", "Ben": "paused"}
    result, = people["Ben"].get(path)["you"]["results"]
    assert (result["outcome"], result["absent"]) == (0, ["Ben"])


def test_the_time_ends_an_arena_and_no_pairing_follows(short):
    """A running game counts when it ends within the grace; then all is over, without anybody."""
    director, path, people = opened(short, "Ada", "Ben", "Cem", "Dan", minutes=5)
    ada, ben, cem, dan = people.values()
    cem.post(f"{path}/pause", paused=True)
    director.post(f"{path}/round")
    mine, _ = paired(path, ada, ben)
    pages = [person.page(mine["table"]) for person in (ada, ben)]
    wait_for(lambda: director.get(path)["arena"]["left"], lambda left: left == 0)
    assert director.get(path)["state"] == "running", "a game runs"
    cem.post(f"{path}/pause", paused=False)
    for _ in range(20):
        assert [one.get(path, waits=1)["you"]["table"] for one in (cem, dan)] == ["", ""], "nobody is paired any more"
        time.sleep(0.05)
    assert "time of this arena is over" in Person(short).post(f"{path}/enter", status=400, name="Late")["sentence"]
    for page in pages:
        page.close()
    score = play(ada, mine["table"], director)
    told = wait_for(lambda: director.get(path), lambda told: told["state"] == "over")
    assert told["standings"][0]["name"] == max(score, key=score.get) and told["standings"][0]["points"] == 2


def test_a_table_is_named_once_it_is_open():
    """A page that was led to a table before it is there would find none, and its player would lose by not coming."""
    tournament = Tournament("Hour", "dora", "prime_daifugo", {}, None, "arena", minutes=20)
    for name in ("Ada", "Ben", "Cem"):
        tournament.enter(name, name, 0)
    begin_arena(tournament, 0)
    mark_ready(tournament, {1: 1, 2: 1}, 1)
    begin_pairs(tournament, [(1, 2)], ["TABLE"], 1)
    there = {}

    async def read(query):
        return there

    async def look():
        memory = ArenaMemory(read)
        memory.note_tournament("ARENA", tournament)
        known = memory.known["ARENA"]
        found = [await memory.find_opened_table(known, number) for number in (1, 2, 3)]
        there["TABLE"] = object()
        await asyncio.sleep(OPENING_LOOK_SECONDS)           # what was read is that old at most
        return found, [await memory.find_opened_table(known, number) for number in (1, 2, 3)]
    assert asyncio.run(look()) == (["", "", ""], ["TABLE", "TABLE", ""])


def test_all_who_wait_for_tables_share_one_look():
    """Forty pages wait for twenty tables that another process opens: the store is not asked forty times."""
    names = [f"Player {n}" for n in range(1, 41)]
    tournament = running_arena(*names)
    begun = tournament.rounds[0].at
    mark_ready(tournament, dict.fromkeys(range(1, 41), 1), begun)
    codes = [f"TABLE{n}" for n in range(20)]
    begin_pairs(tournament, [(n, n + 20) for n in range(1, 21)], codes, begun)
    looks = []

    async def read(query):
        looks.append(set(query.keywords["codes"]))
        await asyncio.sleep(0)
        return codes if len(looks) == 3 else codes[:1]

    async def look():
        memory = ArenaMemory(read)
        memory.note_tournament("ARENA", tournament)
        known = memory.known["ARENA"]
        await asyncio.gather(*(memory.hold_for_table("ARENA", known, number, 60) for number in range(1, 41)))
        return [await memory.find_opened_table(known, number) for number in range(1, 41)]
    assert asyncio.run(look()) == [*codes, *codes]
    assert looks == [set(codes), set(codes[1:]), set(codes[1:])]


def test_who_becomes_free_is_paired_while_tables_are_opened(monkeypatch):
    """The table of Ada and Ben takes for ever; Cem and Dan, who come later, do not wait for it."""
    tournament = running_arena("Ada", "Ben", "Cem", "Dan")
    begun = []

    async def look():
        memory, known = remember(tournament)
        codes, both = iter(["FIRST", "SECOND"]), asyncio.Event()

        async def plan(job, *given):
            return job(*given)

        async def draw(count):
            return [next(codes) for _ in range(count)]

        async def change(state, code, make):
            return tournament, make(tournament)

        async def open_for_ever(state, code, tournament, codes):
            begun.append(codes)
            if len(begun) == 2:
                both.set()
            await asyncio.Event().wait()
        monkeypatch.setattr(arena_keeper, "change_tournament", change)
        monkeypatch.setattr(arena_keeper, "open_tables", open_for_ever)
        manager = SimpleNamespace(run_in_thread=plan, new_codes=draw)
        keeper = ArenaKeeper(SimpleNamespace(manager=manager, arenas=memory))
        async with asyncio.TaskGroup() as opening:
            for numbers in ((1, 2), (3, 4)):
                mark_ready(tournament, dict.fromkeys(numbers, 1), int(time.time()))
                await keeper._pair("ARENA", known, opening)
            await asyncio.wait_for(both.wait(), 60)
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
    asyncio.run(look())
    assert begun == [{"FIRST"}, {"SECOND"}]


@pytest.mark.parametrize(("minutes", "ends"), [(19, False), (20, True)])
def test_an_arena_is_ended_when_its_time_is_over_and_not_before(monkeypatch, minutes, ends):
    tournament = running_arena("Ada", "Ben")
    tournament.rounds[0].at -= minutes * 60
    ended = []

    async def end(state, code, only_if_due):
        ended.append((code, only_if_due))
        return [SimpleNamespace(code="TABLE")]

    async def end_tables(state, codes, why):
        ended.extend(codes)

    async def look():
        memory, known = remember(tournament)
        known.checked_at = asyncio.get_running_loop().time()        # what is stored need not be read
        keeper = ArenaKeeper(SimpleNamespace(manager=None, arenas=memory))

        async def pair(*given):
            pass
        keeper._pair = pair
        async with asyncio.TaskGroup() as opening:
            await keeper._tend("ARENA", known, opening)
    monkeypatch.setattr(arena_keeper, "end_arena", end)
    monkeypatch.setattr(arena_keeper, "end_tables", end_tables)
    asyncio.run(look())
    assert ended == [("ARENA", True), "TABLE"] * ends


@pytest.mark.parametrize(("begun", "passed", "left"), [(False, 0, 1200), (True, 0, 1200), (True, 1199, 1),
                                                       (True, 1200, 0), (True, 1500, 0)])
def test_the_time_of_an_arena_is_whole_until_it_begins_and_then_runs_out(monkeypatch, begun, passed, left):
    tournament = running_arena("Ada", "Ben")
    now = tournament.rounds[0].at + passed
    if not begun:
        tournament.rounds.clear()
    monkeypatch.setattr(arena_view.time, "time", lambda: now + 0.5)
    told = arena_view._serialize_time(SimpleNamespace(tournament=tournament))
    assert (told["left"], told["minutes"], told["grace"]) == (left, 20, 5)
    assert told["until"] == (tournament.ends_at + 300 if begun else 0)


@pytest.mark.parametrize(("only_if_due", "minutes", "is_over"), [(True, 19, False), (True, 20, True), (False, 1, True)])
def test_an_arena_that_is_not_due_is_ended_by_its_director_alone(monkeypatch, only_if_due, minutes, is_over):
    tournament, now = running_arena("Ada", "Ben"), int(time.time())
    tournament.rounds[0].at = now - minutes * 60
    monkeypatch.setattr(arena_keeper, "read_pairings", lambda connection, codes: {})
    assert arena_keeper._end(None, tournament, now, only_if_due) == [] and bool(tournament.over) == is_over


def test_the_answer_to_a_page_that_waits_comes_with_the_pairing(server):
    """Ada's and Ben's pages ask once each: no further question has them told of their table."""
    director, path, people = opened(server, "Ada", "Ben")
    ada, ben = people.values()
    director.post(f"{path}/round")
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: ada.get(path, waits=1, hold=5)["you"])
        second = pool.submit(lambda: ben.get(path, waits=1, hold=5)["you"])
        mine, other = first.result(), second.result()
    assert mine["table"] and mine["table"] == other["table"]


def running_arena(*names):
    """An arena that has just begun."""
    tournament = Tournament("Hour", "dora", "prime_daifugo", {}, None, "arena", minutes=20)
    for name in names:
        tournament.enter(name, name, 0)
    begin_arena(tournament, int(time.time()))
    return tournament


def remember(tournament):
    """The memory of a process whose store has no pairings, and what it knows of an arena."""
    async def read(query):
        return {}
    memory = ArenaMemory(read)
    memory.note_tournament("ARENA", tournament)
    return memory, memory.known["ARENA"]


def test_an_answer_is_held_back_until_something_has_changed():
    """It comes when the table is open; a game that has ended here holds it back though that is not counted yet."""
    tournament = running_arena("Ada", "Ben", "Cem")
    mark_ready(tournament, {1: 1, 2: 1}, tournament.rounds[0].at)

    async def look():
        memory, known = remember(tournament)
        holding = asyncio.ensure_future(memory.hold_for_table("ARENA", known, 1, 5))
        await asyncio.sleep(0)
        begin_pairs(tournament, [(1, 2)], ["TABLE"], tournament.rounds[0].at)
        memory.note_tournament("ARENA", tournament)
        await asyncio.sleep(0)
        assert not holding.done(), "the table is not open"
        memory.note_opened("ARENA", ["TABLE"])
        await holding
        known.outcomes["TABLE"] = []
        assert await memory.find_opened_table(known, 1) == ""
        for number in (1, 2):
            await memory.hold_for_table("ARENA", known, number, 0.01)
        assert set(known.waiting) == {1, 2}, "both are noted"
        known.tournament.player(3).paused = True
        await asyncio.wait_for(memory.hold_for_table("ARENA", known, 3, 5), 1)
        assert 3 not in known.waiting
    asyncio.run(look())


def test_a_player_has_so_many_answers_held_back_and_no_more():
    tournament = running_arena("Ada", "Ben")

    async def look():
        memory, known = remember(tournament)
        held = [asyncio.ensure_future(memory.hold_for_table("ARENA", known, 1, 5)) for _ in range(MOST_HELD)]
        await asyncio.sleep(0)
        await asyncio.wait_for(memory.hold_for_table("ARENA", known, 1, 5), 1)
        other = asyncio.ensure_future(memory.hold_for_table("ARENA", known, 2, 5))
        await asyncio.sleep(0)
        assert not other.done() and not any(one.done() for one in held), "each player has as many"
        for one in (other, *held):
            one.cancel()
        await asyncio.gather(other, *held, return_exceptions=True)
        assert not known.held, "whoever goes gives it back"
    asyncio.run(look())


class Ledger:
    """What people were told, noted outside: scores by table."""

    def __init__(self):
        self.scores, self.lock = {}, threading.Lock()

    def note(self, table, score):
        with self.lock:
            assert self.scores.setdefault(table, score) == score, "a game has two ends"

    def points(self, names):
        found = dict.fromkeys(names, 0)
        for score in self.scores.values():
            for name, won in score.items():
                found[name] += {1: 2, 0.5: 1, 0: 0}[won]
        return found


def plays_on(servers, ledger, name, person, path, watcher, stop):
    """Somebody who plays on, whatever happens to the servers."""
    done = 0
    while not stop.is_set():
        living = [one for one in servers if one.process.poll() is None] or servers
        for somebody, offset in ((person, 0), (watcher, 1)):
            server = living[(done + offset) % len(living)]
            somebody.server, somebody.http.base_url = server, server.url
        try:
            told = person.get(path, waits=1)["you"]
            if not told["table"]:
                time.sleep(0.1)
                continue
            table = told["table"]
            score = play(person, table, watcher)
            assert name in score
            ledger.note(table, score)
            done += 1
            wait_for(lambda: person.get(path)["you"]["table"], lambda found, table=table: found != table)
        except (*BROKEN, AssertionError) as wrong:
            if isinstance(wrong, AssertionError) and "(5" not in str(wrong) and "(404" not in str(wrong):
                raise
            time.sleep(0.1)


def hold_arena(servers, kills, games):
    """Eight people play so many games while servers are killed and started again; results and ledger are the same."""
    names, ledger, stop = [f"Player {letter}" for letter in "ABCDEFGH"], Ledger(), threading.Event()
    director, path, people = opened(servers[0], *names, minutes=180)
    director.post(f"{path}/round")
    with ThreadPoolExecutor(len(names)) as pool:
        playing = [pool.submit(plays_on, servers, ledger, name, person, path, Person(servers[0]), stop)
                   for name, person in people.items()]
        try:
            for n in range(kills):
                wait_for(lambda: len(ledger.scores), lambda count, n=n: count > 3 * n, seconds=200)
                server = servers[n % len(servers)]
                server.kill()
                time.sleep(0.3)
                server.start()
            wait_for(lambda: len(ledger.scores), lambda count: count >= games, seconds=200)
        finally:
            stop.set()
    for one in playing:
        one.result()
    told = insist(director.get, path)
    assert ask(director, f"{path}/end").status_code == 200
    told = insist(director.get, f"{path}/results.json")
    played = [one for one in told["pairings"] if one["games"]]
    assert len(played) >= len(ledger.scores) >= 3 * kills
    with store_of(servers[0]) as store:
        codes = {one.table: one.code for one in tournament_rows.read_arena_pairings(store, path[-8:])}
    assert len(codes) == len(set(codes.values())) == len(told["pairings"]), "a table or a pairing twice"
    for one in played:
        score = dict(zip(one["players"], one["score"], strict=True))
        assert ledger.scores.get(codes[one["table"]], score) == score, "a result is another one"
        ledger.scores.setdefault(codes[one["table"]], score)
    assert set(ledger.scores) == {codes[one["table"]] for one in played}, "a result was lost"
    forfeits = [one for one in told["pairings"] if one["forfeited"]]
    assert not forfeits, "everybody came"
    assert {one["name"]: one["points"] for one in told["standings"]} == ledger.points(names)


def test_an_arena_whose_server_is_killed_again_and_again(tmp_path):
    server = ServerProcess(tmp_path, limits=LIMITS, arrival=600, **FAST).start()
    hold_arena([server], kills=4, games=16)
    server.kill()


def test_an_arena_of_two_servers_on_postgresql_one_of_which_is_always_killed(postgres, fresh, tmp_path):
    first = fresh(data=tmp_path / "a", database=postgres.url, limits=LIMITS, arrival=600, **FAST)
    (tmp_path / "b").mkdir(mode=0o700)
    shutil.copy(tmp_path / "a" / "secret", tmp_path / "b" / "secret")
    second = fresh(data=tmp_path / "b", database=postgres.url, limits=LIMITS, arrival=600, **FAST)
    hold_arena([first, second], kills=4, games=16)
