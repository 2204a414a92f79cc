"""Choose who computes: this process, several processes of this machine, or a cluster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from .workers import Executor, ProcessExecutor


@contextmanager
def make_executor(jobs: int | None = None, cluster: str | None = None) -> Iterator[Executor | None]:
    """Provide an executor of several processes or a cluster; None for one job.  Raises BadInput."""
    jobs = jobs or os.cpu_count() or 1
    if cluster is None:
        yield ProcessExecutor(jobs) if jobs > 1 else None
        return
    from .cluster import DaskExecutor

    found = DaskExecutor(cluster, jobs)
    try:
        yield found
    finally:
        found.close()
