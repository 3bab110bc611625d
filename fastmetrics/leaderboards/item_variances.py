"""Variance of scores between items, and between the runs of an item."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval, from_jackknife, no_interval
from fastmetrics._common.options import check_level
from fastmetrics._common.records import ByFields, data_frame, plain_all
from fastmetrics.metrics.items.item_means import place_of
from fastmetrics.metrics.items.item_scores import ItemScores, as_item_scores
from fastmetrics.resampling import refusals
from fastmetrics.show.numbers import NONE, count, has_bounds, numerals, span
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.items.item_scores import ModelRuns

    Floats = NDArray[np.float64]

# Fewer items or clusters: with 30 of them intervals covered 73 to 99.6 %.
ENOUGH_UNITS = 100
FEW_UNITS = (
    "with fewer than 100 items or clusters, intervals of variances cover 73 to 99.6 % "
    "at nominal 95 %"
)
ONE_RUN = "one run of each item does not show how runs vary"
JACKKNIFE_T = "jackknife-t"


@dataclass(frozen=True, slots=True, eq=False)
class ScoreVariance(ByFields, Result):
    """Components of the variance of scores.

    Attributes
    ----------
    between : Interval
        Variance between items of the expected score. The estimate is unbiased, and may
        be negative. With one run of each item it is the variance of the scores.
    within : Interval
        Variance of the runs of an item around its expected score.
    reliability : Interval
        Proportion of the variance of an item's mean score that is between items.
    n_items, n_runs : int
        Number of items and of runs.
    mean_runs : float
        Harmonic mean of the numbers of runs.

    See Also
    --------
    score_variance : Computes it.
    item_sample_size : Number of items for a comparison.
    """

    between: Interval
    within: Interval
    reliability: Interval
    n_items: int
    n_runs: int
    mean_runs: float

    def parts(self) -> dict[str, Interval]:
        """Return the three intervals by name."""
        names = ("between", "within", "reliability")
        return {name: getattr(self, name) for name in names}

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON types; undefined values are None."""
        parts = {
            name: {
                "estimate": one.estimate,
                "low": one.low,
                "high": one.high,
                "method": one.method,
                "approximate": one.approximate,
                "reason": one.reason,
            }
            for name, one in self.parts().items()
        }
        sizes = {name: getattr(self, name) for name in ("n_items", "n_runs")}
        return plain_all({**parts, **sizes, "mean_runs": self.mean_runs})

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each component.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Package of the frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The columns "estimate", "low", "high" and "method". For pandas, the names of
            the components are the index; for Polars, the first column.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        rows = [
            {
                "part": name,
                "estimate": one.estimate,
                "low": one.low,
                "high": one.high,
                "method": one.method,
            }
            for name, one in self.parts().items()
        ]
        caller = "ScoreVariance.to_frame"
        return data_frame(rows, index=["part"], backend=backend, asked_by=caller)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        titles = {
            "between": say("Between items"),
            "within": say("Within items (runs)"),
            "reliability": say("Reliability of item means"),
        }
        parts = self.parts()
        rows: list[list[Cell]] = [
            [titles[name], *numerals(one.estimate), _bounds(one)]
            for name, one in parts.items()
        ]
        headers = [say("Component"), say("Value"), say("Interval")]
        sentence = say(
            "{items} items, {runs} runs: variance components of the scores.",
            items=count(self.n_items),
            runs=count(self.n_runs),
        )
        reasons = dict.fromkeys(one.reason for one in parts.values() if one.reason)
        notes = [of_catalog(reason) for reason in reasons]
        return Document(
            sentences=[sentence],
            tables=[Table("", headers, rows, frozenset({1, 2}))],
            foot=[Notes(say("Notes"), notes)] if notes else [],
            title=say("Variance of scores"),
        )


def _bounds(one: Interval) -> str:
    return span(one.low, one.high) if has_bounds(one) else NONE


class _Components(NamedTuple):
    """Variance components; floats, or arrays of the values without each unit."""

    between: Any
    within: Any
    reliability: Any


def _components(sums: Floats, has_runs: bool) -> _Components:
    """Return the components from sums over items, (7, ...).

    ``has_runs``: whether some item has several runs; else ``between`` is the variance
    of the scores. The sums are of 1, r, r², 1/r, the scores y, r ȳ² and Σ(y - ȳ)² of
    each item, with scores about their mean.
    """
    m, runs, squares, inverse, total, of_means, of_runs = sums
    with np.errstate(invalid="ignore", divide="ignore"):
        within = np.where(runs > m, of_runs / (runs - m), np.nan)
        mean_square = (of_means - total**2 / runs) / (m - 1)
        size = (runs - squares / runs) / (m - 1)
        between = (mean_square - within) / size if has_runs else mean_square
        above = np.maximum(between, 0.0)
        reliability = above / (above + within * inverse / m)
    return _Components(between, within, reliability)


def _sums_of_items(one: ModelRuns) -> Floats:
    """Return the seven sums of each item that has runs, (7, n_items)."""
    counts = one.counts
    kept = counts > 0
    scores = np.asarray(one.runs, np.float64)
    scores = scores - scores.mean()
    items = np.repeat(np.arange(len(counts)), counts)
    totals = np.bincount(items, scores, len(counts))
    with np.errstate(invalid="ignore", divide="ignore"):
        means = totals / counts
        apart = np.bincount(items, (scores - means[items]) ** 2, len(counts))
        r = counts.astype(np.float64)
        found = np.array(
            [np.ones(len(r)), r, r * r, 1 / r, totals, totals * means, apart]
        )
    return np.where(kept, found, 0.0)


