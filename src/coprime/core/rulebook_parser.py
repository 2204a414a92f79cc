"""The rules in words: a rulebook of a game or a deck is its rules.md and its pages/*.md.

A page is Markdown with a few kinds of block: headings, numbered rules (`- PD-7 ...`), paragraphs, lists, tables and
fenced drawings. ```` ```example beats ```` has rows `drawing | yes or no | sentence`; its second word names the
test that checks it. ```` ```cards ```` has rows `title | drawing`, where `2*25` means 25 cards with a 2. A drawing
consists of names in the game's notation and signs. ```` ```division ```` has rows `51 3 | long or short |
sentence`: 51 divided by 3 as people write it.

A translated page lies beside it: `rules.ja.md`, `pages/programs.ja.md`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .kernel import PACKAGE
from .language_selection import cache_per_language, current_language
from .long_division import WrittenLine, write_carried_digits, write_long_division
from .registry import all_games

RULE_LINE = re.compile(r"- ([A-Z]{2}-\d+)\s+(.*)")
CITED_RULE = re.compile(r"\b[A-Z]{2}-\d+\b", re.ASCII)        # followed by letters of any other kind, too
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
SIGNS = frozenset("= + − × ÷ ^ → > , /".split())
MARKS = ("yes", "no", "")


class Rule(NamedTuple):
    """A numbered rule."""

    number: str
    text: str


class Paragraph(NamedTuple):
    """A paragraph of text."""

    text: str


class BulletList(NamedTuple):
    """A list without numbers."""

    items: list[str]


class RuleTable(NamedTuple):
    """A table; its first row is the head."""

    rows: list[list[str]]


class ExampleRow(NamedTuple):
    """A case of an example: the drawing, its mark and the sentence.

    mark  whether it is so by the rules: "yes", "no", or "" where nothing is asked
    """

    drawn: list[str]
    mark: str
    text: str


class Example(NamedTuple):
    """Worked cases; `kind` names the test that checks them."""

    kind: str
    cases: list[ExampleRow]


class CardRows(NamedTuple):
    """Rows of cards, each under a title."""

    rows: list[tuple[str, list[str]]]


class Division(NamedTuple):
    """A division as people write it.  The long form has lines under the dividend, the short one carried digits."""

    dividend: int
    divisor: int
    lines: list[WrittenLine]
    carried: list[int]
    text: str


class Divisions(NamedTuple):
    """Written divisions, one under the other."""

    rows: list[Division]


Block = Rule | Paragraph | BulletList | RuleTable | Example | CardRows | Divisions


class PageSection(NamedTuple):
    """A heading and its blocks; the heading is "" for blocks directly under the page title."""

    title: str
    blocks: list[Block]


class Page(NamedTuple):
    """One page of a rulebook at its address on the server, such as `/rules/daifugo/programs`."""

    path: Path
    address: str
    title: str
    sections: list[PageSection]

    def iter_blocks(self) -> Iterator[Block]:
        """Iterate over the blocks of all sections."""
        for section in self.sections:
            yield from section.blocks

    def rule_numbers(self) -> list[str]:
        """Return the numbers of the page's rules."""
        return [block.number for block in self.iter_blocks() if isinstance(block, Rule)]

    def find_examples(self) -> list[Example]:
        """Return the worked examples of the page."""
        return [block for block in self.iter_blocks() if isinstance(block, Example)]


# Where pages are.

def rulebook_folders() -> list[Path]:
    """Return every folder with a rulebook: the games', then the decks'."""
    found = sorted((game.folder for game in all_games().values()), key=lambda folder: folder.name)
    return [folder for folder in (*found, *sorted(PACKAGE.glob("decks/*"))) if (folder / "rules.md").is_file()]


def rulebook_files(folder: Path) -> list[Path]:
    """Return the files of a rulebook, rules.md first."""
    return [folder / "rules.md", *sorted(page for page in folder.glob("pages/*.md") if "." not in page.stem)]


def page_address(path: Path) -> str:
    """Return the address at which the server shows a rulebook file."""
    return f"/rules/{path.parent.name}" if path.name == "rules.md" else f"/rules/{path.parents[1].name}/{path.stem}"


