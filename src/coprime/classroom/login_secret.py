"""How a pupil comes back to their seat: by a picture, or by a word, of their own."""

import hashlib
import hmac
import unicodedata

from msgspec import Struct

from ..core.errors import BadInput
from ..table import names
from .sentences import say

PICTURES = ("owl", "boat", "pear", "moon", "key", "kite", "bell", "leaf", "star", "fish", "drum", "tree")
WORD = (3, 24)          # characters of a word
COST = 2**14            # of hashing one: some hundredths of a second and 16 MiB
FORM = "2:"             # before a hash that is salted with the whole name; without it the name's digits are left out


class LoginSecret(Struct):
    """A picture by its name, or a word as it is kept: hashed, so that nobody can read it.  "" for the other one.

    Both are "" for somebody whom the teacher lets choose anew.
    """

    picture: str = ""
    word: str = ""

    def leads(self, given: "LoginSecret") -> bool:
        """Is that the one?  Takes as long whatever was given."""
        same = (hmac.compare_digest(getattr(self, part).encode(), getattr(given, part).encode())
                for part in ("picture", "word"))
        return all([*same])


def way(salt: str, name: str, picture: str, word: str, stored: LoginSecret | None = None) -> LoginSecret:
    """What somebody has chosen in a class that has that salt.  Raises BadInput.

    stored  what the pupil of that name has chosen before, if there is one: the word is hashed as it was then
    """
    if bool(picture) == bool(word):
        raise BadInput(say("no.way"))
    if picture:
        if picture not in PICTURES:
            raise BadInput(say("no.picture"))
        return LoginSecret(picture)
    plain = " ".join(unicodedata.normalize("NFKC", word).casefold().split())
    if not WORD[0] <= len(plain) <= WORD[1] or not plain.isprintable():
        raise BadInput(say("no.word", fewest=WORD[0], most=WORD[1]))
    if plain == names.name_identity(name):
        raise BadInput(say("no.ownname"))
    form = "" if stored and stored.word and not stored.word.startswith(FORM) else FORM
    # The same word of two pupils does not look the same.
    own = names.name_identity(name) if form else name.casefold().rstrip(" 0123456789")
    return LoginSecret(word=form + hashlib.scrypt(plain.encode(), salt=f"{salt} {own}".encode(), n=COST, r=8, p=1,
                                                  dklen=32).hex())
