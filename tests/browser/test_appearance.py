"""High contrast and large text: kept on the device, there before the first paint, whole and readable."""

import pytest
from game_moments import Opened
from playwright.sync_api import expect
from screen_checks import AXE_CORE, BEYOND, CLIPPED, is_readable, resized

import coprime

pytestmark = pytest.mark.browser
MARKS = "(({theme, contrast, text}) => [theme ?? '', contrast ?? '', text ?? ''])(document.documentElement.dataset)"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
TEXT_SIZE = "parseFloat(getComputedStyle(document.body).fontSize)"
# Contrast of text as WCAG's AAA asks for: 7:1, large text 4.5:1.
ENHANCED = """() => axe.run({runOnly: ['color-contrast-enhanced'], resultTypes: ['violations']}).then(({violations}) =>
    violations.flatMap(({nodes}) => nodes.map(node => [node.html.slice(0, 120), node.any[0].data.contrastRatio])))"""
SCREENS = ("home", "settings", "rules", "yours", "lobby")


def set_look(me, **settings):
    """As if these had been set on the device."""
    me.keeps("coprime.settings", {"soundAsked": True, "wins": False, **settings})


def go_to_screen(me, screen):
    """One of `SCREENS`, when everything stands on it."""
    page = me.page
    if screen == "lobby":
        page = me.opens("prime_daifugo", 2, now=False)
        page.locator(".inv svg").wait_for()
    elif screen == "rules":
        me.go("/rules/prime_daifugo")
        page.locator("main h2").nth(1).wait_for()
    elif screen == "yours":
        me.go("/yours")
    else:
        me.go()
        page.locator(".shelf li").nth(8).wait_for()
        if screen == "settings":
            page.locator(".foot button").last.click()
            page.locator("dialog[open] .seg").wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    return page


def has_contrast(page):
    """Nothing that is written has less than seven to one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_CORE.read_text())
    return page.evaluate(ENHANCED)


def test_what_is_set_is_kept_and_shown_at_once(people):
    me = people()
    page = go_to_screen(me, "settings")
    assert page.evaluate(MARKS) == ["", "", ""]
    size = page.evaluate(TEXT_SIZE)
    page.get_by_role("radio", name="Dark").check(force=True)
    page.get_by_role("switch", name="High contrast").check()
    page.get_by_role("switch", name="Large text").check()
    assert page.evaluate(MARKS) == ["dark", "more", "large"]
    assert page.evaluate(BACKGROUND) == "rgb(0, 0, 0)" and page.evaluate(TEXT_SIZE) == 2 * size
    page.reload()
    page.locator(".shelf").wait_for()
    assert page.evaluate(MARKS) == ["dark", "more", "large"]
    page.get_by_role("button", name="Let daylight in: light").click()
    assert page.evaluate(MARKS) == ["light", "more", "large"] and page.evaluate(BACKGROUND) == "rgb(255, 255, 255)"


def test_a_table_offers_the_same(people):
    me = people()
    page = go_to_screen(me, "lobby")
    page.get_by_role("button", name="This table").click()
    page.get_by_role("switch", name="High contrast").check()
    assert page.evaluate(MARKS) == ["light", "more", ""]


@pytest.mark.parametrize("settings, marks", [
    ({"theme": "dark"}, ["dark", "", ""]), ({"contrast": True}, ["light", "more", ""]),
    ({"theme": "dark", "contrast": True, "largeText": True}, ["dark", "more", "large"]),
    ({"theme": "no such", "contrast": "what", "largeText": 3}, ["", "", ""])])
def test_the_look_is_there_before_the_application(people, settings, marks):
    """No script of the application has run when the page is first painted."""
    me = people()
    set_look(me, **settings)
    me.page.route("**/assets/index-*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    me.page.goto(me.server.url)
    assert me.page.evaluate(MARKS) == marks
    if settings.get("theme") == "dark":
        assert me.page.evaluate(BACKGROUND) == ("rgb(0, 0, 0)" if marks[1] else "rgb(27, 23, 20)")
    assert not me.page.locator(".shelf").count()
    me.page.unroute("**/assets/index-*.js")
    me.page.reload()
    me.page.locator(".shelf").wait_for()
    assert me.page.evaluate(MARKS) == marks, "the application says the same"


def test_a_device_that_wants_contrast_gets_it(people):
    me = people(scheme="dark")
    me.page.emulate_media(contrast="more", color_scheme="dark", reduced_motion="reduce")
    page = go_to_screen(me, "settings")
    assert page.evaluate(MARKS) == ["dark", "more", ""]
    expect(page.get_by_role("switch", name="High contrast")).to_be_checked()
    me.page.emulate_media(contrast="more", color_scheme="light", reduced_motion="reduce")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    page.get_by_role("switch", name="High contrast").uncheck()
    assert page.evaluate(MARKS) == ["", "", ""]


def show_in_scheme(page, scheme):
    """As the device asks for it: a page changes its colours at once."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=scheme)


