"""Selective prediction: ties, weights, bounds and errors."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.resampling import risk_areas

AREAS = ("aurc", "excess_aurc", "augrc")


def drawn(rng, n, levels=10):
    """Answers, and their confidence with ties."""
    confidence = rng.integers(0, levels, n) / 2
    return (rng.random(n) < 0.5 + confidence / levels).astype(int), confidence


@one_case("name", AREAS)
def test_values_are_those_of_the_reference(name):
    rng = np.random.default_rng(0)
    for n in (1, 2, 7, 40, 90):
        for levels in (1, 3, 1000):
            correct, confidence = drawn(rng, n, levels)
            expected = getattr(reference, name)(correct.tolist(), confidence.tolist())
            found = getattr(fm, name)(correct, confidence)
            # A harmonic sum of each tie is rounded, and their total.
            assert found == pytest.approx(expected, rel=1e-13, abs=1e-15)


@one_case("band", ["pointwise", "simultaneous"])
def test_curves_are_those_of_the_reference(band):
    rng = np.random.default_rng(1)
    for n in (1, 5, 18):
        correct, confidence = drawn(rng, n, 8)
        options = {"band": band, "confidence_level": 0.9}
        found = fm.risk_coverage_curve(correct, confidence, **options)
        expected = reference.risk_coverage_curve(
            correct.tolist(), confidence.tolist(), **options
        )
        for ours, plain in zip(found, expected, strict=True):
            # The reference finds quantiles by halving.
            np.testing.assert_allclose(ours, plain, rtol=1e-7, atol=1e-8)


@pytest.mark.long
def test_certified_coverages_are_those_of_the_reference():
    rng = np.random.default_rng(2)
    for n in (3, 40, 150):
        for max_risk in (0.2, 0.4, 0.7):
            correct, confidence = drawn(rng, n)
            options = {"max_risk": max_risk, "confidence_level": 0.8}
            found = fm.coverage_at_risk(correct, confidence, **options)
            expected = reference.coverage_at_risk(
                correct.tolist(), confidence.tolist(), **options
            )
            for name, value in expected._asdict().items():
                given = pytest.approx(value, rel=1e-7, abs=1e-9, nan_ok=True)
                assert getattr(found, name) == given, name


def test_many_ties_are_summed_in_closed_form():
    rng = np.random.default_rng(3)
    correct, confidence = drawn(rng, 20_000, 4)
    risks, errors, rows = [], 0, 0
    for score in np.unique(confidence)[::-1]:
        tied = correct[confidence == score]
        k = np.arange(1, len(tied) + 1)
        risks.append((errors + (1 - tied).mean() * k) / (rows + k))
        errors, rows = errors + (1 - tied).sum(), rows + len(tied)
    expected = np.concatenate(risks).mean()
    assert fm.aurc(correct, confidence) == pytest.approx(expected, rel=1e-12)  # sums


def test_no_value_depends_on_the_order_of_rows():
    rng = np.random.default_rng(4)
    correct, confidence = drawn(rng, 300)
    order = rng.permutation(300)
    for name in AREAS:
        function = getattr(fm, name)
        turned = function(correct[order], confidence[order])
        assert function(correct, confidence) == turned


def test_the_generalized_area_follows_from_the_roc_curve():
    rng = np.random.default_rng(5)
    correct, confidence = drawn(rng, 500)
    for weights in (None, rng.random(500)):
        p = np.average(1 - correct, weights=weights)
        auroc = fm.roc_auc_score(correct, confidence, sample_weight=weights)
        expected = (1 - auroc) * p * (1 - p) + p * p / 2
        found = fm.augrc(correct, confidence, sample_weight=weights)
        assert found == pytest.approx(expected, rel=1e-13)  # rounded differently


def test_batches_add_up():
    rng = np.random.default_rng(6)
    correct, confidence = drawn(rng, 200)
    parts = [
        fm.ScoreSweep.from_scores(correct[k::2], confidence[k::2]) for k in range(2)
    ]
    merged = parts[0] + parts[1]
    for name in AREAS:
        expected = getattr(fm, name)(correct, confidence)
        assert getattr(fm, name)(merged, None) == merged.compute(name) == expected


@one_case("name", AREAS)
def test_values_without_each_row(name):
    rng = np.random.default_rng(7)
    correct, confidence = drawn(rng, 25, 6)
    sweep = fm.ScoreSweep.from_scores(correct, confidence)
    closed = getattr(risk_areas, f"leave_one_out_{name}")
    values, counts = closed(sweep.true_positives, sweep.false_positives)
    assert counts.sum() == 25
    for k in range(25):
        at = np.flatnonzero(sweep.thresholds == confidence[k])[0]
        at += 0 if correct[k] else len(sweep)
        rest = np.delete(correct, k), np.delete(confidence, k)
        # Sums in another order.
        assert values[at] == pytest.approx(getattr(fm, name)(*rest), abs=1e-14)


def test_intervals_are_of_the_jackknife_on_the_logarithmic_scale():
    rng = np.random.default_rng(8)
    correct, confidence = drawn(rng, 200)
    found = fm.confidence_interval("aurc", correct, confidence)
    rows = [
        fm.aurc(np.delete(correct, k), np.delete(confidence, k)) for k in range(200)
    ]
    error = math.sqrt(199 * np.var(rows))
    assert found.method == "jackknife-t-log"
    assert found.standard_error == pytest.approx(error, rel=1e-9)  # of differences
    sweep = fm.ScoreSweep.from_scores(correct, confidence)
    assert [*fm.confidence_interval("aurc", sweep)] == [*found]
    models = {"a": confidence, "b": rng.random(200)}
    compared = fm.compare("aurc", correct, models)
    assert compared.values["a"].low == pytest.approx(found.low, rel=1e-12)  # likewise


def test_intervals_need_errors():
    one = fm.confidence_interval("augrc", [1, 1, 0, 1], [4, 3, 2, 1])
    assert math.isnan(one.low)
    assert one.reason == "a class has a single row"
    none = fm.confidence_interval("excess_aurc", [1, 1, 0, 0], [4, 3, 2, 1])
    assert math.isnan(none.low)


def test_a_label_of_correct_answers_may_be_named():
    answers = ["right", "wrong", "right", "right"]
    found = fm.aurc(answers, [0.9, 0.8, 0.7, 0.3], pos_label="right")
    assert found == fm.aurc([1, 0, 1, 1], [0.9, 0.8, 0.7, 0.3])


def test_rows_with_weights_have_no_binomial_bounds():
    sweep = fm.ScoreSweep.from_scores([1, 0], [1, 2], sample_weight=[0.5, 1])
    with pytest.raises(ValueError, match="binomial bounds of counts"):
        fm.risk_coverage_curve(sweep, None)
    with pytest.raises(ValueError, match="binomial bounds of counts"):
        fm.coverage_at_risk(sweep, None, max_risk=0.1)


@one_case("name", AREAS)
def test_the_unit_of_weights_is_of_no_matter(name):
    rng = np.random.default_rng(9)
    correct, confidence = drawn(rng, 60)
    weights = rng.integers(1, 9, 60) / 4
    found, scaled = (
        getattr(fm, name)(correct, confidence, sample_weight=factor * weights)
        for factor in (1, 1024)
    )
    assert found == scaled
    copies = (4 * weights).astype(int)
    many = [np.repeat(each, copies) for each in (correct, confidence)]
    repeated = getattr(fm, name)(*many, sample_weight=np.ones(len(many[0])))
    assert repeated == pytest.approx(found, rel=1e-13)  # sums in another unit
    # A mean over ranks approaches the integral.
    many = [np.repeat(each, 500) for each in (correct, confidence)]
    alike = getattr(fm, name)(correct, confidence, sample_weight=np.ones(60))
    assert getattr(fm, name)(*many) == pytest.approx(alike, rel=1e-3)


@one_case("name", AREAS)
def test_weighted_values_are_those_of_the_reference(name):
    rng = np.random.default_rng(10)
    for n in (1, 6, 40):
        correct, confidence = drawn(rng, n)
        weights = rng.random(n)
        columns = [each.tolist() for each in (correct, confidence)]
        expected = getattr(reference, name)(*columns, sample_weight=weights.tolist())
        found = getattr(fm, name)(correct, confidence, sample_weight=weights)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-14)  # logarithms


def test_errors_name_the_arguments():
    with pytest.raises(ValueError, match="correct has 3, confidence has 2"):
        fm.aurc([1, 0, 1], [1, 2])
    with pytest.raises(ValueError, match="confidence"):
        fm.augrc([1, 0], [1, math.nan])
    with pytest.raises(ValueError, match=r"max_risk must be in \(0, 1\), got 1"):
        fm.coverage_at_risk([1, 0], [1, 2], max_risk=1)
    with pytest.raises(ValueError, match="band must be one of"):
        fm.risk_coverage_curve([1, 0], [1, 2], band="both")
    with pytest.raises(ValueError, match="n_coverages"):
        fm.coverage_at_risk([1, 0], [1, 2], max_risk=0.1, n_coverages=0)


def test_a_sketch_has_bounds():
    rng = np.random.default_rng(11)
    correct, confidence = drawn(rng, 5000, 5000)
    sketch = fm.ScoreSketch.from_scores(correct, confidence, max_thresholds=100)
    for name in AREAS:
        low, high = sketch.bounds(name)
        assert low < sketch.compute(name) < high
        assert low < getattr(fm, name)(correct, confidence) < high


def test_results_print_and_become_dictionaries():
    none = fm.coverage_at_risk([1, 0], [1, 2], max_risk=0.1)
    assert str(none) == "No coverage is certified for a risk of 0.1 (95 %)."
    assert float(none) == 0
    assert none.to_dict()["threshold"] is None
    whole = fm.coverage_at_risk([1] * 100, range(100), max_risk=0.1)
    assert whole.threshold == -math.inf
    assert str(whole).startswith("Answer if confidence > −∞: coverage 1.0000, risk ")
