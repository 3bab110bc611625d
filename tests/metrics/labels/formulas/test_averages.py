"""Averages of precision, recall, F and Jaccard, on tables of counts as such."""

import itertools
import warnings

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import UndefinedMetricWarning

from fastmetrics.metrics.labels.formulas.averages import (
    AVERAGED,
    OF_ONE_CLASS,
    fscore_of,
    mean,
    pooled,
)
from fastmetrics.metrics.labels.formulas.counts import Counts

ULP = 2.0**-52
WORKED = [[50, 3, 2], [10, 20, 5], [1, 4, 5]]
AVERAGES = (None, "micro", "macro", "weighted")
ZEROS = (0.0, 1.0, np.nan)
FORMULAS = {row.function: row.formula for row in (*OF_ONE_CLASS, *AVERAGED)}
RATIOS = ("precision_score", "recall_score", "f1_score", "jaccard_score")


def counts_of(table, kind=None, present=None):
    """Return the counts of tables of shape (..., k, k), labelled 0, 1, ..."""
    table = np.asarray(table)
    k = table.shape[-1]
    return Counts(
        np.arange(k),
        kind or ("binary" if k <= 2 else "multiclass"),
        np.diagonal(table, axis1=-2, axis2=-1),
        table.sum(axis=-1),
        table.sum(axis=-2),
        table.sum(axis=(-2, -1)),
        present,
    )


def rows_of(table):
    """Return y_true and y_pred that have this table."""
    k = len(table)
    cells = np.repeat(np.arange(k * k), np.ravel(table))
    return cells // k, cells % k


def theirs(name, y_true, y_pred, **options):
    if name == "jaccard_score" and np.isnan(options.get("zero_division", 0)):
        return None  # not an option there
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        return getattr(sk, name)(y_true, y_pred, **options)


def value(name, counts, **options):
    return FORMULAS[name].value(counts, **options)


def assert_near(ours, expected, ulps=4):
    np.testing.assert_allclose(ours, expected, rtol=ulps * ULP, atol=0)


def tables(k):
    cell = st.sampled_from([0, 0, 0, 1, 2, 3, 7, 40])
    rows = st.lists(st.lists(cell, min_size=k, max_size=k), min_size=k, max_size=k)
    return rows.map(np.array).filter(lambda table: table.sum() > 0)


# -------------------------------------------------------------------- like scikit-learn


@pytest.mark.long
@settings(max_examples=examples(100, same=10))
@given(table=st.integers(3, 10).flatmap(tables), data=st.data())
def test_every_average_is_scikit_learns(table, data):
    y_true, y_pred = rows_of(table)
    k = len(table)
    labels = data.draw(st.none() | st.lists(st.integers(0, k + 1), min_size=1))
    occurs = (table.sum(axis=0) + table.sum(axis=1)) > 0
    counts = counts_of(table, present=occurs)
    name = data.draw(st.sampled_from(RATIOS))
    for average, zero in itertools.product(AVERAGES, ZEROS):
        options = {"labels": labels, "average": average, "zero_division": zero}
        expected = theirs(name, y_true, y_pred, **options)
        found = value(name, counts, **options)
        assert np.asarray(found).dtype == np.float64
        if expected is None:
            continue
        if average is None:
            if labels is None:
                found = found[occurs]
            np.testing.assert_array_equal(found, expected)
        else:
            assert_near(found, expected)


@settings(max_examples=examples(60, same=5))
@given(table=tables(2), beta=st.sampled_from([0, 0.25, 0.5, 1, 2, 3.7, np.inf]))
def test_one_class_of_two_is_scikit_learns(table, beta):
    y_true, y_pred = rows_of(table)
    found = np.union1d(y_true, y_pred)
    for zero, pos_label in itertools.product(ZEROS, found.tolist()):
        options = {"pos_label": pos_label, "zero_division": zero}
        for name in RATIOS:
            expected = theirs(name, y_true, y_pred, **options)
            if expected is not None:
                np.testing.assert_array_equal(
                    value(name, counts_of(table), **options), expected
                )
        np.testing.assert_array_equal(
            value("fbeta_score", counts_of(table), beta=beta, **options),
            theirs("fbeta_score", y_true, y_pred, beta=beta, **options),
        )


# ------------------------------------------------------------------------ leading axes


