"""A view as an ordinary object, for words, hints and rule-of-thumb bots: they read its fields some hundred times, and
every read of a record goes through NumPy and costs more than all else that they do."""

from functools import cache
from typing import Any

import numpy as np


def to_object(view: Any) -> Any:
    """The same fields and values: ints, and arrays that are the view's own.  A copy of it shares nothing."""
    return _kind(view.dtype)(*view.item())


@cache
def _kind(dtype: np.dtype[Any]) -> type:
    """A class with the fields of a record as slots."""
    names = dtype.names or ()
    arguments = ", ".join(names)
    source = "\n".join(f"    self.{name} = {name}" for name in names)
    copies = ", ".join(f"self.{name}.copy()" if dtype[name].shape else f"self.{name}" for name in names)
    scope: dict[str, Any] = {}
    exec(f"def __init__(self, {arguments}):\n{source}\ndef copy(self):\n    return type(self)({copies})", scope)
    return type("Loose", (AttributeView,), {"__slots__": names, "dtype": dtype,
                                            "__init__": scope["__init__"], "copy": scope["copy"]})


class AttributeView:
    """What the kinds share."""

    __slots__ = ()
    dtype: np.dtype[Any]

    def __getitem__(self, name: str) -> Any:
        value = getattr(self, name)
        return np.int64(value) if isinstance(value, int) else value

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)
