"""How hard a number is to place: measured, and for whoever judges a position; the rules know nothing of it."""

import numpy as np

from ...decks.primepak.cards import NUMBERS

# In how many of a hundred foundations of level 6 a card of it was left at the end, in 20,000 games of a player who
# takes what brings most.
LEFT = {
    2: 5, 3: 6, 4: 6, 5: 7, 6: 7, 7: 9, 8: 10, 9: 9, 10: 9, 11: 19, 12: 10, 13: 22, 14: 11, 15: 10, 16: 16, 17: 29,
    18: 12, 19: 28, 20: 10, 21: 13, 22: 13, 24: 14, 25: 15, 26: 15, 27: 23, 28: 14, 30: 10, 32: 25, 33: 17, 34: 23,
    35: 18, 36: 17, 38: 23, 39: 22, 40: 12, 42: 12, 44: 24, 45: 19, 48: 18, 49: 35, 50: 16, 51: 37, 52: 36, 54: 26,
    55: 34, 56: 24, 57: 40, 60: 12, 63: 27, 64: 45, 65: 40, 66: 22, 68: 37, 70: 15, 72: 23, 75: 21, 76: 37, 77: 41,
    78: 23, 80: 28, 81: 52, 84: 15, 85: 48, 88: 34, 90: 14, 91: 48, 95: 46, 96: 26, 98: 33, 99: 38, 100: 15, 120: 15,
    200: 18, 280: 22, 420: 16, 600: 16, 900: 21}
PLACEMENT_HARDNESS = np.array([LEFT[number] / 20 for number in NUMBERS])
