"""The cards of Prime Daifugo Lv. 0 as data, and every prime that can be played with them.

COPIES and ICONS are a reconstruction: the sixteen numbers and their 45 cards are certain, how many there are of
each is not published.  An owner of the cards can correct the two rows here; everything else follows from them.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...core.numbers import prime_factors

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 19)
COPIES = (2, 4, 2, 5, 2, 1, 3, 5, 2, 5, 3, 3, 2, 4, 1, 1)       # PD-1, reconstruction
ICONS = (4, 6, 8, 9)                                            # "3 cards allowed"; the 9 is certain

# A kind is a card that can be told from others: a number (0 to 15, an index of NUMBERS) or a special card.
ZERO, TEN, TWELVE = 0, 10, 12
D, FIVE_NINE, FOUR_SIX_EIGHT, SKIP = 16, 17, 18, 19
KINDS = 20
SPECIAL_COPIES = {D: 3, FIVE_NINE: 2, FOUR_SIX_EIGHT: 2, SKIP: 2}
DECK = 54

# A face is a kind with the number it is played as: a multi-number card has several (PD-8).
FACES = (*enumerate(NUMBERS), (FIVE_NINE, 5), (FIVE_NINE, 9),
         (FOUR_SIX_EIGHT, 4), (FOUR_SIX_EIGHT, 6), (FOUR_SIX_EIGHT, 8))
FACE_KIND = np.array([kind for kind, _ in FACES], np.int64)
FACE_NUMBER = np.array([number for _, number in FACES], np.int64)
FACE_ICON = np.array([number in ICONS for _, number in FACES], np.int64)
FIRST_MULTI_FACE = 16                                                      # the first face of a multi-number card

LARGEST = 1919                                                  # two cards side by side are never more
PRIME = np.array([n >= 2 and len(prime_factors(n)) == 1 for n in range(LARGEST + 1)], np.int64)


def join_digits(faces: tuple[int, ...]) -> int:
    """Return the number that faces make side by side (PD-6)."""
    return int("".join(str(FACES[face][1]) for face in faces))


def is_playable_form(faces: tuple[int, ...]) -> bool:
    """Return whether faces may be a play at all, whatever lies there (PD-6, PD-7)."""
    numbers = [FACES[face][1] for face in faces]
    if len(faces) == 3:
        return numbers[0] != 0 and max(numbers) < 10 and any(n in ICONS for n in numbers)
    return 0 not in numbers


def _enumerate_prime_plays() -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Every play that is prime and that one deck can supply, as (how many cards, number, faces)."""
    copies = dict(enumerate(COPIES)) | SPECIAL_COPIES
    small = [face for face, (_, number) in enumerate(FACES) if number < 10]
    for n, some in (1, range(len(FACES))), (2, range(len(FACES))), (3, small):
        for faces in product(some, repeat=n):
            kinds = [FACES[face][0] for face in faces]
            if is_playable_form(faces) and PRIME[join_digits(faces)] and all(kinds.count(k) <= copies[k]
                                                                             for k in kinds):
                yield n, join_digits(faces), faces


def _encode_play(faces: tuple[int, ...]) -> int:
    """PLAY and the faces, as in rules.py: verb + 8 * (face + 1) + ..."""
    return 3 + sum((face + 1) << 3 + 5 * i for i, face in enumerate(faces))


_PRIMES = sorted(_enumerate_prime_plays())
PLAY_ACTION = np.array([_encode_play(faces) for _, _, faces in _PRIMES], np.int64)
PLAY_NUMBER = np.array([number for _, number, _ in _PRIMES], np.int64)
PLAY_MULTI = np.array([n == 3 and max(faces) >= FIRST_MULTI_FACE for n, _, faces in _PRIMES], np.int64)


# The prime plays as sets of rows, 63 in a word: what a hand can supply is found by a few ands instead of a walk
# through the table.  SUPPLIED[word, pair, held] is the rows for which two kinds, 2 * pair and 2 * pair + 1, suffice;
# `held` is their six bits of the hand's bag.  WITHOUT_MULTI[word] is the rows without a multi-number card among three.
ROWS = 63
FULL_WORD = (1 << ROWS) - 1
_WORDS = -(-len(_PRIMES) // ROWS)
BIT_PLACE = np.zeros(67, np.int64)                                  # 2**i % 67 is another number for every i below 66
for _place in range(ROWS):
    BIT_PLACE[2**_place % 67] = _place


def _pack_rows(chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Truths per prime play, along the last axis, as words."""
    padded = np.zeros((*chosen.shape[:-1], _WORDS * ROWS), np.int64)
    padded[..., :chosen.shape[-1]] = chosen
    return padded.reshape(*chosen.shape[:-1], _WORDS, ROWS) @ (1 << np.arange(ROWS))


_KINDS = [[FACES[face][0] for face in faces] for _, _, faces in _PRIMES]
_NEEDED = np.array([[kinds.count(kind) for kinds in _KINDS] for kind in range(KINDS)])
_HELD = np.arange(64)[:, None]
SUPPLIED = np.ascontiguousarray(np.moveaxis(_pack_rows(np.array([
    (_NEEDED[kind] <= (_HELD & 7)) & (_NEEDED[kind + 1] <= _HELD >> 3) for kind in range(0, KINDS, 2)])), -1, 0))
WITHOUT_MULTI = _pack_rows(PLAY_MULTI == 0)

# FIRST_ABOVE[n, v] is the index of the first prime play of n cards above v; FIRST_ABOVE[n, LARGEST] the end of them.
_ORDER = np.array([(LARGEST + 1) * n + number for n, number, _ in _PRIMES])
FIRST_ABOVE = np.searchsorted(_ORDER, [[(LARGEST + 1) * n + v for v in range(LARGEST + 1)] for n in range(4)],
                              side="right").astype(np.int64)
