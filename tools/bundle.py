"""Make a folder that runs Coprime without an installation, and pack it:  python tools/bundle.py WHEEL [--into FOLDER]

The folder holds a copy of the interpreter that runs this, the locked packages, the wheel, and a starter for a double
click.  It runs on systems like this one, of the same processor; on Linux the C library must not be older than here.
`run.py bundle` builds the wheel and calls this.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SYSTEMS = {"Darwin": "macos", "Windows": "windows"}
# Of the standard library; nothing here imports them.
UNUSED = ("__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo",
          "ensurepip", "lib2to3", "config-*", "_tkinter*", "_test*")
UNUSED_ON_WINDOWS = ("Doc", "Tools", "Scripts", "tcl", "include", "libs")
# Of the C library, which must be the system's own.
SYSTEM_LIBRARIES = re.compile(r"(?:ld-linux|linux-vdso|lib(?:c|m|dl|pthread|rt|util|resolv|nsl)\.)")
SERVE = "-m coprime serve --open --lan --for school"
STARTERS = {
    "windows": ("Coprime.bat", r"""@echo off
set "PYTHONHOME="
set "PYTHONPATH="
set "PYTHONNOUSERSITE=1"
set "COPRIME_CACHE=%~dp0cache"
"%~dp0python\python.exe" {serve} --data "%~dp0data" %*
pause
"""),
    "macos": ("Coprime.command", """#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd) || exit 1
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1 COPRIME_CACHE="$here/cache"
exec "$here/python/bin/{python}" {serve} --data "$here/data" "$@"
"""),
    "linux": ("coprime.sh", """#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd) || exit 1
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1 COPRIME_CACHE="$here/cache"
if [ -d "$here/libraries" ]; then
    export LD_LIBRARY_PATH="$here/libraries${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
fi
exec "$here/python/bin/{python}" {serve} --data "$here/data" "$@"
"""),
}
# File managers run an entry like this one on a double click, and most of them no script.
DESKTOP_ENTRY = """[Desktop Entry]
Type=Application
Name=Coprime
Terminal=true
Exec=sh -c 'exec "$(dirname "$1")/coprime.sh"' coprime %k
"""
READ_ME = """Coprime {version}

Start: double click "{starter}". Nothing is installed.
The first start compiles the rules, which takes some minutes; games can be played meanwhile.
Your browser opens. Phones in the same Wi-Fi join by the address or the QR code that the page shows.
Stop: close the window of the starter, or press Ctrl and C in it.
Everything is kept in the folder "data" beside the starter. To forget everything, delete the folder.

はじめ方：「{starter}」をダブルクリックします。インストールは要りません。
初めて始めたときは、ルールの準備に数分かかります。その間も遊べます。
ブラウザーが開きます。同じWi-Fiの端末は、画面のアドレスかQRコードで入れます。
終わり方：開いたウィンドウを閉じるか、その中でCtrlとCを押します。
データはすべて、同じ場所の「data」フォルダーの中です。フォルダーを消せば、すべて消えます。
"""


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path, help="of Coprime")
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder for the archive")
    given = parser.parse_args(args)
    system = SYSTEMS.get(platform.system(), "linux")
    version = given.wheel.name.split("-")[1]
    folder = given.into / f"coprime-{version}-{system}-{platform.machine().lower()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    python = copy_interpreter(folder / "python")
    if system == "linux":
        copy_libraries(folder)
    install_packages(python, given.wheel.resolve(), environment_of(folder))
    write_texts(folder, system, version, python.name)
    print(pack_folder(folder, system))
    return 0


def copy_interpreter(into: Path) -> Path:
    """Copy the interpreter with its standard library, without what is installed in it.  Returns the copy's program."""
    base = Path(sys.base_prefix)
    ignored = shutil.ignore_patterns(*UNUSED)
    if os.name == "nt":
        shutil.copytree(base, into, ignore=shutil.ignore_patterns(*UNUSED, *UNUSED_ON_WINDOWS))
        return into / "python.exe"
    library = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, into / "lib" / library.name, ignore=ignored)
    for shared in base.glob("lib/libpython*"):
        if ".so" in shared.name or ".dylib" in shared.name:
            shutil.copy2(shared, into / "lib", follow_symlinks=False)
    program = into / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    program.parent.mkdir()
    # Of a virtual environment sys.executable is a link to it.
    shutil.copy2(Path(sys.executable).resolve(), program)
    return program


