"""The chain that binds the rows of a table's journal, so that a lost, changed or swapped row is noticed.

Every row has a link, which is made of its own content and of the link before it, and a digest of three things: the link
before it, its own link, and its content.  A head beside the journal holds the number and the link of the last row.
A row whose content is replaced on purpose gets another digest and keeps its link; no later row changes then.

The chain is not keyed: it finds damage, not forgery.  This file needs Python alone, since `coprime doctor` reads it.
`store` writes chains; `standing`, `journal` and `backup` verify them.
"""

from binascii import b2a_base64
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

DIGEST_BYTES = 9            # 12 characters
ROWS_QUERY = "SELECT code, n, match, seat, action, message, link, digest FROM events ORDER BY code, n"
HEADS_QUERY = "SELECT code, n, link FROM journal_heads"


class JournalHead(NamedTuple):
    """The number and the link of a journal's last row."""

    n: int = 0
    link: str = ""


class ChainFault(NamedTuple):
    """Rows `first` to `last` of a table's journal are not as they were written.

    kind  "missing", "changed", "added" (after the end that the head tells), or "end" (the head is lost or damaged)
    """

    code: str
    kind: str
    first: int
    last: int


def chain_row(previous: str, *content: Any) -> tuple[str, str]:
    """Return the link and the digest of a row that follows the row with the link `previous`, "" for the first row.

    `content` is the row's code, n, match, seat, action and message.
    """
    begun = _begin_hash(previous, content)
    link = _finish_hash(begun.copy())
    begun.update(link.encode("ascii"))
    return link, _finish_hash(begun)


def make_link(previous: str, content: Iterable[Any]) -> str:
    """Return the link of a row whose content was never replaced."""
    return _finish_hash(_begin_hash(previous, content))


def make_digest(previous: str, link: str, content: Iterable[Any]) -> str:
    """Return the digest of a row, given the link before it and its own link."""
    begun = _begin_hash(previous, content)
    begun.update(link.encode("utf-8", "surrogateescape"))
    return _finish_hash(begun)


def _begin_hash(previous: str, content: Iterable[Any]) -> blake2b:
    text = "\0".join([previous, *map(str, content), ""])
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=DIGEST_BYTES)


def _finish_hash(begun: blake2b) -> str:
    return b2a_base64(begun.digest(), newline=False).decode("ascii")


def read_heads(found: Iterable[Any]) -> dict[str, JournalHead]:
    """Read heads, as `HEADS_QUERY` gives them, by the codes of their tables."""
    return {code: JournalHead(n if isinstance(n, int) else 0, str(link)) for code, n, link in found}


def find_faults(rows: Iterable[Any], heads: Mapping[str, JournalHead]) -> Iterator[ChainFault]:
    """Verify journals: rows as `ROWS_QUERY` gives them, heads by code.  Memory holds one row at a time."""
    left = dict(heads)
    for code, lines in groupby(rows, key=itemgetter(0)):
        yield from _find_in_table(code, lines, left.pop(code, None))
    for code, head in left.items():
        yield from _find_in_table(code, (), head)


def _find_in_table(code: str, lines: Iterable[Any], head: JournalHead | None) -> Iterator[ChainFault]:
    links = {""}            # one of them is that of the row before; none where that row is missing
    last = 0                # the number of the row before
    for row in lines:
        n, link, digest = row[1], str(row[6]), row[7]
        if not isinstance(n, int) or n <= last:
            yield ChainFault(code, "changed", last + 1, last + 1)
            continue
        if head is not None and n > head.n:
            yield ChainFault(code, "added", n, n)
            continue
        if n > last + 1:
            yield ChainFault(code, "missing", last + 1, n - 1)
            links = set()
        content = row[:6]
        sound = any(make_digest(previous, link, content) == digest for previous in links)
        if links and not sound:
            yield ChainFault(code, "changed", n, n)
        links = {link} if sound else {link, *(make_link(previous, content) for previous in links)}
        last = n
    if head is None:
        yield ChainFault(code, "end", last, last)
    elif last < head.n:
        yield ChainFault(code, "missing", last + 1, head.n)
    elif head.link not in links:
        yield ChainFault(code, "end", last, last)


def merge_faults(faults: Iterable[ChainFault]) -> dict[tuple[str, str], str]:
    """Gather faults as {(code, kind): "3, 7-9"}, in the order of the tables."""
    found: dict[tuple[str, str], list[list[int]]] = {}
    for code, kind, first, last in faults:
        spans = found.setdefault((code, kind), [])
        if spans and spans[-1][1] + 1 == first:
            spans[-1][1] = last
        else:
            spans.append([first, last])
    return {key: ", ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in spans)
            for key, spans in found.items()}
