"""Who can act.  Seats are 0, 1, 2, ...; CHANCE and CLOCK act like seats, and WATCHER is a spectator."""

WATCHER = 29            # a spectator's eyes: never acts
CHANCE = 30             # shuffles and dice: the action is the shuffle's seed or the face
CLOCK = 31              # the passing of time that matters: the action is the milliseconds that passed
MAX_OUTCOMES = 128      # the most faces that `chance_outcomes` lists

UNKNOWN = -1            # what a view holds where it may not look, and an action nobody may see
