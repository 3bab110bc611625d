"""patch and unpatch: let scikit-learn's functions call fastmetrics."""

from __future__ import annotations

import atexit
import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from time import perf_counter
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics._common.names import shown
from fastmetrics._common.options import raise_as
from fastmetrics._inputs.columns import has_order
from fastmetrics._inputs.score_tables import UnsortedLabels
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.numbers import count
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document, Notes, Table
from fastmetrics.show.words import Message, say

OLDEST = (1, 6)
# Where scikit-learn's functions are found; what it keeps elsewhere, such as
# model_selection, it keeps.
_PLACES = ("sklearn.metrics", "sklearn.metrics.cluster", "sklearn.calibration")
# Functions that are not replaced although they could be.
_KEPT = {
    "auc": say("it only joins points by straight lines; fastmetrics is not faster"),
}


class _Block(NamedTuple):
    """A running ``with`` block: the functions it made ours, and those it left out."""

    functions: frozenset[FunctionType]
    excluded: frozenset[str]


_changing = threading.RLock()
_SHIMS: dict[FunctionType, Shim] = {}
_PATCHED: set[FunctionType] = set()  # those that `patch` made ours
_EXCLUDED: set[str] = set()  # names excluded by the last patch
_BLOCKS: list[_Block] = []  # running blocks of `patched`, in all threads
_reports = False


def patch(
    only: str | Iterable[str] | None = None,
    *,
    exclude: str | Iterable[str] = (),
    report: bool = False,
) -> tuple[str, ...]:
    """Let scikit-learn's functions call fastmetrics.

    A function is replaced if fastmetrics has one of the same name with all its
    parameters, in the same places and with the same defaults. Ours may have more
    parameters and more defaults, and deprecated parameters of scikit-learn do not
    count. All references to the function call fastmetrics from now on: scorers,
    partials, defaults, and modules that are imported before or later. The order of
    imports does not matter.

    Parameters
    ----------
    only : str or iterable of str, optional
        Names of functions; by default all that can be replaced.
    exclude : str or iterable of str, default=()
        Names of functions that are not replaced. Functions that an earlier call has
        replaced stay replaced.
    report : bool, default=False
        Whether the table of `status` is written to standard error when the program
        ends.

    Returns
    -------
    tuple of str
        The requested functions that call fastmetrics now, sorted.

    Raises
    ------
    ImportError
        If scikit-learn is not installed, or older than 1.6.
    ValueError
        If a name is not the name of a function of scikit-learn's metrics, or a function
        in ``only`` cannot be replaced; the message says why.

    See Also
    --------
    unpatch : Restore scikit-learn's functions.
    patched : Patch during a ``with`` block.
    status : Table of the functions, with the number of calls.

    Notes
    -----
    A second call changes nothing. Estimators, ``auc``, displays, distances, splitters
    and ``model_selection`` are not replaced. Scikit-learn's function is also called for
    arrays on a GPU and, with ``array_api_dispatch``, for all arrays except NumPy's.

    The functions keep their identity, names and signatures, so pickles load anywhere.
    Processes that are started later are patched only if they are forked, or with
    ``joblib.parallel_config("loky", initializer=patch)``.

    Undefined values cause scikit-learn's ``UndefinedMetricWarning``. Warnings and
    errors have the texts of fastmetrics, and values differ by rounding.

    Examples
    --------
    >>> from fastmetrics.sklearn import patch, unpatch
    >>> patch(only=["f1_score", "roc_auc_score"])
    ('f1_score', 'roc_auc_score')
    >>> from sklearn.metrics import f1_score
    >>> f1_score([0, 1, 1], [0, 1, 0])
    0.6666666666666666
    >>> unpatch()
    """
    global _reports
    with _changing:
        names, block = _enter(only, exclude)
        _PATCHED.update(block.functions)
        _EXCLUDED.clear()
        _EXCLUDED.update(block.excluded)
        if report and not _reports:
            _reports = True
            atexit.register(_write_report)
    return names


def _enter(
    only: str | Iterable[str] | None, exclude: str | Iterable[str]
) -> tuple[tuple[str, ...], _Block]:
    """Replace functions; return their names, and the request."""
    with _changing:
        theirs = joined("sklearn.exceptions").UndefinedMetricWarning
        raise_as(__file__, {UndefinedMetricWarning: theirs})
        replacements = _found()
        names = (
            _names("only", only, replacements) if only is not None else {*replacements}
        )
        left_out = _names("exclude", exclude, replacements)
        for name in sorted(names - left_out) if only is not None else ():
            why = _why_not(name, replacements[name])
            if why:
                raise ValueError(f"only: {name} cannot be replaced: {why}.")
        chosen = {
            name for name in names - left_out if not _why_not(name, replacements[name])
        }
        entered = set()
        for name in chosen:
            for function in _all_of(replacements[name]):
                if function not in _SHIMS:
                    _SHIMS[function] = Shim(function, getattr(fastmetrics, name))
                _SHIMS[function].enter()
                entered.add(function)
        block = _Block(frozenset(entered), frozenset(left_out))
    return tuple(sorted(chosen)), block


