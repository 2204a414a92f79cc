"""Compiled rules for the tables: a child process fills the cache, then a thread loads what it left there."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from ..core.game import Game, Rules
from ..core.shelf import games
from ..table import catalogue
from ..table.warm import think, warm

log = logging.getLogger(__name__)


class Warming:
    """Plain rules until the compiled ones can be had without waiting; the same for the search of strong bots."""

    def __init__(self, on: bool) -> None:
        self._rules: dict[str, Rules] = {}
        self._strong: dict[str, Callable[..., Any]] = {}
        self._child: subprocess.Popen[bytes] | None = None
        self._stopped = False
        if on:
            threading.Thread(target=self._run, name="warming", daemon=True).start()

    def rules(self, game: Game) -> Rules:
        return self._rules.get(game.name) or game.plain_rules

    def strong(self, game: Game) -> Callable[..., Any] | None:
        return self._strong.get(game.name)

    def _run(self) -> None:
        for game in games().values():
            if self._stopped:
                return
            try:
                if self._compiled(game):
                    self._load(game)
            except Exception:
                log.exception("%s goes on uncompiled", game.name)

    def _compiled(self, game: Game) -> bool:
        """Has a child process filled the cache?  It gives way to everything else."""
        command = [sys.executable, "-m", "coprime.table.warm", game.name]
        self._child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, preexec_fn=lambda: os.nice(15) and None)
        _, said = self._child.communicate()
        if self._child.returncode and not self._stopped:
            log.warning("%s goes on uncompiled: %s", game.name, said.decode(errors="replace")[-500:])
        return self._child.returncode == 0

    def _load(self, game: Game) -> None:
        """Take the compiled code out of the cache, then let the tables switch."""
        rules = game.rules
        warm(game, rules)
        self._rules[game.name] = rules
        if catalogue.has_search():
            from ..search import strong

            think(game)
            self._strong[game.name] = strong.choose

    def stop(self) -> None:
        self._stopped = True
        if self._child and self._child.poll() is None:
            self._child.kill()
