"""Metrics of data that Dask holds: a task for each partition, and a tree that merges.

Dask is loaded when a function is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.extras import needs
from fastmetrics._common.names import shown, some
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.named_columns import columns_and_settings, names_in
from fastmetrics.adapters.partitions import (
    Job,
    Piece,
    check_room,
    joined,
    put,
)
from fastmetrics.readers.memory import bytes_of

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Label

__all__ = ["accumulate"]

# So many states are merged by one task.
_BRANCHES = 8


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
    pos_label: Label | None = None,
    threshold: float | None = None,
    memory: float | str = "25%",
    compute: bool = True,
    **options: Any,
) -> Any:
    """Accumulate metrics of a Dask DataFrame, or of Dask arrays.

    Parameters
    ----------
    data : dask.dataframe.DataFrame, optional
        The rows; None where the columns are given themselves.
    metrics : str, callable, sequence or dict of name to such, optional
        As `fastmetrics.Accumulator` takes them; by default all that the data tell and
        that merge.
    y_true, y_pred, y_score, y_proba, X : str, list of str or dict of name to such, \
optional
        The names of the columns that `fastmetrics.evaluate` would take: one name is a
        column, a list of names a matrix with a column each, and a dict has the columns
        of several models. Without ``data`` Dask arrays of shape (n_samples,) or
        (n_samples, k), all of the same chunks of rows.
    sample_weight : str or dask.array.Array of shape (n_samples,), optional
        The column of the weights: finite, not negative, not all zero.
    task, pos_label, threshold : optional
        As in `fastmetrics.evaluate`.
    memory : float or str, default="25%"
        How many bytes the states of all partitions may take: a number, a text such as
        "4G", or a share of what is free here.
    compute : bool, default=True
        False returns at once what computes the result later.
    **options
        Further columns by their names, such as ``y_lower``, and the settings of
        families, as `fastmetrics.Accumulator` takes them.

    Returns
    -------
    Accumulator or dask.delayed.Delayed
        Of all rows: ``compute()`` gives values, ``fastmetrics.evaluate(acc)`` a report.

    Raises
    ------
    ValueError
        If a column is missing or bad (the error names the partition), chunks differ, or
        a metric does not merge.
    TypeError
        If ``data`` is no Dask DataFrame, or a column is nothing of the kind.
    MemoryError
        If states take more than ``memory``, before any of them is collected.
    RuntimeError
        If the result of a partition is missing or came twice.
    ImportError
        If Dask is not installed.

    See Also
    --------
    fastmetrics.accumulate : of files, frames and streams.
    fastmetrics.spark.accumulate : of Spark.

    Notes
    -----
    Partitions may be empty or of one class, and categories may differ among them. What
    the columns are each partition decides by itself; where these do not agree, rows of
    all of them decide, and all are read once more. With ``compute=False`` they have to
    agree.

    Counts and scores without weights give the same bits as in memory, sums the same up
    to 1e-12, and the same bits whenever the partitions are the same.

    Examples
    --------
    >>> import dask.array as da
    >>> from fastmetrics.dask import accumulate
    >>> y_true = da.from_array([0, 1, 1, 0, 1, 0], chunks=3)
    >>> y_pred = da.from_array([0, 1, 0, 0, 1, 1], chunks=3)
    >>> seen = accumulate(None, ["accuracy", "f1"], y_true=y_true, y_pred=y_pred)
    >>> {name: round(value, 4) for name, value in seen.compute().items()}
    {'accuracy': 0.6667, 'f1': 0.6667}
    """
    dask = _dask()
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score}
    given |= {"y_proba": y_proba, "X": X, "sample_weight": sample_weight, **options}
    arrays: dict[str, Any] = {}
    if data is None:
        given = {name: _taken_apart(one, name, arrays) for name, one in given.items()}
    named, settings = columns_and_settings("accumulate", given)
    asked = Accumulator(
        metrics, task=task, pos_label=pos_label, threshold=threshold, **settings
    )
    job = Job(asked.to_bytes(), named, bytes_of(memory))
    if data is None:
        parts = _chunks(arrays)
    else:
        parts = _partitions(data, names_in(named))

    def total(job: Job) -> Any:
        later = dask.delayed
        pieces = [
            later(_summed)(job, number, part) for number, part in enumerate(parts)
        ]
        while len(pieces) > _BRANCHES:
            groups = range(0, len(pieces), _BRANCHES)
            pieces = [later(_merged)(job, pieces[i : i + _BRANCHES]) for i in groups]
        return later(_total)(job, pieces, len(parts))

    def samples() -> Sequence[Any]:
        found: tuple[Any, ...] = dask.compute(
            *(dask.delayed(_sampled)(job, part) for part in parts)
        )
        return found

    if not compute:
        return total(job)
    return job.run(lambda job: dask.compute(total(job))[0], samples)


def _dask() -> Any:
    try:
        import dask
    except ImportError as error:
        raise ImportError(needs("fastmetrics.dask", "dask", "dask")) from error
    return dask


# --- what the tasks do


def _summed(job: Job, number: int, columns: Any) -> Piece:
    return job.sum_up(number, [_columns(job, columns)])


def _sampled(job: Job, columns: Any) -> Any:
    return job.sample([_columns(job, columns)])


def _columns(job: Job, part: Any) -> dict[str, Any]:
    return {name: part[name] for name in names_in(job.named)}


def _merged(job: Job, pieces: Sequence[Piece]) -> Piece:
    check_room(sum(len(piece.state) for piece in pieces), job.room)
    return joined(pieces)


def _total(job: Job, pieces: Sequence[Piece], n: int) -> Accumulator:
    check_room(sum(len(piece.state) for piece in pieces), job.room)
    return put(pieces, n)


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
        # Of unknown lengths the number of chunks has to do: NaN is no number.
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
