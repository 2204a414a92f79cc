"""A class in real browsers: its teacher at a laptop, pupils at phones, and the projector."""

import re

import prime_daifugo_play
import pytest
import screen_checks
from game_moments import greet
from playwright.sync_api import expect
from test_prime_challenge import CARDS, ByTouch

pytestmark = pytest.mark.browser
PICTURES = ("owl", "boat", "pear", "moon", "key", "kite")
NAMES = ("Ada", "Ben", "Cem")


def opens(people):
    """A teacher who has opened a class, and its code: without a pointer, by which one test goes."""
    teacher = people()
    greet(teacher.page, teacher.server.url)
    code = teacher.posts("/api/classes", {"name": "Class 6b"})["code"]
    teacher.go(f"/class/{code}").page.get_by_text("Nobody has come yet.").wait_for()
    return teacher, code


def opens_by_pointer(people):
    """The same from the home page."""
    teacher = people()
    page = teacher.go().page
    page.get_by_role("button", name="Open a class").click()
    page.get_by_label("Name of the class").fill("Class 6b")
    page.get_by_role("button", name="Open it").click()
    page.get_by_text("Nobody has come yet.").wait_for()
    return teacher, re.search(r"/class/([A-Z0-9]+)", page.url)[1]


def comes(people, code, name, picture):
    """A pupil who is in: without a pointer, too."""
    pupil = people("phone")
    greet(pupil.page, pupil.server.url)
    pupil.posts(f"/api/classes/{code}/pupils", {"name": name, "picture": picture})
    pupil.go(f"/class/{code}").page.get_by_text(f"You are in, {name}.").wait_for()
    return pupil


def comes_by_pointer(people, code, name, picture, by_code):
    """A pupil at the door, by its address or by the code that the home page asks for, and in."""
    pupil = people("phone")
    page = pupil.go("/" if by_code else f"/class/{code}").page
    if by_code:
        page.get_by_label("The code on the other screen").fill(code.lower())
        page.get_by_role("button", name="Join", exact=True).click()
    joins(page, name, picture)
    return pupil


def joins(page, name, picture):
    """Somebody new at the door, and in."""
    page.get_by_label("Your name in this class").fill(name)
    page.get_by_role("radio", name=picture).check()
    page.get_by_role("button", name=f"Join as {name}", exact=True).click()
    page.get_by_text(f"You are in, {name}.").wait_for()


def hands_over(page, name):
    """The next pupil takes the tablet that somebody has used."""
    page.get_by_role("button", name=f"Not {name}?").click()
    page.get_by_role("button", name="I am somebody else").click()
    page.get_by_label("Your name in this class").wait_for()


def full(people):
    teacher, code = opens(people)
    return teacher, code, [comes(people, code, *who) for who in zip(NAMES, PICTURES, strict=False)]


def projector(teacher, code):
    """The page of the class for everybody to see."""
    wall = teacher.context.new_page()
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.goto(f"{teacher.server.url}/class/{code}/wall")
    return wall


def begins(teacher, pupils):
    """The round goes on, and every pupil's page has gone to its table by itself."""
    teacher.page.get_by_text(f"{len(pupils)} pupil").wait_for()
    teacher.page.get_by_role("button", name="Begin", exact=True).click()
    for pupil in pupils:
        pupil.page.locator(".hand [data-card]").first.wait_for()


def cards(page):
    return sorted(page.locator(".hand [data-card]").evaluate_all("all => all.map(e => e.dataset.card)"))


