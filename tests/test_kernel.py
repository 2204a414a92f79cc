"""The record, the plain twin, and a cache that never serves stale code."""

import importlib
import itertools
import os
import pickle
import pydoc
import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from coprime.core import kernel, numba_linker
from coprime.core.folder_lock import hold_folder_lock
from coprime.core.game import CONTRACT_FUNCTIONS
from coprime.core.numba_linker import UNNAMED_MAKER
from coprime.core.registry import find_game


def test_a_record_is_one_row_of_int64():
    @kernel.struct
    class State:
        """Two fields."""

        turn: int
        hand: [2, 3]

    s = State.new()
    s.turn, s.hand[1, 2] = 4, 9
    assert s.nbytes == 56 and "turn  4" in str(s)
    t = s.copy()
    t.turn = 5
    assert s.turn == 4 and State.new(3).shape == (3,)


def test_a_misspelt_field_is_an_error():
    @kernel.struct
    class State:
        turn: int

    for s in (State.new(), State.new(2)[1], State.new().copy()):
        with pytest.raises(AttributeError, match="trun"):
            s.trun = 5
        with pytest.raises(AttributeError, match="trun"):
            s.trun += 5
        s.turn += 5
        assert s.turn == 5


def test_a_field_that_every_record_has_is_refused():
    class State:
        copy: int

    with pytest.raises(TypeError, match="'copy'"):
        kernel.struct(State)


@pytest.mark.parametrize(("declared", "says"), [
    ({"LATER": {"hnad": 0}}, "LATER names 'hnad', which is no field"),
    ({"RANGES": {"hnad": (0, 1)}}, "RANGES names 'hnad', which is no field"),
    ({"PER_SEAT": ("hnad",)}, "PER_SEAT names 'hnad', which is no field"),
    ({"LISTS": {"hand": ("crads", 0)}}, "LISTS: 'hand' is counted by a field without RANGES, which 'crads' is not"),
    ({"LISTS": {"hand": ("cards", 0)}, "RANGES": {"cards": (0, 9)}}, "which 'cards' is not"),
])
def test_what_a_state_declares_names_its_fields(declared, says):
    fields = {"cards": int, "hand": [9]}
    with pytest.raises(TypeError, match=says):
        kernel.struct(type("State", (), {"__annotations__": fields, **declared}))


def test_the_plain_twin_is_ordinary_python_beside_the_compiled_module():
    from coprime.core import bits

    twin = kernel.import_pure("coprime.core.bits")
    assert twin is not bits and type(twin.lowest_member).__name__ == "function"
    assert twin.lowest_member(12) == bits.lowest_member(12) == 2


@pytest.mark.parametrize("part", kernel.SHARED_MODULES)
def test_what_crosses_between_the_twins_is_one_module(part):
    assert kernel.import_pure(f"coprime.core.{part}") is importlib.import_module(f"coprime.core.{part}")


@pytest.mark.parametrize("twin", ["rules", "pure_rules"])
def test_functions_of_the_contract_are_documented(twin):
    """By their own words or by the contract's, compiled like plain."""
    rules = getattr(find_game("prime_daifugo"), twin)
    assert rules.is_between_hands.__doc__ == "Return whether the match is between two games, or over."
    for name, meaning in CONTRACT_FUNCTIONS.items():
        function = getattr(rules, name)
        assert function.__doc__
        assert function.__doc__.split("\n")[0] in pydoc.plain(pydoc.render_doc(function))
        assert meaning.startswith(f"({', '.join(signature(function).parameters)})")
    undocumented = getattr(find_game("prime_solitaire"), twin)
    assert undocumented.sound_actions.__doc__ == CONTRACT_FUNCTIONS["sound_actions"]


def copy_of_a_package(folder, n):
    """A package with a rules file whose compiled function calls another file's function."""
    root = folder / "coprime"
    for part in ("core", "games/tiny"):
        (root / part).mkdir(parents=True, exist_ok=True)
    for path in ("__init__.py", *(f"core/{file.name}" for file in (kernel.PACKAGE / "core").glob("*.py"))):
        (root / path).write_text((kernel.PACKAGE / path).read_text())
    (root / "games/__init__.py").write_text("")
    (root / "games/tiny/__init__.py").write_text("")
    (root / "games/tiny/deep.py").write_text(
        f"from ...core.kernel import compile_rules\nN = {n}\ndef deep(x):\n    return x + N\n"
        "compile_rules(globals())\n")
    (root / "games/tiny/rules.py").write_text(
        "from ...core.kernel import compile_rules\nfrom .deep import deep\ndef top(x):\n    return deep(x) * 2\n"
        "compile_rules(globals())\n")


