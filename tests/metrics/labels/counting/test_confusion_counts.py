"""ConfusionCounts: built, merged, restricted, kept as bytes, read off."""

import struct
import zlib

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import ConfusionCounts
from fastmetrics._common import arrays
from fastmetrics.metrics.labels.formulas import FORMULAS

TABLE = [[50, 3, 2], [10, 20, 5], [1, 4, 5]]


def rows_of(table, labels=None):
    labels = range(len(table)) if labels is None else labels
    pairs = [
        (a, b)
        for a, row in zip(labels, table, strict=True)
        for b, n in zip(labels, row, strict=True)
        for _ in range(n)
    ]
    return map(list, zip(*pairs, strict=True))


LABELS = st.sampled_from(
    [
        st.integers(-3, 3),
        st.sampled_from(["cat", "dog", "a longer name", "ß"]),
        st.booleans(),
        st.sampled_from([0.0, 1.0, -2.0]),
        st.integers(-(2**62), 2**62),
    ]
)


@st.composite
def pairs(draw, labels=None):
    label = draw(LABELS) if labels is None else labels
    n = draw(st.integers(1, 20))
    sides = [draw(st.lists(label, min_size=n, max_size=n)) for _ in range(2)]
    return sides[0], sides[1]


@given(pairs())
def test_counts_are_scikit_learns(pair):
    made = ConfusionCounts.from_labels(*pair)
    assert made.labels.tolist() == sorted({*pair[0], *pair[1]})
    if len(made) > 1:  # of one label scikit-learn warns
        np.testing.assert_array_equal(made.counts, sk.confusion_matrix(*pair))
    assert made.counts.dtype == np.int64
    assert made.n_samples == made.total == len(pair[0])
    assert made.kind == ("binary" if len(made) <= 2 else "multiclass")


@given(pairs(), st.data())
def test_weights(pair, data):
    weight = data.draw(st.sampled_from([st.integers(0, 9), st.floats(0, 1e3)]))
    n = len(pair[0])
    weights = data.draw(
        st.lists(weight, min_size=n, max_size=n).filter(lambda found: any(found))
    )
    made = ConfusionCounts.from_labels(*pair, sample_weight=weights)
    if len(made) > 1:
        theirs = sk.confusion_matrix(*pair, sample_weight=weights)
        # Theirs are plain running sums of up to 20 numbers.
        np.testing.assert_allclose(made.counts, theirs, rtol=1e-14)
        assert made.counts.dtype == theirs.dtype
    _, _, n_rows, sums, squares = made.cells
    assert n_rows.sum() == n
    assert sums.sum() == pytest.approx(sum(weights), rel=1e-14)
    assert squares.sum() == pytest.approx(sum(w * w for w in weights), rel=1e-14)
    assert made.squared.total == pytest.approx(squares.sum(), rel=1e-14)


@given(pairs(st.integers(0, 4)), pairs(st.integers(2, 7)))
def test_merging_is_counting_both(one, other):
    both = [a + b for a, b in zip(one, other, strict=True)]
    merged = ConfusionCounts.from_labels(*one) + ConfusionCounts.from_labels(*other)
    assert merged == ConfusionCounts.from_labels(*both)


@one_case("weighted", [False, True])
def test_few_cells_are_added_at_their_places(weighted, rng):
    """A full table grows by a part of its cells as by all of them."""
    y, p = rng.integers(0, 3, (2, 90))
    weights = rng.integers(1, 9, 90) if weighted else None
    every = ConfusionCounts.from_labels(y, p, sample_weight=weights)
    assert len(every.cells.n) == 9
    for few in (slice(0, 1), slice(3, 5)):
        some = None if weights is None else weights[few]
        part = ConfusionCounts.from_labels(y[few], p[few], range(3), some)
        rows = [np.concatenate([column, column[few]]) for column in (y, p)]
        both = None if weights is None else np.concatenate([weights, some])
        assert every + part == ConfusionCounts.from_labels(*rows, sample_weight=both)


