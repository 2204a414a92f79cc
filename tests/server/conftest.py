import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[1] / "table"))
sys.path.insert(0, str(Path(__file__).parent))

from postgres import Postgres
from server_process import ServerProcess

from coprime.server.store import schema


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that the tests of one file share."""
    opened = ServerProcess(tmp_path_factory.mktemp("data"), rest=1).start()
    yield opened
    opened.stop()


@pytest.fixture
def postgres():
    """A PostgreSQL of the test's own; the test is skipped where there is none."""
    opened = Postgres()
    yield opened
    opened.close()


@pytest.fixture
def fresh(tmp_path):
    """Servers of one's own: call it with settings."""
    opened = []

    def make(**settings):
        opened.append(ServerProcess(settings.pop("data", tmp_path / "data"), **settings))
        return opened[-1].start()
    yield make
    for one in opened:
        if one.process and one.process.poll() is None:
            one.kill()


@pytest.fixture
def connection():
    """A connection to a database in memory that has the server's tables, and nothing in them."""
    engine = sa.create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as opened:
        yield opened
    engine.dispose()
