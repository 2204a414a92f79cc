"""The archive that needs no installation: its interpreter stands alone, and its starters start the server."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools"))

import bundle  # noqa: E402 - from the folder named above

USED = "import ctypes, hashlib, lzma, sqlite3, ssl, sys; print(sys.prefix)"


@pytest.mark.skipif(sys.platform != "linux", reason="of other systems other files are copied")
def test_a_copied_interpreter_finds_its_own_library_and_no_other(tmp_path):
    python = bundle.copy_interpreter(tmp_path / "python")
    bundle.copy_libraries(tmp_path)
    found = subprocess.run([python, "-c", USED], env=bundle.environment_of(tmp_path), capture_output=True, text=True)
    assert found.stdout.strip() == str(tmp_path / "python"), found.stderr
    assert not list(tmp_path.glob("libraries/libc.so*")), "the C library is the system's own"


@pytest.mark.parametrize("system", bundle.STARTERS)
def test_a_starter_keeps_everything_beside_itself_and_opens_to_the_network(tmp_path, system):
    bundle.write_texts(tmp_path, system, "1.0.0", "python3.12")
    name, _ = bundle.STARTERS[system]
    script = (tmp_path / name).read_text(encoding="utf-8")
    assert "-m coprime serve --open --lan" in script and "{" not in script.replace("${", "")
    assert '--data "' in script and "cache" in script and "PYTHONPATH" in script
    assert (tmp_path / name).stat().st_mode & 0o111
    told = (tmp_path / "READ ME.txt").read_text(encoding="utf-8-sig")
    assert told.count("Coprime.desktop" if system == "linux" else name) == 2, "in both languages"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_the_starter_of_linux_is_a_script_that_a_shell_reads(tmp_path):
    bundle.write_texts(tmp_path, "linux", "1.0.0", "python3.12")
    program = tmp_path / "python" / "bin" / "python3.12"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$COPRIME_CACHE" "$@"\n')
    program.chmod(0o755)
    said = subprocess.run([tmp_path / "coprime.sh", "--port", "9000"], capture_output=True, text=True).stdout.split()
    assert said == [f"{tmp_path}/cache", *bundle.SERVE.split(), "--data", f"{tmp_path}/data", "--port", "9000"]
