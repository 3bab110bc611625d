"""The language of all summaries: merging, bytes, values, in place of columns."""

import copy
import pickle
import struct
import warnings
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.examples import parameters_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ConfusionCounts, IndicatorCounts, ScoreSweep
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.metrics.clustering.partitions import count_clusterings
from fastmetrics.metrics.scores.score_sweep import SweptScores

N = 240


@dataclass(frozen=True)
class Case:
    """A kind of data: two columns, the weights of their rows, how they are counted."""

    name: str
    target: str
    summary: type
    columns: tuple[Any, Any]
    weights: Any
    n_kept: int

    def count(self, rows=slice(None)):
        columns = [column[rows] for column in self.columns]
        if self.summary is Contingency:
            return count_clusterings(*columns)
        made = {ScoreSweep: "from_scores"}.get(self.summary, "from_labels")
        return getattr(self.summary, made)(*columns, **self.weigh(rows))

    def weigh(self, rows=slice(None)):
        return {} if self.weights is None else {"sample_weight": self.weights[rows]}


def cases():
    rng = np.random.default_rng(8)
    two = rng.integers(0, 2, N)
    guess = np.where(rng.random(N) < 0.7, two, 1 - two)
    three = rng.integers(0, 3, N)
    guess_of_three = np.where(rng.random(N) < 0.6, three, (three + 1) % 3)
    marks = rng.integers(0, 2, (N, 4))
    marked = np.where(rng.random((N, 4)) < 0.7, marks, 1 - marks)
    marks[0], marked[1] = 0, 0
    scores = rng.integers(-9, 9, N) + 4 * two
    quarters, whole = rng.integers(0, 9, N) / 4, rng.integers(0, 9, N)
    text = np.array(["no", "perhaps", "certainly, yes"])
    n_scores = len(np.unique(scores))
    n_weighed = len(np.unique(scores[whole > 0]))
    multi = "multilabel-indicator"
    counts, indicators = ConfusionCounts, IndicatorCounts
    sides, points = (text[three], guess_of_three - 1), "agreement"
    return [
        Case("binary", "binary", counts, (two, guess), None, 2),
        Case("binary quarters", "binary", counts, (two, guess), quarters, 2),
        Case("classes", "multiclass", counts, (three, guess_of_three), None, 3),
        Case("classes whole", "multiclass", counts, (three, guess_of_three), whole, 3),
        Case("marks", multi, indicators, (marks, marked), None, 4),
        Case("marks whole", multi, indicators, (marks, marked), whole, 4),
        Case("marks quarters", multi, indicators, (marks, marked), quarters, 4),
        Case("sweep", "", ScoreSweep, (two, scores), None, n_scores),
        Case("sweep f4", "", ScoreSweep, (two, scores.astype("f4")), None, n_scores),
        Case("sweep quarters", "", ScoreSweep, (two, scores), quarters, n_weighed),
        Case("clusters", points, Contingency, sides, None, 6),
    ]


CASES = {case.name: case for case in cases()}
UNWEIGHTED = [name for name, case in CASES.items() if case.weights is None]
TASKS = {
    ConfusionCounts: "labels",
    IndicatorCounts: "labels",
    ScoreSweep: "binary_scores",
    Contingency: "clustering",
}


of_cases = one_case("case", CASES.values())


# ----------------------------------------------------------------------------- merging


@of_cases
def test_parts_in_any_order_are_the_whole(case, rng):
    whole = case.count()
    for n_parts in (1, 2, 5, 8):
        part_of = rng.integers(0, n_parts, N)
        part_of[rng.permutation(N)[:n_parts]] = np.arange(n_parts)
        parts = [case.count(part_of == k) for k in rng.permutation(n_parts)]
        assert case.summary.merge(part for part in parts) == whole
        assert sum(parts) == whole
        assert sum(parts, parts[0]) != whole


@of_cases
def test_merging_leaves_the_parts_alone(case):
    one, other = case.count(slice(100)), case.count(slice(100, None))
    kept = one.copy(), other.copy()
    total = one + other
    assert one.merge([other]) == total
    assert (one, other) == kept
    assert total != one


@of_cases
def test_merge_on_an_instance_includes_the_instance(case):
    whole = case.count()
    one, *others = (case.count(slice(k, None, 3)) for k in range(3))
    assert one.merge(others) == one.merge(part for part in others) == whole
    assert one.merge([]) == one
    assert case.summary.merge(others) != whole
    with pytest.raises(TypeError, match=f"merge takes {case.summary.__name__}"):
        one.merge([1])


