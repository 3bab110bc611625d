"""The types that public functions share: for type checkers, never loaded otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np


class Sparse(Protocol):
    """A sparse array or matrix of SciPy's, of any format."""

    def tocsr(self) -> Any:
        """Return it by rows."""


Alternative: TypeAlias = Literal["two-sided", "less", "greater"]
# A metric, as it is asked for: by a name, or together with parameters.
Asked: TypeAlias = (
    str | Callable[..., Any] | tuple[str | Callable[..., Any], Mapping[str, Any]]
)
Average: TypeAlias = Literal["binary", "micro", "macro", "weighted", "samples"]
# How intervals of out-of-fold predictions are made.
FoldMethod: TypeAlias = Literal["auto", "pooled", "folds", "corrected", "naive"]
IntervalMethod: TypeAlias = Literal[
    "auto",
    "percentile",
    "basic",
    "bca",
    "bias-corrected",
    "smoothed",
    "normal",
    "inverted-delong",
    "delong",
    "delong-raw",
    "wilson",
    "clopper-pearson",
    "agresti-coull",
    "jeffreys",
    "wilson-effective",
    "log",
    "jackknife",
    "corrected-jackknife",
    "skew-t",
    "t",
    "order-statistics",
    "simultaneous-band",
    "mover",
    "infinitesimal-jackknife",
]
# One label, such as the label of the positive class.
Label: TypeAlias = float | str | np.generic
# Whether to show a progress bar, or a callable that gets (done, total).
Progress: TypeAlias = bool | Callable[[int, int], object]
ZeroDivision: TypeAlias = Literal["warn"] | float
