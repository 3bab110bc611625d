"""Intervals of clusterings: the jackknife, row by row, and what is refused."""

import functools
import math
import re
import warnings

import numpy as np
import pytest
from helpers.interval_calls import cluster_intervals
from helpers.one_case import one_case
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.catalog import find, scalar
from fastmetrics.reference import intervals as plain

AGREEMENT = [row.name for row in scalar("clustering", "agreement") if row.interval]
GEOMETRY = [row.name for row in scalar("clustering", "geometry") if row.interval]
WITHOUT = [row.name for row in scalar("clustering") if not row.interval]
SHARES = 0.3, 0.5  # of rows that the models do not know
NOISE = ("one_cluster", "drop", "own_clusters")


@pytest.fixture
def labellings(rng):
    """True labels and those of two models, with a few rows of noise each."""
    true = rng.integers(0, 3, 400)
    a, b = (
        np.where(rng.random(400) < p, rng.integers(0, 4, 400), true) for p in SHARES
    )
    true[[7, 8]], a[[8, 50]], b[[9, 50, 90]] = -1, -1, -1
    return true, a, b


@pytest.fixture
def points(rng):
    """Four clusters of 7 to 13 points, one of them of a single point more."""
    labels = np.repeat([3, -1, 7, 5, 9], [7, 13, 10, 8, 1])
    centres = np.array([[0, 0], [4, 0], [0, 5], [3, 3], [9, 9]])
    return np.repeat(centres, [7, 13, 10, 8, 1], axis=0) + rng.normal(
        size=(39, 2)
    ), labels


def value_of(row, *data, **options):
    """The metric, NaN where it raises because of the number of clusters."""
    try:
        return float(row.public(*data, **row.parameters, **options))
    except ValueError:
        return math.nan


def without_each(value, columns):
    """Values without each row; of rows that are alike one is left out."""
    rows = np.column_stack(columns)
    _, first, kind = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    values = [
        value(*(np.delete(column, i, axis=0) for column in columns)) for i in first
    ]
    return [values[k] for k in kind.ravel()]


def expected(row, columns, level=0.95, **options):
    """Bounds and standard error by the plain definitions, rows left out in turn."""
    estimate = value_of(row, *columns, **options)
    values = without_each(functools.partial(value_of, row, **options), columns)
    kept = plain.defined(values)
    error = plain.jackknife_standard_error(kept)
    bias = 0.0
    if row.interval == "corrected-jackknife":
        bias = plain.jackknife_bias(estimate, kept)
    low, high = plain.normal_interval(estimate - bias, error, level)
    bounds = max(low, row.lower), min(high, row.upper)
    return estimate, *bounds, error, len(values) - len(kept)


def numbers(found):
    return (
        found.estimate,
        found.low,
        found.high,
        found.standard_error,
        found.n_undefined,
    )


# ---------------------------------------------------------------------------- agreement


@one_case("noise", NOISE)
@one_case("name", AGREEMENT)
def test_agreement_is_the_jackknife_of_rows(labellings, name, noise):
    true, predicted, _ = labellings
    row = find(name)
    found = fm.confidence_interval(
        name, true, predicted, metric_params={"noise": noise}, confidence_level=0.9
    )
    if noise == "drop":
        kept = (true != -1) & (predicted != -1)
        true, predicted = true[kept], predicted[kept]
    options = {} if noise == "drop" else {"noise": noise}
    wanted = expected(row, [true, predicted], 0.9, **options)
    assert numbers(found) == pytest.approx(wanted, rel=1e-9)
    assert found.method == row.interval
    assert (found.confidence_level, found.n_resamples) == (0.9, 0)
    assert not found.approximate


