"""Metrics of Spark DataFrames: a task for each partition, and the driver merges.

Only the interface of DataFrames is used, so that Spark Connect does, too. PySpark is
loaded when a function is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

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

# Up to so many states are merged on the driver; above, so many by a task at a time.
_PIECES = 64
# States of so many bytes in all come to the driver at once, others one by one.
_AT_ONCE = 1 << 26
# Rows of a partition that are summed up together: Arrow's batches have 10,000.
_ROWS = 1 << 20
_PIECE = "numbers array<int>, rows bigint, size bigint, state binary, error string"
_ROW = "rows binary"


def accumulate(
    data: Any,
    metrics: Any = None,
    *,
    y_true: Any = None,
    y_pred: Any = None,
    y_score: Any = None,
    y_proba: Any = None,
    X: Any = None,
    sample_weight: str | None = None,
    task: str | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    memory: float | str = "25%",
    **options: Any,
) -> Accumulator:
    """Accumulate metrics of a Spark DataFrame.

    Parameters
    ----------
    data : pyspark.sql.DataFrame
        The rows, of a session of its own or of Spark Connect.
    metrics : str, callable, sequence or dict of name to such, optional
        As `fastmetrics.Accumulator` takes them; by default all that the data tell and
        that merge.
    y_true, y_pred, y_score, y_proba, X : str, list of str or dict of name to such, \
