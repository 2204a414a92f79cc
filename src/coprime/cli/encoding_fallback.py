"""Replace characters that the terminal's encoding lacks by similar ones, or by a question mark."""

import codecs
import sys
from io import TextIOWrapper

ERROR_HANDLER_NAME = "coprime.cli.substitute"
SUBSTITUTES = {"·": "-", "×": "x", "÷": "/", "−": "-", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "’": "'",
               "‘": "'", "→": "->", "≥": ">=", "≤": "<=", "✓": "+", "✗": "-", "\u00a0": " "}


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded; an error handler for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(SUBSTITUTES.get(letter, "?") for letter in error.object[error.start:error.end]), error.end


def use_substitutes() -> None:
    """Make standard output and standard error replace characters they cannot encode, instead of failing."""
    codecs.register_error(ERROR_HANDLER_NAME, replace_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ERROR_HANDLER_NAME)
