"""Numbered deals: the same number gives the same cards, rolls and draws on every server.

Nothing is stored: the draws follow from the number of the deal and from how often CHANCE has acted. Eight digits
hide nothing from somebody with a computer, so numbered deals are for practice and for people who agree on them; all
other matches use `secrets`.
"""

from collections.abc import Callable
from hashlib import sha256
from itertools import count

LAST_DEAL = 99_999_999               # eight digits: a date is one of them
_BLOCK = 256


def deal_bits(deal: int, draw: int) -> Callable[[int], int]:
    """Return a source of random bits for one action of CHANCE, counted from 0.

    Like `secrets.randbits`, it takes a number of bits. Each call uses a new block: the first bits of
    SHA-256("coprime deal <deal> <draw> <block>"), blocks from 0.
    """
    blocks = count()

    def randbits(k: int) -> int:
        text = f"coprime deal {deal} {draw} {next(blocks)}"
        return int.from_bytes(sha256(text.encode()).digest()) >> (_BLOCK - k)
    return randbits