def unpatch() -> None:
    """Restore scikit-learn's functions.

    A function that other code has changed since `patch` is not restored.

    Examples
    --------
    >>> from fastmetrics.sklearn import is_patched, patch, unpatch
    >>> names = patch()
    >>> unpatch()
    >>> is_patched()
    False
    """
    with _changing:
        _EXCLUDED.clear()
        _PATCHED.clear()
        for shim in _SHIMS.values():
            shim.leave()


@contextmanager
def patched(
    only: str | Iterable[str] | None = None,
    *,
    exclude: str | Iterable[str] = (),
    report: bool = False,
) -> Iterator[tuple[str, ...]]:
    """Let scikit-learn's functions call fastmetrics during a ``with`` block.

    Other threads are affected as well. Functions replaced by `patch` stay replaced
    after the block. A function is restored when the last block that requested it has
    ended, in any thread.

    Parameters
    ----------
    only, exclude : str or iterable of str
        As in `patch`.
    report : bool, default=False
        Whether the table of `status` is written to standard error after the block.

    Yields
    ------
    tuple of str
        The requested functions that call fastmetrics.

    Examples
    --------
    >>> from fastmetrics.sklearn import is_patched, patched
    >>> with patched("f1_score") as names:
    ...     print(names, is_patched())
    ('f1_score',) True
    >>> is_patched()
    False
    """
    with _changing:
        names, block = _enter(only, exclude)
        _BLOCKS.append(block)
    try:
        yield names
    finally:
        if report:
            print(status(), file=sys.stderr)
        with _changing:
            # Two blocks may be equal: which of these goes does not matter.
            _BLOCKS.remove(block)
            held = _PATCHED.union(*(open_block.functions for open_block in _BLOCKS))
            for theirs in block.functions - held:
                _SHIMS[theirs].leave()


def is_patched() -> bool:
    """Return whether any function of scikit-learn calls fastmetrics.

    Examples
    --------
    >>> from fastmetrics.sklearn import is_patched
    >>> is_patched()
    False
    """
    return any(shim.is_active for shim in [*_SHIMS.values()])


def status() -> PatchStatus:
    """Return the functions of scikit-learn's metrics, and whether they are replaced.

    Returns
    -------
    PatchStatus
        A table with a row per function: who computes it, why, the number of calls that
        fastmetrics answered, and the seconds of these calls.

    Raises
    ------
    ImportError
        If scikit-learn is not installed, or older than 1.6.

    Examples
    --------
    >>> from sklearn.metrics import accuracy_score
    >>> from fastmetrics.sklearn import patched, status
    >>> with patched("accuracy_score"):
    ...     half = accuracy_score([0, 1], [0, 0])
    ...     row = status()["accuracy_score"]
    >>> row.whose, row.calls > 0
    ('fastmetrics', True)
    """
    rows = []
    with _changing:
        excluded = _BLOCKS[-1].excluded if _BLOCKS else frozenset(_EXCLUDED)
    for name, theirs in sorted(_found().items()):
        answered = [swap for f, swap in [*_SHIMS.items()] if f.__name__ == name]
        current = _SHIMS.get(theirs)
        stands = current is not None and current.is_active
        why = (
            say("fastmetrics has all its parameters")
            if stands
            else (
                _why_not(name, theirs)
                or (say("left out by exclude") if name in excluded else None)
                or say("not patched")
            )
        )
        rows.append(
            FunctionSwap(
                name,
                "fastmetrics" if stands else "scikit-learn",
                why,
                sum(swap.calls for swap in answered),
                sum(swap.seconds for swap in answered),
            )
        )
    return PatchStatus(tuple(rows))


def _write_report() -> None:
    if sys.stderr is not None:
        print(status(), file=sys.stderr)


def joined(module: str) -> Any:
    """Load a module of scikit-learn.

    Raises
    ------
    ImportError
        If scikit-learn is not installed, or older than `OLDEST`.
    """
    try:
        sklearn: Any = import_module("sklearn")
    except ImportError as error:
        raise ImportError(
            "fastmetrics.sklearn needs scikit-learn: pip install scikit-learn"
        ) from error
    version = tuple(int(part) for part in sklearn.__version__.split(".")[:2])
    if version < OLDEST:
        raise ImportError(
            f"fastmetrics.sklearn needs scikit-learn {OLDEST[0]}.{OLDEST[1]} or later, "
            f"found {sklearn.__version__}: pip install -U scikit-learn"
        )
    return import_module(module)


