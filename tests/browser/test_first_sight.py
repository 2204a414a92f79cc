"""What somebody new reads at first sight: figures have a word, places a form, one thing lies over the table."""

import pytest
from page_waits import wait_until
from playwright.sync_api import expect
from screen_checks import resized

pytestmark = pytest.mark.browser
LANGUAGES = ["en-US", "ja-JP"]
PHONE = (360, 640)


def is_new(people, locale="en-US", **about):
    """Somebody new with a small phone."""
    me = people("phone", new=True, locale=locale, **about)
    me.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return me


@pytest.mark.parametrize("locale, agree, round_one", [("en-US", "agree", "Round 1"), ("ja-JP", "同意", "ラウンド1")])
def test_in_secret_number_the_ring_and_the_first_pile_say_what_they_count(people, locale, agree, round_one):
    page = is_new(people, locale).go("/first/secret_number").page
    word, figure = page.locator(".clock .s"), page.locator(".clock .num[aria-hidden]")
    for width, height in (PHONE, (640, 360)):
        resized(page, width, height)
        expect(word).to_have_text(agree)
        wait_until(page, lambda: not overlap(word, figure) and word.bounding_box()["width"] > 14,
                   "the word is beside the figure")
        expect(page.locator(".pile .head .num")).to_have_text(round_one)


def overlap(one, other):
    """Whether two things lie over each other."""
    a, b = one.bounding_box(), other.bounding_box()
    return all(a[at] < b[at] + b[size] - 1 and b[at] < a[at] + a[size] - 1
               for at, size in (("x", "width"), ("y", "height")))


@pytest.mark.parametrize("locale", LANGUAGES)
def test_prime_solitaire_shows_the_form_of_a_set_until_cards_are_raised(people, locale):
    page = is_new(people, locale).go("/first/prime_solitaire").page
    form = page.locator(".sum .form i")
    expect(form).to_have_count(3)
    page.locator("[data-place='21']").click()
    expect(form).to_have_count(0)
    # Where turned cards will lie, there is a place for them.
    expect(page.locator(".side .gone")).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_hand_of_daifugo_runs_as_the_scale_on_the_table(people, locale):
    page = is_new(people, locale).opens("daifugo", 4, "novice", deal=3)
    ranks = page.locator(".hand [data-card]")
    ranks.first.wait_for()
    scale = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
    held = [name.split("#")[0] for name in ranks.evaluate_all("cards => cards.map(one => one.dataset.card)")]
    known = [{"T": "10"}.get(name[:-1], name[:-1]) for name in held if name[:-1] in {*scale, "T"}]
    assert len(known) > 10 and known == sorted(known, key=scale.index)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_sosu_daifugo_names_no_card_that_is_not_held_in_a_first_match(people, locale):
    page = is_new(people, locale).opens("sosu_daifugo", 2, "novice", deal=1)
    places = page.locator(".hand .place")
    places.first.wait_for()
    expect(places).to_have_count(14)
    expect(page.locator(".hand .none > [aria-hidden]").first).to_have_text("")
    # A letter to type is no sign for a newcomer: J, Q and K say what they count.
    assert page.locator(".hand em", has_text="T").count() == 0


@pytest.mark.parametrize("locale, said", [("en-US", "on 0, 0"), ("ja-JP", "0、0のマス")])
def test_prime_climb_says_with_a_word_where_the_others_stand(people, locale, said):
    page = is_new(people, locale).go("/first/prime_climb").page
    expect(page.locator(".seated .num > [aria-hidden]")).to_have_text(said)


def test_the_question_about_sounds_waits_for_a_caption(people):
    page = is_new(people, settled=False).opens("prime_canasta", 2, "novice", deal=1)
    caption, question = page.locator(".tip"), page.locator(".question")
    page.get_by_role("button", name="Draw two").click()
    # It is asked with that tap, and a caption comes with the cards.
    caption.wait_for()
    expect(question).to_have_count(0)

    def is_asked():
        """Close what captions come: on a slow machine one of the tap itself comes before that of the cards."""
        captions, questions = page.evaluate("['.tip', '.question'].map(one => document.querySelectorAll(one).length)")
        assert not (captions and questions), "the question is asked beside a caption"
        if captions:
            page.locator(".hand [data-card]").first.click()
        return questions
    wait_until(page, is_asked, "the question, once no caption is there")


def test_in_japanese_the_second_line_of_daifugo_stays_whole_on_a_lying_phone(people):
    me = people("phone", new=True, locale="ja-JP")
    page = me.page
    page.set_viewport_size({"width": 640, "height": 360})
    me.opens("daifugo", 4, "novice", deal=3)
    # What is asked fills a line of smaller letters.
    page.locator(".ask.tight").wait_for()
    second = page.locator(".ask small")
    wait_until(page, lambda: second.evaluate("one => one.getClientRects().length") == 1, "it is one line")
