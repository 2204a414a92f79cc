"""The addresses of the server, invitations, and their QR codes."""

import socket
from functools import lru_cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import segno

from ...core.errors import BadInput
from ...table.sentences import say
from .. import sentences

QUIET_ZONE = 2       # modules of white around a QR code; readers on a light ground need no more


def find_lan_address() -> str | None:
    """This machine's address on the local network; nothing is sent to find it out."""
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                found: str = probe.getsockname()[0]
        except OSError:
            continue
        if not found.startswith(("127.", "0.", "::1")):
            return found
    return None


def check_public_url(public: str) -> None:
    """Raise BadInput for a public address that is not the root of a host."""
    try:
        parts = urlsplit(public)
        named = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1) > 0
    except ValueError:
        named = False
    if not named or "@" in parts.netloc:
        raise BadInput(sentences.say("start.public", given=public))
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise BadInput(sentences.say("start.base", given=public, root=f"{parts.scheme}://{parts.netloc}"))


def bracket_ipv6(host: str) -> str:
    """Return a host as URLs write it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


class PublicUrl:
    """The base address of invitations, and the host names under which the server answers.

    lan     others on the network can open it;  public  an address given by the operator, such as https://games.example
    """

    def __init__(self, host: str, port: int, lan: bool, public: str | None = None) -> None:
        self.lan = lan or public is not None
        self.public = public
        local = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
        self.local = f"http://{bracket_ipv6(local)}:{port}"
        found = find_lan_address() if lan else None
        self.base = (public or (f"http://{bracket_ipv6(found)}:{port}" if found else self.local)).rstrip("/")
        self.host_names = {"localhost", "127.0.0.1", "::1", local, *([found] if found else [])}
        if lan:
            name = socket.gethostname().lower()
            self.host_names |= {name, f"{name}.local"}
        if public:
            self.host_names.add(public.split("://")[-1].split("/")[0].rsplit(":", 1)[0].strip("[]").lower())

    @property
    def is_secure(self) -> bool:
        """Tell whether cookies are for encrypted connections alone."""
        return self.base.startswith("https://")

    def reach_json(self) -> dict[str, Any]:
        """Return at which port other devices have to come in, and whether the address is this computer's alone."""
        parts = urlsplit(self.base)
        return {"local": is_loopback(parts.hostname or ""), "port": parts.port or {"https": 443}.get(parts.scheme, 80)}

    def invitation_json(self, code: str) -> dict[str, Any]:
        """Return the invitation to a table, as messages have it."""
        how = "open" if self.public else "lan" if self.lan else "local"
        return {"url": f"{self.base}/t/{code}", "lan": self.lan, "how": say(f"invite.{how}")}


def is_loopback(host: str) -> bool:
    """Tell whether an address leads nowhere but to the same computer."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost"
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def make_qr_code(url: str) -> dict[str, Any]:
    """A QR code as one SVG path in a square of `size`: a rectangle for every run of dark modules."""
    rows = [list(row) for row in segno.make_qr(url, error="m").matrix]
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = 0
            while x + run < len(row) and row[x + run]:
                run += 1
            if run:
                parts.append(f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h{run}v1h-{run}z")
            x += run or 1
    return {"url": url, "size": len(rows) + 2 * QUIET_ZONE, "path": "".join(parts)}


@lru_cache(maxsize=256)
def page_qr_code(url: str) -> dict[str, Any]:
    """Return the QR code of a page that many poll, drawn once; what is secret is not kept here."""
    return make_qr_code(url)
