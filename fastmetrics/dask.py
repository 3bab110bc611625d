"""Metrics of data that Dask holds: a task for each partition, and a tree that merges.

Dask is loaded when a function is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._common.options import needs
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.partitions import (
    Job,
    Piece,
    Total,
    asking,
    check_room,
    check_workers,
    joined,
    put,
)
from fastmetrics.adapters.score_lines import tiles
from fastmetrics.adapters.tables import Arguments, names_in

if TYPE_CHECKING:
    from numpy.random import Generator

    from fastmetrics._common.annotations import FoldMethod, IntervalMethod, Label
    from fastmetrics.adapters.batch_summaries import Kind
    from fastmetrics.adapters.paired_scores import PlacedRows, Placing
    from fastmetrics.adapters.score_lines import Sweep
    from fastmetrics.report.result import Report

__all__ = ["accumulate", "evaluate"]

# Types of lines of scores, with their sort keys.
_DTYPES = (np.float64, np.int32, np.int64, np.float64, np.float64)
# Up to so many states are merged where they arrive; above, so many by a task.
_PIECES = 64


def accumulate(
    data: Any = None,
    metrics: Any = None,
    *,
    y_true: Any = None,
    y_pred: Any = None,
    y_score: Any = None,
    y_proba: Any = None,
    X: Any = None,
    sample_weight: Any = None,
    task: str | None = None,
    max_thresholds: int | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    by: Any = None,
    missing: Literal["raise", "omit", "group", "zero", "skip"] = "raise",
    memory: float | str = "25%",
    compute: bool = True,
    **options: Any,
) -> Any:
    """Accumulate metrics of a Dask DataFrame, or of Dask arrays.

    Parameters
    ----------
    data : dask.dataframe.DataFrame, optional
        The rows; None if the columns are arrays.
    y_true, y_pred, y_score, y_proba, X : str, list of str or dict of name to such, \
optional
        The names of columns, as in `fastmetrics.accumulate`. Without ``data``, Dask
        arrays of shape (n_samples,) or (n_samples, k), all with the same chunks of
        rows.
    sample_weight, by : str or dask.array.Array of shape (n_samples,), optional
        The column of the weights, and the columns to slice rows by.
    metrics, task, max_thresholds, pos_label, threshold, **options
        As in `fastmetrics.accumulate`.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    memory : float or str, default="25%"
        Memory limit for the states of all partitions: bytes, "4G", or a proportion of
        the free memory of this process.
    compute : bool, default=True
        False returns a delayed object, which computes the result later.

    Returns
    -------
    Accumulator or dask.delayed.Delayed
        With all rows, as in `fastmetrics.accumulate`.

    Raises
    ------
    ValueError
        If a column is missing or bad (the error names the partition), chunks differ, or
        a metric does not merge.
    TypeError
        If ``data`` is not a Dask DataFrame, or a column has another type.
    MemoryError
        If states take more than ``memory``; none of them is collected then.
    RuntimeError
        If the result of a partition is missing or was received twice.
    ImportError
        If Dask is not installed.

    See Also
    --------
    evaluate : a report, even if scores do not fit into memory.
    fastmetrics.accumulate : of files, frames and streams.
    fastmetrics.spark.accumulate : of Spark.

    Notes
    -----
    Partitions may be empty or of one class, and their categories may differ. Each
    partition infers the kind of its columns. If partitions disagree, rows of all of
    them decide, and all are read again; with ``compute=False`` this is an error.

    Counts and scores without weights are the same bit for bit as in memory. Sums agree
    to 1e-12, and bit for bit if the partitions are the same.

    Examples
    --------
    >>> import dask.array as da  # doctest: +SKIP
    >>> from fastmetrics.dask import accumulate  # doctest: +SKIP
    >>> y_true = da.from_array([0, 1, 1, 0, 1, 0], chunks=3)  # doctest: +SKIP
    >>> y_pred = da.from_array([0, 1, 0, 0, 1, 1], chunks=3)  # doctest: +SKIP
    >>> seen = accumulate(  # doctest: +SKIP
    ...     None, ["accuracy", "f1"], y_true=y_true, y_pred=y_pred
    ... )
    >>> {k: round(v, 4) for k, v in seen.compute().items()}  # doctest: +SKIP
    {'accuracy': 0.6667, 'f1': 0.6667}
    """
    arguments = Arguments.of(locals())
    held = _Partitions("accumulate", data, metrics, arguments, memory, by, missing)
    if not compute:
        return held.total(held.job)
    return held.job.run(held.gather, held.samples).whole


def evaluate(
    data: Any = None,
    metrics: Any = None,
    *,
    y_true: Any = None,
    y_pred: Any = None,
    y_score: Any = None,
    y_proba: Any = None,
    X: Any = None,
    sample_weight: Any = None,
    task: str | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    confidence_level: float = 0.95,
    method: IntervalMethod | FoldMethod = "auto",
    n_resamples: int | None = None,
    random_state: int | Generator | None = None,
    digits: int | None = None,
    by: Any = None,
    min_rows: int = 1,
    missing: Literal["raise", "omit", "group", "zero", "skip"] = "raise",
    memory: float | str = "25%",
    **options: Any,
) -> Report:
    """Evaluate models on the rows of a Dask DataFrame or of Dask arrays.

    Parameters
    ----------
    data, metrics, y_true, y_pred, y_score, y_proba, X, sample_weight, task, \
