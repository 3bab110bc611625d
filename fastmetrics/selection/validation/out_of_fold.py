"""cross_val_score, cross_val_predict and permutation_test_score."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings, is_one_of, warn, whole
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.rows import is_sparse, take_rows
from fastmetrics._inputs.tables import encode_groups
from fastmetrics.selection.splitters import Draws
from fastmetrics.selection.validation import align_columns, check_answers, of_several
from fastmetrics.selection.validation.arguments import (
    classes_of,
    cut_params,
    example_of,
    fresh,
    read_data,
    split_rows,
)
from fastmetrics.selection.validation.fitting import (
    check_jobs,
    fit,
    read_task,
    repeat_warnings,
    run,
)
from fastmetrics.selection.validation.result import validated
from fastmetrics.selection.validation.scorers import one_scorer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.selection.splitters import RandomState
    from fastmetrics.selection.validation.arguments import Data, Params
    from fastmetrics.selection.validation.fitting import Task

    Rows = NDArray[np.intp]


Method = Literal["predict", "predict_proba", "predict_log_proba", "decision_function"]
_METHODS = ("predict", "predict_proba", "predict_log_proba", "decision_function")


@overload
def cross_val_predict(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: ArrayLike | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Params = None,
    pre_dispatch: int | str | None = "2*n_jobs",
    method: Literal["predict"] = "predict",
) -> NDArray[Any]: ...
@overload
def cross_val_predict(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: ArrayLike | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Params = None,
    pre_dispatch: int | str | None = "2*n_jobs",
    method: Method,
) -> NDArray[Any] | list[NDArray[Any]]: ...
def cross_val_predict(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: ArrayLike | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Params = None,
    pre_dispatch: int | str | None = "2*n_jobs",
    method: Method = "predict",
) -> NDArray[Any] | list[NDArray[Any]]:
    """Return out-of-fold predictions of each row.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), optional
        Target to predict.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    cv : int, splitter, iterable or None, default=None
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. None means 5.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    verbose : int, default=0
        Above 0, joblib prints its progress.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    pre_dispatch : int or str, default="2*n_jobs"
        Number of fits that joblib prepares ahead of its workers.
    method : str, default="predict"
        Method of the estimator: "predict", "predict_proba", "predict_log_proba" or
        "decision_function".

    Returns
    -------
    ndarray, sparse matrix or list of ndarray
        An entry per row; of probabilities, their logarithms and the scores of more than
        two classes a column for each class in sorted order. For several targets whose
        probabilities the estimator lists, a list with an array for each.

    Raises
    ------
    ValueError
        If the splits do not test each row once, lengths differ, or columns cannot be
        brought into the order of all classes.
    TypeError
        If the estimator lacks a method, or a parameter is of a wrong type.

    Warns
    -----
    RuntimeWarning
        If a training part lacks a class. Its column is 0 for probabilities, and else
        the lowest number.

    See Also
    --------
    cross_validate : scores by fold.

    Notes
    -----
    A metric of all these rows is not a mean over folds. Scores of different models need
    not be comparable, so areas under their curves are sometimes too low.

    Labels are given to the estimator as they are, where scikit-learn numbers them for
    methods other than ``predict``.

    References
    ----------
    .. [1] M. Stone, "Cross-validatory choice and assessment of statistical
       predictions", Journal of the Royal Statistical Society B 36(2), 1974, 111-147.

    Examples
    --------
    >>> from fastmetrics import cross_val_predict
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [1.0, 2.0, 4.0, 3.0, 5.0, 9.0]
    >>> cross_val_predict(Mean(), X, y, cv=3)
    array([5.25, 5.25, 4.25, 4.25, 2.5 , 2.5 ])
    """
    if not is_one_of(method, _METHODS) or method is None:
        raise ValueError(
            f"method must be one of {', '.join(_METHODS)}; got {shown(method)}"
        )
    example = example_of(estimator, ("fit", method))
    check_jobs(n_jobs, None)
    read = read_data(X, y, groups)
    n, y = read.n, read.y
    task, splitter, read = read_task(
        "cross_val_predict", example, read, None, cv, params
    )
    pairs = [*split_rows(splitter, read)]
    order = np.concatenate([test for _, test in pairs]) if pairs else np.empty(0, int)
    if len(order) != n or not (np.bincount(order, minlength=n) == 1).all():
        raise ValueError(
            "cross_val_predict only works for partitions: cv must test each row once."
        )
    classes = None
    if method != "predict":
        y, classes = _classes(y)
    predicting = _Predicting(replace(task, y=y), method, classes)
    results = run(
        predicting,
        ((fresh(estimator), train, test) for train, test in pairs),
        what="fits",
        n_jobs=n_jobs,
        verbose=verbose,
        pre_dispatch=pre_dispatch,
    )
    for _, held in results:
        repeat_warnings(held)
    place = np.empty(n, np.intp)
    place[order] = np.arange(n)
    return _joined([said for said, _ in results], place)


@dataclass(frozen=True)
class _Predicting:
    """A request for predictions; ``classes``: of the target, or of each target."""

    task: Task
    method: str
    classes: Any

    def __call__(self, estimator: Any, train: Rows, test: Rows) -> tuple[Any, Any]:
        """Return the predictions of the test rows, and warnings."""
        task = self.task
        with hold_warnings() as held:
            keywords = cut_params(task.params, train, task.n)
            fit(estimator, *task.part(train, train), keywords)
            said = getattr(estimator, self.method)(task.part(test, train)[0])
            check_answers(said, len(test), self.method)
            return self._aligned(said, estimator), held

    def _aligned(self, said: Any, estimator: Any) -> Any:
        """Give columns the order of all classes."""
        if self.classes is None:
            return said
        known = getattr(estimator, "classes_", None)
        if known is None:
            return said
        if of_several(said):
            return [
                self._in_order(columns, known[i], self.classes[i])
                for i, columns in enumerate(said)
            ]
        if isinstance(self.classes, list):  # an indicator matrix: a class per column
            return self._in_order(said, known, np.arange(len(self.classes)))
        return self._in_order(said, known, self.classes)

    def _in_order(self, said: Any, known: Any, classes: Any) -> Any:
        if len(known) != len(classes):
            warn(
                f"Number of classes in training fold ({len(known)}) does not match "
                f"total number of classes ({len(classes)}). Results may not be "
                "appropriate for your use case. Stratified folds have all classes in "
                "each.",
                RuntimeWarning,
            )
        elif np.ndim(said) < 2 or np.shape(said)[1] != len(known):
            return said  # one column for two classes, or one for each pair of classes
        return align_columns(said, np.asarray(known), classes, self.method)


def _classes(y: Any) -> tuple[Any, Any]:
    """Return a target, and its classes, or the classes of each of several targets.

    The classes of several targets are numbered, as scikit-learn does.
    """
    if y is None:
        return y, None
    if is_sparse(y):
        return y, [np.arange(2)] * y.shape[1]
    column = as_array(y, "y")
    if column.ndim != 2:
        return y, classes_of(y)
    each = [np.unique(labels, return_inverse=True) for labels in column.T]
    codes = np.column_stack([code for _, code in each])
    return codes, [np.arange(len(values)) for values, _ in each]


def _joined(said: list[Any], place: Rows) -> Any:
    """Put the parts together, and each row in its place."""
    if any(map(is_sparse, said)):
        from scipy.sparse import vstack

        return vstack(said, format=said[0].format)[place]
    if of_several(said[0]):
        return [
            np.concatenate([p[i] for p in said])[place] for i in range(len(said[0]))
        ]
    return np.concatenate(said)[place]


# --- permutation_test_score: scores for permuted targets


def permutation_test_score(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: ArrayLike | None = None,
    cv: Any = None,
    n_permutations: int = 100,
    n_jobs: int | None = None,
    random_state: RandomState = 0,
    verbose: int = 0,
    scoring: str | Callable[..., Any] | None = None,
    params: Params = None,
    pos_label: Label | None = None,
) -> tuple[float, NDArray[np.float64], float]:
    r"""Permutation test of whether a model predicts better than by chance.

    The targets are permuted, and the model is validated on them as on the real ones.

    .. math:: p = \frac{1 + \#\{b : s_b \geq s\}}{1 + B}

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs)
        Target to predict.
    groups : array_like of shape (n_samples,), optional
        Rows whose targets are permuted among themselves; they are also passed to the
        splitter.
    cv : int, splitter, iterable or None, default=None
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. None means 5.
    n_permutations : int, default=100
        Number of permutations, B.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    random_state : int, RandomState, Generator or None, default=0
        Source of the permutations. An int from 0 to 2³² − 1 or a ``RandomState`` gives
        scikit-learn's; from a ``Generator`` one 32-bit integer is drawn as the seed.
    verbose : int, default=0
        Above 0, joblib prints its progress.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign, or a
        callable (estimator, X, y). Also the name of a metric of the catalog or one of
        its functions, with its own sign. None: the estimator's own ``score``.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    score : float
        The mean over folds on the targets as they are.
    permutation_scores : ndarray of shape (n_permutations,)
        The same of permuted targets.
    pvalue : float
        From 1 / (n_permutations + 1) to 1.

    Raises
    ------
    ValueError
        If lengths differ, the scorer is unknown, or there is no permutation.
    TypeError
        If the estimator cannot be fitted, or a parameter is of a wrong type.

    See Also
    --------
    cross_val_score : the scores themselves.

    Notes
    -----
    For metrics where lower is better, permutations count if they are not above the
    score. Errors of a fit or a scorer are raised.

    References
    ----------
    .. [1] M. Ojala and G. C. Garriga, "Permutation tests for studying classifier
       performance", Journal of Machine Learning Research 11, 2010, 1833-1863 (Test 1).

    Examples
    --------
    >>> from fastmetrics import permutation_test_score
    >>> class Sign:
    ...     def fit(self, X, y):
    ...         ones = [row[0] for row, label in zip(X, y) if label]
    ...         self.up = 2 * sum(ones) > sum(row[0] for row in X)
    ...
    ...     def predict(self, X):
    ...         return [int((row[0] > 0) == self.up) for row in X]
    >>> X = [[value] for value in (-2, -1, -3, 1, 2, 3, -4, 4)]
    >>> score, scores, pvalue = permutation_test_score(
    ...     Sign(), X, [0, 0, 0, 1, 1, 1, 0, 1], cv=2, scoring="accuracy"
    ... )
    >>> score, len(scores)
    (1.0, 100)
    """
    times = whole(n_permutations, "n_permutations", 1)
    example = example_of(estimator)
    read = one_scorer(scoring, example).told(pos_label)
    check_jobs(n_jobs, None)
    if y is None:
        raise TypeError("y must be a target that can be permuted, got None.")
    data = read_data(X, y, groups)
    n = data.n
    within = _rows_by_group(data.groups, n)
    task, splitter, data = read_task(
        "permutation_test_score",
        example,
        data,
        read,
        cv,
        params,
        error_score="raise",
    )
    mean = _Mean(task, splitter, data)
    draws = Draws(random_state)
    score, held = mean(estimator, np.arange(n))
    repeat_warnings(held)
    results = run(
        mean,
        ((estimator, _permuted(draws, within, n)) for _ in range(times)),
        what="permutations",
        total=times,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    for _, held in results:
        repeat_warnings(held)
    scores = np.array([score for score, _ in results])
    [scorer] = task.scoring.scorers.values()
    lower = scorer.greater_is_better is False
    as_good = np.sum(scores <= score if lower else scores >= score)
    return score, scores, float((as_good + 1.0) / (times + 1))


class _Mean:
    """The mean score over folds, of targets in another order."""

    def __init__(self, task: Task, splitter: Any, data: Data) -> None:
        self._task = task
        self._splitter = splitter
        self._data = data

    def __call__(self, estimator: Any, order: Rows) -> tuple[float, list[Any]]:
        """Return the mean score, and warnings."""
        y = take_rows(self._task.y, order)
        task = replace(self._task, y=y)
        splits = split_rows(self._splitter, self._data._replace(y=y))
        fits = [task(fresh(estimator), train, test) for train, test in splits]
        if not fits:
            raise ValueError("cv must yield at least one split, got none.")
        held = [warning for each in fits for warning in each.warnings]
        return float(np.mean([fit.test["score"] for fit in fits])), held


def _rows_by_group(groups: Any, n: int) -> list[Rows] | None:
    """Return the rows of each group, the groups in sorted order."""
    if groups is None:
        return None
    encoded = encode_groups(groups, n).in_order()
    order = np.argsort(encoded.codes, kind="stable")
    return np.split(order, np.cumsum(encoded.counts)[:-1])


def _permuted(draws: Draws, within: list[Rows] | None, n: int) -> Rows:
    """Draw an order of the rows, in which rows stay within their groups."""
    with draws.twister() as twister:
        if within is None:
            return twister.permutation(n)
        order = np.empty(n, np.intp)
        for rows in within:
            order[rows] = rows[twister.permutation(len(rows))]
        return order


def cross_val_score(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: ArrayLike | None = None,
    scoring: str | Callable[..., Any] | None = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Params = None,
    pre_dispatch: int | str | None = "2*n_jobs",
    error_score: float | Literal["raise"] = math.nan,
    pos_label: Label | None = None,
) -> NDArray[np.float64]:
    """Return the cross-validated score of each fold.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), optional
        Target to predict.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign, or a
        callable (estimator, X, y). Also the name of a metric of the catalog or one of
        its functions, with its own sign. None: the estimator's own ``score``.
    cv : int, splitter, iterable or None, default=None
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. None means 5.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    verbose : int, default=0
        Above 0, joblib tells how far it is; above 1, a line is printed for each fit.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    pre_dispatch : int or str, default="2*n_jobs"
        Number of fits that joblib prepares ahead of its workers.
    error_score : float or "raise", default=nan
        The score where a fit or a scorer fails; "raise" raises the error instead.
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    ndarray of shape (n_splits,)

    Raises
    ------
    ValueError
        If lengths differ, the scorer is unknown, or all fits fail.
    TypeError
        If the estimator cannot be fitted, or a parameter is of a wrong type.

    Warns
    -----
    FitFailedWarning
        If a fit fails, but not all.
    UserWarning
        If the scorer fails.

    See Also
    --------
    cross_validate : several scores, and intervals of them.

    Notes
    -----
    The standard deviation of these scores does not give a standard error of their mean,
    because training parts have rows in common. `CrossValidation.interval` has valid
    ones.

    References
    ----------
    .. [1] M. Stone, "Cross-validatory choice and assessment of statistical
       predictions", Journal of the Royal Statistical Society B 36(2), 1974, 111-147.

    Examples
    --------
    >>> from fastmetrics import cross_val_score
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [1.0, 2.0, 4.0, 3.0, 5.0, 9.0]
    >>> cross_val_score(Mean(), X, y, cv=3, scoring="neg_mean_absolute_error")
    array([-3.75, -0.75, -4.5 ])
    """
    example = example_of(estimator)
    read = one_scorer(scoring, example).told(pos_label)
    result, _, _ = validated(
        "cross_val_score",
        estimator,
        example,
        read,
        (X, y, groups),
        cv,
        params=params,
        score_params=None,
        error_score=error_score,
        how={"n_jobs": n_jobs, "verbose": verbose, "pre_dispatch": pre_dispatch},
    )
    return result["test_score"]
