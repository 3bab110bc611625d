"""Streams that are closed, full or poor, Ctrl-C, a file given twice, any number."""

# ruff: noqa: F811 - fixtures that are imported by name

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.report_cases import S, Y, file, run  # noqa: F401

import fastmetrics
from fastmetrics.cli import main

PACKAGE_PARENT = str(Path(fastmetrics.__file__).parents[1])
AUC = "evaluate --metrics roc_auc"
SHELL = Path("/bin/sh")
FULL = Path("/dev/full")

needs_shell = pytest.mark.skipif(not SHELL.exists(), reason="there is no POSIX shell")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")


def shell(arguments, redirections, **environment):
    """Run the command line with streams redirected; return code, output and errors."""
    known = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    command = f"{sys.executable} -m fastmetrics {arguments} {redirections}"
    done = subprocess.run(
        [SHELL, "-c", command],
        env={
            **known,
            "PYTHONPATH": PACKAGE_PARENT,
            "PYTHONIOENCODING": "utf-8",
            **environment,
        },
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


# ------------------------------------------------------------------ closed and full


@pytest.mark.long
@needs_shell
@one_case("arguments", [AUC, "explain auc", "--help"])
def test_closed_output_is_an_error_that_is_said(arguments):
    if arguments == "explain auc":
        assert shell(arguments, ">&- 2>&-") == (4, "", "")
        return
    code, _, err = shell(arguments, ">&-")
    assert code == 4
    assert err.splitlines()[-1] == "fastmetrics: standard output: is closed"
    assert "Traceback" not in err


@pytest.mark.long
@needs_shell
def test_closed_output_is_none_of_a_file_s_business(tmp_path):
    target = tmp_path / "o.txt"
    assert shell(f"{AUC} --output {target}", "<&- >&- 2>&-") == (0, "", "")
    assert target.read_text(encoding="utf-8").startswith("On ROC AUC ")


@pytest.mark.long
@needs_shell
@needs_full
@one_case("arguments", ["metrics", "--version"])
def test_full_output_is_an_error_that_is_said(arguments):
    code, _, err = shell(arguments, ">/dev/full")
    assert code == 4
    assert err.splitlines()[-1].startswith("fastmetrics: standard output: No space")
    assert "Traceback" not in err


@pytest.mark.long
@needs_shell
@needs_full
def test_errors_that_cannot_be_said_harm_nothing():
    code, out, err = shell(AUC, "2>/dev/full")
    assert (code, err) == (0, "")
    assert out.startswith("On ROC AUC ")  # no note among the output
    assert "\nROC AUC " in out
    assert shell("evaluate nowhere.csv", "2>&-") == (1, "", "")
    assert shell("evaluate --nothing", "2>/dev/full") == (2, "", "")


@pytest.mark.long
@needs_shell
def test_closed_input():
    code, out, err = shell(f"{AUC} -", "<&-")
    assert (code, out) == (1, "")
    assert err == "fastmetrics: standard input: standard input is closed\n"


# ------------------------------------------------------------------ ASCII, Ctrl-C


def test_a_terminal_that_has_ascii_only(monkeypatch):
    pytest.importorskip("rich")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main([*AUC.split()]) == 0
    text = raw.getvalue().decode("ascii")
    assert "Difference: logistic_regression - random_forest" in text
    assert main(["metrics"]) == 0
    assert "[0, inf)" in raw.getvalue().decode("ascii")


@one_case("columns", ["9" * 20, "9" * 5000])
def test_a_terminal_that_claims_any_width(monkeypatch, columns):
    pytest.importorskip("rich")
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="utf-8")
    stream.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", columns)
    assert main([*AUC.split()]) == 0
    assert len(raw.getvalue()) < 100_000


INTERRUPT = """
import runpy, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {when!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
sys.argv = ["fastmetrics", "metrics"]
{run}
"""


