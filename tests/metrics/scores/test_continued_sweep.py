"""A sweep that comes in ranges gives what it gives in one piece, to the bit."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._kernels import reduce, sweep
from fastmetrics.catalog import METRICS, find
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.sorted_scores import sort_keys, sort_rows

TILE = 1024
# Of each reducer that takes parameters, some.
PARAMETERS = {
    "lift": (0.3,),
    "partial_auc": (0.1, 0.7),
    "partial_auc_tpr": (0.4,),
    "log_auc": (0.01, 0.9),
    "expected_cost": (0.1, 0.8),
    "best_f": (0.7,),
    "best_cost": (3.0, 1.0),
    "precision_at_recall": (0.5,),
    "recall_at_precision": (0.55,),
    "tpr_at_fpr": (0.2,),
    "fpr_at_tpr": (0.6,),
}
REDUCERS = [(name, *PARAMETERS.get(name, ())) for name in reduce.KINDS]
ROWS = [row for row in METRICS.values() if row.merges == ("ScoreSweep",)]
ASKED = [(row, {"max_fpr": 0.4} if row.required else {}) for row in ROWS]
ASKED += [
    (find("partial_auc_score"), {"min_tpr": 0.3}),
    (find("partial_auc_score"), {"fpr_range": (0.2, 0.5), "standardize": "mcclish"}),
    (find("log_auc_score"), {"fpr_range": (0.05, 0.8), "adjusted": True}),
    (find("roc_auc_score"), {"max_fpr": 0.2}),
    (find("pr_auc_score"), {"interpolation": "linear"}),
    (find("lift_score"), {"at": 0.5}),
    (find("expected_cost"), {"x_range": (0.2, 0.4)}),
    (find("lowest_cost"), {"cost_fn": 5.0}),
]
DAVIS = (find("pr_auc_score"), {"interpolation": "davis-goadrich"})
AUC = find("roc_auc")
DTYPES = ["f8", "f4", "f2", "i8", "i4", "u8", "u1"]


def drawn(rng, n, distinct, dtype="f8"):
    """Return labels and scores that tell something, of both signs where there are."""
    labels = rng.integers(0, 2, n)
    scores = rng.integers(0, distinct, n) + (rng.random(n) < 0.3 * labels) * distinct
    if dtype[0] != "u":
        scores = scores - distinct // 2
    return labels, scores.astype(dtype)


def in_ranges(labels, scores, cuts, weights=None):
    """Yield the rows of each range, the highest first; a cut is what lies below it."""
    above = np.full(len(scores), True)
    for cut in [*sorted(set(cuts), reverse=True), None]:
        here = above & (scores >= cut) if cut is not None else above
        above = above & ~here
        if here.any():
            yield labels[here], scores[here], None if weights is None else weights[here]


def totals(labels, scores, weights=None):
    if weights is None:
        return int(labels.sum()), int((1 - labels).sum())
    order = np.argsort(-scores.astype(float), kind="stable")
    labels, weights = labels[order], weights[order]
    return tuple(np.cumsum(weights[labels == k])[-1] for k in (1, 0))


def continued(labels, scores, cuts, weights=None, asked=ASKED, made=None):
    found = ContinuedSweep(
        asked,
        *totals(labels, scores, weights),
        weighted=weights is not None,
        variance=weights is None,
    )
    for true, score, weight in in_ranges(labels, scores, cuts, weights):
        if made is not None:
            true, score, weight = made(true, score, weight), None, None
        found.add(true, score, sample_weight=weight)
    return found


def in_one_piece(row, parameters, *data, **weights):
    value = row.public(*data, **row.with_parameters(parameters), **weights)
    return value[-1] if isinstance(value, tuple) else value


# ------------------------------------------------------------------------ the reducers


@one_case("dtype", ["f8", "f4"])
@one_case("distinct", [3, 40])
def test_reducers_go_on_from_every_place(rng, distinct, dtype):
    labels, scores = drawn(rng, 90, distinct, dtype)
    weights = rng.random(90) + 0.1
    counted = sweep.reduce_labelled(sort_keys(labels, scores).scores, REDUCERS)
    one = sort_rows(labels, scores, None, weights)
    weighed, sums = sweep.reduce_rows(one.keys, one.signed_weights, REDUCERS)
    each = np.unique(scores)
    for cuts in [[cut] for cut in each] + [each, each[::2], each[::3]]:
        going = sweep.SweepReducers(REDUCERS, labels.sum(), (1 - labels).sum())
        heavy = sweep.SweepReducers(REDUCERS, *sums)
        for true, score, weight in in_ranges(labels, scores, cuts, weights):
            going.add_labelled(sort_keys(true, score).scores)
            rows = sort_rows(true, score, None, weight)
            heavy.add_rows(rows.keys, rows.signed_weights)
        values, at, _ = going.finish()
        np.testing.assert_array_equal(values, counted[0])
        np.testing.assert_array_equal(at, counted[1])
        np.testing.assert_array_equal(heavy.finish()[0], weighed)


@one_case("n", [TILE - 1, TILE, TILE + 1, 2 * TILE, 3 * TILE + 5])
def test_tiles_are_the_same_wherever_a_range_begins(rng, n):
    labels = rng.integers(0, 2, n)
    scores = rng.permutation(n).astype(float)
    expected = sweep.reduce_labelled(sort_keys(labels, scores).scores, REDUCERS)
    places = [1, 2, TILE - 1, TILE, TILE + 1, 2 * TILE - 1, 2 * TILE, n - 2, n - 1]
    cuts = [[n - place] for place in places if place < n]
    for some in [*cuts, [n - place for place in places], range(0, n, 7), range(n)]:
        going = sweep.SweepReducers(REDUCERS, labels.sum(), (1 - labels).sum())
        for true, score, _ in in_ranges(labels, scores, some):
            going.add_labelled(sort_keys(true, score).scores)
        values, at, keys = going.finish()
        np.testing.assert_array_equal(values, expected[0])
        np.testing.assert_array_equal(at, expected[1])
        best = sort_keys(labels, scores).scores.kind.decode(keys)
        down = np.sort(scores)[::-1]
        np.testing.assert_array_equal(best[at >= 0], down[at[at >= 0]])


# ------------------------------------------------------------------------- the metrics


def check(found, labels, scores, weights=None, asked=ASKED):
    given = {} if weights is None else {"sample_weight": weights}
    for row, parameters in asked:
        value = found.value(row, parameters)
        expected = in_one_piece(row, parameters, labels, scores, **given)
        assert value == expected, (row.name, parameters)
        assert type(value) is type(expected)
    assert fm.optimal_threshold(found, None, criterion="f1") == fm.optimal_threshold(
        labels, scores, criterion="f1", **given
    )


@one_case("dtype", DTYPES)
def test_metrics_of_ranges_are_those_of_all_rows(rng, dtype):
    labels, scores = drawn(rng, 120, 20, dtype)
    each = np.unique(scores)
    asked = [*ASKED, DAVIS]
    for cuts in [[cut] for cut in each[::3]] + [each]:
        found = continued(labels, scores, cuts, asked=asked)
        check(found, labels, scores, asked=asked)
        area, variance = fm.delong_roc_variance(labels, scores)
        assert found.delong_variance().total == variance
        assert found.value(AUC, {}) == area


@one_case("dtype", ["f8", "f4", "i8"])
def test_weighted_ranges_too(rng, dtype):
    labels, scores = drawn(rng, 120, 20, dtype)
    weights = rng.random(120)
    each = np.unique(scores)
    for cuts in [[cut] for cut in each[::3]] + [each]:
        found = continued(labels, scores, cuts, weights)
        check(found, labels, scores, weights)


@one_case("weighted", [False, True])
def test_ranges_may_be_sweeps(rng, weighted):
    labels, scores = drawn(rng, 300, 60)
    weights = rng.integers(1, 5, 300) / 4.0 if weighted else None  # sums are exact
    found = continued(
        labels,
        scores,
        np.unique(scores)[::4],
        weights,
        made=lambda true, score, weight: fm.ScoreSweep.from_scores(
            true, score, sample_weight=weight
        ),
    )
    check(found, labels, scores, weights)


def test_columns_and_sweeps_may_take_turns(rng):
    labels, scores = drawn(rng, 300, 60)
    found = ContinuedSweep(ASKED, *totals(labels, scores))
    for k, (true, score, _) in enumerate(in_ranges(labels, scores, range(-30, 90, 9))):
        found.add(
            *((fm.ScoreSweep.from_scores(true, score),) if k % 2 else (true, score))
        )
    check(found, labels, scores)


def test_totals_of_weights_may_be_added_up_in_any_order(rng):
    labels, scores = drawn(rng, 3000, 2000)
    weights = 10.0 ** rng.uniform(-8, 8, 3000)
    sums = [math.fsum(weights[labels == k]) for k in (1, 0)]
    for factor in (1.0, 1 + 1e-13, 1 - 1e-13):
        found = ContinuedSweep(ASKED, *(factor * one for one in sums), weighted=True)
        for true, score, weight in in_ranges(labels, scores, [0, 500, 1500], weights):
            found.add(true, score, sample_weight=weight)
        for row, parameters in ASKED:
            expected = in_one_piece(
                row, parameters, labels, scores, sample_weight=weights
            )
            # Totals are off by 1e-13 themselves.
            assert found.value(row, parameters) == pytest.approx(expected, rel=1e-11)


def test_a_perfect_ranking_by_rounded_weights_still_breaks_even():
    # All weight is reached at the last step only, whatever the totals' last digits.
    labels, scores = np.ones(30, int), np.arange(30.0)
    weights = np.full(30, 0.1)
    total = math.fsum(weights)
    assert np.cumsum(weights)[-1] != total
    asked = [(find("bep"), {}), (find("lift_score"), {"at": 1.0})]
    found = ContinuedSweep(asked, total, 0.0, weighted=True)
    for start in (20, 10, 0):
        part = slice(start, start + 10)
        found.add(labels[part], scores[part], sample_weight=weights[part])
    assert found.value(*asked[0]) == 1.0
    assert found.value(*asked[1]) == 1.0


@one_case("labels", [[1, 1, 1], [0, 0, 0]])
def test_one_class(labels):
    labels, scores = np.array(labels), np.array([0.5, 1.5, 1.5])
    found = continued(labels, scores, [1.0])
    assert found.delong_variance() is None
    for row, parameters in ASKED:
        told = []
        for data in ((labels, scores), (found, None)):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                value = in_one_piece(row, parameters, *data)
            told.append((str(value), [str(one.message) for one in caught]))
        assert told[0] == told[1]


def test_by_hand():
    # Highest first: + | - + tied | -. Of 4 pairs 2 + 1 are won, and one is a tie.
    found = ContinuedSweep([(AUC, {}), (find("ap"), {})], 2, 2, variance=True)
    found.add([1], [0.9])
    found.add([0, 1], [0.5, 0.5])
    found.add([0], [0.1])
    assert found.value(AUC, {}) == 3.5 / 4
    assert found.value(find("ap"), {}) == 0.5 * 1 + 0.5 * (2 / 3)
    # Placements of positives 1 and 3/4, of negatives 3/4 and 1: 1/32 each, over 2.
    assert found.delong_variance()[:2] == (1 / 64, 1 / 64)


# ------------------------------------------------------------------------------ DeLong


def by_definition(positives, negatives):
    """Sums of squares of doubled placements, score by score, by Python's integers."""
    of_positives = of_negatives = 0
    for k, (m, level) in enumerate(zip(positives, negatives, strict=True)):
        below, above = sum(negatives[k + 1 :]), sum(positives[:k])
        of_positives += m * (2 * below + level) ** 2
        of_negatives += level * (2 * above + m) ** 2
    return of_positives, of_negatives


