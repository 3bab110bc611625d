"""The command line: what it prints, what it refuses, and with which exit code."""

# ruff: noqa: F811 - fixtures that are imported by name

import io
import json
import os
import pickle
import re
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from helpers.one_case import one_case
from helpers.report_cases import S, Y, csv_of, evaluate, file, run  # noqa: F401

import fastmetrics
from fastmetrics import catalog
from fastmetrics.cli import main, output

PACKAGE_PARENT = str(Path(fastmetrics.__file__).parents[1])
AUC = ["--metrics", "roc_auc_score"]


def auc_of(report, model):
    return report["models"][model]["roc_auc_score"]["estimate"]


# ------------------------------------------------------------------ what it does


def test_bundled_data(run):
    code, out, err = run("evaluate", "--n-resamples", 20)
    assert code == 0
    counts = "5,261 rows: 836 positive (15.9 %, label 1), 4,425 negative"
    assert counts in out.replace("\u202f", ",")
    assert "logistic_regression" in out
    assert "random_forest" in out
    assert "Difference: logistic_regression − random_forest" in out
    for row in catalog.scalar():
        assert (f"\n{row.short}  " in out) == row.in_report
    assert "NHANES 2017-2018" in err
    assert len(err.splitlines()) == 1


def test_worked_example(evaluate, file):
    report = evaluate(file(y_true=Y, score=S), "--n-resamples", 20)
    assert auc_of(report, "score") == 0.65625
    ap = report["models"]["score"]["average_precision_score"]["estimate"]
    assert ap == pytest.approx(0.709524, abs=5e-7)
    assert report["columns"] == {"truth": "y_true", "scores": ["score"]}
    assert report["file"].endswith("t.csv")
    assert report["fastmetrics"] == fastmetrics.__version__


def test_same_numbers_as_from_python(evaluate, file):
    report = evaluate(file(y=Y, a=S, b=S[::-1]), "--score", "a", "--score", "b", *AUC)
    expected = fastmetrics.evaluate(
        Y, y_score={"a": S, "b": S[::-1]}, metrics=["roc_auc_score"], random_state=0
    ).to_dict()
    for key in ("models", "differences", "n_rows", "seed", "metrics"):
        assert report[key] == expected[key]


def write_parquet(path):
    pa.parquet.write_table(pa.table({"y": Y, "s": S}), path)


def write_arrow(path):
    table = pa.table({"y": Y, "s": S})
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table)


@one_case(
    "name, write",
    [
        ("t.parquet", write_parquet),
        ("t.arrow", write_arrow),
        ("t.feather", write_arrow),
        ("t.npz", lambda path: np.savez(path, y=Y, s=S)),
        ("t.npy", lambda path: np.save(path, np.column_stack([Y, S]))),
        ("t.csv", lambda path: path.write_text(csv_of(y=Y, s=S))),
    ],
)
def test_formats(evaluate, tmp_path, name, write):
    write(tmp_path / name)
    report = evaluate(tmp_path / name, "--truth", "0", "--score", "-1", *AUC)
    assert auc_of(report, "1" if name == "t.npy" else "s") == 0.65625


def test_weights_and_groups(evaluate, file):
    path = file(y=Y, s=S, w=[1, 2, 3, 1, 2, 3, 1, 0], g=list("aabbccdd"))
    options = ["--score", "s", *AUC, "--n-resamples", 50]
    report = evaluate(path, "--weight", "w", *options)
    weighted = fastmetrics.roc_auc_score(Y, S, sample_weight=[1, 2, 3, 1, 2, 3, 1, 0])
    assert auc_of(report, "s") == pytest.approx(weighted)
    assert report["columns"]["weight"] == "w"
    report = evaluate(path, "--group", "g", *options)
    assert auc_of(report, "s") == 0.65625
    assert report["columns"]["group"] == "g"
    both = evaluate(path, "--group", "g", "--weight", "w", *options)
    assert both["columns"] == {
        "truth": "y",
        "scores": ["s"],
        "weight": "w",
        "group": "g",
    }


