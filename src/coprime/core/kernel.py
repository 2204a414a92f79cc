"""Two tools for every rules file: `struct` declares a state, `compile_rules` compiles the functions.

A rules file is ordinary Python. Imported as `coprime.games.x.rules`, its last line compiles it; imported through
`import_pure` as `coprime_pure.games.x.rules`, the same file stays pure Python. Both variants work on the same
bytes, so a match can change from one to the other between two actions.
"""

import ast
import atexit
import contextlib
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from . import jit_backend
from .deprecated import forward_old_names
from .pure_variants import PURE_PACKAGE, allow_pure_imports, pure_name
from .state_struct import struct as struct


def is_pure_requested() -> bool:
    """Return whether the environment says COPRIME_PURE=1, or COPRIME_PLAIN=1 as version 0.1 called it."""
    return os.environ.get("COPRIME_PURE", os.environ.get("COPRIME_PLAIN")) == "1"


PURE = __name__.startswith(PURE_PACKAGE + ".") or is_pure_requested()
# Exceptions, types and the language that is spoken, which both variants share.
SHARED_MODULES = ("errors", "hint_steps", "language_selection", "messages", "options", "seats",
                  "bot_function_compilation", "state_struct")
PACKAGE = Path(__file__).resolve().parents[1]


def compile_rules(module: dict[str, Any], key: str = "", makers: str | None = None) -> None:
    """Compile every function that a module defines (pass `globals()`).

    Do nothing in the pure-Python variant.

    key      mixed into the cache key: each specialisation of a generic source needs its own
    makers   names of the functions that create or return arrays; None for no statement

    All other functions then run without reference counting, which saves up to a quarter of their time. A maker that
    is not named does not compile. A function without a statement inherits reference counting from its first caller
    (calls from Python count). A module that allocates arrays and is called from one with `makers` must therefore
    list its own.
    """
    if PURE:
        return
    folder = code_folder(module["__file__"], key)
    for name, value in list(module.items()):
        if isinstance(value, FunctionType) and value.__module__ == module["__name__"]:
            counts = None if makers is None else name in makers.split()
            module[name] = jit_backend.make_function(value, folder, counts)


def code_folder(source: str | Path, key: str = "") -> Path:
    """Return the cache folder of a source file's compiled code, named by a digest of its dependencies.

    Numba checks only the file itself, so a changed callee or constant elsewhere would leave stale code.
    """
    return cache_root() / code_folder_name(source, key)


def code_folder_name(source: str | Path, key: str = "") -> str:
    """Return the name of the cache folder for one source file."""
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    compiler = "" if jit_backend.uses_linker() else "|numba"        # whose code the other cannot read
    text = f"{key}|{np.__version__}|{checked}|{digest_source(Path(source))}{compiler}"
    digest = hashlib.blake2b(text.encode(), digest_size=8)
    return f"{Path(source).parent.name}-{Path(source).stem}-{digest.hexdigest()}"


@cache
def cache_root() -> Path:
    """Return a writable folder for compiled code: the preferred one, or a temporary one for this process.

    The temporary folder is private, since its content is executed, and is deleted at exit. It starts with links to
    the code in the preferred folder.
    """
    chosen = find_cache_root()
    why = None if chosen is None else _find_write_error(chosen)
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


def find_cache_root() -> Path | None:
    """Return the preferred folder for compiled code: $COPRIME_CACHE or the user's cache folder.

    None without a home.
    """
    given = os.environ.get("COPRIME_CACHE")
    if given:
        return Path(given).absolute()
    import platformdirs

    try:
        return Path(platformdirs.user_cache_dir("coprime", appauthor=False)) / "code"
    except RuntimeError:
        return None


def _find_write_error(folder: Path) -> OSError | None:
    """Return the error that prevents writing in a folder, which is created if needed.

    None where writing works.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as why:
        return why


@cache
def digest_source(source: Path) -> str:
    """Return a digest of a source file and of all source files of the package that it imports."""
    text = source.read_bytes()
    digest = hashlib.blake2b(text, digest_size=16)
    for part in sorted(_list_imported_files(source, ast.parse(text))):
        digest.update(digest_source(part).encode())
    return digest.hexdigest()


def _list_imported_files(source: Path, tree: ast.AST) -> Iterator[Path]:
    """Yield the files of Coprime, and of the source's own package, that a parsed source imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            folder = (source.parents[node.level - 1] if node.level
                      else _package_parent(source, node.module or "")).joinpath(
                *(node.module or "").split("."))
            for file in [folder.with_suffix(".py")] + [folder / f"{name.name}.py" for name in node.names]:
                if file.is_file():
                    yield file


def _package_parent(source: Path, name: str) -> Path:
    """Return the folder that contains a top-level package: Coprime's, or the one around the source."""
    top = source.parent
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    packages = {PACKAGE.name: PACKAGE.parent, top.name: top.parent}
    return packages.get(name.partition(".")[0], PACKAGE / "nowhere")


# The pure-Python variant.

def import_pure(name: str) -> ModuleType:
    """Import a module of Coprime or another package uncompiled, beside the compiled one."""
    if PURE_PACKAGE not in sys.modules:
        package = ModuleType(PURE_PACKAGE)
        package.__path__ = [str(PACKAGE)]
        sys.modules[PURE_PACKAGE] = package
        for part in SHARED_MODULES:
            sys.modules[f"{PURE_PACKAGE}.core.{part}"] = importlib.import_module(f"coprime.core.{part}")
    if not name.startswith(f"{PACKAGE.name}."):
        allow_pure_imports(name)
    return importlib.import_module(pure_name(name))


def specialize_source(source: str | Path, name: str, free_names: dict[str, Any], key: str, makers: str | None = None,
                      is_compiled: bool = True) -> ModuleType:
    """Load a generic source file as a module with the given free names, compiled by default.

    Numba never caches functions passed as arguments, but it does cache globals.
    """
    module = ModuleType(name)
    package = (__package__ or "").rpartition(".")[0] + ".search"
    module.__dict__.update(free_names, __file__=str(source), __name__=name, __package__=package)
    sys.modules[name] = module
    exec(compile(Path(source).read_text(), str(source), "exec"), module.__dict__)
    if is_compiled:
        compile_rules(module.__dict__, key, makers)
    return module


__getattr__ = forward_old_names(__name__, {"record": "struct", "plain": "import_pure", "digest_of": "digest_source"})
