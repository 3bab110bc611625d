"""Replicates and bounds against the reference, which repeats the rows themselves."""

import math
import warnings

import numpy as np
import pytest
from differential.strategies import cases
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics
from fastmetrics import _bounds, reference
from fastmetrics.catalog import METRICS
from fastmetrics.reference import intervals

BOOTSTRAPPED = {name: row for name, row in METRICS.items() if row.reduction is not None}
N_RESAMPLES = 8
LEVELS = st.sampled_from([0.5, 0.9, 0.95])


def plain_value(row):
    """Return the reference's metric; what it warns of counts as undefined."""

    def value(y_true, y_score, sample_weight=None):
        weighted = {} if sample_weight is None else {"sample_weight": sample_weight}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                found = getattr(reference, row.function)(
                    y_true, y_score, **row.parameters, **weighted
                )
            except ValueError:
                return math.nan
        found = found[1] if isinstance(found, tuple) else found
        return math.nan if caught else found

    return value


def expected_replicates(row, labels, scores, seed, strata, weights=None):
    columns = [labels, scores] if weights is None else [labels, scores, weights]
    drawn = [
        intervals.replicate_weights(seed, r, strata, len(labels))
        for r in range(N_RESAMPLES)
    ]
    return intervals.bootstrap_values(plain_value(row), columns, drawn)


