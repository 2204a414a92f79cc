"""Who is at a table and who sits where."""

from dataclasses import dataclass, field

from . import names
from .sentences import refusal, say

PACES = ("quick", "human", "slow")
GUESTS = 60             # the most people that one table knows
TEAM = 8                # the most people that share a seat


@dataclass
class Guest:
    """A person at this table.

    who   their number here;  key  the person's own key, never sent
    role  guest, waiting (to be let in) or removed
    here  how many connections they have;  gone  since when they have none (monotonic seconds)
    calls they ask for the teacher
    """

    who: int
    key: str
    name: str
    role: str = "guest"
    here: int = 0
    gone: float = 0.0
    calls: bool = False


@dataclass
class Chair:
    """A seat.

    kind   person, bot, open, or program: somebody outside the house plays it, who has no name until they have come
    hints  how many were used in this match
    left   who sat here last and stood up: they sit down again without asking
    held   who has held the cards of this hand
    next   who sits down here when the hand is over
    members  who shares the seat with its person, in the order of coming: they are a team
    added  the number that its person adds to the next match, "" for none
    """

    seat: int
    kind: str = "bot"
    who: int | None = None
    name: str = ""
    level: str = ""
    pace: str = "human"
    hints: int = 0
    left: int | None = None
    held: list[int] = field(default_factory=list)
    next: int | None = None
    added: str = ""
    members: list[int] = field(default_factory=list)

    @property
    def people(self) -> list[int]:
        """Everybody who may act for this seat."""
        return [] if self.who is None else [self.who, *self.members]

    def replace(self, old: int, new: int) -> None:
        """A person of this seat goes on under another number, which may be in its team already."""
        people = list(dict.fromkeys(new if who == old else who for who in self.people))
        self.who, self.members = people[0], people[1:]


