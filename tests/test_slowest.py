"""tools/slowest adds up what pytest says about the time of its cases."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "slowest"
if not TOOL.exists():
    pytest.skip("the tools are not beside the tests", allow_module_level=True)

ONE = """<testsuites><testsuite>
<testcase classname="tests.report.test_a" name="test_x[1]" time="3.0" />
<testcase classname="tests.report.test_a.TestB" name="test_y" time="0.5">
<skipped /></testcase>
<testcase classname="" name="tests.test_e" time="0.0"><skipped /></testcase>
<testcase classname="tests.test_c" name="test_z" time="0.25" />
</testsuite></testsuites>"""
OTHER = """<testsuites><testsuite>
<testcase classname="tests.metrics.labels.test_d" name="test_w" time="6.25" />
</testsuite></testsuites>"""
SHOWN = """10.00 seconds in 4 cases

  seconds   share  cases  folder
     6.25   62.5%      1  tests/metrics
     3.50   35.0%      2  tests/report
     0.25    2.5%      1  tests

  seconds   share  cases  file
     6.25   62.5%      1  tests/metrics/labels/test_d.py
     3.50   35.0%      2  tests/report/test_a.py

  seconds   share  cases  case
     6.25   62.5%      1  tests/metrics/labels/test_d.py::test_w
     3.00   30.0%      1  tests/report/test_a.py::test_x[1]
"""


@pytest.fixture(scope="module")
def main():
    return runpy.run_path(str(TOOL))["main"]


def test_time_is_added_up_by_folder_file_and_case(main, tmp_path, capsys):
    files = [tmp_path / "one.xml", tmp_path / "other.xml"]
    for file, text in zip(files, (ONE, OTHER), strict=True):
        file.write_text(text)
    assert main([*map(str, files), "--most", "2"]) == 0
    assert capsys.readouterr().out == SHOWN
    assert main([str(files[0])]) == 0
    assert "tests/report/test_a.py::TestB::test_y" in capsys.readouterr().out


@pytest.mark.long
def test_what_pytest_writes_is_read(main, tmp_path, capsys):
    folder = tmp_path / "tests" / "room"
    folder.mkdir(parents=True)
    code = "import pytest\n@pytest.mark.parametrize('n', 'ab')\ndef test_n(n): pass\n"
    (folder / "test_it.py").write_text(code)
    command = [sys.executable, "-m", "pytest", "-q", "--junitxml=run.xml", "tests"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert main([str(tmp_path / "run.xml")]) == 0
    written = capsys.readouterr().out
    assert " seconds in 2 cases" in written
    assert "      2  tests/room\n" in written
    assert "      1  tests/room/test_it.py::test_n[b]" in written


def test_files_that_are_none_are_named(main, tmp_path, capsys):
    (tmp_path / "no.xml").write_text("no")
    for name in ("no.xml", "absent.xml"):
        assert main([str(tmp_path / name)]) == 2
        assert name in capsys.readouterr().err
