"""The command line: `coprime serve`, `play`, `replay`, `verify`, `games` and more, with what rooms bring."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from . import __version__
from .core.faults import BadInput
from .core.game import Game
from .core.kernel import PACKAGE
from .core.language import of_system, speaking
from .core.messages import sentence
from .core.options import FOLDER, Option, Value, parsed
from .core.shelf import commands as brought_commands
from .core.shelf import game as find
from .core.shelf import games as all_games
from .server import PORT

if TYPE_CHECKING:
    from .core.record import Record

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help="Coprime: a house of number games.",
                  context_settings={"help_option_names": ["-h", "--help"]})
out = Console()
err = Console(stderr=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
Seats = Annotated[int | None, typer.Option(help="How many seats.")]
OWN_FILE = 100_000_000       # characters of a record on one's own disk: a contest of thousands of games
BAD_USE = 2


def sentences(command: Callable[..., None]) -> Callable[..., None]:
    """Bad use ends with a sentence and exit code 2, never with a stack trace; so does what is not installed."""
    @wraps(command)
    def guarded(*args: Any, **kwargs: Any) -> None:
        try:
            try:
                command(*args, **kwargs)
            except ModuleNotFoundError as missing:
                if missing.name is None or missing.name.partition(".")[0] == __package__:
                    raise
                raise BadInput(f"This needs {missing.name}, which is not installed. Opening the house for people needs "
                               "more than programs do; install it with: pip install 'coprime[house]'") from None
        except BadInput as wrong:
            err.print(str(wrong), style="bold", highlight=False, markup=False, soft_wrap=True)
            raise typer.Exit(BAD_USE) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as wrong:
            if os.environ.get("COPRIME_DEBUG"):
                raise
            told = str(wrong).partition("\n")[0][:200]
            err.print(f"Coprime has made a mistake: {type(wrong).__name__}: {told}\n"
                      "Please report it; with COPRIME_DEBUG=1 in the environment it tells where.",
                      style="bold", highlight=False, markup=False, soft_wrap=True)
            raise typer.Exit(1) from None
    return guarded


def chosen(game: Game, seats: int | None, given: list[str] | None) -> tuple[int, dict[str, Value]]:
    """Seats and options from the command line, checked.  Raises BadInput."""
    seats = seats if seats is not None else max(game.seats[0], min(2, game.seats[1]))
    return seats, game.check(seats, parsed(game.options, given or [], game.title))


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_version(wanted: bool) -> None:
    if wanted:
        print(f"coprime {__version__}")
        raise typer.Exit


@app.callback()
def whole(version: Annotated[bool, typer.Option("--version", is_eager=True, callback=print_version,
                                                help="Print the version.")] = False) -> None:
    """What stands before every command."""


@app.command()
@sentences
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Let devices on the local network join.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the database.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the house in the browser.")] = False,
    public: Annotated[str | None, typer.Option(help="The address in invitations, as https://games.example.")] = None,
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="Believe X-Forwarded-For of a proxy.")] = False,
    database: Annotated[str | None, typer.Option(help="Another database, as a URL that SQLAlchemy knows.")] = None,
    grace: Annotated[float, typer.Option(min=0, help="Seconds until a bot plays for who has left.")] = 60,
    idle: Annotated[float, typer.Option(
        min=0.01, help="Days of an open house until a table that nobody comes back to is closed.")] = 7,
    bot: Annotated[list[str] | None, typer.Option(
        metavar="NAME=BOT", help="A bot of yours at every table, such as Fern=bot.py; see docs/bots.md.")] = None,
    metrics: Annotated[str | None, typer.Option(
        metavar="[HOST:]PORT", help="Numbers for Prometheus there; without HOST on this machine alone.")] = None,
    log: Annotated[str, typer.Option(help="The form of the log: text or json.")] = "text",
    workers: Annotated[int, typer.Option(min=1, help="Processes that share the tables; see docs/workers.md.")] = 1,
    peer: Annotated[str | None, typer.Option(
        metavar="HOST:PORT", help="Where the house's processes on other machines reach this one.")] = None,
) -> None:
    """Open the house: serve the games to browsers."""
    from .server.limits import Limits
    from .server.run import serve as run

    run(host=host, port=port, lan=lan, data=data, open_browser=open_browser, public=public, database=database,
        grace=grace, behind_proxy=behind_proxy, limits=Limits(idle=86_400 * idle), bots=bot or (),
        metrics=metrics, log=log, workers=workers, peer=peer)


@app.command(name="games")
@sentences
def list_games(as_json: AsJson = False) -> None:
    """List the games with their seats, options and presets."""
    if as_json:
        return print_json([described(game) for game in all_games().values()])
    for game in all_games().values():
        fewest, most = game.seats
        out.print(f"[bold]{game.title}[/]  {game.name}, {fewest} to {most} seats")
        for option in game.options:
            out.print(f"    {option.name}: {option.allowed}", highlight=False, markup=False)
    return None


def described(game: Game) -> dict[str, Any]:
    """A game as data: its presets, and each option with what it may be, by number of seats what it is by default."""
    return {"name": game.name, "title": game.title, "seats": list(game.seats), "presets": dict(game.presets),
            "options": {option.name: described_option(game, option) for option in game.options}}


def described_option(game: Game, option: Option) -> dict[str, Any]:
    values = option.values
    allowed = {"from": values[0], "to": values[-1]} if isinstance(values, range) and values.step == 1 else list(values)
    defaults = {seats: option.decode(option.encode(option.default_for(seats)))
                for seats in range(game.seats[0], game.seats[1] + 1)}
    return {"values": allowed, "many": option.many, "default": defaults, "rule": option.rule, "words": option.allowed}


@app.command()
@sentences
def judge(numbers: Annotated[list[str], typer.Argument(help="Whole numbers up to a million million.")],
          as_json: AsJson = False) -> None:
    """Say of each number whether it is prime, or its factors."""
    from .core.numbers import factors

    verdicts: list[dict[str, Any]] = []
    for text in numbers:
        if not text.isascii() or not text.isdigit() or len(text) > 13 or int(text) > 10**12:
            raise BadInput(f"{text[:40]!r} cannot be judged; give whole numbers of 0 to 1000000000000.")
        n = int(text)
        found = factors(n) if n > 1 else []
        verdicts.append({"number": n, "prime": len(found) == 1, "factors": found})
    if as_json:
        return print_json(verdicts)
    for verdict in verdicts:
        n, found = verdict["number"], verdict["factors"]
        composite = f"{n} = {' × '.join(map(str, found))}"
        out.print(f"{n}: prime" if verdict["prime"] else composite if found else
                  f"{n}: neither prime nor composite", highlight=False)
    return None


@app.command()
@sentences
def play(name: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as prime_daifugo.")],
         seats: Seats = None, option: Options = None,
         bots: Annotated[str | None, typer.Option(help="The level of the bots.")] = None,
         me: Annotated[str, typer.Option(help="Your name.")] = "You",
         save: Annotated[Path | None, typer.Option(help="Write the record of the match to this file.")] = None,
         seed: Annotated[int | None, typer.Option(help="Deal the same cards again.")] = None) -> None:
    """Play in the terminal against bots."""
    from .adapters.terminal import play as run
    from .arena.players import default_level

    game = find(name)
    number, options = chosen(game, seats, option)
    record = run(game, number, options, bots or default_level(game), me, seed, out)
    if save:
        write(save, record)
        out.print(f"The record is in {save}.", highlight=False)


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise BadInput(f"{path} cannot be written: {wrong.strerror}.") from None


@app.command()
@sentences
def replay(file: Annotated[Path, typer.Argument(help="A record of a table; - reads it from standard input.")],
           as_json: AsJson = False) -> None:
    """Play a record through the rules and tell what happened."""
    from .core.record import replay as run

    record = read(file)
    match = run(record, find(record.game).plain_rules)
    if as_json:
        return print_json({"game": record.game, "seats": record.seats, "players": record.players, "over": match.over,
                           "events": len(match.events), "returns": match.returns(), "note": record.note})
    for number, event in enumerate(record.events, 1):
        if event[3]:
            out.print(f"{number:4}  {event[3]}", highlight=False, markup=False)
    if record.note:
        out.print(record.note, style="bold", highlight=False)
    out.print("The record is sound." if not record.note else "", highlight=False)
    return None


def read(file: Path) -> "Record":
    """The record in a file, or in the standard input.  Raises BadInput."""
    from .core.record import load

    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return load(text.decode("utf-8"), OWN_FILE)
    except OSError as wrong:
        raise BadInput(f"{file} cannot be read: {wrong.strerror}.") from None
    except UnicodeDecodeError as wrong:
        raise BadInput(f"{file} is not text in UTF-8 (byte {wrong.start}), so it is not a record.") from None


@app.command()
@sentences
def verify(file: Annotated[Path, typer.Argument(help="A record of a table; - reads it from standard input.")],
           as_json: AsJson = False) -> None:
    """Check that a record's deals follow from what was settled before: 0 they do, 1 they do not, 3 it does not say."""
    from .core.verified import verify as run

    record = read(file)
    found = run(record, find(record.game).plain_rules)
    if as_json:
        print_json({"kind": found.kind, "holds": found.holds, "draws": len(found.drawn),
                    "wrong": found.wrong.line if found.wrong else None, "sentences": found.sentences})
    else:
        for sentence_ in found.sentences:
            out.print(sentence_, highlight=False, markup=False, soft_wrap=True)
    code = 3 if found.kind in ("told", "none") else 0 if found.holds else 1
    if code:
        raise typer.Exit(code)


