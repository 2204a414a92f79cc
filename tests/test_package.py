"""What a user of the package meets first: `help(coprime)`, whose examples run, and names that are there."""

import doctest
import pydoc
import subprocess
import sys

import pytest

import coprime


def test_the_examples_of_its_help_run():
    done = doctest.testmod(coprime)
    assert done.attempted >= 10 and done.failed == 0


@pytest.mark.parametrize("name", coprime.__all__)
def test_help_tells_of_every_name(name):
    assert getattr(coprime, name).__doc__ and name in dir(coprime)
    said = pydoc.plain(pydoc.render_doc(coprime))
    assert f"class {name}(" in said or f"    {name}(" in said


def test_importing_it_imports_nothing_heavy():
    code = "import coprime, sys; print({'numpy', 'numba', 'starlette', 'typer'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="'dance'"):
        coprime.dance                                           # noqa: B018 - asking is the test


def test_simulate_takes_a_game_or_its_name():
    by_name = coprime.simulate("prime_climb", ["novice"], games=1, seed=3, seats=2)
    assert by_name.standings == coprime.simulate(coprime.game("prime_climb"), ["novice"], 1, 3, 2).standings
    with pytest.raises(ValueError, match="no bot 'genius'"):
        coprime.simulate("prime_climb", ["genius"])
