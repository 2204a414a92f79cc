"""Sosu Daifugo in the browser: a game by pointer and by keyboard, in both languages, and what the others see."""

import re

import pytest
from page_motion import hold_moments, let_go
from page_waits import wait_until
from playwright.sync_api import expect
from screen_checks import resized

pytestmark = pytest.mark.browser

# A deal in which the first of two leads with A33788TKKXX against 334469JQQQQ; the next cards are 6, 9 and 7.
DEAL = 223
PLAYED = {"clock": "none", "games_to_win": 1, "show_factors": "all"}
SIZES = {"phone": (360, 640), "lying": (640, 360), "laptop": (1280, 800)}
RESTED = 600            # milliseconds after which a finger rests
SIGNS = {"=": 3, "*": 4, "^": 5}        # among the keys of the line


class ByPointer:
    """Plays by taps alone."""

    def __init__(self, page):
        self.page = page

    def lay(self, cards):
        for card in cards:
            if card in SIGNS:
                self.page.locator(".keys .btn").nth(SIGNS[card]).click()
            else:
                self.page.locator(f'[data-card="{card}"]').click()

    def clear(self):
        self.page.locator(".keys .btn").nth(2).click()

    def draw(self):
        self.page.locator(".acts .btn").nth(0).click()

    def give_up(self):
        self.page.locator(".acts .btn").nth(1).click()

    def play(self):
        self.page.locator(".acts .go").click(force=True)    # what is greyed and pressed says why


class ByKeys(ByPointer):
    """Plays by keys alone."""

    def lay(self, cards):
        for card in cards:
            self.page.keyboard.press(card.lower())

    def clear(self):
        self.page.keyboard.press("Escape")

    def draw(self):
        self.page.keyboard.press("d")

    def give_up(self):
        self.page.keyboard.press("p")

    def play(self):
        self.page.keyboard.press("Enter")


def number(page):
    """The number on the line, in its groups."""
    return page.locator(".tray .figure > [aria-hidden]")


def cards_held(page):
    """How many cards lie on the places, by kind."""
    return page.locator("[data-card].paper").evaluate_all(
        "all => Object.fromEntries(all.map(e => [e.dataset.card, Number(e.querySelector('u')?.textContent ?? 1)]))")


def wait_for_own_turn(page):
    page.locator(".acts .btn:nth-child(2)[aria-disabled=false]").wait_for()


def wait_for_other_turn(page):
    page.locator(".acts .btn:nth-child(2)[aria-disabled=true]").wait_for()


def scrolls(page):
    """Whether the page, or what lies on the table, is larger than its place."""
    return page.evaluate("""document.documentElement.scrollHeight > innerHeight + 1
        || !!document.querySelector('.crowded')""")


def two_at_a_table(people, locales, sizes):
    """Two people and a spectator, once the cards of `DEAL` are dealt."""
    ada, bo, watcher = (people(locale=locale) for locale in (*locales, "en-US"))
    ada.opens("sosu_daifugo", 2, now=False, deal=DEAL, options=PLAYED)
    bo.go(f"/t/{ada.code()}")
    bo.page.locator("main .btn").first.wait_for()
    watcher.go(f"/t/{ada.code()}?watch")
    ada.page.locator("main .btn.go:enabled").last.click()
    for somebody, size in zip((ada, bo), sizes, strict=True):
        somebody.page.locator("[data-card]").first.wait_for()
        resized(somebody.page, *SIZES[size])
    watcher.page.locator('[data-place="area"]').wait_for()
    return ada, bo, watcher


@pytest.mark.parametrize(("locales", "sizes", "hands"), [
    (("ja-JP", "en-US"), ("phone", "laptop"), (ByPointer, ByKeys)),
    pytest.param(("en-US", "ja-JP"), ("laptop", "phone"), (ByKeys, ByPointer), marks=pytest.mark.long)])
