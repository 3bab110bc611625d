"""Pictures of scores as descriptions, held against numbers that are known otherwise."""

import math
import pickle

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics import evaluate
from fastmetrics._common import arrays
from fastmetrics._common.bounds import proportion
from fastmetrics.metrics.scores import sorted_scores
from fastmetrics.metrics.scores.curves import precision_recall_bounds, roc_bounds
from fastmetrics.metrics.scores.sorted_scores import SortedKeys
from fastmetrics.report.plots import swept
from fastmetrics.report.plots.forest import pictures
from fastmetrics.show.pictures import Band, Bars, Intervals, Line, Points, Rule

QUICK = {"n_resamples": 20, "random_state": 0}
SCORES = ["both", "roc", "pr", "det", "gain", "lift", "threshold", "cost",
          "distribution", "ks"]  # fmt: skip

rng = np.random.default_rng(0)
Y = rng.permutation(np.repeat([0, 1], [60, 40]))
GOOD, POOR = Y + rng.normal(size=100), Y + 4 * rng.normal(size=100)
METRICS = ["roc_auc", "average_precision_score", "lift", "ks", "expected_cost",
           "best_f1"]  # fmt: skip


@pytest.fixture(scope="module")
def report():
    return evaluate(
        Y, y_score={"poor": POOR, "good": GOOD}, threshold=0.5,
        metrics=[*METRICS, "accuracy"], **QUICK,
    )  # fmt: skip


def picture(report, kind, **options):
    [made] = pictures(report, kind, **options)
    return made


def marks(panel, kind, series=None):
    return [
        mark for mark in panel.marks if isinstance(mark, kind) and mark.series == series
    ]


def curve(panel, series):
    [line] = marks(panel, Line, series)
    return line.x, line.y


def test_the_roc_curve_has_its_area_and_the_operating_point(report):
    made = picture(report, "roc")
    [panel] = made.panels
    for series, scores in enumerate((POOR, GOOD)):
        x, y = curve(panel, series)
        # Of few points none is left out, but for those on the way to the next.
        area = np.trapezoid(y, x)
        assert area == pytest.approx(fm.roc_auc_score(Y, scores), abs=2e-3)
        [point] = marks(panel, Points, series)
        hits = np.sum((scores >= 0.5) & (Y == 1)), np.sum((scores >= 0.5) & (Y == 0))
        assert (point.y.item(), point.x.item()) == (hits[0] / 40, hits[1] / 60)
        [box] = marks(panel, Band, series)
        assert (box.low[0], box.high[0]) == proportion("wilson", hits[0], 40, 0.95)
        assert tuple(box.x) == proportion("wilson", hits[1], 60, 0.95)
    assert [line.role for line in marks(panel, Line)] == ["reference"]
    assert "AUC" in panel.key[1].value
    assert "[" in panel.key[1].value
    assert made.title.startswith("ROC: good has the highest AUC, ")


def test_the_roc_curve_up_to_a_rate_and_on_a_log_scale(report):
    panel = picture(report, "roc", max_fpr=0.2).panels[0]
    assert panel.x.high == 0.2
    panel = picture(report, "roc", log=True).panels[0]
    assert panel.x.kind == "log"
    assert curve(panel, 1)[0].min() == panel.x.low == 0.5 / 60
    with pytest.raises(TypeError, match="max_recall"):
        picture(report, "roc", max_recall=1)


def test_precision_holds_as_average_precision_adds_it_up(report):
    [panel] = picture(report, "pr").panels
    for series, scores in enumerate((POOR, GOOD)):
        x, y = curve(panel, series)
        area = np.trapezoid(y, x)  # of a line with its corners
        assert area == pytest.approx(fm.average_precision_score(Y, scores), abs=2e-3)
    [rule] = [mark for mark in panel.marks if isinstance(mark, Rule)]
    assert (rule.axis, rule.at) == ("y", 0.4)


