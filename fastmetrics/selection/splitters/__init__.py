"""Splitters: their base classes, random numbers and checks."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from contextlib import contextmanager
from inspect import Parameter, signature
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, warn
from fastmetrics._inputs.rows import common_length
from fastmetrics._kernels import folds
from fastmetrics._kernels.twister import Twister

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    RandomState = int | np.random.RandomState | np.random.Generator | None
    Indices = NDArray[np.intp]
    Pair = tuple[Indices, Indices]  # the rows of the training part and of the test part
    Draw = Callable[[Twister], Pair]


# --- random numbers of splitters, from ``random_state``


class Draws:
    """The draws of one split, in scikit-learn's order.

    An int seeds a stream of its own. A ``RandomState``, and NumPy's global one for
    None, is gone on with: after the draws it is where scikit-learn would have left it.
    """

    def __init__(self, random_state: RandomState) -> None:
        self._twister: Twister | None = None
        self._from: np.random.RandomState | None = None
        if random_state is None or _is_module(random_state):
            self._from = np.random.mtrand._rand  # what NumPy's own functions draw from
        elif isinstance(random_state, np.random.RandomState):
            self._from = random_state
        else:
            self._twister = Twister(_seed(random_state))

    @contextmanager
    def twister(self) -> Iterator[Twister]:
        """Give the twister to draw with, as far as it has been drawn from."""
        if self._twister is not None:
            yield self._twister
            return
        assert self._from is not None
        state = self._from.get_state(legacy=False)
        if state["bit_generator"] != "MT19937":  # a seed is all it can give
            self._twister = Twister(int(self._from.randint(2**32, dtype=np.uint32)))
            yield self._twister
            return
        twister = Twister(0)
        twister.resume(state["state"]["key"], state["state"]["pos"])
        yield twister
        key, used = twister.state()
        self._from.set_state({**state, "state": {"key": key, "pos": used}})


def numpy_state(random_state: Any) -> np.random.RandomState:
    """Return the NumPy generator for ``random_state``, as in scikit-learn."""
    if random_state is None or random_state is np.random:
        return np.random.mtrand._rand
    if isinstance(random_state, np.random.RandomState):
        return random_state
    return np.random.RandomState(_seed(random_state))


def check_random_state(random_state: Any) -> None:
    """Raise unless draws can be made of ``random_state``."""
    if random_state is None or _is_module(random_state):
        return
    if not isinstance(random_state, (np.random.RandomState, np.random.Generator)):
        _seed(random_state)


def _is_module(random_state: Any) -> bool:
    """Whether it is ``numpy.random``, which scikit-learn takes for None."""
    return random_state is np.random


def _seed(random_state: Any) -> int:
    """Return the 32-bit seed that an int is, or that a Generator gives."""
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32, dtype=np.uint32))
    is_whole = is_integral(random_state)
    if is_whole and 0 <= int(random_state) < 2**32:
        return int(random_state)
    text = shown(random_state)
    if is_whole:
        raise ValueError(
            "random_state: Seed must be between 0 and 2**32 - 1, got " + text + "."
        )
    raise ValueError(
        f"{text} cannot be used to seed a numpy.random.RandomState instance: "
        "random_state must be None, an int from 0 to 2**32 - 1, a RandomState or a "
        "Generator."
    )


# --- base classes of splitters and of partitions

# How wide a line of a `repr` may become, and how long a value is shown whole.
_LINE = 75
_WHOLE = 500


class AnySplitter(Protocol):
    """A splitter of this package, of scikit-learn or of the user."""

    def split(
        self, X: Any, y: Any, groups: Any = None
    ) -> Iterable[tuple[Indices, Indices]]:
        """Yield the rows to train on and the rows to test on."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return how many splits there will be."""


