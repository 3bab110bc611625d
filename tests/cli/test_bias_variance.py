"""fastmetrics bias-variance: what it says, what it takes, and what it refuses."""

# ruff: noqa: F811 - fixtures that are imported by name

import io
import json
import sys

import numpy as np
import polars as pl
import pytest
from helpers.one_case import one_case
from helpers.report_cases import csv_of, file, run  # noqa: F401

import fastmetrics as fm

MODELS = {"m_1": [0, 1, 1, 0], "m_2": [0, 1, 0, 0], "m_3": [0, 0, 1, 1]}
LABELS = {"y": [0, 1, 1, 1], **MODELS, "w": [1, 2, 3, 4], "again": [0, 1, 0, 1]}
NUMBERS = {"y": [0.5, 2, 4], "a": [1, 2, 2], "b": [1, 3, 4], "best": [0.5, 1, 4]}
WORDS = {"y": ["cat", "dog"], "a": ["cat", "cat"], "b": ["dog", "cat"]}


def parts(found):
    """Return what JSON has of a decomposition."""
    every = json.loads(json.dumps(found.to_dict()))
    del every["main_prediction"]
    return every


def test_parts_of_labels_are_said(run, file):
    path = file(**LABELS)
    code, out, err = run("bias-variance", path, "--truth", "y", "--pred", "m_*")
    assert code == 0
    assert "the loss is zero-one: column 'y' has few different whole numbers" in err
    assert out.startswith("3 models on 4 rows: error rate 0.3333.\n")
    said = " ".join(out.split())
    assert "bias 0.2500 75.0 % rows whose main prediction is wrong" in said
    assert "net variance 0.0833 25.0 % loss added by variation" in said
    assert "variance 0.2500 75.0 % predictions other than the main one" in said
    assert "bias 0.1667 50.0 % ½ Σ (true share − predicted share)²" in said
    assert "variance 0.1667 50.0 % ½ (1 − Σ predicted share²)" in said
    assert "Noise and bias cannot be separated" in said
    assert "residual" not in said


def test_parts_of_numbers_are_said(run, file):
    path = file(**NUMBERS)
    columns = ["--truth", "y", "--pred", "a", "--pred", "b"]
    code, out, err = run("bias-variance", path, *columns)
    assert code == 0
    assert "the loss is squared: column 'y' has fractions" in err
    said = " ".join(out.split())
    assert "2 models on 3 rows: mean squared error 0.9167." in said
    assert "bias² 0.5000 54.5 % (mean prediction − truth)²" in said
    assert "variance 0.4167 45.5 % (prediction − mean prediction)²" in said
    assert "Noise and bias cannot be separated" in said
    code, out, _ = run("bias-variance", path, *columns, "--optimal", "best")
    said = " ".join(out.split())
    assert code == 0
    assert "(mean prediction − best prediction)²" in said
    assert "noise 0.3333 36.4 % (truth − best prediction)²" in said
    assert "residual −1.0000 −109.1 %" in said
    assert "Noise and bias cannot be separated" not in said


@one_case("loss", ["squared", "zero-one"])
@one_case("ddof", [0, 1])
@one_case(
    "options, arguments",
    [
        ([], {}),
        (["--weight", "w"], {"sample_weight": LABELS["w"]}),
        (["--optimal", "again"], {"y_optimal": LABELS["again"]}),
    ],
)
def test_for_programs(run, file, loss, ddof, options, arguments):
    path = file(**LABELS)
    asked = ["--truth", "y", "--pred", "m_*", "--loss", loss, "--ddof", ddof, "--json"]
    code, out, err = run("bias-variance", path, *asked, *options)
    assert (code, err) == (0, "")
    found = json.loads(out)
    kind = loss.replace("-", "_")
    wanted = fm.bias_variance_decomposition(
        LABELS["y"], [*MODELS.values()], loss=kind, ddof=ddof, **arguments
    )
    head = {name: found.pop(name) for name in [*found][:6]}
    assert found == pytest.approx(parts(wanted), abs=1e-15)
    columns = {"truth": ["y"], "pred": [*MODELS], "optimal": [], "weight": []}
    columns |= {
        options[i].strip("-"): [options[i + 1]] for i in range(len(options[:1]))
    }
    assert head == {
        "fastmetrics": fm.__version__,
        "file": path,
        "format": "CSV",
        "columns": columns,
        "loss_function": kind,
        "ddof": ddof,
    }