@one_case("largest", [3, 2**20, 2**38])
def test_numbers_beyond_64_bits_are_counted(rng, largest):
    thresholds = np.arange(9, 0, -1)
    positives, negatives = rng.integers(1, largest, (2, 9))
    lists = positives.tolist(), negatives.tolist()
    n_pos, n_neg = map(sum, lists)
    wins = sum(m * sum(lists[1][k + 1 :]) for k, m in enumerate(lists[0]))
    ties = sum(m * level for m, level in zip(*lists, strict=True))
    area = Fraction(2 * wins + ties, 2 * n_pos * n_neg)
    squares = by_definition(*lists)
    expected = [
        Fraction(n * over - (2 * wins + ties) ** 2, 4 * n**2 * (n - 1) * other**2)
        for over, n, other in zip(squares, (n_pos, n_neg), (n_neg, n_pos), strict=True)
    ]
    for cut in range(10):
        found = ContinuedSweep([(AUC, {})], n_pos, n_neg, variance=True)
        for part in (slice(0, cut), slice(cut, 9)):
            if len(thresholds[part]):
                columns = thresholds[part], positives[part], negatives[part]
                found.add(fm.ScoreSweep(*columns))
        assert found.count_wins() == (wins, ties, n_pos, n_neg)
        assert found.value(AUC, {}) == float(area)
        # Both are rounded once.
        assert found.delong_variance()[:2] == tuple(map(float, expected))


