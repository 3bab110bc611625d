"""How many rows bootstrap resamples leave out."""

from fractions import Fraction

__all__ = ["out_of_bag_share"]


def out_of_bag_share(n_samples: int, n_draws: int | None = None) -> float:
    """Return (1 - 1/m)^d: each draw misses a row with probability 1 - 1/m."""
    d = n_samples if n_draws is None else n_draws
    if n_samples < 1 or d < 0:
        raise ValueError(f"{n_samples=}, {n_draws=}")
    return float((1 - Fraction(1, n_samples)) ** d)
