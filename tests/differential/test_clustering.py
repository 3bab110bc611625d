"""Every geometric function against its twin in the reference, on drawn points.

The reference rounds each difference of coordinates once and has exact centroids, so
that no offset and no scale of the points costs a digit; nor may it cost one here. What
scikit-learn has as well is compared with it too: errors, and values as far as it has
digits.
"""

import inspect
import math
import warnings
from itertools import combinations, product

import numpy as np
import pytest
from differential.point_strategies import KINDS, point_cases
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.spatial import distance

import fastmetrics
from fastmetrics import reference
from fastmetrics.metrics.clustering import separation, silhouettes
from fastmetrics.metrics.clustering import separation as dispersion
from fastmetrics.reference.clustering import points as exact

sk = pytest.importorskip("sklearn.metrics")

FUNCTIONS = {
    name: function
    for module in (dispersion, separation, silhouettes)
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and name in fastmetrics.__all__
}
SHARED = [name for name in FUNCTIONS if hasattr(sk, name)]
WITH_METRIC = [
    name for name, f in FUNCTIONS.items() if "metric" in inspect.signature(f).parameters
]
METRICS = ["euclidean", "sqeuclidean", "manhattan", "cityblock", "cosine"]
# Metrics that have no kernel -> the same for one pair of points.
OTHER_METRICS = {
    "chebyshev": distance.chebyshev,
    "canberra": distance.canberra,
    "braycurtis": distance.braycurtis,
}

# Relative to the value, and for silhouettes, which are differences, to 1.
TOLERANCE = 1e-12
# What float32 holds of the points is what both sides see; distances may be rounded to
# float32 on the way.
SINGLE = 1e-6


