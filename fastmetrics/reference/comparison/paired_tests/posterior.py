"""The Bayesian signed-rank test: weights are drawn, and pairs looped over."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from fastmetrics.reference.comparison.paired_tests.pairs import differences
from fastmetrics.reference.inputs import check_cost


def bayesian_signed_rank_test(
    x: Sequence[Any],
    y: Sequence[Any] | None = None,
    *,
    rope: float = 0.01,
    prior_strength: float = 0.5,
    n_samples: int = 50_000,
    random_state: Any = None,
) -> tuple[float, float, float]:
    """Return how often the averages lie mostly below, in and above the region.

    Dirichlet's law is that of gamma variables divided by their sum.
    """
    check_cost("rope", rope)
    if not prior_strength > 0:
        raise ValueError(f"prior_strength={prior_strength!r} is not above 0")
    values = [Fraction(0), *(Fraction(d) for d in differences(x, y))]
    strengths = [prior_strength, *(1.0 for _ in values[1:])]
    draw = Random(random_state)
    largest = [0, 0, 0]
    for _ in range(n_samples):
        weights = [draw.gammavariate(strength, 1) for strength in strengths]
        shares = [0.0, 0.0, 0.0]
        for a, v in zip(values, weights, strict=True):
            for b, w in zip(values, weights, strict=True):
                average = (a + b) / 2
                where = 0 if average < -rope else 2 if average > rope else 1
                shares[where] += v * w
        largest[max((1, 0, 2), key=lambda k: shares[k])] += 1
    less, inside, greater = (count / n_samples for count in largest)
    return less, inside, greater
