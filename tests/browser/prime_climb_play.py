"""People who play Prime Climb in a browser, by keys or by pointer."""

import re

from prime_daifugo_play import LOGGED

MOST_STEPS = 1500


def seated(somebody, seats=2, level="novice", deal=0, **options):
    """At a table of Prime Climb against quick bots, as one finds it after "Begin"."""
    page = somebody.opens("prime_climb", seats, level, deal=deal, options=options)
    page.locator(".board").wait_for()
    return page


def wait_for_turn(page):
    """Until something is asked of us, or it is over.  Says which."""
    page.wait_for_function("""() => document.querySelector('.go:enabled')
        || document.querySelector('.planning .eqs button:enabled')""", timeout=60_000)
    return "over" if page.get_by_role("button", name="Play again").count() else "move"


def rows(page):
    """The moves of the list that may be chosen and are not: (place, text, where it leads or None)."""
    texts = page.locator(".planning .eqs button").evaluate_all(
        """all => all.map(e => [e.disabled || e.ariaPressed === 'true',
                                (e.querySelector('.num') ?? e.querySelector('.text')).textContent])""")
    return [(place, text, int(found[1]) if (found := re.search(r"[=→] (\d+)$", text)) else None)
            for place, (taken, text) in enumerate(texts) if not taken]


def best(moves):
    """Home if possible, else as far as it goes."""
    return max(moves, key=lambda move: (move[2] == 101, move[2] is not None, move[2] or 0))


class ByKeys:
    """Plays with the keyboard alone."""

    SIGNS = {"+": "+", "−": "-", "×": "*", "÷": "/"}

    def __init__(self, page):
        self.page = page

    def move(self, move):
        place, text, target = move
        sign = re.search(r"[+−×÷]", text)
        if target is not None and sign:
            return self.page.keyboard.press(self.SIGNS[sign[0]])
        self.page.locator(".planning .eqs button").nth(place).focus()
        return self.page.keyboard.press("Enter")

    def other_pawn(self):
        self.page.keyboard.press("p")

    def end(self):
        self.page.keyboard.press("e")


class ByPointer:
    """Plays by tapping: on the board where that can be, else in the list."""

    def __init__(self, page):
        self.page = page

    def move(self, move):
        place, text, target = move
        spot = self.page.locator("li.target button", has_text=re.compile(f"^{re.escape(text)}[,.]"))
        if target is not None and spot.count() == 1:
            return spot.click(force=True)
        return self.page.locator(".planning .eqs button").nth(place).click()

    def other_pawn(self):
        other = self.page.locator(".pawns button[aria-pressed=false]:enabled")      # one that is home moves no more
        if other.count():
            other.first.click()

    def end(self):
        self.page.locator(".go").click()


def play_out(page, hands):
    """Goes home wherever that is possible, else as far as it can, until the game is over.  Says how it ended."""
    for step in range(MOST_STEPS):
        if wait_for_turn(page) == "over":
            return page.locator(".ask").first.inner_text()
        take(page, hands, turn_to_other=step % 2 == 0)
    raise AssertionError("the game does not end")


def take(page, hands, turn_to_other=False):
    """One step: a move is planned or a choice picked, or the turn is ended.  Waits until it is seen."""
    if page.locator(".go:enabled").count():
        before = reached(page)
        hands.end()
    else:
        moves = rows(page)
        if turn_to_other and not any(target == 101 for _, _, target in moves):
            hands.other_pawn()
            if not rows(page):                      # it cannot move: back to the first one
                hands.other_pawn()
            moves = rows(page)
        before = reached(page)
        hands.move(best(moves))
    page.wait_for_function(f"before => {REACHED} !== before", arg=before)


# What changes with every step: how much is planned or picked, and the log.
REACHED = f"""[document.querySelector('.planning')?.dataset.steps,
    document.querySelectorAll('.planning .eqs [aria-pressed=true]').length,
    {LOGGED}].join()"""


def reached(page):
    return page.evaluate(REACHED)


def said(page):
    """Everything that is asked and offered."""
    return page.locator(".planning").inner_text()
