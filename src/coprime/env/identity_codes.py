"""The code of an action where the action is its own."""

from ..core.kernel import compile_rules


def code(s, action):
    return action


compile_rules(globals())
