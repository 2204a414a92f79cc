"""What is known of a class."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from ..core.errors import BadInput, Refused
from ..table import names
from .login_secret import LoginSecret
from .moment import Moment
from .question import Question, asked
from .sentences import rude_words, say

PLACES = 40             # pupils who come in by themselves; more wait for the teacher's word
MOST = 100              # pupils of a class
MOST_WAITING = 60       # people before its door
GONE = 180              # seconds without their page, after which a pupil who has done nothing counts no more
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
    active   they have done something here;  seen  when their page last asked while they had not, in such seconds
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
    active: bool = False
    seen: int = 0

    @property
    def way(self) -> LoginSecret:
        return LoginSecret(self.picture, self.word)

    @way.setter
    def way(self, way: LoginSecret) -> None:
        self.picture, self.word = way.picture, way.word


class LessonPlan(Struct):
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
    places   pupils who come in by themselves;  waiting  who came later, until the teacher lets them in
    """

    name: str
    teacher: str
    plan: LessonPlan
    pupils: list[Pupil] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    open: bool = True
    strict: bool = True
    days: int = 14
    plans: dict[str, LessonPlan] = field(default_factory=dict)
    salt: str = ""
    line: str = ""
    said: int = 0
    paused: bool = False
    question: Question | None = None
    asked: int = 0
    places: int = PLACES
    waiting: list[Pupil] = field(default_factory=list)

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
            # Of two in the same second the first still comes first.
            pupil.called = pupil.called or max([now, *(one.called + 1 for one in self.pupils)])

    def called(self, name: str) -> Pupil | None:
        """The pupil of that name, in the class or waiting before it, however its letters are cased and typed.

        A name that is only alike is another's.
        """
        identity = names.name_identity(name)
        return next((one for one in (*self.pupils, *self.waiting) if names.name_identity(one.name) == identity), None)

    def of(self, key: str) -> Pupil | None:
        """Who somebody is in this class."""
        return next((pupil for pupil in self.pupils if pupil.key == key), None)

    def waits(self, key: str) -> Pupil | None:
        """Who somebody is before the door of this class."""
        return next((one for one in self.waiting if one.key == key), None)

    def is_idle(self, pupil: Pupil) -> bool:
        """Has this pupil done nothing here yet?"""
        return not pupil.active and not any(pupil.name in one.seats for round in self.rounds for one in round.tables)

    def admit(self, name: str, now: int) -> Pupil:
        """The teacher lets somebody in who waits.  Raises BadInput."""
        pupil = next((one for one in self.waiting if one.name == name), None)
        if pupil is None:
            raise BadInput(say("no.pupil", name=name[:names.LONGEST]))
        if len(self.pupils) >= MOST:
            raise BadInput(say("no.full", most=MOST))
        self.waiting.remove(pupil)
        self.pupils.append(pupil)
        self.places = max(self.places, len(self.pupils))
        pupil.seen = now
        return pupil

    def sitting(self, code: str) -> Sitting | None:
        """A table of the round that goes on."""
        return next((one for one in self.round.tables if one.code == code), None) if self.round else None


def join(classroom: Classroom, key: str, name: str, way: LoginSecret, now: int) -> tuple[Pupil, str]:
    """Somebody comes in, or comes back at another device: with the key that had their seat before, "" for none.

    Where the class is full they wait: `of` does not know them then.

    Raises BadInput; Refused where the picture or the word is another one.
    """
    known = classroom.of(key)
    if known is not None:
        return known, ""
    name = names.clean_name(name)
    same = classroom.called(name)
    if same is not None:
        if same.way == LoginSecret():                           # the teacher lets them choose anew
            same.way = way
        elif not same.way.leads(way):
            raise Refused(say("no.other", name=same.name))
        before, same.key, same.seen = same.key, key, now
        classroom.waiting = [one for one in classroom.waiting if one is same or one.key != key]
        return same, before if same in classroom.pupils else ""
    check_newcomer(classroom, key, name, now)
    pupil = Pupil(name, key, way.picture, way.word, seen=now)
    classroom.waiting = [one for one in classroom.waiting if one.key != key]
    if not _make_room(classroom.pupils, min(classroom.places, MOST), classroom.lose, classroom.is_idle, now):
        _make_room(classroom.waiting, MOST_WAITING, classroom.waiting.remove, lambda one: True, now)
        classroom.waiting.append(pupil)
    else:
        classroom.pupils.append(pupil)
    return pupil, ""


def check_newcomer(classroom: Classroom, key: str, name: str, now: int) -> None:
    """Raises BadInput where somebody of a new name can neither come in nor wait."""
    if not classroom.open:
        raise BadInput(say("no.closed"))
    if classroom.strict and is_rude(names.clean_name(name)):
        raise BadInput(say("no.name"))
    full = len(classroom.pupils) >= min(classroom.places, MOST)
    free = any(classroom.is_idle(one) and is_gone(one, now) for one in classroom.pupils)
    waiting = [one for one in classroom.waiting if one.key != key and not is_gone(one, now)]
    if full and not free and len(waiting) >= MOST_WAITING:
        raise BadInput(say("no.waiting", most=MOST_WAITING))


def is_gone(pupil: Pupil, now: int) -> bool:
    """Has the page of a pupil who has done nothing not asked for a while?"""
    return now - pupil.seen > GONE


def _make_room(some: list[Pupil], most: int, lose: Callable[[Pupil], None], is_idle: Callable[[Pupil], bool],
               now: int) -> bool:
    """Let go of those who came and went, the longest gone first, until one more has room.  Returns whether it has."""
    gone = sorted((one for one in some if is_idle(one) and is_gone(one, now)), key=lambda one: one.seen)
    while len(some) >= most and gone:
        lose(gone.pop(0))
    return len(some) < most


def is_rude(name: str) -> bool:
    """Is a name, or a word of it, one of the worst?  Only whole words: many good names hold a bad one."""
    worst = set(rude_words())
    return any(names.fold_name(part) in worst for part in (name, *name.split()))
