"""Game time at a table: real time divided by the table's factor, standing still when it is stopped."""

FACTORS = (0, 1, 2, 4)      # 0: off
ALMOST = 0.5                # milliseconds: less is nothing, or rounding would wake a table for ever


class Clock:
    """Counts the milliseconds of game time that CLOCK has not acted yet.  `now` is a monotonic time in seconds."""

    def __init__(self) -> None:
        self.factor = 1
        self._held = 0.0
        self._began: float | None = None

    @property
    def running(self) -> bool:
        return self._began is not None and self.factor > 0

    def passed(self, now: float) -> float:
        """Milliseconds of game time since the last that was counted."""
        if self._began is None or not self.factor:
            return self._held
        return self._held + max(0.0, now - self._began) * 1000 / self.factor

    def count(self, now: float, ms: int) -> None:
        """CLOCK has acted these milliseconds; a fraction stays."""
        self._held = max(0.0, self.passed(now) - ms)
        self._restart(now)

    def reset(self, now: float) -> None:
        """Time before now does not matter."""
        self._held = 0.0
        self._restart(now)

    def run(self, now: float, on: bool) -> None:
        """Go on, or stand still."""
        if on != (self._began is not None):
            self._held = self.passed(now)
            self._began = now if on else None

    def lengthen(self, now: float, factor: int) -> None:
        """From now on a second of game time takes `factor` seconds; with 0 no time passes."""
        self._held = self.passed(now)
        self.factor = factor
        self._restart(now)

    def left(self, now: float, deadline: int) -> float:
        """Real seconds until `deadline` milliseconds of game time have passed; infinite when it never comes."""
        if not self.running:
            return float("inf")
        left = deadline - self.passed(now)
        return left * self.factor / 1000 if left > ALMOST else 0.0

    def _restart(self, now: float) -> None:
        if self._began is not None:
            self._began = now
