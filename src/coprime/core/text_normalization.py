"""Normalise typed text: full-width letters and digits become ordinary ones, several lines one."""

import unicodedata


def normalize_typed(text: str) -> str:
    """Return the text in Unicode form NFKC, which has one form for each letter, digit, sign and blank."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def to_one_line(text: str) -> str:
    """Return the text as one line: other blanks and what cannot be printed become single blanks."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
