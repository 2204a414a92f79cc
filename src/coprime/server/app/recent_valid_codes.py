"""Remember who has lately been answered for a valid code: a later request for it is no guess."""

from collections.abc import Callable

REMEMBERED_SECONDS = 3600.0        # since the last right answer
MOST_REMEMBERED = 20_000           # people and codes that are remembered; the oldest go first


class VerifiedCodes:
    """The codes for which people were answered, by their keys. Each process has its own list."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._until: dict[tuple[str, str], float] = {}      # the oldest first

    def note_verified(self, key: str, code: str) -> None:
        """Remember that this person was answered for this code."""
        self._until.pop((key, code), None)
        self._until[key, code] = self.clock() + REMEMBERED_SECONDS
        if len(self._until) > MOST_REMEMBERED:
            del self._until[next(iter(self._until))]

    def is_verified(self, key: str, code: str) -> bool:
        """Tell whether this person was answered for this code within REMEMBERED_SECONDS."""
        return self._until.get((key, code), 0.0) > self.clock()

    def prune_codes(self) -> None:
        """Forget entries that are too old."""
        now = self.clock()
        self._until = {one: until for one, until in self._until.items() if until > now}