class Splitter(ABC):
    """A way to part rows into those to train on and those to test on."""

    n_splits: int
    _takes_groups = False
    # Whether groups are asked for by scikit-learn's metadata routing.
    _request: bool | str | None = True

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` or ``groups`` has as many.
        y : array_like of shape (n_samples,), optional
            Target to predict.
        groups : array_like of shape (n_samples,), optional
            Group of each row.

        Yields
        ------
        train, test : ndarray of intp
        """
        self._check_groups(groups)
        return self._lazily(X, y, groups)

    def _lazily(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        """Yield the splits; nothing is checked or drawn before the first one."""
        yield from self._splits(X, y, groups)

    @abstractmethod
    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        """Check the data, and return an iterator of the splits."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits; all parameters are ignored."""
        return self.n_splits

    def _check_groups(self, groups: Any) -> None:
        """Warn of groups that are given and not used; raise if they are missed."""
        if self._takes_groups:
            if groups is None:
                raise ValueError("The 'groups' parameter should not be None.")
        elif groups is not None:
            warn(f"The groups parameter is ignored by {type(self).__name__}")

    def get_metadata_routing(self) -> Any:
        """Return the metadata that `split` requests, for routing in scikit-learn.

        Returns
        -------
        sklearn.utils.metadata_routing.MetadataRequest
            Request of ``groups``, if the splitter uses them.
        """
        from sklearn.utils.metadata_routing import MetadataRequest

        request = MetadataRequest(owner=self)
        if self._takes_groups:
            request.split.add_request(param="groups", alias=self._request)
        return request

    @property
    def set_split_request(self) -> Callable[..., Self]:
        """Set whether `split` requests groups in metadata routing of scikit-learn.

        A method with one keyword, ``groups``: True (the default): if they are given;
        False: never; a name: the metadata passed under that name; None: an error if
        they are given. It returns the splitter, and raises RuntimeError if metadata
        routing is disabled. Splitters without groups have no such method.
        """
        if not self._takes_groups:
            raise AttributeError(f"{type(self).__name__} takes no groups.")
        return self._set_request

    def _set_request(self, *, groups: bool | str | None) -> Self:
        if not routes():
            raise RuntimeError(
                "This method is only available when metadata routing is enabled: "
                "sklearn.set_config(enable_metadata_routing=True) does that."
            )
        self._request = groups
        return self

    def __repr__(self) -> str:
        """Show the class and all of its parameters, in the order of their names."""
        return _call(type(self).__name__, self._shown())

    def _shown(self) -> dict[str, Any]:
        """Return the parameters that `repr` shows."""
        names = sorted(
            name
            for name, parameter in signature(type(self)).parameters.items()
            if parameter.kind not in (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)
        )
        return {name: getattr(self, name) for name in names}


def routes() -> bool:
    """Whether scikit-learn is loaded and its switch is on."""
    get_config = getattr(sys.modules.get("sklearn"), "get_config", None)
    return get_config is not None and bool(get_config()["enable_metadata_routing"])


class GroupSplitter(Splitter):
    """A splitter of whole groups of rows."""

    _takes_groups = True

    def split(
        self, X: Any, y: Any = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``groups`` has as many.
        y : ignored
        groups : array_like of shape (n_samples,)
            Group of each row.

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)


class StratifiedSplitter(Splitter):
    """A splitter that keeps the proportions of classes."""

    def split(  # type: ignore[override]  # y is needed
        self, X: Any, y: ArrayLike, groups: Any = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` has as many.
        y : array_like of shape (n_samples,)
            The class of each row.
        groups : ignored

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)


class StratifiedGroupSplitter(Splitter):
    """A splitter of whole groups of rows that keeps the proportions of classes."""

    _takes_groups = True

    def split(
        self, X: Any, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Indices, Indices]]:
        """Yield the row numbers of the training part and of the test part, by split.

        Parameters
        ----------
        X : array_like, data frame, sparse matrix, int or None
            The data, of which only the number of rows matters; or that number. None if
            ``y`` has as many.
        y : array_like of shape (n_samples,)
            The class of each row.
        groups : array_like of shape (n_samples,)
            Group of each row.

        Yields
        ------
        train, test : ndarray of intp
        """
        return super().split(X, y, groups)


class Partition(Splitter):
    """A splitter that puts each row into one fold; each fold is the test part once.

    What can be known without draws is made first, and once for all repeats.
    """

    def _splits(self, X: Any, y: Any, groups: Any) -> Iterator[Pair]:
        prepared = self._prepare(X, y, groups)
        return self._pairs(prepared, self._draws())

    def fold_ids(self, X: Any, y: Any = None, groups: Any = None) -> NDArray[Any]:
        """Return the fold of each row, a number from 0 up.

        Parameters
        ----------
        X, y, groups
            As in `split`.

        Returns
        -------
        ndarray of uint8, uint16 or uint32, shape (n_samples,)
            The narrowest dtype that holds the folds. `PredefinedSplit` of it makes the
            same splits.
        """
        self._check_groups(groups)
        prepared = self._prepare(X, y, groups)
        return self._draw(prepared, self._draws())

    def _draws(self) -> Draws:
        """Return the source of the draws, if there are any."""
        return Draws(None)

    @abstractmethod
    def _prepare(self, X: Any, y: Any, groups: Any) -> Any:
        """Check the data, and return their groups, classes or number of rows."""

    @abstractmethod
    def _draw(self, prepared: Any, draws: Draws) -> NDArray[Any]:
        """Return the fold of each row."""

    def _pairs(self, prepared: Any, draws: Draws) -> Iterator[Pair]:
        """Yield the splits of one partition."""
        ids = self._draw(prepared, draws)
        del prepared  # it may be as large as the column
        yield from index_pairs(ids, self.n_splits)

    def _n_rows(self, X: Any, y: Any, groups: Any) -> int:
        """Return the number of rows, of which there must be one for each fold."""
        n = common_length(X, y, groups)
        if self.n_splits > n:
            raise ValueError(
                f"Cannot have number of splits n_splits={self.n_splits} greater than "
                f"the number of samples: n_samples={n}."
            )
        return n