@app.command()
@sentences
def journal(
    code: Annotated[str, typer.Argument(help="The table's code.")],
    data: Annotated[Path | None, typer.Option(help="Folder of the database.")] = None,
    database: Annotated[str | None, typer.Option(help="Another database, as a URL that SQLAlchemy knows.")] = None,
    cut: Annotated[Path | None, typer.Option(
        help="Take out the lines that cannot be played, into this new file.")] = None,
) -> None:
    """Show a table's journal while the house is closed, and where it cannot be played; mend it with --cut."""
    from .server import journal as journals

    folder, store = journals.opened(data, database)
    try:
        found = journals.look(store, code.upper())
        for row in found.lines:
            out.print(f"{row.n:5}  {row.match:3}  {row.seat:>6}  {row.action}", highlight=False, markup=False)
        if not found.bad:
            out.print("The journal is sound.", highlight=False)
        elif cut is None:
            out.print(f"{found.why} With --cut FILE the lines from {found.bad} on are taken out into a file, and the "
                      "table goes on from before them.", style="bold", highlight=False, markup=False, soft_wrap=True)
        else:
            lines = journals.cut(store, code.upper(), found, cut)
            out.print(f"Lines taken out into {cut}: {lines}. The table goes on from line {found.bad - 1}.",
                      style="bold", highlight=False, markup=False, soft_wrap=True)
    except OSError as wrong:
        raise BadInput(f"{cut} cannot be written: {wrong.strerror}.") from None
    finally:
        store.close()
        folder.close()


