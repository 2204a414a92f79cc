"""The house's own commands: `coprime serve`, `play`, `replay`, `verify`, `games` and more."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BadInput
from ..core.game import Game
from ..core.language import LANGUAGE, language
from ..core.match import Match
from ..core.options import Option, Value, parse_options
from ..core.os_errors import describe_os_error
from ..core.registry import all_games as all_games
from ..core.registry import find_game as find
from ..core.typed import normalize_typed
from ..server import PORT
from .sentences import err, out, say

if TYPE_CHECKING:
    from ..core.record import GameRecord

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
Seats = Annotated[int | None, typer.Option(help="How many seats.")]
LARGEST = 10**12             # number that is judged
OWN_FILE = 100_000_000       # characters of a record on one's own disk: a contest of thousands of games


def chosen(game: Game, seats: int | None, given: list[str] | None) -> tuple[int, dict[str, Value]]:
    """Seats and options from the command line, checked.  Prints warnings.  Raises BadInput."""
    seats = seats if seats is not None else game.usual_seats(2)
    options = game.check_options(seats, parse_options(game.options, given or [], game.localized_title))
    for line in game.warning_sentences(seats, options):
        err.print(line, style="bold", highlight=False, markup=False, soft_wrap=True)
    return seats, options


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


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
    limit: Annotated[list[str] | None, typer.Option(
        metavar="NAME=VALUE", help="Another limit, such as sockets=300; see docs/limits.md.")] = None,
    preset: Annotated[str | None, typer.Option(
        "--for", metavar="PRESET", help="Limits for a place of many devices with one address: school.")] = None,
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
    from ..server.limits import chosen_limits
    from ..server.run import serve as run

    run(host=host, port=port, lan=lan, data=data, open_browser=open_browser, public=public, database=database,
        grace=grace, behind_proxy=behind_proxy, limits=chosen_limits(preset, limit or (), idle=86_400 * idle),
        bots=bot or (), metrics=metrics, log=log, workers=workers, peer=peer)


def list_games(as_json: AsJson = False) -> None:
    """List the games with their seats, options and presets."""
    if as_json:
        return print_json([described(game) for game in all_games().values()])
    for game in all_games().values():
        fewest, most = game.seats
        seats = say("games.seats", name=game.name, fewest=fewest, most=most)
        out.print(f"[bold]{game.localized_title}[/]  {seats}")
        for option in game.options:
            out.print("    " + say("games.option", name=option.name, allowed=option.allowed), highlight=False,
                      markup=False)
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


def judge(numbers: Annotated[list[str], typer.Argument(help="Whole numbers up to a million million.")],
          as_json: AsJson = False) -> None:
    """Say of each number whether it is prime, or its factors."""
    from ..core.numbers import prime_factors

    verdicts: list[dict[str, Any]] = []
    for text in map(normalize_typed, numbers):
        if not text.isascii() or not text.isdigit() or len(text) > 13 or int(text) > LARGEST:
            raise BadInput(say("judge.unread", text=repr(text[:40]), most=LARGEST))
        n = int(text)
        found = prime_factors(n) if n > 1 else []
        verdicts.append({"number": n, "prime": len(found) == 1, "factors": found})
    if as_json:
        return print_json(verdicts)
    for verdict in verdicts:
        key = "prime" if verdict["prime"] else "composite" if verdict["factors"] else "neither"
        factors_ = " × ".join(map(str, verdict["factors"]))
        out.print(say(f"judge.{key}", n=str(verdict["number"]), factors=factors_), highlight=False)
    return None


def play(name: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as prime_daifugo.")],
         seats: Seats = None, option: Options = None,
         bots: Annotated[str | None, typer.Option(help="The level of the bots.")] = None,
         me: Annotated[str | None, typer.Option(help="Your name, in the record.")] = None,
         save: Annotated[Path | None, typer.Option(help="Write the record of the match to this file.")] = None,
         seed: Annotated[int | None, typer.Option(help="Deal the same cards again.")] = None) -> None:
    """Play in the terminal against bots."""
    from ..adapters.terminal import play as run
    from ..arena.players import default_level

    game = find(name)
    number, options = chosen(game, seats, option)
    record = run(game, number, options, bots or default_level(game), me or say("play.you"), seed, out)
    if save:
        write(save, record)
        out.print(say("play.saved", file=save), highlight=False, markup=False, soft_wrap=True)


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise BadInput(say("file.unwritten", file=path, why=describe_os_error(wrong))) from None


def replay(file: Annotated[Path, typer.Argument(help="A record of a table; - reads it from standard input.")],
           as_json: AsJson = False) -> None:
    """Play a record through the rules and tell what happened."""
    from ..core.record import replay_record as run

    record = read(file)
    match = run(record, find(record.game).pure_rules)
    if as_json:
        return print_json({"game": record.game, "seats": record.seats, "players": record.players, "over": match.over,
                           "events": len(match.events), "returns": match.returns(), "note": record.note})
    for number, line in enumerate(record_lines(record, match), 1):
        if line:
            out.print(f"{number:4}  {line}", highlight=False, markup=False)
    if record.note:
        out.print(record.note, style="bold", highlight=False)
    out.print(say("replay.sound") if not record.note else "", highlight=False)
    return None


def record_lines(record: "GameRecord", match: Match) -> list[str]:
    """What happened, in words: those of the record, or in another language the game's, as far as today's rules go."""
    from ..core.record import record_of_match

    lines = [words for *_, words in record.events]
    if language() != LANGUAGE:
        again = list(record_of_match(match, record.players))
        lines[:len(again)] = again
    return lines


def read(file: Path) -> "GameRecord":
    """The record in a file, or in the standard input.  Raises BadInput."""
    from ..core.record import load_record

    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return load_record(text.decode("utf-8"), OWN_FILE)
    except OSError as wrong:
        raise BadInput(say("file.unread", file=file, why=describe_os_error(wrong))) from None
    except UnicodeDecodeError as wrong:
        raise BadInput(say("file.no_text", file=file, byte=wrong.start)) from None


def verify(file: Annotated[Path, typer.Argument(help="A record of a table; - reads it from standard input.")],
           as_json: AsJson = False) -> None:
    """Check that a record's deals follow from what was settled before: 0 they do, 1 they do not, 3 it does not say."""
    from ..core.verification import verify_record as run

    record = read(file)
    found = run(record, find(record.game).pure_rules)
    if as_json:
        print_json({"kind": found.kind, "holds": found.holds, "draws": len(found.drawn),
                    "wrong": found.wrong.line if found.wrong else None, "sentences": found.sentences})
    else:
        for sentence_ in found.sentences:
            out.print(sentence_, highlight=False, markup=False, soft_wrap=True)
    code = 3 if found.kind in ("told", "none") else 0 if found.holds else 1
    if code:
        raise typer.Exit(code)


