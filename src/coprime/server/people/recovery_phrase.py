"""Recovery phrases: words by which a person is themselves on another device.

The words are all that can be made of two syllables such as "ka" and "bo", so that they can be read aloud in any
language, and every word has four letters, so that spaces do not matter.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Sequence
from itertools import product

from ...core.errors import BadInput
from ..sentences import say

SYLLABLES = tuple(map("".join, product("bdfghjkmnprstz", "aeiou")))
# Rude or unkind in a language of many; the list stays as it is, since the last word of a phrase depends on it.
LEFT_OUT = frozenset("baka boke bobo busu buta kaka debu hage homo kike kuso nazi pede pedo pipi puta puto sine suke "
                     "titi zako japa kasu kuzu siko".split())
WORDS = tuple(sorted(word for word in map("".join, product(SYLLABLES, SYLLABLES)) if word not in LEFT_OUT))
RANDOM_WORDS = 6                # 73 random bits
LETTERS = 4                     # of every word
# What one hash costs: about 50 ms and 16 MiB.
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**14, 8, 1
_NUMBERS = {word: number for number, word in enumerate(WORDS)}


def make_phrase(choose_below: Callable[[int], int]) -> list[str]:
    """Return a new phrase: random words and a last one that follows from them.

    choose_below  `secrets.randbelow`, or what chooses as it does
    """
    words = [WORDS[choose_below(len(WORDS))] for _ in range(RANDOM_WORDS)]
    return [*words, checksum_word(words)]


def checksum_word(words: Sequence[str]) -> str:
    """Return the word that follows from others; it tells a typing error from a phrase of nobody."""
    digest = hashlib.sha256(" ".join(words).encode()).digest()
    return WORDS[int.from_bytes(digest[:8]) % len(WORDS)]


def read_phrase(typed: str) -> list[str]:
    """Return the words of a typed phrase, whatever its case, spaces and signs. Raises BadInput for a typing error."""
    letters = "".join(one for one in unicodedata.normalize("NFKC", typed).lower() if one.isalpha())
    words = [letters[first:first + LETTERS] for first in range(0, len(letters), LETTERS)]
    if len(letters) != LETTERS * (RANDOM_WORDS + 1):
        raise BadInput(say("phrase.length", words=RANDOM_WORDS + 1, letters=LETTERS))
    unknown = next((word for word in words if word not in _NUMBERS), None)
    if unknown is not None:
        raise BadInput(say("phrase.word", word=unknown))
    if words[-1] != checksum_word(words[:-1]):
        raise BadInput(say("phrase.checksum"))
    return words


def hash_phrase(words: Sequence[str], salt: bytes) -> str:
    """Return the slow hash of a phrase. The salt is the server's: people are found by their hash alone."""
    return hashlib.scrypt(" ".join(words).encode(), salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P, dklen=32).hex()


def make_salt(secret: bytes) -> bytes:
    """Return the salt of all phrases of a server, from the secret that signs its cookies."""
    return hashlib.sha256(b"coprime recovery phrase" + secret).digest()
