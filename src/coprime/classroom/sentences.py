"""The sentences of classes, from `messages/en.toml`."""

from pathlib import Path

from ..core.messages import messages, sentence

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return sentence(FOLDER, key, **facts)


def rude_words() -> list[str]:
    """The worst words, as `names.folded` writes them."""
    return list(messages(FOLDER)["filter"]["words"])
