"""The messages from browsers to a table (see docs/protocol.md), and their encoding."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

MOST_ACTS = 64
Id = Annotated[str, Meta(max_length=40)]
Label = Annotated[str, Meta(max_length=400)]
Labels = Annotated[list[Label], Meta(min_length=1, max_length=MOST_ACTS)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class ClientMessage(Struct, tag=str.lower):
    """A message; its `type` is its class's name in small letters, where none is given."""


class Hello(ClientMessage):
    """Introduce a connection.

    `seen` is the number of the last event that the page has; `as` is "seat" or "watch".
    """
    seen: Number = 0
    as_: str = msgspec.field(default="seat", name="as")


class Act(ClientMessage):
    """Carry out actions of a seat, given as labels: all or none."""
    id: Id
    acts: Labels
    seen: Number = 0
    seat: Number | None = None


class Ask(ClientMessage):
    """Ask whether actions would be allowed."""
    id: Id
    acts: Labels
    seat: Number | None = None


class Preview(ClientMessage):
    """Ask for the scene after actions that are not carried out."""
    id: Id
    acts: Annotated[list[Label], Meta(max_length=MOST_ACTS)]
    seat: Number | None = None


class Look(ClientMessage):
    """Ask for the scene after an earlier step."""
    id: Id
    step: Number
    seat: Number | None = None


class Undo(ClientMessage):
    """Undo the last action, or in practice everything after step `to`."""
    id: Id
    seat: Number | None = None
    to: Number | None = None


class TakeBack(ClientMessage):
    """Ask the others to take back one's last move, or answer that with `yes`."""
    id: Id
    seat: Number | None = None
    yes: bool | None = None


class VacationCommand(ClientMessage, tag="vacation"):
    """Ask for days in which the clock of a table over days stands; answer with `yes`; `end` such days."""
    id: Id
    days: Number = 0
    yes: bool | None = None
    end: bool | None = None


class Hint(ClientMessage):
    """Ask for the next hint; with `again` only for those already given."""
    id: Id
    seat: Number | None = None
    again: bool = False


class Study(ClientMessage):
    """Ask a question that the game itself computes."""
    id: Id
    question: Annotated[str, Meta(max_length=40)]
    seat: Number | None = None


class Go(ClientMessage):
    """Continue from a rest."""
    id: Id = ""


class Chat(ClientMessage):
    """Say a line to everybody."""
    text: Annotated[str, Meta(max_length=2000)]


class React(ClientMessage):
    """Send one of the quick reactions to everybody."""
    kind: Annotated[str, Meta(max_length=40)]
    id: Id = ""


class Sit(ClientMessage):
    """Ask for a seat, any free one by default."""
    seat: Number | None = None
    id: Id = ""


class Stand(ClientMessage):
    """Leave the seat."""
    id: Id = ""


class Add(ClientMessage):
    """Add a number to the seed of the next match; "" withdraws it."""
    number: Annotated[str, Meta(max_length=400)]
    seat: Number | None = None
    id: Id = ""


class Call(ClientMessage):
    """Call the teacher of the class, or withdraw the call."""

    id: Id
    on: bool = True


class WatchSeat(ClientMessage, tag="watch"):
    """Watch a seat as the teacher; without one watch as a spectator."""

    id: Id
    seat: Number | None = None


class Nudge(ClientMessage):
    """Send a line to one seat alone, as the teacher."""

    id: Id
    seat: Number
    text: Annotated[str, Meta(max_length=2000)]


class Wait(ClientMessage):
    """Wait a minute longer for the people of a seat, who are away."""
    id: Id
    seat: Number


class Rematch(ClientMessage):
    """Begin another match with the same people as the host, or ask for one; `on` false withdraws that."""
    id: Id = ""
    on: bool = True
    rotate: bool = False
    deal: Number | None = None


class Ping(ClientMessage):
    """Ask for a sign of life."""
    pass


class HostCommand(ClientMessage):
    """A message that only the host may send."""

    id: Id = ""


class SeatCommand(HostCommand, tag="seat"):
    """Set the bot of a seat, or open the seat."""
    seat: Number = 0
    kind: str = "bot"
    level: str | None = None
    pace: str | None = None


class Options(HostCommand):
    """Change the options of the match to come."""
    options: dict[str, Any] = {}
    preset: str | None = None
    seats: Number | None = None
    deal: Number | None = None


class ChangeGame(HostCommand, tag="game"):
    """Change the game that is played next."""
    name: Annotated[str, Meta(max_length=100)] = ""
    options: dict[str, Any] = {}
    preset: str | None = None
    seats: Number | None = None


class Start(HostCommand):
    """Begin the match."""
    pass


class Lock(HostCommand):
    """Lock or unlock the table for newcomers."""
    on: bool = True


class Admit(HostCommand):
    """Let somebody in or give them their seat, or decline."""
    who: Number = 0
    yes: bool = True


class Remove(HostCommand):
    """Remove a person from the table."""
    who: Number = 0


class Host(HostCommand):
    """Hand the role of the host to another guest."""
    who: Number = 0


class Pause(HostCommand):
    """Pause the table, or go on."""
    on: bool = True


class Clock(HostCommand):
    """Set how many real seconds a second of game time takes."""
    factor: Number = 1


class SetChatAllowed(HostCommand, tag="talk"):
    """Allow or forbid chat."""
    on: bool = True


class SetListed(HostCommand, tag="list"):
    """Show the table on the server's home page, or take it off."""
    on: bool = True


class Hints(HostCommand):
    """Allow or forbid hints."""
    on: bool = True


class TakeBacks(HostCommand):
    """Allow or forbid taking back with consent."""
    on: bool = True


class LobbyCommand(HostCommand, tag="lobby"):
    """Return to the lobby with the same people."""
    pass


class Close(HostCommand):
    """Close the table."""
    pass


Message = (Hello | Act | Ask | Preview | Look | Undo | TakeBack | VacationCommand | Hint | Study | Go | Chat | React
           | Sit | Stand | Add | Call | WatchSeat | Nudge | Wait | Ping | SeatCommand | Options | Start | Lock | Admit
           | Remove | Host | Pause | Clock | SetChatAllowed | SetListed | ChangeGame | Hints | TakeBacks | Rematch
           | LobbyCommand | Close)

decoder = msgspec.json.Decoder(Message)


def _encode_numpy_number(value: object) -> object:
    """NumPy's numbers, which a game's scene may hold by oversight."""
    item = getattr(value, "item", None)
    if item is None:
        raise TypeError(f"{type(value).__name__} cannot be sent")
    return item()


encoder = msgspec.json.Encoder(enc_hook=_encode_numpy_number)
