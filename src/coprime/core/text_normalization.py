"""Normalise typed text: full-width letters and digits of Japanese keyboards become ordinary ones."""

import unicodedata


def normalize_typed(text: str) -> str:
    """Return the text in Unicode form NFKC, which has one form for each letter, digit, sign and blank."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)
