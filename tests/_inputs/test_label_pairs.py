"""Two columns of labels: what comes out, and what is refused, beside scikit-learn."""

import datetime
import decimal
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse
from helpers.input_cases import FLOATS, INTEGERS, spread
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

from fastmetrics._inputs.label_pairs import (
    Indicators,
    LabelPair,
    label_pair,
    pair_models,
    union,
)
from fastmetrics._kernels import confusion

LABELS = [0, 2, 1, 1, 0, 5]
OTHERS = [0, 1, 1, 5, 0, 7]
MATRIX = np.array([[0, 1], [1, 1], [0, 0]])


def decoded(column):
    """The labels of a column, row by row."""
    return column.labels(column.items)


def objects(*values):
    column = np.empty(len(values), object)
    column[:] = values
    return column


def counted(y_true, y_pred):
    """Return what the summary makes of two columns: labels and the full table."""
    pair = label_pair(y_true, y_pred)
    assert isinstance(pair, LabelPair)
    status, _ = confusion.count_pairs(pair.true.items, pair.predicted.items)
    if status:
        pair.raise_wrong()
    used = [column.labels(np.unique(column.items)) for column in _columns(pair)]
    labels, *_ = union(*used)
    table = np.zeros((len(labels), len(labels)), int)
    rows = [np.searchsorted(labels, decoded(column)) for column in _columns(pair)]
    np.add.at(table, tuple(rows), 1)
    return labels, table


def _columns(pair):
    return pair.true, pair.predicted


# ------------------------------------------------------------------ numbers


@one_case("dtype", [*INTEGERS, *FLOATS, "?"])
def test_numbers_of_any_dtype_and_layout(dtype):
    labels = [x % 2 for x in LABELS] if dtype == "?" else LABELS
    for layout, column in spread(labels, dtype).items():
        pair = label_pair(column, OTHERS)
        assert decoded(pair.true).tolist() == labels, layout
        assert decoded(pair.true).dtype == np.dtype(dtype)
        assert pair.true.values is None
        assert pair.n == 6


@one_case("dtype", ["?", *INTEGERS, "f4", "f8"])
def test_numbers_are_not_copied(dtype):
    column = np.array(LABELS, dtype)
    for given_column in (column, column[::-2], column[:, None]):
        pair = label_pair(given_column, given_column.copy())
        assert np.shares_memory(pair.true.items, given_column)
        assert pair.true.items.ndim == 1


def test_lists():
    pair = label_pair([True, False], (1, 0))
    assert decoded(pair.true).dtype == bool
    assert decoded(pair.predicted).tolist() == [1, 0]


def test_uint64_beyond_int64():
    large = np.array([2**63, 1, 2**64 - 1, 1], np.uint64)
    pair = label_pair(large, large - 1)
    assert pair.true.items.max() == 2
    assert decoded(pair.true).tolist() == large.tolist()
    labels, table = counted(large, [1, 1, 1, 1])
    assert len(labels) == 3
    assert table[:, 0].tolist() == [2, 1, 1]


def test_long_doubles_keep_every_digit():
    column = np.array([2**53, 2**53 + 1], np.longdouble)
    pair = label_pair(column, [0, 1])
    expected = [2**53, 2**53 + 1] if column[0] != column[1] else [2**53, 2**53]
    assert pair.true.items.tolist() == expected


def test_lowest_and_highest_floats_that_fit():
    below = np.nextafter(2.0**63, 0)
    labels, _ = counted([-(2.0**63), below], [1, 1])
    assert labels.tolist() == [-(2.0**63), 1, below]


