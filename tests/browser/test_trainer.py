"""The trainer of Sosu Daifugo: decks are asked by pointer and keys, answers told, and misses asked again when due."""

import json

import pytest
from playwright.sync_api import expect
from screen_checks import resized

import coprime
from coprime.core.number_judge import judge_number

pytestmark = pytest.mark.browser
PAGE = "/train/sosu_daifugo"
KEY = "coprime.drills"
PHONE, LAPTOP = (360, 640), (1280, 800)
LONG_AGO = 1                            # the ordinal of a day
# One item of each question, and one that somebody has typed; the ones that are due longest come first.
DUE = [("primes-479", 0), ("primes-28K", 1), ("smallest-AAA7", 2), ("quadruplet-28", 3), ("factors-KJKQ", 4),
       ("judge-1831", 5)]


def list_any_items(deck):
    """Return the items of a deck that asks any prime of many cards."""
    return next(one for one in coprime.game("sosu_daifugo").trainer.list_decks() if one.name == deck).items


def keep(page, items, own=()):
    """Store on the device what was missed, due since long ago, and own items."""
    known = {name: [0, LONG_AGO + after] for name, after in items}
    page.evaluate("([key, value]) => localStorage.setItem(key, value)",
                  [KEY, json.dumps({"sosu_daifugo": {"items": known, "own": list(own)}})])


def kept(page):
    """Return how many intervals each item has left behind."""
    found = json.loads(page.evaluate("key => localStorage.getItem(key)", KEY))["sosu_daifugo"]["items"]
    return {name: passed for name, (passed, _) in found.items()}


def fits(page):
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls"


def lay(page, *cards):
    """Tap cards of the hand in this order; of equal ones the first that is still there."""
    for card in cards:
        page.get_by_role("button", name=f"{card}, to be laid").first.click()


def test_a_round_of_what_is_due_by_pointer_on_a_phone(people):
    me = people("phone").go()
    page = me.page
    resized(page, *PHONE)
    keep(page, DUE)
    me.go(PAGE)
    expect(page.locator(".ask")).to_contain_text("6 are due today.")
    me.is_sound()
    page.get_by_role("link", name="Train the 6 that are due").click()
    ask, go = page.locator(".ask"), page.locator(".acts .go")

    expect(ask).to_contain_text("Find every prime of 4, 7, 9.")
    expect(page.locator(".at")).to_have_text("1 of 6")
    expect(go).to_have_attribute("aria-disabled", "true")
    lay(page, "4", "9", "7")
    expect(go).to_have_text("Try 497")
    expect(page.locator(".tray [role=status]")).to_have_text("497, 3 cards")
    expect(page.get_by_role("button", name="9, on the line")).to_have_attribute("aria-disabled", "true")
    me.is_sound(contrast=False)
    fits(page)
    page.get_by_role("button", name="9, 2 of 3: take it back").click()
    expect(page.locator(".tile")).to_have_text(["4", "7"])
    lay(page, "9")
    go.click()
    expect(ask).to_contain_text("479 is prime.")
    expect(ask).to_contain_text("One found. There may be more, or none.")
    lay(page, "4", "9", "7")
    go.click()
    expect(ask).to_contain_text("497 is not prime.")
    expect(ask).to_contain_text("7 × 71 is 497.")
    expect(page.locator(".tried")).to_contain_text("497")
    fits(page)
    page.get_by_role("button", name="No more").click()
    expect(ask).to_contain_text("947 was missing.")
    expect(page.locator(".how li").first).to_have_text("Only 7 and 9 can stand last.")
    me.is_sound()
    fits(page)
    page.get_by_role("button", name="Next: 2, 8, K").click()

    page.get_by_role("button", name="No more").click()
    expect(ask).to_contain_text("No order of 2, 8, K is prime.")
    expect(page.get_by_role("button", name="Again later")).to_be_visible()
    go.click()

    expect(ask).to_contain_text("Find the smallest prime of A, A, A, 7.")
    lay(page, "A", "A", "7", "A")
    go.click()
    expect(ask).to_contain_text("1171 is prime, but not the smallest.")
    lay(page, "A", "A", "A", "7")
    fits(page)
    go.click()
    expect(page.locator(".how")).to_be_visible()
    go.click()

    expect(ask).to_contain_text("Which order of 2, 8 begins a quadruplet?")
    lay(page, "2", "8")
    go.click()
    expect(ask).to_contain_text("28 and 7 make 287, which is not prime.")
    lay(page, "2", "8")
    page.get_by_role("button", name="Reverse the order").click()
    expect(go).to_have_text("Try 82")
    go.click()
    page.get_by_role("button", name="No more").click()
    expect(page.locator(".how")).to_contain_text("821, 823, 827 and 829 are prime.")
    go.click()

    expect(ask).to_contain_text("KJKQ is 13 111 312. Find every prime that divides it.")
    for digit in "7":
        page.get_by_role("button", name=digit, exact=True).click()
    me.is_sound(contrast=False)
    fits(page)
    go.click()
    expect(ask).to_contain_text("13 111 312 divided by 7 leaves 4.")
    for number in ("2", "819457"):
        for digit in number:
            page.get_by_role("button", name=digit, exact=True).click()
        go.click()
    page.get_by_role("button", name="No more").click()
    expect(ask).to_contain_text("Both found.")
    go.click()

    expect(ask).to_contain_text("Is 1831 prime?")
    me.is_sound(contrast=False)
    page.get_by_role("button", name="Prime", exact=True).click()
    expect(page.locator(".stamp")).to_contain_text("1831")
    expect(page.locator(".how")).to_contain_text("830 apart")
    fits(page)
    go.click()

    expect(ask).to_contain_text("2 of 6 right.")
    expect(page.locator("dt")).to_have_text(["4, 7, 9", "A, A, A, 7", "2, 8", "KJKQ"])
    assert kept(page) == {name: name in ("primes-28K", "judge-1831") for name, _ in DUE}
    me.is_sound()
    page.get_by_role("link", name="Trainer", exact=True).click()
    expect(page.locator(".ask")).to_contain_text("Nothing is due today.")


