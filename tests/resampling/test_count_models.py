"""CountModels against rows written out: repeated as the plain samplers draw them."""

import dataclasses
import tracemalloc
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics._kernels import random
from fastmetrics.metrics.labels.counting.count_formulas import count_formula
from fastmetrics.metrics.labels.counting.targets import count_targets
from fastmetrics.resampling import count_models
from fastmetrics.resampling.count_models import CountedLabels, CountModels
from fastmetrics.resampling.plan import jackknife_groups

SINGLE = ["accuracy_score", "f1_macro", "matthews_corrcoef", "recall_micro"]
SEVERAL = [
    "accuracy_score",
    "hamming_loss",
    "f1_macro",
    "f1_samples",
    "jaccard_samples",
]
KAPPA = ("cohen_kappa_score", {"weights": "linear"})


def reading(name, kind, parameters=None):
    row = catalog.find(name)
    return count_formula(row, kind, {**row.parameters, **(parameters or {})})


def models_of(names, y_true, y_preds, stratified=False, **design):
    labels = CountedLabels(y_true, y_preds, **design)
    readings = [
        reading(*name) if isinstance(name, tuple) else reading(name, labels.kind)
        for name in names
    ]
    return CountModels(labels.joint, labels.counts, readings, stratified=stratified)


def models_from(counts, readings, **options):
    """Models of a table alone."""
    joint = CountedLabels.of_counts(counts).joint
    return CountModels(joint, [counts], readings, **options)


