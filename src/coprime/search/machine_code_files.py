"""Save compiled functions as machine code, so that a process can use them without Numba.

Importing Numba takes half a second and 130 MB; a process that only searches needs neither. `save_functions` writes
the object code of compiled functions; `load_functions` links it with llvmlite and calls it through ctypes, which
releases the interpreter's lock. Where anything does not match (another processor, an unknown symbol, a newer
Numba), `load_functions` returns None and the caller compiles.
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

INDEX_FILE = "functions.json"
HELPERS = {"_helperlib": ("", "numba_"), "_nrt_python": ("core/runtime", "NRT_")}     # where, prefix of their symbols


@cache
def toolchain_digest() -> str:
    """Return a digest of what object code depends on besides its source: versions and the processor."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    parts = [importlib.metadata.version("numba"), importlib.metadata.version("llvmlite"), platform.python_version(),
             np.__version__, platform.platform(), llvm.get_host_cpu_name(), features, str(struct.calcsize("P"))]
    return blake2b(" ".join(parts).encode(), digest_size=8).hexdigest()


def machine_folder(folder: Path) -> Path:
    """Return the folder for this machine's object code below a cache folder."""
    return folder / f"frozen-{toolchain_digest()}"


def is_saved(folder: Path) -> bool:
    """Tell whether object code for this machine has been saved."""
    return (machine_folder(folder) / INDEX_FILE).is_file()


def save_functions(folder: Path, functions: dict[str, Any]) -> bool:
    """Save compiled functions, each with one signature.

    Return False where Numba does not give out the code.
    """
    listed = {}
    to = machine_folder(folder)
    to.mkdir(parents=True, exist_ok=True)
    try:
        for name, function in functions.items():
            (made,) = function.linked.values()
            code = made.library._get_compiled_object()
            needs = [one.name for one in made.library._final_module.functions if one.is_declaration]
            listed[name] = {"symbol": made.fndesc.llvm_func_name, "digest": blake2b(code).hexdigest(),
                            "needs": [one for one in needs if not one.startswith("llvm.")]}
            _write_atomically(to / f"{name}.o", code)
    except (AttributeError, RuntimeError, ValueError):
        return False
    _write_atomically(to / INDEX_FILE, json.dumps(listed).encode())
    return True


def _write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically, since another process may be reading it."""
    new = path.with_name(f"{path.name}-{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


def load_functions(folder: Path) -> dict[str, Callable[..., int]] | None:
    """Load saved functions by name; None where they cannot be used here."""
    if not is_saved(folder):
        return None
    try:
        listed = json.loads((machine_folder(folder) / INDEX_FILE).read_text())
        codes = {name: (machine_folder(folder) / f"{name}.o").read_bytes() for name in listed}
        whole = listed and all(blake2b(codes[name]).hexdigest() == one["digest"] for name, one in listed.items())
        symbols = {name: one["symbol"] for name, one in listed.items()}
        needs = [symbol for one in listed.values() for symbol in one["needs"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):      # cut short, or something else altogether
        return None
    if not whole or not all(map(_is_known_symbol, needs)):
        return None
    linker = _get_linker()
    for code in codes.values():
        linker.add_object_file(_object_file(code))
    linker.finalize_object()
    return {name: _wrap_address(linker.get_function_address(symbol)) for name, symbol in symbols.items()}


# Linking.

def _object_file(code: bytes) -> Any:
    import llvmlite.binding as llvm

    return llvm.object_file.ObjectFileRef.from_data(code)


@cache
def _get_linker() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


@cache
def _register_helpers() -> dict[str, int]:
    """Register the functions of Numba's C libraries with the linker; return their addresses by symbol."""
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


def _is_known_symbol(symbol: str) -> bool:
    """Tell whether the linker will find a symbol; an unknown one would end the process."""
    return symbol in _register_helpers() or hasattr(ctypes.pythonapi, symbol) or hasattr(ctypes.CDLL(None), symbol)


# Calling, as Numba's compiled functions call each other: result, exception, then every array as its parts.

def _wrap_address(address: int) -> Callable[..., int]:
    def call(*args: Any) -> int:
        result, wrong = ctypes.c_int64(), ctypes.c_void_p()
        parts = list(_ctypes_arguments(args))
        kinds = [type(part) for part in parts]
        function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
        status = function(ctypes.addressof(result), ctypes.addressof(wrong), *parts)
        if status:
            raise RuntimeError(f"compiled code failed with status {status}")
        return result.value
    return call


def _ctypes_arguments(value: Any) -> Iterator[Any]:
    """Yield arguments as int64 and double.

    An array becomes owner, object, size, item size, data, shape and strides.
    """
    if isinstance(value, tuple):
        for part in value:
            yield from _ctypes_arguments(part)
    elif isinstance(value, np.ndarray):
        for number in (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides):
            yield ctypes.c_int64(number)
    elif isinstance(value, float):
        yield ctypes.c_double(value)
    else:
        yield ctypes.c_int64(int(value))