def test_a_deck_by_keys_in_japanese_until_its_end(people):
    me = people("laptop", "dark", locale="ja-JP").go(PAGE)
    page = me.page
    page.get_by_role("link", name="2枚出し 33組").press("Enter")
    ask = page.locator(".ask")
    right = 0
    for i in range(12):
        expect(page.locator(".at")).to_have_text(f"{i + 1} / 12")
        expect(ask).to_contain_text("で作れる素数を全部見つけましょう。")
        figures = page.locator(".key > :first-child").evaluate_all("all => all.map(one => one.firstChild.data.trim())")
        for first, second in dict.fromkeys([tuple(figures), tuple(figures[::-1])]):
            digits = "".join({"A": "1", "J": "11", "Q": "12", "K": "13"}.get(one, one) for one in (first, second))
            if not judge_number(int(digits)).prime:
                continue
            for figure in (first, second):
                page.keyboard.press("t" if figure == "10" else figure.lower())
            expect(page.locator(".tray .num")).to_have_text(digits)
            page.keyboard.press("Backspace")
            page.keyboard.press("t" if second == "10" else second.lower())
            page.keyboard.press("Enter")
            expect(ask).to_contain_text(f"{digits}は素数です。")
        if not i:
            me.is_sound()
            fits(page)
        page.keyboard.press("n")
        expect(page.locator(".how")).to_be_visible()
        expect(ask).to_contain_text("まちがいなしで正解です。")
        right += 1
        page.keyboard.press("Enter")
    expect(ask).to_contain_text("12問すべて正解です。")
    assert sorted(kept(page).values()) == [3] * right
    me.is_sound()
    me.is_whole()
    page.keyboard.press("Enter")                        # more of these
    expect(page.locator(".at")).to_have_text("1 / 12")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("順番を逆にする")
    me.go(PAGE)
    expect(page.get_by_role("link", name="2枚出し 33組")).to_contain_text("33問中12問を覚えました")


