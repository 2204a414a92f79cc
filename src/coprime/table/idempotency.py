"""The messages that a table has carried out, so that one that is sent again is answered and not done twice."""

MOST = 200              # of one guest: a page asks again only for what it is still waiting for


class SeenMessageIds(dict[str, int]):
    """The table's number after each message by its key, "guest:id"; of every guest the last ones."""

    def __init__(self) -> None:
        super().__init__()
        self._by: dict[str, dict[str, None]] = {}

    def __setitem__(self, key: str, n: int) -> None:
        mine = self._by.setdefault(key.partition(":")[0], {})
        mine[key] = None
        super().__setitem__(key, n)
        if len(mine) > MOST:
            first = next(iter(mine))
            del mine[first]
            super().__delitem__(first)
