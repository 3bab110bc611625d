"""Every kernel gives the same bits at each level of instructions, by any threads.

The level is chosen at import, so there is a process for each.
"""

import json
import os
import subprocess
import sys

# What each piece of work prints does not depend on the level.
WORK = {}
WORK["counted pairs"] = """
from fastmetrics._kernels.resample import _test_count_pairs as count
flags = rng.integers(0, 4, 100003).astype(np.uint8)
w = rng.integers(0, 256, 100003).astype(np.uint8)
print(count(flags, w))
"""
WORK["heavy rows"] = """
from fastmetrics._kernels.score_cells import CellRows, replicate
from fastmetrics._kernels.score_cells import _test_heavy as heavy
words, counts = heavy(5, 1, None, 3, 10007)
print(words.tolist(), counts.tolist())
counts = np.full((50, 2), 31)
own = np.random.default_rng(1).random(3100)
units = np.arange(3100, dtype=np.uint32) % 70
for values, n_units in ((own, 0), (own, 70), (None, 70), (None, 0)):
    rows = CellRows(counts, counts * 1.0, units, values, [("average_precision",)])
    out = np.empty((64, 1))
    replicate([rows], False, n_units, 3, 0, out)
    print(out.tolist())
"""
WORK["differences of models"] = """
from fastmetrics._kernels import apart
values = rng.normal(size=(4, 1003)).round(2)
pairs = [np.ascontiguousarray(of) for of in np.triu_indices(4, 1)]
found = apart.pairs_apart(values, *pairs, np.zeros(6), 1e-13, 1.5, 100)
print([one.tolist() for one in found])
for sign in (0, 1, -1):
    print(apart.largest_deviations(values, *pairs, np.full(6, 0.7), sign).tolist())
"""
WORK["centroids"] = """
from fastmetrics._kernels import geometry
codes = rng.integers(0, 7, 300).astype(np.int32)
for d in (1, 6, 19, 64):
    for dtype in "fd":
        X = rng.normal(size=(300, d)).astype(dtype)
        origins, sums = rng.normal(size=(7, d)), np.zeros((7, d))
        squares = np.empty(300)
        geometry.add_rows(X, codes, origins, sums)
        geometry.measure_rows(X, codes, origins, sums, squares)
        print(sums.tobytes().hex(), squares.tobytes().hex())
"""
WORK["distances"] = """
from fastmetrics.metrics.clustering.measuring.cluster_distances import ClusterDistances
from fastmetrics.resampling.leave_one_out import silhouette_leave_one_out
y = rng.integers(0, 7, 400)
for d in (1, 6, 19):
    for dtype in "fd":
        X = rng.normal(size=(400, d)).astype(dtype)
        for m in ("euclidean", "sqeuclidean", "manhattan", "cosine"):
            for f in (fm.silhouette_samples, fm.cluster_mean_distances,
                      fm.cluster_diameters, fm.cluster_separations):
                print(f(X, y, metric=m).tobytes().hex())
        print(ClusterDistances.from_points(X, y).separations.tobytes().hex())
print(silhouette_leave_one_out(X, y).tobytes().hex())
"""
WORK["sorted keys"] = """
from fastmetrics._common.arrays import sort_pairs
from fastmetrics._kernels import sort
for n in (100, 5_000, 300_000):
    keys = sort._py_key_f64(np.round(rng.normal(size=n), 4))
    for got in sort_pairs(keys, np.arange(n, dtype=np.uint64)):
        print(hashlib.sha256(got).hexdigest())
for n in [*range(0, 600, 7), 5_000, 60_000]:
    for distinct in (2, 20, 2**62):
        for dtype in (np.uint64, np.uint32):
            keys = rng.integers(0, distinct, n, dtype=np.uint64).astype(dtype)
            got = sort.sort_few(keys)[0]
            assert (got == np.sort(keys)).all(), (n, distinct, dtype)
            print(hashlib.sha256(got).hexdigest())
"""
WORK["labelled scores"] = """
from fastmetrics.metrics.scores.sorted_scores import count_wins, sort_keys
for n in (100, 5_000, 300_000):
    y, scores = rng.integers(0, 2, n), np.round(rng.normal(size=n), 4)
    print(hashlib.sha256(sort_keys(y, scores).scores.rows).hexdigest())
    print(count_wins(y, scores), count_wins(y, scores.astype(np.float32)))
"""
WORK["draws"] = """
from fastmetrics._kernels import random
for start, n in [(0, 3000), (3, 5), (2**35 - 1000, 2001), (8, 256), (0, 200_001)]:
    print(random.poisson(2**40 + 1, 2**33 + 7, start, n).tobytes().hex())
for sizes in [[1], [300], [5, 0, 4000, 77], [100_000]]:
    for replicate in range(6):
        print(random.draw_weights(3, replicate, np.array(sizes)).tobytes().hex())
print(random.uniform(1, 2, 3, 100).tobytes().hex())
print(random.binomial(1, 2, 3, 1000, 500, 0.3).tobytes().hex())
print(random.multinomial(1, 2, 50, 500, np.array([1.0, 2.0, 3.0])).tobytes().hex())
"""
WORK["inversions"] = """
from fastmetrics._kernels import rank_pairs
ranks = rng.integers(0, 30_000, 50_000).astype(np.uint64)
print(rank_pairs.count_inversions(ranks))
"""
WORK["logistic rows"] = """
from fastmetrics._kernels import logistic
x, y = 5 * rng.normal(size=1500), rng.integers(0, 2, 1500).astype(np.uint8)
room = np.empty((3, 1500))
for weights in (None, rng.random(1500)):
    print(logistic.fit_rows(x, y, weights, 0.2, 0.7,
                            rates=room[0], slopes=room[1], bends=room[2]))
    print(room.tobytes().hex())
print(logistic.logits(rng.random(1500), 2.0**-52).tobytes().hex())
"""
WORK["cells"] = """
from fastmetrics._kernels import cells
m, n_bins = 300, 70
marked = rng.random((m, n_bins)) < 0.3
starts = np.concatenate([[0], np.cumsum(marked.sum(axis=1))])
bins = np.nonzero(marked)[1].astype(np.int32)
made = cells.CellLayout(starts, bins, n_bins, None, rng.normal(size=(m, 2)))
ends = np.cumsum(rng.integers(0, 90, m))
n = int(ends[-1])
for weights in (None, rng.random(n)):
    rows = cells.Rows(ends, n, None, weights)
    out = np.empty((21, n_bins), np.int64 if weights is None else np.float64)
    values = np.empty((21, 2))
    cells.draw_rows(made, rows, np.array([n]), 7, 0, out, values)
    print(out.tobytes().hex(), values.tobytes().hex())
"""
WORK["order statistics"] = """
for n in (9, 5000, 2**18 + 1):
    true, pred, weights = rng.random((3, n))
    for given in ({}, {"sample_weight": weights}):
        found = fm.error_quantiles(true, pred, [0.1, 0.5, 0.77], **given)
        more = [fm.d2_pinball_score(true, pred, alpha=0.3, **given)]
        more += [fm.relative_absolute_error(true, pred, **given)]
        print(found.tobytes().hex(), np.array(more).tobytes().hex())
"""
# More rows than one thread takes at once: fm_losses adds up 2**18.
WORK["losses of probabilities"] = """
n, few = 2**18 + 1, 40_001
y, p, w = rng.integers(0, 2, n), rng.random(n), rng.random(n)
m, c = rng.dirichlet(np.ones(7), few), rng.integers(0, 7, few)
for threads in (1, 3):
    with fm.num_threads(threads):
        for f in (fm.log_loss, fm.multiclass_brier_score):
            for weights in (None, w):
                print(f(y, p, sample_weight=weights).hex())
                print(f(y, p.astype("f4"), sample_weight=weights).hex())
            print(f(c, m).hex(), f(c, m, sample_weight=w[:few]).hex())
        print(fm.log_loss(y, p, eps=0).hex())
        found = fm.ProbabilitySums.from_proba(y, p, sample_weight=w)
        print(found.sums.tobytes().hex())
        print(fm.ProbabilitySums.from_proba(c, m).sums.tobytes().hex())
    print("end")
"""
WORK["losses of numbers"] = """
y = rng.gamma(2.0, 3.0, 2**18 + 1) + 0.1
f = y * rng.lognormal(0, 0.3, len(y))
w = rng.random(len(y))
for threads in (1, 3):
    with fm.num_threads(threads):
        for name in ("mean_pinball_loss", "mean_absolute_percentage_error",
                     "linex_loss", "symmetric_mean_absolute_percentage_error",
                     "percent_bias", "huber_loss", "mean_squared_log_error",
                     "pseudo_huber_loss", "log_cosh_error", "mean_poisson_deviance",
                     "mean_gamma_deviance"):
            print(getattr(fm, name)(y, f).hex())
            print(getattr(fm, name)(y, f, sample_weight=w).hex())
        for power in (1.5, 3, 1.7):
            print(fm.d2_tweedie_score(y, f, power=power).hex())
    print("end")
"""