WIN = {"name": "win-1", "title": "A55789", "text": "hand=A55789 cards=6,11 turn=0 deck=20 win=57,985A"}


@pytest.mark.parametrize("width, height, locale, scheme", [(360, 640, "en-US", "dark"), (640, 360, "ja-JP", "light"),
                                                           (1280, 800, "en-US", "light")])
def test_a_sure_win_of_a_lost_match_is_tried_again(people, width, height, locale, scheme):
    me = people("phone" if width < 1000 else "laptop", scheme, locale=locale).go()
    page = me.page
    resized(page, width, height)
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, json.dumps({"sosu_daifugo": {
        "items": {"win-1": [0, LONG_AGO]}, "own": [], "positions": [WIN]}})])
    me.go(PAGE)
    expect(page.locator("#games li")).to_have_text(["A55789"])
    me.is_sound()
    page.locator("#games").get_by_role("link").click()
    ask, english = page.locator(".ask").first, locale == "en-US"
    expect(ask).to_contain_text("Find the sure win." if english else "必ず勝つには？")
    expect(page.locator(".at")).to_have_text("1 of 1" if english else "1 / 1")
    me.is_sound()
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(ask).to_contain_text("no sure win" if english else "必勝ではありません")
    me.is_sound(axe=False)
    page.keyboard.press("Escape")
    for key in ("5", "7", "Enter"):
        page.keyboard.press(key)
    expect(ask).to_contain_text("You lead again." if english else "もう一度あなたの親番です。")
    me.is_sound(axe=False)
    for key in ("9", "8", "5", "a", "Enter"):
        page.keyboard.press(key)
    expect(ask).to_contain_text("That wins." if english else "これで勝ちです。")
    me.is_sound()
    page.get_by_role("button", name="How it went" if english else "結果を見る").click()
    expect(page.locator("dt")).to_have_text(["A55789"])
    assert kept(page) == {"win-1": 0}, "a wrong try was made"
    me.is_sound()


def test_a_sure_win_is_shown_and_one_that_the_server_refuses_is_left(people):
    me = people("laptop").go()
    page = me.page
    bad = {"name": "win-2", "title": "99", "text": "hand=99 cards=2,3 turn=0 deck=20 win=99"}
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, json.dumps({"sosu_daifugo": {
        "items": {"win-1": [0, LONG_AGO], "win-2": [0, LONG_AGO + 1]}, "own": [], "positions": [bad, WIN]}})])
    me.go(f"{PAGE}/due")
    page.get_by_role("button", name="Show me the answer").click()
    expect(page.locator(".ask").first).to_contain_text("This would have won.")
    page.get_by_role("button", name="Next: 99").click()
    expect(page.locator(".ask").first).to_contain_text("In this kept position its win is not one.")
    page.get_by_role("button", name="How it went").click()
    expect(page.locator(".ask").first).to_contain_text("right")
    me.go(PAGE)
    page.get_by_role("button", name="Take 99 off the list").click()
    expect(page.locator("#games li")).to_have_text(["A55789"])


def test_a_set_of_eight_cards_takes_any_prime_of_them(people):
    me = people("phone").go(f"{PAGE}/eight")
    page = me.page
    resized(page, *PHONE)
    item = list_any_items("eight")[0]
    keep(page, [(item.name, 0)])
    me.go(f"{PAGE}/eight")
    ask, go = page.locator(".ask"), page.locator(".acts .go")
    expect(ask).to_contain_text("Make a prime of all these cards.")
    expect(ask).to_contain_text("Any order that is prime is right.")
    figures = [key.figure for key in item.keys]
    even = next(figure for figure in figures if figure in ("2", "4", "6", "8", "10", "Q"))
    figures.remove(even)
    lay(page, *figures, even)
    me.is_sound(contrast=False)
    fits(page)
    go.click()
    expect(ask).to_contain_text("is not prime.")
    expect(page.locator(".tried")).to_be_visible()
    me.is_sound(axe=False)
    fits(page)
    order = item.explanation[-1].removeprefix("For example ").split(":")[0].split(", ")
    lay(page, *order)
    go.click()
    expect(ask).to_contain_text("is prime.")
    expect(ask).to_contain_text("Found, after one wrong try.")
    expect(page.locator(".how li").last).to_contain_text("For example")
    assert kept(page) == {item.name: 1}
    me.is_sound()
    fits(page)
    go.click()
    page.get_by_role("button", name="Show one").click()
    expect(page.locator(".slot")).to_contain_text("example")
    me.is_sound(contrast=False)
    fits(page)


