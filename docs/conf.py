"""The documentation site, from the pages that a forge shows too:  python3 run.py docs  (needs the extra `docs`)."""

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import coprime  # noqa: E402

project = "Coprime"
author = "the Coprime developers"
release = version = coprime.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]

# The source folder is the whole repository, so that links between README and the pages hold on a forge and here.
root_doc = "docs/index"
RULES = [f"src/coprime/{folder}/*/{pages}.md" for folder in ("games", "decks") for pages in ("rules", "pages/*")]
include_patterns = ["*.md", "docs/**", "src/coprime/web/app/*/README.md", *RULES]
exclude_patterns = [".*", "node_modules", "tests", "tools", "dist", "docs/screens", "src/coprime/web/static*"]
myst_heading_anchors = 4
# What no lexer knows, such as the blocks of drawn things in a page of rules, stands there as it was written.
suppress_warnings = ["misc.highlighting_failure"]
html_theme = "alabaster"
html_theme_options = {"description": "Games with numbers", "page_width": "72rem", "sidebar_width": "15rem"}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_show_sphinx = False
html_static_path = ["site"]
html_css_files = [("print.css", {"media": "print"})]
# Letters that are printed from their page: the language and the word on the button.
LETTERS = {"docs/privacy-letter": ("en", "Print this letter"), "docs/privacy-letter.ja": ("ja", "この手紙を印刷する")}

# What a docstring puts in backticks is code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False}
python_display_short_literal_types = True


def columns(app: Any, what: str, name: str, thing: object, options: Any, lines: list[str]) -> None:
    """A docstring's rows of a name and what it means, set in columns, become a list of terms."""
    made: list[str] = []
    inside = False
    for line in lines:
        row = re.fullmatch(r"(\w+)  +(\S.*)", line)
        inside = bool(row) or (inside and line.startswith(" "))
        made += [f"``{row[1]}``", f"    {row[2]}"] if row else [f"    {line.strip()}"] if inside else [line]
    lines[:] = made


def add_print_button(app: Any, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """A letter has a button that prints it, and says its language."""
    if name in LETTERS:
        language, label = LETTERS[name]
        button = f'<p class="print"><button type="button" onclick="window.print()">{label}</button></p>'
        context["body"] = f'<div class="letter" lang="{language}">{button}{context["body"]}</div>'


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", columns)
    app.connect("html-page-context", add_print_button)
