"""The current language of sentences: per request, per page at a table, or of the terminal.

English is the reference. A language exists when `core/messages/<language>.toml` does; missing sentences fall back
to English.
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
_language = ContextVar("language", default=LANGUAGE)
current_language: Callable[[], str] = _language.get


@contextmanager
def use_language(name: str) -> Iterator[None]:
    """Make a language the current one inside the `with` block."""
    before = _language.set(name)
    try:
        yield
    finally:
        _language.reset(before)


@cache
def available_languages() -> tuple[str, ...]:
    """Return the available languages, the reference first."""
    found = sorted(file.stem for file in (Path(__file__).parent / "messages").glob("*.toml"))
    return (LANGUAGE, *(name for name in found if name != LANGUAGE))


def choose_language(names: Iterable[str]) -> str:
    """Return the first available language of some tags (`ja`, `ja-JP`, `ja_JP.UTF-8`).

    English where none is.
    """
    for name in names:
        short = name.strip().lower().replace("_", "-").partition("-")[0].partition(".")[0]
        if short in available_languages():
            return short
    return LANGUAGE


def choose_accepted_language(header: str) -> str:
    """Return the language to use for an `Accept-Language` header, such as `fr, ja;q=0.8, en;q=0.5`."""
    weighed = []
    for part in header[:200].split(","):
        name, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), name))
        except ValueError:
            continue
    return choose_language(name for weight, name in sorted(weighed, key=lambda one: one[0]) if weight)


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the terminal's language: COPRIME_LANGUAGE, or the system's locale."""
    for name in ("COPRIME_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return choose_language([environ[name]])
    return LANGUAGE


def cache_per_language(size: int | None) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Return a decorator like lru_cache that keeps one cache entry per language."""
    def with_memory(function: Callable[..., R]) -> Callable[..., R]:
        @lru_cache(size)
        def memory(spoken: str, *args: Any) -> R:
            return function(*args)

        @wraps(function)
        def answer(*args: Any) -> R:
            return memory(current_language(), *args)
        return answer
    return with_memory
