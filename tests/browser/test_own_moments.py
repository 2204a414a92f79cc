"""Moments of single games: what flies, lands and is said of a seat, where a stamp lies, and what the end shows."""

import pytest
from before_event_tables import open_before
from game_moments import ACT
from page_motion import hold_moments, let_go, moves, note_motion
from page_waits import wait_until
from playwright.sync_api import expect
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


def come(me, other, name, seats, wanted, seed=SEED, **options):
    """Two pages at a table just before an event: its own seat's, and a spectator's. Returns what does it."""
    code, seat, label = open_before(me.page, me.server.url, name, seats, seed, options, wanted)
    me.go(f"/t/{code}")
    other.go(f"/t/{code}?watch")
    for page in (me.page, other.page):
        page.locator(".mat").first.wait_for()
        page.evaluate(FLIGHTS)
        note_motion(page)
        hold_moments(page)
    return [code, seat, label]


@MOTIONS
def test_whoever_is_out_first_is_crowned_over_the_table(people, motion):
    me, other = people("phone", motion=motion), people("laptop", motion=motion)
    me.page.evaluate(ACT, come(me, other, "daifugo", 4, is_out_first))
    for page in (me.page, other.page):
        moment = page.locator(".moment", has_text="Out first")
        moment.locator(".crown svg").wait_for(state="attached")
        moves(page, ".moment", motion != "reduce")
    me.page.mouse.click(180, 20)
    expect(me.page.locator(".moment")).to_have_count(0)


@MOTIONS
def test_a_pass_is_said_at_the_seat_of_who_passes(people, motion):
    me, other = people("phone", motion=motion), people("phone", motion=motion)
    acted = come(me, other, "daifugo", 4, is_pass)
    lines = "Number(document.querySelector('[data-lines]').dataset.lines)"
    before = other.page.evaluate(lines)
    me.page.evaluate(ACT, acted)
    for page in (me.page, other.page):
        page.wait_for_function(f"n => {lines} > n", arg=before)
    assert other.page.evaluate("window.flown.texts")[:1] == ([] if motion == "reduce" else ["Pass"])


@MOTIONS
def test_exchanged_cards_fly_between_the_two(people, motion):
    me, other = people("phone", motion=motion), people("phone", motion=motion)
    acted = come(me, other, "daifugo", 4, is_last_gift)
    me.page.evaluate(ACT, acted)
    expect(me.page.locator(".strip").first).to_be_visible()
    assert me.page.evaluate("window.flown.cards") == (0 if motion == "reduce" else len(acted[2].split()) - 1)


@MOTIONS
def test_a_win_of_daifugo_shows_the_last_play_and_ones_own_cards(people, motion):
    me, other = people("phone", settled=False, motion=motion), people("laptop", settled=False, motion=motion)
    me.page.set_viewport_size({"width": 360, "height": 640})
    me.page.evaluate(ACT, come(me, other, "daifugo", 4, is_match_end, match_length=1))
    for page in (me.page, other.page):
        win = page.locator("dialog.win")
        win.locator(".kept .card").first.wait_for()
        assert win.locator(".confetti .card").count() >= 5
        expect(win.locator("#win-said")).to_have_text("The winner’s last play.")
    if motion == "reduce":
        me.is_sound()


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1280, 800)])
def test_the_cards_of_a_scoring_are_turned_over_in_sight_and_the_secret_stays(people, size):
    me, other = (people("phone", settled=False, motion="no-preference") for _ in range(2))
    for one in (me, other):
        one.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    acted = come(me, other, "secret_number", 3, is_scored, match_length=1)
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


@MOTIONS
def test_who_draws_gets_the_card_from_the_deck_on_every_page(people, motion):
    me, other = people("phone", motion=motion), people("phone", motion=motion)
    acted = come(me, other, "sosu_daifugo", 3, is_draw, 2)
    deck = other.page.locator("[data-place=deck] b")
    left = int(deck.inner_text())
    me.page.evaluate(ACT, acted)
    expect(deck).to_have_text(str(left - 1))
    assert other.page.evaluate("window.flown.backs") == (0 if motion == "reduce" else 1)


@MOTIONS
def test_the_end_of_a_game_shows_what_one_has_played(people, motion):
    me, other = people("phone", motion=motion), people("phone", motion=motion)
    me.page.set_viewport_size({"width": 360, "height": 640})
    me.page.evaluate(ACT, come(me, other, "sosu_daifugo", 3, is_game_end, 2))
    numbers = me.page.locator(".numbers")
    largest = numbers.locator(".largest")
    largest.wait_for()
    moves(me.page, ".numbers", motion != "reduce")
    shown = [int(one) for one in numbers.locator("li").all_inner_texts()]
    assert shown and int(largest.inner_text()) >= max(shown)
    numbers.locator("svg.crown").wait_for()
    assert other.page.locator(".numbers").count() == 0          # a spectator has played nothing
    if motion == "reduce":
        me.is_sound()


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
@pytest.mark.parametrize("count, seed", [(2, 3), (3, 7)])
def test_the_stamp_of_prime_daifugo_covers_no_card_of_the_play(people, size, count, seed, locale):
    me, other = people("phone", locale=locale), people("phone")
    me.page.set_viewport_size({"width": size[0], "height": size[1]})
    me.page.evaluate(ACT, come(me, other, "prime_daifugo", 3, plays_cards(count), seed))
    me.page.locator(".verdict .stamp").wait_for()
    me.page.evaluate("document.fonts.ready.then(() => 0)")
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


@MOTIONS
def test_the_star_of_a_canasta_lands(people, motion):
    me, other = people("phone", motion=motion), people("phone", motion=motion)
    acted = come(me, other, "prime_canasta", 2, is_canasta, CANASTA_SEED)
    for page in (me.page, other.page):
        page.evaluate(STARS)
    stars = other.page.locator(".pack svg").count()
    me.page.evaluate(ACT, acted)
    expect(other.page.locator(".pack svg")).to_have_count(stars + 1)
    assert other.page.evaluate("window.stars") == (0 if motion == "reduce" else 1)
