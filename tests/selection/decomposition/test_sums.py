"""BiasVarianceSums: models one at a time, merging, bytes."""

import struct
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import BiasVarianceSums
from fastmetrics.selection.decomposition import sums as row_sums
from fastmetrics.selection.decomposition.sums import NumberSums


def cases(rng, loss):
    """Return targets, predictions and options, with and without each option."""
    n = 30
    for observations in (1, 3):
        y = rng.integers(0, 4, (observations, n))
        f = rng.integers(0, 4, (9, n))
        best = rng.integers(0, 4, n)
        for options in (
            {},
            {"y_optimal": best, "sample_weight": rng.random(n)},
            {"labels": [3, 0, 1, 2]} if loss == "zero_one" else {},
        ):
            yield y[0] if observations == 1 else y, f, options


@one_case("loss", ["squared", "zero_one"])
def test_one_at_a_time_in_parts_or_at_once_is_the_same(loss, rng):
    for y, f, options in cases(rng, loss):
        expected = fm.bias_variance_decomposition(y, f, loss=loss, **options)
        one, other = (BiasVarianceSums(y, loss, **options) for _ in range(2))
        for row in f[:4]:
            one.update(row)
        other.update(f[4:])
        for sums in (one + other, other + one, BiasVarianceSums.merge([one, other])):
            assert sums.n_models == 9
            assert sums.decomposition().parts() == pytest.approx(
                expected.parts(), rel=1e-13, abs=1e-15
            )
            assert sums.decomposition().main_prediction == pytest.approx(
                expected.main_prediction, rel=1e-13
            )
        assert (one.n_models, other.n_models) == (4, 5)


@one_case("loss", ["squared", "zero_one"])
def test_rows_average_to_the_parts(loss, rng):
    for y, f, options in cases(rng, loss):
        sums = BiasVarianceSums(y, loss, **options)
        sums.update(f)
        for ddof in (0, 1):
            found = sums.decomposition(ddof=ddof)
            rows = sums.per_row(ddof=ddof)
            main = rows.pop("main_prediction")
            assert np.array_equal(main, found.main_prediction)
            weights = options.get("sample_weight")
            means = {k: np.average(v, weights=weights) for k, v in rows.items()}
            assert means == pytest.approx(found.parts(), rel=1e-12, abs=1e-14)


@one_case("loss", ["squared", "zero_one"])
def test_bytes_hold_all(loss, rng):
    for y, f, options in cases(rng, loss):
        sums = BiasVarianceSums(y, loss, **options)
        for _ in range(2):  # of no model, and of some
            again = BiasVarianceSums.from_bytes(sums.to_bytes())
            assert again == sums
            assert repr(again) == repr(sums)
            again.update(f)
            sums.update(f)
            assert again.decomposition().parts() == sums.decomposition().parts()
            assert (again + sums).n_models == 2 * sums.n_models


def test_late_classes_are_learnt_and_merged():
    one = BiasVarianceSums(["a", "b"], "zero_one", y_optimal=["b", "b"])
    one.update(["a", "c"])
    other = BiasVarianceSums(["a", "b"], "zero_one", y_optimal=["b", "b"])
    other.update(["A", "b"])
    both = (one + other).decomposition()
    at_once = fm.bias_variance_decomposition(
        ["a", "b"], [["a", "c"], ["A", "b"]], loss="zero_one", y_optimal=["b", "b"]
    )
    assert both.parts() == at_once.parts()
    assert both.main_prediction.tolist() == ["A", "b"]


def test_what_failed_has_added_nothing():
    numbers = BiasVarianceSums([1.0, 2.0])
    numbers.update([1, 1])
    labels = BiasVarianceSums(["a", "b"], "zero_one")
    labels.update(["a", "a"])
    for sums, bad in (
        (numbers, [1, np.nan]),
        (numbers, [1e300, 0]),
        (numbers, [1, 2, 3]),
        (labels, ["x", None]),
        (labels, [1, 2]),
    ):
        before = sums.to_bytes()
        with pytest.raises((ValueError, TypeError)):
            sums.update(bad)
        assert sums.to_bytes() == before


