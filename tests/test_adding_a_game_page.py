"""The walk of docs/adding-a-game.md, word for word: its commands run, its excerpts stand where it says, its changes are
made one after the other, and what it says fails does so in these words."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import NamedTuple

from installed_game import checkout, installed, python

WALK = Path(__file__).resolve().parents[1] / "docs/adding-a-game.md"
COMMANDS = {"coprime": ["-m", "coprime"], "pytest": ["-m", "pytest", "-q", "-p", "no:cacheprovider"], "python": []}
TYPED = "take 2\nhint\nquit\n"


class Block(NamedTuple):
    kind: str
    file: str
    text: str


def blocks():
    text = WALK.read_text(encoding="utf-8")
    found = [Block(*block) for block in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", text, re.M | re.S)]
    assert len(found) * 2 == text.count("\n```"), "a block that is not read"
    return found


class Walker:
    """Somebody who follows the walk in a copy of these sources."""

    def __init__(self, root):
        self.root, self.packages, self.home = root, [checkout(root)], root / "src/coprime/games/stones"

    def console(self, text):
        for command, fails, said in re.findall(r"^\$ ([^#\n]+)(# fails)?\n((?:(?!\$ ).*\n)*)", text, re.M):
            program, *words = shlex.split(command)
            if program == "pip":
                self.install(self.root / words[-1])
                continue
            done = python(*COMMANDS[program], *words, at=self.packages, cwd=self.root, given=TYPED)
            output = (done.stdout + done.stderr).replace(f"{self.root}/", "")
            assert (done.returncode != 0) == bool(fails), f"{command}\n{output}"
            for line in said.splitlines():
                assert line.strip() in output, f"{command} does not say: {line}\n{output}"

    def install(self, folder):
        """What pip does, as far as the server asks for it."""
        (name, value), = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"][
            "coprime.games"].items()
        self.packages.append(installed(folder, **{name: f"{name}={value}"}))

    def excerpt(self, file, text):
        place = self.root / file if file.startswith("..") else self.home / file
        assert text in place.read_text(encoding="utf-8"), f"{file} does not say\n{text}"

    def change(self, file, text):
        lines = text.splitlines()
        assert all(line[:1] in ("", " ", "+", "-") for line in lines), text
        before, after = ("".join(f"{line[1:]}\n" for line in lines if line[:1] not in sign) for sign in ("+", "-"))
        whole = (self.home / file).read_text(encoding="utf-8")
        # The lines around a change may go on behind what is shown of them.
        first = before.removesuffix("\n")
        assert whole.count(first) == 1, f"{file} does not say once\n{before}"
        cut = whole.index(first)
        rest = whole[cut + len(first):].partition("\n")[0]
        assert not rest or after.startswith(first), f"{file} goes on: {rest}"
        new = after if not rest else first + rest + after[len(first):]
        (self.home / file).write_text(whole[:cut] + new.removesuffix("\n") + whole[cut + len(first) + len(rest):],
                                      encoding="utf-8")


def test_the_walk(tmp_path):
    walker = Walker(tmp_path / "checkout")
    for block in blocks():
        if block.kind == "console":
            walker.console(block.text)
        elif block.kind == "diff":
            walker.change(block.file, block.text)
        elif block.kind == "svelte":
            (walker.home / "web").mkdir()
            (walker.home / block.file).write_text(block.text, encoding="utf-8")
        else:
            walker.excerpt(block.file, block.text)
    walker.console("$ python -m coprime.testing stones --plain\n$ python -m coprime.testing pebbles --plain\n")
