"""Replicates of scores in cells against their definition."""

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._kernels import score_cells as kernel
from fastmetrics.reference import cell_intervals as smoothed
from fastmetrics.reference import cell_intervals as twin
from fastmetrics.reference.intervals import replicate_weights
from fastmetrics.resampling import score_rows
from fastmetrics.resampling.score_rows import ScoreRows
from fastmetrics.resampling.smoothed_models import SmoothedModels
from fastmetrics.resampling.sweep_models import SweepModels

SEED, N, SHARES = 7, 67, 6  # more than a batch of replicates


def best(criterion):
    def value(y_true, y_score, **options):
        return reference.optimal_threshold(
            y_true, y_score, criterion=criterion, **options
        )[1]

    return value


TWINS = {
    ("roc_auc",): reference.roc_auc_score,
    ("average_precision",): reference.average_precision_score,
    ("ks",): reference.ks_statistic,
    ("expected_cost", 0.0, 1.0): reference.expected_cost,
    ("best_f", 1.0): best("f1"),
    ("best_accuracy",): best("accuracy"),
}
# Metrics of all places of smoothed rows, as those of the reference take long.
OPTIMA = {
    ("ks",): fm.ks_statistic,
    ("best_accuracy",): lambda *columns, **options: fm.optimal_threshold(
        *columns, criterion="accuracy", **options
    )[1],
}
REPLICATES = [0, 64]


@pytest.fixture
def data(rng):
    """Labels and two models' scores with ties, 40 rows."""
    y_true = (rng.random(40) < 0.4).astype(int)
    a = np.round(rng.normal(y_true * 1.0), 1)
    return y_true, a, np.round(0.5 * a + rng.normal(y_true * 0.3), 1)


@pytest.fixture
def cells_of_few(monkeypatch):
    monkeypatch.setattr(score_rows, "MOST_WALKED", 10)
    monkeypatch.setattr(score_rows, "MOST_SHARES", SHARES)


def models_of(y_true, *scores, stratified=False):
    if len(scores) == 1:
        rows = ScoreRows.from_keys(y_true, scores[0], 1)
    else:
        rows = ScoreRows.from_rows(y_true, scores, 1, None)
    return rows, SweepModels(rows, stratified=stratified)


@one_case("stratified", [False, True])
@one_case("several", [False, True])
def test_replicates_are_the_definitions(data, cells_of_few, several, stratified):
    y_true, *scores = data
    scores = scores[: 1 + several]
    _, models = models_of(y_true, *scores, stratified=stratified)
    assert models.are_cut
    found = models.replicates(list(TWINS), SEED, N)
    labels = y_true.tolist()
    for k, score in enumerate(scores):
        cells = twin.cells_of(labels, score.tolist(), SHARES)
        numbers = np.arange(len(labels))
        if not several:
            numbers[twin.cell_order(labels, cells)] = np.arange(len(labels))
        for replicate in REPLICATES:
            weights = twin.drawn_weights(
                SEED, replicate, numbers.tolist(), labels if stratified else None
            )
            for j, metric in enumerate(TWINS.values()):
                value = twin.cell_value(metric, labels, score.tolist(), cells, weights)
                # Sums of weights are rounded where rows are counted in between.
                assert found[replicate, k, j] == pytest.approx(value, rel=1e-12)


@one_case("stratified", [False, True])
@one_case("several", [False, True])
def test_smoothed_replicates_are_the_definitions(
    data, cells_of_few, several, stratified
):
    y_true, *scores = data
    scores = scores[: 1 + several]
    rows, models = models_of(y_true, *scores, stratified=stratified)
    found = SmoothedModels(rows, models).replicates([*OPTIMA], SEED, N)
    for k, score in enumerate(scores):
        own = smoothed.smooth_rows(y_true.tolist(), score.tolist(), 1)
        if several:
            numbers = list(range(len(own)))
            places = twin.copy_places(own, numbers, SEED)
        else:  # copies are numbered by score, and then weights by where copies lie
            order = np.lexsort((1 - y_true, -score))
            own = [own[i] for i in order]
            places = twin.copy_places(own, range(len(own)), SEED)
            by_place = sorted(
                range(len(own)), key=lambda i: (-places[i], not own[i].positive)
            )
            numbers = np.empty(len(own), int)
            numbers[by_place] = np.arange(len(own))
        for replicate in REPLICATES:
            weights = twin.drawn_weights(SEED, replicate, [int(k) for k in numbers])
            for j, metric in enumerate(OPTIMA.values()):
                value = twin.smoothed_cell_value(
                    metric, own, places, weights, stratified
                )
                assert found[replicate, k, j] == pytest.approx(value, rel=1e-12)


