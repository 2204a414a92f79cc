"""What a page learns while it is opened: the game of its table, so that it can fetch the game's part at once."""

from functools import partial

from ..join_codes import parse_code
from ..request_error import RequestError
from ..store.table_queries import read_game_name
from .request_context import AppState


async def find_game_by_table_code(state: AppState, text: str, key: str) -> str:
    """Return the game of a table by its code; "" for who has not been let in there, and for a text that is no code."""
    try:
        code = parse_code(text)
    except RequestError:
        return ""
    if not await state.is_guest(code, key):
        return ""
    if (table_actor := state.manager.table_actors.get(code)) is not None:
        return table_actor.table.game.name
    return await state.manager.read_store(partial(read_game_name, code=code))
