"""Rows of a file written to files, with further columns."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fastmetrics._common.options import needs
from fastmetrics.cli.output import open_output
from fastmetrics.readers import DataError, MissingLibraryError
from fastmetrics.show.result import RowWriter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.readers import Columns


# suffix -> the form in which rows are written
FORMATS = {
    ".csv": "CSV",
    ".parquet": "Parquet",
    ".pq": "Parquet",
    ".arrow": "Arrow",
    ".feather": "Arrow",
    ".ipc": "Arrow",
    ".npy": "NPY",
}
# So many rows of text are written at a time.
_BLOCK = 1 << 14


class Target(NamedTuple):
    """A file to write: its path, and which rows go there; None: all."""

    path: str
    rows: NDArray[np.bool_] | None = None


class _Sink(Protocol):
    """A writer of rows of one kind to a file."""

    def add(self, rows: Any) -> None: ...

    def close(self) -> None: ...


def form_of(path: str) -> str:
    """Return the form that the name of a file asks for; empty: none that is known."""
    return next(
        (form for end, form in FORMATS.items() if path.lower().endswith(end)), ""
    )


def write_rows(
    columns: Columns,
    added: Mapping[str, NDArray[Any]],
    targets: Sequence[Target],
    n: int,
) -> None:
    """Write the n rows of a file to each target, with the added columns behind.

    Each target is whole or as it was. Rows are read in the order of the file, once for
    all targets, and only some of them are in memory.

    Raises
    ------
    DataError
        If the file has changed since its columns were read, or is damaged.
    OutputError
        If a target cannot be written.
    """
    forms = [form_of(target.path) for target in targets]
    as_text = columns.text is not None and {*forms} == {"CSV"}
    blocks = _text_blocks(columns) if as_text else _batches(columns)
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(open_output(target.path)) for target in targets]
        sinks: list[_Sink] = []
        done = 0
        for block in blocks:
            stop = done + len(block)
            if stop > n:
                break
            some = {name: column[done:stop] for name, column in added.items()}
            if as_text:
                whole: Any = _with_cells(block, some)
            else:
                whole = _with_columns(block, some)
                sinks = sinks or [
                    _arrow_sink(form, file, whole.schema)
                    for form, file in zip(forms, files, strict=True)
                ]
            sinks = sinks or [_TextSink(file, columns, [*added]) for file in files]
            for sink, target in zip(sinks, targets, strict=True):
                sink.add(_chosen(whole, target.rows, done))
            done = stop
        for sink in sinks:
            sink.close()
        if done != n:
            raise DataError(f"has no longer the {n} rows that were read before")


def _text_blocks(columns: Columns) -> Iterator[list[list[str]]]:
    assert columns.text is not None
    records = columns.text.records()
    if columns.text.header:
        next(records)
    block = []
    for record in records:
        block.append(record)
        if len(block) == _BLOCK:
            yield block
            block = []
    if block:
        yield block


def _batches(columns: Columns) -> Iterator[Any]:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise MissingLibraryError(
            needs("writing these rows", "pyarrow", "cli")
        ) from error
    return columns.batches()


def _with_cells(
    block: list[list[str]], added: Mapping[str, NDArray[Any]]
) -> list[list[str]]:
    if not added:
        return block
    cells = zip(*(column.tolist() for column in added.values()), strict=True)
    return [[*row, *map(str, more)] for row, more in zip(block, cells, strict=True)]


def _with_columns(batch: Any, added: Mapping[str, NDArray[Any]]) -> Any:
    import pyarrow as pa

    more = [pa.array(column) for column in added.values()]
    return pa.record_batch([*batch.columns, *more], names=[*batch.schema.names, *added])


def _chosen(rows: Any, mask: NDArray[np.bool_] | None, start: int) -> Any:
    if mask is None:
        return rows
    of_block = mask[start : start + len(rows)]
    if isinstance(rows, list):
        return [
            row for row, is_in in zip(rows, of_block.tolist(), strict=True) if is_in
        ]
    import pyarrow as pa

    return rows.filter(pa.array(of_block))


class _TextSink:
    """Writes cells as CSV, with a header if the file that was read has one."""

    def __init__(self, file: IO[bytes], columns: Columns, added: Sequence[str]) -> None:
        assert columns.text is not None
        self._text = io.TextIOWrapper(file, "utf-8", newline="")
        self._writer = RowWriter(self._text, columns.text.delimiter)
        if columns.text.header:
            self._writer.write([*columns.names, *added])

    def add(self, rows: Any) -> None:
        for row in rows:
            self._writer.write(row)

    def close(self) -> None:
        self._text.flush()
        self._text.detach()  # who opened the file closes it


class _ArrowSink:
    """Writes batches by one of Arrow's writers, which takes no dictionaries as text."""

    def __init__(self, writer: Any, schema: Any, *, is_text: bool = False) -> None:
        self._writer, self._schema, self._is_text = writer, schema, is_text

    def add(self, rows: Any) -> None:
        import pyarrow as pa

        if self._is_text:
            columns = [
                column.cast(kind)
                for column, kind in zip(rows.columns, self._schema.types, strict=True)
            ]
            rows = pa.record_batch(columns, schema=self._schema)
        self._writer.write_batch(rows)

    def close(self) -> None:
        self._writer.close()


def _arrow_sink(form: str, file: IO[bytes], schema: Any) -> _ArrowSink:
    import pyarrow as pa

    if form == "Parquet":
        from pyarrow import parquet

        return _ArrowSink(parquet.ParquetWriter(file, schema), schema)
    if form == "Arrow":
        return _ArrowSink(pa.ipc.new_file(file, schema), schema)
    from pyarrow import csv as arrow_csv

    plain = pa.schema(
        [
            field.with_type(field.type.value_type)
            if hasattr(field.type, "value_type") and pa.types.is_dictionary(field.type)
            else field
            for field in schema
        ]
    )
    return _ArrowSink(arrow_csv.CSVWriter(file, plain), plain, is_text=True)
