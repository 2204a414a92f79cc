"""Compile the functions of a rules file with Numba, more sparingly than Numba itself.

Numba gives every function a library with wrappers, and generates the machine code of its callees again at every
caller. Here each function first becomes a `UnoptimizedLibrary`: its own code and the names of its callees. When Python
calls it, a `LinkedCodeLibrary` links a wrapper with all libraries it needs, generates machine code once and caches it
on disk.

This uses Numba's internals: `jit_backend` leaves it out with another version, and tests/test_kernel.py checks
what is used.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from numba import config
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.typing import make_concrete_template

from .folder_lock import hold_folder_lock

_config_lock = threading.Lock()
UNNAMED_MAKER = "{name} hands on an array and counts no references to it: name it in `makers` of compile_rules."


class UnoptimizedLibrary(JITCodeLibrary):
    """The code of one function, to be linked with the libraries of its callees."""

    def finalize(self) -> None:
        """Mark the library as complete without optimising or generating machine code."""
        self._finalized = True


class LinkedCodeLibrary(JITCodeLibrary):
    """The Python wrapper of one function with all libraries below it."""

    def finalize(self) -> None:
        """Link all dependencies and generate the machine code."""
        (part,) = self._linking_libraries
        # Its symbol stays: search.machine_code_files calls it.
        self._final_module.link_in(part._final_module, preserve=True)
        self._linking_libraries = collect_dependencies(part)
        super().finalize()


def collect_dependencies(root: Any) -> list[Any]:
    """Return the libraries that a library needs, each caller before its callees.

    The linker drops functions that nobody has called yet, and a call that was optimised away does not count.
    Numba's own libraries come last, since many functions call them.
    """
    found: list[Any] = []
    known: set[Any] = set()

    def gather(one: Any) -> None:
        for library in one._linking_libraries:
            if library not in known:
                known.add(library)
                if isinstance(library, UnoptimizedLibrary):
                    gather(library)
                found.append(library)

    gather(root)
    found.reverse()
    return sorted(found, key=lambda library: not isinstance(library, UnoptimizedLibrary))


class FunctionCompiler(Compiler):
    """Numba's compiler, stopped before wrappers and machine code."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, result: Any, flags: Any, local: Any) -> None:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().__init__(typing, target, UnoptimizedLibrary(target.codegen(), "part"), args, result, flags, local)


@contextmanager
def relax_garbage_collector() -> Iterator[None]:
    """Raise the garbage collector's thresholds while compiling, which allocates much that stays."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class CompiledFunction(CPUDispatcher):
    """A compiled function of a rules file.

    One process compiles it; others wait and load its cached code. Constant arguments are compiled as ordinary
    numbers: specialising on each constant took half of a cold start and made nothing faster.
    """

    def __init__(self, function: Any, folder: Path, counts_references: bool | None) -> None:
        """Prepare the compiled variant of a function, with its code cached in a folder.

        counts_references  whether arrays are reference-counted; None: as its first caller does (calls from Python
                           count)
        """
        options = {"nopython": True, "nogil": True, "error_model": "numpy"}
        if counts_references is not None:
            options["_nrt"] = counts_references
        super().__init__(function, {}, options, FunctionCompiler)
        self.folder = folder
        self.linked: dict[Any, Any] = {}
        with _config_lock:                                 # others' code is kept where they want it
            before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                self.enable_caching()
            finally:
                config.CACHE_DIR = before

    def compile(self, arg_types: Any) -> Any:
        """Return the entry point for argument types; Numba's dispatcher calls it."""
        literal_free = tuple(map(types.unliteral, arg_types))
        args = tuple(map(_enum_as_int, literal_free))
        # Numba's own lock first, always: callees are compiled while it is held.
        with global_compiler_lock:
            if args not in self.linked:
                with relax_garbage_collector(), hold_folder_lock(self.folder):
                    self.linked[args] = self._load_cached(args) or self._link_function(args)
                self._insert([arg._code for arg in args], self.linked[args].entry_point)
            if literal_free != args:
                self._insert([arg._code for arg in literal_free], self.linked[args].entry_point)
            return self.linked[args].entry_point

    def _load_cached(self, args: Any) -> Any:
        """Return the kept compile result for argument types, None where there is none.

        `load_overload` would first import all that Numba can compile, which took half the time of loading a game.
        """
        found = None
        try:
            with self._cache._guard_against_spurious_io_errors():
                rtsys.initialize(self.targetctx)        # what counts references
                found = self._cache._load_overload(args, self.targetctx)
        except Exception:                               # kept code that cannot be read is made anew
            self._cache.flush()
        if found is not None:
            self._cache_hits[args] += 1
        return found

    def _link_function(self, args: Any) -> Any:
        self._cache_misses[args] += 1
        part = self.compile_library(args)
        target = part.target_context
        library = LinkedCodeLibrary(target.codegen(), part.fndesc.qualname)
        library.enable_object_caching()
        library.add_linking_library(part.library)
        with target.push_code_library(library):
            target.create_cpython_wrapper(library, part.fndesc, part.environment, part.call_helper, release_gil=True)
        constants = partial(_add_constants, part.environment.env_name, list(part.environment.consts))
        made = part._replace(library=library, entry_point=target.get_executable(library, part.fndesc, part.environment),
                             reload_init=[*part.reload_init, constants])
        for environment in made._find_referenced_environments():
            library.codegen.set_env(environment.env_name, environment)
        try:
            self._cache.save_overload(args, made)
        except FileNotFoundError:           # whoever compiles a search anew has removed its folder at this moment
            self._cache.save_overload(args, made)
        return made

    def compile_library(self, args: Any) -> Any:
        """Return the compile result for argument types without machine code, for a caller being compiled."""
        made = self.overloads.get(args)
        if made is None:
            with self._compiling_counter:
                made = self._compiler.compile(args, None)
            if self.targetoptions.get("_nrt") is False and _holds_array(made.signature.return_type):
                raise TypeError(UNNAMED_MAKER.format(name=f"{self.py_func.__module__}.{self.py_func.__name__}"))
            made = made._replace(entry_point=made.fndesc.mangled_name)      # what it is called by in other parts
            made.target_context.insert_user_function(made.entry_point, made.fndesc, [made.library])
            self.overloads[args] = made
        return made

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the typing template that Numba asks for while it compiles a caller."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        self.compile_library(tuple(map(types.unliteral, args)))
        name = self.py_func.__name__
        return make_concrete_template(name, name, self.nopython_signatures), signature, args, {}


def _add_constants(name: str, constants: list[Any]) -> None:
    """Give a function's environment what its wrapper reads, such as the data type of an array for Python.

    Kept code runs this when it is loaded.  A caller's kept code brings the environment too, but of a time when there
    may have been no wrapper; Numba takes whichever comes first.
    """
    found = lookup_environment(name).consts
    found += constants[len(found):]


def _enum_as_int(kind: types.Type) -> types.Type:
    """Return an IntEnum member type as its integer type.

    Cached code then does not depend on the enum's module.
    """
    return kind.dtype if isinstance(kind, types.IntEnumMember) else kind


def _holds_array(kind: types.Type) -> bool:
    """Tell whether a Numba type is an array or a tuple that contains one."""
    return isinstance(kind, types.Array) or (isinstance(kind, types.BaseTuple) and any(map(_holds_array, kind.types)))
