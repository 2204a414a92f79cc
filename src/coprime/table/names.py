"""Names: animals for who has not chosen one, and what a chosen one may be."""

import unicodedata
from collections.abc import Callable, Collection

from ..core.faults import BadInput
from ..core.messages import messages
from .sentences import FOLDER, say

LONGEST = 24


def animals() -> list[str]:
    return list(messages(FOLDER)["names"]["animals"])


def pick(randbits: Callable[[int], int], taken: Collection[str] = ()) -> str:
    """An animal's name unlike those taken, if there is one."""
    used = {stem(name) for name in taken}
    free = [name for name in animals() if stem(name) not in used] or animals()
    return free[randbits(32) % len(free)]


def alike(one: str, other: str) -> bool:
    """Would people mix them up, as "Pika", "pika" and "Pika 76"?"""
    return stem(one) == stem(other)


def folded(name: str) -> str:
    """A name as it is searched for words: without case, accents, blanks, signs and the usual digits for letters."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(str.maketrans("013457@$", "oieastas"))
    return "".join(letter for letter in plain if letter.isalpha())


def stem(name: str) -> str:
    """What two names have in common that people would mix up."""
    return name.casefold().rstrip(" 0123456789")


def visitor(randbits: Callable[[int], int]) -> str:
    """A name for a first visit, such as "Finch 12"."""
    return say("names.visitor", animal=pick(randbits), n=2 + randbits(32) % 98)


def clean(name: object) -> str:
    """A chosen name, blanks made single.  Raises BadInput with a sentence."""
    if not isinstance(name, str):
        raise BadInput(say("name.text"))
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in name):
        raise BadInput(say("name.control"))
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST:
        raise BadInput(say("name.length", longest=LONGEST))
    if sum(unicodedata.combining(c) > 0 for c in name) > LONGEST // 3:
        raise BadInput(say("name.control"))
    return name
