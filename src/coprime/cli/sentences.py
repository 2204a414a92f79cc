"""The sentences of the command line, from `messages/en.toml`, and how it ends where something is wrong."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from ..core.errors import BadInput
from ..core.messages import format_sentence

HERE = Path(__file__).parent
PACKAGE = __package__.partition(".")[0]
BAD_USE, MISTAKE = 2, 1
out = Console()
err = Console(stderr=True)


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return format_sentence(HERE, key, **facts)


@contextmanager
def sentences() -> Iterator[None]:
    """Bad use ends with a sentence and exit code 2, never with a stack trace; so does what is not installed."""
    try:
        yield
    except BadInput as wrong:
        end(str(wrong), BAD_USE)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == PACKAGE:
            mistaken(missing)
        end(say("missing", name=missing.name), BAD_USE)
    except Exception as wrong:
        mistaken(wrong)


def mistaken(wrong: Exception) -> None:
    """A fault of the program: told in a sentence, or where it happened if somebody wants to know."""
    if os.environ.get("COPRIME_DEBUG"):
        raise wrong
    told = str(wrong).partition("\n")[0][:200]
    end(say("mistake", kind=type(wrong).__name__, told=told), MISTAKE)


def end(told: str, code: int) -> None:
    """Say why, and end."""
    err.print(told, style="bold", highlight=False, markup=False, soft_wrap=True)
    sys.exit(code)
