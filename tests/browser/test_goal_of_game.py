"""What a game is about is told in somebody's first matches."""

import pytest
from page_sockets import listen
from playwright.sync_api import expect

import coprime
from coprime.core.messages import load_messages

pytestmark = pytest.mark.browser
WITHOUT_SECOND_LINE = """(text) => {
    const message = JSON.parse(text)
    if (message.type === 'scene') message.scene.why = ''
    return JSON.stringify(message)
}"""


# A line is shortest on a phone.
@pytest.mark.parametrize("device", [pytest.param("laptop", marks=pytest.mark.long), "phone"])
@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_the_first_three_matches_say_what_it_is_about(people, name, device):
    """Under the sentence, wherever it has no second line of its own."""
    me, game = people(device), coprime.all_games()[name]
    goal = load_messages(game.folder)["game"]["goal"]
    page = me.page
    seats = max(game.seats[0], min(2, game.seats[1]))
    listen(page, WITHOUT_SECOND_LINE)
    me.opens(name, seats, "novice")
    page.locator(".mat").first.wait_for()
    line = page.locator(".ask small").first
    expect(line).to_have_text(goal)
    assert line.bounding_box()["height"] < 30, "one line"
    played = [{"id": f"A.{n}", "game": name, "at": 0, "won": False, "level": "novice", "hints": 0} for n in range(3)]
    page.evaluate("kept => localStorage.setItem('coprime.games', JSON.stringify(kept))", played)
    page.reload()
    page.locator(".mat").first.wait_for()
    expect(page.locator(".ask").first).not_to_contain_text(goal)
