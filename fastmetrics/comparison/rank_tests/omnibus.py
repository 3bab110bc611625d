"""What tests of whether any models differ share: rows of ranks whose orders are drawn.

Friedman's test, Quade's and that of aligned ranks give each data set a row of whole
numbers about 0, one per model. Without a difference all orders of a row are equally
likely, and their statistics grow with the sum of the squares of the models' sums.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, written
from fastmetrics._common.null_laws import NullLaw, drawn_law
from fastmetrics._common.options import is_one_of, seed_of
from fastmetrics._common.rounding import MEANT_DIGITS
from fastmetrics._common.test_result import TestResult
from fastmetrics.comparison.rank_tests.order_laws import (
    MOST_WORK,
    WORK_BY_ITSELF,
    Row,
    count_orders,
    drawn_sums,
    exact_tail,
)
from fastmetrics.comparison.rank_tests.ranks import doubled_ranks
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LAW_SEED",
    "METHODS",
    "TIES",
    "RankSums",
    "RankTestResult",
    "called",
    "check_choice",
    "described",
    "drawn_note",
    "law_of_orders",
    "nearly_tied_note",
    "pvalue_of_orders",
]

TIES = ("corrected", "ignored")
# The picture of a law is the same each time that it is drawn.
LAW_SEED = 0
METHODS = ("auto", "exact", "asymptotic", "monte-carlo")


def check_choice(value: Any, choices: tuple[str, ...], name: str) -> None:
    """Raise ValueError unless an option is one of these."""
    if not is_one_of(value, choices):
        raise ValueError(f"{name} must be one of {choices}, got {shown(value)}.")


@dataclass(frozen=True, kw_only=True, eq=False)
class RankTestResult(TestResult):
    """What a test of the ranks of models found: a `TestResult`, and these attributes.

    Attributes
    ----------
    models : tuple
        Names of the models, or their positions where the columns had none.
    mean_ranks : ndarray of shape (n_models,)
        Mean rank of each model, the least of the best, as the test ranks: see there.
    kendall_w : float
        Kendall's coefficient of concordance in [0, 1]: 1 where all data sets rank the
        models alike. NaN where cells are missing.
    """

    models: tuple[Any, ...]
    mean_ranks: NDArray[np.float64] = field(compare=False)
    kendall_w: float

    @property
    def n_datasets(self) -> int:
        """How many data sets the ranks are of."""
        return self.n


class RankSums(NamedTuple):
    """What the statistics are made of, in whole numbers.

    ``ranks`` are doubled and centred, ``spread`` is the sum of the squares of the
    models' sums, and ``whole`` N times the sum of the squares of all ranks, which the
    spread reaches if all rows rank alike; ``scale`` is the same without regard to ties.
    """

    ranks: NDArray[np.int64]
    spread: int
    whole: int
    scale: int

    @classmethod
    def of(cls, doubled: NDArray[np.int64], ties: str) -> RankSums:
        """Return those of doubled ranks."""
        n, k = doubled.shape
        scale = None if ties == "corrected" else n * n * k * (k * k - 1) // 3
        return cls.of_rows(doubled - (k + 1), scale)

    @classmethod
    def of_rows(cls, rows: NDArray[np.int64], scale: int | None = None) -> RankSums:
        """Return those of rows of whole numbers that add up to 0 each."""
        spread = sum(one * one for one in rows.sum(axis=0).tolist())
        # Squares of few or small numbers add up in 64 bits.
        small = rows.size * float(np.abs(rows).max()) ** 2 < 2.0**62
        squares = rows if small else rows.astype(object)
        whole = len(rows) * int(np.sum(squares**2))
        return cls(rows, spread, whole, whole if scale is None else scale)

    @property
    def concordance(self) -> float:
        """Kendall's W."""
        return self.spread / self.scale if self.scale else 0.0

    @property
    def chi2(self) -> float:
        """Friedman's statistic."""
        n, k = self.ranks.shape
        top = n * (k - 1) * self.spread
        return top / self.scale if self.scale else 0.0

    @property
    def f(self) -> float:
        """Iman and Davenport's statistic."""
        if self.spread == 0:
            return 0.0
        if self.spread == self.scale:
            return math.inf
        return (len(self.ranks) - 1) * self.spread / (self.scale - self.spread)


