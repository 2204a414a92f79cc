"""The server of files: imports run one way, every game has the same rooms, nothing names a game but itself."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import coprime
from coprime.core.deprecated import find_module_file
from coprime.core.kernel import PACKAGE
from coprime.search.action_races import HOOK_MODULES
from coprime.testing.game_checks import required_files_exist

GAMES = list(coprime.all_games())
EVERY = [path for path in PACKAGE.rglob("*.py") if "static" not in path.parts]
FILES = [path for path in EVERY if "tests" not in path.parts]
THERE = set(EVERY)
TESTS = Path(__file__).parent

# A room may import from itself and from the rooms named here; games' files are rooms of their own.
ALLOWED = {
    "core": set(),
    "decks": {"core"},
    "rules": {"core", "decks"},
    "around": {"core", "decks", "rules"},                  # observation, words, heuristics: what stands on the rules
    "game": {"core", "decks", "rules", "around"},               # hints, bots, game
    "testing": {"core", "game"},
    "search": {"core", "game", "around", "rules"},
    "expert": {"core", "decks", "rules", "around", "game", "search"},   # a game's: exact, or a search of its own
    "env": {"core", "game", "search"},
    "arena": {"core", "game", "search", "testing", "env"},
    "commands": {"core", "decks", "rules", "around", "game", "arena", "expert"},  # a game's: work that is shared out
    "lab": {"coprime", "core", "game", "arena", "env", "tournaments"},
    "reviews": {"core", "game", "search", "arena"},
    "puzzles": {"core", "game", "search", "arena", "exercises", "reviews"},
    "table": {"core", "game", "search", "arena"},
    "exercises": {"core", "game"},
    "classroom": {"core", "game", "table"},
    "tournaments": {"core", "table"},
    "server": {"coprime", "core", "game", "search", "arena", "reviews", "exercises", "table", "classroom",
               "tournaments", "web"},
    "adapters": {"core", "game", "search", "arena", "env", "table"},
    "contest": {"core", "rules", "around", "game", "arena", "table", "server"},
    "web": set(),
    "cli": {"coprime", "core", "game", "search", "arena", "table", "server", "adapters", "testing"},
    "coprime": {"core", "arena", "env", "reviews"},
}
STANDS_ON_RULES = {"observation", "words", "heuristics", "action_costs", "action_ratings", "screen", "review",
                   "encoding", "fitted_policy", "opponent_model", "world_resampling", "forced_win", "winning_chain",
                   "policy_gradient", "weights_source", "report_events", "practice_items", "met_numbers",
                   "planning", "drill_sets", "secret_posterior"}
STANDS_ON_WORDS = {"hints", "finds", "reasons", "bots", "game", "sequential_halving_player", "study", "figures",
                   "ending", "tablebase_play", "records", "record_replay", "trainer", "sure_win_serialization"}
STANDS_ON_ARENA = {"commands", "deal_batches", "winnable_deal_finder"}


def room_of(path):
    """The room that a file of the package stands in."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] == "games":
        if len(parts) < 3:
            return "game"
        name = parts[2]
        if name in STANDS_ON_ARENA:
            return "commands"
        if name == "expert":
            return "expert"
        return "around" if name in STANDS_ON_RULES else "game" if name in STANDS_ON_WORDS else "rules"
    return {"__init__": "coprime", "__main__": "cli"}.get(parts[0], parts[0])


class Source(NamedTuple):
    """What the laws below ask of a file."""

    imports: list[Path]                 # the package's files
    strings: frozenset[str]
    lines: int                          # docstrings apart, which may say as much as is needed


@cache
def read_source(path):
    """A file's facts, found once: to parse all files takes seconds, and to keep their trees hundreds of megabytes."""
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    strings = frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    said = sum(node.body[0].end_lineno - node.body[0].lineno + 1 for node in nodes
               if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
               and ast.get_docstring(node) is not None)
    return Source(find_imports(path, nodes), strings, len(text.splitlines()) - said)


