"""--missing omit: rows of a file that lack a value are left out, and counted."""

import json

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from fastmetrics.cli import main

ROWS = """y,site,a,b
1,u,0.9,0.8
0,u,,0.3
1,,0.7,0.6
0,v,0.2,0.1
1,v,0.6,nan
0,u,0.3,0.4
1,v,0.8,0.9
0,v,0.1,0.2
"""


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(ROWS)
    return path


def test_evaluate(rows, capsys, tmp_path):
    given = [str(rows), "--truth", "y", "--score", "a", "--score", "b"]
    assert main(["evaluate", *given]) == 1
    assert "missing" in capsys.readouterr().err
    assert main(["evaluate", *given, "--missing", "omit", "--stratified"]) == 0
    printed = capsys.readouterr().out
    told = "2 of 8 rows left out for missing values: 'a' (1), 'b' (1)"
    assert told in printed
    # The third row lacks the site, which is not used; where it is, the row goes too.
    assert main(["evaluate", *given, "--missing", "omit", "--group", "site"]) == 0
    assert "3 of 8 rows left out" in capsys.readouterr().out
    options = ["--missing", "omit", "--json", "--metrics", "roc_auc"]
    assert main(["evaluate", *given, *options]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["omitted"] == {"n": 2, "total": 8, "by_column": {"'a'": 1, "'b'": 1}}
    whole = tmp_path / "whole.csv"
    kept = [line for line in ROWS.splitlines() if ",,0.3" not in line]
    whole.write_text("\n".join(line for line in kept if "nan" not in line))
    assert main(["evaluate", str(whole), *given[1:], "--json", *options[3:]]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["models"] == content["models"]
    assert "omitted" not in again


def test_compare(rows, capsys):
    given = [str(rows), "--truth", "y", "--score", "a", "--score", "b"]
    asked = ["--metric", "roc_auc", "--missing", "omit"]
    assert main(["compare", *given, *asked]) == 0
    printed = capsys.readouterr().out
    assert "2 of 8 rows left out for missing values" in printed
    assert main(["compare", str(rows), str(rows), *given[1:5], *asked]) == 2
    assert "--missing omit is for one file" in capsys.readouterr().err


def test_text_and_parquet(tmp_path, capsys):
    polars = pytest.importorskip("polars")
    table = {"y": ["cat", None, "dog", "dog"], "said": ["cat", "cat", "dog", None]}
    path = tmp_path / "rows.parquet"
    polars.DataFrame(table).write_parquet(path)
    given = [str(path), "--truth", "y", "--pred", "said", "--pos-label", "dog"]
    assert main(["evaluate", *given]) == 1
    capsys.readouterr()
    assert main(["evaluate", *given, "--missing", "omit"]) == 0
    assert "2 of 4 rows left out" in capsys.readouterr().out
    nothing = tmp_path / "nothing.parquet"
    polars.DataFrame({"y": [None, 1], "said": [1, None]}).write_parquet(nothing)
    assert (
        main(
            [
                "evaluate",
                str(nothing),
                "--missing",
                "omit",
                "--truth",
                "y",
                "--pred",
                "said",
            ]
        )
        == 1
    )
    assert "no row is left" in capsys.readouterr().err


def test_files_of_any_size(rows, capsys):
    """Rows that do not fit are left out, and counted, as those of one file are."""
    given = ["--truth", "y", "--score", "a", "--by", "site", "--missing", "omit"]
    asked = [*given, "--metrics", "roc_auc"]
    found = []
    for files in ([rows], [rows, "--memory", "1K"], [rows, "--memory", "1G"]):
        assert main(["evaluate", *map(str, files), *asked, "--json"]) == 0
        content = json.loads(capsys.readouterr().out)
        assert (content["omitted"]["n"], content["omitted"]["total"]) == (2, 8)
        found.append(content["models"]["a" if "a" in content["models"] else "model"])
    estimates = [next(iter(one.values()))["estimate"] for one in found]
    assert len({*estimates}) == 1
    assert main(["evaluate", str(rows), str(rows), *asked]) == 0
    assert "4 of 16 rows left out" in capsys.readouterr().out


def test_missing_values_may_be_a_slice(rows, capsys, tmp_path):
    pandas = pytest.importorskip("pandas")
    asked = ["--truth", "y", "--score", "b", "--by", "site", "--metrics", "roc_auc"]
    frame = pandas.read_csv(rows)
    parquet = tmp_path / "rows.parquet"
    frame.fillna({"b": 0.5}).to_parquet(parquet)
    text = tmp_path / "filled.csv"
    frame.fillna({"b": 0.5}).to_csv(text, index=False)
    for file in (text, parquet):
        assert main(["evaluate", str(file), *asked]) == 1
        capsys.readouterr()
        assert (
            main(["evaluate", str(file), *asked, "--missing", "group", "--json"]) == 0
        )
        groups = json.loads(capsys.readouterr().out)["slices"]["groups"]
        assert [(one["site"], one["n_samples"]) for one in groups] == [
            ("u", 3),
            ("v", 4),
            ("missing", 1),
        ]
        # Several files, and rows that do not fit, have the same slices.
        for memory in ("1G", "1K"):
            files = [str(file), str(file), "--memory", memory]
            assert (
                main(["evaluate", *files, *asked, "--missing", "group", "--json"]) == 0
            )
            again = json.loads(capsys.readouterr().out)["slices"]["groups"]
            for one, twice in zip(groups, again, strict=True):
                assert twice["n_samples"] == 2 * one["n_samples"]
                assert twice["values"] == one["values"]
    assert main(["evaluate", str(text), *asked[:4], "--missing", "group"]) == 2
    assert "--missing group is for slices" in capsys.readouterr().err


def test_whole_numbers_stay_numbers_where_some_are_missing(tmp_path, capsys):
    file = tmp_path / "rows.csv"
    rows = "".join(f"{k % 2},{k % 3 % 2},{k % 12 or ''}\n" for k in range(48))
    file.write_text(f"y,p,site\n{rows}")
    asked = ["--truth", "y", "--pred", "p", "--by", "site", "--metrics", "accuracy"]
    for files in ([file], [file, file], [file, "--memory", "1K"]):
        given = [*map(str, files), *asked, "--missing", "group", "--json"]
        assert main(["evaluate", *given]) == 0
        groups = json.loads(capsys.readouterr().out)["slices"]["groups"]
        assert [one["site"] for one in groups] == [*range(1, 12), "missing"]


def test_words_for_missing_values_in_several_files(tmp_path, capsys):
    files = [tmp_path / f"{name}.csv" for name in "ab"]
    for file in files:
        file.write_text("y,p,site\n1,1,u\n0,-,v\n0,1,-\n1,0,u\n")
    asked = ["--truth", "y", "--pred", "p", "--by", "site", "--metrics", "accuracy"]
    for memory in ((), ("--memory", "1K")):
        given = [*map(str, files), *asked, "--na-values=-", *memory]
        assert main(["evaluate", *given, "--missing", "omit", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["omitted"]["n"], found["omitted"]["total"]) == (4, 8)
        assert main(["evaluate", *given]) == 1
        assert "missing" in capsys.readouterr().err


def test_words_that_are_classes_are_no_missing_values(tmp_path, capsys):
    true = ["None", "NA", "cat", "N/A", "null"]
    said = ["None", "cat", "cat", "#N/A", "null"]
    table = pa.table({"y": true, "said": said, "site": ["NA", "b", "NA", "b", "b"]})
    plain, quoted, typed = (tmp_path / f"t{i}" for i in range(3))
    pa.csv.write_csv(table, plain, pa.csv.WriteOptions(quoting_style="none"))
    pa.csv.write_csv(table, quoted, pa.csv.WriteOptions(quoting_style="all_valid"))
    pa.parquet.write_table(table, typed)
    options = ["--truth", "y", "--pred", "said", "--by", "site", "--json"]
    options += ["--metrics", "accuracy"]
    contents = []
    for path in (plain, quoted, typed):
        assert main(["evaluate", str(path), *options, "--missing", "omit"]) == 0
        contents.append(json.loads(capsys.readouterr().out))
    for content in contents:
        assert content["models"] == contents[0]["models"]
        assert content["slices"] == contents[0]["slices"]
    accuracy = contents[0]["models"]["said"]["accuracy_score"]["estimate"]
    assert accuracy == 0.6


def test_na_values(tmp_path, capsys):
    rows = [("cat", "-"), ("?", "cat"), ("dog", "cat"), ("cat", "cat"), ("NA", "NA")]
    text, typed = tmp_path / "t.csv", tmp_path / "t.parquet"
    text.write_text("y,said\n" + "".join(f"{a},{b}\n" for a, b in rows))
    table = pa.table(dict(zip(["y", "said"], zip(*rows, strict=True), strict=True)))
    pa.parquet.write_table(table, typed)
    options = ["--truth", "y", "--pred", "said", "--json", "--metrics", "accuracy"]
    options += ["--na-values=-,?"]
    for path in (text, typed):
        assert main(["evaluate", str(path), *options]) == 1
        assert "1 of 5 values is missing, in row 2" in capsys.readouterr().err
        assert main(["evaluate", str(path), *options, "--missing", "omit"]) == 0
        content = json.loads(capsys.readouterr().out)
        assert content["omitted"]["n"] == 2
        found = content["models"]["said"]["accuracy_score"]["estimate"]
        assert found == 2 / 3
    assert main(["evaluate", str(text), str(text), *options]) == 1
    assert "1 of 5 values is missing, in row 2" in capsys.readouterr().err
    assert main(["evaluate", str(text), "--na-values", "a,,b"]) == 2
    assert "has an empty word" in capsys.readouterr().err
