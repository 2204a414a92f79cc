"""A class: a teacher, the pupils who have come, what is played, and who sits at which table.

It knows no house, socket or store: `server/classes.py` keeps classes and opens their tables.
"""
