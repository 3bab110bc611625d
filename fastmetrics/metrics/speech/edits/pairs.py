"""Pairs of transcripts: their tokens, as the kernels take them, and their edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, is_integral, needs
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.transcripts import (
    TokenRows,
    TranscriptColumn,
    pair_transcripts,
    read_column,
    read_transcripts,
)
from fastmetrics._kernels import edits
from fastmetrics._kernels.edits import Rows
from fastmetrics.metrics.speech.normalizing import Normalizer, read_normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from fastmetrics._inputs.transcripts import Transcripts

UNITS = ("word", "code_point", "grapheme", "token")

# Costs of a substitution, an insertion and a deletion; None for the least number of
# edits. The rules of both for which alignment is taken differ: see src_c/text.
Costs = tuple[int, int, int] | None

_SCLITE = (4, 3, 3)
# The sums of the kernels stay below 2**63 with any transcript that fits memory.
_LARGEST_COST = 2**20


class Splitting(NamedTuple):
    """How texts become tokens."""

    unit: str = "word"
    normalize: Any = None
    delimiter: Any = None


def read_costs(costs: Any) -> Costs:
    """Return the costs of a substitution, insertion and deletion; None: the fewest."""
    if isinstance(costs, str) and costs == "levenshtein":
        return None
    if isinstance(costs, str) and costs == "sclite":
        return _SCLITE
    try:
        checked = tuple(costs)
    except TypeError:
        checked = ()
    numbers = [
        int(cost)
        for cost in checked
        if is_integral(cost)
        and not isinstance(cost, bool)
        and 0 < cost <= _LARGEST_COST
    ]
    if isinstance(costs, str) or len(checked) != 3 or len(numbers) != 3:
        raise ValueError(
            "costs must be 'levenshtein', 'sclite' or three whole numbers of 1 to "
            f"2**20 (of a substitution, an insertion, a deletion), got {shown(costs)}."
        )
    return numbers[0], numbers[1], numbers[2]


def read_unit(unit: Any, units: tuple[str, ...] = UNITS) -> None:
    """Raise ValueError unless a unit is one of these."""
    check_choice(unit, units, "unit")


def read_pairs(
    reference: Any,
    hypothesis: Any,
    splitting: Splitting,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> Transcripts:
    """Return pairs of texts or of token sequences as the kernels take them."""
    unit, normalize, delimiter = splitting
    if unit == "grapheme" or normalize is not None:
        return read_columns(reference, hypothesis, splitting, names).pairs
    _check_delimiter(delimiter, unit)
    return read_transcripts(
        reference, hypothesis, unit=unit, delimiter=delimiter, names=names
    )


class Columns(NamedTuple):
    """Pairs whose tokens can be had, not only their number."""

    reference: TranscriptColumn
    hypothesis: TranscriptColumn
    pairs: Transcripts
    splitting: Splitting

    def tokens(self, rows: Iterable[int]) -> tuple[list[Any], list[Any]]:
        """Return the tokens of both sides in some rows, one row behind the other."""
        picked = [*rows]
        sides = (self.reference, self.hypothesis)
        return (
            _tokens(sides[0], picked, self.splitting),
            _tokens(sides[1], picked, self.splitting),
        )


def read_columns(
    reference: Any,
    hypothesis: Any,
    splitting: Splitting,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> Columns:
    """Return pairs with both columns that they are made of."""
    unit, normalize, delimiter = splitting
    _check_delimiter(delimiter, unit)
    folds = read_normalize(normalize)
    read_as = "code_point" if unit == "grapheme" else unit
    own, other = (
        _folded(read_column(side, name, unit=read_as), folds, name)
        for side, name in zip((reference, hypothesis), names, strict=True)
    )
    if unit == "grapheme":
        own, other, read_as = _of_graphemes(own), _of_graphemes(other), "token"
    pairs = pair_transcripts(own, other, unit=read_as, delimiter=delimiter, names=names)
    return Columns(own, other, pairs, splitting)


def _folded(
    column: TranscriptColumn, folds: Normalizer | None, name: str
) -> TranscriptColumn:
    """Return a column of texts after what is folded in them."""
    rows = column.rows
    if folds is None:
        return column
    if isinstance(rows, TokenRows):
        raise ValueError(f"normalize is for texts, but {name} holds tokens.")
    texts = folds.column([rows.text(i) for i in range(len(rows))])
    return TranscriptColumn(Rows((*texts,)), column.single)


def _tokens(
    column: TranscriptColumn, picked: list[int], splitting: Splitting
) -> list[Any]:
    rows = column.rows
    found: list[Any] = []
    if isinstance(rows, TokenRows):
        offsets, tokens = rows.offsets.tolist(), rows.tokens
        flat = tokens.tolist() if isinstance(tokens, np.ndarray) else tokens
        for i in picked:
            found += flat[offsets[i] : offsets[i + 1]]
        return found
    for i in picked:
        found += _split(rows.text(i), splitting)
    return found


def _split(text: str, splitting: Splitting) -> list[str]:
    """Return the tokens of a text as Python splits it, and as the kernels do."""
    if splitting.unit == "code_point":
        return [*text.strip()]
    if splitting.delimiter is None:
        return text.split()
    return [token for token in text.split(splitting.delimiter) if token]


def _check_delimiter(delimiter: Any, unit: str) -> None:
    """Raise unless texts can be split by a delimiter, or there is none."""
    if delimiter is None:
        return
    if unit != "word":
        raise ValueError(f"delimiter splits words: it must be None with unit={unit!r}.")
    if not isinstance(delimiter, str):
        raise TypeError(
            f"delimiter must be a str or None, got {type(delimiter).__name__}."
        )
    if not delimiter:
        raise ValueError("delimiter must not be empty.")


def _of_graphemes(column: TranscriptColumn) -> TranscriptColumn:
    """Return texts as sequences of what readers take for one character."""
    rows = column.rows
    if isinstance(rows, TokenRows):
        return column
    clusters = [_graphemes(rows.text(i)) for i in range(len(rows))]
    offsets = np.cumsum([0, *map(len, clusters)], dtype=np.int64)
    tokens = [token for cluster in clusters for token in cluster]
    return TranscriptColumn(TokenRows(tokens, offsets), column.single)


def _graphemes(text: str) -> list[str]:
    """Return the grapheme clusters of a text, after stripping both ends."""
    try:
        import regex
    except ImportError:
        raise ImportError(needs("unit='grapheme'", "regex", "graphemes")) from None
    clusters: list[str] = regex.findall(r"\X", text.strip())
    return clusters


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


def _joined(blocks: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return blocks[0] if len(blocks) == 1 else np.concatenate(blocks)


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