@of_cases
def test_only_one_of_its_kind_is_added(case):
    made = case.count()
    other = CASES["sweep" if case.summary is not ScoreSweep else "classes"].count()
    for wrong in (other, 1, "x"):
        with pytest.raises(TypeError):
            made + wrong
        with pytest.raises(TypeError):
            wrong + made
    with pytest.raises(TypeError, match=f"merge takes {case.summary.__name__}"):
        case.summary.merge([made, other])
    with pytest.raises(ValueError, match=f"no {case.summary.__name__} to merge"):
        case.summary.merge([])


def test_counts_merge_with_sums_of_weights():
    for weighted, plain in (
        ("classes whole", "classes"),
        ("marks whole", "marks"),
        ("marks quarters", "marks"),
        ("sweep quarters", "sweep"),
    ):
        half, rest = slice(100), slice(100, None)
        mixed = CASES[plain].count(half) + CASES[weighted].count(rest)
        assert mixed.weighted
        weights = CASES[weighted].weights.copy()
        weights[half] = 1
        one = CASES[weighted]
        again = Case(one.name, "", one.summary, one.columns, weights, 0).count()
        assert mixed == again


@one_case("name", ["marks quarters", "sweep quarters", "binary"])
def test_sums_of_any_weights_merge_up_to_rounding(name, rng):
    one = CASES[name]
    weights = 10.0 ** rng.uniform(-3, 3, N)
    case = Case(name, "", one.summary, one.columns, weights, 0)
    parts = [case.count(slice(k, None, 7)) for k in range(7)]
    merged, whole = case.summary.merge(parts), case.count()
    asked = {
        ScoreSweep: ("roc_auc_score", "average_precision_score", "ks_statistic"),
        IndicatorCounts: ("f1_macro", "f1_samples", "accuracy_score"),
        ConfusionCounts: ("f1_score", "matthews_corrcoef", "accuracy_score"),
    }[case.summary]
    for metric in asked:
        expected = whole.compute(metric)
        assert merged.compute(metric) == pytest.approx(expected, rel=1e-13)


def test_what_does_not_merge_says_so():
    with pytest.raises(ValueError, match="different numbers of labels"):
        CASES["marks"].count() + IndicatorCounts.from_labels([[0, 1]], [[1, 1]])
    apart = count_clusterings([-1, -1, 0], [0, 1, 1], "own_clusters")
    with pytest.raises(ValueError, match="noise apart"):
        apart + apart


def test_totals_beyond_64_bits_are_refused():
    half = 2**62
    counts = ConfusionCounts([0, 1], [[half, 0], [0, 0]])
    table = Contingency.from_table([[1]])
    table = Contingency(*table._labels(), table.rows, table.columns, table.n * half)
    marks = IndicatorCounts.from_labels([[1, 0]], [[1, 0]], [half - 1])
    sweeps = ScoreSweep([1, 0], [half, 0], [0, 1]), ScoreSweep([1], [0], [half])
    for one in (counts, table, *sweeps):
        with pytest.raises(OverflowError, match=r"2\*\*63"):
            one + one
    with pytest.raises(OverflowError, match=r"2\*\*63"):
        marks + marks + marks


# ------------------------------------------------------------------------------- bytes


@of_cases
def test_bytes_keep_everything(case):
    made = case.count()
    data = made.to_bytes()
    for given in (data, bytearray(data), memoryview(data), np.frombuffer(data, "u1")):
        again = case.summary.from_bytes(given)
        assert again == made
        assert again.to_bytes() == data
        assert repr(again) == repr(made)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(made, protocol)) == made
    if case.summary is ScoreSweep:
        assert again.thresholds.dtype == made.thresholds.dtype
        np.testing.assert_array_equal(again.true_positives, made.true_positives)
        np.testing.assert_array_equal(again.false_positives, made.false_positives)


@of_cases
def test_copies_share_nothing(case):
    made = case.count()
    for again in (made.copy(), copy.copy(made), copy.deepcopy(made)):
        assert again == made
        assert type(again) is case.summary
        arrays = {"sums": "sums", "positives": "positives", "n": "n"}
        for name in arrays:
            if hasattr(made, name):
                assert not np.shares_memory(getattr(again, name), getattr(made, name))
        if isinstance(made, ConfusionCounts):
            assert not np.shares_memory(again.cells.n, made.cells.n)


