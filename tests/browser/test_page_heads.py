"""What a search engine reads of the open pages: language, title, description, robots.txt and links."""

import re
from urllib.robotparser import RobotFileParser

import httpx
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
DESCRIPTION = "document.querySelectorAll('meta[name=description]').length === 1 && " \
              "document.querySelector('meta[name=description]').content"
# Links without an address or without words.
EMPTY_LINKS = """[...document.querySelectorAll('a')].filter(a => !a.getAttribute('href')
    || !(a.textContent.trim() || a.getAttribute('aria-label'))).map(a => a.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("locale, title, begins", [
    ("en-US", "Coprime · Nine number games for one good table", "Nine number games with primes"),
    ("ja-JP", "Coprime · みんなで囲む、9つの数のゲーム", "素数と約数で遊ぶ9つの数のゲーム")])
def test_home_has_a_title_and_a_description_in_its_language(people, locale, title, begins):
    page = people(locale=locale).go().page
    expect(page).to_have_title(title)
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    assert page.evaluate(DESCRIPTION).startswith(begins)
    assert page.evaluate(EMPTY_LINKS) == []


@pytest.mark.parametrize("locale, title, begins", [
    ("en-US", "Rules of Prime Daifugo Lv. 0 · Coprime", "Two or three people lay primes"),
    ("ja-JP", "素数大富豪 Lv.0のルール · Coprime", "2人か3人で")])
def test_rules_are_described_by_their_beginning(people, locale, title, begins):
    page = people(locale=locale).go("/rules/prime_daifugo").page
    expect(page).to_have_title(title)
    described = page.evaluate(DESCRIPTION)
    assert described.startswith(begins) and len(described) <= 161 and not re.search(r"[*`\[]", described)
    assert page.evaluate(EMPTY_LINKS) == []
    page.get_by_role("link", name=re.compile("^Coprime")).first.click()
    page.wait_for_url(lambda url: "/rules" not in url)
    assert page.evaluate(DESCRIPTION) != described, "the next page is another"


def test_a_page_says_what_it_is_before_its_scripts_run(opened):
    text = httpx.get(opened.url).text
    assert '<html lang="en">' in text and "<title>Coprime</title>" in text
    assert re.search(r'<meta\s+name="description"\s+content="Nine number games[^"]{60,160}"', text)
    assert text.index('name="viewport"') < text.index("<body>")


def test_what_the_open_pages_fetch_may_be_fetched(people, opened):
    """A search engine's browser keeps to robots.txt, also in what a page asks for."""
    lines = httpx.get(f"{opened.url}/robots.txt").text.splitlines()
    # The standard library takes the first rule that fits, search engines the longest; it knows no `$`.
    rules = [line for line in lines if re.match("(Dis)?[Aa]llow: ", line)]
    rules.sort(key=lambda rule: -len(rule.split()[1]))
    known = RobotFileParser()
    known.parse(["User-agent: *", *(rule.replace("$", "") for rule in rules)])
    me = people()
    asked = []
    me.page.on("request", lambda request: asked.append(request.url))
    for address in ("/", "/rules/prime_daifugo", "/rules/primepak", "/learn/prime_climb", "/puzzles"):
        me.go(address).page.wait_for_load_state("networkidle")
    assert any("/api/rules/" in url for url in asked)
    assert [url for url in asked if not known.can_fetch("*", url)] == []
    for closed in ("/t/K7M2P", "/class/ABCDEFGH", "/replay/abc", "/api/replays/abc", "/api/join"):
        assert not known.can_fetch("*", opened.url + closed), closed
