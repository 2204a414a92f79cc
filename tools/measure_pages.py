"""Measure home, table and rules as Lighthouse's phone does: a slow line, a processor four times slower.

    python tools/measure_pages.py                      a server of its own; the middle of three runs each
    python tools/measure_pages.py --runs 1 --only home --reports /tmp/reports
    python tools/measure_pages.py --url http://127.0.0.1:8017
    python tools/measure_pages.py --worker             pages load as they do once the service worker is there

Lighthouse is no part of the project: npm fetches the version named here into a cache folder (--lighthouse names
another one).  Prints the scores, what they are made of, Lighthouse's benchmark of the machine (some 1,000 for a quiet
one; four times slower is meant of such), and what every audit below its goal says.
Needs a built browser part and Chromium (COPRIME_CHROMIUM or in the usual places).
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/server"), str(ROOT / "tests/browser")]
VERSION = "13.5.0"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / f"coprime/lighthouse-{VERSION}"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
GOALS = {"performance": 90, "best-practices": 100, "seo": 100}
METRICS = {"first-contentful-paint": "FCP ms", "largest-contentful-paint": "LCP ms", "total-blocking-time": "TBT ms",
           "cumulative-layout-shift": "CLS", "speed-index": "SI ms", "total-byte-weight": "KiB"}
PAGES = ("home", "table", "rules")
# A table is for those who have its link, so robots.txt keeps search engines out of it; that audit is left out there.
SKIPPED = {"table": ["--skip-audits=is-crawlable"]}
TABLE = {"game": "prime_daifugo", "seats": 2, "bots": [None, None], "now": True, "practice": False}


def find_lighthouse(folder: Path) -> tuple[Path, Path]:
    """Return Node and Lighthouse's command, fetched by npm where the folder does not have it yet."""
    from hatch_build import find_node

    node = find_node()
    command = folder / "node_modules/lighthouse/cli/index.js"
    if not command.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        npm = next(node.parent.parent.glob("**/node_modules/npm/bin/npm-cli.js"))
        path = os.pathsep.join([str(node.parent), os.environ["PATH"]])
        subprocess.run([str(node), str(npm), "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error",
                        f"lighthouse@{VERSION}"], cwd=folder, env={**os.environ, "PATH": path}, check=True)
    return node, command


@contextmanager
def running_server(url: str | None) -> Any:
    """Yield the address of a server: the one that is named, or one of this tool's own."""
    if url:
        yield url.rstrip("/")
        return
    from server_process import ServerProcess

    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), grace=3600).start()
        try:
            yield server.url
        finally:
            server.stop()


@contextmanager
def running_browser(port: int) -> Any:
    """Yield a page of a new Chromium that others can steer through that port."""
    from playwright.sync_api import sync_playwright
    from prime_daifugo_play import ARGUMENTS

    known = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("COPRIME_CHROMIUM") or next(filter(None, map(shutil.which, known)), None)
    if not path:
        raise SystemExit("measure_pages: no Chromium was found; set COPRIME_CHROMIUM.")
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, args=[*ARGUMENTS, f"--remote-debugging-port={port}"])
        yield context.pages[0]
        context.close()


def find_address(page: Any, url: str, name: str) -> str:
    """Return the address of a page; a table is opened for the person of this browser."""
    import game_moments

    if name == "home":
        return url + "/"
    if name == "rules":
        return url + "/rules/prime_daifugo"
    page.goto(url + "/robots.txt")
    game_moments.greet(page, url)
    return f"{url}/t/{game_moments.post(page, url, '/api/tables', TABLE)['code']}"


def run_lighthouse(tools: tuple[Path, Path], port: int, address: str, report: Path,
                   more: list[str]) -> dict[str, Any]:
    """Measure one page once and return Lighthouse's result."""
    node, command = tools
    subprocess.run([str(node), str(command), address, f"--port={port}", "--quiet", "--output=json",
                    f"--output-path={report}", "--disable-storage-reset",
                    f"--only-categories={','.join(CATEGORIES)}", *more], check=True, stdout=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


def metrics_of(result: dict[str, Any]) -> dict[str, float]:
    """Return the scores (of 100) and the measures of a result."""
    scores = {name: round(100 * (result["categories"][name]["score"] or 0)) for name in CATEGORIES}
    values = {title: result["audits"][name]["numericValue"] for name, title in METRICS.items()}
    values["KiB"] /= 1024
    return scores | values | {"benchmark": result["environment"]["benchmarkIndex"]}


def list_faults(result: dict[str, Any]) -> list[str]:
    """Say what each audit that counts for a goal of 100 finds."""
    found = []
    for category in ("best-practices", "seo", "accessibility"):
        for wanted in result["categories"][category]["auditRefs"]:
            audit = result["audits"][wanted["id"]]
            if wanted["weight"] and audit["score"] is not None and audit["score"] < 1:
                found.append(f"{category}: {audit['title']}")
    return found


def measure_page(tools: tuple[Path, Path], url: str, name: str, runs: int, reports: Path, worker: bool) -> list[Any]:
    """Measure one page with a new browser for each run and return the results."""
    from server_process import free_port

    results = []
    for run in range(runs):
        port = free_port()
        with running_browser(port) as page:
            address = find_address(page, url, name)
            if worker:
                page.goto(address)
                page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            page.goto("about:blank")        # the measured load is a new one
            results.append(run_lighthouse(tools, port, address, reports / f"{name}-{run}.json", SKIPPED.get(name, [])))
    return results


def main() -> int:
    """Measure what was asked for; exit with 1 where a goal is missed."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--url", help="a server that runs already")
    ask.add_argument("--only", choices=PAGES, nargs="+", default=PAGES)
    ask.add_argument("--runs", type=int, default=3)
    ask.add_argument("--reports", type=Path, help="keep Lighthouse's reports in this folder")
    ask.add_argument("--lighthouse", type=Path, default=CACHE, help="the folder of Lighthouse")
    ask.add_argument("--worker", action="store_true", help="visit each page once before")
    asked = ask.parse_args()
    tools, missed = find_lighthouse(asked.lighthouse), 0
    with tempfile.TemporaryDirectory() as spare, running_server(asked.url) as url:
        reports = asked.reports or Path(spare)
        reports.mkdir(parents=True, exist_ok=True)
        urllib.request.urlopen(url + "/api/games").read()          # the first request loads the games
        for name in asked.only:
            results = measure_page(tools, url, name, asked.runs, reports, asked.worker)
            values = [metrics_of(one) for one in results]
            middle = {key: statistics.median(one[key] for one in values) for key in values[0]}
            print(name + ": " + ", ".join(f"{key} {value:.{2 if key == 'CLS' else 0}f}" for key, value in
                                          middle.items()))
            for fault in sorted({fault for one in results for fault in list_faults(one)}):
                print(f"  {fault}")
            missed += sum(middle[key] < goal for key, goal in GOALS.items())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