@one_case("dtype", FLOATS)
@one_case(
    ("labels", "match"),
    [
        ([0, np.nan, 1], "Input y_pred contains NaN: 1 of 3 .* row 1"),
        ([0, 1, -np.inf], "Input y_pred contains infinity: 1 of 3 .* row 2"),
        ([0, 0.5, 0.25], "mix of multiclass and continuous targets: y_pred holds 0.5"),
    ],
)
def test_floats_that_are_no_labels(dtype, labels, match):
    for y_true in ([1, 2, 3], ["a", "b", "c"]):
        for column in (np.array(labels, dtype), np.array(labels, dtype)[:, None]):
            with pytest.raises(ValueError, match=match):
                counted(y_true, column)


@one_case("number", [2.0**63, 1e19, -1e19, -1e300])
def test_floats_too_large(number):
    with pytest.raises(ValueError, match="mix of binary and continuous targets"):
        counted([0, 1], [0, number])


def test_wrong_labels_that_are_right_by_now():
    """As when another thread writes: there is still something to raise."""
    pair = label_pair([0.0, 1.0], [1.0, 0.0])
    with pytest.raises(RuntimeError, match="modified"):
        pair.raise_wrong()


# ------------------------------------------------------------------ strings and objects


@one_case("width", [1, 2, 3, 10])
def test_text_of_any_width_and_layout(width):
    names = [letter * width for letter in "bacab"]
    for layout, column in spread(names, f"U{width}").items():
        pair = label_pair(column, objects(*"abbba"))
        assert decoded(pair.true).tolist() == names, layout
        assert pair.true.items.dtype == np.uint8
        assert decoded(pair.predicted).tolist() == list("abbba")


def test_newer_strings():
    column = np.array(["a", "long text", "a"], np.dtypes.StringDType())
    assert decoded(label_pair(column, ["a", "b", "c"]).true).tolist() == column.tolist()


@one_case(
    ("labels", "dtype"),
    [
        ([2, 0, 2], "i8"),
        ([True, False, True], "?"),
        ([True, 2, False], "i8"),
        ([1.0, 2.0, 1.0], "f8"),
        ([1.0, 2, True], "i8"),
        ([decimal.Decimal(3), Fraction(4), 3], "i8"),
        ([2**63, 2**64 - 1, 2**63], "u8"),
        ([-1, 2**63, -1], "O"),
        ([2**70, -(2**70), 1], "O"),
    ],
)
def test_numbers_that_are_objects(labels, dtype):
    pair = label_pair(objects(*labels), [0, 1, 2])
    assert decoded(pair.true).tolist() == labels
    assert decoded(pair.true).dtype == dtype
    assert pair.true.kind == "number"


@one_case(
    ("labels", "error", "match"),
    [
        (["a", None], ValueError, "y_true contains missing values .*: 1 of 2"),
        ([np.nan, "a"], ValueError, "y_true contains missing values .* in row 0"),
        ([1, np.nan], ValueError, "y_true contains missing values"),
        ([1, float("inf")], ValueError, "Input y_true contains infinity"),
        ([1, decimal.Decimal("-Infinity")], ValueError, "y_true contains infinity"),
        ([1, 0.5], ValueError, "mix of continuous and binary .*: y_true holds 0.5"),
        ([1, decimal.Decimal("0.5")], ValueError, "mix of continuous and binary"),
        (["a", 1], TypeError, "y_true must hold labels of one kind, got int, str"),
        ([1, "a"], TypeError, "y_true must hold labels of one kind"),
        ([b"a", b"b"], TypeError, "labels represented as bytes"),
        (["a", b"b"], TypeError, "labels represented as bytes"),
        ([datetime.date(2020, 1, 1)] * 2, ValueError, "unknown is not supp.* a date"),
        ([(1, 2), (1, 3)], ValueError, "unknown is not supported.* a tuple"),
        ([1j, 1], ValueError, "unknown is not supported.* a complex"),
        ([[1], [2]], ValueError, "y_true must hold one label per row: unhashable"),
        ([{}, {}], ValueError, "y_true must hold one label per row"),
    ],
)
def test_objects_that_are_no_labels(labels, error, match):
    column = np.empty(len(labels), object)
    for i, label in enumerate(labels):
        column[i] = label
    with pytest.raises(error, match=match):
        label_pair(column, [0, 1])


