"""evaluate_files: what rows give in memory, whatever the limit, files and blocks."""

import math
import os
import signal

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full
from helpers.uncounted import uncounted

import fastmetrics as fm
from fastmetrics import evaluate, evaluate_files
from fastmetrics.adapters import files, kept_rows, key_ranges, paired_scores
from fastmetrics.catalog import find
from fastmetrics.readers import DataError
from fastmetrics.readers.columns import bytes_of, free_memory
from fastmetrics.resampling import score_rows
from fastmetrics.show.words import in_language

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

N = 24_000
# What "100k" can hold of keys of 8 bytes is a third of these rows, "200k" a half.
SMALL = ("100k", "200k", "500k")


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(7)
    y = rng.random(N) < 0.3
    score = rng.normal(size=N) + y
    return pd.DataFrame(
        {
            "y": y,
            "score": score,
            "rounded": np.round(score, 1),
            "half": np.where(rng.random(N) < 0.5, 0.0, score),  # one score of many rows
            "rising": np.sort(score),
            "pred": score > 0.5,
            "w": rng.random(N),
        }
    )


def written(frame, folder, n=4):
    """Write a frame to some files and return their folder."""
    for i, part in enumerate(np.array_split(np.arange(len(frame)), n)):
        frame.iloc[part].to_parquet(folder / f"{i}.parquet", row_group_size=5_000)
    return folder


@pytest.fixture(scope="module")
def folder(frame, tmp_path_factory):
    return written(frame, tmp_path_factory.mktemp("rows"))


def value_of(name, *columns, **options):
    """Return what the function of a metric gives."""
    row = find(name)
    found = row.public(*columns, **{**row.parameters, **options})
    return found[-1] if isinstance(found, tuple) else found


def test_what_fits_is_judged_as_ever(frame, folder):
    given = {"n_resamples": 19, "random_state": 3, "metrics": ["roc_auc", "ap"]}
    whole = evaluate(frame.y, y_score=frame.score, **given)
    for memory in ("25%", "1G", 10**9):
        found = evaluate_files(folder, y_true="y", y_score="score", memory=memory,
                               **given)  # fmt: skip
        assert found.to_dict() == whole.to_dict()


@pytest.mark.long
@one_case("memory", SMALL)
@one_case("column", ["score", "rounded", "half", "rising"])
def test_every_value_is_that_of_the_rows_to_the_bit(column, memory, frame, folder):
    found = evaluate_files(folder, y_true="y", y_score=column, y_pred="pred",
                           memory=memory)  # fmt: skip
    values = found.values["model"]
    assert {
        "roc_auc_score",
        "average_precision_score",
        "best_f1",
        "accuracy_score",
    } <= ({*values})
    for name, one in values.items():
        scored = find(name).task == "binary_scores"
        columns = frame.y, frame[column] if scored else frame.pred
        assert one.estimate == value_of(name, *columns), name
    assert found.n_rows == N


@one_case("memory", SMALL)
def test_intervals_of_areas_come_in_the_same_passes(memory, frame, folder):
    names = ["roc_auc_score", "gini_coefficient"]
    whole = evaluate(frame.y, y_score=frame.score, metrics=names)
    found = evaluate_files(folder, y_true="y", y_score="score", memory=memory)
    for name in names:
        ours, theirs = found[name], whole[name]
        assert (ours.low, ours.high) == (theirs.low, theirs.high)
        assert ours.method == theirs.method


def test_intervals_of_other_curves_are_of_cells_counted_in_the_passes(frame, folder):
    names = ["average_precision", "aurc", "lift", "ks", "best_f1"]
    given = {"metrics": names, "random_state": 0}
    whole = evaluate(frame.y, y_score=frame.score, **given)
    one, other = (
        evaluate_files(folder, y_true="y", y_score="score", memory=memory, **given)
        for memory in ("100k", "200k")
    )
    for name in names:
        assert tuple(one[name]) == tuple(other[name]), name  # for any ranges
        # Replicates of cells are drawn in another way: bounds have a Monte Carlo error
        # of some 2 % of the width.
        near = 0.1 * (whole[name].high - whole[name].low)
        for end in ("low", "high"):
            bounds = getattr(one[name], end), getattr(whole[name], end)
            assert bounds[0] == pytest.approx(bounds[1], abs=near), name
    methods = {name: one[name].method for name in names}
    assert methods["average_precision"] == "bca-cells"
    assert methods["ks"] == methods["best_f1"] == "smoothed-cells"
    weighted = evaluate_files(folder, y_true="y", y_score="score", sample_weight="w",
                              memory="200k", metrics=names)  # fmt: skip
    assert "read in ranges kept no rows" in weighted["average_precision"].reason


