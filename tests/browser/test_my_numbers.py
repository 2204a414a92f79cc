"""My numbers: what somebody takes for a prime is kept on the device, shown, and trained."""

import json
import re

import pytest
from playwright.sync_api import expect
from screen_checks import is_readable, resized

import coprime

pytestmark = pytest.mark.browser
MISSED = [{"n": 51, "marks": "----"}, {"n": 91, "marks": "-+"}, {"n": 77, "marks": "-++"}, {"n": 833, "marks": "-"},
          {"n": 97, "marks": "-"}, {"n": 89, "marks": "+"}]


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, n))


def who_missed(people, size):
    me = people(size).go()
    if size == "phone":
        me.page.set_viewport_size({"width": 360, "height": 640})
    me.page.evaluate("kept => localStorage.setItem('coprime.numbers', kept)", json.dumps(MISSED))
    return me


def asked(page):
    return int(re.search(r"Is (\d+) prime", page.locator(".ask").inner_text())[1])


def test_what_one_knows_is_shown(people):
    me = who_missed(people, "phone")
    page = me.go("/primes").page
    expect(page.locator(".ask")).to_contain_text(
        "You know 1 of the 25 primes below 100 and have met 1 more. 51 still fools you.")
    # Told right twice since, 77 is no longer trained.
    expect(page.get_by_role("link", name="Train 51, 91 and 833")).to_be_visible()
    expect(page.get_by_role("cell", name="51 is 3 × 17: missed 4 times in the last five tries")).to_be_visible()
    expect(page.get_by_role("cell", name="143 is 11 × 13: not met yet")).to_be_visible()
    expect(page.locator(".below .known .sr")).to_have_text(["89: you know it"])
    expect(page.locator(".below .met .sr")).to_have_text(["97: met"])
    for size, scheme in (((360, 640), "light"), ((1280, 800), "dark")):
        resized(page, *size, scheme)
        me.is_sound()


def test_a_round_by_keys_is_told_explained_and_kept(people):
    me = who_missed(people, "laptop")
    page = me.go("/primes/train").page
    numbers = []
    for i in range(10):
        n = asked(page)
        numbers.append(n)
        right = i > 1
        page.keyboard.press("p" if is_prime(n) == right else "n")
        page.locator(".stamp").wait_for()
        said = page.locator(".ask").inner_text()
        assert said.startswith("Yes. ") == right and str(n) in said
        assert f"{n}" in page.locator(".stamp").inner_text()
        page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_contain_text("8 of 10 right.")
    assert set(numbers) >= {51, 91, 833, 97} and sum(map(is_prime, numbers)) == 5
    kept = {one["n"]: one["marks"] for one in json.loads(page.evaluate("localStorage.getItem('coprime.numbers')"))}
    assert {n: kept[n][-1] for n in numbers} == {n: "-" if n in numbers[:2] else "+" for n in numbers}
    is_readable(page)
    page.keyboard.press("Enter")                        # ten more
    asked(page)


def test_a_round_fits_a_phone_and_nothing_jumps(people):
    me = who_missed(people, "phone")
    page = me.go("/primes/train").page
    seen = set()
    for _ in range(10):
        for place in (".mat", ".acts"):
            seen.add((place, page.locator(place).bounding_box()["y"]))
        page.get_by_role("button", name="Prime", exact=True).click()
        assert page.evaluate("document.documentElement.scrollHeight") <= 640
        for place in (".mat", ".acts"):
            seen.add((place, page.locator(place).bounding_box()["y"]))
        page.locator(".acts .go").click()
    expect(page.locator(".ask")).to_contain_text("5 of 10 right.")
    assert len(seen) == 2, seen
    is_readable(page)


def test_puzzles_that_were_missed_are_offered_once_more(people):
    me = people("phone").go()
    page = me.page
    page.evaluate("""localStorage.setItem('coprime.puzzles',
        JSON.stringify({solved: {}, missed: {secret_number: [4, 7]}, days: {}}))""")
    me.go("/puzzles")
    page.get_by_role("link", name="Secret Number").filter(has_text="2 puzzles once more").click()
    expect(page.get_by_text("Puzzle 5:")).to_be_visible()


def first_set():
    """A numbered deal of Prime Solitaire that begins with a set, and the label that takes it."""
    game = coprime.game("prime_solitaire")
    for deal in range(1, 99):
        match = coprime.Match(game, 1, {"level": 1, "deal": deal}, game.pure_rules)
        match.settle(lambda bits: 0)
        for label in map(game.words.label, match.sound_actions(0)):
            if label.startswith("take"):
                return deal, label
    raise AssertionError("no deal begins with a set")


def test_a_set_that_was_taken_at_a_table_is_known_and_counted_once(people):
    deal, label = first_set()
    me = people("phone")
    page = me.opens("prime_solitaire", options={"level": 1, "deal": deal})
    page.locator(".mat").first.wait_for()
    lines = page.locator("[data-lines]")
    before = lines.get_attribute("data-lines")
    page.evaluate("""([code, label]) => new Promise(done => {
      const socket = new WebSocket(`ws://${location.host}/ws/${code}`)
      socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', seen: 0, as: 'seat' }))
      socket.onmessage = ({ data }) => {
        const { type } = JSON.parse(data)
        if (type === 'welcome') socket.send(JSON.stringify({ type: 'act', id: 'take', acts: [label] }))
        else if (type === 'done') done()
      }
    })""", [me.code(), label])
    expect(lines).not_to_have_attribute("data-lines", before)
    kept = {one["n"]: one["marks"] for one in json.loads(page.evaluate("localStorage.getItem('coprime.numbers')"))}
    assert kept and set(kept.values()) == {"+"} and any(not is_prime(n) for n in kept)
    page.reload()
    page.locator(".mat").first.wait_for()
    again = {one["n"]: one["marks"] for one in json.loads(page.evaluate("localStorage.getItem('coprime.numbers')"))}
    assert again == kept, "what was counted is not counted again"
    page = me.go("/primes").page
    primes = sorted(filter(is_prime, kept))
    expect(page.locator(".below .known .sr")).to_have_text([f"{n}: you know it" for n in primes])


# What the device has kept, the button that leads to it, and where.
PRACTICE = (
    ({"coprime.numbers": [{"n": 51, "marks": "-"}]}, "Train 51", "/primes/train"),
    ({"coprime.puzzles": {"missed": {"prime_climb": [3, 4]}}}, "Prime Climb: the 2 puzzles that you missed",
     "/puzzles/prime_climb"),
    ({"coprime.lessons": {"daifugo": {"done": [], "skipped": ["first"], "at": ""}}}, "Daifugo: one lesson is left",
     "/learn/daifugo"))


def test_what_to_practise_next_is_one_tap_away(people):
    me = people("phone")
    page = me.go("/rules/daifugo").page
    for stored, name, path in PRACTICE:
        for key in ("coprime.numbers", "coprime.puzzles", "coprime.lessons"):
            page.evaluate("key => localStorage.removeItem(key)", key)
        for key, value in stored.items():
            page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])
        page.goto(f"{me.server.url}/primes")
        page.locator(".head .btn.go", has_text=name).click()
        page.wait_for_url(f"**{path}*")
        page.goto(f"{me.server.url}/rules/daifugo")