optional
        The names of the columns that `fastmetrics.evaluate` would take: one name is a
        column, a list of names a matrix with a column each, and a dict has the columns
        of several models. A column of arrays of one length is a matrix, too.
    sample_weight : str, optional
        The column of the weights: finite, not negative, not all zero.
    task, pos_label, threshold : optional
        As in `fastmetrics.evaluate`.
    memory : float or str, default="25%"
        How many bytes the states of all partitions may take: a number, a text such as
        "4G", or a share of what is free on the driver.
    **options
        Further columns by their names, such as ``y_lower``, and the settings of
        families, as `fastmetrics.Accumulator` takes them.

    Returns
    -------
    Accumulator
        Of all rows: ``compute()`` gives values, ``fastmetrics.evaluate(acc)`` a report.

    Raises
    ------
    ValueError
        If a column is missing or bad (the error names the partition), or a metric does
        not merge.
    TypeError
        If ``data`` is no Spark DataFrame, or a column is nothing of the kind.
    MemoryError
        If states take more than ``memory``, before any of them is collected.
    RuntimeError
        If the result of a partition is missing or came twice.
    ImportError
        If PySpark or PyArrow is not installed.

    See Also
    --------
    fastmetrics.accumulate : of files, frames and streams.
    fastmetrics.dask.accumulate : of Dask.

    Notes
    -----
    Partitions may be empty or of one class. What the columns are each partition decides
    by itself; where these do not agree, rows of all of them decide, and all are read
    once more. Above 64 partitions, tasks merge the states of some.

    Counts and scores without weights give the same bits as in memory, sums the same up
    to 1e-12, and the same bits whenever the partitions are the same.

    Examples
    --------
    >>> from pyspark.sql import SparkSession  # doctest: +SKIP
    >>> from fastmetrics.spark import accumulate
    >>> session = SparkSession.builder.getOrCreate()  # doctest: +SKIP
    >>> rows = [(0, 0), (1, 1), (1, 0), (0, 0)]
    >>> data = session.createDataFrame(rows, ["seen", "said"])  # doctest: +SKIP
    >>> seen = accumulate(
    ...     data, "accuracy", y_true="seen", y_pred="said"
    ... )  # doctest: +SKIP
    >>> seen.compute("accuracy")  # doctest: +SKIP
    0.75
    """
    functions = _spark()
    given = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score}
    given |= {"y_proba": y_proba, "X": X, "sample_weight": sample_weight, **options}
    named, settings = columns_and_settings("accumulate", given)
    asked = Accumulator(
        metrics, task=task, pos_label=pos_label, threshold=threshold, **settings
    )
    job = Job(asked.to_bytes(), named, bytes_of(memory))
    rows = _selected(data, names_in(named), functions)

    def samples() -> list[Any]:
        def sampled(batches: Iterator[Any]) -> Iterator[Any]:
            yield from _sampled(job, batches)

        return [_unpacked(one[0]) for one in rows.mapInArrow(sampled, _ROW).collect()]

    return job.run(lambda job: _gathered(rows, job, functions), samples)


def _spark() -> Any:
    try:
        import pyarrow  # noqa: F401
        from pyspark.sql import functions
    except ImportError as error:
        missing = "pyarrow" if "pyarrow" in str(error) else "pyspark"
        raise ImportError(needs("fastmetrics.spark", missing, "spark")) from error
    return functions


def _selected(data: Any, names: Sequence[str], functions: Any) -> Any:
    if not hasattr(data, "mapInArrow"):
        raise TypeError(f"data must be a Spark DataFrame, got {type(data).__name__}")
    for name in names:
        if name not in data.columns:
            raise ValueError(
                f"data has no column {shown(name)}; its columns are "
                f"{some([*map(shown, data.columns)], ', ')}"
            )
    # By names without dots and the like, at which PySpark stumbles.
    quoted = ("`" + name.replace("`", "``") + "`" for name in names)
    return data.select(
        *(functions.col(name).alias(f"c{i}") for i, name in enumerate(quoted))
    )


def _gathered(rows: Any, job: Job, functions: Any) -> Accumulator:
    """Return what the tasks return of all partitions, merged."""

    def summed(batches: Iterator[Any]) -> Iterator[Any]:
        yield from _summed(job, batches)

    def merged(batches: Iterator[Any]) -> Iterator[Any]:
        yield from _merged(batches)

    # Kept, so that their sizes are known before any of them is collected.
    pieces = rows.mapInArrow(summed, _PIECE).persist()
    try:
        count, n_rows, n_bytes, error = pieces.agg(
            functions.count("rows"),
            functions.sum("rows"),
            functions.sum("size"),
            functions.min("error"),
        ).collect()[0]
        if error is not None:
            _raise(error)
        check_room(n_bytes or 0, job.room)
        level, n = pieces, count
        while n > _PIECES:
            n = -(-n // _PIECES)
            level = level.repartition(n, "numbers").mapInArrow(merged, _PIECE)
        if n_bytes and n_bytes > _AT_ONCE:
            found = [*map(_piece, level.toLocalIterator())]
        else:
            found = [*map(_piece, level.collect())]
    finally:
        pieces.unpersist()
    total = put(found, count)
    came = sum(piece.rows for piece in found)
    if came != (n_rows or 0):
        raise RuntimeError(
            f"partitions of {came} rows came to the driver, where {n_rows} were counted"
        )
    return total


def _piece(row: Any) -> Piece:
    numbers, n_rows, _, state, error = row
    if error is not None:
        _raise(error)
    return Piece(tuple(numbers), n_rows, bytes(state))


# What a task may raise because of its data; other errors are Spark's to show.
_ERRORS = {one.__name__: one for one in (ValueError, TypeError, RuntimeError)}


def _raise(error: str) -> None:
    name, _, text = error.partition(": ")
    raise _ERRORS[name](text)


# --- what the tasks do


def _summed(job: Job, batches: Iterator[Any]) -> Iterator[Any]:
    from pyspark import TaskContext

    number = TaskContext.get().partitionId()
    try:
        yield _row(job.sum_up(number, _blocks(job, batches)))
    except (ValueError, TypeError) as error:
        yield _row(Piece((number,), 0, b""), error)


def _merged(batches: Iterator[Any]) -> Iterator[Any]:
    rows = [_piece(row.values()) for batch in batches for row in batch.to_pylist()]
    if not rows:
        return
    try:
        yield _row(joined(rows))
    except (ValueError, TypeError, RuntimeError) as error:
        yield _row(Piece((), 0, b""), error)


def _sampled(job: Job, batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow as pa

    found = job.sample(_blocks(job, batches))
    if found:
        table = pa.table(
            {
                name: [*column] if column.ndim > 1 else column.tolist()
                for name, column in found.items()
            }
        )
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        yield pa.record_batch({"rows": [sink.getvalue().to_pybytes()]})


def _unpacked(data: Any) -> dict[str, Any]:
    import pyarrow as pa

    table = pa.ipc.open_stream(bytes(data)).read_all()
    return {name: _column(table.column(name)) for name in table.column_names}


def _row(piece: Piece, error: Exception | None = None) -> Any:
    import pyarrow as pa

    said = None if error is None else f"{type(error).__name__}: {error}"
    fields = [
        pa.array([[*piece.numbers]], pa.list_(pa.int32())),
        pa.array([piece.rows], pa.int64()),
        pa.array([len(piece.state)], pa.int64()),
        pa.array([piece.state], pa.binary()),
        pa.array([said], pa.string()),
    ]
    return pa.record_batch(fields, ["numbers", "rows", "size", "state", "error"])


def _blocks(job: Job, batches: Iterator[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the columns of many batches at a time."""
    import pyarrow as pa

    held: list[Any] = []
    n = 0
    for batch in batches:
        held.append(batch)
        n += batch.num_rows
        if n >= _ROWS:
            yield _columns(job, pa.Table.from_batches(held))
            held, n = [], 0
    if n:
        yield _columns(job, pa.Table.from_batches(held))


def _columns(job: Job, table: Any) -> dict[str, Any]:
    names = names_in(job.named)
    return dict(zip(names, map(_column, table.columns), strict=True))


def _column(column: Any) -> Any:
    """Return a column; a matrix of arrays of numbers that have one length."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_list(column.type) or column.null_count or not len(column):
        return column
    lengths = pc.unique(pc.list_value_length(column))
    flat = pc.list_flatten(column)
    numbers = pa.types.is_integer(flat.type) or pa.types.is_floating(flat.type)
    if len(lengths) > 1 or not numbers or flat.null_count:
        return column
    return np.asarray(flat).reshape(len(column), -1)
