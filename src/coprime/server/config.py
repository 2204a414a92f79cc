"""How a process of the house is opened."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .limits import Limits


@dataclass(frozen=True)
class ServerConfig:
    """What `serve` is told and every process needs to know; see there."""

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

    def written(self) -> str:
        """As one line of JSON."""
        return json.dumps(asdict(self) | {"static": str(self.static)})

    @classmethod
    def read(cls, line: str | bytes) -> "ServerConfig":
        given = json.loads(line)
        limits: dict[str, Any] = {
            name: tuple(one) if isinstance(one, list) else one for name, one in given["limits"].items()}
        return cls(**given | {"limits": Limits(**limits), "static": Path(given["static"])})

    def measured_at(self, number: int) -> str | None:
        """Where the process of a number answers Prometheus: each at the next port."""
        if self.metrics is None:
            return None
        head, colon, port = self.metrics.rpartition(":")
        return f"{head}{colon}{int(port) + number}" if port.isascii() and port.isdigit() else self.metrics
