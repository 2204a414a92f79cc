"""Functions of rule-of-thumb bots that run compiled where many matches are played.

Bots are pure Python, so that a server plays at once and nothing has to be compiled first. A function of a compiled
module that takes a large part of a bot's time, wrapped by `compile_for_series` or called by `rate_actions`, runs as
pure Python as well until `enable_compiled_functions` says that many matches follow. Both variants give the same
answers.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np

from .attr_view import to_record
from .pure_variants import own_name

P = ParamSpec("P")
R = TypeVar("R")
_is_enabled = False


def enable_compiled_functions() -> None:
    """Let wrapped functions run compiled from now on, in this process."""
    global _is_enabled
    _is_enabled = True


def are_helpers_enabled() -> bool:
    """Return whether wrapped functions run compiled in this process."""
    return _is_enabled


def compile_for_series(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that runs a pure-Python one, or the compiled one of the same name once helpers are enabled.

    function  of a module that `compile_rules` compiles; it takes numbers and arrays, and no state
    """
    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return (find_compiled_variant(function) if _is_enabled else function)(*args, **kwargs)

    return call


@functools.cache
def find_compiled_variant(function: Callable[P, R]) -> Callable[P, R]:
    """Return the compiled function of which a function is the pure variant."""
    compiled: Callable[P, R] = getattr(importlib.import_module(own_name(function.__module__)), function.__name__)
    return compiled


def list_actions(function: Callable[..., int], view: Any, seat: int, most: int) -> list[int]:
    """Return the actions that a function lists: (state, seat, actions) -> how many it has written.

    The other arguments are those of `rate_actions`.
    """
    if not _is_enabled:
        listed = [0] * most
        return [int(action) for action in listed[:function(view, seat, listed)]]
    actions = np.zeros(most, np.int64)
    found: list[int] = actions[:find_compiled_variant(function)(to_record(view), seat, actions)].tolist()
    return found


def rate_actions(function: Callable[..., int], view: Any, seat: int, most: int,
                 *given: Any) -> tuple[list[int], list[float]]:
    """Return the actions of a seat that a function lists, and the number by which it rates each.

    function  pure variant of a compiled one: (state, seat, actions, ratings, *given) -> how many it has written
    view      as an object (`attr_view.to_object`)
    most      the most actions that a seat can have
    """
    if not _is_enabled:
        listed, rated = [0] * most, [0.0] * most
        n = function(view, seat, listed, rated, *given)
        return listed[:n], rated[:n]
    actions, ratings = np.zeros(most, np.int64), np.zeros(most)
    n = find_compiled_variant(function)(to_record(view), seat, actions, ratings, *given)
    return actions[:n].tolist(), ratings[:n].tolist()
