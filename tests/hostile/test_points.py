"""Every geometric function on everything that people pass by mistake for X and labels.

The three that scikit-learn has do as scikit-learn 1.9.1: the same value, or an error of
the same type. Our own functions raise where silhouettes do. Where we take more or less,
hostile_cluster_cases.py says so and why. An error names its argument and comes alone.
No argument is ever changed.
"""

import inspect
from functools import partial

import numpy as np
import pytest
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, complaints, differs, unclear
from hostile.cluster_cases import (
    CLOTHES,
    LABELS,
    LABELS_REFUSED,
    OTHER_VALUES,
    POINTS,
    POINTS_REFUSED,
    X,
)
from hostile.label_cases import AWKWARD, TEXT_CLOTHES, inf, nan
from hostile.label_cases import NUMBER_CLOTHES as LABEL_CLOTHES
from scipy import sparse

import fastmetrics as fm
from fastmetrics.metrics.clustering import dispersion, separation, silhouettes

sk = pytest.importorskip("sklearn.metrics")

ALL = {
    name: getattr(module, name)
    for module in (silhouettes, dispersion, separation)
    for name in module.__all__
}
TWINS = {name: (f, getattr(sk, name)) for name, f in ALL.items() if hasattr(sk, name)}
OWN = {name: f for name, f in ALL.items() if name not in TWINS}
OWN["davies_bouldin_score(pairwise)"] = partial(
    fm.davies_bouldin_score, within="pairwise"
)
NAMES = ("X", "labels", "metric", "[Nn]umber of labels", "y")
OTHER_WARNINGS = ("RuntimeWarning", "FutureWarning", "DeprecationWarning")
# It warns of what it converts.
OTHER_WARNINGS += ("DataConversionWarning", "UserWarning")


def same(ours, theirs):
    """Say what is different: values to what scikit-learn's dot products leave."""
    (value, error, warned), (their_value, their_error, their_warned) = (
        (one, other, [name for name in names if name not in OTHER_WARNINGS])
        for one, other, names in (ours, theirs)
    )
    if type(their_error).__module__.startswith("numpy"):  # out of no check of theirs
        return "" if error is not None else f"{value!r} for {their_error!r}"
    return differs(
        (value, error, warned),
        (their_value, their_error, their_warned),
        dtypes=False,
        rtol=1e-6,
    )


# ------------------------------------------------------------------ points


@pytest.mark.parametrize("case", POINTS)
def test_points_as_in_scikit_learn(case):
    points = POINTS[case]

    def check(name, pair):
        ours = call(pair[0], points, LABELS)
        if case in POINTS_REFUSED:
            return check_refused(ours, NAMES)
        if (case, name) in OTHER_VALUES:
            return f"raises {ours[1]!r}" if ours[1] is not None else ""
        text = same(ours, outcome(pair[1], points, LABELS))
        return text or ("" if ours[1] is None else unclear(ours[1], NAMES))

    assert complaints(TWINS, check) == {}


@pytest.mark.parametrize("case", POINTS)
def test_points_of_our_own_functions(case):
    points = POINTS[case]
    error = outcome(fm.davies_bouldin_score, points, LABELS)[1]

    def check(name, function):
        found = call(function, points, LABELS)
        if error is None:
            return f"raises {found[1]!r}" if found[1] is not None else ""
        if sparse.issparse(points):
            return ""
        return check_refused(found, NAMES)

    assert complaints(OWN, check) == {}


@pytest.mark.parametrize("clothes", CLOTHES)
def test_clothes_of_points_change_nothing(clothes):
    points = CLOTHES[clothes](X)

    def check(name, function):
        found = call(function, points, LABELS)
        rtol = 1e-6 if clothes == "float16" else 1e-14  # that may go to float32
        return differs(found, outcome(function, X, LABELS), rtol=rtol)

    assert complaints(ALL | OWN, check) == {}


def test_memory_maps(tmp_path):
    np.save(tmp_path / "X.npy", X)
    np.save(tmp_path / "labels.npy", LABELS)
    maps = [np.load(tmp_path / f"{n}.npy", mmap_mode="r") for n in ("X", "labels")]

    def check(name, function):
        return differs(call(function, *maps), outcome(function, X, LABELS), rtol=0)

    assert complaints(ALL | OWN, check) == {}


# ------------------------------------------------------------------ labels


@pytest.mark.parametrize("case", AWKWARD)
def test_labels_as_in_scikit_learn(case):
    labels = AWKWARD[case]

    def check(name, pair):
        ours = call(pair[0], X, labels)
        if case in LABELS_REFUSED:
            return check_refused(ours, NAMES)
        text = same(ours, outcome(pair[1], X, labels))
        return text or ("" if ours[1] is None else unclear(ours[1], NAMES))

    assert complaints(TWINS, check) == {}


@pytest.mark.parametrize("case", AWKWARD)
def test_labels_of_our_own_functions(case):
    labels = AWKWARD[case]
    error = outcome(fm.davies_bouldin_score, X, labels)[1]

    def check(name, function):
        found = call(function, X, labels)
        if error is None:
            return f"raises {found[1]!r}" if found[1] is not None else ""
        if found[1] is None and "umber of labels" in str(error):
            return ""  # one cluster has a diameter
        return check_refused(found, NAMES)

    assert complaints(OWN, check) == {}


