"""New codes: different ones, which nobody has yet."""

import asyncio

from coprime.server.join_code_drawing import draw_join_codes
from coprime.server.join_codes import ALPHABET


def test_as_many_as_are_free_are_drawn_and_none_twice():
    """Of codes of one letter ten are open here, and ten others are stored."""
    here, stored = set(ALPHABET[:10]), set(ALPHABET[10:20])
    asked = []

    async def read(query):
        asked.append(set(query.keywords["codes"]))
        return asked[-1] & stored
    found = asyncio.run(draw_join_codes(len(ALPHABET) - 20, 1, here, read))
    assert sorted(found) == sorted(ALPHABET[20:])
    assert not here & set().union(*asked), "what is open here is not looked up"