def pvalue_of_orders(
    sums: RankSums, statistic: str, method: str, n_resamples: int, random_state: Any
) -> tuple[float, str]:
    """Return the p-value and the law it is of."""
    n, k = sums.ranks.shape
    if sums.spread == 0:
        return 1.0, "asymptotic" if method == "asymptotic" else "exact"
    alike = sums.spread == sums.whole
    if alike and not (statistic == "chi2" and method == "asymptotic"):
        return _power(count_orders(sums.ranks[0].tolist()), 1 - n), "exact"
    if method in ("auto", "exact"):
        most = WORK_BY_ITSELF if method == "auto" else MOST_WORK
        found = exact_tail(sums.ranks, sums.spread, most)
        if found is not None:
            return found, "exact"
        if method == "exact":
            raise ValueError(
                f"The exact law of {n} data sets and {k} models is out of reach: take "
                "method='monte-carlo' or 'asymptotic'."
            )
    if method == "monte-carlo":
        seed = seed_of(random_state)
        rows: list[Row] = [(np.arange(k), row) for row in sums.ranks.astype(float)]
        extreme = sum(
            int(np.count_nonzero(np.sum(drawn**2, axis=1) >= sums.spread))
            for drawn in drawn_sums(rows, k, n_resamples, seed)
        )
        return (1 + extreme) / (1 + n_resamples), "monte-carlo"
    from scipy.special import chdtrc, fdtrc

    if statistic == "chi2":
        return float(chdtrc(k - 1, sums.chi2)), "asymptotic"
    return float(fdtrc(k - 1, (k - 1) * (n - 1), sums.f)), "asymptotic"


def _power(base: int, exponent: int) -> float:
    """Return a negative power of a whole number of any size, 0 where it underflows."""
    return math.exp(exponent * math.log(base))


def law_of_orders(sums: RankSums, statistic: str, n_resamples: int) -> NullLaw:
    """Return the law of a statistic where all orders are as likely, drawn."""
    n, k = sums.ranks.shape
    rows: list[Row] = [(np.arange(k), row) for row in sums.ranks.astype(float)]
    blocks = drawn_sums(rows, k, n_resamples, LAW_SEED)
    spread = np.concatenate([np.sum(one**2, axis=1) for one in blocks])
    with np.errstate(divide="ignore", invalid="ignore"):
        if statistic == "f":
            return drawn_law((n - 1) * spread / (sums.scale - spread), only_upper=True)
        return drawn_law((n * (k - 1)) * (spread / sums.scale), only_upper=True)


def drawn_note(pvalue: float, n_resamples: int) -> str:
    """Return the note on a p-value of random orders."""
    error = math.sqrt(pvalue * (1 - pvalue) / n_resamples)
    return say(
        "The p-value is of {n} random orders, with a Monte Carlo standard error of "
        "{error}.",
        n=f"{n_resamples}",
        error=f"{error:.2g}",
    )


def nearly_tied_note(
    values: NDArray[np.float64], ranks: NDArray[np.int64], greater_is_better: bool
) -> list[str]:
    """Return a note if more scores would tie where they were meant as decimals."""
    unit = float(np.abs(values).max()) * 10.0**-MEANT_DIGITS
    if unit == 0:
        return []
    rounded = np.round(values / unit)
    if np.array_equal(doubled_ranks(rounded, greater_is_better), ranks):
        return []
    return [
        say(
            "Rounded to {digits} digits more scores would tie: where they are "
            "decimals, give decimals=.",
            digits=MEANT_DIGITS,
        )
    ]


def called(model: Any) -> str:
    """Return what a sentence calls a model, whose name may be its position."""
    if isinstance(model, int):
        return say("model {name}", name=model)
    return written(model)


def described(
    models: tuple[Any, ...],
    mean_ranks: NDArray[np.float64],
    n: int,
    concordance: float,
) -> dict[str, Any]:
    """Return what is said of the ranks, as arguments of the result."""
    best, worst = int(np.argmin(mean_ranks)), int(np.argmax(mean_ranks))
    return {
        "models": models,
        "mean_ranks": mean_ranks,
        "kendall_w": concordance,
        "estimate": concordance,
        "estimate_name": say("Kendall's W"),
        "found": say(
            "{k} models on {n} data sets have mean ranks from {best} ({first}) to "
            "{worst} ({last})",
            k=len(models),
            n=n,
            best=f"{mean_ranks[best]:.4g}",
            first=called(models[best]),
            worst=f"{mean_ranks[worst]:.4g}",
            last=called(models[worst]),
        ),
        "claim": say("the models differ"),
        "has_sides": False,
    }
