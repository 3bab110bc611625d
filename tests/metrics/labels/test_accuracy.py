"""Accuracy and its kin, against scikit-learn's and worked by hand."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.random_cases import examples
from helpers.score_cases import outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import fastmetrics as fm
from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas.counts import Counts

NAMES = ["accuracy_score", "zero_one_loss", "hamming_loss", "balanced_accuracy_score"]
PUBLIC = [*NAMES, "error_rate"]
OF_MATRICES = ["accuracy_score", "zero_one_loss", "hamming_loss", "error_rate"]

_rng = np.random.default_rng(5)
_true = _rng.integers(0, 4, 300)
_pred = np.where(_rng.random(300) < 0.6, _true, _rng.integers(0, 5, 300))
_words = np.array(["owl", "ant", "bee", "cat", "dog"])
LABELS = {
    **{dtype: (_true.astype(dtype), _pred.astype(dtype)) for dtype in "bBhHiIlLfdeg"},
    "two dtypes": (_true.astype("i1"), _pred.astype("f4")),
    "signed and unsigned": (_true, _pred.astype("u8")),
    "past 2**53": (_true + 2**53, _pred + 2**53),
    "bool": (_true > 1, _pred > 1),
    "bool and integers": (_true > 1, _pred.clip(0, 1)),
    "words": (_words[_true], _words[_pred]),
    "objects": (_words[_true].astype(object), _words[_pred].astype(object)),
    "lists": (_true.tolist(), _pred.tolist()),
    "columns": (_true[:, None], _pred[:, None]),
    "strided": (_true[::2], _pred[::-2]),
    "swapped": (_true.astype(">i4"), _pred.astype(">f8")),
    "one row": ([3], [1]),
    "one right row": ([3], [3]),
    "never right": ([0, 0, 1], [1, 1, 0]),
    "always right": (_true, _true),
    "never predicted": (_true, _true * 0),
}
WEIGHTS = {
    "none": lambda n: None,
    "integers": lambda n: np.arange(n) % 4 + (n == 1),
    "bool": lambda n: np.arange(n) % 3 == 0,
    "floats": lambda n: np.linspace(0, 2, n) + (n == 1),
    "float32": lambda n: (np.arange(n) % 5 + 0.25).astype("f4"),
}
LAYOUTS = {
    "dense": np.asarray,
    "bool": lambda m: m != 0,
    "by column": np.asfortranarray,
    "strided": lambda m: np.repeat(m, 2, axis=1)[:, ::2],
    "sparse": sp.csr_array,
    "sparse matrix": lambda m: sp.csc_matrix(m),
    "lists": lambda m: m.astype(int).tolist(),
}


def peer(name):
    """Return scikit-learn's function; of the error rate, the same by another name."""
    return getattr(sk, "zero_one_loss" if name == "error_rate" else name)


def assert_same(name, y_true, y_pred, **kwargs):
    value, error, warned = outcome(getattr(fm, name), y_true, y_pred, **kwargs)
    weights = kwargs.get("sample_weight")
    if isinstance(weights, np.ndarray) and weights.dtype.kind == "b":
        # Of weights that are bool scikit-learn takes any number for one.
        kwargs["sample_weight"] = weights.astype(int)
    expected, peer_error, peer_warned = outcome(peer(name), y_true, y_pred, **kwargs)
    if peer_error is not None:
        assert isinstance(error, ValueError | TypeError), peer_error
        return
    assert error is None, error
    assert type(value) is float
    rounded = 1e-15 if kwargs.get("normalize", True) else 1e-12
    assert value == pytest.approx(expected, rel=1e-13, abs=rounded, nan_ok=True)
    assert warned == peer_warned


@pytest.mark.long
@one_case("weights", WEIGHTS)
@one_case("case", LABELS)
@one_case("name", PUBLIC)
def test_equals_scikit_learn(name, case, weights):
    # One of many dtypes, or what counts the same rows.
    if len(case) == 1 or name != "accuracy_score":
        if weights not in ("none", "floats"):
            return
        if len(case) == 1 and (name in NAMES[1:3] or weights == "none"):
            return
    y_true, y_pred = LABELS[case]
    kwargs = {"sample_weight": WEIGHTS[weights](len(y_true))}
    assert_same(name, y_true, y_pred, **kwargs)
    if name == "balanced_accuracy_score":
        assert_same(name, y_true, y_pred, adjusted=True, **kwargs)
    elif name != "hamming_loss":
        assert_same(name, y_true, y_pred, normalize=False, **kwargs)


