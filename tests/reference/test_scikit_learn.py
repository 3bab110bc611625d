"""The plain definitions do what scikit-learn does: values, errors, warnings."""

import inspect
import random
import warnings

import numpy as np
import pytest
import sklearn.metrics
from helpers.one_case import one_case
from helpers.score_cases import as_undefined
from helpers.worked import draw

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
    "confusion_matrix",
    "multilabel_confusion_matrix",
    "accuracy_score",
    "zero_one_loss",
    "hamming_loss",
    "balanced_accuracy_score",
    "matthews_corrcoef",
    "cohen_kappa_score",
    "precision_score",
    "recall_score",
    "f1_score",
    "fbeta_score",
    "precision_recall_fscore_support",
    "jaccard_score",
    "class_likelihood_ratios",
    "classification_report",
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


def same(name, *args, rel=1e-13, besides=(), **kwargs):
    """Demand what scikit-learn does: values, raise or not, warning categories.

    `besides`: categories that it warns of without meaning to.
    """
    ours, our_warnings = outcome(getattr(reference, name), *args, **kwargs)
    args = [np.asarray(a) if isinstance(a, list) and a else a for a in args]
    theirs, their_warnings = outcome(getattr(sklearn.metrics, name), *args, **kwargs)
    their_warnings -= set(besides)
    if name == "det_curve":
        their_warnings = set(as_undefined(their_warnings))
    assert our_warnings == their_warnings
    if theirs is ValueError or ours is ValueError:
        assert ours is theirs
        return
    assert_close(ours, theirs, rel)


def assert_close(ours, theirs, rel):
    if isinstance(theirs, tuple):
        for mine, yours in zip(ours, theirs, strict=True):
            assert_close(mine, yours, rel)
    elif isinstance(theirs, dict):
        assert list(ours) == list(theirs)
        assert_close(tuple(ours.values()), tuple(theirs.values()), rel)
    elif theirs is None or isinstance(theirs, str):
        assert ours == theirs
    else:
        np.testing.assert_allclose(ours, theirs, rtol=rel, atol=rel / 10)


@one_case("name", SCIKIT_LEARN)
def test_signature_is_that_of_scikit_learn(name):
    ours = inspect.signature(getattr(reference, name)).parameters
    theirs = inspect.signature(getattr(sklearn.metrics, name)).parameters
    # By repr, in which two NaNs are the same.
    # A strict cut is had here only.
    assert [
        (p.name, p.kind, repr(p.default)) for p in ours.values() if p.name != "strict"
    ] == [(p.name, p.kind, repr(p.default)) for p in theirs.values()]


@one_case("weights", [False, True])
@one_case("name", CURVES)
def test_curves_are_those_of_scikit_learn(name, weights):
    for seed in range(8):
        labels, scores, w = draw(seed, weights=weights)
        for drop in CURVES[name].get("drop_intermediate", [None]):
            options = {} if drop is None else {"drop_intermediate": drop}
            # Plain sums in the same order: the same bits, no tolerance.
            same(name, labels, scores, sample_weight=w, rel=0, **options)


@one_case("weights", [False, True])
@one_case("max_fpr", [None, 0.2, 0.5, 1.0])
def test_roc_auc_is_that_of_scikit_learn(weights, max_fpr):
    for seed in range(8):
        labels, scores, w = draw(seed, weights=weights)
        same("roc_auc_score", labels, scores, sample_weight=w, max_fpr=max_fpr)


@one_case("weights", [False, True])
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


@one_case("average", ["macro", "micro", "weighted", "samples", None])
@one_case("name", ["roc_auc_score", "average_precision_score"])
@one_case("weights", [False, True])
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


@one_case("average", ["macro", "micro", "weighted", "samples", None])
@one_case("multi_class", ["ovr", "ovo", "raise"])
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


