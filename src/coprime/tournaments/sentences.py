"""The sentences of tournaments, from `messages/en.toml`."""

from pathlib import Path

from ..core.errors import BadInput
from ..core.messages import format_sentence

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return format_sentence(FOLDER, key, **facts)


def wrong(key: str, /, **facts: object) -> BadInput:
    """An error with that sentence: `raise wrong("over")`."""
    return BadInput(say(f"no.{key}", **facts))
