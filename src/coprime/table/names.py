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
    """An animal's name that is not taken, if there is one."""
    free = [name for name in animals() if name not in taken] or animals()
    return free[randbits(32) % len(free)]


def visitor(randbits: Callable[[int], int]) -> str:
    """A name for a first visit, such as "Finch 12"."""
    return f"{pick(randbits)} {2 + randbits(32) % 98}"


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
