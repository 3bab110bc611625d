"""Any array-like into a NumPy array.

Libraries of data frames are told by the name of their module and never imported: who
passes their objects has loaded them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import ordered_values, shown
from fastmetrics._common.options import is_real
from fastmetrics._common.packing import array_of_texts
from fastmetrics._kernels import keys, objects

if TYPE_CHECKING:
    from numpy.typing import NDArray


# For fewer texts than this it is faster to make Python objects than to ask a library
# which are distinct: an operation of Polars takes some 30 µs, of PyArrow 6 µs.
_FEW_ROWS = 1024


class Categories(NamedTuple):
    """A column of categories: row i holds ``values[codes[i]]``; values differ.

    Those of an ordered column are `Level` objects, which sort in its order.
    """

    codes: NDArray[Any]
    values: NDArray[Any]

    def decoded(self) -> NDArray[Any]:
        """Return the column with a value in each row."""
        return self.values[self.codes]


class NamedMatrix(np.ndarray[Any, Any]):
    """A matrix whose columns have names, as a data frame's have.

    Rows of it keep the names; other arrays made of it have none.
    """

    names: tuple[Any, ...]

    @classmethod
    def of(cls, matrix: NDArray[Any], names: Sequence[Any]) -> NamedMatrix:
        """Return a view of a matrix with names for its columns."""
        view = np.asarray(matrix).view(cls)
        view.names = tuple(names)
        return view

    def __array_finalize__(self, of: Any) -> None:
        self.names = ()

    def __getitem__(self, at: Any) -> Any:
        items = super().__getitem__(at)
        if not isinstance(items, NamedMatrix):
            return items
        of_rows = not isinstance(at, tuple) and items.shape[1:] == (len(self.names),)
        return NamedMatrix.of(items, self.names) if of_rows else np.asarray(items)

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedMatrix.of, (np.asarray(self), self.names)


def has_order(x: Any) -> bool:
    """Whether a column of pandas or Polars is of ordered categories."""
    dtype = x.dtype
    return getattr(dtype, "ordered", False) is True or type(dtype).__name__ == "Enum"


def as_array(x: Any, name: str) -> NDArray[Any]:
    """Return ``x`` as an array of one or more dimensions, without a copy if it can be.

    The array has any dtype except complex and structured ones, in native byte order; a
    missing value in a nullable column raises, a NaN or None among numbers or objects
    does not.
    """
    if isinstance(x, (list, tuple)) and type(x) is not Categories:
        return _usable(_from_sequence(_plain_list(x), name), name)
    column = convert(x, name)
    return column.decoded() if isinstance(column, Categories) else column


def as_column(x: Any, name: str) -> NDArray[Any]:
    """Return ``x`` as an array of one dimension; a matrix of one column will do."""
    return one_dimension(as_array(x, name), name)


def convert(x: Any, name: str) -> NDArray[Any] | Categories:
    """Return ``x`` as an array, or as categories if that is how it is held.

    A list of texts is also returned as categories: nothing is made of every row then.
    """
    if type(x) is Categories:  # it has been here before
        return x
    plain = type(x) is np.ndarray or type(x) is NamedMatrix
    column = x if plain else _converted(x, name)
    return column if isinstance(column, Categories) else _usable(column, name)


def one_dimension(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Return the one column that ``array`` has."""
    if array.ndim == 1:
        return array
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    raise ValueError(
        f"{name} must be a 1d array (or of shape (n_samples, 1)), got an array of "
        f"shape {array.shape}."
    )


