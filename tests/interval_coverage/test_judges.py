"""How often intervals of few human labels and a judge contain the true value.

A judge of 0 and 1 is a table of counts: labelled rows by label and judge, and all rows
by the judge. The counts are drawn instead of the rows, and PPI++ as its authors publish
it (Angelopoulos, Duchi and Zrnic 2023) is computed from the same counts.
"""

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics._common.interval import within
from fastmetrics.leaderboards.judge_cells import Cells, mover
from fastmetrics.leaderboards.judged_metrics import MetricOfTable, of_cells
from fastmetrics.metrics.labels.counting.count_formulas import count_formula

pytestmark = pytest.mark.slow

Z = 1.959963984540054
N_ROWS = 2000
LABELS = (30, 60, 200, 500)
RATES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98)
# At 30 and 60 labels a good judge may cover more.
RANGES = {30: (0.93, 0.995), 60: (0.93, 0.995), 200: (0.93, 0.97), 500: (0.93, 0.97)}


def inside(covered, low, high):
    """Check a coverage but for three of its standard errors."""
    error = np.sqrt(0.05 * 0.95 / len(covered))
    share = np.mean(covered)
    assert low - 3 * error <= share <= high + 3 * error, share
    return share


def contains(found, value):
    """Whether an interval contains the true value."""
    return found.low <= value <= found.high


def drawn_counts(rng, n_sets, n, p, sensitivity, specificity):
    """Return labelled rows of (label, judge) 11, 10, 01 and 00, and all judged 1."""
    shares = [
        p * sensitivity,
        p * (1 - sensitivity),
        (1 - p) * (1 - specificity),
        (1 - p) * specificity,
    ]
    counts = rng.multinomial(n, shares, n_sets)
    others = rng.binomial(N_ROWS - n, shares[0] + shares[2], n_sets)
    return counts, counts[:, 0] + counts[:, 2] + others


def cells_of_counts(counts, judged_one):
    """Return the cells of the judge's two labels, 1 first."""
    n11, n10, n01, n00 = counts
    shares = np.array([judged_one, N_ROWS - judged_one]) / N_ROWS
    kept = shares > 0
    labelled, ones = np.array([[n11 + n01, n10 + n00], [n11, n10]], float)
    return Cells(shares[kept], labelled[kept], ones[kept], N_ROWS)


def rate_of_counts(counts, judged_one, level=0.95):
    """Return the interval of `judge_corrected_mean`."""
    cells = cells_of_counts(counts, judged_one)
    of = mover(lambda s, r: (s * r).sum(-1), cells, level)
    return within(of, (0.0, 1.0))


def ppi_bounds(counts, judged_one):
    """Return the bounds of PPI++ for all sets: λ̂ in [0, 1], normal, without a cut."""
    n11, n10, n01, _ = counts.T
    n = counts.sum(1)
    m = N_ROWS - n
    y, f = (n11 + n10) / n, (n11 + n01) / n
    u, of_all = (judged_one - n11 - n01) / m, judged_one / N_ROWS
    covariance = n11 / n - y * f
    variance = of_all * (1 - of_all) * N_ROWS / (N_ROWS - 1)
    weight = np.clip(covariance / ((1 + n / m) * variance), 0, 1)
    error = weight**2 * u * (1 - u) / m
    error += (y * (1 - y) + weight**2 * f * (1 - f) - 2 * weight * covariance) / n
    estimate = y + weight * (u - f)
    half = Z * np.sqrt(np.maximum(error, 0))
    return estimate - half, estimate + half


def test_counts_are_what_the_rows_are():
    rng = np.random.default_rng(0)
    counts, judged = drawn_counts(rng, 1, 60, 0.8, 0.9, 0.8)
    n11, n10, n01, n00 = counts[0].tolist()
    human = [1] * (n11 + n10) + [0] * (n01 + n00) + [None] * (N_ROWS - 60)
    judge = [1] * n11 + [0] * n10 + [1] * n01 + [0] * n00
    others = int(judged[0]) - n11 - n01
    judge += [1] * others + [0] * (N_ROWS - 60 - others)
    found = fm.judge_corrected_mean(human, judge)
    of = rate_of_counts(counts[0], judged[0])
    # The cells come in another order.
    assert tuple(of) == pytest.approx((found.estimate, found.low, found.high))


def test_ppi_is_what_its_package_says():
    # ppi_py 0.2.3, ppi_mean_ci(y, f, unlabelled, alpha=0.05): 24 labels of 1 that the
    # judge calls 1, and 3, 2 and 11 others; 1,300 of 2,000 rows are judged 1.
    low, high = ppi_bounds(np.array([[24, 3, 2, 11]]), np.array([1300]))
    expected = 0.5734555648414805, 0.7765444351585196
    assert (low[0], high[0]) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n", LABELS)