@pytest.mark.compiled
def test_a_changed_callee_in_another_file_is_never_run_from_a_stale_cache(tmp_path):
    answers = []
    for n in (1, 5, 1):
        copy_of_a_package(tmp_path, n)
        run = subprocess.run(
            [sys.executable, "-B", "-c", "from coprime.games.tiny.rules import top; print(top(10), "
             "sum(top.stats.cache_hits.values()))"], capture_output=True, text=True, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path), "COPRIME_CACHE": str(tmp_path / "cache")}, check=True)
        answers.append(run.stdout.split())
    assert answers == [["22", "0"], ["30", "0"], ["22", "1"]]


@pytest.mark.compiled
def test_code_is_kept_although_its_folder_is_removed_while_it_is_saved(tmp_path, monkeypatch):
    """Whoever compiles a search anew removes its folder, in another process at any moment."""
    caching = pytest.importorskip("numba.core.caching")
    save, removed = caching.IndexDataCacheFile.save, []

    def save_late(cache, key, data):
        if not removed:
            removed.append(shutil.rmtree(tmp_path / "code"))
        save(cache, key, data)

    def add_one(x):
        return x + 1

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", save_late)
    assert numba_linker.CompiledFunction(add_one, tmp_path / "code", None)(1) == 2 and removed
    again = numba_linker.CompiledFunction(add_one, tmp_path / "code", None)
    assert again(1) == 2 and sum(again.stats.cache_hits.values()) == 1


CALL = """
import sys
from coprime.games.tiny.rules import top
print("here", flush=True)
print(top(10), sum(top.stats.cache_misses.values()), sum(top.stats.cache_hits.values()))
"""
HOLD = """
import sys, time
from pathlib import Path
from coprime.core.numba_linker import UNNAMED_MAKER
from coprime.core.folder_lock import hold_folder_lock
with hold_folder_lock(Path(sys.argv[1])):
    print("here", flush=True)
    time.sleep(600)
"""


def begun(folder, code, *args):
    """A process that has said "here"."""
    process = subprocess.Popen([sys.executable, "-B", "-c", code, *args], stdout=subprocess.PIPE, text=True, cwd=folder,
                               env={**os.environ, "PYTHONPATH": str(folder), "COPRIME_CACHE": str(folder / "cache")})
    # Unbuffered: what follows may have come too, and `communicate` looks into no buffer.
    with open(process.stdout.fileno(), "rb", buffering=0, closefd=False) as said:
        assert said.readline() == b"here\n"
    return process


def code_of_rules(folder, monkeypatch):
    monkeypatch.setenv("COPRIME_CACHE", str(folder / "cache"))
    kernel.cache_root.cache_clear()
    copy_of_a_package(folder, 1)
    try:
        return kernel.code_folder(folder / "coprime/games/tiny/rules.py")
    finally:
        monkeypatch.undo()
        kernel.cache_root.cache_clear()


@pytest.mark.compiled
def test_of_two_processes_one_compiles_and_the_other_loads(tmp_path, monkeypatch):
    with hold_folder_lock(code_of_rules(tmp_path, monkeypatch)):
        both = [begun(tmp_path, CALL) for _ in range(2)]        # neither may compile yet
    done = sorted(process.communicate(timeout=60)[0].split() for process in both)
    assert done == [["22", "0", "1"], ["22", "1", "0"]]


@pytest.mark.compiled
def test_a_killed_process_holds_up_nobody(tmp_path, monkeypatch):
    folder = code_of_rules(tmp_path, monkeypatch)
    holder = begun(tmp_path, HOLD, str(folder))
    waiting = begun(tmp_path, CALL)
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(1)
    holder.kill()
    holder.communicate()
    assert waiting.communicate(timeout=60)[0].split() == ["22", "1", "0"]


ENUM = CALL.replace("print(top(10)", """
from enum import IntEnum
class Ten(IntEnum):
    ONE = 10
asked, compile = [], top.compile
top.compile = lambda args: asked.append(args) or compile(args)
print(top(Ten.ONE), top(Ten.ONE), top(10), len(asked)""")


