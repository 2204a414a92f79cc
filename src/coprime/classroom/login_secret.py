"""The secret of a pupil for coming back to their seat: a picture or a word."""

import hashlib
import hmac
import unicodedata

from msgspec import Struct

from ..core.errors import BadInput
from ..table import player_names
from .sentences import say

PICTURES = ("owl", "boat", "pear", "moon", "key", "kite", "bell", "leaf", "star", "fish", "drum", "tree")
WORD_LENGTHS = (3, 24)          # characters of a word
SCRYPT_COST = 2**14            # of hashing one: some hundredths of a second and 16 MiB
# Before a hash that is salted with the whole name; without it the name's digits are left out.
HASH_PREFIX = "2:"


class LoginSecret(Struct):
    """A picture by its name, or a word as a salted hash; "" for the other one.

    Both are "" after the teacher has let the pupil choose anew.
    """

    picture: str = ""
    word: str = ""

    def matches(self, given: "LoginSecret") -> bool:
        """Tell whether the given secret is this one, in constant time."""
        same = (hmac.compare_digest(getattr(self, part).encode(), getattr(given, part).encode())
                for part in ("picture", "word"))
        return all([*same])


def make_login_secret(salt: str, name: str, picture: str, word: str, stored: LoginSecret | None = None) -> LoginSecret:
    """Make the secret from the picture or the word that a pupil gives. Raises BadInput.

    salt    of the class;  stored  the secret of that pupil so far, if any: the word is hashed in the same form
    """
    if bool(picture) == bool(word):
        raise BadInput(say("no.way"))
    if picture:
        if picture not in PICTURES:
            raise BadInput(say("no.picture"))
        return LoginSecret(picture)
    normalized = " ".join(unicodedata.normalize("NFKC", word).casefold().split())
    if not WORD_LENGTHS[0] <= len(normalized) <= WORD_LENGTHS[1] or not normalized.isprintable():
        raise BadInput(say("no.word", fewest=WORD_LENGTHS[0], most=WORD_LENGTHS[1]))
    if normalized == player_names.name_identity(name):
        raise BadInput(say("no.ownname"))
    prefix = "" if stored and stored.word and not stored.word.startswith(HASH_PREFIX) else HASH_PREFIX
    # The same word of two pupils does not look the same.
    own_salt = player_names.name_identity(name) if prefix else name.casefold().rstrip(" 0123456789")
    return LoginSecret(word=prefix + hashlib.scrypt(normalized.encode(), salt=f"{salt} {own_salt}".encode(),
                                                    n=SCRYPT_COST, r=8, p=1,
                                                    dklen=32).hex())
