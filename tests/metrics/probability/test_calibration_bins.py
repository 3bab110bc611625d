"""CalibrationBins: merging, bytes, values, in place of columns."""

import copy
import pickle
import struct
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import CalibrationBins

READ = {
    "expected_calibration_error": fm.expected_calibration_error,
    "maximum_calibration_error": fm.maximum_calibration_error,
    "squared_calibration_error": fm.squared_calibration_error,
    "brier_decomposition": fm.brier_decomposition,
}


@pytest.fixture
def data(rng):
    p = rng.random(900)
    return (rng.random(900) < p).astype(int), p, rng.random(900)


@one_case("weighted", [False, True])
@one_case("edges", [None, [0, 0.1, 0.5, 0.55, 1]])
def test_values_are_those_of_the_columns(weighted, edges, data):
    y, p, w = data
    w = w if weighted else None
    bins = CalibrationBins.from_proba(y, p, n_bins=7, edges=edges, sample_weight=w)
    strategy = "uniform" if edges is None else edges
    for name, function in READ.items():
        expected = function(y, p, n_bins=7, strategy=strategy, sample_weight=w)
        found = bins.compute(name, strategy=strategy)
        assert found == pytest.approx(expected, rel=1e-13, abs=1e-16)
        assert function(bins, None, strategy="uniform") == found
    ratio = fm.expected_observed_ratio(y, p, sample_weight=w)
    assert bins.compute("expected_observed_ratio") == pytest.approx(ratio, rel=1e-13)
    plug_in = fm.squared_calibration_error(
        y, p, n_bins=7, strategy=strategy, sample_weight=w, debias=False
    )
    found = bins.compute("squared_calibration_error", strategy=strategy, debias=False)
    assert found == pytest.approx(plug_in, rel=1e-13)
    if w is None:
        shares, means = fm.calibration_curve(bins, None)
        assert len(shares) == len(bins)
        assert np.average(shares, weights=bins.counts) == pytest.approx(y.mean())
        assert np.average(means, weights=bins.counts) == pytest.approx(p.mean())


def test_bins_that_move_with_the_rows_are_refused(data):
    y, p, _ = data
    bins = CalibrationBins.from_proba(y, p)
    # The function's own default; it gave the value over other bins without a word.
    with pytest.raises(ValueError, match="strategy='quantile' needs the columns"):
        bins.compute("squared_calibration_error")
    with pytest.raises(ValueError, match="strategy='distinct' needs the columns"):
        fm.brier_decomposition(bins, None, strategy="distinct")
    with pytest.raises(ValueError, match="strategy='quantile' needs the columns"):
        fm.calibration_curve(bins, None, strategy="quantile")
    with pytest.raises(ValueError, match="the edges of these CalibrationBins"):
        bins.compute("expected_calibration_error", strategy=[0, 0.5, 1])
    assert "is over the bins of these sums" in str(fm.evaluate(bins))


def test_parts_in_any_order_are_the_whole(data):
    y, p, w = data
    for weight in (None, w):
        parts = [
            CalibrationBins.from_proba(
                y[i::5], p[i::5], sample_weight=None if weight is None else w[i::5]
            )
            for i in range(5)
        ]
        whole = CalibrationBins.from_proba(y, p, sample_weight=weight)
        for made in (sum(parts), sum(parts[::-1]), CalibrationBins.merge(parts)):
            assert np.array_equal(made.counts, whole.counts)
            # Sums in another order.
            assert np.allclose(made.sums, whole.sums, rtol=1e-13, atol=1e-14)
        assert parts[0].n_samples == 180


def test_sums_are_what_they_say(data):
    y, p, w = data
    bins = CalibrationBins.from_proba(y, p, n_bins=1, sample_weight=w)
    r = y - p
    terms = [
        w,
        w * y,
        w * p,
        w * p**2,
        w * r**2,
        w * r**3,
        w * r**4,
        w**2,
        (w * r) ** 2,
    ]
    assert np.allclose(bins.sums[0], [term.sum() for term in terms], rtol=1e-12)


def test_what_does_not_merge_says_so(data):
    y, p, _ = data
    bins = CalibrationBins.from_proba(y, p)
    with pytest.raises(ValueError, match="other edges cannot be merged"):
        bins + CalibrationBins.from_proba(y, p, n_bins=3)
    with pytest.raises(TypeError):
        bins + 1
    large = CalibrationBins([0, 1], [2**62], [[1.0] * 9])
    with pytest.raises(OverflowError, match="rows or more"):
        large + large
    heavy = CalibrationBins([0, 1], [1], [[1e308] * 9])
    with pytest.raises(OverflowError, match="the total weight exceeds"):
        heavy + heavy
    with pytest.raises(ValueError, match="cannot be read off"):
        bins.compute("roc_auc_score")
    with pytest.raises(TypeError, match="sample_weight must be None"):
        fm.expected_calibration_error(bins, None, sample_weight=[1])
    with pytest.raises(TypeError, match="y_proba must be None"):
        fm.expected_calibration_error(bins, p)
    empty = CalibrationBins([0, 1], [0], np.zeros((1, 9)))
    with pytest.raises(ValueError, match="minimum of 1 is required"):
        fm.expected_calibration_error(empty, None)