def test_areas_of_models_are_compared_in_one_more_pass(frame, folder, monkeypatch):
    scores = {"a": "score", "b": "rounded", "c": "half", "same": "score"}
    given = {"metrics": ["roc_auc", "gini_coefficient"], "n_resamples": 2}
    columns = {model: frame[name] for model, name in scores.items()}
    whole = evaluate(frame.y, y_score=columns, **given)
    found, coarse = [], []
    for share, reports in ((paired_scores.PAIR_SHARES, found), (300, coarse)):
        monkeypatch.setattr(paired_scores, "PAIR_SHARES", share)
        report = evaluate_files(folder, y_true="y", y_score=scores, memory="300k",
                                **given)  # fmt: skip
        reports.append(report)
    alone = evaluate_files(folder, y_true="y", y_score="score", memory="75k", **given)
    assert "read in 4 passes" in alone.notes[0]
    assert "read in 5 passes" in found[0].notes[0]
    for pair in (("a", "b"), ("a", "c"), ("b", "same")):
        for name in given["metrics"]:
            expected = whole.differences[pair][name]
            # Cells are single scores, as there are fewer rows than parts of a class:
            # sums of squares of whole numbers, or of their halves in [0, 1].
            one = found[0].differences[pair][name]
            assert one.method == expected.method
            assert tuple(one) == pytest.approx(tuple(expected), rel=1e-11)
            # A placement is known to 1/600, and errors are as often above as below.
            one = coarse[0].differences[pair][name]
            assert one.estimate == expected.estimate
            error = expected.standard_error
            assert one.standard_error == pytest.approx(error, rel=0.02)
    assert "estimated as 0" in found[0].differences["a", "same"]["roc_auc"].reason


CURVES = ["roc_auc", "average_precision", "aurc", "lift", "ks", "best_f1"]
PAIRS = {"a": "score", "b": "rounded", "c": "half"}


def compared(folder, memory="300k", metrics=CURVES, scores=PAIRS, **options):
    given = {"metrics": metrics, "n_resamples": 199, "random_state": 3, **options}
    return evaluate_files(folder, y_true="y", y_score=scores, memory=memory, **given)


@pytest.mark.long
@pytest.mark.parametrize("by_cells", [True, False])
def test_other_curves_of_models_are_compared_as_in_memory(
    frame, folder, monkeypatch, by_cells
):
    """If all rows are kept, differences are made of the replicates of all rows.

    Where those are not read off cells, thresholds inside cells make a difference, and
    smoothed replicates are other draws.
    """
    if by_cells:
        monkeypatch.setattr(score_rows, "MOST_WALKED", 0)
    found = compared(folder)
    assert "read in 4 passes" in found.notes[0]
    columns = {model: frame[name] for model, name in PAIRS.items()}
    given = {"metrics": CURVES, "n_resamples": 199, "random_state": 3}
    whole = evaluate(frame.y, y_score=columns, **given)
    for pair, wanted in whole.differences.items():
        for name, expected in wanted.items():
            one = found.differences[pair][name]
            assert one.method.removesuffix("-cells") == expected.method.removesuffix(
                "-cells"
            )
            width = expected.high - expected.low
            near = 1e-6 if by_cells else 0.15
            for ours, theirs in zip(one, expected, strict=True):
                assert ours == pytest.approx(theirs, abs=near * width), (pair, name)
            p = whole.p_value(pair, name)
            assert found.p_value(pair, name) == pytest.approx(p, abs=near)
    found = found.differences["a", "b"]
    assert found["average_precision"].method == "bca-cells"
    assert found["ks"].method == found["best_f1"].method == "smoothed-cells"


