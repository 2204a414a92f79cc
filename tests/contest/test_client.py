"""Our bots at a contest: what they see of it is what they would see at our own table, as far as the protocol tells."""

import random
import socket
import struct
import threading

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.contest import client, server
from coprime.contest.contest_client import ContestClient
from coprime.contest.contest_match import ContestMatch
from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.core.seats import CHANCE
from coprime.games.daifugo.actions import verb_of
from coprime.games.daifugo.state import Phase, Verb

GAME = coprime.game("daifugo")
SAME = ("phase", "turn", "meld", "kind", "count", "low", "suits", "alike", "lock", "reversed", "passed", "live",
        "owner", "dry", "played", "top")
SAME_BY_SEAT = ("cards", "after", "place")


def serve(games, seed, clients):
    """A contest of five guests in threads, each with its own way of choosing; the match."""
    door = server.open_listener("127.0.0.1", 0)
    port = door.getsockname()[1]
    threads = [threading.Thread(target=one, args=(port,), daemon=True) for one in clients]
    match = Match(GAME, 5, {**GAME.presets["uecda"], "match_length": games})
    for thread in threads:
        thread.start()
    seats = list(server.gather_clients(door, 5, 0, lambda line: None).values())
    yield match
    ContestMatch(match, seats, random.Random(seed).getrandbits).play_games()
    for thread in threads:
        thread.join(20)
    yield match


def test_a_guest_sees_what_its_seat_would_see():
    faults, looked = [], [0, 0]

    def guest(port):
        line = socket.create_connection(("127.0.0.1", port))
        with line:
            chance = random.Random(port)
            one = ContestClient(GAME, line, lambda view, seat: choose(view, seat, chance))
            one.play_contest("guest", lambda: None)

    def choose(view, seat, chance):
        """The server waits for this very answer, so its state can be looked at."""
        true = match.view(seat)
        looked[int(view.phase == Phase.EXCHANGE)] += 1
        wrong = [name for name in SAME if view[name] != true[name] and view.phase == Phase.PLAY]
        wrong += [name for name in SAME_BY_SEAT if list(view[name]) != list(true[name])]
        if int(view.hand[seat]) != int(true.hand[seat]):
            wrong.append("hand")
        if view.phase == Phase.PLAY and not_more(view, true, seat):
            wrong.append("sure")
        faults.extend((name, view[name], true[name]) for name in wrong)
        return GAME.bots.choose(view, seat, "casual", chance.getrandbits(30))[0]

    contest = serve(12, 3, [guest] * 5)
    match = next(contest)
    next(contest)
    assert not faults and min(looked) > 20 and match.over


def not_more(view, true, seat):
    """Is a card known to a guest that its seat at our table would not know?"""
    return any(view.sure[other] != true.sure[other] and true.sure[other] >= 0
               for other in range(5) if other != seat and view.sure[other] > 0)


def test_worlds_that_a_guest_imagines_hold_what_is_true():
    """The cards of the true world fit what a guest supposes: its view imagined again gives itself."""
    rules = GAME.rules

    def guest(port):
        with socket.create_connection(("127.0.0.1", port)) as line:
            ContestClient(GAME, line, choose).play_contest("guest", lambda: None)

    def choose(view, seat):
        world = view.copy()
        rules.imagine(world, seat, 5)
        for other in range(5):
            held = int(world.hand[other])
            if held < 0 or bin(held & (1 << 52) - 1).count("1") + (held >> 52) != view.cards[other]:
                faults.append((other, held, view.cards[other]))
        return GAME.bots.choose(view, seat, "novice", 1)[0]

    faults = []
    contest = serve(6, 4, [guest] * 5)
    next(contest)
    next(contest)
    assert not faults


def test_a_stalemate_ends_a_guests_game_without_a_place_for_it():
    guests = []

    def guest(port):
        with socket.create_connection(("127.0.0.1", port)) as line:
            guests.append(ContestClient(GAME, line, lambda view, seat: 0))
            guests[-1].play_contest("guest", lambda: None)

    contest = serve(3, 5, [guest] * 5)
    match = next(contest)
    next(contest)
    assert match.over and [one.games for one in guests] == [3] * 5
    assert not any(any(one.places) for one in guests)


def test_join_plays_a_contest_to_the_end():
    door = server.open_listener("127.0.0.1", 0)
    port, results = door.getsockname()[1], []
    thread = threading.Thread(target=lambda: results.append(client.join_contest(GAME, "127.0.0.1", port, "casual",
                                                                                "Ann", 1)))
    thread.start()
    result = server.host_contest(GAME, door, 4, ("novice",) * 4, seed=2)
    thread.join(20)
    ann = next(one for one in result["players"] if one["name"] == "Ann")
    assert results[0]["games"] == 4 and results[0]["refused"] == ann["refused"] == 0
    assert results[0]["places"] == ann["places"]


def test_a_server_that_breaks_off_is_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as door:
        def half():
            line, _ = door.accept()
            with line:
                line.recv(480)
                line.sendall(struct.pack(">i", 2) + bytes(100))
        thread = threading.Thread(target=half)
        thread.start()
        with pytest.raises(BadInput, match="broke off after 0 games"):
            client.join_contest(GAME, "127.0.0.1", door.getsockname()[1], "casual", "Ann")
        thread.join(5)


@pytest.mark.parametrize(("given", "why"), [
    (("--port", "1"), "no contest"), (("--bot", "genius"), "genius"), (("--name", "日本"), "ASCII"),
    (("--host", "no.such.host.invalid"), "no contest")])
def test_what_cannot_be_joined(given, why):
    result = CliRunner().invoke(app, ["uecda", "join", *given], env={"COLUMNS": "200"})
    assert result.exit_code == 2 and why in result.output and "Traceback" not in result.output


def test_a_guest_remembers_what_has_been_played():
    wrong, asked = [], []

    def guest(port):
        line = socket.create_connection(("127.0.0.1", port))
        with line:
            chance = random.Random(port)
            one = ContestClient(GAME, line, lambda view, seat: choose(one, view, seat, chance))
            one.play_contest("guest", lambda: None)

    def choose(one, view, seat, chance):
        """All since the last deal or gift, as the server has it."""
        events = match.events[::-1]
        last = next(i for i, event in enumerate(events) if event.seat == CHANCE or verb_of(event.action) == Verb.GIVE)
        if view.phase == Phase.PLAY:
            asked.append(last)
            if one.hand_history != [(event.seat, event.action) for event in events[:last]][::-1]:
                wrong.append(one.hand_history)
        return GAME.bots.choose(view, seat, "casual", chance.getrandbits(30))[0]

    contest = serve(4, 3, [guest] * 5)
    match = next(contest)
    next(contest)
    assert not wrong and max(asked) > 30


@pytest.mark.compiled
def test_a_master_plays_and_nothing_it_does_is_refused():
    door, joined = server.open_listener("127.0.0.1", 0), []
    port = door.getsockname()[1]
    one = threading.Thread(target=lambda: joined.append(client.join_contest(GAME, "127.0.0.1", port, "master:40",
                                                                            "Ann", 1)))
    one.start()
    result = server.host_contest(GAME, door, 3, ("casual",) * 4, seed=1)
    one.join(20)
    assert joined[0]["games"] == 3 and joined[0]["refused"] == 0 and result["games"] == 3
    assert client.make_master_chooser(GAME, "strong") is None and client.make_master_chooser(GAME, "master:0") is None
