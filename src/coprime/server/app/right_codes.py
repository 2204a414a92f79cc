"""Who has been answered for a right code: when that is gone, their page has not guessed.  Used at the door."""

from collections.abc import Callable

SECONDS = 3600.0        # since the last right answer
MOST = 20_000           # people and codes that are remembered; the oldest go first


class RightCodes:
    """The codes that people have had right answers for, by their keys.  One process's own: others learn by themselves.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._until: dict[tuple[str, str], float] = {}      # the oldest first

    def note(self, key: str, code: str) -> None:
        """This person has just been answered for this code, and it was right."""
        self._until.pop((key, code), None)
        self._until[key, code] = self.clock() + SECONDS
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]

    def knows(self, key: str, code: str) -> bool:
        """Has this person lately been answered for this code?"""
        return self._until.get((key, code), 0.0) > self.clock()

    def sweep(self) -> None:
        """Forget answers that are too old."""
        now = self.clock()
        self._until = {one: until for one, until in self._until.items() if until > now}
