"""The state of a tournament, and the changes that its director and its players make."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from ..core.text_normalization import to_one_line
from ..table import player_names
from ..table.pairing_outcome import is_decided
from .pairing import circle_rounds, usual_rounds
from .sentences import say, wrong
from .tournament_types import ArenaScore, LoggedAction, Player, TablePairing, Team, TournamentRound

FORMATS = ("swiss", "round_robin", "knockout", "arena", "team_league")
WINS_RANGE = (1, 9)
MOST_ROUNDS = 30
MOST_PLAYERS = 128
MOST_ARENA_PLAYERS = 250
MINUTES_RANGE = (5, 180)        # of an arena
MINUTE_SECONDS = 60
GRACE_SECONDS = 300             # after the time of an arena, in which running games still count
MOST_WAITING = 60
MOST_BOTS_AT_ONCE = 32
MOST_LOG_LINES = 500
LONGEST_REASON = 120
KEPT_DAYS = 30                  # days without a change after which a tournament is forgotten


class Tournament(Struct):
    """A tournament as it is kept.

    director  the key of whoever opened it
    game, options, preset  what is played at every table
    planned   rounds of a Swiss tournament; 0 until the first one is paired, for as many as are usual
    wins      won games that decide a pairing
    minutes, made, scores  of an arena, which has one round with the running pairings: its time, how many pairings there
              have been, and what players have from those that are over, by number
    entry     people may enter;  approval  the director lets each in
    rated     its pairings count for the ratings of the people in it
    drawn     the numbers of the players in the order in which the first round found them; of the teams in a team league
    round_minutes  how long a round may last from the next one on; 0 for as long as it takes
    notice    what the director has written to everybody, "" for nothing
    boards, double, teams  of a team league: how many players of a team play in a round, whether teams meet twice
    """

    name: str
    director: str
    game: str
    options: dict[str, Any]
    preset: str | None
    format: str
    planned: int = 0
    wins: int = 1
    minutes: int = 0
    entry: bool = True
    approval: bool = False
    over: bool = False
    rated: bool = False
    players: list[Player] = field(default_factory=list)
    waiting: list[Player] = field(default_factory=list)
    rounds: list[TournamentRound] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    log: list[LoggedAction] = field(default_factory=list)
    made: int = 0
    scores: dict[int, ArenaScore] = field(default_factory=dict)
    round_minutes: int = 0
    notice: str = ""
    boards: int = 0
    double: bool = False
    teams: list[Team] = field(default_factory=list)

    # What it is.

    @property
    def state(self) -> str:
        """One of "entry", "running" and "over"."""
        return "over" if self.over else "running" if self.rounds else "entry"

    @property
    def total_rounds(self) -> int:
        """How many rounds it has; 0 while that is not known."""
        if self.is_arena:
            return 1
        if self.format == "swiss":
            return self.planned
        if not self.drawn:
            return 0
        if self.format == "knockout":
            return usual_rounds(len(self.drawn))
        return len(circle_rounds(self.drawn)) * (2 if self.double else 1)

    @property
    def is_arena(self) -> bool:
        """Tell whether people are paired one by one, for a time."""
        return self.format == "arena"

    @property
    def is_league(self) -> bool:
        """Tell whether teams meet, at as many boards as there are."""
        return self.format == "team_league"

    @property
    def ends_at(self) -> int:
        """When the time of an arena is over, in seconds of the epoch; 0 before it has begun, and of other forms."""
        return self.rounds[0].at + MINUTE_SECONDS * self.minutes if self.rounds and self.is_arena else 0

    @property
    def most_players(self) -> int:
        """How many may play."""
        return MOST_ARENA_PLAYERS if self.is_arena else MOST_PLAYERS

    @property
    def must_decide(self) -> bool:
        """Tell whether a pairing needs a winner."""
        return self.format == "knockout"

    def is_done(self, pairing: TablePairing) -> bool:
        """Tell whether a pairing is over."""
        return (len(pairing.players) < 2 or bool(pairing.forfeited) or pairing.corrected is not None or pairing.closed
                or self.is_arena and bool(pairing.games)
                or not self.is_arena and is_decided(pairing.score, self.wins, self.must_decide))

    def open_pairings(self) -> list[TablePairing]:
        """Return the pairings of the last round that are not over."""
        return [one for one in self.rounds[-1].pairings if not self.is_done(one)] if self.rounds else []

    def pairing_of(self, player: Player) -> TablePairing | None:
        """Return a player's pairing of the last round, in an arena the running one, or None."""
        pairings = self.rounds[-1].pairings if self.rounds else []
        return next((one for one in pairings if player.number in one.players), None)

    def why_no_round(self) -> str:
        """Return the sentence that says why no round can be paired now; "" where one can."""
        if self.over:
            return say("no.over")
        if self.is_arena and self.rounds:
            return say("no.itself")
        if unfinished := len(self.open_pairings()):
            return say("no.unfinished", n=unfinished)
        if self.rounds and len(self.rounds) >= self.total_rounds:
            return say("no.allplayed")
        if self.is_league and sum(not one.withdrawn for one in self.teams) < 2:
            return say("no.fewteams")
        if sum(one.is_active for one in self.players) < 2:
            return say("no.few")
        return ""

    # Its people.

    def player(self, number: int) -> Player:
        """Return the player of a number."""
        return self.players[number - 1]

    def find_player(self, key: str) -> Player | None:
        """Return the player with a person's key, or None."""
        return next((one for one in self.players if key and one.key == key), None)

    def find_waiting(self, key: str) -> Player | None:
        """Return who waits to be let in with that key, or None."""
        return next((one for one in self.waiting if one.key == key), None)

    def find_by_name(self, name: str) -> Player | None:
        """Return who has a name, in the tournament or waiting, however its letters are cased and typed."""
        identity = player_names.name_identity(name)
        return next((one for one in (*self.players, *self.waiting)
                     if player_names.name_identity(one.name) == identity), None)

    def require_player(self, name: str) -> Player:
        """Return the player of a name. Raises BadInput for nobody."""
        found = self.find_by_name(name)
        if found is None or found not in self.players:
            raise wrong("nobody", name=name[:player_names.LONGEST_NAME])
        return found

    def enter(self, key: str, name: str, now: int) -> Player:
        """Let a person in under a name, or have them wait; whoever is in already stays as they are.

        A name of the list belongs to the first person who enters with it. Raises BadInput.
        """
        known = self.find_player(key) or self.find_waiting(key)
        if known is not None:
            return known
        self._check_entry(now)
        if not self.entry:
            raise wrong("closed")
        name = player_names.clean_name(name)
        found = self.find_by_name(name)
        if found is not None and not found.has_entered:
            found.key, found.seen = key, now
            self._note_first_round(found, now)
            return found
        if found is not None:
            raise wrong("taken", name=found.name)
        if self.approval:
            if len(self.waiting) >= MOST_WAITING:
                raise wrong("waiting", most=MOST_WAITING)
            self.waiting.append(Player(0, name, key, seen=now))
            return self.waiting[-1]
        return self._add_player(name, key, "", now)

    def add_names(self, names: Sequence[str]) -> None:
        """Add names to the list, which people then take by entering. Raises BadInput for one that is there."""
        self._check_entry()
        for name in map(player_names.clean_name, names):
            if (found := self.find_by_name(name)) is not None:
                raise wrong("listed" if found in self.players and not found.has_entered else "taken", name=found.name)
            self._add_player(name, "", "", 0)

    def add_bot(self, name: str, level: str, now: int) -> Player:
        """Add a bot as a player. Raises BadInput."""
        self._check_entry(now)
        return self._add_player(name, "", level, now)

    def admit(self, names: Sequence[str] | None, yes: bool, now: int) -> None:
        """Let waiting people in, or send them away: by name, all by default. Raises BadInput."""
        wanted = [one.name for one in self.waiting] if names is None else list(names)
        for name in wanted:
            one = next((one for one in self.waiting if one.name == name), None)
            if one is None:
                raise wrong("nobody", name=name[:player_names.LONGEST_NAME])
            if yes:
                self._check_entry()
                self._add_player(one.name, one.key, "", now)
            self.waiting.remove(one)

    def _check_entry(self, now: int = 0) -> None:
        if self.over:
            raise wrong("over")
        if self.is_arena and self.rounds and now >= self.ends_at:
            raise wrong("timeover")
        if self.rounds and self.format not in ("swiss", "arena", "team_league"):
            raise wrong("late")

    def _add_player(self, name: str, key: str, bot: str, now: int) -> Player:
        if len(self.players) >= self.most_players:
            raise wrong("full", most=self.most_players)
        self.players.append(Player(len(self.players) + 1, name, key, bot, seen=now))
        if key or bot:
            self._note_first_round(self.players[-1], now)
        return self.players[-1]

    def _note_first_round(self, player: Player, now: int) -> None:
        player.from_round = len(self.rounds) + 1
        if self.rounds and not self.is_arena:
            self.note(now, "late", name=player.name, round=player.from_round)

    def withdraw(self, name: str, now: int) -> TablePairing | None:
        """Withdraw a player. Returns the pairing that they lose by that, or None. Raises BadInput."""
        player = self.require_player(name)
        if self.over:
            raise wrong("over")
        if player.withdrawn:
            raise wrong("withdrawn", name=player.name)
        player.withdrawn = True
        self.note(now, "withdrew", name=player.name)
        pairing = self.pairing_of(player)
        if pairing is None or self.is_done(pairing):
            return None
        pairing.forfeited.append(player.number)
        return pairing

    def readmit(self, name: str, now: int) -> None:
        """Let a player who has withdrawn play again, from the next round. Raises BadInput."""
        player = self.require_player(name)
        if self.over:
            raise wrong("over")
        if not player.withdrawn:
            raise wrong("stays", name=player.name)
        if self.rounds and self.format == "knockout":
            raise wrong("out")
        player.withdrawn, player.from_round = False, len(self.rounds) + 1
        if self.is_arena:
            self.note(now, "readmitted", name=player.name)
        else:
            self.note(now, "returned", name=player.name, round=player.from_round)

    # What its director decides.

    def change_length(self, planned: int | None, wins: int | None) -> None:
        """Change the number of rounds and of won games that decide a pairing; None leaves one as it is.

        Raises BadInput.
        """
        if (planned is not None or wins is not None) and self.rounds:
            raise wrong("begun")
        if planned is not None:
            if not 0 <= planned <= MOST_ROUNDS:
                raise wrong("rounds", most=MOST_ROUNDS)
            if planned and self.format != "swiss":
                raise wrong("onlyswiss")
            self.planned = planned
        if wins is not None and self.is_arena:
            if wins != 1:
                raise wrong("onegame")
        elif wins is not None:
            if not WINS_RANGE[0] <= wins <= WINS_RANGE[1]:
                raise wrong("wins", fewest=WINS_RANGE[0], most=WINS_RANGE[1])
            self.wins = wins

    def change_minutes(self, minutes: int) -> None:
        """Change how long an arena is. Raises BadInput."""
        if not self.is_arena:
            raise wrong("onlyarena")
        if self.rounds:
            raise wrong("started")
        if not MINUTES_RANGE[0] <= minutes <= MINUTES_RANGE[1]:
            raise wrong("minutes", fewest=MINUTES_RANGE[0], most=MINUTES_RANGE[1])
        self.minutes = minutes

    def substitute_bot(self, table: int, player_name: str, now: int) -> tuple[TablePairing, Player]:
        """Let a bot play for the named player at a table of the running round. Raises BadInput."""
        player = self.require_player(player_name)
        pairing = next((one for one in self.open_pairings() if one.table == table and player.number in one.players),
                       None)
        if pairing is None or self.over:
            raise wrong("running", name=player.name)
        if self.is_arena:
            raise wrong("comeslate")
        if player.bot or player.number in pairing.substituted:
            raise wrong("isbot", name=player.name)
        pairing.substituted.append(player.number)
        self.note(now, "substituted", name=player.name, table=table)
        return pairing, player

    def correct(self, round_number: int, table: int, score: Sequence[float], reason: str, now: int) -> TablePairing:
        """Set the won games of a pairing, with a line in the log. Raises BadInput."""
        rounds = self.rounds[round_number - 1:round_number] if round_number > 0 else []
        pairing = next((one for found in rounds for one in found.pairings if one.table == table), None)
        if pairing is None or len(pairing.players) < 2:
            raise wrong("table", round=round_number, table=table)
        self.correct_pairing(round_number, pairing, score, reason, now)
        return pairing

    def correct_pairing(self, round_number: int, pairing: TablePairing, score: Sequence[float], reason: str,
                        now: int) -> None:
        """Set the won games of a pairing of a round, with a line in the log. Raises BadInput."""
        table = pairing.table
        if len(score) != 2 or not all(0 <= one <= WINS_RANGE[1] and 2 * one == int(2 * one) for one in score):
            raise wrong("score", most=WINS_RANGE[1])
        if self.is_arena and sum(score) not in (0, 1):
            raise wrong("onescore")
        reason = to_one_line(reason)
        if not 1 <= len(reason) <= LONGEST_REASON:
            raise wrong("reason", longest=LONGEST_REASON)
        before, winner = pairing.score, pairing.winner
        if self.must_decide and score[0] == score[1]:
            raise wrong("knockout")
        changed = TablePairing(table, pairing.players, corrected=list(score))
        if self.must_decide and round_number < len(self.rounds) and changed.winner != winner:
            raise wrong("decided", table=table)
        pairing.corrected = list(score)
        one, other = (self.player(number).name for number in pairing.players)
        facts: dict[str, str | int] = {} if self.is_arena else {"round": round_number}
        self.note(now, "setright" if self.is_arena else "corrected", table=table, one=one, other=other, reason=reason,
                  before=score_text(before), after=score_text(score), **facts)

    def end(self, now: int) -> list[TablePairing]:
        """End the tournament. Returns the pairings that were not decided: won games count, running ones do not.

        Raises BadInput.
        """
        if self.over:
            raise wrong("over")
        unfinished = self.open_pairings()
        for one in unfinished:
            one.closed = True
        self.over, self.entry, self.waiting = True, False, []
        self.note(now, "ended")
        return unfinished

    def note(self, now: int, key: str, **facts: str | int) -> None:
        """Add a line to the log."""
        self.log = [*self.log[1 - MOST_LOG_LINES:], LoggedAction(now, key, facts)]

    def replace_key(self, old: str, new: str) -> None:
        """Let a player go on under another key, used at another device, unless somebody else plays under that."""
        player = self.find_player(old)
        if player is not None and self.find_player(new) is None:
            player.key = new

    def forget_person(self, key: str, nobody: str) -> bool:
        """Forget who a player was: they are called `nobody` and have withdrawn. Returns whether they were here."""
        before = len(self.waiting)
        self.waiting = [one for one in self.waiting if one.key != key]
        player = self.find_player(key)
        if player is None:
            return len(self.waiting) != before
        old, player.key, player.withdrawn = player.name, "", True
        player.name = player_names.make_distinct(nobody, [one.name for one in self.players if one is not player])
        for line in self.log:
            line.facts = {name: player.name if fact == old else fact for name, fact in line.facts.items()}
        pairing = self.pairing_of(player)
        if pairing is not None and not self.is_done(pairing):
            pairing.forfeited.append(player.number)
        return True


def score_text(score: Sequence[float]) -> str:
    """Won games as they are written: "2 : 1½"."""
    return " : ".join(number_text(one) for one in score)


def number_text(number: float) -> str:
    """A number of halves as it is written: "1½"."""
    whole = int(number)
    return f"{whole or ''}½" if number != whole else str(whole)


def parse_names(names: Sequence[str], most: int = MOST_PLAYERS) -> list[str]:
    """Return names of a pasted list, without empty lines. Raises BadInput for too many, and for no name."""
    found = [name for name in names if name.strip()]
    if len(found) > most:
        raise wrong("full", most=most)
    return [player_names.clean_name(name) for name in found]
