"""Start the server: `serve` is what the command line calls."""

import asyncio
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from types import FrameType

import uvicorn

from ..core.errors import BadInput
from ..core.os_errors import describe_os_error
from ..core.registry import all_games
from . import PORT
from .app.application import Inside, build_app
from .app.pending_connections import PendingConnections, choose_backlog, count_handles, protocol_class
from .app.public_url import PublicUrl, bracket_ipv6, check_public_url
from .app.request_context import AppState
from .app.socket_protocol import find_socket_protocol
from .app.static_files import STATIC, StaticFiles
from .bots.operator_bots import OperatorBot, start_operator_bots
from .cluster.handover import hand_over_all
from .cluster.internal_listener import InternalListener
from .cluster.lease_keeper import LeaseKeeper
from .cluster.peer_forwarding import Peers
from .config import ServerConfig
from .diagnostics import logs
from .rate_limits import Limits
from .sentences import say
from .shutdown_responses import GracefulShutdown
from .store.data_folder import DataFolder, default_data_folder
from .store.store import Store
from .struct_types import prepare_struct_types
from .table_manager import TableManager
from .web_push.push_services import read_push_options

GOODBYE_SECONDS = 5        # seconds that open connections have to say goodbye
HANDOVER_SECONDS = 8.0       # and in which tables are handed over


def serve(host: str = "127.0.0.1", port: int = PORT, data: Path | None = None, lan: bool = False,
          open_browser: bool = False, public: str | None = None, database: str | None = None, grace: float = 60,
          rest: float = 20, limits: Limits | None = None, behind_proxy: bool = False, warm: bool = True,
          static: Path = STATIC, inside: Inside | None = None, bots: Sequence[str] = (), log: str = "text",
          metrics: str | None = None, workers: int = 1, peer: str | None = None, web_push: str | None = None,
          push_hosts: Sequence[str] = ()) -> None:
    """Serve until stopped.

    host, port     where to listen; `lan` listens on all addresses;  port 0 takes a free one
    data           folder of the database and the secret;  database  another database's URL
    public         the address that invitations carry when others reach the server by it, such as https://games.example
    grace, rest    seconds until a bot plays for who is gone, and until a rest goes on by itself
    behind_proxy   believe the X-Forwarded-For of the one proxy before the server
    warm           compile the rules in the background
    bots           NAME=BOT: the owner's own, with a name as `coprime simulate --bots` takes it
    log            the form of the log, one of `logs.FORMS`
    metrics        [HOST:]PORT for Prometheus; of several processes each has the next port
    workers        so many processes; not with `inside`
    web_push       where the browsers' push services reach the operator; None sends no notices through them
    push_hosts     further hosts of push services
    peer           HOST:PORT at which the server's processes on other machines reach this one
    inside         what else goes on in the open server; when it ends, the server closes

    Raises BadInput with one sentence for a folder, database, port or installed game that cannot be used.
    """
    logs.set_up_logging(log)
    all_games()                                         # one that cannot be taken is told of before anything is opened
    if public is not None:
        check_public_url(public)
    if peer is not None and not may_share_database(database or ""):
        raise BadInput(say("start.alonepeer"))
    push = read_push_options(web_push, push_hosts)
    with ExitStack() as bot_scope:
        operator_bots = bot_scope.enter_context(start_operator_bots(bots))
        if workers > 1:
            bot_scope.close()                          # of several processes each brings its own; here they were tried
        listening = open_port("0.0.0.0" if lan and host == "127.0.0.1" else host, port)
        folder = DataFolder(data or default_data_folder())
        config = ServerConfig(database or f"sqlite:///{folder.database_path}", host, listening.getsockname()[1], lan,
                              public, grace, rest, limits or Limits(), behind_proxy, warm, static, tuple(bots), log,
                              metrics, peer, push)

        def announce_open() -> None:
            address = PublicUrl(host, config.port, lan, public)
            print_addresses(address, lan)
            if open_browser:
                threading.Timer(0.8, webbrowser.open, [address.local]).start()

        try:
            if workers > 1:
                from .cluster.supervisor import Supervisor  # only where there are any

                Supervisor(config, folder, listening, workers).run_until_closed(announce_open)
            else:
                signals = record_stop_signals() if may_share_database(config.url) else ()
                store = Store(config.url, is_shared=may_share_database(config.url))
                folder.restrict_permissions()
                run_process(config, store, folder.secret, listening, inside, announce_open, operator_bots, signals)
        finally:
            folder.close()


