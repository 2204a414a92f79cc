"""One table: people, bots and a match.  It knows no sockets, threads or stores: `ports` says what it needs instead.

The modules, from the state of a table over what changes it to how it is run:

state   catalogue* connection* correspondence_clock* game_clock hidden_people* idempotency journal_replay* lobby
        event_history* observer_log* pairing_outcome* pending_bot_jobs player_names* ports* seat_tenure* sentences*
        settings* table* table_notices take_back_request unicode_name_characters vacation wire*
verbs   absence authorize bot_chairs* bots* broadcast* change_game chat class_table correspondence* hints host_commands
        host_role match_lifecycle* move_commands open_seats* person_commands* query_commands rated_table* reactions
        rematch reveal_check sealing seat_claims snapshot* table_view take_back_consent tournament_table
        vacation_commands
wiring  compiler_process* jit_warmup* message_dispatch* pipeline* timed_changes*

A module imports from its own layer or from one above it in this list, and never in a circle.  An input walks the other
way, once: `pipeline.process_input` lets time pass, calls a verb (for a message `message_dispatch.receive_message`,
which finds the verb for it), and has what the verb noted in the table committed and then sent.

Other packages import only the modules with a star.

- To make a table: `settings.choose_options`, `table.Table`, `bot_chairs.set_up_chairs`, `match_lifecycle.begin_match`
  or `match_lifecycle.resume_match`; from a snapshot, `snapshot.restore_table`.
- To run it: a `ports.TableHost`; `Table.add_connection` for a connection; `pipeline.process_input` with
  `message_dispatch.receive_message` and `message_dispatch.remove_connection`, the functions of `person_commands`,
  `bots.send_program_action`; `timed_changes.next_tick_time` says when `process_input` has something to do without an
  input, `broadcast.send_updates` sends scenes when `TableHost.show` has asked for them, `pipeline.on_committed` sends
  what has been committed.
- To read a match: `journal_replay`, `event_history`, `observer_log`.
- Words, shapes and compiled code: `catalogue`, `player_names`, `sentences`, `wire`, `connection`, `compiler_process`,
  `jit_warmup`.
"""
