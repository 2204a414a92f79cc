"""Write a trained policy of the master as weights.py, from which the shipped weights are compiled."""

import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from .fitted_policy import ANSWERS, QUESTIONS

FILE_HEAD = '''"""The weights of fitted_policy.py for each answer to each question, written by `coprime daifugo fit`."""

import numpy as np

TEXT = (
'''
FILE_TAIL = ''')
WEIGHTS = np.zeros(8 * 256)
for question, text in enumerate(TEXT):
    for answer, weight in enumerate(text.split()):
        WEIGHTS[256 * question + answer] = float(weight)
'''


def write_weights(policy: Any, path: Path) -> None:
    """Write the weights as a Python file like weights.py."""
    lines = []
    for row in np.round(policy, 2).reshape(QUESTIONS, ANSWERS):
        used = row[:max(np.flatnonzero(row), default=-1) + 1]
        text = textwrap.wrap(" ".join(f"{weight:g}" for weight in used), 108)
        lines.append('    """' + "\n    ".join(text) + '""",\n')
    path.write_text(FILE_HEAD + "".join(lines) + FILE_TAIL, encoding="utf-8")