def _found() -> dict[str, FunctionType]:
    """Return the functions of scikit-learn's metrics by name."""
    return {
        name: value
        for module in reversed(_PLACES)
        for name, value in vars(joined(module)).items()
        if isinstance(value, FunctionType)
        and not name.startswith("_")
        and (value.__module__ or "").startswith(_PLACES)
    }


def _all_of(theirs: FunctionType) -> list[FunctionType]:
    """Return a function, and another of its name if its module was loaded again."""
    module = sys.modules.get(theirs.__module__)
    again = getattr(module, theirs.__name__, theirs)
    return [theirs, again] if isinstance(again, FunctionType) else [theirs]


def _names(
    argument: str, requested: str | Iterable[str], known: Iterable[str]
) -> set[str]:
    """Return names of functions that were given.

    Raises
    ------
    ValueError
        If scikit-learn has no such function.
    """
    names = {requested} if isinstance(requested, str) else {*requested}
    for name in sorted(names - {*known}, key=str):
        raise ValueError(
            f"{argument} must be names of functions of sklearn.metrics, got "
            f"{shown(name)}."
        )
    return names


def _why_not(name: str, theirs: FunctionType) -> Message | None:
    """Return why a function of theirs cannot be replaced; None: it can."""
    if name in _KEPT:
        return _KEPT[name]
    ours = getattr(fastmetrics, name, None)
    if ours is None:
        return say("fastmetrics has no function of this name")
    own = _SHIMS[theirs].original if theirs in _SHIMS else theirs
    of_theirs = inspect.signature(getattr(theirs, "__wrapped__", own)).parameters
    of_ours = inspect.signature(ours).parameters
    places = [*of_ours]
    for place, (parameter, default) in enumerate(of_theirs.items()):
        if _is_deprecated(default):
            continue
        other = of_ours.get(parameter)
        misplaced = default.kind is not default.KEYWORD_ONLY and (
            places[place : place + 1] != [parameter]
            or (other is not None and other.kind is not default.kind)
        )
        if other is None or misplaced:
            return say("{parameter} has another position", parameter=parameter)
        if default.default is not default.empty and not _are_alike(
            default.default, other.default
        ):
            return say("{parameter} has another default", parameter=parameter)
    return None


def _is_deprecated(parameter: inspect.Parameter) -> bool:
    return isinstance(parameter.default, str) and parameter.default == "deprecated"


def _are_alike(first: Any, other: Any) -> bool:
    """Whether two defaults are the same; NaN is NaN."""
    if first is other:
        return True
    return type(first) is type(other) and bool(
        np.array_equal(first, other, equal_nan=isinstance(first, float))
    )


# --- one function of scikit-learn whose calls go to ours
#
# The function object stays the same and gets other code. All references to it, in
# scorers, partials, defaults, lists and variables, call ours; its name, module,
# signature and pickles do not change. So no module is searched for references, and
# imports need not be watched.


_counting = threading.Lock()
if hasattr(os, "register_at_fork"):  # no child is left waiting for a thread it has not
    os.register_at_fork(
        before=_counting.acquire,
        after_in_parent=_counting.release,
        after_in_child=_counting.release,
    )


