"""Columns of every library, and objects that are no columns."""

import array
import collections
import ctypes
import sys
import warnings

import numpy as np
import pytest
from helpers.input_cases import LABELS, SCORES, expected, halves, split
from helpers.one_case import one_case

import fastmetrics
from fastmetrics._inputs.columns import Categories, as_array, convert
from fastmetrics._inputs.scores import row_scores
from fastmetrics._kernels.keys import LARGEST


def test_sequences_and_buffers():
    wanted = expected(LABELS, SCORES, 1)
    for labels in (
        LABELS,
        tuple(LABELS),
        collections.deque(LABELS),
        array.array("b", LABELS),
        memoryview(np.array(LABELS)),
        np.ma.masked_array(LABELS),
    ):
        assert halves(split(labels)) == wanted
    assert split(range(2), range(2)).n_pos == 1


@one_case("item", [ctypes.c_float, ctypes.c_double, ctypes.c_int64, ctypes.c_uint16])
def test_arrays_of_ctypes_name_their_byte_order(item):
    # As LightGBM hands labels and scores to a metric.
    labels = np.asarray((item * len(LABELS))(*LABELS))
    scores = np.asarray((ctypes.c_double * len(SCORES))(*SCORES))
    assert memoryview(scores).format == {"little": "<d", "big": ">d"}[sys.byteorder]
    assert halves(split(labels, scores)) == expected(LABELS, SCORES, 1)
    plain, weights = np.array(LABELS), np.arange(1.0, 6.0)
    for metric in (fastmetrics.accuracy_score, fastmetrics.adjusted_rand_score):
        assert metric(labels, plain[::-1]) == metric(plain, plain[::-1])
    assert fastmetrics.f1_score(
        labels, labels[::-1], sample_weight=weights
    ) == fastmetrics.f1_score(plain, plain[::-1], sample_weight=weights)
    weighted = fastmetrics.roc_auc_score(labels, scores, sample_weight=labels + 1)
    assert weighted == fastmetrics.roc_auc_score(plain, SCORES, sample_weight=plain + 1)
    both = np.asarray(((item * 2) * 3)((0, 1), (1, 1), (1, 0)))
    assert fastmetrics.f1_score(both, both, average="micro") == 1.0


def test_foreign_byte_order_is_turned():
    other = np.dtype(float).newbyteorder()
    for labels in (np.array(LABELS, other), np.array(LABELS, other.str[0] + "i2")):
        scores = np.array(SCORES, other)
        assert halves(split(labels, scores)) == expected(LABELS, SCORES, 1)
        assert fastmetrics.accuracy_score(labels, LABELS) == 1.0


@one_case("step", [1, 3, -1])
def test_any_byte_but_zero_is_true(step):
    true = np.array([0, 255, 1, 0, 0, 2, 1, 128], np.uint8).repeat(abs(step))
    predicted = np.array([0, 1, 2, 3, 0, 0, 1, 4], np.uint8).repeat(abs(step))
    odd = [column.view(bool)[::step] for column in (true, predicted)]
    clean = [column[::step] != 0 for column in (true, predicted)]
    weights = np.arange(1.0, 9.0)
    scores = np.linspace(0, 1, 8)
    for metric in (
        fastmetrics.accuracy_score,
        fastmetrics.f1_score,
        fastmetrics.adjusted_rand_score,
        lambda *pair: fastmetrics.confusion_matrix(*pair).tolist(),
        lambda *pair: fastmetrics.f1_score(*pair, sample_weight=weights),
        lambda true, _: fastmetrics.roc_auc_score(true, scores),
        lambda true, _: fastmetrics.roc_auc_score(true, scores, sample_weight=weights),
        lambda *pair: fastmetrics.roc_auc_score(*pair),
        lambda true, keep: fastmetrics.roc_auc_score(true, scores, sample_weight=keep),
        lambda *pair: fastmetrics.f1_score(
            *(np.column_stack([x, x, ~x]) for x in pair), average="macro"
        ),
    ):
        assert metric(*odd) == metric(*clean)
    assert true.max() == 255  # nothing of it has been written to


def test_any_byte_but_zero_is_true_in_matrices():
    sparse = pytest.importorskip("scipy.sparse")
    odd = np.array([[0, 7], [1, 1], [2, 0]], np.uint8).view(bool)
    clean = np.array([[0, 1], [1, 1], [1, 0]], bool)
    entries = np.array([7, 1, 1, 2], np.uint8).view(bool)
    rows = sparse.csr_array((entries, [1, 0, 1, 0], [0, 1, 3, 4]), shape=(3, 2))
    for matrix in (odd, np.asfortranarray(odd), rows):
        assert fastmetrics.accuracy_score(clean, matrix) == 1.0
        assert fastmetrics.f1_score(clean, matrix, average="micro") == 1.0


