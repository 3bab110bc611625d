"""Parquet, and Arrow files and streams (Feather version 2), by pyarrow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from fastmetrics._common.extras import needs
from fastmetrics._common.iso import plain_name
from fastmetrics._common.levels import ordered_values
from fastmetrics._common.names import shown
from fastmetrics.readers.arrow_sizes import file_messages, unpacked_size
from fastmetrics.readers.cells import numbers_among
from fastmetrics.readers.columns import (
    Columns,
    DataError,
    MissingLibraryError,
    open_bytes,
    values_missing,
)
from fastmetrics.readers.memory import check_room


def _arrow(what: str) -> Any:
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingLibraryError(needs(f"reading {what}", "pyarrow", "cli")) from error
    return pa


def _native(source: str | bytes, pa: Any) -> Any:
    return pa.BufferReader(source) if isinstance(source, bytes) else pa.OSFile(source)


def open_parquet(source: str | bytes) -> Columns:
    """Find the columns of a Parquet file."""
    pa = _arrow("Parquet")
    from pyarrow import parquet

    # Pre-buffering keeps what was read until the file is closed.
    file = parquet.ParquetFile(_native(source, pa), pre_buffer=False)
    names = list(file.schema_arrow.names)
    missing: set[str] = set()

    def read_any(positions: Sequence[int]) -> list[Any]:
        wanted = [names[i] for i in positions]
        _check_unpacked(file.metadata, {*wanted})
        table = file.read(columns=list(dict.fromkeys(wanted)))
        # Of a name that occurs twice both columns come, in the order of the file.
        places = []
        for i, name in zip(positions, wanted, strict=True):
            same = [k for k, other in enumerate(table.column_names) if other == name]
            places.append(same[names[:i].count(name)])
        return [without(table.column(place), missing) for place in places]

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        return to_arrays(read_any(positions), [names[i] for i in positions])

    def batches(positions: Sequence[int], rows: int) -> Iterator[Any]:
        wanted = [names[i] for i in positions]
        is_all = wanted == names
        twice = next((name for name in wanted if names.count(name) > 1), None)
        if twice is not None and not is_all:
            raise DataError(f"column {shown(twice)}: several columns have this name")
        columns = None if is_all else list(dict.fromkeys(wanted))
        for group in range(file.metadata.num_row_groups):
            for batch in file.iter_batches(rows, [group], columns):
                yield batch if is_all else batch.select(wanted)

    return Columns(
        names,
        "Parquet",
        read,
        _read_any=read_any,
        _batches=batches,
        _array_of=array_of,
        _take_as_missing=missing.update,
        _as_ids=typed_ids,
        n_rows=file.metadata.num_rows,
    )


def _check_unpacked(metadata: Any, names: set[str]) -> None:
    """Raise if some columns do not fit in memory, at least 8 bytes for each row.

    Of a damaged file to ask for a column may end the process (in PyArrow): only where
    all columns together do not fit are they looked at one by one.
    """
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    whole = sum(max(group.total_byte_size, 0) for group in groups)
    try:
        check_room(8 * metadata.num_rows * len(names) + whole)
    except DataError:
        check_room(_unpacked(metadata, names))


def _unpacked(metadata: Any, names: set[str]) -> int:
    """Return the bytes of some columns when unpacked, at least 8 for each row."""
    total = 8 * metadata.num_rows * len(names)
    for i in range(metadata.num_row_groups):
        group = metadata.row_group(i)
        for column in map(group.column, range(group.num_columns)):
            if column.path_in_schema.partition(".")[0] in names:
                total += column.total_uncompressed_size
    return total


def open_arrow(source: str | bytes) -> Columns:
    """Find the columns of an Arrow file or stream."""
    pa = _arrow("Arrow files")
    with open_bytes(source) as file:
        is_file = file.read(6) == b"ARROW1"
    opener = pa.ipc.open_file if is_file else pa.ipc.open_stream
    schema = opener(_native(source, pa)).schema
    names = list(schema.names)
    missing: set[str] = set()

    def read_any(positions: Sequence[int]) -> list[Any]:
        stream = _native(source, pa)
        messages = (
            file_messages(stream)
            if is_file
            else pa.ipc.MessageReader.open_stream(stream)
        )
        check_room(unpacked_size(messages, schema, {*positions}))
        options = pa.ipc.IpcReadOptions(included_fields=sorted(positions))
        table = opener(_native(source, pa), options=options).read_all()
        places = map(sorted(positions).index, positions)
        return [without(table.column(place), missing) for place in places]

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        return to_arrays(read_any(positions), [names[i] for i in positions])

    def batches(positions: Sequence[int], rows: int) -> Iterator[Any]:
        options = pa.ipc.IpcReadOptions(included_fields=sorted(positions))
        opened = opener(_native(source, pa), options=options)
        read = (
            map(opened.get_batch, range(opened.num_record_batches))
            if is_file
            else opened
        )
        order = [sorted(positions).index(i) for i in positions]
        for batch in read:
            for start in range(0, len(batch), rows):
                yield batch.select(order).slice(start, rows)

    return Columns(
        names,
        "Arrow",
        read,
        _read_any=read_any,
        _batches=batches,
        _array_of=array_of,
        _take_as_missing=missing.update,
        _as_ids=typed_ids,
    )


def without(column: Any, words: Collection[str]) -> Any:
    """Return a column in which texts and numbers that are among words are missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind, types = column.type, pa.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    gone: Collection[Any] = words
    if types.is_integer(kind) or types.is_floating(kind):
        gone = numbers_among(words)
        if types.is_integer(kind):
            gone = {int(one) for one in gone if one.is_integer()}
    elif not (types.is_string(kind) or types.is_large_string(kind)):
        return column
    if not gone:
        return column
    column = column.cast(kind)
    is_gone = pc.is_in(column, pa.array(gone).cast(kind, safe=False))
    return pc.if_else(is_gone, None, column)


