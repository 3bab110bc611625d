"""Kernels let other Python threads run: a ticking thread must not stand still."""

import threading
import time

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._kernels import (
    cells,
    confusion,
    geometry,
    indicators,
    information,
    isotonic,
    resample,
    series,
    sort,
    sweep,
)
from fastmetrics._kernels.labelled import LabelledScores


def replicates(rng):
    flags = rng.integers(0, 2, 200_000).astype(np.uint8) | np.uint8(2)
    models = [resample.SweepRows(flags, [("average_precision",)])]
    out = np.empty((400, 1))
    return lambda: resample.replicate(models, np.array([len(flags)]), 0, 0, out)


def sorting(rng):
    keys = rng.integers(0, 2**63, 2_000_000).astype(np.uint64)
    payload = np.arange(len(keys), dtype=np.uint64)
    job = sort.ColumnSort(keys, payload)

    def run():
        for piece in range(job.n_pieces):
            job.count(piece)
        job.place()
        for piece in range(job.n_pieces):
            job.deal(piece)
        for number in range(job.n_ranges):
            job.finish(number)

    return run


def stepping_down(rng):
    rows = np.arange(6_000_000, dtype=np.uint64) * np.uint64(10**12 + 1)
    scores = LabelledScores(rows, 0, int((rows & np.uint64(1)).sum()), None)
    return lambda: sweep.labelled_steps(scores)


def counting(rng):
    labels = np.tile(rng.integers(0, 10, 1_000_000).astype(np.int8), 60)
    return lambda: confusion.count_plain(labels, labels)


def pooling(rng):
    positives = (rng.random(4_000_000) < 0.5).astype(float)
    return lambda: isotonic.pool(positives, np.ones(len(positives)))


def redrawing(rng):
    values = np.sort(rng.random(200_000))[::-1].copy()
    made = isotonic.Steps(values, np.zeros(len(values)), np.ones(len(values)))
    out = np.empty((40, 1))
    return lambda: isotonic.replicate(made, False, 0, 0, np.zeros(1, np.int64), out)


def scaling(rng):
    values = rng.normal(size=4_000_000)
    ends = np.array([len(values)])

    def run():
        for lag in range(1, 11):
            series.mean_naive_errors(values, ends, lag, True)

    return run


def hashing(rng):
    true, predicted = rng.integers(0, 100_000, (2, 500_000))
    return lambda: confusion.count_pairs(true, predicted)


def weighing(rng):
    labels = np.tile(rng.integers(0, 10, 1_000_000).astype(np.int8), 20)
    weights = np.ones(len(labels))
    return lambda: confusion.count_pairs(labels, labels, weights)


def counting_columns(rng):
    matrix = np.tile(rng.integers(0, 2, (100_000, 100), dtype=np.uint8), (20, 1))
    sums = np.zeros((3, 100), np.int64)
    return lambda: indicators.count_columns(matrix, matrix, sums)


def drawing_cells(rng):
    m = 500
    table = cells.CellLayout(np.arange(m + 1), np.arange(m, dtype=np.int32), m)
    out, values = np.zeros((2000, m), np.int64), np.zeros((2000, 0))
    counts, strata = np.full(m, 1000.0), np.array([m])
    return lambda: cells.draw_cells(table, counts, strata, 0, 0, out, values)


def distances(rng, n):
    cluster, starts = np.zeros(n, np.int32), np.array([0, n])
    items = rng.normal(size=(8, n))
    return geometry.Distances(items, geometry.EUCLIDEAN, cluster, starts)


def measuring_pairs(rng):
    n = 12_000
    points, own = distances(rng, n), np.zeros(n)
    return lambda: points.pairs(0, n, 0, n, own=own)


def measuring_rows(rng):
    n = 14_000
    points = distances(rng, n)
    own, sums = np.zeros(n // 2, np.int32), np.zeros((n // 2, 1))
    return lambda: points.rows(0, own, sums=sums)


def leaving_out(rng):
    n = 16_000
    points, m = distances(rng, n), 3_000
    own, at = np.zeros(m, np.int32), np.arange(m)
    sums, out = np.ones((m, 1)), np.zeros(n)
    return lambda: points.leave_out(0, own, at, sums, out)


def measuring_a_table(rng):
    points = distances(rng, 32_000)
    queries = rng.normal(size=(500, 8))
    return lambda: points.table(queries)


def taking_columns(rng):
    X = rng.normal(size=(400_000, 16))
    order = rng.permutation(len(X))
    columns = np.empty(X.shape[::-1])
    return lambda: geometry.take_columns(X, order, columns, 0, len(X))


def centring(rng):
    X = rng.normal(size=(600_000, 16))
    codes, origins = np.zeros(len(X), np.int32), np.zeros((1, 16))
    sums, squares = np.zeros((1, 16)), np.empty(len(X))

    def work():
        for _ in range(5):
            geometry.add_rows(X, codes, origins, sums)
            geometry.measure_rows(X, codes, origins, origins, squares)

    return work


def expecting_information(rng):
    sizes = np.arange(1, 800)
    once = np.ones(len(sizes), np.int64)
    total = int(sizes.sum())
    return lambda: information.sum_expected_phi(sizes, once, sizes, once, total)


def summing_information(rng):
    n = 2_000_000
    k = 10_000
    rows, columns = np.repeat(np.arange(k), n // k), np.tile(np.arange(n // k), k)
    sizes = np.full(k, n // k), np.full(n // k, k)
    return lambda: information.sum_phi(rows, columns, np.ones(n, np.int64), *sizes, n)


@pytest.mark.long
@one_case(
    "make",
    [
        replicates,
        sorting,
        stepping_down,
        counting,
        hashing,
        weighing,
        counting_columns,
        drawing_cells,
        measuring_pairs,
        measuring_rows,
        leaving_out,
        scaling,
        measuring_a_table,
        taking_columns,
        centring,
        expecting_information,
        summing_information,
        pooling,
        redrawing,
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
