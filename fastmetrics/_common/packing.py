"""Summaries as bytes: frame, reader, labels and the ids of batches in them."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from contextlib import contextmanager
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import as_levels, cut, levels_of, plain_name
from fastmetrics._common.options import is_integral
from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray


# -------------------------------------------------------------------------------- texts
# Texts as an array, each of them as it is, and such arrays in order.


# An array of fixed width may take so many bytes in any case, and so many for each
# character of its texts, of which the longest sets the width for all.
_FEW_BYTES = 1 << 20
_BYTES_PER_CHARACTER = 16


def array_of_texts(
    texts: Sequence[Any], times: NDArray[np.intp] | None = None
) -> NDArray[Any] | None:
    """Return a list or tuple of texts as an array; None if an item is not a text.

    The array has a fixed width, as in NumPy, or objects if that would take far more
    memory or lose zeros at the end of a text. ``times`` is how often each is there in a
    column that they are the distinct ones of, which then decides.
    """
    sizes = objects.measure_texts(texts)
    if sizes is None:
        return None
    longest, total, keeps_all = sizes
    n_bytes = 4 * longest * (len(texts) if times is None else int(times.sum()))
    few = n_bytes <= _FEW_BYTES
    if not few:
        if times is not None:
            total = int(np.dot(times, [len(text) for text in texts]))
        few = n_bytes <= _BYTES_PER_CHARACTER * total
    return np.array(texts, np.str_ if few and keeps_all else object)


def distinct_labels(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Return ``np.unique(labels, return_inverse=True)``, of texts in less time.

    NumPy sorts objects and texts by comparisons that go through several calls each.
    """
    order = _order(labels)
    if order is None:
        return np.unique(labels, return_inverse=True)
    places = np.empty(len(order), np.intp)
    places[order] = np.arange(len(order))
    return labels[order], places


def _order(labels: NDArray[Any]) -> NDArray[np.int64] | None:
    """Return the order of texts or objects; None if some are equal or it is slow."""
    if labels.dtype.kind not in "UO":
        return None
    known = labels.tolist()
    order = objects.order_texts(known)
    if order is None and labels.dtype.kind == "O" and len(set(known)) == len(known):
        order = np.array(sorted(range(len(known)), key=known.__getitem__), np.int64)
    return order


# ------------------------------------------------------------------------------ packing
# What all summaries' bytes have in common: a frame, a reader, and labels in it.
#
# All numbers are little-endian; there is no padding.
#
# ======  ========  ====================================================================
# offset  type      content
# ======  ========  ====================================================================
# 0       8 bytes   the name of the format
# 8       uint16    its version
# 10      ..        what the format says
# end     uint32    CRC-32 (zlib) of all bytes before
# ======  ========  ====================================================================
#
# A column of k labels is written as its kind, a uint8 (0 int64, 1 uint64, 2 float64, 3
# bool, 4 strings, 5 ordered categories), and k numbers as named, bool as a byte each;
# of strings first k uint64, the end of each in what follows, then UTF-8. Of ordered
# categories first a uint64, how many there are, and all of them as strings, whose bytes
# a further uint64 counts; then k int64, the place of each label among them.


_HEAD = struct.Struct("<8sH")
_TAIL = struct.Struct("<I")

# Kinds of labels: kind of dtype -> (its number, its written form)
_KINDS = {"i": (0, "<i8"), "u": (1, "<u8"), "f": (2, "<f8"), "b": (3, "?")}
_DTYPES = {number: dtype for number, dtype in _KINDS.values()}
_FLOATS, _STRINGS, _LEVELS = 2, 4, 5

# What fails if JSON has another shape, infinite numbers, or lists in lists without end.
_OF_WRONG_TEXTS = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError),
)
_LONGEST = 200


