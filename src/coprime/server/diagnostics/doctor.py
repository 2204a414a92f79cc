"""What is wrong with an installation, line by line: `coprime doctor`.

This file needs Python alone, so it also tells of a package without which the command line does not start.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ...core.errors import BadInput
from .. import PORT
from ..sentences import say
from . import checks_data
from .checks_install import (
    STATIC,
    check_browser_part,
    check_cache,
    check_games,
    check_packages,
    check_python,
    first_line,
)
from .finding import Finding

Check = Callable[[], Iterator[Finding]]


def run_checks(data: Path | None = None, database: str | None = None, port: int = PORT,
               static: Path = STATIC) -> Iterator[Finding]:
    """Run all checks, whatever else is broken. Nothing is changed."""
    installation = checks_data.Installation(data, database, port)
    checks: dict[str, Check] = {
        "python": check_python, "packages": check_packages, "cache": check_cache,
        "browser": partial(check_browser_part, static), "games": check_games,
        "folder": partial(checks_data.check_folder, installation),
        "secret": partial(checks_data.check_secret, installation),
        "disk": partial(checks_data.check_disk, installation),
        "database": partial(checks_data.check_database, installation),
        "tables": partial(checks_data.check_tables, installation),
        "port": partial(checks_data.check_port, installation)}
    for name, check in checks.items():
        yield from _run_check(name, check)


def _run_check(name: str, check: Check) -> Iterator[Finding]:
    """What a check finds, and one finding more if it breaks down."""
    try:
        yield from check()
    except BadInput as told:
        yield Finding(name, "wrong", str(told))
    except Exception as why:
        yield Finding(name, "wrong", say("doctor.failed", why=first_line(why)))


def print_findings(found: Iterator[Finding], as_json: bool = False) -> int:
    """Print what is found, each line as soon as it is; returns the exit status: 1 when something is wrong."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a path may hold what cannot be printed
    printed: list[Finding] = []
    for one in found:
        printed.append(one)
        if not as_json:
            mark = say(f"doctor.mark.{one.mark}")
            print(say("doctor.line", mark=mark, title=one.title, told=one.told, remedy=one.remedy).rstrip(), flush=True)
    bad = sum(one.mark == "wrong" for one in printed)
    if as_json:
        checks = [{"check": one.check, "title": one.title, "mark": one.mark, "told": one.told, "remedy": one.remedy}
                  for one in printed]
        print(json.dumps({"wrong": bad, "checks": checks}, indent=2, ensure_ascii=False))
    else:
        print(say("doctor.ill" if bad > 1 else "doctor.one" if bad else "doctor.healthy", n=bad))
    return 1 if bad else 0


def main(words: list[str]) -> int:
    """Run `coprime doctor` where the command line itself cannot be imported. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="coprime doctor")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--database")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    return print_findings(run_checks(options.data, options.database, options.port), options.json)
