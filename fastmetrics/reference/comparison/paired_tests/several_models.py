"""Cochran's Q: all ways to deal the right answers to each row among the models."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from fastmetrics.reference.comparison.paired_tests.pairs import right
from fastmetrics.reference.inputs import check_choice


class CochranTest(NamedTuple):
    """What the test found; `estimate`: the best accuracy less the worst."""

    statistic: float
    pvalue: float
    estimate: float


def cochran_q_test(
    y_true: Sequence[Any],
    y_preds: Mapping[Any, Sequence[Any]],
    *,
    method: str = "chi2",
    n_resamples: int = 9999,
    random_state: Any = None,
) -> CochranTest:
    """Compare the models' numbers of right answers; nothing is drawn at random.

    "permutation" gives the p-value of all permutations, as is approached by many.
    """
    check_choice("method", method, ["chi2", "permutation"])
    models = [right(y_true, y_pred) for y_pred in y_preds.values()]
    if len(models) < 2:
        raise ValueError(f"{len(models)} models are too few")
    rows = list(zip(*models, strict=True))
    q = statistic(rows)
    columns = [sum(model) for model in models]
    if method == "chi2":
        p = chi2_tail(float(q), len(models) - 1)
    else:
        p = float(share_as_large(rows, q))
    estimate = (max(columns) - min(columns)) / len(rows)
    return CochranTest(float(q), p, estimate)


def statistic(rows: Sequence[Sequence[bool]]) -> Fraction:
    """Return Q of rows of right and wrong answers; 0 if no row tells models apart."""
    k = len(rows[0])
    columns = [sum(row[j] for row in rows) for j in range(k)]
    of_rows = [sum(row) for row in rows]
    total = sum(of_rows)
    below = k * total - sum(r * r for r in of_rows)
    if below == 0:
        return Fraction(0)
    return Fraction((k - 1) * (k * sum(c * c for c in columns) - total**2), below)


def share_as_large(rows: Sequence[Sequence[bool]], q: Fraction) -> Fraction:
    """Return the share of all permutations within rows whose Q is at least as large."""
    k = len(rows[0])
    every = [
        [[j in chosen for j in range(k)] for chosen in combinations(range(k), sum(row))]
        for row in rows
    ]
    found = [statistic(dealt) >= q for dealt in product(*every)]
    return Fraction(sum(found), len(found))


def chi2_tail(x: float, df: int) -> float:
    """Return the upper tail of the χ² law, by its recursion in the degrees of freedom.

    With one degree it is erfc √(x/2), with two e^(-x/2), and two degrees more add
    (x/2)^(d/2) e^(-x/2) / Γ(d/2 + 1).
    """
    if x == 0:
        return 1.0
    half = x / 2
    found = math.erfc(math.sqrt(half)) if df % 2 else math.exp(-half)
    for d in range(2 - df % 2, df, 2):
        found += math.exp(d / 2 * math.log(half) - half - math.lgamma(d / 2 + 1))
    return found