def test_mapped_file(tmp_path):
    np.save(tmp_path / "scores.npy", np.array(SCORES))
    scores = np.load(tmp_path / "scores.npy", mmap_mode="r")
    assert halves(split(LABELS, scores)) == expected(LABELS, SCORES, 1)


def test_objects_that_speak_a_protocol():
    class Array:
        def __array__(self, dtype=None, copy=None):
            return np.array(SCORES)

    class Tensor:
        def __dlpack__(self, **kwargs):
            return np.array(SCORES).__dlpack__(**kwargs)

        def __dlpack_device__(self):
            return np.array(SCORES).__dlpack_device__()

    for scores in (Array(), Tensor()):
        assert halves(split(LABELS, scores)) == expected(LABELS, SCORES, 1)


def test_protocol_that_fails_is_a_type_error():
    class OnAnotherDevice:
        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("not on this device")

    with pytest.raises(
        TypeError, match=r"y_score could not be read.*not on this device"
    ):
        split(LABELS, OnAnotherDevice())


def test_arrow_protocol_alone():
    pa = pytest.importorskip("pyarrow")

    class Column:
        def __init__(self, inner):
            self.inner = inner

        def __arrow_c_stream__(self, requested_schema=None):
            return self.inner.__arrow_c_stream__(requested_schema)

    column = Column(pa.chunked_array([SCORES[:2], SCORES[2:]]))
    assert halves(split(LABELS, column)) == expected(LABELS, SCORES, 1)


def pandas_columns():
    pd = pytest.importorskip("pandas")
    yes = ["yes" if y else "no" for y in LABELS]
    for dtype in ("int64", "Int64", "UInt8", "boolean", "Float64", "category", "bool"):
        yield pd.Series(LABELS).astype(dtype), 1
    for dtype in (object, "string", "category"):
        yield pd.Series(yes, dtype=dtype, index=[7, 7, 3, 2, 1]), "yes"
        yield pd.Index(yes).astype(dtype), "yes"
        yield pd.Series(yes, dtype=dtype).array, "yes"
    yield pd.DataFrame({"y": yes}), "yes"
    yield pd.DataFrame({"y": pd.Series(yes, dtype="category")}), "yes"
    if pytest.importorskip("pyarrow"):
        for dtype in ("int8[pyarrow]", "bool[pyarrow]", "double[pyarrow]"):
            yield pd.Series(LABELS).astype(dtype), 1
        yield pd.Series(yes).astype("string[pyarrow]"), "yes"


def polars_columns():
    pl = pytest.importorskip("polars")
    yes = pl.Series(["yes" if y else "no" for y in LABELS])
    other = pl.Series(["other", "no"], dtype=pl.Categorical)
    assert len(other) == 2  # so that codes do not start with this column's labels
    for dtype in (pl.Int8, pl.UInt64, pl.Float32, pl.Boolean):
        yield pl.Series(LABELS).cast(dtype), 1
    for dtype in (pl.String, pl.Categorical, pl.Enum(["x", "no", "yes"])):
        yield yes.cast(dtype), "yes"
    yield pl.concat([yes[:2], yes[2:]], rechunk=False), "yes"
    yield yes.to_frame(), "yes"


@one_case("dtype", ["Int128", "UInt128"])
def test_integers_that_numpy_has_not_got(dtype):
    pl = pytest.importorskip("polars")
    if not hasattr(pl, dtype):
        pytest.skip(f"this Polars has no {dtype}")
    labels = pl.Series(LABELS, dtype=getattr(pl, dtype))
    assert halves(split(labels)) == expected(LABELS, SCORES, 1)
    large = pl.Series([2**100, 2**100 + 1, 0], dtype=getattr(pl, dtype))
    assert fastmetrics.accuracy_score(large, large[::-1]) == 1 / 3


def arrow_columns():
    pa = pytest.importorskip("pyarrow")
    yes = ["yes" if y else "no" for y in LABELS]
    for type_ in (pa.int8(), pa.uint64(), pa.float32(), pa.bool_()):
        yield pa.array(LABELS).cast(type_), 1
    yield pa.chunked_array([LABELS[:1], LABELS[1:]]), 1
    for type_ in (pa.string(), pa.large_string()):
        yield pa.array(yes, type_), "yes"
        yield pa.chunked_array([yes[:2], [], yes[2:]], type_), "yes"
    yield pa.array(yes).dictionary_encode(), "yes"
    # Chunks with dictionaries of their own, and one that says the same twice.
    yield (
        pa.chunked_array(
            [pa.array(part).dictionary_encode() for part in (yes[:1], yes[1:])]
        ),
        "yes",
    )
    twice = pa.array(["no", "yes", "no"])
    codes = pa.array([1 if y else 2 * (i % 2) for i, y in enumerate(LABELS)])
    yield pa.DictionaryArray.from_arrays(codes, twice), "yes"
    yield pa.table({"y": yes}), "yes"
    yield pa.array(yes)[1:], None


