"""Bootstrap estimates of error, worked by hand and by derivatives."""

import itertools
import math

import pytest

from fastmetrics.reference import (
    UndefinedMetricWarning,
    out_of_bag_score,
    point632_score,
)
from fastmetrics.reference.selection.resampled_error import (
    _parts_of_variance,
)

LEFT = [[True, False, False, True], [True, True, True, False]]


def test_out_of_bag_by_hand():
    # Rows 1 and 4 are left out by resample 1, rows 1, 2 and 3 by resample 2.
    y, models = [1, 0, 0, 0], [[1, 0, 1, 1], [1, 1, 1, 0]]
    assert out_of_bag_score(y, models, LEFT) == (0 + 1 + 1 + 1) / 4
    by_resample = out_of_bag_score(y, models, LEFT, average="resamples")
    assert by_resample == pytest.approx((1 / 2 + 2 / 3) / 2)
    with pytest.warns(UndefinedMetricWarning):
        assert math.isnan(out_of_bag_score([1], [[1]], [[False]]))


def test_point632_by_hand():
    y, models = [1, 0, 1, 0], [[1, 0, 1, 1], [1, 0, 1, 0]]
    plain = point632_score(y, y, models, LEFT, plus=False)
    assert plain.estimate == pytest.approx(0.632 * 0.25)
    plus = point632_score(y, y, models, LEFT)
    assert (plus.apparent, plus.out_of_bag, plus.no_information) == (0, 0.25, 0.5)
    assert plus.relative_overfitting == 0.5
    assert plus.estimate == pytest.approx(0.25 * 0.632 / (1 - 0.368 / 2))
    # Out of bag worse than no information: the estimate is the latter.
    wrong = point632_score(y, y, [[0, 1, 0, 1]] * 2, LEFT)
    assert wrong.relative_overfitting == 1
    assert wrong.estimate == 0.5
    # Apparently worse than out of bag: nothing is overfitted.
    lucky = point632_score(y, [0, 0, 1, 0], [y] * 2, LEFT)
    assert lucky.relative_overfitting == 0
    assert lucky.estimate == pytest.approx(0.368 * 0.25)


def test_standard_error_is_that_of_the_derivatives():
    """Of all resamples of three rows: what more weight on each row changes."""
    y, n = [0.0, 1.0, 5.0], 3
    draws = list(itertools.product(range(n), repeat=n))
    draws = [draw for draw in draws if len(set(draw)) < n]
    counts = [[draw.count(i) for i in range(n)] for draw in draws]
    left = [[c == 0 for c in count] for count in counts]
    models = [[sum(y[i] for i in draw) / n] * n for draw in draws]

    def squared(true, predicted):
        pairs = zip(true, predicted, strict=True)
        return sum((t - p) ** 2 for t, p in pairs) / len(true)

    def error(shares):
        total = 0.0
        for j in range(n):
            likely = [
                math.prod(s**c for s, c in zip(shares, count, strict=True))
                for count in counts
            ]
            seen = [b for b in range(len(draws)) if left[b][j]]
            mean = sum(likely[b] * (y[j] - models[b][j]) ** 2 for b in seen)
            total += shares[j] * mean / sum(likely[b] for b in seen)
        return total

    step, slopes = 1e-6, []
    for i in range(n):
        ends = []
        for sign in (1, -1):
            shares = [(1 - sign * step) / n] * n
            shares[i] += sign * step
            ends.append(error(shares))
        slopes.append((ends[0] - ends[1]) / (2 * step) / n)
    expected = math.sqrt(sum(slope**2 for slope in slopes))
    # The permutations of all rows leave none out, but are drawn as well.
    for _ in range(math.factorial(n)):
        counts.append([1] * n)
        left.append([False] * n)
        models.append([0.0] * n)
    found = point632_score(
        y, [2.0] * n, models, left, metric=squared, plus=False, counts=counts
    )
    assert found.out_of_bag == pytest.approx(error([1 / n] * n))
    ratio = found.estimate / found.out_of_bag
    derivatives, noise, plain = _parts_of_variance(y, models, left, squared, counts)
    assert derivatives == pytest.approx(expected**2, rel=1e-6)
    corrected = max(derivatives - noise, plain)
    assert found.standard_error == pytest.approx(math.sqrt(corrected) * ratio)
