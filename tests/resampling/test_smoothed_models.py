"""Smoothed scores against their definition, and what may not change their intervals."""

import numpy as np
import pytest
from helpers.interval_calls import score_intervals
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.interval import EQUAL_REPLICATES
from fastmetrics._kernels import smooth
from fastmetrics.catalog import BOOTSTRAP
from fastmetrics.reference import cell_intervals as smoothed
from fastmetrics.reference import intervals as plain
from fastmetrics.reference.random import NOISE, random_bits
from fastmetrics.resampling import refusals

# Few, as the twin weighs 256 places of each row.
N_RESAMPLES = 3
N = 20


def best(criterion):
    def value(y_true, y_score, **options):
        return fm.optimal_threshold(y_true, y_score, criterion=criterion, **options)[1]

    return value


# Metrics of all places of all rows; those of the reference would take a second each.
METRICS = {
    "ks_statistic": fm.ks_statistic,
    "expected_cost": fm.expected_cost,
    "best_f1": best("f1"),
    "best_youden": best("youden"),
    "best_accuracy": best("accuracy"),
    "lowest_cost": best("cost"),
}


@pytest.fixture
def scores(rng):
    """Labels and two models' scores with some ties."""
    y_true = (rng.random(N) < 0.4).astype(int)
    a = np.round(rng.normal(y_true * 1.0), 1)
    return y_true, a, np.round(0.5 * a + rng.normal(y_true * 0.3), 1)


def definition(name, columns, strata, groups=None, seed=5):
    """The centre, the replicates and the degrees of freedom, by the twin.

    ``columns``: labels, scores and weights in the order in which rows are drawn;
    ``strata``: numbers of the units, and ``groups`` the unit of each row.
    """
    y_true, y_score, weights = (None if c is None else c.tolist() for c in columns)
    rows = smoothed.smooth_rows(y_true, y_score, 1, weights)
    units = range(len(rows)) if groups is None else groups
    replicates = []
    for replicate in range(N_RESAMPLES):
        drawn = plain.replicate_weights(seed, replicate, strata)
        copies = [drawn[unit] for unit in units]
        replicates.append(
            smoothed.smoothed_replicate(METRICS[name], rows, copies, seed, replicate)
        )
    n_groups = None if groups is None else len(set(groups))
    freedom = smoothed.degrees_of_freedom(rows, n_groups)
    return smoothed.smoothed_value(METRICS[name], rows), replicates, freedom


def check(found, name, centre, replicates, freedom):
    row = fm.catalog.find(name)
    # The area below the cost curve is added up in another order.
    np.testing.assert_allclose(found.distribution, replicates, rtol=1e-13)
    expected = smoothed.smoothed_interval(
        centre, replicates, freedom, 0.95, row.lower, row.upper
    )
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-10)
    assert found.standard_error == pytest.approx(plain.standard_error(replicates))
    assert (found.method, found.n_resamples) == ("smoothed", N_RESAMPLES)


def interval(name, y_true, y_score, **options):
    options = {"n_resamples": N_RESAMPLES, "random_state": 5, **options}
    return fm.confidence_interval(name, y_true, y_score, **options)


# Weights come into all criteria by the same sweep.
@one_case(
    "name, weighted",
    [*((name, False) for name in METRICS), ("expected_cost", True), ("best_f1", True)],
)
def test_one_model_is_drawn_in_canonical_order(scores, rng, name, weighted):
    y_true, a, _ = scores
    weights = rng.integers(0, 4, N) / 2 if weighted else None
    order = plain.canonical_order(y_true, a, 1, weights)
    columns = [None if c is None else c[order] for c in (y_true, a, weights)]
    expected = definition(name, columns, [range(len(order))])
    found = interval(name, y_true, a, sample_weight=weights)
    check(found, name, *expected)
    assert found.approximate


