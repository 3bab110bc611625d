"""The rows of many queries as the kernel takes them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels.ranked import QueryLists

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ListColumns", "Unreturned"]


class Unreturned(NamedTuple):
    """The judged documents that lists lack.

    Attributes
    ----------
    offsets : ndarray of int64, of shape (n + 1,)
        Where those of each query begin.
    grades : ndarray of float64
        Above 0, descending inside a query.
    nonrelevant : ndarray of int64, of shape (n,)
        How many are judged at 0.
    """

    offsets: NDArray[np.int64]
    grades: NDArray[np.float64]
    nonrelevant: NDArray[np.int64]


class ListColumns:
    """Grades and scores of n queries, one query after another.

    Attributes
    ----------
    n : int
        Queries.
    grades, scores : ndarray of shape (n_rows,)
        Adjacent integers, float32 or float64.
    offsets : ndarray of int64, of shape (n + 1,), or None
        Where the rows of each query begin; None: each has as many.
    places : ndarray of int64, of shape (n_rows,), or None
        The order of the documents' ids, the last one first: to be compared inside a
        query alone. None: the ids are not known.
    unreturned : Unreturned or None
        None: all judged documents are among the rows.
    all_judged : bool
        Whether each document is; else NaN is the grade of one that is not.
    """

    def __init__(
        self,
        n: int,
        grades: NDArray[Any],
        scores: NDArray[Any],
        offsets: NDArray[np.int64] | None = None,
        places: NDArray[np.int64] | None = None,
        unreturned: Unreturned | None = None,
        all_judged: bool = True,
    ) -> None:
        self.n = n
        self.grades = grades
        self.scores = scores
        self.offsets = offsets
        self.places = places
        self.unreturned = unreturned
        self.all_judged = all_judged

    @cached_property
    def opened(self) -> QueryLists:
        """The same, opened for the kernel."""
        return QueryLists(
            self.grades,
            self.scores,
            self.n,
            self.offsets,
            self.places,
            self.unreturned,
            self.all_judged,
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return what it holds; the kernel opens a copy anew."""
        return {name: each for name, each in vars(self).items() if name != "opened"}

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the rows of each query begin, and the last ones end."""
        if self.offsets is not None:
            return self.offsets
        width = len(self.grades) // self.n if self.n else 0
        return np.arange(self.n + 1, dtype=np.int64) * width
