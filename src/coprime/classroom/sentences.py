"""The sentences of classes, from `messages/en.toml`."""

from pathlib import Path
from typing import Any

from ..core.language_selection import available_languages, use_language
from ..core.messages import format_sentence, load_messages
from ..table.player_names import fold_for_word_filter

FOLDER = Path(__file__).parent


def say(key: str, /, **facts: object) -> str:
    """A sentence by its dotted key, with its facts filled in."""
    return format_sentence(FOLDER, key, **facts)


def rude_words() -> list[str]:
    """Return the rude words of every language, as `player_names.fold_for_word_filter` writes them."""
    return [word for words in _values_of_all_languages("filter", "words") for word in words]


def header_words(kind: str) -> set[str]:
    """Return what stands in every language above a column of names, as `player_names.fold_for_word_filter` writes it.

    kind  "given", "family" or "whole" names
    """
    headers = _values_of_all_languages("header", kind)
    return {fold_for_word_filter(word) for words in headers for word in words.split(",")}


def _values_of_all_languages(table: str, key: str) -> list[Any]:
    found = []
    for spoken in available_languages():
        with use_language(spoken):
            found.append(load_messages(FOLDER)[table][key])
    return found
