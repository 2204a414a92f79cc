"""The pages of docs/: links lead somewhere, named files are there, the index is whole, the glossary is in order."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").glob("**/*.md")), *sorted(ROOT.glob("*.md"))]
TOPICS = ["engine", "knowledge", "search", "table", "store", "browser", "glossary"]
PLACES = [ROOT / "src/coprime", ROOT / "docs"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:|/", link):
            assert (page.parent / link.partition("#")[0]).exists(), link


def test_the_index_lists_every_page_for_a_forge_and_for_the_site():
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    links = re.findall(r"^- \[[^]]+\]\((\S+)\.md\): \S", index, re.M)
    pages = {os.path.relpath(page, ROOT / "docs").removesuffix(".md") for page in PAGES} - {"index"}
    assert pages <= set(links) and len(links) == len(set(links))
    trees = re.findall(r"^:maxdepth: 1\n\n(.*?)^```", index, re.M | re.S)
    assert {entry for tree in trees for entry in tree.split()} >= set(links) and ":glob:" not in index


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
