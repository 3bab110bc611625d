"""Long-run variances and blocks, worked by hand."""

import math
import random

import pytest

from fastmetrics import reference
from fastmetrics.reference.mean_intervals import (
    automatic_block_length,
    block_counts,
    cosine_terms,
    cosine_variance,
    harvey_variance,
)


def test_how_many_cosines_there_are():
    assert cosine_terms(100) == 8  # 0.4 · 21.5
    assert cosine_terms(100, 12) == 4  # 100 / 24
    assert cosine_terms(1000) == 40
    assert cosine_terms(4) == cosine_terms(50, 24) == 2


def test_the_cosine_estimate_by_hand():
    # n = 3 and B = 2: cos(π/6), cos(π/2), cos(5π/6), and cos(π/3), cos(π), cos(5π/3).
    root = math.sqrt(3) / 2
    first, second = 1 * root - 4 * root, 1 / 2 - 2 + 4 / 2
    variance = (2 / 3 * first**2 + 2 / 3 * second**2) / 2
    found = cosine_variance([1, 2, 4])
    assert found.standard_error == pytest.approx(math.sqrt(variance / 3), rel=1e-14)
    assert found.degrees_of_freedom == 2
    assert cosine_variance([5, 5, 5]).standard_error == pytest.approx(0, abs=1e-14)


def test_the_corrected_estimate_by_hand():
    # γ₀ = (2.25 + 0.25 + 2.25 + 0.25) / 4, γ₁ = (0.75 - 0.75 + 0.75) / 4
    found = harvey_variance([1, 2, 4, 3], horizon=2)
    variance, factor = (1.25 + 2 * 0.1875) / 4, (4 + 1 - 4 + 2 / 4) / 4
    assert found.standard_error == pytest.approx(math.sqrt(variance / factor))
    assert found.degrees_of_freedom == 3
    # h = 1 is Student's t of independent numbers.
    assert harvey_variance([1, 2, 4, 3]).standard_error == pytest.approx(
        math.sqrt(5 / 3 / 4)
    )
    # γ₀ + 2 γ₁ is negative of numbers that alternate: as of h = 1.
    alternating = [1.0, -1.0, 1.0, -1.0, 1.0, -1.1]
    assert harvey_variance(alternating, 2) == harvey_variance(alternating)


def test_blocks_in_a_circle():
    assert block_counts([3, 1], 5, 3) == [1, 1, 1, 1, 1]  # 3 4 0, 1 2 and 3 cut off
    assert block_counts([4, 4], 5, 3) == [2, 1, 0, 0, 2]
    assert block_counts([0, 0, 2], 3, 1) == [2, 0, 1]


def test_how_long_blocks_are():
    assert automatic_block_length([1.0] * 30) == 1
    # Independent numbers: the window ends after lag 2.
    drawn = random.Random(1)
    values = [drawn.gauss(0, 1) for _ in range(200)]
    assert 1 <= automatic_block_length(values) < 4
    slow = [math.sin(t / 8) for t in range(100)]
    assert automatic_block_length(slow) > 10


def test_a_confidence_set_by_hand():
    losses = {"a": [1, 2, 3, 4, 5], "b": [1, 2, 3, 4, 5], "c": [9, 1, 8, 2, 9]}
    found = reference.model_confidence_set(losses, n_resamples=19)
    assert found.mean_losses == {"a": 3, "b": 3, "c": 5.8}
    assert found.eliminated[0] == "c"
    assert found.pvalues["c"] <= found.pvalues[found.eliminated[1]] <= 1
    with pytest.raises(ValueError, match="too few"):
        reference.model_confidence_set({"a": [1, 2, 3]})
