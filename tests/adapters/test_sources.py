"""Files, folders, globs, frames and streams: the same rows by every door."""

import os

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import accumulate
from fastmetrics.adapters.sources import Block
from fastmetrics.adapters.tables import table_of
from fastmetrics.readers import DataError, open_columns

pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
pq = pytest.importorskip("pyarrow.parquet")

N = 600


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(3)
    y = rng.random(N) < 0.4
    score = np.round(rng.normal(size=N) + y, 2)
    return pd.DataFrame(
        {
            "y": y,
            "score": score,
            "pred": score > 0.5,
            "word": np.where(y, "case", "none"),
            "said": np.where(score > 0.5, "case", "none"),
            "w": rng.random(N),
        }
    )


@pytest.fixture
def folder(frame, tmp_path):
    """Return a folder by days, with row groups of 70 rows, and what to leave out."""
    for day in range(4):
        where = tmp_path / f"day={day}" / f"city={'ab'[day % 2]} c"
        where.mkdir(parents=True)
        part = frame.iloc[day * 150 : (day + 1) * 150]
        part.to_parquet(where / "part.parquet", row_group_size=70)
        (where / ".part.parquet.crc").write_bytes(b"\0\1\2")
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "_temporary").mkdir()
    (tmp_path / "_temporary" / "part.parquet").write_bytes(b"half of a file")
    return tmp_path


def values(data):
    acc = accumulate(
        data, ["roc_auc", "accuracy", "f1"], y_true="y", y_score="score", y_pred="pred"
    )
    assert acc.n_samples == N
    return acc.compute()


def batches(frame):
    yield from (frame.iloc[at : at + 91] for at in range(0, N, 91))


DOORS = {
    "folder": lambda folder, frame: folder,
    "its name": lambda folder, frame: str(folder),
    "glob of files": lambda folder, frame: f"{folder}/*/*/*.parquet",
    "glob of all": lambda folder, frame: f"{folder}/**",
    "glob of folders": lambda folder, frame: f"{folder}/day=*",
    "list of folders": lambda folder, frame: [folder / f"day={i}" for i in range(4)],
    "pandas": lambda folder, frame: frame,
    "Polars": lambda folder, frame: pl.from_pandas(frame),
    "table": lambda folder, frame: pa.Table.from_pandas(frame),
    "reader": lambda folder, frame: pa.Table.from_pandas(frame).to_reader(100),
    "generator": lambda folder, frame: batches(frame),
    "record batches": lambda folder, frame: pa.Table.from_pandas(frame).to_batches(70),
    "some of each": lambda folder, frame: [
        folder / "day=0",
        frame.iloc[150:300],
        [pl.from_pandas(frame.iloc[300:400]), pa.Table.from_pandas(frame[400:450])],
        f"{folder}/day=3/*/*",
    ],
}


@one_case("door", DOORS)
def test_every_door_gives_the_values_of_the_columns(door, folder, frame):
    found = values(DOORS[door](folder, frame))
    assert found == {
        "roc_auc": fm.roc_auc_score(frame.y, frame.score),
        "accuracy": fm.accuracy_score(frame.y, frame.pred),
        "f1": fm.f1_score(frame.y, frame.pred),
    }


@one_case("suffix", ["csv", "csv.gz", "arrow", "npz", "parquet"])
def test_every_format_is_read_in_blocks(suffix, frame, tmp_path):
    paths = [tmp_path / f"{i}.{suffix}" for i in range(3)]
    for i, path in enumerate(paths):
        part = frame[["y", "score", "pred"]].iloc[i * 200 : (i + 1) * 200]
        if "csv" in suffix:
            part.to_csv(path, index=False)
        elif suffix == "arrow":
            part.to_feather(path)
        elif suffix == "npz":
            np.savez(path, **{name: part[name].to_numpy() for name in part})
        else:
            part.to_parquet(path, row_group_size=33)
        sizes = [
            len(block[0]) for block in open_columns(path).blocks(["score", "y"], 40)
        ]
        assert sum(sizes) == 200
        assert max(sizes) <= 40
    assert values(paths)["roc_auc"] == fm.roc_auc_score(frame.y, frame.score)


