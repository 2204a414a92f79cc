"""Without a connection: what was opened before is there again, and the service worker answers for files alone."""

import json
import re
import shutil

import pytest
from page_waits import wait_for_promise
from playwright.sync_api import expect
from server_process import ServerProcess

from coprime.server.app.static_files import STATIC

pytestmark = pytest.mark.browser
KEPT = """async address => {
    for (const name of await caches.keys())
        for (const {url} of await (await caches.open(name)).keys()) if (url.includes(address)) return true
    return false
}"""
ALL_KEPT = """async () => (await Promise.all((await caches.keys()).map(
    async name => (await (await caches.open(name)).keys()).map(({url}) => url)))).flat()"""


@pytest.fixture
def visitor(people):
    """Somebody whose browser may have a service worker, with one that has kept the page."""
    me = people("phone", workers="allow")
    me.go().page.locator(".shelf li").nth(8).wait_for()
    wait_for_worker(me.page)
    return me


def wait_for_worker(page):
    """Until the worker answers for this page."""
    page.wait_for_function("() => navigator.serviceWorker.controller")


def wait_until_kept(page, *addresses):
    """Until the answers of these addresses are stored: that is waited for by nobody."""
    for address in addresses:
        wait_for_promise(page, KEPT, address)


def go_offline(me):
    """No connection any more, for the page and for its worker."""
    me.context.set_offline(True)
    return me.page


def test_rules_are_read_again_without_a_connection(visitor):
    visitor.go("/rules/prime_climb").page.locator("main h2").nth(1).wait_for()
    wait_until_kept(visitor.page, "/api/rules/prime_climb")
    page = go_offline(visitor)
    page.reload()
    page.locator("main h2").nth(1).wait_for()
    title = page.title()
    visitor.is_sound()
    page.goto(f"{visitor.server.url}/rules/daifugo")
    expect(page.locator("main")).to_contain_text("The server does not answer.")
    assert "Prime Climb" in title


@pytest.mark.parametrize("day, addresses", [
    ("2026-11-23", ["/api/puzzles?"]),                          # a Monday: numbers, which the page itself judges
    ("2026-11-24", ["/api/puzzles?", "/api/puzzles/"])])        # a Tuesday: positions of a game
def test_a_lesson_and_a_puzzle_are_there_again_without_a_connection(visitor, day, addresses):
    visitor.page.clock.set_fixed_time(f"{day}T12:00:00")
    page = visitor.go("/learn/prime_climb").page
    page.locator("main .btn.go").click()
    page.locator(".mat").wait_for()
    lesson = visitor.asked()
    wait_until_kept(page, "/api/lessons/prime_climb?", "/api/lessons/prime_climb/")
    visitor.go("/puzzles/day")
    page.locator(".mat").wait_for()
    puzzle = visitor.asked()
    wait_until_kept(page, *addresses)
    go_offline(visitor).reload()
    page.locator(".mat").wait_for()
    assert visitor.asked() == puzzle
    page.goto(f"{visitor.server.url}/learn/prime_climb?begin")
    page.locator(".mat").wait_for()
    assert visitor.asked() == lesson


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_home_says_what_can_be_opened(people, locale):
    me = people("phone", workers="allow", locale=locale)
    me.go().page.locator(".shelf li").nth(8).wait_for()
    wait_for_worker(me.page)
    me.go("/rules/prime_climb").page.locator("main h2").nth(1).wait_for()
    wait_until_kept(me.page, "/api/rules/prime_climb", "/api/games")
    page = go_offline(me)
    page.goto(me.server.url)
    page.locator(".offline a[href='/rules/prime_climb']").wait_for()
    expect(page.locator(".shelf li")).to_have_count(9)
    me.is_sound(axe=locale == "en-US")
    page.locator(".offline a").click()
    page.locator("main h2").nth(1).wait_for()
    # A screen that this device has not seen says what there is instead.
    page.goto(f"{me.server.url}/replay")
    page.locator(".offline a[href='/rules/prime_climb']").wait_for()


def test_the_worker_answers_for_files_alone(visitor):
    """Nothing of a person, a table or a socket comes from it or is kept."""
    page = visitor.page
    answers = []
    page.on("response", lambda answer: answers.append((answer.url, answer.from_service_worker)))
    code = visitor.opens("prime_daifugo", 2, "casual").url.rpartition("/")[2]
    page.locator(".hand [data-card]").first.wait_for()
    visitor.go().page.get_by_text("Recent tables").wait_for()
    heard = [(url, served) for url, served in answers if re.search("/(api|ws)/", url)]
    assert {re.sub(r"\?.*", "", url).removeprefix(visitor.server.url) for url, _ in heard} >= {
        "/api/me", "/api/tables", "/api/games"}
    assert [url for url, served in heard if served] == []
    assert any(served for url, served in answers if "/assets/" in url)
    kept = page.evaluate(ALL_KEPT)
    public = re.compile(r"/(assets/[^/]+|index\.html|api/(games|rules|lessons|puzzles)\b.*)(\?|$)")
    assert kept and [url for url in kept if not public.match(url.removeprefix(visitor.server.url))] == []
    assert not any(code in url for url in kept)


