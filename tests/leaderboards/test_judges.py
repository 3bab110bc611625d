"""Judge corrections against their twins, other packages and each other."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.leaderboards.judge_cells import judge_strata
from fastmetrics.reference.leaderboards.judges import judge_strata as strata_by_twin

FIELDS = ("estimate", "low", "high", "slope", "pvalue")


def drawn(seed, n=60, labelled=24, kind="binary", accuracy=0.85):
    """Return human labels, a judge's, and groups; rows without a label are None."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.7
    judge = np.where(rng.random(n) < accuracy, truth, ~truth).astype(float)
    human = truth.astype(float)
    if kind == "graded":
        judge = rng.integers(1, 6, n).astype(float)
        human = judge + rng.integers(-1, 2, n)
    elif kind == "continuous":
        judge = judge + rng.normal(0, 0.4, n).round(1)
    human = [float(y) if i < labelled else None for i, y in enumerate(human)]
    return human, judge.tolist(), rng.integers(0, 12, n).tolist()


def agree(found, twin, rel=1e-9):
    """Check a result against its twin, bounds cut to the range of the value."""
    assert found.method in (twin.method, "none")
    for name in FIELDS:
        expected = getattr(twin, name)
        assert getattr(found, name) == pytest.approx(
            expected, rel=rel, abs=1e-12, nan_ok=True
        ), name


@one_case("kind", ["binary", "graded", "continuous"])
@one_case("seed", range(6))
@one_case("options", [{}, {"groups": True}, {"confidence_level": 0.8}])
def test_means_are_what_their_twin_says(kind, seed, options):
    human, judge, groups = drawn(seed, kind=kind)
    if "groups" in options:
        options = {"groups": groups}
    found = fm.judge_corrected_mean(human, judge, **options)
    agree(found, reference.judge_corrected_mean(human, judge, **options))


@one_case("seed", range(4))
@one_case("kind", ["binary", "continuous"])
def test_strata_are_what_their_twin_says(seed, kind):
    human, judge, groups = drawn(seed, 90, 60, kind)
    rng = np.random.default_rng(seed)
    strata = [["easy", "hard"][i] for i in rng.integers(0, 2, 90)]
    for more in ({}, {"groups": groups}):
        found = fm.judge_corrected_mean(human, judge, strata=strata, **more)
        twin = reference.judge_corrected_mean(human, judge, strata=strata, **more)
        agree(found, twin)


@one_case("seed", range(6))
@one_case("kind", ["binary", "graded", "continuous"])
def test_differences_are_what_their_twin_says(seed, kind):
    human_a, judge_a, groups = drawn(seed, kind=kind)
    human_b, judge_b, _ = drawn(seed + 50, kind=kind)
    human_b[3] = None
    for more in ({}, {"groups": groups}, {"confidence_level": 0.5}):
        columns = human_a, judge_a, human_b, judge_b
        found = fm.judge_corrected_difference(*columns, **more)
        agree(found, reference.judge_corrected_difference(*columns, **more))
        assert found.n_labelled == 23
        assert found.notes[0].endswith("not used: 1")


METRICS = [
    *("accuracy_score", "f1_score", "precision_score", "recall_score"),
    *("balanced_accuracy_score", "specificity_score", "matthews_corrcoef"),
    "cohen_kappa_score",
]


@one_case("metric", METRICS)
@one_case("seed", range(3))
def test_metrics_are_what_their_twin_says(metric, seed):
    y_true, y_judge, _ = drawn(seed, 80, 40)
    y_pred = drawn(seed + 9, 80, 80)[1]
    twin = reference.judge_corrected(
        getattr(reference, metric), y_true, y_judge, y_pred
    )
    low = -1.0 if metric in METRICS[-2:] else 0.0
    twin = twin._replace(low=max(low, twin.low), high=min(1.0, twin.high))
    # Derivatives by the shares are numerical on both sides.
    agree(fm.judge_corrected(metric, y_true, y_judge, y_pred), twin, rel=1e-7)


@one_case("metric", ["accuracy_score", "balanced_accuracy_score", "cohen_kappa_score"])
def test_metrics_of_classes_are_what_their_twin_says(metric):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 70)
    judge, predicted = (
        np.where(rng.random(70) < p, truth, rng.integers(0, 3, 70)).tolist()
        for p in (0.9, 0.6)
    )
    y_true = [int(y) if i < 30 else None for i, y in enumerate(truth)]
    columns = y_true, judge, predicted
    twin = reference.judge_corrected(getattr(reference, metric), *columns)
    found = fm.judge_corrected(metric, *columns)
    # Steps of numerical derivatives differ.
    agree(found, twin._replace(high=min(1.0, twin.high)), rel=1e-5)
    assert found.approximate
    names = np.array(["ant", "bee", "cow"])
    texts = [None if y is None else str(names[y]) for y in y_true]
    named = fm.judge_corrected(metric, texts, names[judge], names[predicted])
    assert (named.low, named.high) == (found.low, found.high)


@one_case("given", [(30, 100, (45, 50), (90, 100)), (0, 40, (9, 10), (5, 10)),
                    (40, 40, (10, 10), (10, 10)), (3, 9, (3, 5), (2, 5)),
                    (1, 9, (1, 1), (1, 100))])  # fmt: skip
def test_rogan_gladen_is_what_its_twin_says(given):
    positive, n, sensitivity, specificity = given
    rates = {"sensitivity": sensitivity, "specificity": specificity}
    found = fm.rogan_gladen(positive, n, **rates)
    twin = reference.rogan_gladen(positive, n, **rates)
    assert tuple(found) == pytest.approx(tuple(twin), rel=1e-12, nan_ok=True)


@one_case("seed", range(30))
def test_strata_of_a_judge_are_what_their_twin_says(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 60))
    levels = int(rng.choice([1, 2, 3, 5, 1000]))
    judge = rng.integers(0, levels, n) / 2
    n_labels = int(rng.integers(1, 70))
    found = judge_strata(judge, n_labels)
    assert found.tolist() == strata_by_twin(judge.tolist(), n_labels)
