"""Records of the original Prime Daifugo in the notation of its players (数譜): read, written and replayed.

A record has a line `A:(hand)` for each player and a line for each turn, such as `A:D(4)KK=A3*TX|X=A` or `B:%`.
record_replay.py plays it by the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...core.errors import BadRecord
from .actions import SIGNS_PER_ACTION, encode_signs
from .card_signs import BARE_JOKER, EQUALS, FIRST_DECLARED, JOKER, POWER, SIGN_KIND, SIGN_VALUE, TIMES
from .state import Verb

RANKS = "XA23456789TJQK"                # by kind
OPERATORS = {"=": EQUALS, "*": TIMES, "^": POWER}
OPERATOR_TEXT = {sign: text for text, sign in OPERATORS.items()}
UNDECLARED = "?"                        # the value of a joker without one that stands before one with a value
OPTIONS = "# options:"                  # begins the line with the options that are not defaults
MAX_RECORD_CHARS = 4_000_000


@dataclass(frozen=True)
class Turn:
    """One line of a record.

    line      its number in the text, from 1
    seat      who plays
    drawn     kinds drawn before the play, one at most
    signs     of the play; none for a pass
    penalty   kinds drawn for a failed play; None where the line has no account of any
    time_out  whether the pass was forced by the clock
    marks     the marks in brackets: R, GC, RR, IN
    wins      whether the line ends with the mark of a win
    """
    line: int
    seat: int
    drawn: tuple[int, ...] = ()
    signs: tuple[int, ...] = ()
    penalty: tuple[int, ...] | None = None
    time_out: bool = False
    marks: tuple[str, ...] = ()
    wins: bool = False


@dataclass(frozen=True)
class Record:
    """A recorded game: the players' names, their hands as kinds, the turns, and the options that are not defaults."""
    players: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    turns: tuple[Turn, ...] = field(default=())
    options: Mapping[str, str] = field(default_factory=dict)


def parse_signs(text: str) -> tuple[int, ...]:
    """Return the signs of a play such as `KK=A3*TX|X=A`.  Raises ValueError with what cannot be read."""
    play, *declared = text.split("|")
    jokers = []
    for part in declared:
        if len(part) != 3 or part[:2] != "X=" or part[2] not in RANKS[1:] + "0" + UNDECLARED:
            raise ValueError(part)
        jokers.append(BARE_JOKER if part[2] == UNDECLARED else
                      FIRST_DECLARED + (0 if part[2] == "0" else RANKS.index(part[2])))
    signs = []
    for letter in play:
        if letter == "X":
            signs.append(jokers.pop(0) if jokers else BARE_JOKER)
        elif letter in OPERATORS:
            signs.append(OPERATORS[letter])
        elif letter in RANKS[1:]:
            signs.append(RANKS.index(letter))
        else:
            raise ValueError(letter)
    if jokers:
        raise ValueError("|X=")
    return tuple(signs)


def format_signs(signs: Sequence[int]) -> str:
    """Return a play in notation; the opposite of `parse_signs`."""
    text = "".join(OPERATOR_TEXT.get(sign) or RANKS[SIGN_KIND[sign]] for sign in signs)
    jokers = [sign for sign in signs if SIGN_KIND[sign] == JOKER]
    while jokers and jokers[-1] == BARE_JOKER:
        jokers.pop()                                        # what follows the last value needs no sign
    return text + "".join(f"|X={_joker_text(sign)}" for sign in jokers)


def _joker_text(sign: int) -> str:
    if sign == BARE_JOKER:
        return UNDECLARED
    value = int(SIGN_VALUE[sign])
    return RANKS[value] if value else "0"


def parse_record(text: str) -> Record:
    """Read a record of one game.  Raises BadRecord with the number of the line that cannot be read."""
    found = parse_records(text)
    if len(found) != 1:
        raise BadRecord(f"One game was expected, and there are {len(found)}.")
    return found[0]


def parse_records(text: str) -> list[Record]:
    """Read the games of a text.  Raises BadRecord with the number of the line that cannot be read."""
    if len(text) > MAX_RECORD_CHARS:
        raise BadRecord(f"A record has at most {MAX_RECORD_CHARS:,} characters.")
    games: list[list[tuple[int, str]]] = [[]]
    has_turns = False
    for number, line in enumerate(text.splitlines(), 1):
        if not (stripped := line.strip()) or (stripped.startswith("#") and not stripped.startswith(OPTIONS)):
            continue
        begins = stripped.startswith(OPTIONS) or stripped.partition(":")[2].startswith("(")
        if begins and has_turns:
            games.append([])
        has_turns = not begins
        games[-1].append((number, stripped))
    return [_parse_game(lines) for lines in games]