def test_targets_that_were_observed_twice(run, file):
    path = file(**LABELS)
    asked = ["--truth", "y", "--truth", "again", "--pred", "m_*"]
    _, out, _ = run("bias-variance", path, *asked, "--json")
    twice = [LABELS["y"], LABELS["again"]]
    wanted = fm.bias_variance_decomposition(twice, [*MODELS.values()], loss="zero_one")
    found = json.loads(out)
    assert {name: found[name] for name in parts(wanted)} == parts(wanted)
    assert found["n_observations"] == 2
    _, out, _ = run("bias-variance", path, *asked)
    said = " ".join(out.split())
    assert "3 models on 4 rows, each observed 2 times" in said
    assert "noise 0.1250" in said
    assert "Noise cannot be told" not in said


@one_case(
    "table, loss",
    [
        (WORDS, "zero_one"),
        ({"y": [1, 2], "a": [1, 1], "b": [2, 1]}, "zero_one"),
        ({"y": [1.0, 2.0], "a": [1, 1], "b": [2, 1]}, "zero_one"),
        ({"y": [True, False], "a": [True, True], "b": [0, 1]}, "zero_one"),
        ({"y": [0, 1], "a": [0.2, 0.7], "b": [0, 1]}, "squared"),
        ({"y": [0.5, 1], "a": [0, 1], "b": [0, 1]}, "squared"),
    ],
)
@one_case("form", ["csv", "parquet"])
def test_the_columns_tell_the_loss(run, tmp_path, table, loss, form):
    path = tmp_path / f"t.{form}"
    getattr(pl.DataFrame(table), f"write_{form}")(path)
    columns = ["--truth", "y", "--pred", "a", "--pred", "b"]
    code, out, err = run("bias-variance", path, *columns, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["loss_function"] == loss
    assert f"the loss is {loss.replace('_', '-')}: column" in err
    models = [table["a"], table["b"]]
    wanted = fm.bias_variance_decomposition(table["y"], models, loss=loss)
    assert found["loss"] == wanted.loss
    assert run("bias-variance", path, *columns, "--json", "-q") == (0, out, "")


def test_numbers_that_may_be_either(run, file):
    path = file(y=range(50), a=range(50))
    asked = ["--truth", "y", "--pred", "a", "--json"]
    code, out, err = run("bias-variance", path, *asked)
    assert (code, out) == (1, "")
    assert "may be amounts or classes: choose with --loss" in err
    for loss in ("squared", "zero-one"):
        assert run("bias-variance", path, *asked, "--loss", loss)[::2] == (0, "")


def test_squares_of_true_and_false(run, tmp_path):
    path = tmp_path / "t.parquet"
    pl.DataFrame({"y": [True, False], "a": [True, True]}).write_parquet(path)
    asked = ["--truth", "y", "--pred", "a", "--loss", "squared", "--json"]
    code, out, _ = run("bias-variance", path, *asked)
    assert code == 0
    assert json.loads(out)["bias_squared"] == 0.5


def test_one_model(run, file):
    path = file(**LABELS)
    asked = ["--truth", "y", "--pred", "m_1"]
    code, out, err = run("bias-variance", path, *asked, "--ddof", 1)
    assert code == 0
    assert "warning: There is one model only" in err
    assert "1 model on 4 rows: error rate" in out
    assert "bias      undefined" in out
    assert "One model does not show how models vary." in out
    _, out, _ = run("bias-variance", path, *asked, "--ddof", 1, "--json")
    assert json.loads(out)["kohavi_wolpert_variance"] is None


def test_no_loss_has_no_shares(run, file):
    path = file(y=[1, 2], a=[1, 2])
    code, out, _ = run("bias-variance", path, "--truth", "y", "--pred", "a")
    assert code == 0
    assert "loss          0.0000              —" in out


def test_forms(run, file, monkeypatch):
    columns = ["--truth", "y", "--pred", "m_*", "-q"]
    path = file(**LABELS)
    code, out, err = run("bias-variance", path, *columns, "--format", "markdown")
    assert (code, err) == (0, "")
    assert "| bias | 0.2500 | 75.0 % | rows whose main prediction is wrong |" in out
    for width in (40, 80):
        _, out, _ = run("bias-variance", path, *columns, "--width", width)
        assert max(map(len, out.splitlines())) <= width
        assert ("───" in out) is (width == 80)
        assert "…" not in out.partition("0-1 loss")[2]
    text = csv_of(**LABELS).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    code, out, _ = run("bias-variance", "-", *columns)
    assert code == 0
    assert "standard input (CSV)" in out


def test_output_in_either_language(run, file, tmp_path):
    columns = [file(**LABELS), "--truth", "y", "--pred", "m_*", "-q"]
    page, text = tmp_path / "b.html", tmp_path / "b.tex"
    asked = ["--output", page, "--language", "zh"]
    assert run("bias-variance", *columns, *asked) == (0, "", "")
    made = page.read_text("utf-8")
    assert made.startswith("<!doctype html>")
    for word in ("主预测错误的样本", "3 个模型", "无法区分噪声与偏差"):
        assert word in made
    for word in ("rows", "Noise", "Share of loss", "variance<"):
        assert word not in made.partition("</style>")[2].partition("href=")[0], word
    assert run("bias-variance", *columns, "--output", text) == (0, "", "")
    assert text.read_text("utf-8").count("\\toprule") == 3
    code, out, err = run("bias-variance", *columns, "--output", tmp_path / "b.csv")
    assert (code, out) == (4, "")
    assert "there is no CSV of this" in err


def test_unlike_numbers_lose_no_digits(run, tmp_path):
    """Columns of float32, integers and float64 keep their own precision."""
    path = tmp_path / "t.parquet"
    models = [
        np.array([0.1, 0.2], np.float32),
        np.array([2**53 - 1, 0]),
        np.array([1e8 + 0.125, 1e-8]),
    ]
    names = [f"m{i}" for i in range(3)]
    table = dict(zip(names, models, strict=True))
    pl.DataFrame({"y": [0.5, 1.5], **table}).write_parquet(path)
    code, out, _ = run("bias-variance", path, "--truth", "y", "--pred", "m*", "--json")
    wanted = fm.bias_variance_decomposition(
        [0.5, 1.5], np.stack([one.astype(np.float64) for one in models])
    )
    assert code == 0
    assert json.loads(out)["variance"] == pytest.approx(wanted.variance, rel=1e-12)


BAD = {
    "y": ["x", "z"], "a": ["x", "x"], "b": [1, 2], "c": [0.5, 1], "d": ["nan", 2],
    "e": ["", "x"], "f": ["inf", 1], "g": [-1, 1], "h": [1e200, 1], "i": [-1e200, 1],
    "j": [1.0, 2.0],
}  # fmt: skip


@one_case(
    "options, code, message",
    [
        (["--pred", "a"], 2, "required: --truth"),
        (["--truth", "y"], 2, "required: --pred"),
        (["--truth", "y", "--pred", "a", "--ddof", 2], 2, "--ddof"),
        (["--truth", "y", "--pred", "a", "--loss", "absolute"], 2, "--loss"),
        (["--truth", "y", "--pred", "no"], 1, "column 'no': there is none"),
        (["--truth", "y", "--pred", "no*"], 1, "no column's name fits 'no*'"),
        (["--truth", "y", "--pred", "y"], 1, "column 'y': is requested twice"),
        (["--truth", "y", "--pred", "a", "--pred", "[ab]"], 1, "'a': is requested"),
        (["--truth", "y", "--pred", "j"], 1,
         "column 'y' holds text and column 'j' holds numbers"),
        (["--truth", "b", "--pred", "c", "--loss", "zero-one"], 1,
         "column 'c': 0.5 in row 1 (line 2) is not a label; labels are text or whole "
         "numbers, and numbers need --loss squared"),
        (["--truth", "y", "--pred", "a", "--loss", "squared"], 1,
         "column 'y': 'x' in row 1 (line 2) is not a number"),
        (["--truth", "b", "--pred", "d"], 1, "column 'd': 1 of 2 values are not fin"),
        (["--truth", "b", "--pred", "f"], 1, "column 'f': 1 of 2 values are not fin"),
        (["--truth", "y", "--pred", "e"], 1, "column 'e': 1 of 2 values is missing"),
        (["--truth", "b", "--pred", "c", "--weight", "g"], 1, "negative weight"),
        (["--truth", "b", "--pred", "c", "--weight", "y"], 1,
         "column 'y': 'x' in row 1 (line 2) is not a number"),
        (["--truth", "b", "--pred", "h", "--pred", "i", "--loss", "squared"], 1,
         "column 'i': predictions of a row are too far apart"),
    ],
)  # fmt: skip
def test_refused(run, file, options, code, message):
    path = file(**BAD)
    found, out, err = run("bias-variance", path, *options)
    assert (found, out) == (code, "")
    assert message in err
    if code == 1:
        assert path in err


def test_no_such_file(run):
    code, out, err = run("bias-variance", "no.csv", "--truth", "y", "--pred", "a")
    assert (code, out) == (1, "")
    assert "no.csv: there is no such file" in err
