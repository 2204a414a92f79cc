"""Simulate a server of many processes by measured costs, and kill some of them: docs/scale.md.

    python tools/cluster_latency_simulation.py                              ten processes, 8,000 people
    python tools/cluster_latency_simulation.py --processes 40 --people 60000 --databases 2
    python tools/cluster_latency_simulation.py --without 2 --json           two of the processes are killed

Each process is one core that does one job at a time, with jobs that people wait for before pictures.  A table's actions
are applied by its owner; an action that arrives at another process costs time there, too.  Actions that arrive together
are committed together; a database does this many commits side by side.  Times are in milliseconds.
"""

import argparse
import json
import random
import sys
from collections import deque
from dataclasses import asdict, dataclass, fields
from heapq import heappop, heappush
from itertools import count

LEASE = 5000.0          # until the tables of a process that was killed are free, at most
RENEWED = 1000.0        # how old its lease is then, at most
LEAST = 30              # seconds that are simulated
AGAIN = (500.0, 2000.0)     # after which a page that was cut off is there again


@dataclass
class Costs:
    """Measured costs, in milliseconds of one core; `disk` is waiting time."""

    hear: float = 1.6          # an action is read, carried out and answered
    show: float = 2.3           # its table's pages are told
    passed: float = 0.4         # a message goes through a process that does not have its table
    begin: float = 1.2          # a commit, at the database
    row: float = 0.05           # an event in it
    disk: float = 1.5           # until a commit is durable
    wake: float = 18.0          # a table is claimed, read and played through


class SimulatedProcess:
    """One process: a core, a database writer, and their queues."""

    def __init__(self, number, database):
        self.number, self.database = number, database
        self.alive, self.free = True, True
        self.urgent, self.later = deque(), deque()      # (what it costs, what follows)
        self.writing, self.rows = False, []             # what follows on each event that waits for the writer
        self.used = 0.0


class SimulatedTable:
    def __init__(self, owner, pages):
        self.owner, self.pages = owner, pages           # a page is the process at which it comes in
        self.back = [0.0] * len(pages)                  # when each is connected again
        self.shown = True
        self.free_at, self.waking = 0.0, None           # what waits for it while it is read


