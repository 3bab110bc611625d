"""--missing omit: rows of a file that lack a value are left out, and counted."""

import json

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


def test_many_files(rows, capsys):
    given = [str(rows), str(rows), "--truth", "y", "--score", "a", "--missing", "omit"]
    assert main(["evaluate", *given]) == 2
    assert "for one file that is read whole" in capsys.readouterr().err
