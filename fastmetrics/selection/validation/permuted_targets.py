"""permutation_test_score: whether a model finds more than there is by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics._inputs.rows import take_rows
from fastmetrics._inputs.tables import encode_groups
from fastmetrics.selection.splitters.splitter import Draws
from fastmetrics.selection.validation.arguments import (
    check_params,
    example_of,
    fresh,
    read_data,
    routed,
    split_rows,
    splitter_of,
)
from fastmetrics.selection.validation.fitting import (
    check_jobs,
    repeat_warnings,
    run,
    task_of,
)
from fastmetrics.selection.validation.scorers import one_scorer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.selection.splitters.splitter import RandomState
    from fastmetrics.selection.validation.arguments import Data, Params
    from fastmetrics.selection.validation.fitting import Task

    Rows = NDArray[np.intp]


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
        Anything with ``fit(X, y)`` and the methods that are asked for, or a function of
        no arguments that makes one. It is copied for each fit and stays as it is.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        The rows, of which parts of the same type are handed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs)
        What is to be predicted.
    groups : array_like of shape (n_samples,), optional
        Rows whose targets are permuted among themselves; they are also passed to the
        splitter.
    cv : int, splitter, iterable or None, default=None
        As `check_cv` takes it: a number of folds, stratified where a classifier
        predicts classes; a splitter; or pairs (train, test) of row numbers or masks.
        None stands for 5.
    n_permutations : int, default=100
        How many times the targets are permuted, B.
    n_jobs : int, optional
        How many workers fit at a time, -1 for one per processor: joblib's, or threads
        where it is not installed. By default no workers.
    random_state : int, RandomState, Generator or None, default=0
        Where the permutations come from. An int from 0 to 2³² − 1 or a ``RandomState``
        gives scikit-learn's; of a ``Generator`` one 32-bit integer is drawn as the
        seed.
    verbose : int, default=0
        Above 0, joblib tells how far it is.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign; the name of
        a metric of the catalog or one of our functions, with its own sign; or a
        callable (estimator, X, y). None: the estimator's own ``score``.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable gets the numbers of the training rows and returns the keywords.
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
    check_params(params, n, "params")
    within = _rows_by_group(data.groups, n)
    splitter = splitter_of(cv, y, example)
    params, data, read = routed(
        "permutation_test_score",
        params,
        data,
        estimator=example,
        splitter=splitter,
        scoring=read,
    )
    task = task_of(data, example, read, params=params, error_score="raise")
    mean = _Mean(task, splitter, data)
    draws = Draws(random_state)
    score, held = mean(estimator, np.arange(n))
    repeat_warnings(held)
    found = run(
        mean,
        ((estimator, _permuted(draws, within, n)) for _ in range(times)),
        what="permutations",
        total=times,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    for _, held in found:
        repeat_warnings(held)
    scores = np.array([one for one, _ in found])
    [scorer] = read.scorers.values()
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
        held = [one for each in fits for one in each.warnings]
        return float(np.mean([one.test["score"] for one in fits])), held


def _rows_by_group(groups: Any, n: int) -> list[Rows] | None:
    """Return the rows of each group, the groups in sorted order."""
    if groups is None:
        return None
    found = encode_groups(groups, n).in_order()
    order = np.argsort(found.codes, kind="stable")
    return np.split(order, np.cumsum(found.counts)[:-1])


def _permuted(draws: Draws, within: list[Rows] | None, n: int) -> Rows:
    """Draw an order of the rows, in which rows stay within their groups."""
    with draws.twister() as twister:
        if within is None:
            return twister.permutation(n)
        order = np.empty(n, np.intp)
        for rows in within:
            order[rows] = rows[twister.permutation(len(rows))]
        return order
