"""Two rates in one number: worked numbers, scikit-learn, the reference, identities."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.label_cases import BAD, BINARY, ONE_SIDED, cells_of, label_weights
from helpers.one_case import one_case
from helpers.random_cases import examples
from helpers.score_cases import TWO_CLASSES, outcome
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning, reference

# name -> value by hand for tn 2, fp 1, fn 1, tp 3
BY_HAND = {
    "informedness": 3 / 4 + 2 / 3 - 1,
    "markedness": 3 / 4 + 2 / 3 - 1,
    "geometric_mean_score": math.sqrt(3 / 4 * 2 / 3),
    "precision_recall_geometric_mean": 3 / 4,
    "precision_recall_mean": 3 / 4,
    "diagnostic_odds_ratio": 6.0,
    "roc_distance": math.hypot(1 / 4, 1 / 3),
    "symmetric_extremal_dependence_index": math.log(6) / math.log(24),
    "positive_likelihood_ratio": 2.25,
    "negative_likelihood_ratio": 0.375,
}
# name -> sums of cells that must not be 0, of (tn, fp, fn, tp)
NEEDS = {
    "informedness": lambda tn, fp, fn, tp: (tp + fn) * (tn + fp),
    "markedness": lambda tn, fp, fn, tp: (tp + fp) * (tn + fn),
    "geometric_mean_score": lambda tn, fp, fn, tp: (tp + fn) * (tn + fp),
    "precision_recall_geometric_mean": lambda tn, fp, fn, tp: (tp + fn) * (tp + fp),
    "precision_recall_mean": lambda tn, fp, fn, tp: (tp + fn) * (tp + fp),
    "diagnostic_odds_ratio": lambda tn, fp, fn, tp: fp * fn,
    "roc_distance": lambda tn, fp, fn, tp: (tp + fn) * (tn + fp),
    "symmetric_extremal_dependence_index": lambda tn, fp, fn, tp: tn * fp * fn * tp,
    "positive_likelihood_ratio": lambda tn, fp, fn, tp: (tp + fn) * fp,
    "negative_likelihood_ratio": lambda tn, fp, fn, tp: (tp + fn) * tn,
}
BITS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1)


def lists(*columns):
    return [np.asarray(column).tolist() for column in columns]


@one_case("name", BY_HAND)
class TestAll:
    def test_by_hand(self, name):
        y_true, y_pred, _ = BINARY["by hand"]
        found = getattr(fm, name)(y_true, y_pred)
        assert type(found) is float
        assert found == pytest.approx(BY_HAND[name], rel=1e-15)

    @one_case("case", BINARY)
    @one_case("weighted", [False, True])
    def test_reference(self, name, case, weighted):
        y_true, y_pred, pos_label = BINARY[case]
        weights = label_weights(y_true) if weighted else None
        found = getattr(fm, name)(
            y_true, y_pred, pos_label=pos_label, sample_weight=weights
        )
        twin = getattr(reference, name)(
            *lists(y_true, y_pred),
            pos_label=pos_label,
            sample_weight=None if weights is None else weights.tolist(),
        )
        assert found == pytest.approx(twin, rel=1e-13, abs=1e-15)

    @one_case("case", ONE_SIDED)
    def test_undefined(self, name, case):
        y_true, y_pred = ONE_SIDED[case]
        found, error, warned = outcome(getattr(fm, name), y_true, y_pred)
        assert error is None
        if NEEDS[name](*cells_of(y_true, y_pred)):
            assert math.isfinite(found)
            assert warned == []
        else:
            assert math.isnan(found)
            assert warned == ["UndefinedMetricWarning"]

    def test_warning_points_at_the_caller(self, name):
        function = getattr(fm, name)
        with pytest.warns(UndefinedMetricWarning, match=f"so {name} is") as caught:
            assert math.isnan(function([0, 0], [0, 0]))
        assert [one.filename for one in caught] == [__file__]

    @one_case("case", BAD)
    def test_bad_input(self, name, case):
        y_true, y_pred, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            getattr(fm, name)(y_true, y_pred, **kwargs)

    def test_positive_label(self, name):
        with pytest.raises(ValueError, match="pos_label=7"):
            getattr(fm, name)([0, 1], [0, 1], pos_label=7)

    def test_weights_whose_sums_are_rounded(self, name, rng):
        # Without true negatives, what is left of the total is rounding, and may be
        # below 0: it must not be taken for a count.
        for _ in range(60):
            y_true, y_pred = [1, 1, 0] * 4, [1, 0, 1] * 4
            weights = rng.random(12)
            _, error, _ = outcome(
                getattr(fm, name), y_true, y_pred, sample_weight=weights
            )
            assert error is None


@given(BITS)
def test_informedness_is_adjusted_balanced_accuracy(rows):
    y_true, y_pred = zip(*rows, strict=True)
    if len(set(y_true)) == 2:
        found = fm.informedness(y_true, y_pred)
        expected = sk.balanced_accuracy_score(y_true, y_pred, adjusted=True)
        assert found == pytest.approx(expected, abs=1e-15)


@given(BITS)
def test_matthews_corrcoef_is_a_geometric_mean(rows):
    y_true, y_pred = zip(*rows, strict=True)
    if len(set(y_true)) == len(set(y_pred)) == 2:
        product = fm.informedness(y_true, y_pred) * fm.markedness(y_true, y_pred)
        mcc = fm.matthews_corrcoef(y_true, y_pred)
        assert mcc**2 == pytest.approx(product, abs=1e-15)


@settings(max_examples=examples(100, same=10))
@given(BITS)
def test_geometric_means_of_rates(rows):
    y_true, y_pred = zip(*rows, strict=True)
    if len(set(y_true)) == 2:
        recalls = sk.recall_score(y_true, y_pred, average=None)
        found = fm.geometric_mean_score(y_true, y_pred)
        assert found == pytest.approx(math.sqrt(recalls.prod()), rel=1e-15)
    if 1 in y_true and 1 in y_pred:
        product = sk.precision_score(y_true, y_pred) * sk.recall_score(y_true, y_pred)
        found = fm.precision_recall_geometric_mean(y_true, y_pred)
        assert found == pytest.approx(math.sqrt(product), rel=1e-15)
        assert found >= fm.f1_score(y_true, y_pred) - 1e-15


@given(BITS)
def test_independent_predictions(rows):
    # Rows crossed with themselves: every prediction with every truth.
    y_true, y_pred = zip(*rows, strict=True)
    n = len(rows)
    crossed = np.repeat(y_true, n), np.tile(y_pred, n)
    if len(set(y_true)) == len(set(y_pred)) == 2:
        assert fm.informedness(*crossed) == 0.0
        assert fm.markedness(*crossed) == 0.0
        assert fm.diagnostic_odds_ratio(*crossed) == 1.0
        assert fm.class_likelihood_ratios(*crossed) == (1.0, 1.0)


class TestInformedness:
    def test_of_the_best_threshold(self):
        y_true, y_score = TWO_CLASSES["ties"]
        threshold, best = fm.optimal_threshold(y_true, y_score, criterion="youden")
        predicted = (np.asarray(y_score) >= threshold).astype(int)
        assert fm.informedness(y_true, predicted) == pytest.approx(best, rel=1e-15)


class TestDiagnosticOddsRatio:
    def test_haldane(self):
        # (3.5 · 2.5) / (1.5 · 1.5) and, without errors, (2.5 · 1.5) / (½ · ½)
        y_true, y_pred, _ = BINARY["by hand"]
        assert fm.diagnostic_odds_ratio(y_true, y_pred, haldane=True) == 35 / 9
        assert fm.diagnostic_odds_ratio([0, 1, 1], [0, 1, 1], haldane=True) == 15.0

    @one_case("case", ONE_SIDED)
    def test_haldane_is_always_defined(self, case):
        y_true, y_pred = ONE_SIDED[case]
        found = fm.diagnostic_odds_ratio(y_true, y_pred, haldane=True)
        twin = reference.diagnostic_odds_ratio(y_true, y_pred, haldane=True)
        assert found == pytest.approx(twin, rel=1e-15)

    @one_case("wrong", [1, 0.5, "yes", None])
    def test_bad_haldane(self, wrong):
        with pytest.raises(TypeError, match="haldane"):
            fm.diagnostic_odds_ratio([0, 1], [0, 1], haldane=wrong)

    def test_is_the_quotient_of_likelihood_ratios(self):
        y_true, y_pred, _ = BINARY["usual"]
        positive, negative = fm.class_likelihood_ratios(y_true, y_pred)
        assert fm.diagnostic_odds_ratio(y_true, y_pred) == pytest.approx(
            positive / negative
        )

    def test_products_beyond_64_bits(self):
        times = np.array([2**40, 2**41, 2**42, 2**43])
        found = fm.diagnostic_odds_ratio(
            [0, 0, 1, 1], [0, 1, 0, 1], sample_weight=times
        )
        assert found == 1.0


def test_the_sedi_rises_with_the_rates():
    """From forecasts that are nearly all wrong to such that are nearly all right."""
    y_true = [1] * 10 + [0] * 10
    found = []
    for right in (1, 3, 5, 7, 9):
        wrong = 10 - right
        y_pred = [1] * right + [0] * wrong + [0] * right + [1] * wrong
        found.append(fm.symmetric_extremal_dependence_index(y_true, y_pred))
    assert found == sorted(found)
    assert found[2] == 0
    assert found[0] == -found[-1]
    with pytest.warns(fm.exceptions.UndefinedMetricWarning, match="four cells"):
        assert math.isnan(fm.symmetric_extremal_dependence_index(y_true, y_true))


def test_sedi_of_ratios_out_of_range():
    # fn / tp = 10**600 is no float, but its logarithm is.
    columns = [1, 1, 0, 0], [1, 0, 1, 0]
    value = fm.symmetric_extremal_dependence_index(
        *columns, sample_weight=[1e-300, 1e300, 1, 1]
    )
    far = 600 * math.log(10)
    assert math.isclose(value, far / -(far + 2 * math.log(2)), rel_tol=1e-15)
