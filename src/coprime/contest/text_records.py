"""Write and read matches as plain text for any program.

Deal, exchange, plays and result of every hand (docs/uecda.md).

A text is read by playing it through the rules.  An error is a BadRecord with the line and the reason.
"""

from collections.abc import Iterator
from typing import NoReturn, TypedDict

from ..core.errors import BadInput, BadRecord
from ..core.game import Game
from ..core.match import Match
from ..core.messages import join_words
from ..core.options import Value
from ..core.record import GameRecord, GameRecorder, replay_record
from ..core.seats import CHANCE
from .daifugo import (
    Phase,
    State,
    Violation,
    bag_card_labels,
    bag_size,
    begin_hand,
    cards_owed,
    encode_give,
    end_hand,
    exchange_partner,
    is_exchanging,
    is_rich,
    parse_bag,
    seat_of_rank,
    strongest_cards,
    take_place,
)
from .protocol_tables import PLAYERS
from .rejections import rejection_text
from .sentences import say

FORMAT = "daifugo-record 1"
MAX_CHARS = 50_000_000            # characters
DEAL, EXCHANGE, STALEMATE, OVER = (int(p) for p in (Phase.DEAL, Phase.EXCHANGE, Phase.STALEMATE, Phase.OVER))


# Writing.

def export_text(record: GameRecord, game: Game) -> str:
    """Return a record as plain text.  Raises BadRecord when its events break the rules."""
    if record.game != game.name:
        raise BadRecord(say("other_game", game=record.game))
    done = replay_record(record)
    match = Match(game, record.seats, done.options)
    lines = [FORMAT, f"seats {record.seats}"]
    lines += option_lines(game, match)
    lines += [f"player {seat} {name}" for seat, name in enumerate(record.players)]
    for event in done.events:
        lines += event_lines(match, event.seat, event.action)
    return "\n".join(lines) + "\n"


def option_lines(game: Game, match: Match) -> list[str]:
    """Return the lines that name the nearest preset and the options that differ from it."""
    def differing(preset: str) -> list[str]:
        usual = game.check_options(match.seats, game.presets[preset])
        return [f"option {name} {value}" for name, value in match.options.items() if value != usual[name]]
    possible = [name for name in game.presets if match.seats == PLAYERS or name != "uecda"]
    nearest = min(possible, key=lambda preset: len(differing(preset)))
    return [f"preset {nearest}", *differing(nearest)]


def event_lines(match: Match, seat: int, action: int) -> Iterator[str]:
    """Apply one event to the match and return its lines of text."""
    s = match.state
    hands, phase = int(s.hands), int(s.phase)
    done = effective_action(match, seat, action)
    match.act(seat, action)
    if seat == CHANCE and phase == DEAL:
        yield f"hand {hands + 1}"
        yield f"seed {action}"
        yield "around " + " ".join(map(str, seating_order(s)))
        for holder in range(match.seats):
            yield f"deal {holder} " + " ".join(bag_card_labels(hand_as_dealt(s, holder)))
        for giver in range(match.seats):
            if is_exchanging(s) and s.gave[giver] > 0:
                yield f"taken {giver} " + " ".join(bag_card_labels(int(s.gave[giver])))
    elif seat == CHANCE:
        yield f"draw {action}"
    else:
        yield f"{seat} {match.game.words.label(done)}"
    if int(s.hands) > hands:
        yield "places " + " ".join(str(int(s.rank[holder])) for holder in range(match.seats))


def effective_action(match: Match, seat: int, action: int) -> int:
    """Return the action that an action counts as.

    A pass for cards that are no play (UE-16), the strongest cards for cards that are no gift (UE-19).
    """
    s, found = match.state, match.rules.violation(match.state, seat, action)
    if found == Violation.NO_PLAY:
        return 0
    return int(encode_give(strongest_cards(s.hand[seat],
                                           cards_owed(s, seat)))) if found == Violation.NO_GIFT else action


def seating_order(s: State) -> list[int]:
    """Return the seats in order of play, from seat 0 on."""
    order = [0]
    while len(order) < s.seats:
        order.append(int(s.after[order[-1]]))
    return order


def hand_as_dealt(s: State, seat: int) -> int:
    """Return a seat's hand as it was dealt, before anything was taken from it."""
    bag = int(s.hand[seat])
    if s.phase == EXCHANGE and cards_owed(s, seat):
        return bag - int(s.gave[exchange_partner(s, seat)]) if is_rich(s, seat) else bag + int(s.gave[seat])
    return bag


# Reading.

class TextRecordSummary(TypedDict):
    """The summary of a valid text record."""

    hands: int
    points: list[int]           # by seat
    players: list[str]


