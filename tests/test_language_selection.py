"""Which language somebody gets: by what a browser accepts, and by what a terminal speaks."""

import pytest

from coprime.core.language_selection import choose_accepted_language, choose_language, system_language


@pytest.mark.parametrize(("header", "language"), [
    ("ja", "ja"), ("fr, ja;q=0.8, en;q=0.5", "ja"), ("en;q=0.5, ja;q=0.8", "ja"), ("ja;q=0.5,en;q=0.8", "en"),
    ("ja;q=0, en", "en"), ("ja;q=0", "en"), ("fr", "en"), ("", "en"), ("ja;q=much, en;q=0.1", "en"), ("en, ja", "en"),
    ("ja-JP", "ja"), ("*", "en"), ("x" * 200 + ",ja", "en"), ("fr" + " " * 196 + ",ja", "en")])
def test_the_language_that_a_browser_likes_best_of_those_there_are(header, language):
    assert choose_accepted_language(header) == language


@pytest.mark.parametrize(("tags", "language"), [
    (["ja_JP.UTF-8"], "ja"), (["JA"], "ja"), ([" ja "], "ja"), (["jav"], "en"), (["fr", "ja", "en"], "ja"), ([], "en"),
    (["C.UTF-8"], "en")])
def test_the_first_tag_of_which_there_is_a_language_counts(tags, language):
    assert choose_language(tags) == language


@pytest.mark.parametrize(("environment", "language"), [
    ({"COPRIME_LANGUAGE": "ja", "LANG": "en_US"}, "ja"), ({"LC_ALL": "ja_JP", "LC_MESSAGES": "en"}, "ja"),
    ({"LC_MESSAGES": "ja", "LANG": "en"}, "ja"), ({"LANG": "ja_JP.UTF-8"}, "ja"), ({}, "en"),
    ({"COPRIME_LANGUAGE": "", "LANG": "ja"}, "ja"), ({"COPRIME_LANGUAGE": "fr", "LANG": "ja"}, "en")])
def test_a_terminal_speaks_the_language_of_its_system(environment, language):
    assert system_language(environment) == language