@settings(max_examples=30)
@given(st.data())
def test_agreement_is_the_jackknife_of_the_reference(data):
    n = data.draw(st.integers(3, 9))
    columns = [
        data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)) for _ in "ab"
    ]
    for name in ("adjusted_rand_score", "purity_score", "fowlkes_mallows_score"):
        metric = getattr(reference, name)
        values = plain.jackknife_values(metric, columns)
        found = fm.confidence_interval(name, *columns, method="jackknife")
        assert found.estimate == pytest.approx(metric(*columns), rel=1e-12, abs=1e-15)
        if max(values) - min(values) < 1e-12:
            assert found.method == "none"
            assert "equal" in found.reason
        else:
            error = plain.jackknife_standard_error(values)
            assert found.standard_error == pytest.approx(error, rel=1e-9)


@one_case(
    "name, parameters",
    [
        ("adjusted_mutual_info_score", {"average_method": "max"}),
        ("normalized_mutual_info_score", {"average_method": "geometric"}),
        ("v_measure_score", {"beta": 0.5}),
    ],
)
def test_parameters_reach_the_formula(labellings, name, parameters):
    true, predicted, _ = labellings
    wanted = expected(find(name), [true, predicted], **parameters)
    function = functools.partial(getattr(fm, name), **parameters)
    for found in (
        fm.confidence_interval(name, true, predicted, metric_params=parameters),
        fm.confidence_interval(function, true, predicted),
    ):
        assert numbers(found) == pytest.approx(wanted, rel=1e-9)


def test_all_agreement_is_read_off_one_table(labellings):
    true, predicted, _ = labellings
    found = cluster_intervals(AGREEMENT, {"a": predicted}, labels_true=true)
    assert found.differences == {}
    assert found.tables["a"].total == 400
    for name in AGREEMENT:
        one = fm.confidence_interval(name, true, predicted)
        assert numbers(found.values["a"][name]) == numbers(one)


@pytest.mark.long
@one_case("noise", NOISE)
@one_case("name", AGREEMENT)
def test_differences_leave_a_row_out_of_both(labellings, name, noise):
    labellings = [column[::4] for column in labellings]
    true, *models = labellings
    row = find(name)
    found = cluster_intervals(
        [name], dict(zip("ab", models, strict=True)), labels_true=true, noise=noise
    )
    for key, labels in zip("ab", models, strict=True):
        alone = fm.confidence_interval(
            name, true, labels, metric_params={"noise": noise}
        )
        assert numbers(found.values[key][name]) == pytest.approx(
            numbers(alone), rel=1e-12
        )

    def difference(*columns):
        a, b = (value_of(row, columns[0], one, noise=noise) for one in columns[1:])
        return a - b

    estimate = difference(true, *models)
    values = without_each(difference, labellings)
    interval = found.differences["a", "b"][name]
    assert interval.estimate == pytest.approx(estimate, rel=1e-12)
    error = plain.jackknife_standard_error(values)
    assert interval.standard_error == pytest.approx(error, rel=1e-8)
    bias = 0.0
    if row.interval == "corrected-jackknife":
        bias = plain.jackknife_bias(estimate, values)
    bounds = plain.normal_interval(estimate - bias, error)
    assert (interval.low, interval.high) == pytest.approx(bounds, rel=1e-8)


def test_labels_of_any_kind(labellings):
    true, a, b = labellings
    words = np.array(["noise", "x", "y", "zebra", "w"])
    numbers_too = cluster_intervals(["nmi"], {"a": a, "b": b}, labels_true=true)
    others = {"a": words[a + 1], "b": (b + 0.0).astype(object)}
    found = cluster_intervals(["nmi"], others, labels_true=list(words[true + 1]))
    for ours, other in (
        (found.values["a"], numbers_too.values["a"]),
        (found.differences["a", "b"], numbers_too.differences["a", "b"]),
    ):
        assert numbers(ours["nmi"]) == pytest.approx(numbers(other["nmi"]), rel=1e-12)


def test_equal_partitions_have_no_bounds():
    labels = np.repeat([0, 1, 2], 10)
    for name in AGREEMENT:
        found = fm.confidence_interval(name, labels, labels)
        assert (found.estimate, found.method) == (1.0, "none")
        assert "equal" in found.reason


