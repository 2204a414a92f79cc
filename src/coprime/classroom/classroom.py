"""What is known of a class."""

from typing import Any

from msgspec import Struct, field

from ..core.faults import BadInput, Refused
from ..table import names
from .moment import Moment
from .question import Question, asked
from .sentences import rude_words, say
from .ways import Way

MOST = 60               # pupils of a class
LONGEST_LINE = 300      # characters of a line to all
LEVELS = (1, 2, 3)
FACTORS = ("", "shown", "primes", "hidden")
PLAYED = ("game", "lessons", "puzzles")
WAYS = ("chance", "level", "hand")
DAYS = (1, 90)


class Doing(Struct):
    """What somebody does by themselves, as their page says.

    at    the lesson by its name, or the puzzle by its number; "" between two
    done  how many of them they have done;  since  when this was told, in seconds of the epoch
    """

    what: str
    game: str
    at: str = ""
    done: int = 0
    since: int = 0


class Pupil(Struct):
    """Somebody of the class.

    key      their person's own, never sent
    picture, word  what only they know, to come back with at another device; see `Way`
    level    1 to 3, told to the teacher alone
    factors  that are printed on cards at their screen, one of FACTORS; "" as at their table
    table  the code of where they play, "" for nowhere
    doing    what they do where there is no table
    called   since when they ask for their teacher there, in seconds of the epoch; 0 while they do not
    """

    name: str
    key: str
    picture: str
    word: str = ""
    level: int = 2
    factors: str = ""
    table: str = ""
    doing: Doing | None = None
    called: int = 0

    @property
    def way(self) -> Way:
        return Way(self.picture, self.word)

    @way.setter
    def way(self, way: Way) -> None:
        self.picture, self.word = way.picture, way.word


class Plan(Struct):
    """What the class does.

    what     a game with each other, or everybody by themselves: the lessons of that game, or its puzzles
    seats    at a table, None as the game has it;  options, preset  of the game
    levels   options by level, over the others, for tables that were put together on purpose: more help for some
    same     the same deal at all tables;  deal  its number, 0 for a new one in every round
    bot      the level of bots in seats that nobody has, "" for the weakest
    by       how pupils are put together: by chance, alike by level, or by hand
    factor   seconds that a second of the game's time takes, 0 without clocks;  hints  they may be asked for
    seated   the teacher has the seat that the rules give to one, at all tables; else bots have it
    """

    game: str
    what: str = "game"
    seats: int | None = None
    options: dict[str, Any] = {}
    preset: str | None = None
    levels: dict[str, dict[str, Any]] = {}
    same: bool = True
    deal: int = 0
    bot: str = ""
    by: str = "chance"
    factor: int = 0
    hints: bool = True
    seated: bool = True


class Sitting(Struct):
    """A table of a round: its code, and the pupils who sat there at any time, by name, with their seats."""

    code: str
    seats: dict[str, int]
    level: int = 0


class Round(Struct):
    """A round: its game, its tables, the number of its deal (0 where each has its own), and whether it goes on."""

    game: str
    tables: list[Sitting]
    deal: int = 0
    on: bool = True


class Classroom(Struct):
    """A class as it is kept.

    teacher  the key of whoever has opened it;  open  newcomers may join;  strict  names go through a filter
    days     after so many without anybody everything is forgotten
    plans    what was planned last for other games, by game
    salt     of the words by which pupils come back
    line     what the teacher has said last to those who are at no table, the `said`th;  paused  they do nothing now
    question  what everybody is asked;  asked  how many questions there have been
    """

    name: str
    teacher: str
    plan: Plan
    pupils: list[Pupil] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    open: bool = True
    strict: bool = True
    days: int = 14
    plans: dict[str, Plan] = field(default_factory=dict)
    salt: str = ""
    line: str = ""
    said: int = 0
    paused: bool = False
    question: Question | None = None
    asked: int = 0

    @property
    def round(self) -> Round | None:
        """The one that goes on."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].on else None

    def hush(self) -> None:
        """A round begins or ends: what was said and done without tables is over."""
        self.line, self.paused = "", False
        for pupil in self.pupils:
            pupil.doing, pupil.called = None, 0

    def end_round(self) -> None:
        """Nobody is at a table any more."""
        if self.round is not None:
            self.round.on = False
        self.hush()
        for pupil in self.pupils:
            pupil.table = ""

    def say(self, text: str) -> None:
        """The teacher says a line to all; an empty one takes it away.  Raises BadInput."""
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if len(line) > LONGEST_LINE:
            raise BadInput(say("no.line", longest=LONGEST_LINE))
        self.line, self.said = line, self.said + 1

    def ask(self, about: int | Moment) -> None:
        """Everybody is asked about a number or a moment, and about nothing else any more.  Raises BadInput."""
        n = self.asked + 1
        self.question = Question(n, moment=about) if isinstance(about, Moment) else asked(n, about)
        self.asked = n

    def pupil(self, name: str) -> Pupil:
        """Raises BadInput."""
        for pupil in self.pupils:
            if pupil.name == name:
                return pupil
        raise BadInput(say("no.pupil", name=name[:names.LONGEST]))

    def lose(self, pupil: Pupil) -> None:
        """A pupil goes, and what they have answered with them."""
        self.pupils.remove(pupil)
        if self.question is not None:
            self.question.answers.pop(pupil.name, None)
            if self.question.moment and pupil.name in self.question.moment.names:
                self.question = None

    def calls(self, pupil: Pupil, on: bool, now: int) -> None:
        """A pupil asks for their teacher, or no longer: where there are no tables, since a table has its own call."""
        if not on:
            pupil.called = 0
        elif self.round is not None and self.plan.what != "game":
            pupil.called = pupil.called or now

    def called(self, name: str) -> Pupil | None:
        """The pupil of that name, however its letters are cased and typed.  A name that is only alike is another's."""
        identity = names.identity(name)
        return next((pupil for pupil in self.pupils if names.identity(pupil.name) == identity), None)

    def of(self, key: str) -> Pupil | None:
        """Who somebody is in this class."""
        return next((pupil for pupil in self.pupils if pupil.key == key), None)

    def sitting(self, code: str) -> Sitting | None:
        """A table of the round that goes on."""
        return next((one for one in self.round.tables if one.code == code), None) if self.round else None


def join(classroom: Classroom, key: str, name: str, way: Way) -> tuple[Pupil, str]:
    """Somebody comes in, or comes back at another device: with the key that had their seat before, "" for none.

    Raises BadInput; Refused where the picture or the word is another one.
    """
    known = classroom.of(key)
    if known is not None:
        return known, ""
    name = names.clean(name)
    same = classroom.called(name)
    if same is not None:
        if same.way == Way():                           # the teacher lets them choose anew
            same.way = way
        elif not same.way.leads(way):
            raise Refused(say("no.other", name=same.name))
        before, same.key = same.key, key
        return same, before
    if not classroom.open:
        raise BadInput(say("no.closed"))
    if len(classroom.pupils) >= MOST:
        raise BadInput(say("no.full", most=MOST))
    if classroom.strict and is_rude(name):
        raise BadInput(say("no.name"))
    classroom.pupils.append(Pupil(name, key, way.picture, way.word))
    return classroom.pupils[-1], ""


def is_rude(name: str) -> bool:
    """Is a name, or a word of it, one of the worst?  Only whole words: many good names hold a bad one."""
    worst = set(rude_words())
    return any(names.folded(part) in worst for part in (name, *name.split()))
