"""fm_cpu.h: the instruction set is chosen once, at import."""

import functools
import os
import subprocess
import sys

from fastmetrics._kernels import cpu

LEVELS = ["baseline", "avx2", "avx512"]


# Of the package this kernel alone is loaded.
CODE = """
import sys
from importlib import machinery, util
loader = machinery.ExtensionFileLoader("fastmetrics._kernels.cpu", sys.argv[1])
kernel = util.module_from_spec(util.spec_from_loader(loader.name, loader))
loader.exec_module(kernel)
print(kernel.level())
"""


@functools.cache
def level_with(wanted):
    """The level that a new process chooses with FASTMETRICS_CPU set so."""
    environment = {k: v for k, v in os.environ.items() if k != "FASTMETRICS_CPU"}
    if wanted is not None:
        environment["FASTMETRICS_CPU"] = wanted
    run = [sys.executable, "-c", CODE, cpu.__file__]
    done = subprocess.run(
        run, capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


def test_level_is_one_of_the_known():
    assert cpu.level() in LEVELS


def test_variable_caps_the_level():
    best = LEVELS.index(level_with(None))
    for at, wanted in enumerate(LEVELS):
        assert LEVELS.index(level_with(wanted)) == min(best, at)


def test_other_values_are_ignored():
    for wanted in ("", "sse9", "AVX2"):
        assert level_with(wanted) == level_with(None), wanted


def test_level_does_not_change_after_import(monkeypatch):
    before = cpu.level()
    monkeypatch.setenv("FASTMETRICS_CPU", "baseline")
    assert cpu.level() == before
