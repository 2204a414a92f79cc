"""A real server in a process of its own, and people who talk to it."""

import atexit
import contextlib
import itertools
import json
import multiprocessing
import os
import queue
import random
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from functools import cache
from multiprocessing import forkserver
from pathlib import Path

import httpx
import pytest
import server_main
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SERVER_MAIN = str(Path(server_main.__file__))
# Imports take most of a server's start: one process has made them, and every server is a fork of it.
FORK_SERVER = multiprocessing.get_context("forkserver")
FORK_SERVER.set_forkserver_preload(["preloaded"])
SEARCH_PATH = os.environ.get("PYTHONPATH")              # of those imports
GENEROUS = {"codes": [1000, 1000], "tables": [1000, 1000], "requests": [10000, 10000], "messages": [10000, 10000],
            "sockets": 2000, "together": 2000, "open": 10000, "anywhere": [1000, 1000], "words": [1000, 1000]}
PATIENCE = 60           # seconds in which a server has to answer after it has said that it is open
TLS = ssl.create_default_context()      # not in use, but a client that is given none reads all certificates anew


# Below those that a system hands out by itself: a server that comes back to its port finds nobody there.
PORTS = range(20_000, 30_000)


def free_port():
    """A port of `PORTS` that nobody listens at."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as tried, contextlib.suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def start_server(settings):
    """A process that serves: a fork, or where PYTHONPATH names other packages a Python of its own."""
    if os.environ.get("PYTHONPATH") == SEARCH_PATH:
        return ServerFork(settings)
    return subprocess.Popen([sys.executable, SERVER_MAIN, json.dumps(settings)], stderr=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, text=True)


@cache
def start_fork_server():
    """Start the process whose forks are servers; it finds `preloaded` by its PYTHONPATH alone."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(Path(__file__).parent), SEARCH_PATH])))
        forkserver.ensure_running()


class ServerFork:
    """A server's process: what the tests need of a `subprocess.Popen`."""

    def __init__(self, settings):
        start_fork_server()
        reading, writing = FORK_SERVER.Pipe(duplex=False)
        given = json.dumps(settings), {**os.environ}, writing
        self._process = FORK_SERVER.Process(target=server_main.open_server_in_fork, args=given)
        self._process.start()
        writing.close()
        self.pid = self._process.pid
        self.stderr = open(os.dup(reading.fileno()))
        reading.close()
        atexit.register(self.kill)                          # else the tests' end would wait for a server left open

    @property
    def returncode(self):
        return self._process.exitcode

    def poll(self):
        return self.returncode

    def wait(self, seconds=None):
        self._process.join(seconds)
        if self.returncode is None:
            raise TimeoutError(f"the server has not ended within {seconds} seconds")
        return self.returncode

    def send_signal(self, number):
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)


