"""Check that a server with few file handles answers during thousands of unfinished requests.

    python tools/flood.py --requests 10000 --handles 1024

A server of this tree is started at 127.0.0.1 with this limit of handles.  Twenty clients at loopback addresses send it
half of a head, a head alone, a head with half of a body, and nothing, in turn, and never the rest.  Meanwhile `/health`
is requested from another address.  Nothing but the server that was started here is contacted.

Exit status 1: `/health` did not answer.
"""

import argparse
import asyncio
import contextlib
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOST = "127.0.0.1"
ADDRESSES = [f"127.0.0.{n}" for n in range(2, 22)]
HEAD = "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {}\r\nContent-Length: {}\r\n\r\n"
GET = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
START = """
import sys
from pathlib import Path
from coprime.server.run import serve
serve(port=0, data=Path(sys.argv[1]), warm=False)
"""
MAX_REQUESTS = 20_000           # requests
CONCURRENT_REQUESTS = 200           # that are begun at the same time
PATIENCE = 10.0         # seconds in which each answer must come


def start_server(folder: str, handles: int) -> tuple[subprocess.Popen[str], int]:
    """Start a server with a limit of handles; return its process and port."""
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (handles, handles))
    process = subprocess.Popen([sys.executable, "-c", START, folder], preexec_fn=limit, stderr=subprocess.PIPE,
                               text=True)
    assert process.stderr
    for line in process.stderr:
        if "http://" in line:
            return process, int(line.split("http://")[1].split()[0].strip("/").rpartition(":")[2])
    raise SystemExit("the server has not opened")


def memory_mb(process: subprocess.Popen[str]) -> float:
    """The resident memory of a process."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def handles_of(process: subprocess.Popen[str]) -> int:
    return len(list(Path(f"/proc/{process.pid}/fd").iterdir()))


async def fetch_answer(port: int, path: str, address: str = HOST) -> str:
    """Return an answer with its head.  Raises RuntimeError if its status is not 200."""
    async with asyncio.timeout(PATIENCE):
        reading, writing = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
        writing.write(f"{GET.format(path)}Connection: close\r\n\r\n".encode())
        answer = (await reading.read()).decode()
        writing.close()
    if " 200 " not in answer.split("\r\n")[0]:
        raise RuntimeError(answer[:100])
    return answer


async def ask_health(port: int) -> float:
    """Return the seconds until /health has answered 200."""
    start = time.perf_counter()
    await fetch_answer(port, "/health")
    return time.perf_counter() - start


async def unfinished_requests(port: int, address: str) -> list[bytes]:
    """Return the unfinished requests that a client at an address sends in turn."""
    answer = await fetch_answer(port, "/api/me", address)
    cookie = next(line.split(": ")[1].split(";")[0] for line in answer.split("\r\n") if line.startswith("set-cookie"))
    return [GET.format("/api/games").encode(), HEAD.format("/api/replays", cookie, 3_900_001).encode() + b"{" * 100_000,
            HEAD.format("/api/join", cookie, 60_000).encode() + b"{" * 30_000, b""]


async def begin_request(port: int, number: int, halves: list[list[bytes]], held: list[asyncio.StreamWriter],
                        free: asyncio.Semaphore) -> None:
    """Begin one request, and keep its connection open."""
    async with free:
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                which, turn = number % len(ADDRESSES), number // len(ADDRESSES)
                _, writing = await asyncio.open_connection(HOST, port, local_addr=(ADDRESSES[which], 0))
            held.append(writing)
            writing.write(halves[which][turn % len(halves[which])])


async def flood(process: subprocess.Popen[str], port: int, requests: int) -> bool:
    """Return whether /health has always answered; print measurements."""
    waits, wrong = [await ask_health(port)], list[str]()
    held: list[asyncio.StreamWriter] = []
    before, most_handles, most_memory = memory_mb(process), 0, 0.0
    free, halves = asyncio.Semaphore(CONCURRENT_REQUESTS), [await unfinished_requests(port, address)
                                                            for address in ADDRESSES]
    begun = asyncio.gather(*(begin_request(port, number, halves, held, free) for number in range(requests)))
    after = 20                                      # more looks when all have been begun
    while after:
        after -= begun.done()
        try:
            waits.append(await ask_health(port))
        except (OSError, TimeoutError, RuntimeError) as failed:
            wrong.append(repr(failed))
        most_handles, most_memory = max(most_handles, handles_of(process)), max(most_memory, memory_mb(process))
        await asyncio.sleep(0.05)
    print(f"{len(held)} requests begun; /health asked {len(waits) + len(wrong)} times, not answered {len(wrong)} "
          f"times, median {sorted(waits)[len(waits) // 2] * 1000:.0f} ms, longest {max(waits) * 1000:.0f} ms")
    print(f"handles of the server: {most_handles} at most; memory {before:.0f} MB before, {most_memory:.0f} MB at most")
    for one in wrong[:5]:
        print(one)
    for writing in held:
        writing.transport.abort()
    return not wrong


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--requests", type=int, default=10_000)
    given.add_argument("--handles", type=int, default=1024)
    asked = given.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    requests = min(asked.requests, MAX_REQUESTS, hard - 200 if hard > 0 else MAX_REQUESTS)
    with tempfile.TemporaryDirectory(prefix="coprime-flood-") as folder:
        process, port = start_server(folder, asked.handles)
        try:
            return 0 if asyncio.run(flood(process, port, requests)) else 1
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    sys.exit(main())
