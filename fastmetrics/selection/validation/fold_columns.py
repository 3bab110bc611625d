"""A column that says in which fold each row was tested."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeGuard

import numpy as np

from fastmetrics._common.iso import plain_name
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.slices import listed
from fastmetrics.selection.validation.fold_intervals import Split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

__all__ = ["FoldColumn", "Folds", "fold_ids_of", "is_splitter", "read_folds"]


class Folds(Protocol):
    """What makes folds of rows: a splitter of this package or of another one."""

    def split(
        self, X: Any, y: Any = None, groups: Any = None
    ) -> Iterable[tuple[Any, Any]]:
        """Yield the rows that are trained and tested on."""


class FoldColumn(NamedTuple):
    """The fold of each row, 0 to k - 1, and what the folds are called."""

    ids: NDArray[np.intp]
    names: list[Any]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """How many rows each fold tests."""
        return np.bincount(self.ids, minlength=len(self.names))

    def rows(self) -> list[NDArray[np.intp]]:
        """Return the rows of each fold."""
        order = np.argsort(self.ids, kind="stable")
        return np.split(order, np.cumsum(self.sizes)[:-1])

    def split(self) -> Split:
        """Return what a rule for intervals has to know of it."""
        n, k = len(self.ids), len(self.names)
        return Split(n, n - n / k, n / k)


def is_splitter(folds: Any) -> TypeGuard[Folds]:
    """Whether it makes folds, rather than being a column of them."""
    return hasattr(folds, "split") and hasattr(folds, "get_n_splits")


def fold_ids_of(splitter: Folds, n: int, y: Any, groups: Any = None) -> NDArray[Any]:
    """Return the fold in which a splitter tests each of n rows.

    Raises
    ------
    ValueError
        If it does not test each row once, or makes other folds each time.
    """
    drawn = getattr(splitter, "shuffle", False)
    if drawn and not is_integral(getattr(splitter, "random_state", None)):
        raise ValueError(
            f"folds={splitter!r} makes other folds each time, not those that the "
            "predictions were made in: give it a whole number as random_state, or give "
            "the column of folds"
        )
    found = np.full(n, -1, np.intp)
    for fold, (_, test) in enumerate(splitter.split(np.zeros((n, 1)), y, groups)):
        if (found[test] >= 0).any():
            raise ValueError(f"folds={splitter!r} tests a row more than once")
        found[test] = fold
    if (found < 0).any():
        raise ValueError(
            f"folds={splitter!r} never tests {int((found < 0).sum()):,} of {n:,} rows"
        )
    return found


def read_folds(folds: ArrayLike, n: int) -> FoldColumn:
    """Return the folds of n rows, in ascending order.

    Raises
    ------
    ValueError
        If there are not n of them, one is missing, negative or no whole number, they
        leave out a number, or there is a single one.
    """
    found = coded(group_ids(folds, n, "folds"))
    if not n:
        raise_no_rows("folds")
    kind = found.dtype.kind
    if kind in "fm":
        raise ValueError(
            f"folds must be whole numbers, strings or dates, got dtype {found.dtype}"
        )
    names = listed(found.ids(np.arange(found.span)))
    if kind in "MO":  # dates in ISO form, decimals as numbers
        plain = map(plain_name, names)
        names = [a if b is None else b for a, b in zip(names, plain, strict=True)]
    ids = found.numbers.astype(np.intp)
    if kind in "iu" or all(type(one) is int for one in names):
        if names[0] < 0:
            raise ValueError(
                f"folds must not be negative, got {names[0]}: take the rows out that "
                "are never tested"
            )
        after = next((a for a, b in pairwise(names) if b > a + 1), None)
        if after is not None:
            raise ValueError(
                f"folds go from {names[0]} to {names[-1]}, but no row is in fold "
                f"{after + 1}"
            )
    if len(names) < 2:
        raise ValueError(f"folds has a single fold, {shown(names[0])}; 2 are the least")
    return FoldColumn(ids, names)
