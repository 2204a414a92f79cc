"""The pages of docs/: every link leads somewhere, every file they name is there, the glossary is in order."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
TOPICS = ["engine", "knowledge", "search", "table", "store", "browser", "glossary"]
PLACES = [ROOT / "src/coprime", ROOT / "docs"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:|/", link):
            assert (page.parent / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize("name", TOPICS)
def test_every_file_that_a_topic_page_names_is_there(name):
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:[\w.*<>-]+/)*[\w.*<>-]+\.(?:py|ts|svelte|md|css|toml))`", text)
    assert named
    for file in named:
        pattern = re.sub("<[a-z]+>", "*", file)
        assert (ROOT / file).exists() or any(next(place.glob(f"**/{pattern}"), None) for place in PLACES), file


def test_the_glossary_is_in_the_order_of_the_alphabet():
    words = re.findall(r"^\| \*\*(.+?)\*\*", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.M)
    assert len(words) > 30 and words == sorted(words, key=str.casefold)
