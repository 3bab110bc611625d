"""booster_metric: what each library calls finds what the functions find."""

import functools
import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import booster_metric

LABELS = np.array([0.0, 1, 1, 0, 1, 0], dtype=np.float32)
SHARES = np.array([0.2, 0.7, 0.4, 0.5, 0.9, 0.1])
MARGINS = np.log(SHARES / (1 - SHARES))
WEIGHTS = np.array([1.0, 2, 0.5, 1, 3, 1])
CLASSES = np.array([0.0, 2, 1, 0, 2, 2])
COLUMNS = np.random.default_rng(3).dirichlet(np.ones(4), 6)  # one class is absent
KINDS = [("lightgbm", "train"), ("xgboost", "train"), ("lightgbm", "sklearn")]
KINDS += [("xgboost", "sklearn"), ("catboost", "train")]


def data_set(y, weight=None, groups=None):
    """What LightGBM's and XGBoost's data sets are asked."""
    edges = [] if groups is None else [0, *np.cumsum(groups)]
    return SimpleNamespace(
        get_label=lambda: y,
        get_weight=lambda: weight,
        get_group=lambda: groups,
        get_uint_info=lambda name: np.array(edges, dtype=np.uint32),
    )


def value_of(called, kind, y, predicted, weight=None, groups=None):
    """Call as the library does, and return the value."""
    library, api = kind
    if library == "catboost":
        columns = [*np.atleast_2d(np.asarray(predicted).T)]
        value = called.evaluate(columns, [*y], weight)
        return called.get_final_error(*value)
    if api == "sklearn":
        found = called(y, predicted, *([] if weight is None else [weight]))
        return found if library == "xgboost" else found[1]
    if library == "xgboost" and weight is None:
        weight = np.array([])
    return called(predicted, data_set(y, weight, groups))[1]


@one_case("kind", KINDS)
@one_case("weight", [None, WEIGHTS])
def test_every_library_finds_what_the_function_finds(kind, weight):
    expected = {
        "roc_auc": fm.roc_auc_score(LABELS, SHARES, sample_weight=weight),
        "log_loss": fm.log_loss(LABELS, SHARES, sample_weight=weight),
        "neg_log_loss": -fm.log_loss(LABELS, SHARES, sample_weight=weight),
        "f1": fm.f1_score(LABELS, (SHARES >= 0.5) * 1.0, sample_weight=weight),
    }
    predicted = MARGINS if kind[0] == "catboost" else SHARES
    for name, value in expected.items():
        called = booster_metric(name, kind[0], api=kind[1])
        found = value_of(called, kind, LABELS, predicted, weight)
        assert found == pytest.approx(value, rel=1e-12)
        assert called.greater_is_better is (name != "log_loss")
        again = pickle.loads(pickle.dumps(called))
        assert value_of(again, kind, LABELS, predicted, weight) == found
    numbers = booster_metric("mean_absolute_error", kind[0], api=kind[1])
    found = value_of(numbers, kind, LABELS, MARGINS * 9, weight)
    value = fm.mean_absolute_error(LABELS, MARGINS * 9, sample_weight=weight)
    assert found == pytest.approx(value, rel=1e-12)


@one_case("kind", KINDS)
def test_columns_of_classes(kind):
    predicted = np.log(COLUMNS) + 5 if kind[0] == "catboost" else COLUMNS
    area = booster_metric("roc_auc_score", kind[0], api=kind[1], multi_class="ovr")
    options = {"labels": range(4), "multi_class": "ovr"}
    three = booster_metric("log_loss", kind[0], api=kind[1])
    expected = fm.log_loss(CLASSES, COLUMNS, labels=range(4))
    found = value_of(three, kind, CLASSES, predicted)
    assert found == pytest.approx(expected, rel=1e-12)
    hits = booster_metric("accuracy", kind[0], api=kind[1])
    expected = np.mean(CLASSES == COLUMNS.argmax(axis=1))
    assert value_of(hits, kind, CLASSES, predicted) == expected
    whole = np.append(CLASSES, 3.0), np.vstack([predicted, predicted[:1]])
    expected = fm.roc_auc_score(whole[0], np.vstack([COLUMNS, COLUMNS[:1]]), **options)
    assert value_of(area, kind, *whole) == pytest.approx(expected, rel=1e-12)


