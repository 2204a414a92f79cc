"""Search of the original Prime Daifugo for bots: primes and composites of many cards, and plans of a whole hand.

A hand is a tuple of counts by kind, the joker's first.  A play is a tuple of signs (card_signs.py).
"""
