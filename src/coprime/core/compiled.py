"""What a rules file's functions become: Numba's compiled functions, made more sparingly.

Numba makes of every function a library of its own, with wrappers for Python and C, optimised and turned into machine
code together with all that it calls; so what lies deep is made again at every level above it.  Here a function is first
a `FunctionLibrary`: its own code and the names of what it calls.  Only when Python calls it, it becomes a
`LinkedLibrary`: a wrapper and all libraries that it needs, optimised and turned into machine code once, and kept on
disk.

These are Numba's insides: pyproject.toml caps its version, and tests/test_kernel.py holds it to what is used here.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba import config
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.typing import make_concrete_template

from .lock import hold_folder_lock

_settings = threading.Lock()
UNNAMED = "{name} hands on an array and counts no references to it: name it in `makers` of compile_rules."


class FunctionLibrary(JITCodeLibrary):
    """A function's own code, to be linked with all that it calls."""

    def finalize(self) -> None:
        self._finalized = True


class LinkedLibrary(JITCodeLibrary):
    """A wrapper of a part for Python, with all parts below it."""

    def finalize(self) -> None:
        (part,) = self._linking_libraries
        self._final_module.link_in(part._final_module, preserve=True)       # its symbol stays: search.frozen calls it
        self._linking_libraries = collect_dependencies(part)
        super().finalize()


def collect_dependencies(part: Any) -> list[Any]:
    """The libraries that a part needs, every caller before what it calls.

    The linker leaves out for good what nobody has called yet, and a call that was optimised away is none.  Numba's own
    libraries come last: each holds functions that many parts call.
    """
    found: list[Any] = []
    known: set[Any] = set()

    def gather(one: Any) -> None:
        for library in one._linking_libraries:
            if library not in known:
                known.add(library)
                if isinstance(library, FunctionLibrary):
                    gather(library)
                found.append(library)

    gather(part)
    found.reverse()
    return sorted(found, key=lambda library: not isinstance(library, FunctionLibrary))


class Pipeline(Compiler):
    """Numba's compiler, up to a part."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, result: Any, flags: Any, local: Any) -> None:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().__init__(typing, target, FunctionLibrary(target.codegen(), "part"), args, result, flags, local)


@contextmanager
def relax_garbage_collector() -> Iterator[None]:
    """Let the garbage collector look less often: compiling makes much that stays, and it would count that each time."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Function(CPUDispatcher):
    """A compiled function.

    One process compiles it, the others wait and load what that one has kept.  And a constant that it is called with
    is a number like any other: Numba would make it anew for each, which was half of the time of a cold start, and no
    faster (LLVM sees the constants where it inlines).
    """

    def __init__(self, function: Any, folder: Path, counts: bool | None) -> None:
        """The compiled twin of a function, whose code is kept in a folder.

        counts  does it count references to arrays?  None: as whoever calls it first, and Python counts
        """
        options = {"nopython": True, "nogil": True, "error_model": "numpy"}
        if counts is not None:
            options["_nrt"] = counts
        super().__init__(function, {}, options, Pipeline)
        self.folder = folder
        self.wholes: dict[Any, Any] = {}
        with _settings:                                 # others' code is kept where they want it
            before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                self.enable_caching()
            finally:
                config.CACHE_DIR = before

    def compile(self, wanted: Any) -> Any:
        """What Python calls for arguments of these types."""
        given = tuple(map(types.unliteral, wanted))
        args = tuple(map(_as_number, given))
        # Numba's own lock first, always: callees are compiled while it is held.
        with global_compiler_lock:
            if args not in self.wholes:
                with relax_garbage_collector(), hold_folder_lock(self.folder):
                    self.wholes[args] = self._kept(args) or self._whole(args)
                self._insert([arg._code for arg in args], self.wholes[args].entry_point)
            if given != args:
                self._insert([arg._code for arg in given], self.wholes[args].entry_point)
            return self.wholes[args].entry_point

    def _kept(self, args: Any) -> Any:
        try:
            found = self._cache.load_overload(args, self.targetctx)
        except Exception:                               # kept code that cannot be read is made anew
            self._cache.flush()
            found = None
        if found is not None:
            self._cache_hits[args] += 1
        return found

    def _whole(self, args: Any) -> Any:
        self._cache_misses[args] += 1
        part = self.part(args)
        target = part.target_context
        library = LinkedLibrary(target.codegen(), part.fndesc.qualname)
        library.enable_object_caching()
        library.add_linking_library(part.library)
        with target.push_code_library(library):
            target.create_cpython_wrapper(library, part.fndesc, part.environment, part.call_helper, release_gil=True)
        made = part._replace(library=library, entry_point=target.get_executable(library, part.fndesc, part.environment))
        for environment in made._find_referenced_environments():
            library.codegen.set_env(environment.env_name, environment)
        self._cache.save_overload(args, made)
        return made

    def part(self, args: Any) -> Any:
        """Its code for arguments of these types, for whoever calls it."""
        made = self.overloads.get(args)
        if made is None:
            with self._compiling_counter:
                made = self._compiler.compile(args, None)
            if self.targetoptions.get("_nrt") is False and _holds_array(made.signature.return_type):
                raise TypeError(UNNAMED.format(name=f"{self.py_func.__module__}.{self.py_func.__name__}"))
            made = made._replace(entry_point=made.fndesc.mangled_name)      # what it is called by in other parts
            made.target_context.insert_user_function(made.entry_point, made.fndesc, [made.library])
            self.overloads[args] = made
        return made

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What the caller that is being compiled asks for."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        self.part(tuple(map(types.unliteral, args)))
        name = self.py_func.__name__
        return make_concrete_template(name, name, self.nopython_signatures), signature, args, {}


def _as_number(kind: types.Type) -> types.Type:
    """A member of an IntEnum is a number like any other: what is kept must not depend on where its class is from."""
    return kind.dtype if isinstance(kind, types.IntEnumMember) else kind


def _holds_array(kind: types.Type) -> bool:
    """Is it an array, or a tuple with one in it?"""
    return isinstance(kind, types.Array) or (isinstance(kind, types.BaseTuple) and any(map(_holds_array, kind.types)))