def test_both_continuous():
    with pytest.raises(ValueError, match=r"^continuous is not supported: y_true holds"):
        counted([0.5, 1], objects(decimal.Decimal("0.25"), 1))


def test_zeros_at_the_end_of_strings_tell():
    pair = label_pair(objects("a", "a\0"), ["a", "a"])
    assert pair.true.items.tolist() == [0, 1]
    _, of_true, of_predicted = union(pair.true.values, pair.predicted.values)
    assert (of_true.tolist(), of_predicted.tolist()) == ([0, 1], [0])


# ------------------------------------------------------------------ dates

DAYS = np.array(["2020-01-02", "2020-01-01", "2020-01-02"], "M8[D]")


@one_case("unit", ["D", "s", "ns"])
def test_dates(unit):
    column = DAYS.astype(f"M8[{unit}]")
    pair = label_pair(column, DAYS)
    assert np.array_equal(decoded(pair.true), column)
    assert pair.true.items.tolist() == column.astype(np.int64).tolist()
    labels, of_true, of_predicted = union(
        decoded(pair.true)[:2], decoded(pair.predicted)[:2]
    )
    assert labels.dtype == column.dtype
    assert of_true.tolist() == of_predicted.tolist() == [1, 0]
    known, table = counted(column, DAYS)
    assert (known.dtype, known.tolist()) == (column.dtype, np.unique(column).tolist())
    assert table.tolist() == [[1, 0], [0, 2]]
    assert label_pair(DAYS - DAYS[0], DAYS - DAYS[0]).true.kind == "duration"


def test_dates_that_are_missing():
    with pytest.raises(ValueError, match="y_pred contains missing values"):
        label_pair(DAYS, [*DAYS[:2], np.datetime64("NaT", "D")])


# ------------------------------------------------------------------ frames and columns


def containers():
    """(name, maker of a column, whether codes are kept) for strings."""
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    levels = ["spare", *sorted(set(NAMES))]

    def chunked(x):
        return pa.chunked_array(
            [pa.array(x[:2]).dictionary_encode(), pa.array(x[2:]).dictionary_encode()]
        )

    return {
        "pandas object": lambda x: pd.Series(x, dtype=object),
        "pandas string": lambda x: pd.Series(x, dtype="string"),
        "pandas categorical": lambda x: pd.Categorical(x, categories=levels),
        "pandas category": lambda x: pd.Series(pd.Categorical(x)),
        "pandas arrow": lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.string())),
        "pandas index": lambda x: pd.Index(x),
        "polars string": lambda x: pl.Series(x),
        "polars categorical": lambda x: pl.Series(x).cast(pl.Categorical),
        "polars enum": lambda x: pl.Series(x, dtype=pl.Enum(levels)),
        "arrow string": lambda x: pa.array(x),
        "arrow large": lambda x: pa.array(x, pa.large_string()),
        "arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
        "arrow chunked": chunked,
        "tuple": tuple,
        "one column": lambda x: [[label] for label in x],
    }


NAMES = ["fox", "ox", "fox", "a hedgehog", "ox"]


def test_strings_in_any_container():
    for name, make in containers().items():
        pair = label_pair(make(NAMES), make(NAMES[::-1]))
        assert decoded(pair.true).tolist() == NAMES, name
        assert decoded(pair.predicted).tolist() == NAMES[::-1], name
        assert pair.true.kind == "text"
        labels, table = counted(make(NAMES), NAMES[::-1])
        assert labels.tolist() == ["a hedgehog", "fox", "ox"], name
        assert table.tolist() == [[0, 0, 1], [0, 1, 1], [1, 1, 0]], name


def test_codes_of_categories_are_taken_as_they_are():
    pd = pytest.importorskip("pandas")
    column = pd.Categorical(NAMES)
    pair = label_pair(column, NAMES)
    assert np.shares_memory(pair.true.items, column.codes)