@one_case("columns", [pandas_columns, polars_columns, arrow_columns])
def test_columns_of_data_frames(columns):
    for column, positive in columns():
        if positive is None:  # a slice: its first row is not the buffer's
            found = split(column, SCORES[1:], "yes")
            assert halves(found) == expected(LABELS[1:], SCORES[1:], 1)
            continue
        assert halves(split(column, pos_label=positive)) == expected(LABELS, SCORES, 1)
        assert halves(split(column, pos_label=LARGEST)) == expected(LABELS, SCORES, 1)
        if positive == 1:
            assert halves(split(column)) == expected(LABELS, SCORES, 1)
            assert split(LABELS, column).n_pos == 2
        else:
            with pytest.raises(ValueError, match=r"{'no', 'yes'} and pos_label is not"):
                split(column)
            assert split(column, pos_label="maybe").n_pos == 0


# Sorted, of which not every column has all.
ENUM = ["", "a" * 40, "b", "b ", "spare", "é\U0001f600"]


def columns_of_texts(texts):
    """The same texts as each library holds them."""
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    yield texts
    yield tuple(texts)
    yield list(np.array(texts))
    for dtype in (object, "str", "string", "string[python]", "category"):
        yield pd.Series(texts, dtype=dtype)
    yield pd.Series(texts, dtype=pd.ArrowDtype(pa.string()))
    yield pd.CategoricalIndex(texts, categories=["spare", *sorted(set(texts))])
    enum = pl.Enum(sorted({*ENUM, *texts}))
    for dtype in (pl.String, pl.Categorical, enum):
        yield pl.Series(texts, dtype=dtype)
    for type_ in (pa.string(), pa.large_string(), pa.string_view()):
        yield pa.array(texts, type_)
        yield pa.chunked_array([texts[:1], texts[1:]], type_)
    yield pa.array(texts).dictionary_encode()


def decoded(column):
    """What a column of labels holds, as the door for labels reads it."""
    found = convert(column, "y")
    return (found.decoded() if isinstance(found, Categories) else found).tolist()


# Few texts become Python objects one by one, of many the distinct ones alone.
@one_case("n", [6, 1023, 1024, 5000])
def test_few_texts_and_many(rng, n):
    names = np.array(["b", "", "é\U0001f600", "a" * 40, "b "], object)
    true, predicted = names[rng.integers(0, 5, (2, n))].tolist()
    expected_cells = collections.Counter(zip(true, predicted, strict=True))
    others = columns_of_texts(predicted)
    for column, other in zip(columns_of_texts(true), others, strict=True):
        assert decoded(column) == true == as_array(column, "y").tolist()
        assert as_array(convert(column, "y"), "y").tolist() == true  # read before
        counts = fastmetrics.ConfusionCounts.from_labels(column, other)
        assert counts.labels.tolist() == sorted({*true, *predicted})
        assert counts.labels.dtype.kind == "U"
        cells = {
            (counts.labels[i], counts.labels[j]): k
            for i, j, k in zip(*counts.cells[:3], strict=True)
        }
        assert cells == expected_cells
        equal = sum(a == b for a, b in zip(true, predicted, strict=True))
        assert fastmetrics.accuracy_score(column, other) == equal / n
        assert fastmetrics.zero_one_loss(column, other, normalize=False) == n - equal


def test_texts_that_end_in_zeros_differ():
    texts = ["a", "a\0", "a\0\0", "a"]
    assert decoded(texts) == decoded(np.array(texts, object)) == texts
    for column in columns_of_texts(texts):
        # A library may have cut them off before, as np.str_ does.
        held = [x.as_py() if hasattr(x, "as_py") else str.__str__(x) for x in column]
        assert decoded(column) == held, (type(column), getattr(column, "dtype", None))


def test_lists_keep_the_dtypes_of_numpy():
    for items in ([1, 2], [1.5, 2.0], [True, False], [1, 2.5], [True, 3], [2**63, 1]):
        found = as_array(items, "y")
        assert found.dtype == np.asarray(items).dtype
        assert found.tolist() == np.asarray(items).tolist()
    assert as_array(["a", "bcd"], "y").dtype == "U3"
    assert as_array([], "y").dtype == float