@one_case("average", AVERAGES)
@one_case("zero", ZEROS)
@one_case("name", [*RATIOS, "macro_f1_of_averages"])
def test_a_block_of_tables_gives_what_each_gives(name, zero, average, rng):
    block = rng.integers(0, 4, (3, 5, 4, 4)) * rng.integers(0, 2, (3, 5, 4, 4))
    block[0, 0] = 0
    block[1, 1, :, 2] = block[1, 1, 2] = 0
    occurs = (block.sum(axis=-1) + block.sum(axis=-2)) > 0
    options = {"average": average, "zero_division": zero}
    if name == "macro_f1_of_averages":
        del options["average"]
    for labels, present in ((None, occurs), (None, None), ([3, 0, 9], None)):
        options["labels"] = labels
        whole = value(name, counts_of(block, present=present), **options)
        assert whole.shape[:2] == (3, 5)
        for at in np.ndindex(3, 5):
            one = None if present is None else present[at]
            single = value(name, counts_of(block[at], present=one), **options)
            np.testing.assert_array_equal(whole[at], single)


def test_binary_blocks(rng):
    block = rng.integers(0, 3, (50, 2, 2))
    for name in RATIOS:
        whole = value(name, counts_of(block), zero_division=np.nan)
        each = [value(name, counts_of(t), zero_division=np.nan) for t in block]
        np.testing.assert_array_equal(whole, each)


def test_a_class_that_a_replicate_lacks_is_not_averaged():
    """What scikit-learn gives for the rows of the replicate."""
    table = np.array([[4, 1, 0], [2, 3, 0], [0, 0, 0]])
    present = np.array([True, True, False])
    y_true, y_pred = rows_of(table)
    for name in RATIOS:
        for average in ("macro", "weighted", "micro"):
            found = value(name, counts_of(table, present=present), average=average)
            assert_near(found, theirs(name, y_true, y_pred, average=average))
    # Of given labels all count, as there.
    options = {"average": "macro", "labels": [0, 1, 2], "zero_division": 0.0}
    found = value("f1_score", counts_of(table, present=present), **options)
    assert_near(found, theirs("f1_score", y_true, y_pred, **options))


# ------------------------------------------------------------------------------- means


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.0, 0.25, 1.0, np.nan]), st.sampled_from([0, 1, 2.5])
        ),
        min_size=1,
        max_size=12,
    ),
    st.booleans(),
)
def test_means_leave_nan_out_as_scikit_learn_does(pairs, weighted):
    from sklearn.utils.extmath import _nanaverage

    values, weights = map(np.array, zip(*pairs, strict=True))
    weights = weights if weighted else None
    expected = _nanaverage(values, weights)
    assert_near(mean(values, weights), expected)
    assert_near(mean(values, weights, np.ones(len(values), bool)), expected)


def test_a_mean_of_nothing_is_nan():
    assert np.isnan(mean(np.empty(0)))
    assert np.isnan(mean(np.empty(0), np.empty(0)))
    assert np.isnan(mean(np.ones(2), None, np.zeros(2, bool)))
    assert np.isnan(mean(np.full((2, 3), np.nan))).all()


# ------------------------------------------------------------------- values and limits


def test_worked_example():
    """By hand: P = 50/61, 20/27, 5/12 and R = 50/55, 20/35, 5/10."""
    precision = (50 / 61 + 20 / 27 + 5 / 12) / 3
    recall = (50 / 55 + 20 / 35 + 5 / 10) / 3
    counts = counts_of(WORKED)
    found = value("macro_f1_of_averages", counts)
    assert found == pytest.approx(
        2 * precision * recall / (precision + recall), rel=1e-15
    )
    assert round(float(found), 5) == 0.65960
    assert round(float(value("f1_score", counts, average="macro")), 5) == 0.65393
    assert value("macro_f1_of_averages", counts, beta=0.0) == pytest.approx(precision)
    assert value("macro_f1_of_averages", counts, beta=np.inf) == pytest.approx(recall)


@given(table=tables(4))
def test_f_of_the_means_is_never_below_the_mean_of_f(table):
    counts = counts_of(table)
    of_means = value("macro_f1_of_averages", counts)
    assert of_means >= value("f1_score", counts, average="macro") * (1 - 8 * ULP)


def test_f_of_two_zeros_is_zero():
    assert fscore_of(np.float64(0), np.float64(0), 1.0) == 0.0
    assert np.isnan(fscore_of(np.float64(np.nan), np.float64(0.5), 1.0))


