"""The Link header of a page: what it begins with, by its address and language."""

import asyncio
import json

import pytest

from coprime.core.language_selection import use_language
from coprime.server.app import static_files
from coprime.server.app.page_preloads import LIST, page_link_header

PRELOADS = {"languages": {"en": "en-1.js", "ja": "ja-1.js"}, "games": {}, "lobby": [],
            "screens": {"": ["HomeScreen-1.js", "home-1.css"], "rules": ["RulesPage-1.js"], "t": ["TableScreen-1.js"]}}


@pytest.fixture
def built(tmp_path):
    """A folder as the build leaves it."""
    (tmp_path / LIST).write_text(json.dumps(PRELOADS))
    (tmp_path / "index.html").write_text("<!doctype html>")
    return tmp_path


def addresses(header):
    return [link.partition(">")[0].lstrip(" <") for link in header.split(",")]


@pytest.mark.parametrize("path, language, named", [
    ("/", "en", ["/assets/en-1.js", "/assets/HomeScreen-1.js", "/assets/home-1.css", "/api/games"]),
    ("/rules/prime_climb", "ja", ["/assets/ja-1.js", "/assets/RulesPage-1.js", "/api/rules/prime_climb"]),
    ("/rules/primepak/factors", "en", ["/assets/en-1.js", "/assets/RulesPage-1.js", "/api/rules/primepak/factors"]),
    ("/t/ABCDE", "en", ["/assets/en-1.js", "/assets/TableScreen-1.js"]),
    ("/yours", "xx", ["/assets/en-1.js"]),
])
def test_a_page_names_what_it_begins_with(built, path, language, named):
    assert addresses(page_link_header(built, path, language)) == named


def test_each_kind_of_file_is_asked_for_as_the_page_asks(built):
    links = page_link_header(built, "/", "en").split(", ")
    assert links[0] == "</assets/en-1.js>; rel=modulepreload; crossorigin=anonymous"
    assert links[2] == "</assets/home-1.css>; rel=preload; as=style; crossorigin=anonymous"
    assert links[3] == "</api/games>; rel=preload; as=fetch; crossorigin=anonymous"


def test_an_address_cannot_add_a_header_line_or_a_link(built):
    header = page_link_header(built, '/rules/a>; rel=preload, </evil\r\nx: y', "en")
    assert addresses(header) == ["/assets/en-1.js", "/assets/RulesPage-1.js"]


def test_a_build_without_a_list_has_no_header(tmp_path):
    assert page_link_header(tmp_path, "/", "en") == ""


def answer(folder, path, headers):
    """The status and headers of a request for a file."""
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(static_files.serve_file(static_files.StaticFiles(folder), path, headers, False, send))
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_the_page_is_sent_with_it_also_where_it_has_not_changed(built):
    with use_language("ja"):
        status, first = answer(built, "/", {})
        unchanged, again = answer(built, "/", {"if-none-match": first["etag"]})
    assert (status, unchanged) == (200, 304)
    assert addresses(first["link"])[0] == "/assets/ja-1.js" and again["link"] == first["link"]
    assert first["vary"] == again["vary"] == "accept-encoding, accept-language, cookie"


def test_other_files_and_unknown_pages_are_sent_without(built):
    (built / "robots.txt").write_text("User-agent: *")
    assert "link" not in answer(built, "/robots.txt", {})[1]
    status, headers = answer(built, "/no/such/page", {})
    assert status == 404 and "link" not in headers