def columns_with_nulls():
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    numbers, names = [0, None, 1, None, 1], ["a", None, "b", None, "b"]
    yield numbers
    yield names
    yield ["a", float("nan"), "b", float("nan"), "b"]
    yield np.array(numbers, dtype=object)
    yield np.array(names, dtype=object)
    yield np.array(["a", np.nan, "b", None, "b"], dtype=object)
    yield np.array(["a", pd.NA, "b", pd.NaT, "b"], dtype=object)
    for dtype in ("Int64", "Float64", "boolean", "category", "int64[pyarrow]"):
        yield pd.Series(numbers, dtype=dtype)
    for dtype in (object, "string", "category"):
        yield pd.Series(names, dtype=dtype)
    yield pl.Series(numbers)
    for dtype in (pl.String, pl.Categorical):
        yield pl.Series(names, dtype=dtype)
    yield pa.array(numbers)
    yield pa.chunked_array([names[:2], names[2:]])
    yield pa.array(names).dictionary_encode()
    yield pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, 1, 2]), pa.array(["a", None, "b"])
    )
    yield np.ma.masked_array([0, 0, 1, 0, 1], mask=[0, 1, 0, 1, 0])


def test_nulls_are_counted():
    for column in columns_with_nulls():
        with pytest.raises(ValueError, match=r"y_true .*2 of 5"):
            split(column, pos_label=LARGEST)
        with pytest.raises(ValueError, match=r"y_true .*2 of 5"):
            split(column, pos_label="b")


# --- what is refused, as the peer does


HOSTILE_LABELS = {
    "none": None,
    "int": 3,
    "str": "0011",
    "bytes": b"0011",
    "generator": (i for i in LABELS),
    "empty": [],
    "no dimension": np.array(1),
    "row": np.array([LABELS]),
    "two columns": np.array([LABELS, LABELS]).T,
    "numbers in two columns": np.arange(10.0).reshape(5, 2) / 3,
    "classes in two columns": np.arange(10).reshape(5, 2),
    "three dimensions": np.zeros((5, 1, 1)),
    "bytes items": [b"a", b"b", b"a", b"a", b"b"],
    "bytes objects": np.array([b"a", b"b", b"a", b"a", b"b"], dtype=object),
    "complex": np.array(LABELS) + 0j,
    "ragged": [[0], [1, 2], [3], [4], [5]],
    "continuous": SCORES,
    "nan": [0, 1, np.nan, 1, 0],
    "short": [0, 1],
    "strings": ["a", "b", "a", "a", "b"],
}
HOSTILE_SCORES = {
    "none": None,
    "int": 3,
    "str": "0011",
    "empty": [],
    "row": np.array([SCORES]),
    "two columns": np.array([SCORES, SCORES]).T,
    "three dimensions": np.zeros((5, 1, 1)),
    "strings": list("abcde"),
    "complex": np.array(SCORES) + 0j,
    "ragged": [[0], [1, 2], [3], [4], [5]],
    "nan": [0, 1, np.nan, 1, 0],
    "infinity": [0, 1, np.inf, 1, 0],
    "short": [0, 1],
}
HOSTILE_WEIGHTS = {
    "number": 2.0,
    "short": [1, 2],
    "empty": [],
    "zero": [0] * 5,
    "nan": [1, np.nan, 1, 1, 1],
    "infinity": [1, np.inf, 1, 1, 1],
    "two columns": np.ones((5, 2)),
    "complex": np.ones(5) + 0j,
    "none": [1, None, 1, 1, 1],
}


