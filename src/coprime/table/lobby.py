"""Who is at a table and who sits where."""

from dataclasses import dataclass, field

from .sentences import no

PACES = ("quick", "human", "slow")
GUESTS = 60             # the most people that one table knows


@dataclass
class Guest:
    """A person at this table.

    who   their number here;  key  the person's own key, never sent
    role  guest, waiting (to be let in) or removed
    here  how many connections they have;  gone  since when they have none (monotonic seconds)
    """

    who: int
    key: str
    name: str
    role: str = "guest"
    here: int = 0
    gone: float = 0.0


@dataclass
class Chair:
    """A seat.

    kind   person, bot, open, or program: somebody outside the house plays it, who has no name until they have come
    hints  how many were used in this match
    """

    seat: int
    kind: str = "bot"
    who: int | None = None
    name: str = ""
    level: str = ""
    pace: str = "human"
    hints: int = 0


@dataclass
class Lobby:
    """The people and the chairs of a table.  Raises Refused for what is not possible."""

    chairs: list[Chair] = field(default_factory=list)
    guests: dict[int, Guest] = field(default_factory=dict)
    asking: dict[int, int | None] = field(default_factory=dict)     # who -> the seat they ask for
    host: int = 0
    locked: bool = False

    def guest(self, key: str) -> Guest | None:
        return next((guest for guest in self.guests.values() if guest.key == key), None)

    def enter(self, key: str, name: str) -> Guest:
        """A person comes to the table: the guest they are, or a new one."""
        known = self.guest(key)
        if known:
            return known
        if len(self.guests) >= GUESTS:
            raise no("full", most=GUESTS)
        guest = Guest(max(self.guests, default=0) + 1, key, name)
        if self.locked:
            guest.role = "waiting"
            self.asking[guest.who] = None
        self.guests[guest.who] = guest
        self.host = self.host or guest.who
        return guest

    def seats_of(self, who: int) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.who == who]

    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def vacant(self) -> int | None:
        """The seat for a newcomer: an open one, else one that a bot holds."""
        for kind in ("open", "bot"):
            for chair in self.chairs:
                if chair.kind == kind:
                    return chair.seat
        return None

    def sit(self, guest: Guest, seat: int, name: str | None = None) -> None:
        """Take a seat that no person holds."""
        chair = self.free_to_take(seat)
        chair.kind, chair.who, chair.name = "person", guest.who, name or guest.name
        self.asking.pop(guest.who, None)

    def free_to_take(self, seat: int) -> Chair:
        """The chair of a seat that a person may take."""
        chair = self.chair(seat)
        if chair.kind == "person":
            raise no("taken", name=chair.name)
        if chair.kind == "program":
            raise no("program")
        return chair

    def free(self, seat: int, bot: str, level: str) -> None:
        """Give a seat to a bot of that name and level."""
        chair = self.chair(seat)
        chair.kind, chair.who, chair.name, chair.level = "bot", None, bot, level

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise no("seat", seat=seat, last=len(self.chairs) - 1)
        return self.chairs[seat]

    @property
    def programs(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.kind == "program"]

    def present(self, who: int | None) -> bool:
        return who in self.guests and self.guests[who].here > 0

    def away(self, chair: Chair, now: float, grace: float) -> bool:
        """Does a bot play this person's seat because they have been gone for `grace` seconds?"""
        if chair.kind != "person" or self.present(chair.who):
            return False
        return now >= self.guests[chair.who].gone + grace if chair.who in self.guests else True

    def heir(self) -> int | None:
        """Who takes the host's chair when the host is gone: somebody here, seated people first."""
        here = [guest.who for guest in self.guests.values() if guest.here and guest.role == "guest"]
        seated = [who for who in here if self.seats_of(who)]
        return min(seated or here, default=None)
