"""Records and definitions: equality, plain numbers, lazy references, signatures."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import update_wrapper
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar

import numpy as np

# --------------------------------------------------------------------------- references
# Reference: the full name of something that is imported when it is first asked for.
#
# Records and registries name code that few calls need, because every user waits for
# the modules that are imported with the catalog.


@dataclass(frozen=True, slots=True)
class Reference:
    """Reference to an object by its full name ``"package.module.name"``; callable."""

    full_name: str

    def load(self) -> Any:
        """Import the module and return the object."""
        module, _, name = self.full_name.rpartition(".")
        return getattr(import_module(module), name)

    def __call__(self, *args: Any, **more: Any) -> Any:
        """Call it."""
        return self.load()(*args, **more)


@dataclass(frozen=True, slots=True)
class Definition(Reference):
    """Reference to the definition of a public function that a decorator made."""

    @property
    def __name__(self) -> str:
        """Name of the function."""
        return self.full_name.rpartition(".")[2]

    def load(self) -> Any:
        """Import the module and return the definition."""
        return Reference.load(self).definition


class Module:
    """A module whose attributes are references: ``Module("a.b").c``."""

    __slots__ = ("_kind", "_name")

    def __init__(self, name: str, kind: type[Reference] = Reference) -> None:
        self._name = name
        self._kind = kind

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python itself asks of any object
            raise AttributeError(name)
        return self._kind(f"{self._name}.{name}")


def loaded(named: Any) -> Any:
    """Return the object of a reference; other objects unchanged."""
    return named.load() if isinstance(named, Reference) else named


# ---------------------------------------------------------------------------- by fields
# ByFields: results are equal if their fields are equal; NaN equals NaN.


class ByFields:
    """Equality and hash of a dataclass by its fields, in which NaN equals NaN.

    The dataclass has ``eq=False``: a generated ``__eq__`` compares NaN by identity
    before Python 3.13, and as unequal since.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return _equal(_compared(self), _compared(other))

    def __hash__(self) -> int:
        return hash(_hashable(_compared(self)))


def _compared(result: Any) -> tuple[Any, ...]:
    return tuple(
        getattr(result, field.name) for field in fields(result) if field.compare
    )