def test_a_lesson_from_its_opening_to_its_end(people):
    teacher, code = opens_by_pointer(people)
    page = teacher.page
    wall = projector(teacher, code)
    wall.get_by_role("img", name=f"The code of the class: {' '.join(code)}").wait_for()
    door = people("phone")
    door.go(f"/class/{code}").page.get_by_text("And a picture only you know.").wait_for()
    door.is_sound()
    pupils = [comes_by_pointer(people, code, *who, by_code=who[0] != "Cem")
              for who in zip(NAMES, PICTURES, strict=False)]
    page.get_by_text("3 pupils are here.").wait_for()
    page.get_by_text("3 names wait for you.").wait_for()
    teacher.is_sound()
    page.get_by_role("button", name="Approve all", exact=True).click()
    for name in NAMES:
        wall.get_by_text(name, exact=True).wait_for()
    screen_checks.is_readable(wall)
    pupils[0].is_sound()

    begins(teacher, pupils)
    page.locator(".tile").get_by_text("Ada", exact=True).wait_for()
    teacher.is_sound()
    wall.get_by_text("play at your table").wait_for()

    pupils[1].page.get_by_role("button", name="Call your teacher").click()
    page.get_by_text("Table 1 asks for you.").wait_for()
    page.locator(".tile", has_text="asks for you: Ben").wait_for()
    pupils[1].page.reload()
    expect(pupils[1].page.get_by_role("button", name="Call your teacher")).to_have_attribute("aria-pressed", "true")

    page.get_by_role("button", name="Say a line to all").click()
    page.get_by_label("Your line").fill("Find your largest prime.")
    page.keyboard.press("Enter")
    wall.get_by_text("Find your largest prime.").wait_for()
    for pupil in pupils:
        pupil.page.get_by_role("status").get_by_text("Find your largest prime.").wait_for()
    pupils[0].is_sound()
    for pupil in pupils:
        pupil.page.get_by_role("button", name="I have read it").click()
        pupil.page.get_by_text("Find your largest prime.").wait_for(state="hidden")

    page.get_by_role("button", name="Pause all").click()
    for pupil in pupils:
        pupil.page.get_by_text("Pause. Look at the wall, please.").wait_for()
    wall.get_by_text("Pause. Look here, please.").wait_for()
    page.get_by_text("All tables are paused.").wait_for()
    pupils[0].is_sound()
    page.get_by_role("button", name="Resume all").click()
    for pupil in pupils:
        pupil.page.get_by_text("Pause. Look at the wall, please.").wait_for(state="hidden")

    page.get_by_role("button", name="End the round").click()
    page.get_by_role("dialog").get_by_role("button", name="End the round").click()
    for pupil, name in zip(pupils, NAMES, strict=True):
        pupil.page.get_by_text(f"You are in, {name}.").wait_for()
        assert pupil.page.url.endswith(f"/class/{code}")
    wall.get_by_text("Choose a name and a picture").wait_for()
    page.get_by_role("link", name="What was practised").click()
    for name in NAMES:
        page.get_by_role("article", name=name).wait_for()
    teacher.is_sound()


def test_whoever_types_faster_than_the_first_cookie_comes_is_let_in(people):
    _, code = opens(people)
    pupil = people("phone")
    late = []
    pupil.page.route("**/api/me", lambda route: late.append(route) if not late else route.continue_())
    page = pupil.go().page
    page.get_by_label("The code on the other screen").fill(code)
    with page.expect_response("**/api/join") as refused:
        page.get_by_role("button", name="Join", exact=True).click()
    assert refused.value.status == 401
    late[0].continue_()
    page.get_by_label("Your name in this class").wait_for()


def refused_is_counted_without_names(teacher, pupils):
    """Over all tables, beside what was taken for primes."""
    page = teacher.page
    page.get_by_text("Taken for primes, all tables").wait_for()
    mover = next(pupil for pupil in pupils if "Your turn" in pupil.asked())
    table = re.search(r"/t/([A-Z0-9]+)", mover.page.url)[1]
    told = mover.page.evaluate("""async (code) => {
        const line = new WebSocket(`ws://${location.host}/ws/${code}`)
        const heard = []
        await new Promise((done) => {
            line.onopen = () => line.send(JSON.stringify({type: 'hello', seen: 0, as: 'seat'}))
            line.onmessage = ({data}) => {
                const message = JSON.parse(data)
                heard.push(message.type)
                if (message.type === 'welcome')
                    line.send(JSON.stringify({type: 'act', id: 'a', seen: 0, acts: ['play nonsense']}))
                if (message.type === 'refused') done()
            }
        })
        line.close()
        return heard
    }""", table)
    assert "refused" in told
    counted = page.locator("section", has_text="Refused by the rules")
    counted.get_by_text("once").wait_for()
    for name in NAMES:
        assert name not in counted.inner_text()
    page.locator(".tile").get_by_text("1 refused").wait_for()
    teacher.is_sound()


def test_the_teacher_sees_what_went_wrong_looks_into_a_hand_and_helps(people):
    teacher, code, pupils = full(people)
    begins(teacher, pupils)
    page = teacher.page
    refused_is_counted_without_names(teacher, pupils)
    page.locator(".tile").first.click()
    page.get_by_text("You see what a watcher sees.").wait_for()
    assert page.locator(".hand [data-card]").count() == 0
    for pupil, name in zip(pupils, NAMES, strict=True):
        page.get_by_label("Whose hand is shown").select_option(label=f"The hand of {name}")
        page.get_by_text(f"with the eyes of {name}").wait_for()
        assert cards(page) == cards(pupil.page)
    teacher.is_sound()

    page.get_by_label("A nudge in your own words").fill("Is it even?")
    pupils[0].page.get_by_role("button", name="Call your teacher").click()
    page.get_by_label("Whose hand is shown").select_option(label="The hand of Ada")
    page.get_by_text("with the eyes of Ada").wait_for()
    page.get_by_role("button", name="Send a nudge").click()
    page.get_by_text("Cem has it.").wait_for()
    pupils[2].page.get_by_text("Is it even?").wait_for()
    # What was said before the question has come to the others, too: so that line would have.
    page.get_by_role("button", name="Pause this table").click()
    for pupil in pupils[:2]:
        pupil.page.get_by_text("Pause. Look at the wall, please.").wait_for()
        assert not pupil.page.get_by_text("Is it even?").count()


