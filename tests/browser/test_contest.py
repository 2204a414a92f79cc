"""A person at a contest of programs, from the lobby to the result."""

import json
import re

import pytest
from contest_process import Contest
from daifugo_play import ByPointer, play_out

pytestmark = pytest.mark.browser


def test_a_person_waits_for_programs_and_plays_with_them(people, tmp_path):
    with Contest(tmp_path, games=2, bots=["novice"], pace=0.04, rest=30) as contest:
        me = people("phone", "dark", server=contest).go(f"/t/{contest.code}")
        page, begin = me.page, me.page.get_by_role("button", name="Begin")
        page.get_by_text("3 programs are still to come.").wait_for()
        assert page.get_by_text("still to come", exact=True).count() == 3 and begin.is_disabled()
        me.is_sound()
        for _ in range(3):
            contest.sit()
        page.get_by_text("Everybody is here").wait_for()
        page.get_by_text("so the rules stay as they are").wait_for()
        assert page.get_by_label("How well").count() == 0 and page.get_by_role("button", name="Sit here").count() == 0
        me.is_sound()
        begin.click()
        play_out(page, ByPointer(page))
        page.locator(".ask", has_text=re.compile("wins? the match|shared first")).wait_for()
        me.is_sound()
        page.goto("about:blank")                        # nobody is at the table any more
        assert contest.process.wait(60) == 0
        assert json.loads((tmp_path / "out").read_text())["games"] == 2