@pytest.mark.compiled
def test_a_member_of_an_enum_is_compiled_as_any_number(tmp_path, monkeypatch):
    """Else what is kept names its class, which other processes may not have; later calls do not ask the compiler."""
    code_of_rules(tmp_path, monkeypatch)
    assert begun(tmp_path, ENUM).communicate(timeout=60)[0].split() == ["22", "22", "22", "1", "1", "0"]
    assert begun(tmp_path, CALL).communicate(timeout=60)[0].split() == ["22", "0", "1"]


@pytest.mark.compiled
def test_kept_code_that_cannot_be_read_is_made_anew(tmp_path, monkeypatch):
    code_of_rules(tmp_path, monkeypatch)
    assert begun(tmp_path, CALL).communicate(timeout=60)[0].split() == ["22", "1", "0"]
    for spoilt in (b"", b"no index", pickle.dumps("of another make")):
        kept = list((tmp_path / "cache").rglob("rules.top-*.nbi"))
        assert kept
        for file in kept:
            stamp = file.read_bytes()[:file.read_bytes().index(b".") + 1] if spoilt else b""
            file.write_bytes(stamp + spoilt)
        assert begun(tmp_path, CALL).communicate(timeout=60)[0].split() == ["22", "1", "0"], spoilt
    assert begun(tmp_path, CALL).communicate(timeout=60)[0].split() == ["22", "0", "1"]


@pytest.mark.compiled
def test_a_constant_argument_is_compiled_as_any_number(tmp_path, monkeypatch):
    code_of_rules(tmp_path, monkeypatch)
    (tmp_path / "coprime/games/tiny/calls.py").write_text(
        "from ...core.kernel import compile_rules\nfrom .deep import deep\n"
        "def call():\n    return deep(1) + deep(2) + deep(3)\ncompile_rules(globals())\n")
    code = ("from coprime.games.tiny.calls import call, deep\n"
            "print('here', flush=True)\nprint(call(), len(deep.overloads))\n")
    assert begun(tmp_path, code).communicate(timeout=60)[0].split() == ["9", "1"]


HANDED_ON = """
import numpy as np
from coprime.core.kernel import compile_rules
def given(array):
    return {value}
def call():
    return {used}
array = np.zeros(3, np.int64)
compile_rules(globals(), makers="{makers}")
try:
    print({called})
except TypeError as wrong:
    print(wrong)
"""
CASES = [
    ("array", "len(given(array))", "call", "call()", "refused"),            # found by whoever calls it
    ("array", "len(given(array))", "call", "given(array)[0]", "refused"),   # by Python, too
    ("(1, array)", "len(given(array)[1])", "call", "call()", "refused"),    # within a tuple
    ("array", "len(given(array))", "call given", "call()", "3"),
    ("(1, 2)", "len(given(array))", "call", "call()", "2"),
]


@pytest.mark.compiled
def test_an_array_that_is_handed_on_uncounted_is_refused(tmp_path, monkeypatch):
    """It would give away what it does not own."""
    code_of_rules(tmp_path, monkeypatch)
    expected = []
    for n, (value, used, makers, called, said) in enumerate(CASES):
        source = HANDED_ON.format(value=value, used=used, makers=makers, called=called)
        (tmp_path / f"coprime/games/tiny/handing_{n}.py").write_text(source)
        given = f"coprime.games.tiny.handing_{n}.given"
        expected.append(UNNAMED_MAKER.format(name=given) if said == "refused" else said)
    modules = ", ".join(f"handing_{n}" for n in range(len(CASES)))
    code = f"print('here', flush=True)\nfrom coprime.games.tiny import {modules}"
    assert begun(tmp_path, code).communicate(timeout=60)[0].splitlines() == expected


MARK = """
import numba
from coprime.games.tiny.deep import deep
print("here", numba.config.CACHE_DIR, deep._cache.cache_path, flush=True)
"""


PARTS = """
from coprime.games.tiny.rules import deep, top
print("here", flush=True)
print(top(10), len(deep.overloads), len(deep.linked), len(top.linked))
print(deep(10), len(deep.overloads), len(deep.linked), sum(deep.stats.cache_misses.values()))
"""


