"""Variance components of scores, and the items that a comparison needs."""

from __future__ import annotations

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Floor

READ_RUNS = Floor("reading the scores", lambda scores: scores.sums.max())


def _runs(n: int) -> tuple[Any]:
    """Return five runs of two models on n items."""
    rng = np.random.default_rng(20240229)
    scores = rng.random((n, 2, 5)) < rng.random((n, 1, 1))
    return (fm.ItemScores.from_arrays(scores),)


CASES = [
    Case(
        "score_variance, two models",
        10**5,
        _runs,
        lambda scores: [one.within.low for one in fm.score_variance(scores).values()],
        "score_variance",
        floor=READ_RUNS,
        column="items",
    ),
    Case(
        "item_sample_size, from scores",
        10**5,
        _runs,
        lambda scores: fm.item_sample_size(0.01, scores=scores).n_items,
        "item_sample_size",
        floor=READ_RUNS,
        column="items",
    ),
]
