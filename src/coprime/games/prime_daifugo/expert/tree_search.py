"""The information-set tree search of Prime Daifugo Lv. 0's expert bot.

This is generic source, which `player` compiles.

It is the tree of search/ismcts.py with another playout policy.  Each iteration samples a world that the view allows
(determinization) and plays in it: within the tree by PUCT, beyond it by the trained style of `action_features`, to the
end of the game.  Nodes are identified by what the searching seat sees; a result is a share of the game.

Free names: the contract's functions of the game; `next_actor` of its random play; `node_of`, `key_of`, `place_of`,
`mark_edges_available`, `select_puct` and `backpropagate` of the generic search; what `action_features` and
`winning_chain` offer.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

from coprime.core.arrays import copy_first
from coprime.core.chance import sample_index, seed_from
from coprime.core.seats import UNKNOWN

ROOT, WORLD = 0, 1              # rows of states, as in Coprime's search
AFTER, SPREAD = 1, 2            # rows of payoff
PLACE, SEAT = 0, 1              # columns of path


def list_with_preferences(w, s, actor):
    """List an actor's actions to w.actions and w.row_of, and its preferences to w.weights.

    Returns how many there are, and the sum of the preferences.
    """
    n = list_actions_with_rows(s, actor, w.actions, w.row_of, w.rows)
    if n == 1:
        return n, 1.0
    return n, write_action_weights(s, actor, w.actions, w.row_of, n, w.weights, w.theta, weight_row(s), w.fixed, w.rows)


def weight_row(s):
    """Return the row of style weights for this number of seats, and for an empty area or a play to beat."""
    return 2 * (s.seats - 2) + (1 if s.count else 0)


def sample_by_style(w, n, total, x):
    """Draw the index of an action by the preferences; return it and the next random state."""
    if n == 1:
        return 0, x
    return sample_index(w.weights, n, total, x)


# One iteration.

def select_edge(w, node, n, total, c_puct, x):
    """Select the action to try at a node by PUCT; return its index, whether it is new, the random state."""
    visits, gained = mark_edges_available(w, node, n)
    if visits:
        best = select_puct(w, n, total, visits, gained, c_puct)
    else:
        best, x = sample_by_style(w, n, total, x)
    at = w.places[best]
    if at == UNKNOWN:
        return best, True, x
    if w.edges[at].key == 0:
        w.edges[at].key, w.edges[at].availability = key_of(node, w.actions[best]), visits + 1
    return best, w.edges[at].visits == 0, x


def select_and_expand(w, seat, c_puct, x):
    """Play the world through the tree and one new edge beyond; return the length of the path."""
    s, depth, actor, new = w.states[WORLD], 0, seat, False
    while depth < len(w.path) and actor != UNKNOWN and not new:
        n, total = list_with_preferences(w, s, actor)
        best = 0
        if n > 1:
            node = node_of(w, WORLD, seat, actor)
            best, new, x = select_edge(w, node, n, total, c_puct, x)
            w.path[depth, PLACE], w.path[depth, SEAT] = w.places[best], actor
            depth += 1
        apply(s, actor, w.actions[best])
        actor, x = next_actor(s, w.actions, w.weights, x)
    return depth, x


def play_to_rest(w, max_playout_actions, x):
    """Play the world on to the next rest, every seat by the style; return the next random state."""
    s = w.states[WORLD]
    for _ in range(max_playout_actions):
        actor, x = next_actor(s, w.actions, w.weights, x)
        if actor == UNKNOWN:
            break
        n, total = list_with_preferences(w, s, actor)
        i, x = sample_by_style(w, n, total, x)
        apply(s, actor, w.actions[i])
    return x


def score_shares(w):
    """Write each seat's share of the game to payoff[AFTER]; equal shares if it is void or not over."""
    s = w.states[WORLD]
    done = is_between_hands(s) and s.winner != UNKNOWN
    for seat in range(s.seats):
        w.payoff[AFTER, seat] = (1.0 if s.winner == seat else 0.0) if done else 1.0 / s.seats


# What is called from Python.

def run_iterations(w, seat, seats, iterations, max_playout_actions, c_puct, x):
    """Run so many iterations for `seat` on the view in states[ROOT]; return the next random state.

    max_playout_actions  limit of a playout that finds no rest
    """
    for _ in range(iterations):
        seed, x = seed_from(x)
        copy_first(w.words[ROOT], len(w.words[ROOT]), w.words[WORLD])
        imagine(w.states[WORLD], seat, seed)
        depth, x = select_and_expand(w, seat, c_puct, x)
        x = play_to_rest(w, max_playout_actions, x)
        score_shares(w)
        backpropagate(w, depth)
        w.payoff[SPREAD, 0] += 1
        w.payoff[SPREAD, 1] += w.payoff[AFTER, seat]
        w.payoff[SPREAD, 2] += w.payoff[AFTER, seat] ** 2
    return x


def report_root(w, seat, out):
    """Write per listed action of the root its number, visits and mean to out[i]; return how many."""
    n = sound_actions(w.states[ROOT], seat, w.actions)
    node = node_of(w, ROOT, seat, seat)
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))
        out[i, 0], out[i, 1], out[i, 2] = w.actions[i], 0, 0
        if at != UNKNOWN and w.edges[at].visits:
            out[i, 1] = w.edges[at].visits
            out[i, 2] = w.edges[at].total_value / w.edges[at].visits
    return n


def find_certain_play(w, seat):
    """Return a play that wins whatever the others hold; UNKNOWN where none is found."""
    return certain(w.states[ROOT], seat, w.actions, w.row_of, w.rows, w.stack)


def add_game_gradients(w, games, x, score_sums, gradient, fixed_traits):
    """Play games by the style, add their REINFORCE gradient to `gradient`; return the random state.

    The games start from states[ROOT].  The gradient makes the winners' actions likelier and the losers' less likely.

    score_sums    room for every seat's share of it: a row for each seat and row of weights
    fixed_traits  the fixed features of every play
    """
    s = w.states[WORLD]
    for _ in range(games):
        copy_first(w.words[ROOT], len(w.words[ROOT]), w.words[WORLD])
        score_sums[:, :] = 0.0
        actor, x = next_actor(s, w.actions, w.weights, x)
        while not is_between_hands(s) and actor != UNKNOWN:
            n, total = list_with_preferences(w, s, actor)
            i, x = sample_by_style(w, n, total, x)
            if n > 1 and find_whole_hand_play(s, actor, w.row_of, n) == UNKNOWN:
                add_score(s, actor, w.actions, w.row_of, n, i, w.weights, total, w.theta, weight_row(s), w.rows,
                          score_sums, 4 * actor + weight_row(s), fixed_traits)
            apply(s, actor, w.actions[i])
            actor, x = next_actor(s, w.actions, w.weights, x)
        score_shares(w)
        for seat in range(s.seats):
            for row in range(4):
                for j in range(gradient.shape[1]):
                    gradient[row, j] += (w.payoff[AFTER, seat] - 1.0 / s.seats) * score_sums[4 * seat + row, j]
    return x
