"""A tournament without server or storage: players, pairings, results, standings and the log.

`server/tournaments` stores tournaments and opens their tables; `lab/league.py` pairs bots by the same code.
"""
