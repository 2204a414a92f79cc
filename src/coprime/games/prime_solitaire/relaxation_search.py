"""Whether a folded deal can be won, by all positions at once, whatever lies deeper on their stacks.

A node is so many turned cards and a state of the foundation, with any stack that comes to lie there.  What matters of
the stack is its top card, and that is named by the node at which that card was turned: beneath it lies any stack of
that node.  So a node has edges to nodes, a run of the stack is a path, and taking it leaves the stacks of the path's
end.  Equal futures are looked at once however many ways lead there, and nothing is ever left out.

Going back over the nodes from a win, those are kept that may lead to one, and of their edges those that may be used.
A finer game then looks at nothing else.
"""

from ...core.kernel import compile_rules
from .relaxation_arrays import NEVER

WON, LOST, NO_ROOM = 1, 2, 3


# Forward.

def search(f, kept, all_through, w):
    """WON with the first node where the foundation is gone, LOST, or NO_ROOM; and how many edges there are.

    all_through  does not stop at the first one
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
            used = gather(f, kept, w, v, pushed, used)
            if used < 0:
                return NO_ROOM, v, -used
            if a == 0:
                continue
            if w.legal[a, 0] == NEVER:
                ways, some = look(f, w, a, ways, some)
                if ways < 0:
                    return NO_ROOM, v, used
            n, _ = explore(f, w, v, False)
            if n < 0:
                return NO_ROOM, v, used
            links = join(f, w, v, n, links)
            if links < 0:
                return NO_ROOM, v, used
        if won == NEVER and w.start[t * f.states] != NEVER:
            won = t * f.states
            if not all_through:
                break
    return LOST if won == NEVER else WON, won, used


def gather(f, kept, w, v, pushed, used):
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


def look(f, w, a, ways, some):
    """Write the ways of a state, those of a run together, and the runs that are of use."""
    if ways + len(f.run) >= len(w.onto) or some + len(f.step) >= len(w.some):
        return -1, -1
    w.legal[a, 0], w.can[a, 0] = ways, some
    for i in range(len(f.run)):
        if fits(f, i, a):
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


def fits(f, i, a):
    """Are the cards of a way there, as far as the counts tell, and those gone that lie on them?"""
    for g in range(len(f.sizes)):
        count = a % (f.sizes[g] + 1)
        a //= f.sizes[g] + 1
        if count < f.there[i, g] or f.sizes[g] - count < f.gone[i, g]:
            return False
    return True


def explore(f, w, v, arcs):
    """Write every run that may be of use at a node, with the node whose stacks it leaves; and how runs come to be.

    Returns how many of both, -1 when there is no room.
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
            at = entry(f, w, v, u, after)
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


def entry(f, w, v, u, run):
    """Where in w.met an entry of this walk is, or would be."""
    mask = len(w.met) - 1
    at = (u * 2654435761 + run * 40503 + (u * run >> 7)) & mask
    while w.met[at, 0] == v:
        i = w.met[at, 1]
        if w.walk[i, 0] == u and w.walk[i, 1] == run:
            break
        at = at + 1 & mask
    return at


def join(f, w, v, n, links):
    """Link what a node becomes by taking sets to the nodes whose stacks are left; return how many links there are."""
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

def mark(f, w):
    """Mark what may lead to an empty foundation: nodes, and edges that may be used on the way."""
    w.alive[:] = False
    w.marked[:] = False
    w.source[:] = NEVER
    w.seen[:] = NEVER
    forget(w)
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


def forget(w):
    """Nodes may be explored again."""
    w.met[:, 0] = NEVER
    w.useful[:] = NEVER


def mark_runs(f, w, v):
    """Mark a node by what it becomes, and the edges that are used for that; False when there is no room."""
    n, lines = explore(f, w, v, True)
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
                hand_down(w, to, left)
    if w.good[0]:
        w.alive[v] = True
    for k in range(lines - 1, -1, -1):
        if w.good[w.arcs[k, 2]]:
            w.good[w.arcs[k, 0]] = True
            w.marked[w.arcs[k, 1]] = True
            w.alive[v] = True
    return True


def hand_down(w, to, left):
    """An edge that is used at a node has to be kept where the node has it from."""
    some = False
    for e in range(w.start[to], w.stop[to]):
        if w.marked[e]:
            w.seen[w.edges[e]] = to
            some = True
    if some:
        for e in range(w.start[left], w.stop[left]):
            if w.seen[w.edges[e]] == to:
                w.marked[e] = True


def origin(f, w, v, top):
    """By which set a node came to have such a stack, NEVER for any: the node before, and the entry of its walk."""
    forget(w)
    t = v // f.states
    for before in range(v + 1, (t + 1) * f.states):
        if w.start[before] == NEVER or w.legal[before % f.states, 0] == NEVER:
            continue
        n, _ = explore(f, w, before, False)
        for i in range(n):
            run = w.walk[i, 1]
            for k in range(w.begin[run], w.end[run]):
                if w.onto[k, 1] == v % f.states and (top == NEVER or has_edge(w, w.walk[i, 0], top)):
                    return before, i
    return NEVER, NEVER


def has_edge(w, v, u):
    for e in range(w.start[v], w.stop[v]):
        if w.edges[e] == u:
            return True
    return False


def sift(f, w, start, stop, edges):
    """Write the marked edges of the nodes that are alive; return how many they are, and how many nodes."""
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
