"""The master's tree for Prime Daifugo, compiled: generic source, made into a module by `master_search`.

It is the house's information-set tree (search/ismcts.py) with another style of play: each iteration imagines a world
that the view allows and plays in it, within the tree by PUCT, beyond it by the learnt style of `traits`, to the end of
the game.  Nodes are named by what the searching seat sees, and a result is a share of the game.

Free names: the contract's functions of the game; `drawn` and `next_actor` of its random play; `node_of`, `key_of`,
`place_of`, `meet`, `most_urgent` and `go_up` of the house's search; what `traits` and `winning_chain` offer.
"""
# ruff: noqa: F821

from coprime.core.arrays import copy_first
from coprime.core.chance import seed_from
from coprime.core.seats import UNKNOWN

ROOT, WORLD = 0, 1              # rows of states, as in the house's search
AFTER, SPREAD = 1, 2            # rows of payoff
PLACE, SEAT = 0, 1              # columns of path


def consider(w, s, actor):
    """List an actor's actions to w.actions and w.row_of, and how much it likes them to w.weights.

    Returns how many they are, and the sum of the likings.
    """
    n = listed(s, actor, w.actions, w.row_of, w.rows)
    if n == 1:
        return n, 1.0
    return n, likings(s, actor, w.actions, w.row_of, n, w.weights, w.theta, block_of(s), w.fixed, w.rows)


def block_of(s):
    """The row of weights that holds here."""
    return 2 * (s.seats - 2) + (1 if s.count else 0)


def by_style(w, n, total, x):
    """An index of the actions that have been considered, drawn by how much they are liked."""
    if n == 1:
        return 0, x
    return drawn(w.weights, n, total, x)


# One iteration.

def choose_edge(w, node, n, total, curiosity, x):
    """The index of the action to try here, and whether it has never been tried."""
    visits, gained = meet(w, node, n)
    if visits:
        best = most_urgent(w, n, total, visits, gained, curiosity)
    else:
        best, x = by_style(w, n, total, x)
    at = w.places[best]
    if at == UNKNOWN:
        return best, True, x
    if w.edges[at].key == 0:
        w.edges[at].key, w.edges[at].met = key_of(node, w.actions[best]), visits + 1
    return best, w.edges[at].visits == 0, x


def go_down(w, seat, curiosity, x):
    """Play the world through the tree and one new edge beyond; returns how many edges the path has."""
    s, depth, actor, new = w.states[WORLD], 0, seat, False
    while depth < len(w.path) and actor != UNKNOWN and not new:
        n, total = consider(w, s, actor)
        best = 0
        if n > 1:
            node = node_of(w, WORLD, seat, actor)
            best, new, x = choose_edge(w, node, n, total, curiosity, x)
            w.path[depth, PLACE], w.path[depth, SEAT] = w.places[best], actor
            depth += 1
        apply(s, actor, w.actions[best])
        actor, x = next_actor(s, w.actions, w.weights, x)
    return depth, x


def play_out(w, most, x):
    """Play the world on to the next rest, everybody by the style."""
    s = w.states[WORLD]
    for _ in range(most):
        actor, x = next_actor(s, w.actions, w.weights, x)
        if actor == UNKNOWN:
            break
        n, total = consider(w, s, actor)
        i, x = by_style(w, n, total, x)
        apply(s, actor, w.actions[i])
    return x


def judge(w):
    """Each seat's share of the game, to payoff[AFTER]; of one that is void or not at its end, an even one."""
    s = w.states[WORLD]
    done = is_between_hands(s) and s.winner != UNKNOWN
    for seat in range(s.seats):
        w.payoff[AFTER, seat] = (1.0 if s.winner == seat else 0.0) if done else 1.0 / s.seats


# What is called from Python.

def think(w, seat, seats, iterations, most, curiosity, x):
    """So many iterations for `seat` on the view in states[ROOT]; returns the generator's next state.

    most  actions of a playout that finds no rest
    """
    for _ in range(iterations):
        seed, x = seed_from(x)
        copy_first(w.words[ROOT], len(w.words[ROOT]), w.words[WORLD])
        imagine(w.states[WORLD], seat, seed)
        depth, x = go_down(w, seat, curiosity, x)
        x = play_out(w, most, x)
        judge(w)
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


def certainty(w, seat):
    """A play that wins whatever the others hold, UNKNOWN where none is found."""
    return certain(w.states[ROOT], seat, w.actions, w.row_of, w.rows, w.stack)


def learn(w, games, x, scores, gradient, plain):
    """Play so many games from the begun state in states[ROOT], everybody by the style, and add to `gradient` how each
    weight would have to change for the winners' actions to be likelier and the losers' less (REINFORCE).

    scores  room for every seat's share of it: a row for each seat and row of weights
    plain   the fixed traits of every play
    """
    s = w.states[WORLD]
    for _ in range(games):
        copy_first(w.words[ROOT], len(w.words[ROOT]), w.words[WORLD])
        scores[:, :] = 0.0
        actor, x = next_actor(s, w.actions, w.weights, x)
        while not is_between_hands(s) and actor != UNKNOWN:
            n, total = consider(w, s, actor)
            i, x = by_style(w, n, total, x)
            if n > 1 and finish(s, actor, w.row_of, n) == UNKNOWN:
                book(s, actor, w.actions, w.row_of, n, i, w.weights, total, w.theta, block_of(s), w.rows,
                     scores, 4 * actor + block_of(s), plain)
            apply(s, actor, w.actions[i])
            actor, x = next_actor(s, w.actions, w.weights, x)
        judge(w)
        for seat in range(s.seats):
            for row in range(4):
                for j in range(gradient.shape[1]):
                    gradient[row, j] += (w.payoff[AFTER, seat] - 1.0 / s.seats) * scores[4 * seat + row, j]
    return x
