"""Who is at a table and who sits where."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from . import player_names
from .hidden_people import hidden_people
from .sentences import refusal, say

PACES = ("quick", "human", "slow")
MOST_GUESTS = 60             # the most people that one table knows
MOST_IN_TEAM = 8                # the most people that share a seat


@dataclass
class TableGuest:
    """A person at this table.

    who   their number here;  key  the person's own key, never sent
    role  guest, waiting (to be let in) or removed
    here  how many connections they have;  gone  since when they have none (monotonic seconds)
    calls they ask for the teacher
    added_seconds  how much longer than usual they are waited for in this absence
    reacted_at  when they sent their last quick reactions
    """

    who: int
    key: str
    name: str
    role: str = "guest"
    connection_count: int = 0
    gone_since: float = 0.0
    calls_teacher: bool = False
    added_seconds: float = 0.0
    reacted_at: list[float] = field(default_factory=list)

    def grace_end(self, grace: float) -> float:
        """Return when somebody who has no connection will have been gone for good (monotonic seconds)."""
        return self.gone_since + grace + self.added_seconds


@dataclass
class Chair:
    """A seat.

    kind   person, bot, open, or program: an external program plays it; it has no name until that has come
    hints  how many were used in this match
    left   who stood up here last: they may sit down again without asking
    held   who has held the cards of this hand
    next   who sits down here when the hand is over
    members  who shares the seat with its person, in the order of coming: a team
    entrant  the number of the tournament's player whose seat it is, whoever plays there; 0 at other tables
    added  the number that its person adds to the seed of the next match, "" for none
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
    entrant: int = 0

    @property
    def people(self) -> list[int]:
        """Everybody who may act for this seat."""
        return [] if self.who is None else [self.who, *self.members]

    def replace_person(self, old: int, new: int) -> None:
        """A person of this seat goes on under another number, which may be in its team already."""
        people = list(dict.fromkeys(new if who == old else who for who in self.people))
        self.who, self.members = people[0], people[1:]


