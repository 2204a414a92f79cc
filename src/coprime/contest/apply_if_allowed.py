"""Apply an action only if it is legal and no violation.

The contest treats any other as a pass or replaces it (UE-16, UE-19).
"""

from ..core.kernel import compile_rules
from .daifugo import Refusal, State, Violation, apply, refusal, violation

NOT_ALLOWED = -1


def apply_if_allowed(s: State, seat: int, action: int) -> int:
    """Apply an action and return the phase after it.

    Return NOT_ALLOWED and change nothing if it is refused or a fault.
    """
    if refusal(s, seat, action) != Refusal.NONE or violation(s, seat, action) != Violation.NONE:
        return NOT_ALLOWED
    apply(s, seat, action)
    return s.phase


compile_rules(globals())
