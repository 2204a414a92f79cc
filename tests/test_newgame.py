"""A new game in an afternoon: made by `coprime new-game`, it plays, keeps the laws and passes its own tests at once,
as a part of these sources and as a package of its own."""

import re
import shutil

import pytest
from installed_game import SOURCES, checkout, installed, python

from coprime.core.errors import BadInput
from coprime.testing import newgame

NAME = "stones"
KINDS = ["dice", "cards"]           # beside a heap that lies open
CLI = ("-m", "coprime")


def lines(folder):
    """Lines that somebody reads or changes, of the files that were written by hand once."""
    made = [path for path in folder.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in made)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The new game as an installed package."""
    folder = tmp_path_factory.mktemp("package")
    done = python(*CLI, "new-game", NAME, "--into", str(folder))
    assert done.returncode == 0, done.stderr
    assert f"coprime play {NAME}" in done.stdout
    return installed(folder, stones=f"{NAME}={NAME}.game:GAME")


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A checkout with the new game in it."""
    packages = checkout(tmp_path_factory.mktemp("checkout"))
    done = python(*CLI, "new-game", NAME, at=[packages])
    assert done.returncode == 0, done.stderr
    return packages


@pytest.fixture(params=["package", "sources"])
def place(request):
    return request.getfixturevalue(request.param)


def test_the_projects_own_tests_pass_where_it_is_installed(package):
    """They ask things of every game that a game of somebody else need not have."""
    tests = ("tests/reviews/test_blunders.py", "tests/exercises/test_courses.py", "tests/env/test_batch.py")
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", "every_game", at=[package],
                  cwd=SOURCES.parent)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout


def test_it_is_small(package, sources):
    assert lines(package / NAME) <= 200 and lines(sources / "coprime/games" / NAME) <= 200


def test_it_keeps_everything_that_a_game_is_held_to(place):
    done = python("-m", "coprime.testing", NAME, at=[place])
    assert done.returncode == 0 and done.stdout.endswith("Stones keeps everything.\n"), done.stdout + done.stderr
    assert done.stdout.count("… kept") == 17


def test_its_own_tests_pass(place):
    tests = place / NAME if (place / NAME).is_dir() else place / "coprime/games" / NAME
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tests), "--import-mode=importlib",
                  str(tests), at=[place])
    assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """One package with a game of each other kind."""
    folder = tmp_path_factory.mktemp("kinds")
    for kind in KINDS:
        done = python(*CLI, "new-game", f"my_{kind}", "--kind", kind, "--into", str(folder))
        assert done.returncode == 0, done.stdout + done.stderr
    return installed(folder, **{f"my_{kind}": f"my_{kind}=my_{kind}.game:GAME" for kind in KINDS})


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_every_kind_keeps_everything(examples, kind):
    done = python("-W", "default::DeprecationWarning", "-m", "coprime.testing", f"my_{kind}", at=[examples])
    assert done.returncode == 0 and "is now called" not in done.stderr, done.stdout + done.stderr
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(examples / f"my_{kind}"),
                  "--import-mode=importlib", str(examples / f"my_{kind}"), at=[examples])
    assert done.returncode == 0 and "passed" in done.stdout, done.stdout


DICE = """
import coprime, numpy
from coprime.core.seats import CHANCE, WATCHER
game = coprime.game("my_dice")
for rules in (game.rules, game.pure_rules)[COMPILED:]:
    s = game.new_state(2, {}, rules)
    rules.apply(s, 0, 1)
    print([int(rules.observe_action(s, CHANCE, face, one)) for face in (3, 6) for one in (0, 1, WATCHER)],
          hasattr(rules.observe_action, "py_func"))
"""


def test_faces_that_are_listed_are_seen_by_all(examples):
    """Issue 26, D33: every action of CHANCE was hidden by default, so that a new dice game logged "You roll -1."."""
    done = python("-c", DICE.replace("COMPILED", "1"), at=[examples])
    assert done.stdout == "[3, 3, 3, 6, 6, 6] False\n", done.stderr
    golden = (examples / "my_dice/tests/golden/won.txt").read_text()
    assert re.search(r"Finch rolls [2-6]\.", golden) and "-1" not in golden


def test_faces_are_seen_by_compiled_rules_too(examples):
    done = python("-c", DICE.replace("COMPILED", "0"), at=[examples])
    assert done.stdout == "[3, 3, 3, 6, 6, 6] True\n[3, 3, 3, 6, 6, 6] False\n", done.stderr


