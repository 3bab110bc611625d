"""validation_curve: scores by the value of one parameter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics.selection.searching.curve_drawing import score_name_of
from fastmetrics.selection.searching.curves import ValidationCurve
from fastmetrics.selection.searching.fits import prepare

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Label
    from fastmetrics.selection.searching.fits import Job
    from fastmetrics.selection.validation.fit_parameters import Params

__all__ = ["validation_curve"]


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
        Anything with ``fit(X, y)`` and the methods that are asked for, or a function of
        no arguments that makes one. It is copied for each fit and stays as it is.
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        The rows, of which parts of the same type are handed to the estimator.
    y : array_like of shape (n_samples,) or (n_samples, n_outputs), or None
        What is to be predicted.
    param_name : str
        The parameter that is varied.
    param_range : array_like of shape (n_ticks,)
        Its values; `parameter_range` makes some at equal steps.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together, for splitters that keep groups whole.
    cv : int, splitter, iterable or None, default=None
        As `check_cv` takes it: a number of folds, stratified where a classifier
        predicts classes; a splitter; or pairs (train, test) of row numbers or masks.
        None stands for 5.
    scoring : str, callable or None, default=None
        The score: the name of one of scikit-learn's scorers, with its sign; the name of
        a metric of the catalog or one of our functions, with its own sign; or a
        callable (estimator, X, y). None: the estimator's own ``score``.
    n_jobs : int, optional
        How many workers fit at a time, -1 for one per processor: joblib's, or threads
        where it is not installed. By default no workers.
    pre_dispatch : int or str, default="all"
        How many fits joblib prepares ahead of its workers.
    verbose : int, default=0
        Above 0, joblib tells how far it is.
    error_score : float or "raise", default=nan
        The score where a fit or a scorer fails; "raise" raises the error instead.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable gets the numbers of the training rows and returns the keywords.
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
    learning_curve : scores by how many rows were learnt from.
    ValidationCurveDisplay : the picture.
    search : the best of many combinations of parameters.

    Notes
    -----
    The best score along the curve is too good, for it was chosen:
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
    made = prepare(
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
        for train, test in made.splits:
            for value in values:
                yield {param_name: value}, train, test

    fits = made.fit_each(
        jobs(), n_jobs=n_jobs, verbose=verbose, pre_dispatch=pre_dispatch
    )
    found = [
        np.array(scores).reshape(-1, len(values)).T for scores in made.scores(fits)
    ]
    return ValidationCurve.of(
        found[::-1],
        made.splits,
        score_name_of(None, scoring, False),
        made.scorer.ends,
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