def find_imports(path, nodes):
    """The package's files that a file imports, wherever in it: at the top, for types only, inside a function.

    That a module runs the `__init__.py` of the packages around it first is left out: it is so in every package.
    """
    found = []
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            around = path.parents[node.level - 1] if node.level else PACKAGE.parent
            found += files_of(around.joinpath(*(node.module or "").split(".")), [name.name for name in node.names])
        elif isinstance(node, ast.Import):
            for name in node.names:
                found += files_of(PACKAGE.parent.joinpath(*name.name.split(".")), [])
    return found


def files_of(base, names):
    """The files behind `from base import names`: modules of a folder, its `__init__.py`, or a module."""
    inside = [base / f"{name}.py" for name in names] + [base / name / "__init__.py" for name in names]
    found = [file for file in inside if file in THERE]
    if len(found) < max(1, len(names)):                     # a name of the module itself, or the module
        found += [file for file in (base.with_suffix(".py"), base / "__init__.py") if file in THERE]
    return found


def import_objection(path, other):
    """What is wrong with a file that imports another; "" when nothing is."""
    room, there = room_of(path), room_of(other)
    if there != room and there not in ALLOWED[room]:
        return f"{room} must not import {there}"
    # From outside only a file that is called like the game: what a room that is about it needs of it.
    mine, theirs = game_of(path) or path.stem, game_of(other)
    return "" if theirs is None or theirs == mine else f"names the game {theirs}"


def test_imports_run_one_way():
    pairs = [(path, other) for path in FILES for other in read_source(path).imports]
    wrong = [(named(path), named(other), why) for path, other in pairs if (why := import_objection(path, other))]
    assert len(pairs) > 3000 and wrong == []


def test_an_import_that_runs_the_other_way_is_found():
    one, other = (PACKAGE / "games" / name / "rules.py" for name in GAMES[:2])
    wrong = [(PACKAGE / "core/match.py", PACKAGE / "table/table.py"), (one, other), (one, one.with_name("words.py")),
             (PACKAGE / "table/table.py", one), (one, PACKAGE / "search/ismcts.py")]
    assert all(import_objection(*pair) for pair in wrong)
    right = [(PACKAGE / "table/table.py", PACKAGE / "core/match.py"), (one.with_name("words.py"), one), (one, one)]
    assert not any(import_objection(*pair) for pair in right)


def circles(imported):
    """The circles of a graph, each as the set of all that reach each other; `imported` gives what each one imports."""
    reached = {}
    for one in imported:
        found, left = set(), [one]
        while left:
            new = imported.get(left.pop(), set()) - found
            found |= new
            left += new
        reached[one] = found
    return {frozenset(other for other in reached[one] if one in reached[other]) for one in reached} - {frozenset()}


def test_a_circle_is_found():
    straight = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert circles(straight) == set()
    assert circles(straight | {"c": {"d"}, "d": {"b"}, "e": {"e"}}) == {frozenset("bcd"), frozenset("e")}


def test_imports_are_found_wherever_they_stand():
    def found(text):
        return find_imports(PACKAGE / "table" / "somewhere.py", ast.walk(ast.parse(text)))
    lines = {"from . import lobby": "table/lobby.py", "from .game_clock import Clock": "table/game_clock.py",
             "from ..core import seats": "core/seats.py", "from coprime.core.match import Match": "core/match.py",
             "import coprime.core.registry": "core/registry.py", "from .. import shelf": "__init__.py",
             "import json": None}
    assert {line: found(line) for line in lines} == {line: [PACKAGE / file] if file else []
                                                     for line, file in lines.items()}
    assert found("def f():\n    from . import lobby\n") == [PACKAGE / "table" / "lobby.py"]
    assert found("if TYPE_CHECKING:\n    from . import lobby\n") == [PACKAGE / "table" / "lobby.py"]


def test_no_files_import_each_other_in_a_circle():
    assert circles({path: set(read_source(path).imports) for path in EVERY}) == set()


