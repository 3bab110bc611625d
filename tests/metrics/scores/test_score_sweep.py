"""ScoreSweep: what it holds, how two add up, and what is read off it."""

import copy
import pickle
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ScoreSweep

OF_SWEEP = {
    "roc_auc": fm.roc_auc_score,
    "average_precision": fm.average_precision_score,
    "ks": fm.ks_statistic,
    "break_even_point": fm.break_even_point,
    "equal_error_rate": fm.equal_error_rate,
}


def tied_rows(rng, n=300):
    return rng.integers(0, 2, n), rng.integers(0, 40, n), rng.integers(1, 9, n) / 4


def test_it_holds_the_weight_of_each_class_at_each_score(rng):
    labels, scores, weights = tied_rows(rng)
    sweep = ScoreSweep.from_scores(labels, scores, sample_weight=weights)
    assert sweep.thresholds.dtype == scores.dtype
    np.testing.assert_array_equal(sweep.thresholds, np.unique(scores)[::-1])
    for k, held in ((1, sweep.positives), (0, sweep.negatives)):
        expected = [
            weights[(scores == t) & (labels == k)].sum() for t in sweep.thresholds
        ]
        np.testing.assert_array_equal(held, expected)  # quarters add up exactly
    np.testing.assert_array_equal(sweep.true_positives, np.cumsum(sweep.positives))
    assert sweep.n_positive == weights[labels == 1].sum()
    assert sweep.n_negative == weights[labels == 0].sum()


def test_small_weights_are_held_beside_large_ones():
    sweep = ScoreSweep.from_scores([1, 1, 0], [3, 2, 1], sample_weight=[1e16, 1, 1])
    np.testing.assert_array_equal(sweep.positives, [1e16, 1, 0])


def test_totals_are_exact_and_fit_64_bits():
    most = 2**63 - 1
    sweep = ScoreSweep([2, 1], [2**62, 2**62 - 1], np.array([most, 0], np.uint64))
    assert (sweep.n_positive, sweep.n_negative) == (most, most)
    assert sweep.positives.dtype == sweep.negatives.dtype == np.int64
    assert ScoreSweep([2, 1], [2**53, 1], [0, 0]).n_positive == 2**53 + 1
    for too_many in ([2**62, 2**62], np.array([2**63, 0], np.uint64)):
        with pytest.raises(ValueError, match=r"positives must add up to less than 2"):
            ScoreSweep([2, 1], too_many, [0, 0])
        with pytest.raises(ValueError, match=r"negatives must add up to less than 2"):
            ScoreSweep([2, 1], [0, 0], too_many)


@one_case("ours", ["?", "i1", "u2", "i8", "u8", "f2", "f4", "f8", "g"])
@one_case("theirs", ["i8", "u8", "f4"])
def test_scores_of_any_two_types_add_up(ours, theirs):
    first = ScoreSweep(np.array([1, 0], ours), [1, 2], [0, 0.5])
    second = ScoreSweep(np.array([7, 1], theirs), [4, 8], [16, 32])
    both = first + second
    assert both.thresholds.dtype == np.result_type(ours, theirs)
    assert both.thresholds.tolist() == [7, 1, 0]
    assert both.positives.tolist() == [4, 9, 2]
    assert both.negatives.tolist() == [16, 32, 0.5]
    assert (both.positives.dtype, both.negatives.dtype) == (np.int64, np.float64)
    assert both.true_positives.tolist() == [4, 13, 15]


@one_case("weighted", [False, True])
def test_parts_add_up_to_the_whole(rng, weighted):
    labels, scores, weights = tied_rows(rng)

    def sweep_of(rows):
        weight = {"sample_weight": weights[rows]} if weighted else {}
        return ScoreSweep.from_scores(labels[rows], scores[rows], **weight)

    whole = sweep_of(slice(None))
    merged = (
        sweep_of(slice(100)) + sweep_of(slice(100, 120)) + sweep_of(slice(120, 300))
    )
    assert merged == whole
    assert merged != sweep_of(slice(100))
    assert merged.positives.dtype == whole.positives.dtype
    for name in OF_SWEEP:
        assert merged.reduce(name) == whole.reduce(name)


def test_integers_that_a_float_would_join_are_not_merged_with_floats():
    large = ScoreSweep.from_scores([0, 1], np.array([2**53, 2**53 + 1]))
    assert len(large + large) == 2
    with pytest.raises(ValueError, match=r"int64 and float64 cannot be merged"):
        large + ScoreSweep.from_scores([0, 1], [0.5, 1.0])


@one_case("name", OF_SWEEP)
def test_values_are_those_of_the_functions(rng, name):
    labels, scores, weights = tied_rows(rng)
    expected = OF_SWEEP[name](labels, scores, sample_weight=weights)
    sweep = ScoreSweep.from_scores(labels, scores, sample_weight=weights)
    assert sweep.reduce(name) == pytest.approx(expected, rel=1e-14)