@app.command()
@sentences
def warm(names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all by default.")] = None,
         search: Annotated[bool, typer.Option(help="Also what the strong bots and the masters search with.")] = True,
         review: Annotated[bool, typer.Option(help="Also what looks back on matches.")] = True) -> None:
    """Compile the rules into the cache, so that everything starts quickly."""
    games = [find(name) for name in names] if names else list(all_games().values())
    from .search.levels import names as levels

    def wanted(game: Game) -> list[list[str]]:
        return [[], *([f"--{level}"] for level in levels(game) if search), *[["--review"]] * review]

    with ThreadPoolExecutor(os.cpu_count()) as pool:        # each waits for a process of its own
        for game, seconds in zip(games, pool.map(lambda game: compiled(game.name, wanted(game)), games), strict=True):
            out.print(f"{game.title}: {seconds:.1f} s", highlight=False)


def compiled(name: str, ways: list[list[str]]) -> float:
    """Compile a game in child processes; the seconds that it took.  Raises BadInput."""
    start = time.perf_counter()
    for words in [[*way, name] for way in ways]:
        done = subprocess.run([sys.executable, "-m", "coprime.table.warm", *words], capture_output=True, text=True)
        if done.returncode:
            raise BadInput(f"{name} cannot be compiled:\n{done.stderr.strip()}")
    return time.perf_counter() - start


def mount(modules: Iterable[ModuleType]) -> None:
    """Add the commands of commands.py files: their `COMMANDS`, by their words.  Raises BadInput for words in use."""
    for module in modules:
        for words, command in module.COMMANDS.items():
            group, _, name = words.rpartition(" ")
            if group and group not in groups:
                if group in names(app):
                    raise BadInput(sentence(FOLDER, "shelf.taken", words=words, module=module.__name__))
                groups[group] = typer.Typer(no_args_is_help=True, help=module.__doc__)
                app.add_typer(groups[group], name=group)
            to = groups[group] if group else app
            if name in names(to):
                raise BadInput(sentence(FOLDER, "shelf.taken", words=words, module=module.__name__))
            to.command(name=name)(sentences(command))


def names(of: typer.Typer) -> set[str | None]:
    """What can be said after a word."""
    commands = {one.name or (one.callback.__name__.replace("_", "-") if one.callback else None)
                for one in of.registered_commands}
    return commands | {one.name for one in of.registered_groups}


def own() -> Iterator[ModuleType]:
    """What the house's rooms, games and decks bring."""
    for path in sorted([*PACKAGE.glob("*/commands.py"), *PACKAGE.glob("*/*/commands.py")]):
        yield import_module(".".join([PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]))


def main() -> None:
    with speaking(of_system()):
        try:
            sentences(lambda: mount(brought_commands()))()
        except typer.Exit as end:
            sys.exit(end.exit_code)
        app()


groups: dict[str, typer.Typer] = {}
mount(own())
