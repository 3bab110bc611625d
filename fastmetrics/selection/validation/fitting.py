"""Fits of an estimator on parts of the rows, run one by one or in parallel."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from traceback import format_exc
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings, is_real, warn
from fastmetrics._inputs.rows import take_rows
from fastmetrics.exceptions import FitFailedWarning
from fastmetrics.intervals.resolve import reporting
from fastmetrics.selection.validation import Responses
from fastmetrics.selection.validation.arguments import (
    check_params,
    classes_of,
    cut_params,
    fresh,
    is_classifier,
    is_pairwise,
    of_no_rows,
    routed,
    splitter_of,
)
from fastmetrics.selection.validation.scorers import Scoring, checked_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Progress
    from fastmetrics.selection.validation.arguments import Data, Params

    Rows = NDArray[np.intp]

Scores = dict[str, Any]


@dataclass(slots=True)
class Fit:
    """The result of one fit.

    Attributes
    ----------
    test, train : dict
        Scores by the scorer's name, of the rows held out and of those learnt from; a
        callable that returns a dict has its own names. Empty if the fit failed.
    n_test, n_train : int
        Rows of either part.
    fit_time, score_time : float
        Seconds.
    error : str or None
        The traceback, if the fit failed.
    estimator : object or None
        Fitted, if it was asked for.
    predictions : dict
        Predictions of the test rows, by the method of the estimator.
    warnings : list
        Messages and categories, for the caller to warn of.
    """

    test: Scores
    train: Scores
    n_test: int
    n_train: int
    fit_time: float = 0.0
    score_time: float = 0.0
    error: str | None = None
    estimator: Any = None
    predictions: dict[str, Any] = field(default_factory=dict)
    warnings: list[tuple[str, type[Warning]]] = field(default_factory=list)


@dataclass(frozen=True)
class Task:
    """Data and settings that all fits have in common.

    Attributes
    ----------
    X, y : object
        All rows; y is None where there is no target.
    n : int
        How many rows.
    scoring : Scoring
        Scorer of the test rows.
    classes : ndarray or None
        The classes of y in sorted order, where a metric reads a column for each.
    classifier : bool
        Whether the estimator is one.
    pairwise : bool
        Whether X has a value for each pair of rows.
    params : mapping or callable or None
        Keywords of ``fit``.
    score_params : mapping or None
        Keywords of metrics.
    error_score : float or "raise"
        The score where a fit or a metric fails.
    train_scores, keep_estimator, keep_predictions : bool
        What else is wanted.
    also : tuple of str
        Methods to be asked whether or not a metric reads them.
    """

    X: Any
    y: Any
    n: int
    scoring: Scoring
    classes: Any = None
    classifier: bool = False
    pairwise: bool = False
    params: Params = None
    score_params: Mapping[str, Any] | None = None
    error_score: Any = float("nan")
    train_scores: bool = False
    keep_estimator: bool = False
    keep_predictions: bool = False
    also: tuple[str, ...] = ()

    def __call__(self, estimator: Any, train: Rows, test: Rows) -> Fit:
        """Fit an estimator, which is this call's own, and score it."""
        done = Fit({}, {}, len(test), len(train))
        with hold_warnings() as done.warnings:
            self._run(estimator, train, test, done)
        return done

    def _run(self, estimator: Any, train: Rows, test: Rows, done: Fit) -> None:
        keywords = cut_params(self.params, train, self.n)
        start = time.perf_counter()
        X_train, y_train = self.part(train, train)
        try:
            fit(estimator, X_train, y_train, keywords)
        except Exception:
            if self.error_score == "raise":
                raise
            done.error = format_exc()
            done.fit_time = time.perf_counter() - start
            return
        fitted = time.perf_counter()
        done.fit_time = fitted - start
        X_test, y_test = self.part(test, train)
        said = self.said(estimator, X_test, test)
        done.test = self.scores(said, y_test, test)
        if self.keep_predictions:
            for method in self.also:
                said.raw(method)
            done.predictions = said.asked
        done.score_time = time.perf_counter() - fitted
        if self.train_scores:
            learnt = self.said(estimator, X_train, train)
            done.train = self.scores(learnt, y_train, train)
        if self.keep_estimator:
            done.estimator = estimator

    def part(self, rows: Rows, train: Rows) -> tuple[Any, Any]:
        """Return some rows of the data, for a model that learns from ``train``."""
        if self.pairwise:
            X = take_pairs(self.X, rows, train)
        else:
            X = take_rows(self.X, rows)
        return X, None if self.y is None else take_rows(self.y, rows)

    def said(self, estimator: Any, X: Any, rows: Rows) -> Responses:
        """Return the lazy responses of a fitted estimator for one part."""
        return Responses(
            estimator, X, len(rows), self.classes, classifier=self.classifier
        )

    def scores(self, said: Responses, y: Any, rows: Rows) -> Scores:
        """Return all scores of one part; one that fails is ``error_score``."""
        more = cut_params(self.score_params, rows, self.n)
        scores: Scores = {}
        single = self.scoring.single
        for name, scorer in self.scoring.scorers.items():
            parameters = self.scoring.parameters_of(scorer, more)
            if scorer.routed:
                parameters |= cut_params(scorer.routed, rows, self.n)
            try:
                value = scorer.value(said, y, parameters)
            except Exception:
                if self.error_score == "raise":
                    raise
                warn(
                    "Scoring failed. The score on this train-test partition for these "
                    f"parameters will be set to {self.error_score}. Details: \n"
                    f"{format_exc()}"
                )
                value = self.error_score
            if isinstance(value, dict) and scorer.kind == "call" and single:
                return {key: checked_number(n, key) for key, n in value.items()}
            scores[name] = checked_number(value, name)
        return scores


