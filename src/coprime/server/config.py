"""The configuration of a server process."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .rate_limits import Limits
from .web_push.push_services import PushOptions


@dataclass(frozen=True)
class ServerConfig:
    """The options of `serve` that every process needs; see there."""

    url: str
    host: str
    port: int
    lan: bool
    public: str | None
    grace: float
    rest: float
    limits: Limits
    behind_proxy: bool
    warm: bool
    static: Path
    bots: Sequence[str]
    log: str
    metrics: str | None
    peer: str | None
    push: PushOptions | None = None

    def to_json(self) -> str:
        """Return the configuration as one line of JSON."""
        return json.dumps(asdict(self) | {"static": str(self.static)})

    @classmethod
    def from_json(cls, line: str | bytes) -> "ServerConfig":
        """Make a configuration from a line that `to_json` wrote."""
        given = json.loads(line)
        limits: dict[str, Any] = {
            name: tuple(one) if isinstance(one, list) else one for name, one in given["limits"].items()}
        push = PushOptions(given["push"][0], tuple(given["push"][1])) if given["push"] else None
        return cls(**given | {"limits": Limits(**limits), "static": Path(given["static"]), "push": push})

    def metrics_address(self, number: int) -> str | None:
        """Return the Prometheus address of a process: each has the next port."""
        if self.metrics is None:
            return None
        head, colon, port = self.metrics.rpartition(":")
        return f"{head}{colon}{int(port) + number}" if port.isascii() and port.isdigit() else self.metrics
