"""HTML parts of a self-contained report page: text, tables and plots.

The page fits light and dark, small and large screens. All text is escaped; the page has no script and loads
nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path

from ..core.language_selection import current_language
from ..core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["report"]
STYLE = """
:root { color-scheme: light dark; --paper: #fbf7ee; --ink: #2b2622; --soft: #6b6157; --line: #d9cfbd; --mark: #8a4b2a }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1f1c19; --ink: #efe7da; --soft: #b3a797; --line: #4a433b; --mark: #e2a27c }
}
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 17px/1.5 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, serif }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 8px }
h2 { font-size: 1.25rem; margin: 40px 0 8px }
p { margin: 0 0 12px; max-width: 42rem }
.wide { overflow-x: auto; margin-bottom: 12px }
.wide:focus-visible { outline: 3px solid var(--mark) }
table { border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; min-width: 50% }
caption { text-align: left; color: var(--soft); padding-bottom: 4px }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
tbody th { font-weight: normal }
.bold th, .bold td { font-weight: bold }
thead th { color: var(--soft); font-weight: normal }
.n { text-align: right; white-space: nowrap }
pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); font-size: 14px }
svg { display: block; max-width: 100%; height: auto; margin: 0 0 16px }
svg text { font: 16px Charter, Georgia, serif; fill: var(--ink) }
svg .soft { fill: var(--soft) }
svg line { stroke: var(--line) }
svg .span { stroke: var(--mark); stroke-width: 2 }
svg circle { fill: var(--mark) }
"""
# Layout of a plot in pixels; on a phone it is three quarters as large.
LEFT, WIDTH, ROW, TOP = 136, 420, 32, 8
MAX_NAME_LETTERS = 16                           # of a row's name


@dataclass(frozen=True)
class PlotPoint:
    """An estimate with its bounds, in a row of a plot."""

    name: str
    at: float
    low: float
    high: float


def render_page(title: str, lead: str, parts: Iterable[str]) -> str:
    """Return the whole page as HTML."""
    return (f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
            f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n<p>{escape(lead)}</p>\n"
            + "\n".join(parts) + "\n</main>\n</body>\n</html>\n")


def heading_html(text: str) -> str:
    """Return a heading as HTML."""
    return f"<h2>{escape(text)}</h2>"


def paragraph_html(text: str) -> str:
    """Return a paragraph as HTML."""
    return f"<p>{escape(text)}</p>"


def code_html(text: str) -> str:
    """Return preformatted text as HTML."""
    return f'<pre tabindex="0">{escape(text)}</pre>'


def table_html(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], bold: Sequence[int] = ()) -> str:
    """Return a table as HTML: row names in the first column, numbers in the others.

    `bold`: indices of bold rows.
    """
    def number_cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(f'<{tag} class="n">{escape(text)}</{tag}>' for text in texts)

    top = f"<th>{escape(head[0])}</th>{number_cells('th', head[1:])}"
    body = "\n".join(f'<tr{" class=bold" if n in bold else ""}><th scope="row">{escape(row[0])}</th>'
                     f'{number_cells("td", row[1:])}</tr>' for n, row in enumerate(rows))
    return (f'<div class="wide" tabindex="0" role="group" aria-label="{escape(caption)}"><table>'
            f"<caption>{escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n"
            f"<tbody>\n{body}\n</tbody></table></div>")


def dot_plot_svg(caption: str, rows: Sequence[PlotPoint]) -> str:
    """Return a plot of estimates with their bounds, one row each on a common scale, as SVG."""
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    step = round_axis_step((high - low) / 5 or 1.0)
    first, last = floor(low / step) * step, ceil(high / step) * step
    if first == last:
        last += step

    def x(value: float) -> float:
        return round(LEFT + (value - first) / (last - first) * (WIDTH - LEFT - 24), 1)

    bottom = TOP + ROW * len(rows)
    said = "; ".join(with_minus_sign(f"{row.name} {row.at:.0f}, ") + range_text(row.low, row.high, ".0f")
                     for row in rows)
    drawn = [f'<svg viewBox="0 0 {WIDTH} {bottom + 28}" width="{WIDTH}" role="img" '
             f'aria-label="{escape(f"{caption}: {said}")}">']
    for i in range(round((last - first) / step) + 1):
        at = first + i * step
        scale = with_minus_sign(f"{at:g}")
        drawn.append(f'<line x1="{x(at)}" x2="{x(at)}" y1="{TOP}" y2="{bottom}"/>'
                     f'<text class="soft" x="{x(at)}" y="{bottom + 18}" text-anchor="middle">{scale}</text>')
    for i, row in enumerate(rows):
        y = TOP + ROW * i + ROW // 2
        name = row.name if len(row.name) <= MAX_NAME_LETTERS else row.name[:MAX_NAME_LETTERS - 1] + "…"
        drawn.append(f'<text x="0" y="{y + 5}">{escape(name)}</text>'
                     f'<line class="span" x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}"/>'
                     f'<circle cx="{x(row.at)}" cy="{y}" r="5"/>')
    return "\n".join([*drawn, "</svg>"])


def with_minus_sign(figure: str) -> str:
    """Replace a hyphen before a digit with a real minus sign."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", figure)


def range_text(low: float, high: float, spec: str) -> str:
    """Return a range in words, both ends in the given number format."""
    return with_minus_sign(SAY["span"].format(low=format(low, spec), high=format(high, spec)))


def round_axis_step(step: float) -> float:
    """Round an axis step up to 1, 2, 5 or 10 times a power of ten."""
    power = 10.0 ** floor(log10(step))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= step * 0.999)