@one_case("name", [*CURVES, "roc_auc_score", "average_precision_score"])
@one_case(
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


@one_case("name", [*CURVES, "average_precision_score"])
@one_case("pos_label", [0, 1, 5, "b", True])
@one_case("labels", [[0, 1, 1], [1, 1, 1], ["a", "b", "b"], [0, 1, 5]])
def test_pos_label_as_in_scikit_learn(name, pos_label, labels):
    if name == "average_precision_score" and len(set(labels)) > 2:
        return
    same(name, labels, [0.1, 0.3, 0.2], pos_label=pos_label)


@one_case(
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


# ------------------------------------------------------------------------- hard labels

AVERAGES = [None, "binary", "micro", "macro", "weighted", "samples"]


def draw_targets(seed, kind):
    """Return (y_true, y_pred, labels that there might be), of few rows or many."""
    rng = random.Random(seed)
    n = rng.choice([1, 2, 4, 25])
    if kind == "several":
        width = rng.choice([2, 4])
        truth = [[rng.choice([0, 0, 1]) for _ in range(width)] for _ in range(n)]
        flip = rng.choice([0, 0.4])
        predicted = [[abs(t - (rng.random() < flip)) for t in row] for row in truth]
        return truth, predicted, list(range(width))
    names = {
        "numbers": [-1, 0, 1, 7],
        "strings": ["ant", "bee", "cat", "dog"],
        "bool": [False, True],
        "binary": [0, 1],
    }[kind]
    used = names[: rng.randint(1, len(names))]
    truth = [rng.choice(used) for _ in range(n)]
    right = rng.choice([0.3, 1])
    predicted = [t if rng.random() < right else rng.choice(used) for t in truth]
    return truth, predicted, names


def cases(kind, n=4):
    """Draw (y_true, y_pred, options): weights and chosen labels, or not."""
    for seed in range(n):
        truth, predicted, names = draw_targets(seed, kind)
        rng = random.Random(seed)
        options = {}
        if seed % 4 in (1, 2):
            weights = [rng.choice([[0, 1, 2], [0, 0.1, 2.5]][seed % 2]) for _ in truth]
            options["sample_weight"] = [1, *weights[1:]]
        if seed % 4 in (2, 3):
            options["labels"] = rng.sample(names, rng.randint(1, len(names)))
        yield truth, predicted, options, rng


KINDS = ["binary", "bool", "numbers", "strings", "several"]


def without(options, name):
    return {key: value for key, value in options.items() if key != name}


@one_case("kind", KINDS)
def test_tables_are_those_of_scikit_learn(kind):
    for truth, predicted, options, _ in cases(kind):
        for normalize in (None, "true", "pred", "all"):
            same("confusion_matrix", truth, predicted, normalize=normalize, **options)
        for samplewise in (False, True):
            same(
                "multilabel_confusion_matrix",
                truth,
                predicted,
                samplewise=samplewise,
                **options,
            )


@one_case("kind", KINDS)
def test_accuracies_are_those_of_scikit_learn(kind):
    for truth, predicted, options, _ in cases(kind):
        plain = without(options, "labels")
        for normalize in (False, True):
            for name in ("accuracy_score", "zero_one_loss"):
                same(name, truth, predicted, normalize=normalize, **plain)
        same("hamming_loss", truth, predicted, **plain)
        for adjusted in (False, True):
            same(
                "balanced_accuracy_score", truth, predicted, adjusted=adjusted, **plain
            )


@one_case("kind", KINDS)
def test_agreements_are_those_of_scikit_learn(kind):
    for truth, predicted, options, _ in cases(kind):
        same("matthews_corrcoef", truth, predicted, **without(options, "labels"))
        for weights in (None, "linear", "quadratic"):
            for instead in (np.nan, 0.5):
                same(
                    "cohen_kappa_score",
                    truth,
                    predicted,
                    weights=weights,
                    replace_undefined_by=instead,
                    **options,
                )


@pytest.mark.long
@one_case("kind", KINDS)
@one_case("average", AVERAGES)
def test_fscores_are_those_of_scikit_learn(kind, average):
    pos_label = {"strings": "ant"}.get(kind, 1) if average == "binary" else 1
    names = "precision_score", "recall_score", "f1_score", "jaccard_score"
    for i, (truth, predicted, options, rng) in enumerate(cases(kind)):
        options |= {"average": average, "pos_label": pos_label}
        options |= {"zero_division": rng.choice(["warn", "warn", 0, 1, np.nan])}
        for name in names[i % 2 :: 2]:
            same(name, truth, predicted, **options)
        options |= {"beta": rng.choice([0, 0.5, 1, 2, np.inf])}
        same("fbeta_score", truth, predicted, **options)
        if i % 2:
            options |= {"warn_for": ("recall",)}
        same("precision_recall_fscore_support", truth, predicted, **options)


@one_case("pos_label", [None, 0, 1, 5, "b", True])
@one_case(
    ("truth", "predicted"),
    [
        ([0, 1, 1], [0, 0, 1]),
        ([1, 1], [1, 1]),
        ([0, 0], [0, 0]),
        ([5, 1], [1, 5]),
        (["a", "b"], ["b", "b"]),
        (["b"], ["b"]),
    ],
)
def test_pos_labels_of_fscores_as_in_scikit_learn(truth, predicted, pos_label):
    names = "precision_score", "recall_score", "f1_score", "jaccard_score"
    for name in names if truth == [0, 1, 1] else names[::3]:
        same(name, truth, predicted, average="macro", pos_label=pos_label)
        if pos_label is not None:  # which no label is, as of labels that differ
            same(name, truth, predicted, average="binary", pos_label=pos_label)


@one_case("kind", ["binary", "bool", "numbers", "several"])
@one_case(
    "instead",
    [np.nan, 1.0, {"LR+": 3.0, "LR-": 0.25}, {"LR+": 0.5, "LR-": 1}, {"LR+": 1}, 2],
)
def test_likelihood_ratios_are_those_of_scikit_learn(kind, instead):
    for truth, predicted, options, _ in cases(kind):
        # Without positives it divides 0 by 0 in NumPy.
        options |= {"replace_undefined_by": instead, "besides": {"RuntimeWarning"}}
        same("class_likelihood_ratios", truth, predicted, **options)


@pytest.mark.long
@one_case("kind", KINDS)
def test_reports_are_those_of_scikit_learn(kind):
    name = "classification_report"
    for truth, predicted, options, rng in cases(kind):
        options |= {"zero_division": rng.choice(["warn", 1, np.nan])}
        same(name, truth, predicted, output_dict=True, **options)
        names = ["first", "second", "of more than twelve"]
        same(name, truth, predicted, output_dict=True, target_names=names, **options)
        # As texts 2 and 2.0 differ, which its supports are where nothing is right, and
        # so do 0.3 and 0.1 + 0.2.
        cells = zip(np.ravel(truth), np.ravel(predicted), strict=True)
        right = any(t == p and (t or kind != "several") for t, p in cells)
        if right and 0.1 not in options.get("sample_weight", []):
            same(name, truth, predicted, digits=rng.choice([0, 2, 14]), **options)


@one_case(
    ("truth", "predicted"),
    [
        ([], []),
        ([0, 1], [0]),
        ([0, 1], ["0", "1"]),
        ([0.5, 1], [0, 1]),
        ([0, 1], [0.5, 1]),
        ([0.0, 1.0], [0, 1]),
        ([0, 1], [[0, 1], [1, 0]]),
        ([[0, 1]], [[0, 1, 1]]),
        ([[0, 1, 2]], [[0, 1, 2]]),
        ([[0, 0.5]], [[0, 0]]),
        ([[0, 2], [2, 0]], [[0, 1], [0, 0]]),
        ([[-1, 1], [1, 1]], [[1, -1], [1, 1]]),
    ],
)
def test_labels_of_all_kinds_as_in_scikit_learn(truth, predicted):
    same("accuracy_score", truth, predicted)
    same("hamming_loss", truth, predicted)
    same("multilabel_confusion_matrix", truth, predicted)
    same("f1_score", truth, predicted, average="macro")
    same("f1_score", truth, predicted, average="samples")
