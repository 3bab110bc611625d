"""Values of the worked example, and what holds for every value of a ranking."""

import math
import random
import warnings

import pytest
from helpers.one_case import one_case
from helpers.worked import LABELS, SCORES, draw

from fastmetrics import reference
from fastmetrics.reference.intervals import repeat_rows

nan = math.nan

UNWEIGHTED = [
    "roc_auc_score",
    "average_precision_score",
    "rank_loss",
    "pr_auc_score",
    "break_even_point",
    "ks_statistic",
    "gini_coefficient",
    "lift_score",
]


def test_the_worked_example_has_its_published_values():
    assert reference.roc_auc_score(LABELS, SCORES) == 0.65625
    assert reference.average_precision_score(LABELS, SCORES) == pytest.approx(
        0.709524, abs=5e-7
    )
    values = {
        kind: reference.pr_auc_score(LABELS, SCORES, interpolation=kind)
        for kind in ("step", "integral", "davis-goadrich")
    }
    assert values["step"] == pytest.approx(0.709524, abs=5e-7)
    assert values["integral"] == pytest.approx(0.689947, abs=5e-7)
    assert values["davis-goadrich"] == pytest.approx(0.688095, abs=5e-7)


def test_pair_counts_of_the_worked_example():
    # 16 pairs: 10 right, 1 tied, 5 wrong.
    assert reference.rank_loss(LABELS, SCORES) == 5.5 / 16
    assert reference.gini_coefficient(LABELS, SCORES) == 5 / 16


@one_case("name", UNWEIGHTED)
def test_a_whole_weight_is_that_many_rows(name):
    metric = getattr(reference, name)
    for seed in range(4):
        labels, scores, _ = draw(seed, n=12)
        weights = [(seed + 3 * i) % 4 for i in range(12)]
        weights[:2] = [1, 2]
        repeated = metric(repeat_rows(labels, weights), repeat_rows(scores, weights))
        assert metric(labels, scores, sample_weight=weights) == repeated


@one_case("name", UNWEIGHTED)
def test_values_do_not_depend_on_the_order_of_rows(name):
    metric = getattr(reference, name)
    labels, scores, weights = draw(3, weights=True)
    order = random.Random(0).sample(range(30), 30)
    assert metric(labels, scores, sample_weight=weights) == metric(
        [labels[i] for i in order],
        [scores[i] for i in order],
        sample_weight=[weights[i] for i in order],
    )


@one_case("labels", [[0, 0, 0], [1, 1, 1]])
@one_case("name", ["roc_auc_score", "rank_loss", "gini_coefficient", "ks_statistic"])
def test_one_class_is_nan_with_a_warning(name, labels):
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(getattr(reference, name)(labels, [1, 2, 3]))


@one_case("name", ["pr_auc_score", "break_even_point", "lift_score"])
def test_without_positives_is_nan_with_a_warning(name):
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(getattr(reference, name)([0, 0], [1, 2]))
    assert getattr(reference, name)([1, 1], [1, 2]) == 1


@one_case(
    "arguments",
    [
        ([], []),
        ([0, 1], [0.5]),
        ([0, 1], [0.5, nan]),
        ([0, 1], [0.5, math.inf]),
        ([0, 1, 2], [1, 2, 3]),
        ([0.5, 1.5], [1, 2]),
        (["a", "b"], [1, 2]),
        ([1, 2], [1, 2]),
        ([0, 1], ["a", "b"]),
    ],
)
def test_bad_input_raises(arguments):
    with pytest.raises(ValueError, match=r"."):
        reference.rank_loss(*arguments)


@one_case("weights", [[0, 0], [1, -1], [1, nan], [1, math.inf], [1]])
def test_bad_weights_raise(weights):
    with pytest.raises(ValueError, match=r"."):
        reference.rank_loss([0, 1], [1, 2], sample_weight=weights)


@one_case(
    ("name", "options"),
    [
        ("pr_auc_score", {"interpolation": "cubic"}),
        ("pr_auc_score", {"interpolation": "davis-goadrich", "sample_weight": [1, 1]}),
        ("lift_score", {"at": 0}),
        ("lift_score", {"at": 1.1}),
        ("partial_auc_score", {}),
        ("partial_auc_score", {"max_fpr": 0.5, "min_tpr": 0.5}),
        ("partial_auc_score", {"max_fpr": 0}),
        ("partial_auc_score", {"min_tpr": 1}),
        ("partial_auc_score", {"fpr_range": (0.5, 0.5)}),
        ("partial_auc_score", {"fpr_range": (0.5, 1.5)}),
        ("partial_auc_score", {"max_fpr": 0.5, "standardize": "yes"}),
    ],
)
def test_bad_options_raise(name, options):
    with pytest.raises(ValueError, match=r"."):
        getattr(reference, name)([0, 1], [1, 2], **options)


@one_case("name", ["roc_auc_score", "average_precision_score"])
def test_a_row_of_weight_0_counts_nothing(name):
    # The first row has no positive label, and is wrong if it counts at all.
    truth, scores = [[0, 0], [1, 0], [1, 0]], [[1, 2], [2, 1], [1, 2]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = getattr(reference, name)(
            truth, scores, average="samples", sample_weight=[0, 3, 1]
        )
    # Right in the second row; in the third the negative comes first.
    assert value == (3 / 4 if name == "roc_auc_score" else (3 + 1 / 2) / 4)
