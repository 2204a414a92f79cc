"""The privacy letter says what the server does: its figures are those of the code, in both languages."""

import re
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from coprime.classroom.classroom import KEPT_DAYS_RANGE, Classroom
from coprime.classroom.login_secret import PICTURES
from coprime.server.rate_limits import Limits
from coprime.server.store.people import COOKIE_SECONDS
from coprime.server.store.weekly_rows import WEEKS_KEPT

DOCS = Path(__file__).parents[1] / "docs"
DAY = 86_400
PURGE = next(int(one.default) for one in fields(Limits) if one.name == "purge")
CLASS_DAYS = next(one.default for one in msgspec.structs.fields(Classroom) if one.name == "days")
FIRST, LAST = KEPT_DAYS_RANGE
SAID = {
    "privacy-letter": [f"for {COOKIE_SECONDS // DAY} days after", f"after {CLASS_DAYS} days without anybody",
                       f"may choose {FIRST} to {LAST}", f"go after {PURGE // DAY} days", "one of twelve pictures",
                       "for five weeks"],
    "privacy-letter.ja": [f"最後に開いてから{COOKIE_SECONDS // DAY}日", f"だれも来ないまま{CLASS_DAYS}日",
                          f"{FIRST}日から{LAST}日まで", f"リプレイは{PURGE // DAY}日で", f"{len(PICTURES)}枚の絵",
                          f"{WEEKS_KEPT}週間"],
}


@pytest.mark.parametrize("name", SAID)
def test_its_figures_are_those_of_the_code(name):
    letter = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert [said for said in SAID[name] if said not in letter] == []
    assert (len(PICTURES), WEEKS_KEPT) == (12, 5)       # as the English letter has them in words


def test_both_letters_have_the_same_lines_to_fill_in():
    lines = {len(re.findall("_{5,}", (DOCS / f"{name}.md").read_text(encoding="utf-8"))) for name in SAID}
    assert lines == {5}
