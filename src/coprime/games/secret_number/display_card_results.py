"""Hold the two display cards as data (SN-4).

A reconstruction: the sheet that we have does not print the numbers.  With number cards 0 to 5 the possible results are
exactly these sixteen, so no other set of places would do; the bonus points are our ruling.
"""

RECONSTRUCTED = True

CARD_A = (0, 1, 2, 3, 4, 5, 6, 7)
CARD_B = (8, 9, 10, 12, 15, 16, 20, 25)
PLACES = CARD_A + CARD_B                        # the result printed on each place
BONUS_POINTS = tuple(1 if result <= 6 else 2 if result <= 10 else 3 for result in PLACES)

FASTEST_POINTS = 2                                     # SN-10: points for the first right card of the game
EARLY_POINTS = (2, 1, 0)                               # SN-10: points for a right card by round
