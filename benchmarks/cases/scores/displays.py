"""Curves drawn from scores: reading them, their area, and a figure with the line."""

from functools import partial
from typing import Any

import sklearn.metrics as sk
from matplotlib.figure import Figure

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case, Peer


def _drawn(library: Any, display: str, attribute: str, y: Any, score: Any) -> Any:
    """Draw a curve into a figure that nobody else holds, and return its area."""
    make = getattr(library, display).from_predictions
    return getattr(make(y, score, ax=Figure().subplots()), attribute)


def _case(display: str, attribute: str, at_least: float | None) -> Case:
    return Case(
        f"{display}.from_predictions",
        10**6,
        rows.float64,
        partial(_drawn, fm, display, attribute),
        peers=(
            Peer("scikit-learn", partial(_drawn, sk, display, attribute), at_least),
        ),
    )


CASES = [
    _case("RocCurveDisplay", "roc_auc", 10),
    _case("PrecisionRecallDisplay", "average_precision", 10),
    _case("DetCurveDisplay", "fnr", None),
]