def _equal(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape and _equal(a.tolist(), b.tolist())
    for kind in (tuple, list):
        if isinstance(a, kind) and isinstance(b, kind):
            return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    return bool(a == b) or (_is_nan(a) and _is_nan(b))


def _is_nan(value: Any) -> bool:
    return isinstance(value, (float, np.floating)) and bool(value != value)


def _hashable(value: Any) -> Any:
    """Return a hashable value that is equal for equal values."""
    if isinstance(value, tuple):
        return tuple(map(_hashable, value))
    return None if _is_nan(value) else value


# -------------------------------------------------------------------------------- plain
# Results as Python's own numbers, as JSON, and as data frames.


def one_number(value: Any) -> Any:
    """Return the value of a metric as one number.

    A tuple with ``__float__``, such as a slope with its standard error, becomes this
    number; a threshold with a value becomes the value.
    """
    if not isinstance(value, tuple):
        return value
    return float(value) if hasattr(value, "__float__") else value[-1]


def plain(value: Any) -> Any:
    """Return a NumPy scalar as Python's own, and what JSON cannot hold as None."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def plain_all(value: Any) -> Any:
    """Return the same of arrays, sequences, mappings and records, at any depth.

    >>> plain_all({"p": np.array([0.5, np.nan])})
    {'p': [0.5, None]}
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    elif hasattr(value, "to_dict"):
        value = value.to_dict()
    elif hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(name): plain_all(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_all(item) for item in value]
    return plain(value)


def plain_fields(result: Any, names: str, /, **more: Any) -> dict[str, Any]:
    """Return fields of a result, and further parts, as JSON holds them.

    ``names`` are separated by spaces, as in `collections.namedtuple`.
    """
    found = {name: getattr(result, name) for name in names.split()}
    return {name: plain_all(one) for name, one in {**found, **more}.items()}


def data_frame(
    rows: Iterable[Mapping[str, Any]],
    index: Sequence[str],
    backend: str,
    asked_by: str,
    columns: Sequence[str] = (),
) -> Any:
    """Return rows as a frame: of pandas with an index, of Polars with it first.

    ``columns``: the other columns, needed only if there may be no rows.
    """
    rows = [*rows]
    library = _frames(backend, asked_by)
    named = None if rows else [*index, *columns]
    if backend == "polars":
        return library.DataFrame(rows, schema=named, infer_schema_length=None)
    return library.DataFrame(rows, columns=named).set_index([*index])


def frame_of_columns(columns: Mapping[str, Any], backend: str, asked_by: str) -> Any:
    """Return arrays as a frame of pandas or Polars, without an index."""
    return _frames(backend, asked_by).DataFrame(columns)


def _frames(backend: str, asked_by: str) -> Any:
    """Return the library of the frames."""
    if backend not in ("pandas", "polars"):
        raise ValueError(f"backend is {backend!r}; it must be 'pandas' or 'polars'")
    try:
        return import_module(backend)
    except ImportError as error:
        raise ImportError(
            f"{asked_by} needs {backend}: pip install {backend}"
        ) from error


# --------------------------------------------------------------------------- docstrings
# The docstring of a function that is another one under a second name.


_Function = TypeVar("_Function", bound=Callable[..., object])


def same_as(other: Callable[..., object]) -> Callable[[_Function], _Function]:
    """Complete a docstring of one line with the sections of the other function's.

    The names of the two functions are exchanged in the sections, so "See Also" refers
    to the other function and the examples call this one.
    """

    def complete(function: _Function) -> _Function:
        summary, sections = function.__doc__, other.__doc__
        if summary and sections:  # neither is there under python -OO
            own, others = function.__name__, other.__name__
            exchanged = re.sub(
                rf"\b({own}|{others})\b",
                lambda name: own if name[0] == others else others,
                sections.partition("\n\n")[2],
            )
            function.__doc__ = f"{summary}\n\n{exchanged}"
        return function

    return complete


# ------------------------------------------------------------------------- definitions
# Public functions that decorators make from definitions.


Function = TypeVar("Function", bound=Callable[..., Any])


def as_public(
    function: Any,
    definition: Callable[..., Any],
    before: str = "own",
    common: Signature | None = None,
    array_if: tuple[str, str, str] | None = None,
) -> Any:
    """Give a function the name, the docstring and the parameters of a definition.

    `inspect.signature` and the documentation read the signature. For type checkers,
    ``python tools/public_stub.py`` writes it into ``fastmetrics/__init__.pyi``, below
    the line with the public name. The types in annotations are imported at the top of
    that file, by hand.

    Parameters
    ----------
    function : function
        The public function, which takes the keywords of the definition as ``**own``.
        It is returned.
    definition : function
        Its keywords replace keywords of the same name, or come before the parameter
        ``before``.
    before : str, default="own"
        That parameter.
    common : inspect.Signature, optional
        The signature without the keywords of the definition; None: of ``function``.
        Annotations are strings, as in modules with
        ``from __future__ import annotations``.
    array_if : tuple of str, optional
        For a function of two overloads, annotated with ``float | NDArray[np.float64]``:
        a parameter, its annotation if a number is returned, and its annotation if an
        array is returned, such as ``("average", "Average", "None")``.
    """
    common = common or signature(function)
    parameters = dict(common.parameters)
    own: dict[str, Parameter] = {}
    for name, parameter in signature(definition).parameters.items():
        if parameter.kind is Parameter.KEYWORD_ONLY:
            (parameters if name in parameters else own)[name] = parameter
    listed = [*parameters.values()]
    place = [*parameters].index(before)
    listed[place:place] = own.values()
    public = [one for one in listed if one.kind is not Parameter.VAR_KEYWORD]
    update_wrapper(function, definition)
    # Wrappers of users keep this attribute, and have a `__wrapped__` of their own.
    function.definition = definition
    function.__signature__ = common.replace(parameters=public)
    function.__annotations__ = {
        **{parameter.name: parameter.annotation for parameter in public},
        "return": common.return_annotation,
    }
    return number_or_array(*array_if)(function) if array_if else overloaded()(function)


def overloaded(*overloads: Mapping[str, str]) -> Callable[[Function], Function]:
    """Mark a function whose types ``tools/public_stub.py`` writes.

    An overload maps parameters, and "return", to annotations that replace the
    function's own. Such parameters have their defaults in the first overload only.
    """

    def mark(function: Function) -> Function:
        function.overloads = overloads  # type: ignore[attr-defined]
        return function

    return mark


def number_or_array(
    name: str, of_number: str, of_array: str
) -> Callable[[Function], Function]:
    """Mark a function that returns a number or an array; see `as_public`."""
    return overloaded(
        {name: of_number, "return": "float"},
        {name: of_array, "return": "NDArray[np.float64]"},
    )
