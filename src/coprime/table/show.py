"""What a table sends of itself: the table as its people are told, and a scene for every seat and for spectators."""

from typing import TYPE_CHECKING, Any

from ..core.loose import loose
from ..core.seats import WATCHER
from . import meta, play, wire
from .eyes import Eyes, named

if TYPE_CHECKING:
    from .table import Table, Visit


def show(table: "Table", now: float) -> None:
    """Send the table and the scenes that have changed.

    A scene goes before the table: a screen that offers another match then shows how this one has ended.
    """
    retold = [visit for visit in table.visits if table.marks.table and visit.live]
    for visit in table.visits:
        if visit.fresh and not visit.live:
            visit.live = True
            _send(visit, {"type": "welcome", "n": table.n, "table": meta.table(table, visit, now),
                          "chat": [said._asdict() for said in table.chat] if table.let_in(visit) else []})
    _show_scenes(table, now)
    for visit in retold:
        _send(visit, {"type": "table", "n": table.n, "table": meta.table(table, visit, now)})
    table.marks.table = table.marks.scene = False


def _send(visit: "Visit", message: dict[str, Any]) -> None:
    visit.link.send(wire.encoder.encode(message))


def _show_scenes(table: "Table", now: float) -> None:
    encoded: dict[tuple[int, int], bytes] = {}
    common: tuple[Any, ...] | None = None
    for visit in table.visits:
        wanted = visit.live and (visit.fresh or table.marks.scene)
        visit.fresh = visit.fresh and not visit.live
        if not wanted or table.history is None or not table.let_in(visit):
            continue
        common = _shared(table) if common is None else common
        for watcher in table.lobby.seats_of(visit.who or 0) or [WATCHER]:
            key = (watcher, visit.n)
            if key not in encoded:
                encoded[key] = wire.encoder.encode(_scene(table, watcher, visit.n, now, common))
            visit.link.send(encoded[key])
        visit.n = table.n


def _shared(table: "Table") -> tuple[Any, ...]:
    """What a game's scenes have in common, made once from what a spectator sees, so that nothing hidden gets into it.

    A further argument of its `scene`; none where the game has no `shared`.
    """
    words = table.game.words
    if not hasattr(words, "shared"):
        return ()
    return (words.shared(loose(table.match.view(WATCHER)), table.lobby.names()),)


def _scene(table: "Table", watcher: int, since: int, now: float, common: tuple[Any, ...]) -> dict[str, Any]:
    """The scene message of a watcher who has had everything up to number `since`."""
    history = table.history
    assert history is not None
    eyes = table.eyes.setdefault(watcher, Eyes(watcher))
    called = table.lobby.names()
    eyes.follow(history, called)
    scene = table.game.words.scene(eyes.view(history.match), watcher, called, *common)
    return {"type": "scene", "n": table.n, "step": history.step, "match": table.matches, "seat": named(watcher),
            "scene": scene, "lines": eyes.since(since), "cut": history.cut_since(since),
            "clock": meta.clock(table, watcher, now),
            "undo": watcher != WATCHER and play.undone_to(table, [watcher]) is not None}