@one_case(
    ("values", "dtype"),
    [
        ([3, 1, 2], "i8"),
        ([True, False, True], "?"),
        ([1.0, 5.0, 1.0], "f8"),
        (DAYS.tolist(), "M8[us]"),
        ([decimal.Decimal(1), decimal.Decimal(2)], "i8"),
    ],
)
def test_categories_that_are_no_strings(values, dtype):
    pd = pytest.importorskip("pandas")
    column = pd.Series(values)
    if dtype == "M8[us]":
        column = column.astype(dtype)
    pair = label_pair(pd.Categorical(column), pd.Categorical(column))
    assert decoded(pair.true).dtype == dtype
    assert decoded(pair.true).tolist() == column.to_numpy().tolist()


def test_nullable_columns():
    pd = pytest.importorskip("pandas")
    pair = label_pair(pd.Series([1, 0], dtype="Int64"), pd.Series([True, False]))
    assert decoded(pair.true).tolist() == [1, 0]
    with pytest.raises(ValueError, match="y_pred contains missing values"):
        label_pair([1, 0], pd.Series([1, None], dtype="Int64"))


@one_case(
    ("levels", "error", "match"),
    [
        (
            [0.5, 1.0, 2.0],
            ValueError,
            "mix of continuous and binary .*: y_true holds 0.5",
        ),
        ([np.inf, 1.0, 2.0], ValueError, "Input y_true contains infinity"),
        ([b"a", b"b", b"c"], TypeError, "labels represented as bytes"),
        ([(1, 2), (3, 4), (5, 6)], ValueError, "unknown is not supported"),
        (["a", 1, "b"], TypeError, "y_true must hold labels of one kind"),
    ],
)
def test_categories_that_are_no_labels_count_where_they_are_used(levels, error, match):
    pd = pytest.importorskip("pandas")
    index = pd.Index(levels, dtype=None if isinstance(levels[0], float) else object)
    index = pd.Index(levels, dtype=index.dtype, tupleize_cols=False)
    with pytest.raises(error, match=match):
        label_pair(pd.Categorical.from_codes([0, 1, 0], index), [0, 1, 0])
    if isinstance(levels[0], float):
        pair = label_pair(pd.Categorical.from_codes([2, 1, 2], index), [0, 1, 0])
        assert decoded(pair.true).tolist() == [2, 1, 2]


def test_categories_with_equal_values():
    pa = pytest.importorskip("pyarrow")
    column = pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, 0]), pa.array(["a", "b", "a"])
    )
    labels, table = counted(column, ["a", "b", "b", "a"])
    assert labels.tolist() == ["a", "b"]
    assert table.tolist() == [[2, 1], [0, 1]]


def test_dictionary_with_a_null_that_no_row_has():
    pa = pytest.importorskip("pyarrow")
    for values in (pa.array(["b", None, "a"]), pa.array([2.0, None, 1.0])):
        column = pa.DictionaryArray.from_arrays(pa.array([0, 2, 2]), values)
        found = decoded(label_pair(column, column).true)
        assert found.tolist() == [values[0].as_py(), *[values[2].as_py()] * 2]


# ------------------------------------------------------------------ weights


@one_case(
    ("weights", "whole"),
    [
        ([1, 2], True),
        ([True, False], True),
        ([1.0, 2.0], False),
        (np.array([1, 2], np.uint8), True),
        (np.array([1, 2], np.float32), False),
        (np.array([[1], [2]]), True),
        (objects(1, 2), True),
    ],
)
def test_weights(weights, whole):
    for y_true in ([0, 1], np.array([0, 1])):
        pair = label_pair(y_true, np.array([1, 1]), weights)
        assert pair.integer_weights is whole
        assert pair.weights.dtype == np.float64
        assert pair.weights.tolist() == np.ravel(weights).tolist()
    assert label_pair([0], [1]).weights is None
    assert label_pair([0], [1]).integer_weights is False


