"""Data of functions of ranked lists: their types, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.judgements import are_judgements
from fastmetrics._inputs.query_rows import read_query_rows
from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._inputs.judgements import Qrels, Run, SubtopicQrels

    # Of judgements, in any form, the scores are a run.
    Judged: TypeAlias = Mapping[Any, Mapping[Any, float]]
    Grades: TypeAlias = ArrayLike | RankedLists | Qrels | SubtopicQrels | Judged
    Scores: TypeAlias = ArrayLike | Run | Judged | None

Gain: TypeAlias = Literal["linear", "exponential"] | Mapping[float, float]


def read_ranked_lists(
    y_true: Grades,
    y_score: Scores,
    query_id: ArrayLike | None = None,
    doc_id: ArrayLike | None = None,
    subtopics: bool = False,
) -> RankedLists:
    """Return matrices, columns or lists as lists, which may share their memory.

    ``subtopics``: grades may have a further axis, a number for each sub-topic.

    Of judgements with a run they are what `RankedLists.from_trec` takes.
    """
    if isinstance(y_true, RankedLists):
        no_columns_beside(y_true, y_score=y_score, query_id=query_id, doc_id=doc_id)
        return y_true
    if are_judgements(y_true):
        for name, column in (("query_id", query_id), ("doc_id", doc_id)):
            if column is not None:
                raise TypeError(
                    f"{name} must be None beside judgements, which hold the ids."
                )
        return RankedLists.from_trec(y_true, y_score)
    grades: Any = y_true
    scores: Any = y_score
    rows = read_query_rows(grades, scores, query_id, doc_id, subtopics=subtopics)
    return RankedLists.of_rows(rows)


def read_grades(y_true: Grades, y_score: Scores, *more: Any) -> RankedLists:
    """Return the same lists for a metric that does not use the scores."""
    if isinstance(y_true, RankedLists):
        y_score = None
    elif not are_judgements(y_true):
        y_score = np.zeros(as_array(y_true, "y_true").shape)
    return read_ranked_lists(y_true, y_score, *more)


def read_queries(y_true: Any, y_score: Any = None, **ids: Any) -> RankedLists:
    """Return the same lists where a metric takes grades alone, too."""
    alone = y_score is None and not isinstance(y_true, RankedLists)
    scores = y_true if alone else y_score
    return read_ranked_lists(y_true, scores, subtopics=not alone, **ids)