@pytest.mark.long
def test_a_model_of_labels_alone_beside_two_of_scores(folder):
    given = {"metrics": ["roc_auc", "accuracy"], "scores": {"a": "score", "b": "half"}}
    found = compared(folder, y_pred={"c": "pred"}, **given)
    alone = compared(folder, **{**given, "metrics": ["roc_auc"]})
    assert [*found.differences["a", "b"]] == ["roc_auc_score"]
    one, other = (each.differences["a", "b"]["roc_auc"] for each in (found, alone))
    assert tuple(one) == tuple(other)
    assert np.isfinite(found.values["c"]["accuracy_score"].low)


def test_models_are_compared_by_a_sample_of_many_rows(frame, folder, monkeypatch):
    """Each class has rows in it, and the kept ones stand for all of the class."""
    whole = compared(folder, n_resamples=999)
    monkeypatch.setattr(paired_scores, "_MOST_KEPT", 6_000)
    few = [compared(folder, memory, n_resamples=999) for memory in ("300k", "700k")]
    for pair, wanted in whole.differences.items():
        for name, expected in wanted.items():
            one, other = (report.differences[pair][name] for report in few)
            assert tuple(one) == tuple(other), (pair, name)  # for any blocks
            assert one.estimate == expected.estimate
            if name == "roc_auc":  # all rows were placed
                assert tuple(one) == tuple(expected)
                continue
            # Two standard errors of 999 replicates, of 6,000 rows and of 24,000.
            error = expected.standard_error
            assert one.standard_error == pytest.approx(error, rel=0.25), (pair, name)
            width = expected.high - expected.low
            assert one.low == pytest.approx(expected.low, abs=0.25 * width)
            assert one.high == pytest.approx(expected.high, abs=0.25 * width)


def test_areas_of_models_are_compared_by_the_bootstrap_as_well(folder):
    delong, bca = (
        compared(folder, metrics=["roc_auc"], method=method).differences["a", "b"]
        for method in ("auto", "bca")
    )
    one, other = bca["roc_auc"], delong["roc_auc"]
    assert one.method == "bca-cells"
    assert one.standard_error == pytest.approx(other.standard_error, rel=0.15)


def test_replicates_are_drawn_once_for_all_pairs_and_metrics(folder, monkeypatch):
    drawn = []

    def counted(models, reducers, *options, **more):
        drawn.append(len(reducers))
        return replicates(models, reducers, *options, **more)

    replicates = score_rows.replicates
    monkeypatch.setattr(score_rows, "replicates", counted)
    scores = dict(zip("abc", ["score", "rounded", "rising"], strict=True))
    compared(folder, metrics=["average_precision", "lift", "ks"], scores=scores)
    # Of each of three models alone and in pairs: plain replicates and smoothed ones.
    assert sorted(drawn) == [1] * 6 + [2] * 6


def test_models_of_rows_of_one_class_have_no_difference(frame, tmp_path):
    ones = written(frame.assign(y=1), tmp_path)
    with pytest.warns(fm.exceptions.UndefinedMetricWarning):
        found = compared(ones, metrics=["roc_auc", "aurc"])
    for one in found.differences["a", "b"].values():
        assert math.isnan(one.low)
        assert one.reason


def test_weights_and_several_models(frame, folder):
    # Sums of weights are taken in another order.
    found = evaluate_files(folder, y_true="y", y_score={"a": "score", "b": "rounded"},
                           sample_weight="w", memory="200k")  # fmt: skip
    for model, column in (("a", "score"), ("b", "rounded")):
        for name, one in found.values[model].items():
            expected = value_of(name, frame.y, frame[column], sample_weight=frame.w)
            assert one.estimate == pytest.approx(expected, rel=1e-12), (model, name)


