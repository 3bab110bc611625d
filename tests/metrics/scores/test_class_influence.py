"""Values of rows, of which areas of several columns are the mean: their derivatives."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.metrics.scores.class_areas import place_classes, place_scores

VARIANTS = ["aunu", "aunp", "au1u", "au1p", "mu"]
STEP = 1e-6


def draw(rng, n=40, k=4):
    """Return labels and probabilities with ties."""
    codes = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    parts = rng.integers(1, 5, (n, k)) + 2 * (np.arange(k) == codes[:, None])
    return codes, parts / parts.sum(axis=1, keepdims=True)


def indicators(rng, n=40, k=3):
    """Return labels in columns, and scores with ties; no row's labels are all alike."""
    truth = rng.integers(0, 2, (n, k))
    truth[:, 0] = 1 - truth[:, 1]
    return truth, np.round(rng.normal(size=(n, k)) + truth, 1)


def assert_are_derivatives(values, value_of, weights):
    """Check the mean of the values, and each against a small change of its weight.

    The step leaves an error of about its own size, and rounding one of 1e-10.
    """
    total = weights.sum()
    value = value_of(weights)
    assert values @ weights / total == pytest.approx(value, rel=1e-13)
    for i in np.flatnonzero(weights):
        changed = weights.copy()
        changed[i] += STEP
        slope = (value_of(changed) - value) / STEP * total
        assert values[i] - value == pytest.approx(slope, rel=1e-4, abs=1e-4)


@one_case("weighted", [False, True])
@one_case("variant", VARIANTS)
def test_variants(variant, weighted, rng):
    codes, proba = draw(rng)
    weights = np.ones(len(codes))
    options = {"variant": variant}
    if weighted:
        weights[4:] = rng.integers(0, 5, len(codes) - 4) / 2
        options["sample_weight"] = weights
    values = place_classes(codes, proba, **options)
    assert_are_derivatives(
        values,
        lambda w: fm.multiclass_auc_score(
            codes, proba, variant=variant, sample_weight=w
        ),
        weights,
    )


@one_case("variant", VARIANTS)
def test_classes_without_rows_are_skipped(variant, rng):
    codes, proba = draw(rng)
    kept = codes != 1
    codes, proba = codes[kept], proba[kept]
    options = {"variant": variant, "labels": range(4), "absent": "skip"}
    values = place_classes(codes, proba, **options)
    assert_are_derivatives(
        values,
        lambda w: fm.multiclass_auc_score(codes, proba, sample_weight=w, **options),
        np.ones(len(codes)),
    )
    if variant != "aunp":
        with pytest.warns(fm.UndefinedMetricWarning):
            found = place_classes(codes, proba, variant=variant, labels=range(4))
        assert np.isnan(found).all()


@one_case("multi_class", ["ovr", "ovo"])
@one_case("average", ["macro", "weighted"])
def test_roc_auc_of_several_classes(multi_class, average, rng):
    codes, proba = draw(rng)
    values = place_scores(codes, proba, multi_class=multi_class, average=average)
    variant = {
        ("ovr", "macro"): "aunu",
        ("ovr", "weighted"): "aunp",
        ("ovo", "macro"): "au1u",
        ("ovo", "weighted"): "au1p",
    }[multi_class, average]
    assert (values == place_classes(codes, proba, variant=variant)).all()


@one_case("weighted", [False, True])
@one_case("average", ["macro", "weighted", "samples"])
def test_roc_auc_of_several_labels(average, weighted, rng):
    truth, scores = indicators(rng)
    weights = np.ones(len(truth))
    options = {"average": average}
    if weighted:
        weights = rng.integers(0, 5, len(truth)) / 2
        options["sample_weight"] = weights
    values = place_scores(truth, scores, **options)
    assert_are_derivatives(
        values,
        lambda w: fm.roc_auc_score(truth, scores, average=average, sample_weight=w),
        weights,
    )


def test_binary_values_have_delongs_variance(rng):
    y_true = np.r_[0, 1, rng.integers(0, 2, 78)]
    score = np.round(rng.normal(size=80) + y_true, 1)
    values = place_scores(y_true[:, None] == [0, 1], np.column_stack([-score, score]))
    n_pos, n_neg = y_true.sum(), (1 - y_true).sum()
    # DeLong's divides squares by the rows of the class less one.
    squares = (values - values.mean()) ** 2
    ours = sum(
        squares[y_true == c].sum() / 80**2 * n / (n - 1)
        for c, n in ((0, n_neg), (1, n_pos))
    )
    _, theirs = fm.delong_roc_variance(y_true, score)
    assert ours == pytest.approx(theirs, rel=1e-12)
