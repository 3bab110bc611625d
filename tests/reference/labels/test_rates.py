"""Rates of two classes, worked by hand."""

import math
import warnings

import pytest
from helpers.one_case import one_case
from helpers.worked import rows

from fastmetrics import reference

# A screening test: 30 are ill, 20 of them are found; 180 of 2000 healthy raise alarm.
SCREEN = rows([[1820, 180], [10, 20]])
TN, FP, FN, TP = 1820, 180, 10, 20

RATES = {
    "true_positive_rate": TP / 30,
    "false_negative_rate": FN / 30,
    "true_negative_rate": TN / 2000,
    "specificity_score": TN / 2000,
    "false_positive_rate": FP / 2000,
    "positive_predictive_value": TP / 200,
    "false_discovery_rate": FP / 200,
    "negative_predictive_value": TN / 1830,
    "false_omission_rate": FN / 1830,
}
# rate -> data on which nothing can be divided by
NOTHING = {
    "true_positive_rate": ([0, 0], [0, 1]),
    "false_negative_rate": ([0, 0], [0, 1]),
    "true_negative_rate": ([1, 1], [0, 1]),
    "specificity_score": ([1, 1], [0, 1]),
    "false_positive_rate": ([1, 1], [0, 1]),
    "positive_predictive_value": ([0, 1], [0, 0]),
    "false_discovery_rate": ([0, 1], [0, 0]),
    "negative_predictive_value": ([0, 1], [1, 1]),
    "false_omission_rate": ([0, 1], [1, 1]),
}
# what a rate becomes when the two labels change places
MIRROR = {
    "true_positive_rate": "true_negative_rate",
    "specificity_score": "true_positive_rate",
    "false_negative_rate": "false_positive_rate",
    "positive_predictive_value": "negative_predictive_value",
    "false_discovery_rate": "false_omission_rate",
}


def call(name, *args, **options):
    return getattr(reference, name)(*args, **options)


def test_selection_rate():
    assert reference.selection_rate(*SCREEN) == (TP + FP) / 2030
    assert reference.selection_rate(*SCREEN, pos_label=0) == (TN + FN) / 2030


def test_the_four_counts():
    assert reference.true_negatives(*SCREEN) == TN
    assert reference.false_positives(*SCREEN) == FP
    assert reference.false_negatives(*SCREEN) == FN
    assert reference.true_positives(*SCREEN) == TP
    assert reference.true_positives(*SCREEN, pos_label=0) == TN
    assert reference.false_positives([0, 0], [1, 1], sample_weight=[0.5, 1]) == 1.5


@one_case("name", RATES)
def test_a_rate_by_hand(name):
    assert call(name, *SCREEN) == RATES[name]


@one_case("name", RATES)
def test_a_rate_counts_weights(name):
    weighted = call(
        name, [0, 0, 1, 1], [0, 1, 0, 1], sample_weight=[TN / 4, FP / 4, FN / 4, TP / 4]
    )
    assert weighted == RATES[name]


@one_case(("name", "mirror"), MIRROR.items())
def test_the_positive_label_may_be_the_other_one(name, mirror):
    assert call(name, *SCREEN, pos_label=0) == RATES[mirror]


@one_case("name", RATES)
@one_case(
    ("zero_division", "value"), [("warn", 0), (0, 0), (1, 1), (math.nan, math.nan)]
)
def test_a_rate_of_nothing(name, zero_division, value):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = call(name, *NOTHING[name], zero_division=zero_division)
    assert found == pytest.approx(value, nan_ok=True)
    expected = [reference.UndefinedMetricWarning] * (zero_division == "warn")
    assert [w.category for w in caught] == expected


def test_two_rates_in_one():
    tpr, tnr = TP / 30, TN / 2000
    ppv, npv = TP / 200, TN / 1830
    assert reference.informedness(*SCREEN) == pytest.approx(tpr + tnr - 1, rel=1e-14)
    assert reference.markedness(*SCREEN) == pytest.approx(ppv + npv - 1, rel=1e-14)
    assert reference.geometric_mean_score(*SCREEN) == pytest.approx(
        math.sqrt(tpr * tnr), rel=1e-15
    )
    assert reference.precision_recall_mean(*SCREEN) == pytest.approx(
        (ppv + tpr) / 2, rel=1e-15
    )
    assert reference.precision_recall_geometric_mean(*SCREEN) == pytest.approx(
        math.sqrt(ppv * tpr), rel=1e-15
    )


