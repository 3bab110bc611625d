"""Kernels let other Python threads run: a ticking thread must not stand still."""

import threading
import time

import numpy as np
import pytest

from fastmetrics._kernels import resample, sort, sweep


def replicates(rng):
    flags = rng.integers(0, 2, 200_000).astype(np.uint8) | np.uint8(2)
    models = [resample.SweepRows(flags, [("average_precision",)])]
    out = np.empty((400, 1))
    return lambda: resample.replicate(models, np.array([len(flags)]), 0, 0, out)


def sorting(rng):
    keys = rng.integers(0, 2**63, 5_000_000).astype(np.uint64)
    payload = np.arange(len(keys), dtype=np.uint64)
    return lambda: sort.sort_pairs(keys, payload)


def merging(rng):
    keys = np.sort(rng.integers(0, 2**63, 12_000_000).astype(np.uint64))
    return lambda: sweep.merge_steps(keys[::2].copy(), keys[1::2].copy())


@pytest.mark.parametrize("make", [replicates, sorting, merging])
def test_another_thread_goes_on(rng, make):
    work = make(rng)
    ticks = 0
    stop = threading.Event()

    def tick():
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        before, start = ticks, time.perf_counter()
        work()
        during, took = ticks - before, time.perf_counter() - start
    finally:
        stop.set()
        thread.join()
    # With the GIL held there would be a tick before and one after at most; a free
    # machine ticks every millisecond.
    assert during > 2 + took / 0.05
