"""The pages of the rules, read in a real Chromium: their links, tables, examples and drawings."""

import pytest
from playwright.sync_api import expect
from screen_checks import resized

from coprime.core.rulebook_parser import CardRows, Divisions, RuleTable, load_pages

pytestmark = pytest.mark.browser
PAGES = load_pages()
LINKS = "[...document.querySelectorAll('main .rules a[href]')].map(a => a.getAttribute('href'))"
IDS = "[...document.querySelectorAll('[id]')].map(one => one.id)"
# The names of what is drawn in each row of each example.
DRAWN = """rows => rows.map(row =>
    [...row.querySelectorAll('[role=img]')].map(one => one.getAttribute('aria-label')))"""


def read(person, address):
    """A page of the rules, drawn."""
    page = person.go(address).page
    page.locator("main .rules[aria-busy=false]").wait_for()
    return page


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_drawn_whole_on_a_phone_and_a_laptop(people, address):
    told = [block for block in PAGES[address].iter_blocks() if isinstance(block, RuleTable)]
    me = people("phone")
    page = read(me, address)
    expect(page.locator("main")).to_have_count(1)
    leads_to_rules(page, address)
    for named in page.locator("main ul.example > li").evaluate_all(DRAWN):
        assert named and all(named), "what is drawn has a name"
    for (width, height), scheme in (((360, 800), "light"), ((1280, 800), "dark")):
        resized(page, width, height, scheme)
        assert page.locator("main table").count() == len(told)
        assert page.locator("main ul.example > li").count() == sum(len(one.cases)
                                                                   for one in PAGES[address].find_examples())
        assert page.locator("main dl.cards dd").count() == sum(
            len(block.rows) for block in PAGES[address].iter_blocks() if isinstance(block, CardRows))
        assert page.locator("main figure").count() == sum(
            len(block.rows) for block in PAGES[address].iter_blocks() if isinstance(block, Divisions))
        me.is_sound(axe=True if width == 360 else "contrast")
        me.is_whole()


def leads_to_rules(page, address):
    """Every rule of a page has its place there, and every link leads to a page and to a rule of it.

    That each page is reached by links: test_rulebook.py.
    """
    ids = set(page.evaluate(IDS))
    assert set(PAGES[address].rule_numbers()) <= ids
    for link in page.evaluate(LINKS):
        to, _, rule = link.partition("#")
        there = ids if (to or address) == address else PAGES[to].rule_numbers()
        assert not rule or rule in there, link


def test_a_number_of_the_deck_leads_from_a_game_to_the_deck(people):
    """Clicked in the text, and as a refusal's link has it: with the game's own address."""
    page = read(people(), "/rules/factor_rummy")
    page.locator("main a", has_text="PP-4").first.click()
    page.locator("#PP-4.here").wait_for()
    assert page.url.endswith("/rules/primepak#PP-4")
    page.go_back()
    page.locator("#FR-9").wait_for()
    page = read(people(), "/rules/factor_rummy#PP-4")
    page.locator("#PP-4.here").wait_for()


def test_at_a_table_the_decks_page_is_read_without_leaving_the_seat(people):
    page = people("phone").opens("factor_rummy", seats=2, bots="novice")
    page.get_by_role("link", name="Rules").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("a", has_text="PP-3").first.click()
    dialog.locator("#PP-3.here").wait_for()
    expect(dialog.get_by_role("heading", name="The PrimePak deck")).to_have_count(1)
    dialog.get_by_role("button", name="Back to Rules of Factor Rummy").click()
    dialog.locator("#FR-9").wait_for()
    assert "/t/" in page.url


def test_a_page_is_drawn_block_by_block_unless_its_address_names_a_rule(people):
    """Several tasks draw a book, so that none holds up a phone; the last rule is reached at once."""
    me = people("phone")
    me.page.add_init_script("""window.grown = new Set()
        new MutationObserver(() => grown.add(document.querySelectorAll('main .rules .text li').length))
            .observe(document, {childList: true, subtree: true})""")
    page = read(me, "/rules/prime_daifugo")
    assert page.evaluate("grown.size") > 10
    last = page.locator("main .rules section li[id]").last.get_attribute("id")
    page.goto("about:blank")
    me.go(f"/rules/prime_daifugo#{last}")
    expect(page.locator(f"[id='{last}'].here")).to_be_in_viewport()
    assert page.evaluate("grown.size") < 10


def test_a_table_fetches_the_rules_when_they_are_read(people):
    me = people("phone")
    fetched = []
    me.page.on("request", lambda request: fetched.append(request.url))
    page = me.opens("prime_daifugo", 2, "novice")
    page.locator(".hand [data-card]").first.wait_for()
    assert not [one for one in fetched if "/assets/rules-" in one or "/api/rules/" in one]
    page.locator("a[href='/rules/prime_daifugo']").first.click()
    page.locator("dialog .rules h2").first.wait_for()
    assert [one for one in fetched if "/assets/rules-" in one]


def test_the_contents_lead_to_their_sections(people):
    page = read(people("phone"), "/rules/daifugo")
    page.locator("nav summary").click()
    page.locator("nav").get_by_role("link", name="Scoring").click()
    expect(page.locator("h2", has_text="Scoring")).to_be_in_viewport(ratio=1)


def test_a_search_finds_words_of_tables_and_examples(people):
    page = read(people(), "/rules/prime_canasta")
    for word in ("royal prime canasta", "81 = 3"):
        page.get_by_label("Search the rules").fill(word)
        page.get_by_role("status").filter(has_text="place").wait_for()
        assert page.locator("main mark").count() >= 1, word


def test_a_written_division_has_a_name_and_its_digits_under_each_other(people):
    """The 7 of 17, the 1 of 51, the 1 of 21, and the 0 end in one column, the 3 in the one before it."""
    page = read(people("phone"), "/rules/primepak/divisibility")
    long, short = page.get_by_role("img", name="51 ÷ 3 = 17, written out.").all()
    assert long.locator(".number").all_text_contents() == ["17", "3", "21", "21", "0"]
    right = long.locator(".digit:last-child").evaluate_all(
        "all => all.map(e => Math.round(e.getBoundingClientRect().right))")
    assert len(right) == 6 and len(set(right)) == 2 and right.count(min(right)) == 1, right
    assert short.locator("sup").all_text_contents() == ["2"]
