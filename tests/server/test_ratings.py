"""Club ratings: which results count, that they follow from these alone, and who sees them."""

import json
from functools import partial

import msgspec
import pytest
import sqlalchemy as sa
import test_arenas
from server_process import Person, ServerProcess
from test_tournaments import FAST, LIMITS, entered, opened

from coprime.classroom.classroom import Classroom, LessonPlan
from coprime.classroom.pupil import Pupil
from coprime.cli import main
from coprime.server.store import people, rating_rows, schema, tournament_rows
from coprime.server.store.erasure import forget_expired, forget_person
from coprime.server.store.store import Store, WriteJob, write_jobs
from coprime.table.ports import ChangeSet, RatedMatch
from coprime.tournaments.arena import begin_arena
from coprime.tournaments.glicko2 import PlayerRating, update_rating
from coprime.tournaments.tournament import Tournament
from coprime.tournaments.tournament_types import GameResult, Player, TablePairing, TournamentRound

MAY, JUNE, JULY = (1_777_900_000 + month * 30 * 86_400 for month in range(3))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    process = ServerProcess(tmp_path_factory.mktemp("ratings"), limits=LIMITS, **FAST).start()
    yield process
    process.stop()


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store that rates in July."""
    monkeypatch.setattr(rating_rows, "CLOCK", lambda: JULY)
    store = Store(f"sqlite:///{tmp_path / 'coprime.db'}")
    yield store
    store.close()


def event(*rounds, rated=True):
    """A tournament that is over; each round is a time and pairings of players 1 to 4."""
    players = [Player(n, name, key) for n, (name, key) in enumerate(
        (("Ada", "ada"), ("Bo", "bo"), ("Cy", "cy"), ("Bot", "")), 1)]
    found = Tournament("Club", "director", "prime_daifugo", {}, None, "swiss", over=True, rated=rated, players=players)
    found.rounds = [TournamentRound(at, list(pairings)) for at, *pairings in rounds]
    return found


def pairing(first, second, *shares, **fields):
    return TablePairing(1, [first, second], "T", [GameResult(n, list(one)) for n, one in enumerate(shares, 1)],
                        **fields)


WON, LOST, DRAWN = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def fill(store, *events):
    def run(connection):
        for key in ("ada", "bo", "cy"):
            people.add_person(connection, key, key.title())
        for n, one in enumerate(events):
            rating_rows.write_results(connection, f"E{n}", one)
        rating_rows.rate_game(connection, "prime_daifugo")
    store.run_transaction(run)


def listed(store, **which):
    """What whoever asks for the ratings is told, after those that have changed were computed."""
    for game in store.read(rating_rows.read_changed_games):
        store.run_transaction(partial(rating_rows.rate_game, game=game))
    return {one.name: one for one in store.read(lambda c: rating_rows.read_ratings(c, **which))}


def test_a_rating_is_that_of_glicko2_over_the_months(store):
    fill(store, event((MAY, pairing(1, 2, WON)), (JUNE, pairing(1, 3, DRAWN))))
    new = PlayerRating()
    ada, bo = (update_rating(new, [(new, score)]) for score in (1.0, 0.0))
    ada, bo, cy = (update_rating(ada, [(new, 0.5)]), update_rating(bo, []), update_rating(new, [(ada, 0.5)]))
    ada, bo, cy = (update_rating(one, []) for one in (ada, bo, cy))
    found = listed(store)
    assert [round(found[name].rating, 6) for name in ("Ada", "Bo", "Cy")] == [
        round(one.rating, 6) for one in (ada, bo, cy)]
    assert round(found["Bo"].deviation, 6) == round(bo.deviation, 6)
    assert [found[name].results for name in ("Ada", "Bo", "Cy")] == [2, 1, 1]


@pytest.mark.parametrize("one", [
    pairing(1, 4, WON), pairing(1, 2, WON, forfeited=[2]), pairing(1, 2, WON, substituted=[2]),
    pairing(1, 2, WON, closed=True), pairing(1, 2), TablePairing(1, [1])],
    ids=["a bot", "withdrew", "a bot sat in", "broken off", "no game", "a bye"])
def test_what_does_not_count(store, one):
    fill(store, event((MAY, one)))
    assert listed(store) == {}


def test_a_corrected_result_counts_as_corrected_and_once(store):
    fill(store, event((MAY, pairing(1, 2, WON))), event((MAY, pairing(1, 2, WON, corrected=[0.0, 1.0]))))
    first = listed(store)
    assert first["Ada"].results == 2 and first["Ada"].rating == pytest.approx(1500)
    store.run_transaction(lambda c: rating_rows.write_results(c, "E0", event((MAY, pairing(1, 2, WON)))))
    assert listed(store)["Ada"].results == 2, "written again it is the same"


def finished_arena(store):
    """A rated arena of Ada, Bo and a bot that is over: its pairings that ended have rows of their own."""
    players = [Player(1, "Ada", "ada"), Player(2, "Bo", "bo"), Player(3, "Bot", bot="novice")]
    found = Tournament("Hour", "director", "prime_daifugo", {}, None, "arena", minutes=20, rated=True, players=players)

    def run(connection):
        for key in ("ada", "bo"):
            people.add_person(connection, key, key.title())
        tournament_rows.insert_tournament(connection, "E", found)
        change = partial(tournament_rows.change_tournament_row, connection, "E")
        change(lambda arena: begin_arena(arena, MAY))
        for n, (pair, shares, at) in enumerate((((1, 2), WON, MAY), ((2, 1), WON, JUNE), ((1, 3), WON, JUNE)), 1):
            change(lambda arena, n=n, pair=pair, shares=shares, at=at: arena.rounds[0].pairings.append(TablePairing(
                n, list(pair), f"T{n}", [GameResult(1, list(shares))], at=at)))
        change(lambda arena: arena.rounds[0].pairings.append(TablePairing(4, [1, 2], "T4", at=JUNE)))
        change(lambda arena: arena.end(JUNE))
    store.run_transaction(run)


def test_every_game_of_a_rated_arena_between_two_people_counts_and_as_corrected(store):
    finished_arena(store)
    r = schema.rated_results.c
    query = schema.rated_results.select().with_only_columns(r.first, r.second, r.score, r.at).order_by(r.number)
    rows = store.read(lambda c: [tuple(row) for row in c.execute(query)])
    assert rows == [("ada", "bo", 2, MAY), ("bo", "ada", 2, JUNE)]
    before = listed(store)
    assert {name: one.results for name, one in before.items()} == {"Ada": 2, "Bo": 2}
    store.run_transaction(lambda c: tournament_rows.correct_arena_pairing(c, "E", 2, [0.0, 1.0], "typed wrongly", JULY))
    after = listed(store)
    assert after["Ada"].rating > before["Ada"].rating and after["Ada"].results == 2
    store.run_transaction(rating_rows.rate_all)
    assert listed(store) == after, "a function of the results alone"


def test_pupils_are_never_rated(store):
    classroom = Classroom("Class", "teacher", LessonPlan("daifugo"))
    classroom.pupils.append(Pupil("Bo", "bo", 0, ""))
    store.run_transaction(lambda c: c.execute(schema.classes.insert().values(
        code="C", teacher="teacher", touched=1, kept=msgspec.json.encode(classroom).decode())))
    fill(store, event((MAY, pairing(1, 2, WON), pairing(1, 3, WON))))
    assert set(listed(store, all_people=True)) == {"Ada", "Cy"}


def test_anybody_hides_theirs_and_the_others_stay(store):
    fill(store, event((MAY, pairing(1, 2, WON))))
    before = listed(store)
    store.run_transaction(lambda c: rating_rows.set_hidden(c, "bo", True))
    assert listed(store) == {"Ada": before["Ada"]} and set(listed(store, all_people=True)) == {"Ada", "Bo"}
    store.run_transaction(lambda c: rating_rows.set_hidden(c, "bo", False))
    assert listed(store) == before


def test_somebody_forgotten_takes_their_results_along(store):
    fill(store, event((MAY, pairing(1, 2, WON), pairing(1, 3, WON))))
    store.run_transaction(lambda c: forget_person(c, "bo"))
    assert set(listed(store)) == {"Ada", "Cy"} and listed(store)["Ada"].results == 1
    store.run_transaction(lambda c: forget_expired(c, lambda seconds: 2**40, 1))
    for table in (schema.rated_results, schema.ratings, schema.hidden_ratings):
        assert store.read(lambda c, table=table: c.execute(table.select()).all()) == []


def test_the_result_of_a_rated_table_is_written_once_and_with_its_match(store):
    fill(store)
    store.run_transaction(lambda c: c.execute(schema.tables.insert().values(
        code="TABLE", game="prime_daifugo", phase="over", opened=1, touched=1, address="", kept="{}")))
    for match in (RatedMatch(1, "ada", "bo", 2), RatedMatch(1, "ada", "bo", 2), RatedMatch(2, "bo", "ada", 1),
                  RatedMatch(3, "ada", "stranger", 2)):
        unit = ChangeSet(rated=match)
        store.run_transaction(lambda c, unit=unit: write_jobs(c, [WriteJob(lambda wrong: None, "TABLE", unit)]))
    found = listed(store)
    assert {name: one.results for name, one in found.items()} == {"Ada": 2, "Bo": 2}
    assert found["Ada"].rating > 1500 > found["Bo"].rating
    store.run_transaction(rating_rows.rate_all)
    assert listed(store) == found
    store.run_transaction(lambda c: forget_person(c, "bo"))
    assert listed(store) == {}


def test_a_finished_match_is_written_without_computing_ratings(store, monkeypatch):
    """Moves wait for the thread that writes: it stores one result, however many there are already."""
    fill(store, *[event((MAY, pairing(1, 2, WON), pairing(2, 3, DRAWN)))] * 20)
    before = listed(store)
    store.run_transaction(lambda c: c.execute(schema.tables.insert().values(
        code="TABLE", game="prime_daifugo", phase="over", opened=1, touched=1, address="", kept="{}")))
    statements = []
    sa.event.listen(store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))

    def compute(*given, **named):
        raise AssertionError("computed in the transaction of a match")
    with monkeypatch.context() as patched:
        for name in ("compute_ratings", "update_rating"):
            patched.setattr(rating_rows, name, compute)
        unit = ChangeSet(rated=RatedMatch(1, "ada", "bo", 2))
        store.run_transaction(lambda c: write_jobs(c, [WriteJob(lambda wrong: None, "TABLE", unit)]))
    assert not [one for one in statements if one.startswith("SELECT") and "rated_results" in one], statements
    assert list(store.read(rating_rows.read_changed_games)) == ["prime_daifugo"]
    assert listed(store)["Ada"].results == before["Ada"].results + 1
    assert store.read(rating_rows.read_changed_games) == {}


def test_a_result_that_comes_while_ratings_are_computed_is_computed_next(store):
    fill(store, event((MAY, pairing(1, 2, WON))))
    store.run_transaction(partial(rating_rows.note_changed_ratings, game="prime_daifugo"))
    (game, mark), = store.read(rating_rows.read_changed_games).items()
    rows = store.read(partial(rating_rows.compute_ratings, game=game))
    store.run_transaction(lambda c: rating_rows.write_results(c, "E9", event((MAY, pairing(1, 3, WON)))))
    store.run_transaction(lambda c: forget_person(c, "bo"))
    store.run_transaction(partial(rating_rows.write_ratings, game=game, rows=rows, mark=mark))
    stored = store.read(lambda c: c.execute(schema.ratings.select()).all())
    assert [row.person for row in stored] == ["ada"], "nothing of somebody who was forgotten meanwhile"
    assert game in store.read(rating_rows.read_changed_games)
    assert set(listed(store)) == {"Ada", "Cy"} and store.read(rating_rows.read_changed_games) == {}


def test_who_may_open_a_rated_table(server, fresh):
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    code = ada.open(rated=True)
    page, other = ada.page(code), bo.page(code)
    page.catch_up()
    assert page.told["rated"] is True and len(page.told["seats"]) == 2 and not page.told["hints"]
    assert [one["name"] for one in page.told["seats"]] == ["Ada", "Bo"]
    for one in (page, other):
        one.close()
    for wrong in ({"seats": 3}, {"now": True}, {"names": ["Ada", "Bo"]}, {"practice": True}, {"class": True},
                  {"deal": 7}, {"bots": [None, {"level": "novice"}]}):
        answer = ada.post("/api/tables", status=400, **{"game": "prime_daifugo", "rated": True} | wrong)
        assert "two people" in answer["sentence"], wrong
    alone = ada.post("/api/tables", status=400, game="prime_solitaire", rated=True)
    assert alone["sentence"] == "Prime Solitaire is played by 1, not by 2."
    none = Person(fresh()).post("/api/tables", status=404, game="prime_daifugo", rated=True)
    assert none["sentence"] == "This server has no club ratings."


def end_of(server, director, path, **score):
    director.post(f"{path}/round")
    director.post(f"{path}/result", round=1, table=1, score=[1, 0], reason="played on a board")
    return director.post(f"{path}/end")


def test_a_rated_event_on_a_server(server):
    director, path = opened(server, rated=True)
    ada, bo = entered(server, path, "Ada", "Bo")
    assert ada.get(path)["rated"] is True
    end_of(server, director, path)
    [game] = ada.get("/api/ratings")["games"]
    first, second = game["people"]
    assert (game["game"], game["title"]) == ("prime_daifugo", "Prime Daifugo Lv. 0")
    assert (first["rating"], second["rating"], first["place"], second["place"]) == (1662, 1338, 1, 2)
    assert first["results"] == 1 and [one["you"] for one in (first, second)].count(True) == 1
    assert ada.http.post("/api/ratings", json={"hidden": True}).status_code == 204
    told = ada.get("/api/ratings")
    assert told["hidden"] is True and [one["you"] for one in told["games"][0]["people"]] == [False]
    assert director.http.delete(path).status_code == 204
    assert bo.get("/api/ratings")["games"] == [], "what its director deletes counts no more"


def test_a_rated_arena_on_a_server(server):
    director, path, people = test_arenas.opened(server, "Ada", "Ben", rated=True)
    director.post(f"{path}/round")
    mine, _ = test_arenas.paired(path, *people.values())
    score = test_arenas.play_both(tuple(people.values()), mine["table"], director)
    test_arenas.wait_for(lambda: director.get(path), lambda told: told["arena"]["over"] == 1)
    assert director.get("/api/ratings")["games"] == [], "not before its end"
    director.post(f"{path}/end")
    [game] = director.get("/api/ratings")["games"]
    winner = max(score, key=score.get)
    assert [(one["name"], one["rating"], one["results"]) for one in game["people"]] == [
        (people[name].name, rating, 1) for name, rating in sorted(
            zip(people, (1662, 1338) if winner == "Ada" else (1338, 1662), strict=True), key=lambda one: -one[1])]
    assert director.http.delete(path).status_code == 204
    assert director.get("/api/ratings")["games"] == []


def test_an_event_that_is_not_rated_counts_nothing(server):
    director, path = opened(server)
    ada, _ = entered(server, path, "Ada", "Bo")
    assert ada.get(path)["rated"] is False
    end_of(server, director, path)
    assert ada.get("/api/ratings") == {"hidden": False, "games": []}


def test_without_tournaments_there_are_none(fresh):
    assert Person(fresh()).get("/api/ratings", status=404)["sentence"] == "This server has no club ratings."


def test_the_command_computes_them_again_from_the_results(tmp_path, capsys, monkeypatch):
    data = tmp_path / "data"
    server = ServerProcess(data, limits=LIMITS, **FAST).start()
    director, path = opened(server, rated=True)
    entered(server, path, "Ada", "Bo")
    end_of(server, director, path)
    server.stop()

    def run(*words):
        monkeypatch.setattr("sys.argv", ["coprime", "ratings", "--data", str(data), *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        return capsys.readouterr().out
    found = json.loads(run("--json"))
    assert [(one["game"], round(one["rating"]), one["results"]) for one in found] == [
        ("prime_daifugo", 1662, 1), ("prime_daifugo", 1338, 1)]
    from sqlalchemy import create_engine
    with create_engine(f"sqlite:///{next(data.glob('*.db'))}").begin() as connection:
        connection.execute(schema.ratings.update().values(rating=1.0))
    assert json.loads(run("--json")) == found, "a function of the results alone"
    assert "prime_daifugo: 2 people" in run() and "1662, deviation 290 (one result)" in run()
