"""The law of the replicates against all n**n resamples, written out.

A million replicates of five rows, and fewer where tests must be quick: every distinct
value of a metric, and "undefined" as an outcome of its own, must come as often as among
the 3,125 equally likely ways to draw five rows with replacement. Chi-square; the seed
is fixed, and with the limit of 1e-6 the test would reject a right law once in a million
seeds.
"""

import itertools
import math
import warnings
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from fastmetrics import catalog, reference
from fastmetrics._kernels import resample
from fastmetrics.metrics.labels.counting.count_formulas import count_formula
from fastmetrics.metrics.scores.sorted_scores import sort_keys
from fastmetrics.resampling.count_models import CountedLabels, CountModels

LABELS = [1, 0, 1, 0, 1]
# Distinct scores; a tie across classes; a tie of everything but one.
SCORES = {
    "distinct": [0.9, 0.7, 0.6, 0.4, 0.2],
    "tied": [0.9, 0.7, 0.7, 0.4, 0.2],
    "heavily tied": [0.5, 0.5, 0.5, 0.4, 0.5],
}
METRICS = {
    ("roc_auc",): reference.roc_auc_score,
    ("average_precision",): reference.average_precision_score,
    ("ks",): reference.ks_statistic,
    ("best_f", 1.0): lambda y, s: reference.optimal_threshold(y, s, criterion="f1")[1],
    ("expected_cost", 0.0, 1.0): reference.expected_cost,
}
SMALLEST_P = 1e-6