@of_cases
def test_length_is_what_is_kept(case):
    made = case.count()
    assert len(made) == case.n_kept
    assert len(made + made) == case.n_kept


@of_cases
def test_memory_does_not_go_with_the_rows(case):
    size = len(case.count().to_bytes())
    many = case.summary.merge(case.count() for _ in range(50))
    assert len(many.to_bytes()) == size


def sealed(body):
    return body + struct.pack("<I", zlib.crc32(body))


@of_cases
def test_any_damaged_byte_is_refused(case):
    data = case.count(slice(12)).to_bytes()
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x10
        with pytest.raises(ValueError, match=case.summary.__name__):
            case.summary.from_bytes(damaged)


@of_cases
def test_what_is_cut_short_or_too_long_is_refused(case):
    body = case.count(slice(12)).to_bytes()[:-4]
    for length in range(len(body)):
        with pytest.raises(ValueError, match=case.summary.__name__):
            case.summary.from_bytes(sealed(body[:length]))
    with pytest.raises(ValueError, match="length is wrong"):
        case.summary.from_bytes(sealed(body + b"\0"))


@of_cases
def test_bytes_of_another_kind_or_version_are_refused(case):
    body = case.count().to_bytes()[:-4]
    with pytest.raises(ValueError, match="of version 7 of the format"):
        case.summary.from_bytes(sealed(body[:8] + b"\x07\0" + body[10:]))
    for other in CASES.values():
        if other.summary is not case.summary:
            with pytest.raises(ValueError, match=f"no {case.summary.__name__}"):
                case.summary.from_bytes(other.count().to_bytes())


@of_cases
def test_what_contradicts_itself_is_refused_or_is_another_summary(case, rng):
    """Whatever the bytes say, under a checksum that is right, nothing else happens."""
    body = case.count(slice(20)).to_bytes()[:-4]
    refused = 0
    for _ in range(200):
        wrong = bytearray(body)
        for at in rng.integers(8, len(body), rng.integers(1, 4)):
            wrong[at] = rng.integers(0, 256)
        try:
            made = case.summary.from_bytes(sealed(bytes(wrong)))
        except ValueError:
            refused += 1
        else:
            assert case.summary.from_bytes(made.to_bytes()) == made
            assert repr(made)
    assert 25 < refused


def test_the_formats_are_as_written_down():
    sweep = ScoreSweep.from_scores([1, 0, 1], [2, 1, 1], sample_weight=[0.5, 1, 2])
    body = b"FMSWEEPS" + struct.pack("<HcBBBBQ", 2, b"i", 8, 1, 1, 0, 2)
    body += struct.pack("<2q4d", 2, 1, 0.5, 2, 0, 1)
    assert sweep.to_bytes() == sealed(body)

    marks = IndicatorCounts.from_labels([[1, 1], [0, 1]], [[1, 0], [0, 1]], [2, 3])
    body = b"FMLABELS" + struct.pack("<HBQQ", 1, 1, 2, 2)
    body += struct.pack("<6q", 2, 3, 2, 5, 2, 3)
    body += struct.pack("<10q", 1, 2, 1, 1, 1, 1, 0, 1, 1, 1)
    body += struct.pack("<2q2d", 3, 2, 9.0, 4.0)
    assert marks.to_bytes() == sealed(body)
    with pytest.raises(ValueError, match="weights are of unknown kind"):
        IndicatorCounts.from_bytes(sealed(body[:10] + b"\x03" + body[11:]))

    table = count_clusterings(["b", "aa", "b"], [4, 4, -1])
    body = b"FMCLUSTR" + struct.pack("<HBBQQQQQ", 1, 4, 0, 2, 2, 3, 19, 16)
    body += struct.pack("<2Q", 2, 3) + b"aab" + struct.pack("<2q", -1, 4)
    body += struct.pack("<9q", 0, 1, 1, 1, 0, 1, 1, 1, 1)
    assert table.to_bytes() == sealed(body)


