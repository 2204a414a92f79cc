"""The sentences of the server, from `messages/en.toml`."""

from pathlib import Path

from ..core.messages import format_sentence

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return format_sentence(FOLDER, key, **facts)
