"""Tables of counts, against scikit-learn's and worked by hand."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk
from helpers.label_cases import BAD as BAD_BINARY
from helpers.label_cases import BINARY, ONE_SIDED, cells_of, label_weights
from helpers.one_case import one_case
from helpers.score_cases import outcome
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.metrics.labels.counting.targets import BinaryCounts

# Truth in rows, prediction in columns: 50 3 2 / 10 20 5 / 1 4 5.
WORKED = np.array([[50, 3, 2], [10, 20, 5], [1, 4, 5]])


def rows_of(table, names=(0, 1, 2)):
    """Return labels of which ``table`` is the confusion matrix."""
    i, j = np.indices(table.shape)
    names = np.asarray(names)
    times = table.ravel()
    return names[i.ravel().repeat(times)], names[j.ravel().repeat(times)]


_rng = np.random.default_rng(11)
_true = _rng.integers(0, 4, 300)
_pred = np.where(_rng.random(300) < 0.6, _true, _rng.integers(0, 5, 300))
_words = np.array(["owl", "ant", "bee", "cat", "dog"])
# name -> (y_true, y_pred): labels of one column
LABELS = {
    "worked": rows_of(WORKED),
    "integers": (_true, _pred),
    "int8 and uint64": (_true.astype("i1"), _pred.astype("u8")),
    "floats": (_true.astype("f4"), _pred.astype("f8")),
    "negative": (_true - 2, _pred - 2),
    "far apart": (_true * 10**12, _pred * 10**12),
    "bool": (_true > 1, _pred > 1),
    "words": (_words[_true], _words[_pred]),
    "objects": (_words[_true].astype(object), _words[_pred].astype(object)),
    "lists": (_true.tolist(), _pred.tolist()),
    "columns": (_true[:, None], _pred[:, None]),
    "one row": ([3], [1]),
    "never right": ([0, 0, 1], [1, 1, 0]),
    "minus and plus one": (np.array([-1, 1, 1]), np.array([1, 1, -1])),
}
WEIGHTS = {
    "none": lambda n: None,
    "integers": lambda n: np.arange(n) % 4 + (n == 1),
    "bool": lambda n: np.arange(n) % 3 == 0,
    "floats": lambda n: np.linspace(0, 2, n) + (n == 1),
    "float32": lambda n: (np.arange(n) % 5 + 0.25).astype("f4"),
}
BAD = {
    "lengths differ": ([0, 1, 1], [0, 1], {}),
    "no rows": ([], [], {}),
    "continuous": ([0.5, 1.0], [0.0, 1.0], {}),
    "NaN": ([np.nan, 1.0], [0.0, 1.0], {}),
    "strings and numbers": (["a", "b"], [0, 1], {}),
    "one matrix": ([0, 1], [[0, 1], [1, 0]], {}),
    "weights too short": ([0, 1], [0, 1], {"sample_weight": [1.0]}),
    "no weight": ([0, 1], [0, 1], {"sample_weight": [0.0, 0.0]}),
    "NaN weight": ([0, 1], [0, 1], {"sample_weight": [np.nan, 1.0]}),
    "three dimensions": (np.zeros((2, 2, 2)), np.zeros((2, 2, 2)), {}),
}


def assert_same(ours, peer):
    """Compare two outcomes: values, dtypes, errors, categories of warnings."""
    value, error, warned = ours
    peer_value, peer_error, peer_warned = peer
    if peer_error is not None:
        assert isinstance(error, ValueError | TypeError), peer_error
        return
    assert error is None, error
    assert warned == peer_warned
    np.testing.assert_allclose(value, peer_value, rtol=1e-13, atol=1e-15)


@one_case("weights", WEIGHTS)
@one_case("case", LABELS)
class TestConfusionMatrix:
    @one_case("normalize", [None, "true", "pred", "all"])
    def test_equals_scikit_learn(self, case, weights, normalize):
        if normalize and weights in ("integers", "float32"):
            return
        y_true, y_pred = LABELS[case]
        kwargs = {"sample_weight": WEIGHTS[weights](len(y_true))}
        kwargs["normalize"] = normalize
        ours = outcome(fm.confusion_matrix, y_true, y_pred, **kwargs)
        peer = outcome(sk.confusion_matrix, y_true, y_pred, **kwargs)
        assert_same(ours, peer)
        assert ours[0].dtype == peer[0].dtype

    @pytest.mark.long
    def test_of_some_labels(self, case, weights):
        if weights in ("integers", "float32"):
            return
        y_true, y_pred = LABELS[case]
        weight = WEIGHTS[weights](len(y_true))
        found = np.unique([np.ravel(y_true), np.ravel(y_pred)])
        for labels in (
            found[::-1],
            found[:2].tolist(),
            found[-1:],
            np.append(found, found[0] if found.dtype.kind in "UO" else 99),
            found[[0, -1, 0]],
        ):
            kwargs = {"labels": labels, "sample_weight": weight}
            ours = outcome(fm.confusion_matrix, y_true, y_pred, **kwargs)
            peer = outcome(sk.confusion_matrix, y_true, y_pred, **kwargs)
            assert_same(ours, peer)
            if ours[1] is None:
                assert ours[0].dtype == peer[0].dtype

    def test_one_table_per_label_equals_scikit_learn(self, case, weights):
        if weights in ("integers", "float32"):
            return
        y_true, y_pred = LABELS[case]
        weight = WEIGHTS[weights](len(y_true))
        found = np.unique([np.ravel(y_true), np.ravel(y_pred)])
        for labels in (None, found[::-1], found[:2].tolist(), found[[0, -1, 0]]):
            kwargs = {"labels": labels, "sample_weight": weight}
            if isinstance(y_true, np.ndarray) and y_true.ndim == 2:
                y_true, y_pred = y_true.ravel(), y_pred.ravel()
            ours = outcome(fm.multilabel_confusion_matrix, y_true, y_pred, **kwargs)
            peer = outcome(sk.multilabel_confusion_matrix, y_true, y_pred, **kwargs)
            assert_same(ours, peer)


class TestConfusionMatrixAlone:
    def test_worked_example(self):
        for names in ((0, 1, 2), ("a", "b", "c"), (-7.0, 1.0, 2.0**40)):
            found = fm.confusion_matrix(*rows_of(WORKED, names))
            np.testing.assert_array_equal(found, WORKED)
        np.testing.assert_allclose(
            fm.confusion_matrix(*rows_of(WORKED), normalize="true")[1],
            [10 / 35, 20 / 35, 5 / 35],
        )

    def test_weights_are_repeated_rows(self):
        y_true, y_pred = [0, 1, 1, 0], [0, 1, 0, 1]
        found = fm.confusion_matrix(y_true, y_pred, sample_weight=[3, 5, 0, 7])
        assert found.tolist() == [[3, 7], [0, 5]]
        assert found.dtype == np.int64
        found = fm.confusion_matrix(y_true, y_pred, sample_weight=[3.0, 5, 0, 7])
        assert found.dtype == np.float64

    def test_a_label_without_weight_is_there(self):
        found = fm.confusion_matrix([0, 1], [0, 2], sample_weight=[1, 0])
        assert found.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]

    def test_empty_rows_and_columns_normalise_to_zero(self):
        for normalize in ("true", "pred"):
            found = fm.confusion_matrix([0, 0], [1, 1], normalize=normalize)
            assert found.tolist() == [[0, 1], [0, 0]]

    def test_single_label_warns(self):
        for kwargs in ({}, {"normalize": "all"}):
            with pytest.warns(UserWarning, match="single label") as caught:
                fm.confusion_matrix([1, 1], [1, 1], **kwargs)
            assert caught[0].filename == __file__
        with pytest.warns(UserWarning, match="single label"):
            assert fm.confusion_matrix([0, 1], [0, 1], labels=[1]) == [[1]]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert fm.confusion_matrix([1], [1], labels=[0, 1]).tolist() == [
                [0, 0],
                [0, 1],
            ]

    @one_case(
        ("kwargs", "message"),
        [
            ({"labels": []}, "at least one label"),
            ({"labels": [7]}, "must be in y_true"),
            ({"labels": ["a"]}, "must be in y_true"),
            ({"labels": [[0, 1]]}, "1d"),
            ({"normalize": "rows"}, "normalize"),
            ({"normalize": True}, "normalize"),
        ],
    )
    def test_bad_parameters(self, kwargs, message):
        with pytest.raises(ValueError, match=message):
            fm.confusion_matrix([0, 1], [0, 1], **kwargs)

    @one_case("function", [fm.confusion_matrix, sk.confusion_matrix])
    def test_several_columns(self, function):
        matrix = np.array([[0, 1], [1, 1]])
        with pytest.raises(ValueError, match="multilabel-indicator is not supported"):
            function(matrix, matrix)
        with pytest.raises(TypeError):
            function(sp.csr_array(matrix), sp.csr_array(matrix))


# ------------------------------------------------------------------ several labels

SHAPES = st.tuples(st.integers(1, 12), st.integers(2, 5))
MATRICES = SHAPES.flatmap(
    lambda shape: st.tuples(
        *[
            arrays.arrays(dtype, shape, elements=st.integers(0, 1))
            for dtype in ("i1", "f8")
        ],
        arrays.arrays("i8", shape[0], elements=st.integers(0, 5)),
    )
)
LAYOUTS = {
    "dense": np.asarray,
    "bool": lambda m: m != 0,
    "by column": np.asfortranarray,
    "sparse": sp.csr_array,
    "sparse matrix": lambda m: sp.csc_matrix(m),
}


class TestMultilabelConfusionMatrix:
    @given(MATRICES, st.sampled_from(sorted(LAYOUTS)), st.data())
    def test_equals_scikit_learn(self, drawn, layout, data):
        y_true, y_pred, weights = drawn
        weights[0] += 1
        kwargs = {
            "samplewise": data.draw(st.booleans()),
            "sample_weight": data.draw(st.sampled_from([None, weights, weights / 4])),
            "labels": data.draw(
                st.none()
                | st.lists(st.integers(-1, y_true.shape[1]), max_size=6)
                | st.permutations(range(y_true.shape[1]))
            ),
        }
        make = LAYOUTS[layout]
        ours = outcome(
            fm.multilabel_confusion_matrix, make(y_true), make(y_pred), **kwargs
        )
        # Booleans in sparse matrices are not what scikit-learn can weigh.
        y_true, y_pred = y_true.astype(int), y_pred.astype(int)
        peer = outcome(sk.multilabel_confusion_matrix, y_true, y_pred, **kwargs)
        assert_same(ours, peer)
        if ours[1] is None and ours[0].size:
            columns = kwargs["labels"] if kwargs["labels"] is not None else slice(None)
            # Where no weight is added up, theirs are integers.
            if (y_true | y_pred)[:, columns].any():
                assert ours[0].dtype == peer[0].dtype

    @one_case("layout", LAYOUTS)
    def test_worked_by_hand(self, layout):
        y_true = LAYOUTS[layout](np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0]]))
        y_pred = LAYOUTS[layout](np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1]]))
        tables = fm.multilabel_confusion_matrix(y_true, y_pred)
        assert tables.tolist() == [
            [[1, 0], [1, 1]],
            [[1, 0], [1, 1]],
            [[0, 2], [1, 0]],
        ]
        assert tables.dtype == np.int64
        tables = fm.multilabel_confusion_matrix(y_true, y_pred, samplewise=True)
        assert tables.tolist() == [
            [[1, 0], [1, 1]],
            [[1, 1], [0, 1]],
            [[0, 1], [2, 0]],
        ]

    def test_labels_that_do_not_occur(self):
        tables = fm.multilabel_confusion_matrix([0, 1], [1, 1], labels=[7, 1])
        assert tables.tolist() == [[[2, 0], [0, 0]], [[0, 1], [0, 1]]]

    @one_case(
        ("y_true", "kwargs", "message"),
        [
            ([0, 1], {"samplewise": True}, "samplewise"),
            ([[0, 1], [1, 0]], {"labels": [0, 2]}, "2 > 1"),
            ([[0, 1], [1, 0]], {"labels": [-1]}, "-1 < 0"),
            ([[0, 2], [1, 0]], {}, "multiclass-multioutput"),
        ],
    )
    def test_bad_input(self, y_true, kwargs, message):
        with pytest.raises(ValueError, match=message):
            fm.multilabel_confusion_matrix(y_true, y_true, **kwargs)


# ------------------------------------------------------------------ two classes


class TestBinaryCounts:
    def test_worked_by_hand(self):
        found = fm.binary_counts([0, 1, 0, 1, 1, 1], [1, 1, 0, 0, 1, 1])
        assert found == BinaryCounts(tn=1, fp=1, fn=1, tp=3)
        assert {type(count) for count in found} == {int}

    @one_case("weights", WEIGHTS)
    def test_is_the_confusion_matrix_in_order(self, weights):
        y_true, y_pred = LABELS["bool"]
        weight = WEIGHTS[weights](len(y_true))
        table = fm.confusion_matrix(y_true, y_pred, sample_weight=weight)
        found = fm.binary_counts(y_true, y_pred, sample_weight=weight)
        np.testing.assert_allclose(found, table.ravel(), rtol=1e-14)
        whole = weight is None or weight.dtype.kind in "bi"
        assert {type(count) for count in found} == {int if whole else float}

    def test_positive_label(self):
        y_true, y_pred = ["ill", "well", "ill"], ["ill", "ill", "well"]
        assert fm.binary_counts(y_true, y_pred, pos_label="ill") == (0, 1, 1, 1)
        assert fm.binary_counts(y_true, y_pred, pos_label="well") == (1, 1, 1, 0)
        with pytest.raises(ValueError, match="pos_label"):
            fm.binary_counts(y_true, y_pred)

    def test_one_class(self):
        assert fm.binary_counts([0, 0], [0, 0]) == (2, 0, 0, 0)
        assert fm.binary_counts([1, 1], [1, 1]) == (0, 0, 0, 2)

    def test_more_than_two_classes(self):
        with pytest.raises(ValueError, match="multiclass"):
            fm.binary_counts([0, 1, 2], [0, 1, 2])
        with pytest.raises(ValueError, match="multilabel-indicator"):
            fm.binary_counts([[0, 1]], [[0, 1]])


@one_case(
    "function", [fm.confusion_matrix, fm.multilabel_confusion_matrix, fm.binary_counts]
)
@one_case("case", [*BAD, "negative weight"])
def test_bad_input(function, case):
    negative = ([0, 1], [0, 1], {"sample_weight": [-1.0, 2.0]})
    y_true, y_pred, kwargs = BAD.get(case, negative)
    with pytest.raises((ValueError, TypeError)):
        function(y_true, y_pred, **kwargs)


@one_case("case", BAD)
def test_scikit_learn_refuses_these_as_well(case):
    y_true, y_pred, kwargs = BAD[case]
    _, error, _ = outcome(sk.confusion_matrix, y_true, y_pred, **kwargs)
    assert isinstance(error, ValueError)


# --- the four cells, one at a time

CELLS = ["true_negatives", "false_positives", "false_negatives", "true_positives"]


@one_case("case", BINARY)
@one_case("which", range(4))
class TestCells:
    def test_unweighted(self, case, which):
        y_true, y_pred, pos_label = BINARY[case]
        found = getattr(fm, CELLS[which])(y_true, y_pred, pos_label=pos_label)
        assert type(found) is int
        assert found == cells_of(y_true, y_pred, pos_label)[which]
        twin = getattr(reference, CELLS[which])
        y_true, y_pred = np.asarray(y_true).tolist(), np.asarray(y_pred).tolist()
        assert found == twin(y_true, y_pred, pos_label=pos_label)

    def test_weighted(self, case, which):
        y_true, y_pred, pos_label = BINARY[case]
        weights = label_weights(y_true)
        function = getattr(fm, CELLS[which])
        found = function(y_true, y_pred, pos_label=pos_label, sample_weight=weights)
        assert type(found) is float
        expected = cells_of(y_true, y_pred, pos_label, weights)[which]
        assert found == pytest.approx(expected, rel=1e-14)

    def test_whole_weights(self, case, which):
        y_true, y_pred, pos_label = BINARY[case]
        times = np.arange(len(y_true)) % 3
        function = getattr(fm, CELLS[which])
        found = function(y_true, y_pred, pos_label=pos_label, sample_weight=times)
        assert type(found) is int
        y_true, y_pred = np.repeat(y_true, times), np.repeat(y_pred, times)
        assert found == function(y_true, y_pred, pos_label=pos_label)


@one_case("case", ONE_SIDED)
def test_cells_one_sided(case):
    y_true, y_pred = ONE_SIDED[case]
    found = tuple(getattr(fm, name)(y_true, y_pred) for name in CELLS)
    assert found == cells_of(y_true, y_pred)
    assert found == fm.binary_counts(y_true, y_pred)


@one_case("case", BAD_BINARY)
@one_case("name", CELLS)
def test_cells_of_bad_input(name, case):
    y_true, y_pred, kwargs = BAD_BINARY[case]
    with pytest.raises((ValueError, TypeError)):
        getattr(fm, name)(y_true, y_pred, **kwargs)


@one_case("name", CELLS)
def test_cells_of_a_positive_label(name):
    with pytest.raises(ValueError, match="pos_label=7"):
        getattr(fm, name)([0, 1], [0, 1], pos_label=7)


def test_a_small_weight_beside_a_large_one():
    # A cell is a sum of its own, and no difference of larger ones.
    y_true, y_pred = [0, 0, 1, 1], [0, 1, 0, 1]
    for which in range(4):
        weights = np.full(4, 0.1)
        weights[which] = 1e-30
        found = getattr(fm, CELLS[which])(y_true, y_pred, sample_weight=weights)
        assert found == 1e-30
