"""The Link header of a page: the files and the answer that its first script asks for, named a round trip earlier.

The build lists the files by screen and language (`preloads.json`, web/build/preloads.ts); public/appearance.js asks for
the same ones, where a browser does not read the header or the page came from a cache.
"""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...core.language_selection import LANGUAGE

LIST = "preloads.json"
RULES_PATH = re.compile(r"/rules/\w+(?:/\w+)?")


def page_link_header(folder: Path, path: str, language: str) -> str:
    """Return the Link header of the page at a path; "" where the build has no list."""
    listed = folder / LIST
    try:
        preloads = _read_preloads(listed, listed.stat().st_mtime_ns)
    except OSError:
        return ""
    screen = path.split("/")[1] if path.startswith("/") else ""
    languages = preloads["languages"]
    files = [languages.get(language) or languages.get(LANGUAGE, ""), *preloads["screens"].get(screen, [])]
    links = [_file_link(name) for name in files if name]
    if answer := "/api/games" if path == "/" else f"/api{path}" if RULES_PATH.fullmatch(path) else "":
        links.append(f"<{quote(answer)}>; rel=preload; as=fetch; crossorigin=anonymous")
    return ", ".join(links)


def _file_link(name: str) -> str:
    kind = "rel=preload; as=style" if name.endswith(".css") else "rel=modulepreload"
    return f"</assets/{quote(name)}>; {kind}; crossorigin=anonymous"


@lru_cache(maxsize=8)
def _read_preloads(path: Path, changed: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
