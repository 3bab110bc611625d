"""Values of folds combined into one, and metrics of out-of-fold predictions."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeGuard

import numpy as np

from fastmetrics._common.interval import Interval, no_interval, within
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.names import plain_name, shown
from fastmetrics._common.options import (
    check_level,
    hold_warnings,
    is_integral,
    is_one_of,
    warn,
)
from fastmetrics._common.records import one_number
from fastmetrics._inputs.columns import as_array, raise_no_rows
from fastmetrics._inputs.groups import coded, group_ids, listed
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.bind import of_event, resolve_of_columns
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import Formula, RowMean
from fastmetrics.metrics.record import MEAN, PROPORTION, Combination, Metric
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.fold_intervals import OF_MODELS, Split

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import FoldMethod, Label

    Floats = NDArray[np.float64]

COMBINATIONS = ("auto", "mean", "pooled", "counts")


def combination(row: Metric) -> Combination:
    """Return the default way to combine values of folds.

    Scores of different models are not comparable; rankings are therefore averaged over
    folds. Averages of ratios of counts are biased where a fold has few rows to count
    (Forman and Scholz 2010): their counts are added. All else is of the rows of all
    folds.
    """
    how = row.across_folds or "mean"
    return "pooled" if how == "counts" and is_row_mean(row) else how


def is_sum(parameters: Mapping[str, Any]) -> bool:
    """Whether a metric is asked for as the sum over rows, not as their mean."""
    return not parameters.get("normalize", True)


def is_row_mean(row: Metric) -> bool:
    """Whether a metric is a mean over all rows."""
    if row.interval in PROPORTION:  # some are proportions of rows that labels select
        is_share = isinstance(row.how, Formula) and bool(row.how.share_of)
        return is_share or isinstance(row.how, RowMean)
    return row.interval in MEAN and row.made_of == "mean" and not row.by_group


# --- one interval of the values of folds and of the value of all rows

METHODS = ("auto", "pooled", "folds", "corrected", "naive")
SINGLE_ROWS = "of all rows at once: a fold of one row has no value of its own"


class Folded(NamedTuple):
    """Values of a metric for a model, or for the difference of two.

    Attributes
    ----------
    whole : Interval
        Metric of all rows, as if one model had made all predictions.
    values : callable
        Returns the values of the folds.
    errors : callable
        Returns their standard errors.
    ends : tuple of float
        What can be: bounds go no farther.
    losses : callable or None
        Returns what each row adds to a difference, where the interval of all rows is
        not made of that.
    """

    whole: Interval
    values: Callable[[], Floats]
    errors: Callable[[], Floats]
    ends: tuple[float, float] = (-math.inf, math.inf)
    losses: Callable[[], Floats] | None = None


def check_method(method: Any, target: object = None) -> None:
    """Raise ValueError unless intervals of given predictions can be made so."""
    if is_one_of(method, ("nested",)):
        raise ValueError(
            "method='nested' fits models anew; of given predictions there are "
            f"{', '.join(METHODS)}"
        )
    if not is_one_of(method, METHODS):
        raise ValueError(
            f"method must be one of {', '.join(METHODS)}; got {shown(method)}"
        )
    fold_intervals.check_target(target, method)


def combined(
    row: Metric,
    folds: Folded,
    how: Combination,
    split: Split,
    method: str,
    target: str | None = None,
) -> Interval:
    """Combine the folds of a partition, and go around the value by one of `METHODS`.

    ``target``: target of the bounds, one of `fold_intervals.TARGETS`.

    Raises
    ------
    ValueError
        If rows are to be pooled of which the value is a mean over folds.
    """
    single = split.n_test == 1
    is_mean = how == "mean" and not single
    method = fold_intervals.method_for(method, target, split, is_row_mean=not is_mean)
    interval = _around(row, folds, split, method, is_mean=is_mean)
    if single and how == "mean" and not is_row_mean(row):
        interval = replace(interval, approximate=True, reason=SINGLE_ROWS)
    return within(interval, folds.ends)


def _around(
    row: Metric, folds: Folded, split: Split, method: str, *, is_mean: bool
) -> Interval:
    whole, level = folds.whole, folds.whole.confidence_level
    approximate = fold_intervals.caution(split, is_squared=row.light_tails)
    if method == "pooled":
        if is_mean:
            raise ValueError(
                f"method='pooled' is not for {row.name}, which is a mean over folds: "
                "combine='pooled' takes all rows at once"
            )
        if folds.losses is not None:
            return fold_intervals.pooled(folds.losses(), level, approximate=approximate)
        return _of_rows(row, whole, split.n_rows, approximate)
    values = folds.values()
    centre = math.nan if is_mean else whole.estimate
    if method == "naive":
        return fold_intervals.naive(values, level, centre=centre)
    if method == "folds":
        return fold_intervals.folds(
            values, folds.errors(), level, centre=centre, approximate=approximate
        )
    return fold_intervals.corrected(
        values,
        split.n_train,
        split.n_test,
        level,
        centre=centre,
        approximate=approximate,
    )


def _of_rows(row: Metric, whole: Interval, n_rows: int, approximate: str) -> Interval:
    """Treat the rows of all folds as one sample."""
    level, error = whole.confidence_level, whole.standard_error
    reason = approximate or whole.reason
    is_approximate = bool(approximate) or whole.approximate
    if not is_row_mean(row) or math.isnan(whole.low):
        return replace(
            whole, approximate=is_approximate, reason=reason, target=OF_MODELS
        )
    if not error > 0:
        none = no_interval(whole.estimate, level, fold_intervals.EQUAL_ROWS)
        return replace(none, target=OF_MODELS)
    # The catalog's bounds of shares have p (1 - p), with divisor n.
    distribution = StudentLaw(whole.estimate, error, n_rows - 1)
    interval = fold_intervals.around(distribution, level, "pooled", OF_MODELS)
    return replace(interval, approximate=is_approximate, reason=reason)


# --- a column with the test fold of each row


class Folds(Protocol):
    """A splitter that makes folds, of this package or of another one."""

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterable[tuple[Any, Any]]:
        """Yield the rows that are trained and tested on."""


class FoldColumn(NamedTuple):
    """Fold of each row, 0 to k - 1, and names of the folds."""

    ids: NDArray[np.intp]
    names: list[Any]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """The number of test rows of each fold."""
        return np.bincount(self.ids, minlength=len(self.names))

    def rows(self) -> list[NDArray[np.intp]]:
        """Return the rows of each fold."""
        order = np.argsort(self.ids, kind="stable")
        return np.split(order, np.cumsum(self.sizes)[:-1])

    def split(self) -> Split:
        """Return the sizes that the rules for intervals need."""
        n, k = len(self.ids), len(self.names)
        return Split(n, n - n / k, n / k)


def is_splitter(folds: Any) -> TypeGuard[Folds]:
    """Whether it makes folds, rather than being a column of them."""
    return hasattr(folds, "split") and hasattr(folds, "get_n_splits")


def fold_ids_of(splitter: Folds, n: int, y: Any, groups: Any = None) -> NDArray[Any]:
    """Return the fold in which a splitter tests each of n rows.

    Raises
    ------
    ValueError
        If it does not test each row once, or makes other folds each time.
    """
    drawn = getattr(splitter, "shuffle", False)
    if drawn and not is_integral(getattr(splitter, "random_state", None)):
        raise ValueError(
            f"folds={splitter!r} makes other folds each time, not those that the "
            "predictions were made in: give it a whole number as random_state, or give "
            "the column of folds"
        )
    ids = np.full(n, -1, np.intp)
    for fold, (_, test) in enumerate(splitter.split(np.zeros((n, 1)), y, groups)):
        if (ids[test] >= 0).any():
            raise ValueError(f"folds={splitter!r} tests a row more than once")
        ids[test] = fold
    if (ids < 0).any():
        raise ValueError(
            f"folds={splitter!r} never tests {int((ids < 0).sum()):,} of {n:,} rows"
        )
    return ids


def read_folds(folds: ArrayLike, n: int) -> FoldColumn:
    """Return the folds of n rows, in ascending order.

    Raises
    ------
    ValueError
        If there are not n of them, one is missing, negative or no whole number, they
        leave out a number, or there is a single one.
    """
    encoded = coded(group_ids(folds, n, "folds"))
    if not n:
        raise_no_rows("folds")
    kind = encoded.dtype.kind
    if kind in "fm":
        raise ValueError(
            f"folds must be whole numbers, strings or dates, got dtype {encoded.dtype}"
        )
    names = listed(encoded.ids(np.arange(encoded.span)))
    if kind in "MO":  # dates in ISO form, decimals as numbers
        plain = map(plain_name, names)
        names = [a if b is None else b for a, b in zip(names, plain, strict=True)]
    ids = encoded.numbers.astype(np.intp)
    if kind in "iu" or all(type(name) is int for name in names):
        if names[0] < 0:
            raise ValueError(
                f"folds must not be negative, got {names[0]}: take the rows out that "
                "are never tested"
            )
        after = next((a for a, b in pairwise(names) if b > a + 1), None)
        if after is not None:
            raise ValueError(
                f"folds go from {names[0]} to {names[-1]}, but no row is in fold "
                f"{after + 1}"
            )
    if len(names) < 2:
        raise ValueError(f"folds has a single fold, {shown(names[0])}; 2 are the least")
    return FoldColumn(ids, names)


# --- a metric of out-of-fold predictions, each made by the model of its fold


def out_of_fold_score(
    metric: str | Callable[..., Any],
    y_true: ArrayLike,
    y_pred: ArrayLike,
    folds: ArrayLike,
    *,
    combine: Literal["auto", "mean", "pooled", "counts"] = "auto",
    confidence_level: float = 0.95,
    target: Literal["learner", "models"] | None = None,
    method: FoldMethod = "auto",
    pos_label: Label | None = None,
) -> Interval:
    r"""Evaluate given out-of-fold predictions, with an interval that names its target.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, one of this package's functions (a
        ``functools.partial`` of one gives its parameters), or any callable
        ``metric(y_true, y_pred)`` that returns a number.
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        True labels, or observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_columns)
        Predicted labels, scores, probabilities or numbers, as the metric requires. Each
        row's is by a model that was not trained on it.
    folds : array_like of shape (n_samples,)
        The fold in which each row was tested: whole numbers without gaps, strings or
        dates.
    combine : {"auto", "mean", "pooled", "counts"}, default="auto"
        "mean": the mean of the values of the folds. "pooled": the value of all rows.
        "counts": the tables of the folds are added, and the metric is computed from the
        sum. "auto": counts for ratios of counts such as precision and F-measures, the
        mean for what orders rows, such as the AUC, and pooled rows for all else.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    target : {"learner", "models"}, optional
        Target of the bounds: the expected performance over training sets, or the mean
        performance of the models of these folds. By default "learner", but for
        leave-one-out, which allows "models" only.
    method : {"auto", "pooled", "folds", "corrected", "naive"}, default="auto"
        "pooled": all rows as one sample, s/√n for a mean over rows and the catalog's
        interval for others. "folds": :math:`\sqrt{\sum_f SE_f^2} / k` of the folds' own
        standard errors. "corrected": :math:`s \sqrt{1/k + n_{test}/n_{train}}`, s the
        standard deviation over folds. "naive": :math:`s/\sqrt{k}`, for comparison.
        "auto": for the learner "corrected"; for the models "folds" if the value is a
        mean over folds, and "pooled" otherwise.
    pos_label : int, float, bool or str, optional
        Positive label: the class that scores and a column of probabilities refer to,
        whatever the default of the metric. By default 1 if the labels are 0 and 1, −1
        and 1, or booleans; required for other labels.

    Returns
    -------
    Interval
        Interval with a ``target`` that names the estimand of the bounds. For fewer than
        1,000 rows it is ``approximate``.

    Raises
    ------
    ValueError
        If data are invalid, ``folds`` is not a column of folds, an option is unknown,
        ``method="pooled"`` is asked for a mean over folds, or the metric is a sum.
    TypeError
        If the metric takes other columns.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on a fold that its value or its interval is made of;
        the fold is left out, and more than a tenth of them leave no bounds.
    UserWarning
        If ``method="naive"``.

    See Also
    --------
    no_information_rate : what predictions that know nothing would reach.
    evaluate : all metrics at once, with ``folds=``.

    Notes
    -----
    The interval "corrected" is around the combined value, which for "pooled" and
    "counts" need not be the mean over folds. Folds of one row each (leave-one-out) have
    no value of a metric that needs several rows. The value is then computed on all
    rows.

    How often each of these intervals covers its target is measured in
    ``docs/validation.md``. Bootstrap replicates for standard errors are the same in
    each call.

    References
    ----------
    .. [1] P. Bayle, A. Bayle, L. Janson and L. Mackey, "Cross-validation confidence
       intervals for test error", Advances in Neural Information Processing Systems 33,
       2020.
    .. [2] E. LeDell, M. Petersen and M. van der Laan, "Computationally efficient
       confidence intervals for cross-validated area under the ROC curve estimates",
       Electronic Journal of Statistics 9(1), 2015, 1583-1607.
    .. [3] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52, 2003, 239-281.
    .. [4] G. Forman and M. Scholz, "Apples-to-apples in cross-validation studies", ACM
       SIGKDD Explorations 12(1), 2010, 49-57.

    Examples
    --------
    >>> from fastmetrics import out_of_fold_score
    >>> y_true = [1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0]
    >>> y_pred = [1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0]
    >>> folds = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    >>> found = out_of_fold_score("accuracy_score", y_true, y_pred, folds)
    >>> round(found.estimate, 4), round(found.low, 4), found.high, found.method
    (0.8333, 0.2664, 1.0, 'corrected')
    >>> found.target
    'the expected performance over training sets'
    """
    level = check_level(confidence_level)
    check_method(method, target)
    if not is_one_of(combine, COMBINATIONS):
        raise ValueError(
            f"combine must be one of {', '.join(COMBINATIONS)}; got {shown(combine)}"
        )
    columns = {"y_pred": y_pred}
    wanted = resolve_of_columns(metric, None, y_true, columns, pos_label)
    wanted, judged = of_event(wanted, y_true, [y_pred], pos_label)
    if is_sum(wanted.parameters):
        raise ValueError(
            "metric must be a mean over rows where it is combined over folds, not a "
            "sum: leave out normalize=False"
        )
    true, pred = as_array(y_true, "y_true"), as_array(y_pred, "y_pred")
    interval = functools.partial(
        confidence_interval,
        metric,
        pos_label=pos_label,
        confidence_level=level,
        random_state=0,
    )
    whole = interval(y_true, y_pred)
    column = read_folds(folds, len(true))
    parts = [(true[rows], pred[rows]) for rows in column.rows()]
    labels = as_array(judged, "y_true")
    called = [(labels[rows], pred[rows]) for rows in column.rows()]

    def errors() -> NDArray[np.float64]:
        with hold_warnings():
            return np.array([interval(*part).standard_error for part in parts])

    row = wanted.row
    result = combined(
        row,
        Folded(
            whole,
            lambda: _values(wanted, called),
            errors,
            row.ends(wanted.parameters),
        ),
        combination(row) if combine == "auto" else combine,
        column.split(),
        method,
        target,
    )
    if result.n_undefined and result.n_resamples == 0:
        warn(
            f"{row.name} is undefined on {result.n_undefined} of {len(parts)} "
            "folds, which were left out",
            UndefinedMetricWarning,
        )
    return result


def _values(
    wanted: BoundMetric, parts: list[tuple[NDArray[Any], NDArray[Any]]]
) -> NDArray[np.float64]:
    """Return the metric of each fold; warnings are held, as NaN is counted."""
    values = []
    with hold_warnings():
        for true, pred in parts:
            value = wanted.function(true, pred, **wanted.parameters)
            values.append(one_number(value))
    return np.array(values, np.float64)
