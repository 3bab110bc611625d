"""A run and judgements as columns: what the run returned, and what it did not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of
from fastmetrics._common.texts import array_of_texts
from fastmetrics._inputs.judgements import join_run, read_judgements, read_results
from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns, Unreturned

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_judged_run"]

MISSING = ("zero", "skip")


def read_judged_run(
    qrels: Any, run: Any, missing: Any, judged_only: Any
) -> tuple[ListColumns, NDArray[Any], int]:
    """Return a query per judged query, their ids, and how many are not judged.

    Raises ValueError if no query of the run is judged.
    """
    if not is_one_of(missing, MISSING) or missing is None:
        raise ValueError(f"missing must be one of {MISSING}, got {shown(missing)}.")
    check_flag(judged_only, "judged_only")
    judged, results = read_judgements(qrels), read_results(run)
    found = join_run(judged, results, missing=missing, judged_only=bool(judged_only))
    if not found.returned.any():
        raise ValueError(
            "run must have a query of qrels, but they have none in common: qrels have "
            f"{shown(judged.queries[0])}, run has {shown(results.queries[0])}."
        )
    unreturned = Unreturned(
        found.unreturned_offsets, found.unreturned, found.unreturned_nonrelevant
    )
    columns = ListColumns(
        len(found.query_ids),
        found.grades,
        found.scores,
        found.offsets,
        found.trec_rank,
        unreturned,
        all_judged=False,
    )
    ids = array_of_texts([*found.query_ids])
    assert ids is not None  # they are texts
    return columns, np.asarray(ids), found.n_unjudged_queries
