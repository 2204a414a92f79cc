"""The page "Ask a question about a game": what it prints is so."""

from pathlib import Path

from doctest_examples import tried


def test_its_examples():
    assert tried(Path(__file__).resolve().parents[2] / "docs/questions.md") > 10
