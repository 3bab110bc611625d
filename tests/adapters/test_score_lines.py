"""Score lines: what an engine sorts gives the sweep of all rows."""

import itertools

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ScoreSweep
from fastmetrics.adapters.score_lines import Sweep, lines_of, tiles


def sweep_of(dtype, rng, n=300):
    low, high = (0, 2) if dtype == "?" else (0, 40)
    scores = rng.integers(low, high, n)
    if dtype[0] == "f":
        scores = (scores - 20) / 4
    elif dtype[0] == "i":
        scores -= 20
    return rng.integers(0, 2, n), scores.astype(dtype)


@one_case("dtype", ["f8", "f4", "f2", "i8", "i2", "u8", "u1", "?"])
def test_lines_in_order_are_the_sweep_of_all_rows(dtype, rng):
    y, s = sweep_of(dtype, rng)
    z, t = sweep_of("f8", rng)
    kinds = [Sweep("a", np.dtype(dtype).str, False), Sweep("b", "<f8", False)]
    batches = [
        lines_of(
            [
                ("a", ScoreSweep.from_scores(y[at], s[at])),
                ("b", ScoreSweep.from_scores(z[at], t[at])),
            ],
            kinds,
        )
        for at in (slice(0, 1), slice(1, 120), slice(120, 300))
    ]
    lines = [np.concatenate(column) for column in zip(*batches, strict=True)]
    order = np.lexsort((lines[1], lines[0]))
    lines = [column[order] for column in lines]
    cuts = [
        0,
        *np.sort(rng.choice(np.arange(1, len(lines[0])), 9, replace=False)),
        None,
    ]
    chunks = [tuple(one[a:b] for one in lines) for a, b in itertools.pairwise(cuts)]
    parts = {0: [], 1: []}
    for sweep, data in tiles(chunks, kinds):
        parts[sweep].append(ScoreSweep.from_bytes(data))
    for sweep, (true, scores) in enumerate([(y, s), (z, t)]):
        # The highest first, and no score in two of them.
        found = np.concatenate([one.thresholds for one in parts[sweep]])
        assert (found[1:] < found[:-1]).all()
        assert ScoreSweep.merge(parts[sweep]) == ScoreSweep.from_scores(true, scores)


def test_weights_stay_weights_and_dtypes_must_be_one(rng):
    y, s = sweep_of("f8", rng)
    w = rng.integers(1, 9, len(y)) / 8
    sweep = ScoreSweep.from_scores(y, s, sample_weight=w)
    kinds = [Sweep("m", "<f8", True)]
    ((_, data),) = [
        (at, data)
        for at, data in tiles([lines_of([("m", sweep)], kinds)], kinds)
        if len(ScoreSweep.from_bytes(data)) > 1
    ]
    found = ScoreSweep.from_bytes(data)
    assert found.weighted
    np.testing.assert_array_equal(found.positives, sweep.positives[:-1])
    with pytest.raises(ValueError, match="y_score has dtype float64 here and int16"):
        lines_of([("m", sweep)], [Sweep("m", "<i2", False)])
    assert [*tiles([], kinds)] == []
    assert fm.roc_auc_score(found, None) > 0
