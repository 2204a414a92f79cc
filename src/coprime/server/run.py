"""Opens the house: `serve` is what the command line calls."""

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
from .app.public_url import PublicUrl, check_public, in_url
from .app.state import AppState
from .app.static_files import STATIC, StaticFiles
from .bots.owner_bots import OwnerBot, start_owner_bots
from .cluster.handover import hand_over_all
from .cluster.internal_listener import InternalListener
from .cluster.lease_keeper import LeaseKeeper
from .cluster.peers import Peers
from .config import ServerConfig
from .diagnostics import logs
from .graceful_shutdown import GracefulShutdown
from .limits import Limits
from .sentences import say
from .store.data_folder import Folder, default_folder
from .store.store import Store
from .table_manager import TableManager

GRACEFUL = 5        # seconds that open connections have to say goodbye
DRAINED = 8.0       # and in which tables are handed over


def serve(host: str = "127.0.0.1", port: int = PORT, data: Path | None = None, lan: bool = False,
          open_browser: bool = False, public: str | None = None, database: str | None = None, grace: float = 60,
          rest: float = 20, limits: Limits | None = None, behind_proxy: bool = False, warm: bool = True,
          static: Path = STATIC, inside: Inside | None = None, bots: Sequence[str] = (), log: str = "text",
          metrics: str | None = None, workers: int = 1, peer: str | None = None) -> None:
    """Serve until stopped.

    host, port     where to listen; `lan` listens on all addresses;  port 0 takes a free one
    data           folder of the database and the secret;  database  another database's URL
    public         the address that invitations carry when others reach the house by it, such as https://games.example
    grace, rest    seconds until a bot plays for who is gone, and until a rest goes on by itself
    behind_proxy   believe the X-Forwarded-For of the one proxy before the house
    warm           compile the rules in the background
    bots           NAME=BOT: the owner's own, with a name as `coprime simulate --bots` takes it
    log            the form of the log, one of `logs.FORMS`
    metrics        [HOST:]PORT for Prometheus; of several processes each has the next port
    workers        so many processes; not with `inside`
    peer           HOST:PORT at which the house's processes on other machines reach this one
    inside         what else goes on in the open house; when it ends, the house closes

    Raises BadInput with one sentence for a folder, database, port or installed game that cannot be used.
    """
    logs.set_up_logging(log)
    all_games()                                         # one that cannot be taken is told of before anything is opened
    if public is not None:
        check_public(public)
    if peer is not None and not may_share_database(database or ""):
        raise BadInput(say("start.alonepeer"))
    with ExitStack() as trying:
        own = trying.enter_context(start_owner_bots(bots))
        if workers > 1:
            trying.close()                          # of several processes each brings its own; here they were tried
        listening = open_port("0.0.0.0" if lan and host == "127.0.0.1" else host, port)
        folder = Folder(data or default_folder())
        plan = ServerConfig(database or f"sqlite:///{folder.database}", host, listening.getsockname()[1], lan, public,
                            grace,
                            rest, limits or Limits(), behind_proxy, warm, static, tuple(bots), log, metrics, peer)

        def opened() -> None:
            address = PublicUrl(host, plan.port, lan, public)
            print_addresses(address, lan)
            if open_browser:
                threading.Timer(0.8, webbrowser.open, [address.local]).start()

        try:
            if workers > 1:
                from .cluster.supervisor import Supervisor  # only where there are any

                Supervisor(plan, folder, listening, workers).run(opened)
            else:
                asked = stop_signals() if may_share_database(plan.url) else ()
                store = Store(plan.url, shared=may_share_database(plan.url))
                folder.protect()
                run_process(plan, store, folder.secret, listening, inside, opened, own, asked)
        finally:
            folder.close()


