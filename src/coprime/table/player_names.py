"""Names: animals for who has not chosen one, and what a chosen one may be."""

import re
import unicodedata
from collections.abc import Callable, Collection
from functools import cache, lru_cache

from ..core.errors import BadInput
from ..core.messages import load_messages
from . import unicode_name_characters
from .sentences import FOLDER, say

LONGEST_NAME = 24
# Cyrillic and Greek letters, and the Latin ones that they are drawn like.
LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕԁһԛԝ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυ",
    "ABEKMHOPCTYXIJSaeopcyxijsdhqw"
    "ABEZHIKMNOPTYXaivopu")


def list_animal_names() -> list[str]:
    """Return the animal names of the current language."""
    return list(load_messages(FOLDER)["names"]["animals"])


def pick_animal(randbits: Callable[[int], int], taken: Collection[str] = ()) -> str:
    """An animal's name unlike those taken, if there is one."""
    used = {name_stem(name) for name in taken}
    free = [name for name in list_animal_names() if name_stem(name) not in used] or list_animal_names()
    return free[randbits(32) % len(free)]


def are_confusable(one: str, other: str) -> bool:
    """Tell whether people would confuse two names, as "Pika", "pika" and "Pika 76".

    Use it for warnings only: it never identifies a person.
    """
    return name_stem(one) == name_stem(other)


def name_identity(name: str) -> str:
    """Return a name without what does not distinguish people: case, width, blanks, invisible characters.

    Digits do distinguish.
    """
    visible = unicodedata.normalize("NFKC", _hidden_pattern().sub("", name)).casefold()
    return " ".join(_hidden_pattern().sub("", unicodedata.normalize("NFKC", visible)).split())


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
        found = _shorten_name(name, LONGEST_NAME - len(mark)) + mark
    return found


def _shorten_name(name: str, longest: int) -> str:
    """The longest beginning of a name that is itself a name: no sequence is cut so that a joiner is left over."""
    while len(name) > longest or (name and _hidden_pattern().search(_sequence_pattern().sub("", name))):
        name = name[:-1]
    return name.rstrip()


def clean_title(title: str, longest: int) -> str | None:
    """Return the name of a class or a tournament with single blanks; None for one that is no name."""
    title = " ".join(title.split())
    return title if 1 <= len(title) <= longest and title.isprintable() else None


def fold_for_word_filter(name: str) -> str:
    """Return a name as the filter of rude words reads it.

    Without case, accents, blanks and signs, and with letters for the digits that stand for them.
    """
    folded = unicodedata.normalize("NFKD", name).casefold().translate(str.maketrans("013457@$", "oieastas"))
    return "".join(letter for letter in folded if letter.isalpha())


@lru_cache(maxsize=1_000)               # of all animals for every bot at every table
def name_stem(name: str) -> str:
    """Return what two confusable names have in common: the skeleton without the digits at its end."""
    return name_skeleton(name).rstrip(" 0123456789")


def make_visitor_name(randbits: Callable[[int], int]) -> str:
    """A name for a first visit, such as "Finch 12"."""
    return say("names.visitor", animal=pick_animal(randbits), n=2 + randbits(32) % 98)


def clean_name(name: object) -> str:
    """A chosen name, blanks made single.  Raises BadInput with a sentence."""
    if not isinstance(name, str):
        raise BadInput(say("name.text"))
    if _hidden_pattern().search(_sequence_pattern().sub("", name)):
        raise BadInput(say("name.control"))
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadInput(say("name.length", longest=LONGEST_NAME))
    if sum(unicodedata.combining(c) > 0 for c in name) > LONGEST_NAME // 3:
        raise BadInput(say("name.control"))
    return name


@cache
def _hidden_pattern() -> re.Pattern[str]:
    """A character that nobody can see."""
    return re.compile(_character_class(unicode_name_characters.HIDDEN))


@cache
def _sequence_pattern() -> re.Pattern[str]:
    """Invisible characters where writing needs them, and sequences of emoji that hold some."""
    joined, signs = _character_class(unicode_name_characters.JOINED), _character_class(unicode_name_characters.SIGNS)
    emoji, han = _character_class(unicode_name_characters.EMOJI), _character_class(unicode_name_characters.HAN)
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


def _character_class(table: str) -> str:
    """A table of characters as a class of a regular expression."""
    parts = [part.partition("-") for part in table.split()]
    return "[" + "".join(f"\\U{int(first, 16):08x}-\\U{int(last or first, 16):08x}" for first, _, last in parts) + "]"
