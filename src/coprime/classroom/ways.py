"""How a pupil comes back to their seat: by a picture, or by a word, of their own."""

import hashlib
import hmac
import unicodedata

from msgspec import Struct

from ..core.faults import BadInput
from ..table import names
from .sentences import say

PICTURES = ("owl", "boat", "pear", "moon", "key", "kite", "bell", "leaf", "star", "fish", "drum", "tree")
WORD = (3, 24)          # characters of a word
COST = 2**14            # of hashing one: some hundredths of a second and 16 MiB


class Way(Struct):
    """A picture by its name, or a word as it is kept: hashed, so that nobody can read it.  "" for the other one.

    Both are "" for somebody whom the teacher lets choose anew.
    """

    picture: str = ""
    word: str = ""

    def leads(self, given: "Way") -> bool:
        """Is that the one?  Takes as long whatever was given."""
        same = (hmac.compare_digest(getattr(self, part).encode(), getattr(given, part).encode())
                for part in ("picture", "word"))
        return all([*same])


def way(salt: str, name: str, picture: str, word: str) -> Way:
    """What somebody has chosen in a class that has that salt.  Raises BadInput."""
    if bool(picture) == bool(word):
        raise BadInput(say("no.way"))
    if picture:
        if picture not in PICTURES:
            raise BadInput(say("no.picture"))
        return Way(picture)
    plain = " ".join(unicodedata.normalize("NFKC", word).casefold().split())
    if not WORD[0] <= len(plain) <= WORD[1] or not plain.isprintable():
        raise BadInput(say("no.word", fewest=WORD[0], most=WORD[1]))
    if plain == name.casefold().strip():
        raise BadInput(say("no.ownname"))
    own = f"{salt} {names.stem(name)}".encode()         # the same word of two pupils does not look the same
    return Way(word=hashlib.scrypt(plain.encode(), salt=own, n=COST, r=8, p=1, dklen=32).hex())
