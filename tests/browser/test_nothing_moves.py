"""Nothing jumps: while a hand is played, what stays on the screen stays where it is."""

import sqlite3
import time

import pytest
from game_moments import ACT
from screen_checks import resized

import coprime
from coprime.core.record import label_event
from coprime.table.journal_replay import replay_journal
from coprime.table.ports import JournalRow

pytestmark = pytest.mark.browser
OWN = 7, 14             # actions of one's own, and in the long form
WE_BEGIN = {"factor_rummy": 5}      # deals in which no bot can end the round before one has acted
# In every frame: where the frame's places stand. One that moves while nobody was dealt or played a card has jumped.
WATCH = """() => {
    const places = () => ({
        second: '.ask small', others: '.others', news: '.news', hand: '.left > .own', foot: '.left > .foot',
        ...Object.fromEntries([...document.querySelectorAll('.left > .foot .btn')].map((_, i) => ['button ' + i, i])),
    })
    // A button keeps its height, so its text has to fit.
    const tight = button => button.scrollHeight > button.clientHeight + 2
    // By the lower edge: a line with figures is a little higher than one without.
    const box = found => found?.checkVisibility() && (({ left, bottom }) =>
        [Math.round(left), Math.round(bottom)])(found.getBoundingClientRect())
    const seen = () => {
        const buttons = document.querySelectorAll('.left > .foot .btn')
        const found = { cards: document.querySelectorAll('.hand li').length }
        if (!document.querySelector('.fixed') || document.querySelector('.sheet')) return null
        for (const [name, of] of Object.entries(places()))
            found[name] = box(typeof of === 'number' ? buttons[of] : document.querySelector(of))
        found.buttons = buttons.length
        return found
    }
    window.jumps = []
    let before = seen()
    const look = () => {
        const now = seen()
        for (const button of document.querySelectorAll('.fixed .left > .foot .btn'))
            if (tight(button)) window.jumps.push(`no room for “${button.textContent.trim()}”`)
        if (before && now && before.cards === now.cards)
            for (const name of Object.keys(now)) {
                if (name.startsWith('button ') && before.buttons !== now.buttons) continue
                const [was, is] = [before[name], now[name]]
                if (Array.isArray(was) && Array.isArray(is) && was.some((at, i) => Math.abs(at - is[i]) > 1))
                    window.jumps.push(`${name}: ${was} to ${is}`)
            }
        before = now
        requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
}"""


def count_rows(server, code):
    """How much of the match its journal has."""
    with sqlite3.connect(f"file:{server.settings['data']}/coprime.db?mode=ro", uri=True) as store:
        return store.execute("SELECT COUNT(*) FROM events WHERE code = ?", (code,)).fetchone()[0]


def match_of(server, game, code):
    """The match as its journal tells it."""
    with sqlite3.connect(f"file:{server.settings['data']}/coprime.db?mode=ro", uri=True) as store:
        rows = store.execute("SELECT n, match, seat, action, message FROM events WHERE code = ? ORDER BY n", (code,))
        return replay_journal(game, [JournalRow(*row) for row in rows], game.pure_rules).match


def plays(me, game, code, actions):
    """Seat 0 does what its casual bot would do, through a socket of its own: nothing is touched."""
    done, seen, end = 0, 0, time.monotonic() + 60
    while done < actions and time.monotonic() < end:
        if (rows := count_rows(me.server, code)) == seen:
            me.page.wait_for_timeout(60)                # to play a match anew takes long, and nothing has happened
            continue
        seen = rows
        match = match_of(me.server, game, code)
        if match.over or match.rules.is_between_hands(match.state) and len(match.events) > 2:
            break
        if 0 in match.to_act():
            level = game.bots.LEVELS[-1]
            action, _ = game.bots.choose(match.view(0), 0, level, len(match.events))
            if action is not None:
                me.page.evaluate(ACT, [code, 0, label_event(game.words, 0, action)])
                done += 1
    return done


# How wide a pawn's chip is with each of these words in it.
CHIPS = """words => words.map(word => {
    const chip = document.querySelector('.pawns .one'), said = chip.querySelector('.num')
    said.textContent = word
    said.classList.toggle('home', isNaN(word))
    return chip.getBoundingClientRect().width
})"""


@pytest.mark.parametrize("name", list(coprime.all_games()))
def test_nothing_jumps_while_a_hand_is_played(people, name, sample_size):
    me, game = people("phone"), coprime.all_games()[name]
    me.page.set_viewport_size({"width": 360, "height": 740})
    seats = min(game.seats[1], max(game.seats[0], 3))
    page = me.opens(name, seats, "casual", deal=WE_BEGIN.get(name, 0))
    page.locator(".mat").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => 0)")
    resized(page, 360, 740)
    page.evaluate(WATCH)
    assert plays(me, game, me.code(), sample_size(*OWN)) > 0            # some hands are over after one
    jumps = page.evaluate("window.jumps")
    assert jumps == [], jumps
    if name == "prime_climb":
        assert len(set(page.evaluate(CHIPS, ["1", "88", "100", "home"]))) == 1
