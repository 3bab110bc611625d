"""The plain definitions do what scikit-learn does: values, errors, warnings."""

import inspect
import random
import warnings

import numpy as np
import pytest
import sklearn.metrics
from reference.worked import draw

from fastmetrics import reference

CURVES = {
    "roc_curve": {"drop_intermediate": [True, False]},
    "precision_recall_curve": {"drop_intermediate": [True, False]},
    "det_curve": {"drop_intermediate": [True, False]},
    "confusion_matrix_at_thresholds": {},
}
SCIKIT_LEARN = [
    *CURVES,
    "roc_auc_score",
    "average_precision_score",
    "auc",
    "metric_at_thresholds",
]


def outcome(function, *args, **kwargs):
    """Return the values, or the exception's type, and the categories warned."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*args, **kwargs)
        except ValueError:
            value = ValueError
    return value, {warning.category.__name__ for warning in caught}


def same(name, *args, rel=1e-13, **kwargs):
    """Demand what scikit-learn does: values, raise or not, warning categories."""
    ours, our_warnings = outcome(getattr(reference, name), *args, **kwargs)
    args = [np.asarray(a) if isinstance(a, list) and a else a for a in args]
    theirs, their_warnings = outcome(getattr(sklearn.metrics, name), *args, **kwargs)
    assert our_warnings == their_warnings
    if theirs is ValueError or ours is ValueError:
        assert ours is theirs
        return
    several = isinstance(theirs, tuple)
    pairs = zip(ours, theirs, strict=True) if several else [(ours, theirs)]
    for mine, yours in pairs:
        np.testing.assert_allclose(mine, yours, rtol=rel, atol=1e-15)


@pytest.mark.parametrize("name", SCIKIT_LEARN)
def test_signature_is_that_of_scikit_learn(name):
    ours = inspect.signature(getattr(reference, name)).parameters
    theirs = inspect.signature(getattr(sklearn.metrics, name)).parameters
    assert [(p.name, p.kind, p.default) for p in ours.values()] == [
        (p.name, p.kind, p.default) for p in theirs.values()
    ]


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("name", CURVES)
def test_curves_are_those_of_scikit_learn(name, weights):
    for seed in range(8):
        labels, scores, w = draw(seed, weights=weights)
        for drop in CURVES[name].get("drop_intermediate", [None]):
            options = {} if drop is None else {"drop_intermediate": drop}
            # Plain sums in the same order: the same bits, no tolerance.
            same(name, labels, scores, sample_weight=w, rel=0, **options)


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("max_fpr", [None, 0.2, 0.5, 1.0])
def test_roc_auc_is_that_of_scikit_learn(weights, max_fpr):
    for seed in range(8):
        labels, scores, w = draw(seed, weights=weights)
        same("roc_auc_score", labels, scores, sample_weight=w, max_fpr=max_fpr)


@pytest.mark.parametrize("weights", [False, True])
def test_average_precision_is_that_of_scikit_learn(weights):
    for seed in range(8):
        labels, scores, w = draw(seed, weights=weights)
        same("average_precision_score", labels, scores, sample_weight=w)
        linear = reference.pr_auc_score(
            labels, scores, interpolation="linear", sample_weight=w
        )
        precision, recall, _ = sklearn.metrics.precision_recall_curve(
            labels, scores, sample_weight=w
        )
        assert linear == pytest.approx(
            sklearn.metrics.auc(recall, precision), rel=1e-13
        )


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "samples", None])
@pytest.mark.parametrize("name", ["roc_auc_score", "average_precision_score"])
@pytest.mark.parametrize("weights", [False, True])
def test_several_labels_as_in_scikit_learn(name, average, weights):
    rng = random.Random(1)
    truth = [[1, 0, 0], [0, 1, 1], [1, 0, 1]] + [
        [*rng.choice([(0, 1), (1, 0)]), rng.randrange(2)] for _ in range(9)
    ]
    scores = [[rng.randrange(5) / 4 for _ in range(3)] for _ in truth]
    w = [rng.choice([0, 1, 2.5]) for _ in truth] if weights else None
    same(name, truth, scores, average=average, sample_weight=w)
    # A label that is never true.
    truth = [[row[0], row[1], 0] for row in truth]
    same(name, truth, scores, average=average, sample_weight=w)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "samples", None])
@pytest.mark.parametrize("multi_class", ["ovr", "ovo", "raise"])
def test_several_classes_as_in_scikit_learn(average, multi_class):
    if average is None and multi_class == "ovo":
        with pytest.raises(NotImplementedError):
            reference.roc_auc_score(
                [0, 1, 2], np.eye(3).tolist(), average=None, multi_class="ovo"
            )
        return
    rng = random.Random(2)
    truth = [0, 1, 2] + [rng.randrange(3) for _ in range(15)]
    raw = [[rng.randrange(1, 5) for _ in range(3)] for _ in truth]
    scores = [[value / sum(row) for value in row] for row in raw]
    options = {"average": average, "multi_class": multi_class}
    same("roc_auc_score", truth, scores, **options)
    names = [["ant", "bee", "cat"][k] for k in truth]
    same("roc_auc_score", names, scores, **options)
    w = [rng.choice([0, 1, 2.5]) for _ in truth]
    same("roc_auc_score", truth, scores, sample_weight=w, **options)
    same("roc_auc_score", truth, scores, labels=[0, 1, 2], **options)
    same("roc_auc_score", truth, scores, labels=[0, 1, 3], **options)
    same("roc_auc_score", truth, scores, labels=[2, 1, 0], **options)
    same("roc_auc_score", truth, scores, max_fpr=0.5, **options)
    same("roc_auc_score", truth, raw, **options)
    # Two classes present, three columns.
    few = [k % 2 for k in truth]
    same("roc_auc_score", few, scores, labels=[0, 1, 2], **options)


def test_average_precision_of_several_classes_as_in_scikit_learn():
    rng = random.Random(3)
    truth = [0, 1, 2] + [rng.randrange(3) for _ in range(15)]
    scores = [[rng.randrange(5) for _ in range(3)] for _ in truth]
    for average in ("macro", "weighted", "micro", None):
        same("average_precision_score", truth, scores, average=average)
    same("average_precision_score", truth, scores, pos_label=2)


@pytest.mark.parametrize("name", [*CURVES, "roc_auc_score", "average_precision_score"])
@pytest.mark.parametrize(
    ("labels", "weights"),
    [
        ([0, 0, 0], None),
        ([1, 1, 1], None),
        ([-1, 1, 1], None),
        ([False, True, True], None),
        ([1, 2, 2], None),
        ([2, 2, 2], None),
        ([0, 1, 2], None),
        (["a", "b", "b"], None),
        ([0.5, 1.5, 1.5], None),
        ([0, 1, 1], [0, 1, 1]),
        ([0, 0, 1], [1, 1, 0]),
        ([0, 0, 1], [0, 0, 0]),
    ],
)
def test_edge_cases_as_in_scikit_learn(name, labels, weights):
    if name == "average_precision_score" and len(set(labels)) > 2:
        # scikit-learn asks a list for its .shape before it complains.
        with pytest.raises(ValueError, match="column"):
            reference.average_precision_score(labels, [1, 2, 3])
        return
    same(name, labels, [0.1, 0.2, 0.3], sample_weight=weights)


@pytest.mark.parametrize("name", [*CURVES, "average_precision_score"])
@pytest.mark.parametrize("pos_label", [0, 1, 5, "b", True])
@pytest.mark.parametrize("labels", [[0, 1, 1], [1, 1, 1], ["a", "b", "b"], [0, 1, 5]])
def test_pos_label_as_in_scikit_learn(name, pos_label, labels):
    if name == "average_precision_score" and len(set(labels)) > 2:
        return
    same(name, labels, [0.1, 0.3, 0.2], pos_label=pos_label)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([0, 0.5, 1], [0, 0.75, 1]),
        ([1, 0.5, 0], [0, 0.75, 1]),
        ([0, 1, 0.5], [0, 1, 1]),
        ([0, 0], [1, 2]),
        ([0], [1]),
        ([0, 1], [1]),
    ],
)
def test_auc_is_that_of_scikit_learn(x, y):
    same("auc", x, y)


def test_metric_at_thresholds_is_that_of_scikit_learn():
    labels, scores, weights = draw(5, weights=True)
    for w in (None, weights):
        same(
            "metric_at_thresholds",
            labels,
            scores,
            sklearn.metrics.fbeta_score,
            sample_weight=w,
            metric_params={"beta": 2, "zero_division": 0},
        )
