"""An equilibrium by CFR+: counterfactual regret minimisation in which no regret is below zero.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", 2007; Tammelin,
"Solving large imperfect information games using CFR+", 2014: the seats are bettered by turns, and the average over the
iterations counts each as often as its number.
"""

import numpy as np

from .exploit import action_values, reach_probabilities, uniform
from .tree import SEATS, Floats, Tree


def cfr_plus(tree: Tree, iterations: int) -> Floats:
    """float64[slots]: the average policy of so many iterations; the same tree gives the same policy."""
    regret, total = np.zeros(len(tree.actions)), np.zeros(len(tree.actions))
    of_slot, at = tree.of_slot, tree.at
    for number in range(1, iterations + 1):
        for seat in range(SEATS):
            policy = regret_matching(tree, regret)
            found, _ = action_values(tree, reach_probabilities(tree, policy, 1 - seat), seat, policy)
            value = np.add.reduceat(policy * found, tree.first[:-1])
            regret = np.where(tree.own[seat], np.maximum(regret + found - value[of_slot], 0), regret)
            total += np.where(tree.own[seat], number * reach_probabilities(tree, policy, seat)[at][of_slot] * policy, 0)
    return regret_matching(tree, total)


def regret_matching(tree: Tree, weight: Floats) -> Floats:
    """A policy that is in proportion to weights; where all are 0, every action is as likely."""
    sums = np.add.reduceat(weight, tree.first[:-1])[tree.of_slot]
    return np.where(sums > 0, weight / np.where(sums > 0, sums, 1.0), uniform(tree))