@given(st.data())
def test_equals_scikit_learn_on_small_labels(data):
    n = data.draw(st.integers(1, 8))
    kind = st.sampled_from([np.int8, np.float64, np.bool_, np.str_])
    labels = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    dtype = data.draw(kind)
    y_true, y_pred = (np.array(data.draw(labels)).astype(dtype) for _ in range(2))
    weights = data.draw(
        st.none()
        | st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any).map(np.array)
    )
    switch = data.draw(st.booleans())
    for name in PUBLIC:
        kwargs = {"sample_weight": weights}
        if name == "balanced_accuracy_score":
            kwargs["adjusted"] = switch
        elif name != "hamming_loss":
            kwargs["normalize"] = switch
        assert_same(name, y_true, y_pred, **kwargs)


MATRICES = st.tuples(st.integers(1, 12), st.integers(2, 5)).flatmap(
    lambda shape: st.tuples(
        arrays.arrays("i1", shape, elements=st.integers(0, 1)),
        arrays.arrays("f8", shape, elements=st.integers(0, 1)),
        arrays.arrays("i8", shape[0], elements=st.integers(0, 5)),
    )
)


@settings(max_examples=examples(100, same=10))
@given(
    MATRICES,
    st.sampled_from(sorted(LAYOUTS)),
    st.sampled_from([1, 2, -3]),
    st.sampled_from([None, 1, 4]),
)
def test_matrices_equal_scikit_learn(drawn, layout, factor, part):
    y_true, y_pred, weights = drawn
    weights[0] += 1
    y_pred = LAYOUTS[layout](y_pred * factor)
    y_true = LAYOUTS[layout](y_true)
    kwargs = {"sample_weight": {None: None, 1: weights, 4: weights / 4}[part]}
    for name in PUBLIC:
        assert_same(name, y_true, y_pred, **kwargs)
        if name in ("accuracy_score", "zero_one_loss", "error_rate"):
            assert_same(name, y_true, y_pred, normalize=False, **kwargs)


# ------------------------------------------------------------------ by hand


def test_worked_by_hand():
    y_true, y_pred = [0, 1, 2, 3, 3], [0, 2, 2, 3, 0]
    assert fm.accuracy_score(y_true, y_pred) == 0.6
    assert fm.accuracy_score(y_true, y_pred, normalize=False) == 3.0
    for loss in (fm.error_rate, fm.zero_one_loss):
        assert loss(y_true, y_pred) == 0.4
        assert loss(y_true, y_pred, normalize=False) == 2.0
    assert fm.hamming_loss(y_true, y_pred) == 0.4
    assert fm.balanced_accuracy_score(y_true, y_pred) == (1 + 0 + 1 + 0.5) / 4


@one_case("kind", [float, int])
def test_weights_by_hand(kind):
    kwargs = {"sample_weight": np.array([1, 3, 0, 4]).astype(kind)}
    y_true, y_pred = [0, 0, 1, 1], [0, 1, 0, 1]
    assert fm.accuracy_score(y_true, y_pred, **kwargs) == 5 / 8
    assert fm.accuracy_score(y_true, y_pred, normalize=False, **kwargs) == 5.0
    assert fm.error_rate(y_true, y_pred, **kwargs) == 3 / 8
    assert fm.zero_one_loss(y_true, y_pred, normalize=False, **kwargs) == 3.0
    assert fm.hamming_loss(y_true, y_pred, **kwargs) == 3 / 8
    assert fm.balanced_accuracy_score(y_true, y_pred, **kwargs) == (1 / 4 + 1) / 2


