"""The unpaired permutation test: every choice of rows, or draws of such choices."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from fastmetrics.reference.comparison.paired_tests.permutations import (
    ALTERNATIVES,
    Column,
    PermutationTest,
    as_extreme,
    mean,
    twin_of,
)
from fastmetrics.reference.inputs import check_choice, same_length

# With more rows than this not every choice is written out.
MOST_ROWS = 14


def unpaired_permutation_test(
    metric: str | Callable[..., Any],
    y_true_a: Column | None = None,
    y_pred_a: Column | None = None,
    y_true_b: Column | None = None,
    y_pred_b: Column | None = None,
    *,
    y_score_a: Column | None = None,
    y_score_b: Column | None = None,
    y_proba_a: Column | None = None,
    y_proba_b: Column | None = None,
    loss_a: Column | None = None,
    loss_b: Column | None = None,
    metric_params: Mapping[str, Any] | None = None,
    method: str = "auto",
    n_resamples: int = 9999,
    pos_label: object = None,
    alternative: str = "two-sided",
    random_state: int | None = None,
    progress: object = False,
) -> PermutationTest:
    """Deal out the rows in all ways, or at random where there are more than 14."""
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("method", method, ["auto", "exact", "monte-carlo"])
    given = [
        (y_pred_a, y_pred_b),
        (y_score_a, y_score_b),
        (y_proba_a, y_proba_b),
        (loss_a, loss_b),
    ]
    [(first, second)] = [pair for pair in given if pair != (None, None)]
    if first is None or second is None:
        raise TypeError("two models are compared")
    n_first, n = len(first), len(first) + len(second)
    column = [*first, *second]
    function = twin_of(mean if loss_a is not None else metric)
    true: list[Any] | None = None
    if loss_a is None:
        if y_true_a is None or y_true_b is None:
            raise TypeError("true labels of both are needed")
        same_length(a=y_true_a, first=first)
        same_length(b=y_true_b, second=second)
        true = [*y_true_a, *y_true_b]
        if pos_label is not None:
            true = [int(label == pos_label) for label in true]
    parameters = dict(metric_params or {})

    def value(rows: Sequence[int]) -> float:
        leading = [] if true is None else [[true[i] for i in rows]]
        return float(function(*leading, [column[i] for i in rows], **parameters))

    def difference(chosen: Sequence[int]) -> tuple[float, float]:
        values = value(chosen), value([i for i in range(n) if i not in {*chosen}])
        return values[0] - values[1], max(map(abs, values))

    found, size = difference(range(n_first))
    exact = method != "monte-carlo" and n <= MOST_ROWS
    draws = random.Random(random_state)
    every: Any = (
        combinations(range(n), n_first)
        if exact
        else (sorted(draws.sample(range(n), n_first)) for _ in range(n_resamples))
    )
    extreme = trials = 0
    for chosen in every:
        extreme += as_extreme(difference(chosen)[0], found, alternative, 1e-12 * size)
        trials += 1
    if not exact:
        extreme, trials = extreme + 1, trials + 1
    return PermutationTest(found, extreme / trials, exact)
