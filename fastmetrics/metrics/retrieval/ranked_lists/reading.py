"""What every function of ranked lists is called with, as RankedLists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics import _inputs
from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["read_lists"]


def read_lists(
    y_true: ArrayLike | RankedLists,
    y_score: ArrayLike | None,
    *,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
) -> RankedLists:
    """Return matrices, columns or lists as lists, which may share their memory."""
    if isinstance(y_true, RankedLists):
        no_columns_beside(y_true, y_score=y_score, query_id=query_id, doc_id=doc_id)
        return y_true
    scores: Any = y_score
    return RankedLists.of_rows(
        _inputs.read_query_rows(y_true, scores, query_id, doc_id)
    )
