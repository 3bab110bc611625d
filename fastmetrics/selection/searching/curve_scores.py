"""learning_curve and validation_curve: scores by training rows or by a parameter."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import check_flag, hold_warnings, warn
from fastmetrics._inputs.columns import as_column
from fastmetrics.selection.searching.curve_displays import TRAIN_SIZES, score_name_of
from fastmetrics.selection.searching.curves import LearningCurve, ValidationCurve
from fastmetrics.selection.searching.strategies import Job, prepare
from fastmetrics.selection.splitters import numpy_state
from fastmetrics.selection.validation.arguments import classes_of, cut_params
from fastmetrics.selection.validation.fitting import Fit, Task

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.selection.splitters import RandomState
    from fastmetrics.selection.validation.arguments import Params

    Rows = NDArray[np.intp]


# --- learning_curve: scores by the number of training rows


def learning_curve(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: ArrayLike | None = None,
    train_sizes: ArrayLike = TRAIN_SIZES,
    cv: Any = None,
    scoring: str | Callable[..., Any] | None = None,
    exploit_incremental_learning: bool = False,
    n_jobs: int | None = None,
    pre_dispatch: int | str = "all",
    verbose: int = 0,
    shuffle: bool = False,
    random_state: RandomState = None,
    error_score: float | Literal["raise"] = math.nan,
    return_times: bool = False,
    params: Params = None,
    pos_label: Label | None = None,
) -> LearningCurve:
    """Compute a learning curve: scores for growing numbers of training rows.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), or None
        Target to predict.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    train_sizes : array_like of shape (n_ticks,), default=(0.1, 0.325, 0.55, 0.775, 1)
        How many of the training rows are used: floats are proportions of them, integers
        numbers of rows.
    cv : int, splitter, iterable or None, default=None
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. None means 5.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign, or a
        callable (estimator, X, y). Also the name of a metric of the catalog or one of
        its functions, with its own sign. None: the estimator's own ``score``.
    exploit_incremental_learning : bool, default=False
        Whether a model goes on learning with ``partial_fit`` from one size to the next.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    pre_dispatch : int or str, default="all"
        Number of fits that joblib prepares ahead of its workers.
    verbose : int, default=0
        Above 0, joblib tells how far it is, and the sizes are printed.
    shuffle : bool, default=False
        Whether the training rows are put into random order before the first of them are
        taken. Without it, rows in the order of time or class give small sizes other
        data.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers, if ``shuffle`` is true.
    error_score : float or "raise", default=nan
        The score where a fit or a scorer fails; "raise" raises the error instead.
    return_times : bool, default=False
        Whether the seconds of each fit and scoring are returned.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    LearningCurve
        A tuple of ``train_sizes``, ``train_scores`` and ``test_scores``, and with
        ``return_times`` of ``fit_times`` and ``score_times``, each but the first of
        shape (n_ticks, n_folds). Equal sizes are taken once. Its ``intervals()`` are
        the means with their confidence intervals, and ``plot()`` draws both.

    Raises
    ------
    ValueError
        If sizes are beyond the training rows, all fits fail, or an option is unknown.
    TypeError
        If the estimator lacks a method, or X is not data.

    Warns
    -----
    FitFailedWarning
        If some of the fits failed.
    RuntimeWarning
        If two sizes are the same number of rows.

    See Also
    --------
    validation_curve : scores by the value of a parameter.
    LearningCurveDisplay : the picture.

    References
    ----------
    .. [1] C. Perlich, F. Provost and J. S. Simonoff, "Tree induction vs. logistic
       regression: a learning-curve analysis", Journal of Machine Learning Research 4,
       2003, 211-255.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import learning_curve
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = np.mean(y)
    ...     def predict(self, X):
    ...         return np.full(len(X), self.mean)
    >>> y = np.arange(20) % 7.0
    >>> curve = learning_curve(
    ...     Mean(), y[:, None], y, train_sizes=[4, 16], scoring="mae")
    >>> curve.train_sizes
    array([ 4, 16])
    >>> [round(one.estimate, 2) for one in curve.intervals()]
    [2.2, 1.76]
    """
    for name, flag in (
        ("exploit_incremental_learning", exploit_incremental_learning),
        ("shuffle", shuffle),
        ("return_times", return_times),
    ):
        check_flag(flag, name)
    setup = prepare(
        "learning_curve",
        estimator,
        X,
        y,
        groups,
        cv=cv,
        scoring=scoring,
        pos_label=pos_label,
        params=params,
        error_score=error_score,
        n_jobs=n_jobs,
        method="partial_fit" if exploit_incremental_learning else "fit",
        train_scores=True,
    )
    if exploit_incremental_learning and not hasattr(setup.example, "partial_fit"):
        raise ValueError(
            "estimator must have a method 'partial_fit' to exploit incremental "
            f"learning, but {type(setup.example).__name__} has none."
        )
    splits = setup.splits
    sizes = _sizes(train_sizes, len(splits[0][0]))
    if verbose > 0:
        print(f"[learning_curve] Training set sizes: {sizes}")
    if shuffle:
        draws = numpy_state(random_state)
        splits = [(draws.permutation(train), test) for train, test in splits]

    def jobs() -> Iterator[Job]:
        for train, test in splits:
            if exploit_incremental_learning:
                yield {}, train, test
            else:
                yield from (({}, train[:size], test) for size in sizes)

    how: dict[str, Any] = {
        "n_jobs": n_jobs,
        "verbose": verbose,
        "pre_dispatch": pre_dispatch,
    }
    if exploit_incremental_learning:
        classes = classes_of(setup.task.y) if setup.task.classifier else None
        grow = partial(_grow, setup.task, sizes, classes)
        fits = [
            fit for each in setup.fit_each(jobs(), task=grow, **how) for fit in each
        ]
    else:
        fits = setup.fit_each(jobs(), **how)
    test, train = setup.scores(fits)
    parts = [sizes, _by_size(train, sizes), _by_size(test, sizes)]
    if return_times:
        parts.append(_by_size([fit.fit_time for fit in fits], sizes))
        parts.append(_by_size([fit.score_time for fit in fits], sizes))
    return LearningCurve.of(
        parts,
        splits,
        score_name_of(None, scoring, False),
        setup.scorer.ends,
        shuffled=shuffle,
    )


def _sizes(train_sizes: Any, most: int) -> NDArray[np.int64]:
    """Return the distinct sizes of training sets in ascending order."""
    sizes = as_column(train_sizes, "train_sizes")
    if not len(sizes):
        raise ValueError("train_sizes must have at least one size, got none.")
    if sizes.dtype.kind not in "iuf":
        raise TypeError(f"train_sizes must be numbers, got {sizes.dtype}.")
    low, high = sizes.min(), sizes.max()
    if sizes.dtype.kind == "f":
        if not (low > 0 and high <= 1):
            raise ValueError(
                "train_sizes has been interpreted as fractions of the maximum number "
                f"of training samples and must be within (0, 1], but is within "
                f"[{low:f}, {high:f}]."
            )
        sizes = np.clip((sizes * most).astype(np.int64), 1, most)
    elif not (low > 0 and high <= most):
        raise ValueError(
            "train_sizes has been interpreted as absolute numbers of training samples "
            f"and must be within (0, {most}], but is within [{low}, {high}]."
        )
    distinct = np.unique(sizes).astype(np.int64)
    if len(distinct) < len(sizes):
        warn(
            "Removed duplicate entries from 'train_sizes'. Number of ticks will be "
            f"less than the size of 'train_sizes': {len(distinct)} instead of "
            f"{len(sizes)}.",
            RuntimeWarning,
        )
    return distinct


def _by_size(values: list[Any], sizes: NDArray[np.int64]) -> NDArray[Any]:
    """Return values of fits, fold by fold, as a row per size."""
    return np.array(values).reshape(-1, len(sizes)).T


def _grow(
    task: Task,
    sizes: NDArray[np.int64],
    classes: Any,
    estimator: Any,
    train: Rows,
    test: Rows,
) -> list[Fit]:
    """Let one estimator learn on, from one size to the next, and score it at each."""
    labels = {} if classes is None else {"classes": classes}
    fits = []
    for size, new in zip(sizes, np.split(train, sizes)[:-1], strict=True):
        learnt = train[:size]
        done = Fit({}, {}, len(test), len(learnt))
        with hold_warnings() as done.warnings:
            start = time.perf_counter()
            X_new, y_new = task.part(new, learnt)
            target = () if y_new is None else (y_new,)
            keywords = cut_params(task.params, new, task.n)
            estimator.partial_fit(X_new, *target, **labels, **keywords)
            done.fit_time = time.perf_counter() - start
            for part in ("test", "train"):
                rows = test if part == "test" else learnt
                X_part, y_part = task.part(rows, learnt)
                said = task.said(estimator, X_part, rows)
                setattr(done, part, task.scores(said, y_part, rows))
            done.score_time = time.perf_counter() - start - done.fit_time
        fits.append(done)
    return fits


# --- validation_curve: scores by the value of one parameter


def validation_curve(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    param_name: str,
    param_range: ArrayLike,
    groups: ArrayLike | None = None,
    cv: Any = None,
    scoring: str | Callable[..., Any] | None = None,
    n_jobs: int | None = None,
    pre_dispatch: int | str = "all",
    verbose: int = 0,
    error_score: float | Literal["raise"] = math.nan,
    params: Params = None,
    pos_label: Label | None = None,
) -> ValidationCurve:
    """Compute a validation curve: scores for each value of a parameter.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        Rows; parts of the same type are passed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), or None
        Target to predict.
    param_name : str
        The parameter that is varied.
    param_range : array_like of shape (n_ticks,)
        Its values; `parameter_range` makes some at equal steps.
    groups : array_like of shape (n_samples,), optional
        Group of each row, for splitters that keep groups whole.
    cv : int, splitter, iterable or None, default=None
        As in `check_cv`: a number of folds, stratified for classifiers of classes; a
        splitter; or pairs (train, test) of row numbers or masks. None means 5.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign, or a
        callable (estimator, X, y). Also the name of a metric of the catalog or one of
        its functions, with its own sign. None: the estimator's own ``score``.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    pre_dispatch : int or str, default="all"
        Number of fits that joblib prepares ahead of its workers.
    verbose : int, default=0
        Above 0, joblib prints its progress.
    error_score : float or "raise", default=nan
        The score where a fit or a scorer fails; "raise" raises the error instead.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    pos_label : int, float, bool or str, optional
        The positive label, for scorers that have one; by default the label of their
        metric.

    Returns
    -------
    ValidationCurve
        A tuple of ``train_scores`` and ``test_scores`` of shape (n_ticks, n_folds).
        Its ``intervals()`` are the means with their confidence intervals, and
        ``plot()`` draws both.

    Raises
    ------
    ValueError
        If the estimator lacks the parameter, there are no values, all fits fail, or an
        option is unknown.
    TypeError
        If the estimator lacks a method, or X is not data.

    Warns
    -----
    FitFailedWarning
        If some of the fits failed.

    See Also
    --------
    learning_curve : scores by the number of training rows.
    ValidationCurveDisplay : the picture.
    search : the best of many combinations of parameters.

    Notes
    -----
    The best score along the curve is optimistic because it was chosen:
    `selection_corrected_score` estimates the value on new rows.

    References
    ----------
    .. [1] T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical
       Learning", 2nd edition, Springer, 2009, section 7.2.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import validation_curve
    >>> class Shrunk:
    ...     def __init__(self, by=0.0):
    ...         self.by = by
    ...     def get_params(self, deep=True):
    ...         return {"by": self.by}
    ...     def set_params(self, by):
    ...         self.by = by
    ...         return self
    ...     def fit(self, X, y):
    ...         self.mean = (1 - self.by) * np.mean(y)
    ...     def predict(self, X):
    ...         return np.full(len(X), self.mean)
    >>> y = np.arange(20) % 7.0
    >>> curve = validation_curve(
    ...     Shrunk(), y[:, None], y, param_name="by", param_range=[0, 0.5],
    ...     scoring="mae")
    >>> [round(one.estimate, 2) for one in curve.intervals()]
    [1.76, 2.0]
    """
    if not isinstance(param_name, str):
        raise TypeError(f"param_name must be a str, got {type(param_name).__name__}.")
    values = _values(param_range)
    setup = prepare(
        "validation_curve",
        estimator,
        X,
        y,
        groups,
        cv=cv,
        scoring=scoring,
        pos_label=pos_label,
        params=params,
        error_score=error_score,
        n_jobs=n_jobs,
        train_scores=True,
    )

    def jobs() -> Iterator[Job]:
        for train, test in setup.splits:
            for value in values:
                yield {param_name: value}, train, test

    fits = setup.fit_each(
        jobs(), n_jobs=n_jobs, verbose=verbose, pre_dispatch=pre_dispatch
    )
    parts = [
        np.array(scores).reshape(-1, len(values)).T for scores in setup.scores(fits)
    ]
    return ValidationCurve.of(
        parts[::-1],
        setup.splits,
        score_name_of(None, scoring, False),
        setup.scorer.ends,
        param_name=param_name,
        param_range=param_range,
    )


def _values(param_range: Any) -> list[Any]:
    """Return the values of a parameter, of a type that models take."""
    try:
        values = list(param_range)
    except TypeError:
        raise TypeError(
            f"param_range must be a list of values, got {type(param_range).__name__}."
        ) from None
    if not values:
        raise ValueError("param_range must have at least one value, got none.")
    return values
