"""A new game in a package of its own, as pip would have installed it, for tests to find on the path."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import coprime

SOURCES = Path(coprime.__file__).parents[1]


def installed(folder, **entries):
    """The folder of packages with a .dist-info each that brings a game: package="game=module:GAME"."""
    for name, value in entries.items():
        entry, _, where = value.partition("=")
        info = folder / f"{name}_package-1.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-package\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[coprime.games]\n{entry} = {where}\n")
    return folder


def checkout(folder, leave=("web/static", "web/app", "golden")):
    """A copy of these sources in a folder, without what a test does not need; returns where its packages lie."""
    def ignored(parent, names):
        paths = {name: f"/{Path(parent).name}/{name}" for name in names}
        return {name for name, path in paths.items() if name == "__pycache__"
                or any(path.endswith(f"/{one}") for one in leave)}
    shutil.copytree(SOURCES / "coprime", folder / "src/coprime", ignore=ignored)
    shutil.copy(SOURCES.parent / "pyproject.toml", folder)
    return folder / "src"


def environment(*folders, **more):
    """That of a process in which the packages of these folders are installed, and no others that bring games."""
    path = os.pathsep.join([*map(str, folders), str(SOURCES)])
    packages = ",".join(one.name for one in distributions(path=[*map(str, folders)]))
    return {**os.environ, "PYTHONPATH": path, "COPRIME_PACKAGES": packages, **more}


def python(*words, at=(), given=None, cwd=None, **more):
    """A Python that finds these folders; what it did."""
    return subprocess.run([sys.executable, *words], env=environment(*at, **more), input=given, capture_output=True,
                          text=True, timeout=300, cwd=cwd)
