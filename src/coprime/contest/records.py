"""Matches as plain text that any program can read: every hand's deal, exchange, plays and result (docs/uecda.md).

Reading one plays it through the rules.  What is wrong is a BadRecord with the line and the reason.
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
from .cells import PLAYERS
from .daifugo import (
    Fault,
    Phase,
    State,
    bag_named,
    bag_size,
    begin_hand,
    end_hand,
    give,
    is_exchanging,
    is_rich,
    names_of,
    owes,
    partner,
    seat_of_rank,
    strongest_cards,
    take_place,
)
from .rejections import reason
from .sentences import say

FORMAT = "daifugo-record 1"
LONGEST = 50_000_000            # characters
DEAL, EXCHANGE, STALEMATE, OVER = (int(p) for p in (Phase.DEAL, Phase.EXCHANGE, Phase.STALEMATE, Phase.OVER))


# Writing.

def export_text(record: GameRecord, game: Game) -> str:
    """A record of the house as text.  Raises BadRecord when it does not go through the rules."""
    if record.game != game.name:
        raise BadRecord(say("other_game", game=record.game))
    done = replay_record(record)
    match = Match(game, record.seats, done.options)
    lines = [FORMAT, f"seats {record.seats}"]
    lines += options_told(game, match)
    lines += [f"player {seat} {name}" for seat, name in enumerate(record.players)]
    for event in done.events:
        lines += told(match, event.seat, event.action)
    return "\n".join(lines) + "\n"


def options_told(game: Game, match: Match) -> list[str]:
    """The preset that is nearest, and the options that differ from it."""
    def differing(preset: str) -> list[str]:
        usual = game.check_options(match.seats, game.presets[preset])
        return [f"option {name} {value}" for name, value in match.options.items() if value != usual[name]]
    possible = [name for name in game.presets if match.seats == PLAYERS or name != "uecda"]
    nearest = min(possible, key=lambda preset: len(differing(preset)))
    return [f"preset {nearest}", *differing(nearest)]


def told(match: Match, seat: int, action: int) -> Iterator[str]:
    """The lines of one event, which is carried out."""
    s = match.state
    hands, phase = int(s.hands), int(s.phase)
    done = became(match, seat, action)
    match.act(seat, action)
    if seat == CHANCE and phase == DEAL:
        yield f"hand {hands + 1}"
        yield f"seed {action}"
        yield "around " + " ".join(map(str, around(s)))
        for holder in range(match.seats):
            yield f"deal {holder} " + " ".join(names_of(dealt_to(s, holder)))
        for giver in range(match.seats):
            if is_exchanging(s) and s.gave[giver] > 0:
                yield f"taken {giver} " + " ".join(names_of(int(s.gave[giver])))
    elif seat == CHANCE:
        yield f"draw {action}"
    else:
        yield f"{seat} {match.game.words.label(done)}"
    if int(s.hands) > hands:
        yield "places " + " ".join(str(int(s.rank[holder])) for holder in range(match.seats))


def became(match: Match, seat: int, action: int) -> int:
    """What an action counted as: a pass for what is no play, the strongest cards for what is no gift (UE-16, UE-19)."""
    s, found = match.state, match.rules.violation(match.state, seat, action)
    if found == Fault.NO_PLAY:
        return 0
    return int(give(strongest_cards(s.hand[seat], owes(s, seat)))) if found == Fault.NO_GIFT else action


def around(s: State) -> list[int]:
    """The seats in order of play, from seat 0 on."""
    order = [0]
    while len(order) < s.seats:
        order.append(int(s.after[order[-1]]))
    return order


def dealt_to(s: State, seat: int) -> int:
    """The hand as it was dealt, before anything was taken."""
    bag = int(s.hand[seat])
    if s.phase == EXCHANGE and owes(s, seat):
        return bag - int(s.gave[partner(s, seat)]) if is_rich(s, seat) else bag + int(s.gave[seat])
    return bag


# Reading.

class Checked(TypedDict):
    """What a sound record tells."""

    hands: int
    points: list[int]           # by seat
    players: list[str]


def check_text(text: str, game: Game) -> Checked:
    """Play a text through the rules.  Raises BadRecord with the line."""
    reader = Reader(text, game)
    reader.run()
    points = [int(reader.s.points[seat]) for seat in range(reader.match.seats)]
    return {"hands": int(reader.s.hands), "points": points, "players": reader.players}


def import_text(text: str, game: Game) -> GameRecord:
    """The house's record of a text whose hands have their seeds.  Raises BadRecord."""
    reader = Reader(text, game)
    reader.run()
    if reader.seedless:
        raise BadRecord(say("line", n=reader.seedless, why=say("seedless")))
    recorder = GameRecorder(Match(game, reader.match.seats, reader.match.options), reader.players)
    try:
        for seat, action in reader.events:
            recorder.act(seat, action)
    except BadInput:
        raise BadRecord(say("line", n=1, why=say("seeds_differ"))) from None
    if recorder.match.state.tobytes() != reader.s.tobytes():
        raise BadRecord(say("line", n=1, why=say("seeds_differ")))
    return recorder.record


