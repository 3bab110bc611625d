"""ClassSweeps: merging, bytes, values, in place of columns."""

import pickle
import struct
import warnings
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ClassSweeps, UndefinedMetricWarning, multiclass_auc_score

N, NAMES = 60, np.array(["a", "b", "c"])


@pytest.fixture
def data(rng):
    true = NAMES[np.r_[0, 1, 2, rng.integers(0, 3, N - 3)]]
    proba = rng.integers(1, 9, (N, 3))
    return true, proba / proba.sum(axis=1, keepdims=True), rng.exponential(size=N)


@one_case("variant", ["aunu", "aunp"])
@one_case("weighted", [False, True])
def test_values_are_those_of_the_columns(variant, weighted, data):
    true, proba, weights = data
    w = weights if weighted else None
    expected = multiclass_auc_score(true, proba, variant=variant, sample_weight=w)
    order = np.argsort(true)  # so that most parts are of one class
    merged = ClassSweeps.merge(
        ClassSweeps.from_proba(true[at], proba[at], NAMES, None if w is None else w[at])
        for at in np.array_split(order, 9)
    )
    again = ClassSweeps.from_bytes(merged.to_bytes())
    assert again == merged == pickle.loads(pickle.dumps(merged))
    for found in (ClassSweeps.from_proba(true, proba, sample_weight=w), again):
        value = multiclass_auc_score(found, None, variant=variant)
        assert value == pytest.approx(expected, rel=1e-13 if weighted else 1e-15)
        assert found.compute("multiclass_auc_score", variant=variant) == value
    if not weighted:
        assert merged == ClassSweeps.from_proba(true, proba)
        assert merged.n_samples == N


@one_case("absent", ["nan", "skip", "raise"])
@one_case("variant", ["aunu", "aunp"])
def test_classes_without_rows_are_those_of_the_columns(absent, variant, data):
    true, proba, _ = data
    some = true != "b"
    options = {"variant": variant, "absent": absent}
    given = true[some], proba[some]
    sweeps = ClassSweeps.from_proba(*given, NAMES)
    if absent == "raise":
        with pytest.raises(ValueError, match="got none of 'b'"):
            multiclass_auc_score(sweeps, None, **options)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        expected = multiclass_auc_score(*given, labels=NAMES, **options)
        found = multiclass_auc_score(sweeps, None, **options)
    assert found == pytest.approx(expected, rel=1e-15, nan_ok=True)


def test_one_class_alone_is_warned_of(data):
    _, proba, _ = data
    sweeps = ClassSweeps.from_proba(["a"] * N, proba, NAMES)
    with pytest.warns(UndefinedMetricWarning, match="of one class only"):
        assert np.isnan(multiclass_auc_score(sweeps, None, absent="skip"))


@one_case(
    ("options", "match"),
    [
        ({"variant": "mu"}, "must be one of .* of ClassSweeps"),
        ({"labels": NAMES}, "labels must be left out"),
        ({"variant": "x"}, "variant must be one of"),
        ({"absent": "x"}, "absent must be one of"),
        ({"sample_weight": np.ones(N)}, "sample_weight"),
    ],
)
def test_what_sweeps_cannot_heed_is_refused(options, match, data):
    true, proba, _ = data
    sweeps = ClassSweeps.from_proba(true, proba)
    with pytest.raises((ValueError, TypeError), match=match):
        multiclass_auc_score(sweeps, None, **options)
    with pytest.raises((ValueError, TypeError), match="y_proba"):
        multiclass_auc_score(sweeps, proba)


def test_other_labels_do_not_merge(data):
    true, proba, _ = data
    sweeps = ClassSweeps.from_proba(true, proba)
    with pytest.raises(ValueError, match="different labels cannot be merged"):
        sweeps + ClassSweeps.from_proba(np.full(N, "a"), proba, ["a", "b", "d"])


def test_the_constructor_checks_its_parts(data):
    true, proba, _ = data
    sweeps = ClassSweeps.from_proba(true, proba).sweeps
    for labels, given, match in (
        (["b", "a", "c"], sweeps, "sorted"),
        (["a"], sweeps[:1], "two or more"),
        (["a", "b"], sweeps, "a sweep for each label"),
        (NAMES, [*sweeps[:2], sweeps[0]], "of the same rows"),
        (NAMES, [*sweeps[:2], proba], "must be ScoreSweeps"),
    ):
        with pytest.raises((ValueError, TypeError), match=match):
            ClassSweeps(labels, given)
    far = fm.ScoreSweep.from_scores(true == "c", 2 * proba[:, 2])
    with pytest.raises(ValueError, match="must be probabilities"):
        ClassSweeps(NAMES, [*sweeps[:2], far])


def test_damaged_bytes_are_refused(data):
    true, proba, _ = data
    written = ClassSweeps.from_proba(true, proba).to_bytes()
    for at in range(10, len(written) - 4, 7):
        body = bytearray(written[:-4])
        body[at] ^= 0x5A
        sealed = bytes(body) + struct.pack("<I", zlib.crc32(body))
        try:
            found = ClassSweeps.from_bytes(sealed)
        except ValueError:
            continue
        multiclass_auc_score(found, None)  # other numbers, and sound ones
    for short in (b"", written[:20], written[:-1], written + b"x"):
        with pytest.raises(ValueError, match="ClassSweeps"):
            ClassSweeps.from_bytes(short)


def test_no_interval_is_made_of_sweeps(data):
    true, proba, _ = data
    found = fm.confidence_interval(
        "multiclass_auc_score", ClassSweeps.from_proba(true, proba)
    )
    assert found.low is None or np.isnan(found.low)
    assert "pass the columns" in found.reason