@one_case(
    ("weights", "error", "match"),
    [
        ([1.0], ValueError, "inconsistent numbers of samples"),
        ([1.0, np.nan], ValueError, "Input sample_weight contains NaN"),
        ([1.0, np.inf], ValueError, "Input sample_weight contains infinity"),
        ([1.0, -1.0], ValueError, "must not be negative"),
        ([0, 0], ValueError, "at least one non-zero number"),
        ([[1, 2], [3, 4]], ValueError, "Sample weights must be 1D array or scalar"),
        ([1j, 2], ValueError, "Complex data not supported"),
        (["a", "b"], ValueError, "must hold numbers"),
        (1.0, TypeError, "must be array-like"),
    ],
)
def test_weights_that_are_refused(weights, error, match):
    for labels in ([0, 1], np.array([0, 1]), ["a", "b"]):
        with pytest.raises(error, match=match):
            label_pair(labels, labels, weights)


# ------------------------------------------------------------------ beside scikit-learn

BESIDE = {
    "int and float": ([0, 1, 2], [0.0, 1.0, 2.0]),
    "float and int": ([0.0, 1.0], [2, 1]),
    "bool and int": ([True, False], [1, 2]),
    "bool and the same ints": ([True, False], [1, 0]),
    "narrow and wide": (np.array([0, 1], "i1"), [1, 5]),
    "narrow and the same wide": (np.array([0, 1], "i1"), [1, 0]),
    "signed and unsigned": (np.array([0, -1], "i4"), np.array([1, 5], "u4")),
    "half and single": (np.array([0, 1], "f2"), np.array([0, 2], "f4")),
    "single and long": (np.array([0, 1], "f4"), np.array([0, 2], "i8")),
    "beyond int64": (np.array([2**63, 1], np.uint64), [1, 2]),
    "text of two widths": (["a", "bbb"], ["b", "a"]),
    "objects and text": (objects("a", "bbb"), ["b", "a"]),
    "written out": (["a", 1], ["a", "1"]),
    "one label": ([7, 7], [7, 7]),
    "columns": ([[0], [1]], np.array([1, 0])),
    "dates": (DAYS, DAYS[::-1].astype("M8[s]")),
    "durations": (DAYS - DAYS[0], DAYS - DAYS[1]),
    "continuous": ([0.5, 1, 2], [0, 1, 1]),
    "continuous and text": (["a", "b"], [0.5, 1]),
    "both continuous": ([0.5, 1], [0.5, 1]),
    "too large": ([0, 1e19], [0, 1]),
    "NaN": ([0, np.nan], [0, 1]),
    "infinity": (["a", "b"], [0, np.inf]),
    "text and numbers": (["a", "b"], [1, 2]),
    "bool and text": ([True, False], ["a", "b"]),
    "text and dates": (["a", "b", "c"], DAYS),
    "mixed objects": (objects("a", 1), ["a", "b"]),
    "dates of objects": (objects(*DAYS.tolist()), [1, 2, 3]),
    "bytes": (np.array([b"a", b"b"]), ["a", "b"]),
    "bytes in objects": (["a", "b"], objects(b"a", b"b")),
    "complex": ([1j, 0], [0, 1]),
    "lengths": ([1, 2], [1, 2, 3]),
    "lengths of matrices": ([1, 2], MATRIX),
    "empty": ([], []),
    "empty matrices": (np.empty((0, 2)), np.empty((0, 2))),
    "no column": (np.empty((2, 0)), [0, 1]),
    "three dimensions": (np.zeros((2, 2, 2)), np.zeros((2, 2, 2))),
    "ragged": ([[1], [1, 2]], [1, 2]),
    "multilabel and binary": (MATRIX, [0, 1, 1]),
    "multiclass and multilabel": ([0, 1, 2], MATRIX),
    "multilabel and text": (MATRIX, ["a", "b", "a"]),
    "multilabel and continuous": (MATRIX, [0.5, 1, 1]),
    "multilabel and several": (MATRIX, MATRIX + MATRIX[0]),
    "several classes": (MATRIX + MATRIX[0], MATRIX + MATRIX[0]),
    "several numbers": (MATRIX / 3, MATRIX / 3),
    "sparse and binary": (scipy.sparse.csr_array(MATRIX), [0, 1, 1]),
    "one sparse column": (scipy.sparse.csr_array([[0], [1]]), [0, 1]),
}


