"""Write docs/states.md: the fields and actions of every game's state, with meanings: `python tools/state_reference.py`.

What stands there comes from each game's `state.py` (declarations and comments), `game.py` (options), `encoding.py` and
from matches of its bots.  `--check` only says whether the page is current.
"""

import argparse
import ast
import inspect
import sys
import textwrap
import tokenize
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, cast

import coprime
from coprime.arena.match import play_one
from coprime.arena.players import default_level, make_player
from coprime.core.encoding import EncodedField, SeatSelection
from coprime.core.game import Game
from coprime.core.language_selection import LANGUAGE, use_language
from coprime.core.observation_writer import FieldKind
from coprime.core.options import Option
from coprime.core.part_protocols import EncodingModule, empty_part
from coprime.core.seats import CHANCE

PAGE = Path(__file__).resolve().parents[1] / "docs/states.md"
HIDDEN_ENUMS = ("Refusal", "Violation")         # a refused action has a sentence
OPTION_VALUES = "values of option"              # in the docstring of an enumeration; the option's row has the values
ENUM_MODULES = ("state", "turn_phases", "actions", "rules")
WIDTH = 120
MATCHES = 6                     # from which actions are taken as examples
LEAD = """# What a state holds

For people who write bots, learners and tools: the fields of each game's state, what they mean, and actions as numbers.
`python tools/state_reference.py` writes this page from the code; [From Python](api.md) has the functions of a state.

All is int64.
A seat is a number from 0, a set of seats has a bit for each, and a view holds UNKNOWN (-1) where its seat may not look.
A bag has three bits for each kind, if nothing else is said: `coprime.core.bits.count_kind(bag, kind)` reads it.
The last column says how [an observation](batch.md) writes a field, or why not.
There "mine" is the seat that looks, and "each" begins with it.
"""
WRITTEN = {FieldKind.NUMBER: "number", FieldKind.ONE_OF: "one of", FieldKind.MEMBERS: "members", FieldKind.BAG: "bag",
           FieldKind.SEAT: "seat", FieldKind.SEATS_IN: "seats", FieldKind.COUNTS: "counts", FieldKind.TOP: "top"}
WHOSE = {SeatSelection.ALL: "", SeatSelection.MINE: ", mine", SeatSelection.EACH_SEAT: ", each",
         SeatSelection.OTHERS: ", others"}


def write_page() -> str:
    """Return the text of the page."""
    with use_language(LANGUAGE):
        return LEAD + "".join(f"\n## {game.title}\n\n" + "\n".join(game_lines(game)).replace("\0", " ") + "\n"
                              for game in coprime.all_games().values())


def game_lines(game: Game) -> Iterator[str]:
    """Yield the lines about a game."""
    state = state_module(game)
    yield from docstring_paragraphs(state.__doc__, state.State.__doc__)
    yield ""
    yield from table(("field", "shape", "meaning", "observed"), field_rows(game))
    if names := encoding_of(game).CARD_NAMES:
        yield from ("", "Kinds of cards, by number:", "", "```text")
        yield from textwrap.wrap(", ".join(f"{n}: {name}".replace(" ", "\0") for n, name in enumerate(names)), WIDTH)
        yield "```"
    for enum in list_enums(game):
        comments = read_comments(enum)
        yield from ("", f"`{enum.__name__}`: {first_sentence(enum.__doc__)}", "")
        yield from table(("number", "name", "meaning"),
                         [(str(int(one)), one.name, comments.get(one.name, "")) for one in enum])
    if game.has_module("actions"):
        yield from ("", "```text", inspect.cleandoc(game.load_module("actions", True).__doc__ or ""), "```")
    yield from ("", "Actions that bots took, one of each kind:", "")
    yield from table(("action", "label"), [(str(action), f"`{label}`") for label, action in example_actions(game)])


def state_module(game: Game) -> Any:
    """Return the module in which a game declares its state."""
    return game.load_module("state", True)


def encoding_of(game: Game) -> EncodingModule:
    """Return how the game is written for learners."""
    return cast(EncodingModule, game.load_module("encoding") or empty_part("encoding", FIELDS=(), LEFT_OUT={}))


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"


def field_rows(game: Game) -> list[tuple[str, ...]]:
    """Return the rows of a state's fields: name, shape, meaning, how it is observed."""
    options = {option.name: option for option in game.options}
    comments, shapes = read_comments(state_module(game).State), read_shapes(game)
    return [(f"`{name}`", shape, field_meaning(options.get(name), comments.get(name, "")), encoding_text(game, name))
            for name, shape in shapes.items()]


