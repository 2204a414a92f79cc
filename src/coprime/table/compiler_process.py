"""A child process that compiles the parts of a game into the cache: see `jit_warmup`."""

import subprocess
import sys
import tempfile


class CompilerProcess:
    """A child process for one game.  All parts call the game's rules, whose types Numba infers once in a process.

    is_background  whether it gives way to everything else
    """

    MODULE = "coprime.table.jit_warmup"

    def __init__(self, game_name: str, is_background: bool = False) -> None:
        self.game_name = game_name
        self._errors = tempfile.TemporaryFile("w+", errors="replace")           # `close` closes it
        self._child = subprocess.Popen(
            [sys.executable, "-m", self.MODULE, game_name, *["--background"] * is_background],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True,
            start_new_session=is_background)            # Ctrl-C at a server's terminal ends it by way of `kill`

    def request(self, part: str) -> None:
        """Let it compile a part, as in `jit_warmup.warm_part`, once it has done what was requested before."""
        try:
            print(part, file=self._child.stdin, flush=True)
        except OSError:                                 # it has ended: `compile` and `exit_code` tell
            pass

    def compile(self, part: str) -> bool:
        """Wait until a part has been compiled; return False where the child ended before."""
        self.request(part)
        assert self._child.stdout
        return any(line.strip() == part for line in iter(self._child.stdout.readline, ""))

    def exit_code(self) -> int | None:
        """Return the code with which it ended, negative where it was killed; None while it runs."""
        return self._child.poll()

    def kill(self) -> None:
        """End it at once."""
        self._child.kill()

    def finish(self) -> None:
        """Let it end when it has done what was requested."""
        try:
            assert self._child.stdin
            self._child.stdin.close()
        except OSError:
            pass

    def close(self) -> str:
        """Wait for its end; return what it wrote as errors, or its exit code, "" where it succeeded."""
        self.finish()
        with self._child, self._errors:
            code = self._child.wait()
            self._errors.seek(0)
            return (self._errors.read().strip() or str(code)) if code else ""