def test_det_is_where_both_errors_are(report):
    [panel] = picture(report, "det").panels
    assert panel.x.kind == panel.y.kind == "probit"
    fpr, _, _ = fm.roc_curve(Y, GOOD)
    inside = {*np.clip(fpr, panel.x.low, panel.x.high)}
    x, y = curve(panel, 1)
    assert {*x} <= inside
    assert all(np.diff(x) >= 0)
    assert all(np.diff(y) <= 0)
    # By hand: of scores that are right but for one pair of four, both rates are half.
    made = evaluate([0, 1, 0, 1], y_score=[1, 2, 3, 4], metrics=["roc_auc"])
    assert picture(made, "det").title == "DET: equal error rate of model is 50.0 %"


def test_gain_and_lift_are_those_of_the_public_curves(report):
    [gain] = picture(report, "gain").panels
    population, found, _ = fm.cumulative_gain_curve(Y, GOOD)
    assert {*zip(*curve(gain, 1), strict=True)} <= {
        *zip(population, found, strict=True)
    }
    perfect = marks(gain, Line)[1]
    assert (perfect.x[1], perfect.y[1]) == (0.4, 1)
    made = picture(report, "lift")
    population, lift, _ = fm.lift_curve(Y, GOOD)
    x, y = curve(made.panels[0], 1)
    assert {*zip(x, y, strict=True)} <= {*zip(population, lift, strict=True)}
    at_tenth = fm.lift_score(Y, GOOD)
    assert f"lift in the top tenth, {at_tenth:.1f}" in made.title


def test_metrics_by_threshold_have_their_optimum(report):
    one = evaluate(Y, y_score=GOOD, metrics=["best_f1", "f1"], threshold=0.5, **QUICK)
    made = picture(one, "threshold")
    f1 = made.panels[0]
    threshold, best = fm.optimal_threshold(Y, GOOD, criterion="f1")
    [point] = marks(f1, Points, 0)
    assert (point.x.item(), point.y.item()) == (threshold, pytest.approx(best))
    x, y = curve(f1, 0)
    at = np.searchsorted(x, 0.5)  # a threshold does as the next score above it
    assert y[at] == pytest.approx(fm.f1_score(Y, GOOD >= 0.5))
    assert [mark.at for mark in f1.marks if isinstance(mark, Rule)] == [0.5]
    # Scores of two models that are no shares are not on one axis.
    assert picture(report, "threshold").panels[0].x.unit == "share"


def test_the_cost_curve_is_below_all_lines_of_thresholds():
    made = evaluate(Y, y_score=GOOD, metrics=["expected_cost"], **QUICK)
    [panel] = picture(made, "cost").panels
    x, y = curve(panel, 0)
    lines = [line for line in marks(panel, Line) if len(line.x) == 2]
    assert len(lines) > 2
    for line in lines:
        assert all(np.interp(x, line.x, line.y) >= y - 1e-12)


def test_histograms_hold_all_rows_of_both_classes(report):
    made = picture(report, "distribution")
    for panel, scores in zip(made.panels, (POOR, GOOD), strict=True):
        above, below = (mark for mark in panel.marks if isinstance(mark, Bars))
        expected, _ = np.histogram(scores[Y == 1], above.edges)
        np.testing.assert_allclose(above.values, expected / 40, atol=1e-12)
        expected, _ = np.histogram(scores[Y == 0], below.edges)
        np.testing.assert_allclose(below.values, -expected / 60, atol=1e-12)


@pytest.mark.filterwarnings("ignore")
def test_ties_with_the_other_class_are_said():
    made = evaluate([0, 1, 0, 1], y_score=[1, 1, 2, 3], metrics=["ks"], **QUICK)
    assert picture(made, "distribution").notes == [
        "model: 50.0 % of the rows have a score that rows of the other class have too"
    ]


def test_the_gap_is_the_kolmogorov_smirnov_distance(report):
    panel = picture(report, "ks").panels[1]
    positives, gap = marks(panel, Line, 1)
    distance = fm.ks_statistic(Y, GOOD)
    assert abs(np.diff(gap.y)).item() == pytest.approx(distance)
    at = np.searchsorted(positives.x, gap.x[0])
    assert np.mean(GOOD[Y == 1] < gap.x[0]) == pytest.approx(positives.y[at])


