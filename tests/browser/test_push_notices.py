"""Notices of turns in the browser: switched on for a device, encrypted on their way, shown by the real service worker.

What stands in between, Google's push service, cannot be had in a test: `PushManager` is replaced, messages go to a push
service of the test's own, and the browser's debugger hands them to the service worker.  Nor can a Chromium without a
screen be allowed to show notices: what the worker would show is noted in the place of that.
"""

import hashlib
import json
import re

import pytest
from page_waits import wait_for_promise
from push_service import Browser, service  # noqa: F401 - service is a fixture
from screen_checks import resized
from test_move_deadlines import wait_until
from test_web_push import push_server

pytestmark = pytest.mark.browser
TURNS = "section[aria-labelledby=your-turns]"
# As far as the page uses it; what is switched on outlives a page, as in a browser.
MANAGER = """given => {
    const place = 'test.push'
    Object.defineProperty(Notification, 'permission', {get: () => given.permission ?? 'granted'})
    const made = () => ({...given, toJSON: () => given, unsubscribe: async () => { localStorage.removeItem(place) }})
    PushManager.prototype.getSubscription = async () => localStorage.getItem(place) ? made() : null
    PushManager.prototype.subscribe = async ({userVisibleOnly, applicationServerKey}) => {
        if (given.fails) throw new DOMException('Registration failed - push service not available', 'AbortError')
        if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError('not as browsers want it')
        localStorage.setItem(place, 'on')
        return made()
    }
}"""


@pytest.fixture
def days(tmp_path, service):  # noqa: F811
    server = push_server(tmp_path / "days", service).start()
    yield server
    server.stop()


def comes(people, days, subscription, **how):
    """Somebody at a table over days, on home with its service worker, and the dialog of notices open."""
    ada = people(server=days, workers="allow", **how)
    ada.context.add_init_script(f"({MANAGER})({json.dumps(subscription)})")
    ada.opens("prime_climb", 2, now=False, hours=24)
    return opens_dialog(ada)


def opens_dialog(ada):
    page = ada.go().page
    wait_for_promise(page, "async () => !!(await navigator.serviceWorker.getRegistration())?.active")
    page.locator(TURNS).get_by_role("button", name=re.compile("…$")).click()
    return ada, page.get_by_role("dialog")


