"""Look up the contest's sentences in `messages/`."""

from pathlib import Path

from ..core.messages import format_sentence

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """Return a sentence by its key, in the current language, with its facts filled in."""
    return format_sentence(FOLDER, key, **facts)
