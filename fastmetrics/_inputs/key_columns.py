"""Columns whose values together are the key of a row: texts and whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral
from fastmetrics._inputs.columns import (
    Categories,
    convert,
    one_dimension,
    raise_not_finite,
    raise_nulls,
)
from fastmetrics._inputs.labels import check_length
from fastmetrics._kernels import codes as whole_numbers
from fastmetrics._kernels import fingerprints, objects, trec
from fastmetrics._kernels.codes import encode_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


# Up to here a float holds every whole number.
_WHOLE_FLOATS = 2.0**53
# So many rows are turned into 64-bit integers at a time.
_BLOCK = 1 << 16


class KeyColumn(NamedTuple):
    """Whole numbers, or the places of texts whose bytes end at ``ends``."""

    items: NDArray[Any]
    texts: NDArray[np.uint8] | None = None
    ends: NDArray[np.int64] | None = None

    def block(self, start: int) -> tuple[Any, ...]:
        """Return some rows as the kernel takes them."""
        is_signed = self.items.dtype.kind == "i"
        items = self.items[start : start + _BLOCK]
        wide = items.astype(np.int64 if is_signed else np.uint64)
        return wide.view(np.uint64), is_signed, self.texts, self.ends


def fingerprint_keys(
    key: ArrayLike, salt: str, n: int | None = None, name: str = "key"
) -> NDArray[np.uint64]:
    """Return FarmHash's Fingerprint64 of the salt and the key of each row.

    Columns are joined by the character U+001F. ``n``: how many rows there must be.
    """
    columns = [key_column(column, name) for column in _columns(key, name)]
    n_rows = len(columns[0].items) if n is None else n
    for column in columns:
        check_length(column.items, n_rows, name)
    salted = np.frombuffer(_encoded(salt, "salt"), np.uint8)
    out = np.empty(n_rows, np.uint64)
    for start in range(0, n_rows, _BLOCK):
        out[start : start + _BLOCK] = fingerprints.fingerprint_rows(
            [column.block(start) for column in columns], salted
        )
    return out


def _columns(key: Any, name: str) -> Sequence[Any]:
    """Return the columns of a frame, of a matrix or of a tuple of columns; or the one.

    A tuple of texts or numbers is itself a column.
    """
    if isinstance(key, tuple) and key and not any(map(np.isscalar, key)):
        columns: Sequence[Any] = [*key]
    elif hasattr(key, "get_columns"):  # Polars
        columns = key.get_columns()
    elif hasattr(key, "itercolumns"):  # PyArrow
        columns = [*key.itercolumns()]
    elif hasattr(key, "iloc") and getattr(key, "ndim", 1) == 2:  # pandas
        columns = [key.iloc[:, i] for i in range(key.shape[1])]
    else:
        whole = convert(key, name)
        columns = [whole]
        if not isinstance(whole, Categories) and whole.ndim == 2:
            columns = [*whole.T]
    if not columns:
        raise ValueError(f"{name} must have at least one column, got none.")
    return columns


def key_column(column: Any, name: str) -> KeyColumn:
    """Return a column of texts or whole numbers, floats up to 2**53 among them."""
    converted = convert(column, name)
    if isinstance(converted, Categories):
        codes = converted.codes
        used = np.flatnonzero(np.bincount(codes.astype(np.intp, copy=False)))
        places = np.zeros(int(used.max(initial=-1)) + 1, np.intp)
        places[used] = np.arange(len(used))
        return _of_values(places[codes], converted.values[used].tolist(), name)
    array = one_dimension(converted, name)
    kind = array.dtype.kind
    if kind in "iu":
        return KeyColumn(array)
    if kind == "b":
        return _of_values(array.view(np.uint8), [False, True], name)
    if kind == "f":
        return KeyColumn(_whole(array, name))
    if kind == "U":
        codes, first = encode_text(array)
        return _of_values(codes, array[first].tolist(), name)
    if kind == "O":
        return _of_objects(array, name)
    if kind == "S":
        values, codes = np.unique(array, return_inverse=True)
        return _of_values(codes, values.tolist(), name)
    raise TypeError(
        f"{name} must hold texts or whole numbers, got dtype {array.dtype}; write it "
        "out as text first."
    )


def _of_objects(array: NDArray[Any], name: str) -> KeyColumn:
    try:
        codes, values, n_null, first = objects.encode_objects(array)
    except MemoryError:
        raise
    except Exception as error:  # values without a hash, such as lists
        raise TypeError(f"{name} must hold texts or whole numbers: {error}.") from error
    if n_null:
        raise_nulls(name, n_null, len(array), first)
    return _of_values(codes, values, name)


def _of_values(places: NDArray[Any], values: list[Any], name: str) -> KeyColumn:
    """Return a column whose row i holds ``values[places[i]]``."""
    whole = _joined(values)
    texts: Sequence[Any] = values
    if whole is None:
        texts = [_text(value, name) for value in values]
        whole = b"".join(texts)
    ends = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)), out=ends[1:])
    return KeyColumn(
        places.astype(f"u{places.itemsize}", copy=False),
        np.frombuffer(whole, np.uint8),
        ends,
    )


def _joined(values: list[Any]) -> bytes | None:
    """Return texts of ASCII, of a byte per character; None if some are others."""
    try:
        whole = "".join(values)
    except TypeError:  # not all are texts
        return None
    return whole.encode() if whole.isascii() else None


def _text(value: Any, name: str) -> bytes:
    """Write a value as a database does that casts it to text."""
    if isinstance(value, str):
        return _encoded(value, name)
    if isinstance(value, bytes):
        return value
    if isinstance(value, (bool, np.bool_)):
        return b"true" if value else b"false"
    if is_integral(value):
        return b"%d" % int(value)
    if isinstance(value, (float, np.floating)):
        number = float(value)
        if number.is_integer() and abs(number) <= _WHOLE_FLOATS:
            return b"%d" % int(number)
        raise ValueError(
            f"{name} must hold texts or whole numbers, which floats are up to 2**53, "
            f"got {shown(value)}."
        )
    raise TypeError(
        f"{name} must hold texts or whole numbers, got {shown(value)} of type "
        f"{type(value).__name__}; write it out as text first."
    )


def _encoded(value: str, name: str) -> bytes:
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{name} must hold text that UTF-8 can write, got {shown(value)}: "
            f"{error.reason}."
        ) from None


def _whole(array: NDArray[Any], name: str) -> NDArray[np.int64]:
    """Return floats that are whole numbers, each of them exact, as integers."""
    raise_not_finite(array, name)
    if array.itemsize < 8:  # half floats do not reach the bound
        array = array.astype(np.float64)
    wrong = np.flatnonzero((array != np.trunc(array)) | (np.abs(array) > _WHOLE_FLOATS))
    if len(wrong):
        raise ValueError(
            f"{name} must hold texts or whole numbers, which floats are up to 2**53, "
            f"got {array[wrong[0]]} in row {wrong[0]}."
        )
    return array.astype(np.int64)


# --- columns of ids, of queries and documents: codes, and the bytes of each code's id

# A table of all numbers in a range is worth its memory up to so many per row.
_ROOM_PER_ROW = 4


class IdColumn:
    """A column of ids, each kept once.

    It is read as a sequence of texts, and NumPy and pandas take it as a column.

    Parameters
    ----------
    codes : ndarray of uint32, shape (n_rows,)
        Which id each row has, 0 for the first one.
    texts : ndarray of uint8
        The bytes of the distinct ids, one after the other (UTF-8 as a rule).
    ends : ndarray of int64, shape (n_ids,)
        Where in ``texts`` the id of each code ends.
    """

    __slots__ = ("codes", "ends", "texts")

    def __init__(
        self,
        codes: NDArray[np.uint32],
        texts: NDArray[np.uint8],
        ends: NDArray[np.int64],
    ) -> None:
        self.codes = codes
        self.texts = texts
        self.ends = ends

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: Any) -> Any:
        """Return the id of a row, or the column of some rows."""
        codes = self.codes[row]
        if codes.ndim == 0:
            return self.text(int(codes))
        return IdColumn(codes, self.texts, self.ends)

    def __iter__(self) -> Iterator[str]:
        values = self.values()
        return (values[code] for code in self.codes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        values = np.array(self.values(), dtype=np.str_)
        texts = values[self.codes] if len(values) else values
        return texts if dtype is None else texts.astype(dtype)

    def __repr__(self) -> str:
        few = ", ".join(repr(self[i]) for i in range(min(len(self), 3)))
        return f"<{len(self)} ids: {few}{', …' if len(self) > 3 else ''}>"

    def __getstate__(self) -> tuple[NDArray[Any], ...]:
        return self.codes, self.texts, self.ends

    def __setstate__(self, state: tuple[NDArray[Any], ...]) -> None:
        self.codes, self.texts, self.ends = state

    @property
    def n_ids(self) -> int:
        """How many distinct ids the codes stand for."""
        return len(self.ends)

    def raw(self, code: int) -> bytes:
        """Return the bytes of the id that a code stands for."""
        start = int(self.ends[code - 1]) if code else 0
        return self.texts[start : int(self.ends[code])].tobytes()

    def text(self, code: int) -> str:
        """Return the id that a code stands for."""
        return _decoded(self.raw(code))

    def values(self) -> list[str]:
        """Return the ids of all codes."""
        whole = self.texts.tobytes()
        ends = self.ends.tolist()
        places = zip([0, *ends[:-1]], ends, strict=False)
        if whole.isascii():  # a character per byte
            text = whole.decode()
            return [text[start:end] for start, end in places]
        return [_decoded(whole[start:end]) for start, end in places]


def _decoded(raw: bytes) -> str:
    """Return the text of an id; bytes other than UTF-8 in hexadecimal."""
    return raw.decode("utf-8", "backslashreplace")


def id_column(ids: ArrayLike | IdColumn, name: str) -> IdColumn:
    """Return a column of ids: texts, or whole numbers, which are written out.

    So the number 7 is the id "7", whichever of two tables has it as text.
    """
    if isinstance(ids, IdColumn):
        return ids
    keys = key_column(ids, name)
    if keys.texts is None or keys.ends is None:
        return _of_numbers(keys)
    starts, ends = keys.ends[:-1], keys.ends[1:]
    # Two values can be one text, such as 7 and "7" among objects.
    codes = trec.match_ids(keys.texts, ends, keys.texts, ends)
    places = keys.items.astype(np.intp, copy=False)
    if not len(codes) or int(codes.max()) == len(codes) - 1:
        return IdColumn(places.astype(np.uint32), keys.texts, ends)
    _, first = np.unique(codes, return_index=True)
    kept = [keys.texts[starts[i] : ends[i]] for i in first]
    ends = np.cumsum([len(text) for text in kept], dtype=np.int64)
    return IdColumn(codes[places], np.concatenate(kept), ends)


def _of_numbers(keys: KeyColumn) -> IdColumn:
    numbers = keys.items
    n = len(numbers)
    low, high = (int(numbers.min()), int(numbers.max())) if n else (0, -1)
    if high < 2**63 and high - low < _ROOM_PER_ROW * n + 1024:
        codes, distinct, _ = whole_numbers.encode_whole(numbers, low, high - low + 1)
    else:
        distinct, codes = np.unique(numbers, return_inverse=True)
    is_signed = distinct.dtype.kind == "i"
    wide = distinct.astype(np.int64 if is_signed else np.uint64, copy=False)
    texts, ends = trec.write_numbers(wide.view(np.uint64), is_signed)
    return IdColumn(codes.astype(np.uint32, copy=False), texts, ends)


def match_ids(known: IdColumn, ids: IdColumn) -> NDArray[np.uint32]:
    """Return, by code of one column, the code of the same id in another.

    Where the other column does not have it, that is ``trec.NO_ID``.
    """
    return trec.match_ids(known.texts, known.ends, ids.texts, ids.ends)