def test_a_game_is_played(people, locales, sizes, hands):
    """Each in a language, a window and a way of their own; test_sosu_match.py plays a match in both ways, too."""
    ada, bo, watcher = two_at_a_table(people, locales, sizes)
    adas, bos = (way(one.page) for way, one in zip(hands, (ada, bo), strict=True))
    wait_for_own_turn(ada.page)
    assert cards_held(ada.page) == {"A": 1, "3": 2, "7": 1, "8": 2, "T": 1, "K": 2, "X": 2}

    # A joker without a value is refused with a sentence, and the line keeps its cards.
    adas.lay("TX")
    adas.play()
    expect(ada.page.get_by_role("alert")).to_contain_text("SD-9")
    adas.clear()
    expect(ada.page.get_by_role("alert")).to_have_count(0)

    # A lead, which both others see.
    adas.lay("37")
    expect(number(ada.page)).to_have_text("37")
    adas.play()
    for somebody in (bo, watcher):
        expect(somebody.page.locator("[data-place=area] .number > [aria-hidden]")).to_have_text("37")
    ada.is_sound(axe=False)

    # Too many cards, then a number that fails: its cards come back, and two more are drawn.
    wait_for_own_turn(bo.page)
    bos.lay("446")
    bos.play()
    expect(bo.page.get_by_role("alert")).to_contain_text("SD-7")
    bos.clear()
    bos.lay("44")
    bos.play()
    for somebody in (ada, bo, watcher):
        expect(somebody.page.locator(".stamp")).to_contain_text(re.compile(r"44\s*=\s*22\s*×\s*11"))
    bo.is_sound()
    assert cards_held(bo.page)["9"] == 2 and cards_held(bo.page)["6"] == 2
    expect(bo.page.locator(".place.new")).to_have_count(2)
    for somebody, size in zip((ada, bo), sizes, strict=True):
        assert size != "phone" or not scrolls(somebody.page)

    # A composite with the value of a joker on the same places.
    wait_for_own_turn(ada.page)
    adas.lay("KK=A3*TX")
    expect(number(ada.page)).to_have_text("1313=13×10▢")
    ada.is_sound()
    adas.lay("A")
    expect(number(ada.page)).to_have_text("1313=13×101")
    adas.play()
    for somebody in (bo, watcher):
        expect(somebody.page.locator(".stamp")).to_contain_text("1313=13×101")
    wait_for_own_turn(bo.page)
    bos.give_up()

    # A joker alone flows, and the same player leads again with a drawn card.
    wait_for_own_turn(ada.page)
    adas.lay("X")
    expect(ada.page.locator(".acts .go")).to_contain_text("∞")
    adas.play()
    expect(bo.page.locator(".stamp")).to_contain_text("∞")
    wait_for_own_turn(ada.page)
    adas.draw()
    ada.page.locator('[data-card="7"].new').wait_for()
    adas.lay("887")
    expect(number(ada.page)).to_have_text("887")
    adas.play()
    for somebody in (ada, bo, watcher):
        somebody.page.locator(".acts").wait_for(state="detached")
    seen = watcher.page.locator("body")
    for said in ("plays 37. Prime.", "plays 887. Prime.", "wins the match."):
        expect(seen).to_contain_text(f"{ada.name()} {said}")


def test_the_line_is_edited_and_fits_every_window(people):
    """By taps, keys and drags; nothing scrolls and nothing jumps in a turn."""
    me = people()
    page = me.opens("sosu_daifugo", 2, "novice", deal=DEAL, options=PLAYED)
    wait_for_own_turn(page)
    for width, height in SIZES.values():
        resized(page, width, height)
        places = page.locator(".places").bounding_box()
        page.keyboard.press("f")
        for value in "1k":
            page.keyboard.press(value)
        expect(page.locator("[data-tile]")).to_have_count(11)
        if width < 1260:
            assert not scrolls(page)
        assert page.locator(".places").bounding_box() == places
        me.is_sound(contrast=False)
        page.keyboard.press("Escape")
        expect(page.locator("[data-tile]")).to_have_count(0)
        page.keyboard.press("Escape")                       # it brings nothing back while the line is empty
        page.locator(".keys .btn").nth(2).click()
        expect(page.locator("[data-tile]")).to_have_count(11)
        page.locator(".keys .btn").nth(2).click()
    resized(page, *SIZES["phone"])
    for card in "83k":
        page.keyboard.press(card)
    tiles = page.locator("[data-tile]")
    tiles.nth(1).click()
    expect(tiles.nth(1)).to_have_attribute("aria-pressed", "true")
    page.locator('[data-card="T"]').click()
    expect(number(page)).to_have_text("810313")
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("r")
    expect(tiles).to_have_count(4)
    first, last = tiles.first.bounding_box(), tiles.last.bounding_box()
    figures = page.locator("[data-tile] > [aria-hidden]")
    before = figures.all_inner_texts()
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + 20, steps=8)
    page.mouse.up()
    assert figures.all_inner_texts() == [*before[1:], before[0]]


