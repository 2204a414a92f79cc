"""The command that reviews a match: `coprime review FILE`."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.cells import cell_len, set_cell_size

from ..core.errors import BadInput
from ..core.finds import WILD, Find, Stake
from ..core.messages import join_with_commas, load_messages
from ..core.os_errors import describe_os_error
from ..core.record import load_record
from ..core.record_splitting import choose_record
from .decisions import HINT
from .review import BOX_COUNT, Review, ReviewMoment, review
from .turn_finds import ReviewTurn

SAY = load_messages(Path(__file__).parent)["terminal"]
WIDTH = 80                  # columns of a terminal;  NAME: of them for what a row of boxes is called
NAME = 16
NO_LINE_START = "、。）」"         # no line begins with these
MAX_RECORD_CHARS = 100_000_000      # characters of a record on one's own disk


def print_review(
    file: Annotated[Path, typer.Argument(help="A record of a match that is over, or several one after another.")],
    seat: Annotated[int, typer.Option(help="Whose moments; seats are counted from 0.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to think at most.")] = 10.0,
    seed: Annotated[int, typer.Option(help="Of the imagined worlds.")] = 1,
    number: Annotated[int | None, typer.Option("--record", help="Which record of the file, from 1.")] = None,
    master: Annotated[bool | None, typer.Option("--master/--no-master", help=(
        "Ask the game's master, and compile it first if need be; usually it is asked where it is compiled."))] = None,
) -> None:
    """Print the moments of a match that cost a seat most, and what was better."""
    text = choose_record(read_text_file(file), number)
    found = review(load_record(text, MAX_RECORD_CHARS), seat, seconds, seed, master)
    print(json.dumps(found.as_dict(), indent=2, ensure_ascii=False) if as_json else "\n".join(review_lines(found)))


def read_text_file(file: Path) -> str:
    """Return the text of a UTF-8 file.  Raises BadInput."""
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as wrong:
        raise BadInput(SAY["unread"].format(file=file, why=describe_os_error(wrong))) from None
    except UnicodeDecodeError as wrong:
        raise BadInput(SAY["no_text"].format(file=file, byte=wrong.start)) from None


def review_lines(found: Review) -> list[str]:
    """Return a review as lines of text."""
    who = found.players[found.seat]
    told = [SAY["head"].format(title=found.title, who=who, n=len(found.moments))]
    if not found.moments:
        key = "none" if found.decisions else "as_hinted"
        told.append(SAY[f"master_{key}"] if found.master else SAY[key])
    for number, moment in enumerate(found.moments, 1):
        told += ["", *moment_lines(number, moment)]
    if not found.finished:
        told += ["", SAY["unfinished"]]
    if found.turns:
        told += ["", SAY["turns"].format(n=len(found.turns), found=sum(bool(turn.finds) for turn in found.turns))]
    many = len({turn.game for turn in found.turns}) > 1
    if found.decisive is not None:
        told.append(decisive_text(found.turns[found.decisive], many))
    for turn in found.turns:
        told += ["", *turn_lines(turn, many)]
    return [line for part in told for line in wrap_line(str(part))]


def decisive_text(turn: ReviewTurn, names_game: bool) -> str:
    """Return a sentence about the last turn in which a certain win was missed, and what was lost with it."""
    who = SAY["turn_of_match_in_game" if names_game else "turn_of_match"].format(game=turn.game, number=turn.number)
    return str(SAY["decided" if turn.missed == Stake.MATCH else "missed"].format(turn=who))


def turn_lines(turn: ReviewTurn, names_game: bool) -> list[str]:
    """Return the lines of a turn: what was done, and what could have been played."""
    head = SAY["turn_of_game" if names_game else "turn"].format(
        game=turn.game, number=turn.number, step=turn.step, situation=turn.situation, played=turn.played)
    lines = [head, *(f"   {find_text(find)}" for find in turn.finds)]
    if not turn.finds:
        lines.append(f"   {SAY['no_find']}")
    if not turn.finished:
        lines.append(f"   {SAY['search_cut']}")
    return lines


def find_text(find: Find) -> str:
    """Return a find in one line: its title, its cards and numbers, and what it would have brought."""
    plays = []
    for play in find.plays:
        cards = " ".join(f"{piece.figure}({piece.value})" if piece.kind == WILD and piece.value else piece.figure
                         for piece in play.pieces)
        plays.append(SAY["play"].format(cards=cards, figure=play.figure) if play.figure else cards)
    return str(SAY["find"].format(title=find.title, plays=join_with_commas(plays), note=find.note))


def moment_lines(number: int, moment: ReviewMoment) -> list[str]:
    """Return the lines of a moment: what was done and what it cost, the hints, and the games won."""
    fact = SAY["fact"].format(number=number, step=moment.step, played=moment.played.words, lost=moment.lost)
    why = [SAY["why"].format(why=one) for one in moment.why]
    why += [SAY["rung"].format(n=n, rung=rung) for n, rung in enumerate(moment.reason, 1)]
    boxes, advised = moment.boxes, SAY["as_advised" if moment.by == HINT else "as_master"]
    rows = [SAY["boxes"], box_row_text(SAY["as_played"], boxes.played),
            box_row_text(advised, boxes.better)] if boxes else []
    return [fact, *why, *rows]


def box_row_text(name: str, won: int) -> str:
    """Return a row of ten boxes, one filled for each game won."""
    return str(SAY["row"].format(name=set_cell_size(name, NAME), boxes="■" * won + "□" * (BOX_COUNT - won), n=won))


def wrap_line(text: str) -> list[str]:
    """Break a text into lines of at most 80 columns, with later lines indented under the first word."""
    from textwrap import wrap

    indent = " " * (len(text) - len(text.lstrip()) + (3 if text.lstrip()[:1].isdigit() else 0))
    if cell_len(text) == len(text):
        return wrap(text, WIDTH, subsequent_indent=indent, drop_whitespace=True) or [""]
    found = [""]
    for letter in text:                 # some are twice as wide, and a line may end between any two of them
        full = cell_len(found[-1] + letter) > WIDTH and letter not in NO_LINE_START
        found[-1:] = [found[-1], indent + letter] if full else [found[-1] + letter]
    return found


COMMANDS = {"review": print_review}