class Reader:
    """Walks through a text, line by line, beside a state of the game."""

    def __init__(self, text: str, game: Game) -> None:
        if len(text) > LONGEST:
            raise BadRecord(say("too_long", size=len(text), most=LONGEST))
        self.game, self.n = game, 0
        self.lines = text.splitlines()
        self.events: list[tuple[int, int]] = []
        self.seedless = 0               # the first line of a hand without a seed

    def run(self) -> None:
        self._head()
        while self.n < len(self.lines):
            if self.s.phase == OVER:
                self.wrong("after_end")
            self._hand()

    def wrong(self, key: str, **facts: object) -> NoReturn:
        raise BadRecord(say("line", n=self.n, why=say(key, **facts)))

    def next(self) -> list[str]:
        """The words of the next line that is not empty and no remark."""
        while self.n < len(self.lines):
            self.n += 1
            words = self.lines[self.n - 1].split()
            if words and not words[0].startswith("#"):
                return words
        self.n += 1
        self.wrong("cut_short")

    def peek(self) -> str:
        """The first word of the line that comes next; "" at the end."""
        for line in self.lines[self.n:]:
            words = line.split()
            if words and not words[0].startswith("#"):
                return words[0]
        return ""

    def _head(self) -> None:
        if " ".join(self.next()) != FORMAT:
            self.wrong("format", wanted=FORMAT)
        options: dict[str, Value] = {}
        seats = 0
        self.players: list[str] = []
        while self.peek() in ("seats", "preset", "option", "player"):
            word, *rest = self.next()
            if word == "preset" and len(rest) == 1 and rest[0] in self.game.presets:
                options |= self.game.presets[rest[0]]
            elif word == "seats" and len(rest) == 1 and rest[0].isdigit():
                seats = int(rest[0])
            elif word == "option" and len(rest) == 2:
                options[rest[0]] = self._value(*rest)
            elif word == "player" and len(rest) >= 2 and rest[0] == str(len(self.players)):
                self.players.append(" ".join(rest[1:]))
            else:
                self.wrong("head")
        try:
            self.match = Match(self.game, seats, options)
        except BadInput as wrong:
            raise BadRecord(say("line", n=self.n, why=wrong)) from None
        self.players += [f"player {seat}" for seat in range(len(self.players), seats)]
        self.s = self.match.state

    def _value(self, name: str, text: str) -> Value:
        option = next((option for option in self.game.options if option.name == name), None)
        if option is None:
            self.wrong("no_option", name=name)
        value = next((value for value in option.values if str(value) == text), None)
        if value is None:
            self.wrong("no_value", name=name, value=text)
        return value

    # A hand.

    def _hand(self) -> None:
        words = self.next()
        if words != ["hand", str(self.s.hands + 1)]:
            self.wrong("hand", n=self.s.hands + 1)
        hands = int(self.s.hands)
        if self.peek() == "seed":
            self.events.append((CHANCE, self._number(self.next()[1:])))
        else:
            self.seedless = self.seedless or self.n
        self._deal()
        self._taken()
        while self.s.hands == hands:
            if self.s.phase == STALEMATE:
                return self._stalemate()
            self._play()
        return self._places(self.next())

    def _number(self, words: list[str]) -> int:
        if len(words) != 1 or not words[0].isdigit() or int(words[0]) >= 2**62:
            self.wrong("number")
        return int(words[0])

    def _deal(self) -> None:
        """UE-1, UE-4: who sits where, and every card once, as many for each as dealing one by one gives."""
        s, seats = self.s, self.match.seats
        words = self.next()
        order = [int(word) for word in words[1:] if word.isdigit()]
        if words[0] != "around" or sorted(order) != list(range(seats)):
            self.wrong("around")
        reseated = s.seat_shuffle and s.hands % s.seat_shuffle == 0
        if not reseated and order != around(s):
            self.wrong("reseated")
        for i, seat in enumerate(order):
            s.after[seat] = order[(i + 1) % seats]
        if s.reset_period and s.hands % s.reset_period == 0:
            s.rank[:] = 0
        s.hand[:] = s.cards[:] = 0
        gone = 0
        for seat in range(seats):
            words = self.next()
            bag = bag_named(words[2:])
            if words[:2] != ["deal", str(seat)] or bag is None:
                self.wrong("deal", seat=seat)
            if gone & bag & (1 << 52) - 1 or (gone >> 52) + (bag >> 52) > s.jokers:
                self.wrong("twice", cards=" ".join(names_of(gone & bag & (1 << 52) - 1)) or "Jo")
            gone += bag
            s.hand[seat], s.cards[seat] = bag, bag_size(bag)
        self._counts(order)
        begin_hand(s)

    def _counts(self, order: list[int]) -> None:
        s, seats = self.s, self.match.seats
        whole = 52 + int(s.jokers)
        if sum(s.cards) != whole:
            self.wrong("missing", held=int(sum(s.cards)), whole=whole)
        first = [int(seat_of_rank(s, 1))] if s.deal_start and s.rank[0] else order
        for start in first:
            turned = [order[(order.index(start) + i) % seats] for i in range(seats)]
            if all(s.cards[seat] == whole // seats + (i < whole % seats) for i, seat in enumerate(turned)):
                return
        self.wrong("uneven", counts=" ".join(str(int(s.cards[seat])) for seat in order))

    def _taken(self) -> None:
        """UE-19: the strongest cards go, as the rules have just taken them."""
        s = self.s
        for seat in range(self.match.seats):
            if s.phase == EXCHANGE and not is_rich(s, seat) and owes(s, seat):
                words = self.next()
                if words[:2] != ["taken", str(seat)] or bag_named(words[2:]) != s.gave[seat]:
                    self.wrong("taken", seat=seat, cards=" ".join(names_of(int(s.gave[seat]))))

    def _play(self) -> None:
        words = self.next()
        if not words[0].isdigit() or int(words[0]) >= self.match.seats:
            self.wrong("play")
        seat = int(words[0])
        try:
            action = self.game.words.parse(" ".join(words[1:]))
        except BadInput as wrong:
            raise BadRecord(say("line", n=self.n, why=wrong)) from None
        acting = self.match.to_act()
        if seat not in acting:
            self.wrong("not_turn", seats=join_words([*map(str, acting)], "or"), seat=seat)
        if why := reason(self.match, seat, action):
            raise BadRecord(say("line", n=self.n, why=why))
        self.match.rules.apply(self.s, seat, action)
        self.events.append((seat, int(action)))

    def _stalemate(self) -> None:
        """UE-18: places by chance, so any order of those still in will do."""
        s = self.s
        if self.peek() == "draw":
            self.events.append((CHANCE, self._number(self.next()[1:])))
        else:
            self.seedless = self.seedless or self.n
        words = self.next()
        wanted = [int(word) if word.isdigit() else 0 for word in words[1:]]
        left = [seat for seat in range(self.match.seats) if s.live >> seat & 1]
        if words[0] != "places" or sorted(wanted) != list(range(1, self.match.seats + 1)):
            self.wrong("stalemate")
        for seat in sorted(left, key=lambda seat: wanted[seat]):
            take_place(s, seat)
        end_hand(s)
        self._places(words)

    def _places(self, words: list[str]) -> None:
        places = [str(int(self.s.rank[seat])) for seat in range(self.match.seats)]
        if words != ["places", *places]:
            self.wrong("places", places=" ".join(places))