def data(draw, weighted=False):
    """Draw labels with both classes, tied scores and weights, as lists."""
    n = draw(st.integers(4, 14))
    labels = [0, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    scores = draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    quarters = st.sampled_from([0, 0.25, 0.5, 1, 2])
    weights = [1, 2, *draw(st.lists(quarters, min_size=n - 2, max_size=n - 2))]
    return labels, scores, weights if weighted else None


def library_interval(name, labels, scores, seed, **options):
    with warnings.catch_warnings():
        # Tiny data: replicates without a class abound, and are said to.
        warnings.simplefilter("ignore")
        return fastmetrics.confidence_interval(
            name,
            labels,
            y_score=scores,
            method="percentile",
            n_resamples=N_RESAMPLES,
            random_state=seed,
            **options,
        )


def same_replicates(interval, expected):
    kept = intervals.defined(expected)
    assert interval.n_resamples == N_RESAMPLES
    assert interval.n_undefined == N_RESAMPLES - len(kept)
    np.testing.assert_allclose(interval.distribution, kept, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("name", BOOTSTRAPPED)
@pytest.mark.parametrize("stratified", [False, True])
@settings(max_examples=20)
@given(draw=st.data())
def test_replicates_are_those_of_repeated_rows(name, stratified, draw):
    row = BOOTSTRAPPED[name]
    labels, scores, weights = data(draw.draw, weighted=draw.draw(st.booleans()))
    seed = draw.draw(st.integers(0, 2**64 - 1))
    order = intervals.canonical_order(labels, scores, None, weights)
    strata = [order]
    if stratified:
        strata = [[i for i in order if labels[i] == k] for k in (1, 0)]
    weighted = {} if weights is None else {"sample_weight": weights}
    interval = library_interval(
        name, labels, scores, seed, stratified=stratified, **weighted
    )
    same_replicates(
        interval, expected_replicates(row, labels, scores, seed, strata, weights)
    )


@pytest.mark.parametrize("name", BOOTSTRAPPED)
@settings(max_examples=10)
@given(draw=st.data())
def test_replicates_of_groups_take_whole_groups(name, draw):
    row = BOOTSTRAPPED[name]
    labels, scores, _ = data(draw.draw)
    n = len(labels)
    rest = st.lists(st.integers(0, 3), min_size=n - 2, max_size=n - 2)
    groups = [0, 1, *draw.draw(rest)]  # of a single group there are no replicates
    seed = draw.draw(st.integers(0, 2**64 - 1))
    units = sorted(set(groups))
    value = plain_value(row)
    expected = []
    for r in range(N_RESAMPLES):
        drawn = intervals.replicate_weights(seed, r, [range(len(units))])
        weights = [drawn[units.index(group)] for group in groups]
        expected += intervals.bootstrap_values(value, [labels, scores], [weights])
    interval = library_interval(name, labels, scores, seed, groups=groups)
    same_replicates(interval, expected)


@settings(max_examples=20)
@given(draw=st.data())
def test_models_share_the_rows_of_a_replicate(draw):
    labels, a, _ = data(draw.draw)
    n = len(labels)
    b = draw.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    seed = draw.draw(st.integers(0, 2**64 - 1))
    names = ["average_precision_score", "ks_statistic"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = fastmetrics.intervals.score_intervals(
            names,
            labels,
            {"a": a, "b": b},
            method="percentile",
            n_resamples=N_RESAMPLES,
            random_state=seed,
        )
    for name in names:
        # Draws belong to the rows as given: there is no one order of two models.
        of_a, of_b = (
            expected_replicates(METRICS[name], labels, s, seed, [range(n)])
            for s in (a, b)
        )
        same_replicates(found.values["a"][name], of_a)
        same_replicates(found.values["b"][name], of_b)
        difference = [x - y for x, y in zip(of_a, of_b, strict=True)]
        same_replicates(found.differences["a", "b"][name], difference)


# ------------------------------------------------------------------------------ bounds


def close(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=1e-10, atol=1e-12)


@given(
    replicates=st.lists(st.integers(-50, 50).map(lambda k: k / 8), min_size=2),
    jackknife=st.lists(st.integers(-50, 50).map(lambda k: k / 8), min_size=2),
    estimate=st.integers(-40, 40).map(lambda k: k / 8),
    level=LEVELS,
)
def test_bounds_from_replicates(replicates, jackknife, estimate, level):
    array = np.array(replicates)
    close(
        _bounds.percentile(array, level),
        intervals.percentile_interval(replicates, level),
    )
    close(
        _bounds.basic(estimate, array, level),
        intervals.basic_interval(estimate, replicates, level),
    )
    a = _bounds.acceleration(np.array(jackknife))
    assert a == pytest.approx(intervals.acceleration(jackknife), rel=1e-9, abs=1e-12)
    close(
        _bounds.bca(estimate, array, a, level),
        intervals.bca_interval(estimate, replicates, jackknife, level),
    )
    close(
        _bounds.bca(estimate, array, 0.0, level),
        intervals.bias_corrected_interval(estimate, replicates, level),
    )
    close(
        _bounds.normal(estimate, 0.5, level),
        intervals.normal_interval(estimate, 0.5, level),
    )


@pytest.mark.parametrize(
    ("metric", "closed_form"),
    [
        ("roc_auc_score", _bounds.leave_one_out_auc),
        ("average_precision_score", _bounds.leave_one_out_average_precision),
    ],
)
@given(draw=st.data())
def test_closed_jackknife_leaves_out_each_row(metric, closed_form, draw):
    labels, scores, _ = data(draw.draw)
    expected = intervals.jackknife_values(
        plain_value(METRICS[metric]), [labels, scores]
    )
    _, fps, _, tps, _ = map(
        np.array, reference.confusion_matrix_at_thresholds(labels, scores)
    )
    values, counts = closed_form(tps, fps)
    kept = np.isfinite(values)
    ours = np.repeat(values[kept], counts[kept].astype(int))
    np.testing.assert_allclose(
        np.sort(ours), np.sort(intervals.defined(expected)), rtol=1e-12, atol=1e-14
    )


@given(case=cases(weighted=False, pos_label=False), level=LEVELS)
def test_delong_bounds(case, level):
    labels, scores = case.y_true.plain, case.y_score.plain
    n_positive = sum(label == 1 for label in labels)
    n_negative = len(labels) - n_positive
    if min(n_positive, n_negative) < 2:
        return
    auc, variance = reference.delong_roc_variance(labels, scores)
    low, high = intervals.delong_interval(auc, variance, n_positive, n_negative, level)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {
            name: fastmetrics.confidence_interval(
                name,
                case.y_true.dressed,
                y_score=case.y_score.dressed,
                confidence_level=level,
            )
            for name in ("roc_auc_score", "gini_coefficient", "rank_loss")
        }
    close((found["roc_auc_score"].low, found["roc_auc_score"].high), (low, high))
    gini, loss = found["gini_coefficient"], found["rank_loss"]
    close((gini.low, gini.high), (2 * low - 1, 2 * high - 1))
    close((loss.low, loss.high), (1 - high, 1 - low))
    if not math.isnan(low):  # no variance, no interval
        close(found["roc_auc_score"].standard_error, math.sqrt(variance))
