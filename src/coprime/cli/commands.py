"""The built-in commands: `coprime serve`, `play`, `replay`, `verify`, `games` and more."""

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BadInput
from ..core.game import Game
from ..core.language_selection import LANGUAGE, current_language
from ..core.match import Match
from ..core.options import Option, Value, parse_options
from ..core.os_errors import describe_os_error
from ..core.registry import all_games as all_games
from ..core.registry import find_game as find
from ..core.registry import known_games
from ..core.text_normalization import normalize_typed
from ..server import PORT
from .error_reporting import err, out, say
from .train_command import train
from .warm_command import warm

if TYPE_CHECKING:
    from ..core.number_judge import Judgement
    from ..core.part_protocols import RecordsPart
    from ..core.record import GameRecord

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
Seats = Annotated[int | None, typer.Option(help="How many seats.")]
MAX_RECORD_CHARS = 100_000_000       # characters of a record on one's own disk: a contest of thousands of games


def parse_seats_and_options(game: Game, seats: int | None, option_words: list[str] | None) -> tuple[int,
                                                                                                    dict[str, Value]]:
    """Check the seats and options of a command line and return both; prints warnings.  Raises BadInput."""
    seats = seats if seats is not None else game.default_seat_count(2)
    options = game.check_options(seats, parse_options(game.options, option_words or [], game.localized_title))
    for line in game.warning_sentences(seats, options):
        err.print(line, style="bold", highlight=False, markup=False, soft_wrap=True)
    return seats, options


def print_json(data: Any) -> None:
    """Print data as indented JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Let devices on the local network join.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the database.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open Coprime in the browser.")] = False,
    public: Annotated[str | None, typer.Option(help="The address in invitations, as https://games.example.")] = None,
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="Believe X-Forwarded-For of a proxy.")] = False,
    database: Annotated[str | None, typer.Option(help="Another database, as a URL that SQLAlchemy knows.")] = None,
    grace: Annotated[float, typer.Option(min=0, help="Seconds until a bot plays for who has left.")] = 60,
    idle: Annotated[float, typer.Option(
        min=0.01, help="Days of an open server until a table that nobody comes back to is closed.")] = 7,
    limit: Annotated[list[str] | None, typer.Option(
        metavar="NAME=VALUE", help="Another limit, such as sockets=300; see docs/limits.md.")] = None,
    preset: Annotated[str | None, typer.Option(
        "--for", metavar="PRESET", help="Limits for a place of many devices with one address: school.")] = None,
    bot: Annotated[list[str] | None, typer.Option(
        metavar="NAME=BOT", help="A bot of yours at every table, such as Fern=bot.py; see docs/bots.md.")] = None,
    metrics: Annotated[str | None, typer.Option(
        metavar="[HOST:]PORT", help="Numbers for Prometheus there; without HOST on this machine alone.")] = None,
    log: Annotated[str, typer.Option(help="The form of the log: text or json.")] = "text",
    tournaments: Annotated[int, typer.Option(
        min=0, help="Tournaments that may be open at a time; see docs/tournaments.md.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes that share the tables; see docs/workers.md.")] = 1,
    peer: Annotated[str | None, typer.Option(
        metavar="HOST:PORT", help="Where the server's processes on other machines reach this one.")] = None,
    open_tables: Annotated[bool, typer.Option(
        "--open-tables", help="Hosts may show tables on the home page, where everybody may sit down.")] = False,
    web_push: Annotated[str | None, typer.Option(
        metavar="MAIL", help="Notices of turns by the browsers' push services, which reach you there.")] = None,
    web_push_host: Annotated[list[str] | None, typer.Option(
        metavar="HOST", help="Another push service that may be used; see docs/deployment/web-push.md.")] = None,
) -> None:
    """Start the server: serve the games to browsers."""
    from ..server.rate_limits import LISTED_TABLES, choose_limits
    from ..server.run import serve as run

    run(host=host, port=port, lan=lan, data=data, open_browser=open_browser, public=public, database=database,
        grace=grace, behind_proxy=behind_proxy, bots=bot or (), metrics=metrics, log=log, workers=workers, peer=peer,
        web_push=web_push, push_hosts=tuple(web_push_host or ()),
        limits=choose_limits(preset, limit or (), idle=86_400 * idle, tournaments=tournaments,
                             listed=LISTED_TABLES if open_tables else 0))


def list_games(as_json: AsJson = False) -> None:
    """List the games with their seats, options and presets."""
    if as_json:
        return print_json([game_as_dict(game) for game in all_games().values()])
    for game in all_games().values():
        fewest, most = game.seats
        seats = say("games.seats", name=game.name, fewest=fewest, most=most)
        out.print(f"[bold]{game.localized_title}[/]  {seats}")
        for option in game.options:
            out.print("    " + say("games.option", name=option.name, allowed=option.allowed_text), highlight=False,
                      markup=False)
    return None


def game_as_dict(game: Game) -> dict[str, Any]:
    """Return a game as JSON data.

    Its presets, and each option's values and its default by number of seats.
    """
    return {"name": game.name, "title": game.title, "seats": list(game.seats), "presets": dict(game.presets),
            "options": {option.name: option_as_dict(game, option) for option in game.options}}


def option_as_dict(game: Game, option: Option) -> dict[str, Any]:
    """Return an option as JSON data.

    Values, default by number of seats, rule, and its description in words.
    """
    values = option.values
    allowed = {"from": values[0], "to": values[-1]} if isinstance(values, range) and values.step == 1 else list(values)
    defaults = {seats: option.decode(option.encode(option.default_for(seats)))
                for seats in range(game.seats[0], game.seats[1] + 1)}
    return {"values": allowed, "many": option.many, "default": defaults, "rule": option.rule,
            "words": option.allowed_text}


def judge(numbers: Annotated[list[str], typer.Argument(help="Whole numbers of up to a thousand digits.")],
          as_json: AsJson = False) -> None:
    """Say whether each number is prime, or print its factors."""
    from ..core.number_judge import MAX_DIGITS, judge_number

    typed = [normalize_typed(text) for text in numbers]
    for text in typed:
        if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS:
            raise BadInput(say("judge.unread", text=repr(text[:40]), most=MAX_DIGITS))
    judgements = [judge_number(int(text)) for text in typed]
    if as_json:
        return print_json([asdict(judgement) for judgement in judgements])
    for judgement in judgements:
        out.print(_judgement_sentence(judgement), highlight=False, soft_wrap=True)
    return None


def _judgement_sentence(judgement: "Judgement") -> str:
    number, factors = str(judgement.number), " × ".join(map(str, judgement.factors))
    if judgement.prime:
        return say("judge.prime" if judgement.proven else "judge.probable", n=number)
    if judgement.number < 2:
        return say("judge.neither", n=number)
    if judgement.unfactored == 1:
        return say("judge.composite", n=number, factors=factors)
    if not judgement.factors:
        return say("judge.unfactored", n=number)
    return say("judge.partial", n=number, factors=factors, left=str(judgement.unfactored))


def play(name: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as prime_daifugo.")],
         seats: Seats = None, option: Options = None,
         bots: Annotated[str | None, typer.Option(help="The level of the bots.")] = None,
         me: Annotated[str | None, typer.Option(help="Your name, in the record.")] = None,
         save: Annotated[Path | None, typer.Option(help="Write the record of the match to this file.")] = None,
         seed: Annotated[int | None, typer.Option(help="Deal the same cards again.")] = None) -> None:
    """Play in the terminal against bots."""
    from ..adapters.terminal import play_in_terminal as run
    from ..arena.players import default_level

    game = find(name)
    number, options = parse_seats_and_options(game, seats, option)
    record = run(game, number, options, bots or default_level(game), me or say("play.default_name"), seed, out)
    if save:
        write_text_file(save, record)
        out.print(say("play.saved", file=save), highlight=False, markup=False, soft_wrap=True)


def write_text_file(path: Path, text: str) -> None:
    """Write a text file.  Raises BadInput."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise BadInput(say("file.unwritten", file=path, why=describe_os_error(wrong))) from None