@pytest.mark.compiled
def test_what_only_compiled_code_calls_is_no_function_for_python_until_python_calls_it(tmp_path, monkeypatch):
    code_of_rules(tmp_path, monkeypatch)
    first = begun(tmp_path, PARTS).communicate(timeout=60)[0].split()
    assert first == ["22", "1", "0", "1", "11", "1", "1", "1"]
    again = begun(tmp_path, PARTS).communicate(timeout=60)[0].split()       # both are kept, and nothing is compiled
    assert again == ["22", "0", "0", "1", "11", "0", "1", "0"]


MAKER = """
import numpy as np
from coprime.core.kernel import compile_rules
def make(n):
    array = np.zeros(3, np.int64)
    array[0] = n
    return array
def first(n):
    return make(n)[0]
compile_rules(globals(), makers="make first")
"""


@pytest.mark.compiled
@pytest.mark.parametrize("called", [*itertools.product(["first", "make"], repeat=2)], ids="-".join)
def test_an_array_comes_to_python_whoever_called_its_maker_before(tmp_path, monkeypatch, called):
    """The code of a caller is kept with what it knows of the maker: not yet how Python gets an array of it."""
    code_of_rules(tmp_path, monkeypatch)
    (tmp_path / "coprime/games/tiny/making.py").write_text(MAKER)
    results = {"first": "7", "make": "[7 0 0]"}
    for name in called:                     # one process compiles, others load, in any order
        both = [name, "first" if name == "make" else "make"]
        code = (f"from coprime.games.tiny.making import first, make\nprint('here', flush=True)\n"
                f"for one in {', '.join(both)}:\n    print(one(7))\n")
        assert begun(tmp_path, code).communicate(timeout=60)[0].splitlines() == [results[one] for one in both]


LOADED = """
import sys
from coprime.games.tiny.rules import top
print("here", flush=True)
print(top(10), "numba.np.linalg" in sys.modules, "scipy.linalg" in sys.modules)
print(top(10.5), "numba.np.linalg" in sys.modules)
"""


@pytest.mark.compiled
def test_kept_code_is_loaded_without_what_only_compiling_needs(tmp_path, monkeypatch):
    """These imports took half the time of loading a game; what has not been kept is compiled all the same."""
    code_of_rules(tmp_path, monkeypatch)
    begun(tmp_path, CALL).communicate(timeout=60)
    assert begun(tmp_path, LOADED).communicate(timeout=60)[0].split() == ["22", "False", "False", "23.0", "True"]


COLLECTED = """
import gc
from coprime.games.tiny.rules import top
gc.set_threshold(600, 9, 8)
print("here", flush=True)
print(top(10), gc.get_threshold())
"""


def test_the_garbage_collector_stays_as_it_was_set(tmp_path, monkeypatch):
    code_of_rules(tmp_path, monkeypatch)
    assert begun(tmp_path, COLLECTED).communicate(timeout=60)[0] == "22 (600, 9, 8)\n"


@pytest.mark.compiled
def test_where_others_keep_their_code_is_left_alone(tmp_path, monkeypatch):
    code_of_rules(tmp_path, monkeypatch)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    run = subprocess.run([sys.executable, "-B", "-c", MARK], capture_output=True, text=True, cwd=tmp_path, check=True,
                         env={**os.environ, "PYTHONPATH": str(tmp_path), "COPRIME_CACHE": str(tmp_path / "cache")})
    _, theirs, ours = run.stdout.split()
    assert theirs == "/elsewhere"
    assert ours.startswith(str(tmp_path / "cache"))


HOMELESS = """
import os, platformdirs
def nowhere(*given, **more):
    raise RuntimeError("no home")
platformdirs.user_cache_dir = nowhere
from coprime.core import kernel
print(kernel.cache_root(), os.environ["COPRIME_CACHE"], kernel.cache_root().stat().st_mode & 0o777)
"""


def test_a_user_without_a_home_gets_a_folder_for_as_long_as_the_process_lasts():
    without = {name: value for name, value in os.environ.items() if name != "COPRIME_CACHE"}
    run = subprocess.run([sys.executable, "-c", HOMELESS], capture_output=True, text=True, check=True, env=without)
    folder, told, mode = run.stdout.split()
    assert folder == told and int(mode) == 0o700 and not Path(folder).exists()


BLOCK = """
import errno, os
real = os.open
def refused(path, flags, *given, **more):
    if str(path).startswith({cache!r}) and flags & (os.O_WRONLY | os.O_RDWR):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
    return real(path, flags, *given, **more)
os.open = refused
"""