def test_a_pupil_comes_back_at_another_device_by_the_picture_and_leaves_it_to_the_next(people):
    teacher, code, pupils = full(people)
    begins(teacher, pupils)
    ada = pupils[0]
    held = cards(ada.page)
    other = people("phone")
    page = other.go(f"/class/{code}").page
    page.get_by_role("button", name="I have been here before").click()
    page.get_by_role("button", name="Ada", exact=True).click()
    page.get_by_role("radio", name="fish").check()
    page.get_by_role("button", name="Take my seat").click()
    page.get_by_role("alert").get_by_text("Ada").wait_for()
    page.get_by_role("radio", name="owl").check()
    page.get_by_role("button", name="Take my seat").click()
    page.locator(".hand [data-card]").first.wait_for()
    assert cards(page) == held
    # The device that was left stands before the door.
    ada.page.get_by_text("Choose a name.").wait_for()

    # The next pupil at a tablet leaves the last one their seat.
    page.get_by_role("button", name="This table").click()
    hands_over(page, "Ada")
    page = ada.page
    page.get_by_role("button", name="I have been here before").click()
    page.get_by_role("button", name="Ada", exact=True).click()
    page.get_by_role("radio", name="owl").check()
    page.get_by_role("button", name="Take my seat").click()
    page.locator(".hand [data-card]").first.wait_for()
    assert cards(page) == held
    # Nor does the tablet leave somebody behind, for those who sit beside.
    beside = pupils[1].page
    beside.get_by_role("button", name="This table").click()
    beside.get_by_role("dialog").get_by_text("Ada", exact=True).wait_for()
    expect(beside.get_by_role("dialog").get_by_text("Ada (2)")).to_have_count(0)


def test_eight_numbered_pupils_at_one_tablet_are_eight_people(people):
    teacher, code = opens(people)
    tablet = people("phone")
    page = tablet.go().page
    # As a Japanese keyboard types it.
    page.get_by_label("The code on the other screen").fill("".join(chr(ord(letter) + 0xFEE0) for letter in code))
    page.get_by_role("button", name="Join", exact=True).click()
    names = [f"Pupil {n}" for n in range(1, 9)]
    for name in names:
        joins(page, name, "owl")
        hands_over(page, name)
    tablet.is_sound()
    teacher.page.get_by_text("8 pupils are here.").wait_for()
    page.get_by_label("Your name in this class").fill("Ｐｕｐｉｌ　７")
    page.get_by_role("button", name="Is that you, Pupil 7?").click()
    page.get_by_role("radio", name="owl").check()
    page.get_by_role("button", name="Take my seat").click()
    page.get_by_text("You are in, Pupil 7.").wait_for()
    expect(teacher.page.get_by_text("8 pupils are here.")).to_be_visible()


