"""Jackknife covariances of metrics, and intervals from given replicates or counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics import catalog
from fastmetrics._common import bounds
from fastmetrics._common.interval import (
    Interval,
    from_replicates,
    of_share,
    warn_undefined,
)
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import check_choice, check_level, number, warn
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.scores import number_matrix
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.bind import make_plans, resolve_of_columns
from fastmetrics.intervals.resolve import named_metrics, with_pos_label
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.plan import Design, Jackknife, Plan, jackknife_groups

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Label, Sparse


# Without more of the units than this a metric may be undefined.
_MOST_UNDEFINED = 0.10
# The seed by which rows are dealt into groups, where each would take a pass.
_SEED = 0


class MetricCovariance(NamedTuple):
    """Values of metrics and models, and their covariance matrix."""

    values: NDArray[np.float64]
    """Model by model, the metrics of each in the order in which they were named."""
    covariance: NDArray[np.float64]
    """How these vary together from sample to sample: symmetric, of the same order."""


def metric_covariance(
    metrics: str | Callable[..., Any] | Sequence[str | Callable[..., Any]],
    y_true: ArrayLike | Sparse,
    y_pred: ArrayLike | Sparse | Mapping[str, ArrayLike | Sparse] | None = None,
    *,
    y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
) -> MetricCovariance:
    r"""Estimate how the values of metrics and models vary together.

    The jackknife: with :math:`\theta_{(i)}` the vector of all values without row i and
    :math:`\bar\theta` the mean of these,

    .. math:: \frac{n - 1}{n} \sum_i (\theta_{(i)} - \bar\theta)
        (\theta_{(i)} - \bar\theta)^T

    A difference, a ratio or any smooth function g of the values then has the standard
    error :math:`\sqrt{\nabla g^T C \nabla g}` (the delta method).

    Parameters
    ----------
    metrics : str or callable, or a list of these
        Metrics, each as in `confidence_interval`.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels or numbers.
    y_pred, y_score : array_like, or dict of name to array_like
        Predicted labels or numbers, and scores. Metrics of scores of two classes are
        asked of ``y_score``, all others of ``y_pred``, or of the one that is given.
        With several models, each must have the columns of all metrics.
    groups : array_like of shape (n_samples,), optional
        Groups of rows, which are left out together.
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights of the rows.
    pos_label : int, float, bool or str, optional
        The positive label: the class of which scores and a column of probabilities are,
        whatever the metric's own function would take it to be. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; other labels do not say it.

    Returns
    -------
    values : ndarray of shape (n_models * n_metrics,)
        Model by model, the metrics of each in the order in which they were named.
    covariance : ndarray of shape (n_models * n_metrics, n_models * n_metrics)
        Symmetric, in the same order. NaN of a metric that is undefined, on the data or
        without one of more than 10 % of the rows.

    Raises
    ------
    ValueError
        If there are fewer than two rows or groups, names are unknown, or data are bad.
    TypeError
        If an argument of a metric is missing.

    Warns
    -----
    UndefinedMetricWarning
        If a metric is undefined on the data.

    See Also
    --------
    compare : Models compared pair by pair, with tests.
    confidence_interval : The interval of a single value.

    Notes
    -----
    Values without each row are closed forms: of labels from the cells of their joint
    table, of the area under the ROC curve from placements, of average precision from
    sums along the curve, of means over rows from their sums. The variance of an area is
    DeLong's but for the factor between n and n - 1 of each class. Where one of the
    metrics has no such form and there are more than 2,000 rows or groups, these are
    dealt into 200 random groups, which are left out in turn: the estimate is then about
    as good as one from 200 rows.

    For quantiles, extremes and other values that are not smooth the jackknife is not
    consistent [1]_.

    References
    ----------
    .. [1] B. Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", SIAM,
       1982.
    .. [2] E. DeLong, D. DeLong and D. Clarke-Pearson, "Comparing the areas under two or
       more correlated receiver operating characteristic curves", Biometrics 44(3),
       1988, 837-845.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import metric_covariance
    >>> y = [1] * 40 + [0] * 60
    >>> predicted = [1] * 30 + [0] * 12 + [1] * 4 + [0] * 54
    >>> values, covariance = metric_covariance(
    ...     ["recall_score", "precision_score"], y, predicted
    ... )
    >>> values.round(4)
    array([0.75  , 0.8824])
    >>> recall, precision = values  # how sure is their ratio?
    >>> slope = np.array([1 / precision, -recall / precision**2])
    >>> print(f"{recall / precision:.3f} ± {np.sqrt(slope @ covariance @ slope):.3f}")
    0.850 ± 0.088
    """
    named = named_metrics(metrics)
    models = _models(y_pred, y_score)
    first = next(iter(models.values()))
    wanted = [
        with_pos_label(
            resolve_of_columns(one, None, y_true, first, pos_label), pos_label
        )
        for one in named
    ]
    names = [*models]
    makers = _Makers(wanted, y_true, models, sample_weight, pos_label)
    left_out = makers.ask(groups)
    if left_out is None and groups is None:
        left_out = makers.ask(makers.each_row)
    if left_out is None:
        left_out = makers.ask(makers.dealt(groups))
    assert left_out is not None  # of so few groups each is left out by a pass
    values = makers.values
    _warn_undefined(values, wanted)
    p = len(names) * len(wanted)
    found = covariance_of(left_out.values.reshape(-1, p), left_out.counts)
    found[np.isnan(values.ravel())] = np.nan
    found[:, np.isnan(values.ravel())] = np.nan
    return MetricCovariance(values.ravel(), found)


def covariance_of(
    left_out: NDArray[np.float64], counts: NDArray[Any] | None
) -> NDArray[np.float64]:
    """Return the jackknife's covariance of values without each unit, (units, values).

    ``counts``: for the number of units per row; None: for one. Units without which
    a value is undefined are left out, if they are few.
    """
    counts = np.ones(len(left_out)) if counts is None else counts.astype(np.float64)
    total = float(np.sum(counts))
    defined = np.isfinite(left_out)
    missing = counts @ ~defined > _MOST_UNDEFINED * total
    known = defined[:, ~missing].all(axis=1)
    values, kept = left_out[known], counts[known]
    n = float(np.sum(kept))
    if n < 2:
        return np.full((left_out.shape[1],) * 2, np.nan)
    with np.errstate(invalid="ignore"):
        # Around the first: means of values that are nearly alike keep their digits.
        apart = values - values[0]
        apart -= (kept @ apart) / n
        scaled = apart * np.sqrt(kept * ((n - 1) / n))[:, None]
        found: NDArray[np.float64] = scaled.T @ scaled
    found = (found + found.T) / 2
    found[missing] = np.nan
    found[:, missing] = np.nan
    return found


class _Makers:
    """Makes plans for all metrics, with rows or groups as units."""

    def __init__(
        self,
        wanted: Sequence[BoundMetric],
        y_true: Any,
        models: Mapping[str, Mapping[str, Any]],
        sample_weight: Any,
        pos_label: Any,
    ) -> None:
        self._wanted, self._y_true, self._models = wanted, y_true, models
        self._sample_weight, self._pos_label = sample_weight, pos_label
        self._n_rows = 0
        self.values = np.empty((len(models), len(wanted)))

    def ask(self, groups: Any) -> Jackknife | None:
        """Return all values without each unit, (units, models, metrics)."""
        plans = self._plans(groups)
        self._n_rows = plans[0][0].n_rows
        every = {id(plan): plan for plan, _ in plans}
        if len(every) > 1 and groups is None:
            # The units of several plans must be the same: each row is a group.
            return self.ask(self.each_row)
        for j, (plan, at) in enumerate(plans):
            self.values[:, j] = plan.estimates[:, at]
        if plans[0][0].n_units < 2:
            raise ValueError(
                "a covariance needs at least two rows or groups of weight above 0, "
                f"got {plans[0][0].n_units}."
            )
        made = {}
        for key, plan in every.items():
            one = plan.each_left_out(range(len(plan.asked)))
            if one is None:
                return None
            made[key] = one
        found = [made[id(plan)].values[:, :, at] for plan, at in plans]
        counts = next(iter(made.values())).counts if len(made) == 1 else None
        return made[id(plans[0][0])]._replace(
            values=np.stack(found, axis=2), counts=counts
        )

    @property
    def each_row(self) -> NDArray[np.int64]:
        """Each row as a group of its own."""
        return np.arange(self._n_rows)

    def dealt(self, groups: Any) -> NDArray[Any]:
        """Return 200 random groups of the rows, or of the groups that there are."""
        if groups is None:
            return jackknife_groups(_SEED, self._n_rows)[0]
        codes, n_groups = group_codes(groups, self._n_rows)
        dealt: NDArray[Any] = jackknife_groups(_SEED, n_groups)[0][codes]
        return dealt

    def _plans(self, groups: Any) -> list[tuple[Plan, int]]:
        design = Design(self._sample_weight, groups)
        found: list[tuple[Plan, int] | None] = [None] * len(self._wanted)
        for argument in ("y_pred", "y_score"):
            own = [
                j for j, one in enumerate(self._wanted) if self._takes(one, argument)
            ]
            if not own:
                continue
            columns = {
                name: {argument: given[argument]}
                for name, given in self._models.items()
                if argument in given
            }
            if len(columns) < len(self._models):
                lacking = [name for name in self._models if name not in columns]
                raise TypeError(
                    f"{self._wanted[own[0]].row.name} needs {argument}, which "
                    f"{listed(lacking)} lack"
                )
            wanted = [self._wanted[j] for j in own]
            options = {"seed": _SEED, "pos_label": self._pos_label}
            plans = make_plans(wanted, self._y_true, columns, design, options)
            for j, one in zip(own, plans, strict=True):
                found[j] = one
        return [one for one in found if one is not None]

    def _takes(self, one: BoundMetric, argument: str) -> bool:
        """Whether a metric is asked of this argument."""
        given = {name for columns in self._models.values() for name in columns}
        if len(given) == 1:
            return {argument} == given
        if not one.in_catalog:
            return argument == "y_pred"
        leading = catalog.FAMILIES[one.row.task].leading(one.row)
        return (leading[-1] == "y_score") == (argument == "y_score")


def _models(y_pred: Any, y_score: Any) -> dict[str, dict[str, Any]]:
    """Return the columns of each model, by model and argument."""
    models: dict[str, dict[str, Any]] = {}
    for argument, given in (("y_pred", y_pred), ("y_score", y_score)):
        if given is None:
            continue
        named = given if isinstance(given, Mapping) else {UNNAMED: given}
        if not named:
            raise ValueError(f"{argument} has no models: it is an empty mapping")
        for name, column in named.items():
            models.setdefault(str(name), {})[argument] = column
    if not models:
        raise TypeError("give y_pred, y_score or both; got neither")
    return models


def _warn_undefined(values: NDArray[np.float64], wanted: Sequence[BoundMetric]) -> None:
    undefined = [
        one.row.name
        for one, column in zip(wanted, values.T, strict=True)
        if np.isnan(column).any()
    ]
    if undefined:
        warn(
            f"undefined on this data, so NaN: {', '.join(undefined)}",
            UndefinedMetricWarning,
        )


_OF_REPLICATES = ("percentile", "basic", "bca", "bias-corrected", "normal")
_OF_PROPORTIONS = ("wilson", "clopper-pearson", "agresti-coull", "jeffreys")


def interval_from_replicates(
    estimate: float,
    replicates: ArrayLike,
    *,
    method: Literal[
        "percentile", "basic", "bca", "bias-corrected", "normal"
    ] = "percentile",
    jackknife: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> Interval:
    r"""Confidence interval from given bootstrap replicates.

    With :math:`Q` the quantiles of the replicates (linear between order statistics),
    :math:`z_0 = \Phi^{-1}(\text{share of the replicates below the estimate})`, counting
    replicates equal to it as half, and :math:`a = \sum d_i^3 / (6 (\sum d_i^2)^{3/2})`,
    :math:`d_i` the mean of the jackknife values minus the i-th one, the bounds are

    ============== =================================================================
    percentile     :math:`Q(\alpha / 2),\ Q(1 - \alpha / 2)`
    basic          :math:`2 \hat\theta - Q(1 - \alpha/2),\ 2\hat\theta - Q(\alpha/2)`
    bca            :math:`Q(\Phi(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}))`, z the two
                   normal quantiles
    bias-corrected bca with a = 0
    normal         :math:`\hat\theta \pm z` times the standard deviation of the
                   replicates
    ============== =================================================================

    Parameters
    ----------
    estimate : float
        The value on the data themselves.
    replicates : array_like of shape (n_resamples,)
        The value on each resample of the data, two or more; NaN where it is undefined.
    method : str, default="percentile"
        How the bounds are made: one of those above.
    jackknife : array_like of shape (n_samples,), optional
        The value with each row left out in turn; "bca" needs it, no other takes it.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    Interval
        With estimate, bounds, standard error, method and replicates. Without bounds,
        for the reason it gives, if the estimate is NaN, more than a tenth of the
        replicates are, or "bca" and "bias-corrected" find all on one side of it.

    Raises
    ------
    ValueError
        If there are fewer than two replicates, ``method`` is unknown, or ``jackknife``
        is missing with "bca" or given with another method.

    Warns
    -----
    UserWarning
        If more than one in a hundred replicates are NaN.

    See Also
    --------
    confidence_interval : draws the replicates itself.
    proportion_interval : of a proportion of rows.

    References
    ----------
    .. [1] B. Efron, "Better bootstrap confidence intervals", Journal of the American
       Statistical Association 82(397), 1987, 171-185.

    Examples
    --------
    >>> from fastmetrics import interval_from_replicates
    >>> print(interval_from_replicates(0.5, [0.2, 0.4, 0.5, 0.6, 0.7]))
    0.5000 [0.2200, 0.6900] (95 %, percentile)
    """
    check_choice(method, _OF_REPLICATES, "method")
    level = check_level(confidence_level)
    value = number(estimate, "estimate")
    drawn = _column(replicates, "replicates")
    if (jackknife is not None) != (method == "bca"):
        needed = "needed" if method == "bca" else "not taken"
        raise ValueError(f"jackknife is {needed} with method {method!r}.")
    acceleration = 0.0
    if jackknife is not None:
        acceleration = bounds.acceleration(_column(jackknife, "jackknife"))
    made = from_replicates(value, drawn, method, level, acceleration=acceleration)
    warn_undefined([("interval_from_replicates", made)], advice="")
    return made


def proportion_interval(
    successes: float,
    n: float,
    *,
    method: Literal[
        "wilson", "clopper-pearson", "agresti-coull", "jeffreys"
    ] = "wilson",
    confidence_level: float = 0.95,
) -> Interval:
    r"""Confidence interval for a proportion, such as an accuracy, from counts.

    "wilson" contains all proportions p that the test with the standard error
    :math:`\sqrt{p (1 - p) / n}` does not reject. "clopper-pearson" contains all p that
    neither one-sided binomial test rejects; its coverage is at least the level, and
    often much higher. "agresti-coull" goes around Wilson's centre, "jeffreys" takes
    quantiles of the posterior of the prior Beta(½, ½).

    Parameters
    ----------
    successes : float
        How many rows have it, in [0, n]. Need not be a whole number: a sum of weights.
    n : float
        Number of rows; above 0.
    method : str, default="wilson"
        How the bounds are made: one of those above.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    Interval
        Interval for ``successes / n``, with bounds in [0, 1].

    Raises
    ------
    ValueError
        If ``n`` is not above 0 and finite, ``successes`` is not in [0, n], or
        ``method`` is unknown.

    See Also
    --------
    confidence_interval : intervals of metrics, from the rows.
    binomial_test : a test of a proportion against a number.

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial
       proportion", Statistical Science 16(2), 2001, 101-133.

    Examples
    --------
    >>> from fastmetrics import proportion_interval
    >>> print(proportion_interval(90, 100))
    0.9000 [0.8256, 0.9448] (95 %, wilson)
    """
    check_choice(method, _OF_PROPORTIONS, "method")
    level = check_level(confidence_level)
    trials = number(n, "n")
    if not 0 < trials < math.inf:
        raise ValueError(f"n must be above 0 and finite, got {shown(n)}.")
    found = number(successes, "successes")
    if not 0 <= found <= trials:
        raise ValueError(
            f"successes must be in [0, n], got {shown(successes)} of {n!r}."
        )
    return of_share(found, trials, None, method, level)


def _column(values: Any, name: str) -> NDArray[np.float64]:
    """Return two or more numbers, which may be NaN."""
    column = number_matrix(values, name)
    if column.ndim != 1 or len(column) < 2:
        raise ValueError(
            f"{name} must be two or more numbers, got an array of shape {column.shape}."
        )
    return column.astype(np.float64)
