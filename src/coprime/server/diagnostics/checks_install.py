"""Check the program: Python, packages, compiled code, browser part, games. The checks are independent."""

import importlib
import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ...core.messages import join_with_commas
from .finding import Finding, faulty_finding, note_finding, sound_finding

LEAST_PYTHON = (3, 11)
CORE_PACKAGES = ("icu4py", "msgspec", "numba", "numpy", "platformdirs", "python_flint", "rich", "typer")
SERVER_PACKAGES = ("alembic", "cryptography", "httptools", "httpx", "itsdangerous", "networkx", "prometheus_client",
                   "segno", "sqlalchemy", "starlette", "uvicorn", "uvloop", "websockets")
MODULES = {"python_flint": "flint"}                          # packages that are imported by another name
PACKAGE = Path(__file__).resolve().parents[2]
LOCK_FILE = PACKAGE.parents[1] / "requirements.txt"         # of a source folder; an installed package has none
STATIC = PACKAGE / "web" / "static"


def check_python() -> Iterator[Finding]:
    """Check the version of Python."""
    facts = {"found": ".".join(map(str, sys.version_info[:3])), "least": ".".join(map(str, LEAST_PYTHON))}
    yield sound_finding("python", "well", **facts) if sys.version_info >= LEAST_PYTHON else faulty_finding("python",
                                                                                                           "old",
                                                                                                     "do", **facts)


def check_packages(lock: Path = LOCK_FILE) -> Iterator[Finding]:
    """Check that the packages can be imported and have the versions of the lock file, where there is one."""
    installed: dict[str, str] = {}
    for name in (*CORE_PACKAGES, *SERVER_PACKAGES):
        try:
            importlib.import_module(MODULES.get(name, name))
            installed[name] = version(name)
        except (ModuleNotFoundError, PackageNotFoundError):
            yield faulty_finding("packages", "missing", "install" if name in CORE_PACKAGES else "install_server",
                                 name=name)
        except Exception as why:
            yield faulty_finding("packages", "broken", "again", name=name, why=first_line(why))
    yield sound_finding("packages", "well", names=join_with_commas(f"{name} {package_version}" for name,
                                                                   package_version in installed.items()))
    text = lock.read_text(encoding="utf-8") if lock.is_file() else ""
    locked = {name.replace("-", "_"): of for name, of in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.M)}
    other = [f"{name} {installed[name]} ({locked[name]})" for name in installed
             if locked.get(name, installed[name]) != installed[name]]
    if other:
        yield note_finding("packages", "unlocked", "relock", names=join_with_commas(other))


def check_cache() -> Iterator[Finding]:
    """Check the folder of compiled code."""
    from ...core.kernel import cache_root, code_folder_name, find_cache_root
    from ...core.registry import all_games

    root = find_cache_root() or cache_root()
    nearest = nearest_existing(root)
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        yield faulty_finding("cache", "unwritable", "do", folder=root)
        return
    ready = sum(any((root / code_folder_name(game.folder / "rules.py")).rglob("*.nbi"))
                for game in all_games().values())
    facts = {"folder": root, "n": ready, "all": len(all_games()), "size": size_text(sum(
        part.stat().st_size for part in root.rglob("*") if part.is_file()))}
    yield sound_finding("cache", "well", **facts) if ready == len(all_games()) else note_finding("cache", "well",
                                                                                                 "warm", **facts)


def check_browser_part(static: Path = STATIC) -> Iterator[Finding]:
    """Check the browser part and the files that its page loads first."""
    page = static / "index.html"
    if not page.is_file():
        yield faulty_finding("browser", "missing", "do", folder=static)
        return
    named = re.findall(r'(?:src|href)="/(assets/[^"?#]+)"', page.read_text(encoding="utf-8"))
    gone = [name for name in named if not (static / name).is_file()]
    if gone or not named:
        yield faulty_finding("browser", "incomplete", "do", folder=static, names=join_with_commas(gone) or "assets/")
    else:
        yield sound_finding("browser", "well", folder=static)


def check_games() -> Iterator[Finding]:
    """Check that the games can be loaded, with their rules and words."""
    from ...core.registry import all_games

    loaded: list[str] = []
    for game in all_games().values():
        try:
            _ = game.pure_rules, game.words
            loaded.append(game.localized_title)
        except Exception as why:
            yield faulty_finding("games", "broken", "do", game=game.name, why=first_line(why))
    yield sound_finding("games", "well", names=join_with_commas(loaded))


def nearest_existing(path: Path) -> Path:
    """Return a path, or its nearest ancestor that exists."""
    return next((part for part in (path, *path.parents) if os.path.lexists(part)), path)


def size_text(count: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"


def first_line(why: BaseException) -> str:
    """Return the type and the first line of an error."""
    line = next(iter(str(why).strip().splitlines()), "")[:200].rstrip(".")
    return f"{type(why).__name__}: {line}" if line else type(why).__name__
