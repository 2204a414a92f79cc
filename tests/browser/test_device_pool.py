"""What a test leaves on a device does not reach the next test that uses it."""

import pytest
from device_pool import BLANK, DevicePool

pytestmark = pytest.mark.browser
LEFT = """() => Promise.all([indexedDB.databases(), caches.keys()]).then(([databases, kept]) => [document.cookie,
    localStorage.mark, sessionStorage.mark, databases.map(({name}) => name), kept, history.length,
    innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, matchMedia('(forced-colors: active)').matches,
    matchMedia('(prefers-contrast: more)').matches])"""
LEAVE = """() => {
    document.cookie = 'mark=1'
    localStorage.mark = sessionStorage.mark = 1
    const opening = indexedDB.open('mark')
    return Promise.all([caches.open('mark'), new Promise(done => opening.onsuccess = done)]).then(() => 0)
}"""


def test_a_device_that_is_given_back_is_as_a_new_one(people, opened):
    me, pool = people(), DevicePool()
    new = me.go().page.evaluate(LEFT)
    me.page.evaluate(LEAVE)
    me.go("/primes").page.set_viewport_size({"width": 360, "height": 640})
    me.page.emulate_media(color_scheme="dark", forced_colors="active", contrast="more")
    me.page.mouse.move(100, 100)
    assert me.page.evaluate(LEFT) != new
    pool.give_back("like this", me.device, opened.url)
    assert pool.take("like this", lambda: None) is me.device
    assert me.go().page.evaluate(LEFT) == new
    me.page.evaluate("addEventListener('mousedown', ({clientX, clientY}) => window.pressed = [clientX, clientY])")
    me.page.mouse.down()
    assert me.page.evaluate("pressed") == [0, 0], "the pointer is where that of a new page is"


@pytest.mark.parametrize("change", [
    lambda me: me.page.route("**/api/me", lambda route: route.abort()), lambda me: me.page.add_init_script("0"),
    lambda me: me.page.on("request", lambda _: None), lambda me: me.page.clock.install(),
    lambda me: me.context.new_page(), lambda me: me.page.close()],
    ids=["route", "script", "listener", "clock", "second page", "closed"])
def test_a_device_that_was_changed_for_good_is_used_by_nobody_else(people, opened, change):
    me, pool = people(), DevicePool()
    me.page.goto(opened.url + BLANK)
    change(me)
    pool.give_back("like this", me.device, opened.url)
    assert pool.take("like this", lambda: "a new one") == "a new one"
