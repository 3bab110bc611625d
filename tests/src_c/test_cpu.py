"""fm_cpu.h: the instruction set is chosen once, at import."""

import os
import subprocess
import sys

import pytest

from fastmetrics._kernels import cpu

LEVELS = ["baseline", "avx2", "avx512"]


def level_with(wanted):
    """The level that a new process chooses with FASTMETRICS_CPU set so."""
    environment = {k: v for k, v in os.environ.items() if k != "FASTMETRICS_CPU"}
    if wanted is not None:
        environment["FASTMETRICS_CPU"] = wanted
    code = "from fastmetrics._kernels import cpu; print(cpu.level())"
    run = [sys.executable, "-c", code]
    done = subprocess.run(
        run, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


def test_level_is_one_of_the_known():
    assert cpu.level() in LEVELS


@pytest.mark.parametrize("wanted", LEVELS)
def test_variable_caps_the_level(wanted):
    best = LEVELS.index(level_with(None))
    assert LEVELS.index(level_with(wanted)) == min(best, LEVELS.index(wanted))


@pytest.mark.parametrize("wanted", ["", "sse9", "AVX2"])
def test_other_values_are_ignored(wanted):
    assert level_with(wanted) == level_with(None)


def test_level_does_not_change_after_import(monkeypatch):
    before = cpu.level()
    monkeypatch.setenv("FASTMETRICS_CPU", "baseline")
    assert cpu.level() == before
