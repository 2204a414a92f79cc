"""What is printed where the terminal's encoding lacks a sign: one that looks like it, else a question mark."""

import codecs
import sys
from io import TextIOWrapper

NAME = "coprime.cli.substitute"
SUBSTITUTES = {"·": "-", "×": "x", "÷": "/", "−": "-", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "’": "'",
               "‘": "'", "→": "->", "≥": ">=", "≤": "<=", "✓": "+", "✗": "-", "\u00a0": " "}


def substitute(error: UnicodeError) -> tuple[str, int]:
    """The handler of what cannot be encoded, as `codecs.register_error` takes one."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(SUBSTITUTES.get(letter, "?") for letter in error.object[error.start:error.end]), error.end


def use_substitutes() -> None:
    """Let no character end a command: not on standard output, not on standard error."""
    codecs.register_error(NAME, substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=NAME)
