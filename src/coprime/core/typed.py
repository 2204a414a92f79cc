"""What people type: full-width letters and digits, as Japanese keyboards give them, are the usual ones."""

import unicodedata


def normalize_typed(text: str) -> str:
    """The text in Unicode's form NFKC, which has one form of each letter, digit, sign and blank."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)