def test_files_of_different_types_have_their_common_one(frame, tmp_path):
    halves = frame.iloc[: N // 2].copy(), frame.iloc[N // 2 :].copy()
    halves[0]["score"] = (halves[0].score * 100).astype(np.int32)
    halves[1]["y"] = halves[1].y.astype(np.int8)
    for i, half in enumerate(halves):
        half.to_parquet(tmp_path / f"{i}.parquet")
    y, score = (np.concatenate([half[n] for half in halves]) for n in ("y", "score"))
    for memory in ("100k", "1G"):
        found = evaluate_files(tmp_path, y_true="y", y_score="score", memory=memory,
                               metrics=["roc_auc"])  # fmt: skip
        assert found["roc_auc"].estimate == fm.roc_auc_score(y, score)


def test_words_as_labels_and_probabilities(frame, tmp_path):
    data = frame.assign(
        word=np.where(frame.y, "case", "none"), p=1 / (1 + np.exp(-frame.score))
    )
    written(data, tmp_path)
    found = evaluate_files(tmp_path, y_true="word", y_proba="p", pos_label="case",
                           memory="100k")  # fmt: skip
    assert found["roc_auc_score"].estimate == fm.roc_auc_score(frame.y, data.p)
    expected = fm.brier_score_loss(frame.y, data.p)
    assert found["brier_score_loss"].estimate == pytest.approx(expected, rel=1e-12)
    assert found["accuracy_score"].estimate == fm.accuracy_score(frame.y, data.p >= 0.5)


def test_parts_without_positives(frame, tmp_path):
    written(frame.sort_values("y"), tmp_path)
    found = evaluate_files(tmp_path, y_true="y", y_score="score", memory="100k")
    assert found["roc_auc_score"].estimate == fm.roc_auc_score(frame.y, frame.score)
    written(frame.assign(y=False), tmp_path)
    with pytest.warns(fm.UndefinedMetricWarning):
        none = evaluate_files(tmp_path, y_true="y", y_score="score", memory="100k",
                              metrics=["roc_auc"])  # fmt: skip
    assert math.isnan(none["roc_auc"].estimate)


def test_memory_below_everything_is_the_least_there_is(frame, tmp_path):
    frame.to_parquet(tmp_path / "one.parquet")  # one row group, larger than the limit
    found = evaluate_files(tmp_path, y_true="y", y_score="score", memory=1)
    assert found["roc_auc_score"].estimate == fm.roc_auc_score(frame.y, frame.score)


def test_ranges_that_a_sample_cuts_badly(frame, folder, monkeypatch):
    # Of four keys it knows next to nothing; ranges are cut while they are gathered.
    monkeypatch.setattr(key_ranges, "_SAMPLE", 4)
    monkeypatch.setattr(key_ranges, "_TILE", 1000)
    found = evaluate_files(folder, y_true="y", y_score="score", memory="100k")
    assert found["roc_auc_score"].estimate == fm.roc_auc_score(frame.y, frame.score)


def test_counts_of_a_stream_need_no_second_pass(frame):
    blocks = (frame.iloc[at : at + 7_000] for at in range(0, N, 7_000))
    found = evaluate_files(blocks, y_true="y", y_pred="pred", memory="10k")
    assert found["accuracy_score"].estimate == fm.accuracy_score(frame.y, frame.pred)


def test_what_was_done_is_told(folder):
    found = evaluate_files(folder, y_true="y", y_score="score", memory="100k")
    told = "rows do not fit into 100.0 kB: read in 3 passes"
    assert told in found.notes
    for note in found.notes:
        assert in_language(note, "zh") != str(note)
    seen = []
    given = {"y_true": "y", "y_score": "score", "metrics": ["roc_auc"]}
    evaluate_files(folder, **given, memory="100k", progress=lambda *at: seen.append(at))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1] == 3 * N


@pytest.mark.parametrize("lasting", [True, False])
def test_approximately_there_is_one_pass_and_every_value_within_bounds(
    lasting, frame, folder, monkeypatch
):
    named = {"y_true": "y", "y_score": "score", "metrics": ["roc_auc", "ap"]}
    named |= {"memory": "100k", "approximate": True}

    def rows():
        return folder if lasting else (frame[i::4] for i in range(4))

    exact = evaluate_files(rows(), **named)  # fewer scores than a sketch can hold
    assert exact["roc_auc"].estimate == fm.roc_auc_score(frame.y, frame.score)
    monkeypatch.setattr(files, "_INTERVALS", 500)
    found = evaluate_files(rows(), **named)
    told = "scores are held as a sketch of at most 500 intervals"
    assert found.notes[:2] == (
        "rows do not fit into 100.0 kB: read in one pass",
        told,
    )
    assert in_language(found.notes[1], "zh") == "得分以草图保存，最多 500 个区间"
    assert found["roc_auc"].method == "inverted-delong+sketch"
    assert found["roc_auc"].estimate == pytest.approx(
        exact["roc_auc"].estimate, abs=0.005
    )
    assert found["roc_auc"].low < exact["roc_auc"].low
    assert found["roc_auc"].high > exact["roc_auc"].high
    assert found["ap"].estimate == pytest.approx(exact["ap"].estimate, abs=0.005)
    assert "kept none that replicates draw" in found["ap"].reason
    fits = evaluate_files(rows(), **{**named, "memory": "1G"})
    assert fits["roc_auc"].method == "inverted-delong"
    with pytest.raises(TypeError, match="approximate must be"):
        evaluate_files(rows(), **{**named, "approximate": "yes"})
    with pytest.raises(TypeError, match="stratified must be"):
        evaluate_files(rows(), **named, stratified=10**24)


