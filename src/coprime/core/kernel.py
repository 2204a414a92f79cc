"""Two tools for every rules file: `struct` declares a state, `compile_rules` makes its functions fast.

A rules file is plain Python.  Imported as `coprime.games.x.rules` its last line compiles it; imported
through `import_pure` as `coprime_pure.games.x.rules`, the same file stays ordinary Python.  Both work on the
same bytes, so a table can begin on the one and go on with the other.
"""

import ast
import atexit
import contextlib
import hashlib
import importlib
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from .deprecated import forward_old_names
from .pure_variants import PURE_PACKAGE, allow_pure_imports, pure_name


def asked_for_pure() -> bool:
    """Return whether the environment says COPRIME_PURE=1, or COPRIME_PLAIN=1 as version 0.1 called it."""
    return os.environ.get("COPRIME_PURE", os.environ.get("COPRIME_PLAIN")) == "1"


PURE = __name__.startswith(PURE_PACKAGE + ".") or asked_for_pure()
# Exceptions, types and the language that is spoken, which both variants share.
SHARED = ("errors", "hint_steps", "language", "messages", "options", "seats")
PACKAGE = Path(__file__).resolve().parents[1]


# States.

def struct(cls: type) -> Any:
    """Make an annotated class a fixed-size record of int64: `turn: int`, `hand: [SEATS]`.

    `State.new()` is one blank state, `State.new(n)` an array of n.  Raises TypeError for a field name that
    np.void has already: it would work compiled and fail uncompiled.  A state has its fields and no others: any other
    name that is read or set is an AttributeError.

    LATER, in the class, maps fields that it got once records of it had been written to how many of their numbers it had
    before: 0 for a new field.  `core.record.digest_state` leaves those numbers out while they are 0.
    """
    fields: list[tuple[str, type, tuple[int, ...]]] = []
    for name, shape in cls.__annotations__.items():
        if hasattr(np.void, name):
            raise TypeError(f"{cls.__name__}.{name}: np.void already has a {name!r}; take another name")
        fields.append((name, np.int64, () if shape is int else tuple(shape)))
    # Not np.record: it looks fields up in Python code, which takes most of uncompiled rules' time, and takes any name.
    kind: Any = type(cls.__name__, (np.void,), {
        "__doc__": cls.__doc__, "__module__": cls.__module__, "__repr__": _lines, "__str__": _lines,
        "__slots__": (), "new": classmethod(_new), **{name: _field(name) for name, *_ in fields}})
    kind.layout = np.dtype((kind, fields))
    kind.later_words = _later_words(fields, cls.__dict__.get("LATER", {}))
    return kind


def _later_words(fields: list[tuple[str, type, tuple[int, ...]]], later: Mapping[str, int]) -> Any:
    """Which of a state's numbers came later, a bool each; None where none did."""
    unknown = later.keys() - {name for name, *_ in fields}
    if unknown:
        raise TypeError(f"LATER names {min(unknown)!r}, which is no field")
    words: list[bool] = []
    for name, _, shape in fields:
        size = math.prod(shape)
        words += [at >= later.get(name, size) for at in range(size)]
    return np.array(words) if later else None


def _field(name: str) -> property:
    return property(lambda s: np.void.__getitem__(s, name), lambda s, value: np.void.__setitem__(s, name, value))


def _new(kind: Any, count: int | None = None) -> Any:
    return np.zeros(1, kind.layout)[0] if count is None else np.zeros(count, kind.layout)


def _lines(state: Any) -> str:
    return "\n".join(f"{name:>14}  {state[name]}" for name in state.dtype.names)


# Compilation.

def compile_rules(module: dict[str, Any], key: str = "", makers: str | None = None) -> None:
    """Compile every function that a module defines (pass `globals()`); leave a pure-Python variant as it is.

    key      mixed into the place of the cached code: a source that is instantiated more than once gives
             each instance its own
    makers   the names of the functions that make arrays or hand one on; None where that is not said

    In functions that do neither nothing is lost without Numba's counting of references, which takes up to a quarter of
    the rules' time.  A maker that is not named does not compile.

    A function of which nothing is said takes after whoever calls it first, and Python counts: so a module that makes
    arrays and is called from one that names its makers must name its own.
    """
    if PURE:
        return
    from .compiled import Function  # brings Numba

    folder = code_folder(module["__file__"], key)
    for name, value in list(module.items()):
        if isinstance(value, FunctionType) and value.__module__ == module["__name__"]:
            counts = None if makers is None else name in makers.split()
            module[name] = Function(value, folder, counts)


def code_folder(source: str | Path, key: str = "") -> Path:
    """Where the compiled code of one source file is kept: a folder named by what the code depends on.

    Numba looks only at the file itself, so a changed callee or constant elsewhere would run stale.
    """
    return cache_root() / code_name(source, key)