def test_sums_are_written_where_they_cannot_be_made_again():
    weights = [1e16, 1, 1, 0.3]  # row by row the ones are lost, not at once
    apart = ScoreSweep.from_scores([1, 1, 1, 0], [4, 3, 2, 1], sample_weight=weights)
    tied = ScoreSweep.from_scores([1, 1, 1, 0], [4, 3, 3, 3], sample_weight=weights)
    again = [ScoreSweep.from_bytes(one.to_bytes()) for one in (apart, tied)]
    for one, other in zip((apart, tied), again, strict=True):
        assert one.true_positives.tobytes() == other.true_positives.tobytes()
        assert one.false_positives.tobytes() == other.false_positives.tobytes()
    assert len(apart.to_bytes()) == 23 + 4 * 3 * 8 + 4
    assert len(tied.to_bytes()) == 23 + 2 * 5 * 8 + 4
    assert len((tied + tied).to_bytes()) == 23 + 2 * 3 * 8 + 4
    assert len(pickle.dumps(apart)) < 23 + 4 * 3 * 8 + 4 + 120


def test_sweeps_of_the_first_version_are_read():
    weighted = ScoreSweep.from_scores([1, 0, 1], [2, 1, 1], sample_weight=[0.5, 1, 2])
    body = b"FMSWEEPS" + struct.pack("<HcBBBQ", 1, b"i", 8, 1, 1, 2)
    body += struct.pack("<2q8d", 2, 1, 0.5, 2, 0, 1, 0.5, 2.5, 0, 1)
    assert ScoreSweep.from_bytes(sealed(body)) == weighted
    counted = ScoreSweep.from_scores([1, 0, 1], [2, 1, 1])
    body = b"FMSWEEPS" + struct.pack("<HcBBBQ", 1, b"i", 8, 0, 0, 2)
    body += struct.pack("<6q", 2, 1, 1, 1, 0, 1)
    assert ScoreSweep.from_bytes(sealed(body)) == counted
    with pytest.raises(ValueError, match="length is wrong"):
        ScoreSweep.from_bytes(sealed(body[:-1]))


def packed(name, version, fields, *values):
    return sealed(name + struct.pack("<H" + fields, version, *values))


@one_case("label", [np.nan, np.inf, -np.inf, 0.5])
def test_labels_that_no_row_can_have_are_refused(label):
    data = packed(b"FMCOUNTS", 1, "BBQQQ2d3q", 2, 0, 2, 1, 16, 1.0, label, 0, 0, 3)
    with pytest.raises(ValueError, match="these ConfusionCounts are damaged"):
        ConfusionCounts.from_bytes(data)
    fields = 2, 0, 1, 1, 1, 8, 8, label, 5, 0, 0, 3
    data = packed(b"FMCLUSTR", 1, "BBQQQQQdq3q", *fields)
    if np.isfinite(label):  # the label of a cluster may have a fraction
        assert Contingency.from_bytes(data).row_labels.tolist() == [label]
    else:
        with pytest.raises(ValueError, match="a label is not finite"):
            Contingency.from_bytes(data)


@one_case("parts", [(2.5, 4.0), (2.0, 4.5)])
def test_fractions_of_whole_weights_are_refused(parts):
    for weights in (1, 2):
        fields = 0, weights, 1, 1, 8, 7, 0, 0, 3, *parts
        data = packed(b"FMCOUNTS", 1, "BBQQQq3q2d", *fields)
        if weights == 2:
            assert ConfusionCounts.from_bytes(data).total == parts[0]
        else:
            with pytest.raises(ValueError, match="whole weights have fractions"):
                ConfusionCounts.from_bytes(data)
    fields = 1, 1, 1, *3 * [2], 1, 1, 1, 0, 1, 2, 4.5
    with pytest.raises(ValueError, match="whole weights have fractions"):
        IndicatorCounts.from_bytes(packed(b"FMLABELS", 1, "BQQ3q5qqd", *fields))


# ------------------------------------------------------------- values, without columns


def asked_of(case):
    """The rows of the catalog that can be asked of such data."""
    for row in METRICS.values():
        if row.task == TASKS[case.summary] and row.kind == "metric":
            if row.by_group:  # a summary has forgotten which rows are of one group
                continue
            if case.target in row.targets or not row.targets:
                yield row


def example(case, row):
    return parameters_of(row, 2 if case.target == "binary" else 3)