# --- slices, and the page


@pytest.fixture(scope="module")
def sliced(frame, tmp_path_factory):
    """The same rows with columns to be sliced by, and their folder."""
    data = frame.assign(
        site=np.array(["north", "south", "west"])[np.arange(N) % 7 % 3],
        age=np.arange(N) % 5 // 3,
    )
    return data, written(data, tmp_path_factory.mktemp("sliced"))


@pytest.mark.long
@one_case(
    "by, memory",
    [("site", "100k"), (["site", "age"], "100k"), ({"where": "site"}, "1G")],
)
def test_slices_are_those_of_the_rows(by, memory, sliced):
    data, folder = sliced
    names = by if isinstance(by, dict) else {n: n for n in np.ravel(by).tolist()}
    given = {"metrics": ["accuracy", "f1", "recall"], "random_state": 0}
    columns = {name: data[column] for name, column in names.items()}
    whole = evaluate(data.y, data.pred, by=columns, **given)
    found = evaluate_files(
        folder, y_true="y", y_pred="pred", by=by, memory=memory, **given
    )
    assert uncounted(found.slices).to_dict() == uncounted(whole.slices).to_dict()
    assert found.to_dict()["models"] == whole.to_dict()["models"]
    seen = fm.accumulate(folder, given["metrics"], y_true="y", y_pred="pred", by=by)
    assert seen.compute().to_dict() == whole.slices.to_dict()


# A slice of most rows, which alone does not fit; some of few; one of a single class.
def uneven(frame, rng):
    site = rng.choice(["a", "b", "c", "d", "e", "f"], N, p=[0.6, 0.2, 0.1, 0.08, 0.015,
                                                            0.005])  # fmt: skip
    site[(site == "f") & frame.y.to_numpy()] = "b"
    label = np.where(frame.y, "case", "control")
    worse = frame.score + rng.normal(size=N).round(2)
    return frame.assign(site=site, age=rng.integers(0, 3, N), label=label, worse=worse)


@pytest.fixture(scope="module")
def apart(frame, tmp_path_factory):
    data = uneven(frame, np.random.default_rng(3))
    return data, written(data, tmp_path_factory.mktemp("apart"))


AREAS = ["roc_auc", "accuracy"]
CURVES = ["average_precision", "ks", "best_f1"]


@pytest.mark.long
@one_case("score", ["score", "rounded", "half"])
def test_slices_of_areas_are_those_of_the_rows(score, apart):
    data, folder = apart
    given = {"metrics": AREAS, "random_state": 0, "pos_label": "case"}
    pred = np.where(data.pred, "case", "control")
    whole = evaluate(
        data.label, pred, y_score=data[score], by={"site": data.site}, **given
    )
    named = {"y_true": "label", "y_score": score, "by": "site", "threshold": 0.5}
    given["metrics"] = ["roc_auc"]
    for memory in SMALL if score == "half" else SMALL[:1]:
        found = evaluate_files(folder, **named, memory=memory, **given)
        check_slices_of_areas(found, whole.slices)


def check_slices_of_areas(found, rows):
    mine = found.slices
    # Pairs are counted: values and DeLong's bounds to the bit.
    assert mine.n_samples == rows.n_samples
    assert mine.overall["roc_auc"] == rows.overall["roc_auc"]
    for site in "abcde":
        one, other = (g.interval(site, "roc_auc") for g in (mine, rows))
        assert tuple(one) == tuple(other)
        assert (one.method, one.standard_error) == (other.method, other.standard_error)
    assert np.isnan(mine.interval("f", "roc_auc").estimate)
    for what in ("difference_interval", "ratio_interval"):
        one, other = (getattr(g, what)("roc_auc") for g in (mine, rows))
        assert tuple(one) == tuple(other)
        assert one.n_undefined == 1
    assert "read in" in found.notes[0]
    assert not any("no slices" in note for note in found.notes)


