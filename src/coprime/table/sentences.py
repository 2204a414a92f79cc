"""The sentences of tables, from `messages/en.toml`."""

from pathlib import Path

from ..core.errors import Refused
from ..core.messages import format_sentence

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return format_sentence(FOLDER, key, **facts)


def refusal(key: str, /, **facts: object) -> Refused:
    """A refusal with that sentence: `raise no("act.over")`."""
    return Refused(say(f"no.{key}", **facts))