def to_arrays(columns: list[Any], names: Sequence[str]) -> list[np.ndarray]:
    """Convert Arrow columns; the list is emptied, so that each can be let go of."""
    return [array_of(columns.pop(0), name) for name in names]


def typed_ids(column: Any, name: str, start: int = 0) -> np.ndarray:
    """Return what a column names its rows by: no float has the digits of a decimal."""
    import pyarrow as pa

    is_decimal = pa.types.is_decimal(column.type)
    return array_of(column.cast(pa.string()) if is_decimal else column, name, start)


def array_of(column: Any, name: str, start: int = 0) -> np.ndarray:
    """Convert a column of Arrow, or a part of it that begins after some rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    # Offsets and dictionary codes of a damaged file point anywhere: all are checked
    # before anything is read through them.
    if isinstance(column, pa.Array):
        column = pa.chunked_array([column])
    column.validate(full=True)
    kind = column.type
    if not len(column):
        return np.empty(0)
    if column.null_count:
        first = pc.index(pc.is_null(column), True).as_py() + 1
        raise values_missing(name, column.null_count, len(column), first, start)
    types = pa.types
    if types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind):
        return column.to_numpy()
    if types.is_date(kind) or types.is_timestamp(kind):
        return _iso_texts(column)
    if types.is_decimal(kind):
        return column.cast(pa.float64()).to_numpy()
    if types.is_binary(kind) or types.is_large_binary(kind):
        raise DataError(f"column {shown(name)}: is not UTF-8 text")
    view = getattr(types, "is_string_view", lambda _: False)
    if types.is_string(kind) or types.is_large_string(kind) or view(kind):
        column = column.dictionary_encode()
    elif not types.is_dictionary(kind):
        raise DataError(
            f"column {shown(name)}: holds {kind} values; numbers or text are needed"
        )
    # Each distinct value becomes one Python object, however many rows there are.
    whole = column.unify_dictionaries().combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0)
    if whole.dictionary.null_count:
        decoded = pa.chunked_array([whole.dictionary_decode()])
        return array_of(decoded, name, start)
    values = _plain_values(whole.dictionary, name)
    if whole.type.ordered:
        values = ordered_values(values, values.tolist())
    return values[whole.indices.to_numpy()]


def _iso_texts(column: Any) -> np.ndarray:
    """Return dates and timestamps as texts in ISO form, each made once."""
    values = column.combine_chunks().dictionary_encode()
    texts = [str(plain_name(one)) for one in values.dictionary.to_pylist()]
    return np.array(texts, dtype=object)[values.indices.to_numpy()]


def _plain_values(dictionary: Any, name: str) -> np.ndarray:
    """Return the values of a dictionary: numbers as they are, text as objects."""
    import pyarrow as pa

    types, kind = pa.types, dictionary.type
    if types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind):
        return dictionary.to_numpy(zero_copy_only=False)
    values = dictionary.to_pylist()
    if not all(isinstance(value, str) for value in values):
        raise DataError(
            f"column {shown(name)}: holds {kind} values; numbers or text are needed"
        )
    return np.array(values, dtype=object)