def test_a_die_that_nobody_sees_is_found(examples, tmp_path):
    """The law of accounts: the game's own `observe_action` hides the face that the log names."""
    shutil.copytree(examples / "my_dice", tmp_path / "my_dice")
    rules = tmp_path / "my_dice/rules.py"
    rules.write_text(rules.read_text().replace("\n\ndef returns", "\n\ndef observe_action(s, actor, action, watcher):\n"
                                               "    return -1 if actor == CHANCE else action\n\n\ndef returns"))
    installed(tmp_path, my_dice="my_dice=my_dice.game:GAME")
    code = ("import coprime\nfrom coprime.testing.game_checks import accounts_agree\n"
            "accounts_agree(coprime.game('my_dice'), 1)")
    done = python("-c", code, at=[tmp_path])
    assert "reads a hidden value" in done.stderr and "roll -1." in done.stderr, done.stderr


def test_it_plays_in_the_terminal(package):
    """Two stones wherever one may: to the end, with a hint and a refusal on the way."""
    given = "\n".join(["take 4", "take 0", "nonsense", "hint", "hint", "?", *["take 2", "take 1"] * 12, ""])
    done = python(*CLI, "play", NAME, at=[package], given=given, COPRIME_PURE="1")
    assert done.returncode == 0, done.stderr
    for said in ("You may: take 1 · take 2 · take 3", "Your turn. Take 1 to 3 stones. 21 stones are left.",
                 "You take 1 to 3 stones.", "“nonsense” is not an action of this game.",
                 "1/3  How many stones would you like to leave", "2/3  ", "You: take 2.", "wins."):
        assert said in done.stdout, said


def test_bots_play_it(package):
    done = python(*CLI, "simulate", NAME, "--games", "20", "--bots", "casual,random", "--json", at=[package])
    assert done.returncode == 0, done.stderr
    assert '"casual"' in done.stdout


def test_the_rules_page_and_the_lobby_know_it(place):
    code = ("from coprime.server.app import game_pages\n"
            f"found = game_pages.describe_rules({NAME!r})\n"
            "print([o['title'] for o in found['options']], len(found['sections']))\n"
            "print([one['title'] for one in game_pages.describe_games() if one['hotseat']])")
    done = python("-c", code, at=[place])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("['Heap', 'At once'] 2\n") and "'Stones'" in done.stdout


@pytest.mark.compiled
def test_rules_and_words_are_plain_and_compiled(place):
    code = (f"import coprime\ngame = coprime.game({NAME!r})\n"
            "print(game.rules.module.__name__, hasattr(game.rules.apply, 'py_func'))\n"
            "print(game.pure_rules.module.__name__, hasattr(game.pure_rules.apply, 'py_func'), game.words.__name__)")
    done = python("-c", code, at=[place])
    own = NAME if (place / NAME).is_dir() else f"coprime.games.{NAME}"
    twin = f"coprime_pure_{NAME}" if (place / NAME).is_dir() else f"coprime_pure.games.{NAME}"
    assert done.stdout.splitlines() == [f"{own}.rules True", f"{twin}.rules False {twin}.words"], done.stderr


def test_a_changed_rule_is_compiled_anew(package, tmp_path):
    """Also in what it imports: the cache is keyed by the sources of the game's own package and of Coprime."""
    shutil.copytree(package / NAME, tmp_path / NAME)
    (tmp_path / NAME / "numbers.py").write_text("MOST = 3\n")
    rules = tmp_path / NAME / "rules.py"
    rules.write_text(rules.read_text().replace("\n\nACTIONS", f"\nfrom {NAME}.numbers import MOST\n\nACTIONS")
                     .replace("min(s.most, s.left)", "min(MOST, s.left)"))
    installed(tmp_path, stones=f"{NAME}={NAME}.game:GAME")
    code = (f"import coprime, numpy\ngame = coprime.game({NAME!r}); out = numpy.zeros(6, numpy.int64)\n"
            "print(game.rules.sound_actions(game.new_state(2), 0, out))")
    told = []
    for most in (3, 2):
        (tmp_path / NAME / "numbers.py").write_text(f"MOST = {most}\n")
        done = python("-B", "-c", code, at=[tmp_path], COPRIME_CACHE=str(tmp_path / "cache"))
        told.append(done.stdout.strip() or done.stderr)
    assert told == ["3", "2"]


def test_a_golden_game_of_an_option_that_is_gone_is_named_and_written_over(package, tmp_path):
    """Issue 26, D33: the command said which option is unknown, and not which file has it, and could not go on."""
    shutil.copytree(package / NAME, tmp_path / NAME)
    installed(tmp_path, stones=f"{NAME}={NAME}.game:GAME")
    folder = tmp_path / NAME / "tests/golden"
    old = (folder / "won.txt").read_text().replace('"heap"', '"heep"')
    (folder / "won.txt").write_text(old)
    (folder / "another.txt").write_text((package / NAME / "tests/golden/won.txt").read_text())
    done = python(*CLI, "golden", NAME, at=[tmp_path], COPRIME_PURE="1")
    assert done.returncode and all(part in done.stderr for part in ("won.txt: ", "heep", "golden stones won"))
    assert "another.txt: written again" in done.stdout and (folder / "won.txt").read_text() == old
    (folder / "third.txt").write_text(old)
    done = python(*CLI, "golden", NAME, "won", at=[tmp_path], COPRIME_PURE="1")
    assert "heep" not in (folder / "won.txt").read_text() and "third.txt: " in done.stderr, done.stderr