@pytest.mark.parametrize("screen", SCREENS)
def test_high_contrast_is_seven_to_one(people, screen):
    me = people("phone")
    set_look(me, contrast=True)
    page = go_to_screen(me, screen)
    for scheme in ("light", "dark"):
        show_in_scheme(page, scheme)
        is_readable(page)
        assert has_contrast(page) == [], scheme
    is_whole_in_forced_colours(me)


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_table_in_high_contrast_is_seven_to_one(people, name, sample_size):
    """Where there is most to show; in the long form at the first turn, too."""
    me = people("phone")
    set_look(me, contrast=True)
    opened = Opened(me.page, me.server.url, name)
    for moment in (opened.story.fullest, opened.story.first)[:sample_size(1, 2)]:
        page = opened.at(moment)
        for scheme in ("light", "dark"):
            show_in_scheme(page, scheme)
            assert has_contrast(page) == [], (moment, scheme)


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize("screen", SCREENS)
def test_large_text_needs_no_sideways_scroll(people, screen, locale):
    me = people("phone", locale=locale)
    set_look(me, largeText=True)
    me.page.set_viewport_size({"width": 820, "height": 1180})
    page = go_to_screen(me, screen)
    assert page.evaluate(TEXT_SIZE) == 32
    for width, height in ((820, 1180), (1280, 800), (360, 640)):
        resized(page, width, height)
        assert page.evaluate(BEYOND) == [], (width, height)
        assert page.evaluate(CLIPPED) == [], (width, height)
    is_readable(page, contrast=False)
    is_whole_in_forced_colours(me)


def test_a_table_in_play_keeps_its_size_on_a_laptop(people):
    """There the browser's zoom enlarges cards and text alike; smaller windows: test_large_text.py."""
    me = people("laptop")
    set_look(me, largeText=True)
    page = me.opens("prime_daifugo", 2, "casual")
    page.locator(".hand [data-card]").first.wait_for()
    assert page.evaluate(TEXT_SIZE) == 16


@pytest.mark.parametrize("screen", SCREENS)
def test_screens_are_whole_in_forced_colours(people, screen):
    """High contrast and large text: above, where the same screens stand in them."""
    me = people("phone")
    me.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    go_to_screen(me, screen)
    is_whole_in_forced_colours(me)


def is_whole_in_forced_colours(me):
    page = me.page
    page.emulate_media(color_scheme="light", forced_colors="active", reduced_motion="reduce")
    me.is_whole()
    assert page.evaluate(BEYOND) == []
    # What is chosen looks chosen, without our colours.
    for chosen in page.locator("input:checked + span").filter(visible=True).all():
        other = page.locator("input:not(:checked) + span").filter(visible=True).first
        colour = "e => getComputedStyle(e).backgroundColor"
        assert chosen.evaluate(colour) != other.evaluate(colour)