def test_everybody_by_themselves(people):
    teacher, code = opens(people)
    ada, ben = (comes(people, code, *who) for who in (("Ada", "kite"), ("Ben", "owl")))
    page = teacher.page
    page.get_by_text("2 pupils are here.").wait_for()
    page.get_by_role("radio", name="Lessons").check()
    page.get_by_text("there are no tables").wait_for()
    page.get_by_role("button", name="Begin", exact=True).click()
    wall = teacher.context.new_page()
    wall.goto(f"{teacher.server.url}/class/{code}/wall")
    wall.get_by_text("do the lessons").wait_for()
    ben.page.get_by_role("link", name="To the lessons").wait_for()
    ben.is_sound()
    ada.page.get_by_role("link", name="To the lessons").click()
    row = page.get_by_role("listitem").filter(has_text="Ada")
    row.get_by_text("At the list of lessons.").wait_for()
    ada.page.locator(".btn.go").click()
    row.get_by_text("Lesson 1: ").wait_for()
    row.get_by_text("0 of ").wait_for()
    page.get_by_role("listitem").filter(has_text="Ben").get_by_text("Not there yet.").wait_for()
    teacher.is_sound()

    page.get_by_role("button", name="Say a line to all").click()
    page.get_by_label("Your line").fill("Read the sentence first.")
    page.keyboard.press("Enter")
    for one in (ada.page, ben.page):
        one.get_by_role("status").get_by_text("Read the sentence first.").wait_for()
    wall.get_by_text("Read the sentence first.").wait_for()
    ada.is_sound()
    ada.page.get_by_role("button", name="I have read it").click()
    ada.page.get_by_text("Read the sentence first.").wait_for(state="hidden")

    call = ben.page.get_by_role("button", name="Call your teacher")
    call.click()
    page.get_by_text("Ben asks for you.").wait_for()
    ada.page.get_by_role("button", name="Call your teacher").click()
    page.get_by_text("Ben and Ada ask for you.").wait_for()
    rows = page.get_by_role("listitem")
    expect(rows.first).to_contain_text("Ben", use_inner_text=True)
    row.get_by_text("Lesson 1: ").wait_for()
    teacher.is_sound()
    ada.is_sound()
    ben.page.reload()
    expect(call).to_have_attribute("aria-pressed", "true")
    rows.first.get_by_role("button", name="I have been there Ben").click()
    expect(call).to_have_attribute("aria-pressed", "false")
    page.get_by_text("Ada asks for you.").wait_for()
    ada.page.get_by_role("button", name="Call your teacher").click()
    page.get_by_text("Ada asks for you.").wait_for(state="hidden")

    page.get_by_role("button", name="Pause all").click()
    for one in (ada.page, ben.page):
        one.get_by_text("Your teacher has paused.").wait_for()
    wall.get_by_text("Pause. Look here, please.").wait_for()
    page.get_by_text("Everybody is paused.").wait_for()
    for _ in range(3):
        ada.page.keyboard.press("Escape")
    expect(ada.page.locator("dialog[open]").get_by_text("Your teacher has paused.")).to_be_visible()
    ada.is_sound()
    ada.page.reload()
    ada.page.get_by_text("Your teacher has paused.").wait_for()
    page.get_by_label("Is this number prime?").fill("91")
    page.keyboard.press("Enter")
    paused = ada.page.locator("dialog[open]", has_text="Your teacher has paused.")
    paused.get_by_role("button", name="Not prime").click()
    paused.get_by_text("You say: not prime.").wait_for()
    wall.get_by_text("One of 2 has answered.").wait_for()
    ada.is_sound()
    page.get_by_role("button", name="Resume all").click()
    for one in (ada.page, ben.page):
        one.get_by_text("Your teacher has paused.").wait_for(state="hidden")
    ben.page.locator("div.said", has_text="Is 91 prime?").get_by_role("button", name="Answer").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Not prime").click()
    wall.get_by_text("2 of 2 have answered.").wait_for()
    ben.page.keyboard.press("Escape")
    page.get_by_role("button", name="End the question").click()

    # A page that came of its own goes back with the others when the round is over, and then is left alone.
    ada.page.goto(f"{ada.server.url}/primes")
    ada.page.get_by_text("Read the sentence first.").wait_for()
    page.get_by_role("button", name="End the round").click()
    page.get_by_role("dialog").get_by_role("button", name="End the round").click()
    for one, name in ((ada, "Ada"), (ben, "Ben")):
        one.page.get_by_text(f"You are in, {name}.").wait_for()
    assert ada.page.evaluate("localStorage.getItem('coprime.class')") is None

    # In the middle of another round every page says that the class is gone.
    page.get_by_role("button", name="Begin", exact=True).click()
    ada.page.get_by_role("link", name="To the lessons").click()
    ben.page.get_by_role("link", name="To the lessons").wait_for()
    row.get_by_text("At the list of lessons.").wait_for()
    second = teacher.context.new_page()
    second.goto(f"{teacher.server.url}/class/{code}")
    second.get_by_text("Ben", exact=True).wait_for()
    page.evaluate("code => fetch(`/api/classes/${code}`, { method: 'DELETE' })", code)
    for other in (ada.page, ben.page, wall, second):
        other.get_by_text(f"There is no class with the code {code}.").wait_for()
    assert ada.page.evaluate("localStorage.getItem('coprime.class')") is None


