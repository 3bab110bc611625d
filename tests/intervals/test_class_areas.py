"""Intervals of areas of several columns: how they are made, and when."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm


@pytest.fixture
def classes(rng):
    codes = np.concatenate([np.arange(3), rng.integers(0, 3, 87)])
    parts = rng.random((90, 3)) + 0.5 * (np.arange(3) == codes[:, None])
    return codes, parts / parts.sum(axis=1, keepdims=True)


@pytest.fixture
def labels(rng):
    truth = rng.integers(0, 2, (90, 3))
    truth[:, 0] = 1 - truth[:, 1]
    return truth, rng.normal(size=(90, 3)) + truth


@one_case("variant", ["aunu", "aunp", "au1u", "au1p", "mu"])
def test_variants_have_a_jackknife(variant, classes):
    name = "multiclass_auc_score" if variant == "aunu" else f"multiclass_auc_{variant}"
    codes, proba = classes
    found = fm.confidence_interval(name, codes, y_proba=proba)
    assert found.method == "jackknife-t-logit"
    assert found.estimate == fm.multiclass_auc_score(codes, proba, variant=variant)
    assert 0 < found.low < found.estimate < found.high < 1
    # The bootstrap of the rows themselves has about the same error.
    drawn = fm.confidence_interval(
        name, codes, y_proba=proba, method="normal", n_resamples=120, random_state=1
    )
    assert found.standard_error == pytest.approx(drawn.standard_error, rel=0.15)


@one_case("average", ["macro", "weighted"])
@one_case("multi_class", ["ovr", "ovo"])
def test_roc_auc_of_several_classes(multi_class, average, classes):
    codes, proba = classes
    options = {"multi_class": multi_class, "average": average}
    found = fm.confidence_interval(
        fm.roc_auc_score, codes, proba, metric_params=options
    )
    assert found.method == "jackknife-t-logit"
    assert found.estimate == fm.roc_auc_score(codes, proba, **options)
    name = {"ovrmacro": "mauc_aunu", "ovrweighted": "mauc_aunp",
            "ovomacro": "mauc_au1u", "ovoweighted": "mauc_au1p"}  # fmt: skip
    same = fm.confidence_interval(name[multi_class + average], codes, y_proba=proba)
    assert (found.low, found.high) == (same.low, same.high)


@one_case("average", ["macro", "weighted", "samples"])
def test_roc_auc_of_several_labels(average, labels):
    truth, scores = labels
    options = {"average": average}
    found = fm.confidence_interval(
        "roc_auc_score", truth, y_score=scores, metric_params=options
    )
    assert found.method == "jackknife-t-logit"
    assert found.estimate == fm.roc_auc_score(truth, scores, **options)
    drawn = fm.confidence_interval(
        "roc_auc_score",
        truth,
        y_score=scores,
        metric_params=options,
        method="normal",
        n_resamples=120,
        random_state=1,
    )
    assert found.standard_error == pytest.approx(drawn.standard_error, rel=0.15)


def test_weights_and_groups(classes):
    codes, proba = classes
    options = {"multi_class": "ovr"}
    one = fm.confidence_interval(
        "roc_auc_score", codes, y_score=proba, metric_params=options
    )
    alike = fm.confidence_interval(
        "roc_auc_score",
        codes,
        y_score=proba,
        metric_params=options,
        sample_weight=np.full(90, 2.0),
    )
    assert alike.low == pytest.approx(one.low, rel=1e-12)
    # Of rows that come in threes a group stands for its rows.
    threes = fm.confidence_interval(
        "roc_auc_score",
        np.repeat(codes, 3),
        y_score=np.repeat(proba, 3, axis=0),
        metric_params=options,
        groups=np.repeat(np.arange(90), 3),
    )
    # Areas without each group are exact, and parts of rows lack their bend.
    assert threes.low == pytest.approx(one.low, rel=5e-3)
    assert threes.low != one.low


@one_case(
    "name, options",
    [
        ("roc_auc_score", {"multi_class": "ovr", "average": "micro"}),
        ("average_precision_score", {}),
        ("average_precision_score", {"average": "weighted"}),
    ],
)
def test_what_has_no_parts_by_row_is_drawn_anew(name, options, classes):
    codes, proba = classes
    found = fm.confidence_interval(
        name, codes, proba, metric_params=options, n_resamples=50, random_state=0
    )
    assert found.method == "percentile"
    assert found.estimate == getattr(fm, name)(codes, proba, **options)


def test_one_column_keeps_its_own_ways(rng):
    y_true = np.r_[0, 1, rng.integers(0, 2, 50)]
    score = rng.normal(size=52) + y_true
    found = fm.confidence_interval("roc_auc_score", y_true, y_score=score)
    assert found.method == "inverted-delong"
    column = fm.confidence_interval("roc_auc_score", y_true, y_score=score[:, None])
    assert (column.low, column.high) == (found.low, found.high)
