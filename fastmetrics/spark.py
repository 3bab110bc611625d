"""Metrics of Spark DataFrames: a task for each partition, and the driver merges.

Only the interface of DataFrames is used, so Spark Connect works as well. PySpark is
loaded when a function is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._common.options import needs
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.paired_scores import PlacedRows
from fastmetrics.adapters.partitions import (
    WHERE,
    Job,
    Piece,
    Total,
    asking,
    check_room,
    check_workers,
    in_one_line,
    joined,
    put,
)
from fastmetrics.adapters.score_lines import tiles
from fastmetrics.adapters.tables import Arguments, names_in

if TYPE_CHECKING:
    from numpy.random import Generator

    from fastmetrics._common.annotations import FoldMethod, IntervalMethod, Label
    from fastmetrics.adapters.batch_summaries import Kind
    from fastmetrics.adapters.paired_scores import Placing
    from fastmetrics.adapters.score_lines import Sweep
    from fastmetrics.report.result import Report

__all__ = ["accumulate", "evaluate"]

# Up to so many states are merged on the driver; above, so many by a task at a time.
_PIECES = 64
# So many tasks ask executors, where Spark does not say how many there are.
_PROBES = 8
# States of so many bytes in all come to the driver at once, others one by one.
_AT_ONCE = 1 << 26
# Rows of a partition that are summed up together.
_ROWS = 1 << 20
_PIECE = (
    "numbers array<int>, rows bigint, size bigint, state binary, slices binary, "
    "error string"
)
_PLACED = (
    "number int, at int, sizes array<bigint>, sums array<double>, labels binary, "
    "cells array<binary>, error string"
)
_LINES = "sweep int, key bigint, positives double, negatives double"


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
    max_thresholds: int | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    by: Any = None,
    missing: Literal["raise", "omit", "group", "zero", "skip"] = "raise",
    memory: float | str = "25%",
    **options: Any,
) -> Accumulator:
    """Accumulate metrics of a Spark DataFrame.

    Parameters
    ----------
    data : pyspark.sql.DataFrame
        The rows, of a classic session or of Spark Connect.
    metrics, y_true, y_pred, y_score, y_proba, X, sample_weight, by, task, \
max_thresholds, pos_label, threshold, **options
        As in `fastmetrics.accumulate`. A column of arrays of one length is a matrix.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    memory : float or str, default="25%"
        Memory limit for the states of all partitions: bytes, "4G", or a proportion of
        the free memory of the driver.

    Returns
    -------
    Accumulator
        With all rows, as in `fastmetrics.accumulate`.

    Raises
    ------
    ValueError
        If a column is missing or bad (the error names the partition), or a metric does
        not merge.
    TypeError
        If ``data`` is not a Spark DataFrame, or a column has another type.
    MemoryError
        If states take more than ``memory``; none of them is collected then.
    RuntimeError
        If the result of a partition is missing or was received twice.
    ImportError
        If PySpark or PyArrow is not installed.

    See Also
    --------
    evaluate : a report, even if scores do not fit into memory.
    fastmetrics.accumulate : of files, frames and streams.
    fastmetrics.dask.accumulate : of Dask.

    Notes
    -----
    Partitions may be empty or of one class. Each partition infers the kind of its
    columns. If partitions disagree, rows of all of them decide, and all are read again.
    With more than 64 partitions, tasks merge the states of several.

    Counts and scores without weights are the same bit for bit as in memory. Sums agree
    to 1e-12, and bit for bit if the partitions are the same.

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
    arguments = Arguments.of(locals())
    held = _Partitions("accumulate", data, metrics, arguments, memory, by, missing)
    return held.job.run(held.gather, held.samples).whole


