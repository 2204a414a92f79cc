"""One table: people, bots and a match.  It knows no sockets, threads or stores: `ports` says what it needs instead.

The modules, from the state of a table over what changes it to how it is run:

state   announcements catalogue* characters clock connection* history* idempotency journal_replay* lobby names*
        pending_bot_jobs ports* seat_tenure* sentences* settings* table* take_back_request watcher_log* wire*
verbs   absence authorize bots* chairs* change_game hints host host_role moves no_peek people* play* questions reactions
        rematch sealing seats show* snapshot* table_view take_back talk teaching
wiring  inbox* jit_warmup* pipeline* tick*

A module imports from its own layer or from one above it in this list, and never in a circle.  An input walks the other
way, once: `pipeline.process_input` lets time pass, calls a verb (for a message `inbox.receive`, which finds the verb
for it), and has what the verb noted in the table committed and then sent.

Other packages import only the modules with a star.

- To make a table: `settings.choose_options`, `table.Table`, `chairs.set_up_chairs`, `play.begin_match` or
  `play.take_up_match`; from a snapshot, `snapshot.restore_table`.
- To run it: a `ports.TableHost`; `Table.add_connection` for a connection; `pipeline.process_input` with
  `inbox.receive` and `inbox.leave`, the functions of `people`, `bots.send_program_action`; `tick.next_tick_time` says
  when `process_input` has something to do without an input, `show.send_updates` sends scenes when `TableHost.show`
  has asked for them, `pipeline.on_committed` sends what has been committed.
- To read a match: `journal_replay`, `history`, `watcher_log`.
- Words, shapes and compiled code: `catalogue`, `names`, `sentences`, `wire`, `connection`, `jit_warmup`.
"""
