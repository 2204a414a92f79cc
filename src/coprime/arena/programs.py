"""Bots that are programs in any language: a question is a line of JSON on their standard input, an answer one on their
standard output.
"""

import atexit
import json
import os
import selectors
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

from ..core.faults import BadInput
from ..core.game import Game
from ..core.messages import messages

SAY = messages(Path(__file__).parent)["program"]
PATIENCE = 10.0             # seconds for an answer
START = 20.0                # and for the first one of a process
LINE = 65_536               # bytes of an answer
MEMORY = 4 << 30            # bytes that a program may take, where the system can hold it to that
LAST_WORDS = 1_000          # bytes of its standard error of which the last line is told when it ends


class Program:
    """A program as a bot; it is started when it is asked first, and again after it has failed.  Raises BadInput."""

    def __init__(self, game: Game, command: str) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError:
            self.words = []
        if not self.words or not shutil.which(self.words[0]):
            raise BadInput(SAY["not_found"].format(program=command))
        self.game = game
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._heard = b""
        atexit.register(self.close)

    def __call__(self, asked: Any) -> int | str | None:
        """Its answer.  Raises BadInput when it has none: it has ended, is late, or says what is no answer."""
        fresh = self._process is None
        process = self._process or self._started()
        try:
            self._say(process, question(asked))
            line = self._line(process, START if fresh else PATIENCE)
        except BaseException:
            self.close()            # what it says later would be taken for the answer to another question
            raise
        try:
            found = json.loads(line)
            answer = found["action"] if isinstance(found, dict) else found
        except (ValueError, KeyError):
            raise BadInput(SAY["no_answer"].format(line=line[:80].decode("utf-8", "replace"))) from None
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        self._errors = tempfile.TemporaryFile()
        self._heard = b""
        try:
            self._process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=self._errors, start_new_session=True, bufsize=0,
                                             preexec_fn=limited if sys.platform != "win32" else None)
        except OSError as wrong:
            raise BadInput(SAY["not_started"].format(program=self.words[0], why=wrong.strerror)) from None
        return self._process

    def _say(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        assert process.stdin
        try:
            process.stdin.write(line)
        except OSError:
            raise self._ended(process) from None

    def _line(self, process: subprocess.Popen[bytes], patience: float) -> bytes:
        assert process.stdout
        end = time.monotonic() + patience
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                if len(self._heard) > LINE:
                    raise BadInput(SAY["floods"].format(most=LINE))
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise BadInput(SAY["late"].format(n=f"{patience:g}"))
                part = os.read(process.stdout.fileno(), LINE)
                if not part:
                    raise self._ended(process)
                self._heard += part
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _ended(self, process: subprocess.Popen[bytes]) -> BadInput:
        """What to say of a program that is gone, with its last words."""
        try:
            code: int | None = process.wait(1)
        except subprocess.TimeoutExpired:
            code = None
        last = b""
        if self._errors:
            self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - LAST_WORDS))
            last = self._errors.read()
        lines = last.decode("utf-8", "replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "–")
        return BadInput(SAY["ended"].format(code="?" if code is None else code, words=words))

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout, self._errors):
                if pipe:
                    pipe.close()
        self._process = self._errors = None


def question(asked: Any) -> bytes:
    """What a program is asked, as a line: who plays what, all that the seat sees, and the listed actions."""
    view = {name: value if isinstance(value, int) else value.tolist() for name, value in
            ((name, getattr(asked.fields, name)) for name in asked.fields.dtype.names)}
    return json.dumps({"game": asked.game.name, "seat": asked.seat, "seed": asked.seed, "view": view,
                       "actions": asked.labels}).encode() + b"\n"


def limited() -> None:
    """In the new process, before the program: so much memory."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
