"""Tries what `run.py build` made as a stranger would:  python tools/try_package.py dist/coprime-*

Each package is installed into a fresh environment outside this folder, with the newest of what it asks for or, with
`--locked`, with what requirements.txt locks. Bots play a match; then the extra `server` is installed too, and a server
is started and visited. Without the extra, `coprime serve` must say what to install.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60                                       # seconds until a server must answer
MATCH = ["simulate", "prime_climb", "--games", "1", "--bots", "novice,casual", "--seed", "1", "--json"]


def main(args: list[str]) -> int:
    packages = [Path(arg).resolve() for arg in args if arg != "--locked"]
    if not packages or not all(package.is_file() for package in packages):
        print((__doc__ or "").strip())
        return 2
    for package in packages:
        with tempfile.TemporaryDirectory() as folder:
            programs = environment(Path(folder))
            coprime = programs / "coprime"
            if "--locked" in args:
                install(programs, "--require-hashes", "-r", ROOT / "requirements.txt")
                install(programs, "--no-deps", package)
            else:
                install(programs, package)
            # Everything happens away from the sources, or they would be found instead.
            environ = {**os.environ, "COPRIME_CACHE": f"{folder}/cache", "COPRIME_DATA": f"{folder}/data"}
            environ.pop("PYTHONPATH", None)
            print(f"{package.name}: {said(coprime, ['--version'], folder, environ)}", flush=True)
            played = json.loads(said(coprime, MATCH, folder, environ))
            print(f"  a match of {played['game']} took {played['actions']['mean']:.0f} actions", flush=True)
            if "--locked" not in args:
                print(f"  without the server: {refused(coprime, folder, environ)}", flush=True)
                install(programs, f"{package}[server]")
            print(f"  a server with {visit(coprime, folder, environ)} games was visited", flush=True)
    return 0


def environment(folder: Path) -> Path:
    """A new environment; the path of its programs."""
    venv.create(folder / "venv", with_pip=True)
    return folder / "venv" / ("Scripts" if os.name == "nt" else "bin")


def install(programs: Path, *words: str | Path) -> None:
    pip = [programs / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, *words], cwd=programs.parent, check=True)


def refused(coprime: Path, folder: str, environ: dict[str, str]) -> str:
    """What `coprime serve` says where only programs play."""
    done = subprocess.run([coprime, "serve", "--port", "0"], cwd=folder, env=environ, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "coprime[server]" in done.stderr, done.stderr
    return done.stderr.strip()


def said(coprime: Path, words: list[str], folder: str, environ: dict[str, str]) -> str:
    done = subprocess.run([coprime, *words], cwd=folder, env=environ, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def visit(coprime: Path, folder: str, environ: dict[str, str]) -> int:
    """Start a server and fetch its home page, what that is drawn with, and the shelf; how many games stand there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([coprime, "serve", "--port", str(port)], cwd=folder, env=environ)
    try:
        page = fetched(f"http://127.0.0.1:{port}/")
        script = page.partition('src="')[2].partition('"')[0]
        assert "<html" in page and len(fetched(f"http://127.0.0.1:{port}{script}")) > 10_000, "no browser part"
        return len(json.loads(fetched(f"http://127.0.0.1:{port}/api/games"))["games"])
    finally:
        server.terminate()
        server.wait()


def fetched(address: str) -> str:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                return str(answer.read().decode())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
