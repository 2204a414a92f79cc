"""Information-set Monte Carlo tree search: generic compiled source, specialised by `search_engine`.

Single-observer (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012): one tree of what the
searching seat would see. Each iteration samples a world that the seat's view allows (determinization), selects by
PUCT inside the tree, then plays the game's rollout policy to the next rest. A node is keyed by the bytes of the
searching seat's view and the actor, so information hidden from the seat never splits a node. At nodes of other
seats the available actions differ from world to world; each edge counts how often it was available.

Free names: those of `playout`, its functions, and the game's `redact`, `imagine` and `returns`.
"""
# mypy: ignore-errors, implicit-reexport
# ruff: noqa: F821

import math

from ..core.arrays import copy_first
from ..core.chance import digest_words, sample_index, seed_from, wrapping_mul
from ..core.seats import CHANCE, UNKNOWN

# Rows of states: the view searched from, a world in play, what the seat sees of it, the world with an action tried.
ROOT, WORLD, OBSERVER, TRIAL = 0, 1, 2, 3
# Rows of payoff: returns at the root, results, and of the latter: count, sum, squares.
BEFORE, AFTER, RESULT_STATS = 0, 1, 2
PLACE, SEAT = 0, 1              # columns of path
PROBES = 16                     # places of the table that an edge may have
GOLDEN_MULTIPLIER = -0x61C8864680B583EB       # 2**64 / golden ratio: spreads bits when multiplied with
LOW_BITS = 0x7FFFFFFFF               # what is left of 64 bits shifted right by 29
FPU_REDUCTION = 0.2                   # by how much an action never tried counts less than the mean of those tried
MIN_RESULTS = 16                       # results after which their spread is taken for known


# Names and places of nodes and edges.

def node_of(w, row, seat, actor):
    """Return the key of a node: the digest of what `seat` sees of a row's position, with the actor."""
    copy_first(w.words[row], len(w.words[row]), w.words[OBSERVER])
    redact(w.states[OBSERVER], seat)
    return digest_words(w.words[OBSERVER], actor + 1)


def key_of(node, action):
    """Return the key of an edge, which is never 0."""
    key = wrapping_mul(node ^ wrapping_mul(action + 1, GOLDEN_MULTIPLIER), GOLDEN_MULTIPLIER)
    return (key ^ (key >> 29 & LOW_BITS)) | 1


def place_of(edges, key):
    """Return the index of an edge in the table, or the free place for it.

    UNKNOWN where the table is full there.
    """
    at = key >> 20 & len(edges) - 1
    for _ in range(PROBES):
        if edges[at].key == key or edges[at].key == 0:
            return at
        at = at + 1 & len(edges) - 1
    return UNKNOWN


# One iteration.

def mark_edges_available(w, node, n):
    """Look up the edges of the n listed actions into `places`, and count them as available once more.

    Return their total visits and total value.
    """
    visits, total_value = 0, 0.0
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))
        w.places[i] = at
        if at != UNKNOWN and w.edges[at].key:
            w.edges[at].availability += 1
            visits += w.edges[at].visits
            total_value += w.edges[at].total_value
    return visits, total_value


def select_puct(w, n, prior_sum, visits, total_value, c_puct):
    """Return the index of the action that PUCT selects; `prior_sum` is the sum of the priors in `weights`."""
    best, top = 0, -1e9
    deviation = result_deviation(w)
    for i in range(n):
        score, availability, tried = total_value / visits - FPU_REDUCTION * deviation, visits, 0
        at = w.places[i]
        if at != UNKNOWN and w.edges[at].key:
            availability, tried = w.edges[at].availability, w.edges[at].visits
            score = w.edges[at].total_value / tried if tried else score - w.edges[at].evaluation_gap
        score += c_puct * deviation * w.weights[i] / prior_sum * math.sqrt(availability) / (1 + tried)
        if score > top:
            best, top = i, score
    return best


def result_deviation(w):
    """Return the standard deviation of the results so far, which scales exploration."""
    count, total, squares = w.payoff[RESULT_STATS, 0], w.payoff[RESULT_STATS, 1], w.payoff[RESULT_STATS, 2]
    if count < MIN_RESULTS:
        return 0.5
    return math.sqrt(max(squares - total * total / count, 0.0) / count) + 1e-6


def select_edge(w, s, node, actor, n, c_puct, x):
    """Select the action to try at a node and create its edge; return its index and whether it is new."""
    visits, total_value = mark_edges_available(w, node, n)
    if visits:
        if EVALUATES:
            expand_evaluated_edges(w, node, actor, n, visits)
        best = select_puct(w, n, prefer(s, actor, w.actions, n, w.weights), visits, total_value, c_puct)
    else:
        best, x = choose_untried(w, s, actor, n, x)
    at = w.places[best]
    if at == UNKNOWN:
        return best, True, x
    if w.edges[at].key == 0:
        w.edges[at].key, w.edges[at].availability = key_of(node, w.actions[best]), visits + 1
    return best, w.edges[at].visits == 0, x


def expand_evaluated_edges(w, node, actor, n, visits):
    """Create the edges of actions never seen here, each with how far its evaluation is behind the best."""
    for i in range(n):
        if w.places[i] != UNKNOWN and w.edges[w.places[i]].key == 0:
            break
    else:
        return
    top = w.weights[evaluate_actions(w, actor, n)]
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))      # another may have taken the place by now
        w.places[i] = at
        if at != UNKNOWN and w.edges[at].key == 0:
            w.edges[at].key, w.edges[at].availability = key_of(node, w.actions[i]), visits
            w.edges[at].evaluation_gap = 0.5 * (top - w.weights[i]) / SWING


