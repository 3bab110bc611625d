"""Areas of several classes, worked by hand, and what holds for all of them."""

import math
import random
import warnings

import pytest
from helpers.one_case import one_case

from fastmetrics import reference

VARIANTS = ["aunu", "aunp", "au1u", "au1p", "mu"]

# Of four rows: A_a = 1, A_b = 2/3 (0.5 against 0.1, 0.6, 0.1), A_c = 3.5/4. In pairs
# of classes A(b|c) = 1/2, A(c|b) = 3/4, the others 1. By differences b against c: 0.2
# against 0.3 and -0.7.
LABELS = ["a", "b", "c", "c"]
PROBABILITIES = [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.6, 0.3], [0.1, 0.1, 0.8]]
WORKED = {
    "aunu": (1 + 2 / 3 + 7 / 8) / 3,
    "aunp": (1 + 2 / 3 + 2 * 7 / 8) / 4,
    "au1u": (1 + 1 + 5 / 8) / 3,
    "au1p": (1 / 2 + 3 / 4 + 3 / 4 * 5 / 8) / 2,
    "mu": (1 + 1 + 1 / 2) / 3,
}
# With twice the weight for the last row: A_a = 1, A_b = 3/4, A_c = 5.5/6; A(b|c) = 2/3,
# A(c|b) = 5/6; shares 1/5, 1/5, 3/5.
WEIGHTED = {
    "aunu": (1 + 3 / 4 + 11 / 12) / 3,
    "aunp": (1 + 3 / 4 + 3 * 11 / 12) / 5,
    "au1u": (1 + 1 + 3 / 4) / 3,
    "au1p": (2 / 5 + 4 / 5 + 4 / 5 * 3 / 4) / 2,
    "mu": (1 + 1 + 2 / 3) / 3,
}


@one_case("variant", VARIANTS)
def test_values_worked_by_hand(variant):
    value = reference.multiclass_auc_score(LABELS, PROBABILITIES, variant=variant)
    assert value == pytest.approx(WORKED[variant], rel=1e-15)
    value = reference.multiclass_auc_score(
        LABELS, PROBABILITIES, variant=variant, sample_weight=[1, 1, 1, 2]
    )
    assert value == pytest.approx(WEIGHTED[variant], rel=1e-15)


@one_case("variant", VARIANTS)
def test_one_hot_probabilities_of_the_right_class_are_best(variant):
    one_hot = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    assert reference.multiclass_auc_score(LABELS, one_hot, variant=variant) == 1
    turned = [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5], [0.5, 0.5, 0.0], [0.5, 0.5, 0.0]]
    assert reference.multiclass_auc_score(LABELS, turned, variant=variant) == 0
    alike = [[0.25, 0.25, 0.5]] * 4
    assert reference.multiclass_auc_score(LABELS, alike, variant=variant) == 0.5


@one_case(
    ("variant", "multi_class", "average"),
    [
        ("aunu", "ovr", "macro"),
        ("aunp", "ovr", "weighted"),
        ("au1u", "ovo", "macro"),
        ("au1p", "ovo", "weighted"),
    ],
)
def test_four_variants_are_averages_of_the_binary_area(variant, multi_class, average):
    draw = random.Random(1)
    for n_classes in (3, 5):
        labels = [*range(n_classes), *(draw.randrange(n_classes) for _ in range(9))]
        parts = [[draw.randint(1, 4) for _ in range(n_classes)] for _ in labels]
        proba = [[part / sum(row) for part in row] for row in parts]
        value = reference.multiclass_auc_score(labels, proba, variant=variant)
        assert value == pytest.approx(
            reference.roc_auc_score(
                labels, proba, multi_class=multi_class, average=average
            ),
            rel=1e-14,
        )


@one_case("variant", VARIANTS)
def test_a_class_without_rows(variant):
    proba = [[0.7, 0.1, 0.2], [0.3, 0.3, 0.4], [0.2, 0.3, 0.5]]
    options = {"labels": ["a", "b", "c"], "variant": variant}
    with pytest.raises(ValueError, match="no rows"):
        reference.multiclass_auc_score(
            ["a", "c", "c"], proba, absent="raise", **options
        )
    skipped = reference.multiclass_auc_score(
        ["a", "c", "c"], proba, absent="skip", **options
    )
    assert skipped == 1
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = reference.multiclass_auc_score(["a", "c", "c"], proba, **options)
    assert math.isnan(value) != (variant == "aunp")
    assert bool(caught) == math.isnan(value)
    with pytest.warns(reference.UndefinedMetricWarning):
        one = reference.multiclass_auc_score(["c"] * 3, proba, absent="skip", **options)
    assert math.isnan(one)