def _parse_game(lines: Sequence[tuple[int, str]]) -> Record:
    players: list[str] = []
    hands: list[tuple[int, ...]] = []
    turns: list[Turn] = []
    options: Mapping[str, str] = {}
    for number, line in lines:
        if line.startswith(OPTIONS):
            options = _parse_options(line, number)
            continue
        name, colon, rest = line.strip().partition(":")
        if not colon:
            raise BadRecord(f"Line {number}: a line begins with a player's name and a colon.")
        try:
            if rest.startswith("("):
                hands.append(_parse_kinds(rest, "(", ")"))
                players.append(name)
            elif name not in players:
                raise BadRecord(f"Line {number}: there is no hand of {name!r} above.")
            else:
                turns.append(_parse_turn(rest, number, players.index(name)))
        except ValueError as unread:
            if isinstance(unread, BadRecord):
                raise
            raise BadRecord(f"Line {number}: {str(unread)!r} cannot be read.") from None
    if len(players) < 2 or len(set(players)) < len(players):
        raise BadRecord("A record begins with a line NAME:(CARDS) for each of two to six players.")
    return Record(tuple(players), tuple(hands), tuple(turns), options)


def _parse_options(line: str, number: int) -> dict[str, str]:
    pairs = [pair.strip().partition("=") for pair in line.removeprefix(OPTIONS).split(";") if pair.strip()]
    if wrong := [name for name, equals, _ in pairs if not equals]:
        raise BadRecord(f"Line {number}: {wrong[0]!r} is no option; write name=value.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _parse_kinds(text: str, before: str, after: str) -> tuple[int, ...]:
    if not (text.startswith(before) and text.endswith(after)) or set(text[len(before):-len(after)]) - set(RANKS):
        raise ValueError(text)
    return tuple(RANKS.index(letter) for letter in text[len(before):-len(after)])


def _parse_turn(text: str, line: int, seat: int) -> Turn:
    drawn: tuple[int, ...] = ()
    penalty: tuple[int, ...] | None = None
    marks = []
    if text.startswith("[R]"):
        marks.append("R")
        text = text[3:]
    if text.startswith("D("):
        word, _, text = text.partition(")")
        drawn = _parse_kinds(word + ")", "D(", ")")
    if wins := text.endswith("#"):
        text = text[:-1]
    for mark in ("GC", "RR", "IN"):
        if text.endswith(f"[{mark}]"):
            marks.append(mark)
            text = text[:-4]
    play, comma, word = text.partition(",")
    if comma:
        penalty = _parse_kinds(word, "P(", ")")
    passed = play in ("%", "%%")
    if not passed and not play:
        raise ValueError(text)
    return Turn(line, seat, drawn, () if passed else parse_signs(play), penalty, play == "%%", tuple(marks), wins)


def format_record(record: Record) -> str:
    """Return a record as text, a line for each hand and each turn."""
    pairs = ";".join(f"{name}={value}" for name, value in record.options.items())
    lines = [f"{OPTIONS} {pairs}"] if pairs else []
    lines += [f"{name}:({format_kinds(hand)})" for name, hand in zip(record.players, record.hands, strict=True)]
    lines += [f"{record.players[turn.seat]}:{_format_turn(turn)}" for turn in record.turns]
    return "\n".join(lines) + "\n"


def format_kinds(kinds: Sequence[int]) -> str:
    """Return kinds of cards as a record writes them."""
    return "".join(RANKS[kind] for kind in kinds)


def _format_turn(turn: Turn) -> str:
    text = "[R]" if "R" in turn.marks else ""
    if turn.drawn:
        text += f"D({format_kinds(turn.drawn)})"
    text += format_signs(turn.signs) if turn.signs else "%%" if turn.time_out else "%"
    text += "".join(f"[{mark}]" for mark in turn.marks if mark != "R")
    if turn.penalty is not None:
        text += f",P({format_kinds(turn.penalty)})"
    return text + "#" * turn.wins


def play_actions(signs: Sequence[int]) -> list[int]:
    """Return the actions that play signs: of more than twelve, the first ones go to the line before."""
    starts = range(0, len(signs), SIGNS_PER_ACTION)
    return [int(encode_signs(Verb.PLAY if start == starts[-1] else Verb.ADD, signs, start,
                             min(SIGNS_PER_ACTION, len(signs) - start))) for start in starts]
