"""The sentences of tables, from `messages/en.toml`."""

from pathlib import Path

from ..core.faults import Refused
from ..core.messages import messages

FOLDER = Path(__file__).parent


def say(key: str, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    found = messages(FOLDER)
    for part in key.split("."):
        found = found[part]
    return str(found).format(**facts)


def no(key: str, **facts: object) -> Refused:
    """A refusal with that sentence: `raise no("act.over")`."""
    return Refused(say(f"no.{key}", **facts))
