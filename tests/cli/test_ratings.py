"""fastmetrics ratings: its output, its options, and its errors."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import pytest
from helpers.report_cases import file, run  # noqa: F401

import fastmetrics as fm

BATTLES = {
    "x": [*"ppqqrrpq"],
    "y": [*"qrrppqrp"],
    "w": [1, 1, 0, 0.5, 1, 1, 0, 1],
    "voter": [1, 1, 2, 2, 3, 3, 4, 4],
    "times": [1, 2, 1, 1, 1, 1, 1, 0.5],
}
COLUMNS = ["--model-a", "x", "--model-b", "y", "--winner", "w"]


def test_bundled_votes(run):
    code, out, err = run("ratings", "--group", "voter")
    assert (code, err) == (0, "")
    first = "Ratings of 9 models from 1,500 battles: best is vicuna-13b, 1,128"
    assert out.startswith(first)
    assert "bundled data (CSV)" in out
    assert "sandwich covariance of 94 groups of battles." in out
    code, out, _ = run("ratings", "--language", "zh", "--ties", "davidson")
    assert code == 0
    assert "由 1,500 场对战得出的 9 个模型的评分" in out


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ([], {}),
        (["--ties", "davidson"], {"ties": "davidson"}),
        (["--group", "voter"], {"groups": BATTLES["voter"]}),
        (["--weight", "times"], {"sample_weight": BATTLES["times"]}),
        (["--penalty", "firth"], {"penalty": "firth"}),
        (["--reference", "q=1200"], {"reference": {"q": 1200}}),
        (["--mean", 0, "--points", 100], {"scale": (0, 100)}),
        (["--confidence-level", 0.9], {"confidence_level": 0.9}),
    ],
)
def test_for_programs(run, file, words, arguments):
    path = file(**BATTLES)
    code, out, err = run("ratings", path, *COLUMNS, *words, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    columns = [BATTLES[name] for name in "xyw"]
    expected = fm.bradley_terry(*columns, **arguments).to_dict()
    assert {name: found[name] for name in expected} == json.loads(json.dumps(expected))
    assert found["columns"]["model_a"] == "x"


def test_files_are_written(run, file, tmp_path):
    path, page, plot = file(**BATTLES), tmp_path / "a.html", tmp_path / "a.svg"
    code, out, _ = run("ratings", path, *COLUMNS, "--output", page, "--plot", plot)
    assert (code, out) == (0, "")
    assert "Ratings of 3 models from 8 battles" in page.read_text("utf-8")
    assert "<svg" in plot.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 1, "column 'model_a': there is none"),
        ([*COLUMNS, "--reference", "q"], 2, "must be MODEL=RATING"),
        ([*COLUMNS, "--reference", "s=1"], 1, "'s', which is not a model"),
        ([*COLUMNS, "--points", 0], 2, "is not above 0"),
        (
            [*COLUMNS, "--ties", "davidson", "--penalty", "firth"],
            2,
            "only for --ties half",
        ),
        ([*COLUMNS[:-1], "times"], 1, "got 2 in row 2 (line 3)"),
        ([*COLUMNS, "--output", "a.csv"], 4, "there is no CSV"),
    ],
)
def test_errors(run, file, words, code, message):
    found, out, err = run("ratings", file(**BATTLES), *words)
    assert (found, out) == (code, "")
    assert message in err


def test_models_that_won_all_battles(run, file):
    path = file(**{name: column[:2] for name, column in BATTLES.items()})
    code, _, err = run("ratings", path, *COLUMNS)
    assert code == 1
    assert "an earlier set: {'p'}; {'q'}; {'r'}. Pass --penalty firth" in err
    code, out, _ = run("ratings", path, *COLUMNS, "--penalty", "firth")
    assert code == 0
    assert "penalized by Jeffreys' prior" in out