def test_merging_weights_with_rows():
    """A row without a weight weighs 1; whole weights stay whole."""
    rows = ConfusionCounts.from_labels([0, 1], [0, 0])
    weighted = ConfusionCounts.from_labels([1, 2], [1, 2], sample_weight=[3, 4])
    merged = rows + weighted
    assert merged.counts.dtype == np.int64
    assert merged.counts.tolist() == [[1, 0, 0], [1, 3, 0], [0, 0, 4]]
    assert merged.squared.total == 1 + 1 + 9 + 16
    assert merged.n_samples == 4
    fractions = ConfusionCounts.from_labels([0], [1], sample_weight=[0.5])
    assert (merged + fractions).counts[0].tolist() == [1.0, 0.5, 0.0]


def test_strings_and_numbers_do_not_merge():
    with pytest.raises(ValueError, match="Mix of label"):
        ConfusionCounts.from_labels([0], [0]) + ConfusionCounts.from_labels(
            ["a"], ["a"]
        )
    with pytest.raises(TypeError):
        ConfusionCounts.from_labels([0], [0]) + 1


def test_billions_of_rows_are_exact():
    """Doubled 62 times a row is 2**62 rows; the two rates stay what they are."""
    counts = ConfusionCounts([0, 1], [[1, 0], [0, 0]])
    for _ in range(61):
        counts = counts + counts
    counts = counts + ConfusionCounts([0, 1], [[0, 1], [1, 3]])
    assert counts.counts.tolist() == [[2**61, 1], [1, 3]]
    assert counts.total == 2**61 + 5
    # tp 3, one false of either sort: 3·n − 1 over 4·(n + 1) for n negatives.
    exact = (3 * 2**61 - 1) / (4 * (2**61 + 1))
    assert counts.compute("matthews_corrcoef") == pytest.approx(exact, rel=1e-15)


def test_the_parts_of_many_rows_add_up(monkeypatch):
    monkeypatch.setattr(arrays, "_PIECE", 100)
    rng = np.random.default_rng(0)
    true, predicted = rng.integers(0, 9, (2, 1001))
    weights = rng.random(1001)
    found = ConfusionCounts.from_labels(true, predicted, sample_weight=weights)
    theirs = sk.confusion_matrix(true, predicted, sample_weight=weights)
    np.testing.assert_allclose(found.counts, theirs, rtol=1e-14)  # their plain sums
    with fm.num_threads(2):
        again = ConfusionCounts.from_labels(true, predicted, sample_weight=weights)
    assert again == found


@one_case("dtype", ["i2", "i4", "i8", "u4"])
@one_case("low", [0, -20_000, 10_000])
def test_rows_of_many_labels_are_sorted(monkeypatch, dtype, low):
    """The same cells as of the kernel, which looks each row up."""
    rng = np.random.default_rng(0)
    low = max(low, np.iinfo(dtype).min if dtype != "u4" else 0)
    pair = [rng.integers(low, low + 20_000, 40_000).astype(dtype) for _ in range(2)]
    pair[1][::2] = pair[0][::2]
    pair[1] -= np.array(low < 0, dtype)  # a range of its own
    sort, calls = arrays._sort_pairs, []
    with monkeypatch.context() as patched:
        patched.setattr(
            arrays, "_sort_pairs", lambda *sides: calls.append(1) or sort(*sides)
        )
        found = ConfusionCounts.from_labels(*pair)
        assert calls
        patched.setattr(arrays, "_are_many", lambda *sides: False)
        assert found == ConfusionCounts.from_labels(*pair)


def test_labels_too_far_apart_to_sort_are_looked_up():
    ends = np.array([-(2**62), 2**62]).repeat(10_000)
    found = ConfusionCounts.from_labels(ends, ends[::-1])
    assert found.counts.tolist() == [[0, 10_000], [10_000, 0]]


def test_sides_too_far_apart_to_sort_are_looked_up():
    steps = np.arange(20_000) % 1000
    found = ConfusionCounts.from_labels(-(2**63) + steps, 2**63 - 1 - steps)
    assert (found.n_samples, len(found)) == (20_000, 2000)
    assert (found.labels[0], found.labels[-1]) == (-(2**63), 2**63 - 1)


def test_many_labels_need_no_square():
    """A table of 10^5 labels squared would be 80 GB."""
    labels = np.arange(100_000) * 7
    counts = ConfusionCounts.from_labels(labels, labels[::-1])
    assert len(counts) == 100_000
    assert counts.compute("accuracy_score") == 0.0
    assert ConfusionCounts.from_bytes((counts + counts).to_bytes()).total == 200_000


# --- tables