def copy_libraries(folder: Path) -> None:
    """Copy the shared libraries that a Linux interpreter takes from its system; one that brings its own has none."""
    programs = [*folder.glob("python/bin/*"), *folder.glob("python/lib/**/*.so")]
    for library in sorted({found for program in programs for found in list_libraries(program)}):
        (folder / "libraries").mkdir(exist_ok=True)
        shutil.copy2(library.resolve(), folder / "libraries" / library.name)


def list_libraries(program: Path) -> list[Path]:
    """Return the shared libraries that a program of Linux is linked with, those of the C library left out."""
    said = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    found = re.findall(r"^\s*(\S+) => (/\S+)", said, re.MULTILINE)
    return [Path(path) for name, path in found if not SYSTEM_LIBRARIES.match(name)]


def environment_of(folder: Path) -> dict[str, str]:
    """Return an environment in which the copied interpreter finds nothing but what lies in the folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LD_", "VIRTUAL_ENV"))}
    return {**kept, "PYTHONNOUSERSITE": "1", "LD_LIBRARY_PATH": str(folder / "libraries")}


def install_packages(python: Path, wheel: Path, environ: dict[str, str]) -> None:
    """Install the locked packages and the wheel beside the copied interpreter's library, and compile them."""
    asked = [python, "-c", "import site; print(site.getsitepackages()[-1])"]
    packages = subprocess.run(asked, env=environ, check=True, capture_output=True, text=True).stdout.strip()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install",
           "--upgrade", "--target", packages]
    subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements.txt"], check=True)
    subprocess.run([*pip, "--no-deps", wheel], check=True)
    # An archive does not keep times exactly, so that no time may decide whether a file has to be compiled again.
    compiled = [python, "-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([*compiled, find_stdlib_folder(python, environ), packages], env=environ, stdout=subprocess.DEVNULL)


def find_stdlib_folder(python: Path, environ: dict[str, str]) -> str:
    """Return the folder of an interpreter's standard library."""
    asked = [python, "-c", "import os; print(os.path.dirname(os.__file__))"]
    return subprocess.run(asked, env=environ, check=True, capture_output=True, text=True).stdout.strip()


def write_texts(folder: Path, system: str, version: str, python: str) -> None:
    """Write the starter, the read-me page and the licences."""
    name, script = STARTERS[system]
    starter = folder / name
    newline = "\r\n" if system == "windows" else "\n"
    starter.write_text(script.format(serve=SERVE, python=python), encoding="utf-8", newline=newline)
    starter.chmod(0o755)
    shown = name
    if system == "linux":
        shown = "Coprime.desktop"
        (folder / shown).write_text(DESKTOP_ENTRY, encoding="utf-8")
        (folder / shown).chmod(0o755)
    (folder / "READ ME.txt").write_text(READ_ME.format(version=version, starter=shown), encoding="utf-8-sig",
                                        newline=newline)
    for text in ("LICENSE", "THIRD_PARTY.md"):
        shutil.copy2(ROOT / text, folder / text)


def pack_folder(folder: Path, system: str) -> Path:
    """Pack the folder as people of that system expect it. Returns the archive."""
    if system == "windows":
        return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))
    archive = folder.with_name(f"{folder.name}.tar.gz")
    with tarfile.open(archive, "w:gz", compresslevel=6) as packed:
        packed.add(folder, folder.name)
    return archive


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
