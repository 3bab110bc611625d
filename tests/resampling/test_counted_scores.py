"""Sweeps of very many rows, and those read in ranges: intervals without the rows."""

import math
import tracemalloc

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics.catalog import find, scalar
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.summary import SummarySource
from fastmetrics.resampling import refusals, score_rows, sweep_models
from fastmetrics.resampling.plan import Data, Design
from fastmetrics.resampling.score_rows import ScoreCells, ScoreRows
from fastmetrics.resampling.sweep_models import CountedScores
from fastmetrics.resampling.sweep_plan import SweepPlan

ROWS = [r for r in scalar("binary_scores") if not (r.required or r.by_group)]
AREAS = ["roc_auc_score", "gini_coefficient", "rank_loss"]


def plan_of(summary, rows=ROWS, **design):
    plan = SweepPlan(Data({}, {"model": {}}, summary), Design(**design), {})
    plan.ask([BoundMetric(row, row.parameters) for row in rows])
    return plan


def intervals(plan, method="auto"):
    made = make_intervals(
        plan, confidence_level=0.9, method=method, n_resamples=70, seed=5
    )
    return made.values["model"]


def drawn_sweep(rng, n, distinct):
    labels = (rng.random(n) < 0.3).astype(int)
    scores = rng.integers(0, distinct, n) + rng.integers(0, distinct, n) * labels
    return labels, scores, fm.ScoreSweep.from_scores(labels, scores)


@pytest.fixture
def few_are_many(monkeypatch):
    """Sweeps of 100 rows are cut, and no row of theirs is laid out."""
    monkeypatch.setattr(score_rows, "MOST_WALKED", 100)
    monkeypatch.setattr(score_rows, "MOST_SHARES", 8)
    monkeypatch.setattr(sweep_models, "MOST_LAID_OUT", 100)


# --------------------------------------------------------------------------- cells


@one_case("distinct", [1, 2, 5, 300])
@one_case("shares", [1, 6, 4096])
def test_counts_are_cut_as_their_rows_are(rng, monkeypatch, distinct, shares):
    monkeypatch.setattr(score_rows, "shares_of", lambda n: shares)
    for n in (1, 2, 40, 700):
        *_, summary = drawn_sweep(rng, n, distinct)
        cells = ScoreCells.of_counts(summary.positives, summary.negatives)
        of_rows = ScoreCells.of_rows(ScoreRows.from_sweep(summary).models[0])
        np.testing.assert_array_equal(cells.counts, of_rows.counts)
        np.testing.assert_array_equal(cells.weights, of_rows.weights)


def test_thresholds_without_rows_are_no_cells():
    cells = ScoreCells.of_counts(np.array([0, 2, 0, 1, 0]), np.array([0, 0, 0, 3, 0]))
    assert cells.counts.tolist() == [[2, 0], [1, 3]]


def test_shares_of_counts_beyond_64_bits():
    many = np.full(2 * score_rows.MOST_SHARES, 2**49)
    cells = ScoreCells.of_counts(many, many)
    assert len(cells.counts) == score_rows.MOST_SHARES
    assert (cells.counts == 2**50).all()


# ----------------------------------------------------------------------- replicates


@one_case("stratified", [False, True])
@one_case("method", ["percentile", "bias-corrected", "basic"])
def test_replicates_are_those_of_rows(
    rng, few_are_many, monkeypatch, method, stratified
):
    *_, summary = drawn_sweep(rng, 500, 90)
    plan = plan_of(summary, stratified=stratified)
    assert isinstance(plan._models, CountedScores)
    ours = intervals(plan, method)
    monkeypatch.setattr(sweep_models, "MOST_LAID_OUT", 10**6)
    laid_out = plan_of(summary, stratified=stratified)
    assert not isinstance(laid_out._models, CountedScores)
    assert plan.totals == laid_out.totals
    assert plan.n_rows == laid_out.n_rows
    theirs = intervals(laid_out, method)
    for name, one in ours.items():
        assert repr(one) == repr(theirs[name]), name
        np.testing.assert_array_equal(one.distribution, theirs[name].distribution)


