"""Names: animals for who has not chosen one, and what a chosen one may be."""

import re
import unicodedata
from collections.abc import Callable, Collection
from functools import cache

from ..core.errors import BadInput
from ..core.messages import load_messages
from . import characters
from .sentences import FOLDER, say

LONGEST = 24
# Cyrillic and Greek letters, and the Latin ones that they are drawn like.
LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁһԛԝ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυ",
    "ABEKMHOPCTYXIJSaeopcyxijsdhqw"
    "ABEZHIKMNOPTYXaivopu")


def animal_names() -> list[str]:
    return list(load_messages(FOLDER)["names"]["animals"])


def pick_animal(randbits: Callable[[int], int], taken: Collection[str] = ()) -> str:
    """An animal's name unlike those taken, if there is one."""
    used = {name_stem(name) for name in taken}
    free = [name for name in animal_names() if name_stem(name) not in used] or animal_names()
    return free[randbits(32) % len(free)]


def are_confusable(one: str, other: str) -> bool:
    """Would people mix them up, as "Pika", "pika" and "Pika 76"?  Likeness warns; it never says who somebody is."""
    return name_stem(one) == name_stem(other)


def name_identity(name: str) -> str:
    """Fold what does not tell two people apart: case, width, blanks and invisible characters.  Digits do tell."""
    plain = unicodedata.normalize("NFKC", _hidden().sub("", name)).casefold()
    return " ".join(_hidden().sub("", unicodedata.normalize("NFKC", plain)).split())


def name_skeleton(name: str) -> str:
    """The identity of a name, with Cyrillic and Greek letters replaced by the Latin letters that they look like."""
    return name_identity(name_identity(name.translate(LOOKALIKES)).translate(LOOKALIKES))


def make_distinct(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where somebody is called so already or looks as if they were."""
    used = {name_skeleton(one) for one in taken}
    found, n = name, 1
    while name_skeleton(found) in used:
        n += 1
        mark = f" ({n})"
        found = _shortened(name, LONGEST - len(mark)) + mark
    return found


def _shortened(name: str, most: int) -> str:
    """The longest beginning of a name that is itself a name: no sequence is cut so that a joiner is left over."""
    while len(name) > most or (name and _hidden().search(_sequences().sub("", name))):
        name = name[:-1]
    return name.rstrip()


def fold_name(name: str) -> str:
    """A name as it is searched for words: without case, accents, blanks, signs and the usual digits for letters."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(str.maketrans("013457@$", "oieastas"))
    return "".join(letter for letter in plain if letter.isalpha())


def name_stem(name: str) -> str:
    """What two names have in common that people would mix up."""
    return name_skeleton(name).rstrip(" 0123456789")


def visitor_name(randbits: Callable[[int], int]) -> str:
    """A name for a first visit, such as "Finch 12"."""
    return say("names.visitor", animal=pick_animal(randbits), n=2 + randbits(32) % 98)


def clean_name(name: object) -> str:
    """A chosen name, blanks made single.  Raises BadInput with a sentence."""
    if not isinstance(name, str):
        raise BadInput(say("name.text"))
    if _hidden().search(_sequences().sub("", name)):
        raise BadInput(say("name.control"))
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST:
        raise BadInput(say("name.length", longest=LONGEST))
    if sum(unicodedata.combining(c) > 0 for c in name) > LONGEST // 3:
        raise BadInput(say("name.control"))
    return name


@cache
def _hidden() -> re.Pattern[str]:
    """A character that nobody can see."""
    return re.compile(_one_of(characters.HIDDEN))


@cache
def _sequences() -> re.Pattern[str]:
    """Invisible characters where writing needs them, and sequences of emoji that hold some."""
    joined, signs = _one_of(characters.JOINED), _one_of(characters.SIGNS)
    emoji, han = _one_of(characters.EMOJI), _one_of(characters.HAN)
    one = rf"{emoji}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
    return re.compile("|".join((
        # The flags of parts of a country.
        r"\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f",
        rf"{one}(?:\u200d{one})*",
        r"[0-9#*]\ufe0f\u20e3",
        rf"(?<={joined})[\u200c\u200d](?={joined})",
        rf"(?<={signs})\u200d",
        rf"(?<={han})[\ufe00-\ufe02\U000e0100-\U000e01ef]",
    )))


def _one_of(table: str) -> str:
    """A table of characters as a class of a regular expression."""
    parts = [part.partition("-") for part in table.split()]
    return "[" + "".join(f"\\U{int(first, 16):08x}-\\U{int(last or first, 16):08x}" for first, _, last in parts) + "]"
