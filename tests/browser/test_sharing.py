"""What is sent to others goes through the device's share sheet where there is one, and is copied elsewhere."""

import re

import pytest
from game_moments import Opened
from page_motion import hold_moments
from playwright.sync_api import expect
from prime_daifugo_play import lobby
from screen_checks import resized

pytestmark = pytest.mark.browser
# A device with a share sheet: what was shared, and what comes of it.
SHEET = """window.shared = []; window.outcome = 'sent'
navigator.canShare = () => true
navigator.share = async data => {
    shared.push(data)
    if (outcome !== 'sent') throw new DOMException('', outcome)
}"""
NO_SHEET = "Object.defineProperty(navigator, 'share', {value: undefined}); window.shared = []"
# What is copied, whatever the browser allows.
CLIPBOARD = """window.copied = []
Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { copied.push(text) }}})"""


def with_device(me, sheet=True):
    me.context.add_init_script(CLIPBOARD + "\n" + (SHEET if sheet else NO_SHEET))
    return me


def share_button(within):
    return within.get_by_role("button", name="Share", exact=True)


def test_an_invitation_is_shared(people):
    host = with_device(people("phone"))
    page = lobby(host)
    share_button(page).click()
    link = page.get_by_label("Link to this table").input_value()
    assert page.evaluate("shared") == [
        {"title": "Prime Daifugo Lv. 0", "text": "Play Prime Daifugo Lv. 0 with me on Coprime:", "url": link}]
    assert host.code() in link and page.evaluate("copied") == []
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="The link is copied.")).to_be_visible()
    assert page.evaluate("copied") == [link]
    host.is_sound()
    resized(page, 1280, 800)
    host.is_sound(axe=False)
    assert share_button(page).is_visible()
    resized(page, 320, 640)
    host.is_whole()


def test_whoever_closes_the_sheet_has_answered_and_a_sheet_that_fails_copies(people):
    page = lobby(with_device(people("phone")))
    page.evaluate("outcome = 'AbortError'")
    share_button(page).click()
    page.wait_for_function("() => shared.length === 1")
    assert page.evaluate("copied") == []
    page.evaluate("outcome = 'NotAllowedError'")
    share_button(page).click()
    expect(page.get_by_role("status").filter(has_text="The link is copied.")).to_be_visible()
    assert len(page.evaluate("copied")) == 1


def test_without_a_sheet_it_is_copied(people):
    page = lobby(with_device(people("phone"), sheet=False))
    assert share_button(page).count() == 0
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("() => copied.length === 1")


@pytest.mark.parametrize("sheet", [True, False])
def test_the_result_of_the_puzzle_of_the_day(people, sheet):
    me = with_device(people("phone"), sheet)
    page = me.page
    page.clock.set_fixed_time("2026-11-23T12:00:00")
    page.add_init_script("""localStorage.setItem('coprime.puzzles',
        JSON.stringify({days: {20261123: {marks: '✕◆', hints: 1}}}))""")
    page.goto(f"{me.server.url}/puzzles")
    text = page.get_by_label("Today’s puzzle")
    expect(text).to_have_value(re.compile("^Coprime, Monday 23 November\n"))
    if sheet:
        share_button(page).click()
        assert page.evaluate("shared") == [{"text": text.input_value()}]
    hold_moments(page)
    page.get_by_role("button", name="Copy this text").click()
    page.wait_for_function("() => copied.length === 1")
    assert page.evaluate("copied") == [text.input_value()]
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    me.is_sound()


# The picture as it was shared: its kind, its sides, and how many colours it has along its middle.
PICTURE = """async () => {
    const [file] = shared[0].files
    const picture = await createImageBitmap(file)
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen.drawImage(picture, 0, 0)
    const line = new Uint32Array(pen.getImageData(picture.width / 2, 0, 1, picture.height).data.buffer)
    return [file.type, picture.width, picture.height, new Set(line).size]
}"""


@pytest.mark.parametrize("sheet", [True, False])
def test_a_picture_of_a_result_is_drawn_and_sent(people, sheet):
    me = with_device(people("phone"), sheet)
    page = Opened(me.page, me.server.url, "prime_climb").ending()
    button = page.get_by_role("button", name="Send a picture")
    if sheet:
        button.click()
        page.wait_for_function("() => shared.length === 1")
        kind, width, height, colours = page.evaluate(PICTURE)
        assert (kind, width, height) == ("image/png", 1080, 1080) and colours >= 4
        assert re.fullmatch(r"(?!You)\w.* won\.", page.evaluate("shared[0].text"))
    else:
        with page.expect_download() as saved:
            button.click()
        assert saved.value.suggested_filename == "coprime.png"
    me.is_sound()


def test_a_replay_is_shared_by_its_link(people):
    me = with_device(people("phone"))
    told = Opened(me.page, me.server.url, "prime_daifugo")
    page = me.go(f"/replay/{told.id}").page
    page.locator(".mat").first.wait_for()
    share_button(page.locator("main, header")).click()
    sharing = page.get_by_role("dialog", name="Share this replay")
    sharing.get_by_role("img", name="QR code").wait_for()
    share_button(sharing).click()
    assert page.evaluate("shared") == [{
        "title": "Link to this replay", "url": sharing.get_by_label("Link to this replay").input_value(),
        "text": "A match of Prime Daifugo Lv. 0 on Coprime, move by move:"}]
    me.is_sound()