def replay(file: Annotated[Path, typer.Argument(help="A record of a table or several one after another, or one in the "
                                                    "notation of a game's players; - reads standard input.")],
           as_json: AsJson = False,
           notation: Annotated[bool, typer.Option("--notation", help="Print a table's record in the notation of the "
                                                                    "game's players.")] = False) -> None:
    """Play the records of a file through the rules and print what happened."""
    from ..core.record_splitting import add_error_location, split_records

    text = read_record_text(file)
    if records := find_notation(text):
        print_numbered(records.narrate_notated_record(text))
        return out.print(say("replay.sound"), highlight=False)
    texts, summaries = split_records(text), []
    for number, one in enumerate(texts, 1):
        try:
            record, match = replay_text(one.text)
            if notation:
                print_notation(match, is_first=number == 1)
            elif as_json:
                summaries.append(summarize_record(record, match))
            else:
                if len(texts) > 1:
                    out.print(say("replay.number", number=number, n=len(texts)), style="bold", highlight=False)
                print_record(record, match)
        except BadInput as wrong:
            raise add_error_location(wrong, number, one.line) if len(texts) > 1 else wrong from None
    if summaries:
        print_json(summaries if len(summaries) > 1 else summaries[0])
    return None


def replay_text(text: str) -> "tuple[GameRecord, Match]":
    """Load a record and replay it.  Raises BadInput."""
    from ..core.record import load_record, replay_record

    record = load_record(text, MAX_RECORD_CHARS)
    return record, replay_record(record, find(record.game).pure_rules)


def print_record(record: "GameRecord", match: Match) -> None:
    """Print what happened in a record."""
    print_numbered(record_lines(record, match))
    if record.note:
        out.print(record.note, style="bold", highlight=False)
    out.print(say("replay.sound") if not record.note else "", highlight=False)