@one_case("n", [0, 1])
def test_of_one_row_or_none_there_is_no_interval(n):
    for name in AGREEMENT:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = fm.confidence_interval(name, np.zeros(n, int), np.zeros(n, int))
        assert found.method == "none"
        assert ("no rows" if n == 0 else "single row") in found.reason


@one_case("n, per_cell", [(160, 10), (159, 9), (32, 2), (31, 1)])
def test_information_wants_rows_for_each_pair_of_clusters(rng, n, per_cell):
    true = np.arange(n) % 4
    predicted = np.where(rng.random(n) < 0.3, rng.permutation(true), true)
    for name in ("nmi", "ami", "homogeneity", "completeness", "v_measure"):
        found = fm.confidence_interval(name, true, predicted)
        assert (found.method == "none") == (per_cell < 2)
        assert found.approximate == (2 <= per_cell < 10)
        assert ("less than" in found.reason) == (per_cell < 10)
    for name in ("ari", "ri", "fmi", "pairwise_jaccard"):
        found = fm.confidence_interval(name, true, predicted)
        assert (found.method, found.approximate) == ("jackknife", False)


@one_case("n, approximate", [(40, False), (39, True)])
def test_purity_wants_rows_for_each_cluster(rng, n, approximate):
    predicted = np.arange(n) % 4
    true = np.where(rng.random(n) < 0.3, 5, predicted)
    found = fm.confidence_interval("purity", true, predicted)
    assert found.approximate == approximate
    assert ("largest class" in found.reason) == approximate


def test_bounds_are_cut_off_at_the_range():
    true = np.repeat([0, 1], 15)
    predicted = true.copy()
    predicted[[3, 20]] ^= 1
    found = fm.confidence_interval("purity", true, predicted)
    assert found.high == 1.0
    assert found.low < found.estimate < 1


# ----------------------------------------------------------------------------- geometry


@one_case("name", GEOMETRY)
def test_geometry_is_the_jackknife_of_points(points, name):
    X, labels = points
    row = find(name)
    found = fm.confidence_interval(name, X, labels) if name == row.function else None
    wanted = expected(row, [X, labels])
    if found is not None:
        assert numbers(found) == pytest.approx(wanted, rel=1e-9)
        assert found.method == "jackknife"
    found = cluster_intervals([name], {"": labels}, X=X).values[""][name]
    assert numbers(found) == pytest.approx(wanted, rel=1e-9)


@one_case("metric", ["euclidean", "manhattan"])
def test_all_geometry_together_is_each_alone(points, metric):
    X, labels = points
    names = [row.name for row in scalar("clustering", "geometry")]
    found = cluster_intervals(names, {"": labels}, X=X, metric=metric).values[""]
    for name in names:
        row = find(name)
        options = {"metric": metric} if "metric" in row.options else {}
        value = row.public(X, labels, **row.parameters, **options)
        assert found[name].estimate == pytest.approx(value, rel=1e-14)


@one_case("metric", ["manhattan", "cosine", "sqeuclidean", "chebyshev"])
def test_distances_reach_the_silhouette(points, metric):
    X, labels = points
    X = X + 20.0
    row = find("silhouette_score")
    found = fm.confidence_interval(
        functools.partial(fm.silhouette_score, metric=metric), X, labels
    )
    wanted = expected(row, [X, labels], metric=metric)
    assert numbers(found) == pytest.approx(wanted, rel=1e-9)


def test_a_matrix_of_distances(points):
    X, labels = points
    distances = np.linalg.norm(X[:, None] - X, axis=-1)
    found = fm.confidence_interval(
        "silhouette", distances, labels, metric_params={"metric": "precomputed"}
    )
    wanted = fm.confidence_interval("silhouette", X, labels)
    assert numbers(found) == pytest.approx(numbers(wanted), rel=1e-9)


def test_parameters_of_any_name_reach_the_distance(points):
    X, labels = points
    found = fm.confidence_interval(
        "silhouette", X, labels, metric_params={"metric": "minkowski", "p": 1}
    )
    wanted = fm.confidence_interval(
        "silhouette", X, labels, metric_params={"metric": "manhattan"}
    )
    assert numbers(found) == pytest.approx(numbers(wanted), rel=1e-9)


