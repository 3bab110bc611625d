"""fastmetrics explain METRIC: what a metric is, in a terminal and for programs."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401

from fastmetrics import explain
from fastmetrics.cli import main
from fastmetrics.show.text import WIDTH


def test_text_for_a_terminal(run):
    code, out, err = run("explain", "gini")
    assert (code, err) == (0, "")
    assert out == f"{explain('gini_coefficient')}\n"
    assert max(map(len, out.split("\n"))) <= WIDTH
    code, out, _ = run("explain", "gini", "--width", "50")
    assert (code, out) == (0, f"{explain('gini').to_text(50)}\n")


def test_other_forms(run):
    code, out, _ = run("explain", "gini", "--format", "markdown")
    assert (code, out) == (0, explain("gini").to_markdown())
    code, out, _ = run("explain", "gini", "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert found["name"] == "gini_coefficient"
    assert found["value"] == pytest.approx(7 / 12)
    assert found["rivals"][0]["who"] == "SciPy"


@one_case("language", ["en", "zh"])
def test_it_is_written_to_a_file_as_other_results_are(run, tmp_path, language):
    found = explain("gini")
    for name, text in {
        "gini.md": found.to_markdown(language),
        "gini.tex": found.to_latex(language),
        "gini.txt": f"{found.to_text(language=language)}\n",
    }.items():
        path = tmp_path / name
        done = run("explain", "gini", "--output", str(path), "--language", language)
        assert done == (0, "", "")
        assert path.read_text("utf-8") == text
    path = tmp_path / "gini.html"
    assert run("explain", "gini", "--output", str(path), "--language", language)[0] == 0
    page = path.read_text("utf-8")
    assert page.startswith(f'<!doctype html>\n<html lang="{language}">')
    assert (
        page.partition("<h2>")[0]
        == found.to_html(full=True, language=language).partition("<h2>")[0]
    )
    code, out, _ = run("explain", "gini", "--format", "latex", "--language", language)
    assert (code, out) == (0, found.to_latex(language))


def test_what_cannot_be_written_is_said_before(run, tmp_path):
    code, out, err = run("explain", "gini", "--output", str(tmp_path / "no" / "a.md"))
    assert (code, out) == (4, "")
    assert "there is no directory" in err
    code, _, err = run("find", "gini", "--output", str(tmp_path / "a.csv"))
    assert code == 4
    assert "there is no CSV of this" in err
    path = tmp_path / "found.json"
    assert run("find", "gini", "--output", str(path))[0] == 0
    assert json.loads(path.read_text("utf-8"))["term"] == "gini"


def test_headings_in_chinese(run):
    code, out, _ = run("explain", "gini", "--language", "zh")
    assert code == 0
    assert "\n公式\n" in out
    assert (
        "公式" in run("explain", "gini", "--format", "markdown", "--language", "zh")[1]
    )


def test_an_unknown_name_is_a_wrong_command_line(run):
    code, out, err = run("explain", "f1_scor")
    assert (code, out) == (2, "")
    assert err.startswith("fastmetrics: no metric is called 'f1_scor'; did you mean")
    assert run("explain")[0] == 2


def test_names_are_found_on_the_command_line(capsys):
    assert main(["find", "confidence", "band", "-n", "3"]) == 0
    assert "roc_band" in capsys.readouterr().out
    assert main(["find", "查准率", "--language", "zh", "-n", "1"]) == 0
    out = capsys.readouterr().out
    assert "precision_score：查准率" in out
    assert "预测为正例的样本中" in out
    assert main(["find", "AUC", "--format", "json", "-n", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found["names"]] == ["roc_auc_score"]
    assert main(["find", "zzzzqqqq"]) == 2
    assert "no entry matches 'zzzzqqqq'" in capsys.readouterr().err


def test_metrics_are_listed_by_a_word(capsys):
    assert main(["metrics", "kappa", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert "cohen_kappa_score" in {row["name"] for row in rows}
    assert len(rows) < 10
    assert main(["metrics", "zzzzqqqq"]) == 2
    assert "no metric matches" in capsys.readouterr().err


def test_short_names_of_several_families_are_asked_back(capsys):
    assert main(["explain", "F1"]) == 2
    assert "'f1_score' (task 'labels')" in capsys.readouterr().err