def read_task(
    caller: str,
    example: Any,
    data: Data,
    scoring: Scoring | None,
    cv: Any,
    params: Params,
    *,
    score_params: Mapping[str, Any] | None = None,
    method: str = "fit",
    **more: Any,
) -> tuple[Task, Any, Data]:
    """Check the arguments that all validation shares.

    Parameters
    ----------
    caller : str
        The public function, for errors.
    example : object
        An estimator like those that will be fitted.
    data : Data
    scoring : Scoring or None
        None if nothing is scored.
    cv, params, score_params : object
        The arguments of the public function.
    method : str
        The method that fits the estimator.
    **more : object
        Further attributes of the task.

    Returns
    -------
    task : Task
    splitter : object
    data : Data
        With the keywords that scikit-learn routes to the splitter.
    """
    check_params(params, data.n, "params")
    if score_params:
        assert scoring is not None
        check_params(score_params, data.n, "score_params")
        scoring.check(score_params)
        scoring = scoring.with_parameters(of_no_rows(score_params, data.n))
    splitter = splitter_of(cv, data.y, example)
    params, data, scoring = routed(
        caller, params, data, example, splitter, scoring, method
    )
    classifier = is_classifier(example)
    scoring = scoring or Scoring({}, single=False)
    reads = scoring.reads_columns and classifier and data.y is not None
    task = Task(
        *(data.X, data.y, data.n, scoring),
        *(classes_of(data.y) if reads else None, classifier, is_pairwise(example)),
        params=params,
        score_params=score_params,
        **more,
    )
    return task, splitter, data


def fit(estimator: Any, X: Any, y: Any, keywords: Mapping[str, Any]) -> None:
    """Fit an estimator; what its ``fit`` returns does not matter."""
    if y is None:
        estimator.fit(X, **keywords)
    else:
        estimator.fit(X, y, **keywords)


def take_pairs(X: Any, rows: Rows, train: Rows) -> Any:
    """Return the values of pairs: some rows, each with every row of the training part.

    Raises
    ------
    ValueError
        If there is no value for each pair of rows.
    """
    shape = getattr(X, "shape", None)
    if shape is None or not hasattr(X, "__getitem__"):
        raise ValueError(
            "X must be an array or a sparse matrix where it has a value for each pair "
            f"of rows, got {type(X).__name__}."
        )
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(
            "X must be square, with a value for each pair of rows, got an array of "
            f"shape {tuple(shape)}."
        )
    return X[np.ix_(rows, train)]


