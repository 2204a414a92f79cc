"""The page in two languages: which one it speaks, what a phone fetches for it, and readings above the words."""

import pytest
from screen_checks import resized

pytestmark = pytest.mark.browser

FONTS = 300_000             # bytes, for a first screen
# Whether every word beside the deck and the discards is seen whole, once the page is laid out.
PILES_ON_MAT = """() => {
    const mat = document.querySelector('.play').parentElement.getBoundingClientRect()
    const words = [...document.querySelectorAll('.pile > span, .pile > .look')].map(e => e.getBoundingClientRect())
    return words.length === 2 && words.every(box => box.height && box.top >= mat.top && box.bottom <= mat.bottom)
}"""
JAPANESE = "素数大富豪 Lv.0"


@pytest.fixture
def reader(people):
    """Somebody with a phone and a Japanese browser."""
    somebody = people("phone", locale="ja-JP")
    somebody.page.set_viewport_size({"width": 360, "height": 740})
    return somebody


def language(page):
    return page.evaluate("document.documentElement.lang")


def shelf(page):
    """Titles of the games, once all have come and their faces with them."""
    page.locator(".shelf .tt").nth(8).wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    return page.locator(".shelf .tt").all_inner_texts()


def choose(page, name):
    page.get_by_role("button", name=name, exact=True).filter(visible=True).first.click()
    page.wait_for_load_state()


def test_the_browser_is_followed_and_a_choice_goes_before_it(reader):
    page = reader.go().page
    assert language(page) == "ja" and JAPANESE in shelf(page)
    reader.is_sound()
    reader.is_whole()

    choose(page, "English")
    page.locator("html[lang=en]").wait_for()
    assert "Prime Daifugo Lv. 0" in shelf(page) and JAPANESE not in shelf(page)
    reader.is_sound()
    reader.go()
    assert language(page) == "en" and "Prime Daifugo Lv. 0" in shelf(page)

    choose(page, "日本語")
    page.locator("html[lang=ja]").wait_for()
    assert JAPANESE in shelf(page)
    [cookie] = [one for one in reader.context.cookies() if one["name"] == "language"]
    assert (cookie["value"], cookie["path"], cookie["sameSite"], cookie["httpOnly"]) == ("ja", "/", "Lax", False)


def test_on_a_laptop_both_languages_stand_there(people):
    somebody = people(locale="ja-JP").go()
    assert JAPANESE in shelf(somebody.page)
    group = somebody.page.get_by_role("group", name="言語").filter(visible=True)
    assert group.get_by_role("button").all_inner_texts() == ["English", "日本語"]
    assert group.locator("[aria-pressed=true]").inner_text() == "日本語"
    somebody.is_sound()
    somebody.is_whole()


def test_what_nobody_translated_is_english(people):
    page = people(locale="fr-FR").go().page
    assert language(page) == "en" and "Prime Daifugo Lv. 0" in shelf(page)


def fetched(somebody):
    """What the network log says of the faces that the home screen fetches: their names and bytes."""
    log, names, sizes = somebody.context.new_cdp_session(somebody.page), {}, {}
    log.on("Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]})
           if told["type"] == "Font" else None)
    log.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))
    log.send("Network.enable")
    somebody.go()
    shelf(somebody.page)
    somebody.page.wait_for_load_state("networkidle")
    return {names[one].rsplit("/", 1)[1]: sizes[one] for one in names}


def test_a_first_screen_fetches_few_faces(people):
    japanese = fetched(people("phone", locale="ja-JP", fresh=True))
    assert len(japanese) > 2 and 0 < sum(japanese.values()) <= FONTS
    english = fetched(people("phone", fresh=True))
    assert len(english) == 2 and set(english) < set(japanese)


def test_the_server_speaks_the_language_of_the_page(reader):
    page = reader.go().page
    shelf(page)
    code = reader.posts("/api/tables", {"game": "prime_daifugo", "seats": 2, "now": True, "practice": False, "deal": 5,
                                        "bots": [None, {"level": "casual", "pace": "quick"}]})["code"]
    reader.go(f"/t/{code}")
    page.locator(".ask", has_text="番").wait_for()
    reader.is_whole()
    page.evaluate("document.cookie = 'language=en; path=/'")
    reader.go(f"/t/{code}")
    page.locator(".ask", has_text="Your turn").wait_for()


def test_the_words_of_the_piles_lie_on_the_lowest_mat(people):
    """Readings leave 80 px for the mat of Prime Daifugo Lv. 0: neither deck nor discards are cut."""
    somebody = people("phone", locale="ja-JP")
    page = somebody.go().page
    resized(page, 360, 640)
    page.get_by_role("switch", name="ふりがな").click()
    asked = {"game": "prime_daifugo", "seats": 2, "bots": [None] * 2, "now": True, "practice": False, "deal": 5}
    somebody.go(f"/t/{somebody.posts('/api/tables', asked)['code']}")
    page.locator(".fixed .ask rt").first.wait_for()
    page.locator(".bin", has_text="捨て札").wait_for()
    page.wait_for_function(PILES_ON_MAT)
    assert page.evaluate("document.querySelector('.play').parentElement.clientHeight") < 96


def test_readings_stand_above_the_words_and_are_not_said(reader):
    page = reader.go("/rules/prime_daifugo").page
    page.locator(".rules h2").first.wait_for()
    assert not page.locator("rt").count()
    reader.go()
    page.get_by_role("switch", name="ふりがな").click()
    reader.go("/rules/prime_daifugo")
    page.locator(".rules h2 rt").first.wait_for()
    assert "そすう" in page.locator("rt").all_inner_texts()
    said = page.locator(".rules").aria_snapshot()
    assert "素数" in said and "そすう" not in said
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_no_other_language_offers_readings(people):
    page = people().go("/yours").page
    page.locator("h2").first.wait_for()
    names = ("High contrast", "Large text", "Show everything at once", "Sounds", "Call me to my turn",
             "Wins fill the screen")
    offered = [page.get_by_role("switch", name=name).count() for name in names]
    assert offered == [1] * len(names) and page.get_by_role("switch").count() == len(names), "none for readings"
