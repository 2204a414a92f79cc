"""The last announcements of a table: numbered in order, the newest few, each for a while."""

from coprime.core.language_selection import use_language
from coprime.table.sentences import say
from coprime.table.table_notices import MOST_SHOWN, SHOWN_SECONDS, Announcements


def test_each_has_the_next_number_and_only_the_newest_are_kept():
    shown = Announcements()
    for n in range(1, MOST_SHOWN + 4):
        shown.add("names.visitor", 10.0, animal="Finch", n=n)
        kept = [*range(max(1, n + 1 - MOST_SHOWN), n + 1)]
        assert [(one["n"], one["text"]) for one in shown.to_json(10.0)] == [(k, f"Finch {k}") for k in kept]


def test_each_is_shown_for_its_seconds():
    shown = Announcements()
    shown.add("names.visitor", 10.0, animal="Finch", n=1)
    shown.add("names.visitor", 15.5, animal="Finch", n=2)
    assert [one["seconds"] for one in shown.to_json(15.5)] == [SHOWN_SECONDS - 5, SHOWN_SECONDS]
    assert [one["n"] for one in shown.to_json(10.0 + SHOWN_SECONDS - 0.01)] == [1, 2]
    assert [one["n"] for one in shown.to_json(10.0 + SHOWN_SECONDS)] == [2]
    assert shown.to_json(15.5 + SHOWN_SECONDS) == []


def test_the_text_is_in_the_readers_language_and_of_now():
    shown, name = Announcements(), ["Finch"]
    shown.add("names.visitor", 10.0, animal=lambda: name[0], n=1)
    name[0] = "Heron"
    with use_language("ja"):
        assert shown.to_json(11.0)[0]["text"] == say("names.visitor", animal="Heron", n=1)