@pytest.mark.parametrize("judge", [(0.9, 0.8), (0.97, 0.97), (0.8, 0.6)])
def test_means_of_rates(n, judge):
    rng = np.random.default_rng(n)
    shown = []
    for p in RATES:
        counts, judged = drawn_counts(rng, 2000, n, p, *judge)
        found = [rate_of_counts(*each) for each in zip(counts, judged, strict=True)]
        share = inside([contains(one, p) for one in found], *RANGES[n])
        low, high = ppi_bounds(counts, judged)
        of_ppi = np.mean((low <= p) & (p <= high))
        shown.append((p, share, of_ppi))
        if n == 30 and p >= 0.9:
            assert of_ppi < 0.9
    print("\n", judge, n, [tuple(round(float(x), 3) for x in one) for one in shown])


@pytest.mark.parametrize("n", LABELS)
def test_means_with_scores_of_a_judge(n):
    rng = np.random.default_rng(n)
    for p in (0.5, 0.8, 0.95):
        covered = []
        for _ in range(600):
            truth = rng.random(N_ROWS) < p
            judge = truth + rng.normal(0, 0.6, N_ROWS)
            human = np.where(np.arange(N_ROWS) < n, truth, np.nan)
            covered.append(contains(fm.judge_corrected_mean(human, judge), p))
        inside(covered, 0.93, 0.985)


