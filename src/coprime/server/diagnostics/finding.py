"""The result of a check of an installation: one line."""

from dataclasses import dataclass

from ..sentences import say


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    check  its name for programs;  mark  "well", "note" (worth knowing, nothing is wrong) or "wrong"
    told   what was found;  remedy  what to do about it, "" where nothing is to be done
    """

    check: str
    mark: str
    told: str
    remedy: str = ""

    @property
    def title(self) -> str:
        """What was looked at, in words."""
        return say(f"doctor.{self.check}.title")


def sound_finding(check: str, key: str, **facts: object) -> Finding:
    """Return a finding that all is well, by a key of the sentences of the check."""
    return Finding(check, "well", say(f"doctor.{check}.{key}", **facts))


def note_finding(check: str, key: str, remedy: str = "", **facts: object) -> Finding:
    """Return a finding that is worth knowing, by keys of the sentences of the check."""
    return _make_finding(check, "note", key, remedy, facts)


def faulty_finding(check: str, key: str, remedy: str = "", **facts: object) -> Finding:
    """Return a finding that something is wrong, by keys of the sentences of the check."""
    return _make_finding(check, "wrong", key, remedy, facts)


def _make_finding(check: str, mark: str, key: str, remedy: str, facts: dict[str, object]) -> Finding:
    do = say(f"doctor.{check}.{remedy}", **facts) if remedy else ""
    return Finding(check, mark, say(f"doctor.{check}.{key}", **facts), do)
