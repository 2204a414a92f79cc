"""Functions of rule-of-thumb bots that run compiled where many matches are played.

Bots are pure Python, so that a server plays at once and nothing has to be compiled first. A function of a compiled
module that takes a large part of a bot's time, wrapped by `compile_for_series`, runs as pure Python as well until
`enable_compiled_helpers` says that many matches follow. Both variants give the same answers.
"""

import functools
import importlib
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from .pure_variants import own_name

P = ParamSpec("P")
R = TypeVar("R")
_is_enabled = False


def enable_compiled_helpers() -> None:
    """Let wrapped functions run compiled from now on, in this process."""
    global _is_enabled
    _is_enabled = True


def compile_for_series(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that runs a pure-Python one, or the compiled one of the same name once helpers are enabled.

    function  of a module that `compile_rules` compiles; it takes numbers and arrays, and no state
    """
    @functools.cache
    def find_compiled() -> Callable[P, R]:
        compiled: Callable[P, R] = getattr(importlib.import_module(own_name(function.__module__)), function.__name__)
        return compiled

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return (find_compiled() if _is_enabled else function)(*args, **kwargs)

    return call
