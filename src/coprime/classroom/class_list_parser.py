"""Read a class list: names that a teacher pastes, or a table that a spreadsheet has saved as CSV."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from msgspec import Struct

from ..core.errors import BadInput
from ..core.language_selection import current_language
from ..table import player_names
from .classroom import MOST_PUPILS
from .sentences import header_words, say

LARGEST_LIST = 32_768             # bytes
MOST_LEFT_OUT = 20              # lines about which a sentence is told
SEPARATORS = "\t;,"
WORKBOOK = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")      # how files of Excel and LibreOffice begin
# A letter of a Western alphabet beside a Japanese one: the text is Western, and was read in the wrong encoding.
_MIXED_SCRIPTS = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")
_HAN_OR_KANA = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


class LeftOutLine(Struct):
    """A line of a class list that gives no name, and a sentence that says why."""

    line: int
    why: str


class ClassList(Struct):
    """The names that a class list gives.

    columns     how many of its columns hold names: 1, or 2 for given and family names
    has_header  the first line says what is in the columns;  more  lines left out beside those of `left_out`
    family_first  the family names stand before the given ones
    """

    names: list[str]
    left_out: list[LeftOutLine]
    columns: int = 1
    has_header: bool = False
    family_first: bool = False
    more: int = 0


class NameColumns(Struct):
    """In which columns the names are; None for a family name that is not there."""

    given: int
    family: int | None = None
    has_header: bool = False


def read_class_list(data: bytes, family_first: bool | None = None) -> ClassList:
    """Return the names of a class list, given as the bytes of a file or of pasted text. Raises BadInput.

    family_first  of two columns without a header the first holds the family names; None for Japanese names alone
    """
    if len(data) > LARGEST_LIST:
        raise BadInput(say("list.large", most=LARGEST_LIST // 1024))
    rows = _read_rows(decode_text(data))
    if not rows:
        raise BadInput(say("list.empty"))
    columns = _find_columns([cells for _, cells in rows], family_first)
    return _make_list(rows[columns.has_header:], columns)


def decode_text(data: bytes) -> str:
    """Return a text in UTF-8 or UTF-16, or in the Japanese or Western encoding of Windows. Raises BadInput."""
    if data.startswith(WORKBOOK):
        raise BadInput(say("list.workbook"))
    for encoding in _possible_encodings(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        is_guess = encoding == "cp932" and not current_language().startswith("ja")
        if "\0" not in text and not (is_guess and _MIXED_SCRIPTS.search(text)):
            return text
    raise BadInput(say("list.encoding"))


def _possible_encodings(data: bytes) -> list[str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ["utf-16"]
    # Without a mark at its beginning UTF-16 still has a zero in most pairs of bytes, on the side of the high byte.
    if data.count(0) > len(data) // 4:
        return ["utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be"]
    return ["utf-8-sig", "cp932", "cp1252"]


def _read_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the number and the cells of every line that is not empty, without columns in which nothing stands."""
    tables = [_parse_table(text, separator) for separator in SEPARATORS]
    # The character that parts most lines stands between two cells.
    best = max(tables, key=lambda table: sum(len(cells) > 1 for _, cells in table))
    rows = [(line, cells) for line, cells in best if any(cells)]
    used = [i for i, column in enumerate(zip_longest(*(cells for _, cells in rows), fillvalue="")) if any(column)]
    return [(line, [cells[i] if i < len(cells) else "" for i in used]) for line, cells in rows]


def _parse_table(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the number and the cells of every line, blanks made single."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error:                               # a quotation mark that is none of the table's
        rows = [(n, line.split(separator)) for n, line in enumerate(text.splitlines(), 1)]
    return [(n, [" ".join(cell.split()) for cell in cells]) for n, cells in rows]


def _find_columns(rows: Sequence[Sequence[str]], family_first: bool | None) -> NameColumns:
    """Return where the names are: where a header says so, else the first two columns that are not numbers."""
    heads = [player_names.fold_for_word_filter(cell) for cell in rows[0]]
    given, family, whole = (next((i for i, head in enumerate(heads) if head in words), None) for words in
                            (header_words(kind) for kind in ("given", "family", "whole")))
    if given is not None:
        return NameColumns(given, whole if family is None else family, True)
    if whole is not None or family is not None:
        return NameColumns(family or 0 if whole is None else whole, None, True)
    first, *others = [i for i in range(len(heads)) if not all(row[i].isdecimal() or not row[i] for row in rows)] or [0]
    if not others:
        return NameColumns(first)
    if family_first is None:
        family_first = bool(_HAN_OR_KANA.search(rows[0][first]))
    return NameColumns(others[0], first) if family_first else NameColumns(first, others[0])


def _make_list(rows: Sequence[tuple[int, Sequence[str]]], columns: NameColumns) -> ClassList:
    found, left_out, identities = list[str](), list[LeftOutLine](), set[str]()
    make_name = _name_maker([(row[columns.given], "" if columns.family is None else row[columns.family])
                             for _, row in rows])
    for line, row in rows:
        try:
            name = make_name(row[columns.given], "" if columns.family is None else row[columns.family])
            if not any(letter.isalnum() for letter in name):
                raise BadInput(say("list.nothing"))
            name = player_names.clean_name(name)
            if player_names.name_identity(name) in identities:
                raise BadInput(say("list.twice", name=name))
            if len(found) == MOST_PUPILS:
                raise BadInput(say("no.full", most=MOST_PUPILS))
        except BadInput as wrong:
            left_out.append(LeftOutLine(line, str(wrong)))
            continue
        identities.add(player_names.name_identity(name))
        found.append(name)
    family = columns.family
    return ClassList(found, left_out[:MOST_LEFT_OUT], 1 if family is None else 2, columns.has_header,
                     family is not None and family < columns.given, max(0, len(left_out) - MOST_LEFT_OUT))


def _name_maker(people: Sequence[tuple[str, str]]) -> Callable[[str, str], str]:
    """Return a function that makes one name of a given and a family name.

    A given name is enough where nobody else has it; else as many letters of the family name follow as tell people
    apart. Japanese names stay whole, the family name first.
    """
    families: dict[str, set[str]] = {}
    for given, family in people:
        families.setdefault(player_names.name_identity(given), set()).add(family)

    def make_name(given: str, family: str) -> str:
        if _HAN_OR_KANA.search(family):
            return f"{family} {given}".strip()
        others = families[player_names.name_identity(given)] - {family}
        if not given or not family or not others:
            return given or family
        n = next((n for n in range(1, len(family)) if not any(one[:n] == family[:n] for one in others)), len(family))
        return f"{given} {family[:n]}" + ("." if n < len(family) else "")
    return make_name
