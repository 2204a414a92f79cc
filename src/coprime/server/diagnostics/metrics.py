"""What a house tells whoever watches it: counters and gauges for Prometheus, on a port of their own."""

import threading
import time
from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from ... import __version__
from ...core.errors import BadInput
from ...core.os_errors import describe_os_error
from ...table.ports import ChangeSet
from ...table.table import Table
from ..app.public_url import in_url
from ..app.state import AppState
from ..sentences import say
from .logs import count_log_lines

HERE = "127.0.0.1"
PATIENCE = 5.0          # seconds in which the loop has to answer
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """Counts while a house is open.  No number names a table or a person."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._events = Counter("coprime_events", "Lines of journals that were kept.", ["game"], registry=self.registry)
        self._seconds = Histogram("coprime_kept_seconds", "From an input at a table until it was durable.",
                                  buckets=SECONDS, registry=self.registry)
        self._failed = Counter("coprime_unkept", "Inputs that could not be kept; their tables were made again.",
                               registry=self.registry)
        lines = Counter("coprime_log_lines", "Lines in the log.", ["level"], registry=self.registry)
        count_log_lines(lambda level: lines.labels(level).inc())

    def begin(self, door: AppState) -> None:
        """See an open house: what it counts, and how it stands whenever somebody asks."""
        door.house.watched = self.kept
        house, store = door.house, door.store
        self._gauge("coprime_tables", "Tables in memory.", lambda: len(house.rooms))
        self._gauge("coprime_connections", "Browsers and programs at tables.", lambda: sum([*door.sockets.values()]))
        self._gauge("coprime_streams", "Pages that are served over HTTP, since no WebSocket comes through to them.",
                    lambda: len(door.streams))
        self._gauge("coprime_thoughts", "Threads that think of a move or an answer.", lambda: house.thinking.busy)
        self._gauge("coprime_unwritten", "Orders that wait for the store.", lambda: store.waiting)
        self._gauge("coprime_store_well", "1 while the database can be written.", lambda: store.well)
        self._gauge("coprime_loop_seconds", "How long the event loop takes to get to something new.",
                    lambda: loop_lag(house.loop.call_soon_threadsafe))
        about = Gauge("coprime_version", "The version that runs.", ["version"], registry=self.registry)
        about.labels(__version__).set(1)

    def _gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        Gauge(name, text, registry=self.registry).set_function(read)

    def kept(self, table: Table, unit: ChangeSet, start: float, well: bool) -> None:
        """A table's unit has been kept, or could not be; `start` is a time of `time.perf_counter`."""
        if not well:
            self._failed.inc()
            return
        self._events.labels(table.game.name).inc(len(unit.rows))
        self._seconds.observe(time.perf_counter() - start)

    def serve(self, where: str) -> WSGIServer:
        """Answer at `[HOST:]PORT`, on this machine alone where no host is given.  Raises BadInput."""
        host, _, port = where.rpartition(":")
        host = host.strip("[]") or HERE
        if not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
            raise BadInput(say("start.metrics", where=repr(where)))
        try:
            server, _ = start_http_server(int(port), host, self.registry)
        except OSError as wrong:
            why = describe_os_error(wrong)
            raise BadInput(say("start.port", port=port, host=in_url(host), why=why)) from None
        return server


def loop_lag(soon: Callable[[Callable[[], object]], object]) -> float:
    """Seconds until the loop has done something; PATIENCE when it has not by then."""
    done, start = threading.Event(), time.perf_counter()
    try:
        soon(done.set)
    except RuntimeError:                # it is closed
        return PATIENCE
    done.wait(PATIENCE)
    return time.perf_counter() - start