def test_no_picture_sorts_again(report, monkeypatch):
    sorted_again = []
    for module, name in (
        (sorted_scores, "sort_keys"),
        (sorted_scores, "sort_rows"),
        (arrays, "sort_pairs"),
    ):
        monkeypatch.setattr(module, name, lambda *_: sorted_again.append(1))
    for kind in [*SCORES, "forest", "differences", "confusion", "classes"]:
        pictures(report, kind)
    assert sorted_again == []


def test_the_count_of_sorts_can_fail(monkeypatch):
    # The one that pictures were made by before reads the columns, and sorts.
    sorted_again = []
    sort = sorted_scores.sort_keys
    monkeypatch.setattr(
        sorted_scores, "sort_keys", lambda *a: sorted_again.append(1) or sort(*a)
    )
    fm.roc_curve(Y, GOOD)
    assert sorted_again == [1]


def test_scores_are_laid_out_once_for_values_and_pictures(monkeypatch):
    laid_out = []
    from_order = SortedKeys.from_order
    monkeypatch.setattr(
        SortedKeys, "from_order", lambda *a: laid_out.append(1) or from_order(*a)
    )
    made = evaluate(Y, y_score={"a": GOOD, "b": POOR}, metrics=["roc_auc"], **QUICK)
    assert made.prevalence == 0.4
    assert laid_out == [1, 1]  # each model's once, for its values
    laid_out.clear()
    pictures(made, ["roc", "pr", "gain"])
    assert laid_out == []


def test_a_copy_of_a_report_has_its_pictures(report):
    other = pickle.loads(pickle.dumps(report))
    for kind in SCORES:
        one, same = picture(report, kind), picture(other, kind)
        assert one.title == same.title
        for panel, again in zip(one.panels, same.panels, strict=True):
            for series in (0, 1):
                for line, twin in zip(
                    marks(panel, Line, series), marks(again, Line, series), strict=True
                ):
                    np.testing.assert_array_equal(line.x, twin.x)
                    np.testing.assert_array_equal(line.y, twin.y)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_awkward_data_have_pictures_of_finite_numbers():
    for y, scores in (
        ([0, 1], [0.1, 0.9]),
        ([0, 1], [0.9, 0.1]),
        ([0, 1] * 20, [0.5] * 40),
        ([0, 1] * 20, [0.1, 0.9] * 20),
    ):
        for kind in SCORES:
            made = evaluate(y, y_score=scores, threshold=0.5, **QUICK)
            for panel in picture(made, kind).panels:
                for line in panel.marks:
                    if isinstance(line, Line):
                        assert np.isfinite(line.x).all(), kind
                        assert np.isfinite(line.y).all(), kind


@pytest.mark.filterwarnings("ignore")
def test_one_class_has_no_pictures_of_scores():
    made = evaluate([0, 0, 0], y_score=[1, 2, 3], metrics=["roc_auc", "ks"], **QUICK)
    for kind in SCORES:
        with pytest.raises(ValueError, match="no scores of two classes"):
            pictures(made, kind)


def test_weights_have_no_box_of_intervals():
    weights = 1 + np.arange(100) % 3
    made = evaluate(
        Y, y_score=GOOD, threshold=0.5, metrics=["roc_auc", "f1"],
        sample_weight=weights, **QUICK,
    )  # fmt: skip
    [panel] = picture(made, "roc").panels
    assert marks(panel, Band, 0) == []
    [point] = marks(panel, Points, 0)
    is_hit = (GOOD >= 0.5) & (Y == 1)
    assert point.y.item() == weights[is_hit].sum() / weights[Y == 1].sum()


