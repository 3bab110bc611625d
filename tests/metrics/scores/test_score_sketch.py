"""ScoreSketch: what it keeps, that its bounds hold, merging, bytes, and its twin."""

import math
import pickle
import struct
import zlib
from itertools import product

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import ScoreSketch, ScoreSweep
from fastmetrics._kernels import sketch as kernel
from fastmetrics._kernels import sweep
from fastmetrics.metrics.scores.score_intervals import REFUSED, Intervals, Walk
from fastmetrics.reference.scores import score_sweep as twin

REDUCERS = [
    ("roc_auc",),
    ("rank_loss",),
    ("average_precision",),
    ("pr_auc_integral",),
    ("aurc",),
    ("excess_aurc",),
    ("aurc_of_weights",),
    ("excess_aurc_of_weights",),
    ("augrc",),
    ("break_even_point",),
    ("ks",),
    ("lift", 0.1),
    ("lift", 0.5),
    ("partial_auc", 0.0, 0.3),
    ("partial_auc", 0.2, 0.9),
    ("partial_auc_tpr", 0.4),
    ("log_auc", 0.001, 1.0),
    ("log_auc", 0.2, 0.7),
    ("expected_cost", 0.0, 1.0),
    ("expected_cost", 0.3, 0.6),
    ("best_f", 1.0),
    ("best_f", 0.3),
    ("best_youden",),
    ("best_accuracy",),
    ("best_cost", 1.0, 1.0),
    ("best_cost", 5.0, 0.5),
    ("precision_at_recall", 0.5),
    ("recall_at_precision", 0.6),
    ("tpr_at_fpr", 0.3),
    ("fpr_at_tpr", 0.7),
    ("best_mcc",),
    ("equal_error_rate",),
    ("equal_error_rate_hull",),
]
NAMES = [
    "roc_auc_score",
    "gini_coefficient",
    "rank_loss",
    "average_precision_score",
    "pr_auc_integral",
    "ks_statistic",
    "break_even_point",
    "equal_error_rate",
    "lift_score",
    "partial_auc_standardized",
    "log_auc_score",
    "expected_cost",
    "best_f1",
    "best_youden",
    "best_accuracy",
    "lowest_cost",
]


def held(sketch):
    """Return the intervals as the twin has them."""
    one = sketch._intervals
    rows = one.rows if sketch.weighted else (one.positives, one.negatives)
    columns = (*one[:4], *rows)
    return [
        twin.Interval(*row) for row in zip(*(c.tolist() for c in columns), strict=True)
    ]


def rows_of(y, score, weight=None):
    weight = np.ones(len(y), int) if weight is None else weight
    return list(
        zip(y.astype(bool).tolist(), score.tolist(), weight.tolist(), strict=True)
    )


# ------------------------------------------------------------------------ the adversary


def splits(n, parts):
    """Yield all ways to put n into so many parts."""
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in splits(n - first, parts - 1):
            yield (first, *rest)


def drawn_nest(rng):
    """Return intervals of keys of three bits, few enough to try all assignments."""
    boxes = {}
    ways = 1
    for _ in range(rng.integers(1, 5)):
        level = int(rng.choice([0, 0, 1, 1, 2, 3]))
        start = int(rng.integers(0, 8 >> level)) << level
        if (start, level) in boxes:
            continue
        p, n = (int(x) for x in rng.integers(0, 3, 2))
        size = 1 << level
        more = math.comb(p + size - 1, p) * math.comb(n + size - 1, n)
        if p + n == 0 or ways * more > 3000:
            continue
        ways *= more
        boxes[start, level] = p, n
    found = sorted(boxes.items(), key=lambda one: (one[0][0], -one[0][1]))
    return [(start, 1 << level, p, n) for (start, level), (p, n) in found]


def assignments(nest):
    """Yield the weight of each class at each key, of every way to place the rows."""
    each = [
        [(start, size, ps, ns) for ps in splits(p, size) for ns in splits(n, size)]
        for start, size, p, n in nest
    ]
    for chosen in product(*each):
        found = np.zeros((2, 8))
        for start, size, ps, ns in chosen:
            found[:, start : start + size] += ps, ns
        yield found


