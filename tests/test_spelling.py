"""No word of the pages, docstrings and comments is a known slip of another one."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
if not (ROOT / "docs").exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)
pytest.importorskip("codespell_lib", reason="codespell is not installed: extra dev")


def found(*paths):
    """Return the slips, a line each; pyproject.toml has the project's own words."""
    command = [sys.executable, "-m", "codespell_lib", *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 65), done.stderr  # nothing, or some
    return done.stdout.splitlines()


@pytest.mark.long
def test_words_are_spelt_right():
    assert found() == []


def test_a_slip_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("The FPR of Hart, to and fro.\nWe recieve a treshold.\n")
    assert [line.rpartition(": ")[2] for line in found(page)] == [
        "recieve ==> receive",
        "treshold ==> threshold",
    ]