def test_a_server_in_trouble_is_no_page_and_deleting_all_data_deletes_what_is_kept(visitor):
    """What a proxy says of a server that starts again is replaced by the page that is kept."""
    home = f"{visitor.server.url}/"
    visitor.context.route(home, lambda route: route.fulfill(status=502, body="Bad gateway"))
    visitor.go("/").page.locator(".shelf li").nth(8).wait_for()
    visitor.context.unroute(home)
    page = visitor.go("/rules/prime_climb").page
    wait_until_kept(page, "/api/rules/prime_climb")
    visitor.go("/yours").page.get_by_role("button", name="Delete everything about me").click()
    with page.expect_navigation(url=visitor.server.url + "/"):
        page.get_by_role("button", name="Yes, delete it").click()
    page.locator(".shelf li").nth(8).wait_for()
    assert not page.evaluate(KEPT, "/api/rules/prime_climb")


@pytest.fixture
def upgraded(people, tmp_path):
    """Somebody at a server of their own, and what gives that server another version of the page."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    server = ServerProcess(tmp_path / "data", static=str(folder)).start()
    me = people("phone", server=server, workers="allow")
    me.go().page.locator(".shelf li").nth(8).wait_for()
    wait_for_worker(me.page)

    def upgrade():
        entry = re.search(r"index-[\w-]+(?=\.js)", (folder / "index.html").read_text())[0]
        for file in (*folder.glob("*.js"), folder / "index.html", *folder.glob("assets/*.js")):
            if entry in (text := file.read_text()):
                file.write_text(text.replace(entry, "index-later"))
        (folder / f"assets/{entry}.js").rename(folder / "assets/index-later.js")

    yield me, upgrade
    server.stop()


LOOK = "navigator.serviceWorker.getRegistration().then(one => one.update()).then(() => 0)"
ENTRY = "document.querySelector('script[type=module][src]').src.split('/').pop()"


def test_a_new_version_is_said_and_loaded_when_asked_for(upgraded):
    me, upgrade = upgraded
    page = me.page
    told = page.get_by_role("status").filter(has_text="A new version of Coprime is there.")
    page.evaluate(LOOK)
    upgrade()
    expect(told).to_have_count(0)
    page.evaluate(LOOK)
    told.wait_for()
    me.is_sound()
    told.get_by_role("button", name="Later").click()
    expect(told).to_have_count(0)
    # The next page is new, and its worker takes over in silence.
    me.go()
    assert page.evaluate(ENTRY) == "index-later.js"
    # A message to the worker that gives way can hold it for minutes: it is spoken to once it is the new one.
    # Chromium gives an old worker five minutes at most; one time in four it takes them, on a quiet machine too.
    wait_for_promise(page, "async () => !(await navigator.serviceWorker.getRegistration()).waiting", patience=400)
    wait_for_promise(page, """async () => {
        const {port1, port2} = new MessageChannel()
        navigator.serviceWorker.controller.postMessage({ask: 'entry'}, [port2])
        return await new Promise(done => port1.onmessage = ({data}) => done(data)) === 'index-later.js'
    }""")
    expect(told).to_have_count(0)
    wait_for_promise(page, "async () => (await caches.keys()).every(name => !/index-(?!later)/.test(name))")


def test_keeping_coprime_is_offered_once_after_the_second_match(people):
    me = people("phone")
    matches = [{"id": str(n), "game": "prime_climb", "at": 1, "won": True, "level": "", "hints": 0} for n in range(2)]
    me.context.add_init_script(f"localStorage.setItem('coprime.games', {json.dumps(json.dumps(matches))})")
    page = me.go().page
    page.locator(".shelf li").nth(8).wait_for()
    offered = page.get_by_text("Keep Coprime on this device?")
    expect(offered).to_have_count(0)
    page.evaluate("""window.asked = 0; dispatchEvent(Object.assign(new Event('beforeinstallprompt', {cancelable: true}),
        {prompt: async () => void asked++}))""")
    offered.wait_for()
    me.is_sound()
    page.get_by_role("button", name="Add to home screen").click()
    expect(offered).to_have_count(0)
    assert page.evaluate("[asked, localStorage.getItem('coprime.install')]") == [1, "true"]