def test_folders_are_columns(folder):
    table = table_of(folder)
    blocks = [*table.blocks(["day", "city"], 40)]
    days = np.concatenate([block.columns["day"] for block in blocks])
    cities = np.concatenate([block.columns["city"] for block in blocks])
    assert days.tolist() == sorted([0, 1, 2, 3] * 150)
    assert cities.tolist() == (["a c"] * 150 + ["b c"] * 150) * 2
    assert table.n_rows == N
    acc = accumulate(f"{folder}/day=*", "accuracy", y_true="day", y_pred="day")
    assert acc.compute() == {"accuracy": 1.0}


def test_only_the_columns_asked_for_are_read(tmp_path):
    nulls = pa.array([None, None], pa.float64())
    pq.write_table(pa.table({"y": [0, 1], "p": [0, 1], "x": nulls}), tmp_path / "a")
    acc = accumulate(tmp_path / "a", "accuracy", y_true="y", y_pred="p")
    assert acc.compute("accuracy") == 1.0


def test_words_and_categories_whose_dictionaries_differ(frame, tmp_path):
    for i in range(3):
        part = frame[["word", "said"]].iloc[i * 200 : (i + 1) * 200].copy()
        kinds = [["case", "none"], ["none", "case"], ["case", "none", "never"]][i]
        for name in part:
            part[name] = pd.Categorical(part[name], categories=kinds)
        part.to_parquet(tmp_path / f"{i}.parquet")
    given = {"y_true": "word", "y_pred": "said", "pos_label": "case"}
    expected = fm.recall_score(frame.word, frame.said, pos_label="case")
    for data in (tmp_path, [frame.iloc[:100], frame.iloc[100:]]):
        acc = accumulate(data, "recall", **given)
        assert acc.compute("recall") == expected


def test_models_matrices_weights_and_further_columns(frame):
    rng = np.random.default_rng(1)
    data = frame.assign(a=rng.random(N), b=rng.random(N), c=rng.random(N))
    total = data.a + data.b + data.c
    data["a"], data["b"], data["c"] = data.a / total, data.b / total, data.c / total
    data["t"], data["d"] = rng.integers(0, 3, N), data.a + 0.5
    acc = accumulate(batches(data), "log_loss", y_true="t", y_proba=["a", "b", "c"])
    expected = fm.log_loss(data.t, data[["a", "b", "c"]].to_numpy())
    assert acc.compute("log_loss") == pytest.approx(expected, rel=1e-12)  # sums

    models = {"one": "score", "two": "w"}
    acc = accumulate(
        batches(data), "roc_auc", y_true="y", y_score=models, sample_weight="b"
    )
    for model, name in models.items():
        expected = fm.roc_auc_score(data.y, data[name], sample_weight=data.b)
        assert acc.compute("roc_auc")[model] == pytest.approx(expected, rel=1e-12)

    acc = accumulate(
        batches(data), "interval_coverage", y_true="w", y_lower="a", y_upper="d"
    )
    inside = (data.a <= data.w) & (data.w <= data.d)
    assert acc.compute("interval_coverage") == inside.mean()


def test_blocks_of_weight_0_are_as_rows_of_weight_0(frame):
    data = frame.assign(w=np.where(np.arange(N) < 200, 0.0, frame.w))
    acc = accumulate(batches(data), "accuracy", y_true="y", y_pred="pred",
                     sample_weight="w")  # fmt: skip
    expected = fm.accuracy_score(data.y, data.pred, sample_weight=data.w)
    assert acc.compute("accuracy") == pytest.approx(expected, rel=1e-12)
    with pytest.raises(ValueError, match="sample_weight: all weights are 0"):
        accumulate(data[:200], "accuracy", y_true="y", y_pred="pred", sample_weight="w")


def test_parts_of_one_class_and_parts_without_rows(frame):
    parts = [frame[frame.y], frame[:0], frame[~frame.y]]
    assert values(parts)["roc_auc"] == fm.roc_auc_score(frame.y, frame.score)


