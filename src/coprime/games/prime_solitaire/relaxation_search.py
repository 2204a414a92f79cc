"""Search an abstract game of a deal: all positions at once, whatever lies deeper on their stacks.

A node is so many turned cards and a state of the foundation, with any stack that may lie there.  Of the stack
only its top card matters; it is named by the node at which it was turned, and beneath it lies any stack of that
node.  So a node has edges to nodes, a run of the stack is a path, and taking the run leaves the stacks of the
path's end.  Equal futures are searched once however many ways lead there, and nothing is left out.

A backward pass from a win marks the nodes and edges that may lead to it.  A finer game then searches nothing
else.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .relaxation_arrays import NEVER

WON, LOST, NO_ROOM = 1, 2, 3


# Forward.

def search_relaxation(f, kept, all_through, w):
    """Search an abstract game; return WON, LOST or NO_ROOM, the first won node, and the edges in use.

    kept         edges of the rougher game, to which the search is restricted
    all_through  does not stop at the first won node
    """
    used, ways, some, won = 0, 0, 0, NEVER
    for t in range(len(f.kinds) + 1):
        w.head[:] = NEVER
        links = 0
        for a in range(f.states - 1, -1, -1):
            v = t * f.states + a
            pushed = t > 0 and w.start[v - f.states] != NEVER
            if not (pushed or w.head[a] != NEVER or (t == 0 and a == f.states - 1)):
                continue
            if kept.states and kept.start[t * kept.states + kept.of[a]] == NEVER:
                continue
            used = gather_edges(f, kept, w, v, pushed, used)
            if used < 0:
                return NO_ROOM, v, -used
            if a == 0:
                continue
            if w.legal[a, 0] == NEVER:
                ways, some = index_state(f, w, a, ways, some)
                if ways < 0:
                    return NO_ROOM, v, used
            n, _ = explore_runs(f, w, v, False)
            if n < 0:
                return NO_ROOM, v, used
            links = link_successors(f, w, v, n, links)
            if links < 0:
                return NO_ROOM, v, used
        if won == NEVER and w.start[t * f.states] != NEVER:
            won = t * f.states
            if not all_through:
                break
    return LOST if won == NEVER else WON, won, used


def gather_edges(f, kept, w, v, pushed, used):
    """Write the edges of a node; return how many there are in all, below 0 when there is no room."""
    w.start[v] = used
    t, a = v // f.states, v % f.states
    rough = t * kept.states + kept.of[a]
    if kept.states:
        for e in range(kept.start[rough], kept.stop[rough]):
            w.rough[kept.edges[e]] = v
    link = w.head[a]
    while link != NEVER:
        other = w.link[link, 0]
        link = w.link[link, 1]
        if w.source[other] == v:
            continue
        w.source[other] = v
        for e in range(w.start[other], w.stop[other]):
            u = w.edges[e]
            if w.seen[u] == v:
                continue
            w.seen[u] = v
            if kept.states and w.rough[u // f.states * kept.states + kept.of[u % f.states]] != v:
                continue
            if used == len(w.edges):
                return -used
            w.edges[used] = u
            used += 1
    if pushed:
        u = v - f.states
        if not kept.states or w.rough[u // f.states * kept.states + kept.of[u % f.states]] == v:
            if used == len(w.edges):
                return -used
            w.edges[used] = u
            used += 1
    w.stop[v] = used
    return used


def index_state(f, w, a, ways, some):
    """Write the takes of a state, grouped by run, and the runs that are part of one; -1, -1 without room."""
    if ways + len(f.run) >= len(w.onto) or some + len(f.step) >= len(w.some):
        return -1, -1
    w.legal[a, 0], w.can[a, 0] = ways, some
    for i in range(len(f.run)):
        if is_take_possible(f, i, a):
            w.onto[ways, 0], w.onto[ways, 1] = f.run[i], a - f.less[i]
            ways += 1
    w.legal[a, 1] = ways
    for k in range(w.legal[a, 0], ways):
        run = w.onto[k, 0]
        if w.useful[run] != -2 - a:
            w.useful[run] = -2 - a
            w.some[some] = run
            some += 1
    at = w.can[a, 0]
    while at < some:
        run = w.some[at]
        at += 1
        for k in range(f.first[run], f.first[run + 1]):
            if w.useful[f.former[k]] != -2 - a:
                w.useful[f.former[k]] = -2 - a
                w.some[some] = f.former[k]
                some += 1
    w.can[a, 1] = some
    return ways, some


def is_take_possible(f, i, a):
    """Tell whether the counts of a state allow take i: its cards there, the cards on them gone."""
    for g in range(len(f.sizes)):
        count = a % (f.sizes[g] + 1)
        a //= f.sizes[g] + 1
        if count < f.there[i, g] or f.sizes[g] - count < f.gone[i, g]:
            return False
    return True


def explore_runs(f, w, v, arcs):
    """Write each useful run at a node with the node whose stacks it leaves.

    With `arcs` also how runs grow.  Returns how many runs and arcs there are; -1 and 0 when there is no room.
    """
    a, n, lines = v % f.states, 1, 0
    w.begin[0] = w.end[0] = 0
    for k in range(w.can[a, 0], w.can[a, 1]):
        w.useful[w.some[k]] = v
        w.end[w.some[k]] = 0
    for k in range(w.legal[a, 0], w.legal[a, 1]):
        run = w.onto[k, 0]
        if w.end[run] == 0:
            w.begin[run] = k
        w.end[run] = k + 1
    w.walk[0, 0], w.walk[0, 1], w.walk[0, 2] = v, 0, NEVER
    i = 0
    while i < n:
        run = w.walk[i, 1]
        node = w.walk[i, 0]
        for e in range(w.start[node], w.stop[node]):
            u = int(w.edges[e])                 # narrow numbers would run over
            after = f.step[run, f.kinds[u // f.states]]
            if after == NEVER or w.useful[after] != v:
                continue
            at = find_entry(f, w, v, u, after)
            if w.met[at, 0] != v:
                if 2 * n + 2 >= len(w.met) or n == len(w.walk):
                    return -1, 0
                w.met[at, 0], w.met[at, 1] = v, n
                w.walk[n, 0], w.walk[n, 1], w.walk[n, 2] = u, after, i
                n += 1
            if arcs:
                if lines == len(w.arcs):
                    return -1, 0
                w.arcs[lines, 0], w.arcs[lines, 1], w.arcs[lines, 2] = i, e, w.met[at, 1]
                lines += 1
        i += 1
    return n, lines


def find_entry(f, w, v, u, run):
    """Return the slot of w.met where an entry of this walk is, or would be."""
    mask = len(w.met) - 1
    at = (u * 2654435761 + run * 40503 + (u * run >> 7)) & mask
    while w.met[at, 0] == v:
        i = w.met[at, 1]
        if w.walk[i, 0] == u and w.walk[i, 1] == run:
            break
        at = at + 1 & mask
    return at


def link_successors(f, w, v, n, links):
    """Link the states that takes lead to with the nodes whose stacks they leave; return the links, or -1."""
    for i in range(n):
        run = w.walk[i, 1]
        for k in range(w.begin[run], w.end[run]):
            if links == len(w.link):
                return -1
            to = w.onto[k, 1]
            w.link[links, 0], w.link[links, 1] = w.walk[i, 0], w.head[to]
            w.head[to] = links
            links += 1
    return links


# Back.

def mark_winning_nodes(f, w):
    """Mark the nodes and edges that may lead to an empty foundation; False when there is no room."""
    w.alive[:] = False
    w.marked[:] = False
    w.source[:] = NEVER
    w.seen[:] = NEVER
    reset_stamps(w)
    for t in range(len(f.kinds), -1, -1):
        for a in range(f.states):
            v = t * f.states + a
            if w.start[v] == NEVER:
                continue
            if a == 0 or (t < len(f.kinds) and w.alive[v + f.states]):
                w.alive[v] = True
            if a and not mark_runs(f, w, v):
                return False
    return True


def reset_stamps(w):
    """Reset the stamps of walks, so that nodes may be explored again."""
    w.met[:, 0] = NEVER
    w.useful[:] = NEVER


def mark_runs(f, w, v):
    """Mark a node that may lead to a win, and the edges used for that; False when there is no room."""
    n, lines = explore_runs(f, w, v, True)
    if n < 0:
        return False
    t = v // f.states
    for i in range(n):
        run, left = w.walk[i, 1], w.walk[i, 0]
        w.good[i] = False
        for k in range(w.begin[run], w.end[run]):
            to = t * f.states + w.onto[k, 1]
            if w.alive[to]:
                w.good[i] = True
                propagate_marks(w, to, left)
    if w.good[0]:
        w.alive[v] = True
    for k in range(lines - 1, -1, -1):
        if w.good[w.arcs[k, 2]]:
            w.good[w.arcs[k, 0]] = True
            w.marked[w.arcs[k, 1]] = True
            w.alive[v] = True
    return True


def propagate_marks(w, to, left):
    """Mark the edges of `left` that are marked edges of `to`."""
    some = False
    for e in range(w.start[to], w.stop[to]):
        if w.marked[e]:
            w.seen[w.edges[e]] = to
            some = True
    if some:
        for e in range(w.start[left], w.stop[left]):
            if w.seen[w.edges[e]] == to:
                w.marked[e] = True


def find_origin(f, w, v, top):
    """Return the node before, and its walk's entry, from which a node has a stack with this top.

    A top of NEVER stands for any; NEVER, NEVER is returned where there is none.
    """
    reset_stamps(w)
    t = v // f.states
    for before in range(v + 1, (t + 1) * f.states):
        if w.start[before] == NEVER or w.legal[before % f.states, 0] == NEVER:
            continue
        n, _ = explore_runs(f, w, before, False)
        for i in range(n):
            run = w.walk[i, 1]
            for k in range(w.begin[run], w.end[run]):
                if w.onto[k, 1] == v % f.states and (top == NEVER or has_edge(w, w.walk[i, 0], top)):
                    return before, i
    return NEVER, NEVER


def has_edge(w, v, u):
    """Tell whether there is an edge from node v to node u."""
    for e in range(w.start[v], w.stop[v]):
        if w.edges[e] == u:
            return True
    return False


def compact_marked_edges(f, w, start, stop, edges):
    """Copy the marked edges of the nodes that may lead to a win; return how many edges and nodes."""
    n, nodes = 0, 0
    for v in range(len(w.start)):
        start[v] = stop[v] = NEVER
        if w.alive[v]:
            nodes += 1
            start[v] = n
            for e in range(w.start[v], w.stop[v]):
                if w.marked[e]:
                    edges[n] = w.edges[e]
                    n += 1
            stop[v] = n
    return n, nodes


compile_rules(globals())
