"""The parts of a loss, worked by hand."""

import math

import pytest
from helpers.one_case import one_case

from fastmetrics.reference import bias_variance_decomposition

MODELS = [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 1]]
TRUTH = [0, 1, 1, 1]


def test_zero_one_loss_by_hand():
    # Modes 0, 1, 1, 0: the last row alone is biased. There 1 of 3 models is right; of
    # the others in rows 2 and 3 one of 3 is wrong.
    found = bias_variance_decomposition(TRUTH, MODELS, loss="zero_one")
    assert found.main_prediction == [0, 1, 1, 0]
    assert found.loss == pytest.approx(4 / 12)
    assert found.bias == 1 / 4
    assert found.variance == 1 / 4
    assert found.unbiased_variance == pytest.approx(2 / 12)
    assert found.biased_variance == pytest.approx(1 / 12)
    assert found.net_variance == pytest.approx(1 / 12)
    assert found.kohavi_wolpert_bias == pytest.approx(1 / 6)
    assert found.kohavi_wolpert_variance == pytest.approx(1 / 6)
    assert (found.kohavi_wolpert_noise, found.noise, found.residual) == (0, 0, 0)


def test_squared_loss_by_hand():
    # Main predictions 1 and 3; bias² 1 and 1, variance 1 and 4.
    found = bias_variance_decomposition([2, 2], [[0, 5], [2, 1]])
    assert found.main_prediction == [1, 3]
    assert found[:5] == (3.5, 1, 2.5, 0, 0)
    # Unbiased: variance 2 and 8; of the bias² half of that is taken.
    unbiased = bias_variance_decomposition([2, 2], [[0, 5], [2, 1]], ddof=1)
    assert unbiased[:5] == (3.5, 1 - 2.5, 5, 0, 0)


def test_noise_by_hand():
    # One row, observed as 1 and 3; models say 4 and 6.
    found = bias_variance_decomposition([[1], [3]], [[4], [6]])
    assert found[:5] == (9 + 1 + 1, 9, 1, 1, 0)
    # The best prediction is 1: the mean of the observations is 1 above it.
    known = bias_variance_decomposition([[1], [3]], [[4], [6]], y_optimal=[1])
    assert known[:5] == (11, 16, 1, 2, -2 * 1 * 4)
    unbiased = bias_variance_decomposition([[1], [3]], [[4], [6]], ddof=1)
    assert unbiased[:5] == (11, 9 - 1 - 1, 2, 2, 0)


def test_noise_of_labels_by_hand():
    # Observed a, a, b; predicted a, b, b, b: main prediction b, best prediction a.
    found = bias_variance_decomposition(
        [["a"], ["a"], ["b"]], [["a"], ["b"], ["b"], ["b"]], loss="zero_one"
    )
    assert found.main_prediction == ["b"]
    assert (found.bias, found.variance, found.net_variance) == (1, 1 / 4, -1 / 4)
    assert found.noise == pytest.approx(1 / 3)
    assert found.loss == pytest.approx(1 - 2 / 3 * 1 / 4 - 1 / 3 * 3 / 4)
    # Domingos: of two classes the residual is noise · (2 P(f = y*) - 1).
    assert found.residual == pytest.approx(1 / 3 * (2 / 4 - 1))
    assert found.kohavi_wolpert_bias == pytest.approx((2 / 3 - 1 / 4) ** 2)
    assert found.kohavi_wolpert_variance == pytest.approx(1 / 4 * 3 / 4)
    assert found.kohavi_wolpert_noise == pytest.approx(1 / 3 * 2 / 3)


def test_ties_go_to_the_first_label():
    two = [["b"], ["a"]]
    first = bias_variance_decomposition(["a"], two, loss="zero_one")
    assert (first.main_prediction, first.bias) == (["a"], 0)
    given = bias_variance_decomposition(
        ["a"], two, loss="zero_one", labels=["c", "b", "a"]
    )
    assert (given.main_prediction, given.bias) == (["b"], 1)
    with pytest.raises(ValueError, match="labels lack"):
        bias_variance_decomposition(["a"], two, loss="zero_one", labels=["a"])


def test_weights_count_rows():
    once = bias_variance_decomposition([2, 2], [[0, 5], [2, 1]], sample_weight=[3, 1])
    often = bias_variance_decomposition([2] * 4, [[0, 0, 0, 5], [2, 2, 2, 1]])
    assert once[:5] == often[:5]


def test_one_model_has_no_unbiased_variance():
    found = bias_variance_decomposition([2, 2], [[0, 5]], ddof=1)
    assert math.isnan(found.variance)
    assert math.isnan(found.bias_squared)
    assert found.loss == 6.5


@one_case(
    ("options", "says"),
    [
        ({"loss": "log"}, "loss="),
        ({"ddof": 2}, "ddof="),
        ({"predictions": []}, "no model"),
        ({"y_true": [1]}, "unequal length"),
    ],
)
def test_what_cannot_be_raises(options, says):
    given = {"y_true": [1, 2], "predictions": [[1, 2]], **options}
    with pytest.raises(ValueError, match=says):
        bias_variance_decomposition(**given)
