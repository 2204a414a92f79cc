"""Look up the command line's sentences, and turn exceptions into sentences and exit codes."""

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
EXIT_BAD_USE, EXIT_PROGRAM_ERROR = 2, 1
out = Console()
err = Console(stderr=True)


def say(key: str, /, **facts: object) -> str:
    """Return a sentence by its dotted key, in the current language, with its facts filled in."""
    return format_sentence(HERE, key, **facts)


@contextmanager
def errors_as_sentences() -> Iterator[None]:
    """Turn exceptions into a sentence and an exit code instead of a stack trace.

    Exit code 2 for wrong input and for a library that is not installed, 1 for an error of the program.
    """
    try:
        yield
    except BadInput as wrong:
        exit_with_message(str(wrong), EXIT_BAD_USE)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == PACKAGE:
            report_program_error(missing)
        exit_with_message(say("missing", name=missing.name), EXIT_BAD_USE)
    except Exception as wrong:
        report_program_error(wrong)


def report_program_error(wrong: Exception) -> None:
    """Exit with a sentence about an error of the program; raise it again if COPRIME_DEBUG is set."""
    if os.environ.get("COPRIME_DEBUG"):
        raise wrong
    told = str(wrong).partition("\n")[0][:200]
    exit_with_message(say("mistake", kind=type(wrong).__name__, told=told), EXIT_PROGRAM_ERROR)


def exit_with_message(told: str, code: int) -> None:
    """Print a sentence to standard error and exit with a code."""
    err.print(told, style="bold", highlight=False, markup=False, soft_wrap=True)
    sys.exit(code)