@dataclass
class Lobby:
    """The people and the chairs of a table.  Raises Refused for what is not possible."""

    chairs: list[Chair] = field(default_factory=list)
    guests: dict[int, TableGuest] = field(default_factory=dict)
    asking: dict[int, int | None] = field(default_factory=dict)     # who -> the seat they ask for
    host: int = 0
    absent_host: int | None = None                      # whose rights the host has until they are back
    locked: bool = False
    met: int = 0                                        # the highest number that somebody was ever given

    def find_guest(self, key: str) -> TableGuest | None:
        """Return the guest with a person's key, or None."""
        return next((guest for guest in self.guests.values() if guest.key == key), None)

    def add_guest(self, key: str, name: str, now: float = 0.0) -> TableGuest:
        """A person comes to the table: the guest they are, or a new one.  Raises Refused when it is full."""
        known = self.find_guest(key)
        if known:
            return known
        self._make_room(now)
        self.met = max(self.met, *self.guests, 0) + 1
        guest = TableGuest(self.met, key, self.distinct_name(name))
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
        return player_names.make_distinct(name, taken)

    def _make_room(self, now: float) -> None:
        """Forget whoever has been gone longest when it is full.  Those removed are remembered beside the others."""
        removed = [guest.who for guest in self.guests.values() if guest.role == "removed"]
        if len(removed) > MOST_GUESTS:
            self.forget_guest(min(removed))
        if len(self.guests) - len(removed) < MOST_GUESTS:
            return
        gone = [guest for guest in self.guests.values() if guest.role != "removed" and not guest.connection_count
                and guest.who != self.host and not self.seats_of(guest.who)]
        if not gone:
            raise refusal("full", most=MOST_GUESTS)
        self.forget_guest(min(gone, key=lambda guest: (guest.gone_since, guest.who)).who)

    def forget_guest(self, who: int) -> None:
        """Remove a guest who holds no seat."""
        self.drop_claims(who)
        del self.guests[who]

    def drop_claims(self, who: int) -> None:
        """Drop the requests and the reserved seats of a person."""
        self.asking.pop(who, None)
        self.absent_host = None if self.absent_host == who else self.absent_host
        for chair in self.chairs:
            chair.left = None if chair.left == who else chair.left
            chair.next = None if chair.next == who else chair.next

    def reclaimable_seats(self, who: int) -> list[int]:
        """Return the seats that a person has left and may take back without asking."""
        return [chair.seat for chair in self.chairs if chair.left == who and chair.kind in ("bot", "open")]

    def seats_of(self, who: int) -> list[int]:
        """Return the seats that a person may act for."""
        return [chair.seat for chair in self.chairs if who in chair.people]

    def seat_names(self) -> list[str]:
        """Return the names by seat in the current language."""
        return [self.seat_name(chair) for chair in self.chairs]

    def seat_name(self, chair: Chair) -> str:
        """What a seat is called for whoever reads: a team is that of its first member, a muted person a player."""
        name = say("names.muted", n=chair.seat + 1) if chair.who in hidden_people() else chair.name
        return say("names.team", name=name) if chair.members else name

    def guest_name(self, who: int | None) -> str:
        """What a guest is called for whoever reads: a muted one a player by their seat, else somebody."""
        if who not in self.guests:
            return say("names.nobody")
        if who not in hidden_people():
            return self.guests[who].name
        return next((say("names.muted", n=seat + 1) for seat in self.seats_of(who)), say("names.nobody"))

    def name_fact(self, who: int) -> Callable[[], str]:
        """Return what says a guest's name of now to whoever reads it later, also when the guest is gone."""
        name = self.guests[who].name
        return lambda: self.guest_name(who) if who in hidden_people() else name

    def seat_fact(self, chair: Chair) -> Callable[[], str]:
        """Return what says the name that a seat has now to whoever reads it later."""
        kept = replace(chair)
        return lambda: self.seat_name(kept)

    def find_vacant_seat(self, excluded: int | None = None) -> int | None:
        """The seat for a newcomer: an open one, else one that a bot holds; not `but`, which is not for everybody."""
        for kind in ("open", "bot"):
            for chair in self.chairs:
                if chair.kind == kind and chair.seat != excluded:
                    return chair.seat
        return None

    def seat_person(self, guest: TableGuest, seat: int, name: str | None = None) -> None:
        """Seat a person on a chair that no person holds. Raises Refused."""
        chair = self.require_free_chair(seat)
        chair.kind, chair.who, chair.name = "person", guest.who, name or guest.name
        if guest.who not in chair.held:
            chair.held.append(guest.who)
        self.drop_claims(guest.who)
        chair.left, chair.added = None, ""

    def join_team(self, guest: TableGuest, seat: int) -> None:
        """Add a person to the team of a seat."""
        chair = self.get_chair(seat)
        chair.members.append(guest.who)
        if guest.who not in chair.held:
            chair.held.append(guest.who)
        self.drop_claims(guest.who)

    def leave_team(self, who: int, seat: int) -> None:
        """Leave a seat to the others of its team; its first member leaves it to the next."""
        chair = self.get_chair(seat)
        chair.who, *chair.members = (one for one in chair.people if one != who)
        chair.name = self.guests[chair.who].name

    def require_free_chair(self, seat: int) -> Chair:
        """The chair of a seat that a person may take."""
        chair = self.get_chair(seat)
        if chair.kind == "person":
            raise refusal("taken", name=self.seat_name(chair))
        if chair.kind == "program":
            raise refusal("program")
        return chair

    def give_to_bot(self, seat: int, bot: str, level: str) -> None:
        """Give a seat to a bot of that name and level."""
        chair = self.get_chair(seat)
        chair.left, chair.added = chair.who, ""
        chair.kind, chair.who, chair.name, chair.level = "bot", None, bot, level

    def get_chair(self, seat: int) -> Chair:
        """Return the chair of a seat. Raises Refused for a seat that does not exist."""
        if not 0 <= seat < len(self.chairs):
            raise refusal("seat", seat=seat, last=len(self.chairs) - 1)
        return self.chairs[seat]

    def note_card_holders(self) -> None:
        """Record at the beginning of a hand who holds the cards of each seat."""
        for chair in self.chairs:
            chair.held = chair.people

    @property
    def program_chairs(self) -> list[Chair]:
        """The chairs that external programs play."""
        return [chair for chair in self.chairs if chair.kind == "program"]

    def is_present(self, who: int | None) -> bool:
        """Tell whether a person has a connection."""
        return who in self.guests and self.guests[who].connection_count > 0

    def is_anybody_present(self, chair: Chair) -> bool:
        """Is anybody connected who may act for this seat?"""
        return any(self.is_present(who) for who in chair.people)

    def is_away(self, chair: Chair, now: float, grace: float) -> bool:
        """Does a bot play this seat because all its people have been gone for `grace` seconds?"""
        if chair.kind != "person" or self.is_anybody_present(chair):
            return False
        return all(now >= guest.grace_end(grace) for guest in self.team_guests(chair))

    def team_guests(self, chair: Chair) -> list[TableGuest]:
        """Return the people of a seat, as guests."""
        return [self.guests[who] for who in chair.people if who in self.guests]

    def choose_next_host(self) -> int | None:
        """Who takes the host's chair when the host is gone: somebody here, seated people first."""
        here = [guest.who for guest in self.guests.values() if guest.connection_count and guest.role == "guest"]
        seated = [who for who in here if self.seats_of(who)]
        return min(seated or here, default=None)