@cache_per_language(None)
def load_pages() -> dict[str, Page]:
    """Return every page by its address, in the current language."""
    return {page.address: page for folder in rulebook_folders() for page in map(parse_page, rulebook_files(folder))}


@cache_per_language(None)
def rule_prefixes() -> dict[str, str]:
    """Return the page address of each two-letter rule prefix: `PP` at `/rules/primepak`."""
    return {number[:2]: page.address for page in load_pages().values() for number in page.rule_numbers()}


# How they are read.

@cache_per_language(None)
def parse_page(path: Path) -> Page:
    """Parse a rulebook file, or its translation into the current language where there is one."""
    spoken = path.with_suffix(f".{current_language()}.md")
    text = (spoken if spoken.is_file() else path).read_text(encoding="utf-8")
    title, *parts = re.split(r"^#{1,2} +", text, flags=re.MULTILINE)[1:]
    name, _, lead = title.partition("\n")
    sections = [PageSection("", [*_parse_blocks(lead, path)])]
    for part in parts:
        head, _, body = part.partition("\n")
        sections.append(PageSection(head.strip(), [*_parse_blocks(body, path)]))
    return Page(path, page_address(path), name.strip(), [section for section in sections if section.blocks])


def _parse_blocks(text: str, path: Path) -> Iterator[Block]:
    lines = [line.rstrip() for line in text.splitlines()]
    at = 0
    while at < len(lines):
        end = at + 1
        if lines[at].startswith("```"):
            end = lines.index("```", end) + 1
            yield _parse_fenced(lines[at][3:].split(), lines[at + 1:end - 1])
        elif lines[at].startswith("|"):
            end = _end_of_run(lines, end, lambda line: line.startswith("|"))
            rows = [_split_cells(_resolve_links(line, path).strip("|")) for line in lines[at:end]]
            yield RuleTable([row for i, row in enumerate(rows) if i != 1])
        elif found := RULE_LINE.match(lines[at]):
            end = _end_of_run(lines, end, lambda line: line.startswith("  "))
            yield Rule(found[1], _resolve_links(" ".join([found[2], *map(str.strip, lines[at + 1:end])]), path))
        elif lines[at].startswith("- "):
            end = _end_of_run(lines, end, lambda line: line.startswith("- ") and not RULE_LINE.match(line))
            yield BulletList([_resolve_links(line[2:], path) for line in lines[at:end]])
        elif lines[at]:
            end = _end_of_run(lines, end, lambda line: line and not line.startswith(("```", "|", "- ")))
            yield Paragraph(_resolve_links(" ".join(lines[at:end]), path))
        at = end


def _end_of_run(lines: list[str], at: int, condition: Callable[[str], object]) -> int:
    while at < len(lines) and condition(lines[at]):
        at += 1
    return at


def _parse_fenced(words: list[str], lines: Iterable[str]) -> Block:
    rows = [_split_cells(line) for line in lines]
    if words == ["cards"]:
        return CardRows([(title, drawn.split()) for title, drawn in rows])
    if words == ["division"]:
        return Divisions([_parse_division(*row) for row in rows])
    head, kind = words
    if head != "example":
        raise ValueError(f"A page has no block of {head}.")
    cases = [ExampleRow(drawn.split(), mark, text) for drawn, mark, text in rows]
    assert all(case.mark in MARKS for case in cases)
    return Example(kind, cases)


def _parse_division(numbers: str, form: str, text: str) -> Division:
    dividend, divisor = map(int, numbers.split())
    if form == "long":
        return Division(dividend, divisor, write_long_division(dividend, divisor), [], text)
    if form == "short":
        return Division(dividend, divisor, [], write_carried_digits(dividend, divisor), text)
    raise ValueError(f"A division has no form {form}.")


def _split_cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


def _resolve_links(text: str, path: Path) -> str:
    """Turn links between files into links between addresses."""
    def resolve_link(link: re.Match[str]) -> str:
        file, hash_, rule = link[2].partition("#")
        return f"[{link[1]}]({page_address((path.parent / file).resolve())}{hash_}{rule})"
    return LINK.sub(resolve_link, text)