# --- fits that failed: their messages, and the scores in their place

_RULE = "-" * 80


def check_error_score(error_score: Any) -> None:
    """Raise unless it is a number or the word "raise"."""
    if isinstance(error_score, str) and error_score == "raise":
        return
    if not is_real(error_score):
        raise ValueError(
            f"error_score must be 'raise' or a number, got {shown(error_score)}."
        )


def tell_of_failures(fits: Sequence[Fit], error_score: Any) -> None:
    """Warn of fits that failed, once for all.

    Raises
    ------
    ValueError
        If all of them did.
    """
    errors = [fit.error for fit in fits if fit.error is not None]
    if not errors:
        return
    counted = "\n".join(
        f"{_RULE}\n{times} fits failed with the following error:\n{error}"
        for error, times in Counter(errors).items()
    )
    more = f"Below are more details about the failures:\n{counted}"
    if len(errors) == len(fits):
        last = errors[0].strip().rpartition("\n")[2]
        raise ValueError(
            f"\nAll the {len(fits)} fits failed.\n"
            f"The first error is {last!r}. error_score='raise' raises it.\n\n{more}"
        )
    warn(
        f"\n{len(errors)} fits failed out of a total of {len(fits)}.\n"
        "The score on these train-test partitions for these parameters will be set to "
        f"{error_score}.\n"
        "error_score='raise' raises the error.\n\n" + more,
        FitFailedWarning,
    )


def fill_scores(fits: Sequence[Fit], scoring: Scoring, error_score: Any) -> list[str]:
    """Give fits that failed their scores; return the names of all scores."""
    named = next(([*fit.test] for fit in fits if fit.error is None), [])
    names = named or [*scoring.scorers]
    for fit in fits:
        if fit.error is not None:
            fit.test = dict.fromkeys(names, error_score)
            fit.train = dict.fromkeys(names, error_score)
    return names


# --- many independent jobs: here, on threads, by joblib, or by an executor

# So many jobs wait at a time for each worker of an executor that does not say how many
# workers it has: the data of a job stays in memory until then.
_WAITING = 32


def run(
    function: Callable[..., Any],
    jobs: Iterable[tuple[Any, ...]],
    *,
    what: str,
    total: int | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    pre_dispatch: int | str | None = "2*n_jobs",
    executor: Any = None,
    progress: Progress = False,
) -> list[Any]:
    """Return ``function(*job)`` for each of the jobs, in their order.

    A job is made when there is room for it. Ctrl-C and errors cancel those that have
    not begun.

    Parameters
    ----------
    function : callable
        One that can be pickled, for workers in other processes.
    jobs : iterable of tuple
        Arguments.
    what : str
        Unit of the progress bar.
    total : int, optional
        Number of jobs, for the progress bar.
    n_jobs : int, optional
        Workers of joblib, or threads where it is not installed; None: no workers,
        unless a ``joblib.parallel_config`` says otherwise.
    verbose : int
        Verbosity of joblib.
    pre_dispatch : int or str
        Number of jobs that joblib prepares ahead.
    executor : concurrent.futures.Executor, optional
        Runs the jobs in place of these.
    progress : bool or callable
        A bar, or a function that is told (done, total).
    """
    with reporting(progress, what) as tell:
        done: list[Any] = []
        for result in _results(function, jobs, n_jobs, verbose, pre_dispatch, executor):
            done.append(result)
            if tell is not None:
                tell(len(done), total or len(done))
        return done


def repeat_warnings(held: Iterable[tuple[str, type[Warning]]]) -> None:
    """Warn of what jobs held back, as if the caller's line had."""
    for message, category in held:
        warn(message, category)


