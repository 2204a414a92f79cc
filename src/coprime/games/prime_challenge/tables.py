"""What is laid out and dealt in, by deck level (PC-1)."""

WILDS = (0, 0, 0, 7, 11, 11, 13)
MAIN = (0, 9, 9, 12, 12, 12, 12)         # places of the foundation
COLUMNS = (0, 3, 3, 4, 4, 4, 4)

INVALID = 3                             # PC-12: points for an invalid set
LESSER = 1                              # PC-13
FALSE = 3                               # PC-14
WILD_WORTH = 2                          # PC-17
