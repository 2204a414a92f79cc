"""Compiled functions kept as machine code, so that a process can use them without Numba.

Importing Numba and waking it up takes half a second and 130 MB; a process that only searches needs neither.  When a
function has been compiled, `save` writes down its object code; `load` links it with llvmlite and calls it through
ctypes, which lets go of the interpreter's lock.  Whatever does not fit (another processor, an unknown symbol, a later
Numba whose insides have changed) makes `load` return None, and the caller goes the ordinary way.
"""

import ctypes
import importlib.machinery
import importlib.metadata
import importlib.util
import json
import os
import platform
import struct
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

LIST = "functions.json"
HELPERS = {"_helperlib": ("", "numba_"), "_nrt_python": ("core/runtime", "NRT_")}     # where, prefix of their symbols


@cache
def maker() -> str:
    """Names everything that object code depends on but its source: versions and the very processor."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    parts = [importlib.metadata.version("numba"), importlib.metadata.version("llvmlite"), platform.python_version(),
             np.__version__, platform.platform(), llvm.get_host_cpu_name(), features, str(struct.calcsize("P"))]
    return blake2b(" ".join(parts).encode(), digest_size=8).hexdigest()


def place(folder: Path) -> Path:
    """Where the object code of this machine is kept below a folder."""
    return folder / f"frozen-{maker()}"


def is_saved(folder: Path) -> bool:
    return (place(folder) / LIST).is_file()


def save(folder: Path, functions: dict[str, Any]) -> bool:
    """Write down compiled functions, each with one signature; False where Numba does not hand out the code."""
    listed = {}
    to = place(folder)
    to.mkdir(parents=True, exist_ok=True)
    try:
        for name, function in functions.items():
            (made,) = function.wholes.values()
            code = made.library._get_compiled_object()
            needs = [one.name for one in made.library._final_module.functions if one.is_declaration]
            listed[name] = {"symbol": made.fndesc.llvm_func_name, "digest": blake2b(code).hexdigest(),
                            "needs": [one for one in needs if not one.startswith("llvm.")]}
            _write(to / f"{name}.o", code)
    except (AttributeError, RuntimeError, ValueError):
        return False
    _write(to / LIST, json.dumps(listed).encode())
    return True


def _write(path: Path, content: bytes) -> None:
    """All or nothing: another process may read it now."""
    new = path.with_name(f"{path.name}-{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


def load(folder: Path) -> dict[str, Callable[..., int]] | None:
    """The functions that were saved; None when they cannot be used here."""
    if not is_saved(folder):
        return None
    try:
        listed = json.loads((place(folder) / LIST).read_text())
        codes = {name: (place(folder) / f"{name}.o").read_bytes() for name in listed}
        whole = listed and all(blake2b(codes[name]).hexdigest() == one["digest"] for name, one in listed.items())
        symbols = {name: one["symbol"] for name, one in listed.items()}
        needs = [symbol for one in listed.values() for symbol in one["needs"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):      # cut short, or something else altogether
        return None
    if not whole or not all(map(_known, needs)):
        return None
    linker = _linker()
    for code in codes.values():
        linker.add_object_file(_object(code))
    linker.finalize_object()
    return {name: _callable(linker.get_function_address(symbol)) for name, symbol in symbols.items()}


# Linking.

def _object(code: bytes) -> Any:
    import llvmlite.binding as llvm

    return llvm.object_file.ObjectFileRef.from_data(code)


@cache
def _linker() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


@cache
def _helpers() -> dict[str, int]:
    """What Numba's own libraries in C offer to compiled code; registered with the linker."""
    import llvmlite.binding as llvm

    found: dict[str, int] = {}
    (root,) = importlib.util.find_spec("numba").submodule_search_locations      # type: ignore[union-attr,misc]
    for name, (folder, prefix) in HELPERS.items():
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            file = Path(root, folder, name + suffix)
            if file.is_file():
                loader = importlib.machinery.ExtensionFileLoader(name, str(file))
                module = importlib.util.module_from_spec(importlib.machinery.ModuleSpec(name, loader, origin=str(file)))
                loader.exec_module(module)
                found |= {prefix + key: address for key, address in module.c_helpers.items()}
                break
    for symbol, address in found.items():
        llvm.add_symbol(symbol, address)
    return found


def _known(symbol: str) -> bool:
    """Will the linker find it?  An unknown symbol would end the process."""
    return symbol in _helpers() or hasattr(ctypes.pythonapi, symbol) or hasattr(ctypes.CDLL(None), symbol)


# Calling, as Numba's compiled functions call each other: result, exception, then every array as its parts.

def _callable(address: int) -> Callable[..., int]:
    def call(*args: Any) -> int:
        result, wrong = ctypes.c_int64(), ctypes.c_void_p()
        parts = list(_parts(args))
        kinds = [type(part) for part in parts]
        function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
        status = function(ctypes.addressof(result), ctypes.addressof(wrong), *parts)
        if status:
            raise RuntimeError(f"compiled code failed with status {status}")
        return result.value
    return call


def _parts(value: Any) -> Iterator[Any]:
    """Arguments as int64 and double: an array is owner, object, size, size of an item, data, shape and strides."""
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part)
    elif isinstance(value, np.ndarray):
        for number in (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides):
            yield ctypes.c_int64(number)
    elif isinstance(value, float):
        yield ctypes.c_double(value)
    else:
        yield ctypes.c_int64(int(value))
