"""What chance draws by docs/sealed.md, worked out a second time from its words, with `hmac` and `hashlib` alone."""

import hashlib
import hmac

import numpy as np


def committed(secret):
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def block(secret, numbers, draw, n):
    """256 bits."""
    lines = [f"coprime draw {draw} block {n}"] + [f"{seat} {text}" for seat, text in enumerate(numbers) if text]
    return int(hmac.new(secret.encode("ascii"), "\n".join(lines).encode("utf-8"), hashlib.sha256).hexdigest(), 16)


def due(rules, state, secret, numbers, draw):
    """The action of CHANCE: a seed of 62 bits, or the face at which a share of all weights is passed."""
    faces, weights = np.zeros(128, np.int64), np.zeros(128)
    n = int(rules.chance_outcomes(state, faces, weights))
    first = block(secret, numbers, draw, 0)
    if n == 0:
        return first // 2**194
    share, passed = first // 2**203 / 2**53 * sum(weights[:n]), 0.0
    for face, weight in zip(faces[:n], weights[:n], strict=True):
        passed += weight
        if share < passed:
            return int(face)
    return int(faces[n - 1])
