"""Dask: what partitions give, merged by tasks, is what all rows give in memory."""

import itertools
import os
import signal

import numpy as np
import pytest
from helpers.shown import full
from helpers.uncounted import uncounted

import fastmetrics as fm
import fastmetrics.dask

dask = pytest.importorskip("dask", reason="Dask is not installed")
da = pytest.importorskip("dask.array", reason="Dask has no arrays here")
dd = pytest.importorskip("dask.dataframe", reason="Dask has no data frames here")
pd = pytest.importorskip("pandas", reason="pandas is not installed")

from fastmetrics import Accumulator  # noqa: E402
from fastmetrics.dask import accumulate, evaluate  # noqa: E402

N = 900


@pytest.fixture
def rows(rng):
    y = rng.integers(0, 2, N)
    p = np.clip(0.4 * y + 0.6 * rng.random(N), 0, 1)
    return pd.DataFrame(
        {
            "y": y,
            "p": p,
            "other": rng.random(N),
            "said": (p > 0.5).astype(int),
            "w": rng.integers(1, 4, N),
            "x": rng.normal(size=N),
        }
    )


def frame_of(parts):
    return dd.from_map(lambda part: part, parts, meta=parts[0].iloc[:0])


@pytest.fixture
def cut(rows):
    """The rows in eleven partitions: empty ones, and such of one class."""
    by_class = rows.sort_values("y", kind="stable").reset_index(drop=True)
    bounds = [0, 0, 1, 100, 101, 300, 450, 451, 451, 700, 899, 900]
    return by_class, frame_of(
        [by_class.iloc[a:b] for a, b in itertools.pairwise(bounds)]
    )


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip(
        "distributed", reason="dask.distributed is not installed"
    )
    with (
        # A dashboard on any free port: two clusters may run at a time.
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=":0",
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


COUNTED = ["roc_auc", "average_precision", "accuracy", "f1", "matthews_corrcoef"]
SUMMED = ["log_loss", "brier_score"]


def held_against_memory(found, rows, columns):
    for name in COUNTED[:2]:
        # Counted: no tolerance.
        assert found.compute(name) == fm.catalog.find(name).public(
            rows[columns[0]], rows[columns[1]]
        )
    for name in COUNTED[2:]:
        said = rows[columns[1]] >= 0.5
        assert found.compute(name) == fm.catalog.find(name).public(rows["y"], said)
    for name in SUMMED:
        # Sums of partitions are rounded elsewhere than those of all rows.
        expected = fm.catalog.find(name).public(rows["y"], rows["p"])
        assert found.compute(name) == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize("at_once", [2, 64])
def test_partitions_give_what_memory_gives(at_once, cut, monkeypatch):
    monkeypatch.setattr(fastmetrics.dask, "_PIECES", at_once)
    rows, frame = cut
    found = accumulate(frame, [*COUNTED, *SUMMED], y_true="y", y_proba="p")
    held_against_memory(found, rows, ("y", "p"))
    assert (found.n_samples, found.n_batches) == (N, 9)


def test_a_report_of_partitions_is_that_of_the_rows(cut):
    rows, frame = cut
    found = fm.evaluate(accumulate(frame, y_true="y", y_proba="p"), random_state=1)
    whole = fm.evaluate(rows["y"], y_proba=rows["p"], random_state=1).values["model"]
    assert len(found.values["model"]) > 25
    for name, one in found.values["model"].items():
        assert one.estimate == pytest.approx(whole[name].estimate, rel=1e-12)


def test_two_processes_give_what_memory_gives(cut, cluster):
    rows, frame = cut
    with cluster.as_current():
        found = accumulate(frame, [*COUNTED, *SUMMED], y_true="y", y_proba="p")
        again = accumulate(frame, [*COUNTED, *SUMMED], y_true="y", y_proba="p")
    held_against_memory(found, rows, ("y", "p"))
    assert again == found
    alone = accumulate(frame, [*COUNTED, *SUMMED], y_true="y", y_proba="p")
    assert alone == found


class Killing:
    """A partition that kills the process in which it is read, once."""

    def __init__(self, folder):
        self.folder = str(folder)

    def __call__(self, part):
        done = os.path.join(self.folder, "done")
        if len(part) and part["y"].iloc[0] == 1 and not os.path.exists(done):
            with open(done, "w"):
                pass
            os.kill(os.getpid(), signal.SIGKILL)
        return part


@pytest.mark.slow
def test_a_worker_that_is_killed_counts_once(rows, cluster, tmp_path):
    parts = [one for _, one in rows.groupby(np.arange(N) // 100)]
    frame = frame_of(parts).map_partitions(Killing(tmp_path), meta=parts[0].iloc[:0])
    with cluster.as_current():
        found = accumulate(frame, ["roc_auc", "log_loss"], y_true="y", y_proba="p")
    assert (tmp_path / "done").exists()
    assert found.n_samples == N
    assert found.compute("roc_auc") == fm.roc_auc_score(rows["y"], rows["p"])
    assert found.compute("log_loss") == pytest.approx(
        fm.log_loss(rows["y"], rows["p"]), rel=1e-12, abs=0
    )


def test_models_weights_matrices_and_settings(rows):
    frame = dd.from_pandas(rows, npartitions=7)
    found = accumulate(
        frame,
        ["roc_auc"],
        y_true="y",
        y_score={"a": "p", "b": "other"},
        sample_weight="w",
    )
    for model, name in {"a": "p", "b": "other"}.items():
        expected = fm.roc_auc_score(rows["y"], rows[name], sample_weight=rows["w"])
        assert found.compute("roc_auc")[model] == pytest.approx(
            expected, rel=1e-12, abs=0
        )
    found = accumulate(
        frame, "calinski_harabasz_score", X=["p", "x"], y_pred="said", task="clustering"
    )
    expected = fm.calinski_harabasz_score(rows[["p", "x"]], rows["said"])
    assert found.compute()["calinski_harabasz_score"] == pytest.approx(
        expected, rel=1e-12, abs=0
    )
    given = {"y_lower": "p", "y_upper": "w"}
    found = accumulate(frame, "interval_coverage", y_true="x", **given)
    expected = fm.interval_coverage(rows["x"], rows["p"], rows["w"])
    assert found.compute("interval_coverage") == pytest.approx(expected, rel=1e-12)


def test_labels_as_texts_categories_and_nullable_columns(rows):
    names = np.array(["no", "yes"])
    texts = pd.DataFrame({"y": names[rows["y"]], "p": names[rows["said"]]})
    parts = [texts.iloc[i : i + 90] for i in range(0, N, 90)]
    expected = fm.f1_score(rows["y"], rows["said"])
    asked = {"y_true": "y", "y_pred": "p", "pos_label": "yes"}
    assert accumulate(frame_of(parts), "f1", **asked).compute("f1") == expected

    def as_categories(part, order):
        kind = pd.CategoricalDtype([n for n in order if n in {*part["y"], *part["p"]}])
        return part.astype(kind)

    # Dictionaries differ: in order, and in what they hold.
    parts[3] = parts[3][(parts[3] == "yes").all(axis=1)]
    categories = [
        as_categories(part, ["yes", "no"] if i % 2 else ["no", "yes"])
        for i, part in enumerate(parts)
    ]
    left = pd.concat(parts)
    found = accumulate(frame_of(categories), "f1", **asked).compute("f1")
    assert found == fm.f1_score(left["y"], left["p"], pos_label="yes")

    nullable = rows[["y", "said", "p"]].astype(
        {"y": "Int8", "said": "boolean", "p": "Float64"}
    )
    frame = dd.from_pandas(nullable, npartitions=4)
    assert accumulate(frame, "f1", y_true="y", y_pred="said").compute("f1") == expected
    nullable.loc[500, "p"] = pd.NA
    frame = dd.from_pandas(nullable, npartitions=4)
    with pytest.raises(ValueError, match=r"partition 2: .*missing values .*: 1 of 225"):
        accumulate(frame, "roc_auc", y_true="y", y_score="p")


def test_partitions_of_two_classes_of_three(rng):
    y = np.repeat([0, 1, 2], 200)
    p = np.where(rng.random(600) < 0.7, y, (y + 2) % 3)
    frame = dd.from_pandas(pd.DataFrame({"y": y, "p": p}), npartitions=9)
    found = accumulate(frame, y_true="y", y_pred="p")
    whole = fm.evaluate(y, y_pred=p).values["model"]
    assert {*found.names} <= {*whole}
    assert "f1_macro" in whole
    for name in found.names:
        assert found.compute(name) == pytest.approx(whole[name].estimate, rel=1e-12)
    proba = np.full((600, 3), 0.2)
    proba[np.arange(600), p] = 0.6
    arrays = {
        "y_true": da.from_array(y, 100),
        "y_proba": da.from_array(proba, (100, 3)),
    }
    found = accumulate(None, "log_loss", **arrays)
    assert found.compute("log_loss") == pytest.approx(
        fm.log_loss(y, proba), rel=1e-12, abs=0
    )


def test_arrays_have_the_same_chunks(rows):
    y, p = (da.from_array(rows[n].to_numpy(), chunks=200) for n in ("y", "p"))
    found = accumulate(None, "roc_auc", y_true=y, y_score={"a": p, "b": 1 - p})
    expected = fm.roc_auc_score(rows["y"], rows["p"])
    assert found.compute("roc_auc")["a"] == expected
    with pytest.raises(
        ValueError, match=r"y_score must have the chunks of y_true, got 3"
    ):
        accumulate(None, "roc_auc", y_true=y, y_score=p.rechunk(300))
    two = da.stack([p, 1 - p], axis=1)
    with pytest.raises(ValueError, match=r"y_proba must have .* rechunk\(\{1: -1\}\)"):
        accumulate(None, "log_loss", y_true=y, y_proba=two)
    found = accumulate(None, "log_loss", y_true=y, y_proba=two.rechunk({1: -1}))
    assert found.n_samples == N
    # Of unknown lengths the chunks themselves are held against each other.
    kept = y[y + p < 5], p[y + p < 5]
    assert np.isnan(kept[0].chunks[0][0])
    found = accumulate(None, "roc_auc", y_true=kept[0], y_score=kept[1])
    assert found.compute("roc_auc") == expected
    with pytest.raises(TypeError, match="must be the name of a column"):
        accumulate(None, "roc_auc", y_true=y, y_score=rows["p"])


def test_slices_are_those_of_all_rows(rows, rng):
    rows["site"] = np.array(["north", "south", "east"])[rng.integers(0, 3, N)]
    rows["month"] = rng.integers(1, 4, N)
    frame = dd.from_pandas(rows, npartitions=7)
    given = {"y_true": "y", "y_pred": "said"}
    for by in ("site", ["site", "month"]):
        found = accumulate(frame, ["accuracy", "f1"], by=by, **given).compute()
        whole = fm.by_group(["accuracy", "f1"], rows["y"], rows["said"], by=rows[by])
        assert {*found.by_group} == {*whole.by_group.columns}
        # Counted: no tolerance.
        pd.testing.assert_series_equal(
            pd.Series(sorted(np.ravel(found.by_group["f1"]))),
            pd.Series(sorted(np.ravel(whole.by_group["f1"]))),
            check_exact=True,
        )
        assert found.group_min() is not None
    arrays = {n: da.from_array(rows[n].to_numpy(), 150) for n in ("y", "said", "month")}
    found = accumulate(
        None, "f1", y_true=arrays["y"], y_pred=arrays["said"], by=arrays["month"]
    )
    assert len(found.compute().by_group["f1"]) == 3
    with pytest.raises(TypeError, match="by must be the name of a column or a list"):
        accumulate(frame, "f1", by=7, **given)


def test_what_is_delayed_is_computed_when_asked(cut):
    rows, frame = cut
    later = accumulate(frame, "f1", y_true="y", y_pred="said", compute=False)
    assert not isinstance(later, Accumulator)
    assert later.compute().compute("f1") == fm.f1_score(rows["y"], rows["said"])


def test_what_outgrows_memory_raises_before_it_is_collected(cut):
    _, frame = cut
    given = {"y_true": "y", "y_score": "p", "memory": 2000}
    with pytest.raises(MemoryError, match=r"take .* kB, memory allows 2\.0 kB"):
        accumulate(frame, "roc_auc", **given)
    with pytest.raises(ValueError, match="memory must be a number of bytes"):
        accumulate(frame, "roc_auc", **{**given, "memory": "much"})


def test_what_is_no_data_is_refused(cut):
    rows, frame = cut
    with pytest.raises(
        ValueError, match="data has no column 'nobody'; its columns are"
    ):
        accumulate(frame, "f1", y_true="y", y_pred="nobody")
    with pytest.raises(
        TypeError, match="data must be a Dask DataFrame or None, got Da"
    ):
        accumulate(rows, "f1", y_true="y", y_pred="said")
    with pytest.raises(TypeError, match="accumulate has no argument 'y_prd'"):
        accumulate(frame, "f1", y_true="y", y_prd="said")
    with pytest.raises(TypeError, match="needs the names of columns"):
        accumulate(frame, "f1")
    with pytest.raises(ValueError, match="median_absolute_error cannot be accumulated"):
        accumulate(frame, "median_absolute_error", y_true="x", y_pred="p")
    with pytest.raises(ValueError, match="data has no rows"):
        accumulate(frame_of([rows.iloc[:0]]), "f1", y_true="y", y_pred="said")


# --- reports of scores that outgrow memory

# What is read off a sweep.
SWEPT = ["roc_auc", "average_precision", "ks_statistic", "best_f1", "pr_auc_integral"]


@pytest.fixture
def many(rng):
    """Rows of which the scores take more than 30 kB, but counts of them do not."""
    y = rng.integers(0, 2, 5000)
    rows = pd.DataFrame({"y": y, "p": 0.4 * y + rng.random(5000)})
    return rows, dd.from_pandas(rows, npartitions=10)


def test_scores_in_ranges_give_what_memory_gives(many):
    rows, frame = many
    rows["tied"] = rows["p"].round(1)
    frame["tied"] = frame["p"].round(1)
    scores = {"fine": "p", "tied": "tied", "float32": "small"}
    frame["small"] = frame["p"].astype("float32")
    rows["small"] = rows["p"].astype("float32")
    found = evaluate(frame, SWEPT, y_true="y", y_score=scores, memory=30_000)
    assert "scores do not fit into 30.0 kB" in full(found)
    assert "得分超出 30.0 kB：由计算引擎排序后读取" in found.to_html(language="zh")
    for model, column in scores.items():
        for name in SWEPT:
            row = fm.catalog.find(name)
            value = row.public(rows["y"], rows[column], **row.with_parameters({}))
            value = value[-1] if isinstance(value, tuple) else value
            # Counted, and reduced in one order: no tolerance.
            assert found.values[model][row.name].estimate == value
        area = found.values[model]["roc_auc_score"]
        whole = fm.confidence_interval("roc_auc", rows["y"], rows[column])
        assert (area.low, area.high) == pytest.approx(
            (whole.low, whole.high), rel=1e-12
        )
        precision = found.values[model]["average_precision_score"]
        whole = fm.confidence_interval("average_precision", rows["y"], rows[column])
        # Replicates are drawn in another way.
        near = 0.15 * (whole.high - whole.low)
        assert precision.low == pytest.approx(whole.low, abs=near)
        assert precision.high == pytest.approx(whole.high, abs=near)


@pytest.mark.parametrize("memory", ["25%", 30_000])
def test_models_are_compared_by_scores(many, memory):
    rows, frame = many
    rows["other"] = np.sin(np.arange(len(rows))) + rows["p"]
    frame = dd.from_pandas(rows, npartitions=7)
    scores = {"a": "p", "b": "other"}
    given = {"metrics": ["roc_auc", "average_precision"], "random_state": 0}
    found, again = (
        evaluate(frame, y_true="y", y_score=scores, memory=memory, **given)
        for _ in range(2)
    )
    by_model = {model: rows[name] for model, name in scores.items()}
    whole = fm.evaluate(rows["y"], y_score=by_model, **given)
    found, again, wanted = (
        report.differences["a", "b"] for report in (found, again, whole)
    )
    assert {n: tuple(one) for n, one in found.items()} == {
        n: tuple(one) for n, one in again.items()
    }
    # Placements are added up in parts.
    assert tuple(found["roc_auc"]) == pytest.approx(tuple(wanted["roc_auc"]), rel=1e-9)
    one, other = found["average_precision"], wanted["average_precision"]
    assert one.estimate == other.estimate
    near = 0.15 * (other.high - other.low)
    assert one.low == pytest.approx(other.low, abs=near)
    assert one.high == pytest.approx(other.high, abs=near)


def test_what_fits_is_judged_as_ever(cut):
    rows, frame = cut
    found = evaluate(frame, SWEPT, y_true="y", y_score="p", random_state=3)
    whole = fm.evaluate(
        fm.ScoreSweep.from_scores(rows["y"], rows["p"]), metrics=SWEPT, random_state=3
    )
    for name, one in found.values["model"].items():
        other = whole.values["model"][name]
        assert (one.estimate, one.low, one.high) == (
            other.estimate,
            other.low,
            other.high,
        )


def test_weights_and_counts_beside_ranges(rows):
    frame = dd.from_pandas(rows, npartitions=5)
    given = {"y_true": "y", "y_proba": "p", "sample_weight": "w"}
    metrics = ["roc_auc", "average_precision", "log_loss", "accuracy", "brier_score"]
    found = evaluate(frame, metrics, memory=9000, **given).values["model"]
    whole = fm.evaluate(
        rows["y"], y_proba=rows["p"], sample_weight=rows["w"], metrics=metrics
    ).values["model"]
    assert {*found} == {*whole}
    for name, one in found.items():
        # Weights are added up in another order.
        assert one.estimate == pytest.approx(whole[name].estimate, rel=1e-12, abs=0)


def test_two_processes_bring_scores_in_order(many, cluster):
    rows, frame = many
    given = {"y_true": "y", "y_score": "p", "memory": 30_000}
    with cluster.as_current():
        found = evaluate(frame, SWEPT, **given)
    alone = evaluate(frame, SWEPT, **given)
    for name, one in found.values["model"].items():
        assert one.estimate == alone.values["model"][name].estimate
    assert found["roc_auc_score"].estimate == fm.roc_auc_score(rows["y"], rows["p"])


def test_partitions_of_two_dtypes_have_no_order(rows):
    parts = [rows.iloc[:450], rows.iloc[450:].astype({"p": "float32"})]
    frame = dd.from_map(lambda part: part, parts, meta=parts[0].iloc[:0])
    with pytest.raises(ValueError, match="partition 1: y_score has dtype float32 here"):
        evaluate(frame, SWEPT, y_true="y", y_score="p", memory=2000)


def test_at_most_so_many_scores_are_kept(cut):
    rows, frame = cut
    given = {"y_true": "y", "y_score": "p"}
    found = accumulate(frame, ["roc_auc", "ap"], max_thresholds=100, **given)
    low, high = found.bounds("roc_auc")
    assert low < high  # no more than a hundred of the scores were kept
    assert low <= fm.roc_auc_score(rows["y"], rows["p"]) <= high
    exact = accumulate(frame, ["roc_auc", "ap"], max_thresholds=N, **given)
    assert exact.compute("roc_auc") == fm.roc_auc_score(rows["y"], rows["p"])


def test_a_report_by_slices_is_that_of_the_rows(rows):
    rows["site"] = np.where(rows["x"] > 0, "north", "south")
    frame = dd.from_pandas(rows, npartitions=4, sort=False)
    metrics = ["accuracy", "f1", "roc_auc"]
    given = {"y_true": "y", "y_pred": "said", "y_score": "p", "by": "site"}
    found = evaluate(frame, metrics, **given, random_state=0)
    whole = fm.evaluate(
        rows["y"],
        rows["said"],
        by={"site": rows["site"]},
        metrics=metrics[:2],
        random_state=0,
    )
    assert found.slices.to_dict() == uncounted(whole.slices).to_dict()
    assert found["roc_auc"].estimate == fm.roc_auc_score(rows["y"], rows["p"])
    assert found.notes[-1].startswith("no slices of roc_auc: the scores")


@pytest.mark.parametrize(("memory", "readings"), [("1G", 1), ("7k", 4)])
def test_slices_come_with_the_rows_of_which_they_are(rows, memory, readings):
    rows["site"] = np.arange(N) % 3
    parts = [rows.iloc[a : a + 300] for a in range(0, N, 300)]
    read = []

    def part(at):
        read.append(at)
        return parts[at]

    frame = dd.from_map(part, range(3), meta=rows.iloc[:0])
    given = {"y_true": "y", "y_pred": "said", "y_score": "p", "by": "site"}
    with dask.config.set(scheduler="threads"):
        found = evaluate(frame, ["accuracy", "roc_auc"], memory=memory, **given)
    assert found.slices.n_samples == {0: 300, 1: 300, 2: 300}
    # Scores that do not fit are counted once more; Dask reads twice what it sorts.
    assert sorted(read) == sorted([*range(3)] * readings)


def test_the_examples_run():
    import doctest

    class Parser(doctest.DocTestParser):
        """Reads what is left out where Dask is not installed."""

        def parse(self, string, name="<string>"):
            return super().parse(string.replace("# doctest: +SKIP", ""), name)

    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder(parser=Parser()).find(fastmetrics.dask):
        runner.run(test)
    assert runner.tries > 9
    assert not runner.failures


def test_partitions_of_one_class_are_all_of_their_rows():
    """Classes of columns, sweeps of classes, and averages of labels."""
    rng = np.random.default_rng(2)
    proba = rng.dirichlet(np.ones(3), 90) + np.eye(3)[np.repeat(range(3), 30)] / 2
    proba /= proba.sum(axis=1, keepdims=True)
    true = np.repeat(["a", "b", "c"], 30)
    columns = {name: proba[:, k] for k, name in enumerate("abc")}
    pred = np.array(["a", "b", "c"])[proba[::-1].argmax(axis=1)]
    frame = dd.from_pandas(pd.DataFrame({"y": true, "p": pred, **columns}), 6)
    with dask.config.set(scheduler="threads"):
        for name in ("multiclass_auc_score", "log_loss", "spherical_score"):
            found = accumulate(
                frame, name, y_true="y", y_proba=["a", "b", "c"], labels=["a", "b", "c"]
            )
            whole = fm.confidence_interval(name, true, y_proba=proba).estimate
            assert found.compute(name) == pytest.approx(whole, rel=1e-12)
        asked = [("f1", {"average": "macro"})]
        report = evaluate(frame, metrics=asked, y_true="y", y_pred="p")
    expected = fm.f1_score(true, pred, average="macro")
    assert report["f1_macro"].estimate == pytest.approx(expected, rel=1e-14)
