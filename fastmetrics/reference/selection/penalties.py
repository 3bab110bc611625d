"""Penalties on weights, and norms of these."""

import math
from typing import Any


def check_power(p: float, *, finite: bool) -> None:
    """Refuse what is no power of a norm."""
    if not p > 0 or (finite and math.isinf(p)):
        raise ValueError(f"p={p!r}")


def lp_norm(w: Any, p: float) -> float:
    """Return (Σ|w|^p)^(1/p), or the largest |w| if p is infinite."""
    check_power(p, finite=False)
    sizes = [abs(one) for one in w]
    if not all(map(math.isfinite, sizes)):
        raise ValueError("w is not finite")
    largest = max(sizes, default=0)
    if largest == 0 or math.isinf(p):
        return float(largest)
    # The largest is taken out: its power may be too large, or too small, for a float.
    try:
        return largest * math.fsum((one / largest) ** p for one in sizes) ** (1 / p)
    except OverflowError:  # of powers far below 1
        return math.inf


def penalized_loss(loss: Any, w: Any, *, strength: float, p: float) -> float:
    """Return the sum of the losses and strength · Σ|w|^p."""
    check_power(p, finite=True)
    if not 0 <= strength < math.inf:
        raise ValueError(f"strength={strength!r} is not finite and >= 0")
    losses = loss if isinstance(loss, list | tuple) else [loss]
    if any(map(math.isnan, losses)) or not all(map(math.isfinite, w)):
        raise ValueError("loss or w is not finite")
    penalty = strength * math.fsum(abs(one) ** p for one in w) if strength else 0.0
    return math.fsum(losses) + penalty
