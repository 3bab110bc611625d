"""Parquet and Arrow files: columns, single cells, and sizes before they are read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from struct import unpack_from
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._common.names import ordered_values, plain_name, shown
from fastmetrics._common.options import needs
from fastmetrics.readers.columns import (
    Columns,
    DataError,
    MissingLibraryError,
    check_room,
    number_in,
    open_bytes,
    values_missing,
)

# --- the unpacked size of a compressed Arrow file or stream, from its messages
#
# Each message is a table of offsets (a flatbuffer) and a body of buffers. A compressed
# buffer begins with the number of bytes that it unpacks to, -1 if it is left as it is:
# https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format.

# Kinds of messages with buffers, and where in their tables things stand.
_DICTIONARY, _RECORDS = 2, 3
_KIND, _HEADER, _DATA, _BUFFERS, _COMPRESSION = 1, 2, 1, 2, 3
# How a file ends, and where in its last table the places of its messages stand.
_MARK = b"ARROW1"
_OF_DICTIONARIES, _OF_RECORDS = 2, 3


def file_messages(stream: Any) -> Iterator[Any]:
    """Yield the messages with buffers of an Arrow file, where its last table says.

    Between the two marks of a file there need not be a stream: Polars begins with a
    schema that is not a message.
    """
    from pyarrow import ipc

    stream.seek(stream.size() - len(_MARK) - 4)
    (length,) = unpack_from("<i", stream.read(4))
    stream.seek(stream.size() - len(_MARK) - 4 - length)
    footer = memoryview(stream.read(length))
    (root,) = unpack_from("<I", footer)
    for blocks in (_OF_DICTIONARIES, _OF_RECORDS):
        if not _field(footer, root, blocks):
            continue
        start = _table(footer, root, blocks)
        (n,) = unpack_from("<I", footer, start)
        for i in range(n):
            (place,) = unpack_from("<q", footer, start + 4 + 24 * i)
            stream.seek(place)
            yield ipc.read_message(stream)


def unpacked_size(messages: Any, schema: Any, columns: Container[int]) -> int:
    """Return the bytes of the columns at some positions, and of all dictionaries.

    0 for uncompressed data, which are not larger than the file.
    """
    of_wanted = _of_wanted(schema, columns)
    total = 0
    for message in messages:
        table = memoryview(message.metadata)
        (root,) = unpack_from("<I", table)
        (kind,) = unpack_from("<B", table, _field(table, root, _KIND))
        if kind not in (_DICTIONARY, _RECORDS):
            continue
        records = _table(table, root, _HEADER)
        if kind == _DICTIONARY:
            records = _table(table, records, _DATA)
        if not _field(table, records, _COMPRESSION):
            return 0
        sizes = [*_sizes(table, records, memoryview(message.body))]
        if kind == _RECORDS and of_wanted is not None and len(of_wanted) == len(sizes):
            sizes = [n for n, is_in in zip(sizes, of_wanted, strict=True) if is_in]
        total += sum(sizes)
    return total


def _of_wanted(schema: Any, columns: Container[int]) -> list[bool] | None:
    """Return a flag for the buffers of the selected columns; None if numbers differ."""
    import pyarrow as pa

    try:
        numbers = [len(pa.nulls(0, kind).buffers()) for kind in schema.types]
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None
    return [i in columns for i, number in enumerate(numbers) for _ in range(number)]


def _sizes(table: memoryview, records: int, body: memoryview) -> Iterator[int]:
    """Yield what each buffer of some records unpacks to."""
    start = _table(table, records, _BUFFERS)
    (n,) = unpack_from("<I", table, start)
    for i in range(n):
        at, length = unpack_from("<qq", table, start + 4 + 16 * i)
        if length < 8:
            yield 0
        else:
            (unpacked,) = unpack_from("<q", body, at)
            yield length - 8 if unpacked == -1 else max(unpacked, 0)


def _field(table: memoryview, at: int, number: int) -> int:
    """Return the position of a field of a table, or 0."""
    (back,) = unpack_from("<i", table, at)
    length, _ = unpack_from("<HH", table, at - back)
    if 4 + 2 * number >= length:
        return 0
    (offset,) = unpack_from("<H", table, at - back + 4 + 2 * number)
    return at + int(offset) if offset else 0


def _table(table: memoryview, at: int, number: int) -> int:
    """Return the start of the table or vector of a field."""
    field = _field(table, at, number)
    (offset,) = unpack_from("<I", table, field)
    return field + int(offset)


# --- the meaning of the cells of a text file, decided here only
#
# A number, a truth value, a text, or a missing value. Blanks around a cell do not
# count, except within quotes. An empty cell is missing. A word such as NA is missing
# among numbers, and a text among texts, unless it stands in quotes: then it is a text.

# What stands for a missing number. "nan" is not among them: it is read as a number, and
# refused as one.
WORDS = ["#N/A", "NA", "N/A", "n/a", "NULL", "Null", "null", "None", "<NA>"]
TRUE, FALSE = ["true", "True", "TRUE"], ["false", "False", "FALSE"]
# Text in quotes, which are doubled in it, and text behind them.
_CELL = r'("(?:[^"]|"")*"|)([^{}\r\n]*)(?:{}|\r?\n|\r|$)'


class Quoted(NamedTuple):
    """The text of a cell in quotes, which would mean something else without them."""

    text: str


# The content of a cell, as it is written or in quotes.
Cell: TypeAlias = str | Quoted


def is_doubtful(cell: str, missing: Collection[str]) -> bool:
    """Whether quotes around a cell can change its meaning."""
    return not cell or cell in WORDS or cell in missing or cell != cell.strip()


def are_doubtful(cells: Collection[str], missing: Collection[str]) -> bool:
    """Whether some of the distinct cells of a column mean other than they are."""
    odd = [cell for cell in cells if is_doubtful(cell, missing)]
    if any(cell not in WORDS or cell in missing for cell in odd):
        return True
    return bool(odd) and all(cell in odd or is_number(cell) for cell in cells)


def with_quotes(record: list[str], raw: str, delimiter: str) -> list[Cell]:
    """Return the cells of a record, given also as it is written, with their quotes."""
    matches = re.finditer(_CELL.format(*[re.escape(delimiter)] * 2), raw)
    cells: list[Cell] = []
    for text, written in zip(record, matches, strict=False):
        quoted, behind = written.groups()
        if quoted and not behind.strip():
            cells.append(Quoted(text[: len(text) - len(behind)]))
        else:
            cells.append(text)
    return cells


def meanings(
    cells: Iterable[Cell], missing: Collection[str] = (), *, as_text: bool = False
) -> dict[Cell, Any]:
    """Return the value of each distinct cell of a column; None if it is missing.

    All are of one kind: int, float, bool, or str.

    Parameters
    ----------
    cells : iterable of str or Quoted
        Each at least once.
    missing : collection of str
        Further words for a missing value, among texts as well; a number that is one of
        them is missing however it is written.
    as_text : bool
        Whether numbers are texts as well.
    """
    read = {cell: _unwrapped(cell) for cell in cells}
    texts = {
        cell: value
        for cell, value in read.items()
        if isinstance(value, Quoted) or not (value == "" or value in missing)
    }
    meaning: dict[Cell, Any] = dict.fromkeys(read)
    if not as_text:
        plain_texts = {
            cell: text.text if isinstance(text, Quoted) else text
            for cell, text in texts.items()
            if text != Quoted("") and (isinstance(text, Quoted) or text not in WORDS)
        }
        for kind in (_whole, float_of, _truth):
            if plain_texts:
                with contextlib.suppress(ValueError, OverflowError):
                    values = {cell: kind(text) for cell, text in plain_texts.items()}
                    gone = {} if kind is _truth else numbers_among(missing)
                    return meaning | {
                        cell: v for cell, v in values.items() if v not in gone
                    }
    return meaning | {
        cell: text.text if isinstance(text, Quoted) else text
        for cell, text in texts.items()
    }


def _unwrapped(cell: Cell) -> Cell:
    """Return a cell without blanks around it, which may stand ahead of quotes."""
    if isinstance(cell, Quoted):
        return cell
    text = cell.strip()
    if text != cell and len(text) > 1 and text[0] == text[-1] == '"':
        return Quoted(text[1:-1].replace('""', '"'))
    return text


def unquoted(text: str) -> str:
    """Return the text of a cell, without blanks around it and quotes behind these."""
    unwrapped = _unwrapped(text)
    return unwrapped.text if isinstance(unwrapped, Quoted) else unwrapped


def numbers_among(words: Collection[str]) -> set[float]:
    """Return the numbers that some of these words are."""
    return {float_of(word) for word in words if is_number(word)}


def is_number(text: str) -> bool:
    """Whether a cell holds a number."""
    try:
        float_of(text)
    except ValueError:
        return False
    return True


def _whole(text: str) -> int:
    number = number_in(int, text)
    if not -(2**63) <= number < 2**63:
        raise OverflowError(text)
    return number


def float_of(text: str) -> float:
    """Return the number that a cell holds."""
    return number_in(float, text)


def _truth(text: str) -> bool:
    if text not in TRUE and text not in FALSE:
        raise ValueError(text)
    return text in TRUE


# --- Parquet, and Arrow files and streams (Feather version 2), by pyarrow


def arrow(what: str) -> Any:
    """Return PyArrow, which is needed to read such data."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingLibraryError(needs(f"reading {what}", "pyarrow", "cli")) from error
    return pa


