"""Who works: this process, several of this machine, or a cluster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from .workers import Hands, Processes


@contextmanager
def make_executor(jobs: int | None = None, cluster: str | None = None) -> Iterator[Hands | None]:
    """So many processes, or a cluster; nobody beside this process for one job.  Raises BadInput."""
    jobs = jobs or os.cpu_count() or 1
    if cluster is None:
        yield Processes(jobs) if jobs > 1 else None
        return
    from .cluster import Cluster

    found = Cluster(cluster, jobs)
    try:
        yield found
    finally:
        found.close()