def print_notation(match: Match, is_first: bool) -> None:
    """Print a record in the notation of its game's players, after an empty line if it is not the first.

    Raises BadInput where they have none.
    """
    if match.game.records is None:
        raise BadInput(say("replay.no_notation", title=match.game.localized_title))
    text = match.game.records.write_match(match)
    out.print(text if is_first else f"\n{text}", end="", highlight=False, markup=False, soft_wrap=True)


def summarize_record(record: "GameRecord", match: Match) -> dict[str, Any]:
    """Return what programs want to know of a record."""
    return {"game": record.game, "seats": record.seats, "players": record.players, "over": match.over,
            "events": len(match.events), "returns": match.returns(), "note": record.note}


def find_notation(text: str) -> "RecordsPart | None":
    """Return what reads a text in the notation of a game's players; None where no game takes it for such a record."""
    found = (game.records for game in known_games().values())
    return next((records for records in found if records and records.is_notated(text)), None)


def print_numbered(lines: Iterable[str]) -> None:
    """Print lines of words with their numbers; empty ones count and are not printed."""
    for number, line in enumerate(lines, 1):
        if line:
            out.print(f"{number:4}  {line}", highlight=False, markup=False)


def record_lines(record: "GameRecord", match: Match) -> list[str]:
    """Return a line of words for every event.

    They are the record's own; in another language than English the game's, as far as today's rules can replay it.
    """
    from ..core.record import record_of_match

    lines = [words for *_, words in record.events]
    if current_language() != LANGUAGE:
        again = list(record_of_match(match, record.players))
        lines[:len(again)] = again
    return lines


def read_record_file(file: Path) -> "GameRecord":
    """Load the record in a file, or in standard input for `-`.  Raises BadInput."""
    from ..core.record import load_record

    return load_record(read_record_text(file), MAX_RECORD_CHARS)


def read_record_text(file: Path) -> str:
    """Return the text of a file, or of standard input for `-`.  Raises BadInput."""
    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return content.decode("utf-8")
    except OSError as wrong:
        raise BadInput(say("file.unread", file=file, why=describe_os_error(wrong))) from None
    except UnicodeDecodeError as wrong:
        raise BadInput(say("file.no_text", file=file, byte=wrong.start)) from None


def verify(file: Annotated[Path, typer.Argument(help="A record of a table; - reads it from standard input.")],
           as_json: AsJson = False) -> None:
    """Verify that the shuffles of a record match its commitment.

    Exit status: 0 they match, 1 they do not, 3 the record has no commitment.
    """
    from ..core.verification import verify_record as run

    record = read_record_file(file)
    found = run(record, find(record.game).pure_rules)
    if as_json:
        print_json({"kind": found.kind, "holds": found.is_verified, "draws": len(found.drawn),
                    "wrong": found.wrong.line_number if found.wrong else None, "sentences": found.sentences})
    else:
        for sentence_ in found.sentences:
            out.print(sentence_, highlight=False, markup=False, soft_wrap=True)
    code = 3 if found.kind in ("told", "none") else 0 if found.is_verified else 1
    if code:
        raise typer.Exit(code)


def journal(
    code: Annotated[str, typer.Argument(help="The table's code.")],
    data: Annotated[Path | None, typer.Option(help="Folder of the database.")] = None,
    database: Annotated[str | None, typer.Option(help="Another database, as a URL that SQLAlchemy knows.")] = None,
    cut: Annotated[Path | None, typer.Option(
        help="Take out the lines that cannot be played, into this new file.")] = None,
) -> None:
    """Show a table's journal while the server is stopped, and where it cannot be replayed.

    Repair it with --cut.
    """
    from ..server.diagnostics import journal_repair as journals
    from ..server.store.journal_chain import merge_faults

    folder, store = journals.open_closed_store(data, database)
    try:
        found = journals.read_journal(store, code.upper())
        for row in found.rows:
            out.print(f"{row.n:5}  {row.match:3}  {row.seat:>6}  {row.action}", highlight=False, markup=False,
                      soft_wrap=True)
        for (_, kind), lines in merge_faults(found.faults).items():
            print_bold(say(f"journal.{kind}", lines=lines))
        if not found.first_bad and not found.faults:
            out.print(say("journal.sound"), highlight=False, soft_wrap=True)
        elif found.first_bad and cut is None:
            print_bold(say("journal.bad", why=found.reason, line=found.first_bad))
        elif found.first_bad and cut is not None:
            count = journals.cut_journal(store, code.upper(), found, cut)
            print_bold(say("journal.cut", file=cut, lines=count, line=found.first_bad - 1))
    except OSError as wrong:
        raise BadInput(say("file.unwritten", file=cut, why=describe_os_error(wrong))) from None
    finally:
        store.close()
        folder.close()


def print_bold(told: str) -> None:
    """Print a sentence in bold."""
    out.print(told, style="bold", highlight=False, markup=False, soft_wrap=True)


COMMANDS = {"serve": serve, "games": list_games, "judge": judge, "play": play, "replay": replay, "verify": verify,
            "journal": journal, "train": train, "warm": warm}
