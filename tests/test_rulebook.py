"""Every rule has a test, every rule that is cited exists, every option is explained."""

import importlib
import re

import pytest

import coprime
from coprime.core.kernel import PACKAGE
from coprime.core.language_selection import available_languages, use_language
from coprime.core.rulebook_parser import (
    CITED_RULE,
    LINK,
    BulletList,
    Divisions,
    Paragraph,
    Rule,
    RuleTable,
    load_pages,
    rule_prefixes,
)
from coprime.server.app import game_pages
from coprime.testing import game_checks as held
from coprime.testing import rulebook

GAMES = list(coprime.all_games().values())
PAGES = load_pages()
each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
DECKS = sorted(path.parent for path in PACKAGE.glob("decks/*/rules.md"))
each_folder = pytest.mark.parametrize("folder", [*(game.folder for game in GAMES), *DECKS], ids=lambda path: path.name)


@each_folder
def test_every_rule_has_a_test(folder):
    assert rulebook.rules_of(folder), "rules.md numbers no rule"
    assert rulebook.list_untested_rules(folder) == []


@each_folder
def test_every_rule_cited_exists(folder):
    assert rulebook.unknown_rules(folder) == []


def test_every_rule_that_a_room_cites_exists():
    """Outside games and decks, as the contest does with its protocol's."""
    known = {number for page in PAGES.values() for number in page.rule_numbers()}
    texts = [path.read_text(encoding="utf-8") for path in [*PACKAGE.glob("*/*.py"), *PACKAGE.glob("*/messages/*.toml")]]
    cited = {rule for text in texts for rule in CITED_RULE.findall(text) if rule[:2] in rule_prefixes()}
    assert "UE-30" in cited and cited <= known


def texts(page):
    """Every text of a page that people read."""
    for block in page.iter_blocks():
        match block:
            case Rule(_, text) | Paragraph(text):
                yield text
            case BulletList(items):
                yield from items
            case RuleTable(rows):
                yield from (cell for row in rows for cell in row)
            case Divisions(rows):
                yield from (row.text for row in rows)
    for example in page.find_examples():
        yield from (case.text for case in example.cases)


def leads(address):
    """Whether there is such a page, with such a rule."""
    page, _, rule = address.partition("#")
    return page in PAGES and (not rule or rule in PAGES[page].rule_numbers())


@each_page
def test_every_rule_number_leads_to_its_rule(page):
    for text in texts(page):
        for rule in CITED_RULE.findall(text):
            assert leads(f"{rule_prefixes()[rule[:2]]}#{rule}"), rule


DESIGNERS = {
    "sosu_daifugo": {"en": ("Shin'ichiro Seki",), "ja": ("関真一朗",)},
    "prime_daifugo": {"en": ("Fukutarou", "Shin'ichiro Seki"), "ja": ("福夕郎", "関真一朗")},
    "prime_climb": dict.fromkeys(available_languages(), ("Daniel Finkel", "Katherine Cook")),
    "secret_number": dict.fromkeys(available_languages(), ("Yusuke Sato",)),
    **{name: dict.fromkeys(available_languages(), ("Mary Kay Beavers",))
       for name in ("factor_rummy", "prime_canasta", "prime_challenge", "prime_solitaire", "primepak")},
}


@pytest.mark.parametrize("language", available_languages())
def test_the_rules_and_the_readme_name_who_designed_a_game(language):
    """Daifugo is traditional: nobody is known to have designed it."""
    assert set(DESIGNERS) | {"daifugo"} == {page.address.split("/")[2] for page in PAGES.values()}
    root = PACKAGE.parents[1]
    translated = root / f"README.{language}.md"
    readme = (translated if translated.is_file() else root / "README.md").read_text(encoding="utf-8")
    with use_language(language):
        for book, names in DESIGNERS.items():
            lead = load_pages()[f"/rules/{book}"].sections[0]
            said = " ".join(block.text for block in lead.blocks if isinstance(block, Paragraph))
            for name in names[language]:
                assert name in said, book
                assert name in readme


@pytest.mark.parametrize(("name", "words"), [
    ("secret_number", ("cover card", "halfway under the display card", "face down", "lowest card first")),
    ("prime_challenge", ("one hand only", "two hands", "costs 1", "The dealer deals"))])
def test_how_a_game_goes_with_real_cards(name, words):
    (section,) = [one for one in PAGES[f"/rules/{name}"].sections if one.title == "With cards at a table"]
    said = " ".join(" ".join(block.items) if isinstance(block, BulletList) else block.text for block in section.blocks)
    for word in words:
        assert word in said, word


