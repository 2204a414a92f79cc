"""Tell the tables in memory whom a person has muted, when that has changed."""

from functools import partial

from ..app.request_context import AppState
from ..store import mute_rows
from .page_notifications import run_at_tables_of


async def apply_mutes(state: AppState, key: str) -> None:
    """Let the tables at which a person is now know whom they have muted, in every process."""
    muted = await state.manager.read_store(partial(mute_rows.read_muted_keys, person=key))
    await run_at_tables_of(state, key, "muted", muted=",".join(sorted(muted)))