@one_case(
    "run",
    [
        "runpy.run_module('fastmetrics', run_name='__main__')",
        "from fastmetrics.cli import main; sys.exit(main())",  # as the script does
    ],
)
@one_case("when", ["fastmetrics.cli.command", "numpy"])
def test_interruption_during_the_first_imports(run, when):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT.format(when=when, run=run)],
        env={**os.environ, "PYTHONPATH": PACKAGE_PARENT},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "fastmetrics: interrupted\n")


# ------------------------------------------------------------------ the same file twice


def test_no_file_is_given_for_two_things(run, file, tmp_path):
    path = Path(file(y=Y, score=S))
    before = path.read_bytes()
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    picture = tmp_path / "p.svg"
    for arguments, who in (
        ([path, "--output", path], "FILE and --output"),
        ([path, "--output", link], "FILE and --output"),
        ([path, "--plot", path.parent / "." / path.name], "FILE and --plot"),
        (["--output", picture, "--plot", picture], "--output and --plot"),
    ):
        code, out, err = run("evaluate", *arguments)
        assert (code, out) == (2, "")
        assert err == f"fastmetrics: {who} are the same file\n"
    assert path.read_bytes() == before
    assert not picture.exists()


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="/dev/null is POSIX's")
def test_nowhere_may_be_given_twice(run):
    code, *_ = run(*AUC.split(), "--output", os.devnull, "--plot", os.devnull)
    assert code == 0


# ------------------------------------------------------------------ numbers


@one_case("threads", [10**30, 4096])
def test_any_number_of_threads(run, file, threads):
    code, _, err = run("evaluate", file(y=Y, score=S), "--threads", threads)
    assert code == 0, err


@one_case(
    "option, value, message",
    [
        ("--n-resamples", "1e20", "invalid whole number value: '1e20'"),
        ("--n-resamples", str(10**20), f"{10**20} is not below 2^31"),
        ("--threads", "9" * 5000, "invalid whole number value: '99"),
        ("--seed", "9" * 5000, "invalid whole number value: '99"),
        ("--threshold", "9" * 5000, "9 is not finite"),
        ("--confidence-level", "x" * 5000, "invalid number value: 'xx"),
    ],
)
def test_numbers_of_any_length_are_refused_in_one_short_line(
    run, option, value, message
):
    code, _, err = run("evaluate", option, value)
    assert code == 2
    last = err.splitlines()[-1]
    assert message in last
    assert len(last) < 200


def test_resamples_from_python():
    for n in (2**31, 10**20, 10**5000):
        with pytest.raises(ValueError, match=r"n_resamples must be below 2\*\*31"):
            fastmetrics.evaluate(Y, y_score=S, n_resamples=n)


# ------------------------------------------------------------------ rows of files


@one_case(
    "content, options, place",
    [
        # of the reader, of the command line, and of the library, which counts from 0
        ("y,s\n0,1\n1,\n", "--score s", "row 2 (line 3)"),
        ("\n\ny,s\n0,1\n\n1,inf\n", "--score s", "row 2 (line 6)"),
        ("y,s\n0,0.5\n1,1.5\n", "--proba s", "row 2 (line 3)"),
        ('y,s,t\n0,1,"a\nb"\n1,2\n', "--score s", "row 2 (line 4)"),
    ],
)
def test_rows_of_files_count_from_one_and_have_lines(
    run, tmp_path, content, options, place
):
    path = tmp_path / "t.csv"
    path.write_text(content)
    code, _, err = run("evaluate", path, "--truth", "y", *options.split())
    assert code == 1
    assert err.startswith(f"fastmetrics: {path}: ")
    assert place in err
    table = tmp_path / "t.parquet"
    if "inf" in content:
        pd.DataFrame({"y": [0, 1], "s": [1, np.inf]}).to_parquet(table)
        code, _, err = run("evaluate", table, "--truth", "y", *options.split())
        assert code == 1
        assert "the first in row 2 (inf)" in err
