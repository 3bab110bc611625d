"""fastmetrics split: the folds are the library's, and rows stay what they were."""

# ruff: noqa: F811 - fixtures that are imported by name

import csv
import io

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401
from pyarrow import feather

import fastmetrics as fm
from fastmetrics.cli.writing import Target, write_rows
from fastmetrics.readers import DataError, open_columns

N = 40
TABLE = {
    "user": [f"u{row // 2}" for row in range(N)],
    "text": ['a, "q"\nb' if row % 7 == 0 else "plain" for row in range(N)],
    "x": [row % 5 + 0.5 for row in range(N)],
    "y": [row * 7 % 3 for row in range(N)],
}
Y, USERS = TABLE["y"], TABLE["user"]


@pytest.fixture
def files(tmp_path):
    """Write the table in three formats, and return the paths by their endings."""
    frame = pl.DataFrame(TABLE)
    paths = {end: tmp_path / f"t.{end}" for end in ("csv", "parquet", "arrow")}
    frame.write_csv(paths["csv"])
    frame.write_parquet(paths["parquet"])
    feather.write_feather(pa.table(TABLE), paths["arrow"])
    return paths


def read(path):
    """Return the columns of a file."""
    if path.suffix == ".csv":
        return pd.read_csv(path).to_dict("list")
    if path.suffix == ".parquet":
        return pl.read_parquet(path).to_dict(as_series=False)
    return feather.read_table(path).to_pydict()


def folds(splitter, *data):
    return splitter.fold_ids(N, *data).tolist()


GROUPED = ["--group", "user"]
LABELLED = ["--label", "y"]
STRATEGIES = {
    "kfold": ([], lambda: folds(fm.KFold(5))),
    "kfold ": (
        ["--k", "3", "--shuffle", "--seed", "4"],
        lambda: folds(fm.KFold(3, shuffle=True, random_state=4)),
    ),
    "stratified": (LABELLED, lambda: folds(fm.StratifiedKFold(5), Y)),
    "group": (GROUPED, lambda: folds(fm.GroupKFold(5), None, USERS)),
    "stratified-group": (
        [*LABELLED, *GROUPED],
        lambda: folds(fm.StratifiedGroupKFold(5, method="balanced"), Y, USERS),
    ),
    "hash": (["--key", "user"], lambda: folds(fm.HashKFold(5), None, USERS)),
    "hash ": (
        ["--key", "user", "--key", "y", "--k", "9"],
        lambda: folds(fm.HashKFold(9), None, (USERS, Y)),
    ),
    "time": (["--k", "3"], lambda: np.repeat([-1, 0, 1, 2], 10).tolist()),
    "time ": (
        ["--k", "3", *GROUPED],
        lambda: np.repeat([-1, 0, 1, 2], 10).tolist(),
    ),
}


@one_case("strategy", STRATEGIES)
def test_folds_are_those_of_the_splitters(run, files, tmp_path, strategy):
    options, expected = STRATEGIES[strategy]
    out = tmp_path / "out.npy"
    code, _, err = run(
        "split", files["csv"], "--strategy", strategy.strip(), *options, "--out", out
    )
    assert (code, err) == (0, "")
    assert np.load(out).tolist() == expected()


@one_case("end", ["csv", "parquet", "arrow"])
@one_case("source", ["csv", "parquet", "arrow"])
def test_rows_stay_what_they_were(run, files, tmp_path, source, end):
    out = tmp_path / f"out.{end}"
    options = ["--strategy", "kfold", "--column", "part", "--out", out]
    code, said, _ = run("split", files[source], *options)
    assert code == 0
    assert "Every row is tested once." in said
    assert read(out) == {**TABLE, "part": folds(fm.KFold(5))}


def test_text_is_copied_as_it_is_written(run, tmp_path):
    path, out = tmp_path / "t.csv", tmp_path / "out.csv"
    path.write_bytes(b"a;a\r\n007;1.50\r\n\r\nNA;\r\n")
    code, _, err = run("split", path, "--strategy", "kfold", "--k", "2", "--out", out)
    assert code == 0
    assert "separated by ';'" in err
    assert out.read_bytes() == b"a;a;fold\n007;1.50;0\nNA;;1\n"


def test_without_a_header_there_is_none(run, tmp_path):
    path, out = tmp_path / "t.csv", tmp_path / "out.csv"
    path.write_text("1,2\n3,4\n5,6\n")
    options = ["--strategy", "kfold", "--k", "3", "--out", out, "-q"]
    assert run("split", path, *options) == (0, "", "")
    assert out.read_text() == "1,2,0\n3,4,1\n5,6,2\n"