def test_cells_by_hand():
    """Thirds of 3 positives and 6 negatives; a tie is never cut."""
    y_true = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    y_score = [9, 8, 7, 6, 5, 5, 4, 3, 2]
    cells = [[0], [1, 2], [3, 4, 5], [6, 7], [8]]
    assert twin.cells_of(y_true, y_score, 3) == cells
    rows, _ = models_of(np.array(y_true), np.array(y_score))
    ends = kernel.cut(rows.models[0].flags, 3, 6, 3)
    assert ends.tolist() == [1, 3, 6, 8, 9]
    counts = kernel.count_cells(rows.models[0].flags, ends)
    assert counts.tolist() == [[1, 0], [0, 2], [1, 2], [0, 2], [1, 0]]


@one_case("tied", [False, True])
def test_cells_are_cut_as_the_twin_says(rng, tied):
    for shares in (1, 2, 7, 100):
        y_true = (rng.random(83) < 0.2).astype(int)
        scores = rng.random(83).round(1 if tied else 8)
        rows, _ = models_of(y_true, scores)
        n_pos = int(y_true.sum())
        ends = kernel.cut(rows.models[0].flags, n_pos, 83 - n_pos, shares)
        cells = twin.cells_of(y_true.tolist(), scores.tolist(), shares)
        assert np.diff(ends, prepend=0).tolist() == [len(cell) for cell in cells]
        assert len(cells) <= 2 * shares


def test_a_tie_of_all_rows_and_a_single_class():
    for y_true in ([1, 0, 1], [1, 1, 1], [0, 0, 0]):
        rows, _ = models_of(np.array([*y_true, 1, 0]), np.zeros(5))
        flags = rows.models[0].flags
        assert kernel.cut(flags, 3, 2, 4).tolist() == [5]
        one_class = flags & np.uint8(2)
        assert kernel.cut(one_class, 0, 5, 4).tolist() == [5]


@one_case("n_positive, n_negative", [(1000, 49_000), (49_000, 1000), (1000, 1000)])
def test_rows_with_a_small_class_are_walked(rng, n_positive, n_negative):
    """With one row more of the small class they are drawn by cells."""
    n = n_positive + n_negative
    y_true = np.repeat([1, 0], [n_positive, n_negative])
    walked = models_of(y_true, rng.random(n))[1]
    more = np.append(y_true, [0, 1])
    cut = models_of(more, rng.random(n + 2))[1]
    assert (walked.are_cut, cut.are_cut) == (False, True)
    assert walked.rows_per_replicate == n > 3 * cut.rows_per_replicate


def test_more_than_fifty_thousand_rows_are_drawn_by_cells(rng):
    n = score_rows.MOST_WALKED
    y_true, scores = np.arange(n + 1) < 9, rng.random(n + 1)
    walked = models_of(y_true[:n], scores[:n])[1]
    cut = models_of(y_true, scores)[1]
    assert (walked.are_cut, cut.are_cut) == (False, True)


def test_a_share_is_less_than_a_quarter_of_a_root_of_the_rows():
    for n in [*range(1, 2000), 10_000, 16_383, 16_384, 99_999, 262_143]:
        shares = score_rows.shares_of(n)
        assert shares.bit_count() == 1  # the cells of more shares end where theirs do
        assert 16 * n < shares**2 <= 64 * n
    assert score_rows.shares_of(262_144) == score_rows.shares_of(2**62) == 4096


