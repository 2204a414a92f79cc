"""The tables of a round, opened on a bench: their settings, who sits where, and what is done again after a crash."""

import asyncio
from types import SimpleNamespace

import pytest
from table_bench import Bench
from test_arena_and_league_views import START, arena_of, pair
from test_tournament_views import begin, tournament_of

from coprime.server.store.tournament_rows import StoredPairing
from coprime.server.tournaments import pairing_tables
from coprime.table.table import Table


class Server:
    """What tables are opened with; `stored` is what the database has of them."""

    def __init__(self):
        self.opened, self.noted, self.waking, self.stored = {}, [], [], {}
        self.manager = SimpleNamespace(open_table=self.open_table, read_store=self.read_store, table_actors={},
                                       get_table_actor=self.wake)
        self.arenas = SimpleNamespace(note_opened=lambda code, tables: self.noted.append((code, tables)))

    async def open_table(self, game, settings, address, prepare, reserved):
        assert address == ""
        self.opened[reserved] = table = Table(reserved, game, settings, Bench())
        prepare(table, 7.0)

    async def read_store(self, query):
        codes = getattr(query, "keywords", {}).get("codes")
        return "Dora D." if codes is None else {code: self.stored[code] for code in codes if code in self.stored}

    async def wake(self, code):
        self.waking.append(code)


@pytest.fixture
def server():
    return Server()


def test_a_table_of_a_round_has_the_tournaments_rules_and_its_players(server):
    tournament = tournament_of("Ada", "Ben", "Heron", "Dan", bots=("Heron",))
    tournament.wins, pairings = 2, begin(tournament)
    pairings[0].substituted = [next(number for number in pairings[0].players if not tournament.player(number).bot)]
    codes = {one.code for one in pairings}
    asyncio.run(pairing_tables.open_tables(server, "CUP", tournament, codes))
    assert set(server.opened) == codes and sorted(server.noted) == [("CUP", [code]) for code in sorted(codes)]
    for pairing in pairings:
        table = server.opened[pairing.code]
        settings = table.settings
        assert (settings.tournament, settings.wins, settings.ends_at, settings.must_decide) == ("CUP", 2, 0, False)
        assert not settings.hints and not settings.take_back and settings.talk and settings.seats == 2
        assert [chair.entrant for chair in table.lobby.chairs] == pairing.players
        for chair in table.lobby.chairs:
            player = tournament.player(chair.entrant)
            if player.bot:
                assert (chair.kind, chair.name, chair.level) == ("bot", "Heron", "novice")
            elif chair.entrant in pairing.substituted:
                assert chair.kind == "bot"
            else:
                assert (chair.kind, chair.name) == ("person", player.name)
        assert {guest.name for guest in table.lobby.guests.values()} >= {"Dora D."}
        assert all(guest.gone_since == 7 for guest in table.lobby.guests.values()), "nobody has come yet"


def test_a_table_of_an_arena_has_one_game_and_ends_with_its_time(server):
    tournament = arena_of(2)
    pair(tournament, 1, 2)
    asyncio.run(pairing_tables.open_tables(server, "HOUR", tournament, {"T1"}))
    settings = server.opened["T1"].settings
    assert (settings.wins, settings.ends_at) == (0, START + 20 * 60)


def test_only_tables_that_are_asked_for_are_opened(server):
    tournament = tournament_of("Ada", "Ben", "Cleo", "Dan")
    first, _ = begin(tournament)
    asyncio.run(pairing_tables.open_tables(server, "CUP", tournament, {first.code}))
    assert list(server.opened) == [first.code]


def stored(bots=()):
    return StoredPairing("lobby", 0, [], list(bots), [])


@pytest.mark.parametrize(("passed", "opens"), [(0, False), (1, True)])
def test_a_table_that_is_missing_is_opened_once_its_opener_has_had_time(server, monkeypatch, passed, opens):
    tournament = tournament_of("Ada", "Ben", "Cleo", "Dan")
    first, second = begin(tournament)
    now = tournament.rounds[-1].at + pairing_tables.OPENING_SECONDS + passed
    monkeypatch.setattr(pairing_tables, "time", SimpleNamespace(time=lambda: now))
    server.stored[first.code] = stored()
    _, found = asyncio.run(pairing_tables.refresh_tournament(server, "CUP", tournament))
    assert list(server.opened) == [second.code] * opens and list(found) == [first.code]


def test_bots_that_were_promised_are_seated_and_tables_of_bots_alone_woken(server, monkeypatch):
    asked = []

    async def run_at_table(state, table, kind, **given):
        asked.append((table, kind, given))
    monkeypatch.setattr(pairing_tables, "run_at_table", run_at_table)
    tournament = tournament_of("Ada", "Ben", "Heron", "Wren", bots=("Heron", "Wren"))
    first, second = begin(tournament)
    for pairing in (first, second):
        (person,) = [number for number in pairing.players if not tournament.player(number).bot]
        (bot,) = set(pairing.players) - {person}
        pairing.substituted = [person]
        server.stored[pairing.code] = stored(bots=[bot] if pairing is first else pairing.players)
    asyncio.run(pairing_tables.refresh_tournament(server, "CUP", tournament))
    assert asked == [(first.code, "substituted", {"entrant": str(first.substituted[0])})]
    assert server.waking == [second.code]
