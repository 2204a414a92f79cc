"""Numbered deals: the same cards, rolls and draws for whoever asks for the same number, in every house.

Nothing is kept and nobody is asked: what CHANCE draws follows from the number of the deal and from how often CHANCE
has acted before.  A deal of so few digits hides nothing from somebody with a computer, so it is for practice, and for
people who have agreed on it; all other matches are dealt from `secrets`.
"""

from collections.abc import Callable
from hashlib import sha256
from itertools import count

LAST = 99_999_999               # eight digits: a date is one of them
_BLOCK = 256


def deal_bits(deal: int, nth: int) -> Callable[[int], int]:
    """A source of random bits, such as `secrets.randbits`, for the nth action of CHANCE (from 0).

    Each call takes a block of its own, the first bits of SHA-256("coprime deal <deal> <nth> <block>"), blocks from 0.
    """
    blocks = count()

    def randbits(k: int) -> int:
        text = f"coprime deal {deal} {nth} {next(blocks)}"
        return int.from_bytes(sha256(text.encode()).digest()) >> (_BLOCK - k)
    return randbits
