"""Draw docs/architecture.svg from the imports:  python tools/architecture_diagram.py

A box is a package, an arrow goes from a package to one that it imports; arrows that follow from others are left out.
Packages and imports are those that tests/test_layout.py allows.
"""

import importlib.util
import re
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs/architecture.svg"
PACKAGE_LABELS = {
    "core": ("core", "kernel, contract, match,", "records, options, messages"),
    "decks": ("decks", "what games of one deck", "share"),
    "rules": ("games: rules", "the one statement of the", "rules, and its tables"),
    "around": ("games: observation, words, …", "what is seen, said, drawn", "and worth"),
    "game": ("games: game, bots, hints", "what a game is called and", "who plays it"),
    "search": ("search", "generic, compiled for", "each game"),
    "env": ("env", "numbers for learners,", "matches side by side"),
    "arena": ("arena", "bots against bots,", "and how fast"),
    "commands": ("games: commands", "deals looked through,", "on several machines"),
    "expert": ("games: expert", "the strongest player:", "exact, or by searching"),
    "lab": ("lab", "leagues, ratings, reports,", "and their pages"),
    "reviews": ("reviews", "what a match teaches", "its players"),
    "puzzles": ("puzzles", "finding positions with", "one best answer"),
    "exercises": ("exercises", "lessons and puzzles, and", "a move tried in them"),
    "testing": ("testing", "laws, golden games and", "counts for every game"),
    "table": ("table", "chairs, clock, history,", "bots' answers"),
    "classroom": ("classroom", "a teacher, pupils, and", "who plays with whom"),
    "tournaments": ("tournaments", "pairings, results and", "standings"),
    "server": ("server", "HTTP, sockets, store,", "people"),
    "contest": ("contest", "programs of the UECda", "contest, and people"),
    "adapters": ("adapters", "the terminal, and other", "people's libraries"),
    "coprime": ("coprime", "what Python programs", "import"),
    "cli": ("cli", "every command", ""),
    "web": ("web: the browser part", "home, table, hand, parts,", "the line to the server"),
    "screens": ("games: web", "how the browser draws", "a view"),
}
BOX, HIGH, GAP, ROW, MARGIN, BEND = 204, 64, 22, 116, 16, 14      # pixels; BEND is the room of an arrow that passes by
SWEEPS = 24
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #2b2622; text-anchor: middle }
.name { font-weight: 600; font-size: 14px }
rect { fill: #fbf7ee; stroke: #8a7f70 }
path { fill: none; stroke: #8a7f70; stroke-width: 1.3 }
.head { fill: #8a7f70; stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #efe8dc } rect { fill: #2d2823; stroke: #a79b8a } path { stroke: #a79b8a } .head { fill: #a79b8a }
}"""

Arrows = dict[str, set[str]]


def main() -> None:
    PICTURE.write_text(render_svg(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


def render_svg() -> str:
    """Return the drawing as SVG, the same for the same imports."""
    arrows = transitive_reduction(package_imports())
    rows, ways = lay_out_rows(arrows)
    widths = [sum(text_width(one) + GAP for one in row) - GAP for row in rows]
    whole = max(widths) + 2 * MARGIN
    at = {}
    for height, row in enumerate(rows):
        x = (whole - widths[height]) / 2
        for one in row:
            at[one] = (x + text_width(one) / 2, MARGIN + (len(rows) - 1 - height) * ROW)
            x += text_width(one) + GAP
    tall = (len(rows) - 1) * ROW + HIGH + 2 * MARGIN
    boxes = [draw_box(room, *at[room]) for room in sorted(arrows)]
    lines = [draw_arrow([at[one] for one in way]) for way in sorted(ways)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {tall}" width="{whole:.0f}" '
            f'height="{tall}" role="img">\n<title>The packages and which imports which</title>\n'
            f"<style>{STYLE}\n</style>\n" + "\n".join(lines + boxes) + "\n</svg>\n")


# What imports what.

@cache
def package_imports() -> Arrows:
    """Return which package imports which, without packages that have no import in either direction."""
    spec = importlib.util.spec_from_file_location("layout", ROOT / "tests/test_layout.py")
    assert spec and spec.loader
    layout = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(layout)
    arrows: Arrows = {}
    for file in layout.FILES:
        arrows.setdefault(layout.room_of(file), set()).update(map(layout.room_of, layout.read_source(file).imports))
    for file in sorted((layout.PACKAGE / "games").glob("*/web/*")):
        if file.suffix in (".ts", ".svelte") and re.search(r"from '\$app/", file.read_text(encoding="utf-8")):
            arrows.setdefault("screens", set()).add("web")
    used = {there for room, others in arrows.items() for there in others if there != room}
    return {room: others - {room} for room, others in arrows.items() if others - {room} or room in used}


def dependencies_of(arrows: Arrows, package: str) -> set[str]:
    """Return every package that a package depends on, directly or not."""
    return arrows[package].union(*(dependencies_of(arrows, there) for there in arrows[package]))


def transitive_reduction(arrows: Arrows) -> Arrows:
    """Return the transitive reduction of the imports."""
    return {room: {there for there in others if not any(there in dependencies_of(arrows, by) for by in others)}
            for room, others in arrows.items()}


# Where it stands: rows from what stands on nothing upwards; an arrow over several rows passes by in each.

def lay_out_rows(arrows: Arrows) -> tuple[list[list[str]], list[list[str]]]:
    """Return rows of packages and passing arrows, and each arrow's path down through the rows."""
    def height(room: str) -> int:
        return max((height(there) + 1 for there in arrows[room]), default=0)

    rows: list[list[str]] = [[] for _ in range(max(map(height, arrows)) + 1)]
    for room in sorted(arrows, key=list(PACKAGE_LABELS).index):
        rows[height(room)].append(room)
    ways = []
    for room in sorted(arrows):
        for there in sorted(arrows[room]):
            passing = [f"{room}>{there}>{level}" for level in range(height(room) - 1, height(there), -1)]
            for name in passing:
                rows[int(name.rpartition(">")[2])].append(name)
            ways.append([room, *passing, there])
    order_rows(rows, ways)
    return rows, ways


def order_rows(rows: list[list[str]], ways: list[list[str]]) -> None:
    """Order each row by the positions of its neighbours above and below, several times over."""
    near: dict[str, list[str]] = {}
    for way in ways:
        for one, other in zip(way, way[1:], strict=False):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    for sweep in range(SWEEPS):
        place = {one: (row.index(one) + 0.5) / len(row) for row in rows for one in row}
        for row in rows if sweep % 2 else reversed(rows):
            row.sort(key=lambda one: sum(place[other] for other in near[one]) / len(near[one]))
            place.update((one, (i + 0.5) / len(row)) for i, one in enumerate(row))


def text_width(one: str) -> int:
    return BEND if ">" in one else BOX


# How it is drawn.

def draw_box(package: str, x: float, y: float) -> str:
    name, *what = PACKAGE_LABELS[package]
    said = "".join(f'<text x="{x:.0f}" y="{y + 40 + 16 * i:.0f}">{escape(text)}</text>' for i, text in enumerate(what))
    return (f'<rect x="{x - BOX / 2:.0f}" y="{y}" width="{BOX}" height="{HIGH}" rx="6"/>'
            f'<text class="name" x="{x:.0f}" y="{y + 21}">{escape(name)}</text>{said}')


def draw_arrow(way: list[tuple[float, float]]) -> str:
    """Return a smooth line from below the first box, past the others in between, to the top of the last."""
    (x, y), *rest = way
    drawn, y = f"M{x:.0f} {y + HIGH:.0f}", y + HIGH
    for i, (to, top) in enumerate(rest):
        last = i == len(rest) - 1
        middle = (y + top) / 2
        drawn += f"C{x:.0f} {middle:.0f} {to:.0f} {middle:.0f} {to:.0f} {top - (6 if last else 0):.0f}"
        x, y = to, top
        if not last:
            drawn, y = drawn + f"V{top + HIGH:.0f}", top + HIGH
    return f'<path d="{drawn}"/><path class="head" d="M{x:.0f} {y:.0f}l-5 -9h10z"/>'


if __name__ == "__main__":
    main()
