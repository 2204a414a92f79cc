"""Numbers of the rules: what is laid out and mixed in by deck level (PC-1), penalties and points."""

WILD_COUNTS = (0, 0, 0, 7, 11, 11, 13)
FOUNDATION_SIZES = (0, 9, 9, 12, 12, 12, 12)         # places of the foundation
COLUMNS = (0, 3, 3, 4, 4, 4, 4)

INVALID_SET_POINTS = 3                             # PC-12: points for an invalid set
LESSER_OFFENCE_POINTS = 1                              # PC-13
FALSE_CHALLENGE_POINTS = 3                               # PC-14
WILD_WORTH = 2                          # PC-17