def test_the_chosen_point_is_that_of_the_labels():
    for strict in (False, True):
        for dtype in (float, np.float32, np.int64):
            scores = (GOOD * 10).round().astype(dtype)
            scores = scores if dtype is np.int64 else scores / dtype(10)
            at = float(np.median(scores))
            at = at if dtype is np.int64 else round(at, 1)
            made = evaluate(Y, y_score=scores, threshold=at, strict=strict, **QUICK)
            [point] = marks(picture(made, "roc").panels[0], Points, 0)
            assert point.y.item() == made["recall"].estimate, (strict, dtype)
            # A share, and one less another.
            assert point.x.item() == pytest.approx(
                1 - made["specificity"].estimate, rel=1e-15
            ), (strict, dtype)
            # And so is the line of the chosen threshold among expected costs.
            line = marks(picture(made, "cost").panels[0], Line, 0)[0]
            ends = [1 - made["specificity"].estimate, 1 - made["recall"].estimate]
            np.testing.assert_allclose(line.y, ends, rtol=1e-12)
            given = picture(made, "roc", thresholds=[at]).panels[0]
            assert marks(given, Points, 0)[0].y.item() == made["recall"].estimate, (
                strict,
                dtype,
            )


def test_thresholds_of_a_picture_are_numbers():
    made = evaluate(Y, y_score=GOOD, metrics=["roc_auc"], **QUICK)
    with pytest.raises(ValueError, match="thresholds: one is NaN"):
        picture(made, "roc", thresholds=[math.nan])


def test_of_many_models_a_few_are_leading_and_some_have_panels():
    models = {f"m{k}": Y * k + rng.normal(size=100) for k in range(9)}
    made = evaluate(Y, y_score=models, metrics=["roc_auc", "ks", "best_f1"], **QUICK)
    [panel] = picture(made, "roc").panels
    best = sorted(models, key=lambda m: -made.values[m]["roc_auc_score"].estimate)
    assert panel.leading == [int(name[1:]) for name in best[:5]]
    of_f1 = picture(made, "threshold").panels[0].marks
    assert sum(isinstance(mark, Points) for mark in of_f1) == 5
    assert sum(isinstance(mark, Line) for mark in of_f1) == 9
    distributions = picture(made, "distribution")
    assert len(distributions.panels) == 6
    assert distributions.notes == [
        "6 of 9 models: those with the largest Kolmogorov-Smirnov distance"
    ]


def test_the_profit_is_that_of_the_rows_contacted(report):
    # By hand: of rows + - + - in the order of their scores, with 3 a positive and 1 a
    # row, contacting 0, 1, 2, 3 and 4 of them makes 0, 2, 1, 3 and 2.
    made = evaluate([1, 0, 1, 0], y_score=[4, 3, 2, 1], metrics=["roc_auc"])
    profits = picture(made, "gain", benefit=3, cost=1)
    _, panel = profits.panels
    x, y = curve(panel, 0)
    assert (x * 4).tolist() == [0, 1, 2, 3, 4]
    assert (y * 4).tolist() == [0, 2, 1, 3, 2]
    [best] = marks(panel, Points, 0)
    assert (best.x.item(), best.y.item()) == (0.75, 0.75)
    chance, perfect = marks(panel, Line)
    assert (chance.y * 4).tolist() == [0, 2]
    assert (perfect.x * 4).tolist() == [0, 2, 4]
    assert (perfect.y * 4).tolist() == [0, 4, 2]
    assert (
        profits.title == "Profit: profit per row at the best share of model is 0.7500"
    )
    assert "brings 3, a row that is contacted costs 1" in profits.notes[1]
    # Of several models, and on an axis that holds the worst of them.
    _, panel = picture(report, "gain", benefit=5, cost=1.5).panels
    for series, scores in enumerate((POOR, GOOD)):
        order = np.argsort(-scores)
        expected = np.cumsum(5 * Y[order] - 1.5) / 100
        _, y = curve(panel, series)
        assert y.max() == pytest.approx(max(0, expected.max()))
        assert panel.y.low <= y.min()


def test_costs_that_make_no_profit_are_refused(report):
    for options, error in (
        ({"benefit": 2}, ValueError),
        ({"cost": 2}, ValueError),
        ({"benefit": -1, "cost": 1}, ValueError),
        ({"benefit": 0, "cost": 0}, ValueError),
        ({"benefit": float("nan"), "cost": 1}, ValueError),
        ({"benefit": "2", "cost": 1}, TypeError),
    ):
        with pytest.raises(error, match=r"benefit|cost"):
            picture(report, "gain", **options)


