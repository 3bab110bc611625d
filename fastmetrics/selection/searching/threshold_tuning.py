"""tune_threshold: a threshold chosen on inner folds and evaluated on outer folds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import check_flag, is_one_of
from fastmetrics._common.records import plain_fields
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.rows import n_rows, take_rows
from fastmetrics._inputs.scores import taken_rows
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.scores.thresholds import optimal_threshold
from fastmetrics.selection.splitters.fixed_splits import GivenSplits, check_cv
from fastmetrics.selection.validation import Responses
from fastmetrics.selection.validation.arguments import (
    classes_of,
    example_of,
    fresh,
    read_data,
    split_rows,
)
from fastmetrics.selection.validation.combined_folds import out_of_fold_score
from fastmetrics.selection.validation.fitting import check_jobs, fit
from fastmetrics.selection.validation.out_of_fold import cross_val_predict
from fastmetrics.selection.validation.result import folds_of
from fastmetrics.show.numbers import Estimate, count, number
from fastmetrics.show.pictures import Panel, Picture, Points, Rule, Scale
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Table
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.thresholds import Criterion
    from fastmetrics.selection.validation.arguments import Data

    Floats = NDArray[np.float64]


# --- TunedThreshold: a threshold chosen by a criterion, and its performance


class OuterFold(NamedTuple):
    """Results of one outer fold.

    Attributes
    ----------
    threshold : float
        Chosen on its training part.
    n_rows : int
        Number of evaluated rows.
    value, default : float
        The metric of these by that threshold, and by the estimator's own cut.
    """

    threshold: float
    n_rows: int
    value: float
    default: float


@dataclass(frozen=True, eq=False, repr=False)
class TunedThreshold(Result):
    """Threshold chosen on inner folds, with its performance on outer folds.

    Made by `tune_threshold`.

    Attributes
    ----------
    criterion : str
        Criterion of the choice.
    metric : str
        Metric of the evaluation.
    greater_is_better : bool
        Whether greater values of the metric are better.
    threshold : float
        Threshold for all rows: predict positive if score >= threshold.
    chosen : float
        Value of the criterion at the threshold on the rows used to choose it, which is
        optimistic.
    value, default : Interval
        The metric on outer folds, whose thresholds were chosen without them, and by the
        cut at ``default_threshold``; NaN where there were no outer folds.
    default_threshold : float
        Default threshold of the estimator: 0.5 or 0.
    folds : tuple of OuterFold
        ``threshold``, ``n_rows``, ``value`` and ``default`` of each outer fold.
    n_rows : int
        Number of rows.
    pos_label : object
        The positive label.
    response_method : str
        Method of the scores: "predict_proba" or "decision_function".
    classes : tuple
        Both labels, in sorted order.
    estimator : object or None
        Fitted on all rows, unless ``refit=False``.
    """

    criterion: str
    metric: str
    greater_is_better: bool
    threshold: float
    chosen: float
    value: Interval
    default: Interval
    default_threshold: float
    folds: tuple[OuterFold, ...]
    n_rows: int
    pos_label: Any
    response_method: str
    classes: tuple[Any, ...]
    estimator: Any = field(default=None)

    def judged(
        self, value: Interval, default: Interval, folds: tuple[OuterFold, ...]
    ) -> TunedThreshold:
        """Return the threshold with its performance on outer folds."""
        return replace(self, value=value, default=default, folds=folds)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return labels: the positive one where a score reaches the threshold.

        Parameters
        ----------
        X : array_like, data frame or sparse matrix of shape (n_samples, ...)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)

        Raises
        ------
        ValueError
            If there is no fitted model, or no threshold.
        """
        if self.estimator is None:
            raise ValueError("there is no fitted model: refit=False was asked for.")
        if math.isnan(self.threshold):
            raise ValueError("there is no threshold that keeps the criterion's bound.")
        classes = np.array(self.classes)
        said = Responses(self.estimator, X, n_rows(X), classes, classifier=True)
        scores = np.asarray(said.read((self.response_method,), self.pos_label))
        at = self.classes.index(self.pos_label)
        is_positive = taken_rows(scores, self.threshold).astype(np.intp)
        return classes[is_positive if at else 1 - is_positive]

    def __repr__(self) -> str:
        return (
            f"<TunedThreshold: {self.threshold:.4g} by {self.criterion}, {self.metric} "
            f"{self.value.estimate:.4g}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the choice and its performance in types that JSON can represent."""
        chosen = plain_fields(
            self,
            "criterion metric greater_is_better threshold chosen",
            value=bounds_of(self.value),
            default=bounds_of(self.default),
        )
        names = "default_threshold n_rows pos_label response_method folds"
        return chosen | plain_fields(self, names)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        rows: list[list[Cell]] = [
            [count(k), number(fold.threshold), *map(number, (fold.value, fold.default))]
            for k, fold in enumerate(self.folds)
        ]
        title = of_catalog(METRICS[self.metric].short)
        heads = [say("Outer fold"), say("Threshold"), title, say("Own cut")]
        right = frozenset({0, 1, 2, 3})
        tables = [Table(say("Outer folds"), heads, rows, right)] if rows else []
        return Document(
            sentences=[*self._sentences()], tables=tables, title=say("Threshold")
        )

    def _sentences(self) -> Iterator[str]:
        yield say(
            "The threshold is {threshold}, chosen by the criterion {criterion} on "
            "cross-validated scores of {n} rows.",
            criterion=self.criterion,
            threshold=number(self.threshold),
            n=count(self.n_rows),
        )
        if not self.folds:
            return
        yield say(
            "{metric} on {folds}, of thresholds chosen in the same way on the other "
            "rows: {value}; of the estimator's own cut at {own}: {default}.",
            metric=of_catalog(METRICS[self.metric].title),
            value=bounded(self.value),
            folds=folds_of(len(self.folds)),
            own=number(self.default_threshold),
            default=bounded(self.default),
        )

    def _pictures(self, **options: Any) -> list[Picture]:
        if not self.folds:
            return []
        thresholds = np.array([fold.threshold for fold in self.folds])
        finite = np.isfinite(thresholds)
        at = np.arange(len(thresholds), dtype=np.float64)
        names = [count(k) for k in range(len(thresholds))]
        marks = [Points(thresholds[finite], at[finite], 0)]
        rules = [self.threshold] if math.isfinite(self.threshold) else []
        panel = Panel(
            "",
            Scale(say("Threshold")),
            Scale(say("Outer fold"), kind="names", names=names),
            [*(Rule(threshold) for threshold in rules), *marks],
        )
        title = say(
            "The threshold is {threshold}, chosen by the criterion {criterion}",
            criterion=self.criterion,
            threshold=number(self.threshold),
        )
        note = say("the line is the threshold of all rows")
        return [Picture("thresholds", title, [panel], 1, notes=[note])]


def bounded(interval: Interval) -> str:
    """Write a value with its bounds, if it has any."""
    if math.isnan(interval.low):
        return number(interval.estimate)
    return str(Estimate(interval))


def bounds_of(interval: Interval) -> dict[str, float]:
    """Return a value with its bounds, as JSON has them."""
    return {"value": interval.estimate, "low": interval.low, "high": interval.high}


# --- tune_threshold: chosen on inner folds, evaluated on outer ones

# Metric of labels that corresponds to a criterion: for rates with a bound, the
# optimised metric.
_METRICS = {
    "cost": "cost_sensitive_error",
    "f1": "fbeta_score",
    "youden": "informedness",
    "accuracy": "accuracy_score",
    "precision_at_recall": "precision_score",
    "recall_at_precision": "recall_score",
    "tpr_at_fpr": "recall_score",
    "fpr_at_tpr": "false_positive_rate",
    "mcc": "matthews_corrcoef",
    "equal_error_rate": "balanced_accuracy_score",
}
# What estimators are asked for scores, and where they cut them themselves.
_METHODS = {"predict_proba": 0.5, "decision_function": 0.0}


def tune_threshold(
    estimator: Any,
    X: Any,
    y: Any,
    criterion: Criterion = "cost",
    cv: Any = 5,
    *,
    outer_cv: Any = 5,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    beta: float = 1.0,
    at: float | None = None,
    pos_label: Label | None = None,
    groups: ArrayLike | None = None,
    refit: bool = True,
    n_jobs: int | None = None,
) -> TunedThreshold:
    """Choose the threshold of a classifier's scores, and evaluate it on other rows.

    The threshold is the best one by the criterion for the out-of-fold scores of the
    inner folds. The threshold is evaluated separately: in each outer fold a threshold
    is chosen in the same way, on the training part only, and applied to the rest.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
        Scores are from ``predict_proba``, or else from ``decision_function``.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,)
        Target to predict. Labels of two classes.
    criterion : str, default="cost"
        Criterion of `optimal_threshold`.
    cv : int or splitter, default=5
        Inner folds, as in `check_cv` but not a list of splits; the scores of all their
        rows are pooled.
    outer_cv : int, splitter, iterable or None, default=5
        Outer folds, which test each row once; None: the threshold is not evaluated.
    cost_fn : float, default=1.0
        Cost of a false negative, in any unit; not negative. Only "cost" takes it.
    cost_fp : float, default=1.0
        Cost of a false positive, in the same unit; not negative. Only "cost" takes it.
    beta : float, default=1.0
        Weight of recall relative to precision; above 0. Only "f1" takes it.
    at : float in [0, 1], optional
        The bound of the four criteria with one in `optimal_threshold`, which need it.
    pos_label : int, float, bool or str, optional
        The positive label; by default 1, of labels {0, 1} or {-1, 1}.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    refit : bool, default=True
        Whether a model is fitted on all rows, for `TunedThreshold.predict`.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other. They
        share the inner folds.

    Returns
    -------
    TunedThreshold
        ``threshold``, its ``value`` on outer folds with the interval, and ``default``,
        the value at the estimator's own threshold.

    Raises
    ------
    ValueError
        If labels are not of two classes, ``cv`` is a list of splits, outer folds do not
        test each row once, or the criterion or its parameters are wrong.
    TypeError
        If the estimator gives no scores, or cannot be fitted.

    Warns
    -----
    UndefinedMetricWarning
        If no threshold keeps the bound of a criterion that has one.

    See Also
    --------
    optimal_threshold : the best threshold of given scores.
    cross_val_predict : the scores of rows that models have not seen.
    out_of_fold_score : how the interval is made.

    Notes
    -----
    Costs are evaluated by the mean cost of a row, and criteria with a bound by the
    quantity that they optimise. The threshold of equal errors is evaluated by the
    balanced accuracy, which is 1 minus the mean of both rates. Scores of the inner
    folds come from several models; a threshold for them suits the model of all rows as
    far as these are alike.

    The number of fits is k + 1 per outer fold, for k inner folds, plus k + 1.

    References
    ----------
    .. [1] S. Varma and R. Simon, "Bias in error estimation when using cross-validation
       for model selection", BMC Bioinformatics 7, 2006, 91.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import tune_threshold
    >>> class Nearest:
    ...     def fit(self, X, y):
    ...         self.classes_ = np.unique(y)
    ...         self.means = [np.mean(X[y == label]) for label in self.classes_]
    ...     def decision_function(self, X):
    ...         low, high = self.means
    ...         return np.abs(X[:, 0] - low) - np.abs(X[:, 0] - high)
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 1))
    >>> y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    >>> found = tune_threshold(Nearest(), X, y, "cost", cost_fn=9.0)
    >>> bool(found.threshold < 0), len(found.folds)
    (True, 5)
    >>> bool(found.value.estimate < found.default.estimate)
    True
    """
    check_flag(refit, "refit")
    if not is_one_of(criterion, _METRICS):
        raise ValueError(
            f"criterion must be one of {tuple(_METRICS)}, got {shown(criterion)}."
        )
    check_jobs(n_jobs, None)
    example = example_of(estimator)
    method = next((name for name in _METHODS if hasattr(example, name)), None)
    if method is None:
        raise TypeError(
            f"estimator must have a method {' or '.join(map(repr, _METHODS))}, but "
            f"{type(example).__name__} has none."
        )
    data = read_data(X, y, groups)
    if data.y is None:
        raise TypeError("y must be labels of two classes, got None.")
    classes = classes_of(data.y)
    if classes is None or len(classes) != 2:
        kinds = "a matrix" if classes is None else listed(classes.tolist())
        raise ValueError(f"y must be labels of two classes, got {kinds}.")
    Labels(data.y, "y").check_known(pos_label)
    positive = classes.tolist()[1] if pos_label is None else pos_label
    inner = check_cv(cv, data.y, classifier=True)  # it must be one, whatever it says
    if isinstance(inner, GivenSplits):
        raise ValueError(
            "cv must be a number of folds or a splitter, which can split the rows of "
            "each outer fold too, got a list of splits."
        )
    options = {"cost_fn": cost_fn, "cost_fp": cost_fp, "beta": beta, "at": at}
    tuning = _Tuning(
        estimator, method, inner, n_jobs, classes, positive, str(criterion), options
    )
    threshold, chosen = tuning.choose(data)
    metric = catalog.find(_METRICS[criterion])
    tuned = TunedThreshold(
        criterion=str(criterion),
        metric=metric.name,
        greater_is_better=bool(metric.greater_is_better),
        threshold=threshold,
        chosen=chosen,
        value=no_interval(math.nan, 0.95, "no outer folds"),
        default=no_interval(math.nan, 0.95, "no outer folds"),
        default_threshold=_METHODS[method],
        folds=(),
        n_rows=data.n,
        pos_label=positive,
        response_method=method,
        classes=tuple(classes.tolist()),
        estimator=tuning.fitted(data) if refit else None,
    )
    if outer_cv is None:
        return tuned
    outer = check_cv(outer_cv, data.y, classifier=True)
    return _judged(tuned, tuning, data, outer)


@dataclass(frozen=True, eq=False)
class _Tuning:
    """The choice of thresholds on some rows, and scores of models on others."""

    estimator: Any
    method: Any
    cv: Any
    n_jobs: int | None
    classes: NDArray[Any]
    positive: Any
    criterion: Any
    options: dict[str, Any]

    def choose(self, data: Data) -> tuple[float, float]:
        """Return the best threshold of scores of the inner folds, and its value."""
        said = cross_val_predict(
            self.estimator,
            data.X,
            data.y,
            groups=data.groups,
            cv=self.cv,
            n_jobs=self.n_jobs,
            method=self.method,
        )
        at = int(self.classes.tolist().index(self.positive))
        scores = np.asarray(said, np.float64)
        if scores.ndim == 2:
            scores = scores[:, at]
        elif not at:
            scores = -scores
        return optimal_threshold(
            self.ones(data.y), scores, criterion=self.criterion, **self.options
        )

    def ones(self, y: Any) -> NDArray[np.int64]:
        """Return 1 for rows of the positive class, 0 for others."""
        column = np.asarray(y).ravel()
        return (column == self.positive).astype(np.int64)

    def fitted(self, data: Data) -> Any:
        """Return a copy of the estimator, fitted on these rows."""
        model = fresh(self.estimator)
        fit(model, data.X, data.y, {})
        return model

    def scores(self, model: Any, X: Any, n: int) -> Floats:
        """Return the scores of rows, higher for the positive class."""
        said = Responses(model, X, n, self.classes, classifier=True)
        return np.asarray(said.read((self.method,), self.positive), np.float64)

    def metric(self) -> Callable[..., Any]:
        """Return the metric of labels 0 and 1."""
        row = catalog.find(_METRICS[self.criterion])
        parameters: dict[str, Any] = {}
        if self.criterion == "cost":
            fn, fp = self.options["cost_fn"], self.options["cost_fp"]
            parameters = {"cost_matrix": [[0.0, fp], [fn, 0.0]], "labels": [0, 1]}
        elif self.criterion == "f1":
            parameters = {"beta": self.options["beta"]}
        return partial(row.public, **parameters)


def _judged(
    tuned_threshold: TunedThreshold, tuning: _Tuning, data: Data, splitter: Any
) -> TunedThreshold:
    """Return the threshold with its performance on outer folds."""
    pairs = [*split_rows(splitter, data)]
    tests = [test for _, test in pairs]
    order = np.concatenate(tests) if tests else np.empty(0, np.intp)
    if len(order) != data.n or not (np.bincount(order, minlength=data.n) == 1).all():
        raise ValueError("outer_cv must test each row once.")
    folds = np.zeros(data.n, np.int64)
    tuned, plain = np.zeros((2, data.n), np.int64)
    thresholds = []
    for k, (train, test) in enumerate(pairs):
        part = _part(data, train)
        threshold, _ = tuning.choose(part)
        model = tuning.fitted(part)
        scores = tuning.scores(model, take_rows(data.X, test), len(test))
        folds[test] = k
        tuned[test] = taken_rows(scores, threshold)
        plain[test] = taken_rows(scores, tuned_threshold.default_threshold)
        thresholds.append(threshold)
    ones, metric = tuning.ones(data.y), tuning.metric()

    def worth(labels: NDArray[np.int64]) -> Interval:
        return out_of_fold_score(metric, ones, labels, folds)

    outer = tuple(
        OuterFold(
            threshold,
            len(test),
            float(metric(ones[test], tuned[test])),
            float(metric(ones[test], plain[test])),
        )
        for threshold, test in zip(thresholds, tests, strict=True)
    )
    return tuned_threshold.judged(worth(tuned), worth(plain), outer)


def _part(data: Data, rows: NDArray[np.intp]) -> Data:
    groups = None if data.groups is None else take_rows(data.groups, rows)
    X, y = take_rows(data.X, rows), take_rows(data.y, rows)
    return data._replace(X=X, y=y, groups=groups, n=len(rows))