def check_jobs(n_jobs: Any, executor: Any) -> None:
    """Raise unless a number of workers is one, and an executor can be given jobs."""
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(
            "executor must have a method 'submit', as concurrent.futures.Executor has, "
            f"got {type(executor).__name__}."
        )
    if n_jobs is None:
        return
    if executor is not None:
        raise ValueError("n_jobs and executor exclude each other: give one of them.")
    if isinstance(n_jobs, bool) or not hasattr(n_jobs, "__index__"):
        raise TypeError(f"n_jobs must be a whole number or None, got {shown(n_jobs)}.")
    if n_jobs == 0:
        raise ValueError("n_jobs must not be 0: 1 uses no worker, -1 all processors.")


def _results(
    function: Callable[..., Any],
    jobs: Iterable[tuple[Any, ...]],
    n_jobs: int | None,
    verbose: int,
    pre_dispatch: int | str | None,
    executor: Any,
) -> Iterator[Any]:
    if executor is not None:
        yield from _submitted(executor, function, jobs)
        return
    workers = _workers(n_jobs)
    if workers == 1:
        for job in jobs:
            yield function(*job)
        return
    try:
        import joblib
    except ImportError:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as threads:
            yield from _submitted(threads, function, jobs)
        return
    parallel = joblib.Parallel(
        n_jobs=n_jobs,
        verbose=verbose,
        pre_dispatch="all" if pre_dispatch is None else pre_dispatch,
        return_as="generator",
    )
    yield from parallel(joblib.delayed(function)(*job) for job in jobs)


def _workers(n_jobs: int | None) -> int:
    """Return the number of workers."""
    import sys

    if n_jobs is None:
        # Only who has joblib loaded can have asked it for workers.
        joblib = sys.modules.get("joblib")
        return 1 if joblib is None else int(joblib.effective_n_jobs(None))
    if n_jobs > 0:
        return int(n_jobs)
    import os

    return max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


def _submitted(
    executor: Any, function: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """Yield the results of an executor in the order of the jobs."""
    waiting: list[Any] = []
    source = iter(jobs)
    try:
        waiting = [executor.submit(function, *job) for job in islice(source, _WAITING)]
        while waiting:
            result = waiting.pop(0).result()
            waiting += [executor.submit(function, *job) for job in islice(source, 1)]
            yield result
    finally:
        for future in waiting:
            future.cancel()


# --- what ``verbose`` prints of a fit

_WIDTH = 80


def line_of(fit: Fit, verbose: int, parameters: str = "") -> str:
    """Return the line of one fit, in the form that scikit-learn prints."""
    said = [f"{parameters};"] if parameters else []
    if verbose > 2:
        for name in sorted(fit.test):
            train = f"train={_number(fit.train[name])}, " if name in fit.train else ""
            said.append(f"{name}: ({train}test={_number(fit.test[name])})")
    said.append(f"total time={_duration(fit.fit_time + fit.score_time)}")
    message = " ".join(said)
    start = "[CV] END "
    return start + "." * (_WIDTH - len(start) - len(message)) + message


def _number(value: Any) -> str:
    return f"{value:.3f}"


def _duration(seconds: float) -> str:
    return f"{seconds / 60:6.1f}min" if seconds > 60 else f" {seconds:5.1f}s"


# --- a model for each fold, fitted wherever there is a worker, and what came of each


def fit_folds(
    task: Task,
    estimator: Any,
    splits: Iterable[tuple[Rows, Rows]],
    *,
    total: int | None = None,
    verbose: int = 0,
    **how: Any,
) -> tuple[list[Fit], list[tuple[Rows, Rows]]]:
    """Fit a new estimator for each split; return what came of it, and the splits.

    ``how``: further arguments of `run`. Warnings of the fits are repeated here.
    """
    used: list[tuple[Rows, Rows]] = []

    def jobs() -> Iterator[tuple[Any, Rows, Rows]]:
        for split in splits:
            used.append(split)
            yield fresh(estimator), *split

    fits: list[Fit] = run(
        task, jobs(), what="fits", total=total, verbose=verbose, **how
    )
    for fit_ in fits:
        if verbose > 1:
            print(line_of(fit_, verbose))
        repeat_warnings(fit_.warnings)
    if not fits:
        raise ValueError("cv must yield at least one split, got none.")
    return fits, used