class ServerProcess:
    """A server on a free port.  `kill` is kill -9; `start` opens it again on the same port and folder.

    `settings` are those of `serve`, and `quick`: the seconds that a quick bot takes for a move; `haste`: what part of
    its own time it takes in a race; `slow`: the seconds that whoever guessed codes has to wait; `pause`: the seconds
    between two games of a tournament's pairing; `tick`: those between two looks at tables over days; `sweep`: those
    between two looks for tables that nobody uses; `shift`: a file with the seconds by which the time that the server
    has been open is advanced; `minute`: the seconds of a minute of an arena; `arrival`: those in which its players must
    come to their tables; `notices`: constants of `web_push/notice_sender.py` and `store/push_rows.py` by their names.
    """

    def __init__(self, data, **settings):
        self.settings = {"data": str(data), "port": free_port(), "warm": False, "limits": GENEROUS, **settings}
        self.process = None
        self.said = ""

    def start(self):
        self.process = start_server(self.settings)
        for line in self.process.stderr:
            self.said += line
            found = re.search(r"open at http://[^:]+:(\d+)", line)
            if found:
                self.port = self.settings["port"] = int(found[1])
                self.listener = threading.Thread(target=self._listen, daemon=True)
                self.listener.start()
                return self._ready()
        raise RuntimeError(self.said)

    def _listen(self):
        """A pipe that nobody reads fills, and the server waits for it."""
        with self.process.stderr as pipe:
            for line in pipe:
                self.said += line

    def _ready(self):
        until = time.monotonic() + PATIENCE
        with httpx.Client(base_url=self.url, verify=TLS) as http:
            while self.process.poll() is None and time.monotonic() < until:
                with contextlib.suppress(httpx.HTTPError):
                    http.get("/api/rules/none")
                    return self
                time.sleep(0.02)
        ended = self.process.poll()
        what = "does not answer" if ended is None else f"has ended with {ended}"
        raise RuntimeError(f"the server {what}: {self.said}")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, seconds=60):
        """Ask it to close; returns what it said."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(seconds)
        self.listener.join()
        return self.said


class Person:
    """Somebody with a cookie."""

    def __init__(self, server, name=None):
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60, verify=TLS)
        self.name = self.get("/api/me")["name"]
        if name:
            self.name = self.post("/api/me", name=name)["name"]

    def get(self, path, status=200, **query):
        return self._answer(self.http.get(path, params=query), status)

    def post(self, path, status=(200, 201), **body):
        return self._answer(self.http.post(path, json=body), status)

    def _answer(self, response, status):
        expected = status if isinstance(status, tuple) else (status,)
        assert response.status_code in expected, (response.status_code, response.text)
        return response.json() if response.content else None

    def open(self, game="prime_daifugo", **fields):
        return self.post("/api/tables", game=game, **fields)["code"]

    def page(self, code, seen=0, watch=False, hello=True, origin=None, query=""):
        return Page(self, code, seen, watch, hello, origin, query)

    def stream(self):
        return Stream(self)


class Page:
    """A browser's page at a table."""

    ids = itertools.count()

    def __init__(self, person, code, seen=0, watch=False, hello=True, origin=None, query=""):
        cookie = "; ".join(f"{k}={v}" for k, v in person.http.cookies.items())
        headers = {"Cookie": cookie, "Accept-Language": person.http.headers.get("accept-language", "")}
        self.socket = connect(f"ws://127.0.0.1:{person.server.port}/ws/{code}{query}", additional_headers=headers,
                              origin=origin, max_size=None, close_timeout=1).__enter__()
        self.got, self.closed = [], None
        if hello:
            self.send("hello", seen=seen, **{"as": "watch" if watch else "seat"})
            try:
                self.wait("welcome")
            except TimeoutError:
                self.socket.close()         # nobody else has this page
                raise

    def send(self, type, **fields):
        self.socket.send(json.dumps({"type": type, **fields}))

    def hear(self, timeout=30):
        """The next message; None when there is none in time, or the socket is closed."""
        try:
            message = json.loads(self.socket.recv(timeout=timeout))
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else 1006
            return None
        self.got.append(message)
        return message

    def wait(self, *types, id=None, timeout=30, match=lambda message: True):
        """The next message of one of these types (and id), kept or still to come."""
        end = time.monotonic() + timeout
        while (left := end - time.monotonic()) > 0:
            message = self.hear(left)
            if message is None and self.closed:
                raise ConnectionError(self.closed)
            if message and message["type"] in types and (id is None or message.get("id") == id) and match(message):
                return message
        raise TimeoutError(f"no {types} in {timeout} s; got {[m['type'] for m in self.got]}")

    def say(self, type, **fields):
        """Send a message with an id; returns its answer."""
        id = fields.setdefault("id", f"p{next(self.ids)}")
        self.send(type, **fields)
        return self.wait("done", "refused", "answer", id=id)

    def act(self, *labels, **fields):
        return self.say("act", acts=list(labels), **fields)

    def drain(self, quiet=0.3):
        """Hear until nothing comes for a while; with 0, whatever has come by now."""
        while self.hear(quiet):
            pass
        return self

    def catch_up(self, timeout=30):
        """Hear everything that the server sent before this was asked: its answer comes after it, no silence needed."""
        self.send("ping")
        self.wait("pong", timeout=timeout)
        return self

    @property
    def told(self):
        return next(m for m in reversed(self.got) if m["type"] in ("table", "welcome"))["table"]

    @property
    def scene(self):
        return next((m for m in reversed(self.got) if m["type"] == "scene"), None)

    def close(self):
        self.socket.close()


class Stream:
    """A browser's event stream and its POSTs, where no WebSocket comes through."""

    def __init__(self, person, http=None):
        self.http = http or httpx.Client(base_url=person.server.url, timeout=60, verify=TLS,
                                         cookies=person.http.cookies)
        self.context = self.http.stream("GET", "/api/stream")
        self.answer = self.context.__enter__()
        assert self.answer.status_code == 200, self.answer.read()
        self.events = self._read()
        self.id = next(self.events)["stream"]
        self.inboxes, self.unread, self.closed, self.n = {}, queue.Queue(), None, 0
        self.reader = threading.Thread(target=self._hand_out, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line[6:])

    def _hand_out(self):
        with contextlib.suppress(httpx.HTTPError, httpx.StreamClosed):
            for event in self.events:
                if "line" in event:
                    self.inboxes.get(event["line"], self.unread).put(event)
                else:
                    self.closed = event["close"]
        for inbox in list(self.inboxes.values()):
            inbox.put({"close": self.closed or 1006})

    def post(self, *parts, http=None, n=None):
        """Send parts in one POST; `n` is the number of the first where it is not the next one."""
        first = self.n + 1 if n is None else n
        self.n = max(self.n, first + len(parts) - 1)
        return (http or self.http).post(f"/api/stream/{self.id}", json={"n": first, "parts": parts})

    def page(self, code, seen=0, watch=False, hello=True):
        return StreamPage(self, code, seen, watch, hello)

    def close(self):
        """As a browser that goes: the connection is shut."""
        self.answer.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.http.close()


class StreamPage(Page):
    """A page at a table whose line is one of a stream's."""

    def __init__(self, stream, code, seen=0, watch=False, hello=True):
        self.stream, self.line = stream, len(stream.inboxes) + 1
        self.inbox = stream.inboxes[self.line] = queue.Queue()
        self.got, self.closed = [], None
        stream.post({"line": self.line, "open": code})
        assert self.inbox.get(timeout=30).get("open")
        if hello:
            self.send("hello", seen=seen, **{"as": "watch" if watch else "seat"})
            self.wait("welcome")

    def send(self, type, **fields):
        answer = self.stream.post({"line": self.line, "text": json.dumps({"type": type, **fields})})
        assert answer.status_code == 204, answer.text

    def hear(self, timeout=30):
        try:
            event = self.inbox.get(timeout=timeout) if timeout else self.inbox.get_nowait()
        except queue.Empty:
            return None
        if "close" in event:
            self.closed = event["close"]
            return None
        self.got.append(event["message"])
        return event["message"]

    def close(self):
        self.stream.post({"line": self.line, "close": True})