class Format(NamedTuple):
    """How one summary is written.

    Attributes
    ----------
    name : bytes
        The eight bytes that it starts with.
    version : int
        The one that is written, and the only one that is read; an older one that is
        still read is a format of its own.
    fields : str
        What follows the version, as `struct` names it.
    subject : str
        What messages call such bytes: "these ConfusionCounts are".
    no_such : str
        Description of other bytes: "no ConfusionCounts".
    """

    name: bytes
    version: int
    fields: str
    subject: str
    no_such: str

    def seal(self, fields: Sequence[Any], parts: Sequence[bytes | memoryview]) -> bytes:
        """Return the bytes of some fields and of what follows them."""
        head = _HEAD.pack(self.name, self.version)
        pieces = [head, struct.pack("<" + self.fields, *fields), *parts]
        checksum = 0
        for piece in pieces:
            checksum = zlib.crc32(piece, checksum)
        return b"".join([*pieces, _TAIL.pack(checksum)])

    def open(self, data: Any) -> tuple[tuple[Any, ...], Reader]:
        """Return the fields, and a reader of what follows them.

        Raises
        ------
        ValueError
            If the bytes are of something else, damaged, or of another version.
        """
        data = memoryview(data).cast("B")
        fields = struct.Struct("<" + self.fields)
        start = _HEAD.size + fields.size
        if len(data) < start + _TAIL.size or data[: len(self.name)] != self.name:
            raise ValueError(f"these bytes are {self.no_such}")
        _, version = _HEAD.unpack_from(data)
        if version != self.version:
            raise ValueError(
                f"{self.subject} of version {version} of the format; this version of "
                f"fastmetrics reads {self.version}"
            )
        (checksum,) = _TAIL.unpack_from(data, len(data) - _TAIL.size)
        if zlib.crc32(data[: -_TAIL.size]) != checksum:
            raise self.damaged("the checksum is wrong")
        values = fields.unpack_from(data, _HEAD.size)
        return values, Reader(self, data[start : -_TAIL.size])

    def begins(self, data: Any) -> bool:
        """Whether some bytes begin with the name and the version of this format."""
        head = _HEAD.pack(self.name, self.version)
        return bool(memoryview(data).cast("B")[: len(head)] == head)

    @contextmanager
    def reading(self, *also: type[Exception]) -> Iterator[None]:
        """Raise `damaged` for whatever fails while a text of these bytes is read.

        A ValueError passes as it is, unless it is one of ``also``.
        """
        try:
            yield
        except Exception as error:
            if not isinstance(error, (*_OF_WRONG_TEXTS, *also)):
                raise
            said = str(error) if isinstance(error, ValueError) else repr(error)
            raise self.damaged(f"the text says {cut(said, _LONGEST)}") from error

    def damaged(self, why: str) -> ValueError:
        """Return the error to raise for bytes that say what cannot be."""
        return ValueError(f"{self.subject} damaged: {why}")


class Reader:
    """Takes one part after the other off some bytes; too few of them raise."""

    def __init__(self, format_: Format, data: memoryview) -> None:
        self._format = format_
        self._data = data

    def take_bytes(self, size: int) -> memoryview:
        """Return the next bytes."""
        if not 0 <= size <= len(self._data):
            raise self._format.damaged("the length is wrong")
        taken, self._data = self._data[:size], self._data[size:]
        return taken

    def take(self, dtype: str, n: int) -> NDArray[Any]:
        """Return the next n numbers as an array of its own, in native byte order."""
        written = np.dtype(dtype)
        taken = self.take_bytes(n * written.itemsize)
        return np.frombuffer(taken, written).astype(written.newbyteorder("="))

    def take_told(self, size: int) -> dict[str, Any]:
        """Return the object that so many bytes write as JSON."""
        text = bytes(self.take_bytes(size))
        with self._format.reading(ValueError):
            value = json.loads(text)
        if not isinstance(value, dict):
            raise self._format.damaged("the text is not an object")
        return value

    def finish(self) -> None:
        """Raise if anything is left."""
        if len(self._data):
            raise self._format.damaged("the length is wrong")


def pack_labels(labels: NDArray[Any]) -> tuple[int, bytes]:
    """Return the number of the labels' kind, and their bytes.

    Raises
    ------
    TypeError
        If there is no place for such labels: dates, or numbers of more digits.
    """
    kind = labels.dtype.kind
    if kind in _KINDS:
        number, dtype = _KINDS[kind]
        written = labels.astype(dtype)
        if np.array_equal(written, labels):
            return number, written.tobytes()
    values = labels.tolist()
    levels = levels_of(values)
    if levels is not None:
        _, text = pack_labels(np.array(levels, object))
        places = [label.places[label] for label in as_levels(values, levels)]
        sizes = np.array([len(levels), len(text)], "<u8")
        return _LEVELS, sizes.tobytes() + text + np.array(places, "<i8").tobytes()
    if not all(isinstance(label, str) for label in values):
        raise TypeError(
            f"labels of dtype {labels.dtype} cannot be written: the format holds "
            "strings, and numbers that int64, uint64 or float64 hold exactly"
        )
    # Half of a surrogate pair is not valid UTF-8, but it is a valid label.
    texts = [label.encode("utf-8", "surrogatepass") for label in values]
    ends = np.cumsum([len(text) for text in texts], dtype="<u8")
    return _STRINGS, ends.tobytes() + b"".join(texts)


