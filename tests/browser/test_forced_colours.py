"""With the colours of the system (forced colours) nothing that is written on a table is cut off."""

import pytest
from game_moments import Opened
from screen_checks import resized

import coprime

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_table_is_whole_in_forced_colours(people, name, sample_size):
    """Where there is most to show; in the long form at the first turn, too."""
    me = people("phone")
    me.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    opened = Opened(me.page, me.server.url, name)
    for moment in (opened.story.fullest, opened.story.first)[:sample_size(1, 2)]:
        opened.at(moment)
        for width, height in ((360, 640), (1280, 800)):
            resized(me.page, width, height)
            me.is_whole()
            # A frame of the system's takes no room from what stands in it.
            assert me.page.evaluate("""() => [...document.querySelectorAll('.card')].every(card => {
                const {borderTopWidth, borderLeftWidth} = getComputedStyle(card)
                return borderTopWidth === '0px' && borderLeftWidth === '0px'
            })""")