def fold_dtype(k: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest dtype that holds the numbers of k folds."""
    if k <= 1 << 8:
        return np.uint8
    return np.uint16 if k <= 1 << 16 else np.uint32


def index_pairs(ids: NDArray[Any], n_splits: int) -> Iterator[Pair]:
    """Yield, for each fold of a column, the rows of the others and its own."""
    sizes = folds.count_codes(ids, n_splits).tolist()
    for fold, size in enumerate(sizes):
        yield folds.fold_indices(ids, fold, size)


def split_by_mask(inside: NDArray[np.uint8], size: int) -> Pair:
    """Return the rows that a mask has no 1 at, and the ``size`` rows where it has."""
    return folds.fold_indices(inside, 1, size)


def _call(name: str, parameters: dict[str, Any]) -> str:
    """Write a call with these keywords, on several lines if one is too long."""
    indent = " " * (1 + len(name) // 2)
    lines, width = [""], len(name)
    with np.printoptions(precision=5, threshold=64, edgeitems=2):
        for key, value in parameters.items():
            text = f"{key}={value if isinstance(value, float) else repr(value)}"
            if len(text) > _WHOLE:
                text = f"{text[:300]}...{text[-100:]}"
            if not lines[0]:
                lines[0] = text
            elif width + len(text) >= _LINE or "\n" in text:
                lines.append(indent + text)
                width = len(indent) + 2
            else:
                lines[-1] += f", {text}"
                width += 2
            width += len(text)
    return f"{name}(" + ",\n".join(lines) + ")"


# --- how many rows or groups each part of a random split gets


def part_sizes(
    n: int,
    test_size: float | None,
    train_size: float | None,
    default: float,
    unit: str = "samples",
) -> tuple[int, int]:
    """Return the sizes of the training part and of the test part.

    Test fractions are rounded up and training fractions down; a size of None is the
    rest; ``default`` is the test fraction if both are None.

    Raises
    ------
    ValueError
        If a size is neither a fraction between 0 and 1 nor a number of rows, their sum
        is too large, or no training rows are left.
    """
    if test_size is None and train_size is None:
        test_size = default
    n_test = size_of_part(test_size, n, "test_size", unit)
    n_train = size_of_part(train_size, n, "train_size", unit)
    if test_size is not None and train_size is not None:
        if {_kind(test_size), _kind(train_size)} == {"f"} and (
            train_size + test_size > 1
        ):
            raise ValueError(
                f"The sum of test_size and train_size = {train_size + test_size}, "
                "should be in the (0, 1) range. Reduce test_size and/or train_size."
            )
    if n_train is None:
        assert n_test is not None
        n_train = n - n_test
    elif n_test is None:
        n_test = n - n_train
    if n_train + n_test > n:
        raise ValueError(
            f"The sum of train_size and test_size = {n_train + n_test}, should be "
            f"smaller than the number of {unit} {n}. Reduce test_size and/or "
            "train_size."
        )
    if n_train == 0:
        raise ValueError(
            f"With n_{unit}={n}, test_size={test_size} and train_size={train_size}, "
            "the resulting train set will be empty. Adjust any of the aforementioned "
            "parameters."
        )
    return n_train, n_test


def size_of_part(size: Any, n: int, name: str, unit: str = "samples") -> int | None:
    """Return a size as a number of rows; test fractions are rounded up.

    Raises
    ------
    ValueError
        If it is neither a fraction between 0 and 1 nor a number from 1 to n - 1.
    """
    if size is None:
        return None
    kind = _kind(size)
    if np.ndim(size) or kind not in "iuf":
        raise ValueError(
            f"Invalid value for {name}: {shown(size)}; it must be a share of the "
            f"{unit} (float) or their number (int)."
        )
    if not (0 < size < 1 if kind == "f" else 0 < size < n):
        raise ValueError(
            f"{name}={size} should be either positive and smaller than the number of "
            f"{unit} {n} or a float in the (0, 1) range"
        )
    if kind != "f":
        return int(size)
    return floor(size * n) if name == "train_size" else ceil(size * n)


def _kind(size: Any) -> str:
    return np.asarray(size).dtype.kind