@one_case("layout", LAYOUTS)
def test_matrices_by_hand(layout):
    # Row 1 is exact, 3 of the 9 labels are wrong.
    y_true = LAYOUTS[layout](np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0]]))
    y_pred = LAYOUTS[layout](np.array([[1, 0, 0], [0, 1, 0], [0, 1, 1]]))
    assert fm.accuracy_score(y_true, y_pred) == 1 / 3
    assert fm.accuracy_score(y_true, y_pred, normalize=False) == 1.0
    assert fm.error_rate(y_true, y_pred) == fm.zero_one_loss(y_true, y_pred) == 2 / 3
    assert fm.hamming_loss(y_true, y_pred) == 3 / 9
    kwargs = {"sample_weight": [2, 1, 1]}
    assert fm.accuracy_score(y_true, y_pred, **kwargs) == 1 / 4
    assert fm.error_rate(y_true, y_pred, normalize=False, **kwargs) == 3.0
    assert fm.hamming_loss(y_true, y_pred, **kwargs) == 4 / 12


def test_hamming_loss_averages_over_labels_too():
    y_true = np.zeros((2, 4))
    assert fm.hamming_loss(y_true, [[0, 0, 0, 1], [0, 0, 0, 0]]) == 1 / 8


def test_values_of_matrices_are_compared_not_signs():
    ones = np.array([[0, 1], [1, 0]])
    assert fm.accuracy_score(ones, 2 * ones) == 0.0
    assert fm.hamming_loss(ones, 2 * ones) == 0.5
    assert fm.accuracy_score(ones, ones.astype(float)) == 1.0


def test_perfect_and_hopeless_are_exact_with_any_weights(rng):
    y_true = rng.integers(0, 7, 5000)
    matrix = rng.integers(0, 2, (5000, 3))
    kwargs = {"sample_weight": rng.random(5000) * 10.0 ** rng.integers(-3, 3, 5000)}
    for right, wrong in ((y_true, (y_true + 1) % 7), (matrix, 1 - matrix)):
        assert fm.accuracy_score(right, right, **kwargs) == 1.0
        assert fm.accuracy_score(right, wrong, **kwargs) == 0.0
        for loss in (fm.error_rate, fm.zero_one_loss, fm.hamming_loss):
            assert loss(right, right, **kwargs) == 0.0
            assert loss(right, wrong, **kwargs) == pytest.approx(1.0, abs=2e-16)
            assert loss(right, wrong, **kwargs) <= 1.0
    assert fm.balanced_accuracy_score(y_true, y_true, **kwargs) == 1.0


def test_weighted_values_are_the_nearest_doubles(rng):
    for n in (5, 60, 3000):
        y, pred, weights = rng.integers(0, 3, n), rng.integers(0, 3, n), rng.random(n)
        exact = [Fraction(weight) for weight in weights.tolist()]
        total = sum(exact)
        right = sum(x for x, equal in zip(exact, y == pred, strict=True) if equal)
        columns = [(y, pred), (y, pred.astype(np.float32)), (y.astype("i1"), pred)]
        columns += [(y.astype(str), pred.astype(str)), (y.tolist(), pred.tolist())]
        for true, predicted in columns:
            given = {"y_true": true, "y_pred": predicted, "sample_weight": weights}
            assert fm.accuracy_score(**given) == float(right / total)
            assert fm.accuracy_score(normalize=False, **given) == float(right)
            for error in (fm.zero_one_loss, fm.error_rate, fm.hamming_loss):
                assert error(**given) == float((total - right) / total)
            assert fm.zero_one_loss(normalize=False, **given) == float(total - right)


def test_small_error_is_not_lost_in_one():
    y_true = np.zeros(1_000_003, np.int8)
    y_pred = y_true.copy()
    y_pred[7] = 1
    assert fm.error_rate(y_true, y_pred) == 1 / 1_000_003


def test_labels_of_two_kinds_of_numbers_are_equal_by_value():
    y_true = np.array([1, 2, 3, 2], np.uint8)
    for dtype in ("i2", "f8", "f2", "g", "u8", ">i4"):
        assert fm.accuracy_score(y_true, y_true.astype(dtype)) == 1.0
        y_pred = np.array([1, 2, 2, 3], dtype)
        assert fm.error_rate(y_true, y_pred) == fm.hamming_loss(y_true, y_pred) == 0.5


