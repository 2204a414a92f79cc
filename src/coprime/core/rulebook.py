"""The rules in words: the rulebook of a game or a deck is its rules.md and its pages/*.md.

A page is Markdown of a few kinds only: headings, numbered rules (`- PD-7 ...`), paragraphs, lists, tables, and fenced
blocks of drawn things.  ```` ```example beats ```` has a row for each case, `what is drawn | yes or no | a sentence`;
its second word says which test tries it.  ```` ```cards ```` has rows `title | what is drawn`, where `2*25` is a 2
of which there are 25.  What is drawn are names in the game's own notation, and signs between them.
```` ```division ```` has rows `51 3 | long or short | a sentence`: 51 divided by 3 as people write it.

A page in another language stands beside it: `rules.ja.md`, `pages/programs.ja.md`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .division import WrittenLine, write_carried_digits, write_long_division
from .kernel import PACKAGE
from .language import cache_per_language, language
from .registry import all_games

RULE = re.compile(r"- ([A-Z]{2}-\d+)\s+(.*)")
CITED = re.compile(r"\b[A-Z]{2}-\d+\b", re.ASCII)        # followed by letters of any other kind, too
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
SIGNS = frozenset("= + − × ÷ → > , /".split())
MARKS = ("yes", "no", "")


class Rule(NamedTuple):
    """A rule."""

    number: str
    text: str


class Paragraph(NamedTuple):
    """A paragraph."""

    text: str


class BulletList(NamedTuple):
    """A list without numbers."""

    items: list[str]


class Table(NamedTuple):
    """A table, its head first."""

    rows: list[list[str]]


class ExampleRow(NamedTuple):
    """A row of an example: what is drawn, whether it is so by the rules ("" where nothing is asked), the sentence."""

    drawn: list[str]
    mark: str
    text: str


class Example(NamedTuple):
    """Worked cases; `kind` names the test that tries them."""

    kind: str
    cases: list[ExampleRow]


class CardRows(NamedTuple):
    """Rows of cards under a title each."""

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


Block = Rule | Paragraph | BulletList | Table | Example | CardRows | Divisions


class PageSection(NamedTuple):
    """A title, "" for what stands under the page's own, and what follows."""

    title: str
    blocks: list[Block]


class Page(NamedTuple):
    """One page of a rulebook at its address in the house: `/rules/daifugo/programs`."""

    path: Path
    address: str
    title: str
    sections: list[PageSection]

    def blocks(self) -> Iterator[Block]:
        for section in self.sections:
            yield from section.blocks

    def numbers(self) -> list[str]:
        """The numbers of its rules."""
        return [block.number for block in self.blocks() if isinstance(block, Rule)]

    def examples(self) -> list[Example]:
        return [block for block in self.blocks() if isinstance(block, Example)]


# Where pages are.

def rulebook_folders() -> list[Path]:
    """Every folder with a rulebook: the games', then the decks'."""
    found = sorted((game.folder for game in all_games().values()), key=lambda folder: folder.name)
    return [folder for folder in (*found, *sorted(PACKAGE.glob("decks/*"))) if (folder / "rules.md").is_file()]


def rulebook_files(folder: Path) -> list[Path]:
    """The files of a rulebook, its rules.md first."""
    return [folder / "rules.md", *sorted(page for page in folder.glob("pages/*.md") if "." not in page.stem)]


def page_address(path: Path) -> str:
    """Where the house shows a file of a rulebook."""
    return f"/rules/{path.parent.name}" if path.name == "rules.md" else f"/rules/{path.parents[1].name}/{path.stem}"


@cache_per_language(None)
def load_pages() -> dict[str, Page]:
    """Every page of the house by its address."""
    return {page.address: page for folder in rulebook_folders() for page in map(parse_page, rulebook_files(folder))}


@cache_per_language(None)
def rule_prefixes() -> dict[str, str]:
    """Where the rules of two letters stand: `PP` at `/rules/primepak`."""
    return {number[:2]: page.address for page in load_pages().values() for number in page.numbers()}


# How they are read.

@cache_per_language(None)
def parse_page(path: Path) -> Page:
    """A file of a rulebook, read; in the language that is spoken, where it has been written in that."""
    spoken = path.with_suffix(f".{language()}.md")
    text = (spoken if spoken.is_file() else path).read_text(encoding="utf-8")
    title, *parts = re.split(r"^#{1,2} +", text, flags=re.MULTILINE)[1:]
    name, _, lead = title.partition("\n")
    sections = [PageSection("", [*_blocks(lead, path)])]
    for part in parts:
        head, _, body = part.partition("\n")
        sections.append(PageSection(head.strip(), [*_blocks(body, path)]))
    return Page(path, page_address(path), name.strip(), [section for section in sections if section.blocks])


def _blocks(text: str, path: Path) -> Iterator[Block]:
    lines = [line.rstrip() for line in text.splitlines()]
    at = 0
    while at < len(lines):
        end = at + 1
        if lines[at].startswith("```"):
            end = lines.index("```", end) + 1
            yield _fenced(lines[at][3:].split(), lines[at + 1:end - 1])
        elif lines[at].startswith("|"):
            end = _while(lines, end, lambda line: line.startswith("|"))
            rows = [_cells(_linked(line, path).strip("|")) for line in lines[at:end]]
            yield Table([row for i, row in enumerate(rows) if i != 1])
        elif found := RULE.match(lines[at]):
            end = _while(lines, end, lambda line: line.startswith("  "))
            yield Rule(found[1], _linked(" ".join([found[2], *map(str.strip, lines[at + 1:end])]), path))
        elif lines[at].startswith("- "):
            end = _while(lines, end, lambda line: line.startswith("- ") and not RULE.match(line))
            yield BulletList([_linked(line[2:], path) for line in lines[at:end]])
        elif lines[at]:
            end = _while(lines, end, lambda line: line and not line.startswith(("```", "|", "- ")))
            yield Paragraph(_linked(" ".join(lines[at:end]), path))
        at = end


def _while(lines: list[str], at: int, holds: Callable[[str], object]) -> int:
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _fenced(words: list[str], lines: Iterable[str]) -> Block:
    rows = [_cells(line) for line in lines]
    if words == ["cards"]:
        return CardRows([(title, drawn.split()) for title, drawn in rows])
    if words == ["division"]:
        return Divisions([_division(*row) for row in rows])
    head, kind = words
    if head != "example":
        raise ValueError(f"A page has no block of {head}.")
    cases = [ExampleRow(drawn.split(), mark, text) for drawn, mark, text in rows]
    assert all(case.mark in MARKS for case in cases)
    return Example(kind, cases)


def _division(numbers: str, form: str, text: str) -> Division:
    dividend, divisor = map(int, numbers.split())
    if form == "long":
        return Division(dividend, divisor, write_long_division(dividend, divisor), [], text)
    if form == "short":
        return Division(dividend, divisor, [], write_carried_digits(dividend, divisor), text)
    raise ValueError(f"A division has no form {form}.")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


def _linked(text: str, path: Path) -> str:
    """Links between files become links between addresses."""
    def turned(link: re.Match[str]) -> str:
        file, hash_, rule = link[2].partition("#")
        return f"[{link[1]}]({page_address((path.parent / file).resolve())}{hash_}{rule})"
    return LINK.sub(turned, text)
