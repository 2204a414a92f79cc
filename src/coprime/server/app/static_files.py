"""Serve the browser part: hashed assets are cached for ever, other paths answer with the page.

A path that the page has no screen for is answered with status 404 and the page, which says so.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ...core.language_selection import current_language
from ...core.registry import known_games
from ..sentences import say
from .page_preloads import page_link_header

STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
INDEX_PAGE = "index.html"
HASHED_PREFIX = "assets/"
GAMES_PREFIX = "games/"
GAME_SUFFIXES = {".js", ".css", ".json", ".svg", ".webp", ".png", ".woff2"}      # of a game's own folder
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
LEAST_COMPRESSED = 500         # bytes
BROTLI_SUFFIX = ".br"
COMPRESSED_KINDS = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")
# The addresses of the page's screens, as `web/app/router.svelte.ts` reads them.
SCREEN_PATHS = re.compile(r"/(?:(?:t|carry|first|learn|review)/[^/]+|(?:replay|puzzles|letter)(?:/[^/]+)?"
                     r"|train/[^/]+(?:/[^/]+)?|rules/[^/]+(?:/[^/]+)?|deal/[^/]+/[1-9][0-9]{0,7}|paper/[^/]+(?:/[0-9]*)?|class/[^/]+(?:/(?:wall|report|table/[^/]+))?"
                     r"|tournament/[^/]+(?:/wall)?|primes(?:/train)?|yours|weekly|parts)?/?")
LINK_TRAILERS = ".,;:!?)]}>'\"”’»…。、，．）」』】"         # what a sentence puts after a link
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class StaticFile(NamedTuple):
    """A file as it is sent.

    compressed  the body by each encoding that there is; empty where compression does not help
    is_known   False where the page answers for a path without a screen
    is_page    it is the page, which begins with other files
    """

    kind: str
    body: bytes
    compressed: dict[str, bytes]
    etag: str
    cache_control: str
    is_known: bool = True
    is_page: bool = False


class StaticFiles:
    """The files of a folder, read when they are first asked for and again when they have changed."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder

    def find_file(self, path: str) -> StaticFile | None:
        """The file of a path, else the page; None when there is no page."""
        if path.lstrip("/").startswith(GAMES_PREFIX):
            return _find_game_file(path.lstrip("/").removeprefix(GAMES_PREFIX))
        wanted = _file_inside(self.folder, path)
        is_known = wanted is not None or is_screen(path)
        if wanted is None:
            if path.lstrip("/").startswith(HASHED_PREFIX):
                return None
            wanted = self.folder / INDEX_PAGE
        if not wanted.is_file():
            return None
        found = read_file(wanted, wanted.stat().st_mtime_ns, wanted.is_relative_to(self.folder / "assets"))
        return found._replace(is_known=is_known, is_page=wanted == self.folder / INDEX_PAGE)


def is_screen(path: str) -> bool:
    """Tell whether the page has a screen for this path."""
    return SCREEN_PATHS.fullmatch(path.rstrip(LINK_TRAILERS)) is not None


def _file_inside(folder: Path, path: str) -> Path | None:
    """The file of a path, when it is one of the folder's."""
    try:
        wanted = (folder / path.lstrip("/")).resolve()
        return wanted if wanted.is_relative_to(folder.resolve()) and wanted.is_file() else None
    except (OSError, ValueError):                   # a name that no file can have: too long, or with a NUL
        return None


def _find_game_file(path: str) -> StaticFile | None:
    """A file of a game's `web/`.  Its `table.js` draws it; the empty module of one that has none says just that."""
    name, _, file = path.partition("/")
    if name not in known_games():
        return None
    wanted = _file_inside(known_games()[name].folder / "web", file)
    if wanted is not None and wanted.suffix in GAME_SUFFIXES:
        return read_file(wanted, wanted.stat().st_mtime_ns, False)
    return NO_TABLE if file == "table.js" else None


NO_TABLE = StaticFile("text/javascript; charset=utf-8", b"export {}\n", {}, '"none"', REVALIDATE)


@lru_cache(maxsize=500)
def read_file(path: Path, changed: int, hashed: bool) -> StaticFile:
    """Read a file with its headers; cached until its modification time changes."""
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    compressed = {}
    if kind.startswith(COMPRESSED_KINDS) and len(body) > LEAST_COMPRESSED:
        compressed["gzip"] = gzip.compress(body, mtime=0)
        # The build writes it; a file that was changed by hand since is newer than it.
        brotli = path.with_name(path.name + BROTLI_SUFFIX)
        if brotli.is_file() and brotli.stat().st_mtime_ns >= changed:
            compressed["br"] = brotli.read_bytes()
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    tag = f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'
    return StaticFile(kind, body, compressed, tag, CACHE_FOREVER if hashed else REVALIDATE)


async def serve_file(files: StaticFiles, path: str, headers: Any, head: bool, send: Any) -> None:
    """Answer a request for a file over ASGI."""
    found = files.find_file(path)
    if found is None:
        missing = path.lstrip("/").startswith((HASHED_PREFIX, GAMES_PREFIX))
        text = (say("page.nothing", path=path[:100]) if missing else say("page.unbuilt")).encode()
        plain = [("content-type", "text/plain; charset=utf-8"), ("cache-control", "no-store")]
        return await _send_response(send, 404 if missing else 503, plain, text, head)
    fields = [("content-type", found.kind), ("cache-control", found.cache_control), ("etag", found.etag),
              ("vary", "accept-encoding")]
    if found.is_page and found.is_known and (links := page_link_header(files.folder, path, current_language())):
        fields[-1:] = [("vary", "accept-encoding, accept-language, cookie"), ("link", links)]
    status = 200 if found.is_known else 404
    if found.is_known and found.etag in headers.get("if-none-match", ""):
        return await _send_response(send, 304, fields[1:], b"", head)
    accepted = {part.partition(";")[0].strip() for part in headers.get("accept-encoding", "").split(",")}
    for encoding in ("br", "gzip"):
        if encoding in accepted and encoding in found.compressed:
            return await _send_response(send, status, [*fields, ("content-encoding", encoding)],
                                        found.compressed[encoding], head)
    return await _send_response(send, status, fields, found.body, head)


async def _send_response(send: Any, status: int, fields: list[tuple[str, str]], body: bytes, head: bool) -> None:
    headers = [(name.encode(), value.encode()) for name, value in fields]
    if status != 304:
        headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})
