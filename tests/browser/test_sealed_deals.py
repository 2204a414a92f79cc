"""Sealed deals in the browser: the lobby's line, the number that is added by itself, and the check in the replay."""

import json

import pytest
from independent_seal import committed
from prime_daifugo_play import lobby

pytestmark = pytest.mark.browser
SIZES = ((1280, 800), (360, 800))
GAME = "prime_solitaire"                # one shuffle, and it can be given up
BOX = "document.querySelector('input[maxlength=\"40\"]')"
KEPT = "JSON.parse(localStorage.getItem('coprime.seals'))"


def sealed_lobby(me):
    """In the lobby of a table that is not for practice, with the number that the browser has added by itself."""
    page = me.opens(GAME, now=False)
    page.get_by_text("Sealed deal").click()
    page.wait_for_function(f"() => {BOX}.value > ''")
    return page


def ended(me, page):
    """The match is given up, and looked at again."""
    size = page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 800})          # on a phone it stands behind two taps more
    page.get_by_role("button", name="Give up").first.click()
    page.get_by_role("button", name="Give up").last.click()
    page.set_viewport_size(size)
    page.get_by_text("This deal was sealed.").wait_for()
    me.is_sound()
    page.get_by_role("button", name="Look at it again").click()
    page.get_by_text("Sealed deal: ").first.wait_for()


def test_the_lobby_tells_of_the_seal_and_the_replay_checks_it(people):
    me = people("phone")
    page = sealed_lobby(me)
    box = page.get_by_label("Your number")
    [kept] = page.evaluate(KEPT)
    assert kept["added"] == {"0": box.input_value()} and box.input_value().isdigit()
    assert kept["commitment"] in page.locator("details code").first.inner_text()
    me.fits(SIZES)
    box.fill("  my   luck ")
    box.press("Enter")
    page.wait_for_function(f"() => {BOX}.value === 'my luck'")
    page.reload()
    page.get_by_text("Sealed deal").click()
    assert page.get_by_label("Your number").input_value() == "my luck", "none is added over it"
    page.get_by_role("button", name="Begin").click()
    ended(me, page)
    page.get_by_text("Sealed deal: it follows").click()
    page.get_by_text("the number that it added is among those that counted: my luck.").wait_for()
    page.get_by_text("draws worked out: 1 of 1").wait_for()
    me.fits(SIZES)
    secret, number = (page.locator("dd code").nth(n).inner_text() for n in (1, 2))
    assert committed(secret) == kept["commitment"] and number == "my luck"


def test_a_match_that_begins_at_once_is_checked_without_claiming_more(people):
    """Nobody was shown anything before it."""
    me = people()
    page = me.opens(GAME, practice=True)
    ended(me, page)
    page.get_by_text("Sealed deal: it follows").click()
    page.get_by_text("This device was shown this fingerprint only when the match had begun").wait_for()


def test_two_people_at_two_browsers_each_add_a_number(people):
    ada, bo = people(), people("phone")
    page = lobby(ada, "First game")
    bo.go(f"/t/{ada.code()}")
    page.get_by_text("Sealed deal").click()
    page.wait_for_function("() => /A number was added by .+ and .+[.]/.test(document.body.innerText)")
    for one in (ada, bo):
        [kept] = one.page.evaluate(KEPT)
        assert kept["added"][str(int(one is bo))]


def test_what_does_not_fit_what_this_device_was_shown_is_told(people):
    me = people()
    page = sealed_lobby(me)
    page.get_by_role("button", name="Begin").click()
    ended(me, page)
    kept = page.evaluate(KEPT)
    ours = [{**one, "added": {"0": "another"}} for one in kept]
    theirs = [{**one, "commitment": "ab" * 32} for one in kept]
    for changed, says in ((ours, "the number that it added did not count: another."),
                          (theirs, "was at the table and was never shown this fingerprint there")):
        page.evaluate("kept => localStorage.setItem('coprime.seals', kept)", json.dumps(changed))
        page.reload()
        page.get_by_text("Sealed deal: something does not fit").wait_for()
        page.get_by_text(says).wait_for()
    page.evaluate("localStorage.removeItem('coprime.seals')")
    page.reload()
    page.get_by_text("Sealed deal: it follows").click()
    page.get_by_text("This device was not at the table before the match").wait_for()


def test_a_record_that_was_changed_does_not_fit_on_this_device_either(people):
    """The server could say what it likes: the page works out seeds itself."""
    me = people()
    page = sealed_lobby(me)
    page.get_by_role("button", name="Begin").click()
    ended(me, page)

    def lied(route):
        told = route.fetch().json()
        if "seal" in told:
            told["seal"]["numbers"] = ["1"]
        route.fulfill(json=told)
    page.route("**/api/replays/*", lied)
    page.reload()
    page.get_by_text("Sealed deal: something does not fit").wait_for()
    page.get_by_text("what was drawn at move 1 does not follow from the secret and the numbers").wait_for()


def test_a_numbered_deal_says_that_it_is_not_sealed(people):
    page = lobby(people(), "First game")
    page.get_by_label("Number of the deal").fill("4711")
    page.get_by_label("Number of the deal").press("Enter")
    page.get_by_text("This deal will have a number, so it is not sealed").wait_for()