@pytest.mark.filterwarnings("ignore")
@one_case("case", BESIDE)
def test_as_scikit_learn_does(case):
    metrics = pytest.importorskip("sklearn.metrics")
    multiclass = pytest.importorskip("sklearn.utils.multiclass")
    if case == "dates" and hash(DAYS[0]) != hash(DAYS[0].astype("M8[s]")):
        pytest.skip("scikit-learn counts wrong where NumPy hashes dates by unit")
    y_true, y_pred = BESIDE[case]
    for pair in ((y_true, y_pred), (y_pred, y_true)):
        try:
            metrics.accuracy_score(*pair)
        except (ValueError, TypeError) as error:
            with pytest.raises(type(error)) as found:
                counted(*pair)
            for words in ("mix of .* and .* targets", ".* is not supported$"):
                said = re.search(words, str(error))
                if said and "unknown" not in said[0]:
                    assert said[0] in str(found.value)
        else:
            labels, table = counted(*pair)
            known = multiclass.unique_labels(*map(np.ravel, pair))
            assert labels.tolist() == known.tolist()
            assert labels.dtype == known.dtype
            assert table.tolist() == metrics.confusion_matrix(*pair).tolist()


def test_dates_and_numbers_do_not_mix():
    """TypeError, as in scikit-learn, where NumPy raises one of its own."""
    for other in ([1, 2, 3], DAYS - DAYS[0]):
        with pytest.raises(TypeError, match="Mix of label input types"):
            label_pair(DAYS, other)


def test_single_values_are_refused():
    for value in (np.array(1), None, "text", 5, iter([1])):
        with pytest.raises((TypeError, ValueError), match="y_pred must be array-like"):
            label_pair([1], value)


def test_names():
    with pytest.raises(ValueError, match="labels has 1, clusters has 2"):
        label_pair([1], [1, 2], names=("labels", "clusters"))
    with pytest.raises(ValueError, match="Input clusters contains missing values"):
        label_pair(["a"], [None], names=("labels", "clusters"))


@one_case("kind", ["array", "list", "csr", "frame"])
def test_matrices_are_handed_over(kind):
    make = {
        "array": np.asarray,
        "list": np.ndarray.tolist,
        "csr": scipy.sparse.csr_matrix,
        "frame": lambda x: pytest.importorskip("pandas").DataFrame(x),
    }[kind]
    found = label_pair(make(MATRIX), MATRIX[::-1], [1, 2, 3])
    assert isinstance(found, Indicators)
    assert (found.n, found.n_labels, found.integer_weights) == (3, 2, True)


# ------------------------------------------------------------------ equal rows

DATES = np.array([0, 1, 5], "M8[D]")
UNUSED = ["unused", "b", "a", "c"]