# --- bad days


@one_case(
    ("content", "message"),
    [
        (b"PAR1 and then nothing", "cannot be read"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "is named .parquet, but its content is not"),
        (b"", "the file is empty"),
    ],
)
def test_a_damaged_file_is_named(folder, content, message):
    bad = folder / "day=2" / "city=a c" / "part2.parquet"
    bad.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        values(folder)
    assert str(caught.value).startswith(f"{bad}: ")


def test_a_file_that_was_cut_is_named(folder):
    bad = folder / "day=1" / "city=b c" / "part.parquet"
    whole = bad.read_bytes()
    bad.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match=r"part\.parquet: cannot be read"):
        values(folder)


def test_an_error_of_types_names_its_file():
    block = Block({}, source="part.parquet", start=0)
    with pytest.raises(TypeError, match=r"^part\.parquet: none$"), block.judging():
        raise TypeError("none")


def test_a_foreign_file_is_named(folder, frame):
    where = folder / "day=9"
    where.mkdir()
    frame.rename(columns={"pred": "guess"}).to_parquet(where / "x.parquet")
    with pytest.raises(DataError, match=r"x\.parquet: column 'pred': there is none"):
        values(folder)
    frame.assign(pred=frame.said).to_parquet(where / "x.parquet")
    with pytest.raises(DataError, match=r"x\.parquet: column 'pred': holds text, .*"):
        values(folder)
    frame.assign(y=frame.y + 3).to_parquet(where / "x.parquet")
    with pytest.raises(ValueError, match=r"x\.parquet: .* labels are \[.*3, 4\]"):
        values(folder)


def test_labels_are_text_if_one_file_says_so(tmp_path):
    texts = {"a": "1,1\n2,2\n3,3\n", "b": "1,x\n02,2\n3,3\n", "c": "1,1\n2,3\n3,3\n"}
    paths = {name: tmp_path / f"{name}.csv" for name in texts}
    for name, text in texts.items():
        paths[name].write_text("y,pred\n" + text)
    named = {"y_true": "y", "y_pred": "pred"}
    for order in ("ab", "ba", "acb"):
        given = [str(paths[name]) for name in order]
        whole = {"y": [], "pred": []}
        for name in order:
            for line in texts[name].split():
                for cells, cell in zip(whole.values(), line.split(","), strict=True):
                    cells.append(cell)
        expected = fm.f1_score(whole["y"], whole["pred"], average="macro")
        made = fm.accumulate(given, "f1_macro", **named)
        report = fm.evaluate_files(given, metrics=["f1_macro"], **named)
        small = fm.evaluate_files(given, metrics=["f1_macro"], memory=1, **named)
        assert made.compute("f1_macro") == expected
        assert report["f1_macro"].estimate == small["f1_macro"].estimate == expected
    # What is read once cannot be read anew, and scores are numbers.
    numbers = [tmp_path / "n.csv", paths["b"]]
    numbers[0].write_text("y,pred\n1,0.5\n0,0.2\n")
    with pytest.raises(DataError, match=r"b\.csv: column 'pred': holds text"):
        fm.accumulate(iter([str(paths["a"]), str(paths["b"])]), "f1_macro", **named)
    with pytest.raises(DataError, match=r"b\.csv: column 'pred': holds text"):
        fm.accumulate(numbers, "roc_auc", y_true="y", y_score="pred")


def test_missing_values_are_told_by_row(frame, tmp_path):
    score = frame.score.astype("Float64")
    values(frame.assign(score=score))  # may be missing, and is not
    score.iloc[301] = pd.NA
    data = frame.assign(score=score)
    data.to_parquet(tmp_path / "a.parquet", row_group_size=100)
    told = "column 'score': 1 of 100 values from row 301 on are missing, the first in"
    with pytest.raises(DataError, match=rf"a\.parquet: {told} row 302"):
        values(tmp_path)
    with pytest.raises(DataError, match="data: column 'score': 1 of 600 values is"):
        values(data)


