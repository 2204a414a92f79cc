"""The contest's sentences."""

from pathlib import Path
from typing import Any

from ....core.messages import messages

SAYS = messages(Path(__file__).parent.parent)["uecda"]


def say(key: str, /, **facts: Any) -> str:
    return str(SAYS[key].format(**facts))
