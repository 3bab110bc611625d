"""Texts as an array, each of them as it is, and such arrays in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["array_of_texts", "distinct_labels"]

# An array of fixed width may take so many bytes in any case, and so many for each
# character of its texts, of which the longest sets the width for all.
_FEW_BYTES = 1 << 20
_BYTES_PER_CHARACTER = 16


def array_of_texts(
    texts: Sequence[Any], times: NDArray[np.intp] | None = None
) -> NDArray[Any] | None:
    """Return a list or tuple of texts as an array; None if an item is no text.

    Of a fixed width, as NumPy makes it, but of objects where that would take far more
    memory than the texts do, or lose zeros at the end of one. ``times`` is how often
    each is there in a column that they are the distinct ones of, which then decides.
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
