"""Proportions of rows in groups, and differences of proportions of the same rows."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.paired_differences import PairedDifferences, PairSums
from fastmetrics.reference import intervals as literal
from fastmetrics.reference import mean_intervals as plain
from fastmetrics.resampling import refusals

N, G = 60, 7
GROUPS = np.arange(N) ** 2 % 23 % G  # of unequal sizes


@pytest.fixture
def rows(rng):
    y = rng.integers(0, 2, N)
    models = [np.where(rng.random(N) < p, y, 1 - y) for p in (0.8, 0.7, 0.75)]
    return y, dict(zip("abc", models, strict=True))


def trials_of(name, y, pred):
    """Whether each row is a success, and whether it is a trial."""
    every = np.ones(N, bool)
    return {
        "accuracy_score": (pred == y, every),
        "zero_one_loss": (pred != y, every),
        "recall_score": (pred == y, y == 1),
        "specificity_score": (pred == y, y == 0),
        "precision_score": (pred == y, pred == 1),
        "false_positive_rate": (pred != y, y == 0),
        "selection_rate": (pred == 1, every),
    }[name]


NAMES = (
    *("accuracy_score", "zero_one_loss", "recall_score", "specificity_score"),
    *("precision_score", "false_positive_rate", "selection_rate"),
)


def by_group(successes, trials, weights=None, groups=GROUPS):
    w = np.ones(N) if weights is None else weights
    of_group = [groups == g for g in np.unique(groups)]
    return [
        [float((w * each)[rows].sum()) for rows in of_group]
        for each in (successes & trials, trials)
    ]


@one_case("weighted", [False, True])
def test_proportions_of_rows_in_groups(rows, rng, weighted):
    y, models = rows
    weights = rng.random(N) if weighted else None
    for name in NAMES:
        found = fm.confidence_interval(
            name, y, models["a"], groups=GROUPS, sample_weight=weights
        )
        totals, sizes = by_group(*trials_of(name, y, models["a"]), weights)
        expected = literal.effective_wilson_interval(totals, sizes)
        assert (found.low, found.high) == pytest.approx(expected, rel=1e-10), name
        n = literal.effective_size(totals, sizes)
        p = found.estimate
        assert found.standard_error == pytest.approx(math.sqrt(p * (1 - p) / n)), name
        assert found.method == "wilson-effective"
        assert (found.approximate, found.reason) == (True, refusals.FEW_UNEQUAL_GROUPS)


def test_groups_of_one_row_are_rows(rows):
    y, models = rows
    one, alone = (
        fm.confidence_interval("accuracy_score", y, models["a"], groups=groups)
        for groups in (None, np.arange(N))
    )
    assert (alone.low, alone.high) == pytest.approx((one.low, one.high), rel=1e-12)
    assert not alone.approximate


def test_groups_that_are_all_right_have_bounds(rows):
    y, _ = rows
    found = fm.confidence_interval("accuracy_score", y, y, groups=np.arange(N) % 10)
    # As Wilson's of ten trials.
    assert found.high == 1
    assert found.low == pytest.approx(literal.wilson_interval(10, 10)[0], abs=0.01)
    no_positive = np.where(GROUPS == 0, y, 0)
    alone = fm.confidence_interval("recall_score", no_positive, y, groups=GROUPS)
    assert math.isnan(alone.low)
    assert alone.reason == refusals.ALONE
    with pytest.warns(UserWarning, match="ill-defined"):
        nothing = fm.confidence_interval("recall_score", y * 0, y, groups=GROUPS)
    assert nothing.reason == refusals.UNDEFINED
    weights = np.where(GROUPS == 0, 1e20, 1e-20)
    one = fm.confidence_interval(
        "accuracy_score", y, y, groups=GROUPS, sample_weight=weights
    )
    assert one.reason == refusals.ONE_WEIGHS_ALL


@one_case("design", ["rows", "groups", "weights"])
def test_differences_of_two_models(rows, rng, design):
    y, models = rows
    weights = rng.random(N) if design == "weights" else None
    groups = GROUPS if design == "groups" else np.arange(N)
    given = {"rows": {}, "groups": {"groups": GROUPS}}
    options = given.get(design, {"sample_weight": weights})
    for name in NAMES:
        found = fm.compare(name, y, models, **options, random_state=0)
        for (a, b), one in found.differences.items():
            if name == "precision_score":  # its trials are other rows
                assert one.method in ("bca", "jackknife-t")
                continue
            (first, sizes), (second, _) = (
                by_group(*trials_of(name, y, models[k]), weights, groups)
                for k in (a, b)
            )
            least = 1.0 if weights is None else float(np.mean(weights**2))
            expected = plain.paired_interval(first, second, sizes, least)
            assert (one.low, one.high) == pytest.approx(expected, rel=1e-9), name
            assert one.method == "t", name


def test_models_that_agree_on_all_rows(rows):
    y, models = rows
    same = {"a": models["a"], "b": models["a"].copy()}
    for options in ({}, {"groups": GROUPS}):
        one = fm.compare("accuracy_score", y, same, **options)["a", "b"]
        assert one.pvalue == one.adjusted_pvalue == 1
        assert one.low == -one.high < 0
    right = {"a": y, "b": 1 - y}  # as far apart as can be
    one = fm.compare("accuracy_score", y, right)["a", "b"]
    t = 2.0009953780882674  # of 59 degrees of freedom
    assert one.low == pytest.approx(1 - t * math.sqrt(60 / 59) / 60)
    assert one.high == 1


def test_a_table_of_labels_has_pairs(rows):
    y, models = rows
    of_rows, of_groups = (
        fm.compare("error_rate", y, models, **options)["a", "c"]
        for options in ({}, {"groups": np.arange(N)})
    )
    assert of_rows.low == pytest.approx(of_groups.low)
    assert of_rows.pvalue == pytest.approx(of_groups.pvalue)


def test_other_families(rng):
    y = rng.integers(0, 3, N)
    proba = rng.dirichlet([1, 1, 1], (2, N))
    models = {"a": proba[0], "b": proba[1]}
    hits = [(np.argsort(p, axis=1)[:, 1:] == y[:, None]).any(axis=1) for p in proba]
    every = np.ones(N, bool)
    (first, sizes), (second, _) = (by_group(one, every) for one in hits)
    name = "top_k_accuracy_score"
    found = fm.confidence_interval(name, y, y_proba=models["a"], groups=GROUPS)
    expected = literal.effective_wilson_interval(first, sizes)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-10)
    one = fm.compare(name, y, y_proba=models, groups=GROUPS)["a", "b"]
    expected = plain.paired_interval(first, second, sizes)
    assert (one.low, one.high) == pytest.approx(expected, rel=1e-10)


# --- standard errors of all pairs


def by_hand(values, codes, weight=1.0):
    """Return δ, the variance and its degrees of freedom, from pairs of values."""
    d = values[:, 0] - values[:, 1]
    known = ~np.isnan(d)
    sums = [
        (d[one].sum(), one.sum()) for u in set(codes) for one in [known & (codes == u)]
    ]
    sums = [(total, m) for total, m in sums if m]
    n, count = sum(m for _, m in sums), len(sums)
    apart = sum(total for total, _ in sums) / n
    squares = sum(
        ((total - apart * m) * (1 - 1 / count) / (1 - m / n)) ** 2 for total, m in sums
    )
    return apart, weight**2 * count / (count - 1) * squares / n**2, count - 1


@pytest.fixture
def table(rng):
    """Scores around a large mean, with gaps, and a cluster of each item."""
    values = 1e6 + rng.normal(size=(40, 3))
    values[rng.random(values.shape) < 0.2] = np.nan
    return values - np.nanmean(values, axis=1, keepdims=True), np.arange(40) ** 2 % 11


def test_sums_of_items_and_clusters(table):
    values, codes = table
    of_items, of_clusters = (
        PairSums.of_items(values),
        PairSums.of_clusters(values, codes),
    )
    for sums, units in ((of_items, np.arange(40)), (of_clusters, codes)):
        found = PairedDifferences.of_strata([sums])
        for i, j in ((0, 1), (2, 0), (1, 2)):
            apart, variance, freedom = by_hand(values[:, [i, j]], units)
            assert found.apart[i, j] == pytest.approx(apart, rel=1e-6)
            assert found.standard_error[i, j] == pytest.approx(math.sqrt(variance))
            assert found.degrees_of_freedom[i, j] == freedom
    every = np.nan_to_num(values)
    totals = np.stack([every[codes == u].sum(axis=0) for u in np.unique(codes)])
    sizes = np.bincount(codes)[np.unique(codes)].astype(float)
    for one, other in zip(
        PairSums.of_units(totals, sizes),
        PairSums.of_clusters(every, codes),
        strict=True,
    ):
        assert one == pytest.approx(other, abs=1e-12)


def test_strata_add_up(table):
    values, codes = table
    parts = [slice(0, 15), slice(15, 40)]
    strata = [PairSums.of_clusters(values[part], codes[part]) for part in parts]
    for weights in ([0.3, 0.7], None):
        found = PairedDifferences.of_strata(strata, weights)
        n = [sums.n[0, 1] for sums in strata]
        own = np.array(n) / sum(n) if weights is None else weights
        known = [
            by_hand(values[part][:, :2], codes[part], weight)
            for part, weight in zip(parts, own, strict=True)
        ]
        total = sum(variance for _, variance, _ in known)
        freedom = total**2 / sum(v * v / f for _, v, f in known)
        apart = sum(w * one[0] for w, one in zip(own, known, strict=True))
        assert found.apart[0, 1] == pytest.approx(apart)
        assert found.standard_error[0, 1] == pytest.approx(math.sqrt(total))
        assert found.degrees_of_freedom[0, 1] == pytest.approx(freedom)


def test_least_sum_of_squares_of_strata():
    same = [PairSums.of_items(np.ones((n, 2))) for n in (10, 40)]
    found = PairedDifferences.of_strata(same, [0.5, 0.5], least=1.0)
    # The first stratum's items weigh more: one of ten differs.
    assert found.standard_error[0, 1] == pytest.approx(math.sqrt(10 / 9) * 0.5 / 10)
    assert found.degrees_of_freedom[0, 1] == 9
    assert (PairedDifferences.of_strata(same).standard_error == 0).all()


def test_few_units():
    values = np.eye(4)[:, :2]
    alone = [PairSums.of_items(values[:3]), PairSums.of_items(values[3:])]
    found = PairedDifferences.of_strata(alone, [0.5, 0.5])
    assert np.isnan(found.standard_error).all()
    # A stratum of weight 0 may have any number of units.
    found = PairedDifferences.of_strata(alone, [1.0, 0.0])
    assert found.degrees_of_freedom[0, 1] == 2
    nothing = np.array([[1.0, np.nan], [np.nan, 1.0]])
    found = PairedDifferences.of_strata([PairSums.of_items(nothing)], least=1.0)
    assert np.isnan([one[0, 1] for one in found]).all()


def test_counts_of_units():
    totals, sizes = np.eye(4)[:, :2], np.ones(4)
    padded = PairSums.of_units(np.vstack([totals, [[0, 0]]]), np.append(sizes, 0.0))
    assert padded.squares == pytest.approx(PairSums.of_units(totals, sizes).squares)
    doubled = PairSums.of_units(totals, sizes, np.array([2, 2, 2, 2]))
    twice = PairSums.of_units(np.vstack([totals, totals]), np.ones(8))
    for one, other in zip(doubled, twice, strict=True):
        assert one == pytest.approx(other)
