"""Moments of single games: what flies, lands and is said of a seat, where a stamp lies, and what the end shows."""

import pytest
from before_event_tables import open_before
from game_moments import ACT
from page_motion import hold_moments, in_two_motions, let_go, moves, note_motion, note_shown, was_shown
from page_waits import wait_until
from playwright.sync_api import expect
from screen_checks import resized
from test_first_turns import UNDER

import coprime
from coprime.games.daifugo.state import Phase as DaifugoPhase
from coprime.games.prime_canasta.words import best_canasta_text

pytestmark = pytest.mark.browser
MOTIONS = pytest.mark.parametrize("motion", ["no-preference", "reduce"])
SEED = 5
CANASTA_SEED = 1
# What flies and what is said over it are children of the body, which the page's own parts never are.
FLIGHTS = """() => {
    window.flown = {cards: 0, backs: 0, texts: []}
    new MutationObserver(changes => changes.flatMap(({addedNodes}) => [...addedNodes]).forEach(node => {
        if (node.classList?.contains('card')) window.flown.cards++
        if (node.classList?.contains('back')) window.flown.backs++
        if (node.classList?.contains('over-label')) window.flown.texts.push(node.textContent)
    })).observe(document.body, {childList: true})
}"""


def is_out_first(before, event, after):
    """Daifugo: somebody goes out first, and the hand goes on."""
    return after.phase == DaifugoPhase.PLAY and after.place[event.seat] == 1 and not before.place[event.seat]


def is_pass(before, event, after):
    """Daifugo: somebody passes, and what lies there stays."""
    return bool(before.meld and after.meld and before.meld == after.meld and after.passed != before.passed)


def is_last_gift(before, event, after):
    """Daifugo: the last card is given back, so that the hand begins."""
    return before.phase == DaifugoPhase.EXCHANGE and after.phase == DaifugoPhase.PLAY


def is_match_end(before, event, after):
    """Daifugo: the last hand ends."""
    return after.hands >= after.match_length > before.hands


def is_scored(before, event, after):
    """Secret Number: the last game ends."""
    return after.game >= after.match_length > before.game


def is_draw(before, event, after):
    """Sosu Daifugo: somebody draws a card."""
    return bool(after.drawn and not before.drawn and after.left == before.left - 1)


def is_game_end(before, event, after):
    """Sosu Daifugo: somebody has won a game."""
    return after.winner >= 0 > before.winner


def plays_cards(count):
    """Prime Daifugo Lv. 0: somebody plays a prime of so many cards, and the game goes on."""
    label = coprime.game("prime_daifugo").words.label

    def is_wanted(before, event, after):
        verb, *cards = label(event.action).split()
        return verb == "play" and len(cards) == count and after.wins.sum() == before.wins.sum()
    return is_wanted


def is_canasta(before, event, after):
    """Prime Canasta: somebody makes a canasta, and the round goes on."""
    return bool(before.rounds == after.rounds and best_canasta_text(before, event.seat, after))


def come(me, name, seats, wanted, seed=SEED, others=(), looks=True, **options):
    """Pages at a table just before an event: its own seat's, if it `looks`, and spectators'. Returns what does it."""
    code, seat, label = open_before(me.page, me.server.url, name, seats, seed, options, wanted)
    if looks:
        me.go(f"/t/{code}")
    for other in others:
        other.go(f"/t/{code}?watch")
    for one in (me, *others) if looks else others:
        one.page.locator(".mat").first.wait_for()
        one.page.evaluate(FLIGHTS)
        note_motion(one.page)
        hold_moments(one.page)
    return [code, seat, label]


@in_two_motions("no-preference", "reduce")
def test_whoever_is_out_first_is_crowned_over_the_table(people, motions):
    me, other = people("phone", motion=motions[0]), people("laptop", motion=motions[1])
    acted = come(me, "daifugo", 4, is_out_first, others=[other])
    pages = (me.page, other.page)
    for page in pages:
        note_shown(page, ".moment:has(.crown svg)")
    me.page.evaluate(ACT, acted)
    for page, motion in zip(pages, motions, strict=True):
        was_shown(page, "Out first")
        moves(page, ".moment", motion != "reduce")
    me.page.mouse.click(180, 20)
    expect(me.page.locator(".moment")).to_have_count(0)


def test_a_pass_is_said_at_the_seat_of_who_passes(people):
    me, moving, still = people("phone"), people("phone", motion="no-preference"), people("phone", motion="reduce")
    acted = come(me, "daifugo", 4, is_pass, others=[moving, still], looks=False)
    lines = "Number(document.querySelector('[data-lines]').dataset.lines)"
    before = [one.page.evaluate(lines) for one in (moving, still)]
    me.page.evaluate(ACT, acted)
    for one, said, n in zip((moving, still), (["Pass"], []), before, strict=True):
        one.page.wait_for_function(f"n => {lines} > n", arg=n)
        assert one.page.evaluate("window.flown.texts")[:1] == said


@MOTIONS
def test_exchanged_cards_fly_between_the_two(people, motion):
    me = people("phone", motion=motion)
    acted = come(me, "daifugo", 4, is_last_gift)
    me.page.evaluate(ACT, acted)
    expect(me.page.locator(".strip").first).to_be_visible()
    assert me.page.evaluate("window.flown.cards") == (0 if motion == "reduce" else len(acted[2].split()) - 1)