def test_a_pupil_is_moved_and_a_class_is_deleted(people):
    teacher, code = opens(people)
    page = teacher.page
    ada, ben = (comes(people, code, *who) for who in (("Ada", "owl"), ("Ben", "boat")))
    page.get_by_text("2 pupils are here.").wait_for()
    page.get_by_role("radio", name="By hand").check()
    page.get_by_label("Table of Ben").select_option(label="Table 2")
    begins(teacher, [ada, ben])
    first = ada.page.url
    assert ben.page.url != first
    page.locator(".tile", has_text="Ben").click()
    page.get_by_role("button", name="Move a pupil").click()
    page.get_by_role("dialog").get_by_label("Ben", exact=True).select_option(label="Table 1")
    ben.page.wait_for_url(first)
    # A hand that somebody else has held is waited for: until then one watches.
    ben.page.locator(".mat").first.wait_for()
    ada.page.get_by_role("button", name="This table").click()
    ada.page.get_by_role("dialog").get_by_text("Ben").first.wait_for()
    ada.page.keyboard.press("Escape")

    page.get_by_role("link", name="All tables").click()
    page.get_by_role("button", name="End the round").click()
    page.get_by_role("dialog").get_by_role("button", name="End the round").click()
    ada.page.get_by_text("You are in, Ada.").wait_for()
    page.get_by_text("Door, names and forgetting").click()
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Play now").wait_for()
    ada.page.get_by_text("There is no class with the code").wait_for()


def test_a_full_class_waits_for_the_word_of_its_teacher(people):
    teacher, code = opens(people)
    comes(people, code, "Ada", "owl")
    page = teacher.page
    page.get_by_text("Door, names and forgetting").click()
    teacher.posts(f"/api/classes/{code}", {"places": 1})
    late = people("phone")
    late.go(f"/class/{code}").page.get_by_label("Your name in this class").fill("Ben")
    late.page.get_by_role("radio", name="boat").check()
    late.page.get_by_role("button", name="Join as Ben", exact=True).click()
    late.page.get_by_text("Ben, the class is full.").wait_for()
    late.is_sound()
    page.get_by_role("heading", name="One person waits to come in.").wait_for()
    teacher.is_sound()
    page.get_by_role("button", name="Let in Ben").click()
    late.page.get_by_text("You are in, Ben.").wait_for()
    page.get_by_text("2 pupils are here.").wait_for()
    expect(page.get_by_role("heading", name="One person waits to come in.")).to_have_count(0)


def test_the_teacher_sets_every_option_and_a_level_has_its_own(people):
    teacher, code = opens(people)
    comes(people, code, "Ada", "owl")
    page = teacher.page

    def planned():
        return page.request.get(f"{teacher.server.url}/api/classes/{code}").json()["plan"]

    page.get_by_label("Game", exact=True).select_option(label="Prime Challenge")
    options = page.locator("details", has_text="13 options")
    options.get_by_text("13 options").click()
    options.get_by_label("Factors on the cards").select_option(label="hidden")
    page.get_by_label("Rules", exact=True).locator("option:checked", has_text="Your own").wait_for(state="attached")
    page.get_by_text("Factors on the cards: hidden").wait_for()
    assert not options.get_by_role("radio", name="Level 1").count(), "by chance nobody is of one level on purpose"
    page.get_by_role("radio", name="By level").check()
    options.get_by_role("radio", name="Level 1").check()
    options.get_by_text("at which everybody is of level 1").wait_for()
    options.get_by_label("Deck level").select_option(label="1")
    page.get_by_text("Deck level: 1").wait_for()
    options.get_by_label("Seconds to begin").fill("7")
    options.get_by_label("Seconds to begin").blur()
    page.get_by_role("alert").filter(has_text="7").wait_for()
    expect(options.get_by_label("Seconds to begin")).to_have_value("30")
    page.get_by_role("radio", name="× 4").check()
    expect(page.get_by_role("radio", name="× 4")).to_be_checked()
    teacher.is_sound()
    plan = planned()
    assert plan["options"] == {"factors": "hidden"} and plan["levels"] == {"1": {"level": 1}} and plan["factor"] == 4
    page.get_by_label("Rules", exact=True).select_option("calm")
    page.get_by_text("Factors on the cards: hidden").wait_for(state="hidden")


def printed(page):
    """The cards of the hand that have factors printed on them."""
    return page.locator(".hand .card:has(.fl)")


