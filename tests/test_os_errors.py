"""Why the system could not do something: in English its own words, in other languages ours."""

import errno
import os
import sys

import pytest

from coprime.core.language_selection import available_languages, use_language
from coprime.core.messages import HERE, load_messages
from coprime.core.os_errors import describe_os_error

KNOWN = [name for name in load_messages(HERE)["system"] if hasattr(errno, name)]


@pytest.mark.skipif(sys.platform != "linux", reason="systems word it differently")
@pytest.mark.parametrize("name", KNOWN)
def test_in_english_it_says_what_the_system_says(name):
    number = getattr(errno, name)
    assert describe_os_error(OSError(number, "something longer")) == os.strerror(number)


@pytest.mark.parametrize("language", available_languages()[1:])
def test_other_languages_have_words_of_their_own(language):
    with use_language(language):
        said = [describe_os_error(OSError(getattr(errno, name), "English")) for name in KNOWN]
    assert len(said) > 10 and len(set(said)) == len(said) and all(text.isprintable() for text in said)
    assert not any(text[0].isascii() or text.endswith("。") for text in said)


def test_what_has_no_words_of_ours_keeps_its_own():
    assert describe_os_error(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert describe_os_error(ValueError("It is too long.")) == "It is too long"
