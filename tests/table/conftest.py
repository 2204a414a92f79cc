import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from table_bench import Bench, Browser


@pytest.fixture
def bench():
    return Bench()


@pytest.fixture
def two(bench):
    """A started table of two people, and a third who watches."""
    table = bench.table(options={"games_to_win": 1})
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    c = Browser(bench, table, "cy", watch=True)
    a.say("start", id="start")
    return bench, table, a, b, c
