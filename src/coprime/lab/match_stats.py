"""Statistics of one match for a designer, and such matches as a distributable job."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..arena.match import play_one
from ..arena.players import Player, make_player
from ..arena.series import close_players
from ..core.attr_view import to_object
from ..core.game import Game
from ..core.match import Match
from ..core.messages import load_messages
from ..core.options import Value
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from .pace import PlayTime

MOST_MATCHES = 1_000_000        # the most matches of a setting
DEFAULT_VERB = "move"           # what an action is called whose label has no verb


@dataclass(frozen=True)
class MatchStats:
    """Statistics of one match: returns by seat, actions of seats, who acted first, and what happened.

    first_actor  the seat that acted first, where no other could; else None
    kinds   how often each kind of action was taken: its verb, and its violation if it was one
    rules   how often each rule event occurred: keys of `[rule_event]` in the game's messages, a rule number first
    rounds  stretches between rests in which somebody acted
    idle    seats that did not act in a round, summed over the rounds
    cards   (seat, name) of cards that came to seats, where the game's report_events.py reports them
    points  by seat, where the game's ending.py counts them; else empty
    time    what the match would have taken people
    endless whether it was broken off as endless
    """

    returns: list[float]
    actions: int
    first_actor: int | None
    kinds: Counter[str]
    rules: Counter[str]
    rounds: int
    idle: int
    cards: frozenset[tuple[int, str]]
    points: tuple[int, ...] = ()
    time: PlayTime = field(default_factory=PlayTime)
    endless: bool = False


@dataclass(frozen=True)
class MatchSetting:
    """A number of seats and options.  `title`: what is unusual; empty where nothing is."""

    title: str
    seats: int
    options: dict[str, Value]


@dataclass
class StatsJob:
    """Matches of equal bots as a work unit, by number.

    The first MOST_MATCHES numbers belong to the first setting, as many to the next; the same match number has the
    same chance in all.
    """

    game: Game
    settings: Sequence[MatchSetting]
    bot: str
    seed: int
    players: dict[str, Player] = field(default_factory=dict)
    kind = "matches"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the game, which the other process finds by name."""
        return _unpickle_job, (self.game.name, self.settings, self.bot, self.seed)

    def begin(self) -> None:
        """Create the player."""
        self.players = {self.bot: make_player(self.game, self.bot)}

    def do(self, number: int) -> MatchStats:
        """Play the match of a number and return its statistics."""
        place, match = divmod(number, MOST_MATCHES)
        setting = self.settings[place]
        return play_for_stats(self.game, [self.players[self.bot]] * setting.seats, f"{self.seed} {match}",
                              setting.options)

    def end(self) -> None:
        """Close the player."""
        close_players(self.players)
        self.players = {}


def _unpickle_job(name: str, *rest: Any) -> StatsJob:
    return StatsJob(find(name), *rest)


def play_for_stats(game: Game, players: Sequence[Player], seed: str, options: Mapping[str, Value],
                   seconds: Mapping[str, float] | None = None) -> MatchStats:
    """Play one match between players by seat and return its statistics.

    seconds  what people take for kinds of action, by verb, where it is not what the game says
    """
    played = play_one(game, players, seed, options)
    hooks, kinds, rules = game.report_events, Counter[str](), Counter[str]()
    cards, time = set[tuple[int, str]](), PlayTime({**hooks.SECONDS, **(seconds or {})})
    acted, rounds, idle = set[int](), 0, 0
    for step in replay_events(played.match):
        if step.seat < CHANCE:
            acted.add(step.seat)
            kinds[step.kind] += 1
        time.add(step.seat, step.action, step.kind.partition(",")[0], step.acting, step.simulated_ms)
        event = step.before, step.seat, step.action, step.after
        if hooks.card_gains:
            cards.update(hooks.card_gains(*event))
        rules.update(hooks.rule_events(*event))
        if step.ends_round and acted:
            rounds, idle, acted = rounds + 1, idle + len(players) - len(acted), set()
    time.add_rests(rounds - 1)
    standings = game.ending.standings
    points = tuple(standings(to_object(played.match.state))) if standings else ()
    return MatchStats(played.returns, played.actions, played.first_actor, kinds, rules, rounds, idle, frozenset(cards),
                      points, time, played.endless)


def rule_event_texts(game: Game) -> dict[str, str]:
    """Return the texts of a game's rule events by key, in its own order; empty for a game without.

    Games that were written for version 1.0 have them under `[survey]`.
    """
    messages = load_messages(game.folder)
    return dict(messages.get("rule_event") or messages.get("survey") or {})


class ReplayedEvent(NamedTuple):
    """One event of a match, with the positions before and after it.

    kind          of an action of a seat: see `action_kind`
    ends_round    whether a round or the match ends with it
    acting        set of seats that could act before it
    simulated_ms  what the rules say that a simulated seat takes for it
    """

    before: Any
    seat: int
    action: int
    after: Any
    kind: str
    ends_round: bool
    acting: int
    simulated_ms: int


def replay_events(match: Match) -> Iterator[ReplayedEvent]:
    """Replay a match; yield its events with the positions before and after."""
    again, rules = Match(match.game, match.seats, match.options), match.rules
    after = to_object(again.state).copy()
    for seat, action in match.events:
        kind = action_kind(match, again.state, seat, action) if seat < CHANCE else ""
        acting, ms = int(rules.to_act(again.state)), int(rules.simulated_ms(again.state, seat)) if kind else 0
        rules.apply(again.state, seat, action)
        before, after = after, to_object(again.state).copy()
        yield ReplayedEvent(before, seat, action, after, kind, again.over or bool(rules.is_between_hands(again.state)),
                            acting, ms)


def action_kind(match: Match, state: Any, seat: int, action: int) -> str:
    """Return an action's verb, with its violation if it is one: `play`, `play, not prime`."""
    verb = str(match.game.words.label(action)).split()[0]
    verb = verb if verb.isalpha() else DEFAULT_VERB
    fault = int(match.rules.violation(state, seat, action))
    return f"{verb}, {_fault_text(match, fault)}" if fault else verb


def _fault_text(match: Match, fault: int) -> str:
    return str(match.rules.module.Violation(fault).name).lower().replace("_", " ")
