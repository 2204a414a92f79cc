"""What is kept of a tournament: its players, rounds, pairings, games and log."""

from msgspec import Struct, field


class Player(Struct, omit_defaults=True):
    """Somebody who plays.

    number   theirs for good, from 1: the order of entry, by which equal ones stand and are seeded
    key      of the person; "" for a bot, and for a name of the list that nobody has taken yet
    bot      its level, "" for a person
    from_round  their first round;  seen  when their page was here last, in seconds of the epoch
    ready    in an arena: since when they wait for an opponent, in milliseconds of the epoch; 0 while they do not
    paused   in an arena and in a team league: they are not paired until somebody says so
    team     in a team league: the number of their team, 0 for none;  position  in it, by which boards are taken
    """

    number: int
    name: str
    key: str = ""
    bot: str = ""
    from_round: int = 1
    withdrawn: bool = False
    seen: int = 0
    ready: int = 0
    paused: bool = False
    team: int = 0
    position: int = 0

    @property
    def has_entered(self) -> bool:
        """Tell whether somebody plays under this name."""
        return bool(self.key or self.bot)

    @property
    def is_active(self) -> bool:
        """Tell whether they are paired in the next round."""
        return self.has_entered and not self.withdrawn


class Team(Struct, omit_defaults=True):
    """A team of a team league; its number is its place in the list, from 1.

    captain  the number of the player who may set its board order and who sits out; 0 for nobody
    """

    name: str
    captain: int = 0
    withdrawn: bool = False


class GameResult(Struct):
    """A game that has been counted: the number of the match at its table, and the victory as it was shared out."""

    match: int
    shares: list[float]


class TablePairing(Struct, omit_defaults=True):
    """Who meets at a table of a round.

    table    its number in the round, from 1;  players  two; one for a bye, or where the other team has nobody for it;
             none where both lines of a knock-out ended, or neither team has anybody
    code     of the table, "" for a bye
    forfeited    who has lost it by withdrawing
    substituted  for whom a bot plays
    corrected    won games as the director has set them
    closed   the tournament ended before it was decided
    at       in an arena: when it was made, in seconds of the epoch
    """

    table: int
    players: list[int]
    code: str = ""
    games: list[GameResult] = field(default_factory=list)
    forfeited: list[int] = field(default_factory=list)
    substituted: list[int] = field(default_factory=list)
    corrected: list[float] | None = None
    closed: bool = False
    at: int = 0

    @property
    def score(self) -> list[float]:
        """The won games in the order of the players; a game that nobody has won alone counts for each by its share."""
        if self.corrected is not None:
            return self.corrected
        return [sum(game.shares[i] for game in self.games) for i in range(len(self.players))]

    def points_of(self, player: int) -> float:
        """Return what a pairing that is over is worth to a player: 1, ½ or 0, and 1 for a bye.

        Where nobody has won a game, and nobody withdrew, it is worth nothing to both.
        """
        if len(self.players) == 1:
            return 1.0
        own = self.players.index(player)
        if self.corrected is None and self.forfeited:
            return float(player not in self.forfeited)
        mine, theirs = self.score[own], self.score[1 - own]
        return 1.0 if mine > theirs else 0.5 if mine == theirs > 0 else 0.0

    @property
    def winner(self) -> int | None:
        """The player who has won it, or None; the player who has a bye."""
        return next((player for player in self.players if self.points_of(player) == 1.0), None)


class ArenaScore(Struct, omit_defaults=True):
    """What a player of an arena has from the pairings that are over.

    first_seats  how much more often they had the first seat than the second;  opponents  the latest at the end
    """

    points: int = 0
    won: int = 0
    played: int = 0
    first_seats: int = 0
    opponents: list[int] = field(default_factory=list)


class TournamentRound(Struct):
    """A round.

    at        when it was paired, in seconds of the epoch;  pairings  by number of the table
    ends_open  when its time is over, in seconds that the server has been open; 0 where it has none
    meetings   of a team league: the teams that meet, by number, one for a bye; the pairings are their boards in order
    """

    at: int
    pairings: list[TablePairing]
    ends_open: int = 0
    meetings: list[list[int]] = field(default_factory=list)


class LoggedAction(Struct):
    """What the director or a player did: when, the key of its sentence, and the facts in it."""

    at: int
    key: str
    facts: dict[str, str | int] = {}
