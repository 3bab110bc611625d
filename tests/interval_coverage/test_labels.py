"""How often the intervals of labels hold the truth, over 2,000 simulated data sets.

The truth is the metric of the population: its formula on the probabilities themselves.
With 2,000 sets the standard error of a coverage of 95 % is half a percentage point; the
range leaves at least three of them beside what was measured. Shares of few rows jump
from one possible value to the next, and so does what covers them.
"""

import itertools
import warnings

import numpy as np
import pytest

from fastmetrics import catalog
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.labels.counting.count_formulas import count_formula
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.plan import Data, Design

N_SETS = 2000
N_REPLICATES = 499
GOOD = (0.93, 0.975)

# A third positive, recall 0.8, specificity 0.9.
BINARY = np.array([[0.7 * 0.9, 0.7 * 0.1], [0.3 * 0.2, 0.3 * 0.8]])
CLASSES = np.array([0.4, 0.35, 0.25])[:, None] * (0.7 * np.eye(3) + 0.1)
POPULATIONS = {"binary": (BINARY, 200), "multiclass": (CLASSES, 300)}
# Of several labels each is there half of the time, and right 80 % of it.
N_LABELS, RIGHT, N_ROWS = 2, 0.8, 200

COSTS = {
    "binary": [[0, 1], [5, 0]],
    "multiclass": [[0, 1, 2], [3, 0, 1], [9, 4, 0]],
}

# Rows that several classes say more of than two.
OF_CLASSES = {
    "cohen_kappa_score",
    "macro_f1_of_averages",
    "total_cost",
    "cost_sensitive_accuracy",
    "multilabel_matthews_corrcoef",
    "multilabel_cohen_kappa_score",
}
# Rows that are tried with several labels per row besides.
ALSO_OF_PATTERNS = {
    *("accuracy_score", "hamming_loss", "precision_micro", "f1_micro"),
    *(
        f"{name}{average}"
        for name in ("multilabel_matthews_corrcoef", "multilabel_cohen_kappa_score")
        for average in ("", "_micro", "_weighted")
    ),
}


def kinds_of(row):
    """What labels the coverage of a row is tried on."""
    averaged = "average" in row.parameters or row.name in OF_CLASSES
    if "multiclass" in row.targets and averaged:
        yield "multiclass"
    elif "binary" in row.targets:
        yield "binary"
    if "binary" not in row.targets or row.name in ALSO_OF_PATTERNS:
        yield "multilabel-indicator"


BY_KIND = {
    kind: [row.name for row in catalog.scalar("labels") if kind in kinds_of(row)]
    for kind in ("binary", "multiclass", "multilabel-indicator")
}


def automatic(name, kind):
    """What "auto" is: the row's, but entries of one row are no independent trials."""
    if kind == "multilabel-indicator" and name != "accuracy_score":
        is_mean = name == "hamming_loss" or name.endswith("_samples")
        return "skew-t" if is_mean else "bca"
    return catalog.find(name).interval


# (metric, method, what the labels are): range of the coverage
COVERAGE = {
    (name, automatic(name, kind), kind): GOOD
    for kind, names in BY_KIND.items()
    for name in names
}
# About 14 rows, so whole intervals are won or lost with one: measured 97.4 %.
COVERAGE["false_positives", "bca", "binary"] = (0.93, 0.985)


def parameters_of(row, kind):
    given = dict(row.parameters)
    if "beta" in row.required:
        given["beta"] = 0.5
    if "cost_matrix" in row.required:
        given["cost_matrix"] = COSTS[kind]
    return given


def count(joint, kind, n):
    """Counts of n rows that have exactly these shares."""
    table = joint * n
    return Counts(
        np.arange(len(table)),
        kind,
        np.diagonal(table),
        table.sum(axis=1),
        table.sum(axis=0),
        table.sum(),
        None,
        table,
    )


def pattern_truth(row):
    """The metric of all patterns, each as often as it is likely."""
    rows = np.array(list(itertools.product((0, 1), repeat=2 * N_LABELS)))
    y_true, y_pred = rows[:, :N_LABELS], rows[:, N_LABELS:]
    right = np.where(y_true == y_pred, RIGHT, 1 - RIGHT)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return row.public(
            y_true, y_pred, sample_weight=right.prod(axis=1), **row.parameters
        )


