"""Hold a contest of Daifugo programs, or let a bot play in one."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ..core.errors import BadInput
from ..core.messages import join_with_commas
from ..core.os_errors import describe_os_error
from ..server import PORT as WEB_PORT
from .sentences import say

if TYPE_CHECKING:
    from .server import ContestResult

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
HOST, PORT = "127.0.0.1", 42485
STAND_IN = "casual"
out, err = Console(), Console(stderr=True)


def serve(games: Annotated[int, typer.Option(help="How many games.")] = 100,
          port: Annotated[int, typer.Option(help="Where clients connect; 0 takes a free port.")] = PORT,
          host: Annotated[str, typer.Option(help="The address to listen on. The protocol knows no passwords: whoever "
                                                 "reaches the port can play.")] = HOST,
          seat: Annotated[list[str] | None, typer.Option(metavar="person|bot:LEVEL", help="A seat for somebody in the "
                                                         "browser, or for one of the server's bots; again for another. "
                                                         "Clients take the others.")] = None,
          move_seconds: Annotated[float, typer.Option(help="The time for a move; who lets it run out passes. "
                                                           "0: no bound.")] = 0,
          on_leave: Annotated[str, typer.Option(help="Who plays on for a client that has left: pass, bot, or a "
                                                     "bot's level.")] = "pass",
          record: Annotated[Path | None, typer.Option(help="Write the match here, to be replayed.")] = None,
          seed: Annotated[int | None, typer.Option(help="The same deals again; anybody who knows it can foresee "
                                                        "them.")] = None,
          web_port: Annotated[int, typer.Option(help="Where browsers open it, if there are people.")] = WEB_PORT,
          lan: Annotated[bool, typer.Option("--lan", help="Let people on the local network join.")] = False,
          data: Annotated[Path | None, typer.Option(help="Folder of the server's database.")] = None,
          as_json: AsJson = False) -> None:
    """Hold a contest by protocol 20070: five clients, or fewer with people and bots, play.

    Prints a table of the results.
    """
    from . import server
    from .compile_warmup import warm_up_contest
    from .daifugo import GAME
    from .protocol_tables import PLAYERS

    def tell(result: "ContestResult") -> None:
        print(json.dumps(result, indent=2), flush=True) if as_json else print_result(result)

    on_leave = STAND_IN if on_leave == "bot" else on_leave
    people, bots = server.parse_seats(seat or [])
    server.check_settings(GAME, games, bots, move_seconds, on_leave, people)
    if people and seed is not None:
        raise BadInput(say("seeded"))
    if record:
        server.check_writable(record)
    if people:                                          # what the server needs is missed before anybody is told to wait
        from .web_contest import ContestSettings, HostedContest
    door = server.open_listener(host, port)
    warm_up_contest(GAME)
    clients = PLAYERS - people - len(bots)
    if clients:
        print_note(say("open", n=clients, host=host, port=door.getsockname()[1]))
    if people:
        wanted = ContestSettings(games, people, bots, move_seconds, on_leave, record)
        return HostedContest(GAME, door, wanted, print_note, tell).run_with_server(port=web_port, lan=lan, data=data)
    with Progress(console=err, transient=True, disable=as_json) as progress:
        task = progress.add_task(GAME.localized_title, total=games)
        result = server.host_contest(GAME, door, games, bots, move_seconds, on_leave, record, seed, print_note,
                                     lambda: progress.advance(task))
    return tell(result)


def join(bot: Annotated[str, typer.Option(help="Which of Coprime's bots.")] = STAND_IN,
         host: Annotated[str, typer.Option(help="Where the contest is held.")] = HOST,
         port: Annotated[int, typer.Option(help="Its port.")] = PORT,
         name: Annotated[str, typer.Option(help="The bot's name there, in ASCII.")] = "coprime",
         seed: Annotated[int | None, typer.Option(help="The same choices again.")] = None,
         as_json: AsJson = False) -> None:
    """Let one of Coprime's bots play in any contest of protocol 20070, to its end."""
    from . import client
    from .daifugo import GAME

    with Progress(console=err, transient=True, disable=as_json) as progress:
        task = progress.add_task(GAME.localized_title, total=None)
        result = client.join_contest(GAME, host, port, bot, name, seed, lambda: progress.advance(task))
    if as_json:
        return print(json.dumps(result, indent=2))
    places = " ".join(map(str, result["places"]))
    return out.print(say("joined", **{**result, "name": name, "places": places}), highlight=False, markup=False)


def check(file: Annotated[Path, typer.Argument(help="A text record.")], as_json: AsJson = False) -> None:
    """Check a text record by playing it through the rules; name the first line that breaks one."""
    from . import text_records
    from .daifugo import GAME

    found = text_records.check_text(read_text_file(file), GAME)
    if as_json:
        return print(json.dumps(found, indent=2))
    points = join_with_commas(say("score", name=name, points=points)
                              for name, points in zip(found["players"], found["points"], strict=True))
    return out.print(say("sound", hands=found["hands"], points=points), highlight=False, markup=False)


def export(file: Annotated[Path, typer.Argument(help="A record such as serve --record writes.")]) -> None:
    """Print a record of Daifugo as plain text."""
    from ..core.record import load_record
    from . import text_records
    from .daifugo import GAME

    print(text_records.export_text(load_record(read_text_file(file), text_records.MAX_CHARS), GAME), end="")


def import_record(file: Annotated[Path, typer.Argument(help="A text record whose hands have their seeds.")]) -> None:
    """Print a text record as a record of Coprime, to be replayed."""
    from ..core.record import dump_record
    from . import text_records
    from .daifugo import GAME

    print(dump_record(text_records.import_text(read_text_file(file), GAME)), end="")


def read_text_file(file: Path) -> str:
    """Return the text of a UTF-8 file.  Raises BadInput."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as wrong:
        raise BadInput(say("unread", file=file, why=describe_os_error(wrong))) from None
    except UnicodeDecodeError:
        raise BadInput(say("unread", file=file, why=say("not_text"))) from None


def print_note(line: str) -> None:
    """Print a line to standard error."""
    err.print(line, highlight=False, markup=False, soft_wrap=True)


def print_result(result: "ContestResult") -> None:
    """Print the result of a contest as a table."""
    table = Table(title=say("result.title", games=result["games"], seconds=f"{result['seconds']:.1f}"))
    for column in ("name", "points", "places", "mean", "slowest", "refused", "left"):
        table.add_column(say(f"result.{column}"), justify="left" if column == "name" else "right")
    for one in result["players"]:
        table.add_row(one["name"], str(one["points"]), " ".join(map(str, one["places"])), f"{one['mean_ms']:.2f}",
                      f"{one['slowest_ms']:.1f}", str(one["refused"]), str(one["left_in_game"] or ""))
    out.print(table)


COMMANDS = {"uecda serve": serve, "uecda join": join, "uecda check": check, "uecda export": export,
            "uecda import": import_record}