def field_meaning(option: Option | None, comment: str) -> str:
    """Return the meaning of a field: its comment; of an option its rule and values, and a comment that adds to them."""
    if option is None:
        return comment
    if comment and not comment.startswith("option"):
        return f"{field_meaning(option, '')}; {comment}"
    values = "" if not option.has_names else ": " + ", ".join(f"{n} {name}" for n, name in enumerate(option.values))
    return f"option, {option.rule}{' (a set of bits)' if option.many else ''}{values or f': {option.allowed_text}'}"


def encoding_text(game: Game, name: str) -> str:
    """Return how an observation writes a field."""
    written = [written_text(one) for one in encoding_of(game).FIELDS if one.field == name]
    return "; ".join(dict.fromkeys(written)) or str(encoding_of(game).LEFT_OUT.get(name, ""))


def written_text(field: EncodedField) -> str:
    """Return how one field of an observation is written."""
    kind = WRITTEN[field.write]
    if field.write in (FieldKind.ONE_OF, FieldKind.COUNTS, FieldKind.TOP):
        kind += f" {field.first} to {field.first + field.size - 1}"
    elif field.write in (FieldKind.MEMBERS, FieldKind.BAG):
        kind += f" of {field.size}"
    divided = f" / {field.most:g}" if field.most != 1 else ""
    return kind + divided + WHOSE[field.whose]


def read_shapes(game: Game) -> dict[str, str]:
    """Return the shape of every field by name, as its declaration writes it; "" for a single number."""
    body = class_node(state_module(game).State).body
    return {ast.unparse(one.target): ast.unparse(one.annotation).strip("[]") * isinstance(one.annotation, ast.List)
            for one in body if isinstance(one, ast.AnnAssign)}


def read_comments(cls: Any) -> dict[str, str]:
    """Return the comment beside every name that a class declares."""
    node, file = class_node(cls), source_file(cls)
    with tokenize.open(file) as lines:
        beside = {token.start[0]: token.string.lstrip("# ") for token in tokenize.generate_tokens(lines.readline)
                  if token.type == tokenize.COMMENT}
    found = {}
    for one in node.body:
        if isinstance(one, ast.AnnAssign | ast.Assign):
            target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0]
            found[ast.unparse(target)] = beside.get(one.lineno, "")
    return found


def source_file(cls: Any) -> Path:
    """Return the file in which a class is declared."""
    return Path(str(inspect.getsourcefile(sys.modules[cls.__module__]) or sys.modules[cls.__module__].__file__))


def class_node(cls: Any) -> ast.ClassDef:
    """Return the declaration of a class."""
    tree = ast.parse(source_file(cls).read_text(encoding="utf-8"))
    return next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == cls.__name__)


def list_enums(game: Game) -> list[type[IntEnum]]:
    """Return the enumerations that a game's rules know, in the order of their names."""
    parts = [game.load_module(name, True) for name in ENUM_MODULES if game.has_module(name)]
    known = {name: one for part in parts for name, one in vars(part).items() if isinstance(one, type)}
    return [one for one in known.values() if issubclass(one, IntEnum) and game.name in one.__module__.split(".")
            and one.__name__ not in HIDDEN_ENUMS and OPTION_VALUES not in str(one.__doc__)]


def docstring_paragraphs(*texts: str | None) -> Iterator[str]:
    """Yield the sentences of docstrings, one a line, without the first line of a module's."""
    for n, text in enumerate(texts):
        paragraphs = inspect.cleandoc(text or "").split("\n\n")
        for paragraph in paragraphs[1:] if n == 0 else paragraphs:
            yield from (sentence for sentence in " ".join(paragraph.split()).replace(".  ", ". ").replace(
                ". ", ".\n").splitlines())


def first_sentence(text: str | None) -> str:
    """Return the first line of a docstring, without its verb."""
    return inspect.cleandoc(text or "").partition("\n")[0].removeprefix("Name ")


def example_actions(game: Game) -> list[tuple[str, int]]:
    """Return (label, action) of the first action of each kind in some matches of bots."""
    found: dict[str, tuple[str, int]] = {}
    seats = game.default_seat_count(2)
    players = [make_player(game, default_level(game))] * seats
    for seed in range(MATCHES):
        for seat, action in play_one(game, players, f"states {seed}", game.check_options(seats)).match.events:
            if seat < CHANCE:
                label = str(game.words.label(action))
                found.setdefault(label.split()[0], (label, int(action)))
    return [found[kind] for kind in sorted(found)]


def main() -> None:
    """Write the page, or say whether it is current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    text = write_page()
    if parser.parse_args().check:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == text else "docs/states.md is not current")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
