"""cross_validate and cross_val_score: fit, predict once, and read all scores off it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.selection.validation.arguments import example_of, read_data, split_rows
from fastmetrics.selection.validation.fitting import (
    check_error_score,
    check_jobs,
    fill_scores,
    fit_folds,
    read_task,
    tell_of_failures,
)
from fastmetrics.selection.validation.result import CrossValidation
from fastmetrics.selection.validation.scorers import Scoring, one_scorer, read_scoring

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label, Progress
    from fastmetrics.selection.validation.arguments import Params
    from fastmetrics.selection.validation.fitting import Fit


def cross_validate(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    groups: ArrayLike | None = None,
    scoring: Any = None,
    cv: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    params: Params = None,
    pre_dispatch: int | str = "2*n_jobs",
    return_train_score: bool = False,
    return_estimator: bool = False,
    return_indices: bool = False,
    error_score: float | Literal["raise"] = math.nan,
    return_predictions: bool = False,
    score_params: Mapping[str, Any] | None = None,
    executor: Any = None,
    progress: Progress = False,
    pos_label: Label | None = None,
) -> CrossValidation:
    """Cross-validate a model: fit it on each training part, score it on the test part.

    Parameters
    ----------
    estimator : object
        Anything with ``fit(X, y)`` and the methods that are asked for, or a function of
        no arguments that makes one. It is copied for each fit and stays as it is.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        The rows, of which parts of the same type are handed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), optional
        What is to be predicted.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together, for splitters that keep groups whole.
    scoring : str, callable, list, dict or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign; the name of
        a metric of the catalog or one of our functions, with its own sign; or a
        callable (estimator, X, y). Several in a list, or in a dict with names for them.
        A callable may return a dict of numbers. None: the estimator's own ``score``.
    cv : int, splitter, iterable or None, default=None
        As `check_cv` takes it: a number of folds, stratified where a classifier
        predicts classes; a splitter; or pairs (train, test) of row numbers or masks.
        None stands for 5.
    n_jobs : int, optional
        How many workers fit at a time, -1 for one per processor: joblib's, or threads
        where it is not installed. By default no workers.
    verbose : int, default=0
        Above 0, joblib tells how far it is; above 1, a line is printed for each fit.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable gets the numbers of the training rows and returns the keywords.
    pre_dispatch : int or str, default="2*n_jobs"
        How many fits joblib prepares ahead of its workers.
    return_train_score : bool, default=False
        Whether to score also the training rows, for `CrossValidation.gap`.
    return_estimator : bool, default=False
        Whether to keep the models, as "estimator".
    return_indices : bool, default=False
        Whether to keep the row numbers of both parts, as "indices".
    error_score : float or "raise", default=nan
        The score where a fit or a scorer fails; "raise" raises the error instead.
    return_predictions : bool, default=False
        Whether to keep the out-of-fold predictions, as "predictions": a dict per fold,
        by the estimator's method, including "predict".
    score_params : dict, optional
        Keywords for metrics, cut as those for ``fit`` are; ``sample_weight`` weights
        the metrics that can be weighted.
    executor : concurrent.futures.Executor, optional
        Fits in place of ``n_jobs``; a Dask client will do.
    progress : bool or callable, default=False
        Show a bar, or call with (done, total).
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    CrossValidation
        A dict: "test_score", or ``test_`` and the name of each of several scorers, and
        "fit_time" and "score_time" in seconds, an array with an entry per fold each;
        with attributes and intervals.

    Raises
    ------
    ValueError
        If lengths differ, a scorer is unknown, a split has rows that there are not, or
        all fits fail.
    TypeError
        If the estimator cannot be fitted, or a parameter is of a wrong type.

    Warns
    -----
    FitFailedWarning
        If a fit fails, but not all.
    UserWarning
        If a scorer fails.

    See Also
    --------
    cross_val_score : one score per fold.
    cross_val_predict : out-of-fold predictions of each row.

    Notes
    -----
    Each method of a model is called once per part, and all metrics are computed from
    its result. Keys, values, warnings and errors are the same as in scikit-learn 1.9.1.
    It differs where a class is missing in a part: columns are then brought into the
    order of all classes, those that the model has not met with the probability 0, and
    metrics are told which classes there are. scikit-learn's score of such a part is
    NaN, or one of other classes than it seems.

    To stop early without using the held-out rows, pass ``params`` as a function that
    sets aside some of the training rows for validation.

    Where scikit-learn is loaded and its metadata routing switched on, the entries of
    ``params`` go to whom they are requested by, groups for the splitter among them;
    metrics of this package request none.

    References
    ----------
    .. [1] M. Stone, "Cross-validatory choice and assessment of statistical
       predictions", Journal of the Royal Statistical Society B 36(2), 1974, 111-147.

    Examples
    --------
    >>> from fastmetrics import cross_validate
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [1.0, 2.0, 4.0, 3.0, 5.0, 9.0]
    >>> found = cross_validate(Mean(), X, y, cv=3, scoring=["mae", "max_error"])
    >>> found["test_mae"]
    array([3.75, 0.75, 4.5 ])
    >>> found.predictions["predict"]
    array([5.25, 5.25, 4.25, 4.25, 2.5 , 2.5 ])
    """
    for name, flag in (
        ("return_train_score", return_train_score),
        ("return_estimator", return_estimator),
        ("return_indices", return_indices),
        ("return_predictions", return_predictions),
    ):
        check_flag(flag, name)
    example = example_of(estimator)
    read = read_scoring(scoring, example).told(pos_label)
    result, fits, splits = _validated(
        "cross_validate",
        estimator,
        example,
        read,
        (X, y, groups),
        cv,
        params=params,
        score_params=score_params,
        error_score=error_score,
        train_scores=return_train_score,
        keep_estimator=return_estimator,
        keep_predictions=True,
        also=("predict",) if return_predictions else (),
        how={
            "n_jobs": n_jobs,
            "verbose": verbose,
            "pre_dispatch": pre_dispatch,
            "executor": executor,
            "progress": progress,
        },
    )
    if return_estimator:
        result["estimator"] = [fit.estimator for fit in fits]
    if return_indices:
        train, test = zip(*splits, strict=True)
        result["indices"] = {"train": train, "test": test}
    if return_predictions:
        result["predictions"] = [*result.fold_predictions]
    return result


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
        Anything with ``fit(X, y)`` and the methods that are asked for, or a function of
        no arguments that makes one. It is copied for each fit and stays as it is.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        The rows, of which parts of the same type are handed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), optional
        What is to be predicted.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together, for splitters that keep groups whole.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign; the name of
        a metric of the catalog or one of our functions, with its own sign; or a
        callable (estimator, X, y). None: the estimator's own ``score``.
    cv : int, splitter, iterable or None, default=None
        As `check_cv` takes it: a number of folds, stratified where a classifier
        predicts classes; a splitter; or pairs (train, test) of row numbers or masks.
        None stands for 5.
    n_jobs : int, optional
        How many workers fit at a time, -1 for one per processor: joblib's, or threads
        where it is not installed. By default no workers.
    verbose : int, default=0
        Above 0, joblib tells how far it is; above 1, a line is printed for each fit.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable gets the numbers of the training rows and returns the keywords.
    pre_dispatch : int or str, default="2*n_jobs"
        How many fits joblib prepares ahead of its workers.
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
    result, _, _ = _validated(
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


def _validated(
    caller: str,
    estimator: Any,
    example: Any,
    scoring: Scoring,
    data: tuple[Any, Any, Any],
    cv: Any,
    *,
    params: Params,
    score_params: Mapping[str, Any] | None,
    error_score: Any,
    how: dict[str, Any],
    **options: Any,
) -> tuple[CrossValidation, list[Fit], list[Any]]:
    """Fit and score all folds."""
    check_error_score(error_score)
    check_jobs(how["n_jobs"], how.get("executor"))
    task, splitter, read = read_task(
        caller,
        example,
        read_data(*data),
        scoring,
        cv,
        params,
        score_params=score_params,
        error_score=error_score,
        **options,
    )
    total = None
    if how.get("progress"):
        total = int(splitter.get_n_splits(read.X, read.y, read.groups))
    splits = split_rows(splitter, read)
    fits, pairs = fit_folds(task, estimator, splits, total=total, **how)
    tell_of_failures(fits, error_score)
    names = fill_scores(fits, task.scoring, error_score)
    scores = CrossValidation(
        fit_time=np.array([fit.fit_time for fit in fits]),
        score_time=np.array([fit.score_time for fit in fits]),
    )
    for name in names:
        scores[f"test_{name}"] = np.array([fit.test[name] for fit in fits])
        if task.train_scores:
            scores[f"train_{name}"] = np.array([fit.train[name] for fit in fits])
    scores.scorers = dict(task.scoring.scorers)
    scores.y, scores.classes, scores.n_rows = read.y, task.classes, read.n
    scores.test_rows = tuple(test for _, test in pairs)
    scores.n_train = np.array([fit.n_train for fit in fits])
    scores.n_test = np.array([fit.n_test for fit in fits])
    scores.failed = np.array([fit.error is not None for fit in fits])
    scores.score_weight = (score_params or {}).get("sample_weight")
    weights = [
        scorer.routed.get("sample_weight") for scorer in task.scoring.scorers.values()
    ]
    if weights[0] is not None and all(weight is weights[0] for weight in weights):
        scores.score_weight = weights[0]
    scores.again = task, estimator
    scores.fold_predictions = tuple(fit.predictions for fit in fits)
    return scores, fits, pairs
