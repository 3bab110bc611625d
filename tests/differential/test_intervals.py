"""Replicates and bounds against the reference, which repeats the rows themselves."""

import math
import warnings
from functools import partial

import numpy as np
import pytest
from differential.strategies import cases
from helpers.interval_calls import score_intervals
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, note, settings
from hypothesis import strategies as st

import fastmetrics
from fastmetrics import reference
from fastmetrics._common import bounds
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.how import SweepReduction
from fastmetrics.reference import area_intervals, intervals
from fastmetrics.reference.scores.delong import variance_terms
from fastmetrics.resampling import area_plans

BOOTSTRAPPED = {
    name: row
    for name, row in METRICS.items()
    if isinstance(row.how, SweepReduction)
    and not row.required  # a variant of it is among them
    and not row.by_group  # whose groups are its units, which are not drawn
}
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


def replicates(labels, seed, strata):
    return [
        intervals.replicate_weights(seed, r, strata, len(labels))
        for r in range(N_RESAMPLES)
    ]


def expected_replicates(row, labels, scores, drawn, weights=None):
    columns = [labels, scores] if weights is None else [labels, scores, weights]
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


# One draw of rows, and of replicates of them, is asked of all metrics.
@pytest.mark.parametrize("stratified", [False, True])
@settings(max_examples=examples(20, same=3))
@given(draw=st.data())
def test_replicates_are_those_of_repeated_rows(stratified, draw):
    labels, scores, weights = data(draw.draw, weighted=draw.draw(st.booleans()))
    seed = draw.draw(st.integers(0, 2**64 - 1))
    order = intervals.canonical_order(labels, scores, None, weights)
    strata = [order]
    if stratified:
        strata = [[i for i in order if labels[i] == k] for k in (1, 0)]
    drawn = replicates(labels, seed, strata)
    weighted = {} if weights is None else {"sample_weight": weights}
    for name, row in BOOTSTRAPPED.items():
        note(name)
        interval = library_interval(
            name, labels, scores, seed, stratified=stratified, **weighted
        )
        same_replicates(
            interval, expected_replicates(row, labels, scores, drawn, weights)
        )


@settings(max_examples=examples(10, same=3))
@given(draw=st.data())
def test_replicates_of_groups_take_whole_groups(draw):
    labels, scores, _ = data(draw.draw)
    n = len(labels)
    rest = st.lists(st.integers(0, 3), min_size=n - 2, max_size=n - 2)
    groups = [0, 1, *draw.draw(rest)]  # of a single group there are no replicates
    seed = draw.draw(st.integers(0, 2**64 - 1))
    units = sorted(set(groups))
    of_units = [
        intervals.replicate_weights(seed, r, [range(len(units))])
        for r in range(N_RESAMPLES)
    ]
    drawn = [[counts[units.index(group)] for group in groups] for counts in of_units]
    for name, row in BOOTSTRAPPED.items():
        note(name)
        interval = library_interval(name, labels, scores, seed, groups=groups)
        same_replicates(interval, expected_replicates(row, labels, scores, drawn))


