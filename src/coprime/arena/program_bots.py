"""Bots that are programs in any language: each question and each answer is a line of JSON."""

import atexit
import contextlib
import json
import logging
import os
import selectors
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from ..core.errors import BadInput
from ..core.messages import join_sentences, load_messages
from ..core.os_errors import describe_os_error

log = logging.getLogger(__name__)
SAY = load_messages(Path(__file__).parent)["program"]
PATIENCE = 10.0             # seconds for an answer
START = 20.0                # and for the first one of a process
NOTICE = 5.0                # seconds of silence after which a person is told what is being waited for
MOST_FAILURES = 3           # in a row, of a program that was late each time or has never answered
LINE = 65_536               # bytes of an answer
MEMORY = 4 << 30            # bytes that a program may take, where the system can hold it to that
LAST_WORDS = 1_000          # bytes of its standard error of which the last line is told when it ends


class ProgramLate(BadInput):
    """A program has not answered in time."""


class ProgramGivenUp(BadInput):
    """A program is asked no more; the sentence says what was wrong with its last answer."""


class ProgramBot:
    """A program as a bot, started at the first question and again after a failure.  Raises BadInput.

    command  as it was named
    words    the program and its arguments
    """

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self.words = shlex.split(command)
        except ValueError:
            self.words = []
        if not self.words or not shutil.which(self.words[0]):
            raise BadInput(SAY["not_found"].format(program=command))
        self._process: BotProcess | None = None
        self._has_answered, self._failures, self._late = False, 0, 0           # both in a row
        self._given_up = ""             # with what sentence
        atexit.register(self.close)

    def __call__(self, query: Any) -> int | str | None:
        """Return the program's answer.

        Raises BadInput where it has ended, is late or gives no valid answer, and ProgramGivenUp where that is so
        MOST_FAILURES times in a row and either it was late each time or it has never answered.
        """
        if self._given_up:
            raise ProgramGivenUp(self._given_up)
        try:
            answer = self._read_answer(query)
        except BadInput as wrong:
            self._failures += 1
            self._late = self._late + 1 if isinstance(wrong, ProgramLate) else 0
            if max(self._late, 0 if self._has_answered else self._failures) < MOST_FAILURES:
                raise
            why = join_sentences([str(wrong), SAY["buffers"] if self._late else ""])
            self._given_up = str(SAY["given_up"].format(program=self.command, n=MOST_FAILURES, why=why))
            raise ProgramGivenUp(self._given_up) from None
        self._has_answered, self._failures, self._late = True, 0, 0
        return answer

    def _read_answer(self, query: Any) -> int | str | None:
        patience = PATIENCE if self._process else START
        self._process = self._process or BotProcess(self.words, self.command)
        try:
            line = self._process.read_answer(question_line(query), patience)
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
        if self._process:
            self._process.close()
        self._process = None


class BotProcess:
    """The process of a program; every wait for it has a limit, and a long one is told.

    Raises BadInput where it cannot be started.
    """

    def __init__(self, words: list[str], name: str) -> None:
        self.name = name
        try:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                            stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limit_memory)
        except (OSError, subprocess.SubprocessError) as wrong:
            why = describe_os_error(wrong)
            raise BadInput(SAY["not_started"].format(program=words[0], why=why)) from None
        process = self.process
        assert process.stdin and process.stdout and process.stderr
        self.pipes = [process.stdin, process.stdout, process.stderr]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self.pipes)
        os.set_blocking(self._in, False)
        self._received = self._error_tail = b""

    def read_answer(self, line: bytes, patience: float) -> bytes:
        """Send a line and return the answering line.  Raises BadInput where none comes within so many seconds."""
        start = time.monotonic()
        notice, end = start + NOTICE, start + patience
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._err, selectors.EVENT_READ)
            while b"\n" not in self._received:
                if len(self._received) > LINE:
                    raise BadInput(SAY["floods"].format(most=LINE))
                ready = selector.select(max(0.0, min(notice, end) - time.monotonic()))
                if not ready and time.monotonic() < end:
                    log.warning("%s", SAY["waiting"].format(program=self.name, n=f"{NOTICE:g}", most=f"{patience:g}"))
                    notice = end
                elif not ready:
                    half = self._received[:80].decode("utf-8", "replace")
                    raise ProgramLate(join_sentences([SAY["late"].format(n=f"{patience:g}"),
                                                      SAY["half"].format(line=half) if half else ""]))
                for key, _ in ready:
                    if key.fd == self._in:
                        line = line[self._write_part(line):]
                        if not line:
                            selector.unregister(self._in)
                    elif not self._read_part(key.fd):
                        selector.unregister(key.fd)
                        if key.fd == self._out:
                            raise self._exit_error()
        found, _, self._received = self._received.partition(b"\n")
        return found

    def _write_part(self, line: bytes) -> int:
        try:
            return os.write(self._in, line)
        except BlockingIOError:
            return 0
        except OSError:
            raise self._exit_error() from None

    def _read_part(self, pipe: int) -> bool:
        """Read a part of the program's output; False at its end."""
        part = os.read(pipe, LINE)
        if pipe == self._out:
            self._received += part
        else:
            self._error_tail = (self._error_tail + part)[-LAST_WORDS:]
        return bool(part)

    def _exit_error(self) -> BadInput:
        """Return the error for a program that has ended, with its exit code and the last line of its errors."""
        os.set_blocking(self._err, False)
        with contextlib.suppress(BlockingIOError):
            while self._read_part(self._err):
                pass
        try:
            code = str(self.process.wait(1))
        except subprocess.TimeoutExpired:
            code = "?"
        lines = self._error_tail.decode("utf-8", "replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "–")
        return BadInput(SAY["ended"].format(code=code, words=words))

    def close(self) -> None:
        """Kill the process and close its pipes."""
        self.process.kill()
        self.process.wait()
        for pipe in self.pipes:
            pipe.close()


def question_line(query: Any) -> bytes:
    """Encode a query as a line of JSON: game, seat, seed, view and listed actions."""
    view = {name: value if isinstance(value, int) else value.tolist() for name, value in
            ((name, getattr(query.fields, name)) for name in query.fields.dtype.names)}
    return json.dumps({"game": query.game.name, "seat": query.seat, "seed": query.seed, "view": view,
                       "actions": query.labels}).encode() + b"\n"


def limit_memory() -> None:
    """Limit the memory of the new process, before the program starts."""
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
