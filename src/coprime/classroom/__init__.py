"""A class without server or storage: teacher, pupils, lesson plan, rounds, questions and reports.

`server/classes` stores classes and opens their tables.
"""
