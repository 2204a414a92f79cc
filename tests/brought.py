"""A new game in a package of its own, as pip would have installed it, for tests to find on the path."""

import os
import subprocess
import sys
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


def environment(*folders, **more):
    path = os.pathsep.join([*map(str, folders), str(SOURCES)])
    return {**os.environ, "PYTHONPATH": path, **more}


def python(*words, at=(), given=None, **more):
    """A Python that finds these folders; what it did."""
    return subprocess.run([sys.executable, *words], env=environment(*at, **more), input=given, capture_output=True,
                          text=True, timeout=300)