def test_options_reach_the_report(evaluate, file):
    path = file(y=Y, s=S)
    report = evaluate(
        path, "--confidence-level", 0.8, "--method", "percentile", "--n-resamples", 40,
        "--stratified", "--seed", 9, "--threads", 1, "--metrics", "roc_auc, ap",
    )  # fmt: skip
    assert report["confidence_level"] == 0.8
    assert report["method"] == "percentile"
    assert report["seed"] == 9
    assert list(report["metrics"]) == ["roc_auc_score", "average_precision_score"]
    auc = report["models"]["s"]["roc_auc_score"]
    assert (auc["method"], auc["n_resamples"]) == ("percentile", 40)
    other = evaluate(
        path, "--confidence-level", 0.8, "--method", "percentile", "--n-resamples", 40,
        "--stratified", "--seed", 9, "--threads", 2, "--metrics", "roc_auc,ap",
    )  # fmt: skip
    assert other == report


def test_threads_are_as_before_afterwards(evaluate, file):
    before = fastmetrics.get_num_threads(), pa.cpu_count()
    evaluate(file(y=Y, s=S), "--threads", 3, *AUC)
    assert (fastmetrics.get_num_threads(), pa.cpu_count()) == before


def test_standard_input(evaluate, monkeypatch):
    class Stdin:
        buffer = io.BytesIO(csv_of(y=Y, s=S).encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    report = evaluate("-", *AUC)
    assert auc_of(report, "s") == 0.65625
    assert report["file"] == "standard input"


def test_metrics_command(run):
    every = [row for row in catalog.METRICS.values() if row.kind == "metric"]
    code, out, _ = run("metrics")
    assert code == 0
    for row in every:
        assert f"\n{row.name} " in out
        assert row.title in out
    code, out, _ = run("metrics", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert set(rows) == {row.name for row in every}
    assert rows["f1_score"]["targets"] == ["binary"]
    assert rows["fbeta_score"]["required"] == ["beta"]
    assert "\nfbeta_score † " in run("metrics")[1]
    assert "Of recommendation (from Python only)" in run("metrics")[1]
    assert rows["lift_score"]["upper"] is None
    assert rows["rank_loss"]["greater_is_better"] is False


def test_version_and_help(run):
    assert run("--version")[:2] == (0, f"fastmetrics {fastmetrics.__version__}\n")
    for arguments in (["--help"], ["evaluate", "--help"]):
        code, out, _ = run(*arguments)
        assert code == 0
        assert "exit codes" in out


# ------------------------------------------------------------------ labels


@one_case(
    "labels, pos_label",
    [
        ([["false", "true"][y] for y in Y], None),
        ([2 * y - 1 for y in Y], None),
        ([float(y) for y in Y], None),
        ([["benign", "malignant"][y] for y in Y], "malignant"),
        ([1 + y for y in Y], "2"),
        ([1 + y for y in Y], "2.0"),
        ([["true", "false"][y] for y in Y], "false"),
        ([1 - y for y in Y], "0"),
    ],
)
def test_labels(evaluate, file, labels, pos_label):
    given = [] if pos_label is None else ["--pos-label", pos_label]
    report = evaluate(file(label=labels, s=S), *given, *AUC)
    assert auc_of(report, "s") == 0.65625
    assert report["n_positive"] == 4


@one_case(
    "labels, pos_label, message",
    [
        ([["no", "yes"][y] for y in Y], None, "'no' and 'yes'.*--pos-label"),
        ([1 + y for y in Y], None, "1 and 2.*--pos-label"),
        (Y, "2", "--pos-label '2' is not one of its values, which are 0 and 1"),
        (Y, "x", "--pos-label 'x' is not one"),
        ([["no", "yes"][y] for y in Y], "maybe", "'no' and 'yes'"),
        ([1] * 8, None, "one class only, 1"),
        (["yes"] * 8, "yes", "one class only, 'yes'"),
        (list("abcabcab"), None, "3 different values"),
        (["nan", *Y[1:]], None, "not finite"),
        (["", *Y[1:]], None, "1 of 8 values is missing"),
    ],
)
def test_labels_that_are_not_two_classes(run, file, labels, pos_label, message):
    given = [] if pos_label is None else ["--pos-label", pos_label]
    path = file(label=labels, s=S)
    code, out, err = run("evaluate", path, *given)
    assert (code, out) == (1, "")
    line = err.splitlines()[-1]
    assert line.startswith(f"fastmetrics: {path}: column 'label': ")
    assert re.search(message, line)


# ------------------------------------------------------------------ guesses


@one_case(
    "names, truth, scores",
    [
        (["y_true", "y_score"], "y_true", ["y_score"]),
        (["id", "Label", "Probability"], "Label", ["Probability"]),
        (["target", "x"], "target", ["x"]),
        (["score_a", "class", "score_b", "age"], "class", ["score_a", "score_b"]),
        (["y", "rf_proba", "note"], "y", ["rf_proba"]),
    ],
)
def test_obvious_names_are_guessed_and_it_is_said(run, file, names, truth, scores):
    columns = {name: Y if name == truth else S for name in names}
    code, out, err = run("evaluate", file(**columns), *AUC, "--json")
    assert code == 0
    assert json.loads(out)["columns"] == {"truth": truth, "scores": scores}
    assert "guessed by name" in err
    for name in (truth, *scores):
        assert repr(name) in err


def test_what_is_given_is_not_guessed(run, file):
    path = file(y=Y, score=S)
    code, out, err = run("evaluate", path, "--truth", "y", "--score", "score", *AUC)
    assert (code, err) == (0, "")
    assert "truth 'y'; score 'score'" in " ".join(out.split())


@one_case(
    "names, message",
    [
        (["a", "score"], "--truth"),
        (["y", "label", "score"], "which is the truth: column 'y', column 'label'"),
        (["y", "a", "b"], "--score"),
        (["y"], "--score"),
    ],
)
def test_what_is_not_obvious_is_not_guessed(run, file, names, message):
    path = file(**dict.fromkeys(names, Y))
    code, _, err = run("evaluate", path)
    assert code == 1
    assert message in err


# ------------------------------------------------------------------ bad data


def bad(code, err, path, message):
    assert code == 1
    lines = err.splitlines()
    assert lines[-1].startswith(f"fastmetrics: {path}: ")
    assert message in lines[-1]


@one_case(
    "column, message",
    [
        (["oops", *S[1:]], "column 's': 'oops' in row 1 (line 2) is not a number"),
        (["1_0", *S[1:]], "column 's': '1_0' in row 1 (line 2) is not a number"),
        (["\u0661", *S[1:]], "'\u0661' in row 1 (line 2) is not a number"),
        ([*S[:4], "nan", *S[5:]], "column 's': 1 of 8 values are not finite"),
        ([*S[:4], "inf", *S[5:]], "the first in row 5 (line 6) (inf)"),
        ([*S[:4], "", *S[5:]], "column 's': 1 of 8 values is missing"),
    ],
)
@one_case("role", ["--score", "--weight"])
def test_columns_that_are_not_numbers(run, file, role, column, message):
    path = file(y=Y, s=column, ok=S)
    given = ["--score", "ok"] if role == "--weight" else []
    code, _, err = run("evaluate", path, role, "s", *given)
    bad(code, err, path, message)


@one_case(
    "weights, message",
    [
        ([1, 1, -1, 1, 1, 1, 1, 1], "row 3 (line 4) has the negative weight"),
        ([0] * 8, "zero"),
    ],
)
def test_bad_weights(run, file, weights, message):
    path = file(y=Y, s=S, w=weights)
    code, _, err = run("evaluate", path, "--weight", "w", "--score", "s")
    bad(code, err, path, message)


def test_columns_that_are_not_there(run, file):
    path = file("y,s,s\n1,2,3\n0,1,2\n")
    code, _, err = run("evaluate", path, "--score", "x")
    bad(code, err, path, "column 'x': there is none; the columns are 'y', 's', 's'")
    code, _, err = run("evaluate", path, "--score", "s")
    bad(code, err, path, "positions 1, 2")
    code, _, err = run("evaluate", path, "--score", "y", "--truth", "y")
    bad(code, err, path, "truth and a score at once")
    code, _, err = run("evaluate", path, "--score", "1", "--score", "1")
    bad(code, err, path, "twice")


def test_columns_of_one_name(evaluate, file):
    report = evaluate(file("y,s,s\n1,2,3\n0,1,4\n"), "--score", 1, "--score", 2, *AUC)
    assert list(report["models"]) == ["s (column 1)", "s (column 2)"]


@one_case(
    "name, content, message",
    [
        ("x.csv", b"", "empty"),
        ("x.csv", b"y_true,score\n", "no rows"),
        ("x.csv", b"y_true,score\n1,\xff\n", "not UTF-8"),
        ("x.parquet", b"PAR1" + b"x" * 50, "cannot be read"),
        ("x.parquet", b"y_true,score\n1,0.5\n", "not in Parquet format"),
        ("x.npy", pickle.dumps({"y": [1]}), "not in NPY format"),
        ("x.feather", b"ARROW1\0\0", "cannot be read"),
        ("x.npz", b"PK\x03\x04", "cannot be read"),
    ],
)
def test_hostile_files(run, tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    code, out, err = run("evaluate", path)
    assert out == ""
    bad(code, err, path, message)
    assert len(err.splitlines()) == 1


def test_no_file(run, tmp_path):
    for path, message in (
        (tmp_path, "folder without files"),
        (tmp_path / "no.csv", "no such"),
    ):
        code, _, err = run("evaluate", path)
        bad(code, err, path, message)


def test_newline_in_a_name_stays_on_one_line(run, file):
    path = file('"y\ntrue","s\ncore"\n1,2\n')
    code, _, err = run("evaluate", path, "--truth", "a\nb")
    assert code == 1
    assert len(err.splitlines()) == 1


def test_missing_library(run, tmp_path, monkeypatch):
    write_parquet(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = run("evaluate", tmp_path / "t.parquet")
    assert code == 3
    assert "pip install pyarrow, or pip install 'fastmetrics-intervals[cli]'" in err


def test_bundled_data_needs_no_library(run, monkeypatch):
    for name in ("pyarrow", "rich", "pandas", "matplotlib"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run("evaluate", *AUC)[0] == 0


# ------------------------------------------------------------------ bad usage


@one_case(
    "arguments",
    [
        [],
        ["judge"],
        ["evaluate", "--no-such-option"],
        ["evaluate", "--metrics", "rok_auc"],
        ["evaluate", "--metrics", "roc_curve"],
        ["evaluate", "--metrics", ""],
        ["evaluate", "--confidence-level", "95"],
        ["evaluate", "--confidence-level", "x"],
        ["evaluate", "--n-resamples", "1"],
        ["evaluate", "--n-resamples", "many"],
        ["evaluate", "--seed", "-1"],
        ["evaluate", "--threads", "0"],
        ["evaluate", "--method", "magic"],
        ["evaluate", "--group", "y_true", "--stratified"],
        ["evaluate", "a.csv", "--memory", "much"],
        ["evaluate", "a.csv", "--data", "digits"],
        ["evaluate", "--data", "moons"],
        ["evaluate", "--threshold", "high"],
        ["evaluate", "--threshold", "nan"],
    ],
)
def test_bad_usage(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "fastmetrics" in err


@one_case(
    "arguments, line",
    [
        (["evaluate", "--scre", "x"], "--scre; did you mean --score for --scre?"),
        (["compare", "a.csv", "--metrik", "f1"], "did you mean --metric for --metrik?"),
        (["evaluate", "--zzzz"], "--zzzz; see fastmetrics evaluate --help"),
        (["evalate"], "invalid choice: 'evalate'; did you mean 'evaluate'?"),
        (["evaluate", "--method", "bcaa"], "choice: 'bcaa'; did you mean 'bca'?"),
        (["evaluate", "--seed"], "argument --seed: expected one argument"),
    ],
)
def test_a_wrong_option_is_one_line(run, arguments, line):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert line in err


def test_bad_usage_says_what_is_meant(run):
    assert "roc_auc" in run("evaluate", "--metrics", "rok_auc")[2]
    assert "invalid whole number value: 'x'" in run("evaluate", "--seed", "x")[2]


# ------------------------------------------------------------------ output files


def test_output(run, file, tmp_path):
    path, target = file(y=Y, s=S), tmp_path / "report.txt"
    code, out, _ = run("evaluate", path, *AUC, "--output", target)
    assert (code, out) == (0, "")
    text = target.read_text(encoding="utf-8")
    assert f"\n\n{path}" in text
    assert "roc_auc_score" in text
    printed = run("evaluate", path, *AUC)[1]
    assert text == printed
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~mask


def test_output_by_name(run, file, tmp_path):
    path = file(y=Y, s=S)
    run("evaluate", path, *AUC, "--output", tmp_path / "r.json")
    content = json.loads((tmp_path / "r.json").read_text())
    assert auc_of(content, "s") == 0.65625
    run("evaluate", path, *AUC, "--output", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<table>" in page


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX's")
def test_output_replaces_a_file_and_keeps_its_mode(run, file, tmp_path):
    target, link = tmp_path / "old.json", tmp_path / "link.json"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run("evaluate", file(y=Y, s=S), *AUC, "--output", link)[0] == 0
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    json.loads(target.read_text())


def test_output_is_whole_or_not_at_all(run, file, tmp_path, monkeypatch):
    target = tmp_path / "r.json"
    target.write_text("old")

    def fail(*args):
        raise OSError(28, "No space left on device")

    path = file(y=Y, s=S)
    monkeypatch.setattr(os, "replace", fail)
    code, _, err = run("evaluate", path, *AUC, "--output", target)
    assert code == 4
    assert err.splitlines()[-1] == f"fastmetrics: {target}: No space left on device"
    assert target.read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.json", "t.csv"]


def test_output_that_cannot_be_written_is_found_out_first(run, tmp_path, monkeypatch):
    def fail(*args, **options):
        pytest.fail("the file was read all the same")

    monkeypatch.setattr("fastmetrics.cli.evaluating.load", fail)
    for target in (tmp_path, tmp_path / "no" / "r.json"):
        for option in ("--output", "--plot"):
            code, _, err = run("evaluate", option, target)
            assert code == 4
            assert err.startswith(f"fastmetrics: {target}: ")


@pytest.mark.long
def test_plot(run, file, tmp_path):
    pytest.importorskip("matplotlib")
    path = file(y=Y, s=S)
    code, out, _ = run("evaluate", path, *AUC, "--plot", tmp_path / "curves.png")
    assert code == 0
    assert "roc_auc_score" in out
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    code, _, err = run("evaluate", path, *AUC, "--plot", tmp_path / "curves.xyz")
    assert code == 4
    assert "xyz" in err


def test_plot_without_matplotlib(run, file, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, _, err = run("evaluate", file(y=Y, s=S), *AUC, "--plot", tmp_path / "c.png")
    assert code == 3
    assert "pip install 'fastmetrics-intervals[plot]'" in err


# ------------------------------------------------------------------ the terminal


def test_rich_tables_on_a_terminal(run, file, monkeypatch):
    pytest.importorskip("rich")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    path = file(text=csv_of(**{"y": Y, "[red]s_score": S, "score": S}))
    code, out, _ = run("evaluate", path, *AUC)
    assert code == 0
    out = re.sub(r"\x1b\[\d+(;\d+)*m", "", out)
    assert "0.66 [" in out
    assert "[red]s_score" in out  # a name, not markup
    assert "Difference" in out


def test_output_that_has_ascii_only(file, monkeypatch):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["evaluate", "--full", "--n-resamples", "20"]) == 0
    stream.flush()
    text = raw.getvalue().decode("ascii")
    assert "Difference: logistic_regression - random_forest" in text
    assert "[0, inf)" in text


def test_interruption(run, monkeypatch):
    def interrupt(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("fastmetrics.report.evaluation.evaluate", interrupt)
    code, _, err = run("evaluate")
    assert code == 130
    assert err.splitlines()[-1] == "fastmetrics: interrupted"


def test_too_little_memory(run, monkeypatch):
    def fail(*args, **options):
        raise MemoryError

    monkeypatch.setattr("fastmetrics.report.evaluation.evaluate", fail)
    assert run("evaluate")[0] == 1


def test_warnings_are_one_line_each(run, file):
    # Two rows of a class: a replicate often has none.
    path = file(y=[1, 1, *[0] * 6], s=S)
    code, _, err = run("evaluate", path, "--metrics", "ap", "--n-resamples", 200)
    assert code == 0
    warned = [line for line in err.splitlines() if "warning: " in line]
    assert warned
    assert all(line.startswith("fastmetrics: warning: ") for line in warned)


def test_progress_is_for_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    with output.progress(True) as update:
        assert update is False  # standard error is no terminal
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with output.progress(False) as update:
        assert update is False
    monkeypatch.setattr(output, "PATIENCE", 0)

    def work():
        with output.progress(True) as update:
            update(1, 2)
            update(2, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert "100%" in terminal.getvalue()
    assert "--n-resamples" not in terminal.getvalue()
    monkeypatch.setattr(output, "SLOW", 0)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert "replicates (fewer: --n-resamples 199)" in terminal.getvalue()
    assert terminal.getvalue().rfind("\x1b[?25h") > terminal.getvalue().rfind(
        "\x1b[?25l"
    )
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with output.progress(True) as update:
        assert update is False


# ------------------------------------------------------------------ as a process


def process(*arguments, **options):
    command = [sys.executable, "-m", "fastmetrics", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": PACKAGE_PARENT, "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, **options
    )


@pytest.mark.skipif(os.name != "posix", reason="the exit code is POSIX's")
def test_broken_pipe_is_quiet():
    with process("metrics", "--json") as child:
        child.stdout.close()  # nobody reads
        errors = child.stderr.read()
        assert child.wait(timeout=60) == 141
    assert errors == b""


def test_a_report_says_first_that_groups_are_drawn(run, file):
    path = file(y=Y, s=S, g=list("aabbccdd"))
    words = ("evaluate", path, "--score", "s", *AUC, "--n-resamples", 20)
    said = "8 rows: 4 positive (50.0 %, label 1), 4 negative"
    assert f"{said}; intervals keep groups together\n" in run(*words, "--group", "g")[1]
    assert "groups together" not in run(*words)[1]


def test_the_listing_says_for_whom_a_range_is_half(run):
    code, out, _ = run("metrics")
    assert code == 0
    [brier] = [line for line in out.splitlines() if line.startswith("brier_score_loss")]
    assert "[0, 2] ‡" in brier
    assert "‡ half as far for two classes: [0, 1]" in " ".join(out.split())
    [other] = [line for line in out.splitlines() if line.startswith("multiclass_brier")]
    assert "‡" not in other