def test_a_sample_has_the_interval_of_its_rows(points):
    X, labels = points
    parameters = {"sample_size": 25, "random_state": 3}
    found = fm.confidence_interval("silhouette", X, labels, metric_params=parameters)
    assert found.estimate == fm.silhouette_score(X, labels, **parameters)
    rows = np.random.RandomState(3).permutation(len(X))[:25]
    wanted = fm.confidence_interval("silhouette", X[rows], labels[rows])
    assert numbers(found) == pytest.approx(numbers(wanted), rel=1e-12)
    # Without a seed of its own, that of the interval is the sample's.
    again = fm.confidence_interval(
        "silhouette", X, labels, metric_params={"sample_size": 25}, random_state=3
    )
    assert numbers(again) == numbers(found)
    for state in (None, np.random.default_rng(1), np.random.RandomState(1)):
        drawn = fm.confidence_interval(
            "silhouette",
            X,
            labels,
            metric_params={"sample_size": 25, "random_state": state},
        )
        assert drawn.low < drawn.estimate < drawn.high


def test_models_share_a_sample(points):
    X, labels = points
    found = cluster_intervals(
        ["silhouette"], {"a": labels, "b": labels}, X=X, sample_size=25
    )
    difference = found.differences["a", "b"]["silhouette"]
    assert difference.estimate == 0
    assert "equal" in difference.reason


def test_differences_of_points(points, rng):
    X, labels = points
    other = np.where(rng.random(len(X)) < 0.2, 3, labels)
    found = cluster_intervals(GEOMETRY, {"a": labels, "b": other}, X=X)
    for name in GEOMETRY:
        row = find(name)

        def difference(X, a, b, row=row):
            return value_of(row, X, a) - value_of(row, X, b)

        columns = X, labels, other
        values = without_each(difference, columns)
        interval = found.differences["a", "b"][name]
        assert interval.estimate == pytest.approx(difference(*columns))
        error = plain.jackknife_standard_error(values)
        assert interval.standard_error == pytest.approx(error, rel=1e-8)


def test_what_a_clustering_does_not_have_is_nan(points):
    X, labels = points
    rows = ["silhouette_score", "dunn_index", "calinski_harabasz_score"]
    one = np.zeros(len(X), int)
    found = cluster_intervals(rows, {"a": labels, "one": one}, X=X)
    for name in rows:
        assert math.isnan(found.values["one"][name].estimate)
        assert "1 clusters" in found.values["one"][name].reason
        assert "1 clusters" in found.differences["a", "one"][name].reason
        assert not math.isnan(found.values["a"][name].estimate)
    with pytest.raises(ValueError, match="labels"):
        fm.confidence_interval("silhouette", X, one)


def test_a_cluster_of_one_row_may_leave_a_single_cluster(points):
    X = points[0][:12]
    labels = np.array([0] * 11 + [1])
    with pytest.warns(UserWarning, match="1 of 12"):
        found = fm.confidence_interval("silhouette", X, labels)
    assert found.n_undefined == 1
    assert found.low < found.estimate < found.high
    with pytest.warns(UserWarning, match="1 of 5"):
        found = fm.confidence_interval("silhouette", X[7:], labels[7:])
    assert math.isnan(found.low)
    assert "1 of 5" in found.reason


def test_threads_and_progress(points):
    X, labels = points
    seen = []
    found = []
    for n in (1, 2, 3):
        with fm.num_threads(n):
            found.append(
                fm.confidence_interval(
                    "silhouette",
                    X,
                    labels,
                    progress=lambda done, total: seen.append((done, total)),
                )
            )
    assert numbers(found[0]) == numbers(found[1]) == numbers(found[2])
    assert seen
    assert all(0 <= done <= total for done, total in seen)


# -------------------------------------------------------------------- what is refused


@one_case("method", ["percentile", "basic", "bca", "bias-corrected"])
def test_resampling_is_refused_and_why(labellings, points, method):
    for name, data in (("ari", labellings[:2]), ("silhouette", points)):
        with pytest.raises(ValueError, match=r"79 %.*auto, normal, jackknife"):
            fm.confidence_interval(name, *data, method=method)


