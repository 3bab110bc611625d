"""Columns of ids, of queries and documents: codes, and the bytes of each code's id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from fastmetrics._inputs.key_columns import KeyColumn, key_column
from fastmetrics._kernels import codes as whole_numbers
from fastmetrics._kernels import trec

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["IdColumn", "id_column", "match_ids"]

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

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: Any) -> IdColumn: ...
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
        found = values[self.codes] if len(values) else values
        return found if dtype is None else found.astype(dtype)

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
        starts = [0, *self.ends[:-1].tolist()]
        return [
            _decoded(whole[start:end])
            for start, end in zip(starts, self.ends.tolist(), strict=False)
        ]


def _decoded(raw: bytes) -> str:
    """Return the text of an id; bytes that are no UTF-8 are written in hexadecimal."""
    return raw.decode("utf-8", "backslashreplace")


def id_column(ids: ArrayLike | IdColumn, name: str) -> IdColumn:
    """Return a column of ids: texts, or whole numbers, which are written out.

    So the number 7 is the id "7", whichever of two tables has it as text.
    """
    if isinstance(ids, IdColumn):
        return ids
    found = key_column(ids, name)
    if found.texts is None or found.ends is None:
        return _of_numbers(found)
    starts, ends = found.ends[:-1], found.ends[1:]
    # Two values can be one text, such as 7 and "7" among objects.
    codes = trec.match_ids(found.texts, ends, found.texts, ends)
    places = found.items.astype(np.intp, copy=False)
    if not len(codes) or int(codes.max()) == len(codes) - 1:
        return IdColumn(places.astype(np.uint32), found.texts, ends)
    _, first = np.unique(codes, return_index=True)
    kept = [found.texts[starts[i] : ends[i]] for i in first]
    ends = np.cumsum([len(one) for one in kept], dtype=np.int64)
    return IdColumn(codes[places], np.concatenate(kept), ends)


def _of_numbers(found: KeyColumn) -> IdColumn:
    numbers = found.items
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
