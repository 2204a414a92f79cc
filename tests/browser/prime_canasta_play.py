"""People who play Prime Canasta in a browser, by keys or by pointer."""

import re
from collections import Counter

from prime_daifugo_play import LOGGED, TAP, logged

from coprime.decks.primepak.cards import VALUE, WILD
from coprime.decks.primepak.factor_set_catalogue import LEVEL_ENDS, SETS, SIZE

MOST_STEPS = 900
TRIED = 5               # sets that are tried in a turn
BACK = re.compile("^Take back")
PILE = "the top of the pile"
NAMES = [str(int(n)) for n in VALUE[:WILD]] + ["W"]


def seated(somebody, seats=2, bots="casual", deal=0, **options):
    """At a table of Prime Canasta against quick bots, as one finds it after "Begin"."""
    page = somebody.opens("prime_canasta", seats, bots, deal=deal, options=options)
    page.locator(".hand [data-card]").first.wait_for()
    return page


# Is something asked of us, or is it over?
ASKED = """() => {
    const go = [...document.querySelectorAll('.go')].find(one => one.checkVisibility())?.textContent.trim() ?? ''
    return go && !go.startsWith('Waiting')
}"""


def wait_for_turn(page):
    """Until something is asked of us, or it is over.  Says what the dark button says."""
    page.wait_for_function(ASKED, timeout=60_000)
    return page.locator(".go").filter(visible=True).first.inner_text()


def hand(page):
    """The ids of the cards of the rack from left to right."""
    return page.locator(".hand [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")


def sets_of(cards, level):
    """The sets that cards make, as groups of their ids, the largest first."""
    held, found = Counter(card.split("#")[0] for card in cards), []
    for row in sorted(range(int(LEVEL_ENDS[level])), key=lambda row: -SIZE[row]):
        names = [NAMES[kind] for kind in SETS[row, :SIZE[row]]]
        if Counter(names) <= held:
            ids = list(cards)
            found.append([ids.pop(next(i for i, one in enumerate(ids) if one.split("#")[0] == name))
                          for name in names])
    return found


class ByKeys:
    """Plays with the keyboard alone."""

    def __init__(self, page):
        self.page = page

    def raise_card(self, card):
        place = hand(self.page).index(card)
        if place < 10:
            return self.page.keyboard.press(str((place + 1) % 10))
        self.page.locator(f'[data-card="{card}"]').focus()
        self.page.keyboard.press("Enter")

    def go(self):
        self.page.keyboard.press("p")

    def pick(self, n):
        for _ in range(n):
            card = self.page.locator("[data-pick][aria-pressed=false]").first
            card.focus()
            self.page.keyboard.press("Enter")

    def touch(self, label):
        self.page.locator(f'[data-set="{label}"]').first.focus()
        self.page.keyboard.press("Enter")

    def raise_top(self):
        self.page.keyboard.press("t")

    def lower(self):
        self.page.keyboard.press("Escape")

    def press(self, name):
        self.page.get_by_role("button", name=name).focus()
        self.page.keyboard.press("Enter")


class ByPointer:
    """Plays by tapping."""

    def __init__(self, page):
        self.page = page

    def raise_card(self, card):
        self.page.locator(f'[data-card="{card}"]').click(position=TAP)

    def go(self):
        self.page.locator(".acts .go").click()

    def pick(self, n):
        for _ in range(n):
            self.page.locator("[data-pick][aria-pressed=false]").first.click()

    def touch(self, label):
        self.page.locator(f'[data-set="{label}"]').first.click()

    def raise_top(self):
        self.page.locator("[data-top]").click()

    def lower(self):
        up = self.page.locator(".hand [aria-pressed=true], [data-top][aria-pressed=true]")
        while up.count():
            up.first.click()

    def press(self, name):
        self.page.get_by_role("button", name=name).filter(visible=True).first.click()


def changes(page, do):
    """Do something, and wait until the log says so, or has lost what was taken back."""
    before = logged(page)
    do()
    page.wait_for_function(f"before => {LOGGED} !== before", arg=before)


# The server has said what it thinks of what is raised, or there is nothing that it could be asked.
JUDGED = """() => document.querySelector('.acts .go:enabled') || document.querySelector('.strip[data-judged=no]')
    || document.querySelector('.acts .go').textContent.trim() === 'Raise cards'"""


def raised(page, hands, cards):
    """Raise cards; True when the dark button will take them."""
    for card in cards:
        hands.raise_card(card)
    page.wait_for_function(JUDGED)
    return page.locator(".acts .go").is_enabled()


def turn(page, hands, level, refused):
    """One thing of our own turn: whatever the dark button offers, a set, or a discard.

    `refused` is what has come to nothing in this turn.
    """
    go = page.locator(".acts .go").inner_text()
    if go.startswith("Draw two") and PILE not in refused and take_pile(page, hands, level):
        return None
    if re.match("Draw two|Lay down|Go out|Yes", go) and page.locator(".acts .go").is_enabled():
        return changes(page, hands.go)
    if go.startswith("Take"):
        hands.pick(2)
        return changes(page, hands.go)
    if extend(page, hands):
        return None
    cards = hand(page)
    for some in sets_of(cards, level)[:TRIED]:
        if len(cards) - len(some) >= 2 and named(some) not in refused:
            if raised(page, hands, some):
                return changes(page, hands.go)
            refused.append(named(some))
            hands.lower()
    if page.get_by_role("button", name=BACK).count():
        changes(page, lambda: hands.press(BACK))
        refused += [PILE, *(named(some) for some in sets_of(hand(page), level))]
        return None
    for card in reversed([card for card in cards if not card.startswith("W")] or cards):
        if raised(page, hands, [card]):
            refused.clear()
            return changes(page, hands.go)
        hands.lower()
    raise AssertionError("nothing can be done")


def extend(page, hands):
    """Put the square of its answer to a laid set, where the hand has it; False when it has none."""
    cards = hand(page)
    for label in page.locator("[data-set]").evaluate_all("all => all.map(e => e.dataset.set)"):
        answer = label.split("=")[0]
        square = [card for card in cards if answer.isdigit() and card.startswith(f"{int(answer) ** 2}#")]
        if square:
            hands.touch(label)
            if raised(page, hands, square[:1]) and page.locator(".acts .go").inner_text() == "Extend":
                changes(page, hands.go)
                return True
            hands.lower()
    return False


def take_pile(page, hands, level):
    """Put the top card of the pile into the largest set that the table takes; False when it takes none of three."""
    if not page.locator("[data-top]").count():
        return False
    top, cards = page.locator("[data-top] .n").inner_text() + "#top", hand(page)
    with_it = [some for some in sets_of([top, *cards], level) if top in some]
    for some in with_it[:3]:
        hands.raise_top()
        if raised(page, hands, [card for card in some if card != top]):
            changes(page, hands.go)
            return True
        hands.lower()
    return False


def named(cards):
    """A group of cards without the numbers of their copies."""
    return sorted(card.split("#")[0] for card in cards)


def play_out(page, hands, level=6):
    """Lay what can be laid, discard else, until the match is over."""
    refused = []
    for _ in range(MOST_STEPS):
        said = wait_for_turn(page)
        if page.get_by_role("button", name="Play again").count():
            return page.locator(".ask").first.inner_text()
        if page.get_by_role("button", name="Continue").count():
            hands.press("Continue")
            page.get_by_role("button", name="Continue").wait_for(state="detached")
            continue
        assert said
        turn(page, hands, level, refused)
    raise AssertionError("the match does not end")