def test_rows_with_weights_of_each_class_are_walked(data, cells_of_few):
    """A class is drawn as many rows, whatever these weigh."""
    y_true, a, _ = data
    rows = ScoreRows.from_rows(y_true, [a], 1, np.arange(1.0, 41))
    assert SweepModels(rows).are_cut
    assert not SweepModels(rows, stratified=True).are_cut


# The group of each of 40 rows: more groups than are drawn as ever, and as many.
GROUPS = {"rows": None, "many": [7 * k % 20 for k in range(40)]}
GROUPS["few"] = [7 * k % 10 for k in range(40)]


def drawn_for(group, replicate, numbers):
    """What the rows are multiplied by in a replicate."""
    if group != "few":
        return twin.drawn_weights(SEED, replicate, numbers)
    drawn = replicate_weights(SEED, replicate, [range(10)])
    return [drawn[k] for k in numbers]


@one_case(
    "several, group, weighted",
    [
        (False, "rows", True),
        (True, "rows", True),
        (False, "many", False),
        (True, "many", True),
        (False, "few", True),
        (True, "few", False),
    ],
)
def test_replicates_of_weights_and_groups(data, cells_of_few, several, group, weighted):
    y_true, *scores = data
    scores = scores[: 1 + several]
    own = [1 + k % 5 / 4 for k in range(40)] if weighted else None
    rows = ScoreRows.from_rows(y_true, scores, 1, None if own is None else [*own])
    codes = GROUPS[group]
    models = SweepModels(rows, groups=codes)
    assert models.are_cut
    found = models.replicates(list(TWINS), SEED, N)
    smooth = SmoothedModels(rows, models).replicates([*OPTIMA], SEED, N)
    labels = y_true.tolist()
    for k, score in enumerate(scores):
        given = score.tolist()
        cells = twin.cells_of(labels, given, SHARES, own)
        lines = [
            line._replace(weight=float(line.weight))
            for line in smoothed.smooth_rows(labels, given, 1, own)
        ]
        numbers = np.arange(40) if codes is None else np.array(codes)
        of_copies = numbers
        places = twin.copy_places(lines, range(40), SEED)
        if not several:
            order = np.lexsort((1 - y_true, -score))
            lines = [lines[i] for i in order]
            places = twin.copy_places(lines, range(40), SEED)
            of_copies = numbers[order]
            if codes is None:
                numbers[twin.cell_order(labels, cells)] = np.arange(40)
                by_place = sorted(
                    range(40), key=lambda i: (-places[i], not lines[i].positive)
                )
                of_copies = np.empty(40, int)
                of_copies[by_place] = np.arange(40)
        most = {0: 1, 64: None}  # of the first one all metrics would say the same
        for replicate in REPLICATES:
            weights = drawn_for(group, replicate, numbers.tolist())
            for j, metric in enumerate([*TWINS.values()][: most[replicate]]):
                value = twin.cell_value(metric, labels, given, cells, weights, own)
                # Sums of weights are rounded, here and there.
                assert found[replicate, k, j] == pytest.approx(value, rel=1e-12)
            weights = drawn_for(group, replicate, of_copies.tolist())
            for j, metric in enumerate([*OPTIMA.values()][: most[replicate]]):
                value = twin.smoothed_cell_value(metric, lines, places, weights)
                assert smooth[replicate, k, j] == pytest.approx(value, rel=1e-12)


