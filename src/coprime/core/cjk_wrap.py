"""Wrap text that has no blanks between its words, such as Japanese; rich would cut off such lines."""

from itertools import pairwise
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.containers import Lines
from rich.measure import Measurement
from rich.text import Text

OPENING = "（「『【“"
CLOSING = "、。，．：；！？）」』】”・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"


class CjkText(Text):
    """A rich Text whose lines may end at blanks and between two letters of which one is wide."""

    def wrap(self, console: Console, width: int, **how: Any) -> Lines:
        """Break the text into lines of at most `width` cells."""
        lines = Lines()
        for part in self.split(allow_blank=True):
            for line in part.divide(find_line_starts(part.plain, width)):
                line.rstrip()
                lines.append(line)
        return lines

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Measure the widest unbreakable part and the longest line."""
        lines = self.plain.splitlines() or [""]
        parts = [part for line in lines for part in split_breakable(line)]
        return Measurement(max(map(cell_len, parts), default=0), max(map(cell_len, lines)))


def as_wrappable(text: Any) -> Any:
    """Return a rich Text with wide letters as CjkText; return anything else unchanged."""
    if not isinstance(text, Text) or cell_len(text.plain) == len(text.plain):
        return text
    return CjkText(text.plain, text.style, spans=list(text.spans))


def wrap_text(text: str, width: int) -> str:
    """Break a text with wide letters into lines of `width` cells; return other text unchanged."""
    if cell_len(text) == len(text):
        return text
    lines = []
    for line in text.split("\n"):
        ends = [0, *find_line_starts(line, width), len(line)]
        lines += [line[begin:end].rstrip() for begin, end in pairwise(ends)]
    return "\n".join(lines)


def split_breakable(text: str) -> list[str]:
    """Split a text at the places where a line may end."""
    found = [""]
    for letter in text:
        if found[-1] and may_break_between(found[-1][-1], letter):
            found.append("")
        found[-1] += letter
    return found


def find_line_starts(text: str, width: int) -> list[int]:
    """Return the index at which each line after the first begins."""
    found, start, used = [], 0, 0
    for piece in split_breakable(text):
        if used and used + cell_len(piece.rstrip()) > width:
            found.append(start)
            used = 0
        start, used = start + len(piece), used + cell_len(piece)
    return found


def may_break_between(before: str, after: str) -> bool:
    """Tell whether a line may end between two letters; a number stays with the word it counts."""
    if " " in (before, after):
        return after != " "
    wide = cell_len(before + after) > 2
    return wide and not before.isdigit() and before not in OPENING and after not in CLOSING
