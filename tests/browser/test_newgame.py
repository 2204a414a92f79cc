"""A new game in the browser, as `coprime new-game` has made it, from an installed package: without a line for the
browser, with a plain module of its own, and with a table that is built with the server."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from installed_game import checkout, environment, installed, python
from server_process import ServerProcess
from test_adding_a_game_page import blocks

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402 - from the folder named above

pytestmark = pytest.mark.browser
NAME = "pebbles"
TABLE = """
export function mount(place, shown) {
  const button = document.createElement('button')
  button.className = 'btn'
  button.onclick = () => now.send([now.scene.choices[0].label])
  let now
  const update = (next) => {
    now = next
    button.disabled = !next.live
    button.textContent = `One of ${next.scene.text.match(/\\d+/)[0]}, ${next.names[next.mine]}`
  }
  update(shown)
  place.append(button)
  return { update, destroy: () => button.remove() }
}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    folder = tmp_path_factory.mktemp("package")
    done = python("-m", "coprime", "new-game", NAME, "--into", str(folder))
    assert done.returncode == 0, done.stderr
    return installed(folder, pebbles=f"{NAME}={NAME}.game:GAME")


@pytest.fixture(scope="module")
def opened(tmp_path_factory, package):
    """A server where the game is installed."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PYTHONPATH", "COPRIME_PACKAGES"):
            patch.setenv(name, environment(package)[name])
        server = ServerProcess(tmp_path_factory.mktemp("data"), rest=600, quick=0.04).start()
    yield server
    server.stop()


def test_it_is_played_without_a_line_for_the_browser(people, opened):
    """From the shelf to the end, with a hint on the way, and both sizes of screen are sound."""
    me = people()
    me.go().page.locator(".shelf li", has_text="Pebbles").first.wait_for()
    page = me.opens(NAME, seats=2, bots="casual")
    page.get_by_text("Your turn. Take 1 to 3 stones.").wait_for()
    assert page.locator(".mat").inner_text().strip().endswith("(21)")
    for width, height in ((1280, 800), (360, 800)):
        page.set_viewport_size({"width": width, "height": height})
        me.is_sound()
        me.is_whole()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Where to look").click()
    page.get_by_text("How many stones would you like to leave").wait_for()
    for _ in range(11):
        page.locator(".ask", has_text="Your turn").or_(page.get_by_role("button", name="Play again")).first.wait_for()
        if page.get_by_role("button", name="Play again").count():
            break
        lines = page.locator(".log button").count()
        page.get_by_role("button", name="take 1", exact=True).click()
        page.wait_for_function("n => document.querySelectorAll('.log button').length > n", arg=lines)
    page.get_by_role("button", name="Play again").wait_for()
    assert "wins" in me.asked() or "You win" in me.asked()


def test_several_people_at_one_device_need_no_curtain(people, opened):
    """Nothing is hidden: the game has no observation.py."""
    page = people().opens(NAME, 2, names=["Ada", "Bo"], practice=None)
    for n in range(4):
        page.locator(".mat", has_text=f"({21 - n})").wait_for()
        page.get_by_role("button", name="take 1", exact=True).click()
    page.locator(".mat", has_text="(17)").wait_for()
    assert page.get_by_role("button", name="I am").count() == 0


def test_its_rules_page(people, opened):
    page = people().go(f"/rules/{NAME}").page
    page.get_by_text("Whoever takes the last stone wins.", exact=True).wait_for()


@pytest.fixture
def drawn(package):
    """`web/table.js` in the game's folder, until the next test."""
    web = package / NAME / "web"
    web.mkdir()
    (web / "table.js").write_text(TABLE)
    yield
    shutil.rmtree(web)


def test_a_plain_module_draws_it(people, opened, drawn):
    """No Node, nothing built."""
    me = people()
    page = me.opens(NAME, seats=2, bots="casual")
    page.get_by_role("button", name="One of 21,").click()
    page.get_by_role("button", name=re.compile(r"^One of (?!21\b)")).wait_for()       # a visitor may be called Finch 21
    page.locator(".ask", has_text="Your turn").wait_for()
    me.is_sound()


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A checkout with the game, the walk's Table.svelte in it and the browser part built anew."""
    root = tmp_path_factory.mktemp("built")
    packages = checkout(root, leave=("web/static", "golden"))
    for name in ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json"):
        shutil.copy(ROOT / name, root)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    done = python("-m", "coprime", "new-game", NAME, at=[packages])
    assert done.returncode == 0, done.stderr
    (table,) = [block.text for block in blocks() if block.kind == "svelte"]
    (packages / "coprime/games" / NAME / "web").mkdir()
    (packages / "coprime/games" / NAME / "web/Table.svelte").write_text(table)
    (fields,) = [block.text for block in blocks() if block.kind == "diff" and "scene_fields" in block.text]
    with (packages / "coprime/games" / NAME / "words.py").open("a") as words:
        words.writelines(f"{line[1:]}\n" for line in fields.splitlines() if line.startswith("+"))
    hatch_build.build_web(root)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PYTHONPATH", "COPRIME_PACKAGES"):
            patch.setenv(name, environment(packages)[name])
        server = ServerProcess(tmp_path_factory.mktemp("data"), rest=600, quick=0.04).start()
    yield server
    server.stop()


def test_the_table_of_the_walk_draws_it(people, built):
    """docs/adding-a-game.md, built with the server."""
    me = people(server=built)
    page = me.opens(NAME, seats=2, bots="casual")
    page.locator(".heap", has_text="(21)").wait_for()
    for width, height in ((1280, 800), (360, 800)):
        page.set_viewport_size({"width": width, "height": height})
        me.is_sound()
        me.is_whole()
    page.get_by_role("button", name="take 1", exact=True).click()
    page.locator(".heap").filter(has_not_text="(21)").wait_for()
    assert re.fullmatch("●{1,20}", page.locator(".stones").inner_text())
    page.locator(".ask", has_text="Your turn").wait_for()