def test_sums_of_different_rows_do_not_merge():
    one = BiasVarianceSums([1, 2])
    one.update([1, 2])
    for other in (
        BiasVarianceSums([1, 3]),
        BiasVarianceSums([1, 2, 3]),
        BiasVarianceSums([1, 2], y_optimal=[1, 2]),
        BiasVarianceSums([1, 2], sample_weight=[1, 2]),
        BiasVarianceSums([[1, 2], [1, 2]]),
    ):
        other.update(np.ones(other.n_samples))
        with pytest.raises(ValueError, match="different targets"):
            one + other
    with pytest.raises(ValueError, match="different losses"):
        one + BiasVarianceSums([1, 2], "zero_one")
    labels = BiasVarianceSums([1, 2], "zero_one")
    for other in (
        BiasVarianceSums([1, 1], "zero_one"),
        BiasVarianceSums([1, 2], "zero_one", labels=[2, 1]),
        BiasVarianceSums([1, 2, 1], "zero_one"),
    ):
        with pytest.raises(ValueError, match="different targets"):
            labels + other
    with pytest.raises(TypeError):
        one + 1


def test_no_model_has_no_parts():
    with pytest.raises(ValueError, match="no model"):
        BiasVarianceSums([1, 2]).decomposition()


def test_damaged_bytes_raise():
    for loss, options in (
        ("squared", {"y_optimal": [0, 1, 1]}),
        ("zero_one", {"y_optimal": [0, 1, 1], "sample_weight": [1, 2, 3]}),
    ):
        sums = BiasVarianceSums([0, 1, 1], loss, **options)
        sums.update([[0, 0, 1], [1, 1, 1]])
        data = sums.to_bytes()
        for bad in (b"", data[:-1], data[:60], b"FMCOUNTS" + data[8:]):
            with pytest.raises(ValueError, match="BiasVarianceSums"):
                BiasVarianceSums.from_bytes(bad)
        for at in range(8, len(data) - 4):  # of every byte another one, with its check
            body = bytearray(data[:-4])
            body[at] ^= 0x80
            body += struct.pack("<I", zlib.crc32(body))
            try:
                other = BiasVarianceSums.from_bytes(bytes(body))
            except ValueError:
                continue
            assert other != sums
            other.decomposition()


def test_rows_of_several_jobs_are_summed_model_by_model():
    """Two jobs of rows, groups of models and two left over: the bits of one loop."""
    predictions = np.random.default_rng(5).normal(size=(2050, 2100))
    found = fm.bias_variance_decomposition(np.zeros(2100), predictions)
    sums = np.zeros(2100)
    for one in predictions:
        sums += one - predictions[0]
    np.testing.assert_array_equal(
        found.main_prediction, predictions[0] + sums / len(predictions)
    )


def test_negative_zeros_observed_once_are_zeros():
    """What is observed once is its own mean, of which no zero has a sign."""
    squared = NumberSums.of_targets([-0.0, -1.5], None, None, None)
    assert not np.signbit(squared.observed[0])
    np.testing.assert_array_equal(squared.observed, [0.0, -1.5])
    np.testing.assert_array_equal(squared.spread, [0.0, 0.0])


def test_predictions_that_are_not_aligned(monkeypatch):
    # Of these a load is undefined in C, whatever processors make of it.
    predictions = np.array([[0.25, 0.5], [1.0, 2.0]])
    raw = np.frombuffer(b"\0" + predictions.tobytes(), np.float64, offset=1)
    assert not raw.flags.aligned
    add, aligned = row_sums._add, []

    def watched(part, *rest):
        aligned.append(part.flags.aligned)
        add(part, *rest)

    monkeypatch.setattr(row_sums, "_add", watched)
    found, plain = (BiasVarianceSums([0.0, 1.0], "squared") for _ in range(2))
    found.update(raw.reshape(2, 2))
    plain.update(predictions)
    assert all(aligned)
    assert found.to_bytes() == plain.to_bytes()
