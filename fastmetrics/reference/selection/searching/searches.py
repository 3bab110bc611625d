"""The best of all combinations of parameters, by the mean over folds."""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fastmetrics.reference.selection.searching.fits import (
    Scoring,
    both_scores,
    folds_of,
    with_value,
)


class Found(NamedTuple):
    """What was chosen, and the mean of each combination in their order."""

    best_parameters: dict[str, Any]
    value: float
    values: list[float]


def search(
    estimator: Any,
    parameters: dict[str, Sequence[Any]],
    X: Sequence[Any],
    y: Any = None,
    *,
    scoring: Scoring | None = None,
    cv: Any = 5,
    strategy: str = "grid",
    n_candidates: int | None = None,
    select: str = "best",
    simplicity: Callable[[dict[str, Any]], Any] | None = None,
    refit: bool = True,
    outer_cv: Any = None,
    groups: Any = None,
    params: Any = None,
    random_state: Any = None,
    executor: Any = None,
    progress: bool = False,
) -> Found:
    """Try all combinations on the same folds; more is better.

    With "one_standard_error" the simplest one is chosen, if it loses no more to the
    best than one standard error of the difference: s·√(1/J + n_test/n_train) of the J
    folds.
    """
    names = sorted(parameters)
    tried = [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*(parameters[name] for name in names))
    ]
    folds = folds_of(cv, X, y)
    scores = []
    for combination in tried:
        model = estimator
        for name, value in combination.items():
            model = with_value(model, name, value)
        scores.append(
            [both_scores(model, X, y, train, test, scoring)[1] for train, test in folds]
        )
    values = [math.fsum(one) / len(folds) for one in scores]
    chosen = best = values.index(max(values))
    if select == "one_standard_error" and simplicity is not None:
        share = sum(len(test) for _, test in folds) / sum(len(one) for one, _ in folds)
        near = []
        for k, one in enumerate(scores):
            behind = [b - a for a, b in zip(one, scores[best], strict=True)]
            mean = math.fsum(behind) / len(folds)
            spread = math.fsum((d - mean) ** 2 for d in behind) / (len(folds) - 1)
            if mean <= math.sqrt(spread * (1 / len(folds) + share)):
                near.append(k)
        chosen = min(near, key=lambda k: (simplicity(tried[k]), -values[k]))
    return Found(tried[chosen], values[chosen], values)
