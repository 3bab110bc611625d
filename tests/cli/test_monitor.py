"""fastmetrics monitor: what it says, what it keeps, and what it refuses."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401

import fastmetrics as fm


@pytest.fixture
def day(tmp_path):
    """A file of 100 rows, so many of them right, in batches of 50."""

    def make(name, right):
        lines = ["y,p,batch"]
        for i in range(100):
            wrong = i * (100 - right) // 100 < (i + 1) * (100 - right) // 100
            lines.append(f"{i % 2},{(i + wrong) % 2},{name}-{i // 50}")
        path = tmp_path / f"{name}.csv"
        path.write_text("\n".join(lines) + "\n")
        return path

    return make


ASKED = ("--truth", "y", "--pred", "p", "--null", 0.9)


def test_a_model_that_keeps_its_promise(run, day):
    code, out, err = run("monitor", day("a", 91), day("b", 90), *ASKED)
    assert (code, err) == (0, "")
    said = " ".join(out.split())
    assert "after 200 rows in 2 updates; Accuracy = 0.9050 [" in said
    assert "there is no evidence that Accuracy is below 0.9." in said


def test_a_model_that_is_better_than_promised_passes(run, day, tmp_path):
    assert run("monitor", day("a", 100), *ASKED)[0] == 0
    two_sided = (*ASKED, "--alternative", "two-sided")
    assert run("monitor", *(day(f"b{i}", 100) for i in range(3)), *two_sided)[0] == 6
    # Of a loss the worse side is above the number, with --change as well.
    path = tmp_path / "proba.csv"
    rows = {"good": (0.1, 0.9), "bad": (0.9, 0.1)}
    for name, code in (("good", 0), ("bad", 6)):
        lines = [f"{y},{rows[name][y]}" for y in (0, 1)] * 200
        path.write_text("\n".join(["y,p", *lines]) + "\n")
        asked = ("monitor", path, "--truth", "y", "--proba", "p", "--null", 0.3)
        asked = (*asked, "--metric", "brier_score_loss")
        assert run(*asked)[0] == code, name
        assert run(*asked, "--change", "--run-length", 50)[0] == code, name


def test_a_rejection_ends_with_a_code_of_its_own(run, day):
    code, out, _ = run(
        "monitor", day("a", 60), *ASKED, "--alternative", "less", "--json"
    )
    found = json.loads(out)
    test = fm.SequentialTest("accuracy", null=0.9, alternative="less")
    test.update([1] * 100, [1] * 60 + [0] * 40)
    assert code == 6
    assert found["pvalue"] == test.pvalue
    assert found["rejected_at"] == 100


def test_one_batch_that_was_seen_before_is_said_as_one(run, day, tmp_path):
    files = day("a", 90), day("b", 91)
    kept = (*ASKED, "--state", tmp_path / "state.fm")
    assert run("monitor", files[0], *kept)[2] == ""
    _, _, err = run("monitor", files[0], *kept)
    assert "the batch was seen before, and counts once" in err
    _, _, err = run("monitor", *files, *kept)
    assert "1 of 2 batches was seen before, and counts once" in err


def test_a_state_goes_on_and_takes_each_batch_once(run, day, tmp_path):
    state = tmp_path / "state.fm"
    kept = (*ASKED, "--state", state, "--batch-id", "batch")
    assert run("monitor", day("a", 90), *kept)[0] == 0
    first = state.read_bytes()
    test = fm.SequentialTest.from_bytes(first)
    assert (test.n_samples, test.n_updates) == (100, 2)
    code, _, err = run("monitor", day("a", 90), *kept)
    assert code == 0
    assert "2 of 2 batches were seen before, and count once" in err
    assert state.read_bytes() == first
    run("monitor", day("b", 90), day("a", 90), *kept, "-q")
    assert fm.SequentialTest.from_bytes(state.read_bytes()).n_samples == 200


def test_files_are_batches_where_no_column_names_them(run, day, tmp_path):
    state = tmp_path / "state.fm"
    kept = (*ASKED, "--state", state)
    path = day("a", 90)
    for _ in range(3):
        run("monitor", path, *kept)
    assert fm.SequentialTest.from_bytes(state.read_bytes()).n_samples == 100
    run("monitor", day("a", 80), *kept)  # of the same name, and other rows
    assert fm.SequentialTest.from_bytes(state.read_bytes()).n_samples == 200


def test_what_fails_leaves_the_state_as_it_was(run, day, tmp_path):
    state, broken = tmp_path / "state.fm", tmp_path / "broken.csv"
    kept = (*ASKED, "--state", state)
    run("monitor", day("a", 90), *kept)
    before = state.read_bytes()
    broken.write_text("y,p\n1,1\n0,0.5\n")
    code, out, err = run("monitor", day("b", 90), broken, *kept)
    assert (code, out) == (1, "")
    assert "broken.csv" in err
    assert state.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "b.csv", "broken.csv", "state.fm"]


@one_case(
    "content, options, message",
    [
        (b"nothing", (), "no sequential test"),
        (None, ("--alternative", "two-sided"), "is 'less' and not 'two-sided'"),
        (None, ("--alpha", 0.01), "alpha is 0.05 and not 0.01"),
        (None, ("--metric", "recall"), "metric is 'accuracy_score'"),
        (None, ("--change",), "no ChangeDetector"),
        (None, ("--null", 0.8), "null is 0.9 and not 0.8"),
        (None, ("--pred", "y"), "--pred is 'p' and not 'y'"),
        (None, ("--truth", "p"), "--truth is 'y' and not 'p'"),
        (None, ("--batch-id", "batch"), "--batch-id is None and not 'batch'"),
    ],
)
def test_a_state_of_something_else(run, day, tmp_path, content, options, message):
    state = tmp_path / "state.fm"
    state.unlink(missing_ok=True)
    run("monitor", day("a", 90), *ASKED, "--state", state)
    if content:
        state.write_bytes(content)
    before = state.read_bytes()
    code, _, err = run("monitor", day("b", 90), *ASKED, "--state", state, *options)
    assert code == 1
    assert message in err
    assert state.read_bytes() == before


@one_case(
    "first, then, message",
    [
        (
            ("--metric", "recall", "--pos-label", 1),
            ("--metric", "recall", "--pos-label", 0),
            "metric_params is {'pos_label': 1} and not {'pos_label': 0}",
        ),
        (
            ("--metric", "mean_absolute_error", "--bounds", 0, 1, "--null", 0.5),
            ("--metric", "mean_absolute_error", "--bounds", 0, 2, "--null", 0.5),
            "bounds is [0.0, 1.0] and not [0.0, 2.0]",
        ),
        (
            ("--change",),
            ("--change", "--run-length", 50),
            "average_run_length is 1000.0 and not 50.0",
        ),
        (
            ("--change",),
            ("--change", "--alternative", "greater"),
            "alternative is 'less' and not 'greater'",
        ),
    ],
)
def test_a_state_and_a_command_line_mean_the_same(
    run, day, tmp_path, first, then, message
):
    state = tmp_path / "state.fm"
    state.unlink(missing_ok=True)
    kept = (*ASKED, "--state", state)
    run("monitor", day("a", 90), *kept, *first)
    before = state.read_bytes()
    code, _, err = run("monitor", day("b", 90), *kept, *then)
    assert code == 1
    assert message in err
    assert state.read_bytes() == before


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="there are no such locks")
def test_writers_at_once_lose_no_batch(day, tmp_path):
    state = tmp_path / "state.fm"
    # Where processes fork, all four begin at once, with the modules that they need.
    program = """
