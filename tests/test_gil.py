"""Kernels let other Python threads run: a ticking thread must not stand still."""

import threading
import time

import numpy as np
import pytest

from fastmetrics._kernels import cells, confusion, indicators, resample, sort, sweep


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


def counting(rng):
    labels = rng.integers(0, 10, 60_000_000).astype(np.int8)
    return lambda: confusion.count_plain(labels, labels)


def hashing(rng):
    true, predicted = rng.integers(0, 100_000, (2, 500_000))
    return lambda: confusion.count_pairs(true, predicted)


def weighing(rng):
    labels = rng.integers(0, 10, 20_000_000).astype(np.int8)
    weights = np.ones(len(labels))
    return lambda: confusion.count_pairs(labels, labels, weights)


def counting_columns(rng):
    matrix = rng.integers(0, 2, (2_000_000, 100), dtype=np.uint8)
    sums = np.zeros((3, 100), np.int64)
    return lambda: indicators.count_columns(matrix, matrix, sums)


def drawing_cells(rng):
    m = 500
    table = cells.Cells(np.arange(m + 1), np.arange(m), m)
    out, values = np.zeros((2000, m), np.int64), np.zeros((2000, 0))
    counts, strata = np.full(m, 1000.0), np.array([m])
    return lambda: cells.draw_cells(table, counts, strata, 0, 0, out, values)


@pytest.mark.parametrize(
    "make",
    [
        replicates,
        sorting,
        merging,
        counting,
        hashing,
        weighing,
        counting_columns,
        drawing_cells,
    ],
)
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