def test_margins_of_objectives_of_ones_own():
    logistic = booster_metric(["log_loss", "accuracy"], link="logistic")
    found = logistic(MARGINS, data_set(LABELS))
    assert found[0][1] == pytest.approx(fm.log_loss(LABELS, SHARES), rel=1e-12)
    assert found[1][1] == np.mean(LABELS == (SHARES >= 0.5))
    far = booster_metric("brier_score_loss", link="logistic")
    with np.errstate(over="raise", invalid="raise"):
        extremes = far(np.array([-800.0, 800.0]), data_set(np.array([0.0, 1.0])))
    assert extremes == ("brier_score_loss", 0.0, False)
    softmax = booster_metric("log_loss", api="sklearn", link="softmax")
    found = softmax(CLASSES, np.log(COLUMNS) * 1.0 - 700)
    expected = fm.log_loss(CLASSES, COLUMNS, labels=range(4))
    assert found[1] == pytest.approx(expected, rel=1e-9)


def test_several_in_one_pass_and_names():
    half = functools.partial(fm.fbeta_score, beta=0.5)
    several = booster_metric([half, fm.error_rate])
    assert [(name, up) for name, _, up in several(SHARES, data_set(LABELS))] == [
        ("fbeta_score", True),
        ("error_rate", False),
    ]
    named = booster_metric("f1", name="F₁", average="macro")
    predicted = (SHARES >= 0.5) * 1.0
    expected = fm.f1_score(LABELS, predicted, average="macro")
    assert named(SHARES, data_set(LABELS)) == ("F₁", expected, True)
    pairs = booster_metric(["roc_auc", "log_loss"], "xgboost")(SHARES, data_set(LABELS))
    assert [name for name, _ in pairs] == ["roc_auc", "log_loss"]
    assert booster_metric("f1", "xgboost", api="sklearn").__name__ == "f1"


@one_case("library", ["lightgbm", "xgboost"])
def test_queries_are_the_groups_of_the_data(library):
    grades, groups = np.array([2.0, 0, 1, 0, 3, 1]), np.array([2, 4])
    called = booster_metric("ndcg_score", library, k=3)
    found = called(SHARES, data_set(grades, groups=groups))
    queries = [0, 0, 1, 1, 1, 1]
    assert found[:2] == (
        "ndcg_score",
        fm.ndcg_score(grades, SHARES, k=3, query_id=queries),
    )


@one_case(
    ("call", "error", "message"),
    [
        (lambda: booster_metric("f1", "h2o"), ValueError, "library must be one of"),
        (lambda: booster_metric("f1", api="scikit"), ValueError, "api must be one of"),
        (
            lambda: booster_metric("f1", link="probit"),
            ValueError,
            "link must be one of",
        ),
        (lambda: booster_metric("no_metric"), ValueError, "no_metric"),
        (lambda: booster_metric("mean_error"), ValueError, "neither greater nor lower"),
        (lambda: booster_metric("silhouette_score"), ValueError, "no clusters"),
        (lambda: booster_metric("f1", nonsense=1), TypeError, "nonsense"),
        (
            lambda: booster_metric(lambda e, X, y: 0),
            ValueError,
            "metric of fastmetrics",
        ),
        (lambda: booster_metric([]), ValueError, "empty list"),
        (lambda: booster_metric(["f1", "log_loss"], "catboost"), ValueError, "got 2"),
        (lambda: booster_metric(["f1", "log_loss"], name="a"), ValueError, "name must"),
    ],
)
def test_what_cannot_be_called_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_weights_that_a_metric_cannot_have_are_refused():
    called = booster_metric("max_error")
    with pytest.raises(ValueError, match="takes no weights"):
        called(SHARES, data_set(LABELS, WEIGHTS))
