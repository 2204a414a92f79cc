"""The class list in real browsers: pasted, from a file, chosen from at the door; typed names wait for the teacher."""

import re

import pytest
import screen_checks
from playwright.sync_api import expect
from test_class import opens, projector

pytestmark = pytest.mark.browser


def test_pupils_choose_from_the_list_and_typed_names_wait_for_the_teacher(people):
    teacher, code = opens(people)
    page, wall = teacher.page, projector(teacher, code)
    page.get_by_role("button", name="Class list").click()
    page.get_by_label("Choose a file").set_input_files(
        {"name": "6b.csv", "mimeType": "text/csv", "buffer": "Müller;Jörg\nLi;Bo\nLi;Bo\n".encode("cp1252")})
    page.get_by_label("The first column holds family names").check()
    page.get_by_text("Line 3: Bo stands there for the second time.").wait_for()
    screen_checks.is_readable(page)
    page.get_by_role("button", name="Use these 2 names").click()
    page.get_by_text("Not here yet: Jörg and Bo.").wait_for()

    jorg, zed = people("phone"), people("phone")
    for pupil in (jorg, zed):
        pupil.go(f"/class/{code}")
    jorg.page.get_by_role("button", name="Jörg").click()
    jorg.page.get_by_role("radio", name="owl").check()
    screen_checks.is_readable(jorg.page)
    jorg.page.get_by_role("button", name="Join as Jörg", exact=True).click()
    jorg.page.get_by_text("You are in, Jörg.").wait_for()
    wall.get_by_text("Jörg", exact=True).wait_for()

    zed.page.get_by_role("button", name="My name is not here").click()
    zed.page.get_by_label("Your name in this class").fill("Zed")
    zed.page.get_by_role("radio", name="moon").check()
    zed.page.get_by_role("button", name="Join as Zed", exact=True).click()
    wall.get_by_text("2 are here").wait_for()
    wall.get_by_text("and one more").wait_for()
    assert not wall.get_by_text("Zed").count()

    page.get_by_text("One name waits for you.").wait_for()
    page.get_by_role("button", name="More Zed").click()
    page.get_by_label("New name of Zed").fill("Bo")
    page.get_by_role("button", name="Rename", exact=True).click()
    page.get_by_role("heading", name="Bo", exact=True).wait_for()
    wall.get_by_text("Bo", exact=True).wait_for()
    expect(zed.page.get_by_text("You are in, Bo.")).to_be_visible()
    assert not page.get_by_text("Not here yet").count()


def test_a_sheet_is_black_on_white_whatever_the_screen_is_like(people):
    teacher, code = opens(people)
    for name in ("Ada", "Bo"):
        teacher.posts(f"/api/classes/{code}/list", {"names": ["Ada", "Bo"]})
        pupil = people("phone")
        pupil.go(f"/class/{code}").page.get_by_role("button", name=name, exact=True).click()
        pupil.page.get_by_role("radio", name="owl").check()
        pupil.page.get_by_role("button", name=f"Join as {name}", exact=True).click()
        pupil.page.get_by_text(f"You are in, {name}.").wait_for()
    page = teacher.page
    page.emulate_media(color_scheme="dark", media="print")
    page.goto(f"{teacher.server.url}/class/{code}/report")
    page.get_by_role("article", name="Bo").wait_for()
    colours = page.locator(".sheet, .sheet *").evaluate_all("all => all.map(e => getComputedStyle(e).color)")
    assert set(colours) == {"rgb(0, 0, 0)"}
    assert page.locator(".sheet").first.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
    numbers = page.locator(".blanks").evaluate_all("all => all.map(e => e.innerText)")
    assert len(set(numbers)) == 2


def test_the_wall_says_whether_phones_reach_it_and_what_to_look_at(people):
    teacher, code = opens(people)
    wall, reach = projector(teacher, code), {"at": 0, "local": False, "port": 8017}
    wall.get_by_text("Only this computer can open this address.").wait_for()
    assert wall.locator(".reach li").count() == 4 and not wall.get_by_role("img", name="QR").count()
    screen_checks.is_readable(wall)
    teacher.is_sound()

    def answer(route):
        told = route.fetch().json()
        route.fulfill(json=told | {"reach": reach, "invite": told["invite"] | {"lan": True}})
    page = teacher.context.new_page()
    page.route(f"**/api/classes/{code}", answer)
    page.clock.install()
    page.goto(f"{teacher.server.url}/class/{code}/wall")
    page.get_by_text("Try it with your own phone").wait_for()
    page.clock.fast_forward("02:20")
    page.get_by_text("No phone has reached this page yet.").wait_for()
    page.get_by_text("lets port 8017 in").wait_for()
    page.set_viewport_size({"width": 1280, "height": 720})
    screen_checks.is_readable(page)
    size = "document.documentElement"
    assert page.evaluate(f"[{size}.scrollWidth, {size}.scrollHeight]") == [1280, 720], "the code, its QR and the steps"
    reach["at"] = page.evaluate("Math.floor(Date.now() / 1000)")
    page.clock.fast_forward("00:05")
    page.get_by_text(re.compile(r"A phone reached this page at \d\d:\d\d")).wait_for()