def test_the_operating_region_is_a_band_with_its_mean_cost(report):
    made = picture(report, "cost", x_range=(0.1, 0.3))
    [panel] = made.panels
    [band] = marks(panel, Band)
    assert band.x.tolist() == [0.1, 0.3]
    mean = fm.expected_cost(Y, GOOD, x_range=(0.1, 0.3))
    assert made.title.endswith(
        f"cost at operating conditions from 10.0 % to 30.0 %, {mean:.4f}"
    )
    for x_range in ((0.3, 0.1), (0, 2), (0.5,), 0.5):
        with pytest.raises(ValueError, match="x_range"):
            picture(report, "cost", x_range=x_range)


def test_the_line_of_the_chosen_threshold_touches_no_lower_cost(report):
    [panel] = picture(report, "cost").panels
    for series, scores in enumerate((POOR, GOOD)):
        lines = {line.role: line for line in marks(panel, Line, series)}
        errors = np.mean(scores[Y == 0] >= 0.5), np.mean(scores[Y == 1] < 0.5)
        assert lines["guide"].y == pytest.approx(errors)
        whole = lines["data"]
        line = np.interp(whole.x, lines["guide"].x, lines["guide"].y)
        assert all(line >= whole.y - 1e-12)


def test_operating_points_of_any_thresholds(report):
    [panel] = picture(report, "roc", thresholds=[0.2, 0.8]).panels
    found = [point.y.item() for point in marks(panel, Points, 1)]
    assert found == [np.mean(GOOD[Y == 1] >= one) for one in (0.2, 0.8)]
    assert not marks(picture(report, "roc", thresholds=[]).panels[0], Points, 1)
    with pytest.raises(TypeError, match="thresholds"):
        picture(report, "roc", thresholds=["0.2"])


def test_points_without_intervals_are_noted(report):
    made = evaluate(Y, y_score=GOOD, threshold=0.5, groups=np.arange(100) // 2,
                    metrics=["roc_auc"], **QUICK)  # fmt: skip
    for kind in ("roc", "both"):
        note = "no intervals at the points: rows have weights or groups"
        assert note in picture(made, kind).notes
        assert note not in picture(report, kind).notes
    plain = evaluate(Y, y_score=GOOD, sample_weight=1 + Y, metrics=["roc_auc"], **QUICK)
    assert not picture(plain, "roc").notes  # there are no points


def spread_of_optimum(y, scores, **options):
    made = evaluate(y, y_score=scores, metrics=["best_f1"], **{**QUICK, **options})
    of_f1 = picture(made, "threshold").panels[0].marks
    [bar] = [mark for mark in of_f1 if isinstance(mark, Intervals)]
    return bar.low.item(), bar.high.item()


def test_where_the_best_threshold_falls():
    # Every replicate that has both classes tells two scores apart at the higher one.
    assert spread_of_optimum([0, 1] * 20, [0.1, 0.9] * 20) == (0.9, 0.9)
    low, high = spread_of_optimum(Y, GOOD)
    assert (low, high) == spread_of_optimum(Y, GOOD)  # the seed repeats it
    assert low < fm.optimal_threshold(Y, GOOD, criterion="f1")[0] < high
    # Drawing the rows themselves, by NumPy: the ends are quantiles of 200 replicates,
    # so they are near those of 2,000, not the same.
    generator = np.random.default_rng(1)
    best = []
    for _ in range(2000):
        rows = generator.integers(0, 100, 100)
        best.append(fm.optimal_threshold(Y[rows], GOOD[rows], criterion="f1")[0])
    below, upto = ([np.mean(side(best, end)) for end in (low, high)]
                   for side in (np.less, np.less_equal))  # fmt: skip
    assert below[0] < 0.05 < upto[0] + 0.045
    assert below[1] - 0.045 < 0.95 < upto[1]