def walk_of(nest, times):
    low, size, p, n = np.array(nest).T
    keys = low.astype(np.uint64), (low + size - 1).astype(np.uint64)
    return Walk(*keys, p * times[0], n * times[1])


@one_case("times", [(1, 1), (1, 50), (50, 1), (1000, 1000)])
@one_case("seed", range(6))
def test_bounds_hold_whatever_the_rows_are(seed, times):
    rng = np.random.default_rng(seed)
    nest = drawn_nest(rng)
    while not nest or not sum(p for _, _, p, _ in nest):
        nest = drawn_nest(rng)
    walk = walk_of(nest, times)
    bounds = [walk.bounds(one) for one in REDUCERS]
    inside = [walk.value(one) for one in REDUCERS]
    values = []
    for found in assignments(nest):
        kept = found[:, found.any(axis=0)][:, ::-1] * np.array(times)[:, None]
        steps = np.cumsum(np.ascontiguousarray(kept), axis=1)
        values.append(sweep.reduce_steps(*steps, REDUCERS)[0])
    values = np.array(values)
    for k, ((low, high), value) in enumerate(zip(bounds, inside, strict=True)):
        of = values[:, k]
        if np.isnan(of).all():
            assert np.isnan(low)
            continue
        if np.isnan(low):
            assert REDUCERS[k][0] == "recall_at_precision"
            low = 0.0
        else:
            assert not np.isnan(of).any()
            assert low - 1e-14 <= value <= high + 1e-14
        assert np.nanmin(of) >= low - 1e-13, REDUCERS[k]
        assert np.nanmax(of) <= high + 1e-13, REDUCERS[k]


def test_what_rises_with_the_curve_reaches_its_bounds():
    # Rows of two intervals, apart: the walks are assignments themselves.
    nest = [(0, 4, 2, 1), (4, 4, 1, 2)]
    walk = walk_of(nest, (1, 1))
    found = [np.cumsum(one[:, ::-1].copy(), axis=1) for one in assignments(nest)]
    for reducer in (("roc_auc",), ("best_f", 1.0), ("ks",), ("best_youden",)):
        values = [sweep.reduce_steps(*steps, [reducer])[0][0] for steps in found]
        low, high = walk.bounds(reducer)
        assert high == pytest.approx(max(values))
        assert low <= min(values)
        if reducer[0] == "roc_auc":
            assert low == pytest.approx(min(values))


# -------------------------------------------------------------------------------- laws


def normal(rng, n):
    y = rng.random(n) < 0.3
    return y, rng.normal(size=n) + y


def by_label(rng, n):
    y, score = normal(rng, n)
    order = np.argsort(y, kind="stable")
    return y[order], score[order]


def by_score(rng, n):
    y, score = normal(rng, n)
    order = np.argsort(score)
    return y[order], score[order]


def clump(rng, n):
    y, score = normal(rng, n)
    return y, np.where(rng.random(n) < 0.9, 0.5 + 1e-9 * score, score)


def hundredths(rng, n):
    y, score = normal(rng, n)
    return y, 1000 + score / 100


def decades(rng, n):
    y = rng.random(n) < 0.5
    score = rng.uniform(-300, 295, n) + 5 * y
    return y, np.where(rng.random(n) < 0.5, 1, -1) * 10.0**score


def integers(rng, n):
    y = rng.random(n) < 0.5
    return y, 2**53 + rng.integers(0, 10**6, n) + 10**5 * y


def unsigned(rng, n):
    y, score = integers(rng, n)
    return y, score.astype(np.uint64) + np.uint64(2**63)


def singles(rng, n):
    y, score = normal(rng, n)
    return y, score.astype(np.float32)


def separated(rng, n):
    y = rng.random(n) < 0.5
    return y, rng.random(n) + y


def zeros(rng, n):
    y, score = normal(rng, n)
    return y, np.where(rng.random(n) < 0.4, rng.choice([0.0, -0.0], n), score)


LAWS = {
    one.__name__: one
    for one in (
        normal, by_label, by_score, clump, hundredths, decades, integers, unsigned,
        singles, separated, zeros,
    )
}  # fmt: skip


