"""Spark: what partitions give, merged on the driver, is what all rows give."""

import itertools
import os
import shutil
import signal
import sys

import numpy as np
import pytest
from helpers.shown import full
from helpers.uncounted import uncounted

import fastmetrics as fm

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed")
pa = pytest.importorskip("pyarrow", reason="PyArrow is not installed")
pd = pytest.importorskip("pandas", reason="pandas is not installed")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Java is not installed", allow_module_level=True)

from fastmetrics import spark  # noqa: E402
from fastmetrics.adapters import partitions  # noqa: E402
from fastmetrics.spark import accumulate, evaluate  # noqa: E402

N = 600
# PySpark leaves sockets to the collector, and warns of its own ways.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:.*:DeprecationWarning:pyspark"),
    pytest.mark.filterwarnings("ignore:.*:FutureWarning:pyspark"),
]


@pytest.fixture(scope="module")
def session():
    """Two tasks at a time; one that fails is run once more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYSPARK_DRIVER_PYTHON", sys.executable)
        made = (
            pyspark.sql.SparkSession.builder.master("local[2,3]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "3")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate()
        )
        made.sparkContext.setLogLevel("OFF")
        yield made
        made.stop()


@pytest.fixture
def rows(rng):
    y = np.sort(rng.integers(0, 2, N))
    p = np.clip(0.4 * y + 0.6 * rng.random(N), 0, 1)
    return pd.DataFrame(
        {
            "y": y,
            "p": p,
            "said": p > 0.5,
            "w": rng.integers(1, 4, N),
            "a.b": rng.random(N),
        }
    )


def frame_of(session, rows, n):
    """The rows in n partitions, in their order."""
    parts = pa.Table.from_pandas(rows, preserve_index=False)
    cuts = [k * len(rows) // n for k in range(n + 1)]
    batches = [
        parts.slice(a, b - a).combine_chunks() for a, b in itertools.pairwise(cuts)
    ]

    def read(numbers):
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                yield from batches[number].to_batches()

    numbered = session.range(n).repartitionByRange(n, "id")
    schema = session.createDataFrame(rows.iloc[:1]).schema
    return numbered.mapInArrow(read, schema)


COUNTED = ["roc_auc", "average_precision", "accuracy", "f1"]
SUMMED = ["log_loss", "brier_score"]


def held_against_memory(found, rows):
    for name in COUNTED[:2]:
        # Counted: no tolerance.
        function = fm.catalog.find(name).public
        assert found.compute(name) == function(rows["y"], rows["p"])
    for name in COUNTED[2:]:
        function = fm.catalog.find(name).public
        assert found.compute(name) == function(rows["y"], rows["p"] >= 0.5)
    for name in SUMMED:
        # Sums of partitions are rounded elsewhere than those of all rows.
        expected = fm.catalog.find(name).public(rows["y"], rows["p"])
        assert found.compute(name) == pytest.approx(expected, rel=1e-12, abs=0)
    assert found.n_samples == len(rows)


def test_partitions_give_what_memory_gives(session, rows, monkeypatch):
    asked = {"y_true": "y", "y_proba": "p"}
    # Sorted by class: the first and the last partition are of one.
    frame = frame_of(session, rows, 5)
    found = accumulate(frame, [*COUNTED, *SUMMED], **asked)
    held_against_memory(found, rows)
    assert found.n_batches == 5
    # Brought to the driver one by one, and merged by tasks before.
    monkeypatch.setattr(spark, "_AT_ONCE", 0)
    monkeypatch.setattr(spark, "_PIECES", 2)
    again = accumulate(frame, [*COUNTED, *SUMMED], **asked)
    held_against_memory(again, rows)
    assert again.n_batches == 5
    once_more = accumulate(frame, [*COUNTED, *SUMMED], **asked)
    assert once_more == again


def test_empty_partitions_and_other_names(session, rows):
    frame = session.createDataFrame(rows).repartition(6, "said")  # four are empty
    found = accumulate(frame, COUNTED[:2], y_true="y", y_score={"x": "a.b", "z": "p"})
    assert found.compute("roc_auc") == {
        "x": fm.roc_auc_score(rows["y"], rows["a.b"]),
        "z": fm.roc_auc_score(rows["y"], rows["p"]),
    }
    weighted = accumulate(frame, "f1", y_true="y", y_pred="said", sample_weight="w")
    assert weighted.compute("f1") == pytest.approx(
        fm.f1_score(rows["y"], rows["said"], sample_weight=rows["w"]), rel=1e-15
    )
    with pytest.raises(ValueError, match="data has no rows"):
        accumulate(frame.filter("w > 9"), "f1", y_true="y", y_pred="said")


def test_texts_classes_and_arrays(session, rng):
    y = np.repeat([0, 1, 2], 200)
    p = np.where(rng.random(600) < 0.7, y, (y + 2) % 3)
    names = np.array(["a", "b", "c"])
    proba = np.full((600, 3), 0.2)
    proba[np.arange(600), p] = 0.6
    rows = pd.DataFrame({"y": names[y], "p": names[p], "q": [*proba]})
    frame = frame_of(session, rows, 4)
    # No partition has all classes.
    found = accumulate(frame, y_true="y", y_pred="p")
    whole = fm.evaluate(rows["y"], y_pred=rows["p"]).values["model"]
    assert "f1_macro" in whole
    for name in found.names:
        assert found.compute(name) == pytest.approx(whole[name].estimate, rel=1e-12)
    found = accumulate(frame, "log_loss", y_true="y", y_proba="q")
    assert found.compute("log_loss") == pytest.approx(
        fm.log_loss(rows["y"], proba), rel=1e-12, abs=0
    )


def test_slices_are_those_of_all_rows(session, rows, rng):
    rows["site"] = np.array(["north", "south", "east"])[rng.integers(0, 3, N)]
    frame = frame_of(session, rows, 4)
    given = {"y_true": "y", "y_pred": "said", "by": ["site", "w"]}
    found = accumulate(frame, "accuracy", **given).compute().by_group
    by = rows[["site", "w"]]
    whole = fm.by_group("accuracy", rows["y"], rows["said"], by=by).by_group
    # Counted: no tolerance.
    assert sorted(np.ravel(found["accuracy"])) == sorted(np.ravel(whole["accuracy"]))


def test_what_is_wrong_is_told_as_elsewhere(session, rows):
    frame = session.createDataFrame(rows.astype({"p": "Float64"}))
    asked = {"y_true": "y", "y_score": "p"}
    with pytest.raises(
        ValueError, match="data has no column 'nobody'; its columns are"
    ):
        accumulate(frame, "f1", y_true="y", y_pred="nobody")
    with pytest.raises(
        TypeError, match="data must be a Spark DataFrame, got DataFrame"
    ):
        accumulate(rows, "roc_auc", **asked)
    with pytest.raises(MemoryError, match=r"take .* kB, memory allows 99 bytes"):
        accumulate(frame, "roc_auc", memory=99, **asked)
    holes = frame.selectExpr("y", "CASE WHEN w = 3 THEN NULL ELSE p END AS p")
    with pytest.raises(ValueError, match=r"partition \d: Input p contains missing"):
        accumulate(holes, "roc_auc", **asked)
    filled = holes.dropna()
    kept = rows[rows["w"] != 3]
    assert accumulate(filled, "roc_auc", **asked).compute(
        "roc_auc"
    ) == fm.roc_auc_score(kept["y"], kept["p"])


def test_a_worker_that_is_killed_counts_once(session, rows, tmp_path):
    done = str(tmp_path / "done")

    def killing(batches):
        for batch in batches:
            if batch.column(0)[0].as_py() == 1 and not os.path.exists(done):
                with open(done, "w"):
                    pass
                os.kill(os.getpid(), signal.SIGKILL)
            yield batch

    frame = frame_of(session, rows[["y", "p"]], 4)
    frame = frame.mapInArrow(killing, frame.schema)
    found = accumulate(frame, [*COUNTED, *SUMMED], y_true="y", y_proba="p")
    assert os.path.exists(done)
    held_against_memory(found, rows)


def test_pieces_that_do_not_come_raise(session, rows, monkeypatch):
    frame = frame_of(session, rows, 4)
    own = spark._piece
    asked = {"y_true": "y", "y_score": "p"}

    def lost(row):
        piece = own(row)
        return piece._replace(numbers=(1,)) if piece.numbers == (2,) else piece

    monkeypatch.setattr(spark, "_piece", lost)
    with pytest.raises(RuntimeError, match="result of partition 1 came twice"):
        accumulate(frame, "roc_auc", **asked)
    monkeypatch.setattr(spark, "_piece", lambda row: own(row)._replace(rows=1))
    with pytest.raises(RuntimeError, match="4 rows came to the driver, where 600 were"):
        accumulate(frame, "roc_auc", **asked)


SWEPT = ["roc_auc", "average_precision", "ks_statistic", "best_f1"]


def test_scores_in_ranges_give_what_memory_gives(session, rows, monkeypatch):
    rows["tied"] = rows["p"].round(1)
    frame = frame_of(session, rows, 4)
    scores = {"fine": "p", "tied": "tied"}
    # So that ranges and their tiles are many.
    monkeypatch.setattr(partitions, "_MOST", 200)
    found = evaluate(frame, SWEPT, y_true="y", y_score=scores, memory=8000)
    assert "scores do not fit into 8.0 kB" in full(found)
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
    fits = evaluate(frame, SWEPT, y_true="y", y_score=scores, random_state=1)
    for model, one in fits.values.items():
        assert (
            one["ks_statistic"].estimate == found.values[model]["ks_statistic"].estimate
        )
        assert np.isfinite(one["ks_statistic"].low)


def test_models_are_compared_by_scores(session, rows):
    rows["other"] = np.sin(np.arange(N)) + rows["y"]
    scores = {"a": "p", "b": "other"}
    given = {"metrics": ["roc_auc", "average_precision"], "random_state": 0}
    by_model = {model: rows[name] for model, name in scores.items()}
    wanted = fm.evaluate(rows["y"], y_score=by_model, **given).differences["a", "b"]
    for memory in ("25%", 8000):
        found, again = (
            evaluate(
                frame_of(session, rows, n), y_true="y", y_score=scores, memory=memory,
                **given,
            ).differences["a", "b"]
            for n in (1, 5)
        )  # fmt: skip
        for name in given["metrics"]:
            # Placements are added up in parts; all rows are kept.
            assert tuple(found[name]) == pytest.approx(tuple(again[name]), rel=1e-9)
            assert found[name].estimate == wanted[name].estimate
        assert tuple(found["roc_auc"]) == pytest.approx(
            tuple(wanted["roc_auc"]), rel=1e-9
        )
        error = wanted["average_precision"].standard_error
        one = found["average_precision"]
        # Replicates are drawn in another way.
        assert one.standard_error == pytest.approx(error, rel=0.1)
    rows.loc[5, "other"] = np.nan
    with pytest.raises(ValueError, match="partition 0"):
        evaluate(frame_of(session, rows, 2), y_true="y", y_score=scores, **given)


def test_weights_and_counts_beside_ranges(session, rows):
    frame = frame_of(session, rows, 3)
    metrics = ["roc_auc", "log_loss", "accuracy"]
    given = {"y_true": "y", "y_proba": "p", "sample_weight": "w"}
    found = evaluate(frame, metrics, memory=9000, **given).values["model"]
    whole = fm.evaluate(
        rows["y"], y_proba=rows["p"], sample_weight=rows["w"], metrics=metrics
    ).values["model"]
    assert {*found} == {*whole}
    for name, one in found.items():
        # Weights are added up in another order.
        assert one.estimate == pytest.approx(whole[name].estimate, rel=1e-12, abs=0)


def test_at_most_so_many_scores_and_a_report_by_slices(session, rows):
    rows["site"] = np.where(rows["w"] > 2, "north", "south")
    data = frame_of(session, rows, 4)
    seen = accumulate(data, "roc_auc", y_true="y", y_score="p", max_thresholds=100)
    low, high = seen.bounds("roc_auc")
    assert low < high  # no more than a hundred of the scores were kept
    assert low <= fm.roc_auc_score(rows["y"], rows["p"]) <= high
    columns = {"y_true": "y", "y_pred": "said", "by": "site"}
    found = evaluate(data, ["accuracy", "f1"], **columns, random_state=0)
    whole = fm.evaluate(
        rows["y"],
        rows["said"],
        by={"site": rows["site"]},
        metrics=["accuracy", "f1"],
        random_state=0,
    )
    assert found.slices.to_dict() == uncounted(whole.slices).to_dict()