def test_large_beta_is_recall():
    counts = counts_of([[5, 3], [2, 7]])
    for beta in (1e9, 1e160, 1e300, np.inf):
        assert value("fbeta_score", counts, beta=beta) == pytest.approx(7 / 9, rel=ULP)
    assert value("fbeta_score", counts, beta=0) == 0.7


@one_case("dtype", [np.int64, np.float64])
def test_counts_past_any_number_of_rows(dtype):
    big = counts_of(np.array([[2, 1], [1, 2]], dtype) * dtype(2**59))
    small = counts_of([[2, 1], [1, 2]])
    for name, average in itertools.product(RATIOS, (*AVERAGES, "binary")):
        found = value(name, big, average=average)
        np.testing.assert_array_equal(found, value(name, small, average=average))


def test_weights_of_any_scale():
    table = np.array([[3.5, 0.25], [1.25, 2.0]])
    for scale in (2.0**-300, 2.0**300):
        for name, average in itertools.product(RATIOS, (*AVERAGES, "binary")):
            found = value(name, counts_of(table * scale), average=average)
            np.testing.assert_array_equal(
                found, value(name, counts_of(table), average=average)
            )


class TestPooled:
    def test_one_vs_rest_matrices_give_the_macro_average(self):
        counts = counts_of(WORKED)
        found = pooled(counts.hits, counts.true, counts.predicted, 1.0, "macro", 0.0)
        assert found[0] == value("precision_score", counts, average="macro")
        assert found[1] == value("recall_score", counts, average="macro")
        assert found[2] == value("macro_f1_of_averages", counts)

    def test_micro_adds_up_the_counts(self):
        counts = counts_of(WORKED)
        found = pooled(counts.hits, counts.true, counts.predicted, 2.0, "micro", 0.0)
        for one, name in zip(found, RATIOS[:2], strict=False):
            assert one == value(name, counts, average="micro")
        assert found[2] == value("fbeta_score", counts, average="micro", beta=2.0)

    def test_leading_axes(self, rng):
        hits, more, others = rng.integers(0, 3, (3, 6, 4))
        for average in ("macro", "micro"):
            block = pooled(hits, hits + more, hits + others, 0.5, average, np.nan)
            for i in range(6):
                one = pooled(
                    hits[i],
                    (hits + more)[i],
                    (hits + others)[i],
                    0.5,
                    average,
                    np.nan,
                )
                np.testing.assert_array_equal([b[i] for b in block], one)


# --------------------------------------------------------------------------- the table


def test_the_formulas_are_under_the_names_of_the_functions():
    assert set(FORMULAS) == {*RATIOS, "fbeta_score", "macro_f1_of_averages"}
    for formula in FORMULAS.values():
        assert formula.multilabel
        assert not formula.reads_table({})


def test_all_variants_of_a_function_have_its_formula():
    for row in (*OF_ONE_CLASS, *AVERAGED):
        assert row.formula is FORMULAS[row.function]


@one_case("name", RATIOS)
@one_case("average", [*AVERAGES, "binary"])
def test_a_proportion_is_the_value_as_a_quotient(name, average):
    proportion = FORMULAS[name].proportion
    found = proportion and proportion(counts_of([[5, 3], [2, 7]]), average=average)
    trials = {"binary"} if name == "jaccard_score" else {"binary", "micro"}
    if name == "f1_score" or average not in trials:
        assert found is None
        return
    successes, n = found
    assert successes / n == value(name, counts_of([[5, 3], [2, 7]]), average=average)


def test_labels_of_one_row_are_no_independent_trials():
    counts = counts_of([[5, 3], [2, 7]], kind="multilabel-indicator")
    assert FORMULAS["recall_score"].proportion(counts, average="micro") is None


def test_what_cannot_be_averaged_raises():
    counts = counts_of(WORKED)
    with pytest.raises(ValueError, match="average"):
        value("f1_score", counts, average="samples")
    with pytest.raises(ValueError, match="multiclass"):
        value("f1_score", counts)
    with pytest.raises(ValueError, match="pos_label"):
        value("f1_score", counts_of([[1, 2], [3, 4]]), pos_label=2)
    # With a single label, any other may be the positive one: it never occurs.
    single = counts_of([[3]])
    assert value("f1_score", single, pos_label=1, zero_division=1.0) == 1.0
    assert value("f1_score", single, pos_label=0) == 1.0
