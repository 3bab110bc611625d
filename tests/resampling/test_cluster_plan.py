"""fastmetrics.resampling.cluster_plan: its answers, and how often data are read."""

import functools
import math
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._inputs import points as point_inputs
from fastmetrics._kernels import confusion, geometry
from fastmetrics.catalog import find, scalar
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.clustering import partitions as clusterings
from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter
from fastmetrics.metrics.clustering.partitions import count_clusterings
from fastmetrics.resampling import cluster_plan
from fastmetrics.resampling.cluster_plan import ClusterPlan
from fastmetrics.resampling.plan import Data, Design, Refusal

AGREEMENT = [row.name for row in scalar("clustering", "agreement")]
GEOMETRY = [row.name for row in scalar("clustering", "geometry")]
ALL = [row.name for row in scalar("clustering")]

ROWS = np.arange(60)
TRUE = np.where(np.isin(ROWS, [9, 31]), -1, ROWS % 3)
A = np.where(ROWS % 7 == 0, (ROWS // 7) % 4, ROWS % 3)
A[[9, 30]] = -1
B = np.where(ROWS % 4 == 0, 3 - ROWS % 3, ROWS % 3)
X = np.stack(
    [
        (ROWS * ROWS % 17) / 17 + 2.0 * (ROWS % 3),
        (ROWS * ROWS * ROWS % 23) / 23 - 1.0 * (ROWS % 3),
    ],
    axis=1,
)

# Bounds of A, and of A less B, where noise is dropped from agreement: from the engine
# for clusterings alone that was here before, held to plain definitions of its own.
BOUNDS = {
    "adjusted_rand_score": (
        (0.5537421233642813, 0.9375716858838924),
        (0.020695270780675457, 0.5041795720285318),
    ),
    "rand_score": (
        (0.8094831276778176, 0.9724717595402275),
        (0.006025244148105721, 0.21150133091022977),
    ),
    "fowlkes_mallows_score": (
        (0.6918252235960365, 0.9584553822947264),
        (0.016944032636444728, 0.35450763877006897),
    ),
    "pairwise_jaccard_score": (
        (0.5038215281973798, 0.8992659503617969),
        (0.009781195778614443, 0.4568217923817439),
    ),
    "adjusted_mutual_info_score": (
        (0.361324959725273, 0.8570607825144627),
        (-0.2367506205346792, 0.27199767207133385),
    ),
    "normalized_mutual_info_score": (
        (0.3790524975818985, 0.8477531127351547),
        (-0.21541229753311525, 0.26574191317346135),
    ),
    "homogeneity_score": (
        (0.41346374997303637, 0.8850678847166337),
        (-0.23528164487276565, 0.25321299733675706),
    ),
    "completeness_score": (
        (0.34344427254473675, 0.8173603536613937),
        (-0.20721946972216548, 0.28088351608980067),
    ),
    "v_measure_score": (
        (0.37905249758190496, 0.847753112735161),
        (-0.2154122975331101, 0.26574191317346624),
    ),
    "purity_score": (
        (0.8319021947528753, 0.9926592087558965),
        (-0.032949110280993205, 0.2023380999966616),
    ),
    "clustering_accuracy": (
        (0.8143583351037531, 0.9751153491067732),
        (0.01771337563749964, 0.28900168788337144),
    ),
    "cramers_v": (
        (0.7544549885389981, 0.9744438964735839),
        (-0.04500511635742918, 0.21184566453679501),
    ),
    "theils_u": (
        (0.41346374997303637, 0.8850678847166337),
        (-0.23528164487276565, 0.25321299733675706),
    ),
    "silhouette_score": (
        (-0.19234713987203814, 0.6672478129862184),
        (-0.3271949791902913, 0.551914724224685),
    ),
    "calinski_harabasz_score": (
        (0.0, 107.46435497123312),
        (-90.41660291268866, 49.56371096753122),
    ),
    "davies_bouldin_score": (
        (0.4818695278041357, 2.3198598563599053),
        (-2.0297921480370062, 0.7234401804234913),
    ),
    "davies_bouldin_pairwise": (
        (0.5230637901776947, 4.2809964072451),
        (-2.9006177567598055, 1.8155039793134158),
    ),
}


def plan_of(names, labels=None, *, y_true=TRUE, X=X, design=None, **options):
    """Make a plan for metrics, asked for with the row's own parameters."""
    labels = {"a": A, "b": B} if labels is None else labels
    shared = {"y_true": y_true, "X": X}
    plan = ClusterPlan(
        Data(
            {name: column for name, column in shared.items() if column is not None},
            {name: {"y_pred": column} for name, column in labels.items()},
        ),
        design or Design(),
        options,
    )
    plan.ask([BoundMetric(row, row.parameters) for row in map(find, names)])
    return plan


def intervals_of(plan, method="auto"):
    return make_intervals(
        plan, confidence_level=0.95, method=method, n_resamples=None, seed=0
    )


def arguments_of(name):
    """Columns of the metric, as its function takes them."""
    row = find(name)
    first = {"agreement": [TRUE, A], "geometry": [X, A], "partition": [A]}
    return first[row.targets[0]]


# --------------------------------------------------------------------- what is answered


def test_bounds_are_what_they_were():
    assert set(BOUNDS) == {row.name for row in scalar("clustering") if row.interval}
    found = intervals_of(plan_of(BOUNDS, noise="drop"))
    for name, (single, pair) in BOUNDS.items():
        one, two = found.values["a"][name], found.differences["a", "b"][name]
        assert (one.low, one.high) == pytest.approx(single, rel=1e-11)
        assert (two.low, two.high) == pytest.approx(pair, rel=1e-9)


@one_case("noise", clusterings.NOISE_POLICIES)
@one_case("name", ALL)
def test_estimates_are_those_of_the_functions(name, noise):
    row = find(name)
    plan = plan_of([name], noise=noise)
    options = {"noise": noise} if "noise" in row.options else {}
    value = row.public(*arguments_of(name), **row.parameters, **options)
    assert plan.estimates[0].tolist() == [value]
    prepared = row.public(*plan.prepared(0, 0), **plan.asked[0].parameters)
    assert prepared == value


@functools.cache
def without_each_row(name, noise):
    """Values of A and of B; a metric of points knows no noise."""
    row = find(name)
    options = {"noise": noise} if noise else {}
    first = arguments_of(name)[0]
    return np.array(
        [
            [
                row.public(
                    np.delete(first, i, axis=0),
                    np.delete(labels, i),
                    **row.parameters,
                    **options,
                )
                for labels in (A, B)
            ]
            for i in ROWS
        ]
    )


@pytest.mark.long
@one_case("noise", clusterings.NOISE_POLICIES)
@one_case("name", [row.name for row in scalar("clustering") if row.interval])
def test_rows_are_left_out(name, noise):
    """Of one labelling, a value for each kind of cell; of two, one for each row."""
    plan = plan_of([name], noise=noise)
    takes_noise = "noise" in find(name).options
    expected = without_each_row(name, noise if takes_noise else None)
    pair = plan.jackknife(0, (0, 1), 0)
    assert pair.counts is None
    np.testing.assert_allclose(pair.values, expected, rtol=1e-9)
    values, counts = plan.jackknife(0, (0,), 0)
    if counts is None:
        assert np.array_equal(values[:, 0], pair.values[:, 0])
    else:
        dropped = np.count_nonzero((TRUE == -1) | (A == -1)) if noise == "drop" else 0
        alike = np.sort(np.repeat(values[:, 0], counts))
        kept = np.delete(expected[:, 0], np.flatnonzero((TRUE == -1) | (A == -1)))
        wanted = np.sort(kept if dropped else expected[:, 0])
        np.testing.assert_allclose(alike, wanted, rtol=1e-9)


def test_what_the_report_reads():
    plan = plan_of(ALL, for_report=True)
    assert plan.kinds == ("agreement", "geometry", "partition")
    assert (plan.names, plan.n_rows, plan.n_units) == (["a", "b"], 60, 60)
    assert plan.rows_per_replicate == 0
    assert plan.summaries["a"] == count_clusterings(TRUE, A)
    assert plan.summaries["b"] == count_clusterings(TRUE, B)
    labels, sizes = np.unique(B, return_counts=True)
    assert plan.partitions["b"].column_labels.tolist() == labels.tolist()
    assert plan.partitions["b"].column_sizes.tolist() == sizes.tolist()
    found = plan.distances["a"]
    assert np.array_equal(found.silhouettes, fm.silhouette_samples(X, A))
    assert np.array_equal(found.diameters, fm.cluster_diameters(X, A))
    assert np.array_equal(found.mean_distances, fm.cluster_mean_distances(X, A))
    assert (
        plan.points["a"].codes.tolist() == np.unique(A, return_inverse=True)[1].tolist()
    )


@one_case(
    "given, kinds",
    [
        ({"X": None}, ("agreement", "partition")),
        ({"y_true": None}, ("geometry", "partition")),
        ({"y_true": None, "X": None}, ("partition",)),
    ],
)
def test_kinds_of_data(given, kinds):
    plan = plan_of(["partition_entropy"], **given)
    assert plan.kinds == kinds
    assert plan.estimates[1, 0] == fm.partition_entropy(B)
    assert plan.partitions["a"].column_sizes.sum() == plan.n_rows == 60
    refusal = plan.method(0, "auto", (0,))
    assert isinstance(refusal, Refusal)
    assert "sizes that are not random" in refusal.reason


def test_a_table_in_place_of_labels():
    table = count_clusterings(TRUE, A)
    plan = ClusterPlan(Data({}, {}, table), Design(), {"noise": "drop"})
    assert (plan.kinds, plan.names, plan.n_rows) == (("agreement",), ["model"], 60)
    rows = [find(name) for name in AGREEMENT]
    plan.ask([BoundMetric(row, row.parameters) for row in rows])
    of_rows = plan_of(AGREEMENT, {"model": A}, X=None, noise="drop")
    assert np.array_equal(plan.estimates, of_rows.estimates)
    of_table, of_labels = intervals_of(plan), intervals_of(of_rows)
    for name in AGREEMENT:
        one, other = (each.values["model"][name] for each in (of_table, of_labels))
        assert (one.reason, one.method) == (other.reason, other.method)
        assert [one.low, one.high] == pytest.approx(
            [other.low, other.high], nan_ok=True
        )
    with pytest.raises(TypeError, match="partition_entropy"):
        plan.ask([BoundMetric(find("partition_entropy"), {})])


def test_one_cluster_has_no_index():
    plan = plan_of(GEOMETRY, {"a": A, "one": np.zeros(60, int)}, for_report=True)
    assert np.isnan(plan.estimates[1]).all()
    assert not np.isnan(plan.estimates[0]).any()
    for metric in range(len(GEOMETRY)):
        for of in ((1,), (0, 1)):
            refusal = plan.method(metric, "auto", of)
            assert refusal == Refusal("1 clusters of 60 rows, where 2 to 59 are needed")
    assert plan.distances["one"] is None
    with pytest.raises(ValueError, match="Number of labels is 1"):
        fm.silhouette_score(*plan.prepared(0, 1))


@one_case("n", [0, 1])
def test_too_few_rows(n):
    plan = plan_of(AGREEMENT, {"a": A[:n]}, y_true=TRUE[:n], X=None)
    for metric in range(len(AGREEMENT)):
        refusal = plan.method(metric, "auto", (0,))
        assert refusal.reason == (
            "a single row cannot be left out" if n else "there are no rows"
        )
        assert not refusal.error


def test_approximate_intervals_say_why():
    names = ["normalized_mutual_info_score", "purity_score", "rand_score"]
    plan = plan_of(names, {"a": A[:36], "b": B[:36]}, y_true=TRUE[:36], X=None)
    notes = [plan.note(metric, "auto", (0,)) for metric in range(3)]
    assert "pair of clusters" in notes[0]
    assert "largest class" in notes[1]
    assert notes[2] == ""
    assert plan.note(0, "auto", (0, 1)) == notes[0]


# -------------------------------------------------------------------- what is refused


def test_methods():
    plan = plan_of(["adjusted_rand_score", "silhouette_score", "dunn_index"])
    assert plan.method(0, "auto", (0,)) == "jackknife"
    assert plan.method(0, "normal", (0, 1)) == "jackknife"
    assert plan.method(0, "corrected-jackknife", (0,)) == "corrected-jackknife"
    for metric, method, why in (
        (0, "bca", "79 %"),
        (0, "wilson", "neither a share"),
        (1, "corrected-jackknife", "bias"),
        (2, "jackknife", "dunn_index has no interval: extremes"),
    ):
        assert why in plan.method(metric, method, (0,)).error
    assert plan.method(2, "auto", (0,)) == Refusal(find("dunn").reason)


@one_case(
    "design, name",
    [
        (Design(stratified=True), "stratified"),
        (Design(groups=TRUE), "groups"),
        (Design(sample_weight=np.ones(60)), "sample_weight"),
    ],
)
def test_designs_are_refused(design, name):
    message = f"the jackknife of purity_score takes no {name}"
    with pytest.raises(ValueError, match=message):
        plan_of(["purity_score"], design=design)


@one_case(
    "name, given, error, message",
    [
        ("purity_score", {"y_true": None}, TypeError, "purity_score needs labels_true"),
        ("dunn_index", {"X": None}, TypeError, "dunn_index needs X"),
        ("purity_score", {"noise": "?"}, ValueError, "noise must be one of"),
        ("dunn_index", {"metric": "?"}, ValueError, "metric must be one of"),
        ("dunn_index", {"metric": "precomputed"}, ValueError, r"shape \(n, n\)"),
        ("silhouette_score", {"sample_size": 0}, ValueError, "sample_size"),
        ("purity_score", {"y_true": TRUE[:9]}, ValueError, r"\[9, 60\]"),
        ("dunn_index", {"X": X[:9], "y_true": None}, ValueError, r"\[9, 60\]"),
        ("dunn_index", {"X": X * np.nan, "y_true": None}, ValueError, "NaN"),
    ],
)
def test_bad_data(name, given, error, message):
    with pytest.raises(error, match=message):
        plan_of([name], **given)


def test_sparse_points():
    sparse = pytest.importorskip("scipy.sparse")
    rows = sparse.csr_array(X)
    found = plan_of(["silhouette_score"], X=rows).estimates
    assert found[0, 0] == pytest.approx(fm.silhouette_score(X, A), rel=1e-13)
    for name in ("calinski_harabasz_score", "davies_bouldin_score"):
        with pytest.raises(TypeError, match="sparse"):
            plan_of([name], X=rows)


# ---------------------------------------------------------------------------- samples


def test_a_sample_is_shared_and_drawn_by_a_seed():
    plan = plan_of(["silhouette_score", "dunn_index"], sample_size=25, seed=2**32 + 3)
    rows = np.random.RandomState(3).permutation(60)[:25]
    for k, labels in enumerate((A, B)):
        value = fm.silhouette_score(X[rows], labels[rows])
        assert plan.estimates[k].tolist() == [value, fm.dunn_index(X, labels)]
        parameters = plan.asked[0].parameters
        assert fm.silhouette_score(*plan.prepared(0, k), **parameters) == value
    assert plan.jackknife(0, (0, 1), 0).values.shape == (25, 2)
    assert plan.summaries["a"].total == 60


@one_case("state", [3, np.random.RandomState(1), np.random.default_rng(1)])
def test_a_state_draws_one_sample_for_all_models(state):
    row = find("silhouette")
    plan = plan_of([])
    plan.ask([BoundMetric(row, {"sample_size": 30, "random_state": state})])
    drawn = plan.asked[0].parameters["random_state"]
    for k, labels in enumerate((A, B)):
        value = fm.silhouette_score(X, labels, sample_size=30, random_state=drawn)
        assert plan.estimates[k, 0] == value
    assert state != 3 or drawn == 3


def test_of_many_rows_a_report_takes_a_sample(monkeypatch):
    monkeypatch.setattr(cluster_plan, "MOST_ROWS", 40)
    plan = plan_of(["silhouette_score", "purity_score"], for_report=True, seed=5)
    assert plan.sample_size == 40
    assert plan.distances == {}
    seed = np.random.default_rng(5).integers(2**64, dtype=np.uint64) % 2**32
    value = fm.silhouette_score(X, A, sample_size=40, random_state=int(seed))
    assert plan.estimates[0, 0] == value
    assert plan_of(["silhouette_score"], seed=5).sample_size is None


# -------------------------------------------------------------------- read only once


class Passes:
    """Counts how often all distances are measured, by kernel."""

    def __init__(self, monkeypatch):
        self.seen, kernel, found = [], geometry.Distances, self

        class Counted:
            def __init__(self, *args):
                self._made = kernel(*args)

            def __getattr__(self, name):
                return getattr(self._made, name)

            def pairs(self, i0, i1, j0, j1, *more):
                once = 1 if i0 == j0 else 2  # a pair counts from either side
                found.seen.append(("pairs", once * (i1 - i0) * (j1 - j0)))
                self._made.pairs(i0, i1, j0, j1, *more)

            def rows(self, first, own, *more):
                found.seen.append(("rows", len(own) * len(self._made.cluster)))
                self._made.rows(first, own, *more)

            def leave_out(self, first, own, *more):
                found.seen.append(("leave_out", len(own) * len(self._made.cluster)))
                self._made.leave_out(first, own, *more)

        monkeypatch.setattr(geometry, "Distances", Counted)

    def of(self, n):
        """Return passes over the distances of n points, and forget them."""
        sums = {}
        for name, area in self.seen:
            sums[name] = sums.get(name, 0) + area
        self.seen.clear()
        return {name: area / n**2 for name, area in sums.items()}


@pytest.fixture
def passes(monkeypatch):
    return Passes(monkeypatch)


def counted(monkeypatch, module, name):
    """Count the calls of a function of a module."""
    calls, function = [], getattr(module, name)

    def call(*args, **kwds):
        calls.append(args)
        return function(*args, **kwds)

    monkeypatch.setattr(module, name, call)
    return calls


def clusters(d, n=900):
    rng = np.random.default_rng(d)
    labels = rng.integers(0, 4, n)
    models = {"a": labels, "b": np.where(rng.random(n) < 0.2, 1, labels)}
    return rng.normal(size=(n, d)) + labels[:, None], models


@one_case("dtype", [np.float32, np.float64])
@one_case("d", [2, 9])
def test_a_report_passes_over_the_distances_once(monkeypatch, passes, d, dtype):
    """For values, for the numbers of each cluster, and once more for the jackknife."""
    X, models = clusters(d)
    X = X.astype(dtype)
    passes.seen.clear()
    reads = counted(monkeypatch, cluster_plan, "read_rows")
    converted = counted(monkeypatch, point_inputs, "as_floats")
    scatters = counted(monkeypatch, ClusterScatter, "of_rows")
    plan = plan_of(ALL, models, y_true=models["a"], X=X, for_report=True)
    found = intervals_of(plan)
    of_a, of_b = plan.distances.values()
    assert passes.of(len(X)) == {"pairs": 2.0, "leave_out": 2.0}  # of two models
    assert (len(reads), len(converted), len(scatters)) == (1, 1, 2)
    assert found.differences["a", "b"]["silhouette_score"].method == "jackknife"
    assert of_a.sums is None  # is not held longer than it is read
    for measured, labels in ((of_a, models["a"]), (of_b, models["b"])):
        assert np.array_equal(measured.diameters, fm.cluster_diameters(X, labels))
        means = fm.cluster_mean_distances(X, labels)
        np.testing.assert_allclose(measured.mean_distances, means, rtol=1e-13)
    dunn = found.values["a"]["dunn_index"].estimate
    assert dunn == fm.dunn_index(X, models["a"])


# Of each index, passes over the distances: for its value, and for the jackknife.
PASSES = {
    "silhouette_score": {"pairs": 1.0, "leave_out": 1.0},
    "calinski_harabasz_score": {},
    "davies_bouldin_score": {},
    "davies_bouldin_pairwise": {"pairs": 1.0},
    "dunn_index": {"pairs": 1.0},
}


@one_case("name", GEOMETRY)
def test_an_index_is_not_computed_twice(monkeypatch, passes, name):
    """The function judges what the plan has, and the plan reads what it measured."""
    X, models = clusters(3)
    labels, row = models["a"], find(name)
    value = row.public(X, labels, **row.parameters)
    passes.seen.clear()
    scatters = counted(monkeypatch, ClusterScatter, "of_rows")
    plan = plan_of([name], {"a": labels}, y_true=None, X=X)
    assert row.public(*plan.prepared(0, 0), **plan.asked[0].parameters) == value
    intervals_of(plan)
    assert passes.of(len(X)) == PASSES[name]
    assert len(scatters) == (
        row.function in ("calinski_harabasz_score", "davies_bouldin_score")
    )


def test_a_matrix_of_distances_is_read_once_for_each_pass(monkeypatch, passes):
    X, models = clusters(3, 300)
    D = np.linalg.norm(X[:, None] - X, axis=-1)
    checks = counted(monkeypatch, point_inputs, "_check_distances")
    names = ["silhouette_score", "dunn_index"]
    plan = plan_of(names, {"a": models["a"]}, y_true=None, X=D, metric="precomputed")
    fm.silhouette_score(*plan.prepared(0, 0), metric="precomputed")
    intervals_of(plan)
    assert passes.of(len(D)) == {"rows": 1.0, "leave_out": 1.0}
    assert len(checks) == 1


def test_labels_are_counted_once(monkeypatch):
    plan = plan_of(AGREEMENT, {"a": A}, X=None)
    for module, name in ((confusion, "count_plain"), (clusterings, "count_cells")):
        monkeypatch.setattr(module, name, None)
    for row, parameters in plan.asked:
        assert (
            row.public(*plan.prepared(0, 0), **parameters)
            == plan.estimates[0, AGREEMENT.index(row.name)]
        )
    intervals_of(plan)
    assert plan.partitions["a"].total == 60


def test_true_labels_are_numbered_once_for_all_pairs(monkeypatch):
    numbered = counted(monkeypatch, cluster_plan, "Labelling")
    plan = plan_of(AGREEMENT, {"a": A, "b": B, "c": TRUE}, X=None)
    assert not numbered
    intervals_of(plan)
    assert [name for _, name in numbered].count("labels_true") == 1
    assert len(numbered) == 4


def test_a_counted_table_warns_as_its_labels_did():
    fractions = TRUE / 2
    plan = plan_of(["rand_score"], {"a": list(A / 4)}, y_true=fractions, X=None)
    with pytest.warns(UserWarning, match="value in labels_true and labels_pred"):
        fm.rand_score(*plan.prepared(0, 0))
    mixed = np.array([0, 1, 2.5] * 20, object)
    plan = plan_of(["rand_score"], {"a": mixed}, y_true=TRUE * 2.0, X=None)
    with pytest.warns(UserWarning, match="value in labels_pred is"):
        fm.rand_score(*plan.prepared(0, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fm.rand_score(*plan_of(["rand_score"], X=None).prepared(0, 0))


def test_dunn_warns_of_points_that_are_the_same():
    plan = plan_of(["dunn_index"], {"a": A}, X=A[:, None], y_true=None)
    with pytest.warns(fm.UndefinedMetricWarning, match="dunn_index"):
        assert math.isnan(fm.dunn_index(*plan.prepared(0, 0)))
    assert math.isnan(plan.estimates[0, 0])


def test_progress_is_told_of_the_jackknife():
    seen = []
    plan = plan_of(["silhouette_score"], progress=lambda *at: seen.append(at))
    plan.jackknife(0, (0,), 0)
    assert seen[-1][0] == seen[-1][1] > 0