def check_bounds(sketch, y, score, weight=None):
    for name in NAMES:
        row = fm.catalog.find(name)
        truth = ScoreSweep.from_scores(y, score, sample_weight=weight).compute(name)
        low, high = sketch.bounds(name)
        value = sketch.compute(name)
        assert low <= truth <= high, (name, low, truth, high)
        assert low - 1e-13 <= value <= high + 1e-13, name
        assert row.lower <= low <= high <= row.upper


@one_case("law", LAWS)
def test_bounds_hold_of_every_law_and_merge_tree(law, rng):
    y, score = LAWS[law](rng, 4000)
    whole = ScoreSketch.from_scores(y, score, max_thresholds=100)
    assert not whole.exact
    assert len(whole) <= 100
    check_bounds(whole, y, score)
    parts = [
        ScoreSketch.from_scores(y[k : k + 500], score[k : k + 500], max_thresholds=100)
        for k in range(0, 4000, 500)
    ]
    for tree in (sum(parts[::-1]), ScoreSketch.merge(parts)):
        assert len(tree) <= 100
        assert tree.n_samples == 4000
        check_bounds(tree, y, score)
    assert whole.n_positive == y.sum()
    low, high = whole.bounds("roc_auc_score")
    assert high - low < 0.03


@one_case("order", ["wide first", "narrow first", "in turns"])
def test_wide_and_narrow_days(order, rng):
    n = 1000
    wide = [rng.normal(size=n) for _ in range(4)]
    narrow = [0.3 + 1e-6 * rng.normal(size=n) for _ in range(4)]
    days = {
        "wide first": wide + narrow,
        "narrow first": narrow + wide,
        "in turns": [day for pair in zip(wide, narrow, strict=True) for day in pair],
    }[order]
    labels = [rng.random(n) < 1 / (1 + np.exp(-(d - d.mean()) / d.std())) for d in days]
    total = sum(
        ScoreSketch.from_scores(y, day, max_thresholds=300)
        for y, day in zip(labels, days, strict=True)
    )
    check_bounds(total, np.concatenate(labels), np.concatenate(days))
    low, high = total.bounds("roc_auc_score")
    assert high - low < 0.02


@one_case("law", ["normal", "clump", "decades"])
def test_weights_of_any_size(law, rng):
    y, score = LAWS[law](rng, 2000)
    for weight in (
        rng.integers(0, 9, 2000) / 4,
        np.where(rng.random(2000) < 0.1, 1e300, rng.random(2000)),
        np.where(rng.random(2000) < 0.5, 0, 1e-300),
    ):
        made = ScoreSketch.from_scores(
            y, score, max_thresholds=80, sample_weight=weight
        )
        assert made.weighted
        assert made.n_samples == np.count_nonzero(weight)
        check_bounds(made, y, score, weight)


# ------------------------------------------------------------------------------- twin


@pytest.mark.long
@one_case("law", LAWS)
@one_case("most", [1, 7, 25])
def test_kernel_and_twin_keep_the_same(law, most, rng):
    y, score = LAWS[law](rng, 60)
    kinds = [None, rng.integers(0, 9, 60) / 4]
    if law == "singles":
        score = score.astype(np.float64).astype(np.float32)
    for weight in kinds:
        first, second = slice(35), slice(35, None)
        made, wanted = [], []
        for part in (first, second):
            w = None if weight is None else weight[part]
            made.append(
                ScoreSketch.from_scores(
                    y[part], score[part], max_thresholds=most, sample_weight=w
                )
            )
            rows = rows_of(y[part], score[part], w)
            if law == "unsigned":
                rows = [(p, s - 2**63, x) for p, s, x in rows]
            wanted.append(twin.sketch(rows, most))
        for one, rows in zip(made, wanted, strict=True):
            assert held(one) == rows
        total = made[0] + made[1]
        assert held(total) == twin.merged(*wanted, most)
        check_twin(total)