def test_own_sets_are_read_by_the_server_kept_trained_and_deleted(people):
    me = people("phone").go(PAGE)
    page = me.page
    field = page.get_by_label("Cards of a set")
    field.fill("X5")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="without jokers")).to_be_visible()
    field.fill("974, k82 10A")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#own li")).to_have_text(["4, 7, 9", "2, 8, K", "A, 10"])
    page.get_by_role("button", name="Take 4, 7, 9 off the list").click()
    expect(page.locator("#own li")).to_have_text(["2, 8, K", "A, 10"])
    me.is_sound()
    page.get_by_role("link", name="Train these 2 sets").click()
    expect(page.locator(".at")).to_have_text("1 of 2")
    me.go("/yours")
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("button", name="Yes, delete").click()
    page.wait_for_url(f"{me.server.url}/")
    assert page.evaluate("key => localStorage.getItem(key)", KEY) is None


def test_a_deck_that_is_open_goes_on_without_a_connection(people):
    me = people("phone").go(f"{PAGE}/three_failing")
    page = me.page
    page.locator(".key").first.wait_for()
    me.context.set_offline(True)
    for i in range(12):
        expect(page.locator(".at")).to_have_text(f"{i + 1} of 12")
        page.get_by_role("button", name="No more").click()
        expect(page.locator(".how li").first).to_be_visible()
        page.locator(".acts .go").click()
    expect(page.locator(".ask")).to_contain_text("of 12 right.")


@pytest.mark.parametrize("locale, others", [("en-US", ((820, 1180), LAPTOP)), ("ja-JP", ((640, 360),)),
                                            pytest.param("en-US", ((640, 360),), marks=pytest.mark.long),
                                            pytest.param("ja-JP", ((820, 1180), LAPTOP), marks=pytest.mark.long)])
def test_every_question_fits_every_window(people, locale, others):
    """Each language in the narrowest window, and each of the others in one language."""
    me = people("phone", locale=locale).go()
    page = me.page
    due = [*DUE, (list_any_items("eight")[0].name, 6), (list_any_items("five")[0].name, 7)]
    for width, height in (PHONE, *others):
        resized(page, width, height)
        keep(page, due)
        me.go(f"{PAGE}/due")
        for _ in due:
            page.locator(".item").wait_for()
            for i in range(page.locator(".key").count()):
                page.locator(".key").nth(i).click()
            me.is_sound(axe=False)
            me.is_whole()
            fits(page)
            page.keyboard.press("n")
            page.locator(".how").wait_for()
            me.is_sound(axe=False)
            me.is_whole()
            fits(page)
            page.locator(".acts .go").click()


def test_the_trainer_is_reached_from_the_rules_the_numbers_and_the_box(people):
    me = people("phone").go("/rules/sosu_daifugo")
    page = me.page
    page.get_by_role("link", name="Trainer", exact=True).click()
    page.wait_for_url(f"**{PAGE}")
    me.go("/primes")
    page.get_by_role("link", name="Trainer: Sosu Daifugo").click()
    page.wait_for_url(f"**{PAGE}")
    me.go()
    page.get_by_role("button", name="Sosu Daifugo").first.click()
    page.get_by_role("link", name="Trainer", exact=True).click()
    page.wait_for_url(f"**{PAGE}")
    me.go("/train/prime_climb")
    expect(page.locator(".ask")).to_contain_text("There is no trainer for Prime Climb.")
    me.go(f"{PAGE}/chess")
    expect(page.locator(".ask")).to_contain_text("The trainer has no such deck.")