def test_factors_are_printed_for_one_pupil_and_nobody_is_told(people):
    teacher, code = opens(people)
    ada, ben = (comes(people, code, *who) for who in (("Ada", "owl"), ("Ben", "boat")))
    page = teacher.page
    plan = {"game": "factor_rummy", "seats": 2, "options": {"factors": "hidden"}}
    teacher.posts(f"/api/classes/{code}", {"plan": plan})
    page.get_by_role("button", name="More Ada").click()
    dialog = page.get_by_role("dialog", name="Ada")
    dialog.get_by_role("radio", name="Level 1").check()
    dialog.get_by_label("Factors on the cards").select_option(label="Shown")
    teacher.is_sound()
    page.keyboard.press("Escape")
    expect(page.get_by_role("radiogroup", name="Level of Ada").get_by_role("radio", name="1")).to_be_checked()
    begins(teacher, [ada, ben])
    expect(printed(ada.page).first).to_be_visible()
    expect(printed(ben.page)).to_have_count(0)
    page.locator(".tile").first.click()
    for name, n in (("Ada", printed(ada.page).count()), ("Ben", 0)):
        page.get_by_label("Whose hand is shown").select_option(label=f"The hand of {name}")
        page.get_by_text(f"with the eyes of {name}").wait_for()
        expect(printed(page)).to_have_count(n)
    page.get_by_role("radiogroup", name="Whom to help").get_by_role("radio", name="Ben").check()
    page.get_by_role("button", name="More Ben").click()
    page.get_by_role("dialog", name="Ben").get_by_label("Factors on the cards").select_option(label="Shown")
    expect(printed(ben.page).first).to_be_visible()


def test_a_pupil_comes_back_by_a_word_and_chooses_anew_when_it_is_forgotten(people):
    teacher, code = opens(people)
    page = teacher.page
    first = people("phone").go(f"/class/{code}")
    ada = first.page
    ada.get_by_label("Your name in this class").fill("Ada")
    ada.get_by_role("radio", name="A word").check()
    first.is_sound()
    expect(ada.get_by_role("button", name="Join as Ada")).to_be_disabled()
    ada.get_by_label("Your word").fill("blue whale")
    ada.keyboard.press("Enter")
    ada.get_by_text("You are in, Ada.").wait_for()

    again = people("phone").go(f"/class/{code}").page
    again.get_by_role("button", name="I have been here before").click()
    again.get_by_role("button", name="Ada", exact=True).click()
    again.get_by_role("radio", name="A word").check()
    again.get_by_label("Your word").fill("grey whale")
    again.get_by_role("button", name="Take my seat").click()
    again.get_by_role("alert").get_by_text("another picture or word").wait_for()
    again.get_by_label("Your word").fill("Blue Whale")
    again.get_by_role("button", name="Take my seat").click()
    again.get_by_text("You are in, Ada.").wait_for()
    ada.get_by_text("Choose a name.").wait_for()

    page.get_by_role("button", name="More Ada").click()
    dialog = page.get_by_role("dialog", name="Ada")
    dialog.get_by_text("by a word of their own").wait_for()
    teacher.is_sound()
    dialog.get_by_role("button", name="Let choose anew").click()
    dialog.get_by_text("the next time they come in").wait_for()
    ada.get_by_role("button", name="I have been here before").click()
    ada.get_by_role("button", name="Ada", exact=True).click()
    ada.get_by_role("radio", name="moon").check()
    ada.get_by_role("button", name="Take my seat").click()
    ada.get_by_text("You are in, Ada.").wait_for()
    dialog.get_by_text("by the picture “moon”").wait_for()