def check_twin(sketch):
    intervals = held(sketch)
    walk = sketch._walk()
    for which in ("optimistic", "pessimistic", "middle"):
        made, _ = walk.sweep(which)
        steps = list(zip(made.positives.tolist(), made.negatives.tolist(), strict=True))
        assert steps == twin.steps(intervals, which)
    for reducer, ends in (
        ("roc_auc", twin.area_bounds(intervals)),
        ("average_precision", twin.precision_bounds(intervals)),
        ("ks", twin.distance_bounds(intervals)),
    ):
        np.testing.assert_allclose(
            walk.bounds((reducer,)), list(map(float, ends)), 1e-13
        )
    value = twin.precision_value(intervals)
    assert walk.value(("average_precision",)) == pytest.approx(value, abs=1e-12)
    # The mean of both, up to rounding.
    ends = twin.area_bounds(intervals)
    assert walk.value(("roc_auc",)) == pytest.approx(float(sum(ends) / 2), abs=1e-14)


# ------------------------------------------------------------------ as a ScoreSweep


def test_few_scores_are_the_sweep_itself(rng):
    y, score = rng.random(500) < 0.5, rng.integers(0, 50, 500)
    for weight in (None, rng.integers(1, 9, 500) / 4):
        sketch = ScoreSketch.from_scores(
            y, score, max_thresholds=50, sample_weight=weight
        )
        made = ScoreSweep.from_scores(y, score, sample_weight=weight)
        assert sketch.exact
        assert sketch.optimistic == sketch.pessimistic == sketch.middle == made
        for name in NAMES:
            value = made.compute(name)
            assert sketch.compute(name) == value
            assert sketch.bounds(name) == (value, value)
        for ours, theirs in zip(
            fm.roc_curve(sketch, None), fm.roc_curve(made, None), strict=True
        ):
            np.testing.assert_array_equal(ours, theirs)
        found = fm.optimal_threshold(sketch, None, criterion="f1")
        assert found == fm.optimal_threshold(made, None, criterion="f1")
    assert not ScoreSketch.from_scores(y, score, max_thresholds=49).exact


def test_curves_and_thresholds_are_near_those_of_the_rows(rng):
    y, score = normal(rng, 20_000)
    parts = [slice(k, k + 5000) for k in range(0, 20_000, 5000)]
    sketch = sum(
        ScoreSketch.from_scores(y[p], score[p], max_thresholds=2000) for p in parts
    )
    *_, thresholds = fm.roc_curve(sketch, None)
    assert np.all(np.diff(thresholds) <= 0)
    places = np.linspace(0.01, 1, 100)
    ours, wanted = (
        np.interp(places, *fm.roc_curve(*columns)[:2])
        for columns in ((sketch, None), (y, score))
    )
    np.testing.assert_allclose(ours, wanted, atol=5e-3)
    for criterion, at in (("f1", None), ("youden", None), ("tpr_at_fpr", 0.1)):
        threshold, value = fm.optimal_threshold(
            sketch, None, criterion=criterion, at=at
        )
        assert value == pytest.approx(
            fm.optimal_threshold(y, score, criterion=criterion, at=at)[1], abs=5e-3
        )
        assert threshold in score
    x, cost, _ = fm.cost_curve(sketch, None)
    np.testing.assert_allclose(
        cost, np.interp(x, *fm.cost_curve(y, score)[:2]), atol=5e-3
    )


def test_what_cannot_be_bounded_is_refused(rng):
    y, score = normal(rng, 500)
    sketch = ScoreSketch.from_scores(y, score, max_thresholds=20)
    for interpolation in ("linear", "davis-goadrich"):
        for call in (
            lambda how: fm.pr_auc_score(sketch, None, interpolation=how),
            lambda how: sketch.bounds("pr_auc_score", interpolation=how),
        ):
            with pytest.raises(ValueError, match="ScoreSketch"):
                call(interpolation)
    for name in ("log_loss", "delong_roc_test", "accuracy_score", "roc_auc_by_group"):
        with pytest.raises(ValueError, match="cannot be read off a ScoreSketch"):
            sketch.compute(name)
        with pytest.raises(ValueError, match="ScoreSketch"):
            sketch.bounds(name)
    with pytest.raises(ValueError, match="not a single value"):
        sketch.bounds("roc_curve")
    with pytest.raises(TypeError, match="sample_weight must be None"):
        fm.roc_auc_score(sketch, None, sample_weight=score)
    with pytest.raises(ValueError, match="where a ScoreSketch is given"):
        fm.roc_curve(sketch, None, pos_label=2)
    assert {name for name, *_ in REDUCERS} | {*REFUSED} == {*sweep_names()}