@pytest.mark.parametrize("clothes", LABEL_CLOTHES)
def test_clothes_of_labels_change_nothing(clothes):
    labels = LABEL_CLOTHES[clothes](LABELS)

    def check(name, function):
        found = call(function, X, labels)
        return differs(found, outcome(function, X, LABELS), rtol=0)

    assert complaints(ALL | OWN, check) == {}


@pytest.mark.parametrize("clothes", TEXT_CLOTHES)
def test_clothes_of_names_change_nothing(clothes):
    text = ["no", "no", "no", "yes", "yes", "yes"]
    labels = TEXT_CLOTHES[clothes](text)

    def check(name, function):
        found = call(function, X, labels)
        return differs(found, outcome(function, X, LABELS), rtol=0)

    assert complaints(ALL | OWN, check) == {}


# ------------------------------------------------------------------ options


def with_option(function, option):
    return option in inspect.signature(function).parameters


METRICS_REFUSED = ("no such", "", None, 1, [], ["euclidean"], {}, nan, b"euclidean")
METRICS_REFUSED += ("Euclidean", "precomputed")  # X is not square


@pytest.mark.parametrize("metric", METRICS_REFUSED)
def test_metric_refused(metric):
    def check(name, function):
        if not with_option(function, "metric"):
            return ""
        return check_refused(call(function, X, LABELS, metric=metric), ("metric", "X"))

    assert complaints(ALL, check) == {}


def test_metric_of_ones_own_that_fails():
    """What it raises comes out as it is."""

    def broken(p, q):
        raise KeyError("mine")

    def check(name, function):
        if not with_option(function, "metric"):
            return ""
        error = outcome(function, X, LABELS, metric=broken)[1]
        return "" if isinstance(error, KeyError) else f"{error!r}"

    assert complaints(ALL, check) == {}


D = np.abs(X[:, :1] - X[:, 0])
TABLES_REFUSED = {
    "not square": D[:, :5],
    "too small": D[:5, :5],
    "a diagonal": D + np.eye(6),
    "a diagonal of integers": (8 * D).astype(int) + np.eye(6, dtype=int),
    "NaN": np.where(D == D.max(), nan, D),
    "inf": np.where(D == D.max(), inf, D),
    "strings": D.astype(str).astype(object),
    "one dimension": D[0],
    "None": None,
}


@pytest.mark.parametrize("case", TABLES_REFUSED)
def test_distances_refused(case):
    table = TABLES_REFUSED[case]
    if case == "strings":
        table = np.full((6, 6), "a", object)

    def check(name, function):
        if not with_option(function, "metric"):
            return ""
        found = call(function, table, LABELS, metric="precomputed")
        return check_refused(found, (*NAMES, "diagonal"))

    assert complaints(ALL, check) == {}


def test_centroids_of_distances_refused():
    found = call(fm.centroid_distances, D, LABELS, metric="precomputed")
    assert check_refused(found, ("metric",)) == ""


SAMPLES = {
    "sample_size": (None, 1, 2, 5, 6, 7, 100, 0, -1, 2.5, "3", [3], nan, True),
    "random_state": (None, 0, 7, 2**32 - 1, np.random.RandomState(3), -1, 2**32, 1.5,
                     "a", [1], np.random.default_rng(3)),
}  # fmt: skip


@pytest.mark.parametrize("value", SAMPLES["sample_size"])
def test_sample_size(value):
    for seed in range(3):
        options = {"sample_size": value, "random_state": seed}
        ours = call(fm.silhouette_score, X, LABELS, **options)
        theirs = outcome(sk.silhouette_score, X, LABELS, **options)
        assert same(ours, theirs) == ""
        if ours[1] is not None:
            assert unclear(ours[1], (*NAMES, "sample_size")) == ""


@pytest.mark.parametrize("value", SAMPLES["random_state"], ids=str)
def test_random_state(value):
    options = {"sample_size": 5, "random_state": value}
    if isinstance(value, np.random.RandomState):
        options["random_state"] = np.random.RandomState(3)
    found = outcome(fm.silhouette_score, X, LABELS, **options)
    if value is None or isinstance(value, np.random.Generator):
        assert found[1] is None
        return
    if isinstance(value, np.random.RandomState):
        options["random_state"] = np.random.RandomState(3)
    theirs = outcome(sk.silhouette_score, X, LABELS, **options)
    assert same(found, theirs) == ""
    if found[1] is not None:
        assert unclear(found[1], ("random_state", "[Ss]eed")) == ""


@pytest.mark.parametrize("within", [None, "pairs", "", 1, [], ["centroid"], True])
def test_within_refused(within):
    found = call(fm.davies_bouldin_score, X, LABELS, within=within)
    assert check_refused(found, ("within",)) == ""


def test_unknown_argument_of_a_metric():
    """As a typing error among the options would be."""
    for function in (fm.silhouette_score, fm.silhouette_samples):
        error = call(function, X, LABELS, wihtin=3)[1]
        assert isinstance(error, TypeError)