@settings(max_examples=examples(20, same=5))
@given(draw=st.data())
def test_models_share_the_rows_of_a_replicate(draw):
    labels, a, _ = data(draw.draw)
    n = len(labels)
    b = draw.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    seed = draw.draw(st.integers(0, 2**64 - 1))
    names = ["average_precision_score", "ks_statistic"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = score_intervals(
            names,
            labels,
            {"a": a, "b": b},
            method="percentile",
            n_resamples=N_RESAMPLES,
            random_state=seed,
        )
    # Draws belong to the rows as given: there is no one order of two models.
    drawn = replicates(labels, seed, [range(n)])
    for name in names:
        of_a, of_b = (
            expected_replicates(METRICS[name], labels, s, drawn) for s in (a, b)
        )
        same_replicates(found.values["a"][name], of_a)
        same_replicates(found.values["b"][name], of_b)
        difference = [x - y for x, y in zip(of_a, of_b, strict=True)]
        same_replicates(found.differences["a", "b"][name], difference)


# ------------------------------------------------------------------------- hard labels

LABELS = [
    row for row in METRICS.values() if row.kind == "metric" and row.task == "labels"
]
MEANS = ("macro", "weighted", "samples")
KINDS = sorted({kind for row in LABELS for kind in row.targets})


def of_kind(kind):
    return [row for row in LABELS if kind in row.targets]


# They count rows that are rightly not of a label, so one that is not drawn matters.
OF_ALL_LABELS = {
    "multilabel_matthews_corrcoef_micro",
    "multilabel_cohen_kappa_score_micro",
}


def parameters_of(row, n_classes):
    given = dict(row.parameters)
    if "beta" in row.required:
        given["beta"] = 0.5
    if "cost_matrix" in row.required:
        given["cost_matrix"] = [[0, 1, 2], [4, 0, 1], [9, 5, 1]]
        given["labels"] = [0, 1, 2]
    return given


def label_value(row, y_true, y_pred, weights=None, *, n_classes):
    """Return the reference's metric; a ratio without trials is NaN, in a mean 0."""
    given = parameters_of(row, n_classes)
    if row.name in OF_ALL_LABELS and not isinstance(y_true[0], list):
        given["labels"] = [*range(n_classes)]
    if weights is not None:
        given["sample_weight"] = weights
    instead = [{}]
    if "zero_division" in row.options:
        of_mean = given.get("average") in MEANS or row.name == "macro_f1_of_averages"
        # A ratio without trials is whatever it is said to be.
        instead = [{"zero_division": z} for z in ([0.0] if of_mean else [0.0, 1.0])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        values = {
            float(getattr(reference, row.function)(y_true, y_pred, **given, **more))
            for more in instead
        }
    return values.pop() if len(values) == 1 else math.nan


def label_data(draw, kind):
    """Draw labels of all classes and predictions, few of them right."""
    n = draw(st.integers(5, 12))
    if kind == "multilabel-indicator":
        row = st.lists(st.integers(0, 1), min_size=2, max_size=2)
        matrix = st.lists(row, min_size=n, max_size=n)
        return draw(matrix), draw(matrix)
    k = 2 if kind == "binary" else 3
    codes = st.lists(st.integers(0, k - 1), min_size=n - k, max_size=n - k)
    return [*range(k), *draw(codes)], [*range(k), *draw(codes)]


def label_interval(row, y_true, y_pred, seed, n_classes, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return fastmetrics.confidence_interval(
            row.name,
            y_true,
            y_pred,
            metric_params=parameters_of(row, n_classes),
            method="percentile",
            n_resamples=N_RESAMPLES,
            random_state=seed,
            **options,
        )


def same_label_replicates(interval, expected):
    if math.isnan(interval.estimate) or interval.distribution is None:
        return
    same_replicates(interval, expected)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(8, same=2))
@given(draw=st.data())
def test_replicates_of_a_table_are_those_of_the_reference(kind, draw):
    y_true, y_pred = label_data(draw.draw, kind)
    n_classes = 2 if kind == "binary" else 3
    seed = draw.draw(st.integers(0, 2**64 - 1))
    several = kind == "multilabel-indicator"
    cells = [
        (tuple(t), tuple(p)) if several else (t, p)
        for t, p in zip(y_true, y_pred, strict=True)
    ]
    table = {cell: cells.count(cell) for cell in cells}
    drawn = []
    for counts in intervals.count_replicates(table, seed, 0, N_RESAMPLES):
        rows = [cell for cell, count in counts.items() for _ in range(count)]
        columns = ([list(side) if several else side for side in c] for c in rows)
        drawn.append([*map(list, zip(*columns, strict=True))])
    for row in of_kind(kind):
        note(row.name)
        expected = [label_value(row, t, p, n_classes=n_classes) for t, p in drawn]
        interval = label_interval(row, y_true, y_pred, seed, n_classes)
        same_label_replicates(interval, expected)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(5, same=2))
@given(draw=st.data())
def test_replicates_of_weighted_rows_are_those_of_the_reference(kind, draw):
    y_true, y_pred = label_data(draw.draw, kind)
    n, n_classes = len(y_true), 2 if kind == "binary" else 3
    quarters = st.sampled_from([0.25, 0.5, 1, 2])
    weights = draw.draw(st.lists(quarters, min_size=n, max_size=n))
    seed = draw.draw(st.integers(0, 2**64 - 1))
    order = sorted(range(n), key=lambda i: (y_true[i], y_pred[i]))
    drawn = replicates(y_true, seed, [order])
    for row in of_kind(kind):
        note(row.name)
        value = partial(label_value, row, n_classes=n_classes)
        expected = intervals.bootstrap_values(value, [y_true, y_pred, weights], drawn)
        interval = label_interval(
            row, y_true, y_pred, seed, n_classes, sample_weight=weights
        )
        same_label_replicates(interval, expected)


@settings(max_examples=examples(100, same=10))
@given(
    trials=st.one_of(st.integers(1, 60), st.floats(0.5, 500)),
    share=st.one_of(st.sampled_from([0, 1, 1.1e-308, 5e-324]), st.floats(0, 1)),
    level=LEVELS,
)
def test_bounds_of_a_share(trials, share, level):
    successes = share * trials
    for method in ("wilson", "clopper-pearson", "agresti-coull", "jeffreys"):
        note(method)
        plain = getattr(intervals, f"{method.replace('-', '_')}_interval")
        close(
            bounds.proportion(method, successes, trials, level),
            plain(successes, trials, level),
        )


@given(draw=st.data())
def test_weighted_rows_are_worth_fewer(draw):
    y_true, y_pred = label_data(draw.draw, "binary")
    n = len(y_true)
    quarters = st.sampled_from([0.25, 0.5, 1, 2])
    weights = draw.draw(st.lists(quarters, min_size=n, max_size=n))
    found = fastmetrics.confidence_interval(
        "accuracy", y_true, y_pred, sample_weight=weights
    )
    worth = sum(weights) ** 2 / sum(w * w for w in weights)
    share = reference.accuracy_score(y_true, y_pred, sample_weight=weights)
    close((found.low, found.high), intervals.wilson_interval(share * worth, worth))


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
        bounds.percentile(array, level),
        intervals.percentile_interval(replicates, level),
    )
    close(
        bounds.basic(estimate, array, level),
        intervals.basic_interval(estimate, replicates, level),
    )
    a = bounds.acceleration(np.array(jackknife))
    assert a == pytest.approx(intervals.acceleration(jackknife), rel=1e-9, abs=1e-12)
    close(
        bounds.bca(estimate, array, a, level),
        intervals.bca_interval(estimate, replicates, jackknife, level),
    )
    close(
        bounds.bca(estimate, array, 0.0, level),
        intervals.bias_corrected_interval(estimate, replicates, level),
    )
    close(
        bounds.normal(estimate, 0.5, level),
        intervals.normal_interval(estimate, 0.5, level),
    )