def code_name(source: str | Path, key: str = "") -> str:
    """The name of the folder of one source file's compiled code."""
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    text = f"{key}|{np.__version__}|{checked}|{digest_of(Path(source))}"
    digest = hashlib.blake2b(text.encode(), digest_size=8)
    return f"{Path(source).parent.name}-{Path(source).stem}-{digest.hexdigest()}"


@cache
def cache_root() -> Path:
    """The folder of compiled code, which can be written: `chosen_root` where it can.

    Otherwise, and for a user without a home, as services have, it is a folder for this process and those that it
    starts, which goes when it ends: what lies in a place that others know would be theirs to write, and is run.  It
    begins with links to the code that the chosen folder holds.
    """
    chosen = chosen_root()
    why = None if chosen is None else _unwritable(chosen)
    if chosen is not None and why is None:
        return chosen
    os.environ["COPRIME_CACHE"] = folder = tempfile.mkdtemp(prefix="coprime-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if chosen is not None and why is not None:
        with contextlib.suppress(OSError, shutil.Error):        # what cannot be read is compiled again
            shutil.copytree(chosen, folder, copy_function=os.symlink, dirs_exist_ok=True)
        for part in (Path(folder), *Path(folder).rglob("*")):
            if part.is_dir():
                part.chmod(0o700)                               # the mode of the chosen folder has been copied
        from .messages import HERE, format_sentence
        from .os_errors import describe_os_error

        print(format_sentence(HERE, "cache.unwritable", folder=chosen, why=describe_os_error(why), spare=folder),
              file=sys.stderr)
    return Path(folder)


def chosen_root() -> Path | None:
    """The folder of compiled code that is wanted: $COPRIME_CACHE, or the user's cache folder; None without a home."""
    given = os.environ.get("COPRIME_CACHE")
    if given:
        return Path(given).absolute()
    import platformdirs

    try:
        return Path(platformdirs.user_cache_dir("coprime", appauthor=False)) / "code"
    except RuntimeError:
        return None


def _unwritable(folder: Path) -> OSError | None:
    """Why nothing can be written in a folder, which is made if need be; None where it can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as why:
        return why


@cache
def digest_of(source: Path) -> str:
    """A digest of a source file and of every source file of the package that it imports."""
    text = source.read_bytes()
    digest = hashlib.blake2b(text, digest_size=16)
    for part in sorted(_imports(source, ast.parse(text))):
        digest.update(digest_of(part).encode())
    return digest.hexdigest()


def _imports(source: Path, tree: ast.AST) -> Iterator[Path]:
    """The files of Coprime, and of the source's own package, that a parsed source names in imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            folder = (source.parents[node.level - 1] if node.level else _around(source, node.module or "")).joinpath(
                *(node.module or "").split("."))
            for file in [folder.with_suffix(".py")] + [folder / f"{name.name}.py" for name in node.names]:
                if file.is_file():
                    yield file


def _around(source: Path, name: str) -> Path:
    """The folder in which a source finds the package of a name: Coprime's, or that around the source's own."""
    top = source.parent
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    packages = {PACKAGE.name: PACKAGE.parent, top.name: top.parent}
    return packages.get(name.partition(".")[0], PACKAGE / "nowhere")


# The pure-Python variant.

def import_pure(name: str) -> ModuleType:
    """Import a module (`coprime.games.x.rules`, or one of another package) uncompiled, beside the compiled one."""
    if PURE_PACKAGE not in sys.modules:
        package = ModuleType(PURE_PACKAGE)
        package.__path__ = [str(PACKAGE)]
        sys.modules[PURE_PACKAGE] = package
        for part in SHARED:
            sys.modules[f"{PURE_PACKAGE}.core.{part}"] = importlib.import_module(f"coprime.core.{part}")
    if not name.startswith(f"{PACKAGE.name}."):
        allow_pure_imports(name)
    return importlib.import_module(pure_name(name))


def specialize_source(source: str | Path, name: str, free: dict[str, Any], key: str, makers: str | None = None,
                      compiled: bool = True) -> ModuleType:
    """A generic source file as a module of its own whose free names are `free`: {name: value}.

    Functions handed over as arguments are never cached by Numba; globals are.
    """
    module = ModuleType(name)
    package = (__package__ or "").rpartition(".")[0] + ".search"
    module.__dict__.update(free, __file__=str(source), __name__=name, __package__=package)
    sys.modules[name] = module
    exec(compile(Path(source).read_text(), str(source), "exec"), module.__dict__)
    if compiled:
        compile_rules(module.__dict__, key, makers)
    return module


__getattr__ = forward_old_names(__name__, {"record": "struct", "plain": "import_pure"})
