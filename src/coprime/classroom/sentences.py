"""The sentences of classes, from `messages/en.toml`."""

from pathlib import Path

from ..core.language import available_languages, use_language
from ..core.messages import format_sentence, load_messages

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return format_sentence(FOLDER, key, **facts)


def rude_words() -> list[str]:
    """Return the rude words of every language, as `names.fold_name` writes them."""
    found: list[str] = []
    for spoken in available_languages():
        with use_language(spoken):
            found += load_messages(FOLDER)["filter"]["words"]
    return found
