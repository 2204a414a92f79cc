"""A file of several records, one after another: how an event keeps its games."""

from typing import NamedTuple

from .errors import BadInput
from .messages import HERE, format_sentence

HEAD = '{"coprime"'         # how the first line of a record begins (`record.dump_record`)


class RecordText(NamedTuple):
    """The text of one record of a file, and the line of the file in which it begins, from 1."""

    text: str
    line: int


def split_records(text: str) -> list[RecordText]:
    """Return the texts of the records in a file, at least one: a text that is no record is one that will not load.

    Where one record is cut short, the next begins with its own head.
    """
    lines = text.splitlines(keepends=True)
    begins = [number for number, line in enumerate(lines) if line.startswith(HEAD)]
    if not begins or "".join(lines[:begins[0]]).strip():
        begins.insert(0, 0)
    return [RecordText("".join(lines[begin:end]).rstrip() + "\n", begin + 1)
            for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True)]


def choose_record(text: str, number: int | None = None) -> str:
    """Return the text of one record of a file, counted from 1; by default of its only one.  Raises BadInput."""
    records = split_records(text)
    if number is None and len(records) > 1:
        raise BadInput(format_sentence(HERE, "record_file.choose", n=len(records)))
    if number is not None and not 1 <= number <= len(records):
        raise BadInput(format_sentence(HERE, "record_file.number", number=number, n=len(records)))
    return records[(number or 1) - 1].text


def add_error_location(wrong: BadInput, number: int, line: int) -> BadInput:
    """Return what is wrong with a record of a file that has several, with its number and first line."""
    return BadInput(format_sentence(HERE, "record_file.place", number=number, line=line, why=wrong))