# Squares of scores may be out of range: a component is infinite or undefined then.
@np.errstate(over="ignore", invalid="ignore")
def variance_of_model(scores: ItemScores, model: Any, level: float) -> ScoreVariance:
    """Return the variance components of one model of a table."""
    one = scores.of_model(model)
    units = scores.units
    each = np.array(
        [np.bincount(units.codes, row, units.k) for row in _sums_of_items(one)]
    )
    each = each[:, each[0] > 0]
    sums = each.sum(axis=1)
    has_runs = bool(sums[1] > sums[0])
    found = _components(sums, has_runs)
    without = _components(sums[:, None] - each, has_runs)
    n_units = each.shape[1]
    note = FEW_UNITS if n_units < ENOUGH_UNITS else ""

    def interval(name: str, scale: str) -> Interval:
        estimate, values = float(getattr(found, name)), getattr(without, name)
        if math.isnan(estimate):
            one_run = name != "between" and not has_runs
            reason = ONE_RUN if one_run else refusals.UNDEFINED
            return no_interval(estimate, level, reason)
        if n_units < 2:
            return no_interval(estimate, level, refusals.ALONE)
        if scale == "root":
            return _on_root(estimate, values, level, note)
        method = f"{JACKKNIFE_T}-{scale}"
        made = from_jackknife(
            estimate, values, None, method, level, scale=scale, approximate=note
        )
        if math.isnan(made.low) and not made.reason.startswith("all"):
            return no_interval(estimate, level, refusals.ends_scale(scale))
        return made

    return ScoreVariance(
        interval("between", "root"),
        interval("within", "log"),
        interval("reliability", "logit"),
        int(sums[0]),
        int(sums[1]),
        _harmonic_mean(one.counts),
    )


def _harmonic_mean(counts: NDArray[np.int64]) -> float:
    """Return the harmonic mean of the counts above 0, exact if they are equal."""
    sizes, n = np.unique(counts[counts > 0], return_counts=True)
    return float(n.sum() / np.sum(n / sizes))


def _on_root(estimate: float, values: Floats, level: float, note: str) -> Interval:
    """Make the interval of a variance on the scale of the standard deviation."""
    made = from_jackknife(
        estimate, values, None, JACKKNIFE_T, level, scale="plain", approximate=note
    )
    if math.isnan(made.low):
        return made
    half = bounds.quantile(len(values) - 1, level) * made.standard_error
    low, high = 0.0, max(0.0, estimate + half)
    if estimate > 0:
        root = math.sqrt(estimate)
        half /= 2 * root
        low, high = max(0.0, root - half) ** 2, (root + half) ** 2
    method = f"{JACKKNIFE_T}-root"
    return replace(made, low=low, high=high, method=method, law=None)


def score_variance(
    scores: ItemScores | ArrayLike,
    model: Any = None,
    *,
    confidence_level: float = 0.95,
) -> ScoreVariance | dict[Any, ScoreVariance]:
    r"""Variance of scores between items and within items, and reliability.

    With :math:`r_i` runs of item i, N runs of m items and :math:`\bar y` the mean of
    all runs,

    .. math:: \hat\sigma_w^2 = \frac{\sum_{ij} (y_{ij} - \bar y_i)^2}{N - m}, \quad
              \hat\sigma_b^2 = \frac{1}{r_0} \left( \frac{\sum_i r_i (\bar y_i -
              \bar y)^2}{m - 1} - \hat\sigma_w^2 \right)

    with :math:`r_0 = (N - \sum r_i^2 / N) / (m - 1)`. Both are unbiased, also for
    unequal numbers of runs. The reliability is :math:`\hat\sigma_b^2 / (\hat\sigma_b^2
    + \hat\sigma_w^2 / \bar r)`, with the harmonic mean of the numbers of runs.

    Parameters
    ----------
    scores : ItemScores or array_like
        Scores of the runs; an array has the shape (n_items, n_models) or (n_items,
        n_models, n_runs), with NaN for runs that were not made.
    model : str or int, optional
        Name of one of several models; by default all.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).

    Returns
    -------
    ScoreVariance or dict
        Three intervals: ``between``, ``within`` and ``reliability``. A dict by name for
        several models. ``within`` and ``reliability`` are NaN with one run of each
        item; ``between`` is then the variance of the scores.

    Raises
    ------
    ValueError
        If cells are missing and the table does not say how they are treated, or the
        model is unknown.

    See Also
    --------
    mean_score : Mean of the scores.
    item_sample_size : Number of items and runs for a comparison.

    Notes
    -----
    Intervals use the values without each item, or each cluster, and Student's t
    distribution: ``within`` on the log scale, ``reliability`` on the logit scale and
    ``between`` on the scale of the standard deviation. If the estimate of ``between``
    is negative, its interval begins at 0.

    References
    ----------
    .. [1] S. R. Searle, G. Casella and C. E. McCulloch, "Variance components", Wiley
       1992, chapter 3.

    Examples
    --------
    >>> from fastmetrics import score_variance
    >>> runs = [[[1, 1, 0]], [[0, 0, 0]], [[1, 1, 1]], [[0, 1, 0]]]
    >>> found = score_variance(runs)
    >>> round(found.between.estimate, 4), round(found.within.estimate, 4)
    (0.1296, 0.1667)
    >>> round(found.reliability.estimate, 4)
    0.7
    """
    level = check_level(confidence_level)
    table = as_item_scores(scores)
    table.check_missing()
    names = table.models
    if model is not None:
        names = [names[place_of(table, model)]]
    found: Mapping[Any, ScoreVariance] = {
        name: variance_of_model(table, name, level) for name in names
    }
    if len(found) == 1:
        return next(iter(found.values()))
    return dict(found)
