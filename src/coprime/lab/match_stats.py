"""What one match shows a designer, and matches like that as work for several."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..arena.match import play_one
from ..arena.players import Player, player
from ..arena.series import close
from ..core.attr_view import to_object
from ..core.game import Game
from ..core.match import Match
from ..core.options import Value
from ..core.registry import find_game as find
from ..core.seats import CHANCE

EACH = 1_000_000        # the most matches of a setting
MOVE = "move"           # what an action is called whose label has no verb


@dataclass(frozen=True)
class MatchStats:
    """One match: returns by seat, actions of seats, who acted first (see `arena.match.Played`), and what happened.

    kinds   how often each kind of action was taken: its verb, and its fault, if it was one
    rules   how often each rule mattered: keys of the game's messages' [survey], a rule's number first
    rounds  stretches between rests in which somebody acted
    idle    seats that did not act in one, summed over these
    cards   (seat, name) of cards that came to seats, where the game's match_events.py tells of them
    """

    returns: list[float]
    actions: int
    began: int | None
    kinds: Counter[str]
    rules: Counter[str]
    rounds: int
    idle: int
    cards: frozenset[tuple[int, str]]


@dataclass(frozen=True)
class Setting:
    """So many seats and these options.  `title`: what is not as usual; empty where all is."""

    title: str
    seats: int
    options: dict[str, Value]


@dataclass
class StatsJob:
    """Matches of equal bots: EACH numbers belong to the first setting, as many to the next; in all of them chance falls
    alike for the same match.
    """

    game: Game
    settings: Sequence[Setting]
    bot: str
    seed: int
    players: dict[str, Player] = field(default_factory=dict)
    kind = "matches"

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere the game is found by its name."""
        return _survey, (self.game.name, self.settings, self.bot, self.seed)

    def begin(self) -> None:
        self.players = {self.bot: player(self.game, self.bot)}

    def do(self, number: int) -> MatchStats:
        place, match = divmod(number, EACH)
        seats, options = self.settings[place].seats, self.settings[place].options
        played = play_one(self.game, [self.players[self.bot]] * seats, f"{self.seed} {match}", options)
        told, kinds, rules = self.game.match_events, Counter[str](), Counter[str]()
        cards = set[tuple[int, str]]()
        came, fired = (told.card_gains or nothing, told.rule_events) if told else (nothing, nothing)
        acted, rounds, idle = set[int](), 0, 0
        for step in steps(played.match):
            if step.seat < CHANCE:
                acted.add(step.seat)
                kinds[step.kind] += 1
            cards.update(came(step.before, step.seat, step.action, step.after))
            rules.update(fired(step.before, step.seat, step.action, step.after))
            if step.rests and acted:
                rounds, idle, acted = rounds + 1, idle + seats - len(acted), set()
        return MatchStats(played.returns, played.actions, played.began, kinds, rules, rounds, idle, frozenset(cards))

    def end(self) -> None:
        close(self.players)
        self.players = {}


def nothing(*event: Any) -> tuple[()]:
    """What is asked of an event where a game's match_events.py does not say."""
    return ()


def _survey(name: str, *rest: Any) -> StatsJob:
    return StatsJob(find(name), *rest)


class Step(NamedTuple):
    """One event of a match, with the positions before and after it.  `rests`: a round is over, or the match."""

    before: Any
    seat: int
    action: int
    after: Any
    kind: str
    rests: bool


def steps(match: Match) -> Iterator[Step]:
    """A match that has been played, once more."""
    again, rules = Match(match.game, match.seats, match.options), match.rules
    after = to_object(again.state).copy()
    for seat, action in match.events:
        kind = kind_of(match, again.state, seat, action) if seat < CHANCE else ""
        rules.apply(again.state, seat, action)
        before, after = after, to_object(again.state).copy()
        yield Step(before, seat, action, after, kind, again.over or bool(rules.is_between_hands(again.state)))


def kind_of(match: Match, state: Any, seat: int, action: int) -> str:
    """An action's verb, and what is wrong with it: `play`, `play, not prime`."""
    verb = str(match.game.words.label(action)).split()[0]
    verb = verb if verb.isalpha() else MOVE
    fault = int(match.rules.violation(state, seat, action))
    return f"{verb}, {_called(match, fault)}" if fault else verb


def _called(match: Match, fault: int) -> str:
    return str(match.rules.module.Fault(fault).name).lower().replace("_", " ")
