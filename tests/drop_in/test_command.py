"""``python -m fastmetrics.sklearn``: programs run unchanged, by our functions."""

import subprocess
import sys

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

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
    found = subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, cwd=cwd
    )
    assert found.returncode == code, found.stderr
    return found


def test_a_script_says_what_it_says_without_us(script):
    plain = run(script, "--flag", "a b")
    ours = run("-m", "fastmetrics.sklearn", script, "--flag", "a b")
    assert ours.stdout == plain.stdout
    assert ours.stdout.startswith("0.6666666666666666 ['--flag', 'a b']")
    assert ours.stderr == ""
    run("-m", "fastmetrics.sklearn", script, "fail", code=3)


def test_a_module_too(script):
    plain = run("-m", "judging", "--report", cwd=script.parent)
    ours = run(
        *("-m", "fastmetrics.sklearn", "-m", "judging", "--report"), cwd=script.parent
    )
    assert ours.stdout == plain.stdout
    assert ours.stderr == ""


def test_the_report_says_what_was_swapped(script):
    found = run("-m", "fastmetrics.sklearn", "--report", script)
    assert "f1_score" in found.stderr.splitlines()[5]  # it was called, and stands first
    assert "calls so far: 1." in found.stderr
    found = run("-m", "fastmetrics.sklearn", "--report", "--only", "r2_score", script)
    assert found.stderr.startswith("1 of ")
    found = run(
        "-m", "fastmetrics.sklearn", "--exclude", "f1_score", "--report", script
    )
    assert "left out by exclude" in found.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "f_score"], "got 'f_score'"),
        (["--only", "auc"], "auc cannot become ours"),
        (["--exclude", "f_score"], "got 'f_score'"),
        (["--unknown"], "--unknown"),
    ],
)
def test_what_cannot_be_is_said(script, arguments, message):
    found = run("-m", "fastmetrics.sklearn", *arguments, script, code=2)
    assert message in found.stderr
    assert found.stdout == ""


def test_no_such_file(tmp_path):
    found = run("-m", "fastmetrics.sklearn", tmp_path / "none.py", code=2)
    assert "there is no file" in found.stderr