def test_strata_and_groups(scores, rng):
    y_true, a, _ = scores
    order = plain.canonical_order(y_true, a, 1)
    columns = [y_true[order], a[order], None]
    strata = [np.flatnonzero(y_true[order] == label).tolist() for label in (1, 0)]
    found = interval("ks_statistic", y_true, a, stratified=True)
    check(found, "ks_statistic", *definition("ks_statistic", columns, strata))
    groups = rng.integers(0, 8, N)
    groups[:8] = range(8)
    found = interval("ks_statistic", y_true, a, groups=groups)
    expected = definition("ks_statistic", columns, [range(8)], groups[order].tolist())
    check(found, "ks_statistic", *expected)


def test_models_share_draws_and_noise(scores):
    y_true, a, b = scores
    names = ["ks_statistic", "best_f1"]
    found = score_intervals(
        names, y_true, {"a": a, "b": b}, n_resamples=N_RESAMPLES, random_state=5
    )
    for name in names:
        first, second = (
            definition(name, [y_true, score, None], [range(N)]) for score in (a, b)
        )
        check(found.values["a"][name], name, *first)
        check(found.values["b"][name], name, *second)
        difference = found.differences["a", "b"][name]
        replicates = np.subtract(first[1], second[1])
        np.testing.assert_allclose(difference.distribution, replicates, atol=1e-15)
        expected = smoothed.smoothed_interval(
            first[0] - second[0], replicates.tolist(), first[2]
        )
        assert (difference.low, difference.high) == pytest.approx(expected, rel=1e-10)


def test_models_that_are_equal_differ_by_nothing(scores):
    y_true, a, _ = scores
    found = score_intervals(["best_f1"], y_true, {"a": a, "b": 2 * a}, random_state=1)
    difference = found.differences["a", "b"]["best_f1"]
    assert (difference.estimate, difference.reason) == (0, EQUAL_REPLICATES)


def test_noise_of_many_rows():
    """Bytes are drawn some thousands at a time; all of them are those of the twin."""
    n = 5000
    distances = np.array([np.arange(256), np.arange(256)], np.int32)
    rows = smooth.SmoothRows(np.zeros(n, np.int32), distances, 256, [("ks",)])
    labels = (np.arange(n) % 3 == 0).astype(np.uint8)
    strata = np.array([n])
    out = np.empty((1, 1))
    smooth.replicate([rows], labels, None, None, strata, 9, 4, out)
    drawn = plain.replicate_weights(9, 4, [range(n)])
    assert sum(drawn) == n
    cells = [random_bits(9, NOISE, 4, k, 8) for k in range(n)]
    expected = fm.ks_statistic(np.repeat(labels, drawn), cells)
    assert out[0, 0] == pytest.approx(expected, rel=1e-14)


# ------------------------------------------------------------ what makes no difference


def bounds_of(found):
    return found.low, found.high, *found.distribution


def test_neither_threads_nor_the_order_of_rows_matter(scores, rng):
    y_true, a, _ = scores
    options = {"n_resamples": 333}
    with fm.num_threads(1):
        expected = bounds_of(interval("best_f1", y_true, a, **options))
    for n in (2, 3):
        with fm.num_threads(n):
            assert bounds_of(interval("best_f1", y_true, a, **options)) == expected
    order = rng.permutation(N)
    shuffled = interval("best_f1", y_true[order], a[order], **options)
    assert bounds_of(shuffled) == expected


def test_nor_does_the_scale_of_scores_or_weights(scores, rng):
    y_true, a, _ = scores
    expected = bounds_of(interval("ks_statistic", y_true, a))
    ranks = np.unique(a, return_inverse=True)[1]
    for other in (np.exp(a), a.astype(np.float32), 1e300 * a, ranks):
        assert bounds_of(interval("ks_statistic", y_true, other)) == expected
    summary = fm.ScoreSweep.from_scores(y_true, a)
    assert bounds_of(interval("ks_statistic", summary, None)) == expected
    weights = rng.uniform(0.5, 2, N)
    expected = bounds_of(interval("ks_statistic", y_true, a, sample_weight=weights))
    for scale in (2.0**600, 2.0**-600):
        found = interval("ks_statistic", y_true, a, sample_weight=scale * weights)
        assert bounds_of(found) == expected


