"""The clock with which tests are tried on other days."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "tools" / "days_later"
ASK = "import calendar, time; print(time.time(), time.time_ns() / 1e9, calendar.timegm(time.gmtime()), " \
      "time.mktime(time.localtime()), calendar.timegm(time.gmtime(0)), time.monotonic())"


@pytest.mark.parametrize("days", [0, 45])
def test_every_process_begins_so_many_days_later(days):
    before, shift = time.clock_gettime(time.CLOCK_REALTIME), 86_400 * days      # which stays as it is
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(FOLDER), "COPRIME_DAYS_LATER": str(days)})
    after = time.clock_gettime(time.CLOCK_REALTIME)
    *told, zero, steady = map(float, done.stdout.split())
    assert all(before - 1 <= one - shift <= after for one in told) and len(told) == 4 and zero == 0
    assert steady <= time.monotonic(), "waits are as long as ever"