def test_squares_of_too_many_rows_are_refused():
    many = fm.ScoreSweep([2, 1], [2**43, 1], [1, 2**43])
    found = ContinuedSweep([], many.n_positive, many.n_negative, variance=True)
    with pytest.raises(OverflowError, match="2\\*\\*127"):
        found.add(many)


# ------------------------------------------------------------------- what is wrong


def sweep_of(**more):
    return ContinuedSweep([(AUC, {}), (find("best_f1"), {})], 3, 2, **more)


@one_case("level", [0.5, 0.7])
def test_a_tie_lies_in_one_range(level):
    found = sweep_of()
    found.add([1, 0], [0.9, 0.5])
    with pytest.raises(ValueError, match="level with those before, or above"):
        found.add([1, 0], [level, 0.1])
    # And nothing has changed.
    found.add([1, 1, 0], [0.4, 0.3, 0.1])
    data = [1, 0, 1, 1, 0], [0.9, 0.5, 0.4, 0.3, 0.1]
    assert found.value(AUC, {}) == fm.roc_auc_score(*data)
    assert (
        found.value(find("best_f1"), {})
        == fm.optimal_threshold(*data, criterion="f1")[1]
    )


@one_case("asked", [[], [(find("best_f1"), {})]])
def test_order_is_seen_whatever_is_asked(asked):
    for first, then in [
        (([1], np.float32([0.5])), ([0], np.float32([0.5]))),
        (([1], np.array([-3])), ([0], np.array([-2]))),
        ((fm.ScoreSweep([2.0], [1], [0]),), ([0], [2.5])),
    ]:
        found = ContinuedSweep(asked, 1, 1)
        found.add(*first)
        with pytest.raises(ValueError, match="level with"):
            found.add(*then)
    heavy = ContinuedSweep(asked, 1.0, 1.0, weighted=True)
    heavy.add([1], [0.5], sample_weight=[1.0])
    with pytest.raises(ValueError, match="level with"):
        heavy.add([0], [0.5], sample_weight=[1.0])