SCRIPTS = [path for ending in ("ts", "svelte") for path in PACKAGE.rglob(f"*.{ending}") if "static" not in path.parts]
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]""")


def browser_imports(path, text=None):
    """The scripts and components that a file of the browser part imports, for types only too."""
    for name in IMPORT.findall(path.read_text(encoding="utf-8") if text is None else text):
        if name.startswith((".", "$app/")):
            base = PACKAGE / "web" / name.replace("$", "", 1) if name[0] == "$" else (path.parent / name).resolve()
            found = [file for file in (base, Path(f"{base}.ts"), base / "index.ts")
                     if file.suffix in (".ts", ".svelte") and file.is_file()]
            assert found or base.suffix not in ("", ".ts", ".svelte"), f"{path.name} imports {name}, which is not there"
            yield from found


def test_imports_of_the_browser_part_are_found():
    path = PACKAGE / "web" / "app" / "parts" / "somewhere.ts"
    text = """import { t } from '$app/messages'
import { Card } from '$app/parts'
import type { Table } from '../net/table_store.svelte'
export { default as Card } from "./Card.svelte"
const late = () => import('../shortcuts')
import 'svelte'
import box from './box.svg?raw'
"""
    assert [str(file.relative_to(PACKAGE / "web" / "app")) for file in browser_imports(path, text)] == [
        "messages.ts", "parts/index.ts", "net/table_store.svelte.ts", "parts/Card.svelte", "shortcuts.ts"]


def test_the_browser_part_has_no_circle_either():
    assert len(SCRIPTS) > 100
    assert circles({path: set(browser_imports(path)) for path in SCRIPTS}) == set()


def table_layers():
    """The modules of the table by layer, the lowest first, and its face, as its docstring lists them."""
    words = ast.get_docstring(ast.parse((PACKAGE / "table" / "__init__.py").read_text(encoding="utf-8"))).split()
    layers = {}
    for word in words[words.index("state"):words.index("A")]:
        if word in ("state", "verbs", "wiring"):
            layers[word] = []
        else:
            list(layers.values())[-1].append(word)
    listed = [name for layer in layers.values() for name in layer]
    return ([{name.rstrip("*") for name in layer} for layer in layers.values()],
            {name.rstrip("*") for name in listed if name.endswith("*")}, [name.rstrip("*") for name in listed])


def test_the_table_stands_in_layers():
    """What a table is knows nothing of what happens to it, and that nothing of how it is run."""
    layers, _, listed = table_layers()
    assert sorted(listed) == sorted(path.stem for path in (PACKAGE / "table").glob("[!_]*.py"))
    above = set(listed)
    for layer in layers:
        above -= layer
        for name in layer:
            up = {other.stem for other in read_source(PACKAGE / "table" / f"{name}.py").imports
                  if other.parent.name == "table"} & above
            assert not up, f"{name} must not import {up}"


def test_other_rooms_use_the_face_of_the_table():
    _, face, _ = table_layers()
    for path in FILES:
        if path.parent != PACKAGE / "table":
            behind = {other.stem for other in read_source(path).imports if other.parent == PACKAGE / "table"} - face
            assert not behind, f"{path.relative_to(PACKAGE)} must not import {behind} of the table"


def game_of(path):
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_same_rooms(name):
    required_files_exist(coprime.game(name))


def test_no_file_outside_a_game_names_it():
    outside = [path for path in FILES if game_of(path) is None]
    names = {named(path): read_source(path).strings & set(GAMES) for path in outside}
    assert len(outside) > 400 and {path: found for path, found in names.items() if found} == {}


def test_files_are_small():
    lines = {named(path): read_source(path).lines for path in FILES}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def functions_that_call_themselves(text):
    """Names of functions of a module that reach themselves by calls of others in it."""
    calls = {function.name: {node.func.id for node in ast.walk(function)
                             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
             for function in ast.parse(text).body if isinstance(function, ast.FunctionDef)}
    return {name for circle in circles({name: called & set(calls) for name, called in calls.items()})
            for name in circle}


def test_no_compiled_function_calls_itself():
    """Compiled code that calls itself, loaded from the cache, can end the process."""
    compiled = {named(path): parts[0] for path in FILES
                if len(parts := path.read_text(encoding="utf-8").split("\ncompile_rules(globals())")) > 1}
    found = {name: wrong for name, text in compiled.items() if (wrong := functions_that_call_themselves(text))}
    assert len(compiled) > 50 and found == {}
    assert functions_that_call_themselves("def a(): b()\ndef b(): a()\ndef c(): a()\ndef d(): d()") == {*"abd"}


def test_what_tests_import_of_each_other_has_a_name_of_its_own():
    """Else it depends on the order in which folders are read which of two files an import gets."""
    folders = ("", "browser", "contest", "server", "table")             # those that a conftest.py makes importable
    files = [path for folder in folders for path in sorted((TESTS / folder).glob("*.py"))]
    imported = {name for path in files for name in re.findall(r"^(?:from|import) (\w+)", path.read_text(), re.M)}
    named = Counter(path.stem for path in files)
    assert {name for name in imported if named[name] > 1} == set()
    conftests = {path.parent.name for path in TESTS.glob("*/conftest.py") if "sys.path" in path.read_text()}
    assert conftests == {*folders} - {""}


def test_whatever_drives_a_browser_is_marked_as_such():
    """A browser's loop in the thread of other tests would break those that run one of their own."""
    files = sorted((Path(__file__).parent / "browser").glob("test_*.py"))
    assert files and all(re.search("^pytestmark = .*pytest.mark.browser", file.read_text(), re.M) for file in files)


