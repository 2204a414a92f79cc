"""What is refused on a small screen stands where the sentence stands: it covers nothing, and it goes again."""

import pytest
from game_moments import Opened
from page_sockets import hear_no_news, listen, tell
from screen_checks import resized, some_of

import coprime

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (390, 844), (820, 1180))
# As long as the longest that a game says.
SENTENCES = {
    "en-US": "3 cards would be left over. Before you draw, you may go out only if your whole hand stands in sets.",
    "ja-JP": "いちばん上のワイルドは取れません。ワイルドがあると捨て札は凍り、"
             "いちばん上を数カードだけの組にしなければならないからです。",
}
# Whatever can be pressed or read on the table and is hidden by the refusal.
COVERED = """() => [...document.querySelectorAll(
        'main :is(button, a, [data-card], [data-place], [data-stack], .mat .n)')]
    .filter(one => one.checkVisibility() && !one.closest('.no'))
    .filter(one => {
        const {left, top, width, height} = one.getBoundingClientRect()
        return [[.5, .5], [.5, .1], [.1, .1], [.9, .1]]
            .some(([x, y]) => document.elementFromPoint(left + width * x, top + height * y)?.closest('.no'))
    }).map(one => one.textContent.trim())"""


class Refusing:
    """A table whose server refuses something whenever the test wants it, and says nothing else: news ends a refusal."""

    def __init__(self, me, name, locale):
        self.sentence = SENTENCES[locale]
        listen(me.page)
        opened = Opened(me.page, me.server.url, name)
        self.page = opened.at(opened.story.play)
        hear_no_news(self.page)

    def refuse(self):
        tell(self.page, {"type": "refused", "id": "", "sentence": self.sentence, "rule": "XX-7"})
        self.page.locator(".sentence .no").get_by_text(self.sentence[:20]).wait_for()


@pytest.mark.parametrize("locale", SENTENCES)
@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_a_refusal_covers_nothing_and_can_be_closed(people, name, locale, sample_size):
    """Every game in every language in the narrowest window; in English in one of the others, too, by turns."""
    me = people("phone", locale=locale)
    table = Refusing(me, name, locale)
    count = sample_size(2 if locale == "en-US" else 1, len(SIZES))
    for width, height in some_of(SIZES, list(coprime.all_games()).index(name), count):
        resized(table.page, width, height)
        table.refuse()
        assert table.page.evaluate(COVERED) == [], (width, height)
        me.is_sound(axe=(locale, (width, height)) == ("en-US", SIZES[0]))
        table.page.locator(".sentence .no button").click()
        table.page.locator(".sentence .no").wait_for(state="hidden")
        table.page.locator(".ask").first.wait_for()


@pytest.mark.parametrize("locale", SENTENCES)
def test_on_a_lying_phone_a_refusal_takes_the_place_of_a_long_sentence(people, locale):
    """A sentence of two lines stood there still, and the refusal under it, over the others."""
    me = people("phone", locale=locale)
    table = Refusing(me, "prime_canasta", locale)
    resized(table.page, 640, 360)
    table.page.evaluate("document.querySelector('.sentence .ask').classList.add('tight')")
    table.refuse()
    assert not table.page.locator(".sentence .ask").is_visible()
    no, others = (table.page.locator(part).bounding_box() for part in (".sentence .no", ".others"))
    assert no["y"] + no["height"] <= others["y"]
    assert table.page.evaluate(COVERED) == []


def test_it_goes_with_the_next_thing_that_is_done(people):
    me = people("phone")
    table = Refusing(me, "prime_daifugo", "en-US")
    page = table.page
    for done in (lambda: page.locator(".news").click(), lambda: page.keyboard.press("Escape"),
                 lambda: page.locator(".hand [data-card]").first.click()):
        table.refuse()
        done()
        page.locator(".sentence .no").wait_for(state="hidden")
        if page.locator(".sheet").count():
            page.get_by_role("button", name="Close").click()
