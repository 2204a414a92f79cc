"""README tells no lies: its Python prints what is shown there, and the commands that it names are there."""

import contextlib
import io
import re
from pathlib import Path

from coprime import cli

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def test_its_python_prints_what_is_shown():
    blocks = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", README, re.S)
    assert blocks and len(blocks) == README.count("```python")
    for block, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, "README.md", "exec"), {})
        assert printed.getvalue() == shown


def test_it_fits_a_few_screens():
    assert README.count("\n") <= 120


def test_its_commands_are_there():
    known = {command.name or command.callback.__name__ for command in cli.app.registered_commands}
    known |= {group.name for group in cli.app.registered_groups}
    named = set(re.findall(r"`coprime ([a-z-]+)|bin/coprime ([a-z-]+)", README))
    assert len(named) > 5 and {first or second for first, second in named} <= known
