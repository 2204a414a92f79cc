"""The parts of `tools/mutate.py`.

Mutation operators, the choice of tests for a module, and the runner.
"""
