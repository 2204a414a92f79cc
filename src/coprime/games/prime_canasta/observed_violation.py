"""Which violation the strict referee punished (CA-19), read off what everybody at the table sees.

Words and endings ask this of a view.  `rules.fault` needs the hand of the player, which other observers do not see.
"""

from .actions import verb_of
from .sides import STRICT, side_of
from .state import State, Verb, Violation

PUNISHED = {Verb.SHOW: Violation.NO_SET, Verb.MISFIT: Violation.NO_SET, Verb.TAKE: Violation.NOT_ENTITLED,
            Verb.ONTO: Violation.NOT_ENTITLED, Verb.DOWN: Violation.BELOW_MINIMUM, Verb.OUT: Violation.CHANGED_MIND}


def punished_violation(before: State, seat: int, action: int, after: State) -> Violation:
    """The violation that an action was punished for; NONE where it was carried out.

    A punished action costs a penalty and leaves the phase as it was (CA-34).  A penalty that is noted as the round
    ends is for something else (CA-35).
    """
    side = side_of(before, seat)
    if before.referee != STRICT or after.phase != before.phase or after.penalty[side] <= before.penalty[side]:
        return Violation.NONE
    return PUNISHED.get(Verb(verb_of(action)), Violation.NONE)
