"""The plain intervals of folds, on numbers worked by hand."""

import math

import pytest

from fastmetrics.reference.selection import validation


def test_four_losses():
    # Mean 1/4, s² = 1/4, so s/√4 = 1/4; t of 3 degrees of freedom at 95 %: 3.182446.
    found = validation.pooled([1, 0, 0, 0], 0.95)
    assert (found.estimate, found.standard_error) == (0.25, 0.25)
    assert found.high == pytest.approx(0.25 + 3.182446305284263 / 4, rel=1e-12)
    assert found.low == pytest.approx(0.25 - 3.182446305284263 / 4, rel=1e-12)


def test_two_folds_with_their_own_errors():
    # √(0.03² + 0.04²) / 2
    found = validation.of_folds([0.8, 0.9], [0.03, 0.04], 0.95)
    assert found.standard_error == pytest.approx(0.025, rel=1e-15)
    assert found.estimate == pytest.approx(0.85, rel=1e-15)
    assert found.high == pytest.approx(0.85 + 0.025 * 1.959963984540054, rel=1e-14)


def test_what_training_sets_share_widens_the_interval():
    # s² = 0.01; five folds: 0.01 · (1/5 + 1/4) against 0.01 / 5.
    values = [0.6, 0.8, 0.7, 0.7 - math.sqrt(0.01), 0.7 + math.sqrt(0.01)]
    wide = validation.corrected(values, 400, 100, 0.9)
    narrow = validation.naive(values, 0.9)
    assert wide.standard_error == pytest.approx(math.sqrt(0.01 * 0.45), rel=1e-12)
    assert narrow.standard_error == pytest.approx(math.sqrt(0.01 / 5), rel=1e-12)
    assert wide.high - wide.low == pytest.approx(2 * 2.131846786 * 0.0670820393)


def test_nested_folds_of_a_model_that_knows_the_sizes():
    # A loss that falls as 1/n with the rows trained on: 6 rows, 3 folds, inner fits on
    # 2 rows, outer ones on 4; the bias leads to what 6 rows would give, with 0 noise.
    rows = [0.0, 0.0, 0.0, 1e-9, 1e-9, 1e-9]

    def losses(train, test):
        return [12 / len(train) + rows[i] for i in test]

    found = validation.nested(losses, [[0, 1, 2, 0, 1, 2]], 0.95)
    assert found.estimate == pytest.approx(12 / 6, abs=1e-8)
    # The squared distance of inner and outer, 3², is cut to √3 naive errors.
    least = 1e-9 * math.sqrt(0.3) / math.sqrt(4)
    bound = math.sqrt(3) * least * math.sqrt(2 / 3)
    assert found.standard_error == pytest.approx(bound, rel=1e-5)