def test_what_a_batch_has_wrong_is_told_by_source_and_row(frame, tmp_path):
    score = frame.score.copy()
    score.iloc[301] = np.inf
    data = frame.assign(score=score)
    data.to_parquet(tmp_path / "a.parquet", row_group_size=100)
    with pytest.raises(ValueError, match=r"a\.parquet: Input y_score .* row 302\."):
        values(tmp_path)


def test_nothing_to_read(tmp_path, frame):
    with pytest.raises(DataError, match="is a folder without files"):
        values(tmp_path)
    with pytest.raises(DataError, match="matches no file"):
        values(f"{tmp_path}/*.parquet")
    with pytest.raises(DataError, match=r"none\.parquet: there is no such file"):
        values(tmp_path / "none.parquet")
    with pytest.raises(DataError, match="there are no rows"):
        values(frame[:0])
    with pytest.raises(DataError, match="there are no rows"):
        values(iter([]))


def test_what_is_no_source():
    with pytest.raises(TypeError, match=r"data must be a file, a folder, .* got int"):
        accumulate(3, y_true="y", y_pred="pred")
    with pytest.raises(TypeError, match="needs the names of columns"):
        accumulate("x.parquet")
    with pytest.raises(TypeError, match="y_true must be the name of a column"):
        accumulate("x.parquet", y_true=[0, 1], y_pred="pred")
    with pytest.raises(TypeError, match="accumulate has no argument 'y_tru'"):
        accumulate("x.parquet", y_tru="y", y_pred="pred")


def test_a_file_that_changes_while_it_is_read(frame, tmp_path):
    path = tmp_path / "a.parquet"
    frame.to_parquet(path, row_group_size=100)
    blocks = table_of(path).blocks(["y"], 50)
    next(blocks)
    os.utime(path, ns=(1, 1))
    with pytest.raises(DataError, match=r"a\.parquet: has changed while it was read"):
        list(blocks)


def test_a_pipe_is_a_source(frame, tmp_path):
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    text = frame[["y", "score", "pred"]].to_csv(index=False).encode()
    writer = threading.Thread(target=lambda: path.write_bytes(text))
    writer.start()
    assert values(path)["roc_auc"] == fm.roc_auc_score(frame.y, frame.score)
    writer.join()


class QueryResult:
    """Has rows as a query of DuckDB 2 has: asked nothing else while they are read."""

    def __init__(self, table):
        self._table, self.is_open = table, False

    def __len__(self):
        assert not self.is_open, "the result is being read"
        return len(self._table)

    def __arrow_c_stream__(self, requested_schema=None):
        assert not self.is_open, "the result is being read"
        self.is_open = True

        def batches():
            try:
                yield
                yield from self._table.to_batches(max_chunksize=50)
            finally:
                self.is_open = False

        made = batches()
        next(made)
        reader = pa.RecordBatchReader.from_batches(self._table.schema, made)
        return reader.__arrow_c_stream__(requested_schema)


def test_a_result_is_asked_nothing_while_it_is_read():
    columns = {"y": [0, 1, 1, 0] * 50, "p": [0, 1, 0, 0] * 50, "twice": [2] * 200}
    table = pa.table(columns)
    named = {"y_true": "y", "y_pred": "p"}
    query = QueryResult(table)
    found = fm.accumulate(query, "accuracy", **named)
    assert found.compute("accuracy") == 0.75
    for memory in ("1G", 2000):
        report = fm.evaluate_files(query, **named, metrics=["accuracy"], memory=memory)
        assert report["accuracy"].estimate == 0.75
    scores = fm.evaluate_files(query, y_true="y", y_score="p", memory=2000)
    assert scores["roc_auc_score"].estimate == 0.75
    for wrong, match in (("none", "there is none"), ("twice", "greater than 1")):
        with pytest.raises(ValueError, match=match):
            fm.accumulate(query, "log_loss", y_true="y", y_proba=wrong)
    assert not query.is_open


def test_what_is_no_task_is_refused(folder):
    for task in ("classification", "", 1j, np.nan, {}):
        with pytest.raises((TypeError, ValueError), match="task must be one of"):
            accumulate(folder, y_true="y", y_pred="pred", task=task)