def test_of_many_rows_cuts_hold_as_many_each():
    big = np.random.default_rng(2)
    y = big.integers(0, 2, 20_000)
    scores = y + big.normal(size=20_000)
    low, high = spread_of_optimum(y, scores)
    assert low < fm.optimal_threshold(y, scores, criterion="f1")[0] < high
    assert high - low < 0.5
    stratified = spread_of_optimum(y, scores, stratified=True)
    assert stratified != (low, high)
    # The shares of classes vary too where rows are drawn from all of them.
    assert abs(stratified[0] - low) < 0.2


def test_rows_that_are_not_alike_have_no_spread():
    for options in ({"sample_weight": 1 + Y}, {"groups": Y * 0 + GOOD}):
        made = evaluate(Y, y_score=GOOD, metrics=["best_f1"], **options, **QUICK)
        shown = picture(made, "threshold")
        assert not any(isinstance(one, Intervals) for one in shown.panels[0].marks), (
            options
        )
        assert len(shown.notes) == 1, options


def test_a_sweep_of_weights_has_no_spread():
    sweep = fm.ScoreSweep.from_scores(Y, GOOD, sample_weight=np.full(100, 0.5))
    made = evaluate(sweep, metrics=["roc_auc"], task="binary_scores", **QUICK)
    assert len(picture(made, "threshold").notes) == 1


def test_replicates_are_as_many_as_the_note_says(report):
    notes = picture(report, "threshold").notes
    assert notes[1] == (
        "bars next to points: where the best threshold falls in 95 % of "
        f"{swept.N_REPLICATES} replicates of the rows"
    )


def test_the_lift_of_long_steps_is_that_of_any_order_of_their_rows():
    y = np.arange(40) % 2
    made = evaluate(y, y_score=np.full(40, 0.5), metrics=["lift"], **QUICK)
    x, lift = curve(picture(made, "lift").panels[0], 0)
    assert (lift == 1).all()
    assert x.min() <= 0.02
    made = evaluate(y, y_score=y, metrics=["lift"], **QUICK)
    x, lift = curve(picture(made, "lift").panels[0], 0)
    # Of two positives in four rows contacted half are found in any half of them.
    expected = np.minimum(2, 1 / x)
    np.testing.assert_allclose(lift, expected, rtol=1e-12)  # of rounding in sums


def test_a_single_threshold_is_a_point_in_each_panel():
    made = evaluate([0, 1] * 20, y_score=[0.5] * 40, metrics=["best_f1"], **QUICK)
    for panel, value in zip(
        picture(made, "threshold").panels, (2 / 3, 0.5, 0.5, 1.0), strict=True
    ):
        points = marks(panel, Points, 0)
        assert {(point.x.item(), point.y.item()) for point in points} == {(0.5, value)}


# ---- bands


def test_bands_are_those_of_the_curves():
    for kind in ("pointwise", "simultaneous"):
        report = evaluate(
            Y, y_score={"a": GOOD}, metrics=["roc_auc"], confidence_level=0.9
        )
        sweep = fm.ScoreSweep.from_scores(Y, GOOD)
        counts = sweep.true_positives, sweep.false_positives
        for name, make in (("roc", roc_bounds), ("pr", precision_recall_bounds)):
            made = picture(report, name, band=kind)
            [band] = marks(made.panels[0], Band, 0)
            _, low, high = make(*counts, band.x, kind, 0.9)
            np.testing.assert_array_equal(band.low, low)
            np.testing.assert_array_equal(band.high, high)
            assert "90 %" in made.notes[-1], kind
        [band] = marks(picture(report, "det", band=kind).panels[0], Band, 0)
        _, low, high = roc_bounds(*counts, band.x, kind, 0.9)
        ends = band.x[[0, -1]]
        # The panel's upper end is 1 less its lower one, but for rounding.
        np.testing.assert_allclose(band.low, np.clip(1 - high, *ends), rtol=1e-15)
        [panel] = picture(report, "roc", band=kind, log=True).panels
        assert marks(panel, Band, 0)[0].x[0] == panel.x.low, kind
        assert len(picture(report, "both", band=kind).panels) == 2, kind