def unpack_labels(format_: Format, number: int, k: int, data: memoryview) -> Any:
    """Return the k labels that `pack_labels` was given; other bytes raise."""
    if number == _STRINGS:
        return _unpack_strings(format_, k, data)
    if number == _LEVELS:
        return _unpack_levels(format_, k, data)
    if number not in _DTYPES:
        raise format_.damaged(f"labels are of unknown kind {number}")
    dtype = np.dtype(_DTYPES[number])
    if len(data) != k * dtype.itemsize:
        raise format_.damaged("labels are missing")
    if dtype.kind == "b" and max(data, default=0) > 1:
        raise format_.damaged("a label is neither true nor false")
    labels = np.frombuffer(data, dtype).astype(dtype.newbyteorder("="))
    if number == _FLOATS and not np.isfinite(labels).all():
        raise format_.damaged("a label is not finite")
    return labels


def _unpack_levels(format_: Format, k: int, data: memoryview) -> Any:
    reader = Reader(format_, data)
    n, size = reader.take("<u8", 2).tolist()
    categories = _unpack_strings(format_, n, reader.take_bytes(size)).tolist()
    places = reader.take("<i8", k)
    reader.finish()
    if len(set(categories)) < n or not np.isin(places, np.arange(n)).all():
        raise format_.damaged("ordered categories contradict")
    labels = np.empty(k, object)
    labels[:] = as_levels([categories[place] for place in places.tolist()], categories)
    return labels


def _unpack_strings(format_: Format, k: int, data: memoryview) -> Any:
    if not 0 <= 8 * k <= len(data):
        raise format_.damaged("labels are missing")
    ends = np.frombuffer(data[: 8 * k], "<u8").tolist()
    texts = bytes(data[8 * k :])
    if ends != sorted(ends) or (ends[-1] if ends else 0) != len(texts):
        raise format_.damaged("labels overlap")
    try:
        strings = [
            texts[a:b].decode("utf-8", "surrogatepass")
            for a, b in zip([0, *ends], ends, strict=False)
        ]
    except UnicodeDecodeError as error:
        raise format_.damaged("a label is not a text") from error
    return array_of_texts(strings)


# ---------------------------------------------------------------------------- batch ids
# BatchIds: the batches of a stream that were added, because none may count twice.


_HASH = 16


class BatchIds:
    """Ids of batches, as BLAKE2b of 128 bits; as bytes these, ascending."""

    __slots__ = ("_hashes",)

    def __init__(self, hashes: frozenset[bytes] = frozenset()) -> None:
        self._hashes = set(hashes)

    @staticmethod
    def hash_of(batch_id: int | str | date | None) -> bytes | None:
        """Return the hash of an id, None for None; raise TypeError for other objects.

        A date or a timestamp is its text in ISO form.
        """
        if batch_id is None:
            return None
        if isinstance(batch_id, date):
            batch_id = str(plain_name(batch_id))
        if not isinstance(batch_id, str) and not is_integral(batch_id):
            kind = type(batch_id).__name__
            raise TypeError(f"batch_id must be an int, a str or a date, got {kind}")
        text = f"s{batch_id}" if isinstance(batch_id, str) else f"i{int(batch_id)}"
        return hashlib.blake2b(text.encode(), digest_size=_HASH).digest()

    def __contains__(self, hashed: object) -> bool:
        return hashed in self._hashes

    def __len__(self) -> int:
        return len(self._hashes)

    def add(self, hashed: bytes | None) -> None:
        """Add an id hashed by `hash_of`; None is ignored."""
        if hashed is not None:
            self._hashes.add(hashed)

    def copy(self) -> BatchIds:
        """Return ids that go on by themselves."""
        return BatchIds(frozenset(self._hashes))

    def __or__(self, other: BatchIds) -> BatchIds:
        """Return the ids of both; raise ValueError where both have one."""
        twice = self._hashes & other._hashes
        if twice:
            raise ValueError(f"both have seen {len(twice)} batches of the same ids")
        return BatchIds(frozenset(self._hashes | other._hashes))

    def to_bytes(self) -> bytes:
        """Return them as bytes, which do not say how many they are."""
        return b"".join(sorted(self._hashes))

    @classmethod
    def take(cls, reader: Reader, n: int, of: Format) -> BatchIds:
        """Take n ids off some bytes; raise ValueError if these cannot be ids."""
        data = bytes(reader.take_bytes(_HASH * n))
        hashes = [data[i : i + _HASH] for i in range(0, len(data), _HASH)]
        if any(a >= b for a, b in pairwise(hashes)):
            raise of.damaged("the ids of batches are not in order")
        return cls(frozenset(hashes))
