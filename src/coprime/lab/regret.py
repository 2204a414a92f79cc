"""Find an equilibrium with CFR+: counterfactual regret minimisation with regrets clipped at zero.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", 2007;
Tammelin, "Solving large imperfect information games using CFR+", 2014: alternating updates and linear averaging.
"""

import numpy as np

from .exploit import action_values, reach_probabilities, uniform_policy
from .information_tree import SEATS, Floats, InformationTree


def cfr_plus(tree: InformationTree, iterations: int) -> Floats:
    """Return the average policy of so many iterations, float64[slots].

    The same tree gives the same policy.
    """
    regret, strategy_sum = np.zeros(len(tree.actions)), np.zeros(len(tree.actions))
    of_slot, at = tree.slot_states, tree.at
    for number in range(1, iterations + 1):
        for seat in range(SEATS):
            policy = regret_matching(tree, regret)
            values, _ = action_values(tree, reach_probabilities(tree, policy, 1 - seat), seat, policy)
            value = np.add.reduceat(policy * values, tree.first[:-1])
            regret = np.where(tree.own_slots[seat], np.maximum(regret + values - value[of_slot], 0), regret)
            strategy_sum += np.where(tree.own_slots[seat],
                                     number * reach_probabilities(tree, policy, seat)[at][of_slot] * policy, 0)
    return regret_matching(tree, strategy_sum)


def regret_matching(tree: InformationTree, weight: Floats) -> Floats:
    """Return the policy proportional to weights; uniform where all of an information state are 0."""
    sums = np.add.reduceat(weight, tree.first[:-1])[tree.slot_states]
    return np.where(sums > 0, weight / np.where(sums > 0, sums, 1.0), uniform_policy(tree))
