"""Bias and variance of a way of learning, by fitting it to many training sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings, is_one_of, whole
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.rows import n_rows, take_rows, takeable
from fastmetrics.selection.decomposition import BiasVarianceCurve, check_ddof
from fastmetrics.selection.decomposition.from_predictions import BiasVarianceSums
from fastmetrics.selection.splitters.k_folds import KFold
from fastmetrics.selection.splitters.random_splits import BootstrapSplit, ShuffleSplit
from fastmetrics.selection.validation import check_answers
from fastmetrics.selection.validation.arguments import (
    Data,
    check_params,
    cut_params,
    example_of,
    fresh,
    read_data,
    with_parameters,
)
from fastmetrics.selection.validation.fitting import (
    check_jobs,
    fit,
    repeat_warnings,
    run,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Progress
    from fastmetrics.selection.decomposition import (
        SquaredDecomposition,
        ZeroOneDecomposition,
    )
    from fastmetrics.selection.splitters import RandomState

    Rows = NDArray[np.intp]
    Params = Mapping[str, Any] | Callable[[Rows], Mapping[str, Any]]


def estimate_bias_variance(
    estimator: Any,
    X_train: Any,
    y_train: Any,
    X_test: Any,
    y_test: ArrayLike,
    *,
    loss: Literal["squared", "zero_one"] = "squared",
    n_rounds: int = 200,
    sampling: Sampling = "bootstrap",
    train_size: float | None = None,
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    params: Params | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    executor: Any = None,
    progress: Progress = False,
) -> SquaredDecomposition | ZeroOneDecomposition:
    """Decompose the loss of an estimator into bias, variance and noise.

    Copies of it are fitted to many training sets drawn from one sample, and predict the
    same rows.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X_train, y_train : array_like
        Rows from which training sets are drawn, and their targets.
    X_test : array_like
        Rows that all models predict.
    y_test : array_like of shape (n_samples,) or (n_observations, n_samples)
        Observed targets of these rows, numbers or labels; one row for each time that
        they were observed.
    loss : {"squared", "zero_one"}, default="squared"
        Loss of a prediction: its squared error, or 1 if it is wrong.
    n_rounds : int, default=200
        Number of training sets.
    sampling : {"bootstrap", "subsample", "parts"}, default="bootstrap"
        "bootstrap": a bootstrap sample of the rows. "subsample": a fraction of the
        rows, drawn without replacement. "parts": ``n_rounds`` disjoint parts of the
        rows.
    train_size : float or int, optional
        Size of a subsample, as a fraction or number of rows; half of the rows by
        default.
    y_optimal : array_like of shape (n_samples,), optional
        Best possible prediction of each row, if it is known. By default the observed
        target: the mean or mode of repeated observations.
    ddof : {0, 1}, default=0
        With 1, variances are unbiased: their divisor is one less than the number of
        models. Their expected contribution to the squared bias is subtracted, which may
        then be negative; the sum stays the same. For the 0-1 loss only the parts of
        Kohavi and Wolpert change.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per predicted row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        For the 0-1 loss: the first of these is the main prediction among labels that
        are predicted equally often. By default all labels that occur, sorted.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    executor : concurrent.futures.Executor, optional
        Runs the fits instead of ``n_jobs``; for example a Dask client.
    progress : bool or callable, default=False
        Show a progress bar, or call with (done, total).

    Returns
    -------
    SquaredDecomposition or ZeroOneDecomposition
        As `bias_variance_decomposition` returns it.

    Raises
    ------
    ValueError
        On mismatched or bad data, predictions of another length, an unknown option, and
        more parts than training rows.
    TypeError
        If the estimator lacks a method, or labels are of different kinds.

    Warns
    -----
    UndefinedMetricWarning
        If there is one round only and ``ddof=1``.

    See Also
    --------
    bias_variance_decomposition : The same from predictions; defines the parts.
    bias_variance_curve : For each value of a parameter.

    Notes
    -----
    Training sets drawn from one sample share rows and the peculiarities of that sample:
    the variance is underestimated, and the missing part appears in the bias. Only with
    ``sampling="parts"`` do they share no row; more parts are smaller parts, and a model
    of fewer rows has more bias and variance. Noise and bias can only be separated with
    repeated targets or ``y_optimal``.

    References
    ----------
    .. [1] R. Kohavi and D. H. Wolpert, "Bias plus variance decomposition for zero-one
       loss functions", ICML 1996, 275-283.

    Examples
    --------
    >>> from fastmetrics import estimate_bias_variance
    >>> class Mean:
    ...     def fit(self, X, y):
    ...         self.mean = sum(y) / len(y)
    ...
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> X, y = [[i] for i in range(6)], [1.0, 2.0, 4.0, 3.0, 5.0, 9.0]
    >>> found = estimate_bias_variance(Mean(), X, y, X, y, sampling="parts",
    ...                                n_rounds=2, random_state=0)
    >>> round(found.loss, 4), round(found.bias_squared, 4), round(found.variance, 4)
    (7.6667, 6.6667, 1.0)
    """
    task = _LearningTask(
        estimator, read_data(X_train, y_train), X_test, params, n_jobs, executor
    )
    sums = BiasVarianceSums(
        y_test,
        loss,
        y_optimal=y_optimal,
        sample_weight=sample_weight,
        labels=labels,
    )
    check_ddof(ddof)
    sets = [*training_sets(sampling, task.data.n, n_rounds, train_size, random_state)]
    sums.update(task.predictions(sets, {}, progress))
    return sums.decomposition(ddof=ddof)


def bias_variance_curve(
    estimator: Any,
    X_train: Any,
    y_train: Any,
    X_test: Any,
    y_test: ArrayLike,
    *,
    param_name: str,
    param_range: Sequence[Any],
    loss: Literal["squared", "zero_one"] = "squared",
    n_rounds: int = 200,
    sampling: Sampling = "bootstrap",
    train_size: float | None = None,
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    params: Params | None = None,
    random_state: RandomState = None,
    n_jobs: int | None = None,
    executor: Any = None,
    progress: Progress = False,
) -> BiasVarianceCurve:
    """Compute bias and variance of an estimator for each value of a parameter.

    All values see the same training sets.

    Parameters
    ----------
    estimator : object
        Object with ``fit(X, y)`` and the required prediction methods, or a function
        without arguments that returns one. It is copied for each fit and not changed.
    X_train, y_train : array_like
        Rows from which training sets are drawn, and their targets.
    X_test : array_like
        Rows that all models predict.
    y_test : array_like of shape (n_samples,) or (n_observations, n_samples)
        Observed targets of these rows, numbers or labels; one row for each time that
        they were observed.
    param_name : str
        The parameter that is varied.
    param_range : sequence
        Its values.
    loss : {"squared", "zero_one"}, default="squared"
        Loss of a prediction: its squared error, or 1 if it is wrong.
    n_rounds : int, default=200
        Number of training sets.
    sampling : {"bootstrap", "subsample", "parts"}, default="bootstrap"
        "bootstrap": a bootstrap sample of the rows. "subsample": a fraction of the
        rows, drawn without replacement. "parts": ``n_rounds`` disjoint parts of the
        rows.
    train_size : float or int, optional
        Size of a subsample, as a fraction or number of rows; half of the rows by
        default.
    y_optimal : array_like of shape (n_samples,), optional
        Best possible prediction of each row, if it is known. By default the observed
        target: the mean or mode of repeated observations.
    ddof : {0, 1}, default=0
        With 1, variances are unbiased: their divisor is one less than the number of
        models.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per predicted row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        For the 0-1 loss: the first of these is the main prediction among labels that
        are predicted equally often. By default all labels that occur, sorted.
    params : dict or callable, optional
        Keywords for ``fit``; arguments with an entry per row are cut to the training
        rows. A callable receives the indices of the training rows and returns the
        keywords.
    random_state : int, RandomState, Generator or None, default=None
        Source of the random numbers.
    n_jobs : int, optional
        Number of parallel workers, -1 for one per processor: processes of joblib, or
        threads if it is not installed. By default fits run one after the other.
    executor : concurrent.futures.Executor, optional
        Runs the fits instead of ``n_jobs``; for example a Dask client.
    progress : bool or callable, default=False
        Show a progress bar, or call with (done, total).

    Returns
    -------
    BiasVarianceCurve
        The values, and the decomposition for each; ``plot()`` draws them.

    Raises
    ------
    ValueError
        As `estimate_bias_variance`, and if there is no value.
    TypeError
        If the estimator lacks a method, or labels are of different kinds.

    Warns
    -----
    UndefinedMetricWarning
        If there is one round only and ``ddof=1``.

    See Also
    --------
    estimate_bias_variance : Without a parameter, with notes on the interpretation.
    validation_curve : Scores in place of losses and their parts.

    References
    ----------
    .. [1] S. Geman, E. Bienenstock and R. Doursat, "Neural networks and the
       bias/variance dilemma", Neural Computation 4(1), 1992, 1-58.

    Examples
    --------
    >>> from fastmetrics import bias_variance_curve
    >>> class Shrunken:
    ...     def __init__(self, factor=1.0):
    ...         self.factor = factor
    ...
    ...     def set_params(self, factor):
    ...         self.factor = factor
    ...         return self
    ...
    ...     def fit(self, X, y):
    ...         self.mean = self.factor * sum(y) / len(y)
    ...
    ...     def predict(self, X):
    ...         return [self.mean] * len(X)
    >>> X, y = [[i] for i in range(6)], [1.0, 2.0, 4.0, 3.0, 5.0, 9.0]
    >>> curve = bias_variance_curve(Shrunken(), X, y, X, y, sampling="parts",
    ...                             n_rounds=2, param_name="factor",
    ...                             param_range=[0.5, 1.0], random_state=0)
    >>> curve.variance.round(4)
    array([0.25, 1.  ])
    """
    task = _LearningTask(
        estimator, read_data(X_train, y_train), X_test, params, n_jobs, executor
    )
    if isinstance(param_range, str) or not len(param_range):
        raise ValueError("param_range must hold at least one value.")
    check_ddof(ddof)
    sets = [*training_sets(sampling, task.data.n, n_rounds, train_size, random_state)]
    decompositions = []
    for value in param_range:
        sums = BiasVarianceSums(
            y_test,
            loss,
            y_optimal=y_optimal,
            sample_weight=sample_weight,
            labels=labels,
        )
        sums.update(task.predictions(sets, {param_name: value}, progress))
        decompositions.append(sums.decomposition(ddof=ddof))
    return BiasVarianceCurve(param_name, tuple(param_range), tuple(decompositions))


class _LearningTask:
    """Estimator, training data, and rows to predict."""

    def __init__(
        self,
        estimator: Any,
        data: Data,
        X_test: Any,
        params: Any,
        n_jobs: int | None,
        executor: Any,
    ) -> None:
        example_of(estimator, ("fit", "predict"))
        if data.y is None:
            raise TypeError("y_train must be the targets of X_train, got None.")
        check_jobs(n_jobs, executor)
        self.estimator = estimator
        self.data = data
        self.n_test = n_rows(X_test, "X_test")
        self.X_test = takeable(X_test)
        self.params = check_params(params, data.n, "params")
        self.n_jobs = n_jobs
        self.executor = executor

    def predictions(
        self, sets: Sequence[Rows], parameters: Mapping[str, Any], progress: Any
    ) -> NDArray[Any]:
        """Return the predictions of the models of all training sets, a row for each."""
        results = run(
            _Round(self.data, self.X_test, self.n_test, self.params),
            (
                (with_parameters(fresh(self.estimator), parameters), rows)
                for rows in sets
            ),
            what="fits",
            total=len(sets),
            n_jobs=self.n_jobs,
            executor=self.executor,
            progress=progress,
        )
        for _, held in results:
            repeat_warnings(held)
        return np.array([_plain(said) for said, _ in results])


@dataclass(frozen=True)
class _Round:
    """Fits a model to a training set and returns its predictions."""

    data: Data
    X_test: Any
    n_test: int
    params: Any

    def __call__(self, estimator: Any, rows: Rows) -> tuple[Any, Any]:
        """Return the predictions, and warnings."""
        with hold_warnings() as held:
            X, y = self.data.X, self.data.y
            keywords = cut_params(self.params, rows, self.data.n)
            fit(estimator, take_rows(X, rows), take_rows(y, rows), keywords)
            said = estimator.predict(self.X_test)
            check_answers(said, self.n_test, "predict")
        return said, held


def _plain(said: Any) -> NDArray[Any]:
    """Return predictions as an array of one dimension."""
    return as_column(said, "predict")


# --- training sets drawn from one sample, for models that are to differ as they do

Sampling = Literal["bootstrap", "subsample", "parts"]
SAMPLINGS = ("bootstrap", "subsample", "parts")


def training_sets(
    sampling: Any, n: int, n_rounds: Any, train_size: Any, random_state: Any
) -> Iterator[Rows]:
    """Return the rows of each training set: ``n_rounds`` of them.

    Raises
    ------
    ValueError
        If the sampling is unknown, or there are too few rows for it.
    """
    if not is_one_of(sampling, SAMPLINGS) or sampling is None:
        raise ValueError(
            f"sampling must be one of {', '.join(map(repr, SAMPLINGS))}; got "
            f"{shown(sampling)}."
        )
    rounds = whole(n_rounds, "n_rounds", 1)
    if sampling != "subsample" and train_size is not None:
        raise ValueError("train_size must be None unless sampling='subsample'.")
    if sampling == "bootstrap":
        counts = BootstrapSplit(rounds, random_state=random_state).counts(n)
        return (np.repeat(np.arange(n), drawn) for drawn in counts)
    if sampling == "parts":
        if not 2 <= rounds <= n:
            raise ValueError(
                f"n_rounds must be from 2 to the {n} training rows with "
                f"sampling='parts', got {rounds}."
            )
        parts = KFold(rounds, shuffle=True, random_state=random_state)
        return (part for _, part in parts.split(n))
    size = 0.5 if train_size is None else train_size
    drawn_apart = ShuffleSplit(rounds, train_size=size, random_state=random_state)
    return (drawn for drawn, _ in drawn_apart.split(n))