def test_everybody_is_asked_before_and_while_they_play_and_the_wall_shows_how_it_was_answered(people):
    teacher, code, pupils = full(people)
    page, (ada, ben, cem) = teacher.page, pupils
    wall = projector(teacher, code)
    page.get_by_text("3 pupils are here.").wait_for()
    page.get_by_label("Is this number prime?").fill("8173")
    page.keyboard.press("Enter")
    wall.get_by_role("heading", name="Is 8173 prime?").wait_for()
    for pupil, said in ((ada, "Prime"), (ben, "Not prime")):
        pupil.page.get_by_text("Is 8173 prime?").wait_for()
        pupil.is_sound()
        pupil.page.get_by_role("button", name=said, exact=True).click()
        pupil.page.get_by_text(f"You say: {said.lower()}.").wait_for()
    ada.is_sound()
    wall.get_by_text("2 of 3 have answered.").wait_for()
    screen_checks.is_readable(wall)
    assert not wall.get_by_text("743").count() and not cem.page.get_by_text("743").count()
    teacher.is_sound()

    page.get_by_role("button", name="Show the answers").click()
    wall.get_by_role("heading", name="8173 = 11 × 743").wait_for()
    wall.get_by_text("when at least 3 have answered").wait_for()
    assert not wall.locator("dl").count(), "of two, each would know what the other said"
    for name in NAMES:
        assert not wall.get_by_text(name, exact=True).count()
    screen_checks.is_readable(wall)
    ada.page.get_by_text("You thought otherwise").wait_for()
    ben.page.get_by_text("As you said.").wait_for()
    cem.page.get_by_text("Look at the wall.").wait_for()
    page.get_by_role("button", name="End the question").click()
    ada.page.get_by_text("You are in, Ada.").wait_for()
    wall.get_by_text("Choose a name and a picture").wait_for()

    # While they play nothing of the game is covered for long.
    begins(teacher, pupils)
    wall.get_by_text("play at your table").wait_for()
    page.get_by_label("Is this number prime?").fill("8173")
    page.keyboard.press("Enter")
    wall.get_by_role("heading", name="Is 8173 prime?").wait_for()
    teacher.is_sound()
    lines = [one.page.locator(".said section", has_text="Is 8173 prime?") for one in pupils]
    for line in lines:
        line.wait_for()
    ada.is_sound()
    lines[0].get_by_role("button", name="Later").click()
    lines[0].wait_for(state="hidden")
    ada.page.get_by_role("button", name="A question for everybody").click()
    lines[1].get_by_role("button", name="Answer").click()
    lines[2].get_by_role("button", name="Answer").click()
    for one, said in zip(pupils, ("Prime", "Not prime", "Prime"), strict=True):
        dialog = one.page.get_by_role("dialog", name="A question for everybody")
        dialog.get_by_role("button", name=said, exact=True).click()
        dialog.get_by_text(f"You say: {said.lower()}.").wait_for()
    ada.is_sound()
    wall.get_by_text("3 of 3 have answered.").wait_for()
    for one in pupils:
        one.page.keyboard.press("Escape")
        expect(one.page.locator("div.said")).to_have_count(0)
    ben.page.reload()
    ben.page.get_by_role("button", name="A question for everybody").wait_for()
    expect(ben.page.locator("div.said")).to_have_count(0)
    cem.page.get_by_role("button", name="A question for everybody").click()
    cem.page.get_by_role("dialog").get_by_role("button", name="Not prime", exact=True).click()
    cem.page.get_by_text("You say: not prime.").wait_for()
    cem.page.keyboard.press("Escape")

    page.get_by_role("button", name="Show the answers").click()
    wall.get_by_role("heading", name="8173 = 11 × 743").wait_for()
    for said, n in (("Prime", "1"), ("Not prime", "2")):
        assert wall.locator("dl > div").filter(has=wall.get_by_text(said, exact=True)).inner_text().endswith(n)
    for name in NAMES:
        assert not wall.get_by_text(name, exact=True).count()
    screen_checks.is_readable(wall)
    for one, said in zip(pupils, ("You thought otherwise", "As you said.", "As you said."), strict=True):
        one.page.locator("div.said", has_text=said).get_by_role("button", name="I have read it").click()
        expect(one.page.locator("div.said")).to_have_count(0)
    page.get_by_role("button", name="End the question").click()
    wall.get_by_text("play at your table").wait_for()
    expect(ada.page.get_by_role("button", name="A question for everybody")).to_have_count(0)
    assert ada.page.locator(".hand [data-card]").count(), "still at the table"


def test_a_good_moment_is_talked_about_and_asked_about_and_the_wall_counts_before_it_tells(people):
    teacher, code, pupils = full(people)
    page = teacher.page
    teacher.posts(f"/api/classes/{code}", {"plan": {"deal": 7}})
    page.reload()
    begins(teacher, pupils)
    mover = next(pupil for pupil in pupils if "Your turn" in pupil.asked())
    name = NAMES[pupils.index(mover)]
    number = next(n for _, n in prime_daifugo_play.hand(mover.page) if n and prime_daifugo_play.is_prime(n))
    held = cards(mover.page)
    mover.page.locator(f'.hand [data-card^="{number}#"]').first.click(position=prime_daifugo_play.TAP)
    mover.page.get_by_role("button", name=f"Play {number}").click()
    page.locator(".tile").get_by_text("Prime.").wait_for()
    page.get_by_role("button", name="End the round").click()
    page.get_by_role("dialog").get_by_role("button", name="End the round").click()
    page.get_by_role("link", name="What was practised").click()
    moments = page.locator("section", has_text="Moments to talk about")
    moments.get_by_text(f"plays {number}. Prime.").first.wait_for()
    expect(page.get_by_role("heading", name="Your best moment")).to_have_count(1)
    teacher.is_sound()
    with page.expect_popup() as opening:
        moments.get_by_role("button", name="Show").click()
    wall = opening.value
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.get_by_text("What would you play as").wait_for()
    assert not wall.get_by_text(f"plays {number}").count() and wall.locator(".hand [data-card]").count() > 5
    screen_checks.is_readable(wall)
    wall.get_by_role("button", name="Show what was played").click()
    wall.locator(".ask", has_text=f"plays {number}. Prime.").wait_for()
    wall.get_by_role("slider").wait_for()
    wall.close()

    with page.expect_popup() as opening:
        moments.get_by_role("button", name="Ask everybody").first.click()
    wall = opening.value
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.get_by_role("heading", name=f"What would you play as {name}?").wait_for()
    wall.get_by_text("Nobody has answered yet.").wait_for()
    played = f"{name} plays {number}. Prime."
    assert not wall.get_by_text(played).count()
    for n, pupil in enumerate(pupils):
        pupil.page.get_by_text(f"What would you play as {name}?").wait_for()
        pupil.page.locator(".hand [data-card]").first.wait_for()
        assert cards(pupil.page) == held, "from that seat, before it was played"
        others = pupil.page.locator(".many button")
        assert 2 <= others.count() <= 4
        other = others.filter(has_not_text=played).first
        (other if n else others.filter(has_text=played)).click()
        pupil.page.get_by_text("Your choice: ").wait_for(state="attached")
        screen_checks.resized(pupil.page, 360, 640)
        last = pupil.page.locator(".hand [data-card]").last.bounding_box()
        assert last["y"] + last["height"] <= 640, "the hand is seen with the choices"
    pupils[0].is_sound()
    wall.get_by_text("3 of 3 have answered.").wait_for()
    teacher.is_sound()
    moments.get_by_role("button", name="Show the answers").click()
    wall.get_by_role("heading", name=played).wait_for()
    assert wall.locator("dl .right").inner_text().endswith("1")
    screen_checks.is_readable(wall)
    pupils[0].page.get_by_text(f"As {name} did.").wait_for()
    pupils[1].page.get_by_text("You would have played something else.").wait_for()
    pupils[1].is_sound()
    moments.get_by_role("button", name="End the question").click()
    pupils[0].page.get_by_text(f"You are in, {NAMES[0]}.").wait_for()