# The browser part.  A file there stands in the room that its first folder names; what lies beside the folders stands
# in `ground`, and `app` is what puts it all together.
APP = PACKAGE / "web" / "app"
BROWSER = {
    "look": set(),                                          # styles, which no script reads
    "ground": set(),
    "worker": {"ground"},                                   # the service worker, which no page imports
    "parts": {"ground"},
    "net": {"ground"},
    "table": {"ground", "parts", "net"},
    "screens": {"ground", "parts", "net", "table"},
    "app": {"ground", "parts", "screens"},
    # What web/app/table/README.md names: parts and table whole, and of the ground these.
    "game": {"parts", "table"},
}
OPEN_GROUND = {"dates.ts", "shortcuts.ts", "local_store.svelte.ts", "messages.ts", "motion.ts", "number_format.ts",
               "sound.ts"}
OWN_TABLE = {"load_game_table.ts"}                          # how the server finds a game's table


def named(path):
    return str(path.relative_to(PACKAGE))


def browser_room(path):
    if APP not in path.parents:
        return "game"
    folders = path.relative_to(APP).parts[:-1]
    return folders[0] if folders else "app" if path.name in {"main.ts", "App.svelte"} else "ground"


def objection(path, other):
    """What is wrong with a source that imports another; "" when nothing is."""
    room, there = browser_room(path), browser_room(other)
    if there == "game":
        return "" if game_of(other) == game_of(path) else "names a game"
    if room == "game" and (other.name in OWN_TABLE or there == "ground" and other.name not in OPEN_GROUND):
        return "is not for games (web/app/table/README.md)"
    return "" if there == room or there in BROWSER[room] or room == "game" and there == "ground" else "runs upwards"


def test_browser_imports_run_one_way():
    pairs = [(path, other) for path in SCRIPTS for other in browser_imports(path)]
    wrong = [(named(path), named(other), why) for path, other in pairs if (why := objection(path, other))]
    assert len(pairs) > 400 and wrong == []


