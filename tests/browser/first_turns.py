"""What a pointer does in the first turn of every game, up to its verdict."""


def raise_cards(page, *numbers):
    for number in numbers:
        page.locator(f".hand [data-card^='{number}#'][aria-pressed=false]").first.click()


def pick_places(page, *places):
    for place in places:
        found = page.locator(f".mat [data-place='{place}']")
        (found.locator("button") if found.locator("button").count() else found).first.click()


def press_play(page):
    page.locator(".foot .btn.go:enabled").click()


def build_a_prime(page):
    raise_cards(page, 4, 7)
    press_play(page)


def beat_the_jack(page):
    raise_cards(page, "Qh")
    press_play(page)


def add_and_multiply(page):
    for equation in ("0 + 4", "4 × 5"):
        page.locator(".planning").get_by_role("button", name=equation).click()
        page.get_by_role("button", name="Move to").click()
    page.get_by_role("button", name="End turn").click()


def name_the_number(page):
    page.locator("[data-value='0'] button").click()
    press_play(page)


def take_ten(page):
    pick_places(page, 7, 1, 2)
    press_play(page)


def take_six(page):
    pick_places(page, 21, 18, 20)
    press_play(page)


def take_the_eighteen(page):
    page.get_by_role("button", name="Take 18").click()


def lay_twenty_two(page):
    raise_cards(page, 22, 2, 11)
    press_play(page)


def build_fifty_three(page):
    for card in "53":
        page.locator(f'[data-card="{card}"]').click()
    page.locator(".acts .go").click()


MOVES = {"prime_daifugo": build_a_prime, "daifugo": beat_the_jack, "prime_climb": add_and_multiply,
         "secret_number": name_the_number, "prime_challenge": take_ten, "prime_solitaire": take_six,
         "factor_rummy": take_the_eighteen, "prime_canasta": lay_twenty_two,
         "sosu_daifugo": build_fifty_three}