@one_case(
    ("y_true", "y_pred"),
    [
        (["a", "b", "c"], ["c", "b", "a"]),
        (["a", "bb", "c"], np.array(["a", "bb", "a"])),
        (["a", "a\0", "b"], ["a", "a", "b\0"]),
        (objects("a", "b", "c"), ["c", "b", "c"]),
        (objects(1, 2.0, True), objects(1, 3, 1)),
        (objects(1, 2**70, 3), objects(2, 2**70, 4)),
        (np.array([1, 2**63, 5], "u8"), np.array([2**63, 2**63, 1], "u8")),
        ([0, 1, 1], [0, 0, 1]),
        ([0.0, 1.0, 7.0], np.array([0, 1, 1], "f2")),
        (np.array([0, 1, 7], "g"), np.array([7, 1, 7], "g")),
        (DATES, DATES[::-1]),
        (DATES - DATES[0], DATES[::-1] - DATES[0]),
    ],
)
def test_equal_rows(y_true, y_pred):
    pair = label_pair(y_true, y_pred)
    sides = [decoded(column).tolist() for column in (pair.true, pair.predicted)]
    equal = sum(a == b for a, b in zip(*sides, strict=True))
    assert pair.count_equal() in {(equal, pair.n), None}
    # None is for pairs that only a table can tell about.
    same_items = pair.true.items.dtype == pair.predicted.items.dtype
    if (pair.true.values is None) == (pair.predicted.values is None) and same_items:
        assert pair.count_equal() == (equal, pair.n)
    weighted = label_pair(y_true, y_pred, np.full(pair.n, 0.5)).count_equal()
    assert weighted in {(Fraction(equal, 2), Fraction(pair.n, 2)), None}


def test_equal_rows_of_categories():
    pd = pytest.importorskip("pandas")
    true = pd.Categorical(["a", "b", "c", "a"], categories=UNUSED)
    predicted = pd.Categorical(["a", "c", "c", "b"])
    assert label_pair(true, predicted).count_equal() == (2, 4)
    numbers = pd.Categorical([5, 7, 5, 5]), pd.Categorical([7, 7, 5, 9])
    assert label_pair(*numbers).count_equal() == (2, 4)


def test_equal_rows_of_what_only_a_table_tells():
    days, seconds = DATES, DATES.astype("M8[s]")
    assert label_pair(days, seconds).count_equal() is None
    assert label_pair([0, 1], [0.5, 1]).count_equal() is None
    large = np.array([1, 2**63], np.uint64)
    for weights in (None, [0.5, 0.5]):
        assert label_pair(large, [1, 2], weights).count_equal() is None
        assert label_pair([0, 1], [0.5, 1], weights).count_equal() is None


# ------------------------------------------------------------------ union


def check_union(first, second):
    labels, *positions = union(first, second)
    assert labels.tolist() == sorted(set(first.tolist()) | set(second.tolist()))
    for side, where in zip((first, second), positions, strict=True):
        assert where.dtype == np.int64
        assert labels[where].tolist() == side.tolist()
    return labels


NUMBERS = st.sampled_from(["?", "i1", "u1", "i4", "u4", "i8", "u8", "f4", "f8"])


@given(NUMBERS, NUMBERS, st.lists(st.integers(0, 100)), st.lists(st.integers(0, 100)))
def test_union_of_numbers(a, b, first, second):
    sides = np.array(first, a), np.array(second, b)
    labels = check_union(*sides)
    # scikit-learn's rule: of equal labels the first one stays, and NumPy promotes.
    kept = list(dict.fromkeys([*sides[0], *sides[1]]))
    if kept:
        assert labels.dtype == np.asarray(kept).dtype


@given(st.lists(st.text(max_size=3)), st.lists(st.text(max_size=3)))
def test_union_of_strings(first, second):
    first, second = ([text.rstrip("\0") for text in texts] for texts in (first, second))
    for sides in (
        (objects(*first), objects(*second)),
        (np.array(first, "U3"), objects(*second)),
        (np.array(first, "U3"), np.array(second, "U3")),
    ):
        check_union(*sides)


def test_union_tells_large_numbers_apart():
    labels, first, second = union(np.array([2**53 + 1]), np.array([2.0**53]))
    assert (first.tolist(), second.tolist()) == ([1], [0])
    assert labels.tolist() == [2**53, 2**53 + 1]
    for sides in (
        (objects(2**70, 1), np.array([1, 2])),
        (np.array([2**53 + 1]), np.array([2.0**53])),
        (np.array([2**63, 2**63 + 1], np.uint64), np.array([-1])),
    ):
        assert check_union(*sides).dtype == object


