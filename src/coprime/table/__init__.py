"""One table: people, bots and a match.  It knows no sockets, threads or stores: `outside` says what it needs instead.

The modules, from what a table is over what happens to it to how it is run:

state   answered catalogue* characters clock eyes* history* holders journal* lobby names* outside* sentences*
        settings* table* thoughts visit* wire*
verbs   bots* chairs* hints host kept* moves openly people* play* questions sealing seats show* speaker talk
        teaching told
wiring  gate* inbox* tick* warm*

A module imports from its own layer or from one above it in this list, and never in a circle.  An input walks the other
way, once: `gate.take` lets time pass, calls a verb (for a message `inbox.receive`, which finds the verb for it), and
has what the verb noted in the table kept and then told.

What has a star is the face: other rooms import nothing else.

- To make a table: `settings.choose`, `table.Table`, `chairs.setup`, `play.begin` or `play.take_up`; or again from what
  was kept, `kept.table_of`.
- To run it: an `outside.Outside`; `Table.visit` for a connection; `gate.take` with `inbox.receive` and `inbox.leave`,
  what `people` has, `bots.send`; `tick.due` says when `gate.take` has something to do without an input, `show.show`
  sends pictures when `Outside.show` has asked for them, `gate.durable` tells what has been kept.
- To read a match: `journal`, `history`, `eyes`.
- Words, shapes and compiled code: `catalogue`, `names`, `sentences`, `wire`, `visit`, `warm`.
"""
