"""A child process that compiles: it tells of each part, says why it failed, and ends when it is left."""

import pytest

from coprime.table.compiler_process import CompilerProcess


@pytest.mark.compiled
def test_it_compiles_one_part_after_the_other_and_ends_when_it_is_left():
    """With the cache that all tests share."""
    compiler = CompilerProcess("prime_solitaire", is_background=True)
    assert compiler.compile("rules") and compiler.compile("series") and compiler.exit_code() is None
    assert compiler.close() == "" and compiler.exit_code() == 0


def test_what_it_cannot_compile_is_told():
    compiler = CompilerProcess("prime_solitaire")
    assert not compiler.compile("no such part")
    assert not compiler.compile("rules"), "it has ended"
    assert "no such part" in compiler.close() and compiler.exit_code() == 1


def test_one_that_is_killed_says_its_code():
    compiler = CompilerProcess("prime_solitaire")
    compiler.kill()
    assert not compiler.compile("rules")
    assert compiler.close() == "-9" and compiler.exit_code() == -9


def test_it_takes_a_request_nobody_waits_for():
    compiler = CompilerProcess("prime_solitaire", is_background=True)
    compiler.request("no such part")
    compiler.finish()
    assert compiler.close() and compiler.exit_code() == 1
