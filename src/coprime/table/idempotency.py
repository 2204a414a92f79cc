"""The messages that a table has carried out, so that one that is sent again is answered and not done twice."""

MOST_PER_GUEST = 200              # of one guest: a page asks again only for what it is still waiting for


class SeenMessageIds(dict[str, int]):
    """The table's number after each message carried out, by the message key "guest:id".

    The last MOST_PER_GUEST of each guest.
    """

    def __init__(self) -> None:
        super().__init__()
        self._by_guest: dict[str, dict[str, None]] = {}

    def __setitem__(self, key: str, n: int) -> None:
        """Remember a message, and forget the oldest one of its sender when there are too many."""
        own_keys = self._by_guest.setdefault(key.partition(":")[0], {})
        own_keys[key] = None
        super().__setitem__(key, n)
        if len(own_keys) > MOST_PER_GUEST:
            oldest = next(iter(own_keys))
            del own_keys[oldest]
            super().__delitem__(oldest)
