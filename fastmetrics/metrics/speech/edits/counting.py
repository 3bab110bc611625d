"""Edits of pairs of transcripts, by the kernels, in threads by blocks of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels import edits

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics._inputs.transcripts import Transcripts

__all__ = ["Costs", "count_pairs", "measure_pairs", "steps_of_pairs"]

# Costs of a substitution, an insertion and a deletion; None for the least number of
# edits. The rules of both for which alignment is taken differ: see src_c/text.
Costs = tuple[int, int, int] | None

# A block has so many characters or token ids of both sides, on the average; fewer than
# that take less time than a round trip through the threads.
_BLOCK = 1 << 17


def count_pairs(pairs: Transcripts, costs: Costs = None) -> NDArray[np.int64]:
    """Return hits, substitutions, deletions and insertions of each pair: (n, 4)."""
    return _joined(_in_blocks(edits.count_edits, pairs, costs))


def measure_pairs(pairs: Transcripts, costs: Costs = None) -> NDArray[np.int64]:
    """Return edits, reference tokens and hypothesis tokens of each pair: (n, 3).

    Faster than `count_pairs`, as it needs no alignment unless there are costs.
    """
    return _joined(_in_blocks(edits.measure_edits, pairs, costs))


def steps_of_pairs(
    pairs: Transcripts, costs: Costs = None
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the alignments: where those of each pair begin, and the operations.

    These are 0 for a hit, 1 for a substitution, 2 for a deletion, 3 for an insertion,
    and those of pair i lie from ``offsets[i]`` to ``offsets[i + 1]``.
    """
    found = _in_blocks(edits.steps, pairs, costs)
    if len(found) == 1:
        return found[0]
    sizes = np.concatenate([[0], *(np.diff(offsets) for offsets, _ in found)])
    return np.cumsum(sizes), np.concatenate([steps for _, steps in found])


def _joined(found: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return found[0] if len(found) == 1 else np.concatenate(found)


def _in_blocks(
    count: Callable[..., Any], pairs: Transcripts, costs: Costs
) -> list[Any]:
    reference, hypothesis = pairs.reference, pairs.hypothesis
    unit, delimiter = pairs.unit, pairs.delimiter
    n = len(reference)
    size = reference.size + hypothesis.size
    if n == 1 or size <= _BLOCK:
        return [count(reference, hypothesis, unit, delimiter, costs, 0, n)]
    n_rows = max(n * _BLOCK // size, 1)

    def one(start: int) -> Any:
        stop = min(start + n_rows, n)
        return count(reference, hypothesis, unit, delimiter, costs, start, stop)

    return map_blocks(one, range(0, n, n_rows))
