"""Precision, recall, F-scores and Jaccard, side by side with scikit-learn."""

import warnings
from functools import partial

import numpy as np
import pandas
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.random_cases import examples
from helpers.score_cases import assert_same_outcome, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning

ULP = 2.0**-52
AVERAGES = (None, "micro", "macro", "weighted", "samples")
# name -> what has no default
SHARED = {
    "precision_score": {},
    "recall_score": {},
    "f1_score": {},
    "fbeta_score": {"beta": 0.5},
    "jaccard_score": {},
    "precision_recall_fscore_support": {},
}
TABLE = [[50, 3, 2], [10, 20, 5], [1, 4, 5]]
Y_TRUE = np.repeat([0, 1, 2], [55, 35, 10])
Y_PRED = np.repeat([0, 1, 2] * 3, np.ravel(TABLE))


def same_to_a_few_ulp(ours, theirs, ulps=4):
    """Equal types, shapes and dtypes; equal values but for rounding of sums."""
    assert type(ours) is type(theirs)
    if isinstance(theirs, tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            same_to_a_few_ulp(one, other, ulps)
    elif theirs is not None:
        assert np.asarray(ours).dtype == np.asarray(theirs).dtype
        np.testing.assert_allclose(ours, theirs, rtol=ulps * ULP, atol=0)


def compare(name, *args, same=same_to_a_few_ulp, **options):
    ours, theirs = (
        outcome(getattr(module, name), *args, **SHARED[name], **options)
        for module in (fm, sk)
    )
    assert_same_outcome(ours, theirs, same)


# ------------------------------------------------------------------- drawn side by side

POOLS = {
    "int64": (0, 1, 2, 5),
    "int8": (-1, 1, 3),
    "uint16": (0, 1),
    "bool": (False, True),
    "float64": (0.0, 1.0, 2.0),
    "str": ("no", "yes", "perhaps"),
    "object": ("a", "b", "c", "d"),
}
ZEROS = st.sampled_from(["warn", 0, 1, 0.0, 1.0, np.nan])


def weights_of(n):
    """Weights whose sums do not round: scikit-learn adds them up one by one."""
    quarters = st.integers(0, 12).map(lambda k: k / 4)
    one_kind = st.one_of(
        *(
            st.lists(each, min_size=n, max_size=n).filter(any)
            for each in (quarters, st.integers(0, 5))
        )
    )
    kinds = st.sampled_from([None, np.float32])
    return st.none() | st.builds(
        lambda w, kind: np.asarray(w, kind) if kind and any(x % 1 for x in w) else w,
        one_kind,
        kinds,
    )


@st.composite
def label_calls(draw):
    dtype = draw(st.sampled_from(sorted(POOLS)))
    n_classes = draw(st.integers(1, len(POOLS[dtype])))
    pool = POOLS[dtype][:n_classes]
    n = draw(st.integers(1, 12))
    column = st.lists(st.sampled_from(pool), min_size=n, max_size=n)
    y_true, y_pred = (
        np.array(draw(column), dtype=None if dtype == "str" else dtype)
        for _ in range(2)
    )
    options = {"average": draw(st.sampled_from(["binary", *AVERAGES]))}
    if draw(st.booleans()):
        options["labels"] = draw(st.lists(st.sampled_from(POOLS[dtype]), min_size=1))
    if draw(st.booleans()):
        options["pos_label"] = draw(st.sampled_from(POOLS[dtype]))
    options["sample_weight"] = draw(weights_of(n))
    return y_true, y_pred, options


@st.composite
def indicator_calls(draw):
    n, k = draw(st.integers(1, 8)), draw(st.integers(2, 4))
    cells = st.lists(st.integers(0, 1), min_size=n * k, max_size=n * k)
    kind = draw(st.sampled_from([np.asarray, sparse.csr_array, sparse.csc_array]))
    y_true, y_pred = (kind(np.reshape(draw(cells), (n, k))) for _ in range(2))
    options = {"average": draw(st.sampled_from(["binary", *AVERAGES]))}
    if draw(st.booleans()):
        options["labels"] = draw(st.lists(st.integers(-1, k), min_size=1, max_size=5))
    options["sample_weight"] = draw(weights_of(n))
    return y_true, y_pred, options


@settings(max_examples=examples(100, same=10))
@given(call=label_calls(), zero=ZEROS)
@one_case("name", SHARED)
def test_labels(name, call, zero):
    y_true, y_pred, options = call
    compare(name, y_true, y_pred, zero_division=zero, **options)


@settings(max_examples=examples(100, same=10))
@given(call=indicator_calls(), zero=ZEROS)
@one_case("name", SHARED)
def test_multilabel(name, call, zero):
    y_true, y_pred, options = call
    compare(name, y_true, y_pred, zero_division=zero, **options)


@settings(max_examples=examples(100, same=10))
@given(
    call=label_calls() | indicator_calls(),
    zero=ZEROS,
    beta=st.sampled_from([0, 0.0, 0.1, 1, 2, 1e3, np.inf]),
    warn_for=st.sets(st.sampled_from(["precision", "recall", "f-score"])),
)
def test_beta_and_warn_for(call, zero, beta, warn_for):
    y_true, y_pred, options = call
    options |= {"beta": beta, "zero_division": zero}
    for kind in (tuple, list, set):
        compare(
            "precision_recall_fscore_support",
            y_true,
            y_pred,
            warn_for=kind(warn_for),
            **options,
        )
    ours, theirs = (
        outcome(module.fbeta_score, y_true, y_pred, **options) for module in (fm, sk)
    )
    assert_same_outcome(ours, theirs, same_to_a_few_ulp)


@pytest.mark.long
@one_case("average", ["micro", "macro", "weighted", None])
@one_case("name", SHARED)
@one_case("weighted", [False, True])
def test_many_rows_and_classes(name, average, weighted, rng):
    """Per class the same to the bit, without weights; sums of weights may round."""
    y_true = rng.integers(0, 200, 20_000)
    y_pred = np.where(rng.random(20_000) < 0.6, y_true, rng.integers(0, 210, 20_000))
    weights = rng.exponential(size=20_000) if weighted else None
    ulps = 500 if weighted else 0 if average is None else 4
    compare(
        name,
        y_true,
        y_pred,
        average=average,
        sample_weight=weights,
        zero_division=0,
        same=partial(same_to_a_few_ulp, ulps=ulps),
    )


@one_case("average", AVERAGES)
@one_case("name", SHARED)
def test_many_rows_of_many_labels(name, average, rng):
    y_true, y_pred = rng.random((2, 600, 40)) < 0.15
    y_true, y_pred = y_true.astype(int), y_pred.astype(int)
    compare(name, y_true, y_pred, average=average)
    sparse_too = sparse.csr_array(y_true), sparse.csr_array(y_pred)
    weights = rng.integers(0, 3, 600)
    compare(name, *sparse_too, average=average, sample_weight=weights)


# --------------------------------------------------------------------------- odd inputs

ODD = {
    "lengths differ": ([0, 1, 1], [0, 1], {}),
    "no rows": ([], [], {}),
    "continuous": ([0.5, 1.0], [0.0, 1.0], {}),
    "kinds differ": ([0, 1], ["a", "b"], {}),
    "mixed targets": ([[0, 1], [1, 1]], [0, 1], {}),
    "multiclass": ([0, 1, 2], [0, 1, 1], {}),
    "unknown pos_label": ([0, 1], [0, 1], {"pos_label": 2}),
    "strings without pos_label": (["a", "b"], ["a", "b"], {}),
    "pos_label of one class": ([0, 0], [0, 0], {"pos_label": 4}),
    "no pos_label": ([0, 1], [0, 1], {"pos_label": None}),
    "pos_label with micro": ([0, 1], [0, 1], {"pos_label": 0, "average": "micro"}),
    "pos_label a list": ([0, 1], [0, 1], {"pos_label": [1]}),
    "pos_label a list, micro": ([0, 1], [0, 1], {"pos_label": [1], "average": "micro"}),
    "average": ([0, 1], [0, 1], {"average": "mean"}),
    "samples of labels": ([0, 1], [0, 1], {"average": "samples"}),
    "zero_division ½": ([0, 1], [0, 1], {"zero_division": 0.5}),
    "zero_division None": ([0, 1], [0, 1], {"zero_division": None}),
    "zero_division word": ([0, 1], [0, 1], {"zero_division": "nan"}),
    "zero_division True": ([0, 1], [1, 1], {"zero_division": True, "average": None}),
    "labels a number": ([0, 1], [0, 1], {"labels": 1, "average": None}),
    "labels a word": ([0, 1], [0, 1], {"labels": "a", "average": None}),
    "labels nested": ([0, 1], [0, 1], {"labels": [[0, 1]], "average": None}),
    "labels with None": ([0, 1], [0, 1], {"labels": [None], "average": None}),
    "labels of another kind": ([0, 1], [0, 1], {"labels": ["a"], "average": None}),
    "no labels": ([0, 1], [0, 1], {"labels": [], "average": None}),
    "no labels, micro": ([0, 1], [0, 1], {"labels": [], "average": "micro"}),
    "labels twice": ([0, 1], [1, 1], {"labels": [1, 1, 0], "average": "macro"}),
    "labels, binary": ([0, 1], [1, 1], {"labels": [0]}),
    "labels a column": (
        [0, 1],
        [1, 1],
        {"labels": pandas.Series([1]), "average": None},
    ),
    "weights too short": ([0, 1], [0, 1], {"sample_weight": [1.0]}),
    "NaN weight": ([0, 1], [0, 1], {"sample_weight": [np.nan, 1.0]}),
}


@one_case("case", ODD)
@one_case("name", SHARED)
def test_odd_input(name, case):
    y_true, y_pred, options = ODD[case]
    if name == "precision_recall_fscore_support":
        options = {"average": "binary"} | options
    compare(name, y_true, y_pred, **options)


@one_case("beta", [-1, -np.inf, np.nan, "1", None, 1j])
def test_bad_beta(beta):
    for function in (
        fm.fbeta_score,
        fm.precision_recall_fscore_support,
        fm.macro_f1_of_averages,
    ):
        with pytest.raises((ValueError, TypeError), match="beta"):
            function([0, 1], [0, 1], beta=beta)


@one_case("warn_for", ["precision", None, 1])
def test_bad_warn_for(warn_for):
    with pytest.raises(TypeError, match="warn_for"):
        fm.precision_recall_fscore_support([0, 1], [0, 1], warn_for=warn_for)


@one_case("average", ["binary", None, "macro"])
@one_case("name", SHARED)
@one_case("weights", [[-1.0, 2.0], [0.0, 0.0], [np.inf, 1.0]])
def test_weights_that_are_none_raise(name, average, weights):
    """Where scikit-learn returns some number, or NaN."""
    with pytest.raises(ValueError, match="sample_weight"):
        getattr(fm, name)(
            [0, 1], [0, 1], average=average, sample_weight=weights, **SHARED[name]
        )


def test_numpy_numbers_are_numbers_for_zero_division():
    """To scikit-learn, any but float64 is NaN."""
    for one in (np.float32(1), np.int64(1), np.bool_(True)):
        assert fm.precision_score([1], [0], zero_division=one) == 1.0


def test_beta_whose_square_is_beyond_a_float():
    """An OverflowError of scikit-learn."""
    assert fm.fbeta_score([0, 1, 1], [1, 1, 0], beta=1e200) == pytest.approx(0.5)


# ----------------------------------------------------------------------------- warnings


@one_case("name", SHARED)
@one_case("average", ["binary", "micro", "macro", "weighted", None])
def test_warnings_point_at_the_caller(name, average):
    function = getattr(fm, name)
    # Undefined are precision, recall and F of label 5.
    given = {} if average == "binary" else {"labels": [5]}
    with pytest.warns(UndefinedMetricWarning, match="ill-defined") as caught:
        function([0, 0], [0, 0], average=average, **given, **SHARED[name])
    assert {w.filename for w in caught} == {__file__}
    assert len(caught) == (3 if "support" in name else 1)


def test_a_warning_says_what_is_missing():
    cases = [
        (fm.precision_score, "Precision .* no predicted samples", [1], [0], "binary"),
        (fm.recall_score, "Recall .* no true samples", [0], [1], "binary"),
        (fm.f1_score, "F-score .* no true nor predicted samples", [0], [0], "binary"),
        (fm.precision_score, "in labels with no predicted", [0, 1], [1, 1], "macro"),
        (fm.recall_score, "in labels with no true", [0, 0], [1, 0], "weighted"),
        (
            fm.recall_score,
            "in samples with no true labels",
            [[0, 0], [1, 1]],
            [[1, 0], [1, 1]],
            "samples",
        ),
    ]
    for function, message, y_true, y_pred, average in cases:
        with pytest.warns(UndefinedMetricWarning, match=message):
            assert 0 <= function(y_true, y_pred, average=average) < 1


def test_an_idle_pos_label_warns_at_the_caller():
    with pytest.warns(UserWarning, match="pos_label") as caught:
        fm.f1_score([0, 1], [0, 1], pos_label=0, average="macro")
    assert caught[0].filename == __file__
    assert caught[0].category is UserWarning


# --------------------------------------------------------------- functions of our own


class TestMacroF1OfAverages:
    def test_worked_example(self):
        assert round(fm.macro_f1_of_averages(Y_TRUE, Y_PRED), 5) == 0.65960
        assert round(fm.f1_score(Y_TRUE, Y_PRED, average="macro"), 5) == 0.65393

    @given(call=label_calls() | indicator_calls(), zero=ZEROS)
    def test_is_f_of_the_two_averages(self, call, zero):
        y_true, y_pred, options = call
        options |= {"average": "macro", "zero_division": zero}
        options.pop("pos_label", None)
        precision, _, warned = outcome(sk.precision_score, y_true, y_pred, **options)
        recall, error, more = outcome(sk.recall_score, y_true, y_pred, **options)
        del options["average"]
        for beta in (0.5, 1, 2):
            found, ours, all_warned = outcome(
                fm.macro_f1_of_averages, y_true, y_pred, beta=beta, **options
            )
            if error is not None:
                assert isinstance(error, type(ours))
                continue
            assert all_warned == warned + more
            if precision == recall == 0:
                assert found == 0.0
                continue
            square = beta**2
            expected = (1 + square) * precision * recall
            expected /= square * precision + recall
            assert type(found) is float
            assert found == pytest.approx(expected, rel=8 * ULP, nan_ok=True)

    def test_limits_of_beta(self):
        for beta, function in ((0, fm.precision_score), (np.inf, fm.recall_score)):
            assert fm.macro_f1_of_averages(Y_TRUE, Y_PRED, beta=beta) == pytest.approx(
                function(Y_TRUE, Y_PRED, average="macro"), rel=4 * ULP
            )

    def test_warns_at_the_caller(self):
        with pytest.warns(UndefinedMetricWarning) as caught:
            assert fm.macro_f1_of_averages([0, 1, 1], [2, 2, 0]) == 0.0
        assert {w.filename for w in caught} == {__file__}


class TestPooled:
    def test_one_vs_rest_matrices_of_the_worked_example(self):
        matrices = sk.multilabel_confusion_matrix(Y_TRUE, Y_PRED)
        precision, recall, fscore = fm.pooled_precision_recall_fscore(matrices)
        assert precision == fm.precision_score(Y_TRUE, Y_PRED, average="macro")
        assert recall == fm.recall_score(Y_TRUE, Y_PRED, average="macro")
        assert fscore == fm.macro_f1_of_averages(Y_TRUE, Y_PRED)
        micro = fm.pooled_precision_recall_fscore(matrices, average="micro")
        assert micro == (0.75, 0.75, 0.75)

    def test_by_hand(self):
        runs = [[[90, 10], [5, 15]], [[40, 0], [1, 3]]]
        assert fm.pooled_precision_recall_fscore(runs, beta=2) == pytest.approx(
            (0.8, 0.75, 5 * 0.8 * 0.75 / (4 * 0.8 + 0.75)), rel=4 * ULP
        )
        assert fm.pooled_precision_recall_fscore(
            runs, average="micro", beta=2
        ) == pytest.approx((18 / 28, 18 / 24, 5 * 18 / (4 * 24 + 28)), rel=4 * ULP)

    def test_limits_of_beta(self):
        runs = [[[90, 10], [5, 15]], [[40, 0], [1, 3]]]
        for average in ("macro", "micro"):
            for beta, k in ((0, 0), (np.inf, 1)):
                found = fm.pooled_precision_recall_fscore(
                    runs, average=average, beta=beta
                )
                assert found[2] == pytest.approx(found[k], rel=4 * ULP)

    def test_one_matrix_is_the_binary_call(self, rng):
        y_true, y_pred = rng.integers(0, 2, (2, 50))
        matrix = sk.confusion_matrix(y_true, y_pred)
        expected = sk.precision_recall_fscore_support(y_true, y_pred, average="binary")
        for average in ("macro", "micro"):
            found = fm.pooled_precision_recall_fscore([matrix], average=average)
            assert found == pytest.approx(expected[:3], rel=4 * ULP)

    def test_floats_and_python_floats_out(self):
        found = fm.pooled_precision_recall_fscore([[[1.5, 0.5], [0.5, 0.5]]])
        assert found == (0.5, 0.5, 0.5)
        assert {type(x) for x in found} == {float}

    @one_case(
        ("average", "matrices", "number"),
        [
            ("macro", [[[1, 0], [2, 0]], [[1, 1], [0, 1]]], 1),  # one precision
            ("macro", [[[1, 0], [0, 0]], [[1, 1], [0, 1]]], 2),  # and recall
            ("micro", [[[1, 0], [2, 0]], [[1, 1], [0, 1]]], 0),
            ("micro", [[[1, 0], [0, 0]], [[3, 0], [0, 0]]], 3),
        ],
    )
    def test_undefined(self, average, matrices, number):
        for beta in (1, 0):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                fm.pooled_precision_recall_fscore(matrices, average=average, beta=beta)
            told = number - (number == 3 and beta == 0)
            assert [w.category for w in caught] == [UndefinedMetricWarning] * told
            assert {w.filename for w in caught} <= {__file__}

    def test_zero_division(self):
        matrices = [[[1, 0], [2, 0]], [[1, 1], [0, 1]]]
        for zero, precision in ((0, 0.25), (1, 0.75), (np.nan, 0.5)):
            found = fm.pooled_precision_recall_fscore(matrices, zero_division=zero)
            assert found[:2] == (precision, 0.5)

    @one_case(
        "matrices",
        [
            [],
            [[1, 2], [3, 4]],
            [[[1, 2, 3], [4, 5, 6]]],
            np.zeros((0, 2, 2)),
            [[[1, 2], [3, -1]]],
            [[[1, 2], [3, np.nan]]],
            [[[1, 2], [3, np.inf]]],
            [[["a", "b"], ["c", "d"]]],
            None,
            3,
        ],
    )
    def test_bad_matrices(self, matrices):
        with pytest.raises((ValueError, TypeError), match="matrices"):
            fm.pooled_precision_recall_fscore(matrices)

    def test_bad_options(self):
        matrices = [[[1, 2], [3, 4]]]
        for options in ({"average": None}, {"beta": -1}, {"zero_division": 2}):
            with pytest.raises(ValueError, match=next(iter(options))):
                fm.pooled_precision_recall_fscore(matrices, **options)


# -------------------------------------------------------------------------------- types


@one_case("name", ["precision_score", "f1_score", "jaccard_score"])
def test_plain_floats(name):
    function = getattr(fm, name)
    for average in ("binary", "micro", "macro", "weighted"):
        assert type(function([0, 1], [0, 1], average=average)) is float
    found = function([[0, 1], [1, 1]], [[1, 1], [1, 1]], average="samples")
    assert type(found) is float


def test_support_is_of_scikit_learns_dtype():
    """float64 with weights, and where no row is right."""
    for args, dtype in (
        (([0, 1], [0, 0]), np.int64),
        (([0, 1], [1, 0]), np.float64),
        (([0, 1], [0, 0], [1, 2]), np.float64),
    ):
        options = {"sample_weight": args[2]} if len(args) == 3 else {}
        for module in (fm, sk):
            *_, support = module.precision_recall_fscore_support(
                *args[:2], zero_division=0, **options
            )
            assert support.dtype == dtype