def run_process(plan: ServerConfig, store: Store, secret: bytes, listening: socket.socket, inside: Inside | None,
                opened: Callable[[], None], own: dict[str, OwnerBot], asked: Sequence[int] = ()) -> None:
    """One process of the house, until it is stopped; `opened` is called before it begins.  Raises BadInput.

    asked  what `asked_to_stop` gave
    """
    address = PublicUrl(plan.host, plan.port, plan.lan, plan.public)
    door = AppState(store, secret, address, plan.limits, StaticFiles(plan.static), plan.behind_proxy)
    sockets, holder = [listening], None
    if store.shared:
        sockets.append(inner := listen_to_peers(plan.peer))
        host, port = inner.getsockname()[:2]
        holder = LeaseKeeper(store, secret, f"{in_url(host)}:{port}")
        door.peers = Peers(secret, holder)

    async def live(house: TableManager) -> None:
        try:
            await inside(house) if inside else None
        finally:
            server.should_exit = True

    watching = no_watcher if plan.metrics is None else serve_metrics(plan.metrics)
    guarded = build_app(door, live if inside else None, watching, grace=plan.grace, rest=plan.rest, warm=plan.warm,
                        own=own, holder=holder)
    app = InternalListener(guarded, door, door.peers, (host, port)) if door.peers else guarded
    handles = count_handles()
    pending = PendingConnections(plan.limits.pending, plan.limits.head_seconds, handles)
    server = Server(uvicorn.Config(
        GracefulShutdown(app), http=protocol_class(pending), backlog=choose_backlog(handles),
        log_level="warning", access_log=False, proxy_headers=False, server_header=False, lifespan="on",
        ws_max_size=262_144, ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=40,
        timeout_graceful_shutdown=GRACEFUL), door, holder is not None, asked)
    with holder or nullcontext():
        opened()
        server.run(sockets=sockets)


def stop_signals() -> list[int]:
    """The signals by which this process is asked to end while its server does not hear them: not yet, or not any more.

    They are kept until somebody looks, and whatever has begun is tidied up.  An exception out of the handler would end
    things sooner, but is lost where the interpreter happens to be in a callback of its own, as those of imports are.
    """
    asked: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: asked.append(number))
    return asked


class Server(uvicorn.Server):
    """Where other processes may go on with the tables of a house, it hands them over before it ends."""

    def __init__(self, config: uvicorn.Config, door: AppState, is_shared: bool, asked: Sequence[int]) -> None:
        super().__init__(config)
        self.door, self.asked = door, asked
        self.leaving = door if is_shared else None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            self.should_exit = bool(self.asked)             # from here on it hears them itself
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        door, self.leaving = self.leaving, None             # asked twice it hands over nothing more
        if self.should_exit:
            return None             # it ends soon in any case; a second Ctrl+C would cut its tidying up short
        if door is None or not self.started:
            return super().handle_exit(sig, frame)
        door.house.loop.call_soon_threadsafe(lambda: asyncio.ensure_future(self._leave(door)))
        return None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Requests may end in peace; streams of events would not, so that they are ended, as uvicorn ends sockets."""
        for stream in list(self.door.streams.values()):
            stream.end()
        await super().shutdown(sockets)

    async def _leave(self, door: AppState) -> None:
        """Other processes take what comes from now on; then the tables go, one by one."""
        try:
            for server in self.servers:
                server.close()
            await asyncio.wait_for(hand_over_all(door.house), DRAINED)
        except TimeoutError:
            pass                                            # it lets go of the others when its store is closed
        finally:
            self.should_exit = True


def may_share_database(url: str) -> bool:
    """May several houses use this database at the same time, each from a command of its own?"""
    return url.startswith("postgresql")


def listen_to_peers(where: str | None) -> socket.socket:
    """Where the house's other processes come in: on this machine alone where nothing is said.  Raises BadInput."""
    host, _, port = (where or "127.0.0.1:0").rpartition(":")
    host = host.strip("[]")
    if not (host and port.isascii() and port.isdigit() and int(port) < 1 << 16) or host in ("0.0.0.0", "::"):
        raise BadInput(say("start.peer", where=repr(where)))
    return open_port(host, int(port))


def no_watcher(door: AppState) -> None:
    """Who watches where nobody does."""


def serve_metrics(where: str) -> Callable[[AppState], None]:
    """Open what Prometheus asks; it knows something once the house is open.  Raises BadInput."""
    from .diagnostics.metrics import Metrics  # only where somebody watches

    watch = Metrics()
    watch.serve(where)
    return watch.begin


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
        raise BadInput(say("start.port", port=port, host=in_url(host), why=why)) from None
    return opened


def print_addresses(address: PublicUrl, lan: bool) -> None:
    """Say where the house is."""
    lines = [say("start.open", url=address.local)]
    if lan and address.base == address.local:
        lines.append(say("start.address", url=address.base))
    elif lan or address.public:
        lines.append(say("start.lan", url=address.base))
    else:
        lines.append(say("start.alone"))
    print("\n".join([*lines, say("start.stop")]), file=sys.stderr, flush=True)
