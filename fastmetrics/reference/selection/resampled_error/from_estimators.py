"""Bootstrap estimates of error, by fitting to resamples that are given."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from fastmetrics.reference.selection.resampled_error.bootstrap_errors import (
    Point632,
    point632_score,
)

__all__ = ["bootstrap_validate"]


def bootstrap_validate(
    estimator: Any,
    X: Sequence[Any],
    y: Sequence[Any],
    *,
    scoring: Callable[[list[Any], list[Any]], float],
    random_state: Sequence[Sequence[int]],
    method: str = ".632+",
) -> Point632:
    """Return the .632 or .632+ bootstrap; ``random_state`` has the counts of draws."""
    n = len(y)
    everything = copy.deepcopy(estimator)
    everything.fit([*X], [*y])
    predictions = []
    for counts in random_state:
        rows = [i for i in range(n) for _ in range(counts[i])]
        model = copy.deepcopy(estimator)
        model.fit([X[i] for i in rows], [y[i] for i in rows])
        predictions.append([*model.predict([*X])])
    left = [[count == 0 for count in counts] for counts in random_state]
    return point632_score(
        y,
        [*everything.predict([*X])],
        predictions,
        left,
        metric=scoring,
        plus=method == ".632+",
        counts=random_state,
    )