def draw(rng, kind):
    """Labels, predictions and their table, of one data set."""
    if kind == "multilabel-indicator":
        y_true = rng.random((N_ROWS, N_LABELS)) < 0.5
        wrong = rng.random((N_ROWS, N_LABELS)) > RIGHT
        return y_true.astype(int), (y_true ^ wrong).astype(int)
    joint, n = POPULATIONS[kind]
    cells = rng.multinomial(n, joint.ravel())
    return tuple(
        np.repeat(codes, cells)
        for codes in np.divmod(np.arange(joint.size), len(joint))
    )


def truth(row, kind):
    if kind == "multilabel-indicator":
        return pattern_truth(row)
    joint, n = POPULATIONS[kind]
    reading = count_formula(row, kind, parameters_of(row, kind))
    return float(reading(count(joint, kind, n)))


@pytest.fixture(scope="module", params=BY_KIND)
def coverage(request):
    """Share of the sets whose interval holds the truth, by metric; and the methods."""
    kind = request.param
    rows = [catalog.find(name) for name in BY_KIND[kind]]
    truths = {row.name: truth(row, kind) for row in rows}
    hits = dict.fromkeys(truths, 0)
    methods = {name: set() for name in truths}
    rng = np.random.default_rng(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for k in range(N_SETS):
            y_true, y_pred = draw(rng, kind)
            data = Data({"y_true": y_true}, {"": {"y_pred": y_pred}})
            plan = CountPlan(data, Design(), {})
            plan.ask([BoundMetric(row, parameters_of(row, kind)) for row in rows])
            found = make_intervals(
                plan,
                confidence_level=0.95,
                method="auto",
                n_resamples=N_REPLICATES,
                seed=k,
            ).values[""]
            for name, value in truths.items():
                # A bound on the truth itself may have rounded to its other side.
                inside = found[name].low - 1e-12 <= value <= found[name].high + 1e-12
                hits[name] += inside
                methods[name].add(found[name].method)
    return kind, {name: count / N_SETS for name, count in hits.items()}, methods


@pytest.mark.slow
def test_automatic_intervals(coverage):
    kind, shares, methods = coverage
    for name, share in shares.items():
        low, high = COVERAGE[name, automatic(name, kind), kind]
        assert low <= share <= high, name
        assert methods[name] == {automatic(name, kind)}


# --- segmented images: a row is an image, a label is a pixel


# How well an image is segmented varies from image to image: few are segmented badly.
N_PIXELS, QUALITY = 64, (12, 1.5)
OF_IMAGES = ("f1_samples", "jaccard_samples", "hamming_loss")


def draw_images(rng, n):
    """Masks of a disc that covers a third of an image, and predicted masks."""
    y_true = np.arange(N_PIXELS) < rng.integers(12, 30, (n, 1))
    wrong = rng.random((n, N_PIXELS)) > rng.beta(*QUALITY, (n, 1))
    return y_true.astype(np.int8), (y_true ^ wrong).astype(np.int8)


@pytest.mark.slow
def test_means_over_images():
    rng = np.random.default_rng(0)
    population = draw_images(rng, 400_000)
    rows = [catalog.find(name) for name in OF_IMAGES]
    truths = {row.name: row.public(*population, **row.parameters) for row in rows}
    hits = dict.fromkeys(itertools.product(OF_IMAGES, (25, 100)), 0)
    for _, n in itertools.product(range(N_SETS), (25, 100)):
        y_true, y_pred = draw_images(rng, n)
        data = Data({"y_true": y_true}, {"": {"y_pred": y_pred}})
        plan = CountPlan(data, Design(), {})
        plan.ask([BoundMetric(row, dict(row.parameters)) for row in rows])
        found = make_intervals(
            plan, confidence_level=0.95, method="auto", n_resamples=None, seed=0
        ).values[""]
        for name in OF_IMAGES:
            assert found[name].method == "skew-t"
            hits[name, n] += found[name].low <= truths[name] <= found[name].high
    for of, count_of_hits in hits.items():
        assert GOOD[0] <= count_of_hits / N_SETS <= GOOD[1], of