TEACHERS = {"game": "prime_challenge", "seats": 3, "deal": 3, "factor": 0,
            "options": {"level": 1, "dealer": "teacher"}}


def takes_something_wrong(player):
    """Two cards of which the first is not the product of the other."""
    player.take(sorted(player.page.evaluate(CARDS), key=lambda card: -card[1])[:2])


def test_the_teacher_deals_and_challenges_where_they_take_part(people):
    teacher, code = opens(people)
    pupils = [comes(people, code, *who) for who in zip(NAMES[:2], PICTURES, strict=False)]
    page = teacher.page
    teacher.posts(f"/api/classes/{code}", {"plan": TEACHERS})
    expect(page.get_by_role("switch", name="My seat at all tables")).to_be_checked()
    page.get_by_role("button", name="Begin", exact=True).click()
    for pupil in pupils:
        pupil.page.locator(".mat [data-place]").first.wait_for()
    expect(page.locator(".tile .seat").first).to_contain_text("you")
    teacher.is_sound()
    for pressed in ("false", "true"):
        page.get_by_role("button", name="My seat at all tables").click()
        expect(page.get_by_role("button", name="My seat at all tables")).to_have_attribute("aria-pressed", pressed)
        expect(page.locator(".tile .seat").first).to_contain_text("you" if pressed == "true" else "bot")

    page.locator(".tile").first.click()
    here = page.get_by_role("button", name="Take part here")
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    page.get_by_text("The table waits for you").wait_for()
    for size in ({"width": 360, "height": 640}, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)
        teacher.is_sound()
    first = next(pupil for pupil in pupils if pupil.page.locator(".acts .take").count())
    other = next(pupil for pupil in pupils if pupil is not first)
    takes_something_wrong(ByTouch(first.page))
    page.locator("section[data-number='0']").wait_for()
    page.get_by_role("button", name="Challenge", exact=True).click()
    other.page.get_by_role("button", name="Let it pass").click()        # without clocks a tie waits for everybody
    other.page.locator(".acts .take").wait_for()                        # the turn has passed on
    expect(here).to_have_attribute("aria-pressed", "true")

    takes_something_wrong(ByTouch(other.page))
    first.page.get_by_role("button", name="Let it pass").click()
    page.reload()                                                       # in the middle, and the pupils go on
    expect(other.page.locator("section[data-number]")).to_have_count(0)
    expect(here).to_have_attribute("aria-pressed", "false")
    page.get_by_text("You see what a watcher sees.").wait_for()
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="All tables").click()
    page.locator(".tile").first.click()
    expect(here).to_have_attribute("aria-pressed", "false")

    # At one table only: a bot's seat, until the teacher takes it there and leaves it again.
    page.get_by_role("link", name="All tables").click()
    page.get_by_role("button", name="My seat at all tables").click()
    expect(page.locator(".tile .seat").first).to_contain_text("bot")
    page.locator(".tile").first.click()
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="All tables").click()
    expect(page.locator(".tile .seat").first).to_contain_text("bot")