def test_intervals_by_default(rng, few_are_many, monkeypatch):
    *_, summary = drawn_sweep(rng, 500, 90)
    ours = intervals(plan_of(summary))
    monkeypatch.setattr(sweep_models, "MOST_LAID_OUT", 10**6)
    theirs = intervals(plan_of(summary))
    for row in ROWS:
        one, other = ours[row.name], theirs[row.name]
        reducer = row.reduce().reducer[0]
        if row.interval == "smoothed":  # no row can be smoothed
            assert one.method == "bias-corrected-cells"
            assert other.method == "smoothed-cells"
            assert one.low < one.high
        elif row.interval == "bca" and reducer != "average_precision":
            # Without each group of rows nothing is known: there is no acceleration.
            assert one.low == pytest.approx(other.low, abs=0.02)
        else:
            assert repr(one) == repr(other)
    assert {ours[name].method for name in AREAS} == {"inverted-delong"}


def test_what_needs_rows_is_refused(rng, few_are_many):
    *_, summary = drawn_sweep(rng, 500, 90)
    with pytest.raises(ValueError, match=refusals.NOT_LAID_OUT):
        intervals(plan_of(summary, [find("ks_statistic")]), "smoothed")


def test_no_row_is_laid_out():
    # Rows would take 8 bytes each, and more while they are laid out.
    n_thresholds, each = 1_000, 6_000
    rising = np.arange(n_thresholds) * (2 * each // n_thresholds)
    summary = fm.ScoreSweep(np.arange(n_thresholds, 0, -1), rising[::-1], rising)
    n = summary.n_positive + summary.n_negative
    assert n > sweep_models.MOST_LAID_OUT
    tracemalloc.start()
    found = {
        name: fm.confidence_interval(name, summary, n_resamples=20, random_state=1)
        for name in ("roc_auc", "average_precision", "ks_statistic", "lift_score")
    }
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < n / 4
    for one in found.values():
        assert one.low < one.estimate < one.high
        assert one.high - one.low < 0.01


def test_a_score_of_too_many_rows_is_not_drawn():
    summary = fm.ScoreSweep([3, 2, 1], [2**33, 2**30, 1], [1, 2**30, 2**33])
    plan = plan_of(summary)
    found = intervals(plan)
    assert found["roc_auc_score"].method == "inverted-delong"
    assert found["roc_auc_score"].low < found["roc_auc_score"].high
    for name in ("average_precision_score", "ks_statistic", "lift_score"):
        assert math.isnan(found[name].low)
        assert "more than 2³¹ rows" in found[name].reason
    with pytest.raises(ValueError, match="'percentile' cannot draw them"):
        intervals(plan, "percentile")


# --------------------------------------------------------------------- sweeps in ranges


def in_ranges(labels, scores, asked, weights=None, **more):
    totals = [
        (labels == k).sum() if weights is None else weights[labels == k].sum()
        for k in (1, 0)
    ]
    found = ContinuedSweep(
        [(row, row.parameters) for row in asked],
        *(one.item() for one in totals),
        weighted=weights is not None,
        **more,
    )
    above = scores.max() + 1
    for cut in (*np.quantile(scores, [0.8, 0.5, 0.1]), -np.inf):
        here = (scores >= cut) & (scores < above)
        found.add(
            labels[here],
            scores[here],
            sample_weight=None if weights is None else weights[here],
        )
        above = cut
    return found


@one_case("decimals", [0, 2, 9])
def test_cells_of_a_sweep_in_ranges_are_those_of_the_sweep(rng, decimals):
    labels = (rng.random(30_000) < 0.2).astype(int)
    scores = (rng.normal(size=len(labels)) + labels).round(decimals)
    asked = [row for row in ROWS if row.name not in AREAS]
    summary = fm.ScoreSweep.from_scores(labels, scores)
    found = in_ranges(labels, scores, asked, shares=score_rows.MOST_SHARES)
    cells = ScoreCells.of_counts(summary.positives, summary.negatives)
    again = ScoreCells.of_counts(found.cells.positives, found.cells.negatives)
    np.testing.assert_array_equal(again.counts, cells.counts)
    # So replicates are those of the sweep that is not laid out.
    own = CountedScores(found).replicates([("average_precision",)], 3, 64)
    whole = CountedScores(summary).replicates([("average_precision",)], 3, 64)
    np.testing.assert_array_equal(own, whole)
    assert in_ranges(labels, scores, asked).cells is None


@one_case("method", ["auto", "delong", "delong-raw"])
def test_a_sweep_in_ranges_has_delongs_intervals(rng, method):
    labels, scores, summary = drawn_sweep(rng, 400, 90)
    areas = [find(name) for name in AREAS]
    asked = ROWS if method == "auto" else areas
    found = plan_of(in_ranges(labels, scores, asked, variance=True), asked)
    of_rows = plan_of(summary, asked)
    assert found.totals == of_rows.totals
    assert found.n_rows == 400
    ours, theirs = intervals(found, method), intervals(of_rows, method)
    for name in AREAS:
        assert repr(ours[name]) == repr(theirs[name])
    for row in asked:
        one = ours[row.name]
        assert one.estimate == fm.confidence_interval(row.name, summary).estimate
        if row.name not in AREAS:
            assert math.isnan(one.low)
            assert "read in ranges kept no rows" in one.reason


def test_only_an_area_that_is_no_row_of_the_plan(rng):
    labels, scores, summary = drawn_sweep(rng, 400, 90)
    asked = [find("gini_coefficient")]
    found = plan_of(in_ranges(labels, scores, asked, variance=True), asked)
    assert repr(intervals(found)) == repr(intervals(plan_of(summary, asked)))


def test_what_a_sweep_in_ranges_has_not_is_refused(rng):
    labels, scores, _ = drawn_sweep(rng, 400, 90)
    asked = [find("roc_auc")]
    plan = plan_of(in_ranges(labels, scores, asked), asked)
    with pytest.raises(ValueError, match="'delong' needs sums that this sweep"):
        intervals(plan, "delong")
    with pytest.raises(ValueError, match="'bca' needs rows: a sweep that was read in"):
        intervals(plan, "bca")
    assert "kept no rows" in intervals(plan)["roc_auc_score"].reason
    weights = rng.random(400)
    heavy = plan_of(in_ranges(labels, scores, ROWS, weights))
    for one in intervals(heavy).values():
        assert math.isnan(one.low)
        assert "kept no rows" in one.reason
    # Steps that weigh something are known, and rows of one score may be one of them.
    assert heavy.n_rows == 400
    assert heavy.totals.n_positive == labels.sum()


class Ranges(SummarySource):
    def __init__(self, found, asked):
        self.found, self.asked = found, asked

    def handed_out(self):
        told = [(row, row.parameters) for row in self.asked]
        return {"binary_scores": {"a": [(self.found, told)], "b": [(self.found, told)]}}

    def settings(self):
        return {}


def test_evaluate_judges_sweeps_in_ranges(rng):
    labels, scores, _ = drawn_sweep(rng, 400, 90)
    asked = [row for row in ROWS if row.in_report]
    source = Ranges(in_ranges(labels, scores, asked, variance=True), asked)
    report = fm.evaluate(source)
    [of_rows] = fm.evaluate(labels, y_score=scores).to_dict()["models"].values()
    for values in report.to_dict()["models"].values():
        for row in asked:
            one, other = values[row.name], of_rows[row.name]
            assert one["estimate"] == other["estimate"], row.name
            if row.name in AREAS:
                assert one["low"] == other["low"]
            else:
                assert one["low"] is None
    assert "read in ranges kept no rows" in " ".join(full(report).split())
