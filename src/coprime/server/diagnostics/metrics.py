"""Metrics of a server for Prometheus: counters and gauges, at a port of their own."""

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
from ..app.public_url import bracket_ipv6
from ..app.request_context import AppState
from ..sentences import say
from .logs import count_log_lines

LOCALHOST = "127.0.0.1"
LOOP_PATIENCE = 5.0          # seconds in which the loop has to answer
BUCKET_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """The metrics of a running server. None of them names a table or a person."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._events = Counter("coprime_events", "Lines of journals that were kept.", ["game"], registry=self.registry)
        self._seconds = Histogram("coprime_kept_seconds", "From an input at a table until it was durable.",
                                  buckets=BUCKET_SECONDS, registry=self.registry)
        self._failures = Counter("coprime_unkept", "Inputs that could not be kept; their tables were made again.",
                                 registry=self.registry)
        lines = Counter("coprime_log_lines", "Lines in the log.", ["level"], registry=self.registry)
        count_log_lines(lambda level: lines.labels(level).inc())

    def watch_server(self, state: AppState) -> None:
        """Watch a running server."""
        state.manager.on_stored = self.count_write
        manager, store = state.manager, state.store
        self._add_gauge("coprime_tables", "Tables in memory.", lambda: len(manager.table_actors))
        self._add_gauge("coprime_connections", "Browsers and programs at tables.",
                        lambda: sum([*state.connections_by_address.values()]))
        self._add_gauge("coprime_streams", "Pages that are served over HTTP, since no WebSocket comes through to them.",
                        lambda: len(state.open_streams))
        self._add_gauge("coprime_thoughts", "Threads that think of a move or an answer.",
                        lambda: manager.think_scheduler.busy_threads)
        self._add_gauge("coprime_unwritten", "Orders that wait for the store.", lambda: store.queue_length)
        self._add_gauge("coprime_store_well", "1 while the database can be written.", lambda: store.is_writable)
        self._add_gauge("coprime_loop_seconds", "How long the event loop takes to get to something new.",
                        lambda: measure_loop_lag(manager.loop.call_soon_threadsafe))
        about = Gauge("coprime_version", "The version that runs.", ["version"], registry=self.registry)
        about.labels(__version__).set(1)

    def _add_gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        Gauge(name, text, registry=self.registry).set_function(read)

    def count_write(self, table: Table, changes: ChangeSet, start: float, is_stored: bool) -> None:
        """Count the changes of a table that were stored, or failed; `start` is a time of `time.perf_counter`."""
        if not is_stored:
            self._failures.inc()
            return
        self._events.labels(table.game.name).inc(len(changes.journal_rows))
        self._seconds.observe(time.perf_counter() - start)

    def serve_http(self, where: str) -> WSGIServer:
        """Serve the metrics at `[HOST:]PORT`, by default on this machine alone. Raises BadInput."""
        host, _, port = where.rpartition(":")
        host = host.strip("[]") or LOCALHOST
        if not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
            raise BadInput(say("start.metrics", where=repr(where)))
        try:
            server, _ = start_http_server(int(port), host, self.registry)
        except OSError as wrong:
            why = describe_os_error(wrong)
            raise BadInput(say("start.port", port=port, host=bracket_ipv6(host), why=why)) from None
        return server


def measure_loop_lag(call_soon: Callable[[Callable[[], object]], object]) -> float:
    """Return the seconds until the loop runs something new; LOOP_PATIENCE when it does not by then."""
    done, start = threading.Event(), time.perf_counter()
    try:
        call_soon(done.set)
    except RuntimeError:                # it is closed
        return LOOP_PATIENCE
    done.wait(LOOP_PATIENCE)
    return time.perf_counter() - start
