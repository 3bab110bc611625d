"""Every geometric function on everything that people pass by mistake for X and labels.

The three that scikit-learn has do as scikit-learn 1.9.1: the same value, or an error of
the same type. Our own functions raise where silhouettes do. Where we take more or less,
hostile_cluster_cases.py says so and why. An error names its argument and comes alone.
No argument is ever changed.
"""

import copy
import inspect
import itertools
from functools import cache, partial

import numpy as np
import pytest
from helpers.score_cases import outcome
from hostile.checks import (
    call,
    check_refused,
    complaints,
    differs,
    failures,
    unclear,
)
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
from fastmetrics.metrics.clustering import separation, silhouettes
from fastmetrics.metrics.clustering import separation as dispersion

sk = pytest.importorskip("sklearn.metrics")

ALL = {
    name: function
    for module in (silhouettes, dispersion, separation)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and name in fm.__all__
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


def test_points_as_in_scikit_learn():
    def check(case, name, pair):
        points = POINTS[case]
        ours = call(pair[0], points, LABELS)
        if case in POINTS_REFUSED:
            return check_refused(ours, NAMES)
        if (case, name) in OTHER_VALUES:
            return f"raises {ours[1]!r}" if ours[1] is not None else ""
        text = same(ours, outcome(pair[1], points, LABELS))
        return text or ("" if ours[1] is None else unclear(ours[1], NAMES))

    assert failures(POINTS, TWINS, check) == {}


@cache
def error_of_points(case):
    return outcome(fm.davies_bouldin_score, POINTS[case], LABELS)[1]


def test_points_of_our_own_functions():
    def check(case, name, function):
        points, error = POINTS[case], error_of_points(case)
        found = call(function, points, LABELS)
        if error is None:
            return f"raises {found[1]!r}" if found[1] is not None else ""
        if sparse.issparse(points):
            return ""
        return check_refused(found, NAMES)

    assert failures(POINTS, OWN, check) == {}


@cache
def plain(name):
    return outcome((ALL | OWN)[name], X, LABELS)


def test_clothes_of_points_change_nothing():
    def check(clothes, name, function):
        found = call(function, worn[clothes], LABELS)
        rtol = 1e-6 if clothes == "float16" else 1e-14  # that may go to float32
        return differs(found, plain(name), rtol=rtol)

    worn = {name: put_on(X) for name, put_on in CLOTHES.items()}
    assert failures(worn, ALL | OWN, check) == {}


def test_memory_maps(tmp_path):
    np.save(tmp_path / "X.npy", X)
    np.save(tmp_path / "labels.npy", LABELS)
    maps = [np.load(tmp_path / f"{n}.npy", mmap_mode="r") for n in ("X", "labels")]

    def check(name, function):
        return differs(call(function, *maps), plain(name), rtol=0)

    assert complaints(ALL | OWN, check) == {}


# ------------------------------------------------------------------ labels


def test_labels_as_in_scikit_learn():
    def check(case, name, pair):
        labels = AWKWARD[case]
        ours = call(pair[0], X, labels)
        if case in LABELS_REFUSED:
            return check_refused(ours, NAMES)
        text = same(ours, outcome(pair[1], X, labels))
        return text or ("" if ours[1] is None else unclear(ours[1], NAMES))

    assert failures(AWKWARD, TWINS, check) == {}


@cache
def error_of_labels(case):
    return outcome(fm.davies_bouldin_score, X, AWKWARD[case])[1]


def test_labels_of_our_own_functions():
    def check(case, name, function):
        labels, error = AWKWARD[case], error_of_labels(case)
        found = call(function, X, labels)
        if error is None:
            return f"raises {found[1]!r}" if found[1] is not None else ""
        if found[1] is None and "umber of labels" in str(error):
            return ""  # one cluster has a diameter
        return check_refused(found, NAMES)

    assert failures(AWKWARD, OWN, check) == {}


def test_clothes_of_labels_change_nothing():
    def check(clothes, name, function):
        return differs(call(function, X, worn[clothes]), plain(name), rtol=0)

    text = ["no", "no", "no", "yes", "yes", "yes"]
    worn = {name: put_on(LABELS) for name, put_on in LABEL_CLOTHES.items()}
    worn |= {f"text: {name}": put_on(text) for name, put_on in TEXT_CLOTHES.items()}
    assert failures(worn, ALL | OWN, check) == {}


# ------------------------------------------------------------------ options


WITH_METRIC = {
    name: function
    for name, function in ALL.items()
    if "metric" in inspect.signature(function).parameters
}
METRICS_REFUSED = ("no such", "", None, 1, [], ["euclidean"], {}, nan, b"euclidean")
METRICS_REFUSED += ("Euclidean", "precomputed")  # X is not square


def test_metric_refused():
    def check(said, name, function):
        found = call(function, X, LABELS, metric=wrong[said])
        return check_refused(found, ("metric", "X"))

    wrong = {repr(metric): metric for metric in METRICS_REFUSED}
    assert failures(wrong, WITH_METRIC, check) == {}


def test_metric_of_ones_own_that_fails():
    """What it raises comes out as it is."""

    def broken(p, q):
        raise KeyError("mine")

    def check(name, function):
        error = outcome(function, X, LABELS, metric=broken)[1]
        return "" if isinstance(error, KeyError) else f"{error!r}"

    assert complaints(WITH_METRIC, check) == {}


D = np.abs(X[:, :1] - X[:, 0])
TABLES_REFUSED = {
    "not square": D[:, :5],
    "too small": D[:5, :5],
    "a diagonal": D + np.eye(6),
    "a diagonal of integers": (8 * D).astype(int) + np.eye(6, dtype=int),
    "NaN": np.where(D == D.max(), nan, D),
    "inf": np.where(D == D.max(), inf, D),
    "strings": np.full((6, 6), "a", object),
    "one dimension": D[0],
    "None": None,
}


def test_distances_refused():
    def check(case, name, function):
        found = call(function, TABLES_REFUSED[case], LABELS, metric="precomputed")
        return check_refused(found, (*NAMES, "diagonal"))

    assert failures(TABLES_REFUSED, WITH_METRIC, check) == {}


def test_centroids_of_distances_refused():
    found = call(fm.centroid_distances, D, LABELS, metric="precomputed")
    assert check_refused(found, ("metric",)) == ""


SAMPLES = {
    "sample_size": (None, 1, 2, 5, 6, 7, 100, 0, -1, 2.5, "3", [3], nan, True),
    "random_state": (None, 0, 7, 2**32 - 1, np.random.RandomState(3), -1, 2**32, 1.5,
                     "a", [1], np.random.default_rng(3)),
}  # fmt: skip


def test_sample_size():
    for value, seed in itertools.product(SAMPLES["sample_size"], range(3)):
        options = {"sample_size": value, "random_state": seed}
        ours = call(fm.silhouette_score, X, LABELS, **options)
        theirs = outcome(sk.silhouette_score, X, LABELS, **options)
        assert same(ours, theirs) == "", options
        if ours[1] is not None:
            assert unclear(ours[1], (*NAMES, "sample_size")) == "", options


def test_random_state():
    for value in SAMPLES["random_state"]:
        options = {"sample_size": 5, "random_state": copy.deepcopy(value)}
        found = outcome(fm.silhouette_score, X, LABELS, **options)
        if value is None or isinstance(value, np.random.Generator):
            assert found[1] is None, value
            continue
        options["random_state"] = copy.deepcopy(value)
        theirs = outcome(sk.silhouette_score, X, LABELS, **options)
        assert same(found, theirs) == "", value
        if found[1] is not None:
            assert unclear(found[1], ("random_state", "[Ss]eed")) == "", value


def test_within_refused():
    for within in (None, "pairs", "", 1, [], ["centroid"], True):
        found = call(fm.davies_bouldin_score, X, LABELS, within=within)
        assert check_refused(found, ("within",)) == "", within


def test_unknown_argument_of_a_metric():
    """As a typing error among the options would be."""
    for function in (fm.silhouette_score, fm.silhouette_samples):
        error = call(function, X, LABELS, wihtin=3)[1]
        assert isinstance(error, TypeError)
