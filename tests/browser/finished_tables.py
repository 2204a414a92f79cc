"""A table at the end of a match that bots have played."""

from game_moments import ACT, NAMES, greet, post

import coprime
from coprime.core.record import dump_record
from coprime.testing.golden import play_by_bots, record_match


def ended(me, name, seed, level, *, hinted=False, **options):
    """A table at which a match of bots has just ended, as whoever did the last thing.

    `hinted`: they have opened a hint before, on a phone.
    """
    game = coprime.game(name)
    match = play_by_bots(game, max(game.seats[0], min(3, game.seats[1])), options, seed, level, most=6000)
    last = max(i for i, event in enumerate(match.events) if event.seat < match.seats)
    seat, action = match.events[last]
    page, url = me.page, me.server.url
    greet(page, url)
    id = post(page, url, "/api/replays", dump_record(record_match(match, list(NAMES[:match.seats]))))["id"]
    code = post(page, url, f"/api/replays/{id}/whatif", {"step": last, "seat": seat})["code"]
    page.goto(f"{url}/t/{code}")
    page.locator(".ask").first.wait_for()
    if hinted:
        page.get_by_role("button", name="Hints").click()
        page.locator(".ladder li > button:enabled").first.click()
        page.locator(".ladder .on").first.wait_for()
        page.keyboard.press("Escape")
    page.evaluate(ACT, [code, seat, game.words.label(action)])
    page.get_by_role("button", name="Play again").wait_for(timeout=30_000)
    return page
