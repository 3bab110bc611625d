"""Columns that name things: no two names become one, whatever option reads them."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import sys
from decimal import Decimal

import pyarrow as pa
import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401
from pyarrow import parquet

import fastmetrics as fm
from fastmetrics.adapters.tables import Widened, table_of
from fastmetrics.readers import open_columns
from fastmetrics.readers.columns import DataError

# To some reader of numbers each of these is another one of them.
HOSTILE = (
    *("7", "007", "7.0", "+7", "7e0", "1", "1.5", "00501", "501"),
    *("12345678901234567890", "12345678901234567891"),
    *("9007199254740993", "9007199254740992", "true", "True"),
)
# Beyond 2**53, and so the same to whoever takes them for floats.
LARGE = tuple(2**62 + k for k in range(8))
N = 4


@pytest.fixture
def table(tmp_path):
    """A file of N rows of each id, and the file with another model's answers."""

    def make(ids=HOSTILE, name="t"):
        rows = [(k % 2, (k + k // 3) % 2, one) for one in ids for k in range(N)]
        lines = [f"{y},{p},{one},{at}" for at, (y, p, one) in enumerate(rows)]
        path = tmp_path / f"{name}.csv"
        path.write_text("\n".join(["y,p,id,at", *lines]) + "\n")
        return path

    return make


@one_case("ids", [HOSTILE, LARGE, tuple("abc"), (1, 10, 9)])
@one_case("more", [(), ("--missing", "omit"), ("--memory", "1G")])
def test_every_id_is_a_slice(run, table, ids, more):
    asked = ("--truth", "y", "--pred", "p", "--by", "id", "--metrics", "accuracy")
    code, out, err = run("evaluate", table(ids), *asked, *more, "--json", "-q")
    assert code == 0, err
    slices = json.loads(out)["slices"]["groups"]
    assert [one["id"] for one in slices] == sorted(ids)
    assert {one["n_samples"] for one in slices} == {N}


@one_case("ids", [HOSTILE, LARGE])
def test_every_id_is_a_group(run, table, ids):
    # The interval is that of the same groups in Python.
    columns = [[k % 2 for _ in ids for k in range(N)]]
    columns += [[(k + k // 3) % 2 for _ in ids for k in range(N)]]
    columns[1][::5] = columns[0][::5]
    path = table(ids)
    lines = zip(*columns, [one for one in ids for _ in range(N)], strict=True)
    path.write_text("y,p,id\n" + "".join(f"{y},{p},{one}\n" for y, p, one in lines))
    asked = ("--truth", "y", "--pred", "p", "--group", "id", "--metrics", "accuracy")
    code, out, err = run("evaluate", path, *asked, "--json", "-q")
    assert code == 0, err
    groups = [k for k in range(len(ids)) for _ in range(N)]
    right = fm.confidence_interval("accuracy", *columns, groups=groups)
    found = json.loads(out)["models"]["p"]["accuracy_score"]
    assert (found["low"], found["high"]) == (right.low, right.high)


@one_case("ids", [HOSTILE, LARGE])
def test_every_id_is_a_batch(run, table, tmp_path, ids):
    state = tmp_path / "state.fm"
    state.unlink(missing_ok=True)
    asked = ("--truth", "y", "--pred", "p", "--null", 0.1, "--batch-id", "id")
    for _ in range(2):
        assert run("monitor", table(ids), *asked, "--state", state, "-q")[0] == 0
        test = fm.SequentialTest.from_bytes(state.read_bytes())
        assert (test.n_updates, test.n_samples) == (len(ids), N * len(ids))
    one_by_one = tmp_path / "apart.fm"
    one_by_one.unlink(missing_ok=True)
    for one in ids:
        run("monitor", table([one]), *asked, "--state", one_by_one, "-q")
    assert fm.SequentialTest.from_bytes(one_by_one.read_bytes()).n_updates == len(ids)


def test_every_id_is_a_row_of_two_files(run, tmp_path):
    rows = [f"{one},{k % 2}" for k, one in enumerate(HOSTILE)]
    for name, lines in (("a", rows), ("b", rows[::-1])):
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,y", *lines]) + "\n")
    files = tmp_path / "a.csv", tmp_path / "b.csv"
    for file in files:
        text = file.read_text().splitlines()
        file.write_text("\n".join(["id,y,p", *(f"{x},{x[-1]}" for x in text[1:])]))
    asked = ("--truth", "y", "--pred", "p", "--id", "id", "--n-resamples", 99)
    code, out, err = run("compare", *files, *asked, "--json", "-q")
    assert code == 0, err
    assert "--id" not in err
    assert '"comparisons"' in out


@one_case("option", ["--group", "--key"])
def test_every_id_is_split_by_itself(run, table, tmp_path, option):
    strategy = ("group", "--k", 3) if option == "--group" else ("hash", "--k", 3)
    asked = ("--strategy", *strategy, option, "id", "--out", tmp_path / "o.csv", "-q")
    code, _, err = run("split", table(), *asked)
    assert code == 0, err
    told = [one.split(",") for one in (tmp_path / "o.csv").read_text().split("\n")[1:]]
    folds = {}
    for *_, name, _, fold in filter(lambda one: len(one) > 1, told):
        folds.setdefault(name, set()).add(fold)
    assert [*folds] == [*HOSTILE]
    assert all(len(one) == 1 for one in folds.values())


@one_case("ids", [HOSTILE, LARGE, (1, 10, 9)])
def test_files_from_python(table, ids):
    asked = {"y_true": "y", "y_pred": "p", "by": "id"}
    files = [table(ids)]
    found = fm.accumulate(files, "accuracy", **asked).compute()
    whole = fm.evaluate_files(files, metrics=["accuracy"], **asked).slices
    in_passes = fm.evaluate_files(files, metrics=["accuracy"], memory=4000, **asked)
    for one in (found, whole, in_passes.slices):
        rows = one.to_dict()["groups"]
        assert [row["id"] for row in rows] == sorted(ids)


def test_names_of_folders(tmp_path):
    names = ("7", "007", "07", "8")
    for one in names:
        path = tmp_path / f"user={one}" / "part.csv"
        path.parent.mkdir()
        path.write_text("y,p\n1,1\n0,1\n")
    found = fm.accumulate(tmp_path, "accuracy", y_true="y", y_pred="p", by="user")
    assert [one["user"] for one in found.compute().to_dict()["groups"]] == sorted(names)


def test_decimals_of_parquet_keep_their_digits(run, tmp_path):
    ids = [Decimal(10**20 + k) for k in range(4)]
    path = tmp_path / "t.parquet"
    columns = {"y": [0, 1] * 4, "p": [0, 1, 1, 1] * 2, "id": [*ids, *ids]}
    parquet.write_table(pa.table(columns), path)
    asked = ("--truth", "y", "--pred", "p", "--by", "id", "--metrics", "accuracy")
    _, out, _ = run("evaluate", path, *asked, "--json", "-q")
    assert len(json.loads(out)["slices"]["groups"]) == 4


@one_case("has_arrow", [True, False])
def test_ids_with_and_without_arrow(table, monkeypatch, has_arrow):
    if not has_arrow:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    for ids in (HOSTILE, LARGE):
        columns = open_columns(table(ids))
        [y, found] = columns.read([0], [2])
        assert y.tolist() == [k % 2 for _ in ids for k in range(N)]
        assert found.tolist() == [one for one in ids for _ in range(N)]
    [found] = open_columns(table(("7", "NA", "8"))).read([], [2])
    assert {*found} == {"7", "NA", "8"}
    columns = open_columns(table(("7", "", "8")))
    with pytest.raises(DataError, match="column 'id': 4 of 12 values are missing"):
        columns.read([], [2])


def test_numbers_in_one_file_and_texts_in_another(run, table, tmp_path):
    """A file of which all ids are numbers has the texts of these in the other."""
    files = [table(("7", "10"), "a"), table(("007", "7"), "b"), table(("9",), "c")]
    right = {"007": N, "10": N, "7": 2 * N, "9": N}
    asked = {"y_true": "y", "y_pred": "p", "by": "id"}
    found = fm.accumulate(files, "accuracy", **asked).compute()
    assert found.n_samples == right
    for memory in ("1G", 2000):
        report = fm.evaluate_files(files, **asked, memory=memory, metrics=["accuracy"])
        assert report.slices.n_samples == right
    options = ("--truth", "y", "--pred", "p", "--by", "id", "--metrics", "accuracy")
    for more in ((), ("--memory", "2k")):
        code, out, err = run("evaluate", *files, *options, *more, "--json", "-q")
        assert code == 0, err
        groups = json.loads(out)["slices"]["groups"]
        assert {one["id"]: one["n_samples"] for one in groups} == right
    rows = table_of(files)
    with pytest.raises(Widened):
        list(rows.blocks(["y", "id"], ids={"id"}))
    assert sum(block.n_rows for block in rows.blocks(["y"])) == 5 * N
    typed = tmp_path / "t.parquet"  # numbers, and not texts of digits
    parquet.write_table(pa.table({"y": [0, 1], "p": [0, 1], "id": [7, 8]}), typed)
    with pytest.raises(DataError, match="column 'id': holds numbers, those before"):
        fm.accumulate([*files, typed], "accuracy", **asked)
    with pytest.raises(DataError, match="column 'id': holds text, those before"):
        fm.accumulate([typed, *files], "accuracy", **asked)
