"""Write the feed of whose turn it is, as Atom (RFC 4287)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree

from ...core.messages import join_with_commas
from ...core.registry import find_game
from ..sentences import say
from .turn_lists import TurnEntry

NAMESPACE = "http://www.w3.org/2005/Atom"
HOUR_SECONDS = 3600


def render_feed(entries: Sequence[TurnEntry], feed_id: str, made: int, base: str, open_now: float, now: int) -> bytes:
    """Return the feed of a person: an entry for each table where it is their turn.

    feed_id  the feed's own name, no part of its address;  made  when the address was made
    open_now, now  seconds that the server has been open, and since the epoch
    """
    ElementTree.register_namespace("", NAMESPACE)
    feed = ElementTree.Element(f"{{{NAMESPACE}}}feed")
    _add(feed, "id", f"urn:coprime:feed:{feed_id}")
    _add(feed, "title", say("feed.title"))
    ends = [one for one in entries if one.yours]
    _add(feed, "updated", _time_text(max([made, *(_turn_began(one, open_now, now) for one in ends)])))
    _add(_add(feed, "author"), "name", "Coprime")
    _add(feed, "link", href=f"{base}/")
    for one in ends:
        entry = _add(feed, "entry")
        title = find_game(one.game).localized_title
        _add(entry, "id", f"urn:coprime:turn:{one.code}:{one.turn}")
        _add(entry, "title", say("feed.turn", game=title))
        _add(entry, "updated", _time_text(_turn_began(one, open_now, now)))
        _add(entry, "link", href=f"{base}/t/{one.code}")
        _add(entry, "summary", _summary(one, open_now))
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, encoding="utf-8")


def _summary(one: TurnEntry, open_now: float) -> str:
    people = join_with_commas([other.text for other in one.others])
    if one.stopped_at is not None or one.due_at is None:
        return say("feed.stands", names=people)
    return say("feed.left", names=people, n=max(0, one.due_at - int(open_now)) // HOUR_SECONDS)


def _turn_began(one: TurnEntry, open_now: float, now: int) -> int:
    """When a turn began, as if the server had been open since: the time of a turn is stored by its end."""
    if one.due_at is None:
        return now
    since = open_now if one.stopped_at is None else one.stopped_at
    return now - max(0, int(since) - (one.due_at - one.hours * HOUR_SECONDS))


def _time_text(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:00Z")


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    found = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attributes)
    found.text = _printable(text) or None
    return found


def _printable(text: str) -> str:
    """The text without what XML 1.0 has no place for."""
    return "".join(letter for letter in text if letter >= " " and not "\ud800" <= letter <= "\udfff"
                   and letter not in "\ufffe\uffff")
