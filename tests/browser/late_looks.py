"""Looks that come late, as where something else keeps the machine busy: `COPRIME_LATE_LOOKS=SEED`.

A test fails that looks for what has gone by itself, or by the next bot's move.
"""

import os
import random
import time
from functools import wraps

from playwright._impl._sync_base import SyncBase  # every call of the synchronous interface goes through it

LATE_SHARE = 0.03
LATE_SECONDS = 12           # less than any wait, more than anything stays


def be_late(seed):
    """Let some calls of each test begin late: which ones follow from its name and the seed."""
    call, dice = SyncBase._sync, {}

    @wraps(call)
    def late(self, awaitable):
        name, _, when = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
        if when == "(call)":
            if name not in dice:
                dice.clear()
                dice[name] = random.Random(f"{seed} {name}")
            if dice[name].random() < LATE_SHARE:
                time.sleep(LATE_SECONDS)
        return call(self, awaitable)
    SyncBase._sync = late
