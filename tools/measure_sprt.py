"""Measure how often the sequential test of `coprime simulate --sprt` is wrong, and after how many deals it decides.

    python tools/measure_sprt.py [SERIES]

Prints a table of three kinds of deals (two mirrored games each) and three pairs of bounds, 1,000 series a line by
default.
"""

import sys

import numpy as np

from coprime.arena.sprt import Sprt, SprtCount

# The chances of winning none, one and both of a deal's two games, given the mean share.
DEALS = {
    "independent games": lambda mean: ((1 - mean) ** 2, 2 * mean * (1 - mean), mean**2),
    "14 of 100 deals decisive": lambda mean: (0.07 - (mean - 0.5), 0.86, 0.07 + (mean - 0.5)),
    "every deal decisive": lambda mean: (1 - mean, 0.0, mean),
}
BOUNDS = ((0.0, 0.05), (-0.05, 0.05), (0.02, 0.06))
MOST_DEALS = 20_000


def decide_series(test: Sprt, luck: np.random.Generator, chances: tuple[float, float, float]) -> tuple[str | None, int]:
    """Return what a test shows of a random series, None for nothing, and after how many deals."""
    count = SprtCount(test, 0.5)
    for deals, share in enumerate(luck.choice((0.0, 0.5, 1.0), size=MOST_DEALS, p=chances).tolist(), 1):
        count.add_share(share)
        if count.result.shown:
            return count.result.shown, deals
    return None, MOST_DEALS


def main(series: int) -> None:
    """Print the table."""
    print("| deals | `--sprt` | true share above even | wrong of "
          f"{series:,} | deals, median | deals, 95 of 100 within |\n|---|---|---|---|---|---|")
    for kind, chances in DEALS.items():
        for bounds in BOUNDS:
            for true, wrong in zip(bounds, ("high", "low"), strict=True):
                luck = np.random.default_rng(20261127)
                found = [decide_series(Sprt(*bounds), luck, chances(0.5 + true)) for _ in range(series)]
                lengths = [deals for _, deals in found]
                errors = sum(said == wrong for said, _ in found)
                print(f"| {kind} | {bounds[0]:g} {bounds[1]:g} | {true:g} | {errors} | "
                      f"{np.median(lengths):,.0f} | {np.percentile(lengths, 95):,.0f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 1_000)
