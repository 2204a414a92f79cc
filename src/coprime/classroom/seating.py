"""Assign the pupils of a class to tables."""

import random
from collections.abc import Sequence

from ..core.errors import BadInput
from .pupil import Pupil
from .sentences import say


def assign_tables(pupils: Sequence[Pupil], seats: int, by: str, by_hand: Sequence[Sequence[str]],
                  seed: int) -> list[list[str]]:
    """The pupils' names, table by table: as few tables as hold them, filled as evenly as can be.

    by  "chance"; "level": those of one level with each other, as far as that goes; "hand": as `by_hand` says
    Raises BadInput where that names somebody twice, nobody, or more than there are seats.
    """
    if by == "hand":
        return _check_groups(pupils, seats, by_hand)
    rng = random.Random(seed)
    shuffled = rng.sample(list(pupils), len(pupils))
    if by == "level":
        shuffled.sort(key=lambda pupil: pupil.level)
    tables = -(-len(shuffled) // seats)
    sizes = [len(shuffled) // tables + (i < len(shuffled) % tables) for i in range(tables)]
    ends = [sum(sizes[:i + 1]) for i in range(tables)]
    return [[pupil.name for pupil in shuffled[end - size:end]] for size, end in zip(sizes, ends, strict=True)]


def _check_groups(pupils: Sequence[Pupil], seats: int, groups: Sequence[Sequence[str]]) -> list[list[str]]:
    known_names, group_names = {pupil.name for pupil in pupils}, [name for group in groups for name in group]
    for name in group_names:
        if name not in known_names:
            raise BadInput(say("no.pupil", name=name[:60]))
        if group_names.count(name) > 1:
            raise BadInput(say("no.twice", name=name))
    for group in groups:
        if not 1 <= len(group) <= seats:
            raise BadInput(say("no.group", n=len(group), most=seats))
    if not groups:
        raise BadInput(say("no.groups"))
    return [list(group) for group in groups]