def test_ranges_that_do_not_go_together_are_refused():
    found = sweep_of()
    found.add([1, 0], [0.9, 0.5])
    with pytest.raises(ValueError, match="of one type, got float32 after float64"):
        found.add([1], np.float32([0.1]))
    with pytest.raises(ValueError, match="a range has 3 positive rows, but 2 are left"):
        found.add([1, 1, 1], [0.1, 0.2, 0.3])
    with pytest.raises(ValueError, match=r"rows with weights, .* rows without"):
        found.add([1], [0.1], sample_weight=[0.5])
    with pytest.raises(ValueError, match=r"rows without, .* rows with weights"):
        sweep_of(weighted=True).add([1], [0.1])
    with pytest.raises(ValueError, match="y_true is empty"):
        found.add([], [])
    with pytest.raises(TypeError, match="got ScoreSketch"):
        found.add(fm.ScoreSketch.from_scores([0, 1] * 9, range(18), max_thresholds=4))


def test_what_is_not_complete_is_not_read():
    found = sweep_of(variance=True)
    found.add([1, 0], [0.9, 0.5])
    for read in (
        lambda: found.value(AUC, {}),
        lambda: found.value(find("best_f1"), {}),
        found.delong_variance,
        found.count_wins,
    ):
        with pytest.raises(ValueError, match="so far hold 1 of 3 positive rows"):
            read()
    found.add([1, 1, 0], [0.4, 0.3, 0.1])
    found.value(AUC, {})
    with pytest.raises(ValueError, match="nothing can be added"):
        found.add([1], [0.0])


def test_what_was_not_asked_is_not_read():
    found = continued(np.array([1, 0]), np.array([0.9, 0.5]), [], asked=[])
    with pytest.raises(ValueError, match="was not asked"):
        found.value(find("ks"), {})
    with pytest.raises(NotImplementedError):
        fm.roc_curve(found, None)
    quick = ContinuedSweep([], 2, 2)
    quick.add([1, 0, 1, 0], [0.9, 0.5, 0.4, 0.3])
    with pytest.raises(ValueError, match="not asked of this sweep"):
        quick.delong_variance()


@one_case(
    ("name", "given", "match"),
    [
        ("roc_auc_by_group", {}, "roc_auc_by_group is not read off a sweep: .*group"),
        ("accuracy", {}, "accuracy_score is not read off a sweep"),
        ("partial_auc_score", {}, "exactly one"),
        ("lift_score", {"at": 2.0}, "at"),
    ],
)
def test_metrics_that_a_sweep_in_ranges_has_not(name, given, match):
    with pytest.raises(ValueError, match=match):
        ContinuedSweep([(find(name), given)], 1, 1)


def test_rows_with_weights_are_not_counted():
    with pytest.raises(ValueError, match="davis-goadrich"):
        ContinuedSweep([DAVIS], 1.0, 1.0, weighted=True)
