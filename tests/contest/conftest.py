import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "server")]

from server_process import ServerProcess  # noqa: E402 - from the folder named above


@pytest.fixture
def fresh():
    """A server of one's own: call it with its folder and settings."""
    opened = []

    def make(data, **settings):
        opened.append(ServerProcess(data, **settings))
        return opened[-1].start()
    yield make
    for one in opened:
        one.kill()
