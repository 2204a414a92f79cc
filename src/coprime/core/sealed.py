"""Sealed deals: draws of CHANCE that nobody can know before and anybody can verify afterwards.

Before a match the server draws a secret and publishes its SHA-256, the commitment. Each seat may then add a number
of its own. Every draw follows from the secret and these numbers alone, and the secret is published when the match
is over. See docs/sealed.md.
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
LONGEST_CONTRIBUTION = 40            # characters of a seat's number
_DIGITS = re.compile(r"[0-9a-f]{64}")
_BLOCK = 256
_MOST_DRAWS = 2**31


@dataclass(frozen=True)
class Seal:
    """The seed material of one match.

    secret   64 hex digits, known only to the server until the match is over
    numbers  each seat's contribution, "" for none
    """

    secret: str
    numbers: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, published before the match."""
        return commitment_of(self.secret)

    def make_bit_source(self, draw: int) -> Callable[[int], int]:
        """Return a source of random bits, such as `secrets.randbits`, for one draw of CHANCE (counted from 0).

        Each call uses a new block: the first bits of HMAC-SHA256(the secret's digits, text), blocks from 0. The
        text is the line "coprime draw <draw> block <block>" and, for each seat with a number, a line "<seat>
        <number>". Numbers contain no line breaks, so different matches never have the same text.
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
    draws   for each action of CHANCE the number of its draw; undone draws are left out
    """

    commitment: str
    secret: str
    numbers: tuple[str, ...]
    draws: tuple[int, ...]

    @property
    def seal(self) -> Seal:
        """The seed material, once the secret is known."""
        return Seal(self.secret, self.numbers)

    @property
    def undone_draws(self) -> int:
        """How many draws were undone, as far as the record shows."""
        return self.draws[-1] + 1 - len(self.draws) if self.draws else 0

    def to_json(self) -> dict[str, Any]:
        """Return the seal as JSON, without an unpublished secret and without draws where none was undone."""
        return {"commitment": self.commitment, **({"secret": self.secret} if self.secret else {}),
                "numbers": list(self.numbers), **({"draws": list(self.draws)} if self.undone_draws else {})}


def new_secret(randbits: Callable[[int], int]) -> str:
    """Draw a new secret as hex digits."""
    return f"{randbits(SECRET_BITS):064x}"


def commitment_of(secret: str) -> str:
    """Return the SHA-256 of a secret's 64 digits, which binds the server to it and does not reveal it."""
    return sha256(secret.encode()).hexdigest()


def clean_contribution(text: str) -> str:
    """Normalise a seat's number: any text in one line, "" for none.  Raises BadInput."""
    found = " ".join(text.split())
    if len(found) > LONGEST_CONTRIBUTION or not found.isprintable():
        raise BadInput(format_sentence(FOLDER, "sealed.number", longest=LONGEST_CONTRIBUTION))
    return found


def parse_sealed(data: Any, seats: int, chance_actions: int) -> SealRecord:
    """Parse the seal of a record that has so many actions of CHANCE.

    Raises ValueError, or AttributeError, LookupError or TypeError, for data that is not a seal.
    """
    numbers = data["numbers"]
    draws = data.get("draws", list(range(chance_actions)))
    told = data["commitment"], data.get("secret", "")
    fits = (_DIGITS.fullmatch(told[0]) and (told[1] == "" or _DIGITS.fullmatch(told[1]))
            and isinstance(numbers, list) and len(numbers) == seats
            and all(clean_contribution(one) == one for one in numbers)
            and isinstance(draws, list) and len(draws) == chance_actions and _is_rising(draws))
    if not fits:
        raise ValueError
    return SealRecord(*told, tuple(numbers), tuple(draws))


def _is_rising(draws: Sequence[Any]) -> bool:
    return (all(type(one) is int and 0 <= one < _MOST_DRAWS for one in draws)
            and all(one < other for one, other in pairwise(draws)))
