"""What cases on hard labels have in common."""

from collections.abc import Callable
from typing import Any

import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer

# Counting takes no memory that grows with n; what a small fraction is left is noise.
NO_MEMORY = 0.05


def label_case(
    function: str,
    at_least: float | None = None,
    name: str = "",
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Case:
    """Return the case of one public function against scikit-learn's of that name."""
    given = options or {}

    def bound(module: Any) -> Callable[..., Any]:
        public = getattr(module, function)

        def call(y_true: Any, y_pred: Any) -> Any:
            return public(y_true, y_pred, **given)

        return call

    peers = (
        (Peer("scikit-learn", bound(sk), at_least),) if hasattr(sk, function) else ()
    )
    settings: dict[str, Any] = {
        "n": 10**6 if at_least is None else 10**7,
        "inputs": rows.labels,
        "ours": bound(fm),
        "covers": function,
        "peers": peers,
        "floor": READ,
        "column": "labels",
        "memory_at_most": NO_MEMORY,
    }
    return Case(name or function, **{**settings, **changes})


def small_call(function: str, at_least: float, **changes: Any) -> Case:
    """Return the case of one call with a thousand rows."""
    settings: dict[str, Any] = {"n": 1000, "fixed_n": True, "memory_at_most": None}
    name = f"{function}, one small call"
    return label_case(function, at_least, name, **{**settings, **changes})