def _native(source: str | bytes, pa: Any) -> Any:
    return pa.BufferReader(source) if isinstance(source, bytes) else pa.OSFile(source)


def open_parquet(source: str | bytes) -> Columns:
    """Find the columns of a Parquet file."""
    pa = arrow("Parquet")
    from pyarrow import parquet

    # Pre-buffering keeps all that was read until the file is closed.
    file = parquet.ParquetFile(_native(source, pa), pre_buffer=False)
    names = list(file.schema_arrow.names)
    missing: set[str] = set()

    def read_any(positions: Sequence[int]) -> list[Any]:
        selected = [names[i] for i in positions]
        _check_unpacked(file.metadata, {*selected})
        table = file.read(columns=list(dict.fromkeys(selected)))
        # For a name that occurs twice, both columns are returned, in the order of the
        # file.
        places = []
        for i, name in zip(positions, selected, strict=True):
            same = [k for k, other in enumerate(table.column_names) if other == name]
            places.append(same[names[:i].count(name)])
        return [without(table.column(place), missing) for place in places]

    def read(positions: Sequence[int]) -> list[np.ndarray]:
        return to_arrays(read_any(positions), [names[i] for i in positions])

    def batches(positions: Sequence[int], rows: int) -> Iterator[Any]:
        selected = [names[i] for i in positions]
        is_all = selected == names
        twice = next((name for name in selected if names.count(name) > 1), None)
        if twice is not None and not is_all:
            raise DataError(f"column {shown(twice)}: several columns have this name")
        columns = None if is_all else list(dict.fromkeys(selected))
        for group in range(file.metadata.num_row_groups):
            for batch in file.iter_batches(rows, [group], columns):
                yield batch if is_all else batch.select(selected)

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
    pa = arrow("Arrow files")
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
            gone = {int(value) for value in gone if value.is_integer()}
    elif not (types.is_string(kind) or types.is_large_string(kind)):
        return column
    if not gone:
        return column
    column = column.cast(kind)
    is_gone = pc.is_in(column, pa.array(gone).cast(kind, safe=False))
    return pc.if_else(is_gone, None, column)


def to_arrays(columns: list[Any], names: Sequence[str]) -> list[np.ndarray]:
    """Convert Arrow columns; the list is emptied to release memory."""
    return [array_of(columns.pop(0), name) for name in names]


def typed_ids(column: Any, name: str, start: int = 0) -> np.ndarray:
    """Return the ids of a column; floats lack the digits of decimals."""
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
    texts = [str(plain_name(value)) for value in values.dictionary.to_pylist()]
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