pos_label, threshold, **options
        As in `accumulate`.
    confidence_level, method, n_resamples, random_state, digits : optional
        As in `fastmetrics.evaluate`.
    by : str, list of str or dask.array.Array, optional
        The columns that rows are sliced by. The report contains metrics of labels and
        of sums by slices.
    min_rows : int, default=1
        Slices of fewer rows have no value.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    memory : float or str, default="25%"
        Memory limit for the states, or for a range of scores, in this process: bytes,
        "4G", or a proportion of the free memory.

    Returns
    -------
    Report
        The report of `fastmetrics.evaluate` for an Accumulator of all rows: all
        mergeable metrics, with the intervals that need no rows.

    Raises
    ------
    ValueError, TypeError, MemoryError, RuntimeError, ImportError
        As in `accumulate`; scores cause no MemoryError.

    See Also
    --------
    accumulate : only mergeable metrics, in an accumulator to keep and update.
    fastmetrics.evaluate_files : of files.

    Notes
    -----
    If scores do not fit into ``memory``, Dask sorts them by ranges (`sort_values`). The
    ranges are received one after the other, and metrics continue from one to the next.
    Values are the same bit for bit, and so is DeLong's interval of the area; replicates
    of other metrics are drawn from cells of the scores. The sorted lines, 28 bytes
    each, are held on Dask's workers, or in this process without a cluster.

    Up to ten models are compared by metrics of scores without weights. For this all
    partitions are computed once more, and must have the same rows then.

    Examples
    --------
    >>> import dask.array as da  # doctest: +SKIP
    >>> from fastmetrics.dask import evaluate  # doctest: +SKIP
    >>> y_true = da.from_array([0, 1, 1, 0, 1, 0], chunks=3)  # doctest: +SKIP
    >>> scores = [0.2, 0.7, 0.4, 0.5, 0.9, 0.1]
    >>> y_score = da.from_array(scores, chunks=3)  # doctest: +SKIP
    >>> report = evaluate(  # doctest: +SKIP
    ...     None, ["roc_auc"], y_true=y_true, y_score=y_score
    ... )
    >>> round(report["roc_auc_score"].estimate, 4)  # doctest: +SKIP
    0.8889
    """
    arguments = Arguments.of(locals())
    held = _Partitions(
        "evaluate", data, metrics, arguments, memory, by, missing, beside=True
    )
    return held.job.judged(
        *(held.gather, held.samples, held.ranges, held.placed),
        metrics,
        arguments.judged,
    )


class _Partitions:
    """The partitions of a call, and their tasks."""

    def __init__(
        self,
        function: str,
        data: Any,
        metrics: Any,
        arguments: Arguments,
        memory: float | str,
        by: Any,
        missing: str,
        beside: bool = False,
    ) -> None:
        self._dask = _dask()
        _ask_workers()
        arrays: dict[str, Any] = {}
        given = arguments.columns
        if data is None:
            given = {n: _taken_apart(one, n, arrays) for n, one in given.items()}
            by = _taken_apart(by, "by", arrays)
        self.job = Job.of(
            function, given, metrics, arguments, memory, by, missing, beside
        )
        if data is None:
            self._parts = _chunks(arrays)
        else:
            self._parts = _partitions(data, names_in(self.job.named))

    def total(self, job: Job) -> Any:
        """Return the delayed Accumulator of all."""
        pieces = self._pieces(job)
        return self._dask.delayed(_total)(job, pieces, len(self._parts))

    def _pieces(self, job: Job) -> list[Any]:
        """Return few delayed pieces: those of partitions, merged by a tree of tasks."""
        later = self._dask.delayed
        pieces = [later(_summed)(job, n, part) for n, part in enumerate(self._parts)]
        while len(pieces) > _PIECES:
            groups = range(0, len(pieces), _PIECES)
            pieces = [later(_merged)(job, pieces[i : i + _PIECES]) for i in groups]
        return pieces

    def gather(self, job: Job) -> Total:
        """Return the merged result."""
        later = self._dask.delayed
        pieces = self._dask.persist(*self._pieces(job))
        sizes = self._dask.compute(*(later(_size)(piece) for piece in pieces))
        check_room(sum(sizes), job.room)
        return put(self._dask.compute(*pieces), len(self._parts))

    def samples(self) -> Sequence[Any]:
        """Return some rows of each partition."""
        later = self._dask.delayed
        found: tuple[Any, ...] = self._dask.compute(
            *(later(_sampled)(self.job, part) for part in self._parts)
        )
        return found

    def ranges(
        self, job: Job, sweeps: Sequence[Sweep], n: int
    ) -> Iterator[tuple[int, bytes]]:
        """Yield ranges of scores, the highest first."""
        import dask.dataframe as dd

        later = self._dask.delayed
        lines = dd.from_delayed(
            [later(_lined)(job, k, one, sweeps) for k, one in enumerate(self._parts)],
            meta=_frame_of([np.empty(0, dtype) for dtype in _DTYPES]),
        )
        ordered = lines.sort_values("at", npartitions=n).to_delayed()
        found = self._dask.persist(*(later(_ranged)(one, sweeps) for one in ordered))
        for one in found:
            yield from self._dask.compute(one)[0]

    def placed(self, job: Job, kind: Kind, placing: Placing) -> Iterator[PlacedRows]:
        """Yield the rows of all partitions, placed."""
        later = self._dask.delayed
        shared = later(placing, traverse=False)
        tasks = (
            later(_placed)(job, number, part, kind, shared)
            for number, part in enumerate(self._parts)
        )
        for rows in self._dask.compute(*tasks):
            yield from rows


def _dask() -> Any:
    try:
        import dask
    except ImportError as error:
        raise ImportError(needs("fastmetrics.dask", "dask", "dask")) from error
    return dask


def _ask_workers() -> None:
    """Raise ImportError unless all workers of a cluster can import this package.

    Without a cluster tasks run here.
    """
    try:
        from distributed import default_client

        client = default_client()
    except (ImportError, ValueError):  # there is none
        return
    if not getattr(client, "asynchronous", False):
        check_workers(client.run(asking("imported")))


# --- tasks


def _summed(job: Job, number: int, columns: Any) -> Piece:
    return job.sum_up(number, [_columns(job, columns)])


def _sampled(job: Job, columns: Any) -> Any:
    return job.sample([_columns(job, columns)])


def _columns(job: Job, part: Any) -> dict[str, Any]:
    return {name: part[name] for name in names_in(job.named)}


def _merged(job: Job, pieces: Sequence[Piece]) -> Piece:
    check_room(sum(piece.n_bytes for piece in pieces), job.room)
    return joined(pieces)


def _size(piece: Piece) -> int:
    return piece.n_bytes


def _total(job: Job, pieces: Sequence[Piece], n: int) -> Accumulator:
    check_room(sum(piece.n_bytes for piece in pieces), job.room)
    return put(pieces, n).whole


def _lined(job: Job, number: int, columns: Any, sweeps: Sequence[Sweep]) -> Any:
    every = [*job.lines(number, [_columns(job, columns)], sweeps)]
    none = tuple(np.empty(0, dtype) for dtype in _DTYPES[1:])
    found = [*map(np.concatenate, zip(none, *every, strict=True))]
    # Dask cuts by floats; equal keys are equal floats.
    return _frame_of([found[1].astype(np.float64), *found])


def _placed(
    job: Job, number: int, columns: Any, kind: Kind, placing: Placing
) -> list[PlacedRows]:
    return [*job.placed(number, [_columns(job, columns)], kind, placing)]


def _frame_of(columns: Sequence[Any]) -> Any:
    import pandas as pd

    names = "at", "sweep", "key", "positives", "negatives"
    return pd.DataFrame(dict(zip(names, columns, strict=True)))


def _ranged(frame: Any, sweeps: Sequence[Sweep]) -> list[tuple[int, bytes]]:
    lines = tuple(frame[name].to_numpy() for name in frame.columns[1:])
    order = np.lexsort((lines[1], lines[0]))
    return [*tiles([tuple(one[order] for one in lines)], sweeps)]


# --- what Dask holds


def _partitions(data: Any, names: Sequence[str]) -> list[Any]:
    if not (hasattr(data, "to_delayed") and hasattr(data, "columns")):
        raise TypeError(
            f"data must be a Dask DataFrame or None, got {type(data).__name__}"
        )
    held = [*map(str, data.columns)]
    for name in names:
        if name not in held:
            raise ValueError(
                f"data has no column {shown(name)}; its columns are "
                f"{some([*map(shown, held)], ', ')}"
            )
    found: list[Any] = data[[*names]].to_delayed()
    return found


def _taken_apart(given: Any, argument: str, arrays: dict[str, Any]) -> Any:
    """Return names in place of the arrays of an argument, and put these by name."""
    if isinstance(given, Mapping):
        return {
            model: _taken_apart(one, f"{argument} of {model}", arrays)
            for model, one in given.items()
        }
    if hasattr(given, "to_delayed") and hasattr(given, "chunks"):
        arrays[argument] = given
        return argument
    return given


def _chunks(arrays: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the chunks of all arrays, partition by partition.

    Raises
    ------
    ValueError
        If they are not cut alike.
    """
    first, chunks = "", tuple[Any, ...]()
    found: list[dict[str, Any]] = []
    for name, array in arrays.items():
        if array.ndim not in (1, 2) or any(n > 1 for n in array.numblocks[1:]):
            raise ValueError(
                f"{name} must have one dimension, or two with all columns in each "
                f"chunk, got chunks {array.chunks}: use its rechunk({{1: -1}})"
            )
        own = array.chunks[0]
        if not first:
            first, chunks = name, own
            found = [{} for _ in own]
        # For unknown lengths, which are NaN, the number of chunks is compared.
        if len(own) != len(chunks) or any(
            a != b and a == a and b == b for a, b in zip(own, chunks, strict=True)
        ):
            found_, wanted = (some([*map(str, n)], ", ") for n in (own, chunks))
            raise ValueError(
                f"{name} must have the chunks of {first}, got {found_} rows in place "
                f"of {wanted}: use its rechunk"
            )
        for part, chunk in zip(found, array.to_delayed().ravel(), strict=True):
            part[name] = chunk
    return found
