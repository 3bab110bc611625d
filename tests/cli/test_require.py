"""``--require``: the exit code, what is said of each requirement, and where."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import S, Y, file, run  # noqa: F401

import fastmetrics as fm

QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 0\nq2 0 c 2\n"
RUN = "q1 Q0 a 1 0.9 t\nq1 Q0 b 2 0.3 t\nq2 Q0 a 1 0.8 t\nq2 Q0 c 2 0.7 t\n"


@pytest.fixture
def command(tmp_path, file):
    """The words of a command that judges, and a metric of it with its value."""
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    (tmp_path / "ref").write_text("a b c d\na b c d\n")
    (tmp_path / "hyp").write_text("a b c\na b c d\n")
    folder = tmp_path
    return {
        "evaluate": ("evaluate", file(y=Y, s=S), "--metrics", "ap", "--score", "s"),
        "retrieve": ("retrieve", folder / "qrels", folder / "run", "--metrics", "AP"),
        "wer": ("wer", folder / "ref", folder / "hyp", "--metrics", "cer"),
    }


@one_case(
    "name, metric, value",
    [
        ("evaluate", "roc_auc", 0.65625),
        ("retrieve", "RR", 0.75),
        ("wer", "wer", 0.125),
    ],
)
def test_a_gate(run, command, name, metric, value):
    words = [*command[name], "--quiet", "--n-resamples", 20]
    held, broken = f"{metric} >= {value}", f"{metric} > {value}"
    code, out, err = run(*words, "--require", held)
    assert (code, err) == (0, "")
    assert "Requirements\n" in out
    assert f"passed: {held}, got {value}" in out
    code, out, err = run(*words, "--require", held, "--require", broken)
    assert code == 6
    assert err == f"fastmetrics: FAILED: {broken}, got {value}\n"
    code, out, err = run(*words, "--json", "--require", broken, "--require", held)
    assert code == 6
    found = json.loads(out)["requirements"]
    assert [one["holds"] for one in found] == [False, True]
    assert [one["requirement"] for one in found] == [broken, held]
    assert [one["value"] for one in found] == [value, value]
    code, out, err = run(*words, "--require", f"{metric}: nobody > 0")
    assert (code, out) == (2, "")
    assert "is called 'nobody'" in err
    code, _, err = run(*words, "--require", f"{metric}")
    assert code == 2
    assert "compares nothing" in err


def test_a_gate_in_all_forms(run, command, tmp_path):
    words = [*command["evaluate"], "--n-resamples", 20, "--require", "ap >= 1"]
    for name in ("o.html", "o.md", "o.json", "o.txt"):
        code, _, err = run(*words, "--output", tmp_path / name)
        assert code == 6
        assert "FAILED: ap >= 1, got " in err
        text = (tmp_path / name).read_text("utf-8")
        assert "0.7095" in text
        assert ">= 1" in text.replace("&gt;", ">").replace("\\>", ">")
    code, out, _ = run(*words, "--language", "zh")
    assert "要求" in out
    assert "ap >= 1 未满足" in out


def test_the_gate_of_the_difference_of_two_models(run, tmp_path):
    rng = np.random.default_rng(1)
    y = np.tile([0, 1], 50)
    a, b = (np.where(rng.random(100) < wrong, 1 - y, y) for wrong in (0.1, 0.2))
    rows = "\n".join(f"{t},{p},{q}" for t, p, q in zip(y, a, b, strict=True))
    path = tmp_path / "t.csv"
    path.write_text(f"y,a,b\n{rows}\n")
    words = ("evaluate", path, "--truth", "y", "--pred", "a", "--pred", "b", "--json")
    words = (*words, "--metrics", "f1", "--n-resamples", 50)
    one = fm.evaluate(
        y, {"a": a, "b": b}, metrics=["f1"], n_resamples=50, random_state=0
    )
    low = one.differences["a", "b"]["f1_score"].low
    code, out, _ = run(*words, "--require", f"f1: a - b .low >= {low - 0.01}")
    assert code == 0
    assert json.loads(out)["requirements"][0]["value"] == low
    code, _, err = run(*words, "--require", f"f1: a - b .low >= {low + 0.01}")
    assert code == 6
    assert len(err.splitlines()) == 1
