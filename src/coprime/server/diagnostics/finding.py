"""What a look at an installation finds: one line each."""

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
    """By a key of the check's own sentences."""
    return Finding(check, "well", say(f"doctor.{check}.{key}", **facts))


def note_finding(check: str, key: str, remedy: str = "", **facts: object) -> Finding:
    """By keys of the check's own sentences."""
    return _with_remedy(check, "note", key, remedy, facts)


def faulty_finding(check: str, key: str, remedy: str = "", **facts: object) -> Finding:
    """By keys of the check's own sentences."""
    return _with_remedy(check, "wrong", key, remedy, facts)


def _with_remedy(check: str, mark: str, key: str, remedy: str, facts: dict[str, object]) -> Finding:
    do = say(f"doctor.{check}.{remedy}", **facts) if remedy else ""
    return Finding(check, mark, say(f"doctor.{check}.{key}", **facts), do)
