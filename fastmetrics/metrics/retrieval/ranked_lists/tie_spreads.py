"""What equal scores leave open: a metric at its worst, in the mean, and at its best."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.warn import hold_warnings
from fastmetrics.exceptions import TiesError
from fastmetrics.metrics.retrieval.ranked_lists.answers import Answers, answer
from fastmetrics.metrics.retrieval.ranked_lists.requests import request_of

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.retrieval.ranked_lists.requests import Lists, Request

__all__ = ["TieSpread", "tie_spreads"]

ORDERS = ("worst", "best", "average")


class TieSpread(NamedTuple):
    """Between which values ties leave a metric."""

    worst: float
    """Where all ties go against it; NaN where the metric has no such value."""
    average: float
    """The expectation over all orders of equal scores; NaN likewise."""
    best: float
    """Where all ties go for it; NaN likewise."""
    share: float
    """Queries whose value ties can change; NaN likewise."""


def tie_spreads(
    lists: Lists, asked: Sequence[tuple[Metric, Mapping[str, Any]]]
) -> list[TieSpread]:
    """Return it of metrics with their parameters, in one pass."""
    requests = [
        [request_of(row, {**given, "ties": ties}) for ties in ORDERS]
        for row, given in asked
    ]
    answers = Answers(lists, [one for some in requests for one in some])
    with hold_warnings():
        return [
            _spread(lists, row.function, given, own, answers)
            for (row, given), own in zip(asked, requests, strict=True)
        ]


def _spread(
    lists: Lists,
    name: str,
    given: Mapping[str, Any],
    requests: Sequence[Request],
    answers: Answers,
) -> TieSpread:
    options = {k: given[k] for k in ("empty", "sample_weight") if k in given}
    worst, best, middle = (
        partial(answer, one, lists, name, answers=answers, **options)
        for one in requests
    )
    try:
        at_worst, at_best = worst(average=None), best(average=None)
    except TiesError:
        return TieSpread(math.nan, math.nan, math.nan, math.nan)
    try:
        average = middle()
    except TiesError:  # there is no expectation
        average = math.nan
    differs = (at_worst != at_best) & ~(np.isnan(at_worst) & np.isnan(at_best))
    share = float(np.mean(differs)) if len(differs) else math.nan
    return TieSpread(worst(), average, best(), share)
