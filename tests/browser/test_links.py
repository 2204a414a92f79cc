"""Links to a table as people send them: pasted where a code is asked for, and followed by the end of a sentence."""

import pytest
from prime_daifugo_play import lobby

pytestmark = pytest.mark.browser
PASTE = """(field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const paste = new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})
    if (field.dispatchEvent(paste)) document.execCommand('insertText', false, text)
}"""


def test_a_link_is_pasted_and_a_link_ends_a_sentence(people):
    host, guest = people(), people("phone")
    lobby(host)
    code = host.code()
    page = guest.go().page
    field = page.get_by_label("The code on the other screen")
    field.focus()
    field.evaluate(PASTE, f"Come and play: {host.page.url} (Prime Daifugo Lv. 0)!")
    assert field.input_value() == code
    guest.is_sound()
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("you", exact=True).wait_for()
    other = people("phone").go(f"/t/{code}.").page
    other.locator(".chair").first.wait_for()