@pytest.mark.long
def test_slices_of_models_and_of_several_columns(apart):
    data, folder = apart
    scores = {"one": "score", "two": "worse"}
    named = {"y_true": "y", "y_score": scores, "by": ["site", "age"]}
    found = evaluate_files(
        folder, **named, metrics=["roc_auc", *CURVES], memory="200k"
    ).slices
    whole = fm.by_group(
        ["roc_auc", *CURVES],
        data.y,
        y_score={model: data[name] for model, name in scores.items()},
        by=data[["site", "age"]],
    )
    assert found.n_samples == whole.n_samples
    for name in ("roc_auc", *CURVES):
        # Counted, and reduced in one order: no tolerance.
        np.testing.assert_array_equal(
            found.by_group[name], whole.by_group[name].to_numpy()
        )
        assert found.overall["two"][name] == whole.overall["two"][name]
    one = found.interval(("b", 1), "ks", "one")
    assert np.isnan(one.low)
    assert "read in ranges kept no rows" in one.reason


def test_slices_of_weighted_scores(apart, tmp_path):
    data, _ = apart
    weights = data.w.where(data.age > 0, 0.0)
    written(data.assign(w=weights), tmp_path)
    metrics = ["roc_auc", "average_precision"]
    named = {"y_true": "y", "y_score": "rounded", "by": "site", "sample_weight": "w"}
    whole = fm.by_group(
        metrics, data.y, y_score=data.rounded, sample_weight=weights, by=data.site
    )
    for memory in SMALL:
        found = evaluate_files(tmp_path, **named, metrics=metrics, memory=memory).slices
        assert found.n_samples == whole.n_samples
        for name in metrics:
            # Weights are added up in another order.
            np.testing.assert_allclose(
                found.by_group[name], whole.by_group[name], rtol=1e-12
            )


