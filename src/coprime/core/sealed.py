"""Sealed deals: what chance draws is settled before anybody can know it, and checked by anybody afterwards.

Before a match the house draws a secret and tells its SHA-256, the commitment.  Then every seat may add a number of its
own.  Every draw of CHANCE follows from the secret and these numbers alone, and the secret is told when the match is
over.  docs/sealed.md says it for everybody, with what it shows and what it does not.
"""

import hmac
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, pairwise
from typing import Any

from .errors import BadInput
from .messages import format_sentence
from .options import FOLDER

SECRET_BITS = 256
LONGEST = 40            # characters of a seat's number
_DIGITS = re.compile(r"[0-9a-f]{64}")
_BLOCK = 256
_MOST_DRAWS = 2**31


@dataclass(frozen=True)
class Seal:
    """What the draws of one match follow from.

    secret   64 hex digits, known to the house alone until the match is over
    numbers  what each seat has added, "" for nothing
    """

    secret: str
    numbers: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """What is told before the match."""
        return commitment_of(self.secret)

    def bits(self, draw: int) -> Callable[[int], int]:
        """A source of random bits, such as `secrets.randbits`, for a draw of CHANCE, which are counted from 0.

        Each call takes a block of its own, the first bits of HMAC-SHA256(the secret's digits, text), blocks from 0.
        The text is the line "coprime draw <draw> block <block>" and, for each seat that has added a number, a further
        line "<seat> <number>".  No number has a line break, so no two matches have the same text by another reading.
        """
        blocks, key = count(), self.secret.encode()
        added = "".join(f"\n{seat} {number}" for seat, number in enumerate(self.numbers) if number)

        def randbits(k: int) -> int:
            text = f"coprime draw {draw} block {next(blocks)}{added}"
            return int.from_bytes(hmac.digest(key, text.encode(), sha256)) >> (_BLOCK - k)
        return randbits


@dataclass(frozen=True)
class SealRecord:
    """How a match was sealed, as its record says.

    secret  "" where the record was taken before the match was over
    draws   for each action of CHANCE which draw it was; those that have been taken back are left out
    """

    commitment: str
    secret: str
    numbers: tuple[str, ...]
    draws: tuple[int, ...]

    @property
    def seal(self) -> Seal:
        return Seal(self.secret, self.numbers)

    @property
    def taken_back(self) -> int:
        """How many draws were made that are not in the record, as far as it can be seen there."""
        return self.draws[-1] + 1 - len(self.draws) if self.draws else 0

    def plain(self) -> dict[str, Any]:
        """As JSON has it: without a secret that is not told, and without draws where none has been taken back."""
        return {"commitment": self.commitment, **({"secret": self.secret} if self.secret else {}),
                "numbers": list(self.numbers), **({"draws": list(self.draws)} if self.taken_back else {})}


def new_secret(randbits: Callable[[int], int]) -> str:
    """A fresh secret."""
    return f"{randbits(SECRET_BITS):064x}"


def commitment_of(secret: str) -> str:
    """The SHA-256 of a secret's 64 digits: they cannot be worked out from it, and no others are ever found for it."""
    return sha256(secret.encode()).hexdigest()


def clean_contribution(text: str) -> str:
    """What somebody adds, as it is used: any text in one line, "" for nothing.  Raises BadInput."""
    found = " ".join(text.split())
    if len(found) > LONGEST or not found.isprintable():
        raise BadInput(format_sentence(FOLDER, "sealed.number", longest=LONGEST))
    return found


def parse_sealed(found: Any, seats: int, drawn: int) -> SealRecord:
    """What a record says of its seal, where so many actions of CHANCE stand in it.

    Raises ValueError, or what else comes of a form that is no seal's.
    """
    numbers = found["numbers"]
    draws = found.get("draws", list(range(drawn)))
    told = found["commitment"], found.get("secret", "")
    fits = (_DIGITS.fullmatch(told[0]) and (told[1] == "" or _DIGITS.fullmatch(told[1]))
            and isinstance(numbers, list) and len(numbers) == seats
            and all(clean_contribution(one) == one for one in numbers)
            and isinstance(draws, list) and len(draws) == drawn and _rising(draws))
    if not fits:
        raise ValueError
    return SealRecord(*told, tuple(numbers), tuple(draws))


def _rising(draws: Sequence[Any]) -> bool:
    return (all(type(one) is int and 0 <= one < _MOST_DRAWS for one in draws)
            and all(one < other for one, other in pairwise(draws)))
