"""A view as an ordinary Python object, for words, hints and rule-of-thumb bots.

They read its fields hundreds of times; each read of a NumPy record costs more than the rest of their work.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np


def to_object(view: Any) -> Any:
    """Return an object with the fields and values of a view: ints, and arrays shared with the view.

    The object's `copy` method returns one that shares nothing.
    """
    return _view_class(view.dtype)(*view.item())


def to_record(view: Any) -> Any:
    """Return a view as compiled functions take it: a NumPy record as it is, an object copied into one."""
    return np.array([view.field_values()], view.dtype)[0] if isinstance(view, AttributeView) else view


@cache
def _view_class(dtype: np.dtype[Any]) -> type:
    """Return the class for records of a dtype, with the fields as slots; cached."""
    names = dtype.names or ()
    arguments = ", ".join(names)
    source = "\n".join(f"    self.{name} = {name}" for name in names)
    copies = ", ".join(f"self.{name}.copy()" if dtype[name].shape else f"self.{name}" for name in names)
    values = ", ".join(f"self.{name}" for name in names)
    scope: dict[str, Any] = {}
    exec(f"def __init__(self, {arguments}):\n{source}\ndef copy(self):\n    return type(self)({copies})\n"
         f"def field_values(self):\n    return ({values},)", scope)
    methods = {name: scope[name] for name in ("__init__", "copy", "field_values")}
    return type("Loose", (AttributeView,), {"__slots__": names, "dtype": dtype, **methods})


class AttributeView:
    """Base class of the objects that `to_object` returns.

    Fields can also be read and set by name in brackets.
    """

    __slots__ = ()
    dtype: np.dtype[Any]
    field_values: Callable[[], tuple[Any, ...]]

    def __getitem__(self, name: str) -> Any:
        """Return a field by name, a single number as np.int64."""
        value = getattr(self, name)
        return np.int64(value) if isinstance(value, int) else value

    def __setitem__(self, name: str, value: Any) -> None:
        """Set a field by name."""
        setattr(self, name, value)
