"""Training sets drawn from one sample, for models that are to differ as they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import is_one_of, whole
from fastmetrics.selection.splitters.bootstrap_splits import BootstrapSplit
from fastmetrics.selection.splitters.k_folds import KFold
from fastmetrics.selection.splitters.random_splits import ShuffleSplit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Rows = NDArray[np.intp]

__all__ = ["SAMPLINGS", "Sampling", "training_sets"]

Sampling = Literal["bootstrap", "subsample", "parts"]
SAMPLINGS = ("bootstrap", "subsample", "parts")


def training_sets(
    sampling: Any, n: int, n_rounds: Any, train_size: Any, random_state: Any
) -> Iterator[Rows]:
    """Return the rows of each training set: ``n_rounds`` of them.

    Raises
    ------
    ValueError
        If the sampling is unknown, or there are too few rows for it.
    """
    if not is_one_of(sampling, SAMPLINGS) or sampling is None:
        raise ValueError(
            f"sampling must be one of {', '.join(map(repr, SAMPLINGS))}; got "
            f"{sampling!r}."
        )
    rounds = whole(n_rounds, "n_rounds", 1)
    if sampling != "subsample" and train_size is not None:
        raise ValueError("train_size must be None unless sampling='subsample'.")
    if sampling == "bootstrap":
        counts = BootstrapSplit(rounds, random_state=random_state).counts(n)
        return (np.repeat(np.arange(n), drawn) for drawn in counts)
    if sampling == "parts":
        if not 2 <= rounds <= n:
            raise ValueError(
                f"n_rounds must be from 2 to the {n} training rows with "
                f"sampling='parts', got {rounds}."
            )
        parts = KFold(rounds, shuffle=True, random_state=random_state)
        return (part for _, part in parts.split(n))
    size = 0.5 if train_size is None else train_size
    drawn_apart = ShuffleSplit(rounds, train_size=size, random_state=random_state)
    return (drawn for drawn, _ in drawn_apart.split(n))