@one_case("source", ["csv", "parquet", "arrow"])
def test_parts_go_to_files_of_their_own(run, files, tmp_path, source):
    parts, out = tmp_path / "parts", tmp_path / "out.npy"  # the first is made
    sizes = ["--test-size", "0.25", "--validation-size", "0.25", "--seed", "3"]
    options = ["--strategy", "shuffle", *LABELLED, *sizes, "--parts", parts]
    assert run("split", files[source], *options, "--out", out)[0] == 0
    rows = np.arange(N)
    expected = fm.train_validation_test_split(
        rows, validation_size=0.25, test_size=0.25, stratify=Y, random_state=3
    )
    part = np.load(out)
    names = {"train": -1, "validation": 1, "test": 0}
    for (name, number), chosen in zip(names.items(), expected, strict=True):
        np.testing.assert_array_equal(np.flatnonzero(part == number), np.sort(chosen))
        found = read(parts / f"{name}.{source}")
        assert found == {
            key: [column[row] for row in np.sort(chosen)]
            for key, column in TABLE.items()
        }


def test_parts_by_keys(run, files, tmp_path):
    out = tmp_path / "out.npy"
    sizes = ["--test-size", "0.3", "--validation-size", "0.2"]
    options = ["--strategy", "hash", "--key", "user", *sizes, "--out", out]
    assert run("split", files["csv"], *options)[0] == 0
    part, rows = np.load(out), np.arange(N)
    _, test = fm.hash_split(rows, key=USERS, test_size=0.3)
    train, _ = fm.hash_split(rows, key=USERS, test_size=0.5)
    np.testing.assert_array_equal(np.flatnonzero(part == 0), test)
    np.testing.assert_array_equal(np.flatnonzero(part == -1), train)


def test_several_columns(run, files, tmp_path):
    out = tmp_path / "out.parquet"
    assert run("split", files["csv"], "--strategy", "five-by-two", "--out", out)[0] == 0
    expected = fm.FiveByTwo(stratified=False, random_state=0).fold_ids(N)
    found = read(out)
    assert [found[f"fold_{i}"] for i in range(5)] == expected.tolist()
    options = ["--strategy", "bootstrap", "--k", "2", *GROUPED, "--out", out]
    assert run("split", files["csv"], *options)[0] == 0
    counts = fm.BootstrapSplit(2, random_state=0).counts(N, None, USERS)
    found = read(out)
    assert [found[f"fold_{i}"] for i in range(2)] == [one.tolist() for one in counts]


def test_equal_rows_stay_together(run, tmp_path):
    table = pd.DataFrame({"x": [1, 2, 3, 1, 2, 9], "y": [0, 1, 0, 1, 1, 0]})
    path, out = tmp_path / "t.csv", tmp_path / "out.npy"
    table.to_csv(path, index=False)
    options = ["--strategy", "stratified", *LABELLED, "--k", "2", "--no-duplicates"]
    assert run("split", path, *options, "--out", out)[0] == 0
    ids = np.load(out)
    assert ids[0] == ids[3]
    assert ids[1] == ids[4]


def test_rows_from_standard_input(run, tmp_path, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(b"a,b\n1,2\n3,4\n"))
    monkeypatch.setattr("sys.stdin", stream)
    out = tmp_path / "out.csv"
    options = ["--strategy", "kfold", "--k", "2", "--out", out, "-q"]
    assert run("split", "-", *options) == (0, "", "")
    assert out.read_text() == "a,b,fold\n1,2,0\n3,4,1\n"


@one_case(
    "options, code, message",
    [
        (["kfold"], 2, "--out or --parts is needed"),
        (["kfold", "--out", "o.txt"], 2, "--out must end with .csv"),
        (["stratified", "--out", "o.csv"], 2, "stratified needs --label"),
        (["hash", "--out", "o.csv"], 2, "hash needs --key"),
        (["time", "--shuffle", "--out", "o.csv"], 2, "--shuffle does not apply to"),
        (
            ["kfold", "--test-size", "0.2", "--out", "o.csv"],
            2,
            "--test-size does not apply",
        ),
        (["kfold", "--parts", "."], 2, "--parts is for one split"),
        (["shuffle", "--k", "3", "--out", "o.csv"], 2, "--k does not apply"),
        (["kfold", "--k", "99", "--out", "o.csv"], 1, "n_splits=99 greater than"),
        (["kfold", "--column", "x", "--out", "o.csv"], 1, "already has a column 'x'"),
        (["kfold", "--out", "no/o.csv"], 4, "there is no directory"),
        (["shuffle", "--parts", "no/x"], 4, "the directory does not exist"),
        (
            ["kfold", "--seed", "4294967296", "--out", "o.csv"],
            2,
            "not between 0 and 2^32 - 1",
        ),
    ],
)
def test_what_is_refused(run, files, tmp_path, monkeypatch, options, code, message):
    monkeypatch.chdir(tmp_path)
    found, out, err = run("split", files["csv"], "--strategy", *options)
    assert (found, out) == (code, "")
    assert message in err
    assert not (tmp_path / "o.csv").exists()


