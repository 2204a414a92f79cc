"""The push services that this server speaks to: those of the browsers' makers, and hosts that the operator adds.

A browser names the address to which its messages go.  Only addresses of these hosts are taken, so that nobody makes the
server call others, such as those of its own network.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from ...core.errors import BadInput
from ..request_error import RequestError
from ..sentences import say

# With a dot at the beginning: all hosts of that name.
KNOWN_HOSTS = (
    "fcm.googleapis.com",               # Chrome, Edge on Android, Opera, Samsung Internet
    "jmt17.google.com",                 # Chromium of Linux distributions
    ".push.services.mozilla.com",       # Firefox
    ".push.apple.com",                  # Safari
    ".notify.windows.com",              # Edge on Windows
)
MOST_ENDPOINT = 1000        # characters of an address
HOST = r"(?P<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::(?P<port>[1-9][0-9]{0,4}))?)"
# No user, no fragment, nothing that two readers of addresses may read in two ways.
ENDPOINT = re.compile(rf"(?P<origin>https://{HOST})/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*", re.ASCII)
CONTACT = re.compile(r"(?:mailto:)?[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+|https://[^\s@]+", re.ASCII)


class PushOptions(NamedTuple):
    """What the operator says of web push: an address for the push services, and further hosts of such."""

    contact: str
    hosts: tuple[str, ...] = ()


def read_push_options(contact: str | None, hosts: Collection[str]) -> PushOptions | None:
    """Return the options of `--web-push` and `--web-push-host`; None without the first. Raises BadInput."""
    if contact is None:
        if hosts:
            raise BadInput(say("push.hostalone"))
        return None
    if not CONTACT.fullmatch(contact):
        raise BadInput(say("push.contact", given=repr(contact[:100])))
    for host in hosts:
        if not re.fullmatch(HOST, host, re.ASCII):
            raise BadInput(say("push.host", given=repr(host[:100])))
    return PushOptions(contact if contact.startswith(("mailto:", "https://")) else f"mailto:{contact}", tuple(hosts))


def check_endpoint(endpoint: str, more_hosts: Collection[str]) -> str:
    """Return the origin of a subscription's address. Raises RequestError for one that is not a push service's."""
    found = ENDPOINT.fullmatch(endpoint) if len(endpoint) <= MOST_ENDPOINT else None
    if found is None or not (found["host"] in more_hosts or found["port"] is None and _is_known(found["host"])):
        raise RequestError(400, "push.service")
    return found["origin"]


def _is_known(host: str) -> bool:
    return any(host == known or known.startswith(".") and host.endswith(known) for known in KNOWN_HOSTS)
