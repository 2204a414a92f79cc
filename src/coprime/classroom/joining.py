"""Joining a class: newcomers, pupils who come back, and who waits before its door."""

from collections.abc import Callable

from ..core.errors import BadInput, Refused
from ..table import player_names
from .classroom import MOST_PUPILS, Classroom
from .login_secret import LoginSecret
from .pupil import Pupil
from .sentences import rude_words, say

MOST_WAITING = 60       # people before its door
GONE_SECONDS = 180              # seconds without their page, after which a pupil who has done nothing counts no more


def join_class(classroom: Classroom, key: str, name: str, secret: LoginSecret, now: int) -> tuple[Pupil, str]:
    """Join the class, or come back to it at another device.

    Returns the pupil, and the key that held their place before ("" for none). Where the class is full they wait:
    `Classroom.find_pupil` does not know them then.

    Raises BadInput; Refused where the picture or the word is another one.
    """
    known = classroom.find_pupil(key)
    if known is not None:
        return known, ""
    name = player_names.clean_name(name)
    known_by_name = classroom.find_by_name(name)
    if known_by_name is not None:
        if known_by_name.login_secret == LoginSecret():                           # the teacher lets them choose anew
            known_by_name.login_secret = secret
        elif not known_by_name.login_secret.matches(secret):
            raise Refused(say("no.other", name=known_by_name.name))
        previous_key, known_by_name.key, known_by_name.seen = known_by_name.key, key, now
        classroom.waiting = [one for one in classroom.waiting if one is known_by_name or one.key != key]
        return known_by_name, previous_key if known_by_name in classroom.pupils else ""
    check_newcomer(classroom, key, name, now)
    listed = classroom.find_listed(name)
    pupil = Pupil(listed or name, key, secret.picture, secret.word, seen=now,
                  approved=listed is not None or not classroom.approval)
    classroom.waiting = [one for one in classroom.waiting if one.key != key]
    if not _drop_gone(classroom.pupils, min(classroom.places, MOST_PUPILS), classroom.remove_pupil, classroom.is_idle,
                      now):
        _drop_gone(classroom.waiting, MOST_WAITING, classroom.waiting.remove, lambda one: True, now)
        classroom.waiting.append(pupil)
    else:
        classroom.pupils.append(pupil)
    return pupil, ""


def check_newcomer(classroom: Classroom, key: str, name: str, now: int) -> None:
    """Raise BadInput where somebody of a new name can neither come in nor wait."""
    if not classroom.open:
        raise BadInput(say("no.closed"))
    if classroom.strict and classroom.find_listed(name) is None and is_rude(player_names.clean_name(name)):
        raise BadInput(say("no.name"))
    is_full = len(classroom.pupils) >= min(classroom.places, MOST_PUPILS)
    has_idle = any(classroom.is_idle(one) and is_gone(one, now) for one in classroom.pupils)
    waiting = [one for one in classroom.waiting if one.key != key and not is_gone(one, now)]
    if is_full and not has_idle and len(waiting) >= MOST_WAITING:
        raise BadInput(say("no.waiting", most=MOST_WAITING))


def is_gone(pupil: Pupil, now: int) -> bool:
    """Tell whether the page of a pupil has not asked for GONE_SECONDS."""
    return now - pupil.seen > GONE_SECONDS


def _drop_gone(people: list[Pupil], most: int, remove: Callable[[Pupil], None], is_idle: Callable[[Pupil], bool],
               now: int) -> bool:
    """Let go of those who came and went, the longest gone first, until one more has room.  Returns whether it has."""
    gone = sorted((one for one in people if is_idle(one) and is_gone(one, now)), key=lambda one: one.seen)
    while len(people) >= most and gone:
        remove(gone.pop(0))
    return len(people) < most


def is_rude(name: str) -> bool:
    """Tell whether a name, or a word of it, is on the list of rude words. Only whole words count."""
    worst = set(rude_words())
    return any(player_names.fold_for_word_filter(part) in worst for part in (name, *name.split()))