def test_a_win_of_daifugo_shows_the_last_play_and_ones_own_cards(people):
    me = people("phone", settled=False, motion="reduce")
    other = people("laptop", settled=False, motion="no-preference")
    me.page.set_viewport_size({"width": 360, "height": 640})
    me.page.evaluate(ACT, come(me, "daifugo", 4, is_match_end, others=[other], match_length=1))
    for page in (me.page, other.page):
        win = page.locator("dialog.win")
        win.locator(".kept .card").first.wait_for()
        assert win.locator(".confetti .card").count() >= 5
        expect(win.locator("#win-said")).to_have_text("The winner’s last play.")
    me.is_sound()
    for page in (me.page, other.page):
        page.keyboard.press("Escape")
        expect(page.locator("dialog.win")).to_have_count(0)
        expect(page.locator(".ending")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1280, 800)])
def test_the_cards_of_a_scoring_are_turned_over_in_sight_and_the_secret_stays(people, size):
    me = people("phone", settled=False, motion="no-preference")
    me.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    acted = come(me, "secret_number", 3, is_scored, match_length=1)
    hold_moments(me.page, 600)
    me.page.evaluate(ACT, acted)
    latest = me.page.locator(".scored .latest")
    # A step of the scoring lasts 0.7 to 1.5 s, and so does what comes before the win; that stays for longer.
    wait_until(me.page, lambda: let_go(me.page, 1500) or latest.is_visible(), "an answer card is turned over")
    # A right number lands like a stamp, a wrong one sinks.
    is_right, moving = latest.evaluate("one => [one.matches('.right'), getComputedStyle(one).animationName]")
    assert moving.endswith("land" if is_right else "sink")
    wait_until(me.page, lambda: 0 <= latest.bounding_box()["y"] <= size[1] - latest.bounding_box()["height"],
               "the card is in sight")
    secret = me.page.locator(".cards figure .n").first.inner_text()
    me.page.get_by_role("button", name="Show all at once").click()
    won = me.page.locator("dialog.win .middle > .num")
    wait_until(me.page, lambda: let_go(me.page, 1500) or won.is_visible(), "the winner is named")
    expect(won).to_have_text(secret)


def test_who_draws_gets_the_card_from_the_deck_on_every_page(people):
    me, moving, still = people("phone"), people("phone", motion="no-preference"), people("phone", motion="reduce")
    acted = come(me, "sosu_daifugo", 3, is_draw, 2, others=[moving, still], looks=False)
    decks = [one.page.locator("[data-place=deck] b") for one in (moving, still)]
    left = [int(deck.inner_text()) for deck in decks]
    me.page.evaluate(ACT, acted)
    for one, deck, n, backs in zip((moving, still), decks, left, (1, 0), strict=True):
        expect(deck).to_have_text(str(n - 1))
        assert one.page.evaluate("window.flown.backs") == backs


@MOTIONS
def test_the_end_of_a_game_shows_what_one_has_played(people, motion):
    me, watching = people("phone", motion=motion), [people("phone")] if motion == "reduce" else []
    me.page.set_viewport_size({"width": 360, "height": 640})
    me.page.evaluate(ACT, come(me, "sosu_daifugo", 3, is_game_end, 2, others=watching))
    numbers = me.page.locator(".numbers")
    largest = numbers.locator(".largest")
    largest.wait_for()
    moves(me.page, ".numbers", motion != "reduce")
    shown = [int(one) for one in numbers.locator("li").all_inner_texts()]
    assert shown and int(largest.inner_text()) >= max(shown)
    numbers.locator("svg.crown").wait_for()
    for other in watching:
        assert other.page.locator(".numbers").count() == 0      # a spectator has played nothing
        me.is_sound()


@pytest.mark.parametrize("count, seed, locale", [
    (2, 3, "en-US"), (3, 7, "ja-JP"), pytest.param(2, 3, "ja-JP", marks=pytest.mark.long),
    pytest.param(3, 7, "en-US", marks=pytest.mark.long)])
def test_the_stamp_of_prime_daifugo_covers_no_card_of_the_play(people, count, seed, locale):
    """It falls on a phone that stands, which then is laid down."""
    me = people("phone", locale=locale)
    me.page.set_viewport_size({"width": 360, "height": 640})
    me.page.evaluate(ACT, come(me, "prime_daifugo", 3, plays_cards(count), seed))
    me.page.locator(".verdict .stamp").wait_for()
    me.page.evaluate("document.fonts.ready.then(() => 0)")
    for size in ((360, 640), (640, 360)):
        resized(me.page, *size)
        # The hand is laid out anew in the frames after a play.
        me.page.wait_for_function(f"given => !({UNDER})(given).length",
                                  arg=[".verdict .stamp", ".last .card, .others, .hand .card"])


# The stars of canastas that begin to move.
STARS = """() => {
    window.stars = 0
    const {animate} = Element.prototype
    Element.prototype.animate = function (...given) {
        if (this.matches('.pack svg')) window.stars++
        return animate.apply(this, given)
    }
}"""


def test_the_star_of_a_canasta_lands(people):
    me, moving, still = people("phone"), people("phone", motion="no-preference"), people("phone", motion="reduce")
    acted = come(me, "prime_canasta", 2, is_canasta, CANASTA_SEED, others=[moving, still], looks=False)
    packs = [one.page.locator(".pack svg") for one in (moving, still)]
    for one in (moving, still):
        one.page.evaluate(STARS)
    stars = [one.count() for one in packs]
    me.page.evaluate(ACT, acted)
    for one, pack, n, landed in zip((moving, still), packs, stars, (1, 0), strict=True):
        expect(pack).to_have_count(n + 1)
        assert one.page.evaluate("window.stars") == landed
