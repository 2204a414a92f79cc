"""Which violation the strict referee punished (CA-19), read off what everybody at the table sees.

Words and endings ask this of a view.  `rules.fault` needs the hand of the player, which other observers do not see.
"""

from .actions import verb_of
from .sides import STRICT, side_of
from .state import Fault, State, Verb

PUNISHED = {Verb.SHOW: Fault.NO_SET, Verb.MISFIT: Fault.NO_SET, Verb.TAKE: Fault.NOT_ENTITLED,
            Verb.ONTO: Fault.NOT_ENTITLED, Verb.DOWN: Fault.BELOW_MINIMUM, Verb.OUT: Fault.CHANGED_MIND}


def violation_of(before: State, seat: int, action: int, after: State) -> Fault:
    """The violation that an action was punished for; NONE where it was carried out.

    A punished action costs a penalty and leaves the phase as it was (CA-34).  A penalty that is noted as the round
    ends is for something else (CA-35).
    """
    side = side_of(before, seat)
    if before.referee != STRICT or after.phase != before.phase or after.penalty[side] <= before.penalty[side]:
        return Fault.NONE
    return PUNISHED.get(Verb(verb_of(action)), Fault.NONE)