def raised_by(function, *args, **kwargs):
    """Return which of the two an exception is; it may be both."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function(*args, **kwargs)
        except (ValueError, TypeError) as error:
            return {cls for cls in (ValueError, TypeError) if isinstance(error, cls)}
    return set()


def check_same_error(y_true, y_score, **weights):
    peer = pytest.importorskip("sklearn.metrics")
    ours = raised_by(row_scores, y_true, y_score, **weights)
    assert ours
    curve = raised_by(peer.confusion_matrix_at_thresholds, y_true, y_score, **weights)
    area = raised_by(peer.roc_auc_score, y_true, y_score, **weights)
    # Where the peer's two functions disagree, either will do.
    assert ours <= curve | area


@one_case("what", HOSTILE_LABELS)
def test_bad_labels_raise_what_the_peer_raises(what):
    check_same_error(HOSTILE_LABELS[what], SCORES)


@one_case("what", HOSTILE_SCORES)
def test_bad_scores_raise_what_the_peer_raises(what):
    check_same_error(LABELS, HOSTILE_SCORES[what])


@one_case("what", HOSTILE_WEIGHTS)
def test_bad_weights_raise_what_the_peer_raises(what):
    check_same_error(LABELS, SCORES, sample_weight=HOSTILE_WEIGHTS[what])


def test_sparse_data_raises_what_the_peer_raises():
    sparse = pytest.importorskip("scipy.sparse")
    check_same_error(sparse.csr_array(np.array(LABELS)[:, None]), SCORES)
    check_same_error(LABELS, sparse.coo_array(np.array(SCORES)[:, None]))


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_matrix_subclass_raises_what_the_peer_raises():
    check_same_error(np.asmatrix(LABELS).T, SCORES)
    check_same_error(LABELS, np.asmatrix(SCORES).T)


# --- no memory


class Exhausting:
    """An object that needs memory there is not for whatever is asked of it."""

    def __eq__(self, other):
        raise MemoryError("Unable to allocate")

    __ne__ = __eq__

    def __hash__(self):
        raise MemoryError("Unable to allocate")


class ExhaustingNumber(int):
    """A number that cannot be compared either."""

    __eq__ = __ne__ = Exhausting.__eq__
    __hash__ = int.__hash__


class ExhaustingColumn:
    """A column that there is no memory for."""

    def __array__(self, dtype=None, copy=None):
        raise MemoryError("Unable to allocate")


def test_lack_of_memory_is_not_called_wrong_data():
    labels = np.array([1, Exhausting(), 1, 0, 1], object)
    for call in (
        lambda: fastmetrics.f1_score(labels, labels),
        lambda: fastmetrics.roc_auc_score(labels, SCORES),
        lambda: fastmetrics.roc_auc_score(LABELS, ExhaustingColumn()),
        lambda: fastmetrics.roc_auc_score(LABELS, labels),
        lambda: split(np.array(LABELS, object), SCORES, ExhaustingNumber(1)),
    ):
        with pytest.raises(MemoryError, match="Unable to allocate"):
            call()


# --- damaged columns


def damaged_arrow_columns():
    pa = pytest.importorskip("pyarrow")
    names = pa.array(["no", "yes"])
    for code in (-1, 2):
        codes = pa.array([0, 1, code, 0, 1], pa.int8())
        damaged = pa.DictionaryArray.from_arrays(codes, names, safe=False)
        yield damaged
        yield pa.chunked_array([damaged[:1], damaged[1:]])
    text = pa.py_buffer(b"noyesnonoyes")
    for ends in ([0, 2, 5, 400, 9, 12], [0, 5, 2, 7, 9, 12], [0, -2, 5, 7, 9, 12]):
        offsets = pa.py_buffer(np.array(ends, np.int32))
        yield pa.Array.from_buffers(pa.string(), 5, [None, offsets, text])


@pytest.mark.parametrize("values", [[{"a": 1}, {"a": 2}], [{}, {}], [[1], [2]]])
def test_categories_that_are_structs_or_lists_are_no_labels(values):
    pa = pytest.importorskip("pyarrow")
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1], "i1"), pa.array(values))
    for x in (column, pa.chunked_array([column, column])):
        with pytest.raises(ValueError, match="y_true must hold one label per row"):
            fastmetrics.accuracy_score(x, x)
        with pytest.raises(ValueError, match="y_true must hold real numbers"):
            fastmetrics.mean_squared_error(x, x)


def test_damaged_arrow_columns_are_refused():
    for column in damaged_arrow_columns():
        with pytest.raises(ValueError, match="y_true is a damaged Arrow column: "):
            split(column, pos_label="yes")
        with pytest.raises(ValueError, match="y_pred is a damaged Arrow column: "):
            fastmetrics.accuracy_score(["no"] * len(column), column)


@one_case("base", [list, tuple])
@one_case("length", [0, 3, 10**6])
def test_a_list_whose_length_lies_is_read_by_its_items(base, length):
    lying = type("Lying", (base,), {"__len__": lambda _: length})
    assert fastmetrics.accuracy_score(lying([0, 1, 1]), [0, 1, 0]) == 2 / 3
    assert fastmetrics.accuracy_score(lying(["a", "b"]), ["a", "b"]) == 1
    assert fastmetrics.roc_auc_score([0, 1, 1], lying([0.1, 0.2, 0.3])) == 1
    for few in ([], [1], ["a"]):
        with pytest.raises(ValueError, match=r"y_true|empty"):
            fastmetrics.accuracy_score(lying(few), [0, 1, 1])