def test_from_a_table():
    made = ConfusionCounts(["a", "b", "c"], TABLE)
    assert made == ConfusionCounts.from_labels(*rows_of(TABLE, "abc"))
    assert made.counts.tolist() == TABLE


@one_case(
    ("labels", "counts", "error"),
    [
        ([0, 1], [[1, 2]], ValueError),
        ([0, 0], [[1, 2], [3, 4]], ValueError),
        ([0, 1], [[1, -2], [3, 4]], ValueError),
        ([0, 1], [[0.5, 2], [3, 4]], TypeError),
        ([0, 1], [["a", "b"], ["c", "d"]], TypeError),
        ([0, 1], np.array([[1, 2], [3, 2**63]], np.uint64), ValueError),
        ([0, 1], [[2**62, 0], [0, 2**62]], ValueError),
        ([0.5, 1], [[1, 2], [3, 4]], ValueError),
        ([0, np.nan], [[1, 2], [3, 4]], ValueError),
        ([None, 1], [[1, 2], [3, 4]], ValueError),
        ([b"a", b"b"], [[1, 2], [3, 4]], TypeError),
    ],
)
def test_a_table_that_is_none(labels, counts, error):
    with pytest.raises(error):
        ConfusionCounts(labels, counts)


def test_rows_that_64_bits_do_not_count():
    half = ConfusionCounts([0, 1], [[2**61, 0], [1, 2**61]])
    with pytest.raises(OverflowError, match="2\\*\\*63"):
        half + half


def test_given_labels_choose_and_order():
    pair = [0, 1, 2, 2], [0, 2, 2, 1]
    for labels in ([2, 1], [9, 0, 2], [1]):
        made = ConfusionCounts.from_labels(*pair, labels=labels)
        if len(labels) > 1:
            theirs = sk.confusion_matrix(*pair, labels=labels)
            assert made.counts.tolist() == theirs.tolist()
        assert made.labels.tolist() == labels
    with pytest.raises(ValueError, match="At least one label"):
        ConfusionCounts.from_labels(*pair, labels=[9])
    with pytest.raises(ValueError, match="at least one label"):
        ConfusionCounts.from_labels(*pair, labels=[])


@one_case("over", ["true", "pred", "all"])
def test_normalize(over):
    made = ConfusionCounts(range(4), np.pad(TABLE, (0, 1)))
    true, predicted = rows_of(TABLE)
    theirs = sk.confusion_matrix(true, predicted, labels=range(4), normalize=over)
    np.testing.assert_array_equal(made.normalize(over), theirs)
    with pytest.raises(ValueError, match="over"):
        made.normalize("rows")


@one_case("name", sorted(FORMULAS))
def test_every_metric_can_be_read_off(name):
    made = ConfusionCounts([0, 1], [[5, 2], [1, 7]])
    parameters = {}
    if name == "fbeta_score":
        parameters["beta"] = 2.0
    elif "cost" in name:
        parameters["cost_matrix"] = [[0, 1], [2, 0]]
    true, predicted = rows_of([[5, 2], [1, 7]])
    expected = getattr(fm, name)(true, predicted, **parameters)
    np.testing.assert_array_equal(made.compute(name, **parameters), expected)


def test_reading_off_what_there_is_not():
    with pytest.raises(ValueError, match="roc_auc_score"):
        ConfusionCounts([0, 1], [[1, 2], [3, 4]]).compute("roc_auc_score")


# --- bytes


@given(pairs(), st.booleans())
def test_bytes_keep_everything(pair, weighted):
    weights = np.arange(1, len(pair[0]) + 1) / 2 if weighted else None
    made = ConfusionCounts.from_labels(*pair, sample_weight=weights)
    again = ConfusionCounts.from_bytes(made.to_bytes())
    assert again == made
    assert again.labels.dtype == made.labels.dtype
    assert again.counts.dtype == made.counts.dtype
    assert again.to_bytes() == made.to_bytes()


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["2020-01-01", "2021-01-01"], "M8[D]"),
        np.array([1, 2], "m8[s]"),
        np.array([2**70, 1], object),
        pytest.param(
            np.array([2**62 + 1, 1], np.longdouble),
            marks=pytest.mark.skipif(
                np.finfo(np.longdouble).nmant < 62, reason="no wider than float64"
            ),
        ),
    ],
)
def test_labels_that_the_format_does_not_hold(labels):
    """They would come back as others."""
    made = ConfusionCounts.from_labels(labels, labels)
    with pytest.raises(TypeError, match=str(labels.dtype).replace("[", r"\[")):
        made.to_bytes()


