"""Host a contest: open a port, seat clients and bots, play the games, and compute the result."""

import random
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypedDict

from ..arena.players import make_player
from ..arena.players import player_names as bot_names
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.messages import join_with_commas
from ..core.os_errors import describe_os_error
from ..core.record import GameRecorder, dump_record
from .client_login import gather_clients
from .compile_warmup import warm_up_contest
from .contest_match import ContestLog, ContestMatch, SeatScore
from .protocol_tables import PLAYERS
from .seats import AbsentSeat, BotSeat, ContestSeat
from .sentences import say

MAX_GAMES = 10_000
LAST_PORT = 65_535
DAY_SECONDS = 86_400
PERSON = "person"


class SeatResult(TypedDict):
    """The result of one seat."""

    seat: int
    name: str
    kind: str                   # client, bot, person
    points: int
    places: list[int]           # how often it came first, second, ...
    moves: int
    refused: int
    left_in_game: int | None
    mean_ms: float              # of a move
    slowest_ms: float


class ContestResult(TypedDict):
    """The result of a contest, its seats in order of points."""

    games: int
    seconds: float
    games_a_second: float
    players: list[SeatResult]


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a port.  Raises BadInput."""
    if not 0 <= port <= LAST_PORT:
        raise BadInput(say("port", port=port, last=LAST_PORT))
    try:
        return socket.create_server((host, port), backlog=2 * PLAYERS)
    except OSError as why:
        raise BadInput(say("busy", host=host, port=port, why=describe_os_error(why))) from None


def host_contest(game: Game, listener: socket.socket, games: int, bots: Sequence[str] = (), move_seconds: float = 0,
                 on_leave: str = "pass", record: Path | None = None, seed: int | None = None,
                 log: Callable[[str], None] = lambda line: None,
                 progress: Callable[[], None] = lambda: None) -> ContestResult:
    """Hold a whole contest: wait for clients, play, and return the result.

    game           Daifugo
    listener       the listening socket, closed as soon as everybody is there
    bots           levels of the bots, which take the last seats; clients take the others
    move_seconds   the time for a move; a client that exceeds it passes, and is dropped if it does so often; 0: no limit
    on_leave       who plays on for a client that has left: "pass" for nobody, or a bot's level
    record         file for the record of the match
    seed           of the deals; None for deals that nobody can foresee

    Raises BadInput for settings that make no contest.
    """
    check_settings(game, games, bots, move_seconds, on_leave)
    randbits = secrets.randbits if seed is None else random.Random(seed).getrandbits
    warm_up_contest(game)
    called = [say("bot", level=level, n=n) for n, level in enumerate(bots, 1)]
    clients = gather_clients(listener, PLAYERS - len(bots), move_seconds, log, called)
    seats: list[ContestSeat] = [clients[seat] for seat in range(len(clients))]
    seats += [BotSeat(game, level, name, randbits) for level, name in zip(bots, called, strict=True)]
    match = Match(game, PLAYERS, {**game.presets["uecda"], "match_length": games})
    recorder = GameRecorder(match, [seat.name for seat in seats]) if record else None
    substitute = make_substitute_factory(game, on_leave, randbits)
    contest = ContestMatch(match, seats, randbits, recorder, make_sentence_log(log), substitute)
    return run_contest(contest, record, progress)


def make_substitute_factory(game: Game, on_leave: str, randbits: Callable[[int], int]) -> Callable[[str], ContestSeat]:
    """Return a function that makes the seat which plays on for a client that has left."""
    return lambda name: AbsentSeat(name) if on_leave == "pass" else BotSeat(game, on_leave, name, randbits)


def make_sentence_log(log: Callable[[str], None]) -> ContestLog:
    """Return a log that turns message keys into sentences for `log`."""
    def write_log_line(key: str, /, **facts: object) -> None:
        log(say(key, **facts))
    return write_log_line


def run_contest(contest: ContestMatch, record: Path | None,
                progress: Callable[[], None] = lambda: None) -> ContestResult:
    """Play a contest to its end and return the result; the record is written even if the contest fails."""
    who = [(seat.name, seat.kind) for seat in contest.seats]
    begun = time.perf_counter()
    try:
        contest.play_games(progress)
    finally:
        if record and contest.recorder:
            record.write_text(dump_record(contest.recorder.record), encoding="utf-8")
    seconds = time.perf_counter() - begun
    games, points = int(contest.state.hands), [int(point) for point in contest.state.points[:PLAYERS]]
    rows = [make_seat_result(seat, who[seat], points[seat], contest.scores[seat]) for seat in range(PLAYERS)]
    return {"games": games, "seconds": seconds, "games_a_second": games / seconds,
            "players": sorted(rows, key=lambda row: -row["points"])}


def check_settings(game: Game, games: int, bots: Sequence[str], move_seconds: float, on_leave: str,
                   people: int = 0) -> None:
    """Check the settings of a contest.  Raises BadInput."""
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(say("games", games=games, most=MAX_GAMES))
    if len(bots) + people > PLAYERS:
        raise BadInput(say("seats", n=len(bots) + people, most=PLAYERS))
    if not 0 <= move_seconds <= DAY_SECONDS:
        raise BadInput(say("seconds", seconds=move_seconds))
    for level in bots:
        make_player(game, level)
    if on_leave != "pass":
        try:
            make_player(game, on_leave)
        except BadInput:
            raise BadInput(say("on_leave", given=on_leave, bots=join_with_commas(bot_names(game)))) from None


def parse_seats(seat_specs: Sequence[str]) -> tuple[int, list[str]]:
    """Return the number of people and the levels of the bots; each seat is `person` or `bot:LEVEL`.

    Raises BadInput.
    """
    levels = []
    for text in seat_specs:
        kind, _, level = text.partition(":")
        if text != PERSON and (kind != "bot" or not level):
            raise BadInput(say("seat", given=text))
        if text != PERSON:
            levels.append(level)
    return len(seat_specs) - len(levels), levels


def check_writable(path: Path) -> None:
    """Check that a file can be written, before hours of play.  Raises BadInput."""
    try:
        path.touch()
    except OSError as why:
        raise BadInput(say("record", path=path, why=describe_os_error(why))) from None


def make_seat_result(seat: int, name_and_kind: tuple[str, str], points: int, score: SeatScore) -> SeatResult:
    """Return the result of one seat."""
    moves = max(1, score.moves)
    return {"seat": seat, "name": name_and_kind[0], "kind": name_and_kind[1], "points": points, "places": score.places,
            "moves": score.moves, "refused": score.refused, "left_in_game": score.left_in_game,
            "mean_ms": 1000 * score.seconds / moves, "slowest_ms": 1000 * score.slowest}
