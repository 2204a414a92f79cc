"""Factorisations that are printed on cards and spaces can be switched off: the option `factors`."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
CARDS = ["prime_solitaire", "factor_rummy", "prime_challenge", "prime_canasta"]


def table(me, name, wanted, deal=3):
    seats = 1 if name == "prime_solitaire" else 2
    level = 1 if name == "prime_solitaire" else 4
    page = me.opens(name, seats, "casual", deal=0 if level == 1 else deal,
                    options={"factors": wanted, "level": 3} | ({"deal": deal} if level == 1 else {}))
    page.locator(".mat .card:not(.back), .hand .card").first.wait_for()
    return page


def lines(page):
    """Of each card that lies face up with a figure: how many factors are printed, and what is spoken."""
    return page.locator(".card:not(.back):not(.wild)").evaluate_all("""all => all
        .filter(card => card.querySelector('.n'))
        .map(card => [card.querySelector('.n').textContent, card.querySelectorAll('.fl i').length,
                      card.getAttribute('aria-label') ?? card.querySelector('.sr')?.textContent ?? ''])""")


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, n))


@pytest.mark.parametrize("name", CARDS)
def test_what_is_printed_on_the_cards(people, name):
    me = people("phone")
    for wanted in ("shown", "primes", "hidden"):
        found = lines(table(me, name, wanted))
        assert len(found) > 3
        for figure, printed, spoken in found:
            prime = is_prime(int(figure))
            there = wanted == "shown" or wanted == "primes" and prime
            assert bool(printed) == there, (wanted, figure, printed)
            if "covered" not in spoken:
                assert ("=" in spoken) == (there and not prime), (wanted, spoken)
        me.is_sound(axe=wanted == "primes")             # with factors axe looks at it in test_every_game.py


def test_the_rings_of_the_board(people):
    me = people()
    for wanted in ("shown", "primes", "hidden"):
        page = me.opens("prime_climb", 2, "casual", options={"factors": wanted})
        page.locator(".mat svg").first.wait_for()
        rings = page.locator("svg .onpaper path[class^=r]").count()
        assert rings == 0 if wanted == "hidden" else rings > 20
        spoken = "\n".join(page.locator("[role=gridcell], .board button, .board li").all_inner_texts())
        assert ("78 = 2 × 3 × 13" in spoken) == (wanted == "shown")
        assert ("97, prime" in spoken) == (wanted != "hidden")
        me.is_sound(axe=wanted == "hidden")
    expect(page.get_by_text("Rings on the board")).to_be_visible()