def evaluate(
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
    """Evaluate models on the rows of a Spark DataFrame.

    Parameters
    ----------
    data, metrics, y_true, y_pred, y_score, y_proba, X, sample_weight, task, \
pos_label, threshold, **options
        As in `accumulate`.
    confidence_level, method, n_resamples, random_state, digits : optional
        As in `fastmetrics.evaluate`.
    by : str or list of str, optional
        The columns that rows are sliced by. The report contains metrics of labels and
        of sums by slices.
    min_rows : int, default=1
        Slices of fewer rows have no value.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    memory : float or str, default="25%"
        Memory limit for the states, or for a range of scores, on the driver: bytes,
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
    accumulate : what merges alone, to be added to and to be kept.
    fastmetrics.evaluate_files : of files.

    Notes
    -----
    Where scores outgrow ``memory``, Spark sorts them (`repartitionByRange` with
    `sortWithinPartitions`): ranges come to the driver one after the other, a line for
    each score, and metrics go on from one to the next. Values are the same to the bit,
    and so is DeLong's interval of the area; replicates of other metrics are drawn from
    cells of the scores.

    Up to ten models are compared by metrics of scores without weights. For this Spark
    reads all partitions once more, and they must have the same rows then.

    Examples
    --------
    >>> from pyspark.sql import SparkSession  # doctest: +SKIP
    >>> from fastmetrics.spark import evaluate
    >>> session = SparkSession.builder.getOrCreate()  # doctest: +SKIP
    >>> rows = [(0, 0.2), (1, 0.7), (1, 0.4), (0, 0.5)]
    >>> data = session.createDataFrame(rows, ["y", "s"])  # doctest: +SKIP
    >>> report = evaluate(data, "roc_auc", y_true="y", y_score="s")  # doctest: +SKIP
    >>> report["roc_auc_score"].estimate  # doctest: +SKIP
    0.75
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


class _Partitions:
    """The partitions of a call, and what tasks do with them."""

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
        self._functions = _spark()
        given = arguments.columns
        self.job = Job.of(
            function, given, metrics, arguments, memory, by, missing, beside
        )
        self._rows = _selected(data, names_in(self.job.named), self._functions)
        _ask_executors(data.sparkSession)

    def gather(self, job: Job) -> Total:
        """Return the merged results of all partitions."""

        def summed(batches: Iterator[Any]) -> Iterator[Any]:
            yield from _summed(job, batches)

        functions = self._functions
        # Cached, because their sizes must be known before any of them is collected.
        pieces = self._rows.mapInArrow(summed, _PIECE).persist()
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
                level = level.repartition(n, "numbers").mapInArrow(_merged, _PIECE)
            at_once = (n_bytes or 0) <= _AT_ONCE
            rows = level.collect() if at_once else level.toLocalIterator()
            found = [*map(_piece, rows)]
        finally:
            pieces.unpersist()
        total = put(found, count)
        came = sum(piece.rows for piece in found)
        if came != n_rows:
            raise RuntimeError(
                f"partitions of {came} rows came to the driver, where {n_rows} were "
                "counted"
            )
        return total

    def samples(self) -> list[Any]:
        """Return some rows of each partition."""
        job = self.job

        def sampled(batches: Iterator[Any]) -> Iterator[Any]:
            yield from _sampled(job, batches)

        rows = self._rows.mapInArrow(sampled, "rows binary").collect()
        return [_unpacked(row[0]) for row in rows]

    def ranges(
        self, job: Job, sweeps: Sequence[Sweep], n: int
    ) -> Iterator[tuple[int, bytes]]:
        """Yield ranges of scores, the highest first."""

        def lined(batches: Iterator[Any]) -> Iterator[Any]:
            yield from _lined(job, sweeps, batches)

        def ranged(batches: Iterator[Any]) -> Iterator[Any]:
            yield from _ranged(sweeps, batches)

        # Kept, as Spark looks at some of them before it cuts ranges.
        lines = self._rows.mapInArrow(lined, _LINES).persist()
        try:
            ordered = lines.repartitionByRange(n, "key")
            ordered = ordered.sortWithinPartitions("sweep", "key")
            rows = ordered.mapInArrow(ranged, "sweep int, state binary")
            for sweep, state in rows.toLocalIterator():
                yield sweep, bytes(state)
        finally:
            lines.unpersist()

    def placed(self, job: Job, kind: Kind, placing: Placing) -> Iterator[PlacedRows]:
        """Yield the rows of all partitions, placed."""

        def placed(batches: Iterator[Any]) -> Iterator[Any]:
            yield from _placed(job, kind, placing, batches)

        rows = self._rows.mapInArrow(placed, _PLACED).collect()
        for *_, sizes, sums, labels, cells, error in sorted(rows, key=lambda r: r[:2]):
            if error is not None:
                _raise(error)
            of_pairs = np.reshape(sums, (-1, 2, 2))
            yield PlacedRows(
                np.array(sizes, np.int64),
                dict(zip(combinations(placing.placers, 2), of_pairs, strict=True)),
                np.frombuffer(labels, np.uint8),
                {
                    model: np.frombuffer(own, np.uint32)
                    for model, own in zip(placing.placers, cells, strict=True)
                },
            )


def _ask_executors(session: Any) -> None:
    """Raise unless tasks on the executors can import this package.

    Raises
    ------
    ImportError
        If they cannot.
    RuntimeError
        If they run no Python at all, in one line.
    """
    context = getattr(session, "_sc", None)  # there is none on Spark Connect
    n = getattr(context, "defaultParallelism", _PROBES)
    asked = session.range(0, n, 1, n).mapInArrow(
        asking("batches_imported"), "said string"
    )
    try:
        rows = asked.collect()
    except Exception as error:
        raise RuntimeError(
            f"Spark's executors run no Python task: {in_one_line(error)}; {WHERE}"
        ) from None
    said = {f"task {k}": row[0] for k, row in enumerate(rows)}
    check_workers(said)


def _piece(row: Any) -> Piece:
    numbers, n_rows, _, state, slices, error = row
    if error is not None:
        _raise(error)
    return Piece(tuple(numbers), n_rows, bytes(state), bytes(slices))


# Errors of a task because of its data; Spark shows other errors.
_ERRORS = {one.__name__: one for one in (ValueError, TypeError, RuntimeError)}


def _raise(error: str) -> None:
    name, _, text = error.partition(": ")
    raise _ERRORS[name](text)


# --- tasks


def _number() -> int:
    from pyspark import TaskContext

    number: int = TaskContext.get().partitionId()
    return number


def _summed(job: Job, batches: Iterator[Any]) -> Iterator[Any]:
    number = _number()
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

    said = None if error is None else _said(error)
    fields = [
        pa.array([[*piece.numbers]], pa.list_(pa.int32())),
        pa.array([piece.rows], pa.int64()),
        pa.array([piece.n_bytes], pa.int64()),
        pa.array([piece.state], pa.binary()),
        pa.array([piece.slices], pa.binary()),
        pa.array([said], pa.string()),
    ]
    names = ["numbers", "rows", "size", "state", "slices", "error"]
    return pa.record_batch(fields, names)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _lined(job: Job, sweeps: Sequence[Sweep], batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow as pa

    names = "sweep", "key", "positives", "negatives"
    for lines in job.lines(_number(), _blocks(job, batches), sweeps):
        yield pa.record_batch([*map(pa.array, lines)], names)


def _placed(
    job: Job, kind: Kind, placing: Placing, batches: Iterator[Any]
) -> Iterator[Any]:
    """Yield a row for the rows of each block, or one that has the error."""
    import pyarrow as pa

    number = _number()
    names = "number", "at", "sizes", "sums", "labels", "cells", "error"
    integers, texts = pa.int32(), pa.string()
    types = (integers, integers, pa.list_(pa.int64()), pa.list_(pa.float64()),
             pa.binary(), pa.list_(pa.binary()), texts)  # fmt: skip

    def row(*values: Any) -> Any:
        columns = [
            pa.array([one], kind) for one, kind in zip(values, types, strict=True)
        ]
        return pa.record_batch(columns, names)

    try:
        blocks = _blocks(job, batches)
        for at, rows in enumerate(job.placed(number, blocks, kind, placing)):
            sums = np.ravel([*rows.sums.values()])
            cells = [own.tobytes() for own in rows.cells.values()]
            yield row(number, at, rows.sizes, sums, rows.labels.tobytes(), cells, None)
    except (ValueError, TypeError) as error:
        yield row(number, 0, [], [], b"", [], _said(error))


def _ranged(sweeps: Sequence[Sweep], batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow as pa

    chunks = (
        tuple(column.to_numpy() for column in table.columns)
        for table in _tables(batches)
    )
    for sweep, state in tiles(chunks, sweeps):
        columns = [pa.array([sweep], pa.int32()), pa.array([state], pa.binary())]
        yield pa.record_batch(columns, ["sweep", "state"])


def _tables(batches: Iterator[Any]) -> Iterator[Any]:
    """Yield many batches at a time as a table; Arrow's have 10,000 rows."""
    import pyarrow as pa

    held: list[Any] = []
    n = 0
    for batch in batches:
        held.append(batch)
        n += batch.num_rows
        if n >= _ROWS:
            yield pa.Table.from_batches(held)
            held, n = [], 0
    if n:
        yield pa.Table.from_batches(held)


def _blocks(job: Job, batches: Iterator[Any]) -> Iterator[Mapping[str, Any]]:
    return (_columns(job, table) for table in _tables(batches))


def _columns(job: Job, table: Any) -> dict[str, Any]:
    names = names_in(job.named)
    return dict(zip(names, map(_column, table.columns), strict=True))


def _column(column: Any) -> Any:
    """Return a column; a matrix of arrays of numbers that have one length."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_struct(column.type) and {*_VECTOR} <= {f.name for f in column.type}:
        return _vectors(column)
    if not pa.types.is_list(column.type) or column.null_count or not len(column):
        return column
    lengths = pc.unique(pc.list_value_length(column))
    flat = pc.list_flatten(column)
    numbers = pa.types.is_integer(flat.type) or pa.types.is_floating(flat.type)
    if len(lengths) > 1 or not numbers or flat.null_count:
        return column
    return np.asarray(flat).reshape(len(column), -1)


# The fields of a vector of Spark ML: 0 of a sparse one, and 1 of a dense one; how many
# elements a sparse one has, and where those that are not 0 are.
_VECTOR = ("type", "size", "indices", "values")


def _vectors(column: Any) -> Any:
    """Return a matrix of Spark ML's vectors; other columns are returned unchanged."""
    rows = column.to_pylist()
    if any(row is None for row in rows):
        return column
    sizes = {row["size"] if row["type"] == 0 else len(row["values"]) for row in rows}
    if len(sizes) != 1:
        return column
    [size] = sizes
    found = np.zeros((len(rows), size))
    for at, row in enumerate(rows):
        found[at, row["indices"] if row["type"] == 0 else slice(None)] = row["values"]
    return found
