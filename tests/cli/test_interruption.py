"""Ctrl-C in the middle of a command: it ends at once, and no file is half written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import fastmetrics

PACKAGE_PARENT = str(Path(fastmetrics.__file__).parents[1])
# More than any of these commands gets through in an hour.
MANY = "1000000000"
N = 3_000
# Python itself is there, and so are the modules that are imported first.
START = """
import sys
from fastmetrics.cli import main
print("ready", flush=True)
sys.exit(main())
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


@pytest.fixture
def files(tmp_path):
    """Write a table of labels and scores."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, N)
    scores = rng.normal(y[:, None], size=(N, 3)).round(3)
    lines = ["y,a,b,c"]
    lines += [
        f"{label},{','.join(map(str, row))}"
        for label, row in zip(y, scores, strict=True)
    ]
    (tmp_path / "t.csv").write_text("\n".join(lines))
    return tmp_path


COMMANDS = {
    "evaluate": "evaluate t.csv --truth y --score a --score b --metrics accuracy "
    "--threshold 0 --method percentile --output out.json",
    "evaluate scores": "evaluate t.csv --truth y --score a --metrics "
    "average_precision_score --method percentile --output out.json",
    "compare": "compare t.csv --metric average_precision_score --truth y --score a "
    "--score b --score c --plot out.svg",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_interruption_in_the_middle(files, name):
    command = [*COMMANDS[name].split(), "--n-resamples", MANY]
    before = {one.name for one in files.iterdir()}
    with subprocess.Popen(
        [sys.executable, "-c", START, *command],
        cwd=files,
        env={**os.environ, "PYTHONPATH": PACKAGE_PARENT},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(1.5)
            assert process.poll() is None, process.communicate()[1]
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()  # does nothing to one that has ended
    assert (process.returncode, out) == (130, "")
    assert err.endswith("fastmetrics: interrupted\n")
    assert {one.name for one in files.iterdir()} == before
