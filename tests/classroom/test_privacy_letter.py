"""The privacy letter says what is kept: whoever keeps more has to say so there, in both languages."""

from pathlib import Path

import pytest

from coprime.classroom.classroom import KEPT_DAYS_RANGE, Classroom, LessonPlan
from coprime.classroom.pupil import Pupil, SoloActivity, SoloCount
from coprime.server.rate_limits import Limits
from coprime.server.store import schema
from coprime.server.store.people import COOKIE_SECONDS

DOCS = Path(__file__).parents[2] / "docs"
LETTERS = ("privacy-letter.md", "privacy-letter.ja.md")
DAY = 86_400
# What the letter was checked against. A new name here wants a look at both letters.
KEPT = {
    Pupil: "name key picture word level factors table doing called active seen approved salt_name solo",
    SoloActivity: "what game at done since",
    SoloCount: "what game last n",
    Classroom: "name teacher plan pupils rounds open strict days plans salt line said paused question asked places "
               "waiting listed approval reached replays",
}
COLUMNS = {
    "people": "key name created seen", "guests": "code who person name role",
    "tables": "code game phase opened touched address kept owner fence",
    "events": "code n match seat action message link digest", "chat": "id code who name text at",
    "replays": "id person created record size", "classes": "code teacher touched kept",
    "open_tables": "code person host game phase free seats since seen",
    "tournaments": "code director phase touched kept", "weekly_results": "week person name score at",
    "arena_pairings": "tournament number code first second kept",
    "correspondence_seats": "code seat person wake", "correspondence_changes": "id person at",
    "feeds": "person number digest made", "open_time": "id seconds at",
    "push_subscriptions": "id person digest endpoint p256dh auth language made",
    "push_notices": "code subscription turn ends since at tries",
    "acquaintances": "id first second game at", "invitations": "id person to code game at",
    "phrases": "person hash at",
    "rated_results": "code number game at first second score",
    "ratings": "person game rating deviation volatility results", "changed_ratings": "game mark",
    "hidden_ratings": "person",
    "mutes": "id person muted name at",
    "journal_heads": "code n link", "houses": "id address version mark load until", "calendar": "lived wall",
}


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.__name__)
def test_nothing_is_kept_of_a_class_that_the_letter_was_not_checked_against(kept):
    assert kept.__struct_fields__ == tuple(KEPT[kept].split())


def test_no_table_of_the_store_has_a_column_that_the_letter_was_not_checked_against():
    assert {name: " ".join(table.columns.keys()) for name, table in schema.metadata.tables.items()} == COLUMNS


@pytest.mark.parametrize("letter", LETTERS)
def test_its_numbers_are_those_of_the_program(letter):
    text = (DOCS / letter).read_text(encoding="utf-8")
    numbers = {Classroom("", "", LessonPlan("daifugo")).days, *KEPT_DAYS_RANGE, Limits().purge // DAY,
               COOKIE_SECONDS // DAY}
    for number in numbers:
        assert str(number) in text, number