def test_union_of_values_that_repeat():
    labels, first, second = union(objects("b", "a", "b"), np.array(["c", "a"]))
    assert labels.tolist() == ["a", "b", "c"]
    assert labels.dtype == "U1"
    assert (first.tolist(), second.tolist()) == ([1, 0, 1], [2, 0])


def test_union_with_nothing():
    assert check_union(np.array([1, 0], "i2"), np.array([])).dtype == "i2"
    assert check_union(np.array([]), np.array([1, 0], "i2")).dtype == "i2"
    assert check_union(np.array([], object), np.array(["a"])).dtype == "U1"


def test_union_of_kinds_that_do_not_mix():
    with pytest.raises(ValueError, match=r"Mix of label input types .string and num"):
        union(np.array(["a"]), np.array([1]))


# ------------------------------------------------------------------ all of it

COLUMNS = st.sampled_from(["i8", "f4", "U", "O", "O numbers", "?"])


@given(COLUMNS, st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_tables_are_those_of_numpy(kind, rows):
    columns = np.array(rows).T % (2 if kind == "?" else 10)
    made = []
    for column in columns:
        if kind[0] == "O":
            as_objects = column.astype("U" if kind == "O" else "i8").astype(object)
            made.append(as_objects)
        else:
            made.append(column.astype(kind))
    labels, table = counted(*made)
    known, where = np.unique(columns, return_inverse=True)
    where = where.reshape(2, -1)
    expected = np.zeros((len(known), len(known)), int)
    np.add.at(expected, (where[0], where[1]), 1)
    assert labels.astype(int).tolist() == known.tolist()
    assert table.tolist() == expected.tolist()


def test_nothing_is_warned_of_or_changed():
    columns = [np.array(LABELS, "f2"), np.array(LABELS, "g"), np.array(LABELS, "U1")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for column in columns:
            before = column.copy()
            column.flags.writeable = False
            label_pair(column, column)
            assert np.array_equal(column, before)


# --- several models


def test_models_share_the_truth_and_the_weights():
    pairs = pair_models(["a", "b"], [["a", "a"], ["b", "c"]], [1, 2])
    assert [decoded(pair.predicted).tolist() for pair in pairs] == [
        ["a", "a"],
        ["b", "c"],
    ]
    assert pairs[0].true is pairs[1].true
    assert pairs[0].weights is pairs[1].weights
    assert pairs[1].integer_weights
    dense, other = pair_models(MATRIX, [MATRIX, MATRIX[::-1]], [1, 2, 3])
    assert dense.true is other.true
    assert other.predicted.tolist() == MATRIX[::-1].tolist()


def test_only_some_models_are_sparse():
    sp = pytest.importorskip("scipy.sparse")
    dense, sparse = pair_models(MATRIX, [MATRIX, sp.csr_array(MATRIX)])
    assert (dense.sparse, sparse.sparse) == (False, True)
    assert (sparse.true.toarray() == MATRIX).all()


@one_case(
    "wrong",
    [MATRIX, [0, 1], [0.5, 1, 1], ["a", "b", "a"]],
)
@one_case("first", [True, False])
def test_what_is_wrong_with_one_of_several_models(wrong, first):
    right = [0, 1, 1]
    with pytest.raises((ValueError, TypeError)) as alone:
        raise_fractions([label_pair([0, 1, 2], wrong)])
    models = [wrong, right] if first else [right, wrong]
    with pytest.raises(alone.type) as together:
        raise_fractions(pair_models([0, 1, 2], models))
    assert str(together.value) == str(alone.value)


def raise_fractions(pairs):
    """Raise what counting would: the door itself does not look at plain numbers."""
    for pair in pairs:
        if pair.predicted.first_fraction() is not None:
            pair.raise_wrong()