def test_large_labels_are_told_apart_when_merged():
    large = np.array([2**63, 2**63 + 1], np.uint64)
    merged = ConfusionCounts.from_labels(large, large) + ConfusionCounts([-1], [[5]])
    assert merged.labels.tolist() == [-1, 2**63, 2**63 + 1]
    assert (merged + merged).counts.tolist() == np.diag([10, 2, 2]).tolist()


def sample_bytes():
    return ConfusionCounts.from_labels(["a", "b"], ["b", "b"]).to_bytes()


def test_the_format_is_as_written_down():
    made = ConfusionCounts.from_labels([7, -1], [7, 7], sample_weight=[0.5, 2.0])
    body = b"FMCOUNTS" + struct.pack("<HBBQQQ", 1, 0, 2, 2, 2, 16)
    body += struct.pack("<2q", -1, 7)
    body += struct.pack("<2q2q2q", 0, 1, 1, 1, 1, 1)
    body += struct.pack("<2d2d", 2.0, 0.5, 4.0, 0.25)
    assert made.to_bytes() == body + struct.pack("<I", zlib.crc32(body))


@one_case("at", range(len(sample_bytes())))
def test_any_damaged_byte_is_refused(at):
    data = bytearray(sample_bytes())
    data[at] ^= 0x10
    with pytest.raises(ValueError, match="ConfusionCounts"):
        ConfusionCounts.from_bytes(data)


def sealed(data):
    return data + struct.pack("<I", zlib.crc32(data))


@one_case("length", [0, 8, 35, 39, 60, 100])
def test_what_is_cut_short_is_refused(length):
    with pytest.raises(ValueError, match="ConfusionCounts"):
        ConfusionCounts.from_bytes(sample_bytes()[:length])
    with pytest.raises(ValueError, match="ConfusionCounts"):
        ConfusionCounts.from_bytes(sealed(sample_bytes()[:length]))


@one_case(
    ("offset", "value"),
    [
        (8, struct.pack("<H", 2)),  # a later version
        (10, b"\x09"),  # labels of another kind
        (11, b"\x03"),  # weights of another kind
        (12, struct.pack("<Q", 2**62)),  # more labels than there are bytes
        (20, struct.pack("<Q", 2**60)),  # more cells
        (28, struct.pack("<Q", 2**60)),  # longer labels
        (36, struct.pack("<Q", 99)),  # a label that ends elsewhere
        (52, b"\xff"),  # no UTF-8
        (52, b"b"),  # two equal labels
        (54, struct.pack("<q", 5)),  # a cell of no label
        (54, struct.pack("<q", 1)),  # one place twice
        (86, struct.pack("<q", 0)),  # a cell of no rows
    ],
)
def test_what_contradicts_itself_is_refused(offset, value):
    data = bytearray(sample_bytes()[:-4])
    data[offset : offset + len(value)] = value
    with pytest.raises(ValueError, match="ConfusionCounts"):
        ConfusionCounts.from_bytes(sealed(bytes(data)))


# --- the rest


def test_it_shows_what_it_is():
    made = ConfusionCounts.from_labels(["a", "b"], ["b", "b"], sample_weight=[1.5, 2])
    assert repr(made) == "ConfusionCounts(2 labels, 2 rows, total weight 3.5)"
    assert len(made) == 2
    assert made != ConfusionCounts.from_labels(["a", "b"], ["b", "b"])
    assert made != "else"
    with pytest.raises(TypeError):
        hash(made)


def test_a_multilabel_target_has_no_one_table():
    with pytest.raises(ValueError, match="multilabel"):
        ConfusionCounts.from_labels([[0, 1], [1, 0]], [[0, 1], [1, 1]])


def test_labels_that_are_half_a_pair_of_surrogates_are_written_and_read():
    counts = ConfusionCounts.from_labels(["\ud800", "a", "é"], ["a", "a", "\ud800"])
    assert ConfusionCounts.from_bytes(counts.to_bytes()) == counts
    assert counts.labels.tolist() == ["a", "é", "\ud800"]