# ----------------------------------------------------------------- what is not smoothed


def test_tied_scores_are_resampled_alone(rng):
    """The twin's choice: one tie of 100 rows of 200, and of 101."""
    y_true = (rng.random(200) < 0.4).astype(int)
    y_score = rng.normal(y_true * 1.0)
    for n_tied, method in ((100, "smoothed"), (101, "bias-corrected")):
        tied = y_score.copy()
        tied[:n_tied] = 0.5
        found = interval("ks_statistic", y_true, tied, n_resamples=99)
        assert found.method == method
        assert found.approximate
        assert smoothed.is_too_tied(tied) == (method != "smoothed")
    with pytest.raises(ValueError, match="a tie contains over half of the rows"):
        interval("ks_statistic", y_true, tied, method="smoothed")
    models = {"a": y_score, "b": tied}
    found = score_intervals(["ks_statistic"], y_true, models, n_resamples=99)
    assert found.values["a"]["ks_statistic"].method == "smoothed"
    assert found.differences["a", "b"]["ks_statistic"].method == "bias-corrected"


@one_case("sign", [1, -1])
@one_case("n_wrong", [0, 1, 2])
def test_classes_that_are_apart_have_no_interval(sign, n_wrong):
    y_true = np.arange(60) < 20
    y_score = np.arange(60.0)
    y_score[:20] += 100
    y_score[:n_wrong] = -np.arange(1.0, n_wrong + 1)
    rows = smoothed.smooth_rows(y_true.tolist(), (sign * y_score).tolist())
    apart = smoothed.is_separated(rows, (sign * y_score).tolist())
    assert apart == (n_wrong < 2)
    found = interval("ks_statistic", y_true, sign * y_score, n_resamples=50)
    assert np.isnan(found.low) == apart
    assert found.reason == (refusals.SEPARATED if apart else found.reason)
    if apart:
        with pytest.raises(ValueError, match="wrong side of the best threshold"):
            interval("ks_statistic", y_true, sign * y_score, method="smoothed")


def test_replicates_that_are_all_equal_say_nothing():
    """The best accuracy is that of predicting nothing, whichever rows are drawn."""
    y_true = np.isin(np.arange(60), [5, 10, 15])
    y_score = np.arange(60.0)
    found = interval("best_accuracy", y_true, y_score, stratified=True, n_resamples=50)
    assert found.reason == EQUAL_REPLICATES
    assert np.isnan([found.low, found.high, found.standard_error]).all()


def test_a_class_of_one_row(scores):
    _, a, _ = scores
    y_true = np.arange(N) == np.argsort(a)[N // 2]
    found = interval("ks_statistic", y_true, a, stratified=True, n_resamples=50)
    assert found.method == "bias-corrected"
    with pytest.raises(ValueError, match=r"smoothed.*a class has a single row"):
        interval("ks_statistic", y_true, a, method="smoothed")


def test_other_methods_and_other_metrics(scores):
    y_true, a, _ = scores
    for method in BOOTSTRAP:
        assert interval("ks_statistic", y_true, a, method=method).method == method
    with pytest.raises(ValueError, match="'smoothed' is not for roc_auc_score: it is"):
        interval("roc_auc_score", y_true, a, method="smoothed")
    with pytest.raises(ValueError, match="'smoothed' is not for f1_score"):
        fm.confidence_interval("f1_score", y_true, a > 0, method="smoothed")
    with pytest.raises(ValueError, match="'smoothed' is not for any callable"):
        fm.confidence_interval(lambda *_: 0.5, y_true, a > 0, method="smoothed")
    with pytest.raises(ValueError, match="optimum over thresholds; its methods"):
        fm.confidence_interval("purity_score", y_true, a > 0, method="smoothed")
    constrained = {"criterion": "tpr_at_fpr", "at": 0.2}
    found = interval(fm.optimal_threshold, y_true, a, metric_params=constrained)
    assert found.method == "bias-corrected"
