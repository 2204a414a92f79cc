"""Declare a state: a record of int64 words with named fields."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from .pure_variants import own_name

Fields = list[tuple[str, type, tuple[int, ...]]]

# By module, name and declaration. For each call Numba looks an argument's dtype up among those that it knows, and
# compares field by field where an equal one is another object: such a call takes four times as long.
_CLASSES: dict[tuple[str, str, str], Any] = {}


def struct(cls: type) -> Any:
    """Turn an annotated class into a fixed-size record of int64: `turn: int`, `hand: [SEATS]`.

    `State.new()` returns one zeroed state, `State.new(n)` an array of n. Raises TypeError for a field name that
    np.void already has: it would work compiled and fail in pure Python. Other attributes raise AttributeError.

    Both variants of a rules file have the same class.

    LATER, a dictionary in the class, names fields that were added after records had been written: it maps each to
    the number of its words that existed before (0 for a new field). `core.record.digest_state` skips added words
    while they are 0.

    RANGES, a dictionary in the class, gives the least and the greatest number of arrays: a batch of matches stores
    those of small numbers in fewer bytes (`core/packed_layout.py`). PER_SEAT names arrays with an entry for each seat:
    entries of seats that nobody has stay as `begin` leaves them, and a batch need not store them. LISTS maps arrays to
    the field that counts their items (of an array with an entry for each seat: another such) and to the number that
    stands beyond the last one whenever a seat is to act. Views keep to all three.
    """
    fields: Fields = []
    for name, shape in cls.__annotations__.items():
        if hasattr(np.void, name):
            raise TypeError(f"{cls.__name__}.{name}: np.void already has a {name!r}; take another name")
        fields.append((name, np.int64, () if shape is int else tuple(shape)))
    given = {name: cls.__dict__.get(name, {}) for name in ("LATER", "RANGES", "PER_SEAT", "LISTS")}
    module = own_name(cls.__module__)
    declared = module, cls.__qualname__, f"{fields} {given}"
    if declared not in _CLASSES:
        _CLASSES[declared] = _make_class(cls, module, fields, given)
    return _CLASSES[declared]


def _make_class(cls: type, module: str, fields: Fields, given: dict[str, Any]) -> Any:
    # Not np.record: it looks fields up in Python code, which takes most of uncompiled rules' time, and takes any name.
    kind: Any = type(cls.__name__, (np.void,), {
        "__doc__": cls.__doc__, "__module__": module, "__repr__": _state_text, "__str__": _state_text,
        "__slots__": (), "new": classmethod(_new_states), **{name: _field_property(name) for name, *_ in fields}})
    kind.layout = np.dtype((kind, fields))
    kind.ranges, kind.per_seat, kind.lists = (given[name] for name in ("RANGES", "PER_SEAT", "LISTS"))
    for name, names in given.items():
        unknown = set(names) - set(kind.layout.names)
        if unknown:
            raise TypeError(f"{name} names {min(unknown)!r}, which is no field")
    for name, (counter, _) in kind.lists.items():
        if counter not in kind.layout.names or counter in kind.ranges:
            raise TypeError(f"LISTS: {name!r} is counted by a field without RANGES, which {counter!r} is not")
    kind.later_words = _later_words(fields, given["LATER"])
    return kind


def _later_words(fields: Fields, later: Mapping[str, int]) -> Any:
    """Return a bool array that marks the words added later to a state; None where none were."""
    words: list[bool] = []
    for name, _, shape in fields:
        size = math.prod(shape)
        words += [at >= later.get(name, size) for at in range(size)]
    return np.array(words) if later else None


def _field_property(name: str) -> property:
    return property(lambda s: np.void.__getitem__(s, name), lambda s, value: np.void.__setitem__(s, name, value))


def _new_states(kind: Any, count: int | None = None) -> Any:
    return np.zeros(1, kind.layout)[0] if count is None else np.zeros(count, kind.layout)


def _state_text(state: Any) -> str:
    return "\n".join(f"{name:>14}  {state[name]}" for name in state.dtype.names)