def test_on_a_long_line_a_finger_slides_to_pick_and_rests_to_write(people):
    """Fifteen cards are smaller than a thumb: the name of the one under it stands above the line."""
    me = people()
    page = me.opens("sosu_daifugo", 2, "novice", deal=DEAL, options={**PLAYED, "hand": 13})
    wait_for_own_turn(page)
    resized(page, *SIZES["phone"])
    page.keyboard.press("d")
    page.locator(".acts [aria-keyshortcuts=D][aria-disabled=true]").wait_for()      # the card has come
    wait_for_own_turn(page)
    page.keyboard.press("8")                                # no prime: it comes back, with a card more
    page.keyboard.press("Enter")
    page.locator(".tray .returned").wait_for()
    page.locator(".tray .returned + .btn").click()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    tiles, bubble = page.locator("[data-tile]"), page.locator(".tray .bubble")
    finger = page.context.new_cdp_session(page)
    expect(tiles).to_have_count(15)

    def touch(kind, *tile):
        points = []
        for at in tile:
            box = tiles.nth(at).bounding_box()
            points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    before = page.locator("[data-tile] > [aria-hidden]").all_inner_texts()
    hold_moments(page, RESTED)                              # no finger rests, however slow it is
    touch("touchStart", 1)
    for at in (3, 5):
        touch("touchMove", at)
        expect(bubble).to_have_text(before[at])
    me.is_sound()
    touch("touchEnd")
    expect(tiles.nth(5)).to_have_attribute("aria-pressed", "true")
    expect(bubble).to_have_count(0)
    assert page.locator("[data-tile] > [aria-hidden]").all_inner_texts() == before, "nothing was moved"
    # The raised one is dragged.
    touch("touchStart", 5)
    touch("touchMove", 4)
    touch("touchMove", 3)
    touch("touchEnd")
    moved = [*before[:3], before[5], *before[3:5], *before[6:]]
    expect(page.locator("[data-tile] > [aria-hidden]")).to_have_text(moved, use_inner_text=True)
    touch("touchStart", 9)
    field = page.locator(".typed input:focus")
    wait_until(page, lambda: let_go(page, RESTED) or field.count(), "a finger that rests writes")
    touch("touchEnd")
    assert not scrolls(page)


def test_a_play_is_typed_and_pasted(people):
    me = people()
    page = me.opens("sosu_daifugo", 2, "novice", deal=DEAL, options=PLAYED)
    wait_for_own_turn(page)
    resized(page, *SIZES["phone"])
    page.locator(".tray .btn.icon").click()
    field = page.locator(".typed input")
    field.fill("kk = 13 x 10x")
    expect(page.locator(".typed .wrong")).to_have_text("")
    field.fill("kk=222")
    expect(page.locator(".typed .wrong")).to_contain_text("2")
    field.fill("KK=A3*TX|X=1")
    expect(number(page)).to_have_text("1313=13×101")
    me.is_sound()
    field.press("Enter")
    expect(page.locator("[data-tile]")).to_have_count(0)
    expect(page.locator("[data-card].paper")).to_have_count(4)              # the hand is the server's to change
    assert cards_held(page).keys() == {"3", "7", "8", "X"}
