"""Opens the house: `serve` is what the command line calls."""

import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from ..core.faults import BadInput
from ..core.shelf import games
from . import PORT
from .app import Inside, build
from .door import Door
from .files import STATIC, Files
from .folder import Folder, default_folder
from .house import House
from .invite import Address, in_url
from .limits import Limits
from .owned import brought
from .sentences import say
from .store import Store

GRACEFUL = 5        # seconds that open connections have to say goodbye


def serve(host: str = "127.0.0.1", port: int = PORT, data: Path | None = None, lan: bool = False,
          open_browser: bool = False, public: str | None = None, database: str | None = None, grace: float = 60,
          rest: float = 20, limits: Limits | None = None, behind_proxy: bool = False, warm: bool = True,
          static: Path = STATIC, inside: Inside | None = None, bots: Sequence[str] = ()) -> None:
    """Serve until stopped.

    host, port     where to listen; `lan` listens on all addresses;  port 0 takes a free one
    data           folder of the database and the secret;  database  another database's URL
    public         the address that invitations carry when others reach the house by it, such as https://games.example
    grace, rest    seconds until a bot plays for who is gone, and until a rest goes on by itself
    behind_proxy   believe the X-Forwarded-For of the one proxy before the house
    warm           compile the rules in the background
    bots           NAME=BOT: the owner's own, with a name as `coprime simulate --bots` takes it
    inside         what else goes on in the open house; when it ends, the house closes

    Raises BadInput with one sentence for a folder, database, port or installed game that cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    games()                                         # one that cannot be taken is told of before anything is opened
    with brought(bots) as own:
        listening = listen("0.0.0.0" if lan and host == "127.0.0.1" else host, port)
        folder = Folder(data or default_folder())
        try:
            store = Store(database or f"sqlite:///{folder.database}")
            folder.protect()
            address = Address(host, listening.getsockname()[1], lan, public)
            door = Door(store, folder.secret, address, limits or Limits(), Files(static), behind_proxy)

            async def live(house: House) -> None:
                try:
                    await inside(house) if inside else None
                finally:
                    server.should_exit = True

            app = build(door, live if inside else None, grace=grace, rest=rest, warm=warm, own=own)
            server = uvicorn.Server(uvicorn.Config(
                app, log_level="warning", access_log=False, proxy_headers=False, server_header=False, lifespan="on",
                ws_max_size=262_144, ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=40,
                timeout_graceful_shutdown=GRACEFUL))
            greet(address, lan)
            if open_browser:
                threading.Timer(0.8, webbrowser.open, [address.local]).start()
            server.run(sockets=[listening])
        finally:
            folder.close()


def listen(host: str, port: int) -> socket.socket:
    """An open port.  Raises BadInput."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen(2048)
    except (OSError, OverflowError) as wrong:
        opened.close()
        why = getattr(wrong, "strerror", None) or str(wrong).rstrip(".")
        raise BadInput(say("start.port", port=port, host=in_url(host), why=why)) from None
    return opened


def greet(address: Address, lan: bool) -> None:
    """Say where the house is."""
    lines = [say("start.open", url=address.local)]
    if lan and address.base == address.local:
        lines.append(say("start.address", url=address.base))
    elif lan or address.public:
        lines.append(say("start.lan", url=address.base))
    else:
        lines.append(say("start.alone"))
    print("\n".join([*lines, say("start.stop")]), file=sys.stderr, flush=True)