@pytest.mark.long
def test_slices_beside_those_of_counts(apart):
    data, folder = apart
    named = {"y_true": "y", "y_score": "score", "y_pred": "pred", "by": "site"}
    metrics = ["roc_auc", "accuracy", "ap"]
    seen = []
    found = evaluate_files(
        folder,
        **named,
        metrics=metrics,
        memory="200k",
        random_state=0,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert {*found.slices.metrics} == {*metrics}
    whole = evaluate(
        data.y, data.pred, by={"site": data.site}, metrics=["accuracy"], random_state=0
    )
    one, other = found.slices, whole.slices
    assert tuple(one.interval("c", "accuracy")) == tuple(
        other.interval("c", "accuracy")
    )
    assert one.interval("c", "ap").estimate == fm.average_precision_score(
        data.y[data.site == "c"], data.score[data.site == "c"]
    )
    assert "Value and interval of each slice" in full(found)
    read = [(done, total) for done, total in seen if total >= N]
    assert all(done <= total for done, total in read)
    n_passes = int(found.notes[0].split("read in ")[1].split()[0])
    assert max(done for done, _ in read) == n_passes * N
    unasked = evaluate_files(folder, **named, memory="200k", n_resamples=2)
    whole = evaluate(
        data.y, data.pred, y_score=data.score, by={"site": data.site}, n_resamples=2
    )
    assert {*unasked.slices.metrics} == {*whole.slices.metrics}
    alone = evaluate_files(
        folder, y_true="y", y_score="score", by="site", memory="200k"
    )
    assert alone.slices.metrics == ("roc_auc_score",)


def test_many_small_slices(frame, tmp_path):
    rng = np.random.default_rng(4)
    data = frame[: N // 2]
    data = data.assign(user=rng.integers(0, 500, len(data)).astype(float))
    named = {"y_true": "y", "y_score": "rounded", "by": "user"}
    found = evaluate_files(
        written(data, tmp_path), **named, metrics=["roc_auc"], memory="100k"
    ).slices
    whole = fm.by_group("roc_auc", data.y, y_score=data.rounded, by=data.user)
    np.testing.assert_array_equal(found.by_group["roc_auc"], whole.by_group["roc_auc"])


def test_scores_that_are_read_once_have_no_slices(sliced):
    data, folder = sliced
    columns = {"y_true": "y", "y_score": "score", "y_pred": "pred", "by": "site"}
    metrics = ["roc_auc", "accuracy", "ap"]
    found = evaluate_files(
        folder, **columns, metrics=metrics, memory="100k", approximate=True
    )
    assert found.slices.metrics == ("accuracy",)
    told = "no slices of roc_auc, ap: the scores of each do not fit into memory"
    assert told in found.notes
    assert "分片" in in_language(found.notes[found.notes.index(told)], "zh")
    blocks = (data.iloc[at : at + 7_000] for at in range(0, N, 7_000))
    named = {"y_true": "y", "y_score": "rounded", "by": "site"}
    none = evaluate_files(blocks, **named, metrics=["roc_auc"], memory="100k")
    assert none.slices is None
    assert none.notes[-1].startswith("no slices of roc_auc:")
    with pytest.raises(TypeError, match="by must be the name of a column"):
        evaluate_files(folder, **{**columns, "by": 3}, metrics=metrics)


def test_a_slice_that_appears_between_passes_is_an_error():
    seen = kept_rows.NumberedSlices("raise")
    first = seen.numbers_of({"site": np.array(["b", "c", "b"])}, is_first_pass=True)
    second = seen.numbers_of({"site": np.array(["a", "c"])}, is_first_pass=True)
    assert (first.tolist(), second.tolist()) == ([0, 1, 0], [2, 1])
    slices, numbers = seen.ascending()
    assert slices.values[0].tolist() == ["a", "b", "c"]
    assert seen.n_rows[numbers].tolist() == [1, 2, 2]
    with pytest.raises(ValueError, match="site has changed while it was read"):
        seen.numbers_of({"site": np.array(["a", "d"])}, is_first_pass=False)


def test_the_page_of_passes_is_that_of_the_rows(sliced):
    data, folder = sliced
    given = {"metrics": ["roc_auc", "accuracy", "f1"], "random_state": 0}
    columns = {"y_true": "y", "y_score": "score", "y_pred": "pred"}
    whole = evaluate(data.y, data.pred, y_score=data.score, **given)
    found = evaluate_files(folder, **columns, memory="100k", **given)
    pages = [full(one).split("\nNotes\n") for one in (whole, found)]
    assert pages[0][0] == pages[1][0]
    told = [note for note in found.notes if note not in whole.notes]
    assert len(told) == 1
    assert "read in" in told[0]
    for name in ("n_positive", "n_negative", "prevalence", "kind"):
        assert getattr(found, name) == getattr(whole, name)
    of_rows, of_passes = whole.to_dict(), found.to_dict()
    for name in ("classes", "per_class", "confusion"):
        assert of_passes[name] == of_rows[name]
    weighted = evaluate_files(
        folder, **columns, sample_weight="w", memory="100k", metrics=["roc_auc"]
    )
    assert weighted.n_positive is None  # of sums of weights nobody knows the rows
    assert weighted.weight_positive == pytest.approx(data.w[data.y].sum(), rel=1e-12)
    assert "24,000 rows\n" in full(weighted)


# --- bad days


def test_a_stream_that_outgrows_memory_says_what_to_do(frame):
    blocks = (frame.iloc[at : at + 7_000] for at in range(0, N, 7_000))
    with pytest.raises(ValueError, match=r"do not fit into 100\.0 kB, and a stream "
                       "cannot be read again: write it to a file"):  # fmt: skip
        evaluate_files(blocks, y_true="y", y_score="score", memory="100k")


def test_what_needs_all_rows_says_so(folder):
    for given, message in (
        ({"groups": "rounded"}, r"groups needs all rows in memory"),
        ({"stratified": True}, "stratified needs all rows in memory"),
        ({"metrics": ["roc_auc_by_group"]}, "cannot be accumulated"),
    ):
        with pytest.raises(ValueError, match=message):
            evaluate_files(folder, y_true="y", y_score="score", memory="100k", **given)


@pytest.mark.parametrize("change", ["time", "rows", "gone"])
def test_a_file_that_changes_between_passes_is_named(change, frame, tmp_path):
    written(frame, tmp_path)
    victim = tmp_path / "1.parquet"

    def do_harm(done, total):
        if done != N:  # the end of the first pass
            return
        if change == "time":
            os.utime(victim, ns=(1, 1))
        elif change == "gone":
            victim.unlink()
        else:
            status = victim.stat()
            frame.iloc[:100].to_parquet(victim)
            os.utime(victim, ns=(status.st_atime_ns, status.st_mtime_ns))

    with pytest.raises(DataError, match=r"1\.parquet: "):
        evaluate_files(tmp_path, y_true="y", y_score="score", memory="100k",
                       progress=do_harm)  # fmt: skip


def test_ctrl_c_ends_it_within_a_block(folder):
    seen = []

    def interrupt(done, total):
        seen.append(done)
        signal.raise_signal(signal.SIGINT)

    # Where the tests run in the background, a shell has it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            evaluate_files(folder, y_true="y", y_score="score", memory="100k",
                           progress=interrupt)  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(seen) == 1


# --- how much memory


def test_memory_as_people_say_it():
    assert bytes_of("4G") == 4 * 10**9
    assert bytes_of(" 1.5 kB") == 1500
    free = free_memory()
    if free is not None:
        assert bytes_of("50%") == pytest.approx(free / 2, rel=0.2)  # others take some


@one_case("memory", ["", "x", "-1", "0", 0, -5, True, None, math.inf])
def test_memory_that_is_none(memory):
    with pytest.raises(ValueError, match="memory must be a number of bytes, a text"):
        bytes_of(memory)


@one_case("strict", [False, True])
@one_case("limit", ["2G", "100k"])
def test_the_cut_is_said_however_files_are_read(tmp_path, limit, strict):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 4_000)
    p = np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0, 1), 2)
    names = ["recall"]
    folder = written(pd.DataFrame({"y": y, "p": p}), tmp_path)
    expected = evaluate(y, y_proba=p, strict=strict, metrics=names)
    sign = ">" if strict else "≥"
    options = {"strict": True} if strict else {}
    for given, at in ({"y_proba": "p"}, 0.5), ({"y_score": "p", "threshold": 0.5}, 0.5):
        made = evaluate_files(
            folder, y_true="y", memory=limit, metrics=names, **given, **options
        )
        assert made["recall"].estimate == expected["recall"].estimate
        assert f"labels of scores are positive where score {sign} {at}" in full(made)
        assert (made.threshold, made.strict) == (at, strict)
    seen = fm.accumulate(folder, names, y_true="y", y_proba="p", **options)
    for one in (seen, fm.Accumulator.from_bytes(seen.to_bytes()), seen.copy()):
        assert f"score {sign} 0.5" in full(evaluate(one))
    both = seen + fm.accumulate(folder, names, y_true="y", y_proba="p", **options)
    assert f"score {sign} 0.5" in full(evaluate(both))
    # Labels that were given were cut by nobody.
    labels = pd.DataFrame({"y": y, "p": p, "l": (p > 0.7).astype(int)})
    given = fm.accumulate(labels, names, y_true="y", y_pred="l", y_proba="p")
    assert "positive where" not in full(evaluate(given))


def test_folds_of_a_file_have_a_target(tmp_path):
    y, score = [0, 1] * 30, [0.1 * (i % 7) + 0.2 * (i % 2) for i in range(60)]
    path = tmp_path / "folds.csv"
    rows = (f"{a},{b},{i % 5}" for i, (a, b) in enumerate(zip(y, score, strict=True)))
    path.write_text("\n".join(["y,s,fold", *rows]))
    asked = {"y_true": "y", "y_score": "s", "metrics": ["roc_auc"]}
    for target in (None, "learner", "models"):
        found = fm.evaluate_files(path, folds="fold", target=target, **asked)
        made = fm.evaluate(
            y,
            y_score=score,
            folds=[i % 5 for i in range(60)],
            target=target,
            metrics=["roc_auc"],
        )
        one, other = found["roc_auc"], made["roc_auc"]
        assert (one.low, one.high, one.target) == (other.low, other.high, other.target)
    with pytest.raises(ValueError, match="target is for out-of-fold predictions"):
        fm.evaluate_files(path, target="models", memory=1000, **asked)