# ------------------------------------------------------------------ balanced


def test_balanced_is_accuracy_with_class_weights(rng):
    y_true, y_pred = _true, _pred.clip(0, 3)
    weights = rng.random(len(y_true))
    of_class = np.bincount(y_true, weights)[y_true]
    assert fm.balanced_accuracy_score(
        y_true, y_pred, sample_weight=weights
    ) == pytest.approx(
        fm.accuracy_score(y_true, y_pred, sample_weight=weights / of_class)
    )


def test_adjusted_scale():
    y_true = [0, 0, 1, 1, 2, 2]
    for y_pred, value in (
        (y_true, 1.0),
        ([0] * 6, 0.0),
        ([1, 1, 2, 2, 0, 0], -0.5),
    ):
        found = fm.balanced_accuracy_score(y_true, y_pred, adjusted=True)
        assert found == pytest.approx(value, abs=1e-15)


def test_adjusted_is_informedness_for_two_classes():
    y_true, y_pred = LABELS["bool"]
    tn, fp, fn, tp = fm.binary_counts(y_true, y_pred)
    assert fm.balanced_accuracy_score(y_true, y_pred, adjusted=True) == pytest.approx(
        tp / (tp + fn) + tn / (tn + fp) - 1
    )


@one_case("kwargs", [{}, {"sample_weight": [1, 1, 0]}])
def test_balanced_leaves_out_predicted_classes(kwargs):
    y_true, y_pred = ([0, 0, 1], [0, 1, 1])
    if not kwargs:
        y_true = [0, 0, 0]
    with pytest.warns(UserWarning, match="classes not in y_true") as caught:
        found = fm.balanced_accuracy_score(y_true, y_pred, **kwargs)
    assert found == (1 / 2 if kwargs else 1 / 3)
    assert caught[0].filename == __file__


def test_balanced_with_one_class():
    with pytest.warns(UserWarning, match="single label") as caught:
        assert fm.balanced_accuracy_score(["a"], ["a"]) == 1.0
    assert caught[0].filename == __file__
    for y_pred, value in (([0, 0], math.nan), ([0, 1], -math.inf)):
        with pytest.warns() as caught:
            found = fm.balanced_accuracy_score([0, 0], y_pred, adjusted=True)
        assert found == pytest.approx(value, nan_ok=True)
        categories = sorted(w.category.__name__ for w in caught)
        assert categories == ["RuntimeWarning", "UserWarning"]


def test_balanced_refuses_several_columns():
    for matrix in ([[0, 1], [1, 1]], sp.csr_array([[0, 1], [1, 1]])):
        with pytest.raises((ValueError, TypeError)):
            fm.balanced_accuracy_score(matrix, matrix)


# ------------------------------------------------------------------ input

BAD = {
    "lengths differ": ([0, 1, 1], [0, 1], {}),
    "lengths of arrays differ": (np.zeros(3, int), np.zeros(2, int), {}),
    "no rows": ([], [], {}),
    "no rows in arrays": (np.zeros(0, int), np.zeros(0, int), {}),
    "continuous": ([0.5, 1.0], [0.0, 1.0], {}),
    "continuous arrays": (np.array([0.5, 1.0]), np.array([0.5, 1.0]), {}),
    "NaN": (np.array([np.nan, 1.0]), np.array([0.0, 1.0]), {}),
    "infinity": (np.array([np.inf, 1.0]), np.array([np.inf, 1.0]), {}),
    "strings and numbers": (["a", "b"], [0, 1], {}),
    "bytes": ([b"a", b"b"], [b"a", b"b"], {}),
    "one matrix": ([0, 1], [[0, 1], [1, 0]], {}),
    "other labels": ([[0, 1], [1, 0]], [[0, 1, 0], [1, 0, 0]], {}),
    "matrix of three values": ([[0, 1], [1, 2]], [[0, 1], [1, 0]], {}),
    "ragged": ([[0, 1], [1]], [[0, 1], [1]], {}),
    "three dimensions": (np.zeros((2, 2, 2)), np.zeros((2, 2, 2)), {}),
    "weights too short": ([0, 1], [0, 1], {"sample_weight": [1.0]}),
    "no weight": ([0, 1], [0, 1], {"sample_weight": [0, 0]}),
    "NaN weight": ([0, 1], [0, 1], {"sample_weight": [np.nan, 1.0]}),
    "negative weight": ([0, 1], [0, 1], {"sample_weight": [-1.0, 2.0]}),
}


