"""The state of a class."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from ..core.errors import BadInput
from ..core.text_normalization import to_one_line
from ..table import player_names
from .moment_question import MomentQuestion
from .pupil import Pupil, SoloActivity, SoloCount
from .question import Question, make_number_question
from .sentences import say

DEFAULT_PLACES = 40             # pupils who come in by themselves; more wait for the teacher's word
MOST_PUPILS = 100              # pupils of a class
LONGEST_LINE = 300      # characters of a line to all
LEVELS = (1, 2, 3)
FACTOR_CHOICES = ("", "shown", "primes", "hidden")
ACTIVITIES = ("game", "lessons", "puzzles")
GROUPING_WAYS = ("chance", "level", "hand")
MOST_REPLAYS = 2000             # of its tables, the newest
MOST_DONE_AT_ONCE = 10          # lessons or puzzles between two reports of a page
KEPT_DAYS_RANGE = (1, 90)


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


class ClassTable(Struct):
    """A table of a round: its code, the seat of each pupil who ever sat there, by name, and their level."""

    code: str
    seats: dict[str, int]
    level: int = 0


class Round(Struct):
    """A round: its game, its tables, the number of its deal (0 where each has its own), and whether it goes on."""

    game: str
    tables: list[ClassTable]
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
    listed   the names of the class list, which pupils choose among
    replays  the ids of replays of its tables, which go with the class
    reached  when another device opened the page of the class last, in seconds of the epoch; 0 for never
    approval  the wall shows a name that was typed only once the teacher has approved it
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
    places: int = DEFAULT_PLACES
    waiting: list[Pupil] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    approval: bool = True
    reached: int = 0
    replays: list[str] = field(default_factory=list)

    @property
    def current_round(self) -> Round | None:
        """The round that is running, or None."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].on else None

    def note_activity(self, pupil: Pupil, activity: SoloActivity) -> None:
        """Note what a pupil does where there is no table, and count what they have done since the last time."""
        if self.current_round is None or self.plan.what == "game":
            return
        pupil.doing, pupil.active = activity, True
        count = next((one for one in pupil.solo if (one.what, one.game) == (activity.what, activity.game)), None)
        if count is None:
            pupil.solo.append(SoloCount(activity.what, activity.game, activity.done))
            return
        # Another device knows of fewer.
        count.n += min(max(0, activity.done - count.last), MOST_DONE_AT_ONCE)
        count.last = activity.done

    def clear_activity(self) -> None:
        """Clear the announcement, the pause, and what pupils do alone: a round begins or ends."""
        self.line, self.paused = "", False
        for pupil in self.pupils:
            pupil.doing, pupil.called = None, 0

    def note_replay(self, id: str) -> None:
        """Note that a match of a table of the class was kept as a replay."""
        self.replays = [*self.replays[1 - MOST_REPLAYS:], id]

    def end_round(self) -> None:
        """End the running round; nobody has a table any more."""
        if self.current_round is not None:
            self.current_round.on = False
        self.clear_activity()
        for pupil in self.pupils:
            pupil.table = ""

    def set_announcement(self, text: str) -> None:
        """Set the line that all pupils read; an empty one removes it. Raises BadInput."""
        line = to_one_line(text)
        if len(line) > LONGEST_LINE:
            raise BadInput(say("no.line", longest=LONGEST_LINE))
        self.line, self.said = line, self.said + 1

    def ask_question(self, subject: int | MomentQuestion) -> None:
        """Ask everybody about a number or a moment, in place of the question before. Raises BadInput."""
        n = self.asked + 1
        self.question = Question(n, moment=subject) if isinstance(subject,
                                                                  MomentQuestion) else make_number_question(n, subject)
        self.asked = n

    def get_pupil(self, name: str) -> Pupil:
        """Return the pupil of that name. Raises BadInput for nobody."""
        for pupil in self.pupils:
            if pupil.name == name:
                return pupil
        raise BadInput(say("no.pupil", name=name[:player_names.LONGEST_NAME]))

    def remove_pupil(self, pupil: Pupil) -> None:
        """Remove a pupil with their answers, and a question about a moment that names them."""
        self.pupils.remove(pupil)
        if self.question is not None:
            self.question.answers.pop(pupil.name, None)
            if self.question.moment and pupil.name in self.question.moment.names:
                self.question = None

    def rename_pupil(self, pupil: Pupil, name: str) -> None:
        """Rename a pupil, whose new name is approved. Raises BadInput where it is somebody else's.

        A question about a moment that names them ends.
        """
        name = self.find_listed(name) or player_names.clean_name(name)
        if self.find_by_name(name) not in (None, pupil):
            raise BadInput(say("no.taken", name=name))
        before, pupil.name, pupil.approved = pupil.name, name, True
        # The word was hashed with the name of then, and nobody can read it to hash it anew.
        pupil.salt_name = pupil.salt_name or before
        for table in (one for round in self.rounds for one in round.tables):
            table.seats = {name if one == before else one: seat for one, seat in table.seats.items()}
        if self.question is not None:
            answers = self.question.answers
            self.question.answers = {name if one == before else one: choice for one, choice in answers.items()}
            if self.question.moment and before in self.question.moment.names:
                self.question = None

    def set_class_list(self, listed: Sequence[str]) -> None:
        """Set the class list, whose names are approved; there are places for all of them. Raises BadInput."""
        listed = [player_names.clean_name(name) for name in listed]
        if len(listed) > MOST_PUPILS:
            raise BadInput(say("no.full", most=MOST_PUPILS))
        identities = [player_names.name_identity(name) for name in listed]
        for name, identity in zip(listed, identities, strict=True):
            if identities.count(identity) > 1:
                raise BadInput(say("no.listed", name=name))
        self.listed, self.places = listed, max(self.places, len(listed))
        for pupil in (*self.pupils, *self.waiting):
            pupil.approved = pupil.approved or self.find_listed(pupil.name) is not None

    def find_listed(self, name: str) -> str | None:
        """Return a name as the class list has it, or None."""
        identity = player_names.name_identity(name)
        return next((one for one in self.listed if player_names.name_identity(one) == identity), None)

    def free_names(self) -> list[str]:
        """Return the names of the class list under which nobody has come yet."""
        taken = {player_names.name_identity(one.name) for one in (*self.pupils, *self.waiting)}
        return [name for name in self.listed if player_names.name_identity(name) not in taken]

    def note_call(self, pupil: Pupil, on: bool, now: int) -> None:
        """Note that a pupil calls their teacher, or no longer, while the class does lessons or puzzles.

        Calls at a table are noted there.
        """
        if not on:
            pupil.called = 0
        elif self.current_round is not None and self.plan.what != "game":
            # Of two in the same second the first still comes first.
            pupil.called = pupil.called or max([now, *(one.called + 1 for one in self.pupils)])

    def find_by_name(self, name: str) -> Pupil | None:
        """Return the pupil of that name, in the class or waiting, however its letters are cased and typed.

        A name that is merely similar is another one.
        """
        identity = player_names.name_identity(name)
        return next((one for one in (*self.pupils, *self.waiting) if player_names.name_identity(one.name) == identity),
                    None)

    def find_pupil(self, key: str) -> Pupil | None:
        """Return the pupil with a person's key, or None."""
        return next((pupil for pupil in self.pupils if pupil.key == key), None)

    def find_waiting_pupil(self, key: str) -> Pupil | None:
        """Return who waits to be let in with that key, or None."""
        return next((one for one in self.waiting if one.key == key), None)

    def is_idle(self, pupil: Pupil) -> bool:
        """Tell whether a pupil has done nothing here yet."""
        return not pupil.active and not any(pupil.name in one.seats for round in self.rounds for one in round.tables)

    def admit_pupil(self, name: str, now: int) -> Pupil:
        """Let a waiting person in. Raises BadInput."""
        pupil = next((one for one in self.waiting if one.name == name), None)
        if pupil is None:
            raise BadInput(say("no.pupil", name=name[:player_names.LONGEST_NAME]))
        if len(self.pupils) >= MOST_PUPILS:
            raise BadInput(say("no.full", most=MOST_PUPILS))
        self.waiting.remove(pupil)
        self.pupils.append(pupil)
        self.places = max(self.places, len(self.pupils))
        pupil.seen = now
        return pupil

    def find_table(self, code: str) -> ClassTable | None:
        """Return a table of the running round by its code, or None."""
        return next((one for one in self.current_round.tables if one.code == code),
                    None) if self.current_round else None