def test_distance_and_sedi_by_hand():
    # Four of five positive rows missed, three of five others called positive.
    columns = [0] * 5 + [1] * 5, [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    found = reference.roc_distance(*columns)
    assert found == pytest.approx(math.hypot(4 / 5, 3 / 5), rel=1e-15)
    # H is 3/4 and F is 1/4: (2 ln 1/4 - 2 ln 3/4) / (2 ln 1/4 + 2 ln 3/4).
    columns = [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 1, 0, 0, 0]
    found = reference.symmetric_extremal_dependence_index(*columns)
    expected = math.log(3) / math.log(16 / 3)
    assert found == pytest.approx(expected, rel=1e-14)


def test_informedness_times_markedness_is_the_square_of_the_correlation():
    product = reference.informedness(*SCREEN) * reference.markedness(*SCREEN)
    squared = reference.matthews_corrcoef(*SCREEN) ** 2
    assert product == pytest.approx(squared, rel=1e-14)


@one_case(
    ("name", "y_true", "y_pred"),
    [
        ("informedness", [1, 1], [0, 1]),
        ("informedness", [0, 0], [0, 1]),
        ("markedness", [0, 1], [1, 1]),
        ("markedness", [0, 1], [0, 0]),
        ("geometric_mean_score", [1, 1], [0, 1]),
        ("geometric_mean_score", [0, 0], [0, 1]),
        ("precision_recall_mean", [0, 0], [0, 1]),
        ("precision_recall_mean", [0, 1], [0, 0]),
        ("precision_recall_geometric_mean", [0, 0], [0, 1]),
        ("precision_recall_geometric_mean", [0, 1], [0, 0]),
        ("roc_distance", [1, 1], [0, 1]),
        ("symmetric_extremal_dependence_index", [0, 1, 1, 0], [0, 1, 1, 1]),
        ("diagnostic_odds_ratio", [0, 1, 1], [0, 0, 1]),
        ("diagnostic_odds_ratio", [0, 0, 1], [0, 1, 1]),
        ("positive_likelihood_ratio", [0, 1, 1], [0, 0, 1]),
        ("positive_likelihood_ratio", [0, 0, 0], [0, 0, 1]),
        ("negative_likelihood_ratio", [0, 1, 1], [1, 0, 1]),
        ("negative_likelihood_ratio", [0, 0, 0], [0, 0, 1]),
    ],
)
def test_what_needs_a_missing_class_is_nan(name, y_true, y_pred):
    with pytest.warns(reference.UndefinedMetricWarning):
        assert math.isnan(call(name, y_true, y_pred))


def test_diagnostic_odds_ratio_by_hand():
    assert reference.diagnostic_odds_ratio(*SCREEN) == TP * TN / (FP * FN)
    corrected = reference.diagnostic_odds_ratio(*SCREEN, haldane=True)
    assert corrected == 20.5 * 1820.5 / (180.5 * 10.5)
    # No false positives: (2 + ½)(1 + ½) / (½ (1 + ½))
    three = reference.diagnostic_odds_ratio([0, 1, 1, 1], [0, 1, 1, 0], haldane=True)
    assert three == 5


def test_likelihood_ratios_by_hand():
    positive, negative = reference.class_likelihood_ratios(*SCREEN)
    assert reference.positive_likelihood_ratio(*SCREEN) == positive
    assert reference.negative_likelihood_ratio(*SCREEN) == negative
    # (20/30) / (180/2000) and (10/30) / (1820/2000)
    assert positive == pytest.approx(7.407407407407407, rel=1e-15)
    assert negative == pytest.approx(0.3663003663003663, rel=1e-15)
    # Their quotient is the diagnostic odds ratio.
    assert positive / negative == pytest.approx(
        reference.diagnostic_odds_ratio(*SCREEN), rel=1e-14
    )
    # With 1 as the negative label, which is listed first: TNR / FNR, FPR / TPR.
    turned = reference.class_likelihood_ratios(*SCREEN, labels=[1, 0])
    assert turned == pytest.approx((1 / negative, 1 / positive), rel=1e-14)


@one_case(
    ("y_true", "y_pred", "expected", "replaced"),
    [
        # No false positives: LR+ is undefined, LR- = ½ / 1.
        ([0, 1, 1], [0, 0, 1], (math.nan, 0.5), (3, 0.5)),
        # No true negatives: LR+ = ½ / 1.
        ([0, 1, 1], [1, 0, 1], (0.5, math.nan), (0.5, 0.25)),
        # No positives: nothing to be had, but what is over zero is replaced.
        ([0, 0], [0, 1], (math.nan, math.nan), (math.nan, math.nan)),
        ([0, 0], [1, 1], (math.nan, math.nan), (math.nan, 0.25)),
        # No negatives.
        ([1, 1], [0, 1], (math.nan, math.nan), (3, 0.25)),
    ],
)
def test_undefined_likelihood_ratios(y_true, y_pred, expected, replaced):
    def ratios(**options):
        with pytest.warns(reference.UndefinedMetricWarning):
            return reference.class_likelihood_ratios(
                y_true, y_pred, labels=[0, 1], **options
            )

    assert ratios() == pytest.approx(expected, nan_ok=True)
    found = ratios(replace_undefined_by={"LR+": 3, "LR-": 0.25})
    assert found == pytest.approx(replaced, nan_ok=True)


@one_case(
    "bad",
    [
        lambda: reference.true_positive_rate([0, 1, 2], [0, 1, 2]),
        lambda: reference.true_positive_rate([0, 1], [0, 1], pos_label=2),
        lambda: reference.true_positive_rate([0, 1], [0, 1], zero_division=0.5),
        lambda: reference.informedness([[0, 1]], [[0, 1]]),
        lambda: reference.class_likelihood_ratios([0, 1, 2], [0, 1, 2]),
        lambda: reference.class_likelihood_ratios([0, 1], [0, 1], labels=[0, 1, 2]),
        lambda: reference.class_likelihood_ratios(
            [0, 1], [0, 1], replace_undefined_by=2
        ),
        lambda: reference.class_likelihood_ratios(
            [0, 1], [0, 1], replace_undefined_by={"LR+": 1}
        ),
        lambda: reference.class_likelihood_ratios(
            [0, 1], [0, 1], replace_undefined_by={"LR+": 0.5, "LR-": 0.5}
        ),
    ],
)
def test_bad_arguments_raise(bad):
    with pytest.raises(ValueError, match=r"."):
        bad()
