"""How the values of metrics and models vary together, by leaving out each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.names import listed
from fastmetrics._common.options import warn
from fastmetrics._inputs.groups import group_codes
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.bind import make_plans
from fastmetrics.intervals.positives import resolve_of_columns
from fastmetrics.intervals.resolve import named_metrics, with_pos_label
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.plan import Design, jackknife_groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label, Sparse
    from fastmetrics.resampling.plan import Jackknife, Plan

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
        Of which metrics, each as `confidence_interval` takes it.
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

    ``counts``: for how many units each row stands; None: for one. Units without which
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
