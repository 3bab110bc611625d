"""Tests of equal survival in groups, and of calibrated distributions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import check_choice, number, warn, whole
from fastmetrics._common.test_result import TestResult, pvalue_of
from fastmetrics._inputs.censored_times import (
    CensoredColumns,
    check_length,
    finite_column,
    read_censored,
)
from fastmetrics._inputs.groups import group_codes
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.survival.rows import CensoredRows, check_cause
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.show.pictures import Picture

    Floats = NDArray[np.float64]

# Events that a bin of the adjusted test has at least.
_LEAST_EVENTS = 5


def _log_rank_parts(
    rows: CensoredRows, codes: NDArray[Any], n_groups: int, rho: float
) -> tuple[Floats, Floats]:
    """Return observed minus expected events of groups, and their covariances."""
    k = len(rows.distinct)
    at = rows.step * n_groups + codes
    leaves = np.bincount(at, minlength=k * n_groups).reshape(k, n_groups)
    died = np.bincount(at[rows.code != 0], minlength=k * n_groups)
    died = died.reshape(k, n_groups)
    at_risk = np.cumsum(leaves[::-1], axis=0)[::-1]
    share = at_risk / rows.at_risk[:, None]
    before = np.concatenate([[1.0], rows.survival[:-1]])
    weight = before**rho
    excess = (weight[:, None] * (died - rows.events[:, None] * share)).sum(axis=0)
    spread = rows.at_risk - 1
    factor = rows.events * (rows.at_risk - rows.events) / np.maximum(spread, 1)
    scale = weight**2 * np.where(spread > 0, factor, 0.0)
    covariance = np.diag((scale[:, None] * share).sum(axis=0))
    covariance -= (scale[:, None] * share).T @ share
    return excess, covariance


def _free_groups(covariance: Floats) -> NDArray[np.int64]:
    """Return all groups but the last one of each set that is compared.

    Two groups are compared if both are at risk at an event, or through other groups.
    """
    n_groups = len(covariance)
    meets = (covariance != 0) | np.eye(n_groups, dtype=bool)
    last, reached = np.arange(n_groups), np.full(n_groups, -1)
    while not np.array_equal(last, reached):
        last, reached = np.where(meets, last, -1).max(axis=1), last
    return np.flatnonzero(last != np.arange(n_groups))


def log_rank_test(
    time: ArrayLike,
    event: ArrayLike | None,
    group: ArrayLike,
    *,
    rho: float = 0,
    strata: ArrayLike | None = None,
) -> TestResult:
    r"""Log-rank test of equal survival in groups.

    .. math:: \chi^2 = Z^T V^{-1} Z, \quad
              Z_g = \sum_u \hat S(u-)^\rho
                    \left( d_{gu} - d_u \frac{Y_{gu}}{Y_u} \right)

    over the distinct times u, with Y rows at risk and d events.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored; any other code is an event.
    group : array_like of shape (n_samples,)
        Two groups or more.
    rho : float, default=0
        Power of the weights of Fleming and Harrington: 0 for the log-rank test, 1 for
        Peto and Peto's version of Wilcoxon's test, which weights early events more.
    strata : array_like of shape (n_samples,), optional
        Strata within which groups are compared.

    Returns
    -------
    TestResult
        χ²; its degrees of freedom are the number of groups minus 1. NaN without events.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        there is one group only, or ``rho`` or a weight is not finite.

    Warns
    -----
    UndefinedMetricWarning
        If no group has an event while another is at risk.

    See Also
    --------
    kaplan_meier : the curves.
    restricted_mean_survival_time : a difference in units of time.

    Notes
    -----
    The variance is hypergeometric, as in ``survdiff`` in R.

    References
    ----------
    .. [1] D. P. Harrington and T. R. Fleming, "A class of rank test procedures for
       censored survival data", Biometrika 69(3), 1982, 553-566.

    Examples
    --------
    >>> from fastmetrics import log_rank_test
    >>> time, event = [1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 1, 1, 1, 0, 1, 1]
    >>> test = log_rank_test(time, event, ["a", "a", "a", "b", "a", "b", "b", "b"])
    >>> round(test.statistic, 4), round(test.pvalue, 4)
    (4.9176, 0.0266)
    """
    columns = read_censored(time, event)
    n = len(columns.time)
    codes, n_groups = group_codes(group, n, "group")
    if n_groups < 2:
        raise ValueError("group must contain two labels or more, got one.")
    rho = number(rho, "rho")
    if not math.isfinite(rho):
        raise ValueError(f"rho must be finite, got {rho!r}.")
    layers = np.zeros(n, np.int64)
    n_layers = 1
    if strata is not None:
        layers, n_layers = group_codes(strata, n, "strata")
    excess, covariance = np.zeros(n_groups), np.zeros((n_groups, n_groups))
    for layer in range(n_layers):
        mine = np.flatnonzero(layers == layer)
        part = CensoredRows(CensoredColumns(*(c[mine] for c in columns)))
        with np.errstate(over="ignore", invalid="ignore"):
            more, spread = _log_rank_parts(part, codes[mine], n_groups, float(rho))
        excess += more
        covariance += spread
    if not np.isfinite(covariance).all():
        raise ValueError(f"rho is too low for finite weights, got {rho!r}.")
    used = _free_groups(covariance)
    df = n_groups - 1
    if len(used):
        df = len(used)
        z = excess[used]
        statistic = float(z @ np.linalg.solve(covariance[np.ix_(used, used)], z))
        pvalue = pvalue_of(statistic, "chi2", df, "greater")
    else:
        warn(
            "no group has an event while another one is at risk, so log_rank_test is "
            "undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        statistic = pvalue = math.nan
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("log-rank test"),
        statistic_name="χ²",
        distribution="chi2",
        df=df,
        n=n,
        estimate_name=say("χ²"),
        estimate=statistic,
        claim=say("the groups differ in survival"),
        has_sides=False,
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class DCalibrationResult(TestResult):
    """Result of `d_calibration_test`.

    Attributes
    ----------
    counts : tuple of float
        Rows in each bin of survival, the lowest bin first. A censored row is divided
        among the bins where its event may be.
    """

    counts: tuple[float, ...] = ()

    def _reported(self) -> tuple[str, ...]:
        return (*super()._reported(), "counts")

    def _pictures(self, alpha: float = 0.05, **options: Any) -> Sequence[Picture]:
        """Return the counts beside the expected one."""
        from fastmetrics.show.pictures import Line, Panel, Picture, Scale

        edges = np.linspace(0, 1, len(self.counts) + 1)
        x, y = np.repeat(edges, 2)[1:-1], np.repeat(self.counts, 2)
        expected = np.full(2, self.n / len(self.counts))
        marks = [Line(edges[[0, -1]], expected), Line(x, y, 0)]
        panel = Panel(
            "", Scale(say("Survival at the time of the event"), 0.0, 1.0),
            Scale(say("Rows"), 0.0), marks,
        )  # fmt: skip
        title = say("Calibration of distributions")
        return [Picture("d_calibration", title, [panel], columns=1)]


def _bin_shares(
    alive: Floats, censored: NDArray[np.bool_], bins: int
) -> tuple[NDArray[np.int64], Floats]:
    """Return the bin of each row, and how it is shared out to all bins."""
    own = np.minimum((alive * bins).astype(np.int64), bins - 1)
    rows = np.arange(len(alive))
    split = censored & (alive > 0)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lower = np.where(split, 1 / (bins * alive), 0.0)
        at = np.where(split, (alive - own / bins) / alive, 1.0)
    shares = np.where(np.arange(bins) < own[:, None], lower[:, None], 0.0)
    shares[rows, own] = at
    return own, shares


def _joined_bins(events: NDArray[np.int64]) -> list[list[int]]:
    """Join bins to the next higher one until each has enough events."""
    groups: list[list[int]] = []
    current: list[int] = []
    total = 0
    for b, more in enumerate(events.tolist()):
        current.append(b)
        total += more
        if total >= _LEAST_EVENTS:
            groups.append(current)
            current, total = [], 0
    if current and groups:
        groups[-1] += current
    elif current:
        groups.append(current)
    return groups


def d_calibration_test(
    time: ArrayLike,
    event: ArrayLike | None,
    survival_at_time: ArrayLike,
    *,
    bins: int = 10,
    method: Literal["adjusted", "haider"] = "adjusted",
) -> DCalibrationResult:
    r"""D-calibration test of a uniform predicted survival at the times of events.

    .. math:: \chi^2 = n\, m^T \Sigma^{-1} m

    with m the proportions of rows in the bins of survival minus the expected ones. A
    censored row is divided among the bins where its event may be; Σ includes this.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored; any other code is an event.
    survival_at_time : array_like of shape (n_samples,)
        Predicted survival of each row at its own time, in [0, 1].
    bins : int, default=10
        Number of bins of equal width, at least 2.
    method : {"adjusted", "haider"}, default="adjusted"
        Test with the variance of shared rows, or Pearson's χ² of the counts [1]_, which
        hardly ever rejects with censored rows.

    Returns
    -------
    DCalibrationResult
        χ² with its p-value, and the ``counts``. NaN with fewer than two groups of bins.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has an event, a survival is outside [0, 1], or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If fewer than two groups of bins have five events.

    See Also
    --------
    survival_calibration : calibration at one time.
    survival_log_loss : another look at whole distributions.

    Notes
    -----
    With censored rows, a bin with fewer than five events joins the next higher one. The
    level of "adjusted" at α = 0.05 is 0.04 to 0.06 for 100 to 1,000 rows with 30 to
    80 % censored; that of "haider" is 0.006 with 30 % and 0.000 with 60 %.

    References
    ----------
    .. [1] H. Haider, B. Hoehn, S. Davis and R. Greiner, "Effective ways to build and
       evaluate individual survival distributions", Journal of Machine Learning Research
       21(85), 2020, 1-63.

    Examples
    --------
    >>> from fastmetrics import d_calibration_test
    >>> alive = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]
    >>> test = d_calibration_test(range(1, 11), [1] * 10, alive, bins=5)
    >>> test.statistic, test.counts
    (0.0, (2.0, 2.0, 2.0, 2.0, 2.0))
    """
    columns = read_censored(time, event)
    check_cause(columns.code, None)
    n = len(columns.time)
    alive = finite_column(survival_at_time, "survival_at_time")
    check_length("survival_at_time", len(alive), n)
    wrong = np.flatnonzero((alive < 0) | (alive > 1))
    if len(wrong):
        raise ValueError(
            f"survival_at_time must be in [0, 1], got {alive[wrong[0]]:g} in row "
            f"{wrong[0]}."
        )
    bins = whole(bins, "bins", at_least=2)
    check_choice(method, ("adjusted", "haider"), "method")
    censored = columns.code == 0
    own, shares = _bin_shares(alive, censored, bins)
    counts = shares.sum(axis=0)
    if method == "haider" or not censored.any():
        statistic = float(((counts - n / bins) ** 2).sum() / (n / bins))
        df = bins - 1
    else:
        events = np.bincount(own[~censored], minlength=bins)
        statistic, df = _adjusted(shares, censored, _joined_bins(events), bins)
    if math.isnan(statistic):
        warn(
            "fewer than two groups of bins have five events, so d_calibration_test is "
            "undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    return DCalibrationResult(
        statistic=statistic,
        pvalue=pvalue_of(statistic, "chi2", df, "greater"),
        method=say("D-calibration test"),
        statistic_name="χ²",
        distribution="chi2",
        df=df,
        n=n,
        estimate_name=say("χ²"),
        estimate=statistic,
        claim=say("the predicted distributions are not calibrated"),
        has_sides=False,
        counts=tuple(counts.tolist()),
    )


def _adjusted(
    shares: Floats, censored: NDArray[np.bool_], groups: list[list[int]], bins: int
) -> tuple[float, int]:
    """Return χ² with the variance of shared rows, and its degrees of freedom."""
    if len(groups) < 2:
        return math.nan, 0
    n, used = len(shares), groups[:-1]
    expected = np.array([len(group) / bins for group in used])
    merged = np.column_stack([shares[:, group].sum(axis=1) for group in used])
    gap = merged.mean(axis=0) - expected
    shared = merged[censored]
    covariance = np.diag(expected) - np.outer(expected, expected)
    covariance -= (np.diag(shared.sum(axis=0)) - shared.T @ shared) / n
    return float(n * gap @ np.linalg.solve(covariance, gap)), len(used)
