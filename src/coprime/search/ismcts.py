"""Information-set Monte Carlo tree search, compiled: generic source, made into one module per game by `engine`.

One tree, of what the searching seat would see (single-observer: Cowling, Powley, Whitehouse, "Information Set Monte
Carlo Tree Search", 2012).  Each iteration imagines a world that the seat's view allows and plays in it: in the tree by
PUCT, then by the game's rollout policy to the next rest.  A node is named by the bytes of the searching seat's view and
by whose turn it is.  So what the seat cannot see (others' cards and secret choices, a shuffle, the card that it is
about to draw) never splits a node, and what it will have seen by then does.  At a node of another seat the actions at
hand differ from world to world; `met` counts how often each was to be had.

Free names: those of `playout`, its functions, and the game's `redact`, `imagine` and `returns`.
"""
# ruff: noqa: F821

import math

from ..core.arrays import copy_first
from ..core.chance import digest, seed_from, times
from ..core.seats import CHANCE, UNKNOWN

ROOT, WORLD, EYE, TRIAL = 0, 1, 2, 3    # rows of states: the view searched from, a world in play, what the seat sees
                                        # of it, and the world with an action tried
BEFORE, AFTER, SPREAD = 0, 1, 2 # rows of payoff: returns at the root, results, and of the latter: count, sum, squares
PLACE, SEAT = 0, 1              # columns of path
PROBES = 16                     # places of the table that an edge may have
ODD = -0x61C8864680B583EB       # 2**64 / golden ratio: spreads bits when multiplied with
LOW = 0x7FFFFFFFF               # what is left of 64 bits shifted right by 29
CAUTION = 0.2                   # by how much an action never tried counts less than the mean of those tried
SURE = 16                       # results after which their spread is taken for known


# Names and places of nodes and edges.

def node_of(w, row, seat, actor):
    """The name of a node: what `seat` sees of the position in a row, and who is to act there."""
    copy_first(w.words[row], len(w.words[row]), w.words[EYE])
    redact(w.states[EYE], seat)
    return digest(w.words[EYE], actor + 1)


def key_of(node, action):
    key = times(node ^ times(action + 1, ODD), ODD)
    return (key ^ (key >> 29 & LOW)) | 1


def place_of(edges, key):
    """Where an edge is in the table or can be put; UNKNOWN when there is no room for it."""
    at = key >> 20 & len(edges) - 1
    for _ in range(PROBES):
        if edges[at].key == key or edges[at].key == 0:
            return at
        at = at + 1 & len(edges) - 1
    return UNKNOWN


# One iteration.

def meet(w, node, n):
    """Find the edges of the n listed actions; return how often they have been tried and what that gained in all."""
    visits, gained = 0, 0.0
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))
        w.places[i] = at
        if at != UNKNOWN and w.edges[at].key:
            w.edges[at].met += 1
            visits += w.edges[at].visits
            gained += w.edges[at].gained
    return visits, gained


def most_urgent(w, n, share, visits, gained, curiosity):
    """PUCT: the index of the listed action to try, whose preferences `weights` add up to `share`."""
    best, top = 0, -1e9
    reach = spread(w)
    for i in range(n):
        score, met, tried = gained / visits - CAUTION * reach, visits, 0
        at = w.places[i]
        if at != UNKNOWN and w.edges[at].key:
            met, tried = w.edges[at].met, w.edges[at].visits
            score = w.edges[at].gained / tried if tried else score - w.edges[at].behind
        score += curiosity * reach * w.weights[i] / share * math.sqrt(met) / (1 + tried)
        if score > top:
            best, top = i, score
    return best


def spread(w):
    """The standard deviation of the results so far: what is worth exploring depends on how much they differ."""
    count, total, squares = w.payoff[SPREAD, 0], w.payoff[SPREAD, 1], w.payoff[SPREAD, 2]
    if count < SURE:
        return 0.5
    return math.sqrt(max(squares - total * total / count, 0.0) / count) + 1e-6


def choose_edge(w, s, node, actor, n, curiosity, x):
    """The index of the action to try here; its edge is made when it is new.  Says too whether it is new."""
    visits, gained = meet(w, node, n)
    if visits:
        if EVALUATES:
            weigh_untried(w, node, actor, n, visits)
        best = most_urgent(w, n, prefer(s, actor, w.actions, n, w.weights), visits, gained, curiosity)
    else:
        best, x = at_first(w, s, actor, n, x)
    at = w.places[best]
    if at == UNKNOWN:
        return best, True, x
    if w.edges[at].key == 0:
        w.edges[at].key, w.edges[at].met = key_of(node, w.actions[best]), visits + 1
    return best, w.edges[at].visits == 0, x


def weigh_untried(w, node, actor, n, visits):
    """Make the edges of actions never met here, each with how far the position after it is behind the best one."""
    for i in range(n):
        if w.places[i] != UNKNOWN and w.edges[w.places[i]].key == 0:
            break
    else:
        return
    top = w.weights[look_ahead(w, actor, n)]
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))      # another may have taken the place by now
        w.places[i] = at
        if at != UNKNOWN and w.edges[at].key == 0:
            w.edges[at].key, w.edges[at].met = key_of(node, w.actions[i]), visits
            w.edges[at].behind = 0.5 * (top - w.weights[i]) / SWING


