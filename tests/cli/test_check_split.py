"""fastmetrics check-split: what it says, how it ends, and what it refuses."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import polars as pl
import pytest
from helpers.one_case import one_case
from helpers.report_cases import file, run  # noqa: F401
from pyarrow import feather

import fastmetrics as fm

TABLE = {
    "fold": [0, 0, 1, 1, 2, 2],
    "y": [*"ababbb"],
    "user": [*"uvvwxx"],
    "day": [f"2020-01-0{i}" for i in range(1, 7)],
    "a": [7, 1, 2, 7, 3, 4],
    "b": ["k", "k", "", "k", "l", ""],
}
ROLES = ["--fold", "fold", "--label", "y", "--group", "user", "--time", "day"]


def test_what_leaks_is_said_and_counted(run, file):
    code, out, err = run("check-split", file(**TABLE), *ROLES)
    assert (code, err) == (5, "")
    said = " ".join(out.split())
    assert "3 splits of 6 rows: 4 for training, 2 for testing." in said
    assert "Each of 2 classes is within 0.67 rows of its prop" in said
    assert (
        "Problems Groups have rows on both sides: up to 1 in 2 of 3 splits; for "
        in said
    )
    assert "for example row 0 in split 0, which equals row 3." in said
    assert "split train test shared rows shared groups duplicates older rows" in said
    assert "0 4 2 0 1 1 2" in said


def test_folds_in_order_are_trained_on_those_before(run, file, tmp_path):
    days = [f"2020-01-{i:02}" for i in range(1, 13)]
    path, out = file(day=days, x=[*range(12)]), tmp_path / "folds.csv"
    made = run("split", path, "--strategy", "time", "--k", 3, "--out", out, "-q")
    assert made == (0, "", "")
    asked = ["--fold", "fold", "--time", "day", "--json"]
    assert run("check-split", out, *asked)[0] == 5  # later folds are older rows
    code, found, err = run("check-split", out, *asked, "--in-order")
    assert (code, err) == (0, "")
    assert json.loads(found)["n_train"] == [3, 6, 9]
    code, _, err = run("check-split", path, "--fold", "day", "--in-order")
    assert code == 1
    assert "must have the fold of each row, a whole number" in err


def test_for_programs(run, file):
    path = file(**TABLE)
    code, out, err = run("check-split", path, *ROLES, "--json")
    found = json.loads(out)
    assert (code, err) == (5, "")
    assert found["files"] == [path]
    assert found["features"] == ["a", "b"]
    report = fm.check_split(
        TABLE["fold"],
        {name: TABLE[name] for name in "ab"},
        TABLE["y"],
        groups=TABLE["user"],
        time=TABLE["day"],
    )
    for name, value in json.loads(json.dumps(report.to_dict())).items():
        assert found[name] == value, name


def test_a_clean_split(run, file):
    table = TABLE | {"fold": [0, 1, 1, 0, 2, 2], "a": [1, 2, 3, 4, 5, 5]}
    code, out, err = run("check-split", file(**table), "--fold", 0, "--group", "user")
    assert (code, err) == (0, "")
    assert "No problem was found." in out
    assert "Problems" not in out


def test_features_may_be_named(run, file):
    path = file(id=range(4), fold=[0, 0, 1, 1], x_1=[1, 2, 1, 3], x_2=[1, 1, 1, 1])
    assert run("check-split", path, "--fold", "fold")[0] == 0
    assert run("check-split", path, "--fold", "fold", "--feature", "x_*")[0] == 5
    assert run("check-split", path, "--fold", "fold", "--feature", "id")[0] == 0


def test_decimals(run, file):
    path = file(fold=[0, 1], x=[1.01, 1.04])
    assert run("check-split", path, "--fold", "fold")[0] == 0
    assert run("check-split", path, "--fold", "fold", "--decimals", 1)[0] == 5
    assert run("check-split", path, "--fold", "fold", "--decimals", 301)[0] == 2


@one_case("form", ["csv", "parquet", "arrow"])
def test_two_tables_of_any_format(run, file, tmp_path, form):
    train = file(name="train.csv", a=[1, 2, ""], b=[*"xyz"], y=[0, 1, 0])
    path = tmp_path / f"test.{form}"
    test = pl.DataFrame({"y": [1, 0], "b": ["z", "y"], "a": [None, 3]})
    if form == "csv":
        test.write_csv(path)
    elif form == "parquet":
        test.write_parquet(path)
    else:
        feather.write_feather(test.to_arrow(), path)
    code, out, err = run("check-split", train, path, "--label", "y", "--json")
    found = json.loads(out)
    assert (code, err) == (5, "")
    assert found["duplicates_on_both_sides"] == [1]
    assert found["duplicates_with_other_label"] == [1]
    assert found["examples"]["duplicates_on_both_sides"] == [
        {"split": 0, "row": 3, "training_row": 2}
    ]


def test_many_splits_are_cut(run, file):
    path = file(fold=range(25), x=range(25))
    code, out, _ = run("check-split", path, "--fold", "fold")
    assert code == 0
    assert "The table has the first 20 of 25 splits; the JSON has all." in out
    assert "\n20  " not in out


def test_markdown_and_picture(run, file, tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("folds.png", "folds.svg"):
        path = tmp_path / name
        options = ["--format", "markdown", "--plot", path]
        code, out, _ = run("check-split", file(**TABLE), *ROLES, *options)
        assert code == 5
        assert "| split |" in out
        assert path.stat().st_size > 1000


@one_case(
    "options, code, message",
    [
        ([], 2, "--fold is needed"),
        (["--fold", "none"], 1, "column 'none': there is none"),
        (["--fold", "b"], 1, "missing"),
        (["--fold", "user"], 1, "the fold of each row, a whole number"),
        (["--fold", "fold", "--group", "b"], 1, "missing"),
        (["--fold", "fold", "--feature", "z_*"], 1, "no column's name fits"),
        (["--fold", "fold", "--plot", "/no/where.png"], 4, "there is no directory"),
    ],
)
def test_what_is_wrong_is_named(run, file, options, code, message):
    found, out, err = run("check-split", file(**TABLE), *options)
    assert (found, out) == (code, "")
    assert message in err


def test_two_tables_that_do_not_fit(run, file):
    train, test = file(name="a.csv", x=[1]), file(name="b.csv", y=[1])
    code, _, err = run("check-split", train, test)
    assert code == 1
    assert "'x' of train is none of test" in err
    assert run("check-split", train, test, "--fold", "x")[0] == 2
    assert run("check-split", train, test, "--time", "x")[0] == 2
    assert run("check-split", train, test, "--in-order")[0] == 2
    assert run("check-split", train, train)[0] == 2
    assert run("check-split", "-", "-")[0] == 2
    twice = file("x,x,f\n1,2,0\n", name="c.csv")
    assert "appears twice" in run("check-split", twice, "--fold", "f")[2]