def test_numbers_of_two_letters_stand_on_one_page():
    """So a number is enough to find its page."""
    for page in PAGES.values():
        assert {rule_prefixes()[number[:2]] for number in page.rule_numbers()} <= {page.address}


@each_page
def test_every_link_leads_to_a_page(page):
    for text in texts(page):
        for _, address in LINK.findall(text):
            assert leads(address), address


def test_every_page_is_reached_from_its_games():
    """From each game's own page by links; the deck's from the four games that are played with it."""
    def reached(address):
        found = [address]
        for one in found:
            found += {to.partition("#")[0] for text in texts(PAGES[one]) for _, to in LINK.findall(text)} - set(found)
        return found
    everywhere = {address for game in GAMES for address in reached(f"/rules/{game.name}")}
    assert everywhere == set(PAGES)
    with_deck = [game for game in GAMES if any("primepak" in file.read_text() for file in game.folder.glob("*.py"))]
    assert len(with_deck) == 4
    for game in with_deck:
        assert "/rules/primepak" in {to for text in texts(PAGES[f"/rules/{game.name}"]) for _, to in LINK.findall(text)}
        assert f"/rules/{game.name}" in {to for text in texts(PAGES["/rules/primepak"]) for _, to in LINK.findall(text)}


@pytest.mark.parametrize("name", ["factor_rummy", "prime_canasta", "prime_challenge", "prime_solitaire"])
def test_a_games_own_page_defines_its_words(name):
    """Nobody needs the deck's page to begin."""
    said = " ".join(texts(PAGES[f"/rules/{name}"])).lower()
    for word in ("**prime** is a whole number above 1", "**composite**", "factor set", "answer"):
        assert word in said, word
    if name != "prime_solitaire":                               # which has no wild
        for word in ("**wild** stands for any prime", "never for a composite", "at most three wilds", "at least two"):
            assert word in said, word
    assert ("**prime factor set**" in said) is (name == "factor_rummy")


@each_page
def test_every_sum_is_right(page):
    wrong = [found for text in texts(page) for found, right in rulebook.find_equations(text) if not right]
    assert wrong == [], wrong


def test_sums_are_read_as_one_reads_them():
    text = "42 = 6 × 7, 25 + 2 × 4 = 33, 6 − 10 − 10 = −14, 51 ÷ 3 = 10 + 7 = 17, and 2 × 3 = 7."
    read = dict(rulebook.find_equations(text))
    assert read == {"42 = 6 × 7": True, "25 + 2 × 4 = 33": True, "6 − 10 − 10 = −14": True,
                    "51 ÷ 3 = 10 + 7 = 17": True, "2 × 3 = 7": False}


@each_page
def test_every_figure_is_drawn(page):
    _, _, book, *more = page.address.split("/")
    shown = game_pages.describe_rules(book, *more)
    rows = [row for section in shown["sections"] for block in section["blocks"] if block["kind"] in ("example", "cards")
            for row in block["rows"]]
    assert all(row["drawn"] for row in rows)


@each_game
def test_every_option_named_in_the_text_is_one(game):
    """`route` and `route=decline`: the browser writes their titles."""
    shown = game_pages.describe_rules(game.name)
    known = {option["name"] for option in shown["options"]} | {
        f"{option['name']}={one['value']}" for option in shown["options"] for one in option["values"]}
    named = {name for text in texts(PAGES[f"/rules/{game.name}"]) for name in re.findall(r"`([^`]+)`", text)}
    assert named <= known | set(game.presets)


@each_folder
def test_every_worked_example_is_tried(folder):
    """A test beside the rules knows every kind of example."""
    if kinds := {example.kind for example in rulebook.list_worked_examples(folder)}:
        tries = importlib.import_module(f"coprime.{folder.parent.name}.{folder.name}.tests.test_examples").TRIES
        assert kinds <= set(tries)


def test_most_rulebooks_have_worked_examples():
    folders = [*(game.folder for game in GAMES), *DECKS]
    assert sum(bool(rulebook.list_worked_examples(folder)) for folder in folders) >= 9


@each_game
def test_every_option_and_preset_is_explained(game):
    held.options_are_explained(game)


@each_game
def test_counts(game):
    held.check_perft_counts(game)


@each_game
def test_golden_games(game):
    held.golden_games(game)
