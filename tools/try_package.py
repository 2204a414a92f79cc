"""Test built packages as a user would install them:  python tools/try_package.py dist/coprime-*

Each package is installed into a fresh environment outside this folder, with the newest of its dependencies or, with
`--locked`, with those that requirements.txt locks.  Bots play a match; then the server's extra is installed, too, and a
server is started and visited.  Without the extra, `coprime serve` must say what to install.
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
            programs = create_environment(Path(folder))
            coprime = programs / "coprime"
            if "--locked" in args:
                install_packages(programs, "--require-hashes", "-r", ROOT / "requirements.txt")
                install_packages(programs, "--no-deps", package)
            else:
                install_packages(programs, package)
            # Everything happens away from the sources, or they would be found instead.
            environ = {**os.environ, "COPRIME_CACHE": f"{folder}/cache", "COPRIME_DATA": f"{folder}/data"}
            environ.pop("PYTHONPATH", None)
            print(f"{package.name}: {run_for_output(coprime, ['--version'], folder, environ)}", flush=True)
            played = json.loads(run_for_output(coprime, MATCH, folder, environ))
            print(f"  a match of {played['game']} took {played['actions']['mean']:.0f} actions", flush=True)
            if "--locked" not in args:
                print(f"  without the server: {missing_extra_text(coprime, folder, environ)}", flush=True)
                install_packages(programs, f"{package}[server]")
            print(f"  a server with {visit_server(coprime, folder, environ)} games was visited", flush=True)
    return 0


def create_environment(folder: Path) -> Path:
    """Create a virtual environment and return the path of its programs."""
    venv.create(folder / "venv", with_pip=True)
    return folder / "venv" / ("Scripts" if os.name == "nt" else "bin")


def install_packages(programs: Path, *words: str | Path) -> None:
    pip = [programs / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, *words], cwd=programs.parent, check=True)


def missing_extra_text(coprime: Path, folder: str, environ: dict[str, str]) -> str:
    """Return what `coprime serve` prints if the server's extra is not installed."""
    done = subprocess.run([coprime, "serve", "--port", "0"], cwd=folder, env=environ, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "coprime[server]" in done.stderr, done.stderr
    return done.stderr.strip()


def run_for_output(coprime: Path, words: list[str], folder: str, environ: dict[str, str]) -> str:
    done = subprocess.run([coprime, *words], cwd=folder, env=environ, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def visit_server(coprime: Path, folder: str, environ: dict[str, str]) -> int:
    """Start a server, fetch its home page, the files of that, and the list of games.

    Return the number of games.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([coprime, "serve", "--port", str(port)], cwd=folder, env=environ)
    try:
        page = fetch_page(f"http://127.0.0.1:{port}/")
        script = page.partition('src="')[2].partition('"')[0]
        assert "<html" in page and len(fetch_page(f"http://127.0.0.1:{port}{script}")) > 10_000, "no browser part"
        return len(json.loads(fetch_page(f"http://127.0.0.1:{port}/api/games"))["games"])
    finally:
        server.terminate()
        server.wait()


def fetch_page(address: str) -> str:
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