def value(name, y_true, y_pred, **weighted):
    name, parameters = name if isinstance(name, tuple) else (name, {})
    row = catalog.find(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return row.public(
            y_true, y_pred, **{**row.parameters, **parameters}, **weighted
        )


def expected(names, y_true, y_preds, weights, own=None):
    """Values of rows repeated so often, (models, metrics), their own weights too."""
    rows = np.repeat(np.arange(len(weights)), weights)
    weighted = {} if own is None else {"sample_weight": own[rows]}
    return [
        [value(n, y_true[rows], y_pred[rows], **weighted) for n in names]
        for y_pred in y_preds
    ]


def canonical(*columns):
    """Row numbers by label, then prediction; equal rows as given."""
    return np.lexsort(columns[::-1])


@pytest.fixture
def labels(rng):
    """Labels of three classes and two models' predictions, 40 rows."""
    y_true = rng.integers(0, 3, 40)
    a = np.where(rng.random(40) < 0.7, y_true, rng.integers(0, 3, 40))
    return y_true, a, np.where(rng.random(40) < 0.5, a, rng.integers(0, 3, 40))


@pytest.fixture
def indicators(rng):
    """Labels of three columns and two models' predictions, 40 rows."""
    y_true = (rng.random((40, 3)) < 0.5).astype(int)
    return y_true, *(y_true ^ (rng.random((40, 3)) < share) for share in (0.2, 0.4))


def drawn_by_cell(y_true, y_preds, seed, r):
    """A replicate's weights of rows, all of a cell given to its first row."""
    columns = [c if c.ndim == 1 else c @ [4, 2, 1] for c in (y_true, *y_preds)]
    _, first, counts = np.unique(
        np.stack(columns, axis=1), axis=0, return_index=True, return_counts=True
    )
    weights = np.zeros(len(y_true), np.int64)
    weights[first] = random.multinomial(
        seed, r, 1, len(y_true), counts.astype(np.float64)
    )[0]
    return weights


@one_case("n_models", [1, 2])
def test_replicates_of_a_table(labels, n_models):
    y_true, *y_preds = labels
    y_preds = y_preds[:n_models]
    names = [*SINGLE, KAPPA]
    names[-1] = ("cohen_kappa_score", {"weights": "linear"})
    models = models_of(
        [*SINGLE, ("cohen_kappa_score", "multiclass", KAPPA[1])], y_true, y_preds
    )
    assert not models.touches_rows
    assert models.n_units == 40
    found = models.replicates(9, 30)
    for r in range(30):
        weights = drawn_by_cell(y_true, y_preds, 9, r)
        np.testing.assert_allclose(
            found[r], expected(names, y_true, y_preds, weights), rtol=1e-12
        )


@one_case("n_models", [1, 2])
def test_replicates_of_patterns(indicators, n_models):
    y_true, *y_preds = indicators
    y_preds = y_preds[:n_models]
    found = models_of(SEVERAL, y_true, y_preds).replicates(9, 20)
    for r in range(20):
        weights = drawn_by_cell(y_true, y_preds, 9, r)
        np.testing.assert_allclose(
            found[r], expected(SEVERAL, y_true, y_preds, weights), rtol=1e-12
        )


@one_case("stratified", [False, True])
@one_case("n_models", [1, 2])
def test_replicates_of_weighted_rows(labels, rng, n_models, stratified):
    y_true, *y_preds = labels
    y_preds = y_preds[:n_models]
    own = rng.random(40)
    own[[3, 17]] = 0
    models = models_of(
        SINGLE, y_true, y_preds, sample_weight=own, stratified=stratified
    )
    assert models.touches_rows
    order = [i for i in canonical(y_true, *y_preds) if own[i]]
    sizes = np.unique(y_true[order], return_counts=True)[1] if stratified else [38]
    found = models.replicates(2, 20)
    for r in range(20):
        weights = np.zeros(40, np.int64)
        weights[order] = random.draw_weights(2, r, np.array(sizes))
        np.testing.assert_allclose(
            found[r], expected(SINGLE, y_true, y_preds, weights, own), rtol=1e-12
        )


@one_case("weighted", [False, True])
@one_case("several", [False, True])
def test_replicates_of_groups(labels, indicators, rng, weighted, several):
    names = SEVERAL if several else SINGLE
    y_true, *y_preds = indicators if several else labels
    groups = rng.integers(0, 9, 40)
    own = rng.random(40) if weighted else None
    models = models_of(names, y_true, y_preds, groups=groups, sample_weight=own)
    codes = np.unique(groups, return_inverse=True)[1]
    found = models.replicates(2, 20)
    for r in range(20):
        weights = random.draw_weights(2, r, np.array([codes.max() + 1]))[codes]
        np.testing.assert_allclose(
            found[r], expected(names, y_true, y_preds, weights, own), rtol=1e-12
        )


def test_weights_of_rows_with_several_labels(indicators, rng):
    y_true, *y_preds = indicators
    own = rng.random(40)
    columns = [c @ [4, 2, 1] for c in (y_true, *y_preds)]
    order = canonical(*columns)
    found = models_of(SEVERAL, y_true, y_preds, sample_weight=own).replicates(2, 10)
    for r in range(10):
        weights = np.zeros(40, np.int64)
        weights[order] = random.draw_weights(2, r, np.array([40]))
        np.testing.assert_allclose(
            found[r], expected(SEVERAL, y_true, y_preds, weights, own), rtol=1e-12
        )


def test_strata_keep_the_rows_of_each_label(labels):
    y_true, *y_preds = labels
    readings = [
        count_formula(catalog.find("recall_macro"), "multiclass", {"average": "macro"})
    ]

    class Margins:
        view, columns = "margins", None

        def __call__(self, counts):
            assert (counts.true == np.bincount(y_true)).all()
            return readings[0](counts)

    labels = CountedLabels(y_true, y_preds)
    models = CountModels(labels.joint, labels.counts, [Margins()], stratified=True)
    assert len(np.unique(models.replicates(0, 50)[:, 0, 0])) > 10


@one_case("several", [False, True])
@one_case("n_models", [1, 2])
def test_jackknife_leaves_rows_out(labels, indicators, several, n_models):
    names = SEVERAL if several else SINGLE
    y_true, *y_preds = indicators if several else labels
    y_preds = y_preds[:n_models]
    values, rows = models_of(names, y_true, y_preds).jackknife(0)
    assert rows.sum() == 40
    each = [
        expected(names, y_true, y_preds, (np.arange(40) != i).astype(int))
        for i in range(40)
    ]
    columns = [c if c.ndim == 1 else c @ [4, 2, 1] for c in (y_true, *y_preds)]
    order = canonical(*columns)
    np.testing.assert_allclose(
        np.repeat(values, rows, axis=0), np.array(each)[order], rtol=1e-12
    )


def test_jackknife_of_groups(labels, rng):
    y_true, *y_preds = labels
    groups = rng.integers(0, 9, 40)
    values, rows = models_of(SINGLE, y_true, y_preds, groups=groups).jackknife(4)
    codes, n_groups = jackknife_groups(4, 9)
    assert (len(values), rows) == (n_groups, 1)
    for k in range(n_groups):
        weights = (codes[groups] != k).astype(int)
        np.testing.assert_allclose(
            values[k], expected(SINGLE, y_true, y_preds, weights), rtol=1e-12
        )


def test_jackknife_of_many_cells_is_one_of_groups(labels, monkeypatch):
    y_true, *y_preds = labels
    models = models_of(SINGLE, y_true, y_preds)
    monkeypatch.setattr(count_models, "_MOST_LEFT_OUT", 100)
    assert models.leave_one_out() is None
    values, rows = models.jackknife(4)
    codes, n_groups = jackknife_groups(4, 40)
    assert (len(values), rows) == (40, 1)
    order = canonical(y_true, *y_preds)
    for k in range(n_groups):
        weights = np.empty(40, int)
        weights[order] = codes != k
        np.testing.assert_allclose(
            values[k], expected(SINGLE, y_true, y_preds, weights), rtol=1e-12
        )
    monkeypatch.setattr(count_models, "_MOST_JACKKNIFED", 39)
    assert models.jackknife(4) is None


def test_row_order_does_not_matter(labels, indicators, rng):
    order = rng.permutation(40)
    for names, (y_true, *y_preds) in ((SINGLE, labels), (SEVERAL, indicators)):
        one = models_of(names, y_true, y_preds).replicates(1, 20)
        other = models_of(names, y_true[order], [y[order] for y in y_preds])
        np.testing.assert_array_equal(one, other.replicates(1, 20))


@one_case("kind", ["words", "objects", "floats", "wide", "dates", "bytes"])
def test_labels_of_any_kind(labels, rng, kind):
    """Codes of rows are found for whatever labels there are, in the labels' order."""
    y_true, *y_preds = labels
    names = {
        "words": np.array(["ant", "bee", "cow"]),
        "objects": np.array(["ant", "bee", "cow"], object),
        "floats": np.array([-1.0, 0.0, 7.0]),
        "wide": np.array([-(2**60), 5, 2**61]),
        "dates": np.array(["2001-01-01", "2002-01-01", "2003-01-01"], "M8[D]"),
        "bytes": np.array([0, 1, 255], np.uint8),
    }[kind]
    own = rng.random(40)
    metrics = ["accuracy_score", "f1_macro"]
    plain = models_of(metrics, y_true, y_preds, sample_weight=own)
    named = models_of(
        metrics, names[y_true], [names[y] for y in y_preds], sample_weight=own
    )
    np.testing.assert_array_equal(plain.replicates(0, 20), named.replicates(0, 20))


def test_sparse_is_dense(indicators):
    sparse = pytest.importorskip("scipy.sparse").csr_array
    y_true, *y_preds = indicators
    one = models_of(SEVERAL, y_true, y_preds).replicates(1, 20)
    other = models_of(SEVERAL, sparse(y_true), [sparse(y) for y in y_preds])
    np.testing.assert_array_equal(one, other.replicates(1, 20))


def test_many_labels_per_row(rng):
    """More bits in a pattern than fit one integer."""
    y_true = (rng.random((30, 40)) < 0.5).astype(int)
    y_pred = y_true ^ (rng.random((30, 40)) < 0.2)
    order = canonical(*np.hstack([y_true, y_pred]).T)
    found = models_of(SEVERAL, y_true, [y_pred]).replicates(3, 5)
    for r in range(5):
        weights = np.zeros(30, np.int64)
        weights[order] = random.multinomial(3, r, 1, 30, np.ones(30))[0]
        np.testing.assert_allclose(
            found[r], expected(SEVERAL, y_true, [y_pred], weights), rtol=1e-12
        )


def test_a_label_of_rows_of_weight_zero_is_there_in_all_replicates():
    y_true, y_pred = np.array([0, 1, 0, 1, 2, 0]), np.array([0, 1, 1, 1, 2, 0])
    own = np.array([1.0, 1, 1, 1, 0, 2])
    models = models_of(["f1_macro"], y_true, [y_pred], sample_weight=own)
    found = models.replicates(0, 200)
    whole = value("f1_macro", y_true, y_pred, sample_weight=own)
    assert whole == pytest.approx((6 / 7 + 4 / 5) / 3)
    assert found.max() == pytest.approx(2 / 3)


def test_few_rows_per_cell_are_drawn_as_rows(rng):
    """The same law as the cells': mean and variance of every margin."""
    y_true = rng.integers(0, 40, 2000)
    y_pred = np.where(rng.random(2000) < 0.6, y_true, rng.integers(0, 40, 2000))
    counts = count_targets(y_true, y_pred)
    few = models_from(counts, [reading("accuracy_score", "multiclass")])
    assert few.touches_rows
    found = few.replicates(0, 4000)[:, 0, 0]
    p = np.mean(y_true == y_pred)
    error = np.sqrt(p * (1 - p) / 2000)
    assert found.mean() == pytest.approx(p, abs=5 * error / np.sqrt(4000))
    assert found.std() == pytest.approx(error, rel=0.06)
    strata = models_from(
        counts, [reading("recall_weighted", "multiclass")], stratified=True
    )
    assert strata.touches_rows
    recalls = np.array([np.mean(y_pred[y_true == k] == k) for k in range(40)])
    n = np.bincount(y_true)
    error = np.sqrt((n * recalls * (1 - recalls)).sum()) / 2000
    assert strata.replicates(0, 4000).std() == pytest.approx(error, rel=0.06)


def test_memory_is_bounded_with_a_thousand_classes(rng):
    y_true = rng.integers(0, 1000, 20_000)
    y_pred = np.where(rng.random(20_000) < 0.9, y_true, rng.integers(0, 1000, 20_000))
    models = models_of(["f1_macro"], y_true, [y_pred])
    tracemalloc.start()
    models.replicates(0, 2500)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # The margins of all replicates at once would be 60 MB, a single table is 8 MB.
    assert peak < 40e6


@one_case("design", ["plain", "weights"])
def test_weighted_kappa_takes_the_cells_that_occur(rng, design):
    """Its table of a thousand classes would be a million numbers per replicate."""
    y_true = rng.integers(0, 1000, 20_000)
    y_pred = np.where(rng.random(20_000) < 0.9, y_true, rng.integers(0, 1000, 20_000))
    own = rng.random(20_000) if design == "weights" else None
    kappa = ("cohen_kappa_score", "multiclass", {"weights": "quadratic"})
    models = models_of([kappa], y_true, [y_pred], sample_weight=own)
    # What a replicate fills and reads: the total, the margins, and the cells.
    assert models._sums.n_bins == 1 + 3 * 1000 + len(models._joint.rows)
    found = models.replicates(0, 3)[:, 0, 0]
    whole = value((kappa[0], kappa[2]), y_true, y_pred)
    assert found == pytest.approx(whole, abs=0.02)


@one_case("names", [SINGLE, SEVERAL])
def test_threads_do_not_matter(labels, indicators, names):
    y_true, *y_preds = labels if names is SINGLE else indicators
    models = models_of(names, y_true, y_preds)
    found = []
    for n in (1, 3):
        with fm.num_threads(n):
            found.append((models.replicates(5, 4000), models.jackknife(0)[0]))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_first_replicates_are_the_same_however_many_follow(labels):
    y_true, *y_preds = labels
    models = models_of(SINGLE, y_true, y_preds)
    many = models.replicates(5, 3000)
    np.testing.assert_array_equal(models.replicates(5, 7), many[:7])


def test_counts_beyond_32_bits():
    """A table of 10^13 rows, as merging makes them, is drawn like any other."""
    one = count_targets([0, 0, 1, 1, 1, 0], [0, 1, 1, 1, 0, 0])
    for _ in range(41):
        one = one + one
    models = models_from(one, [reading("accuracy_score", "binary")])
    found = models.replicates(0, 500)
    assert models.n_units == 6 * 2**41
    error = np.sqrt(2 / 9 / (6 * 2**41))
    assert found.mean() == pytest.approx(2 / 3, abs=5 * error)
    assert found.std() == pytest.approx(error, rel=0.2)


def test_what_cannot_be_drawn_raises(labels, indicators):
    y_true, a, _ = labels
    with pytest.raises(ValueError, match="exclude"):
        models_of(SINGLE, y_true, [a], groups=np.arange(40), stratified=True)
    with pytest.raises(ValueError, match="one label per row"):
        models_of(SEVERAL, indicators[0], [indicators[1]], stratified=True)
    weighted = count_targets(y_true, a, np.linspace(0.5, 1, 40))
    with pytest.raises(ValueError, match="weighted rows"):
        models_from(weighted, [reading("f1_macro", "multiclass")])


def test_a_table_without_rows():
    empty = fm.ConfusionCounts([0, 1], [[0, 0], [0, 0]])
    with pytest.raises(ValueError, match="without rows"):
        models_from(empty, [reading("f1_macro", "binary")])


@one_case("design", ["plain", "weights", "groups"])
def test_models_read_together_have_the_values_of_each(rng, design):
    y_true = rng.integers(0, 3, 400)
    y_preds = [
        np.where(rng.random(400) < share, rng.integers(0, 3, 400), y_true)
        for share in (0.1, 0.5, 0.9)
    ]
    y_preds.append(np.minimum(y_true, 1))  # it does not know the third class
    own = {
        "plain": {},
        "weights": {"sample_weight": rng.random(400)},
        "groups": {"groups": rng.integers(0, 50, 400)},
    }[design]
    names = [*SINGLE, ("cohen_kappa_score", "multiclass", KAPPA[1])]
    joint = CountedLabels(y_true, y_preds, **own)
    labels = [CountedLabels(y_true, [one], **own).counts[0] for one in y_preds]
    readings = [
        reading(*name) if isinstance(name, tuple) else reading(name, joint.kind)
        for name in names
    ]
    together = CountModels(joint.joint, joint.counts, readings).delete_groups(3)
    for k, one in enumerate(labels):
        alone = _only(joint.joint, k)
        apart = CountModels(alone, [one], readings).delete_groups(3)
        # Formulas of one model and of several may add in another order.
        np.testing.assert_allclose(together[:, k], apart[:, 0], rtol=1e-12)


def _only(joint, k):
    """The same cells, and one of the models."""
    return dataclasses.replace(
        joint, true=[joint.true[k]], predicted=[joint.predicted[k]]
    )
