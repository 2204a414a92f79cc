"""Let every Python process begin COPRIME_DAYS_LATER days later: a test fails that holds in some months only.

    COPRIME_DAYS_LATER=45 PYTHONPATH=$PWD/tools/days_later python3 run.py test -m "not browser and not long" -n 4

Python imports this module by its name before anything else. Clocks of browsers and databases stay.
"""

import os
import time

SECONDS = 86_400 * int(os.environ.get("COPRIME_DAYS_LATER", 0))


def shift_clock(seconds: int) -> None:
    """Add so many seconds to what Python says of the time of day."""
    now, now_ns, utc, local = time.time, time.time_ns, time.gmtime, time.localtime
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + seconds * 10**9
    time.gmtime = lambda at=None: utc(time.time() if at is None else at)
    time.localtime = lambda at=None: local(time.time() if at is None else at)


if SECONDS:
    shift_clock(SECONDS)