class Shim:
    """The callable that a patched function of scikit-learn calls.

    Attributes
    ----------
    theirs : function
        Of scikit-learn.
    ours : callable
    original : function
        A copy of ``theirs`` with its own code.
    calls : int
        Number of calls that ours has answered.
    seconds : float
        Duration of these calls.
    """

    __slots__ = ("calls", "original", "ours", "seconds", "theirs")

    def __init__(self, theirs: FunctionType, ours: Callable[..., Any]) -> None:
        self.theirs = theirs
        self.ours = ours
        self.original = FunctionType(
            theirs.__code__,
            theirs.__globals__,
            theirs.__name__,
            theirs.__defaults__,
            theirs.__closure__,
        )
        self.original.__kwdefaults__ = theirs.__kwdefaults__
        self.calls = 0
        self.seconds = 0.0

    @property
    def is_active(self) -> bool:
        """Whether calls go to ours now."""
        defaults = self.theirs.__kwdefaults__ or {}
        return defaults.get("_shim") is self and self.theirs.__code__ is self._code

    def enter(self) -> None:
        """Let calls go to ours."""
        if self.is_active:
            return
        # First the default that the code needs: another thread may call in between.
        self.theirs.__kwdefaults__ = {
            **(self.original.__kwdefaults__ or {}),
            "_shim": self,
        }
        self.theirs.__code__ = self._code

    def leave(self) -> None:
        """Let calls go to theirs again, unless others have been put there since."""
        if self.is_active:
            self.theirs.__code__ = self.original.__code__
            self.theirs.__kwdefaults__ = self.original.__kwdefaults__

    @property
    def _code(self) -> CodeType:
        # A function's code must have as many variables of outer functions as it had.
        return _calling(self.original.__code__.co_freevars)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call ours, and count it; theirs for data that only theirs can read."""
        if _is_theirs(args) or _is_theirs(kwargs.values()):
            return self.original(*args, **kwargs)
        start = perf_counter()
        try:
            return self.ours(*args, **kwargs)
        except UnsortedLabels:  # theirs warns, and reads the columns as if sorted
            return self.original(*args, **kwargs)
        finally:
            took = perf_counter() - start
            with _counting:
                self.calls += 1
                self.seconds += took


@cache
def _calling(outer: tuple[str, ...]) -> CodeType:
    """Return code that calls its stand-in, with variables of outer functions."""
    names = ", ".join(outer)
    source = [
        f"def outer({names}):",
        "    def call(*args, _shim, **kwargs):",
        "        return _shim(*args, **kwargs)",
        *([f"        {names}"] if names else ()),
        "    return call",
    ]
    namespace: dict[str, Any] = {}
    exec(compile("\n".join(source), __file__, "exec"), namespace)
    code: CodeType = namespace["outer"](*outer).__code__
    return code


def _is_theirs(arguments: Iterable[Any]) -> bool:
    """Whether one of these is an array that scikit-learn computes with as it is.

    Those on a device other than the processor, and where its dispatch is on, all that
    say which device they are on. Ordered categories have no order there.
    """
    for argument in arguments:
        kind = type(argument)
        if hasattr(kind, "dtype") and has_order(argument):
            return True
        if kind is np.ndarray or kind is list or not hasattr(kind, "device"):
            if not hasattr(kind, "__cuda_array_interface__"):
                continue
        from sklearn import get_config

        if get_config()["array_api_dispatch"]:
            return True
        device = getattr(argument, "device", None)
        for name in ("type", "platform"):
            device = getattr(device, name, device)
        if device is None:  # no tensor on the processor has the interface of CUDA
            return hasattr(argument, "__cuda_array_interface__")
        if "cpu" not in str(device).lower():
            return True
    return False


# --- the table of functions that `status` returns


@dataclass(frozen=True)
class FunctionSwap:
    """One function of scikit-learn, and who computes it.

    Attributes
    ----------
    name : str
    whose : {"fastmetrics", "scikit-learn"}
        The package that computes it.
    why : str
    calls : int
        Calls that fastmetrics answered, including those before an `unpatch`.
    seconds : float
        Duration of these calls.
    """

    name: str
    whose: str
    why: str
    calls: int
    seconds: float


@dataclass(frozen=True)
class PatchStatus(Result):
    """The functions of scikit-learn's metrics, and who computes them.

    ``status()["f1_score"]`` is the row of a function, ``names`` are the replaced ones.

    Attributes
    ----------
    functions : tuple of FunctionSwap
        Sorted by name.
    """

    functions: tuple[FunctionSwap, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The functions that call fastmetrics."""
        return tuple(
            function.name
            for function in self.functions
            if function.whose == "fastmetrics"
        )

    def __getitem__(self, name: str) -> FunctionSwap:
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)

    def __iter__(self) -> Iterator[FunctionSwap]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, as JSON can hold them."""
        return {"functions": [asdict(function) for function in self.functions]}

    def _document(self, width: int | None = None, **options: Any) -> Document:
        ours, n = len(self.names), len(self.functions)
        calls = sum(function.calls for function in self.functions)
        sentence = say(
            "{ours} of {n} scikit-learn functions call fastmetrics; calls so "
            "far: {calls}.",
            ours=count(ours),
            n=count(n),
            calls=count(calls),
        )
        # The most used functions come first.
        mine = [
            [function.name, count(function.calls), f"{function.seconds:.3f}"]
            for function in sorted(
                self.functions, key=lambda function: (-function.seconds, function.name)
            )
            if function.whose == "fastmetrics" and function.calls
        ]
        idle = [
            function.name
            for function in self.functions
            if function.whose == "fastmetrics" and not function.calls
        ]
        others = [
            [function.name, function.why]
            for function in self.functions
            if function.whose == "scikit-learn"
        ]
        name, calls_of = say("Function"), [say("Calls"), say("Seconds")]
        tables = [
            Table("fastmetrics", [name, *calls_of], mine, frozenset({1, 2})),
            Table("scikit-learn", [name, say("Why")], others),
        ]
        return Document(
            sentences=[sentence],
            tables=[table for table in tables if table.rows],
            foot=[Notes(say("Patched, not called so far"), [", ".join(idle)])]
            if idle
            else [],
            title=say("Patched functions of scikit-learn"),
        )
