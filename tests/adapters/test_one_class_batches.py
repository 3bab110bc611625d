"""Parts of rows that have one class: what labels mean is decided by all of them."""

import itertools
import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import FAMILIES, METRICS
from fastmetrics.intervals.bind import is_of_numbers

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


@pytest.mark.long
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


def classes_in_order():
    """Rows of three classes, sorted, with a probability of each."""
    rng = np.random.default_rng(2)
    true = np.repeat(["a", "b", "c"], N)
    proba = rng.dirichlet(np.ones(3), 3 * N) + np.eye(3)[np.repeat(range(3), N)]
    return true, proba / proba.sum(axis=1, keepdims=True)


SEVERAL = [
    *("log_loss", "brier_score_loss", "spherical_score", "hinge_loss"),
    *("top_k_accuracy_score", "multiclass_auc_score", "multiclass_auc_aunp"),
]


def test_files_sorted_by_class_are_all_of_their_rows(tmp_path):
    true, proba = classes_in_order()
    columns = {"y": true} | {f"p{k}": proba[:, k] for k in range(3)}
    rows_ = zip(*columns.values(), strict=True)
    file = tmp_path / "rows.csv"
    lines = [",".join(columns), *(",".join(map(str, row)) for row in rows_)]
    file.write_text("\n".join(lines) + "\n")
    named = {"y_true": "y", "y_proba": ["p0", "p1", "p2"]}
    asked = {"metrics": SEVERAL, "labels": ["a", "b", "c"]}
    found = fm.evaluate_files(file, **named, **asked, memory=12_000)
    assert any("do not fit" in str(note) for note in found.notes)
    whole = fm.evaluate(true, y_proba=proba, **asked, random_state=0)
    for name in SEVERAL:
        assert found[name].estimate == pytest.approx(whole[name].estimate, rel=1e-12)
    with pytest.raises(ValueError, match="do not fit: give more memory"):
        fm.evaluate_files(file, **named, **asked, memory=4096)


def test_columns_of_several_classes_are_told_by_the_first_batch():
    true, proba = classes_in_order()
    order = np.random.default_rng(1).permutation(3 * N)
    for metric in SEVERAL:
        stream = fm.Accumulator(metric)
        with pytest.raises(ValueError, match="1 class: name all classes"):
            stream.update(true[:5], y_proba=proba[:5])
        stream.update(true[order[:9]], y_proba=proba[order[:9]])
        rest = np.sort(order[9:])
        for part in np.array_split(rest, 7):
            stream.update(true[part], y_proba=proba[part])
        whole = fm.confidence_interval(metric, true, y_proba=proba).estimate
        assert stream.compute(metric) == pytest.approx(whole, rel=1e-12)
    with pytest.raises(ValueError, match="labels must give the order"):
        fm.Accumulator("ranked_probability_score").update(true, y_proba=proba)


def test_what_needs_all_rows_is_refused():
    """These gave the mean of the values of parts."""
    stream = fm.Accumulator(("net_benefit", {"threshold": 0.4, "standardized": True}))
    with pytest.raises(ValueError, match="standardized must be False"):
        stream.update([0, 1], y_proba=[0.4, 0.6])
    stream = fm.Accumulator("percent_bias")
    stream.update([0.0, 1.0], [1.0, 2.0])
    stream.update([1.0, 2.0], [1.0, 2.0])
    assert np.isnan(stream.compute("percent_bias"))  # as the function is
    sliced = fm.Accumulator("percent_bias", by=True)
    sliced.update([0.0, 1.0, 1.0], [1.0, 2.0, 2.0], by=["a", "a", "b"])
    found = sliced.compute()
    assert np.isnan(found.by_group["percent_bias"][0])
    assert found.by_group["percent_bias"][1] == 1
    stream = fm.Accumulator("percent_bias")
    stream.update([0.0, 1.0], [1.0, 2.0], sample_weight=[0, 1])
    assert stream.compute("percent_bias") == 1
    with pytest.raises(ValueError, match="one sequence of tokens"):
        fm.Accumulator("token_error_rate").update(["a", "b"], ["a", "c"])
    with pytest.raises(ValueError, match="give one of them"):
        fm.Accumulator(("f1", {"pos_label": 0}), pos_label=1).update([0, 1], [0, 1])


def test_slices_of_several_classes_are_those_of_all_rows():
    true, proba = classes_in_order()
    said = np.where(np.arange(3 * N) % 3 > 0, true, "a")
    by = np.where(true == "a", "one class", "two")
    for metric in (*SEVERAL[:5], ("hinge_loss", {"labels": ["a", "b", "c"]})):
        settings = {} if isinstance(metric, tuple) else {"labels": ["a", "b", "c"]}
        stream = fm.Accumulator(metric, by=True, **settings)
        for part in np.array_split(np.arange(3 * N), 7):
            stream.update(true[part], y_proba=proba[part], by=by[part])
        whole = fm.by_group(metric, true, y_proba=proba, by=by)
        [*_, found], [*_, expected] = (
            one.by_group.values() for one in (stream.compute(), whole)
        )
        np.testing.assert_allclose(found, expected, 1e-12)
    for metric in ("f1_macro", ("f1", {"average": "macro"}), "mcc", "kappa"):
        stream = fm.Accumulator(metric, by=True)
        for part in np.array_split(np.arange(3 * N), 7):
            stream.update(true[part], said[part], by=by[part])
        whole = fm.by_group(metric, true, said, by=by)
        [*_, found], [*_, expected] = (
            one.by_group.values() for one in (stream.compute(), whole)
        )
        np.testing.assert_allclose(found, expected, 1e-12)


@pytest.mark.parametrize("labels", [["control", "case"], ["case", "control"]])
def test_labels_name_the_class_that_a_batch_lacks(labels):
    """Probabilities are cut into labels batch by batch, the positive label first."""
    metrics = ["accuracy_score", "brier_score_loss", "log_loss", "roc_auc_score"]
    true, proba, at = rows(("control", "case"))
    whole = fm.Accumulator(metrics, pos_label="case")
    whole.update(true, y_proba=proba)
    seen = fm.Accumulator(metrics, pos_label="case", labels=labels)
    for part in (slice(at, None), slice(0, at)):
        seen.update(true[part], y_proba=proba[part])
    assert seen.compute() == pytest.approx(whole.compute(), rel=1e-12)  # sums in parts
    alone = fm.Accumulator(metrics, pos_label="case")
    with pytest.raises(ValueError, match="pass both as labels"):
        alone.update(true[at:], y_proba=proba[at:])
