"""Game time at a table: real time divided by the table's factor, standing still when it is stopped."""

FACTORS = (0, 1, 2, 4)      # 0: off
LEAST_MS = 0.5                # milliseconds: less is nothing, or rounding would wake a table for ever


class GameClock:
    """Counts the milliseconds of game time that CLOCK has not acted yet.  `now` is a monotonic time in seconds."""

    def __init__(self) -> None:
        self.factor = 1
        self._counted_ms = 0.0
        self._running_since: float | None = None

    @property
    def is_running(self) -> bool:
        """Tell whether game time passes now."""
        return self._running_since is not None and self.factor > 0

    def elapsed_ms(self, now: float) -> float:
        """Return the milliseconds of game time that CLOCK has not acted yet."""
        if self._running_since is None or not self.factor:
            return self._counted_ms
        return self._counted_ms + max(0.0, now - self._running_since) * 1000 / self.factor

    def subtract_acted_ms(self, now: float, ms: int) -> None:
        """Subtract the milliseconds that CLOCK has acted from the time counted so far; a fraction stays."""
        self._counted_ms = max(0.0, self.elapsed_ms(now) - ms)
        self._restart_from(now)

    def reset(self, now: float) -> None:
        """Discard the time that has passed so far."""
        self._counted_ms = 0.0
        self._restart_from(now)

    def set_running(self, now: float, is_running: bool) -> None:
        """Start or stop the clock."""
        if is_running != (self._running_since is not None):
            self._counted_ms = self.elapsed_ms(now)
            self._running_since = now if is_running else None

    def set_factor(self, now: float, factor: int) -> None:
        """Make a second of game time take `factor` real seconds from now on; with 0 no time passes."""
        self._counted_ms = self.elapsed_ms(now)
        self.factor = factor
        self._restart_from(now)

    def seconds_until(self, now: float, deadline: int) -> float:
        """Real seconds until `deadline` milliseconds of game time have passed; infinite when it never comes."""
        if not self.is_running:
            return float("inf")
        left = deadline - self.elapsed_ms(now)
        return left * self.factor / 1000 if left > LEAST_MS else 0.0

    def _restart_from(self, now: float) -> None:
        if self._running_since is not None:
            self._running_since = now
