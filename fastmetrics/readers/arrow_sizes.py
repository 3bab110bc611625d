"""What a compressed Arrow file or stream unpacks to, read off its messages.

Each message is a table of offsets (a flatbuffer) and a body of buffers. A compressed
buffer begins with the number of bytes that it unpacks to, -1 if it is left as it is:
https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from struct import unpack_from
from typing import Any

__all__ = ["file_messages", "unpacked_size"]

# Kinds of messages with buffers, and where in their tables things stand.
_DICTIONARY, _RECORDS = 2, 3
_KIND, _HEADER, _DATA, _BUFFERS, _COMPRESSION = 1, 2, 1, 2, 3
# How a file ends, and where in its last table the places of its messages stand.
_MARK = b"ARROW1"
_OF_DICTIONARIES, _OF_RECORDS = 2, 3


def file_messages(stream: Any) -> Iterator[Any]:
    """Yield the messages with buffers of an Arrow file, where its last table says.

    Between the two marks of a file there need not be a stream: Polars begins with a
    schema that is no message.
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


def unpacked_size(messages: Any, schema: Any, wanted: Container[int]) -> int:
    """Return the bytes of the columns at some positions, and of all dictionaries.

    0 for what is not compressed, which is no larger than the file.
    """
    of_wanted = _of_wanted(schema, wanted)
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


def _of_wanted(schema: Any, wanted: Container[int]) -> list[bool] | None:
    """Tell of each buffer whether its column is wanted; None: their number differs."""
    import pyarrow as pa

    try:
        numbers = [len(pa.nulls(0, kind).buffers()) for kind in schema.types]
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None
    return [i in wanted for i, number in enumerate(numbers) for _ in range(number)]


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
    """Return where a field of a table stands, 0 if it is left out."""
    (back,) = unpack_from("<i", table, at)
    length, _ = unpack_from("<HH", table, at - back)
    if 4 + 2 * number >= length:
        return 0
    (offset,) = unpack_from("<H", table, at - back + 4 + 2 * number)
    return at + int(offset) if offset else 0


def _table(table: memoryview, at: int, number: int) -> int:
    """Return where the table or vector starts that a field refers to."""
    field = _field(table, at, number)
    (offset,) = unpack_from("<I", table, field)
    return field + int(offset)