@pytest.fixture(params=[100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def n_replicates(request):
    return request.param


def ways_to_draw(drawn_sets):
    """Sets of rows, and in how many orders each is drawn."""
    return Counter(tuple(sorted(rows)) for rows in drawn_sets).items()


def outcome(value):
    """Values that differ only in the last digits are one outcome."""
    return "undefined" if math.isnan(value) else round(value, 9)


def exact_law(metric, labels, scores, drawn_sets):
    law = Counter()
    needs_both = metric in (METRICS[("roc_auc",)], METRICS[("ks",)])
    for rows, ways in ways_to_draw(drawn_sets):
        y, s = [labels[i] for i in rows], [scores[i] for i in rows]
        missing = len(set(y)) < 2 if needs_both else 1 not in y
        if metric is reference.expected_cost:
            missing = len(set(y)) < 2
        law[outcome(math.nan if missing else metric(y, s))] += ways
    return law


def canonical_flags(labels, scores):
    return sort_keys(labels, scores).flags()


def chi_square(values, law):
    distinct, counts = np.unique(np.round(values, 9), return_counts=True)
    seen = dict(zip(map(outcome, distinct.tolist()), counts.tolist(), strict=True))
    assert set(seen) <= set(law)
    total = sum(law.values())
    expected = np.array([len(values) * count / total for count in law.values()])
    return stats.chisquare([seen.get(v, 0) for v in law], expected).pvalue


def drawn(flags, sizes, seed, n, reducers=(("roc_auc",),), *units):
    """Values of n replicates, a column for each reducer."""
    models = [resample.SweepRows(flags, [*reducers], *units)]
    out = np.empty((n, len(reducers)))
    resample.replicate(models, np.array(sizes), seed, 0, out)
    return out.T


@pytest.mark.parametrize("tied", SCORES)
def test_row_bootstrap(tied, n_replicates):
    scores = SCORES[tied]
    flags = canonical_flags(LABELS, scores)
    found = drawn(flags, [5], 20, n_replicates, METRICS)
    draws = [*itertools.product(range(5), repeat=5)]
    for values, (reducer, metric) in zip(found, METRICS.items(), strict=True):
        law = exact_law(metric, LABELS, scores, draws)
        assert chi_square(values, law) > SMALLEST_P, reducer


def test_one_class_comes_as_often_as_it_should(n_replicates):
    """All five rows positive or all negative: (3/5)**5 + (2/5)**5 of the time."""
    flags = canonical_flags(LABELS, SCORES["distinct"])
    undefined = int(np.isnan(drawn(flags, [5], 1, n_replicates)).sum())
    expected = 0.6**5 + 0.4**5
    assert stats.binomtest(undefined, n_replicates, expected).pvalue > SMALLEST_P


def test_stratified_bootstrap(n_replicates):
    """Three positives and two negatives are drawn apart from each other."""
    scores = SCORES["tied"]
    flags = canonical_flags(LABELS, scores)
    # Canonical rows are + + - - +; units are ranks within the class.
    units = np.array([0, 1, 3, 4, 2], np.uint32)
    [values] = drawn(flags, [3, 2], 3, n_replicates, [("roc_auc",)], units, None, 5)
    draws = [
        p + n
        for p in itertools.product([0, 2, 4], repeat=3)
        for n in itertools.product([1, 3], repeat=2)
    ]
    law = exact_law(reference.roc_auc_score, LABELS, scores, draws)
    assert "undefined" not in law
    assert chi_square(values, law) > SMALLEST_P


def test_cluster_bootstrap(n_replicates):
    """Groups of rows come and go together."""
    scores = SCORES["distinct"]
    groups = [[0, 1], [2], [3, 4]]
    flags = canonical_flags(LABELS, scores)  # distinct scores: rows in their order
    units = np.array([0, 0, 1, 2, 2], np.uint32)
    [values] = drawn(flags, [3], 4, n_replicates, [("roc_auc",)], units, None, 3)
    draws = [
        [row for g in chosen for row in groups[g]]
        for chosen in itertools.product(range(3), repeat=3)
    ]
    law = exact_law(reference.roc_auc_score, LABELS, scores, draws)
    assert chi_square(values, law) > SMALLEST_P


# ------------------------------------------------------------------------- hard labels

TRUE = np.array([0, 1, 1, 0, 2, 1])
PREDICTED = {
    "binary": np.array([0, 1, 0, 1, 1, 1]),
    "multiclass": np.array([0, 1, 0, 2, 2, 1]),
}
COUNT_METRICS = {
    ("f1_score", "binary"): lambda y, p: reference.f1_score(
        y, p, zero_division=math.nan
    ),
    ("matthews_corrcoef", "binary"): reference.matthews_corrcoef,
    ("matthews_corrcoef", "multiclass"): reference.matthews_corrcoef,
    ("f1_macro", "multiclass"): lambda y, p: reference.f1_score(
        y, p, average="macro", zero_division=0.0
    ),
}


def label_data(kind):
    y_true = TRUE if kind == "multiclass" else TRUE % 2
    return y_true, PREDICTED[kind]


def count_law(metric, y_true, y_pred, drawn_sets):
    law = Counter()
    for rows, ways in ways_to_draw(drawn_sets):
        y, p = (column[list(rows)].tolist() for column in (y_true, y_pred))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            law[outcome(float(metric(y, p)))] += ways
    return law


def count_models(names, kind, stratified=False, **design):
    y_true, y_pred = label_data(kind)
    labels = CountedLabels(y_true, [y_pred], **design)
    readings = [count_formula(catalog.find(name), kind) for name in names]
    return CountModels(labels.joint, labels.counts, readings, stratified=stratified)


@pytest.mark.parametrize("kind", PREDICTED)
def test_bootstrap_of_labels(kind, n_replicates):
    """Cells drawn as one multinomial, or the rows of every cell, have one law."""
    names = [name for name, own in COUNT_METRICS if own == kind]
    draws = [*itertools.product(range(6), repeat=6)]
    laws = [
        count_law(COUNT_METRICS[name, kind], *label_data(kind), draws) for name in names
    ]
    for design in ({}, {"groups": np.arange(6)}):
        models = count_models(names, kind, **design)
        assert models.touches_rows == bool(design)
        found = models.replicates(11, n_replicates)[:, 0].T
        for name, values, law in zip(names, found, laws, strict=True):
            assert chi_square(values, law) > SMALLEST_P, (name, design)


def test_stratified_bootstrap_of_labels(n_replicates):
    name, kind = "f1_macro", "multiclass"
    values = count_models([name], kind, stratified=True).replicates(12, n_replicates)
    draws = (
        zeros + ones + (4,)
        for zeros in itertools.product([0, 3], repeat=2)
        for ones in itertools.product([1, 2, 5], repeat=3)
    )
    law = count_law(COUNT_METRICS[name, kind], *label_data(kind), draws)
    assert chi_square(values[:, 0, 0], law) > SMALLEST_P


def test_difference_of_two_models(n_replicates):
    """Joint cells keep the pairs of predictions together."""
    y_true, a = label_data("multiclass")
    b = np.array([0, 0, 1, 0, 2, 2])
    reading = count_formula(catalog.find("f1_macro"), "multiclass")
    labels = CountedLabels(y_true, [a, b])
    models = CountModels(labels.joint, labels.counts, [reading])
    values = models.replicates(13, n_replicates)[:, :, 0]
    metric = COUNT_METRICS["f1_macro", "multiclass"]
    law = Counter()
    for rows, ways in ways_to_draw(itertools.product(range(6), repeat=6)):
        y, p, q = (column[list(rows)].tolist() for column in (y_true, a, b))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            law[outcome(metric(y, p) - metric(y, q))] += ways
    assert chi_square(values[:, 0] - values[:, 1] + 0.0, law) > SMALLEST_P


def test_a_wrong_law_is_noticed():
    """Poisson weights whose total is left as it falls are not multinomial."""
    scores = SCORES["distinct"]
    draws = itertools.product(range(5), repeat=5)
    law = exact_law(reference.roc_auc_score, LABELS, scores, draws)
    rng = np.random.default_rng(0)
    values = []
    for w, times in Counter(map(tuple, rng.poisson(1.0, (20_000, 5)))).items():
        rows = [i for i in range(5) for _ in range(w[i])]
        y, s = [LABELS[i] for i in rows], [scores[i] for i in rows]
        value = reference.roc_auc_score(y, s) if len(set(y)) == 2 else math.nan
        values += times * [value if outcome(value) in law else math.nan]
    assert chi_square(values, law) < SMALLEST_P