def run_process(config: ServerConfig, store: Store, secret: bytes, listening: socket.socket, inside: Inside | None,
                on_open: Callable[[], None], operator_bots: dict[str, OperatorBot],
                signals: Sequence[int] = ()) -> None:
    """Run one server process until it is stopped; `on_open` is called before it begins. Raises BadInput.

    signals  the list that `record_stop_signals` returned
    """
    prepare_struct_types()
    address = PublicUrl(config.host, config.port, config.lan, config.public)
    state = AppState(store, secret, address, config.limits, StaticFiles(config.static), config.behind_proxy)
    if config.push is not None:
        from .web_push.notice_sender import WebPush  # only where the operator allows it

        state.web_push = WebPush(secret, config.push)
    sockets, lease_keeper = [listening], None
    if store.is_shared:
        sockets.append(inner := listen_to_peers(config.peer))
        host, port = inner.getsockname()[:2]
        lease_keeper = LeaseKeeper(store, secret, f"{bracket_ipv6(host)}:{port}")
        state.peers = Peers(secret, lease_keeper)

    async def run_inside(manager: TableManager) -> None:
        try:
            await inside(manager) if inside else None
        finally:
            server.should_exit = True

    start_metrics = no_metrics if config.metrics is None else serve_metrics(config.metrics)
    origin_guard = build_app(state, run_inside if inside else None, start_metrics, grace=config.grace,
                             rest=config.rest, warm=config.warm,
                             own=operator_bots, holder=lease_keeper)
    app = InternalListener(origin_guard, state, state.peers, (host, port)) if state.peers else origin_guard
    handles = count_handles()
    pending = PendingConnections(config.limits.pending, config.limits.head_seconds, handles)
    server = Server(uvicorn.Config(
        GracefulShutdown(app), http=protocol_class(pending), ws=find_socket_protocol(), backlog=choose_backlog(handles),
        log_level="warning", access_log=False, proxy_headers=False, server_header=False, lifespan="on",
        ws_max_size=262_144, ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=40,
        timeout_graceful_shutdown=GOODBYE_SECONDS), state, lease_keeper is not None, signals)
    with lease_keeper or nullcontext():
        on_open()
        server.run(sockets=sockets)


def record_stop_signals() -> list[int]:
    """Return a list that collects the signals to end which arrive while uvicorn does not handle them.

    Raising an exception in the handler would end things sooner, but it is lost inside callbacks of the interpreter, as
    those of imports are.
    """
    received: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: received.append(number))
    return received


class Server(uvicorn.Server):
    """A uvicorn server that hands its tables over before it ends, where other processes can take them."""

    def __init__(self, config: uvicorn.Config, state: AppState, is_shared: bool, stop_signals: Sequence[int]) -> None:
        super().__init__(config)
        self.state, self.signals = state, stop_signals
        self.state_to_hand_over = state if is_shared else None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let uvicorn handle signals, and end at once if one came before."""
        with super().capture_signals():
            self.should_exit = bool(self.signals)             # from here on it hears them itself
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the handover at the first signal, where the database is shared; else let uvicorn end."""
        # Asked twice it hands over nothing more.
        state, self.state_to_hand_over = self.state_to_hand_over, None
        if self.should_exit:
            return None             # it ends soon in any case; a second Ctrl+C would cut its tidying up short
        if state is None or not self.started:
            return super().handle_exit(sig, frame)
        state.manager.loop.call_soon_threadsafe(lambda: asyncio.ensure_future(self._hand_over_and_exit(state)))
        return None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the event streams, which would not end by themselves, then let uvicorn shut down."""
        for stream in list(self.state.open_streams.values()):
            stream.end()
        await super().shutdown(sockets)

    async def _hand_over_and_exit(self, state: AppState) -> None:
        """Other processes take what comes from now on; then the tables go, one by one."""
        try:
            for server in self.servers:
                server.close()
            await asyncio.wait_for(hand_over_all(state.manager), HANDOVER_SECONDS)
        except TimeoutError:
            pass                                            # it lets go of the others when its store is closed
        finally:
            self.should_exit = True


def may_share_database(url: str) -> bool:
    """Tell whether several servers may use this database at the same time."""
    return url.startswith("postgresql")


def listen_to_peers(where: str | None) -> socket.socket:
    """Open the port for the other processes, by default on this machine alone. Raises BadInput."""
    host, _, port = (where or "127.0.0.1:0").rpartition(":")
    host = host.strip("[]")
    if not (host and port.isascii() and port.isdigit() and int(port) < 1 << 16) or host in ("0.0.0.0", "::"):
        raise BadInput(say("start.peer", where=repr(where)))
    return open_port(host, int(port))


def no_metrics(state: AppState) -> None:
    """Do nothing: no metrics are served."""


def serve_metrics(where: str) -> Callable[[AppState], None]:
    """Serve metrics for Prometheus and return the function that starts them. Raises BadInput."""
    from .diagnostics.metrics import Metrics  # only where somebody watches

    metrics = Metrics()
    metrics.serve_http(where)
    return metrics.watch_server


def open_port(host: str, port: int) -> socket.socket:
    """An open port.  Raises BadInput."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen(2048)
    except (OSError, OverflowError) as wrong:
        opened.close()
        why = describe_os_error(wrong)
        raise BadInput(say("start.port", port=port, host=bracket_ipv6(host), why=why)) from None
    return opened


def print_addresses(address: PublicUrl, lan: bool) -> None:
    """Print the addresses of the server."""
    lines = [say("start.open", url=address.local)]
    if lan and address.base == address.local:
        lines.append(say("start.address", url=address.base))
    elif lan or address.public:
        lines.append(say("start.lan", url=address.base))
    else:
        lines.append(say("start.alone"))
    print("\n".join([*lines, say("start.stop")]), file=sys.stderr, flush=True)
