"""Records of the original Prime Daifugo in the notation of its players (数譜): read, written and replayed.

A record has a line `A:(hand)` for each player and a line for each turn, such as `A:D(4)KK=A3*TX|X=A` or `B:%`.
`replay` plays it by the rules and names the first line that does not agree.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import BadInput, BadRecord
from ...core.kernel import import_pure
from ...core.options import Value
from ...core.seats import CHANCE, UNKNOWN
from .actions import SIGNS_PER_ACTION, encode_signs
from .game import GAME
from .state import Verb
from .tables import BARE_JOKER, EQUALS, FIRST_DECLARED, JOKER, POWER, SIGN_KIND, SIGN_VALUE, TIMES

Hearing = Callable[[Any, int, int, Any], None]
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
    options: Mapping[str, Value] = field(default_factory=dict)


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
    options: Mapping[str, Value] = {}
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


def _parse_options(line: str, number: int) -> dict[str, Value]:
    known = {option.name: option for option in GAME.options}
    found: dict[str, Value] = {}
    try:
        for pair in filter(None, map(str.strip, line.removeprefix(OPTIONS).split(";"))):
            name, _, value = pair.partition("=")
            if name not in known:
                raise BadInput(f"there is no option {name!r}")
            found[name] = known[name].parse(value)
        return found
    except BadInput as wrong:
        raise BadRecord(f"Line {number}: {wrong}") from None


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
    lines += [f"{name}:({_format_kinds(hand)})" for name, hand in zip(record.players, record.hands, strict=True)]
    lines += [f"{record.players[turn.seat]}:{_format_turn(turn)}" for turn in record.turns]
    return "\n".join(lines) + "\n"


def _format_kinds(kinds: Sequence[int]) -> str:
    return "".join(RANKS[kind] for kind in kinds)


def _format_turn(turn: Turn) -> str:
    text = "[R]" if "R" in turn.marks else ""
    if turn.drawn:
        text += f"D({_format_kinds(turn.drawn)})"
    text += format_signs(turn.signs) if turn.signs else "%%" if turn.time_out else "%"
    text += "".join(f"[{mark}]" for mark in turn.marks if mark != "R")
    if turn.penalty is not None:
        text += f",P({_format_kinds(turn.penalty)})"
    return text + "#" * turn.wins


# Replaying.

def set_up(record: Record, **options: int) -> Any:
    """Return the state before the first turn, with the cards that nobody has seen yet in the deck by rank.

    Raises BadRecord where the hands are more than the pack has.
    """
    rules = import_pure("coprime.games.sosu_daifugo.rules")
    state = rules.State.new()
    state.seats = len(record.players)
    if not 2 <= state.seats <= GAME.seats[1]:
        raise BadRecord(f"A record has two to {GAME.seats[1]} players.")
    for option in GAME.options:
        state[option.name] = option.encode(record.options.get(option.name, option.default_for(int(state.seats))))
    state.hand = len(record.hands[0])
    for name, value in options.items():
        setattr(state, name, value)
    rules.begin(state)
    rules.deal_game(state, 0)
    state.phase = rules.Phase.TURN
    pack = {kind: 4 if kind % 2 or kind == JOKER else int(state.even_copies) for kind in range(14)}
    pack[JOKER] = int(state.jokers)
    for kind in (kind for hand in record.hands for kind in hand):
        pack[kind] -= 1
    if missing := [RANKS[kind] for kind in pack if pack[kind] < 0]:
        raise BadRecord(f"The hands have more than the pack of {', '.join(missing)}.")
    deck = [kind for kind in pack for _ in range(pack[kind])]
    state.deck[:] = UNKNOWN
    state.deck[:len(deck)] = deck
    state.left, state.first, state.turn = len(deck), 0, record.turns[0].seat if record.turns else 0
    for seat, hand in enumerate(record.hands):
        state.held[seat], state.cards[seat] = 0, len(hand)
        for kind in hand:
            state.held[seat] += 1 << 3 * kind
    return state


def _arrange_deck(state: Any, drawn: Sequence[int]) -> bool:
    """Put the cards that a line draws on top of the deck, and return whether they can come from there.

    The lower part of the deck has flowed and keeps its order; a line may name the cards of a penalty in any order.
    """
    wanted = list(drawn)
    if len(wanted) > state.left:
        return False
    unseen = int(min(len(wanted), state.left - state.seen))
    for place in range(int(state.left) - unseen - 1, int(state.left) - len(wanted) - 1, -1):
        if state.deck[place] not in wanted:
            return False
        wanted.remove(state.deck[place])
    for i, kind in enumerate(wanted):
        top = int(state.left) - 1 - i
        place = next((at for at in range(top, int(state.seen) - 1, -1) if state.deck[at] == kind), -1)
        if place < 0:
            return False
        state.deck[place], state.deck[top] = state.deck[top], kind
    return True


def replay(record: Record, **options: int) -> Any:
    """Play a record by the rules and return the last state.  Raises BadRecord with the first line that disagrees."""
    state = set_up(record, **options)
    for _ in iterate_states(record, state):
        pass
    return state


def iterate_states(record: Record, state: Any, hear: Hearing | None = None) -> Iterator[Turn]:
    """Play a record by the rules, one turn a step.  Raises BadRecord with the first line that disagrees.

    hear  called with each event: the state before, seat, action, the state after
    """
    rules = import_pure("coprime.games.sosu_daifugo.rules")
    for turn in record.turns:
        for action in _turn_actions(rules, state, turn):
            before = state.copy()
            rules.apply(state, turn.seat, action)
            if hear:
                hear(before, turn.seat, action, state)
        if turn.signs and (state.place[turn.seat] > 0) != turn.wins:
            expected = "the game is not won" if turn.wins else "the hand is empty, so # was expected"
            raise BadRecord(f"Line {turn.line}: {expected}.")
        yield turn


def _turn_actions(rules: Any, state: Any, turn: Turn) -> Iterator[int]:
    """Yield the actions of a turn, each checked when the one before has been carried out."""
    def fail(expected: str) -> BadRecord:
        return BadRecord(f"Line {turn.line}: {expected}.")

    seat = turn.seat
    if state.phase == rules.Phase.FLOW:
        rules.apply(state, CHANCE, 0)                       # nobody sees the order
    if state.phase != rules.Phase.TURN:
        raise fail("the game was over before")
    if state.turn != seat:
        raise fail("it is another player's turn")
    for kind in turn.drawn:
        if rules.refusal(state, seat, rules.Verb.DRAW):
            raise fail("no card may be drawn")
        if not _arrange_deck(state, turn.drawn):
            raise fail(f"D({RANKS[kind]}) cannot come from the deck, {_deck_text(state)}")
        yield int(rules.Verb.DRAW)
    if not turn.signs:
        yield int(rules.Verb.PASS)
        return
    *parts, action = play_actions(turn.signs)
    yield from parts
    if reason := rules.refusal(state, seat, action):
        raise fail(f"the play is refused ({rules.Refusal(reason).name.lower().replace('_', ' ')})")
    fails = rules.violation(state, seat, action) != rules.Violation.NONE
    if fails != (turn.penalty is not None):
        raise fail("the play fails, so P(...) was expected" if fails else "the play stands, so there is no P(...)")
    if fails:
        n = rules.penalty_due(state, seat, turn.signs, len(turn.signs))
        if len(turn.penalty or ()) != n:
            raise fail(f"a penalty of {n} cards was expected")
        if not _arrange_deck(state, turn.penalty or ()):
            raise fail(f"P({_format_kinds(turn.penalty or ())}) cannot come from the deck, {_deck_text(state)}")
    yield action


def _deck_text(state: Any) -> str:
    if not state.left:
        return "which is empty"
    seen = _format_kinds([int(state.deck[place]) for place in range(int(state.seen) - 1, -1, -1)])
    return f"where {state.left - state.seen} cards are unseen and then {seen or 'none'} follow"


def play_actions(signs: Sequence[int]) -> list[int]:
    """Return the actions that play signs: of more than twelve, the first ones go to the line before."""
    starts = range(0, len(signs), SIGNS_PER_ACTION)
    return [int(encode_signs(Verb.PLAY if start == starts[-1] else Verb.ADD, signs, start,
                             min(SIGNS_PER_ACTION, len(signs) - start))) for start in starts]
