"""The contest's host: a port, clients and the house's bots on its seats, and the games that they play."""

import random
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypedDict

from ..arena.players import names as bot_names
from ..arena.players import player
from ..core.errors import BadInput
from ..core.game import Game
from ..core.match import Match
from ..core.messages import join_with_commas
from ..core.os_errors import describe_os_error
from ..core.record import GameRecorder, dump_record
from .arrivals import gather
from .cells import PLAYERS
from .contest import Contest, Log, Score
from .rehearsal import rehearse
from .seats import Absent, Program, Seat
from .sentences import say

MOST_GAMES = 10_000
LAST_PORT = 65_535
DAY = 86_400
PERSON = "person"


class Row(TypedDict):
    """How one seat has done."""

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


class Result(TypedDict):
    """A contest that has been played, its seats by their points."""

    games: int
    seconds: float
    games_a_second: float
    players: list[Row]


def listen(host: str, port: int) -> socket.socket:
    """An open port.  Raises BadInput."""
    if not 0 <= port <= LAST_PORT:
        raise BadInput(say("port", port=port, last=LAST_PORT))
    try:
        return socket.create_server((host, port), backlog=2 * PLAYERS)
    except OSError as why:
        raise BadInput(say("busy", host=host, port=port, why=describe_os_error(why))) from None


def host_contest(game: Game, door: socket.socket, games: int, bots: Sequence[str] = (), move_seconds: float = 0,
                 on_leave: str = "pass", record: Path | None = None, seed: int | None = None,
                 log: Callable[[str], None] = lambda line: None,
                 progress: Callable[[], None] = lambda: None) -> Result:
    """A whole contest: wait for the clients that the bots leave room for, play, and return the result.

    game           Daifugo;  door  the listening socket, closed as soon as everybody is there
    bots           levels of the house's bots, which take the last seats
    move_seconds   the time for a move; whoever lets it run out passes, and often in a row has left; 0 for no bound
    on_leave       who plays on for a client that left: "pass" for nobody, or a bot's level
    record         where the match is written in the house's form
    seed           of the deals; None for deals that nobody can foresee

    Raises BadInput for what no contest can be held with.
    """
    check(game, games, bots, move_seconds, on_leave)
    randbits = secrets.randbits if seed is None else random.Random(seed).getrandbits
    rehearse(game)
    called = [say("bot", level=level, n=n) for n, level in enumerate(bots, 1)]
    clients = gather(door, PLAYERS - len(bots), move_seconds, log, called)
    seats: list[Seat] = [clients[seat] for seat in range(len(clients))]
    seats += [Program(game, level, name, randbits) for level, name in zip(bots, called, strict=True)]
    match = Match(game, PLAYERS, {**game.presets["uecda"], "match_length": games})
    recorder = GameRecorder(match, [seat.name for seat in seats]) if record else None
    substitute = substitutes(game, on_leave, randbits)
    return hold(Contest(match, seats, randbits, recorder, spoken(log), substitute), record, progress)


def substitutes(game: Game, on_leave: str, randbits: Callable[[int], int]) -> Callable[[str], Seat]:
    """Who plays on for a client that has left."""
    return lambda name: Absent(name) if on_leave == "pass" else Program(game, on_leave, name, randbits)


def spoken(log: Callable[[str], None]) -> Log:
    """A log of sentences for a contest, which knows only their keys."""
    def told(key: str, /, **facts: object) -> None:
        log(say(key, **facts))
    return told


def hold(contest: Contest, record: Path | None, progress: Callable[[], None] = lambda: None) -> Result:
    """Play a contest to its end, and write it down however it ends; the result."""
    who = [(seat.name, seat.kind) for seat in contest.seats]
    begun = time.perf_counter()
    try:
        contest.play(progress)
    finally:
        if record and contest.recorder:
            record.write_text(dump_record(contest.recorder.record), encoding="utf-8")
    seconds = time.perf_counter() - begun
    games, points = int(contest.state.hands), [int(point) for point in contest.state.points[:PLAYERS]]
    rows = [result(seat, who[seat], points[seat], contest.scores[seat]) for seat in range(PLAYERS)]
    return {"games": games, "seconds": seconds, "games_a_second": games / seconds,
            "players": sorted(rows, key=lambda row: -row["points"])}


def check(game: Game, games: int, bots: Sequence[str], move_seconds: float, on_leave: str, people: int = 0) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(say("games", games=games, most=MOST_GAMES))
    if len(bots) + people > PLAYERS:
        raise BadInput(say("seats", n=len(bots) + people, most=PLAYERS))
    if not 0 <= move_seconds <= DAY:
        raise BadInput(say("seconds", seconds=move_seconds))
    for level in bots:
        player(game, level)
    if on_leave != "pass":
        try:
            player(game, on_leave)
        except BadInput:
            raise BadInput(say("on_leave", given=on_leave, bots=join_with_commas(bot_names(game)))) from None


def seats_of(given: Sequence[str]) -> tuple[int, list[str]]:
    """How many people, and the levels of the bots: each seat is `person` or `bot:LEVEL`.  Raises BadInput."""
    levels = []
    for text in given:
        kind, _, level = text.partition(":")
        if text != PERSON and (kind != "bot" or not level):
            raise BadInput(say("seat", given=text))
        if text != PERSON:
            levels.append(level)
    return len(given) - len(levels), levels


def check_writable(path: Path) -> None:
    """Before hours of play, not after them.  Raises BadInput."""
    try:
        path.touch()
    except OSError as why:
        raise BadInput(say("record", path=path, why=describe_os_error(why))) from None


def result(seat: int, who: tuple[str, str], points: int, score: Score) -> Row:
    moves = max(1, score.moves)
    return {"seat": seat, "name": who[0], "kind": who[1], "points": points, "places": score.places,
            "moves": score.moves, "refused": score.refused, "left_in_game": score.left,
            "mean_ms": 1000 * score.seconds / moves, "slowest_ms": 1000 * score.slowest}
