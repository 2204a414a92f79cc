"""The parts of `tools/mutate.py`.

Mutation operators, the choice of tests for a module or a line, what is recorded for that, and the runner.
"""