def journal(
    code: Annotated[str, typer.Argument(help="The table's code.")],
    data: Annotated[Path | None, typer.Option(help="Folder of the database.")] = None,
    database: Annotated[str | None, typer.Option(help="Another database, as a URL that SQLAlchemy knows.")] = None,
    cut: Annotated[Path | None, typer.Option(
        help="Take out the lines that cannot be played, into this new file.")] = None,
) -> None:
    """Show a table's journal while the house is closed, and where it cannot be played; mend it with --cut."""
    from ..server.diagnostics import journal_repair as journals
    from ..server.store.journal_chain import merge_faults

    folder, store = journals.open_closed_store(data, database)
    try:
        found = journals.read_journal(store, code.upper())
        for row in found.lines:
            out.print(f"{row.n:5}  {row.match:3}  {row.seat:>6}  {row.action}", highlight=False, markup=False)
        for (_, kind), lines in merge_faults(found.faults).items():
            tell_boldly(say(f"journal.{kind}", lines=lines))
        if not found.bad and not found.faults:
            out.print(say("journal.sound"), highlight=False)
        elif found.bad and cut is None:
            tell_boldly(say("journal.bad", why=found.why, line=found.bad))
        elif found.bad and cut is not None:
            count = journals.cut_journal(store, code.upper(), found, cut)
            tell_boldly(say("journal.cut", file=cut, lines=count, line=found.bad - 1))
    except OSError as wrong:
        raise BadInput(say("file.unwritten", file=cut, why=describe_os_error(wrong))) from None
    finally:
        store.close()
        folder.close()


def tell_boldly(told: str) -> None:
    out.print(told, style="bold", highlight=False, markup=False, soft_wrap=True)


def warm(names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all by default.")] = None,
         search: Annotated[bool, typer.Option(help="Also what the strong bots and the masters search with.")] = True,
         review: Annotated[bool, typer.Option(help="Also what looks back on matches.")] = True) -> None:
    """Compile the rules into the cache, so that everything starts quickly."""
    games = [find(name) for name in names] if names else list(all_games().values())
    from ..search.levels import names as levels

    def wanted(game: Game) -> list[list[str]]:
        return [[], *([f"--{level}"] for level in levels(game) if search), *[["--review"]] * review]

    with ThreadPoolExecutor(os.cpu_count()) as pool:        # each waits for a process of its own
        done = pool.map(lambda game: compiled(game.name, wanted(game)), games)
        for game, (seconds, why) in zip(games, done, strict=True):
            if why:
                raise BadInput(say("warm.failed", title=game.localized_title, why=why))
            out.print(say("warm.done", title=game.localized_title, seconds=f"{seconds:.1f}"), highlight=False)


def compiled(name: str, ways: list[list[str]]) -> tuple[float, str]:
    """Compile a game in child processes; the seconds that it took, and what was wrong, "" for nothing."""
    start, why = time.perf_counter(), ""
    for words in [[*way, name] for way in ways]:
        done = subprocess.run([sys.executable, "-m", "coprime.table.jit_warmup", *words], capture_output=True,
                              text=True)
        if done.returncode:
            why = done.stderr.strip() or str(done.returncode)
            break
    return time.perf_counter() - start, why


COMMANDS = {"serve": serve, "games": list_games, "judge": judge, "play": play, "replay": replay, "verify": verify,
            "journal": journal, "warm": warm}
