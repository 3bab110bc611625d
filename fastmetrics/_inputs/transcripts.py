"""Transcripts: texts, or sequences of tokens, pair by pair.

Columns of Arrow are read whole, without a Python string for each row.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import (
    Categories,
    as_column,
    check_arrow,
    convert,
    raise_no_rows,
    raise_nulls,
)
from fastmetrics._kernels.edits import Rows
from fastmetrics._kernels.objects import is_null

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


# Types of tokens that need no look at each.
_PLAIN = {str, int}
_ARROW_TEXTS = ("string", "large_string", "string_view")


@dataclass(slots=True)
class TokenRows:
    """Sequences of tokens: row i has ``offsets[i]`` to ``offsets[i + 1]``."""

    tokens: NDArray[np.int64] | list[Any]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1


class TranscriptColumn(NamedTuple):
    """One side of the pairs: ``single`` if it is one transcript and no column."""

    rows: Rows | TokenRows
    single: bool


@dataclass(slots=True)
class Transcripts:
    """Pairs as the kernels take them; ``unit`` is "word", "code_point" or "token"."""

    reference: Rows
    hypothesis: Rows
    unit: str
    delimiter: str | None
    single: bool

    def __len__(self) -> int:
        return len(self.reference)


def read_transcripts(
    reference: Any,
    hypothesis: Any,
    *,
    unit: str = "word",
    delimiter: str | None = None,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> Transcripts:
    """Return two transcripts, or two columns of them, as pairs.

    Parameters
    ----------
    reference, hypothesis : str, array-like of str, or array-like of sequences
        Sequences of tokens, hashable or whole numbers, are taken as they are.
    unit : {"word", "code_point", "token"}
        Into what texts are split. By "token" a flat array-like is one sequence, which
        may be empty.
    delimiter : str, optional
        What parts words; white space by default.
    names : tuple of two str
        What messages call the arguments.

    Raises
    ------
    ValueError, TypeError
        If an argument holds anything else, nothing, or missing values, or the two have
        not the same number of rows.
    """
    if type(reference) is str and type(hypothesis) is str and unit != "token":
        return Transcripts(Rows(reference), Rows(hypothesis), unit, delimiter, True)
    first = read_column(reference, names[0], unit=unit)
    other = read_column(hypothesis, names[1], unit=unit)
    return pair_transcripts(first, other, unit=unit, delimiter=delimiter, names=names)


def pair_transcripts(
    reference: TranscriptColumn,
    hypothesis: TranscriptColumn,
    *,
    unit: str = "word",
    delimiter: str | None = None,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> Transcripts:
    """Return two columns that have been read as pairs."""
    references, other = reference.rows, hypothesis.rows
    if reference.single != hypothesis.single:
        sides = (reference, hypothesis)
        kinds = ["one transcript" if side.single else "a column" for side in sides]
        raise ValueError(
            f"{names[0]} and {names[1]} must both be one transcript or both be "
            f"columns, got {kinds[0]} and {kinds[1]}."
        )
    if len(references) != len(other):
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {names[0]} "
            f"has {len(references)} and {names[1]} has {len(other)}."
        )
    if isinstance(references, TokenRows) and isinstance(other, TokenRows):
        ids = _token_ids(references, other)
        return Transcripts(*ids, "token", None, reference.single)
    if isinstance(references, Rows) and isinstance(other, Rows):
        return Transcripts(references, other, unit, delimiter, reference.single)
    kinds = ["texts" if isinstance(x, Rows) else "tokens" for x in (references, other)]
    raise TypeError(
        f"{names[0]} and {names[1]} must both hold texts or both hold sequences of "
        f"tokens, got {kinds[0]} and {kinds[1]}."
    )


def read_column(
    x: Any,
    name: str,
    *,
    unit: str = "word",
) -> TranscriptColumn:
    """Return one side of the pairs; see `read_transcripts`."""
    if isinstance(x, str):
        if unit == "token":
            raise TypeError(
                f"{name} must hold sequences of tokens, got a text: {shown(x)}."
            )
        return TranscriptColumn(Rows(x), True)
    items = _items(x, name)
    if not len(items) and unit == "token":  # a sequence of no tokens
        return TranscriptColumn(TokenRows([], np.zeros(2, np.int64)), True)
    if not len(items):
        raise_no_rows(name)
    if isinstance(items, np.ndarray) and unit != "token":
        _raise_no_text(items.tolist(), 0, name)
    read = _of_objects(items, name, unit) if isinstance(items, tuple) else items
    if isinstance(read, Rows) and unit != "token":
        return TranscriptColumn(read, False)
    if isinstance(read, TokenRows):
        return TranscriptColumn(read, False)
    if isinstance(read, Rows):
        read = [read.text(i) for i in range(len(read))]
    return TranscriptColumn(TokenRows(read, np.array([0, len(read)])), True)


def _items(x: Any, name: str) -> tuple[Any, ...] | Rows | TokenRows | NDArray[Any]:
    """Return a column as objects, or as what can be had of it without any."""
    if isinstance(x, (list, tuple)) and type(x) is not Categories:
        return tuple(x)
    arrow = _as_arrow(x, name)
    if arrow is not None:
        return _of_arrow(arrow, name)
    column = convert(x, name)
    if isinstance(column, Categories):
        column = column.decoded()
    if column.dtype.kind in "iub" and column.dtype != np.uint64:
        column = column.astype(np.int64)
        if column.ndim == 1:
            return column
        if column.ndim == 2:
            offsets = np.arange(len(column) + 1) * column.shape[1]
            return TokenRows(column.ravel(), offsets)
    if column.ndim == 2 and column.shape[1] == 1 and column.dtype.kind in "UO":
        column = column[:, 0]
    if column.ndim > 2:
        raise ValueError(
            f"{name} must hold one transcript per row, got an array of shape "
            f"{column.shape}."
        )
    return tuple(column.tolist())


def _of_objects(
    items: tuple[Any, ...], name: str, unit: str
) -> Rows | TokenRows | list[Any]:
    """Return texts, sequences of tokens, or the tokens of one sequence."""
    first = items[0]
    if _is_sequence(first):
        return _sequences(items, name)
    if unit == "token":
        if {*map(type, items)} <= _PLAIN:
            return list(items)
        return [_token(item, i, name) for i, item in enumerate(items)]
    rows = Rows(items)
    if rows.wrong >= 0:
        _raise_no_text(items, rows.wrong, name)
    return rows


def _is_sequence(item: Any) -> bool:
    """Whether it is a list of tokens: any array, a tensor too, but not a scalar."""
    return isinstance(item, (list, tuple)) or bool(getattr(item, "shape", ()))


def _sequences(items: tuple[Any, ...], name: str) -> TokenRows:
    lists = []
    for i, item in enumerate(items):
        if not _is_sequence(item) or getattr(item, "ndim", 1) != 1:
            raise TypeError(
                f"{name} must hold a sequence of tokens in each row, got "
                f"{shown(item)} in row {i}."
            )
        own = isinstance(item, (list, tuple))
        lists.append(item if own else as_column(item, name).tolist())
    tokens = list(chain.from_iterable(lists))
    if not {*map(type, tokens)} <= _PLAIN:
        tokens = [
            _token(token, i, name) for i, row in enumerate(lists) for token in row
        ]
    kinds = {*map(type, tokens)}
    offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    if kinds == {int} and -(2**63) <= min(tokens) and max(tokens) < 2**63:
        return TokenRows(np.array(tokens, np.int64), offsets)
    return TokenRows(tokens, offsets)


def _token(token: Any, row: int, name: str) -> Any:
    """Return a token that equals its like: a tensor of one number does not."""
    is_scalar = getattr(token, "shape", None) == () and hasattr(token, "item")
    if is_scalar and not isinstance(token, np.generic):
        token = token.item()
    if is_null(token):
        raise ValueError(f"{name} has a missing token in row {row}: {shown(token)}.")
    try:
        hash(token)
    except TypeError:
        raise TypeError(
            f"{name} must hold tokens that can be hashed, got a "
            f"{type(token).__name__} in row {row}."
        ) from None
    return token


def _raise_no_text(items: Sequence[Any], row: int, name: str) -> NoReturn:
    """Raise what there is to say about a row that holds no text."""
    item = items[row]
    if is_null(item):
        raise_nulls(name, sum(map(is_null, items)), len(items), row)
    hint = ""
    if isinstance(item, (bytes, bytearray)):
        hint = " Decode it first."
    elif _is_sequence(item):
        hint = " Split all rows, or none."
    raise TypeError(
        f"{name} must hold a text in each row, got {shown(item)} "
        f"({type(item).__name__}) in row {row}.{hint}"
    )


def _token_ids(reference: TokenRows, hypothesis: TokenRows) -> tuple[Rows, Rows]:
    """Return tokens as numbers that are equal where the tokens are."""
    known: dict[Any, int] | None = {}
    if isinstance(reference.tokens, np.ndarray):
        if isinstance(hypothesis.tokens, np.ndarray):
            known = None
    rows = Rows.of_ids(_numbered(reference.tokens, known), reference.offsets)
    return rows, Rows.of_ids(_numbered(hypothesis.tokens, known), hypothesis.offsets)


def _numbered(
    tokens: NDArray[np.int64] | list[Any], known: dict[Any, int] | None
) -> NDArray[np.int64]:
    if isinstance(tokens, np.ndarray):
        if known is None:
            return tokens
        tokens = tokens.tolist()
    assert known is not None
    for token in dict.fromkeys(tokens):
        known.setdefault(token, len(known))
    return np.fromiter(map(known.__getitem__, tokens), np.int64, len(tokens))


# --- Arrow


def _as_arrow(x: Any, name: str) -> Any:
    """Return a column of texts or lists as a PyArrow array; None for other columns."""
    library = type(x).__module__.partition(".")[0]
    if library == "pandas":
        dtype = getattr(x, "dtype", None)
        if getattr(dtype, "storage", "") == "pyarrow" or hasattr(
            dtype, "pyarrow_dtype"
        ):
            return getattr(x, "array", x).__arrow_array__()
    elif library == "polars" and hasattr(x, "to_arrow") and hasattr(x, "dtype"):
        if x.dtype.base_type().__name__ in ("String", "List"):
            return x.to_arrow()
    elif library == "pyarrow" and hasattr(x, "null_count") and hasattr(x, "type"):
        return x
    return None


def _of_arrow(x: Any, name: str) -> Rows | TokenRows | tuple[Any, ...]:
    import pyarrow

    check_arrow(x, name)
    if x.null_count:
        raise_nulls(name, x.null_count, len(x))
    if hasattr(x.type, "storage_type"):
        x = x.cast(x.type.storage_type)
    if hasattr(x.type, "index_type"):
        # A null may be among the categories.
        if pyarrow.types.is_nested(x.type.value_type):  # nothing casts these
            rows = tuple(x.to_pylist())
            if None in rows:
                raise_nulls(name, rows.count(None), len(rows))
            return rows
        x = x.cast(x.type.value_type)
        if x.null_count:
            raise_nulls(name, x.null_count, len(x))
    if len(x) and str(x.type) in _ARROW_TEXTS:
        x = x.cast(pyarrow.large_string())
        return Rows.of_utf8(*_buffers(_one_chunk(x)))
    return tuple(x.to_pylist())


def _one_chunk(x: Any) -> Any:
    return x.combine_chunks() if hasattr(x, "chunks") else x


def _buffers(x: Any) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    _, offsets, data = x.buffers()
    ends = np.frombuffer(offsets, np.int64)[x.offset : x.offset + len(x) + 1]
    written = np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8)
    return written, ends