class Simulation:
    """The simulation.  `answered` holds (time asked, time taken) for every action."""

    def __init__(self, given, costs, luck):
        self.given, self.costs, self.luck = given, costs, luck
        self.now, self.order, self.events = 0.0, count(), []
        self.databases = [[0.0] * given.cores for _ in range(given.databases)]      # when each core is free
        self.processes = [SimulatedProcess(n, n % given.databases) for n in range(given.processes)]
        tables = max(1, round(given.people / given.seats))
        self.tables = [SimulatedTable(self.processes[n % given.processes],
                                      [luck.choice(self.processes) for _ in range(given.seats)]) for n in range(tables)]
        self.asked, self.answered, self.moved = 0, [], 0
        self.used_until = 0.0

    def schedule(self, time, job, *of):
        heappush(self.events, (time, next(self.order), job, of))

    def sample_time(self, mean):
        """Return a random time with this mean: costs of a job vary as games and positions do."""
        return self.luck.expovariate(1 / mean) if mean else 0.0

    def run(self):
        given = self.given
        for page in range(given.people):
            self.schedule(self.sample_time(1000 * given.pause), self.start_action, page)
        if given.without:
            self.schedule(1000 * given.seconds / 2, self.kill_processes)
        end = 1000 * given.seconds
        while self.events:
            self.now, _, job, of = heappop(self.events)
            if self.now <= end:
                self.used_until = self.now
            job(*of)

    # People.

    def start_action(self, page):
        if self.now < 1000 * self.given.seconds:
            self.schedule(self.now + self.sample_time(1000 * self.given.pause), self.start_action, page)
            self.asked += 1
            self.arrive(self.tables[page % len(self.tables)], page // len(self.tables) % self.given.seats, self.now)

    def arrive(self, table, seat, since):
        """Let an action arrive at the process to which its page is connected, or will be again."""
        if self.now < table.back[seat]:
            return self.schedule(table.back[seat], self.arrive, table, seat, since)
        entrance = table.pages[seat]
        self.queue_job(entrance, self.costs.passed if table.owner is not entrance else 0.0,
                       lambda: self.find_owner(table, seat, since), lambda: self.arrive(table, seat, since))
        return None

    def find_owner(self, table, seat, since):
        """Pass the action to its table's owner; wake the table here if its owner is dead."""
        def again():
            self.arrive(table, seat, since)

        if table.waking is not None:
            table.waking.append(again)
        elif table.owner.alive:
            self.queue_job(table.owner, self.costs.hear, lambda: self.queue_commit(table, seat, since), again)
        elif self.now < table.free_at:
            self.schedule(table.free_at + self.luck.uniform(0, 100), again)
        else:
            owner = table.pages[seat]
            table.waking = [again]
            self.queue_job(owner, self.costs.wake, lambda: self.finish_wake_up(table, owner),
                           lambda: self.retry_wake_up(table))

    def finish_wake_up(self, table, owner):
        table.owner, self.moved = owner, self.moved + 1
        waiting, table.waking = table.waking, None
        for again in waiting:
            again()

    def retry_wake_up(self, table):
        waiting, table.waking = table.waking, None
        for again in waiting:
            again()

    # A process.

    def queue_job(self, process, cost, then, otherwise=None, later=False):
        """Queue a job for a process; call `otherwise` if the process dies before it is done."""
        job = (self.sample_time(cost), then, otherwise)
        (process.later if later else process.urgent).append(job)
        if process.free:
            self.run_next_job(process)

    def run_next_job(self, process):
        if not process.alive or not (process.urgent or process.later):
            process.free = True
            return
        process.free = False
        cost, then, otherwise = (process.urgent or process.later).popleft()
        process.used += cost
        self.schedule(self.now + cost, self.finish_job, process, then, otherwise)

    def finish_job(self, process, then, otherwise):
        if not process.alive:
            return otherwise() if otherwise else None
        then()
        return self.run_next_job(process)

    def queue_commit(self, table, seat, since):
        """Commit an action that has been applied."""
        process = table.owner
        process.rows.append((lambda: self.answer_player(table, seat, since), lambda: self.arrive(table, seat, since)))
        if not process.writing:
            self.start_commit(process)

    def start_commit(self, process):
        rows, process.rows, process.writing = process.rows, [], True
        cores = self.databases[process.database]
        core = min(range(len(cores)), key=cores.__getitem__)
        done = max(cores[core], self.now) + self.sample_time(self.costs.begin + self.costs.row * len(rows))
        cores[core] = done
        self.schedule(done + self.sample_time(self.costs.disk), self.finish_commit, process, rows)

    def finish_commit(self, process, rows):
        """Answer the actions of a commit.

        A page that asks again is answered then, because its message id is known.
        """
        for then, otherwise in rows:
            (then if process.alive else otherwise)()
        process.writing = False
        if process.alive and process.rows:
            self.start_commit(process)
        waiting, process.rows = ([], process.rows) if process.alive else (process.rows, [])
        for _, otherwise in waiting:
            otherwise()

    def answer_player(self, table, seat, since):
        entrance, owner = table.pages[seat], table.owner

        def told():
            self.answered.append((since, self.now - since))
        if entrance is owner:
            told()
        else:
            self.queue_job(entrance, self.costs.passed, told, lambda: self.arrive(table, seat, since))
        if table.shown:
            table.shown = False
            self.show_later(owner, table)

    def show_later(self, owner, table):
        def then():
            self.send_pictures(table, owner)
        self.queue_job(owner, self.costs.show, then, then, later=True)

    def send_pictures(self, table, owner):
        table.shown = True
        for page in table.pages:
            if page is not owner and page.alive:
                self.queue_job(page, self.costs.passed, lambda: None, later=True)

    # What goes wrong.

    def kill_processes(self):
        dead = self.luck.sample(self.processes, self.given.without)
        for process in dead:
            process.alive = False
        living = [one for one in self.processes if one.alive]
        for table in self.tables:
            for seat, page in enumerate(table.pages):
                if not page.alive:
                    table.pages[seat], table.back[seat] = self.luck.choice(living), self.now + self.luck.uniform(*AGAIN)
        for process in dead:
            for _, _, otherwise in [*process.urgent, *process.later]:
                if otherwise:
                    otherwise()
            process.urgent.clear()
            process.later.clear()
            if not process.writing:
                rows, process.rows = process.rows, []
                for _, otherwise in rows:
                    otherwise()
            free_at = self.now + LEASE - self.luck.uniform(0, RENEWED)
            for table in self.tables:
                if table.owner is process:
                    table.free_at = free_at


def quantile(times, part):
    """Return the time within which all but the slowest were answered."""
    times = sorted(times)
    return round(times[min(len(times) - 1, int(part * len(times)))], 1) if times else None


def summarize(server):
    """Return the measurements: before the kill, in the ten seconds after it, and later."""
    given = server.given
    half = 500 * given.seconds
    first, last = (0.1 * half, half) if given.without else (0.1 * half, 2 * half)       # the first is to fill it
    parts = {"steady": (first, last)}
    if given.without:
        parts |= {"after": (half, half + 10_000), "later": (half + 10_000, 2 * half)}
    found = {}
    for name, (begin, end) in parts.items():
        times = [took for since, took in server.answered if begin <= since < end]
        found[name] = {"actions_s": round(1000 * len(times) / (end - begin)), "p50": quantile(times, 0.5),
                       "p99": quantile(times, 0.99), "max": quantile(times, 1)}
    alive = [one for one in server.processes if one.alive]
    busy = sum(one.used for one in alive) / len(alive) / server.used_until
    return {"processes": given.processes, "people": given.people, "asked": server.asked,
            "answered": len(server.answered), "busy": round(busy, 2), "moved": server.moved, **found}


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=10)
    parser.add_argument("--people", type=int, default=8_000)
    parser.add_argument("--seats", type=int, default=4, help="people at a table")
    parser.add_argument("--pause", type=float, default=8.0, help="seconds from one action of somebody to the next")
    parser.add_argument("--databases", type=int, default=1)
    parser.add_argument("--cores", type=int, default=4, help="of each database")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--without", type=int, default=1, help="so many processes are killed half way through")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    for one in fields(Costs):
        parser.add_argument(f"--{one.name}", type=float, default=one.default, help="milliseconds")
    given = parser.parse_args(argv)
    costs = Costs(**{one.name: getattr(given, one.name) for one in fields(Costs)})
    if given.without >= given.processes:
        parser.error("--without: at least one process has to live")
    if given.seconds < LEAST:
        parser.error(f"--seconds: at least {LEAST}")
    server = Simulation(given, costs, random.Random(given.seed))
    server.run()
    found = summarize(server) | {"costs": asdict(costs)}
    print(json.dumps(found, indent=2) if given.json else "\n".join(f"{name}: {value}" for name, value in found.items()))
    return found


if __name__ == "__main__":
    main()
    sys.exit(0)
