"""The language in which sentences are said: of a request, of a page at a table, of a terminal.

English is the reference.  A language is there when the engine has its messages: `core/messages/<language>.toml`.  What
is not said in it anywhere else is said in English.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar

R = TypeVar("R")
LANGUAGE = "en"
_spoken = ContextVar("language", default=LANGUAGE)
language: Callable[[], str] = _spoken.get


@contextmanager
def use_language(spoken: str) -> Iterator[None]:
    """What is said in here is said in this language."""
    before = _spoken.set(spoken)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def languages() -> tuple[str, ...]:
    """Those that the house speaks, the reference first."""
    found = sorted(file.stem for file in (Path(__file__).parent / "messages").glob("*.toml"))
    return (LANGUAGE, *(name for name in found if name != LANGUAGE))


def choose_language(names: Iterable[str]) -> str:
    """The first of some languages, as browsers and systems name them (`ja`, `ja-JP`, `ja_JP.UTF-8`), that is there."""
    for name in names:
        short = name.strip().lower().replace("_", "-").partition("-")[0].partition(".")[0]
        if short in languages():
            return short
    return LANGUAGE


def parse_accept_language(header: str) -> str:
    """The language of a header `Accept-Language`, such as `fr, ja;q=0.8, en;q=0.5`."""
    weighed = []
    for part in header[:200].split(","):
        name, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), name))
        except ValueError:
            continue
    return choose_language(name for weight, name in sorted(weighed, key=lambda one: one[0]) if weight)


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language of a terminal: COPRIME_LANGUAGE, or what the system says."""
    for name in ("COPRIME_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return choose_language([environ[name]])
    return LANGUAGE


def cache_per_language(size: int | None) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Like lru_cache, for a function whose answer has words in it: each language has its own."""
    def with_memory(function: Callable[..., R]) -> Callable[..., R]:
        @lru_cache(size)
        def memory(spoken: str, *args: Any) -> R:
            return function(*args)

        @wraps(function)
        def answer(*args: Any) -> R:
            return memory(language(), *args)
        return answer
    return with_memory
