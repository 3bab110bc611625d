"""Many independent jobs: here, on threads, by joblib, or by an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics._common.warn import warn
from fastmetrics.intervals.options import reporting
from fastmetrics.selection.validation.estimators import fresh

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Progress
    from fastmetrics.selection.validation.fitting import Fit, Task

    Rows = NDArray[np.intp]


__all__ = ["check_jobs", "fit_folds", "line_of", "repeat_warnings", "run"]

# So many jobs wait at a time for each worker of an executor that does not say how many
# workers it has: what a job is made of lies in memory until then.
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
        What the progress bar says.
    total : int, optional
        How many jobs there are, for the progress bar.
    n_jobs : int, optional
        Workers of joblib, or threads where it is not installed; None: no workers,
        unless a ``joblib.parallel_config`` says otherwise.
    verbose : int
        How much joblib tells.
    pre_dispatch : int or str
        How many jobs joblib makes ahead.
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
        raise ValueError("n_jobs must not be 0: 1 is no worker, -1 all processors.")


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
    """Return how many workers there are to be."""
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
        for one in waiting:
            one.cancel()


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

    ``how``: what `run` takes besides. Warnings of the fits are repeated here.
    """
    seen: list[tuple[Rows, Rows]] = []

    def jobs() -> Iterator[tuple[Any, Rows, Rows]]:
        for split in splits:
            seen.append(split)
            yield fresh(estimator), *split

    fits: list[Fit] = run(
        task, jobs(), what="fits", total=total, verbose=verbose, **how
    )
    for one in fits:
        if verbose > 1:
            print(line_of(one, verbose))
        repeat_warnings(one.warnings)
    if not fits:
        raise ValueError("cv must yield at least one split, got none.")
    return fits, seen