def test_copies_and_bytes_keep_everything(data):
    y, p, w = data
    bins = CalibrationBins.from_proba(y, p, edges=[0, 0.2, 1], sample_weight=w)
    for made in (
        CalibrationBins.from_bytes(bins.to_bytes()),
        pickle.loads(pickle.dumps(bins)),
        copy.copy(bins),
        copy.deepcopy(bins),
    ):
        assert made == bins
        assert not np.shares_memory(made.sums, bins.sums)
    assert bins != CalibrationBins.from_proba(y, p, edges=[0, 0.2, 1])
    assert bins != 1
    assert len(bins) == 2
    assert repr(bins) == "CalibrationBins(2 bins, 900 rows)"
    assert "up to 0.2" in bins._repr_mimebundle_()["text/plain"]


def test_the_format_is_as_written_down():
    bins = CalibrationBins.from_proba([1], [0.5], n_bins=1)
    body = b"FMCALBIN" + struct.pack("<HQ", 1, 1)
    body += np.array([0.0, 1.0], "<f8").tobytes() + np.array([1], "<i8").tobytes()
    sums = [1, 1, 0.5, 0.25, 0.25, 0.125, 0.0625, 1, 0.25]
    body += np.array(sums, "<f8").tobytes()
    assert bins.to_bytes() == body + struct.pack("<I", zlib.crc32(body))


def test_damaged_bytes_are_refused(data):
    y, p, _ = data
    made = CalibrationBins.from_proba(y, p, n_bins=3).to_bytes()
    for i in range(len(made)):
        damaged = bytearray(made)
        damaged[i] ^= 1
        with pytest.raises(ValueError, match="CalibrationBins"):
            CalibrationBins.from_bytes(damaged)
    for other in (made[:-1], made + b"\0", b""):
        with pytest.raises(ValueError, match="CalibrationBins"):
            CalibrationBins.from_bytes(other)


def sealed(body):
    return body + struct.pack("<I", zlib.crc32(body))


@one_case(
    ("edges", "counts", "sums", "match"),
    [
        ([0, 0.5], [1], np.ones((1, 9)), "ascending from 0 to 1"),
        ([0, 1], [-1], np.ones((1, 9)), "counts must not be negative"),
        ([0, 1], [1, 2], np.ones((1, 9)), "counts must be of shape"),
        ([0, 1], [1], np.ones((1, 8)), "sums must be of shape"),
        ([0, 1], [1], np.full((1, 9), np.nan), "sums contains NaN"),
        ([0, 1], [1], -np.ones((1, 9)), "contradict"),
        ([0, 1], [0], np.ones((1, 9)), "contradict"),
        ([0, 1], [1], np.zeros((1, 9)), "contradict"),
        *(
            ([0, 1], [1], [[*np.ones(at), 2.0, *np.ones(8 - at)]], "larger than sums")
            for at in (1, 2, 3, 4, 5, 6, 8)
        ),
        ([0, 1], [1], [[1, 1, 1, 1, 1, -2, 1, 1, 1]], "larger than sums"),
    ],
)
def test_what_no_rows_can_have_is_refused(edges, counts, sums, match):
    with pytest.raises(ValueError, match=match):
        CalibrationBins(edges, counts, sums)


def test_bytes_that_contradict_themselves_are_refused():
    body = b"FMCALBIN" + struct.pack("<HQ", 1, 1)
    body += np.array([0.0, 0.9], "<f8").tobytes() + np.array([1], "<i8").tobytes()
    with pytest.raises(ValueError, match="these CalibrationBins are damaged"):
        CalibrationBins.from_bytes(sealed(body + np.ones(9, "<f8").tobytes()))


def test_numbers_of_the_wrong_kind_are_refused():
    with pytest.raises(TypeError, match="counts must be whole numbers"):
        CalibrationBins([0, 1], [1.0], np.ones((1, 9)))
    with pytest.raises(TypeError, match="sums must be real numbers"):
        CalibrationBins([0, 1], [1], np.ones((1, 9), complex))


def test_what_bins_tell_has_no_interval_and_what_they_do_not_is_refused(data):
    y, p, _ = data
    bins = CalibrationBins.from_proba(y, p)
    found = fm.confidence_interval("squared_calibration_error", bins)
    expected = bins.compute("squared_calibration_error", strategy="uniform")
    assert found.estimate == expected
    assert np.isnan(found.low)
    assert "lack the variation of its rows" in repr(found)
    with pytest.raises(TypeError, match="log_loss cannot be read off CalibrationBins"):
        fm.confidence_interval("log_loss", bins)


@one_case(
    "function",
    [
        fm.expected_calibration_error,
        fm.maximum_calibration_error,
        fm.adaptive_calibration_error,
        fm.squared_calibration_error,
        fm.brier_decomposition,
        fm.calibration_curve,
        fm.hosmer_lemeshow_test,
        CalibrationBins.from_proba,
    ],
)
def test_there_is_a_limit_on_bins(function, data):
    """Twenty rows in 10**8 bins took a minute and nine gigabytes."""
    y, p, _ = data
    with pytest.raises(ValueError, match="n_bins must be from 1 to 1048576"):
        function(y[:20], p[:20], n_bins=10**8)
    function(y[:20], p[:20], n_bins=10**5)
