"""What a contest takes from a seat as it stands; anything else counts as a pass, or is replaced (UE-16, UE-19)."""

from ..core.kernel import compile_rules
from .daifugo import Fault, Refusal, State, apply, refusal, violation

WRONG = -1


def take(s: State, seat: int, action: int) -> int:
    """Carry out an action; the phase after it, or WRONG, and then nothing has happened."""
    if refusal(s, seat, action) != Refusal.NONE or violation(s, seat, action) != Fault.NONE:
        return WRONG
    apply(s, seat, action)
    return s.phase


compile_rules(globals())