def test_a_key_of_floats_is_refused(run, files, tmp_path):
    asked = ("--strategy", "hash", "--key", "x", "--out", tmp_path / "o.csv")
    code, _, err = run("split", files["arrow"], *asked)
    assert (code, "texts or whole numbers" in err) == (1, True)
    assert run("split", files["csv"], *asked, "-q")[0] == 0  # as they are written


@one_case("out", [[], ["--out", "d/o.csv"]])
def test_no_part_is_the_file_that_is_read(run, tmp_path, monkeypatch, out):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d").mkdir(exist_ok=True)
    for name in ("train.csv", "test.csv"):
        path = tmp_path / "d" / name
        path.write_text("a,b\n" + "1,2\n" * 9)
        (tmp_path / "link.csv").unlink(missing_ok=True)
        (tmp_path / "link.csv").symlink_to(path)
        (tmp_path / "e").unlink(missing_ok=True)
        (tmp_path / "e").symlink_to(tmp_path / "d")
        before = path.read_bytes()
        for source in (path, "link.csv"):
            for folder in ("d", "e", "d/../d"):
                given = [source, "--strategy", "shuffle", "--parts", folder, *out]
                code, shown, err = run("split", *given)
                assert (code, shown) == (2, "")
                file = f"{folder}/{name}"
                assert f"FILE and {file}, a file of --parts, are the same file" in err
        assert path.read_bytes() == before
        path.unlink()
    assert [*(tmp_path / "d").iterdir()] == []


def test_the_rows_and_a_part_do_not_go_to_one_file(run, files, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = ["--strategy", "shuffle", "--parts", "d", "--out", "d/train.csv"]
    (tmp_path / "d").mkdir()
    code, _, err = run("split", files["csv"], *given)
    assert code == 2
    assert "--out and d/train.csv, a file of --parts, are the same file" in err
    assert [*(tmp_path / "d").iterdir()] == []


def test_cells_come_out_as_they_went_in(run, tmp_path):
    # A lone carriage return in a cell was written without quotes.
    rng = np.random.default_rng(0)
    signs = ["\r", "\n", "\r\n", ",", '"', "a", " ", "=1", "é", ""]
    path, out = tmp_path / "t.csv", tmp_path / "o.csv"
    for _ in range(20):
        rows = [["".join(rng.choice(signs, 4)) for _ in range(3)] for _ in range(8)]
        quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
        lines = [",".join(row) for row in [["x", "y", "z"], *quoted]]
        path.write_bytes("\n".join(lines).encode())
        code, _, err = run("split", path, "--strategy", "kfold", "--k", 2, "--out", out)
        assert code == 0, err
        with out.open(newline="", encoding="utf-8") as file:
            found = [row[:3] for row in csv.reader(file)][1:]
        assert found == rows


def test_a_damaged_row_leaves_the_file_as_it_was(run, tmp_path):
    path, out = tmp_path / "t.csv", tmp_path / "out.csv"
    path.write_text("a,b\n1,2\n3\n5,6\n")
    out.write_text("as it was")
    code, _, err = run("split", path, "--strategy", "kfold", "--k", "2", "--out", out)
    assert code == 1
    assert "row 2 (line 3) has 1 columns, not 2" in err
    assert out.read_text() == "as it was"
    assert {one.name for one in tmp_path.iterdir()} == {"t.csv", "out.csv"}


def test_a_file_that_has_grown_is_not_written(files, tmp_path):
    for end in ("csv", "parquet"):
        target = tmp_path / f"out.{end}"
        target.write_text("as it was")
        columns = open_columns(files[end])
        fold = {"fold": np.zeros(N - 1, np.uint8)}
        with pytest.raises(DataError, match=f"no longer has the {N - 1} rows"):
            write_rows(columns, fold, [Target(str(target))], N - 1)
        assert target.read_text() == "as it was"
