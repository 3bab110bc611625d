"""Short reports: a few titled rows, and everything on request."""

import re

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics as fm
from fastmetrics.catalog import METRICS
from fastmetrics.report.sections import sections

RNG = np.random.default_rng(5)
Y = RNG.integers(0, 2, 200)
NOISE = {"a": 1, "b": 1.2, "c": 2}
SCORES = {name: Y + RNG.normal(0, noise, 200) for name, noise in NOISE.items()}
QUICK = {"random_state": 0, "n_resamples": 50}


@pytest.fixture(scope="module")
def report():
    two = {name: SCORES[name] for name in "ab"}
    return fm.evaluate(Y, y_score=two, **QUICK)


def test_a_short_report_has_a_few_titled_rows_and_says_how_to_see_all(report):
    text = str(report)
    assert text == report.to_text()
    rows = re.findall(r"^ROC AUC|^Average precision|^Best F1", text, re.MULTILINE)
    assert len(rows) == 6  # values and differences
    for name in ("gini", "Gini", "Rank loss", "KS distance", "roc_auc_score"):
        assert name not in text
    assert "6 of 13 metrics; the full report: to_text(full=True) or --full" in text
    assert len(text.splitlines()) < 40 < 45 < len(full(report).splitlines())
    assert "roc_auc_score" in report.to_markdown(full=True).replace("\\", "")


def test_asked_metrics_are_all_shown():
    report = fm.evaluate(Y, y_score=SCORES["a"], metrics=["gini", "AP"], **QUICK)
    assert re.findall(r"^(gini|AP) ↑", str(report), re.MULTILINE) == ["gini", "AP"]
    assert "2 of 2 metrics" in str(report)


def test_no_row_of_a_short_report_is_a_function_of_another():
    doubles = {"gini_coefficient", "rank_loss", "ks_statistic", "d2_log_loss_score"}
    doubles |= {"d2_brier_score", "v_measure_score", "mean_squared_error"}
    for section in sections().values():
        assert {*section.brief} <= {*METRICS}
        assert not {*section.brief} & doubles


def test_three_models_fit_one_screen():
    folds = np.arange(200) % 5
    labels = {name: (one > 0.5).astype(int) for name, one in SCORES.items()}
    lines = str(fm.evaluate(Y, labels, folds=folds, **QUICK)).splitlines()
    assert 20 <= len(lines) <= 40
    assert max(map(len, lines)) <= 100


def test_many_models_are_rows():
    models = {f"model {k}": SCORES["a"] + RNG.normal(0, 0.1, 200) for k in range(9)}
    text = str(fm.evaluate(Y, y_score=models, **QUICK))
    assert all(f"\n{name} " in text for name in models)
    assert max(map(len, text.splitlines())) <= 100


def test_latex_has_columns_lines_and_a_note(report):
    latex = report.to_latex(columns=["Metric", "p-value"], booktabs=False, label="t")
    assert "booktabs" not in latex
    assert "hline" in latex
    assert latex.count("begin{table}") == 2
    assert "Favours" not in latex
    assert "approximate interval" in report.to_latex()


def test_a_picture_for_a_column_of_a_page(report, tmp_path):
    pytest.importorskip("matplotlib")
    figure = report.plot("both", style="paper", width=3.3)
    assert figure.get_size_inches()[0] == pytest.approx(3.3)
    figure.savefig(tmp_path / "f.pdf")
    written = (tmp_path / "f.pdf").read_bytes()
    assert b"/Type3" not in written
    assert b"/CIDFontType2" in written
    with pytest.raises(ValueError, match="style must be"):
        report.plot("roc", style="poster")
    with pytest.raises(ValueError, match="at least 3"):
        report.plot("roc", width=1)


def test_a_chinese_report_has_english_names_only(report):
    text = report.to_text(language="zh", full=True)
    known = {"AUC", "ROC", "PR", "FPR", "KS", "BCa", "DeLong", "t", "p", "Student", "a"}
    known |= {"b", *METRICS}
    assert {*re.findall(r"[A-Za-z_]+", text)} - known <= {"F", "J", "to_text", "full"}