import sys
from multiprocessing import Pool
from fastmetrics.cli import main

path, *paths = sys.argv[1:]
asked = "--truth y --pred p --null 0.9 --quiet --output".split()
calls = [["monitor", one, *asked, one + ".txt", "--state", path] for one in paths]
main(["monitor", paths[0], *asked, paths[0] + ".txt"])  # it imports what they need
with Pool(4) as pool:
    assert pool.map(main, calls, 1) == [0] * 4
"""
    paths = [day(f"d{i}", 90) for i in range(4)]
    subprocess.run([sys.executable, "-c", program, state, *paths], check=True)
    assert fm.SequentialTest.from_bytes(state.read_bytes()).n_samples == 400


def test_a_metric_of_other_columns_is_told_by_options(run, day):
    code, _, err = run("monitor", day("a", 90), *ASKED, "--metric", "brier")
    assert code == 1
    said = (
        "--pred is given, but brier_score_loss evaluates rows by --truth and --proba."
    )
    assert said in err


def test_an_alarm(run, day, tmp_path):
    state = tmp_path / "state.fm"
    kept = (*ASKED, "--change", "--run-length", 100, "--state", state)
    assert run("monitor", *(day(f"a{i}", 94) for i in range(5)), *kept)[0] == 0
    code, out, _ = run("monitor", *(day(f"b{i}", 70) for i in range(3)), *kept)
    assert code == 6
    assert "fell below 0.9 about update 6" in " ".join(out.split())
    assert run("monitor", day("c", 99), *kept)[0] == 6  # until somebody resets it


def test_a_loss_is_watched_for_its_rise(run, tmp_path):
    # The model is better from day 3 on, and worse from day 21 on.
    rng, paths = np.random.default_rng(0), []
    for day in range(30):
        sure = 0.7 if day < 3 else 0.8 if day < 21 else 0.4
        y = (rng.random(200) < 0.5).astype(int)
        risk = np.where(y, sure, 1 - sure)
        paths.append(tmp_path / f"day{day}.csv")
        np.savetxt(paths[-1], np.c_[y, risk], "%g", ",", header="y,risk", comments="")
    asked = ("--truth", "y", "--change", "--run-length", 100, "--json")
    brier = ("--proba", "risk", "--metric", "brier_score_loss", "--null", 0.1)
    code, out, _ = run("monitor", *paths, *asked, *brier)
    assert code == 6
    assert json.loads(out)["alternative"] == "greater"
    assert 21 < json.loads(out)["alarm_at"] <= 24
    code, out, _ = run("monitor", *paths[:21], *asked, *brier)
    assert (code, json.loads(out)["alarm_at"]) == (0, None)
    code, out, _ = run("monitor", *paths[:21], *asked, *brier, "--alternative", "less")
    assert code == 6


def test_windows_of_scores(run, tmp_path):
    rng, paths = np.random.default_rng(0), []
    for day in range(24):
        y = (rng.random(150) < 0.4).astype(int)
        score = y * (1.2 if day < 12 else 0.2) + rng.normal(size=150)
        paths.append(tmp_path / f"day{day}.csv")
        np.savetxt(paths[-1], np.c_[y, score], "%g", ",", header="y,s", comments="")
    state = ("--state", tmp_path / "state")
    asked = (
        "--truth",
        "y",
        "--score",
        "s",
        "--metric",
        "roc_auc",
        "--null",
        0.7,
        "--json",
    )
    code, out, _ = run("monitor", *paths[:12], *asked, "--change", *state)
    assert (code, json.loads(out)["alternative"]) == (0, "less")
    code, out, _ = run("monitor", *paths[12:], *asked, "--change", *state)
    assert code == 6
    assert 12 < json.loads(out)["alarm_at"] <= 20
    code, _, err = run("monitor", *paths, *asked)
    assert code == 2
    assert "--score goes with --change" in err


def test_probabilities_and_classes_by_name(run, tmp_path):
    path = tmp_path / "a.csv"
    rows = ["truth,s,q", *["ham,ham,0.1", "spam,spam,0.8", "spam,ham,0.4"] * 20]
    path.write_text("\n".join(rows) + "\n")
    brier = ("--metric", "brier_score", "--null", 0.3, "--pos-label", "spam")
    _, out, _ = run(
        "monitor", path, "--truth", "truth", "--proba", "q", *brier, "--json"
    )
    assert json.loads(out)["estimate"] == pytest.approx((0.01 + 0.04 + 0.36) / 3)
    recall = ("--metric", "recall", "--null", 0.6, "--pos-label", "spam", "--json")
    _, out, _ = run("monitor", path, "--truth", "truth", "--pred", "s", *recall)
    assert json.loads(out)["estimate"] == 0.5
    assert json.loads(out)["n_samples"] == 40


@one_case(
    "options, message",
    [
        (("--null", 1), "null must lie inside"),
        (("--metric", "roc_auc"), "sequential_z_test"),
        (("--metric", "mean_squared_error"), "no upper bound"),
        (("--run-length", 10), "--run-length goes with --change"),
        (("--change", "--run-length", 0), "average_run_length must be above 1"),
        (("--change", "--alpha", 0.1), "--alpha does not go with --change"),
        (("--change", "--alternative", "two-sided"), "--change is one-sided"),
        (("--state", "a.csv"), "are the same file"),
    ],
)
def test_command_lines_that_cannot_be(
    run, day, tmp_path, monkeypatch, options, message
):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("monitor", day("a", 90), *ASKED, *options)
    assert (code, out) == (2, "")
    assert message in err


def test_a_picture(run, day, tmp_path):
    assert run("monitor", day("a", 90), *ASKED, "--plot", tmp_path / "a.svg")[0] == 0
    assert (tmp_path / "a.svg").read_bytes().startswith(b"<svg")


def test_the_positive_label_of_texts_is_asked_for(run, tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text("outcome,risk,guess\n" + "case,0.7,case\ncontrol,0.3,case\n" * 20)
    asked = ("--truth", "outcome", "--null", 0.2, "--metric")
    for column, name, metric in (
        ("--proba", "risk", "brier_score_loss"),
        ("--pred", "guess", "recall_score"),
    ):
        code, out, err = run("monitor", path, *asked, metric, column, name)
        assert (code, out) == (1, "")
        assert (
            "column 'outcome': the labels are 'case', 'control'; choose the positive "
            "class with --pos-label" in err
        )
        told = run("monitor", path, *asked, metric, column, name, "--pos-label", "case")
        assert told[2] == ""
    assert run("monitor", path, *asked, "accuracy", "--pred", "guess")[2] == ""
