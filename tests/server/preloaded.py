"""What every server loads as it starts or is first asked: forks of a process that has imported this have it already."""

import gc

import alembic.context  # noqa: F401 - for the forks, as the others
import pytest  # noqa: F401
import sqlalchemy.dialects.sqlite  # noqa: F401
import uvicorn.lifespan.on  # noqa: F401
import uvicorn.protocols.websockets.auto  # noqa: F401

import coprime
import coprime.server.run  # noqa: F401
import coprime.server.store.migrate  # noqa: F401
import coprime.server.web_push.notice_sender  # noqa: F401
from coprime.core.language_selection import available_languages, use_language
from coprime.search.levels import search_level_names
from coprime.server.app.game_pages import describe_games

for _game in coprime.all_games().values():
    search_level_names(_game)
for _language in available_languages():
    with use_language(_language):
        describe_games()

gc.freeze()             # a server looks for garbage when it has started: not in what it shares