UNWRITABLE = """
import subprocess, sys
from coprime.core import kernel
folder = kernel.cache_root()
print(folder, folder.stat().st_mode & 0o777)
for link in sorted(folder.rglob("*")):
    print(link.relative_to(folder), link.stat().st_mode & 0o777 if link.is_dir() else link.read_text())
(folder / "tiny-rules-1" / "more").write_text("new")
(folder / "fresh").mkdir()
print(subprocess.run([sys.executable, "-c", "from coprime.core import kernel; print(kernel.cache_root())"], text=True,
                     capture_output=True, check=True).stdout == f"{folder}\\n")
"""


def test_of_a_cache_that_cannot_be_written_what_is_there_is_read(tmp_path):
    """As on a file system that is mounted read-only: rights would not keep root out."""
    cache = tmp_path / "cache"
    (cache / "tiny-rules-1").mkdir(parents=True)
    (cache / "tiny-rules-1" / "code.nbi").write_text("warm")
    block = tmp_path / "block"
    block.mkdir()
    (block / "sitecustomize.py").write_text(BLOCK.format(cache=str(cache)))
    path = os.pathsep.join([str(block), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run([sys.executable, "-B", "-c", UNWRITABLE], capture_output=True, text=True, check=True,
                         env={**os.environ, "COPRIME_CACHE": str(cache), "PYTHONPATH": path})
    first, *rest = run.stdout.splitlines()
    folder, mode = first.split()
    assert folder != str(cache) and int(mode) == 0o700 and not Path(folder).exists()
    assert rest == [f"tiny-rules-1 {0o700}", "tiny-rules-1/code.nbi warm", "True"]
    assert run.stderr.count(str(cache)) == 1 and "COPRIME_CACHE" in run.stderr
    assert sorted(part.name for part in cache.rglob("*")) == ["code.nbi", "tiny-rules-1"]


def test_where_no_cache_can_be_made_code_is_compiled_all_the_same(tmp_path):
    """As with HOME=/nonexistent: it ended in a stack trace."""
    (tmp_path / "file").write_text("no folder")
    copy_of_a_package(tmp_path, 1)
    shutil.copytree(kernel.PACKAGE / "core" / "messages", tmp_path / "coprime" / "core" / "messages")
    run = subprocess.run([sys.executable, "-B", "-c", "from coprime.core import kernel\n" + MARK], cwd=tmp_path,
                         capture_output=True, text=True, check=True,
                         env={**os.environ, "PYTHONPATH": str(tmp_path), "COPRIME_CACHE": str(tmp_path / "file" / "x")})
    assert not run.stdout.split()[-1].startswith(str(tmp_path)) and str(tmp_path / "file" / "x") in run.stderr


def test_importing_the_package_imports_no_compiler():
    code = "import sys, coprime; coprime.game('prime_daifugo'); print('numba' in sys.modules, 'numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split()[0] == "False"


def test_the_command_line_imports_no_compiler_before_a_command_needs_it():
    """It would take half of the time of `coprime judge`."""
    code = "import sys, coprime.cli; print([name for name in ('numba', 'sqlalchemy', 'scipy') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_digest_follows_imports():
    rules = kernel.PACKAGE / "games" / "prime_daifugo" / "rules.py"
    seen = set()

    def walk(path: Path) -> None:
        import ast
        for part in kernel._list_imported_files(path, ast.parse(path.read_text())):
            if part not in seen:
                seen.add(part)
                walk(part)
    walk(rules)
    assert {"tables.py", "bits.py", "chance.py", "kernel.py"} <= {path.name for path in seen}


def test_a_caller_is_linked_before_what_it_calls():
    """Whatever way leads there first: what nobody has called yet when it is linked would be left out for good."""
    class Library:
        def __init__(self, *called):
            self._linking_libraries = called

    class Own(Library, numba_linker.UnoptimizedLibrary):
        def __init__(self, *called):
            Library.__init__(self, *called)

    numbas = Library()
    deep = Own(numbas)
    caller = Own(deep)
    assert numba_linker.collect_dependencies(Own(numbas, deep, caller)) == [caller, deep, numbas]
    assert numba_linker.collect_dependencies(Own(caller, deep)) == [caller, deep, numbas]