def as_bools(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of bool whose bytes are 0 or 1, as kernels take them to be.

    Masks from C or Fortran, and views of other integers, may say true otherwise.
    """
    if keys.are_bools(array.ravel("K")):
        return array
    return array.view(np.uint8) != 0


def is_number(value: Any) -> bool:
    """Whether an object is a real number, also a Decimal."""
    known = is_real(value) or isinstance(value, np.bool_)
    return known or type(value).__name__ == "Decimal"


def check_magnitude(value: Any, name: str) -> None:
    """Raise for a Decimal beyond the floats: its int may have 10⁹ digits to write."""
    if type(value).__name__ == "Decimal" and value.is_finite():
        if value.adjusted() > sys.float_info.max_10_exp:
            raise ValueError(
                f"{name} must hold numbers in the range of a float, got {value:.3e}."
            )


def raise_nulls(name: str, n_null: int, n: int, first: int | None = None) -> NoReturn:
    """Raise what there is to say about missing values."""
    place = "" if first is None else f", the first in row {first}"
    raise ValueError(
        f"Input {name} contains missing values (null, None or NaN): {n_null} of "
        f"{n}{place}. Drop those rows or fill them in."
    )


def raise_no_rows(name: str) -> NoReturn:
    """Raise that there is nothing to measure."""
    raise ValueError(
        f"Found array with 0 sample(s) while a minimum of 1 is required: {name} is "
        "empty."
    )


def raise_not_finite(values: NDArray[Any], name: str) -> None:
    """Raise if there are NaN or infinite numbers, saying how many and where."""
    for what, is_wrong in (("NaN", np.isnan), ("infinity", np.isinf)):
        wrong = is_wrong(values)
        count = np.count_nonzero(wrong)
        if count:
            at = tuple(map(int, np.argwhere(wrong)[0]))
            place = f"row {at[0]}" if len(at) == 1 else f"position {at}"
            raise ValueError(
                f"Input {name} contains {what}: {count} of {values.size} values, the "
                f"first in {place}. All must be finite."
            )


def _usable(array: NDArray[Any], name: str) -> NDArray[Any]:
    kind = array.dtype.kind
    if kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} must be real, got dtype {array.dtype}."
        )
    if kind == "V":
        raise TypeError(
            f"{name} must be a plain column, got the structured dtype {array.dtype}."
        )
    if array.ndim == 0:
        raise ValueError(
            f"{name} must be array-like with one value per row, got the single value "
            f"{shown(array.item())}."
        )
    if kind == "T":  # strings of any length: NumPy's newer kind, seen by no kernel
        return array.astype(object)
    if kind == "b":
        return as_bools(array)
    if not array.dtype.isnative:
        return array.astype(array.dtype.newbyteorder("="))
    return array


def _converted(x: Any, name: str) -> NDArray[Any] | Categories:
    if isinstance(x, np.ndarray):
        return _from_subclass(x, name)
    if isinstance(x, (list, tuple)):
        x = _plain_list(x)
        return _encoded_list(x) or _from_sequence(x, name)
    if isinstance(x, (str, bytes, bytearray)) or x is None:
        raise _not_array_like(x, name)
    for cls in type(x).__mro__:
        if cls.__module__.startswith("scipy.sparse"):
            raise TypeError(
                f"{name} must be dense, but sparse data was passed ({_type_name(x)}): "
                "use its toarray()."
            )
        convert_from = _CONVERTERS.get(cls.__module__.partition(".")[0])
        if convert_from is not None:
            return convert_from(x, name)
    return _by_protocol(x, name)


def _from_subclass(x: NDArray[Any], name: str) -> NDArray[Any]:
    if isinstance(x, np.matrix):
        raise TypeError(
            f"{name} must not be an np.matrix, which is always of two dimensions: use "
            "np.asarray."
        )
    if isinstance(x, np.ma.MaskedArray):
        n_masked = int(np.ma.count_masked(x))
        if n_masked:
            raise ValueError(
                f"{name} has masked values: {n_masked} of {x.size}. Use its "
                "compressed() together with the other columns' rows."
            )
        return np.asarray(x.data)
    return np.asarray(x)


def _plain_list(x: Sequence[Any]) -> Sequence[Any]:
    """Return a list or tuple itself; of other classes the items, as lengths may lie."""
    return x if type(x) in (list, tuple) else [*x]


def _numbered_texts(x: Sequence[Any]) -> tuple[NDArray[Any], list[str]] | None:
    """Return codes and distinct texts; None if there is nothing or an item is none."""
    return objects.encode_texts(x) if x and isinstance(x[0], str) else None


def _encoded_texts(x: Sequence[Any]) -> Categories | None:
    """Return texts as categories; None if the list is empty or has other items."""
    codes = _numbered_texts(x)
    return None if codes is None else Categories(codes[0], np.array(codes[1], object))


def _encoded_list(x: Sequence[Any]) -> Categories | None:
    """Return texts as categories with the dtype that the whole list would have."""
    encoded = _numbered_texts(x)
    if encoded is None:
        return None
    codes, texts = encoded
    values = array_of_texts(texts, np.bincount(codes))
    assert values is not None  # they are texts
    return Categories(codes, values)


def _from_sequence(x: Sequence[Any], name: str) -> NDArray[Any]:
    numbers = objects.read_numbers(x)
    if numbers is not None:
        return numbers
    texts = array_of_texts(x) if x else None
    if texts is not None:
        return texts
    try:
        array = np.asarray(x)
    except ValueError:  # messages of NumPy about its own dimensions do not help
        raise ValueError(
            f"{name} must hold one value per row, or rows of one length."
        ) from None
    if array.dtype.kind == "U" and array.ndim == 1:
        # NumPy has converted other objects to strings: None to 'None', NaN to 'nan'.
        nulls = [i for i, v in enumerate(x) if objects.is_null(v)]
        if nulls:
            raise_nulls(name, len(nulls), len(x), nulls[0])
    return array


def _by_protocol(x: Any, name: str) -> NDArray[Any] | Categories:
    """Convert by whichever protocol the object speaks."""
    try:
        if hasattr(x, "__array__"):
            return np.asarray(x)
        if hasattr(x, "__arrow_c_stream__") or hasattr(x, "__arrow_c_array__"):
            import pyarrow

            chunked = hasattr(x, "__arrow_c_stream__")
            read = pyarrow.chunked_array if chunked else pyarrow.array
            return _from_pyarrow(read(x), name)
        if hasattr(x, "__dlpack__"):
            return np.from_dlpack(x)
        try:
            view = memoryview(x)
        except TypeError:
            pass
        else:
            return np.asarray(view)
    except MemoryError:
        raise
    except Exception as error:
        if _is_on_device(x):
            raise TypeError(
                f"{name} is on a device, not in this machine's memory, got "
                f"{_type_name(x)}: copy it there first, a tensor by .cpu()"
            ) from error
        if isinstance(error, ValueError):
            raise
        raise TypeError(
            f"{name} could not be read as an array from {_type_name(x)}: {error}"
        ) from error
    if isinstance(x, Sequence):
        return _converted(list(x), name)
    raise _not_array_like(x, name)


# Devices, as DLPack numbers them, whose memory is the machine's own: the processor, and
# memory that is pinned for CUDA and ROCm.
_HOST = (1, 3, 11)


def _is_on_device(x: Any) -> bool:
    """Whether an array says that it lies elsewhere than in the machine's memory."""
    if not hasattr(x, "__dlpack_device__"):
        return False
    kind, _ = x.__dlpack_device__()
    return int(kind) not in _HOST


def _not_array_like(x: Any, name: str) -> TypeError:
    return TypeError(
        f"{name} must be array-like (list, array or column), got {_type_name(x)}."
    )


def _type_name(x: Any) -> str:
    return f"{type(x).__module__}.{type(x).__qualname__}".removeprefix("builtins.")


# --- pandas


def _from_pandas(x: Any, name: str) -> NDArray[Any] | Categories:
    ndim = getattr(x, "ndim", 0)
    if ndim == 0 or not hasattr(x, "isna"):
        raise _not_array_like(x, name)
    if ndim == 2:
        names = [] if type(x.columns).__name__ == "RangeIndex" else [*x.columns]
        if all(isinstance(dtype, np.dtype) for dtype in x.dtypes):
            return _named(x.to_numpy(), names)
        columns = [x.iloc[:, i] for i in range(x.shape[1])]
        return _named(_stack(columns, len(x), name), names)
    dtype = x.dtype
    if isinstance(dtype, np.dtype):
        return x.to_numpy()
    array = getattr(x, "array", x)  # a Series takes ten times as long to ask
    if hasattr(dtype, "pyarrow_dtype") or getattr(dtype, "storage", "") == "pyarrow":
        return _from_pyarrow(array.__arrow_array__(), name)
    n_null = int(array.isna().sum())
    if n_null:
        raise_nulls(name, n_null, len(x))
    if hasattr(dtype, "categories") and hasattr(dtype, "ordered"):
        values = _index_values(dtype.categories, name)
        if has_order(x):
            values = ordered_values(values, values.tolist())
        return Categories(np.asarray(array.codes), values)
    if hasattr(dtype, "numpy_dtype"):  # a NumPy array and a mask
        return array.to_numpy(dtype=dtype.numpy_dtype)
    if dtype.kind == "O":
        return array.to_numpy(dtype=object)
    return np.asarray(x)


def _index_values(index: Any, name: str) -> NDArray[Any]:
    """Return the values of an index, texts as objects."""
    if getattr(index.dtype, "storage", ""):
        return index.to_numpy(dtype=object)
    return as_array(index, name)


# --- Polars


def _from_polars(x: Any, name: str) -> NDArray[Any] | Categories:
    kind = type(x)  # a missing attribute of a Series takes long
    if hasattr(kind, "get_columns"):
        own = [f"column_{i}" for i in range(len(x.columns))]
        names = [] if x.columns == own else x.columns
        return _named(_stack(x.get_columns(), len(x), name), names)
    if not hasattr(kind, "null_count") or not hasattr(kind, "to_numpy"):
        # An expression, or a frame that has not been collected: no data yet.
        raise _not_array_like(x, name)
    n_null = x.null_count()
    if n_null:
        raise_nulls(name, n_null, len(x))
    dtype = x.dtype.base_type().__name__
    if dtype in ("Int128", "UInt128"):  # NumPy has no such integers; Python has any
        return as_array(x.to_list(), name)
    if len(x) == 0 or dtype not in ("Categorical", "Enum", "String"):
        return x.to_numpy()
    if len(x) < _FEW_ROWS and dtype != "Enum":
        return _encoded_texts(x.to_list()) or x.to_numpy()
    distinct = x.unique()
    if dtype == "String":
        # Codes are found without making a Python object of every row.
        codes = x.replace_strict(distinct, range(len(distinct)))
        known = np.arange(len(distinct))
    else:
        codes = x.to_physical()
        known = distinct.to_physical().to_numpy()
    values = np.empty(int(known.max()) + 1, dtype=object)
    values[known] = distinct.to_list()
    if dtype == "Enum":
        values = ordered_values(values, x.dtype.categories.to_list())
    return Categories(codes.to_numpy(), values)


# --- PyArrow


def _from_pyarrow(x: Any, name: str) -> NDArray[Any] | Categories:
    if hasattr(x, "itercolumns"):
        matrix = _stack(list(x.itercolumns()), x.num_rows, name)
        return _named(matrix, x.schema.names)
    if not hasattr(x, "null_count") or not hasattr(x, "to_numpy"):
        raise _not_array_like(x, name)
    check_arrow(x, name)
    if x.null_count:
        raise_nulls(name, x.null_count, len(x))
    if hasattr(x.type, "storage_type"):
        x = x.cast(x.type.storage_type)
    if str(x.type) in ("string", "large_string", "string_view"):
        if 0 < len(x) < _FEW_ROWS:
            return _encoded_texts(x.to_pylist()) or _arrow_values(x)
        # Codes are found without making a Python object of every row.
        x = x.dictionary_encode()
    if hasattr(x.type, "index_type"):
        from pyarrow.types import is_nested

        if is_nested(x.type.value_type):
            # PyArrow has no distinct values of structs and lists.
            return np.fromiter(x.to_pylist(), object, len(x))
        return _from_dictionary(x, name)
    return _arrow_values(x)


def check_arrow(x: Any, name: str) -> None:
    """Raise for a damaged column: PyArrow itself would read past its end."""
    try:
        x.validate(full=True)
    except ValueError as error:
        raise ValueError(f"{name} is a damaged Arrow column: {error}.") from error


def _from_dictionary(x: Any, name: str) -> NDArray[Any] | Categories:
    x_is_ordered = x.type.ordered
    if hasattr(x, "chunks"):
        chunks = x.unify_dictionaries().chunks
        x = x.cast(x.type.value_type) if not chunks else None
    else:
        chunks = [x]
    if not chunks:
        return _arrow_values(x)
    dictionary = chunks[0].dictionary
    n_distinct = len(dictionary.unique())
    codes = np.concatenate([_arrow_values(chunk.indices) for chunk in chunks])
    values = _arrow_values(dictionary)
    if x_is_ordered:
        values = ordered_values(values, values.tolist())
    if dictionary.null_count:
        # Arrow also allows a null among the values.
        rows = np.flatnonzero(~np.asarray(dictionary.is_valid())[codes])
        if len(rows):
            raise_nulls(name, len(rows), len(codes), int(rows[0]))
    if n_distinct != len(dictionary):
        return values[codes]
    return Categories(codes, values)


def _arrow_values(x: Any) -> NDArray[Any]:
    return x.to_numpy(zero_copy_only=False)


# --- frames


def _stack(columns: list[Any], n: int, name: str) -> NDArray[Any]:
    """Return the matrix of these columns; of no column, an empty one."""
    arrays = [as_column(column, name) for column in columns]
    return np.column_stack(arrays) if arrays else np.empty((n, 0))


def _named(matrix: NDArray[Any], names: Sequence[Any]) -> NDArray[Any]:
    """Return a matrix with the names of its columns, if they are more than numbers."""
    several = len(names) > 1 and matrix.ndim == 2
    return NamedMatrix.of(matrix, names) if several else matrix


_CONVERTERS = {"pandas": _from_pandas, "polars": _from_polars, "pyarrow": _from_pyarrow}
