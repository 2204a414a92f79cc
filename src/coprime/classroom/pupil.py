"""A pupil of a class, and what they do where there is no table."""

from msgspec import Struct, field

from .login_secret import LoginSecret


class SoloActivity(Struct):
    """What a pupil does alone, as their page reports.

    what  "lessons" or "puzzles";  at  the lesson by its name, or the puzzle by its number; "" between two
    done  how many of them they have done;  since  when it was reported, in seconds of the epoch
    """

    what: str
    game: str
    at: str = ""
    done: int = 0
    since: int = 0


class SoloCount(Struct):
    """How many lessons or puzzles of a game a pupil has done with the class.

    last  what their device reported last: it counts those before the class, too
    """

    what: str
    game: str
    last: int
    n: int = 0


class Pupil(Struct):
    """A pupil of the class.

    key      the key of their person, never sent
    picture, word  their secret to come back with at another device; see `LoginSecret`
    level    1 to 3, shown to the teacher alone
    factors  that are printed on cards at their screen, one of FACTOR_CHOICES; "" as at their table
    table    the code of their table, "" for none
    doing    what they do where there is no table;  solo  what they have done there
    called   since when they call their teacher, in seconds of the epoch; 0 while they do not
    active   they have done something here;  seen  when their page last asked while they had not, in seconds of the
    epoch
    approved    the wall may show their name
    salt_name   the name that salts their word, where the teacher has renamed them since; "" for `name`
    """

    name: str
    key: str
    picture: str
    word: str = ""
    level: int = 2
    factors: str = ""
    table: str = ""
    doing: SoloActivity | None = None
    called: int = 0
    active: bool = False
    seen: int = 0
    approved: bool = True
    salt_name: str = ""
    solo: list[SoloCount] = field(default_factory=list)

    @property
    def salted_name(self) -> str:
        """The name that salts the pupil's word."""
        return self.salt_name or self.name

    @property
    def login_secret(self) -> LoginSecret:
        """The secret by which the pupil comes back: a picture or a hashed word."""
        return LoginSecret(self.picture, self.word)

    @login_secret.setter
    def login_secret(self, way: LoginSecret) -> None:
        self.picture, self.word = way.picture, way.word
