"""What a browser may say on a table's socket, as docs/protocol.md lists it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

MOST_ACTS = 64
Id = Annotated[str, Meta(max_length=40)]
Label = Annotated[str, Meta(max_length=400)]
Labels = Annotated[list[Label], Meta(min_length=1, max_length=MOST_ACTS)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Said(Struct, tag=str.lower):
    """A message; its `type` is its class's name in small letters."""


class Hello(Said):
    seen: Number = 0
    as_: str = msgspec.field(default="seat", name="as")


class Act(Said):
    id: Id
    acts: Labels
    seen: Number = 0
    seat: Number | None = None


class Ask(Said):
    id: Id
    acts: Labels
    seat: Number | None = None


class Preview(Said):
    id: Id
    acts: Annotated[list[Label], Meta(max_length=MOST_ACTS)]
    seat: Number | None = None


class Look(Said):
    id: Id
    step: Number
    seat: Number | None = None


class Undo(Said):
    id: Id
    seat: Number | None = None
    to: Number | None = None


class Hint(Said):
    id: Id
    seat: Number | None = None
    again: bool = False


class Study(Said):
    id: Id
    question: Annotated[str, Meta(max_length=40)]
    seat: Number | None = None


class Go(Said):
    id: Id = ""


class Chat(Said):
    text: Annotated[str, Meta(max_length=2000)]


class Sit(Said):
    seat: Number | None = None
    id: Id = ""


class Stand(Said):
    id: Id = ""


class Add(Said):
    number: Annotated[str, Meta(max_length=400)]
    seat: Number | None = None
    id: Id = ""


class Call(Said):
    """Somebody in a class asks for the teacher, or no longer."""

    id: Id
    on: bool = True


class Watch(Said):
    """A teacher looks with the eyes of a seat, of nobody without one."""

    id: Id
    seat: Number | None = None


class Nudge(Said):
    """A teacher tells one seat something that nobody else reads."""

    id: Id
    seat: Number
    text: Annotated[str, Meta(max_length=2000)]


class Ping(Said):
    pass


class Order(Said):
    """What only the host may say."""

    id: Id = ""


class Seat(Order):
    seat: Number = 0
    kind: str = "bot"
    level: str | None = None
    pace: str | None = None


class Options(Order):
    options: dict[str, Any] = {}
    preset: str | None = None
    seats: Number | None = None
    deal: Number | None = None


class Start(Order):
    pass


class Lock(Order):
    on: bool = True


class Admit(Order):
    who: Number = 0
    yes: bool = True


class Remove(Order):
    who: Number = 0


class Host(Order):
    who: Number = 0


class Pause(Order):
    on: bool = True


class Clock(Order):
    factor: Number = 1


class Talk(Order):
    on: bool = True


class Hints(Order):
    on: bool = True


class Rematch(Order):
    rotate: bool = False
    deal: Number | None = None


class Lobby(Order):
    pass


class Close(Order):
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
