"""fastmetrics leaderboard: what is read and written, and errors of wrong files."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
from importlib import resources

import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401

import fastmetrics as fm

QUIET = ["--no-progress", "--quiet"]
BUNDLED = resources.files("fastmetrics.data") / "benchmark_runs.csv"
FIELDS = ["--run", "run", "--cluster", "template", "--benchmark", "benchmark"]


def rows_of(*models, n=20, runs=1):
    """Return rows of models that solve the first items, each and some runs more."""
    return [
        {"item": i, "model": model, "score": int(i < 8 + 4 * k + 2 * r), "seed": r}
        for k, model in enumerate(models)
        for i in range(n)
        for r in range(runs)
    ]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def found(run):
    def made(*arguments):
        code, out, err = run("leaderboard", *arguments, "--json", *QUIET)
        assert code == 0, err
        return json.loads(out)

    return made


def plain(report):
    return json.loads(json.dumps(report.to_dict()))


def test_bundled_data_and_the_same_file(found, run):
    scores = fm.read_item_scores(
        BUNDLED, run="run", cluster="template", benchmark="benchmark"
    )
    content = found(BUNDLED, *FIELDS, "--seed", 1)
    assert (content["n_rows"], content["n_runs"]) == (180, 3240)
    assert content["missing"] == dict.fromkeys(scores.models, 0)
    expected = plain(fm.evaluate(scores, random_state=1))
    for part in ("models", "differences", "neighbours", "variances"):
        assert content[part] == expected[part]
    bundled = found("--seed", 1)
    assert bundled["file"] == "bundled data"
    assert bundled["models"] == content["models"]
    _, _, err = run("leaderboard", "--no-progress")
    assert "no FILE is given, so this compares simulated runs of six models" in err


def test_what_people_read(run):
    code, out, _ = run("leaderboard", *QUIET, "--seed", 1)
    assert code == 0
    for text in (
        "bundled data: 180 items, 3,240 runs",
        "Mean score: ranks",
        "items needed to separate neighbours",
        "Variance of scores",
    ):
        assert out.count(text) == 1
    _, out, _ = run("leaderboard", *QUIET, "--seed", 1, "--full")
    assert out.count("items needed to separate neighbours") == 1


def test_options_are_those_of_the_functions(found, run, tmp_path):
    path = write(tmp_path / "log.jsonl", rows_of("a", "b", runs=3))
    scores = fm.read_item_scores(path, run="seed")
    for arguments, options in (
        (["--metrics", "pass_at_k:k=2,mean_score"],
         {"metrics": ["pass_at_k:k=2", "mean_score"]}),
        (["--target", "runs"], {"target": "runs"}),
        (["--benchmark", "gsm8k", "--average", "benchmarks"], {}),
    ):  # fmt: skip
        content = found(path, "--run", "seed", *arguments, "--seed", 1)
        expected = plain(fm.evaluate(scores, random_state=1, **options))
        if options:
            assert content["models"] == expected["models"]
        else:  # of one benchmark
            assert content["models"].keys() == expected["models"].keys()
    code, _, _ = run(
        "leaderboard", path, "--run", "seed", "--require", "mean_score > 0.99", *QUIET
    )
    assert code == 6


def test_several_files_and_missing_cells(found, run, tmp_path):
    one = write(tmp_path / "one.jsonl", rows_of("a", n=20))
    two = write(tmp_path / "two.jsonl", rows_of("a", "b", n=12)[12:])
    code, _, err = run("leaderboard", one, two, *QUIET)
    assert code == 1
    assert "no runs for 8 items of model 'b' (of 20 items)" in err
    assert "Pass --missing pairwise or --missing common" in err
    content = found(one, two, "--missing", "pairwise")
    assert content["missing"] == {"a": 0, "b": 8}
    assert content["neighbours"][0]["n_common"] == 12


@one_case(
    "content, arguments, message",
    [
        (rows_of("a"), [], "has one model only, 'a': a leaderboard compares several"),
        (rows_of("a", "b") * 2, [], "line 1 and line 41 are item 0 and model 'a'. If "
         "rows are repeated runs, pass --run with the column"),
        (rows_of("a", "b"), ["--item", "id"], "column 'id': there is none; the columns "
         "are 'item', 'model', 'score', 'seed'"),
        ([{"item": 1, "model": "a", "score": "yes"}], [],
         "line 1: the score 'yes' in 'score' is not a number"),
        ([{"item": 1, "model": "a", "score": float("inf")}], [],
         "scores must be finite, got inf for item 1 and model 'a'"),
        ([{"item": i, "model": m, "score": float("nan") if i else 1}
          for i in (0, 1) for m in "ab"], [],
         "no runs for 1 item of model 'a', 1 item of model 'b' (of 2 items)"),
        (rows_of("a", "b"), ["--filter", "strict"], "column 'filter': there is none"),
        (rows_of("a", "b"), ["--metrics", "pass_at_k:k=5"],
         "needs 5 runs|fewer than|has 1"),
    ],
)  # fmt: skip
def test_data_that_are_refused(run, tmp_path, content, arguments, message):
    path = write(tmp_path / "log.jsonl", content)
    code, out, err = run("leaderboard", path, *arguments, *QUIET)
    assert (code, out) == (1, "")
    assert any(part in err for part in message.split("|")), err
    assert "log.jsonl: " in err
    assert err.count("\n") == 1


def test_a_log_with_several_filters(run, tmp_path):
    rows = [
        {"doc_id": i, "filter": kept, "exact_match": float(i < 3)}
        for kept in ("strict-match", "flexible-extract")
        for i in range(6)
    ]
    folder = tmp_path / "model"
    folder.mkdir()
    path = write(folder / "samples_gsm8k_2026-01-02T03-04-05.678.jsonl", rows)
    code, _, err = run("leaderboard", path, *QUIET)
    assert code == 1
    assert (
        "filters ['strict-match', 'flexible-extract']: choose one with --filter" in err
    )


@one_case(
    "arguments, message",
    [
        (["--run", "seed"], "--run needs a FILE"),
        (["--input", "inspect"], "--input needs a FILE"),
        (["--metrics", "accuracy"], "'accuracy' is not a metric of item scores"),
        (["--missing", "drop"], "invalid choice: 'drop'"),
    ],
)  # fmt: skip
def test_usage_that_is_refused(run, arguments, message):
    code, out, err = run("leaderboard", *arguments, *QUIET)
    assert (code, out) == (2, "")
    assert message in err
