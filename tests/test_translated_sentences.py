"""What is said in another language in random games: nothing of English is left in it, and it is well formed."""

import re

import pytest
from test_sentences import said

from coprime.core.errors import BadInput
from coprime.core.language_selection import available_languages, use_language
from coprime.core.registry import all_games, find_game

NAMES = {"Ada", "Flo"}                                      # of `said`; the others are shorter
OWN = {"Coprime", "PrimePak", "uecda", "UECda", "SKIP"}     # what is written so in every language
WORD = re.compile(r"[A-Za-z]{3,}")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
QUOTED = re.compile("「[^」]*」")
WRONG = {
    "a hole": r"[{}]|None|\bnan\b|np\.|undefined|UNKNOWN",
    "stops": r"[。、][。、.]|^[。、]|\.[。、]|[。、] |[\u3040-\u30ff\u4e00-\u9fff] [。、]",
    "a particle twice": r"はは、|がが|をを|にに(?!ん)|とと(?!も)",
    "a counter apart": r"\d [枚人点回手勝]",
    "one who is not there": r"^[はがを][、0-9\u4e00-\u9fff]",
}
MATCHES = 3


def is_notation(it, text):
    """An action's label."""
    try:
        it.words.parse(text)
    except BadInput:
        return False
    return True


def english(it, text):
    """The English in a text: a word in a Japanese sentence, but for quoted notation, or a sentence that is none."""
    words = [word for word in WORD.findall(QUOTED.sub("", text)) if word not in NAMES | OWN]
    if JAPANESE.search(text):
        return words
    return words if len(words) > 1 and " " in text and not is_notation(it, text) else []


@pytest.mark.parametrize("name", list(all_games()))
@pytest.mark.parametrize("language", available_languages()[1:])
def test_what_is_said_is_of_one_language_and_well_formed(name, language):
    it = find_game(name)
    with use_language(language):
        found = {text for seed in range(MATCHES) for text in said(it, seed)}
    spoken = [text for text in sorted(found) if JAPANESE.search(text)]
    assert len(spoken) > 50
    wrong = [f"English: {text}" for text in sorted(found) if english(it, text)]
    wrong += [f"{what}: {text}" for text in spoken for what, pattern in WRONG.items() if re.search(pattern, text)]
    assert not wrong, "\n".join(wrong[:40])
