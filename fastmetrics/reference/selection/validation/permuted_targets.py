"""Whether a model finds more than there is by chance."""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from fastmetrics.reference.selection.splitters.twister import Twister, twister_of
from fastmetrics.reference.selection.validation.scores_by_fold import (
    Score,
    cross_val_score,
    taken,
)


def permutation_test_score(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    groups: Any = None,
    cv: Any = None,
    n_permutations: int = 100,
    random_state: int | Twister = 0,
    scoring: Score | None = None,
    params: Mapping[str, Any] | None = None,
) -> tuple[float, list[float], float]:
    """Return the mean score, those of permuted targets, and the p-value.

    Targets are permuted within groups, where these are given. The p-value counts the
    data themselves among the permutations.
    """
    twister = twister_of(random_state)
    n = len(X)

    def mean(order: list[int]) -> float:
        return fmean(
            cross_val_score(
                estimator,
                X,
                taken(y, order),
                groups=groups,
                scoring=scoring,
                cv=cv,
                params=params,
            )
        )

    score = mean([*range(n)])
    scores = []
    for _ in range(n_permutations):
        order = [*range(n)]
        for group in sorted(set(groups)) if groups is not None else [None]:
            rows = [i for i in range(n) if groups is None or groups[i] == group]
            for row, place in zip(rows, twister.shuffled(rows), strict=True):
                order[row] = place
        scores.append(mean(order))
    as_good = sum(one >= score for one in scores)
    return score, scores, (as_good + 1) / (n_permutations + 1)
