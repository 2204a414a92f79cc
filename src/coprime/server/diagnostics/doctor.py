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
    """Everything that is looked at, whatever is broken.  Nothing is changed."""
    house = checks_data.Installation(data, database, port)
    checks: dict[str, Check] = {
        "python": check_python, "packages": check_packages, "cache": check_cache,
        "browser": partial(check_browser_part, static), "games": check_games,
        "folder": partial(checks_data.check_folder, house), "secret": partial(checks_data.check_secret, house),
        "disk": partial(checks_data.check_disk, house), "database": partial(checks_data.check_database, house),
        "tables": partial(checks_data.check_tables, house),
        "port": partial(checks_data.check_port, house)}
    for name, check in checks.items():
        yield from _by_itself(name, check)


def _by_itself(name: str, check: Check) -> Iterator[Finding]:
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
    told: list[Finding] = []
    for one in found:
        told.append(one)
        if not as_json:
            mark = say(f"doctor.mark.{one.mark}")
            print(say("doctor.line", mark=mark, title=one.title, told=one.told, remedy=one.remedy).rstrip(), flush=True)
    bad = sum(one.mark == "wrong" for one in told)
    if as_json:
        checks = [{"check": one.check, "title": one.title, "mark": one.mark, "told": one.told, "remedy": one.remedy}
                  for one in told]
        print(json.dumps({"wrong": bad, "checks": checks}, indent=2, ensure_ascii=False))
    else:
        print(say("doctor.ill" if bad > 1 else "doctor.one" if bad else "doctor.healthy", n=bad))
    return 1 if bad else 0


def main(words: list[str]) -> int:
    """The command where the command line cannot be imported."""
    given = argparse.ArgumentParser(prog="coprime doctor")
    given.add_argument("--data", type=Path)
    given.add_argument("--database")
    given.add_argument("--port", type=int, default=PORT)
    given.add_argument("--json", action="store_true")
    asked = given.parse_args(words)
    return print_findings(run_checks(asked.data, asked.database, asked.port), asked.json)
