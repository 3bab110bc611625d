"""A model for each fold, fitted wherever there is a worker, and what came of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from fastmetrics.selection.validation.estimators import fresh
from fastmetrics.selection.validation.running import repeat_warnings, run
from fastmetrics.selection.validation.speaking import line_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.fitting import Fit, Task

    Rows = NDArray[np.intp]

__all__ = ["fit_folds"]


def fit_folds(
    task: Task,
    estimator: Any,
    splits: Iterable[tuple[Rows, Rows]],
    *,
    total: int | None = None,
    verbose: int = 0,
    **how: Any,
) -> tuple[list[Fit], list[tuple[Rows, Rows]]]:
    """Fit a new estimator for each split; return what came of it, and the splits.

    ``how``: what `run` takes besides. Warnings of the fits are repeated here.
    """
    seen: list[tuple[Rows, Rows]] = []

    def jobs() -> Iterator[tuple[Any, Rows, Rows]]:
        for split in splits:
            seen.append(split)
            yield fresh(estimator), *split

    fits: list[Fit] = run(
        task, jobs(), what="fits", total=total, verbose=verbose, **how
    )
    for one in fits:
        if verbose > 1:
            print(line_of(one, verbose))
        repeat_warnings(one.warnings)
    if not fits:
        raise ValueError("cv must yield at least one split, got none.")
    return fits, seen