def test_every_threshold_a_cell_is_walking_the_rows_of_groups(rng, monkeypatch):
    """Groups are drawn as ever; areas are added up in another order."""
    y_true, groups = rng.integers(0, 2, 400), rng.integers(0, 30, 400)
    scores, weights = rng.normal(y_true), rng.random(400) + 0.1
    for own in (None, weights):
        rows = ScoreRows.from_rows(y_true, [scores], 1, own)
        expected = SweepModels(rows, groups=groups).replicates(list(TWINS), 3, 70)
        with monkeypatch.context() as patched:
            patched.setattr(score_rows, "MOST_WALKED", 50)
            patched.setattr(score_rows, "shares_of", lambda n: 10**9)
            models = SweepModels(rows, groups=groups)
            assert models.are_cut
            found = models.replicates(list(TWINS), 3, 70)
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_cells_of_equal_weight_are_cut_as_the_twin_says(rng):
    for shares in (1, 2, 7, 100):
        y_true, scores = rng.integers(0, 2, 83), rng.random(83).round(1)
        own = rng.random(83) + 0.1
        rows = ScoreRows.from_rows(y_true, [scores], 1, own)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(score_rows, "shares_of", lambda n, own=shares: own)
            found = score_rows.ScoreCells.of_rows(rows.models[0], own)
        cells = twin.cells_of(y_true.tolist(), scores.tolist(), shares, own.tolist())
        assert found.counts.sum(axis=1).tolist() == [len(cell) for cell in cells]


def test_huge_weights_change_nothing(rng):
    y_true, scores = rng.integers(0, 2, 51_000), rng.random(51_000)
    own = rng.random(51_000) + 0.1
    values = []
    for scale in (1.0, 2.0**900):
        rows = ScoreRows.from_rows(y_true, [scores], 1, scale * own)
        values.append(SweepModels(rows).replicates([("average_precision",)], 1, 9))
    np.testing.assert_array_equal(*values)


def test_values_lie_around_those_of_the_data(rng):
    """Replicates are centred at what the data give, not at what their cells do."""
    y_true = (rng.random(60_000) < 0.01).astype(int)
    scores = rng.normal(2 * y_true)
    found = fm.confidence_interval(
        "average_precision_score", y_true, scores, n_resamples=400, random_state=1
    )
    assert abs(found.distribution.mean() - found.estimate) < 0.2 * found.standard_error
    assert found.low < found.estimate < found.high


@one_case("n_models", [1, 2])
def test_left_out_groups_are_those_of_rows(rng, monkeypatch, n_models):
    """A single model's rows are numbered otherwise, and so differ by a permutation."""
    y_true = (rng.random(3000) < 0.4).astype(int)
    scores = [rng.normal(y_true) for _ in range(n_models)]
    monkeypatch.setattr(score_rows, "are_many", lambda totals: False)
    _, models = models_of(y_true, *scores)
    expected = models.delete_groups(list(TWINS), 3)
    monkeypatch.setattr(score_rows, "are_many", lambda totals: True)
    monkeypatch.setattr(score_rows, "shares_of", lambda n: n)  # all thresholds
    _, models = models_of(y_true, *scores)
    found = models.delete_groups(list(TWINS), 3)
    if n_models == 1:
        ratio = found.std(axis=0) / expected.std(axis=0)
        assert ((ratio > 0.7) & (ratio < 1.4)).all()  # of 200 values each
        middle = np.mean(expected, axis=0)
        np.testing.assert_allclose(found.mean(axis=0), middle, rtol=1e-4)
    else:  # areas are added up in another order
        np.testing.assert_allclose(found, expected, rtol=1e-12)


@one_case("threads", [1, 2])
def test_threads_change_nothing(rng, threads):
    y_true, scores = rng.integers(0, 2, 51_000), rng.random(51_000)
    expected = models_of(y_true, scores)[1].replicates([("ks",)], 1, 130)
    with fm.num_threads(threads):
        found = models_of(y_true, scores)[1].replicates([("ks",)], 1, 130)
    np.testing.assert_array_equal(found, expected)


def test_fewer_replicates_are_the_first_of_more(rng):
    y_true, scores = rng.integers(0, 2, 51_000), rng.random(51_000)
    _, models = models_of(y_true, scores)
    many = models.replicates([("ks",), ("best_f", 1.0)], 1, 100)
    few = models.replicates([("ks",)], 1, 7)
    np.testing.assert_array_equal(few[..., 0], many[:7, :, 0])


def test_the_same_model_twice_does_not_differ(rng):
    y_true, scores = rng.integers(0, 2, 51_000), rng.random(51_000)
    _, models = models_of(y_true, scores, scores)
    drawn = models.replicates([("average_precision",)], 1, 20)
    np.testing.assert_array_equal(drawn[:, 0], drawn[:, 1])


