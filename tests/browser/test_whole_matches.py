"""Every game played to its ending by pointer at four sizes, in both languages, in light and dark.

COPRIME_PICTURES names a folder where pictures of the moments are kept.
"""

import pytest
from game_moments import spoken
from screen_checks import resized
from whole_match_play import Guest

import coprime

pytestmark = [pytest.mark.browser, pytest.mark.long]
GAMES = list(coprime.all_games())
DEAL = 7
SIZES = ((360, 640), (640, 360), (820, 1180), (1280, 800))
LOOKS = (("en-US", "light"), ("ja-JP", "dark"), ("en-US", "dark"), ("ja-JP", "light"))
# Seats, and the options with which a match is short and nobody is hurried.
MATCHES = {
    "prime_daifugo": (3, {"games_to_win": 1}), "daifugo": (4, {"match_length": 1}), "prime_climb": (2, {}),
    "secret_number": (3, {"match_length": 1, "round_seconds": 0}),
    "prime_challenge": (2, {"level": 1, "match_length": 1, "first_seconds": 0, "next_seconds": 0,
                            "challenge_seconds": 10}),
    "prime_solitaire": (1, {"level": 1, "deal": 3}), "factor_rummy": (2, {"level": 2, "target_score": 50}),
    "prime_canasta": (2, {"target_score": 300}), "sosu_daifugo": (2, {"hand": 5, "games_to_win": 1}),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_played_to_its_ending_by_pointer(people, name, size):
    locale, scheme = LOOKS[(GAMES.index(name) + SIZES.index(size)) % len(LOOKS)]
    me = people("laptop", scheme, locale=locale, settled=False)
    guest = Guest(me, name)
    seats, options = MATCHES[name]
    deal = {} if "deal" in options else {"deal": DEAL}
    page = me.opens(name, seats, "casual", now=False, options=options, **deal)
    resized(page, *size)
    start = page.get_by_role("button", name=spoken("lobby.start"), exact=True)
    start.wait_for()
    guest.picture("lobby")
    me.is_sound()
    me.is_whole()
    start.click()
    guest.play_out()
    guest.see_ending()
