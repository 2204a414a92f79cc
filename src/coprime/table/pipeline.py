"""The command pipeline of a table: inputs run one by one; their changes are committed, then sent.

An input is a function of `now` (monotonic seconds): a message of a connection (`message_dispatch`), a change of a
person (`person_commands`), the choice of a program (`bots.send_program_action`), the result of a job, or nothing but
time.
"""

from collections.abc import Callable

from . import bots, class_table, correspondence, rematch, seat_claims, snapshot, take_back_consent, tournament_table
from .ports import ChangeSet
from .table import Table
from .timed_changes import process_time


def process_input(table: Table, job: Callable[[float], None], now: float) -> None:
    """Run one input: first what is due by time, then the job, then what follows from both."""
    process_time(table, now)
    job(now)
    _finish_input(table, now)


def _finish_input(table: Table, now: float) -> None:
    """Ask the bots, have kept what happened, then answer."""
    if table.history is not None:
        table.match.rules = table.table_host.current_rules(table.game)
    if (there := table.ready_searches()) != table.dirty.ready_searches:
        table.dirty.ready_searches, table.dirty.table = there, True
    rematch.begin_agreed_match(table, now)
    tournament_table.note_arrivals(table)
    tournament_table.begin_due_game(table, now)
    take_back_consent.end_outdated_request(table, now)
    seat_claims.seat_waiting_people(table, now)
    table.clock.set_running(now, table.is_running)
    if table.is_resting() and table.resting_since is None:
        table.resting_since = now
    class_table.wait_for_teacher(table, now)
    correspondence.update_move_clock(table, now)
    bots.ask_bots(table, now)
    correspondence.note_own_work(table, now)
    tournament_table.note_outcome(table)
    changes, table.changes = table.changes, ChangeSet()
    if table.dirty.settings:
        changes.settings, table.dirty.settings = snapshot.serialize_if_changed(table), False
    if changes.needs_commit or (table.pending_commits and changes.replies):
        table.pending_commits += 1
        table.table_host.commit_changes(table, changes)
    else:
        _send_replies(table, changes)


def on_committed(table: Table, changes: ChangeSet) -> None:
    """Send the replies of changes that are durable now."""
    table.pending_commits -= 1
    _send_replies(table, changes)


def _send_replies(table: Table, changes: ChangeSet) -> None:
    for link, data in changes.replies:
        link.send(data)
    if table.pending_commits:
        return
    if table.commit_listener:
        table.commit_listener(table)
    dirty = table.dirty
    if dirty.scene or dirty.position or dirty.table or any(visit.needs_everything for visit in table.connections):
        table.table_host.schedule_updates(table)