def check_text(text: str, game: Game) -> TextRecordSummary:
    """Play a text record through the rules and return its summary.  Raises BadRecord with the line."""
    reader = TextRecordParser(text, game)
    reader.parse_all()
    points = [int(reader.s.points[seat]) for seat in range(reader.match.seats)]
    return {"hands": int(reader.s.hands), "points": points, "players": reader.players}


def import_text(text: str, game: Game) -> GameRecord:
    """Return a text as a GameRecord; every hand must have its seed.  Raises BadRecord."""
    reader = TextRecordParser(text, game)
    reader.parse_all()
    if reader.first_seedless_line:
        raise BadRecord(say("line", n=reader.first_seedless_line, why=say("seedless")))
    recorder = GameRecorder(Match(game, reader.match.seats, reader.match.options), reader.players)
    try:
        for seat, action in reader.events:
            recorder.act(seat, action)
    except BadInput:
        raise BadRecord(say("line", n=1, why=say("seeds_differ"))) from None
    if recorder.match.state.tobytes() != reader.s.tobytes():
        raise BadRecord(say("line", n=1, why=say("seeds_differ")))
    return recorder.record


class TextRecordParser:
    """Parses a text line by line, beside a state of the game to which it applies every line."""

    def __init__(self, text: str, game: Game) -> None:
        if len(text) > MAX_CHARS:
            raise BadRecord(say("too_long", size=len(text), most=MAX_CHARS))
        self.game, self.line_number = game, 0
        self.lines = text.splitlines()
        self.events: list[tuple[int, int]] = []
        self.first_seedless_line = 0               # the first line of a hand without a seed

    def parse_all(self) -> None:
        """Parse the whole text.  Raises BadRecord."""
        self._parse_head()
        while self.line_number < len(self.lines):
            if self.s.phase == OVER:
                self.fail("after_end")
            self._parse_hand()

    def fail(self, key: str, **facts: object) -> NoReturn:
        """Raise BadRecord with the current line and a reason."""
        raise BadRecord(say("line", n=self.line_number, why=say(key, **facts)))

    def next_words(self) -> list[str]:
        """Return the words of the next line that is neither empty nor a comment."""
        while self.line_number < len(self.lines):
            self.line_number += 1
            words = self.lines[self.line_number - 1].split()
            if words and not words[0].startswith("#"):
                return words
        self.line_number += 1
        self.fail("cut_short")

    def peek_word(self) -> str:
        """Return the first word of the next line without consuming it; "" at the end."""
        for line in self.lines[self.line_number:]:
            words = line.split()
            if words and not words[0].startswith("#"):
                return words[0]
        return ""

    def _parse_head(self) -> None:
        if " ".join(self.next_words()) != FORMAT:
            self.fail("format", wanted=FORMAT)
        options: dict[str, Value] = {}
        seats = 0
        self.players: list[str] = []
        while self.peek_word() in ("seats", "preset", "option", "player"):
            word, *rest = self.next_words()
            if word == "preset" and len(rest) == 1 and rest[0] in self.game.presets:
                options |= self.game.presets[rest[0]]
            elif word == "seats" and len(rest) == 1 and rest[0].isdigit():
                seats = int(rest[0])
            elif word == "option" and len(rest) == 2:
                options[rest[0]] = self._parse_option_value(*rest)
            elif word == "player" and len(rest) >= 2 and rest[0] == str(len(self.players)):
                self.players.append(" ".join(rest[1:]))
            else:
                self.fail("head")
        try:
            self.match = Match(self.game, seats, options)
        except BadInput as wrong:
            raise BadRecord(say("line", n=self.line_number, why=wrong)) from None
        self.players += [f"player {seat}" for seat in range(len(self.players), seats)]
        self.s = self.match.state

    def _parse_option_value(self, name: str, text: str) -> Value:
        option = next((option for option in self.game.options if option.name == name), None)
        if option is None:
            self.fail("no_option", name=name)
        value = next((value for value in option.values if str(value) == text), None)
        if value is None:
            self.fail("no_value", name=name, value=text)
        return value

    # A hand.

    def _parse_hand(self) -> None:
        words = self.next_words()
        if words != ["hand", str(self.s.hands + 1)]:
            self.fail("hand", n=self.s.hands + 1)
        hands = int(self.s.hands)
        if self.peek_word() == "seed":
            self.events.append((CHANCE, self._parse_number(self.next_words()[1:])))
        else:
            self.first_seedless_line = self.first_seedless_line or self.line_number
        self._parse_deal()
        self._check_taken_cards()
        while self.s.hands == hands:
            if self.s.phase == STALEMATE:
                return self._parse_stalemate()
            self._parse_play()
        return self._check_places(self.next_words())

    def _parse_number(self, words: list[str]) -> int:
        if len(words) != 1 or not words[0].isdigit() or int(words[0]) >= 2**62:
            self.fail("number")
        return int(words[0])

    def _parse_deal(self) -> None:
        """Parse the seating and the deal (UE-1, UE-4).

        Every card once, and as many for each seat as a deal gives.
        """
        s, seats = self.s, self.match.seats
        words = self.next_words()
        order = [int(word) for word in words[1:] if word.isdigit()]
        if words[0] != "around" or sorted(order) != list(range(seats)):
            self.fail("around")
        reseated = s.seat_shuffle and s.hands % s.seat_shuffle == 0
        if not reseated and order != seating_order(s):
            self.fail("reseated")
        for i, seat in enumerate(order):
            s.after[seat] = order[(i + 1) % seats]
        if s.reset_period and s.hands % s.reset_period == 0:
            s.rank[:] = 0
        s.hand[:] = s.cards[:] = 0
        gone = 0
        for seat in range(seats):
            words = self.next_words()
            bag = parse_bag(words[2:])
            if words[:2] != ["deal", str(seat)] or bag is None:
                self.fail("deal", seat=seat)
            if gone & bag & (1 << 52) - 1 or (gone >> 52) + (bag >> 52) > s.jokers:
                self.fail("twice", cards=" ".join(bag_card_labels(gone & bag & (1 << 52) - 1)) or "Jo")
            gone += bag
            s.hand[seat], s.cards[seat] = bag, bag_size(bag)
        self._check_card_counts(order)
        begin_hand(s)

    def _check_card_counts(self, order: list[int]) -> None:
        s, seats = self.s, self.match.seats
        whole = 52 + int(s.jokers)
        if sum(s.cards) != whole:
            self.fail("missing", held=int(sum(s.cards)), whole=whole)
        first = [int(seat_of_rank(s, 1))] if s.deal_start and s.rank[0] else order
        for start in first:
            turned = [order[(order.index(start) + i) % seats] for i in range(seats)]
            if all(s.cards[seat] == whole // seats + (i < whole % seats) for i, seat in enumerate(turned)):
                return
        self.fail("uneven", counts=" ".join(str(int(s.cards[seat])) for seat in order))

    def _check_taken_cards(self) -> None:
        """Check the lines of cards taken in the exchange.

        The strongest ones, as the rules have just taken them (UE-19).
        """
        s = self.s
        for seat in range(self.match.seats):
            if s.phase == EXCHANGE and not is_rich(s, seat) and cards_owed(s, seat):
                words = self.next_words()
                if words[:2] != ["taken", str(seat)] or parse_bag(words[2:]) != s.gave[seat]:
                    self.fail("taken", seat=seat, cards=" ".join(bag_card_labels(int(s.gave[seat]))))

    def _parse_play(self) -> None:
        words = self.next_words()
        if not words[0].isdigit() or int(words[0]) >= self.match.seats:
            self.fail("play")
        seat = int(words[0])
        try:
            action = self.game.words.parse(" ".join(words[1:]))
        except BadInput as wrong:
            raise BadRecord(say("line", n=self.line_number, why=wrong)) from None
        acting = self.match.to_act()
        if seat not in acting:
            self.fail("not_turn", seats=join_words([*map(str, acting)], "or"), seat=seat)
        if why := rejection_text(self.match, seat, action):
            raise BadRecord(say("line", n=self.line_number, why=why))
        self.match.rules.apply(self.s, seat, action)
        self.events.append((seat, int(action)))

    def _parse_stalemate(self) -> None:
        """Parse the end of a stalemate (UE-18).

        Chance decides, so any order of the seats still in is accepted.
        """
        s = self.s
        if self.peek_word() == "draw":
            self.events.append((CHANCE, self._parse_number(self.next_words()[1:])))
        else:
            self.first_seedless_line = self.first_seedless_line or self.line_number
        words = self.next_words()
        wanted = [int(word) if word.isdigit() else 0 for word in words[1:]]
        left = [seat for seat in range(self.match.seats) if s.live >> seat & 1]
        if words[0] != "places" or sorted(wanted) != list(range(1, self.match.seats + 1)):
            self.fail("stalemate")
        for seat in sorted(left, key=lambda seat: wanted[seat]):
            take_place(s, seat)
        end_hand(s)
        self._check_places(words)

    def _check_places(self, words: list[str]) -> None:
        places = [str(int(self.s.rank[seat])) for seat in range(self.match.seats)]
        if words != ["places", *places]:
            self.fail("places", places=" ".join(places))
