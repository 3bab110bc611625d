"""What all tests share."""

import gc
import os
import sys
import zlib

# The processes of pytest-xdist share the processors: threads of the linear algebra that
# wait for each other would take them from the tests. Before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pytest
from helpers.random_cases import RANDOM, examples
from hypothesis import HealthCheck, settings

# Without compiled files each process of the tests would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Shared machines are slow at times: no deadlines. The same examples each time, unless
# others are asked for: FASTMETRICS_RANDOM_TESTS=1 pytest --hypothesis-seed=N.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=not RANDOM,
    # The same examples tell nothing new the second time: many are for random ones.
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
# Under the sanitizers each example costs several times as much.
settings.register_profile("debug", settings.get_profile("default"), max_examples=15)
DEBUG = os.environ.get("FASTMETRICS_DEBUG", "0") not in ("", "0")
settings.load_profile("debug" if DEBUG else "default")


def pytest_addoption(parser):
    parser.addoption(
        "--one-in",
        nargs=2,
        type=int,
        metavar=("N", "SEED"),
        help="run one in so many slow or long tests, or tests of pages, drawn by SEED",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Keep the garbage collector from modules and cases, which live until the end.

    They are hundreds of thousands of objects, and each full collection would look at
    all of them. A tenth of the time of the tests went into that.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


def pytest_collection_modifyitems(config, items):
    """Leave out slow, long and browser tests if one in so many is asked for.

    Which ones depends on the number and on their names alone.
    """
    if config.getoption("--one-in") is None:
        return
    n, seed = config.getoption("--one-in")
    left_out = [
        item
        for item in items
        if any(map(item.get_closest_marker, ("slow", "long", "browser")))
        and zlib.crc32(f"{seed} {item.nodeid}".encode()) % n
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in {*left_out}]


@pytest.fixture
def rng():
    """A generator with a fixed seed: a failing test fails again."""
    return np.random.default_rng(20240229)