RUN = """
import contextlib, hashlib, io, json, sys
import numpy as np
import fastmetrics as fm
found = {}
for name, work in json.load(sys.stdin).items():
    out = io.StringIO()
    known = {"np": np, "fm": fm, "hashlib": hashlib, "rng": np.random.default_rng(5)}
    with contextlib.redirect_stdout(out):
        exec(work, known)
    printed = out.getvalue()
    found[name] = [hashlib.sha256(printed.encode()).hexdigest(), len(printed)]
    # What several numbers of threads print, one after the other.
    parts = [part for part in printed.split("end\\n") if part]
    found[name].append(len(set(parts)))
json.dump(found, sys.stdout)
"""


def test_the_same_bits_at_every_level():
    found = {}
    for level in ("baseline", "avx2", "avx512"):
        done = subprocess.run(
            [sys.executable, "-c", RUN],
            input=json.dumps(WORK),
            env={**os.environ, "FASTMETRICS_CPU": level},
            capture_output=True,
            text=True,
            check=True,
        )
        found[level] = json.loads(done.stdout)
        assert found[level].keys() == WORK.keys()
        for name, (digest, length, n_different) in found[level].items():
            assert digest == found["baseline"][name][0], (name, level)
            assert n_different == 1, f"{name} by several threads, {level}"
            assert length > 4, name