@pytest.mark.parametrize("n_groups", [8, 20, 60])
def test_means_with_groups(n_groups):
    """Five rows per group, whose rates vary with a correlation of 0.2."""
    rng = np.random.default_rng(n_groups)
    n_rows, p = 2000, 0.8
    groups = np.repeat(np.arange(n_rows // 5), 5)
    covered, by_row = [], []
    for _ in range(800):
        rate = rng.beta(p * 4, (1 - p) * 4, n_rows // 5)
        truth = rng.random(n_rows) < rate[groups]
        judge = np.where(rng.random(n_rows) < 0.85, truth, ~truth).astype(float)
        human = np.where(groups < n_groups, truth, np.nan)
        found = fm.judge_corrected_mean(human, judge, groups=groups)
        covered.append(contains(found, p))
        by_row.append(contains(fm.judge_corrected_mean(human, judge), p))
        assert found.approximate == (n_groups < 10)
    share = inside(covered, 0.93, 0.98)
    assert np.mean(by_row) < share
    print("\n", n_groups, share, np.mean(by_row))


@pytest.mark.parametrize("n", LABELS)
def test_means_of_grades(n):
    """Grades 1 to 5 and a judge one grade off in half of the rows."""
    rng = np.random.default_rng(n)
    covered = []
    for _ in range(1500):
        human = rng.choice(5, N_ROWS, p=[0.05, 0.05, 0.1, 0.3, 0.5]) + 1.0
        judge = human + rng.choice([-1, 0, 0, 1], N_ROWS)
        found = fm.judge_corrected_mean(
            np.where(np.arange(N_ROWS) < n, human, np.nan), judge
        )
        covered.append(contains(found, 4.15))
        assert found.approximate == (n < 50)
    print("\n", n, inside(covered, 0.92 if n < 50 else 0.935, 0.965))


@pytest.mark.parametrize("n", LABELS)
@pytest.mark.parametrize("p", [0.5, 0.8, 0.95])
def test_differences_of_rates(n, p):
    """Two systems on the same items, with rates p and p or p − 0.05."""
    rng = np.random.default_rng(n)
    n_rows = 1000
    shown = []
    for difference in (0.0, 0.05):
        covered, rejected = [], []
        for _ in range(800):
            hard = rng.random((2, n_rows)) < 0.5
            level = rng.random(n_rows)
            own = rng.random((2, n_rows))
            truth = np.where(hard[0], level, own) < [[p], [p - difference]]
            right = np.where(truth, 0.9, 0.8)
            judge = np.where(rng.random((2, n_rows)) < right, truth, ~truth)
            human = np.where(np.arange(n_rows) < n, truth, np.nan)
            found = fm.judge_corrected_difference(
                human[0], judge[0], human[1], judge[1]
            )
            covered.append(contains(found, difference))
            rejected.append(found.pvalue <= 0.05)
            assert rejected[-1] == (not contains(found, 0.0))
        high = 0.995 if n < 200 else 0.98
        shown.append(inside(covered, 0.93, high))
    print("\n", n, p, [float(one) for one in shown])


@pytest.mark.parametrize("n_groups", [8, 20, 60])
def test_differences_with_groups(n_groups):
    """Five rows per group, whose labels are correlated."""
    rng = np.random.default_rng(n_groups)
    n_rows = 1000
    groups = np.repeat(np.arange(n_rows // 5), 5)
    covered = []
    for _ in range(800):
        rates = rng.beta(3.2, 0.8, (2, n_rows // 5))
        truth = rng.random((2, n_rows)) < rates[:, groups]
        judge = np.where(rng.random((2, n_rows)) < 0.85, truth, ~truth)
        human = np.where(groups < n_groups, truth, np.nan)
        found = fm.judge_corrected_difference(
            human[0], judge[0], human[1], judge[1], groups=groups
        )
        covered.append(contains(found, 0.0))
    print("\n", n_groups, inside(covered, 0.92, 0.97))


@pytest.mark.parametrize("n", [30, 60, 200])
def test_means_of_strata(n):
    """People label half of their rows where the judge says 0, which is a quarter."""
    rng = np.random.default_rng(n)
    covered, p = [], 0.8
    for _ in range(1000):
        truth = rng.random(N_ROWS) < p
        judge = np.where(rng.random(N_ROWS) < 0.9, truth, ~truth)
        human = np.full(N_ROWS, np.nan)
        for label in (0, 1):
            rows = rng.permutation(np.flatnonzero(judge == label))[: n // 2]
            human[rows] = truth[rows]
        covered.append(contains(fm.judge_corrected_mean(human, judge, strata=judge), p))
    print("\n", n, inside(covered, 0.93, 0.98))


METRICS = [
    *("accuracy_score", "precision_score", "recall_score", "f1_score"),
    *("balanced_accuracy_score", "matthews_corrcoef", "cohen_kappa_score"),
]


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_of_two_classes(metric):
    """A classifier with recall 0.8 and specificity 0.9, without undefined intervals."""
    rng = np.random.default_rng(0)
    labels = np.array([0, 1])
    row = fm.catalog.find(metric)
    value = MetricOfTable(count_formula(row, "binary", row.parameters), labels)
    of = of_cells(value, [0, 0, 1, 1])
    shown = []
    for n in LABELS:
        for p in (0.1, 0.5):
            # Cells of (prediction, judge), by the true label.
            of_negative = [0.9 * 0.85, 0.9 * 0.15, 0.1 * 0.85, 0.1 * 0.15]
            of_positive = [0.2 * 0.1, 0.2 * 0.9, 0.8 * 0.1, 0.8 * 0.9]
            by_label = np.array([of_negative, of_positive])
            shares = by_label * [[1 - p], [p]]
            truth = float(value(shares.reshape(2, 2, 2).sum(2)))
            covered = []
            counts = rng.multinomial(n, shares.ravel(), 600).reshape(-1, 2, 4)
            others = rng.multinomial(N_ROWS - n, shares.sum(0), 600)
            for own, rest in zip(counts, others, strict=True):
                labelled = own.sum(0).astype(float)
                every = (labelled + rest) / N_ROWS
                cells = Cells(every, labelled, own[1].astype(float), N_ROWS)
                found = mover(of, cells, 0.95)
                if not np.isnan(found.low):
                    covered.append(contains(found, truth))
            shown.append(inside(covered, 0.93, 0.997))
    print("\n", metric, [round(float(one), 3) for one in shown])


def test_metrics_of_three_classes():
    rng = np.random.default_rng(0)
    covered, truth = [], []
    for _ in range(400):
        y = rng.integers(0, 3, N_ROWS)
        judge, predicted = (
            np.where(rng.random(N_ROWS) < right, y, rng.integers(0, 3, N_ROWS))
            for right in (0.85, 0.7)
        )
        known = np.where(np.arange(N_ROWS) < 200, y, np.nan)
        found = fm.judge_corrected("balanced_accuracy", known, judge, predicted)
        covered.append(contains(found, 0.8))
        truth.append(found.estimate)
    assert abs(np.mean(truth) - 0.8) < 0.005
    inside(covered, 0.93, 0.97)


@pytest.mark.parametrize("n", [30, 100, 500])
def test_rogan_gladen(n):
    """n rows of each known class, and 2,000 others of which 20 % are positive."""
    rng = np.random.default_rng(n)
    covered = []
    sensitivity, specificity, p = 0.9, 0.85, 0.2
    positive = p * sensitivity + (1 - p) * (1 - specificity)
    for _ in range(2000):
        found = fm.rogan_gladen(
            int(rng.binomial(2000, positive)),
            2000,
            sensitivity=(int(rng.binomial(n, sensitivity)), n),
            specificity=(int(rng.binomial(n, specificity)), n),
        )
        covered.append(contains(found, p))
    print("\n", n, inside(covered, 0.93, 0.985))