def look_ahead(w, actor, n):
    """What the position is worth to a seat after each of its actions, to weights; returns the index of the best."""
    best = 0
    for i in range(n):
        copy_first(w.words[WORLD], len(w.words[WORLD]), w.words[TRIAL])
        apply(w.states[TRIAL], actor, w.actions[i])
        evaluate(w.states[TRIAL], w.payoff[AFTER])
        w.weights[i] = w.payoff[AFTER, actor]
        if w.weights[i] > w.weights[best]:
            best = i
    return best


def at_first(w, s, actor, n, x):
    """The action of a seat where nothing has been tried: the one after which the position is worth most, if the game
    can tell, else one by its policy."""
    if n == 1:
        return 0, x
    if EVALUATES:
        return look_ahead(w, actor, n), x
    return policy(s, actor, w.actions, w.weights, n, x)


def meet_chance(w, s, seat, x):
    """CHANCE acts as long as its outcomes are listed, each about as often as it should: one behind is next."""
    while to_act(s) == 1 << CHANCE and not is_between_hands(s):
        n = chance_outcomes(s, w.actions, w.weights)
        if n == 0:
            return x
        visits, _ = meet(w, node_of(w, WORLD, seat, CHANCE), n)
        total = 0.0
        for i in range(n):
            total += w.weights[i]
        behind = 0.0
        for i in range(n):
            at = w.places[i]
            had = w.edges[at].visits if at != UNKNOWN else 0
            w.weights[i] = max(0.0, w.weights[i] / total * (visits + 1) - had)
            behind += w.weights[i]
        i, x = drawn(w.weights, n, behind, x)
        if w.places[i] != UNKNOWN:
            w.edges[w.places[i]].key = key_of(node_of(w, WORLD, seat, CHANCE), w.actions[i])
            w.edges[w.places[i]].visits += 1
        apply(s, CHANCE, w.actions[i])
    return x


def go_down(w, seat, curiosity, x):
    """Play the world through the tree and one new edge beyond.

    Returns how many edges the path has, and who acted last where a new one was made, else UNKNOWN.
    """
    s, depth, actor = w.states[WORLD], 0, seat
    while depth < len(w.path) and actor != UNKNOWN:
        n = sound_actions(s, actor, w.actions)
        best, new = 0, False
        if n > 1:
            node = node_of(w, WORLD, seat, actor)
            best, new, x = choose_edge(w, s, node, actor, n, curiosity, x)
            w.path[depth, PLACE], w.path[depth, SEAT] = w.places[best], actor
            depth += 1
        apply(s, actor, w.actions[best])
        if new:
            return depth, actor, x
        x = meet_chance(w, s, seat, x)
        actor, x = next_actor(s, w.actions, w.weights, x)
    return depth, UNKNOWN, x


def value(w, seats, actor, most, x):
    """Play the world on, and leave in payoff[AFTER] each seat's result between 0 and 1.

    Where the game can tell what a position is worth, only the turn of the seat that acted last is played out.
    """
    s = w.states[WORLD]
    if EVALUATES:
        for _ in range(most):
            if actor == UNKNOWN or is_between_hands(s) or to_act(s) != 1 << actor:
                break
            best, x = at_first(w, s, actor, sound_actions(s, actor, w.actions), x)
            apply(s, actor, w.actions[best])
        evaluate(s, w.payoff[AFTER])
    else:
        _, x = play_on(s, w.actions, w.weights, most, x)
        returns(s, w.payoff[AFTER])
    for seat in range(seats):
        w.payoff[AFTER, seat] = 0.5 + 0.5 * (w.payoff[AFTER, seat] - w.payoff[BEFORE, seat]) / SWING
    return x


def go_up(w, depth):
    """Book what was gained on every edge of the path."""
    for i in range(depth):
        at = w.path[i, PLACE]
        if at != UNKNOWN:
            w.edges[at].visits += 1
            w.edges[at].gained += w.payoff[AFTER, w.path[i, SEAT]]


# What the driver calls.

def think(w, seat, seats, iterations, most, curiosity, x):
    """So many iterations for `seat` on the view in states[ROOT]; returns the generator's next state.

    most  actions that a playout goes on for when the game has no rest before
    """
    returns(w.states[ROOT], w.payoff[BEFORE])
    for _ in range(iterations):
        seed, x = seed_from(x)
        copy_first(w.words[ROOT], len(w.words[ROOT]), w.words[WORLD])
        imagine(w.states[WORLD], seat, seed)
        depth, actor, x = go_down(w, seat, curiosity, x)
        x = value(w, seats, actor, most, x)
        go_up(w, depth)
        w.payoff[SPREAD, 0] += 1
        w.payoff[SPREAD, 1] += w.payoff[AFTER, seat]
        w.payoff[SPREAD, 2] += w.payoff[AFTER, seat] ** 2
    return x


def report(w, seat, out):
    """Per listed action of the root, to out[i]: the action, its visits and its mean; returns how many they are."""
    n = sound_actions(w.states[ROOT], seat, w.actions)
    node = node_of(w, ROOT, seat, seat)
    for i in range(n):
        at = place_of(w.edges, key_of(node, w.actions[i]))
        out[i, 0], out[i, 1], out[i, 2] = w.actions[i], 0, 0
        if at != UNKNOWN and w.edges[at].visits:
            out[i, 1] = w.edges[at].visits
            out[i, 2] = w.edges[at].gained / w.edges[at].visits
    return n