@one_case("scale", [1e-320, 1e-308, 1e-200, 1e200, 1e300])
@one_case(
    ("name", "parameters"),
    [
        ("roc_auc", ()),
        ("ks", ()),
        ("partial_auc", (0.0, 0.3)),
        ("expected_cost", (0.0, 1.0)),
        ("precision_at_recall", (0.5,)),
        ("best_youden", ()),
        ("best_mcc", ()),
        ("equal_rates", ()),
        ("equal_error_rate", ()),
        ("equal_error_rate_hull", ()),
    ],
)
def test_values_do_not_depend_on_the_scale_of_weights(rng, name, parameters, scale):
    labels, scores, weights = tied_rows(rng, 60)
    plain, scaled = (
        ScoreSweep.from_scores(labels, scores, sample_weight=by * weights)
        for by in (1.0, scale)
    )
    expected = plain.reduce(name, *parameters)
    # A denormal weight has few digits.
    assert scaled.reduce(name, *parameters) == pytest.approx(
        expected, rel=2e-3 if scale == 1e-320 else 1e-12
    )


def test_the_best_threshold_is_an_observed_score():
    sweep = ScoreSweep.from_scores([0, 1, 0, 1], np.array([1, 2, 3, 2**53 + 1]))
    assert sweep.best("best_f", 1.0) == (2, 0.8)
    assert sweep.best("tpr_at_fpr", 0.0) == (2**53 + 1, 0.5)
    assert sweep.best("best_cost", 0.0, 1.0) == (np.inf, 0.0)
    no_positive = ScoreSweep.from_scores([0, 0], [0.1, 0.2])
    assert np.isnan(no_positive.best("best_f", 1.0)).all()


def test_what_cannot_be_read_off_says_so(rng):
    labels, scores, weights = tied_rows(rng)
    sweep = ScoreSweep.from_scores(labels, scores)
    with pytest.raises(ValueError, match="nothing called 'auc'"):
        sweep.reduce("auc")
    with pytest.raises(ValueError, match="lift takes 1 parameters"):
        sweep.reduce("lift")
    with pytest.raises(ValueError, match="'roc_auc' has no best threshold"):
        sweep.best("roc_auc")
    weighted = ScoreSweep.from_scores(labels, scores, sample_weight=weights)
    with pytest.raises(ValueError, match="counts rows"):
        weighted.reduce("pr_auc_davis_goadrich")


@one_case(
    ("thresholds", "positives", "negatives", "error"),
    [
        ([2.0, 1.0], [1], [0, 1], ValueError),
        ([1.0, 2.0], [1, 0], [0, 1], ValueError),
        ([1.0, 1.0], [1, 0], [0, 1], ValueError),
        ([np.nan], [1], [0], ValueError),
        ([np.inf], [1], [0], ValueError),
        ([1.0], [-1], [0], ValueError),
        ([1.0], [np.nan], [0], ValueError),
        ([[1.0]], [[1]], [[0]], ValueError),
        (["a"], [1], [0], TypeError),
    ],
)
def test_what_is_no_sweep_raises(thresholds, positives, negatives, error):
    with pytest.raises(error):
        ScoreSweep(thresholds, positives, negatives)


def test_counts_of_narrow_types_do_not_wrap():
    sweep = ScoreSweep([3, 2, 1], np.full(3, 100, np.int8), np.ones(3, bool))
    assert (sweep.n_positive, sweep.n_negative) == (300, 3)
    assert (sweep + sweep).n_positive == 600


def test_copies_are_equal(rng):
    labels, scores, _ = tied_rows(rng)
    sweep = ScoreSweep.from_scores(labels, scores)
    for same in (pickle.loads(pickle.dumps(sweep)), copy.deepcopy(sweep)):
        assert same == sweep
        assert same.reduce("roc_auc") == sweep.reduce("roc_auc")


@one_case(
    ("name", "parameters"),
    [
        ("lift", (0.0,)),
        ("lift", (2.0,)),
        ("partial_auc", (0.5, 0.2)),
        ("partial_auc", (-0.1, 0.2)),
        ("partial_auc_tpr", (1.0,)),
        ("expected_cost", (0.0, 1.5)),
        ("best_f", (-1.0,)),
        ("best_f", (float("nan"),)),
        ("best_cost", (-1.0, 1.0)),
        ("precision_at_recall", (1.1,)),
        ("recall_at_precision", (-0.1,)),
        ("tpr_at_fpr", (float("nan"),)),
    ],
)
def test_parameters_out_of_range_raise(name, parameters):
    sweep = ScoreSweep.from_scores([0, 1], [0.1, 0.2])
    with pytest.raises(ValueError, match=f"{name} needs"):
        sweep.reduce(name, *parameters)


def test_bytes_with_a_signalling_nan_are_refused_without_a_warning():
    sweep = ScoreSweep.from_scores([0, 1, 1], [0.1, 0.4, 0.8], sample_weight=[1, 2, 3])
    data = bytearray(sweep.to_bytes())
    at = data.index(np.float64(3).tobytes())
    data[at : at + 8] = bytes.fromhex("000000000000f2ff")
    data[-4:] = zlib.crc32(data[:-4]).to_bytes(4, "little")
    with pytest.raises(ValueError, match="damaged"):
        ScoreSweep.from_bytes(bytes(data))
