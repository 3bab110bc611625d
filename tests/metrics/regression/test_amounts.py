"""Whether a target holds amounts or classes, and what is made of quantiles."""

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics.metrics.regression.columns import (
    OF_PREDICTIONS,
    OF_TRUTH,
    central_pairs,
    default_options,
    derived_columns,
    holds_amounts,
)

MANY = np.arange(400)


def told(y_true, *y_pred):
    models = {str(k): {"y_pred": one} for k, one in enumerate(y_pred)}
    return holds_amounts({"y_true": y_true}, models)


@one_case(
    ("y_true", "y_pred", "why"),
    [
        ([0.5, 1.0], [1, 2], OF_TRUTH),
        (np.float32([0.5, 1.0]), [1, 2], OF_TRUTH),
        ([0.5, np.nan], [1, 2], OF_TRUTH),
        (np.full((3, 2), 0.5), np.ones((3, 2)), OF_TRUTH),
        ([1.0, np.nan, np.inf], [1, 2, 3], ""),
        ([0, 1, 2], [0.5, 1.0, 2.0], OF_PREDICTIONS),
        ([0, 1, 1], [0.5, 1.0, 0.25], ""),  # scores in the place of labels
        ([0, 1, 2], [0, 1, 2], ""),
        (["a", "b"], ["a", "b"], ""),
        (["a", "b"], [0.5, 1.5], ""),
        ([True, False, True], [0.5, 1.5, 2.5], ""),
        (np.eye(3, dtype=int), np.full((3, 3), 0.5), ""),
        (MANY % 20, MANY % 20, ""),
        (MANY % 40, MANY % 40, ""),  # ten rows of each
    ],
)
def test_what_values_tell(y_true, y_pred, why):
    assert told(y_true, y_pred) == why


@one_case("dtype", [np.int8, np.uint64, np.float32, float])
@one_case(("values", "is_open"), [(20, False), (21, True), (30, True)])
def test_whole_numbers_of_few_rows_each_may_be_either(values, is_open, dtype):
    y = (np.arange(2 * values) % values).astype(dtype)
    if is_open:
        message = rf"{values} different whole numbers in {2 * values} rows"
        with pytest.raises(ValueError, match=message):
            told(y, y)
    else:
        assert told(y, y) == ""


@one_case(("values", "is_open"), [(40, False), (41, True)])
def test_each_of_many_classes_has_ten_rows(values, is_open):
    y = np.arange(400) % values
    if is_open:
        with pytest.raises(ValueError, match="amounts or classes"):
            told(y, y)
    else:
        assert told(y, y) == ""


def test_values_far_apart_are_counted_too():
    y = np.arange(400) % 4 * 10**12
    assert told(y, y) == ""
    with pytest.raises(ValueError, match="400 different"):
        told(MANY * 10**12, MANY)


def test_any_model_with_fractions_tells():
    assert told([0, 1, 2], [0, 1, 2], [0, 1, 2.5]) == OF_PREDICTIONS
    assert told([0, 1, 2], ["a", "b", "c"], [0, 1, 2.5]) == ""
    assert told(MANY) == ""  # nothing but scores or probabilities


# ------------------------------------------------------------------ made of quantiles

LEVELS = [0.9, 0.5, 0.1]
MATRIX = np.array([[3.0, 2.0, 1.0], [30.0, 20.0, 10.0]])


def test_pairs_are_as_far_from_the_median():
    assert central_pairs([0.5]) == []
    assert central_pairs([0.1, 0.8]) == []
    assert central_pairs([0.1, 0.3, 0.7, 0.9]) == [(0, 3), (1, 2)]
    assert central_pairs([0.3, 0.7]) == [(0, 1)]  # 0.3 + 0.7 is 1 but for rounding


def test_the_median_is_the_point_and_the_outer_ones_the_interval():
    models = {"a": {"y_quantiles": MATRIX}, "b": {"y_pred": [1, 2]}}
    options = {"quantiles": LEVELS}
    made = derived_columns({}, models, options)
    assert list(made) == ["a"]
    assert {name: one.tolist() for name, one in made["a"].items()} == {
        "y_pred": [2, 20], "y_lower": [1, 10], "y_upper": [3, 30],
    }  # fmt: skip
    assert default_options(models, options) == {"interval_level": pytest.approx(0.8)}


def test_what_was_given_stays():
    models = {"a": {"y_quantiles": MATRIX, "y_pred": [5, 6]},
              "b": {"y_lower": [0, 0], "y_upper": [1, 1]}}  # fmt: skip
    assert derived_columns({}, models, {"quantiles": LEVELS}) == {"a": {}}
    assert default_options(models, {"quantiles": LEVELS}) == {}


def test_intervals_of_crossing_quantiles_begin_with_the_lesser():
    models = {"a": {"y_quantiles": [[3.0, 1.0], [1.0, 2.0]]}}
    made = derived_columns({}, models, {"quantiles": [0.25, 0.75]})["a"]
    assert made["y_lower"].tolist() == [1, 1]
    assert made["y_upper"].tolist() == [3, 2]


@one_case(
    ("quantiles", "error", "message"),
    [
        (None, TypeError, r"y_quantiles\['a'\] needs quantiles"),
        ([0.1, 0.9], ValueError, "which has 3"),
        ([0.1, 0.1, 0.9], ValueError, "different"),
        ([0.1, 0.5, 1.0], ValueError, "between 0 and 1"),
    ],
)
def test_bad_levels(quantiles, error, message):
    with pytest.raises(error, match=message):
        derived_columns({}, {"a": {"y_quantiles": MATRIX}}, {"quantiles": quantiles})