def test_an_import_upwards_is_found():
    one, other = (next(iter(sorted(PACKAGE.glob(f"games/{name}/web/*.svelte")))) for name in GAMES[:2])
    wrong = [(APP / "parts/Card.svelte", APP / "net/wire_messages.ts"), (APP / "api.ts", APP / "parts/Card.svelte"),
             (APP / "table/load_game_table.ts", APP / "screens/HomeScreen.svelte"), (one, other),
             (APP / "table/load_game_table.ts", one), (one, APP / "api.ts"), (one, APP / "net/wire_messages.ts"),
             (one, APP / "table/load_game_table.ts")]
    assert all(objection(*pair) for pair in wrong)
    right = [(APP / "main.ts", APP / "App.svelte"), (one, APP / "parts/Card.svelte"), (one, APP / "messages.ts"),
             (one, one)]
    assert not any(objection(*pair) for pair in right)


def test_the_readme_for_games_names_what_they_may_import():
    said = (APP / "table" / "README.md").read_text(encoding="utf-8")
    assert all(f"`$app/{name.removesuffix('.ts')}`" in said for name in (*OPEN_GROUND, "parts", "table"))


def find_script(spec):
    """The script that `$app/...` names, or None."""
    path = APP / spec.removeprefix("$app/")
    candidates = [path.with_name(path.name + suffix) for suffix in ("", ".ts", ".js")] + [path / "index.ts"]
    return next((one for one in candidates if one.is_file()), None)


def test_what_the_readme_for_games_names_is_exported():
    said = (APP / "table" / "README.md").read_text(encoding="utf-8")
    specs = set(re.findall(r"[`'](\$app/[\w./]+)[`']", said)) - {"$app/table"}
    assert len(specs) > 12 and [spec for spec in sorted(specs) if find_script(spec) is None] == []
    imports = re.findall(r"import (?:type )?\{([^}]*)\} from '(\$app/[^']+)'", said)
    shown = [(names.split(","), spec) for names, spec in imports]
    told = [([name], spec) for name, spec in re.findall(r"`(?:new )?(\w+)[^`]*` of\s`(\$app/[\w./]+)`", said)]
    missing = {(name.strip(), spec) for names, spec in shown + told for name in names
               if not re.search(rf"\bexport\b[^\n;]*\b{name.strip()}\b", find_script(spec).read_text(encoding="utf-8"))}
    assert len(shown) >= 3 and len(told) >= 8 and missing == set()


def test_browser_files_are_small():
    files = [*SCRIPTS, *APP.rglob("*.css")]
    lines = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_a_games_table_says_only_what_is_its_own():
    tables = list(PACKAGE.glob("games/*/web/Table.svelte"))
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in tables}
    assert len(lines) >= 8 and {named(path): count for path, count in lines.items() if count > 250} == {}


TEXT = {".ts", ".svelte", ".css", ".svg", ".html", ".toml", ".json"}
ABOUT_ONE = {"contest": {"daifugo"}}                        # rooms about one game


def test_no_text_outside_a_game_names_it():
    found = {}
    for path in (path for path in PACKAGE.rglob("*") if path.suffix in TEXT and game_of(path) is None):
        room, *rest = path.relative_to(PACKAGE).parts
        own = ABOUT_ONE.get(room, set())
        words = {word for game in coprime.all_games().values() if game.name not in own
                 for word in (game.name, game.title)}
        if (room, *rest)[:2] != ("web", "static"):
            found[named(path)] = re.findall(rf"\b(?:{'|'.join(words)})\b", path.read_text(encoding="utf-8"))
    assert len(found) > 100 and {name: words for name, words in found.items() if words} == {}


def asked_modules():
    """Names by which code asks a game for a module that it need not have: else a default stands in, without a word."""
    wanted = set(HOOK_MODULES.values())
    for path in FILES:
        if "load_module" not in (text := path.read_text()):
            continue                                    # every worker collects this: to parse all files takes seconds
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "load_module" and node.args \
                    and isinstance(node.args[0], ast.Constant):
                wanted.add(node.args[0].value)
    return sorted(wanted)


@pytest.mark.parametrize("module", asked_modules())
def test_a_module_that_is_asked_of_games_is_there_in_one(module):
    assert any(find_module_file(game.folder, module) for game in coprime.all_games().values())