def outcome(function, positional, keywords):
    """Return (value, error or None, categories warned)."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, error = function(*positional, **keywords), None
        except (ValueError, TypeError) as raised:
            value, error = None, raised
    return value, error, sorted({w.category.__name__ for w in caught})


def options_for(name, metric):
    return {"metric": metric} if name in WITH_METRIC else {}


def agree(name, ours, expected, tolerance=TOLERANCE):
    absolute = tolerance if name.startswith("silhouette") else 0
    if name == "centroid_distances":
        # Centroids that are equal as fractions may differ by a rounding of their own.
        absolute = tolerance * np.max(ours, initial=1e-3)
    if name == "calinski_harabasz_score":
        # So may these, and the score is relative to the spread: a rounding squared.
        absolute = 1e-28
    if isinstance(expected, list):
        assert isinstance(ours, np.ndarray)
        assert ours.shape == np.shape(expected)
    else:
        assert type(ours) is float
    np.testing.assert_allclose(ours, expected, rtol=tolerance, atol=absolute)


def unchanged(case):
    for column in (case.X, case.labels):
        if isinstance(column.dressed, np.ndarray):
            assert column.dressed.tolist() == column.plain


def well_posed(name, case, metric):
    """Whether rounding cannot decide.

    Centroids are apart by some margin, and angles are none or large: those of nearly
    parallel points drown in the rounding of the points, as cosines are about these.
    """
    points, labels = case.X.plain, case.labels.plain
    if name == "davies_bouldin_score":
        centres = map(exact.centroid, groups(points, labels))
        size = max(max(c) - min(c) for c in zip(*points, strict=True))
        gaps = [exact.euclidean(a, b) for a, b in combinations(centres, 2)]
        return all(gap > 1e-9 * size for gap in gaps)
    if name in WITH_METRIC and metric == "cosine":
        different = [p for i, p in enumerate(points) if p not in points[:i]]
        if name == "centroid_distances":
            different = list(map(exact.centroid, groups(points, labels)))
        return all(exact.cosine(p, q) > 1e-7 for p, q in combinations(different, 2))
    return True


def groups(points, labels):
    """Return the points of each cluster."""
    return [
        [p for p, c in zip(points, labels, strict=True) if c == label]
        for label in set(labels)
    ]


def compare(name, case, options):
    ours, error, warned = outcome(
        FUNCTIONS[name], [case.X.dressed, case.labels.dressed], options
    )
    unchanged(case)
    expected, expected_error, expected_warned = outcome(
        getattr(reference, name), [case.X.plain, case.labels.plain], options
    )
    assert (error is None) == (expected_error is None), (error, expected_error)
    if error is not None:
        return
    assert warned == expected_warned
    agree(name, ours, expected, SINGLE if case.single else TOLERANCE)


# One draw of points is asked of all functions.
@settings(max_examples=examples(60, same=10))
@given(data=st.data())
def test_agrees_with_the_reference(data):
    case = data.draw(point_cases(), label="case")
    metric = data.draw(st.sampled_from(METRICS), label="metric")
    within = data.draw(st.sampled_from(["centroid", "pairwise"]), label="within")
    for name in FUNCTIONS:
        note(name)
        options = options_for(name, metric)
        if name == "davies_bouldin_score":
            options["within"] = within
        if well_posed(name, case, metric):
            compare(name, case, options)


@one_case("within", ["centroid", "pairwise"])
def test_equal_centroids_are_not_compared(within):
    """Also where they are not representable, and the clusters of different sizes."""
    X = [[1.0], [0.0], [0.0], [1.0], [1.0], [0.0], [0.0], [0.0], [0.0], [7.0], [9.0]]
    labels = [0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2]
    for offset in (0.0, 1e8, -3.0):
        far = [[x + offset for x in p] for p in X]
        found = dispersion.davies_bouldin_score(far, labels, within=within)
        expected = reference.davies_bouldin_score(far, labels, within=within)
        assert found == pytest.approx(expected, rel=1e-12)


# Distances alone have no centroids, nor have metrics that know only pairs of points.
OF_PAIRS = [name for name in WITH_METRIC if name != "centroid_distances"]


@settings(max_examples=examples(60, same=10))
@given(data=st.data())
def test_precomputed_agrees_with_the_reference(data):
    case = data.draw(point_cases(max_size=10), label="case")
    X = np.array(case.X.plain, float)
    table = distance.cdist(X, X, "cityblock")  # symmetric to the last bit
    dtype = data.draw(st.sampled_from(["float64", "float32", "int64"]), label="dtype")
    assume(dtype == "float64" or table.max() < 2**20)
    table = table.astype(dtype)
    container = data.draw(
        st.sampled_from([np.ascontiguousarray, np.asfortranarray, np.ndarray.tolist])
    )
    options = {"metric": "precomputed"}
    columns = [container(table), case.labels.dressed]
    plain = [table.tolist(), case.labels.plain]
    for name in OF_PAIRS:
        note(name)
        ours = outcome(FUNCTIONS[name], columns, options)
        expected = outcome(getattr(reference, name), plain, options)
        assert (ours[1] is None) == (expected[1] is None), (ours[1], expected[1])
        if ours[1] is None:
            assert ours[2] == expected[2]
            tolerance = SINGLE if dtype == "float32" else TOLERANCE
            agree(name, ours[0], expected[0], tolerance)


@pytest.mark.long
@settings(max_examples=examples(10))
@given(data=st.data())
def test_other_metrics_agree_with_the_reference(data):
    # Far from the origin no denominator is 0.
    kinds = [kind for kind in KINDS if not kind.origin]
    case = data.draw(point_cases(max_size=8, kinds=kinds, any_number=False))
    columns = [case.X.dressed, case.labels.dressed]
    plain = [case.X.plain, case.labels.plain]
    for name, (metric, pair) in product(OF_PAIRS, OTHER_METRICS.items()):
        note(f"{name} with {metric}")
        named, error, warned = outcome(FUNCTIONS[name], columns, {"metric": metric})
        expected, expected_error, expected_warned = outcome(
            getattr(reference, name), plain, {"metric": pair}
        )
        assert error is None, error
        assert expected_error is None
        assert warned == expected_warned
        agree(name, named, expected)
        called, error, _ = outcome(FUNCTIONS[name], columns, {"metric": pair})
        assert error is None, error
        agree(name, called, expected)


@given(data=st.data())
def test_arguments_of_a_metric(data):
    kinds = [kind for kind in KINDS if kind.centred and kind.dtypes != ("bool",)]
    case = data.draw(point_cases(max_size=8, kinds=kinds, any_number=False))
    p = data.draw(st.sampled_from([1, 1.5, 3]))
    ours = silhouettes.silhouette_samples(
        case.X.dressed, case.labels.dressed, metric="minkowski", p=p
    )
    expected = reference.silhouette_samples(
        case.X.plain, case.labels.plain, metric=distance.minkowski, p=p
    )
    agree("silhouette_samples", ours, expected, 1e-9)


@given(data=st.data())
def test_sparse_points_agree_with_dense_ones(data):
    kinds = [kind for kind in KINDS if kind.centred]
    case = data.draw(point_cases(kinds=kinds, any_number=False), label="case")
    assume(case.X.dtype not in ("object", "longdouble", "float16", "bool"))
    metric = data.draw(st.sampled_from(METRICS), label="metric")
    kind = data.draw(
        st.sampled_from(
            [sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.lil_array]
        )
    )
    X = kind(np.array(case.X.plain, case.X.dtype))
    ours = silhouettes.silhouette_samples(X, case.labels.dressed, metric=metric)
    expected = reference.silhouette_samples(
        case.X.plain, case.labels.plain, metric=metric
    )
    agree("silhouette_samples", ours, expected, SINGLE if case.single else TOLERANCE)


@given(data=st.data())
def test_sample_agrees_with_the_reference(data):
    case = data.draw(point_cases(any_number=False), label="case")
    size = data.draw(st.integers(1, len(case.X.plain) + 2), label="size")
    seed = data.draw(st.integers(0, 2**32 - 1), label="seed")
    metric = data.draw(st.sampled_from(METRICS), label="metric")
    assume(well_posed("silhouette_score", case, metric))
    options = {"sample_size": size, "metric": metric}
    columns = [case.X.dressed, case.labels.dressed]
    ours = outcome(
        silhouettes.silhouette_score, columns, {**options, "random_state": seed}
    )
    again = np.random.RandomState(seed)
    same = outcome(
        silhouettes.silhouette_score, columns, {**options, "random_state": again}
    )
    assert ours[0] == same[0]
    options["random_state"] = np.random.RandomState(seed)
    expected = outcome(
        reference.silhouette_score, [case.X.plain, case.labels.plain], options
    )
    assert (ours[1] is None) == (expected[1] is None), (ours[1], expected[1])
    if ours[1] is None:
        agree(
            "silhouette_score",
            ours[0],
            expected[0],
            SINGLE if case.single else TOLERANCE,
        )


@settings(max_examples=examples(60, same=10))
@given(data=st.data())
def test_agrees_with_scikit_learn(data):
    case = data.draw(point_cases(), label="case")
    metric = data.draw(st.sampled_from(METRICS), label="metric")
    # With an offset or one coordinate its dot products cancel, and 1e-8 is 0 to it.
    size = max(abs(float(x)) for p in case.X.plain for x in p)
    assume(case.kind.centred and (size == 0 or 0.01 < size < 1e4))
    assume(metric != "cosine" or len(case.X.plain[0]) > 1)
    # There a row shorter than some 1e-15 has no direction.
    norms = [math.hypot(*map(float, p)) for p in case.X.plain]
    assume(metric != "cosine" or all(norm == 0 or norm > 1e-10 for norm in norms))
    # There means of equal points are off by a rounding, so that no spread is some.
    parts = groups(case.X.plain, case.labels.plain)
    spread = any(point != part[0] for part in parts for point in part)
    # Nor are clusters that are one point 0 apart there where they are the same one.
    alone = [tuple(part[0]) for part in parts if all(p == part[0] for p in part)]
    apart = len({*alone}) == len(alone)
    for name in SHARED:
        note(name)
        fair = spread if name == "calinski_harabasz_score" else True
        fair = apart if name.startswith("silhouette") else fair
        if fair and well_posed(name, case, metric):
            same_as_theirs(name, case, options_for(name, metric))


def same_as_theirs(name, case, options):
    ours = outcome(FUNCTIONS[name], [case.X.dressed, case.labels.dressed], options)
    dtype = "float64" if case.X.dtype in ("object", "longdouble") else case.X.dtype
    X = np.array(case.X.plain, dtype).astype(float)
    theirs = outcome(getattr(sk, name), [X, np.array(case.labels.plain)], options)
    if theirs[1] is not None:
        assert isinstance(ours[1], ValueError), (ours, theirs)
        return
    assert ours[1] is None, ours[1]
    # Its distances are off by 1e-8 of how far the points are from the origin.
    tolerance = 1e-5
    np.testing.assert_allclose(ours[0], theirs[0], rtol=tolerance, atol=tolerance)
    assert type(ours[0]) is type(theirs[0])


def table_of(X, metric):
    """Return all distances, by SciPy."""
    if metric != "cosine":
        return distance.cdist(X, X, "cityblock" if metric == "manhattan" else metric)
    # Its own are 1 less a product, which cancels.
    directions = X / np.linalg.norm(X, axis=1, keepdims=True)
    return distance.cdist(directions, directions, "sqeuclidean") / 2


# Past the sizes of tiles and of vectors, and of what goes to several threads.
SIZES = [(64, 3), (65, 63), (129, 2), (300, 7)]
WIDTHS = [1, 2, 3, 5, 8, 9, 16, 17, 33]


@pytest.mark.long
@pytest.mark.parametrize("metric", METRICS)
@one_case("dtype", ["float64", "float32"])
@one_case("d", WIDTHS)
def test_more_points_agree_with_the_matrix(rng, d, dtype, metric):
    if metric == "cosine" and d == 1:
        return  # directions are equal or opposite
    some = SIZES[WIDTHS.index(d) % 2 :: 2]
    for n, k in [*some, (1025, 20)] if d in (3, 17) else some:
        labels = rng.integers(0, k, n)
        X = (rng.normal(size=(n, d)) + labels[:, None] / 2).astype(dtype)
        offset = 0.0 if metric == "cosine" or dtype == "float32" else 1e6
        D = table_of(X.astype(float), metric)
        X = X + X.dtype.type(offset)
        names, codes = np.unique(labels, return_inverse=True)
        sizes = np.bincount(codes)
        inside = codes[:, None] == np.arange(len(names))
        sums = D @ inside
        own = sums[np.arange(n), codes]
        sums[inside] = np.inf
        b = (sums / sizes).min(axis=1)
        a = own / np.maximum(sizes[codes] - 1, 1)
        expected = np.where(sizes[codes] > 1, (b - a) / np.maximum(a, b), 0)
        found = silhouettes.silhouette_samples(X, labels, metric=metric)
        # A common offset of 1e6 rounds the points themselves, to 1e-10.
        tolerance = SINGLE if dtype == "float32" else 1e-8 if offset else TOLERANCE
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)
        order = np.argsort(codes, kind="stable")
        ordered, starts = D[np.ix_(order, order)], np.cumsum(sizes) - sizes
        most, total, least = (
            each.reduceat(each.reduceat(ordered, starts), starts, axis=1)
            for each in (np.maximum, np.add, np.minimum)
        )
        np.fill_diagonal(least, 0)
        means = total.diagonal() / np.maximum(1, sizes * (sizes - 1))
        for name, told, close in [
            ("cluster_diameters", most.diagonal(), {"rtol": 10 * tolerance}),
            ("cluster_mean_distances", means, {"rtol": 10 * tolerance}),
            ("cluster_separations", least, {"rtol": 1e3 * tolerance, "atol": 1e-12}),
        ]:
            found = getattr(separation, name)(X, labels, metric=metric)
            np.testing.assert_allclose(found, told, **close)


def test_every_function_is_tested():
    assert len(FUNCTIONS) == 9
    assert set(FUNCTIONS) <= set(reference.__all__)
    for name, function in FUNCTIONS.items():
        ours = inspect.signature(function).parameters.values()
        twin = inspect.signature(getattr(reference, name)).parameters.values()
        assert [(p.name, p.kind, p.default) for p in ours] == [
            (p.name, p.kind, p.default) for p in twin
        ]


def test_a_large_offset_costs_no_digit():
    """0.79150538… on data where scikit-learn's distances lose half of theirs."""
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1, 2], 100)
    near = np.round(rng.normal(size=(300, 3)) * 64) / 64 + 8 * labels[:, None]
    far = near + 2.0**26
    for name, function in FUNCTIONS.items():
        for metric in ("euclidean", "sqeuclidean", "manhattan"):
            options = options_for(name, metric)
            found = function(far, labels, **options)
            expected = function(near, labels, **options)
            np.testing.assert_allclose(found, expected, rtol=1e-13, atol=0)
            assert not np.any(np.isnan(found))
    assert math.isfinite(silhouettes.silhouette_score(far, labels))