def sweep_names():
    from fastmetrics._kernels.reduce import KINDS

    return KINDS


def test_a_constraint_that_may_not_be_met_has_no_lower_bound():
    y, score = np.array([0, 1] * 50), np.arange(100) / 100
    sketch = ScoreSketch.from_scores(y, score, max_thresholds=2)
    row = {"criterion": "recall_at_precision", "at": 0.9}
    low, high = sketch._walk().bounds(("recall_at_precision", row["at"]))
    assert math.isnan(low)
    assert high > 0


def test_bounds_of_few_scores_are_the_value():
    y, score = [0, 1, 1, 0, 1], [1.0, 2.0, 3.0, 3.0, 5.0]
    walk = ScoreSketch.from_scores(y, score)._walk()
    assert walk.bounds(("average_precision",)) == pytest.approx(
        (fm.average_precision_score(y, score),) * 2
    )


def test_one_class_is_undefined():
    sketch = ScoreSketch.from_scores(np.ones(9), np.arange(9), max_thresholds=3)
    assert all(map(math.isnan, sketch.bounds("roc_auc_score")))
    with pytest.warns(fm.exceptions.UndefinedMetricWarning):
        assert math.isnan(fm.roc_auc_score(sketch, None))


# --------------------------------------------------------------------- merging, keeping


def test_scores_of_several_types(rng):
    y = rng.random(600) < 0.5
    whole, part = rng.integers(-99, 99, 600), rng.normal(size=600)
    first = ScoreSketch.from_scores(y, whole, max_thresholds=30)
    second = ScoreSketch.from_scores(y, part, max_thresholds=30)
    for total in (first + second, second + first):
        check_bounds(total, np.append(y, y), np.append(whole, part))
    small = ScoreSketch.from_scores(y, (whole % 50).astype(np.uint8), max_thresholds=9)
    check_bounds(small + first, np.append(y, y), np.append(whole % 50, whole))
    assert (small + first).max_thresholds == 9
    large = ScoreSketch.from_scores(y, 2**60 + whole, max_thresholds=30)
    with pytest.raises(ValueError, match=r"above 2\*\*53"):
        large + second
    flags = ScoreSketch.from_scores(y, part > 0)
    check_bounds(flags + second, np.append(y, y), np.append(part > 0, part))


def test_counts_and_weights_merge(rng):
    y, score = normal(rng, 1000)
    weight = rng.integers(0, 9, 1000) / 4
    one = ScoreSketch.from_scores(y, score, max_thresholds=50)
    other = ScoreSketch.from_scores(y, score, max_thresholds=50, sample_weight=weight)
    for total in (one + other, other + one):
        assert total.n_samples == 1000 + np.count_nonzero(weight)
        check_bounds(
            total,
            np.append(y, y),
            np.append(score, score),
            np.append(y * 0 + 1, weight),
        )


def test_sums_beyond_what_can_be_held():
    one = ScoreSketch.from_scores([0, 1], [1.0, 2.0], sample_weight=[1e308, 1])
    with pytest.raises(OverflowError, match="exceeds the largest float"):
        one + one
    for wrong in (1, "x", ScoreSweep([1.0], [1], [1])):
        with pytest.raises(TypeError):
            one + wrong


@one_case("wrong", [0, -1, 2.5, True, None, "9"])
def test_most_thresholds_are_a_whole_number(wrong):
    with pytest.raises((TypeError, ValueError), match="max_thresholds"):
        ScoreSketch.from_scores([0, 1], [1.0, 2.0], max_thresholds=wrong)


