"""README tells no lies: its Python runs and the commands that it names are there."""

import re
from pathlib import Path

from coprime import cli

README = (Path(__file__).resolve().parents[1] / "README.md").read_text()


def test_its_python_runs():
    blocks = re.findall(r"```python\n(.*?)```", README, re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_its_commands_are_there():
    known = {command.name or command.callback.__name__ for command in cli.app.registered_commands}
    known |= {group.name for group in cli.app.registered_groups}
    named = set(re.findall(r"`coprime ([a-z-]+)|bin/coprime ([a-z-]+)", README))
    assert len(named) > 5 and {first or second for first, second in named} <= known