@one_case("method", ["wilson", "delong"])
def test_other_methods_are_refused(labellings, points, method):
    for name, data in (("ari", labellings[:2]), ("silhouette", points)):
        with pytest.raises(ValueError, match="neither a share"):
            fm.confidence_interval(name, *data, method=method)


def test_the_correction_is_for_agreement(labellings, points):
    true, predicted, _ = labellings
    found = fm.confidence_interval("ari", true, predicted, method="corrected-jackknife")
    assert found.method == "corrected-jackknife"
    with pytest.raises(ValueError, match="bias"):
        fm.confidence_interval("silhouette", *points, method="corrected-jackknife")


def test_normal_is_another_name_of_the_jackknife(labellings):
    true, predicted, _ = labellings
    one = fm.confidence_interval("nmi", true, predicted, method="normal")
    other = fm.confidence_interval("nmi", true, predicted, method="jackknife")
    assert numbers(one) == numbers(other)
    assert one.method == "jackknife"


@one_case("method", ["jackknife", "corrected-jackknife"])
def test_the_jackknife_is_refused_with_the_families_that_have_it(method):
    for call in (
        lambda: fm.confidence_interval("f1", [0, 1, 1], [0, 1, 0], method=method),
        lambda: fm.confidence_interval("ap", [0, 1], y_score=[0, 1], method=method),
        lambda: fm.confidence_interval(max, [0, 1], [0, 1], method=method),
    ):
        with pytest.raises(ValueError, match="is for metrics of clustering"):
            call()


@one_case("name", WITHOUT)
def test_metrics_without_an_interval_say_why(labellings, points, name):
    row = find(name)
    data = {
        "agreement": labellings[:2],
        "geometry": points,
        "partition": labellings[:1],
    }[row.targets[0]]
    found = fm.confidence_interval(name, *data)
    assert found.estimate == row.public(*data)
    assert found.method == "none"
    assert math.isnan(found.low)
    assert found.reason == row.reason
    with pytest.raises(ValueError, match="has no interval"):
        fm.confidence_interval(name, *data, method="normal")


@one_case("name", ["expected_mutual_information", "cluster_diameters", "pair_counts"])
def test_what_is_no_metric_says_why(labellings, name):
    with pytest.raises(ValueError, match=re.escape(find(name).reason)):
        fm.confidence_interval(name, *labellings[:2])


def test_options_that_clusterings_do_not_take(labellings):
    true, predicted, _ = labellings
    for options in (
        {"stratified": True},
        {"groups": true},
        {"sample_weight": np.ones(400)},
    ):
        with pytest.raises(ValueError, match=f"takes no {next(iter(options))}"):
            fm.confidence_interval("ari", true, predicted, **options)
    with pytest.raises(TypeError, match="labels_true and labels_pred"):
        fm.confidence_interval("ari", true)
    with pytest.raises(TypeError, match="X and labels"):
        fm.confidence_interval("silhouette", true, y_score=predicted)
    with pytest.raises(TypeError, match="labels alone"):
        fm.confidence_interval("partition_entropy", true, predicted)
    with pytest.raises(TypeError, match="metric_params has 'contingency'"):
        fm.confidence_interval(
            "mutual_info_score", true, predicted, metric_params={"contingency": 1}
        )
    with pytest.raises(ValueError, match="noise"):
        fm.confidence_interval("ari", true, predicted, metric_params={"noise": "?"})


def test_a_plan_wants_what_its_metrics_are_of(labellings, points):
    with pytest.raises(TypeError, match="labels_true"):
        cluster_intervals(["ari"], {"a": labellings[0]})
    with pytest.raises(TypeError, match="X"):
        cluster_intervals(["silhouette"], {"a": labellings[0]})
    with pytest.raises(ValueError, match="method must be one of"):
        cluster_intervals(["ari"], {"a": [1]}, labels_true=[1], method="magic")