@one_case(
    "metric, closed_form",
    [
        ("roc_auc_score", area_plans.leave_one_out_auc),
        ("average_precision_score", area_plans.leave_one_out_average_precision),
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


@given(
    case=cases(weighted=False, pos_label=False),
    level=LEVELS,
    method=st.sampled_from(["delong", "delong-raw", "inverted-delong", "auto"]),
)
def test_delong_bounds(case, level, method):
    labels, scores = case.y_true.plain, case.y_score.plain
    n_positive = sum(label == 1 for label in labels)
    n_negative = len(labels) - n_positive
    if min(n_positive, n_negative) < 2:
        return
    auc, variance = reference.delong_roc_variance(labels, scores)
    normal = {
        "delong": area_intervals.delong_interval,
        "delong-raw": area_intervals.raw_delong_interval,
    }
    if method in normal:
        way = normal[method]
        low, high = way(auc, variance, n_positive, n_negative, level)
    else:
        terms = variance_terms(labels, [scores])
        low, high = area_intervals.inverted_delong_interval(
            auc, tuple(map(float, terms)), n_positive, n_negative, level
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {
            name: fastmetrics.confidence_interval(
                name,
                case.y_true.dressed,
                y_score=case.y_score.dressed,
                confidence_level=level,
                method=method,
            )
            for name in ("roc_auc_score", "gini_coefficient", "rank_loss")
        }
    close((found["roc_auc_score"].low, found["roc_auc_score"].high), (low, high))
    gini, loss = found["gini_coefficient"], found["rank_loss"]
    close((gini.low, gini.high), (2 * low - 1, 2 * high - 1))
    close((loss.low, loss.high), (1 - high, 1 - low))
    if not math.isnan(low):  # no variance, no interval
        close(found["roc_auc_score"].standard_error, math.sqrt(variance))