@dataclass
class Lobby:
    """The people and the chairs of a table.  Raises Refused for what is not possible."""

    chairs: list[Chair] = field(default_factory=list)
    guests: dict[int, Guest] = field(default_factory=dict)
    asking: dict[int, int | None] = field(default_factory=dict)     # who -> the seat they ask for
    host: int = 0
    locked: bool = False
    met: int = 0                                        # the highest number that somebody was ever given

    def guest(self, key: str) -> Guest | None:
        return next((guest for guest in self.guests.values() if guest.key == key), None)

    def enter(self, key: str, name: str, now: float = 0.0) -> Guest:
        """A person comes to the table: the guest they are, or a new one.  Raises Refused when it is full."""
        known = self.guest(key)
        if known:
            return known
        self._make_room(now)
        self.met = max(self.met, *self.guests, 0) + 1
        guest = Guest(self.met, key, self.distinct_name(name))
        if self.locked:
            guest.role = "waiting"
            self.asking[guest.who] = None
        self.guests[guest.who] = guest
        self.host = self.host or guest.who
        return guest

    def distinct_name(self, name: str, who: int | None = None) -> str:
        """The name as it is shown here: numbered where another person is called so, or looks as if they were."""
        taken = [guest.name for guest in self.guests.values() if guest.who != who and guest.role != "removed"]
        taken += [chair.name for chair in self.chairs if chair.kind == "person" and chair.who != who]
        return names.make_distinct(name, taken)

    def _make_room(self, now: float) -> None:
        """Forget whoever has been gone longest when it is full.  Those removed are remembered beside the others."""
        removed = [guest.who for guest in self.guests.values() if guest.role == "removed"]
        if len(removed) > GUESTS:
            self.forget(min(removed))
        if len(self.guests) - len(removed) < GUESTS:
            return
        gone = [guest for guest in self.guests.values() if guest.role != "removed" and not guest.here
                and guest.who != self.host and not self.seats_of(guest.who)]
        if not gone:
            raise refusal("full", most=GUESTS)
        self.forget(min(gone, key=lambda guest: (guest.gone, guest.who)).who)

    def forget(self, who: int) -> None:
        """Somebody who holds no seat is no longer known."""
        self.let_go(who)
        del self.guests[who]

    def let_go(self, who: int) -> None:
        """Nothing is kept for somebody any more, and they ask for nothing."""
        self.asking.pop(who, None)
        for chair in self.chairs:
            chair.left = None if chair.left == who else chair.left
            chair.next = None if chair.next == who else chair.next

    def left_by(self, who: int) -> list[int]:
        """The seats that somebody has left and can take back."""
        return [chair.seat for chair in self.chairs if chair.left == who and chair.kind in ("bot", "open")]

    def seats_of(self, who: int) -> list[int]:
        return [chair.seat for chair in self.chairs if who in chair.people]

    def names(self) -> list[str]:
        return [self.name(chair) for chair in self.chairs]

    def name(self, chair: Chair) -> str:
        """What a seat is called, in the language that is spoken: a team is that of its first member."""
        return say("names.team", name=chair.name) if chair.members else chair.name

    def find_vacant_seat(self, but: int | None = None) -> int | None:
        """The seat for a newcomer: an open one, else one that a bot holds; not `but`, which is not for everybody."""
        for kind in ("open", "bot"):
            for chair in self.chairs:
                if chair.kind == kind and chair.seat != but:
                    return chair.seat
        return None

    def sit(self, guest: Guest, seat: int, name: str | None = None) -> None:
        """Take a seat that no person holds."""
        chair = self.free_to_take(seat)
        chair.kind, chair.who, chair.name = "person", guest.who, name or guest.name
        if guest.who not in chair.held:
            chair.held.append(guest.who)
        self.let_go(guest.who)
        chair.left, chair.added = None, ""

    def join(self, guest: Guest, seat: int) -> None:
        """Come into the team of a seat that a person holds."""
        chair = self.chair(seat)
        chair.members.append(guest.who)
        if guest.who not in chair.held:
            chair.held.append(guest.who)
        self.let_go(guest.who)

    def leave_team(self, who: int, seat: int) -> None:
        """Leave a seat to the others of its team; its first member leaves it to the next."""
        chair = self.chair(seat)
        chair.who, *chair.members = (one for one in chair.people if one != who)
        chair.name = self.guests[chair.who].name

    def free_to_take(self, seat: int) -> Chair:
        """The chair of a seat that a person may take."""
        chair = self.chair(seat)
        if chair.kind == "person":
            raise refusal("taken", name=chair.name)
        if chair.kind == "program":
            raise refusal("program")
        return chair

    def give_to_bot(self, seat: int, bot: str, level: str) -> None:
        """Give a seat to a bot of that name and level."""
        chair = self.chair(seat)
        chair.left, chair.added = chair.who, ""
        chair.kind, chair.who, chair.name, chair.level = "bot", None, bot, level

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise refusal("seat", seat=seat, last=len(self.chairs) - 1)
        return self.chairs[seat]

    def note_deal(self) -> None:
        """A hand begins: its cards are held by who sits there now."""
        for chair in self.chairs:
            chair.held = chair.people

    @property
    def programs(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.kind == "program"]

    def is_present(self, who: int | None) -> bool:
        return who in self.guests and self.guests[who].here > 0

    def is_anybody_present(self, chair: Chair) -> bool:
        """Is anybody connected who may act for this seat?"""
        return any(self.is_present(who) for who in chair.people)

    def is_away(self, chair: Chair, now: float, grace: float) -> bool:
        """Does a bot play this seat because all its people have been gone for `grace` seconds?"""
        if chair.kind != "person" or self.is_anybody_present(chair):
            return False
        return all(now >= self.guests[who].gone + grace for who in chair.people if who in self.guests)

    def next_host(self) -> int | None:
        """Who takes the host's chair when the host is gone: somebody here, seated people first."""
        here = [guest.who for guest in self.guests.values() if guest.here and guest.role == "guest"]
        seated = [who for who in here if self.seats_of(who)]
        return min(seated or here, default=None)