def test_golden_games_and_counts_are_written_by_commands(package, tmp_path):
    shutil.copytree(package / NAME, tmp_path / NAME)
    installed(tmp_path, stones=f"{NAME}={NAME}.game:GAME")
    folder, before = tmp_path / NAME / "tests", (package / NAME / "tests/golden/won.txt").read_text()

    def coprime(*words):
        done = python(*CLI, *words, at=[tmp_path], COPRIME_PURE="1")
        return done.stdout + done.stderr

    words = tmp_path / NAME / "words.py"
    words.write_text(words.read_text().replace('"take {action}"', '"remove {action}"'))
    said = coprime("golden", NAME)                                                              # its labels are gone
    assert "Finch: take" in before and "won.txt, line 3: “take" in said and f"coprime golden {NAME} won" in said
    assert "won.txt: " in coprime("golden", NAME, "won") and "Finch: remove" in (folder / "golden/won.txt").read_text()
    (folder / "golden/won.txt").write_text(before.replace('"take', '"remove'))
    assert coprime("golden", NAME).startswith("won.txt: written again")
    assert "Finch: remove" in (folder / "golden/won.txt").read_text()
    assert "short.txt: " in coprime("golden", NAME, "short", "--seats", "3", "-o", "heap=12", "--seed", "4")
    assert (folder / "golden/short.txt").read_text().startswith("# variation: short\n")
    assert "has no option 'cards'; the options are: heap, most" in coprime("golden", NAME, "short", "-o", "cards=1")
    game = tmp_path / NAME / "game.py"
    game.write_text(game.read_text().replace('endings=("won",)', 'endings=("won", "drawn")'))
    assert f"ending drawn; coprime golden {NAME} drawn plays one" in coprime("golden", NAME)
    assert "No golden game" not in coprime("golden", NAME, "drawn")

    lines = (folder / "counts.txt").read_text().splitlines()
    assert coprime("counts", NAME, "-o", "most=2").startswith("counts.txt: ")
    assert (folder / "counts.txt").read_text().splitlines()[:len(lines)] == lines
    assert "2 most=2 3 2 4" in (folder / "counts.txt").read_text()


# What cannot be a game.

@pytest.mark.parametrize(("name", "says"), [
    ("Nim", "cannot be a game’s name"), ("nim_", "cannot be"), ("a b", "cannot be"), ("class", "cannot be"),
    ("a" * 31, "at most 30 characters"), ("", "cannot be"), ("../nim", "cannot be"),
    ("prime_climb", "There is a game or a deck prime_climb already"), ("primepak", "There is a game or a deck"),
    ("numpy", "There is a Python module numpy already"), ("json", "There is a Python module")])
def test_names_that_no_new_game_can_have(tmp_path, name, says):
    with pytest.raises(BadInput, match=re.escape(says)):
        newgame.write_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / NAME).mkdir()
    with pytest.raises(BadInput, match="is there already"):
        newgame.write_game(NAME, tmp_path)
    assert list((tmp_path / NAME).iterdir()) == []


def test_without_sources_it_says_where_a_game_can_go(monkeypatch):
    monkeypatch.setattr(newgame, "is_checkout", lambda: False)
    with pytest.raises(BadInput, match=f"coprime new-game {NAME} --into FOLDER"):
        newgame.write_game(NAME)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        newgame.write_game(NAME, tmp_path / "file")


@pytest.mark.parametrize("template", newgame.TEMPLATES.values(), ids=newgame.TEMPLATES)
def test_what_is_compiled_of_it_is_left_out_by_mypy(template):
    compiled = [text for text in (file.read_text() for file in template.rglob("*.py.in")) if "\ncompile_rules(" in text]
    assert compiled and all("\n# mypy: ignore-errors, implicit-reexport\n" in text for text in compiled)


def test_its_rules_have_letters_of_their_own():
    taken = {"PD", "PC", "PS", "FR", "CA", "SN", "CL", "DF", "UE", "PP"}
    found = {newgame.choose_rule_prefix(name) for name in ("prime_daifugo_two", "secret_nim", "nim", "x")}
    assert len(found) == 4 and not found & taken and all(re.fullmatch("[A-Z]{2}", two) for two in found)
