"""Bots that are programs in any language: a question is a line of JSON on their standard input, an answer one on their
standard output.
"""

import atexit
import contextlib
import json
import os
import selectors
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import load_messages
from ..core.os_errors import describe_os_error

SAY = load_messages(Path(__file__).parent)["program"]
PATIENCE = 10.0             # seconds for an answer
START = 20.0                # and for the first one of a process
LINE = 65_536               # bytes of an answer
MEMORY = 4 << 30            # bytes that a program may take, where the system can hold it to that
LAST_WORDS = 1_000          # bytes of its standard error of which the last line is told when it ends


class Program:
    """A program as a bot; it is started when it is asked first, and again after it has failed.  Raises BadInput."""

    def __init__(self, command: str) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError:
            self.words = []
        if not self.words or not shutil.which(self.words[0]):
            raise BadInput(SAY["not_found"].format(program=command))
        self._running: Running | None = None
        atexit.register(self.close)

    def __call__(self, asked: Any) -> int | str | None:
        """Its answer.  Raises BadInput when it has none: it has ended, is late, or says what is no answer."""
        patience = PATIENCE if self._running else START
        self._running = self._running or Running(self.words)
        try:
            line = self._running.answer(question(asked), patience)
        except BaseException:
            self.close()            # what it says later would be taken for the answer to another question
            raise
        try:
            found = json.loads(line)
            answer = found["action"] if isinstance(found, dict) else found
        except (ValueError, KeyError):
            raise BadInput(SAY["no_answer"].format(line=line[:80].decode("utf-8", "replace"))) from None
        return answer

    def close(self) -> None:
        """End the process, if there is one."""
        if self._running:
            self._running.close()
        self._running = None


class Running:
    """A process of a program.  It is never waited for without an end, whatever it reads or writes.

    Raises BadInput where it cannot be started.
    """

    def __init__(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                            stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limited)
        except (OSError, subprocess.SubprocessError) as wrong:
            why = describe_os_error(wrong)
            raise BadInput(SAY["not_started"].format(program=words[0], why=why)) from None
        process = self.process
        assert process.stdin and process.stdout and process.stderr
        self.pipes = [process.stdin, process.stdout, process.stderr]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self.pipes)
        os.set_blocking(self._in, False)
        self._heard = self._last = b""

    def answer(self, line: bytes, patience: float) -> bytes:
        """The line that it answers to a line.  Raises BadInput where there is none in so many seconds."""
        end = time.monotonic() + patience
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._err, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                if len(self._heard) > LINE:
                    raise BadInput(SAY["floods"].format(most=LINE))
                ready = selector.select(max(0.0, end - time.monotonic()))
                if not ready:
                    raise BadInput(SAY["late"].format(n=f"{patience:g}"))
                for key, _ in ready:
                    if key.fd == self._in:
                        line = line[self._write(line):]
                        if not line:
                            selector.unregister(self._in)
                    elif not self._read(key.fd):
                        selector.unregister(key.fd)
                        if key.fd == self._out:
                            raise self._ended()
        found, _, self._heard = self._heard.partition(b"\n")
        return found

    def _write(self, line: bytes) -> int:
        try:
            return os.write(self._in, line)
        except BlockingIOError:
            return 0
        except OSError:
            raise self._ended() from None

    def _read(self, pipe: int) -> bool:
        """Hear what it says; False when it says nothing any more."""
        part = os.read(pipe, LINE)
        if pipe == self._out:
            self._heard += part
        else:
            self._last = (self._last + part)[-LAST_WORDS:]
        return bool(part)

    def _ended(self) -> BadInput:
        """What to say of a program that is gone, with its last words."""
        os.set_blocking(self._err, False)
        with contextlib.suppress(BlockingIOError):
            while self._read(self._err):
                pass
        try:
            code = str(self.process.wait(1))
        except subprocess.TimeoutExpired:
            code = "?"
        lines = self._last.decode("utf-8", "replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "–")
        return BadInput(SAY["ended"].format(code=code, words=words))

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in self.pipes:
            pipe.close()


def question(asked: Any) -> bytes:
    """What a program is asked, as a line: who plays what, all that the seat sees, and the listed actions."""
    view = {name: value if isinstance(value, int) else value.tolist() for name, value in
            ((name, getattr(asked.fields, name)) for name in asked.fields.dtype.names)}
    return json.dumps({"game": asked.game.name, "seat": asked.seat, "seed": asked.seed, "view": view,
                       "actions": asked.labels}).encode() + b"\n"


def limited() -> None:
    """In the new process, before the program: so much memory."""
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