def evaluate_actions(w, actor, n):
    """Evaluate the position after each action, for a seat, to weights; return the index of the best."""
    best = 0
    for i in range(n):
        copy_first(w.words[WORLD], len(w.words[WORLD]), w.words[TRIAL])
        apply(w.states[TRIAL], actor, w.actions[i])
        evaluate(w.states[TRIAL], w.payoff[AFTER])
        w.weights[i] = w.payoff[AFTER, actor]
        if w.weights[i] > w.weights[best]:
            best = i
    return best


def choose_untried(w, s, actor, n, x):
    """Choose the first action at a new node: the best by evaluation if the game has one, else by policy."""
    if n == 1:
        return 0, x
    if EVALUATES:
        return evaluate_actions(w, actor, n), x
    return policy(s, actor, w.actions, w.weights, n, x)


def act_listed_chance(w, s, seat, x):
    """Let CHANCE act while its outcomes are listed, each about as often as its weight demands."""
    while to_act(s) == 1 << CHANCE and not is_between_hands(s):
        n = chance_outcomes(s, w.actions, w.weights)
        if n == 0:
            return x
        visits, _ = mark_edges_available(w, node_of(w, WORLD, seat, CHANCE), n)
        total = 0.0
        for i in range(n):
            total += w.weights[i]
        behind = 0.0
        for i in range(n):
            at = w.places[i]
            had = w.edges[at].visits if at != UNKNOWN else 0
            w.weights[i] = max(0.0, w.weights[i] / total * (visits + 1) - had)
            behind += w.weights[i]
        i, x = sample_index(w.weights, n, behind, x)
        if w.places[i] != UNKNOWN:
            w.edges[w.places[i]].key = key_of(node_of(w, WORLD, seat, CHANCE), w.actions[i])
            w.edges[w.places[i]].visits += 1
        apply(s, CHANCE, w.actions[i])
    return x


def select_and_expand(w, seat, c_puct, x):
    """Select through the tree and expand one edge.

    Returns the path length and who acted last where an edge was created, else UNKNOWN.
    """
    s, depth, actor = w.states[WORLD], 0, seat
    while depth < len(w.path) and actor != UNKNOWN:
        n = sound_actions(s, actor, w.actions)
        best, is_new = 0, False
        if n > 1:
            node = node_of(w, WORLD, seat, actor)
            best, is_new, x = select_edge(w, s, node, actor, n, c_puct, x)
            w.path[depth, PLACE], w.path[depth, SEAT] = w.places[best], actor
            depth += 1
        apply(s, actor, w.actions[best])
        if is_new:
            return depth, actor, x
        x = act_listed_chance(w, s, seat, x)
        actor, x = next_actor(s, w.actions, w.weights, x)
    return depth, UNKNOWN, x


def evaluate_leaf(w, seats, actor, max_actions, x):
    """Play the world on and write each seat's result between 0 and 1 to payoff[AFTER].

    With an evaluation, only the turn of the seat that acted last is played out.
    """
    s = w.states[WORLD]
    if EVALUATES:
        for _ in range(max_actions):
            if actor == UNKNOWN or is_between_hands(s) or to_act(s) != 1 << actor:
                break
            best, x = choose_untried(w, s, actor, sound_actions(s, actor, w.actions), x)
            apply(s, actor, w.actions[best])
        evaluate(s, w.payoff[AFTER])
    else:
        _, x = play_on(s, w.actions, w.weights, max_actions, x)
        returns(s, w.payoff[AFTER])
    for seat in range(seats):
        w.payoff[AFTER, seat] = 0.5 + 0.5 * (w.payoff[AFTER, seat] - w.payoff[BEFORE, seat]) / SWING
    return x


def backpropagate(w, depth):
    """Add the results to every edge of the path."""
    for i in range(depth):
        at = w.path[i, PLACE]
        if at != UNKNOWN:
            w.edges[at].visits += 1
            w.edges[at].total_value += w.payoff[AFTER, w.path[i, SEAT]]


# What the driver calls: one function, because the rules are compiled again into each that Python calls.

def search_tree(w, seat, seats, iterations, max_actions, c_puct, x, out):
    """Run iterations and return the generator's next state; without any, report the root and return how many lines."""
    if iterations:
        return run_iterations(w, seat, seats, iterations, max_actions, c_puct, x)
    return report_root(w, seat, out)


def run_iterations(w, seat, seats, iterations, max_actions, c_puct, x):
    """Run iterations for `seat` on the view in states[ROOT]; return the generator's next state.

    max_actions  actions of a playout at most, where the game has no rest before
    """
    returns(w.states[ROOT], w.payoff[BEFORE])
    for _ in range(iterations):
        seed, x = seed_from(x)
        copy_first(w.words[ROOT], len(w.words[ROOT]), w.words[WORLD])
        imagine(w.states[WORLD], seat, seed)
        depth, actor, x = select_and_expand(w, seat, c_puct, x)
        x = evaluate_leaf(w, seats, actor, max_actions, x)
        backpropagate(w, depth)
        w.payoff[RESULT_STATS, 0] += 1
        w.payoff[RESULT_STATS, 1] += w.payoff[AFTER, seat]
        w.payoff[RESULT_STATS, 2] += w.payoff[AFTER, seat] ** 2
    return x


def report_root(w, seat, out):
    """Write per listed action of the root the action, its visits and its mean to out.

    Return the number of actions.
    """
    n = sound_actions(w.states[ROOT], seat, w.actions)
    node = node_of(w, ROOT, seat, seat)
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))
        out[i, 0], out[i, 1], out[i, 2] = w.actions[i], 0, 0
        if at != UNKNOWN and w.edges[at].visits:
            out[i, 1] = w.edges[at].visits
            out[i, 2] = w.edges[at].total_value / w.edges[at].visits
    return n
