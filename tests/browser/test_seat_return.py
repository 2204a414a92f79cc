"""Ways to a seat, on screen: back after leaving, a promised seat, a bot that plays for somebody who is away."""

import pytest
from playwright.sync_api import expect
from server_process import ServerProcess

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """A server in which a bot plays after two seconds."""
    server = ServerProcess(tmp_path_factory.mktemp("data"), grace=2, rest=30, quick=0.04).start()
    yield server
    server.stop()


def room(page):
    page.get_by_role("button", name="This table").click()
    return page.get_by_role("dialog", name="This table")


def test_who_comes_back_after_leaving_finds_their_seat_first(people):
    ada = people("phone")
    page = ada.opens("prime_daifugo", 3, "casual", people=1)
    page.locator(".hand [data-card]").first.wait_for()
    address = page.url
    room(page).get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Play now").first.wait_for()
    page.goto(address)
    back = page.get_by_role("button", name="Back to your seat")
    back.wait_for()
    ada.is_sound()
    first = page.locator("main button").filter(visible=True).first
    assert first.inner_text() == "Back to your seat"
    back.click()
    page.locator(".hand [data-card]").first.wait_for()
    assert not back.is_visible()


def test_a_seat_whose_cards_nobody_has_held_is_promised(people):
    ada, cy = people(), people("phone")
    page = ada.opens("prime_daifugo", 3, "casual", people=1)
    other = cy.go(f"/t/{ada.code()}").page
    asked = room(other)
    asked.get_by_role("button", name="Ask for this seat from the next hand on").first.click()
    page.get_by_role("button", name="Let them").click()
    other.keyboard.press("Escape")
    other.get_by_text("as soon as this hand is over").wait_for()
    cy.is_sound()
    assert other.locator(".hand [data-card]").count() == 0
    expect(room(page).get_by_text("sits down here when this hand is over")).to_be_visible()


def test_a_chair_that_a_bot_plays_for_says_so(people, short):
    ada, bo = people(server=short), people("phone", server=short)
    ada.opens("prime_daifugo", 2, now=False)
    bo.joins(ada)
    name = bo.name()
    address = bo.page.url
    bo.page.goto("about:blank")
    ada.page.get_by_text(f"A bot plays for {name} until they are back.").wait_for()
    ada.is_sound()
    bo.page.goto(address)
    bo.page.locator(".hand [data-card]").first.wait_for()
    ada.page.get_by_text(f"A bot plays for {name}").wait_for(state="detached")


# Where the first letter of each seat's name lies, and the box of the name and of the figure beside it.
LETTERS = """() => [...document.querySelectorAll('[data-seat] .name')].map((name) => {
    const first = document.createRange()
    first.setStart(name.firstChild, 0)
    first.setEnd(name.firstChild, 1)
    const [letter, box] = [first, name].map((one) => one.getBoundingClientRect())
    const figure = name.parentElement.querySelector('.num')?.getBoundingClientRect()
    return [letter.left >= box.left - 1 && letter.right <= box.right + 1, !figure || box.right <= figure.left + 1]
})"""


@pytest.mark.parametrize("name", ["אבגדהוזחטיכלמנסעפצקרשתאב", "W" * 24], ids=["hebrew", "latin"])
def test_a_long_name_shows_its_beginning_and_lies_over_no_number(people, name):
    somebody = people("phone")
    page = somebody.go().page
    page.get_by_label("The code on the other screen").wait_for()
    table = {"game": "factor_rummy", "seats": 4, "now": True, "names": ["Ada", name]}
    code = page.evaluate("""async (table) => {
        await fetch('/api/me')
        const headers = {'Content-Type': 'application/json'}
        return (await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(table)})).json()).code
    }""", table)
    somebody.go(f"/t/{code}")
    begins = page.get_by_role("button", name="I am ")               # one of the two, or a bot
    begins.or_(page.locator("[data-seat] .name")).first.wait_for()
    if begins.count():
        begins.click()
    page.locator("[data-seat] .name").first.wait_for()
    assert page.evaluate(LETTERS) and all(all(one) for one in page.evaluate(LETTERS))
