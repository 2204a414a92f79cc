"""What a browser may say on a table's socket, as docs/protocol.md lists it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

MOST_ACTS = 64
Id = Annotated[str, Meta(max_length=40)]
Label = Annotated[str, Meta(max_length=400)]
Labels = Annotated[list[Label], Meta(min_length=1, max_length=MOST_ACTS)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class ClientMessage(Struct, tag=str.lower):
    """A message; its `type` is its class's name in small letters."""


class Hello(ClientMessage):
    seen: Number = 0
    as_: str = msgspec.field(default="seat", name="as")


class Act(ClientMessage):
    id: Id
    acts: Labels
    seen: Number = 0
    seat: Number | None = None


class Ask(ClientMessage):
    id: Id
    acts: Labels
    seat: Number | None = None


class Preview(ClientMessage):
    id: Id
    acts: Annotated[list[Label], Meta(max_length=MOST_ACTS)]
    seat: Number | None = None


class Look(ClientMessage):
    id: Id
    step: Number
    seat: Number | None = None


class Undo(ClientMessage):
    id: Id
    seat: Number | None = None
    to: Number | None = None


class Hint(ClientMessage):
    id: Id
    seat: Number | None = None
    again: bool = False


class Study(ClientMessage):
    id: Id
    question: Annotated[str, Meta(max_length=40)]
    seat: Number | None = None


class Go(ClientMessage):
    id: Id = ""


class Chat(ClientMessage):
    text: Annotated[str, Meta(max_length=2000)]


class Sit(ClientMessage):
    seat: Number | None = None
    id: Id = ""


class Stand(ClientMessage):
    id: Id = ""


class Add(ClientMessage):
    number: Annotated[str, Meta(max_length=400)]
    seat: Number | None = None
    id: Id = ""


class Call(ClientMessage):
    """Somebody in a class asks for the teacher, or no longer."""

    id: Id
    on: bool = True


class Watch(ClientMessage):
    """A teacher looks with the eyes of a seat, of nobody without one."""

    id: Id
    seat: Number | None = None


class Nudge(ClientMessage):
    """A teacher tells one seat something that nobody else reads."""

    id: Id
    seat: Number
    text: Annotated[str, Meta(max_length=2000)]


class Ping(ClientMessage):
    pass


class HostCommand(ClientMessage):
    """What only the host may say."""

    id: Id = ""


class Seat(HostCommand):
    seat: Number = 0
    kind: str = "bot"
    level: str | None = None
    pace: str | None = None


class Options(HostCommand):
    options: dict[str, Any] = {}
    preset: str | None = None
    seats: Number | None = None
    deal: Number | None = None


class Start(HostCommand):
    pass


class Lock(HostCommand):
    on: bool = True


class Admit(HostCommand):
    who: Number = 0
    yes: bool = True


class Remove(HostCommand):
    who: Number = 0


class Host(HostCommand):
    who: Number = 0


class Pause(HostCommand):
    on: bool = True


class Clock(HostCommand):
    factor: Number = 1


class Talk(HostCommand):
    on: bool = True


class Hints(HostCommand):
    on: bool = True


class Rematch(HostCommand):
    rotate: bool = False
    deal: Number | None = None


class Lobby(HostCommand):
    pass


class Close(HostCommand):
    pass


Message = (Hello | Act | Ask | Preview | Look | Undo | Hint | Study | Go | Chat | Sit | Stand | Add | Call | Watch
           | Nudge | Ping | Seat | Options | Start | Lock | Admit | Remove | Host | Pause | Clock | Talk | Hints
           | Rematch | Lobby | Close)

decoder = msgspec.json.Decoder(Message)


def _number(value: object) -> object:
    """NumPy's numbers, which a game's scene may hold by oversight."""
    item = getattr(value, "item", None)
    if item is None:
        raise TypeError(f"{type(value).__name__} cannot be sent")
    return item()


encoder = msgspec.json.Encoder(enc_hook=_number)