def test_the_report_says_how(rng):
    y_true = rng.integers(0, 2, 51_000)
    scores, name = rng.normal(y_true), "average_precision_score"
    report = fm.evaluate(y_true, y_score=scores, metrics=[name], n_resamples=99)
    said = " ".join(full(report).split())
    assert "cut into up to 2,048 cells" in said
    assert "bootstrap, BCa, drawn by cells, 99 replicates" in said
    report = fm.evaluate(
        y_true[:100], y_score=scores[:100], metrics=[name], n_resamples=99
    )
    assert "cells" not in full(report)


def test_the_method_says_how(rng):
    """So do differences, whose test is that of any replicates."""
    y_true = rng.integers(0, 2, 3000)
    models = {"a": rng.normal(y_true), "b": rng.normal(y_true)}
    ways = {
        "average_precision_score": "bca-cells",
        "best_f1": "smoothed-cells",
        "roc_auc_score": "inverted-delong",
    }
    report = fm.evaluate(
        y_true, y_score=models, metrics=[*ways], n_resamples=9, random_state=0
    )
    for metric, way in ways.items():
        assert report[metric]["a"].method == way
    apart = report.differences["a", "b"]
    assert apart["average_precision_score"].method == "bca-cells"
    assert report.test("average_precision_score") == "paired bootstrap test"
    assert report.test("best_f1") == "paired bootstrap test"
    few = fm.evaluate(
        y_true[:1500],
        y_score=models["a"][:1500],
        metrics=["average_precision_score"],
        n_resamples=9,
        random_state=0,
    )
    assert few["average_precision_score"].method == "bca"


def test_counts_of_large_cells_are_drawn_at_once():
    """From 4,096 rows of a class in a cell on; others are drawn one by one."""
    cells = [(5000, 3), (0, 4096), (10, 20), (4095, 0), (4096, 5000), (0, 7)]
    counts = np.array(cells, np.int64)
    y_true, y_score, places, at = [], [], [], 0
    for k, (positive, negative) in enumerate(cells):
        y_true += [1] * positive + [0] * negative
        y_score += [len(cells) - k] * (positive + negative)
        places.append(list(range(at, at := at + positive + negative)))
    model = score_rows.ScoreCells(counts, counts.astype(np.float64))
    found = score_rows.replicates([model], [("roc_auc",), ("ks",)], SEED, N)
    metrics = (
        lambda true, score, sample_weight: fm.roc_auc_score(
            true, score, sample_weight=sample_weight
        ),
        lambda true, score, sample_weight: fm.ks_statistic(
            true, score, sample_weight=sample_weight
        ),
    )
    for replicate in REPLICATES:
        weights = twin.weights_by_cell(SEED, replicate, y_true, places)
        for j, metric in enumerate(metrics):
            value = twin.cell_value(metric, y_true, y_score, places, weights)
            assert found[replicate, 0, j] == pytest.approx(value, rel=1e-12)


def test_replicates_of_counted_rows_are_as_wide_as_those_of_rows(rng):
    """Their spread is DeLong's error, however many rows a cell has."""
    n = 50_000
    positive = rng.multinomial(n, np.arange(1, 11) / 55)
    negative = rng.multinomial(n, np.arange(10, 0, -1) / 55)
    y_true = np.repeat([1, 0], n)
    y_score = np.repeat([*range(10), *range(10)], [*positive, *negative])
    one = fm.confidence_interval("roc_auc", y_true, y_score=y_score, method="delong")
    counts = np.array([positive, negative], np.int64)[:, ::-1]
    model = score_rows.ScoreCells.of_counts(*counts)
    drawn = score_rows.replicates([model], [("roc_auc",)], 0, 4000).ravel()
    assert drawn.mean() == pytest.approx(one.estimate, abs=0.1 * one.standard_error)
    # Standard errors of a standard deviation of 4,000 values: 1.1 %.
    assert drawn.std() == pytest.approx(one.standard_error, rel=0.05)
