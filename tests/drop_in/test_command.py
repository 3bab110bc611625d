"""``python -m fastmetrics.sklearn``: programs run unchanged, by our functions."""

import runpy
import subprocess
import sys

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from fastmetrics.sklearn import unpatch

SCRIPT = """
import pickle, sys
from pathlib import Path
from sklearn.metrics import f1_score, r2_score

class Kept:
    pass

if __name__ == "__main__":
    print(f1_score([0, 1, 1], [0, 1, 0]), sys.argv[1:], Path(sys.path[0]).name)
    print(type(pickle.loads(pickle.dumps(Kept()))).__name__, Path(__file__).name)
    if "fail" in sys.argv:
        sys.exit(3)
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "judging.py"
    path.write_text(SCRIPT)
    return path


def run(*arguments, cwd=None, code=0):
    """Run the command in a process of its own."""
    arguments = sys.executable, "-m", "fastmetrics.sklearn", *map(str, arguments)
    found = subprocess.run(arguments, capture_output=True, text=True, cwd=cwd)
    assert found.returncode == code, found.stderr
    return found


def said(arguments, place):
    """Return what Python writes when it runs the script, or the module, by itself."""
    return f"0.6666666666666666 {arguments} {place.name}\nKept judging.py\n"


@pytest.mark.long
def test_a_script_says_what_it_says_without_us_and_the_report_what_was_swapped(script):
    arguments = ["--flag", "a b", "fail"]
    chosen = "--only", "r2_score,f1_score", "--exclude", "r2_score", "--report"
    ours = run(*chosen, script, *arguments, code=3)
    assert ours.stdout == said(arguments, script.parent)
    assert ours.stderr.startswith("1 of ")
    assert "f1_score" in ours.stderr.splitlines()[5]  # it was called, and stands first
    assert "calls so far: 1." in ours.stderr
    assert "left out by exclude" in ours.stderr


@pytest.mark.long
def test_a_module_too(script):
    ours = run("-m", "judging", "--report", cwd=script.parent)
    assert ours.stdout == said(["--report"], script.parent)
    assert ours.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "f_score"], "got 'f_score'"),
        (["--only", "auc"], "auc cannot be replaced"),
        (["--exclude", "f_score"], "got 'f_score'"),
        (["--unknown"], "--unknown"),
    ],
)
def test_what_cannot_be_is_said(script, arguments, message, monkeypatch, capsys):
    assert message in refused(monkeypatch, capsys, *arguments, script)


def test_no_such_file(tmp_path, monkeypatch, capsys):
    said = refused(monkeypatch, capsys, tmp_path / "none.py")
    assert "there is no file" in said


def refused(monkeypatch, capsys, *arguments):
    """Return what the command says in this process before it ends with 2."""
    monkeypatch.setattr(sys, "argv", ["fastmetrics.sklearn", *map(str, arguments)])
    try:
        with pytest.raises(SystemExit, match="2"):
            runpy.run_module("fastmetrics.sklearn", run_name="__main__")
    finally:
        unpatch()
    found = capsys.readouterr()
    assert found.out == ""
    return found.err