@one_case("law", LAWS)
@one_case("weighted", [False, True])
def test_bytes(law, weighted, rng):
    y, score = LAWS[law](rng, 400)
    weight = rng.random(400) if weighted else None
    made = ScoreSketch.from_scores(y, score, max_thresholds=60, sample_weight=weight)
    data = made.to_bytes()
    assert len(data) <= 60 * 56 + 64
    again = ScoreSketch.from_bytes(data)
    for one in (again, pickle.loads(pickle.dumps(made)), made.copy()):
        assert one == made
        assert one.to_bytes() == data
        assert one.compute("roc_auc_score") == made.compute("roc_auc_score")
        assert one + made == made + made
    assert made != made + made
    assert made != data
    for at in range(0, len(data), 7):
        for wrong in (data[:at], data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]):
            with pytest.raises(ValueError, match="ScoreSketch"):
                ScoreSketch.from_bytes(wrong)
    later = sealed(data[:8] + struct.pack("<H", 2) + data[10:-4])
    with pytest.raises(ValueError, match=r"version 2 .* reads 1"):
        ScoreSketch.from_bytes(later)


def sealed(data):
    return data + struct.pack("<I", zlib.crc32(data))


def forged(change, weighted=False):
    """Return the bytes of a small sketch of which one column was changed."""
    y, score = np.arange(40) % 2, np.arange(40) / 8
    weight = np.ones(40) if weighted else None
    made = ScoreSketch.from_scores(y, score, max_thresholds=12, sample_weight=weight)
    columns = {
        name: getattr(made._intervals, name).copy() for name in Intervals._fields
    }
    change(columns)
    made._intervals = Intervals(**columns)
    return made.to_bytes()


def put(name, at, value):
    def change(columns):
        columns[name][at] = value

    return change


def swapped(columns):
    for column in columns.values():
        if column.size:
            column[..., :2] = column[..., 1::-1].copy()


@one_case(
    ("change", "weighted", "message"),
    [
        (swapped, False, "not in order"),
        (put("low", -1, 2**64 - 1), False, "not in order"),
        (put("high", -1, 2**64 - 1), False, "no score|not in order"),
        (put("positives", 0, -1), False, "weights contradict"),
        (put("positives", slice(2), 2**62), False, "weights contradict"),
        (put("positives", slice(None), 0), False, "too few rows"),
        (put("positives", 0, np.inf), True, "weights contradict"),
        (put("positives", 0, np.nan), True, "weights contradict"),
        (put("rows", (0, 1), 0), True, "weights contradict"),
        (put("rows", (0, 1), -1), True, "weights contradict"),
    ],
)
def test_forged_bytes_are_refused(change, weighted, message):
    data = forged(change, weighted)
    with pytest.raises(ValueError, match=message):
        ScoreSketch.from_bytes(data)


def test_forged_heads_are_refused():
    data = forged(lambda columns: None)
    assert len(ScoreSketch.from_bytes(data)) > 2
    for at, value in ((10, b"x"), (11, b"\x03"), (12, b"\x02"), (13, b"\0" * 8)):
        wrong = data[:at] + value + data[at + len(value) : -4]
        with pytest.raises(ValueError, match="damaged"):
            ScoreSketch.from_bytes(sealed(wrong))
    narrow = sealed(data[:11] + b"\x02" + data[12:-4])  # as half precision
    assert len(ScoreSketch.from_bytes(narrow)) > 2  # eighths are such numbers
    whole = sealed(data[:10] + b"i\x01" + data[12:-4])
    with pytest.raises(ValueError, match="no score"):
        ScoreSketch.from_bytes(whole)


def test_a_sketch_is_made_by_its_builders():
    with pytest.raises(TypeError, match="from_scores"):
        ScoreSketch()
    assert "ScoreSketch(2 of 65536 intervals" in repr(
        ScoreSketch.from_scores([0, 1], [0.5, 0.25])
    )


@one_case("name", ["fold", "merge", "walk_down"])
def test_columns_of_other_lengths_are_refused(name):
    keys, weights = np.arange(3, dtype=np.uint64), np.ones(3, np.int64)
    rows = np.ones((0, 0), np.int64)
    right = [keys, keys, weights, weights, rows]
    arguments = {
        "fold": [*right, 1, 1],
        "merge": right + right,
        "walk_down": [keys, keys],
    }[name]
    getattr(kernel, name)(*arguments)
    for k, one in enumerate(arguments):
        if isinstance(one, np.ndarray) and k and one.ndim == 1:
            with pytest.raises(ValueError, match="differ in length"):
                getattr(kernel, name)(*arguments[:k], one[:-1], *arguments[k + 1 :])
