"""Bootstrap estimates of error, from predictions or by fitting an estimator."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, hold_warnings, is_one_of, whole
from fastmetrics._common.records import one_number
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.rows import take_rows
from fastmetrics.intervals.bind import of_event, resolve_of_columns
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.selection.out_of_bag_rows import (
    BootstrapEstimate,
    OutOfBagRows,
    averaged,
    estimated,
    read_counts,
    read_rows,
    standard_error,
)
from fastmetrics.selection.splitters.random_splits import BootstrapSplit
from fastmetrics.selection.validation import Responses
from fastmetrics.selection.validation.arguments import (
    Data,
    check_params,
    classes_of,
    cut_params,
    example_of,
    fresh,
    is_classifier,
    read_data,
)
from fastmetrics.selection.validation.fitting import (
    check_jobs,
    fit,
    repeat_warnings,
    run,
)
from fastmetrics.selection.validation.no_information import no_information_rate
from fastmetrics.selection.validation.scorers import Scorer, one_scorer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label, Progress
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.selection.splitters import RandomState

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]
    Params = Mapping[str, Any] | Callable[[Rows], Mapping[str, Any]]


_AVERAGES = ("auto", "rows", "resamples")


def out_of_bag_score(
    y_true: ArrayLike,
    predictions: ArrayLike,
    out_of_bag: ArrayLike,
    *,
    metric: str | Callable[..., Any] = "error_rate",
    average: Literal["auto", "rows", "resamples"] = "auto",
    pos_label: Label | None = None,
) -> float:
    r"""Out-of-bag score: metric of models of bootstrap samples on the rows not drawn.

    Let :math:`C_i` be the resamples without row i, and :math:`L_i^b` the loss of the
    model of resample b on row i. The leave-one-out bootstrap is

    .. math:: \mathrm{Err}^{(1)} = \frac1n \sum_i \frac{1}{|C_i|}
              \sum_{b \in C_i} L_i^b

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        True labels, or observed numbers.
    predictions : array_like of shape (n_resamples, n_samples)
        Predictions of all rows by the model of each resample, or (n_resamples,
        n_samples, n_columns). Predictions for its training rows are ignored.
    out_of_bag : array_like of bool, of shape (n_resamples, n_samples)
        True if a row was not drawn into the resample.
    metric : str or callable, default="error_rate"
        A name or alias from the catalog, one of this package's functions (a
        ``functools.partial`` of one gives its parameters), or any callable
        ``metric(y_true, y_pred)`` that returns a number.
    average : {"auto", "rows", "resamples"}, default="auto"
        "rows": as above, for means over rows. "resamples": mean over resamples of the
        metric on their out-of-bag rows. "auto": "rows" if the metric is a mean over
        rows, else "resamples".
    pos_label : int, float, bool or str, optional
        Positive label: the class that scores and a column of probabilities refer to,
        whatever the default of the metric. By default 1 if the labels are 0 and 1, −1
        and 1, or booleans; required for other labels.

    Returns
    -------
    float
        Score in the range of the metric. NaN if it is undefined on all resamples, or if
        no row was ever left out.

    Raises
    ------
    ValueError
        On empty or mismatched input, input that the metric rejects, an unknown average,
        and "rows" for a metric that is not a mean over rows.
    TypeError
        If ``metric`` is not a metric, or lacks a required parameter.

    Warns
    -----
    UndefinedMetricWarning
        If a row was drawn into all resamples, or the metric is undefined on one of
        them. These are left out.

    See Also
    --------
    point632_score : Corrects for the smaller number of distinct training rows.
    bootstrap_validate : From an estimator.

    Notes
    -----
    Models of resamples have seen 63.2 % of the rows, some of them repeatedly, and
    therefore perform somewhat worse than the model of all rows. Loops over resamples in
    mlxtend and scikit-learn average over resamples.

    References
    ----------
    .. [1] B. Efron and R. Tibshirani, "Improvements on cross-validation: the .632+
       bootstrap method", Journal of the American Statistical Association 92(438), 1997,
       548-560.

    Examples
    --------
    >>> from fastmetrics import out_of_bag_score
    >>> predictions = [[1, 0, 1, 1], [1, 1, 1, 0]]
    >>> left_out = [[True, False, False, True], [True, True, True, False]]
    >>> out_of_bag_score([1, 0, 0, 0], predictions, left_out)
    0.75
    """
    wanted, y_true = _of_event(metric, y_true, predictions, pos_label)
    rows, _ = read_rows(wanted, y_true, predictions, out_of_bag)
    if not is_one_of(average, _AVERAGES):
        raise ValueError(f"average must be one of {_AVERAGES}, got {shown(average)}.")
    return averaged(rows, average)[0]


def point632_score(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    predictions: ArrayLike,
    out_of_bag: ArrayLike,
    *,
    metric: str | Callable[..., Any] = "error_rate",
    plus: bool = True,
    counts: ArrayLike | None = None,
    pos_label: Label | None = None,
) -> BootstrapEstimate:
    r"""Estimate the error of a model by the .632+ bootstrap.

    Let :math:`\overline{\mathrm{err}}` be the apparent error,
    :math:`\mathrm{Err}^{(1)}` the result of `out_of_bag_score`, :math:`\gamma` the
    result of `no_information_rate`, and :math:`\mathrm{Err}' = \min(\mathrm{Err}^{(1)},
    \gamma)`. The estimate is

    .. math:: (1 - w)\,\overline{\mathrm{err}} + w\,\mathrm{Err}',\qquad
              w = \frac{0.632}{1 - 0.368 R},\qquad
              R = \frac{\mathrm{Err}' - \overline{\mathrm{err}}}{
              \gamma - \overline{\mathrm{err}}}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_outputs)
        True labels, or observed numbers.
    y_pred : array_like of shape (n_samples,) or (n_samples, n_columns)
        Predictions of all rows by the model that was fitted to all rows.
    predictions : array_like of shape (n_resamples, n_samples)
        Predictions of all rows by the model of each resample, or (n_resamples,
        n_samples, n_columns). Predictions for its training rows are ignored.
    out_of_bag : array_like of bool, of shape (n_resamples, n_samples)
        True if a row was not drawn into the resample.
    metric : str or callable, default="error_rate"
        A name or alias from the catalog, one of this package's functions (a
        ``functools.partial`` of one gives its parameters), or, with ``plus=False``, any
        callable ``metric(y_true, y_pred)`` that returns a number.
    plus : bool, default=True
        Whether the weight increases with overfitting. Otherwise it is 0.632, and Err'
        is :math:`\mathrm{Err}^{(1)}`: the .632 bootstrap.
    counts : array_like of int, of shape (n_resamples, n_samples), optional
        Number of draws of each row in each resample, from which the standard error is
        computed.
    pos_label : int, float, bool or str, optional
        Positive label: the class that scores and a column of probabilities refer to,
        whatever the default of the metric. By default 1 if the labels are 0 and 1, −1
        and 1, or booleans; required for other labels.

    Returns
    -------
    BootstrapEstimate
        Estimate in the range of the metric, its standard error (NaN without counts and
        for metrics that are not means over rows), and its parts.

    Raises
    ------
    ValueError
        On empty or mismatched input, input that the metric rejects, counts that do not
        fit ``out_of_bag``, and with ``plus`` for a metric without a direction or
        without a known no-information value.
    TypeError
        If ``metric`` is not a metric, or lacks a required parameter.

    Warns
    -----
    UndefinedMetricWarning
        If a row was drawn into all resamples, or the metric is undefined on one of
        them. These are left out.

    See Also
    --------
    out_of_bag_score : Error on the out-of-bag rows.
    bootstrap_validate : From an estimator.

    Notes
    -----
    R, the relative overfitting, is 0 unless :math:`\mathrm{Err}^{(1)}` and
    :math:`\gamma` both exceed the apparent error. For metrics where greater is better,
    all signs are reversed. If :math:`\mathrm{Err}^{(1)} \le \gamma`, the result equals
    the paper and ``ipred`` in R; otherwise others do not cap R or the last term, and
    here the estimate is :math:`\gamma`. ``bootstrap_point632_score`` in mlxtend is
    another quantity: it uses the apparent error of the model of each resample, and
    averages .632+ estimates of single resamples.

    The standard error is the delta method's for :math:`\mathrm{Err}^{(1)}` [1]_,
    section 5, multiplied by the ratio of the estimate to :math:`\mathrm{Err}^{(1)}`,
    which assumes that both vary in proportion. A limited number of resamples adds noise
    to the standard error; with one resample per row, the noise is about as large as the
    standard error itself. The expected noise is subtracted, as in [2]_, and the result
    is not less than the standard error for models that were not fitted to these rows.
    For 569 rows and a small tree it was 0.008 to 0.014 with 50 resamples, 0.008 to
    0.012 with 200 and 0.008 to 0.011 with 800.

    References
    ----------
    .. [1] B. Efron and R. Tibshirani, "Improvements on cross-validation: the .632+
       bootstrap method", Journal of the American Statistical Association 92(438), 1997,
       548-560.
    .. [2] S. Wager, T. Hastie and B. Efron, "Confidence intervals for random forests:
       the jackknife and the infinitesimal jackknife", Journal of Machine Learning
       Research 15, 2014, 1625-1651.

    Examples
    --------
    >>> from fastmetrics import point632_score
    >>> predictions = [[1, 0, 1, 1], [1, 0, 1, 0]]
    >>> left_out = [[True, False, False, True], [True, True, True, False]]
    >>> found = point632_score([1, 0, 1, 0], [1, 0, 1, 0], predictions, left_out)
    >>> found.apparent, found.out_of_bag, found.no_information
    (0.0, 0.25, 0.5)
    >>> found.relative_overfitting, round(found.weight, 4), round(found.estimate, 4)
    (0.5, 0.7745, 0.1936)
    """
    check_flag(plus, "plus")
    wanted, y_true = _of_event(metric, y_true, predictions, pos_label)
    rows, flags = read_rows(wanted, y_true, predictions, out_of_bag)
    drawn = None if counts is None else read_counts(counts, flags)
    outside, losses = averaged(rows)
    with hold_warnings():
        value = wanted.function(y_true, y_pred, **wanted.parameters)
    gamma = None
    if plus:
        check_direction(wanted)
        bound = functools.partial(wanted.function, **wanted.parameters)
        gamma = no_information_rate(y_true, y_pred, metric=bound)
    apparent = float(one_number(value))
    return estimated(rows, apparent, (outside, losses), gamma, drawn)


def _of_event(
    metric: Any, y_true: Any, predictions: Any, pos_label: Any
) -> tuple[BoundMetric, Any]:
    """Return the metric and the true labels, of the class that predictions are of."""
    first = as_array(predictions, "predictions")[:1]
    column = first[0] if first.ndim > 1 and len(first) else first
    columns = {"y_pred": column}
    wanted = resolve_of_columns(metric, None, y_true, columns, pos_label)
    return of_event(wanted, y_true, [column], pos_label)


def check_direction(wanted: BoundMetric) -> None:
    """Raise unless a metric can be too high or too low, if that is known."""
    if wanted.in_catalog and wanted.row.greater_is_better is None:
        raise ValueError(
            "metric must be one that can be too high or too low, got "
            f"{shown(wanted.row.name)}, of which neither is better."
        )


_METHODS = ("oob", ".632", ".632+")


def bootstrap_validate(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    scoring: str | Callable[..., Any] | None = None,
    method: Literal["oob", ".632", ".632+"] = ".632+",
    n_resamples: int = 200,
    stratified: bool = False,
    groups: ArrayLike | None = None,
    random_state: RandomState = None,
    params: Params | None = None,
    weights: bool = False,
    n_jobs: int | None = None,
    executor: Any = None,
    progress: Progress = False,
    pos_label: Label | None = None,
) -> BootstrapEstimate:
    """Estimate the performance of an estimator on new rows by the bootstrap.

    Copies of the estimator are fitted to bootstrap samples and evaluated on the
    out-of-bag rows; another copy is fitted to all rows.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like
        Rows; parts of the same type are passed to the estimator.
    y : array_like
        Target to predict.
    scoring : str or callable, optional
        The score: the name of one of scikit-learn's scorers, with its sign; the name of
        a metric of the catalog or one of our functions, with its own sign. By default
        the estimator's own ``score``, where that is the accuracy or R².
    method : {"oob", ".632", ".632+"}, default=".632+"
        Estimate: `out_of_bag_score`, or `point632_score` without or with ``plus``.
    n_resamples : int, default=200
        Number of resamples.
    stratified : bool, default=False
        Whether rows are resampled within each class of ``y``.
    groups : array_like of shape (n_samples,), optional
        Group of each row: whole groups are drawn and left out.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    weights : bool, default=False
        Whether models are fitted to all rows with the numbers of draws as
        ``sample_weight``, instead of copies of rows.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    executor : concurrent.futures.Executor, optional
        Runs the fits instead of ``n_jobs``; for example a Dask client.
    progress : bool or callable, default=False
        Show a progress bar, or call with (done, total).
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    BootstrapEstimate
        Estimate with the sign of the scorer. Its standard error is NaN for stratified
        and grouped resamples, and for metrics that are not means over rows; with fewer
        resamples than rows it is rough (see `point632_score`).

    Raises
    ------
    ValueError
        On mismatched or bad data, an unknown option, a scorer that is not a metric of
        predictions, and with ".632+" a metric without a known no-information value.
    TypeError
        If the estimator lacks a method, or something is of another type.

    Warns
    -----
    UndefinedMetricWarning
        If a row was drawn into all resamples, or the metric is undefined on one of
        them. These are left out.

    See Also
    --------
    point632_score : The same from predictions, and the formula.
    cross_validate : With folds instead of bootstrap samples.

    References
    ----------
    .. [1] B. Efron and R. Tibshirani, "Improvements on cross-validation: the .632+
       bootstrap method", Journal of the American Statistical Association 92(438), 1997,
       548-560.

    Examples
    --------
    >>> from fastmetrics import bootstrap_validate
    >>> class Nearest:
    ...     def fit(self, X, y):
    ...         self.rows = list(zip(X, y))
    ...
    ...     def predict(self, X):
    ...         return [min(self.rows, key=lambda row: abs(row[0] - x))[1] for x in X]
    >>> X, y = [1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 1, 0, 1]
    >>> found = bootstrap_validate(Nearest(), X, y, scoring="error_rate",
    ...                            n_resamples=100, random_state=0)
    >>> found.apparent, found.no_information
    (0.0, 0.5)
    >>> found.apparent < found.estimate <= found.no_information
    True
    """
    example = example_of(estimator, ("fit", "predict"))
    if not is_one_of(method, _METHODS) or method is None:
        raise ValueError(f"method must be one of {_METHODS}, got {shown(method)}.")
    check_flag(weights, "weights")
    check_jobs(n_jobs, executor)
    resamples = whole(n_resamples, "n_resamples", 1)
    data = read_data(X, y, groups)
    if data.y is None:
        raise TypeError("y must be the targets to predict, got None.")
    check_params(params, data.n, "params")
    [scorer] = one_scorer(scoring, example).told(pos_label).scorers.values()
    wanted = _metric_of(scorer)
    if method == ".632+":
        check_direction(wanted)
    split = BootstrapSplit(resamples, stratified=stratified, random_state=random_state)
    drawn = [*split.counts(data.n, data.y if stratified else None, data.groups)]
    classifier = is_classifier(example)
    job = _Fit(data, scorer, _classes(scorer, data, classifier), classifier, params)
    every = np.ones(data.n, np.uint8)
    results = run(
        functools.partial(job, weighted=weights),
        ((fresh(estimator), counts) for counts in [every, *drawn]),
        what="fits",
        total=resamples + 1,
        n_jobs=n_jobs,
        executor=executor,
        progress=progress,
    )
    for _, held in results:
        repeat_warnings(held)
    (fitted, _), *others = results
    true = as_array(data.y, "y")
    unseen = [np.flatnonzero(counts == 0) for counts in drawn]
    said = [as_array(answer, "predictions") for answer, _ in others]
    rows = OutOfBagRows(wanted, true, [*zip(unseen, said, strict=True)])
    plain = groups is None and not stratified
    counts = np.stack(drawn).astype(np.float64) if plain else None
    positive = scorer.positive(job.classes) if wanted.in_catalog else None
    estimate = _estimate(
        rows, as_array(fitted, "predictions"), method, counts, positive
    )
    return estimate if scorer.sign > 0 else _negated(estimate)


def _estimate(
    rows: OutOfBagRows,
    fitted: NDArray[Any],
    method: str,
    counts: NDArray[np.float64] | None,
    positive: Any,
) -> BootstrapEstimate:
    wanted = rows.wanted
    outside = averaged(rows)
    with hold_warnings():
        value = wanted.function(rows.true, fitted, **wanted.parameters)
    apparent = float(one_number(value))
    if method != "oob":
        gamma = None
        if method == ".632+":
            metric = functools.partial(wanted.function, **wanted.parameters)
            gamma = no_information_rate(
                rows.true, fitted, metric=metric, pos_label=positive
            )
        return estimated(rows, apparent, outside, gamma, counts)
    estimate, losses = outside
    error = math.nan
    if counts is not None and losses is not None:
        error = standard_error(losses, estimate, counts)
    return BootstrapEstimate(
        estimate=estimate,
        standard_error=error,
        apparent=apparent,
        out_of_bag=estimate,
        no_information=math.nan,
        relative_overfitting=math.nan,
        weight=1.0,
        n_resamples=rows.n_resamples,
        n_samples=rows.n,
        metric=wanted.row.name,
        method="oob",
    )


def _negated(estimate: BootstrapEstimate) -> BootstrapEstimate:
    """Return the estimate for a scorer that negates its metric."""
    from dataclasses import replace

    names = ("estimate", "apparent", "out_of_bag", "no_information")
    return replace(
        estimate,
        metric=f"negated {estimate.metric}",
        **{name: -getattr(estimate, name) for name in names},
    )


def _metric_of(scorer: Scorer) -> BoundMetric:
    """Return the metric that a scorer reads off predictions."""
    if scorer.kind != "metric" or scorer.function is None:
        raise ValueError(
            "scoring must be a metric of predictions: a name, or a function of this "
            "package; of a score that an estimator or a callable computes, what each "
            "row adds is not known."
        )
    parameters = dict(scorer.parameters)
    if scorer.item is None and scorer.row is not None:
        return BoundMetric(scorer.row, parameters)
    if scorer.item is None:
        return BoundMetric.of_function(scorer.function, parameters)
    item, function = scorer.item, scorer.function

    def one_of_several(y_true: Any, y_pred: Any, **more: Any) -> Any:
        return function(y_true, y_pred, **more)[item]

    return BoundMetric.of_function(one_of_several, parameters)


def _classes(scorer: Scorer, data: Data, classifier: bool) -> Any:
    """Return the classes whose columns a metric reads; None: it reads none."""
    reads = scorer.methods != ("predict",)
    return classes_of(data.y) if reads and classifier else None


@dataclass(frozen=True)
class _Fit:
    """Fits a model to a resample, and asks it about the rows that this left out."""

    data: Data
    scorer: Scorer
    classes: Any
    classifier: bool
    params: Any

    def __call__(
        self, estimator: Any, counts: NDArray[Any], *, weighted: bool
    ) -> tuple[Any, Any]:
        """Return predictions and warnings; for all rows if fitted on all rows."""
        X, y, n = self.data.X, self.data.y, self.data.n
        is_whole = bool((counts == 1).all())
        with hold_warnings() as held:
            if is_whole:
                fit(estimator, X, y, cut_params(self.params, np.arange(n), n))
            elif weighted:
                keywords = cut_params(self.params, np.arange(n), n)
                weights = keywords.get("sample_weight")
                own = 1.0 if weights is None else as_array(weights, "sample_weight")
                keywords["sample_weight"] = counts.astype(np.float64) * own
                fit(estimator, X, y, keywords)
            else:
                rows = np.repeat(np.arange(n), counts)
                keywords = cut_params(self.params, rows, n)
                fit(estimator, take_rows(X, rows), take_rows(y, rows), keywords)
            tested = np.arange(n) if is_whole else np.flatnonzero(counts == 0)
            said = Responses(
                estimator,
                X if is_whole else take_rows(X, tested),
                len(tested),
                self.classes,
                classifier=self.classifier,
            )
            predicted = said.read(self.scorer.methods, self.scorer.pos_label)
        return predicted, held
