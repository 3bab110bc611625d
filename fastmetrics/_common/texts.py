"""Texts as an array, each of them as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._kernels import objects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["array_of_texts"]

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
    n = len(texts)
    if times is not None:
        n, total = int(times.sum()), int(np.dot(times, [len(text) for text in texts]))
    n_bytes = 4 * n * longest
    few = n_bytes <= max(_FEW_BYTES, _BYTES_PER_CHARACTER * total)
    return np.array(texts, np.str_ if few and keeps_all else object)