@one_case("case", BAD)
@one_case("name", PUBLIC)
def test_bad_input(name, case):
    y_true, y_pred, kwargs = BAD[case]
    with pytest.raises((ValueError, TypeError)):
        getattr(fm, name)(y_true, y_pred, **kwargs)
    if case != "negative weight":  # which scikit-learn lets pass
        _, error, _ = outcome(peer(name), y_true, y_pred, **kwargs)
        assert isinstance(error, ValueError | TypeError)


def test_switches_must_be_switches():
    for function, name in (
        (fm.accuracy_score, "normalize"),
        (fm.error_rate, "normalize"),
        (fm.zero_one_loss, "normalize"),
        (fm.balanced_accuracy_score, "adjusted"),
    ):
        for value in (1, "yes", None):
            with pytest.raises(TypeError, match=name):
                function([0, 1], [0, 1], **{name: value})
        assert function([0, 1], [0, 1], **{name: np.True_}) in (0.0, 1.0)


def test_nothing_warns_without_need():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in PUBLIC:
            getattr(fm, name)([0, 1, 1], [1, 1, 0])


# ------------------------------------------------------------------ formulas

OPTIONS = {
    "accuracy_score": [{}, {"normalize": False}],
    "error_rate": [{}, {"normalize": False}],
    "zero_one_loss": [{}, {"normalize": False}],
    "hamming_loss": [{}],
    "balanced_accuracy_score": [{}, {"adjusted": True}],
}


def replicates(rng, dtype):
    """Return counts of 6 x 5 tables of three classes; some lack the last."""
    tables = rng.integers(0, 9, (6, 5, 3, 3)).astype(dtype)
    tables[0, :, 2] = 0
    if dtype is float:
        tables /= 4
    return Counts(
        np.arange(3),
        "multiclass",
        np.diagonal(tables, axis1=-2, axis2=-1),
        tables.sum(axis=-1),
        tables.sum(axis=-2),
        tables.sum(axis=(-2, -1)),
    )


@one_case("dtype", [int, float])
@one_case("name", PUBLIC)
def test_formula_is_the_same_for_many_at_once(name, dtype, rng):
    many = replicates(rng, dtype)
    for options in OPTIONS[name]:
        values = FORMULAS[name].value(many, **options)
        assert values.shape == (6, 5)
        assert values.dtype == np.float64
        for i in np.ndindex(6, 5):
            one = Counts(*many[:2], *(sums[i] for sums in many[2:6]))
            assert values[i] == FORMULAS[name].value(one, **options)


@one_case("name", OF_MATRICES)
def test_proportions_are_the_values(name, rng):
    many = replicates(rng, int)
    successes, trials = FORMULAS[name].proportion(many)
    np.testing.assert_array_equal(successes / trials, FORMULAS[name].value(many))
    if name != "hamming_loss":
        assert FORMULAS[name].proportion(many, normalize=False) is None
    assert FORMULAS["balanced_accuracy_score"].proportion is None


def test_hamming_loss_of_matrices_from_margins():
    y_true, y_pred = np.array([[1, 0, 1], [0, 1, 0]]), np.array([[1, 1, 1], [0, 0, 0]])
    columns = Counts(
        np.arange(3),
        "multilabel-indicator",
        (y_true & y_pred).sum(axis=0),
        y_true.sum(axis=0),
        y_pred.sum(axis=0),
        2,
    )
    assert FORMULAS["hamming_loss"].value(columns) == fm.hamming_loss(y_true, y_pred)
    assert FORMULAS["hamming_loss"].multilabel
    assert FORMULAS["hamming_loss"].proportion(columns) is None
    assert not FORMULAS["accuracy_score"].multilabel