def deliver(page, server, data):
    """A message comes from the push service, decrypted as browsers do before they hand it on."""
    session, found = page.context.new_cdp_session(page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    wait_until(lambda: (page.wait_for_timeout(20), found)[1])
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": server.url, "registrationId": found[0]["registrationId"], "data": data})


def note_what_is_shown(worker):
    worker.evaluate("""() => {
        self.shown = []
        registration.showNotification = async (title, options) => void self.shown.push({title, ...options})
    }""")


def test_a_turn_is_told_on_a_device_where_that_was_switched_on(people, days, service):  # noqa: F811
    browser = Browser(service, "phone")
    ada, dialog = comes(people, days, browser.subscription, size="phone")
    switch = dialog.get_by_role("switch", name="Notices on this device")
    assert not switch.is_checked()
    switch.click()
    digest = hashlib.sha256(browser.endpoint.encode()).hexdigest()
    wait_until(lambda: days.query("SELECT digest FROM push_subscriptions") == [(digest,)])
    ada.page.reload()
    _, dialog = opens_dialog(ada)
    ada.page.wait_for_function("() => document.querySelector('dialog[open] input[role=switch]')?.checked")
    bo = people(server=days)
    ada.opens("prime_daifugo", 2, now=False, hours=24)
    code = ada.code()
    page = bo.go(f"/t/{code}").page
    page.get_by_text("A table over days").wait_for()
    ada.page.get_by_role("button", name="Begin", exact=True).click()
    for one in (ada, bo):
        one.page.locator(".hand [data-card]").first.wait_for()
    page.close()
    ada.go()                                            # nobody is at the table: bots move once a day for both
    days.pass_hours(24)
    days.pass_hours(24)
    message = browser.read(service.wait(1)[0])
    assert message["code"] == code and message["body"] == f"Prime Daifugo Lv. 0 · table {code}"
    (worker,) = ada.context.service_workers
    note_what_is_shown(worker)
    for count, data in enumerate((json.dumps(message), "of somebody else"), 1):
        deliver(ada.page, days, data)
        wait_until(lambda count=count: len(worker.evaluate("self.shown")) == count)
    notice, other = worker.evaluate("self.shown")
    icon = notice.pop("icon")
    assert ada.page.request.get(days.url + icon).headers["content-type"] == "image/png"
    path = f"/t/{code}"         # of the same tag: it takes the place of the last one of that table
    assert notice == {"title": "Your turn", "body": message["body"], "lang": "en", "tag": path, "renotify": True,
                      "data": {"path": path}}
    assert (other["title"], other["data"]) == ("Coprime", {"path": "/"}), "every message must be shown"


def test_it_is_switched_off_here_and_everywhere(people, days, service):  # noqa: F811
    browser = Browser(service, "phone")
    ada, dialog = comes(people, days, browser.subscription)
    switch = dialog.get_by_role("switch")
    switch.click()
    wait_until(lambda: days.query("SELECT count(*) FROM push_subscriptions") == [(1,)])
    ada.page.wait_for_function("() => !document.querySelector('dialog[open] input[role=switch]').disabled")
    switch.click()
    wait_until(lambda: days.query("SELECT count(*) FROM push_subscriptions") == [(0,)])
    laptop = Browser(service, "laptop").subscription
    assert ada.page.request.post(f"{days.url}/api/push", data=laptop, headers={"origin": days.url}).status == 201
    _, dialog = opens_dialog(ada)
    dialog.get_by_text("One other device of yours gets notices, too.").wait_for()
    ada.is_sound()
    dialog.get_by_role("button", name="Switch off everywhere").click()
    wait_until(lambda: days.query("SELECT count(*) FROM push_subscriptions") == [(0,)])
    ada.page.wait_for_function("() => !document.querySelector('dialog[open]').innerText.includes('everywhere')")


def test_a_device_that_becomes_somebody_else_gets_nothing_any_more(people, days, service):  # noqa: F811
    ada, dialog = comes(people, days, Browser(service, "phone").subscription)
    dialog.get_by_role("switch").click()
    ada.page.wait_for_function("() => localStorage.getItem('test.push')")
    bo = people(server=days)
    words = bo.go().posts("/api/me/phrase", {})["words"]
    page = ada.go("/yours").page
    page.locator("#phrase-words").fill(" ".join(words))
    page.locator("#phrase form button").click()
    page.wait_for_url(f"{days.url}/")
    page.wait_for_function("() => !localStorage.getItem('test.push')")


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_what_is_said_before_fits(people, days, service, locale):  # noqa: F811
    """Axe looks once in each scheme."""
    ada, dialog = comes(people, days, Browser(service).subscription, locale=locale)
    dialog.get_by_role("switch").wait_for()
    for (width, height), scheme, axe in (((1280, 800), "light", True), ((820, 1180), "light", False),
                                         ((640, 360), "dark", True), ((360, 640), "dark", False)):
        resized(ada.page, width, height, scheme)
        ada.is_sound(axe=axe)
        ada.is_whole()


def test_what_is_said_where_it_does_not_work(people, days, service):  # noqa: F811
    ada, dialog = comes(people, days, Browser(service).subscription | {"fails": True})
    dialog.get_by_role("switch").click()
    dialog.get_by_text("Your browser could not switch the notices on.").wait_for()
    assert not dialog.get_by_role("switch").is_checked()
    ada.is_sound()
    bo, dialog = comes(people, days, {"permission": "denied"})
    dialog.get_by_text("Your browser does not let Coprime show notices.").wait_for()
    assert dialog.get_by_role("switch").count() == 0
    bo.is_sound()
    cleo = people(server=days)
    cleo.opens("prime_climb", 2, now=False, hours=24)
    page = cleo.go().page
    page.locator(TURNS).get_by_role("button", name=re.compile("…$")).click()
    page.get_by_text("This browser shows no notices of this page.").wait_for()
    cleo.is_sound()
