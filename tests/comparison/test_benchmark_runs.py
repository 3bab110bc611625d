"""Aggregates of runs on benchmarks: values by hand and of rliable, bounds, errors."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.metrics.items.item_scores import ItemScores

NAN = math.nan
# Two models with 4 and 3 runs on 6 benchmarks.
OLD = [
    [0.31, 0.92, 0.47, 1.21, 0.08, 0.66],
    [0.42, 0.85, 0.61, 1.02, 0.12, 0.71],
    [0.27, 1.04, 0.43, 0.97, 0.05, 0.58],
    [0.33, 0.77, 0.52, 1.38, 0.12, 0.64],
]
NEW = [
    [0.38, 0.92, 0.55, 1.44, 0.21, 0.69],
    [0.47, 0.81, 0.66, 1.17, 0.12, 0.83],
    [0.52, 1.11, 0.58, 1.29, 0.17, 0.74],
]
BOTH = {"old": OLD, "new": NEW}


# ---------------------------------------------------------------------------- values


def test_values_of_rliable():
    # rliable 1.2.0: aggregate_iqm, aggregate_optimality_gap, score_distributions and
    # probability_of_improvement of these runs.
    means = fm.interquartile_mean(BOTH)
    assert means["old"].estimate == pytest.approx(IQM[0], rel=1e-14)
    assert means["new"].estimate == pytest.approx(IQM[1], rel=1e-14)
    gaps = fm.optimality_gap(BOTH, target=0.8)
    assert gaps["old"].estimate == pytest.approx(GAP[0], rel=1e-14)
    assert gaps["new"].estimate == pytest.approx(GAP[1], rel=1e-14)
    better = fm.probability_of_improvement(BOTH, "new", "old")
    assert better.estimate == pytest.approx(BETTER, rel=1e-14)
    profile = fm.performance_profile(OLD, [0.12, 0.5, 0.9])
    assert profile.y == pytest.approx(PROFILE, rel=1e-14)


IQM = (0.5824999999999999, 0.677)
GAP = (0.27125, 0.20611111111111113)
BETTER = 0.826388888888889
PROFILE = [0.8333333333333334, 0.5833333333333334, 0.25]


def test_interquartile_mean_by_hand():
    # Of 1, ..., 8 the middle four remain; drawn in to 3 and 6, the runs of the
    # benchmarks are 3, 3, 3, 4 and 5, 6, 6, 6, with the variance 1/4 each.
    found = fm.interquartile_mean([[1, 5], [2, 6], [3, 7], [4, 8]])
    assert found.estimate == 4.5
    variance = 7 / (8 * 4 * 3) * (4 / 4 + 4 / 4)
    assert found.standard_error == pytest.approx(math.sqrt(variance))
    # Two equal parts with 3 degrees of freedom each, less 2 trimmed runs of each.
    assert found.high - 4.5 == pytest.approx(2.7764451 * found.standard_error)


def test_yuens_interval_of_one_benchmark():
    runs = np.random.default_rng(0).normal(size=(12, 1))
    found = fm.interquartile_mean(runs)
    ordered = np.sort(runs.ravel())
    drawn_in = np.clip(runs, ordered[3], ordered[8])
    assert found.standard_error == pytest.approx(
        np.sqrt(11 * drawn_in.var(ddof=1) / (6 * 5))
    )
    half = (found.high - found.low) / 2
    assert half == pytest.approx(2.5705818 * found.standard_error)


def test_probability_by_hand():
    # One pair of four is lost, one tied: (2 + 1/2) / 4, and a benchmark without doubt.
    found = fm.probability_of_improvement(
        {"a": [[1, 9], [3, 8]], "b": [[1, 2], [2, 1]]}, "a", "b"
    )
    assert found.estimate == (2.5 / 4 + 1) / 2
    other = fm.probability_of_improvement(
        {"a": [[1, 9], [3, 8]], "b": [[1, 2], [2, 1]]}, "b", "a"
    )
    assert other.estimate == 1 - found.estimate
    # The bounds turn round with the models.
    assert other.high == pytest.approx(1 - found.low, rel=1e-12)


def test_all_pairs_won_has_a_width():
    found = fm.probability_of_improvement(
        {"a": [[2.0]] * 5, "b": [[1.0]] * 5}, "a", "b"
    )
    assert found.estimate == found.high == 1
    assert 0.4 < found.low < 0.8


@pytest.mark.long
def test_twins_on_random_runs():
    rng = np.random.default_rng(0)
    for _ in range(60):
        n, m, k = rng.integers(1, 6, 3)
        x = np.round(rng.random((n, k)), 1)
        x[1:][rng.random((n - 1, k)) < 0.2] = NAN
        y = np.round(rng.random((m, k)), 1)
        tables = {"a": x, "b": y}
        lists = {"a": x.tolist(), "b": y.tolist()}
        pairs = []
        for name, options in (
            ("interquartile_mean", {}),
            ("optimality_gap", {"target": 0.7, "confidence_level": 0.9}),
        ):
            ours = getattr(fm, name)(tables, **options)
            twin = getattr(reference, name)(lists, **options)
            pairs += [(ours[one], twin[one]) for one in "ab"]
        ours = fm.probability_of_improvement(tables, "a", "b")
        twin = reference.probability_of_improvement(lists, "a", "b")
        pairs.append((ours, twin))
        for a, b in pairs:
            np.testing.assert_allclose([*a], [*b], rtol=1e-9, atol=1e-12)
        at = [0.2, 0.35, 0.5, 0.8]
        band = fm.performance_profile(x, at)
        profile = reference.performance_profile(x.tolist(), at)
        np.testing.assert_allclose(band[:4], profile, rtol=1e-9, atol=1e-12)


def test_twin_of_the_simultaneous_band():
    at = [0.2, 0.5, 0.8]
    ours = fm.performance_profile(OLD, at, simultaneous=True, random_state=0)
    twin = reference.performance_profile(OLD, at, simultaneous=True, random_state=0)
    # Two quantiles of 1,999 draws each.
    np.testing.assert_allclose(ours[:4], twin, atol=0.02)
    assert ours.kind == "simultaneous"
    assert ours.approximate


def test_simultaneous_bands_contain_pointwise_ones():
    at = np.linspace(0, 1.5, 31)
    every = fm.performance_profile(BOTH, at, simultaneous=True, random_state=0)
    each = fm.performance_profile(BOTH, at)
    for model in BOTH:
        assert (every[model].low <= each[model].low).all()
        assert (every[model].high >= each[model].high).all()


# --------------------------------------------------------------------------- arguments


def test_item_scores_have_benchmarks_as_items():
    table = np.full((6, 2, 4), NAN)
    table[:, 0], table[:, 1, :3] = np.transpose(OLD), np.transpose(NEW)
    scores = ItemScores.from_arrays(table, models=["old", "new"])
    for function in (fm.interquartile_mean, fm.optimality_gap):
        ours, given = function(scores), function(BOTH)
        assert {k: [*v] for k, v in ours.items()} == {k: [*v] for k, v in given.items()}
    ours = fm.probability_of_improvement(scores, "new", "old")
    assert [*ours] == [*fm.probability_of_improvement(BOTH, "new", "old")]
    table[2, 1] = NAN
    scores = ItemScores.from_arrays(table, models=["old", "new"], missing="pairwise")
    with pytest.raises(ValueError, match="a run of each benchmark, got none for"):
        fm.interquartile_mean(scores)


def test_data_frames_and_gaps():
    pd = pytest.importorskip("pandas")
    found = fm.interquartile_mean(pd.DataFrame(OLD))
    assert [*found] == [*fm.interquartile_mean(OLD)]
    gap = [*OLD, [NAN, 1, None, NAN, NAN, NAN]]
    assert fm.interquartile_mean(gap).estimate != found.estimate


def test_no_interval_without_variance():
    one = fm.interquartile_mean([[1, 2, 3, 4, 5]])
    assert (one.estimate, one.reason[:23]) == (3, "a benchmark has one run")
    assert math.isnan(one.low)
    large = fm.interquartile_mean(np.multiply(1e200, OLD))
    assert large.estimate == pytest.approx(1e200 * IQM[0])
    assert "too large" in large.reason
    reached = fm.optimality_gap(np.full((3, 5), 2.0))
    assert reached.estimate == 0
    assert "all runs of each benchmark are equal" in reached.reason


def test_few_benchmarks_or_runs_are_approximate():
    rng = np.random.default_rng(0)
    assert fm.interquartile_mean(rng.random((9, 4))).approximate
    assert fm.interquartile_mean(rng.random((5, 5))).approximate
    assert not fm.interquartile_mean(rng.random((6, 5))).approximate


@one_case(
    "scores, words",
    [
        ([1.0, 2.0], "scores must be of shape"),
        ([[]], "scores must be of shape"),
        ({}, "got an empty dict"),
        ([[1, math.inf]], "scores"),
        ([[1, NAN], [2, NAN]], "a run of each benchmark, got none in column 1"),
        ({"a": [[1, 2]], "b": [[1]]}, "the same benchmarks for all models"),
        ({"a": [["x"]]}, r"scores\['a'\]"),
    ],
)
def test_bad_scores(scores, words):
    for function in (fm.interquartile_mean, fm.optimality_gap):
        with pytest.raises(ValueError, match=words):
            function(scores)
    with pytest.raises(ValueError, match=words):
        fm.performance_profile(scores, [0.5])


@one_case(
    "call, words",
    [
        (lambda: fm.interquartile_mean(OLD, confidence_level=1), "confidence_level"),
        (lambda: fm.optimality_gap(OLD, target=NAN), "target must be finite"),
        (lambda: fm.optimality_gap(OLD, target="1"), "target must be a number"),
        (lambda: fm.probability_of_improvement(OLD, 0, 1), "scores must be a dict"),
        (
            lambda: fm.probability_of_improvement(BOTH, "old", "b"),
            "b must be one of the models",
        ),
        (lambda: fm.performance_profile(OLD, [0.5, 0.5]), "thresholds must be incr"),
        (lambda: fm.performance_profile(OLD, [NAN]), "thresholds"),
        (lambda: fm.performance_profile(OLD, 0.5), "thresholds"),
        (lambda: fm.performance_profile(OLD, [0], simultaneous=1), "simultaneous must"),
        (
            lambda: fm.performance_profile([[1, 2]], [0], simultaneous=True),
            "two runs or more of each benchmark, got 1",
        ),
        (lambda: fm.performance_profile(OLD, [0], n_resamples=1), "n_resamples"),
        (lambda: fm.performance_profile(OLD, [0], random_state=-1), "random_state"),
    ],
)
def test_bad_options(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        call()
