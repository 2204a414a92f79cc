"""The protocol of the leases as a small machine, for a checker that goes through every order of its steps.

What is assumed, and nothing else:

- The database carries out one transaction after the other (a table's row is locked from the check of its fence to the
  commit), and what is committed stays.
- A process may stop between any two of its steps for as long as it likes, and end at any moment; a transaction that it
  has sent may still be carried out after that, or never.
- A lease may end at any moment: nothing is assumed about clocks.
- A client that gets no answer asks again under the same id, wherever it likes.

A state is a tuple, so that it can be looked up.  Per table: (owner, fence, journal); the journal is a tuple of
(id, fence of the claim under which it was written, fence of the row at that moment).  Per process: whether its lease
lasts, and per table what it has in memory: None, or (fence, ids that it knows, ids that it has sent to be written).
`sent` holds the transactions on their way: (process, table, fence, id, ids known before); a process that ends leaves
its own behind.  `told`: the ids that some client was told are done.
"""

from typing import NamedTuple


class State(NamedTuple):
    tables: tuple
    lives: tuple
    memory: tuple
    sent: frozenset
    told: frozenset


class Broken(AssertionError):
    """An invariant does not hold."""


class Model:
    """`guarded`: a write shows its fence; without that the protocol is broken, which the checker must find."""

    def __init__(self, processes=2, tables=1, ids=2, claims=3, guarded=True):
        self.processes, self.tables, self.guarded = range(processes), range(tables), guarded
        self.claims = claims                                    # of a table, so that the model is finite
        self.ids = [[(table, number) for number in range(ids)] for table in range(tables)]

    def start(self):
        return State(((None, 0, ()),) * len(self.tables), (True,) * len(self.processes),
                     ((None,) * len(self.tables),) * len(self.processes), frozenset(), frozenset())

    def steps(self, s):
        """Every (name of a step, state after it)."""
        for p in self.processes:
            yield ("end of lease", p), s._replace(lives=put(s.lives, p, False))
            yield ("renew", p), s._replace(lives=put(s.lives, p, True))
            yield ("killed", p), s._replace(memory=put(s.memory, p, (None,) * len(self.tables)))
            for t in self.tables:
                yield from self.at_table(s, p, t)
        for one in s.sent:
            yield ("lost on its way", one), s._replace(sent=s.sent - {one})
            yield from self.carried_out(s, one)

    def at_table(self, s, p, t):
        owner, fence, journal = s.tables[t]
        mine = s.memory[p][t]
        free = owner in (None, p) or not s.lives[owner]
        if mine is None and s.lives[p] and free and fence < self.claims:
            claimed = s._replace(tables=put(s.tables, t, (p, fence + 1, journal)))
            yield ("claim", p, t), keep(claimed, p, t, (fence + 1, None, ()))
        if mine is None:
            return
        shown, known, flying = mine
        yield ("drop", p, t), keep(s, p, t, None)
        if known is None:                                       # claimed; the journal is a transaction of its own
            yield ("read", p, t), keep(s, p, t, (shown, tuple(one for one, _, _ in journal), ()))
            return
        for one in self.ids[t]:                                 # a client asks, for the first time or again
            if one in known and one not in flying:
                yield ("answered again", p, one), s._replace(told=s.told | {one})
            elif one not in known:
                order = (p, t, shown, one, known)
                yield ("asked", p, one), keep(s._replace(sent=s.sent | {order}), p, t,
                                              (shown, (*known, one), (*flying, one)))
        if not flying and owner == p and (fence == shown or not self.guarded):
            yield ("release", p, t), keep(s._replace(tables=put(s.tables, t, (None, fence, journal))), p, t, None)

    def carried_out(self, s, order):
        """A write reaches the database; the answer goes to the process where that still waits for it."""
        p, t, shown, one, before = order
        owner, fence, journal = s.tables[t]
        left = s._replace(sent=s.sent - {order})
        mine = s.memory[p][t]
        waits = mine is not None and mine[0] == shown and mine[1] is not None and one in mine[2]
        if any(other[:3] == order[:3] and len(other[4]) < len(before) for other in s.sent):
            return                                              # a writer keeps the order of what it was given
        if self.guarded and not (owner == p and fence == shown):
            yield ("refused", order), keep(left, p, t, None) if waits else left
            return
        if len(journal) != len(before):                         # that number is taken, or others are missing
            yield ("out of order", order), keep(left, p, t, None) if waits else left
            return
        written = left._replace(tables=put(s.tables, t, (owner, fence, (*journal, (one, shown, fence)))))
        if waits:
            flying = tuple(other for other in mine[2] if other != one)
            written = keep(written, p, t, (shown, mine[1], flying))._replace(told=s.told | {one})
        yield ("written", order), written

    def check(self, s):
        """Raises Broken."""
        for _, _, journal in s.tables:
            fences = [shown for _, shown, _ in journal]
            need(fences == sorted(fences), "an earlier claim wrote after a later one")
            need(all(shown == at for _, shown, at in journal), "somebody wrote who had lost the table")
            ids = [one for one, _, _ in journal]
            need(len(ids) == len(set(ids)), "something was done twice")
        kept = {one for _, _, journal in s.tables for one, _, _ in journal}
        need(s.told <= kept, "something was told and is not kept")
        for t in self.tables:
            owner, fence, journal = s.tables[t]
            for p in self.processes:
                mine = s.memory[p][t]
                if mine and mine[1] is not None and mine[0] == fence and owner == p:
                    known = tuple(one for one in mine[1] if one not in mine[2])
                    ids = tuple(one for one, _, _ in journal)
                    need(ids[:len(known)] == known and set(ids) <= set(mine[1]), "an owner plays on an old position")


def put(whole, place, part):
    return (*whole[:place], part, *whole[place + 1:])


def keep(s, p, t, mine):
    """What a process has of a table in memory."""
    return s._replace(memory=put(s.memory, p, put(s.memory[p], t, mine)))


def need(true, why):
    if not true:
        raise Broken(why)


def explored(model):
    """Every state that can be reached, breadth first.  Returns how many; raises Broken with the shortest way there."""
    first = model.start()
    came = {first: None}
    row = [first]
    while row:
        after = []
        for state in row:
            for name, new in model.steps(state):
                if new not in came:
                    came[new] = (name, state)
                    try:
                        model.check(new)
                    except Broken as why:
                        raise Broken(f"{why}: {way(came, new)}") from None
                    after.append(new)
        row = after
    return len(came)


def way(came, state):
    steps = []
    while came[state] is not None:
        name, state = came[state]
        steps.append(name)
    return steps[::-1]