def answer(function, *arguments, **parameters):
    """What a function returns, and what it warns of."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = function(*arguments, **parameters)
    return found, [(each.category, str(each.message)) for each in said]


def assert_same(found, expected, rtol=0.0):
    if not isinstance(expected, tuple):
        found, expected = (found,), (expected,)
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        if theirs is None:
            assert ours is None
            continue
        ours, theirs = np.asarray(ours), np.asarray(theirs)
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=rtol)


@of_cases
def test_every_metric_of_a_summary_is_that_of_its_columns(case):
    made, n = case.count(), 0
    for row in asked_of(case):
        given = example(case, row)
        expected, said = answer(row.public, *case.columns, **given, **case.weigh())
        found, also_said = answer(row.public, made, None, **given)
        rtol = 0 if case.summary is not IndicatorCounts else 1e-14
        assert_same(found, expected, rtol)
        assert also_said == said
        n += 1

        required = {name: given[name] for name in row.required if name in given}
        value = expected[-1] if isinstance(expected, tuple) else expected
        read = made.compute(row.name, **required)
        assert type(read) is float
        assert read == pytest.approx(value, rel=rtol, abs=0)
        for alias in row.aliases:
            assert made.compute(alias, **required) == read
        again = case.summary.from_bytes(made.to_bytes())
        assert again.compute(row.name, **required) == read
    assert n >= 10


ONE_SIDED = {
    "no positive row": ([0, 0, 0, 0], [0, 1, 0, 0]),
    "no negative row": ([1, 1, 1], [0, 1, 1]),
    "none predicted": ([0, 1, 0], [0, 0, 0]),
    "a single label": ([1, 1], [1, 1]),
    "a single negative": ([0], [0]),
}


@one_case("name", ONE_SIDED)
@one_case("kind", ["labels", "binary_scores", "clustering"])
def test_what_is_undefined_is_what_the_function_makes_of_it(name, kind):
    """Silently: a warning would be an error here."""
    y_true, y_pred = ONE_SIDED[name]
    made = {
        "labels": ConfusionCounts.from_labels,
        "binary_scores": lambda *two: ScoreSweep.from_scores(*two, pos_label=1),
        "clustering": count_clusterings,
    }[kind](y_true, y_pred)
    case = Case("", {"labels": "binary"}.get(kind, "agreement"), type(made), (), 0, 0)
    for row in asked_of(case):
        if row.required or row.function == "class_likelihood_ratios":
            continue
        expected, said = answer(row.public, y_true, y_pred, **row.parameters)
        found, also_said = answer(row.public, made, None, **row.parameters)
        assert_same(found, expected)
        assert also_said == said
        value = expected[-1] if isinstance(expected, tuple) else expected
        np.testing.assert_equal(made.compute(row.name), float(value))


def test_empty_rows_of_several_labels():
    y_true, y_pred = [[0, 0], [1, 0], [0, 0]], [[0, 0], [0, 1], [1, 0]]
    for weights in (None, [1, 2, 0], [0, 0.5, 0.25], [0, 0, 1]):
        made = IndicatorCounts.from_labels(y_true, y_pred, weights)
        for row in asked_of(CASES["marks"]):
            for more in ({}, {"zero_division": 1}, {"zero_division": np.nan}):
                if more and "zero_division" not in row.options:
                    continue
                if "jaccard" in row.name and np.isnan([*more.values(), 0]).any():
                    continue
                given = {**row.parameters, **more}
                expected, said = answer(
                    row.public, y_true, y_pred, sample_weight=weights, **given
                )
                found, also_said = answer(row.public, made, None, **given)
                assert_same(found, expected, 1e-15)
                assert also_said == said


TABLES = {
    "confusion_matrix": [{}, {"normalize": "true"}, {"labels": [1, 0]}],
    "multilabel_confusion_matrix": [{}, {"labels": [1]}],
    "precision_recall_fscore_support": [{}, {"average": "micro"}],
    "binary_counts": [{}],
    "class_likelihood_ratios": [{}],
    "roc_curve": [{}, {"drop_intermediate": False}],
    "precision_recall_curve": [{}, {"drop_intermediate": True}],
    "det_curve": [{}, {"drop_intermediate": True}],
    "confusion_matrix_at_thresholds": [{}],
    "cumulative_gain_curve": [{}],
    "lift_curve": [{}],
    "cost_curve": [{}],
    "contingency_matrix": [{}],
    "pair_confusion_matrix": [{}],
    "pair_counts": [{}],
    "pairwise_precision_recall": [{}],
    "homogeneity_completeness_v_measure": [{}],
}


@of_cases
def test_every_table_of_a_summary_is_that_of_its_columns(case):
    made, task = case.count(), TASKS[case.summary]
    only_binary = ("binary_counts", "class_likelihood_ratios")
    for name, variants in TABLES.items():
        if METRICS[name].task != task or (
            name in only_binary and case.target != "binary"
        ):
            continue
        if name == "confusion_matrix" and case.summary is IndicatorCounts:
            continue
        function = getattr(fm, name)
        for given in variants:
            expected = function(*case.columns, **given, **case.weigh())
            assert_same(function(made, None, **given), expected)
            if name == "class_likelihood_ratios":
                assert_same(made.compute(name), expected)


def test_a_whole_report_of_counts():
    for name in ("binary", "classes whole", "marks", "marks quarters"):
        case = CASES[name]
        options = {"zero_division": 0, "digits": 9}
        expected = fm.classification_report(*case.columns, **case.weigh(), **options)
        assert fm.classification_report(case.count(), None, **options) == expected


def test_one_number_per_class():
    case = CASES["classes"]
    expected = fm.f1_score(*case.columns, average=None)
    found = case.count().compute("f1_score", average=None)
    np.testing.assert_array_equal(found, expected)


def test_curves_leave_the_sweep_alone():
    case = CASES["sweep"]
    made = case.count()
    for part in fm.confusion_matrix_at_thresholds(made, None):
        part[:] = -1
    assert made == case.count()
    assert made.compute("roc_auc_score") == case.count().compute("roc_auc_score")


def test_thresholds_without_rows_are_no_points_of_curves():
    made = ScoreSweep([4, 3, 2, 1], [0, 2, 0, 1], [0, 1, 0, 3])
    rows = [1, 1, 0, 1, 0, 0, 0], [3, 3, 3, 1, 1, 1, 1]
    for name in ("roc_curve", "precision_recall_curve", "lift_curve"):
        assert_same(getattr(fm, name)(made, None), getattr(fm, name)(*rows))
    assert fm.roc_auc_score(made, None) == fm.roc_auc_score(*rows)


def test_pairs_beyond_64_bits_are_counted_exactly():
    many = 3 * 2**40
    made = ScoreSweep([3, 2, 1], [many, 1, 0], [0, 2, many])
    wins = many * (many + 2) + many
    expected = (2 * wins + 2) / (2 * (many + 1) * (many + 2))
    assert SweptScores(made).count_wins() == (wins, 2, many + 1, many + 2)
    assert fm.roc_auc_score(made, None) == expected
    wrong = (many + 1) * (many + 2) - wins
    assert fm.rank_loss(made, None) == (2 * wrong - 2) / (2 * (many + 1) * (many + 2))


def test_sparse_matrices_are_counted_as_dense_ones():
    columns = CASES["marks"].columns
    for weights in (None, CASES["marks quarters"].weights):
        dense = IndicatorCounts.from_labels(*columns, weights)
        sparse = IndicatorCounts.from_labels(*map(sp.csr_array, columns), weights)
        assert sparse == dense


def test_kinds_of_rows_of_many_labels(rng, monkeypatch):
    from fastmetrics.metrics.labels.counting import indicator_counts

    y_true, y_pred = rng.random((2, 5000, 40)) < 0.3
    weights = rng.integers(0, 3, 5000)
    made = IndicatorCounts.from_labels(y_true, y_pred, weights)
    rows = [y.sum(axis=1) for y in (y_true, y_pred, y_true & y_pred, y_true ^ y_pred)]
    expected = {}
    for *row, weight in zip(*rows, weights, strict=True):
        n, total = expected.get((*row, weight > 0), (0, 0))
        expected[(*row, weight > 0)] = n + 1, total + weight
    *four, n, sums, squares = (part.tolist() for part in made.kinds)
    found = zip(*four, [w > 0 for w in sums], zip(n, sums, strict=True), strict=True)
    assert {tuple(key): value for *key, value in found} == expected
    assert sum(squares) == (weights**2).sum()
    monkeypatch.setattr(indicator_counts, "_MOST_KEYS", 5000)  # which numbers densely
    assert IndicatorCounts.from_labels(y_true, y_pred, weights) == made


# ---------------------------------------------------------------------------- refusals


@of_cases
def test_nothing_stands_beside_a_summary(case):
    made = case.count()
    function = {
        ConfusionCounts: fm.accuracy_score,
        IndicatorCounts: fm.accuracy_score,
        ScoreSweep: fm.roc_auc_score,
        Contingency: fm.rand_score,
    }[case.summary]
    name = case.summary.__name__
    with pytest.raises(TypeError, match=f"must be None if a {name}|got .*{name}"):
        function(made, case.columns[1])
    if case.summary is not Contingency:
        refused = f"sample_weight must be None if a {name}"
        with pytest.raises(TypeError, match=refused):
            function(made, None, sample_weight=np.ones(N))
        with pytest.raises(TypeError, match="sample_weight"):
            made.compute(function.__name__, sample_weight=np.ones(N))


@of_cases
def test_names_that_are_not_read_off(case):
    made = case.count()
    with pytest.raises(ValueError, match="no metric is called 'no_such_score'"):
        made.compute("no_such_score")
    other = "rand_score" if case.summary is not Contingency else "accuracy_score"
    with pytest.raises(ValueError, match=f"'{other}' cannot be read off a"):
        made.compute(other)
    for name in (
        "probability_cost",
        "delong_roc_test",
        "delong_roc_test_independent",
        "pooled_precision_recall_fscore",
        "roc_auc_by_group",
    ):
        if METRICS[name].task == TASKS[case.summary]:
            with pytest.raises(ValueError, match=f"'{name}' cannot be read off a"):
                made.compute(name)


def test_what_a_summary_has_forgotten():
    marks, table = CASES["marks"].count(), CASES["clusters"].count()
    with pytest.raises(ValueError, match="labels must be None with average='samples'"):
        marks.compute("f1_samples", labels=[0, 2])
    columns = CASES["marks"].columns
    assert (
        0
        < fm.jaccard_score(*columns, average="samples", labels=[0], zero_division=0)
        < 1
    )
    with pytest.raises(ValueError, match="samplewise must be False"):
        fm.multilabel_confusion_matrix(marks, None, samplewise=True)
    for name in ("silhouette_score", "partition_entropy", "dunn_index"):
        with pytest.raises(ValueError, match="points"):
            table.compute(name)


@one_case("noise", ["one_cluster", "drop", "own_clusters"])
def test_a_table_still_knows_its_noise(noise):
    columns = [-1, -1, 0, 0, 2, 2, -1], ["a", "b", "a", "a", "b", "b", "b"]
    table = count_clusterings(*columns)
    for name in ("rand_score", "purity_score", "mutual_info_score"):
        expected = getattr(fm, name)(*columns, noise=noise)
        assert table.compute(name, noise=noise) == expected
        assert getattr(fm, name)(table, None, noise=noise) == expected
    with pytest.raises(ValueError, match="noise must be one of"):
        table.compute("rand_score", noise="?")


def test_parameters_that_are_missing_or_wrong():
    counts, sweep = CASES["binary"].count(), CASES["sweep"].count()
    with pytest.raises(TypeError, match="total_cost needs the parameter 'cost_matrix'"):
        counts.compute("total_cost")
    with pytest.raises(ValueError, match="zero_division must be"):
        counts.compute("f1_score", zero_division=3)
    with pytest.raises(TypeError, match="beta"):
        counts.compute("accuracy_score", beta=2.0)
    with pytest.raises(ValueError, match="pos_label=7 is not a valid label"):
        counts.compute("f1_score", pos_label=7)
    with pytest.raises(ValueError, match="average"):
        CASES["classes"].count().compute("f1_score")
    with pytest.raises(ValueError, match="pos_label must be left out"):
        sweep.compute("average_precision_score", pos_label=0)
    with pytest.raises(ValueError, match="davis-goadrich"):
        CASES["sweep quarters"].count().compute(
            "pr_auc_score", interpolation="davis-goadrich"
        )


@one_case("name", [row.name for row in asked_of(CASES["sweep"])])
def test_a_sweep_of_nothing_has_no_value(name):
    for nothing in (ScoreSweep([], [], []), ScoreSweep([1.0], [0], [0])):
        with pytest.raises(ValueError, match="0 sample"):
            nothing.compute(name, **parameters_of(METRICS[name]))
