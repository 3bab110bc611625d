"""Parts of rows that have one class: what labels mean is decided by all of them."""

import itertools
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.intervals.positives import is_of_numbers

PAIRS = ((0, 1), (-1, 1), (1, 2), (0, 2), (-1, 0), ("no", "yes"))
N = 40


def mergeable(kind):
    """Metrics of one number a row and two classes that are read off summaries."""
    for name, row in METRICS.items():
        if row.kind != "metric" or not row.merges or not is_of_numbers(row):
            continue
        columns = [one.name for one in FAMILIES[row.task].arguments if one.per_model]
        if columns != [kind] or row.required:
            continue
        if {"multi_class", "strategy", "variant"} & {*row.options}:
            continue
        yield name


def rows(pair):
    rng = np.random.default_rng(5)
    scores = rng.random(N).round(3)
    positive = rng.random(N) < scores
    true = np.where(positive, *pair[::-1])
    order = np.argsort(positive, kind="stable")
    return true[order], scores[order], int(np.count_nonzero(~positive))


CUTS = {
    "sorted by class": lambda at: (0, at, N),
    "row by row": lambda at: range(N + 1),
    "one class, then both": lambda at: (0, 3, N),
    "and empty": lambda at: (0, at, at, N),
}


def answer(make):
    """A number, or the first words of the refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(make())
        except ValueError as error:
            return str(error)[:60]


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_a_stream_is_all_of_its_rows(pair):
    true, scores, at = rows(pair)
    for kind in ("y_proba", "y_score"):
        for name in mergeable(kind):
            whole = answer(
                lambda name=name: fm.confidence_interval(name, true, scores).estimate
            )
            for what, cuts in CUTS.items():

                def streamed(name=name, kind=kind, cuts=cuts):
                    stream = fm.Accumulator(name)
                    ends = [*cuts(at)]
                    for a, b in itertools.pairwise(ends):
                        stream.update(true[a:b], **{kind: scores[a:b]})
                    again = fm.Accumulator.from_bytes(stream.to_bytes())
                    return again.compute(name)

                found = answer(streamed)
                if isinstance(whole, str):
                    assert isinstance(found, str), (name, what)
                else:
                    assert found == pytest.approx(whole, rel=1e-9), (name, what)


@one_case("pair", [(0, 1), (-1, 1), ("no", "yes")])
def test_a_slice_of_one_class_is_judged_as_the_others_are(pair):
    true, scores, _ = rows(pair)
    by = np.where(true == pair[1], "one class", "the other")
    positive = "yes" if "yes" in pair else None
    told = (true == pair[1]).astype(int)
    for name in ("hinge_loss", "spherical_score", "brier_score_loss"):
        sliced = fm.by_group(name, true, y_proba=scores, by=by, pos_label=positive)
        stream = fm.Accumulator(name, by=True, pos_label=positive)
        stream.update(true, y_proba=scores, by=by)
        for slice_ in ("one class", "the other"):
            mine = by == slice_
            expected = getattr(fm, name)(told[mine], scores[mine], labels=[0, 1])
            for found in (sliced, stream.compute()):
                estimate = found.interval(slice_, name).estimate
                assert estimate == pytest.approx(expected, rel=1e-12)


def test_a_sequential_test_takes_batches_of_one_class():
    true, scores, at = rows((0, 1))
    test = fm.SequentialTest("hinge_loss", bounds=(0, 2), null=1)
    for part in (slice(0, at), slice(at, N)):
        test.update(true[part], y_proba=scores[part])
    assert test.result().estimate == pytest.approx(fm.hinge_loss(true, scores))


def test_classes_are_part_of_the_state():
    first, second = fm.Accumulator("log_loss"), fm.Accumulator("log_loss")
    first.update([1, 1], y_proba=[0.4, 0.6])
    second.update([0, 0], y_proba=[0.4, 0.6])
    both = first + second
    expected = fm.log_loss([1, 1, 0, 0], [0.4, 0.6, 0.4, 0.6])
    assert both.compute("log_loss") == pytest.approx(expected, rel=1e-14)
    third = fm.Accumulator("expected_calibration_error")
    third.update([1, 1], y_proba=[0.4, 0.6])
    before = third.to_bytes()
    with pytest.raises(ValueError, match=r"takes value in {1, 2} and pos_label"):
        third.update([2, 1], y_proba=[0.4, 0.6])
    assert third.to_bytes() == before
    other = fm.Accumulator("expected_calibration_error")
    other.update([-1, -1], y_proba=[0.4, 0.6])
    zeros = fm.Accumulator("expected_calibration_error")
    zeros.update([0, 0], y_proba=[0.4, 0.6])
    with pytest.raises(ValueError, match=r"takes value in {-1, 0}"):
        other + zeros


@one_case("first", [["a", "b"], ["a", "a"]])
def test_classes_of_labels_unite(first):
    true, said = [*first, "c", "b"], [*first, "a", "c"]
    stream = fm.Accumulator(["accuracy", "f1_macro", "mcc"])
    for rows_ in (slice(0, 2), slice(2, 4)):
        stream.update(true[rows_], said[rows_])
    assert stream.compute("accuracy") == fm.accuracy_score(true, said)
    expected = fm.f1_score(true, said, average="macro")
    assert stream.compute("f1_macro") == pytest.approx(expected, rel=1e-12)
    expected = fm.matthews_corrcoef(true, said)
    assert stream.compute("mcc") == pytest.approx(expected, rel=1e-12)
