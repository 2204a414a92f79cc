"""Types of messages are known to msgspec before several threads decode them: else the process may end."""

import subprocess
import sys

import msgspec
import pytest

from coprime.server import run, struct_types

# Everything is imported in a process of its own, since other tests have imported more.
IMPORTED = """
import contextlib, importlib, msgspec, pkgutil
import coprime.server.run
from coprime.server.struct_types import struct_types
known = set(struct_types(msgspec.Struct))
assert len(known) > 100
for module in pkgutil.walk_packages(coprime.__path__, "coprime."):
    if ".tests" not in module.name and "__main__" not in module.name and ".migrations." not in module.name:
        with contextlib.suppress(ModuleNotFoundError):          # an extra that is not installed
            importlib.import_module(module.name)
print(sorted(f"{one.__module__}.{one.__name__}" for one in set(struct_types(msgspec.Struct)) - known))
"""
# Without `prepare_struct_types` this is over within a second, by a segmentation fault.
DECODED = """
import sys, threading
import msgspec
from coprime.server.struct_types import prepare_struct_types
sys.setswitchinterval(1e-6)
fields, lists = [(f"f{i}", int | None) for i in range(30)], range(20)
data = msgspec.json.encode({f"g{i}": [{name: 1 for name, _ in fields}] for i in lists})

def decode(barrier, struct):
    barrier.wait()
    msgspec.json.decode(data, type=struct)

for n in range(300):
    inner = msgspec.defstruct("Inner", fields, module="coprime.test")
    outer = msgspec.defstruct("Outer", [(f"g{i}", list[inner]) for i in lists], module="coprime.test")
    prepare_struct_types()
    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=decode, args=(barrier, outer)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("done")
"""


def output_of(script):
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout.strip()


def test_all_types_are_imported_with_the_server():
    assert output_of(IMPORTED) == "[]"


def test_every_type_is_prepared(monkeypatch):
    prepared = []
    monkeypatch.setattr(msgspec.json, "Decoder", prepared.append)
    struct_types.prepare_struct_types()
    assert set(prepared) == set(struct_types.struct_types(msgspec.Struct))


def test_they_are_prepared_before_anything_else_runs(monkeypatch):
    class Begun(Exception):
        pass

    def begin():
        raise Begun
    monkeypatch.setattr(run, "prepare_struct_types", begin)
    with pytest.raises(Begun):
        run.run_process(None, None, b"", None, None, lambda: None, {})


def test_prepared_types_are_decoded_by_several_threads_at_once():
    assert output_of(DECODED) == "done"
