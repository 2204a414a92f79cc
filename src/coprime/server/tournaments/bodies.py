"""The bodies, queries and small answers of the endpoints of tournaments."""

from typing import Any

from msgspec import Struct


class NewTournament(Struct):
    """A new tournament; `rounds` of a Swiss one, 0 for as many as are usual, and `wins` that decide a pairing.

    `minutes` of an arena, 0 for an hour; `round_minutes` that a round of the other forms may last, 0 for any time.
    `boards` of a team league, 0 for four, and whether its teams meet twice.
    """

    name: str
    game: str
    options: dict[str, Any] = {}
    preset: str = ""
    format: str = "swiss"
    rounds: int = 0
    wins: int = 1
    minutes: int = 0
    round_minutes: int = 0
    rated: bool = False
    boards: int = 0
    double: bool = False


class TournamentCode(Struct):
    """The code of a tournament."""

    code: str


class ReaderQuery(Struct):
    """What a page that asks for a tournament says of itself.

    waits  1: it is a player's of an arena who waits for an opponent, and somebody looks at it
    hold   seconds for which the answer may be held back then, until there is a table
    known  the version that it has, "" for none
    """

    waits: int = 0
    hold: float = 0
    known: str = ""


class EntryBody(Struct):
    """The name under which somebody enters."""

    name: Any


class EntryAnswer(Struct):
    """The name under which somebody has entered, and whether they wait to be let in."""

    name: str
    waiting: bool


class TournamentSettings(Struct):
    """Changes that the director makes; None leaves a field as it is."""

    name: str | None = None
    entry: bool | None = None
    approval: bool | None = None
    rounds: int | None = None
    wins: int | None = None
    minutes: int | None = None
    round_minutes: int | None = None
    boards: int | None = None
    double: bool | None = None


class NamesBody(Struct):
    """The names of a pasted list."""

    names: list[str]


class AdmitBody(Struct):
    """Which waiting people are let in, or sent away: by name, all by default."""

    yes: bool = True
    names: list[str] | None = None


class BotsBody(Struct):
    """How many bots of a level fill in; in a team league into which team, "" for all boards that have nobody."""

    level: str
    count: int = 1
    team: str = ""


class PlayerName(Struct):
    """A player by name."""

    name: str


class PairingBody(Struct):
    """`empty`: in a team league, boards that a team has no player for stay empty and are lost."""

    empty: bool = False


class TeamBody(Struct):
    """Changes of a team; None leaves something as it is.

    captain  a player by name, "" for nobody;  order  the names of all its players, the first board first
    withdrawn  whether it has;  removed  it is taken out of the list before the first round
    """

    team: str
    name: str | None = None
    captain: str | None = None
    order: list[str] | None = None
    withdrawn: bool | None = None
    removed: bool = False


class MemberBody(Struct):
    """A player by name, and the team in which they play, "" for none."""

    name: str
    team: str


class SittingOutBody(Struct):
    """A player of a team league by name, and whether they sit out from the next round on."""

    name: str
    out: bool


class SubstituteBody(Struct):
    """A player of the running round, by table and name."""

    table: int
    name: str


class ReserveBody(Struct):
    """A player of the running round by table and name, and the reserve who comes in for them."""

    table: int
    name: str
    reserve: str


class CorrectionBody(Struct):
    """The won games of a pairing as they should be, and why."""

    round: int
    table: int
    score: list[float]
    reason: str
