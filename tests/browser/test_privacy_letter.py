"""The privacy letter, on the documentation site and in a running server: printed black on white on two pages."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from game_moments import greet

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
LETTERS = {"privacy-letter": "Print this letter", "privacy-letter.ja": "この手紙を印刷する"}
# Without a Japanese face of the machine's own, as the browser part has it: boxes would be narrower.
FACES = sorted((ROOT / "node_modules/@fontsource/biz-udpmincho").glob("[47]00.css"))
ADD_FACE = """href => new Promise((done, fail) => {
    const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href, onload: done, onerror: fail})
    document.head.append(link)
})"""
INK = """[...document.querySelectorAll('.letter, .letter *')].filter(e => e.checkVisibility()).flatMap(e => {
    const { color, backgroundColor } = getComputedStyle(e)
    return color === 'rgb(0, 0, 0)' && backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [e.outerHTML.slice(0, 80)]
})"""

# On paper in the running server: black on white as well.
PRINTED = """article => [article, ...article.querySelectorAll('*')].filter(e => e.checkVisibility()).flatMap(e => {
    const { color, backgroundColor } = getComputedStyle(e)
    return color === 'rgb(0, 0, 0)' && backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [e.outerHTML.slice(0, 80)]
})"""


@pytest.fixture(scope="module")
def letters(tmp_path_factory):
    """The folder of the two pages, without the rest of the site."""
    pytest.importorskip("myst_parser")
    folder = tmp_path_factory.mktemp("letters")
    alone = ["-D", "include_patterns=docs/privacy-letter*.md", "-D", "root_doc=docs/privacy-letter"]
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-c", "docs", "-d", f"{folder}/read", *alone, ".",
                           f"{folder}/made"], cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 0, done.stderr
    return folder / "made/docs"


@pytest.mark.parametrize("name", LETTERS)
def test_the_letter_is_printed_from_its_page_on_two_pages(chromium, letters, name):
    page = chromium.new_page()
    page.add_init_script("window.print = () => { window.printed = true }")
    page.goto((letters / f"{name}.html").as_uri())
    page.get_by_role("button", name=LETTERS[name]).click()
    assert page.evaluate("window.printed")
    for face in FACES:
        page.evaluate(ADD_FACE, face.as_uri())
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(INK) == []
    assert not page.get_by_role("button").filter(visible=True).count()
    assert not page.locator("a:visible").count()
    for paper in ("A4", "Letter"):
        sheets = page.pdf(format=paper, prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 2, paper
    page.close()


@pytest.mark.parametrize(("locale", "name", "other", "its_name"), [
    ("en-US", "privacy-letter", "ja", "privacy-letter.ja"), ("ja-JP", "privacy-letter.ja", "en", "privacy-letter")])
def test_a_teacher_finds_the_letter_from_the_class_and_prints_it(people, locale, name, other, its_name):
    teacher = people("phone", locale=locale)
    page = teacher.page
    page.add_init_script("window.print = () => { window.printed = true }")
    greet(page, teacher.server.url)
    teacher.go(f"/class/{teacher.posts('/api/classes', {'name': 'Class 6b'})['code']}")
    page.locator("a[href='/letter']").click()
    page.wait_for_url("**/letter")
    article = page.locator("article")
    has_the_letter(page, name)
    teacher.is_sound()
    teacher.is_whole()
    page.locator("article input").first.fill("Class 6b")
    page.get_by_role("button", name=LETTERS[name]).click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert article.evaluate(PRINTED) == []
    assert not page.get_by_role("button").filter(visible=True).count()
    for paper in ("A4", "Letter"):
        sheets = page.pdf(format=paper, margin=dict.fromkeys(("top", "right", "bottom", "left"), "15mm"))
        assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 2, paper
    page.emulate_media(media="screen")
    page.locator(f"a[href='/letter/{other}']").click()
    page.wait_for_url(f"**/letter/{other}")
    has_the_letter(page, its_name)


def has_the_letter(page, name):
    """The page shows all that the letter says, to the last word."""
    text = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    title, _, body = text.partition("## ")
    page.locator("article h1", has_text=title.split("\n")[0].removeprefix("# ")).wait_for()
    shown = "".join(page.locator("article").inner_text().split())
    for line in f"## {body}".splitlines():
        said = "".join(re.sub(r"^#+ |^- |[*`|_]|^\|[-|]+$", "", line.strip()).split())
        assert said in shown or line.startswith("|"), line