def test_of_many_models_those_that_lead_have_bands():
    scores = {f"m{k}": Y + k * rng.normal(size=100) for k in range(1, 12)}
    report = evaluate(Y, y_score=scores, metrics=["roc_auc"])
    [panel] = picture(report, "roc", band="pointwise").panels
    assert {m.series for m in panel.marks if isinstance(m, Band)} == {*panel.leading}


def test_bands_are_refused_where_rows_are_not_alike():
    weighted = evaluate(Y, y_score=GOOD, sample_weight=np.ones(100), **QUICK)
    assert picture(weighted, "roc")
    with pytest.raises(ValueError, match="weights"):
        picture(weighted, "roc", band="pointwise")
    plain = evaluate(Y, y_score=GOOD, metrics=["roc_auc"])
    with pytest.raises(ValueError, match="band must be"):
        picture(plain, "roc", band="wide")


# ------------------------------------------------ break-even, and areas below envelopes

# Zhou 2016, section 2.3: the point where precision and recall are equal. By hand: of
# the four rows with the highest scores, as many as there are positives, three are.
COURSE_Y = [1, 1, 0, 1, 0, 1, 0, 0, 0, 0]
COURSE_A = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.5]
COURSE_B = [0.9, 0.2, 0.7, 0.3, 0.55, 0.4, 0.1, 0.05, 0.04, 0.03]


def panels_of(kind, **models):
    report = fm.evaluate(COURSE_Y, y_score=models, n_resamples=20, random_state=0)
    return [panel for one in pictures(report, kind) for panel in one.panels]


def test_break_even_points_lie_where_precision_is_recall():
    for kind, at in (("pr", 0), ("both", 1)):
        panel = panels_of(kind, A=COURSE_A, B=COURSE_B)[at]
        points = [mark for mark in panel.marks if isinstance(mark, Points)]
        found = {one.series: (*one.x, *one.y) for one in points}
        assert found == {0: (0.75, 0.75), 1: (0.5, 0.5)}
        diagonals = [
            mark
            for mark in panel.marks
            if isinstance(mark, Line) and mark.x.tolist() == mark.y.tolist() == [0, 1]
        ]
        assert len(diagonals) == 1
        assert "precision = recall" in [entry.name for entry in panel.key]


def test_break_even_points_of_a_display():
    pytest.importorskip("matplotlib")
    make = fm.PrecisionRecallDisplay.from_predictions
    plain = make(COURSE_Y, COURSE_A)
    assert plain.break_even_ == []
    shown = make(COURSE_Y, COURSE_A, break_even=True)
    assert shown.break_even_point == 0.75
    line, point = shown.break_even_
    assert line.get_label() == "Break-even (P = R = 0.75)"
    assert (*point.get_xdata(), *point.get_ydata()) == (0.75, 0.75)
    given = fm.PrecisionRecallDisplay([1, 0.5], [0, 1])
    with pytest.raises(ValueError, match="break_even needs break_even_point"):
        given.plot(break_even=True)
    with pytest.raises(TypeError, match="break_even"):
        fm.RocCurveDisplay.from_predictions(COURSE_Y, COURSE_A, break_even=True)


def test_areas_below_envelopes_and_thin_lines_of_several_models():
    [panel] = panels_of("cost", A=COURSE_A, B=COURSE_B)
    bands = [mark for mark in panel.marks if isinstance(mark, Band)]
    assert [band.series for band in bands] == [0, 1]
    for band, scores in zip(bands, (COURSE_A, COURSE_B), strict=True):
        assert (band.low == 0).all()
        area = np.trapezoid(band.high, band.x)
        assert area == pytest.approx(fm.expected_cost(COURSE_Y, scores), abs=1e-3)
    thin = [
        mark for mark in panel.marks if isinstance(mark, Line) and mark.role == "guide"
    ]
    assert len(thin) >= 4  # two of each model at least, beside the envelopes
    many = {f"model {k}": np.roll(COURSE_A, k).tolist() for k in range(7)}
    [panel] = panels_of("cost", **many)
    assert not [mark for mark in panel.marks if isinstance(mark, Band)]
