"""Results of censored times: intervals, differences, bands, copies and pictures."""

import math
import pickle
import re

import numpy as np
import pandas
import pytest
from helpers.censored_cases import drawn, falling
from scipy import stats

import fastmetrics as fm

N = 80


@pytest.fixture
def rows(rng):
    return drawn(rng, N)


@pytest.fixture
def times(rows):
    return np.array([0.2, 0.4, 0.6]) * rows[0].max()


def test_an_interval_is_symmetric_on_its_scale(rows, times, rng):
    time, code, risk = rows
    area = fm.time_dependent_auc(time, code, risk, times[1])
    value, low, high = area.confidence_interval()
    error = area.standard_error
    half = 1.959963984540054 * error / (value * (1 - value))
    assert stats.logistic.ppf([low, high]) == pytest.approx(
        stats.logistic.ppf(value) + np.array([-half, half])
    )
    score = fm.survival_brier_score(time, code, falling(rng, N, 1)[:, 0], times[1])
    value, low, high = score.confidence_interval(0.9)
    assert low * high == pytest.approx(value**2)
    half = 1.6448536269514722 * score.standard_error / value
    assert math.log(high / value) == pytest.approx(half)


def test_areas_of_0_and_1_have_exact_bounds():
    time, code = np.arange(1, 31), np.ones(30)
    area = fm.time_dependent_auc(time, code, -time, 15)
    assert area == 1
    value, low, high = area.confidence_interval()
    assert (value, high) == (1, 1)
    assert low == fm.confidence_interval("roc_auc_score", time <= 15, y_score=-time).low


def test_few_cases_are_marked(rng):
    time, code, risk = drawn(rng, N, ties=False)
    early, later = np.sort(time[code == 1])[[3, 15]]
    found = fm.time_dependent_auc(time, code, risk, [early, later])
    marked = [found[m].confidence_interval().approximate for m in (0, 1)]
    assert marked == [True, False]


def test_one_of_several_times(rows, times):
    time, code, risk = rows
    found = fm.time_dependent_auc(time, code, risk, times)
    assert len(found) == 3
    for m, t in enumerate(times):
        alone = fm.time_dependent_auc(time, code, risk, t)
        assert isinstance(found[m], fm.SurvivalScore)
        assert found[m] == pytest.approx(alone, rel=1e-14)
        np.testing.assert_allclose(found[m].influence, alone.influence, atol=1e-12)
    assert found[-1] == found[2]
    with pytest.raises(IndexError):
        found[3]
    np.testing.assert_array_equal(np.asarray(found), found.values)
    low, high = found.confidence_interval()
    interval = found[1].confidence_interval()
    assert (low[1], high[1]) == (interval.low, interval.high)


def test_a_band_is_wider_than_single_intervals(rows, times):
    found = fm.time_dependent_auc(*rows, times)
    low, high = found.confidence_interval()
    below, above = found.band()
    assert (below < low).all()
    assert (above > high).all()
    np.testing.assert_array_equal(found.band()[0], below)  # the same draws


def test_differences_of_models(rows, times, rng):
    time, code, risk = rows
    other = risk + rng.normal(size=N)
    a, b = (fm.time_dependent_auc(time, code, r, times) for r in (risk, other))
    gaps = a.difference(b)
    np.testing.assert_allclose(gaps.values, a.values - b.values)
    errors = np.sqrt(((a.influence - b.influence) ** 2).sum(axis=0)) / N
    np.testing.assert_allclose(gaps.standard_error, errors)
    test = a[0].difference(b[0])
    assert test.estimate == gaps.values[0]
    assert test.statistic == pytest.approx(gaps.values[0] / errors[0])
    assert test.pvalue == pytest.approx(gaps.pvalue[0])
    low, high = gaps.confidence_interval()
    assert test.confidence_interval() == pytest.approx((low[0], high[0]))
    frame = gaps.to_frame()
    assert frame["pvalue"].tolist() == gaps.to_dict()["pvalue"] == gaps.pvalue.tolist()
    assert frame["value"].tolist() == gaps.values.tolist()
    heading, heads, _, *printed = str(gaps).splitlines()
    assert heading == "Time-dependent AUC of A − B"
    assert re.split("  +", heads) == ["Time", "Value", "95 % interval", "p-value"]
    assert [row.split()[-1] for row in printed] == [f"{p:.4f}" for p in gaps.pvalue]
    apart = a.difference(b, paired=False)
    np.testing.assert_allclose(
        apart.standard_error, np.hypot(a.standard_error, b.standard_error)
    )
    same = a[0].difference(a[0])
    assert (same.estimate, same.pvalue) == (0, 1)
    assert a.mean.difference(b.mean).estimate == pytest.approx(a.mean - b.mean)


def test_results_that_have_no_difference(rows, times):
    time, code, risk = rows
    area = fm.time_dependent_auc(time, code, risk, times)
    concordance = fm.concordance_index_ipcw(time, code, risk)
    for other, said in (
        (concordance, "no difference"),
        (fm.time_dependent_auc(time, code, risk, times[0]), "same times"),
        (fm.time_dependent_auc(time[1:], code[1:], risk[1:], times[1]), "79"),
    ):
        with pytest.raises(ValueError, match=said):
            area[1].difference(other)
    others = [(time + 500, code), (time[1:] + 500, code[1:])]
    a, b = (
        fm.time_dependent_auc(time, code, risk, times[1], censoring=each)
        for each in others
    )
    for one, other in ((a, area[1]), (a, b)):
        with pytest.raises(ValueError, match="censoring was estimated"):
            one.difference(other)


def test_results_are_copied_whole(rows, times, rng):
    time, code, risk = rows
    results = [
        fm.time_dependent_auc(time, code, risk, times),
        fm.time_dependent_auc(time, code, risk, times).mean,
        fm.concordance_index_ipcw(time, code, risk),
        fm.survival_brier_score(time, code, falling(rng, N, 3), times),
        fm.kaplan_meier(time, code),
        fm.aalen_johansen(time, code),
        fm.survival_calibration(time, code, rng.uniform(size=N), times[1]),
        fm.d_calibration_test(time, code, rng.uniform(size=N), bins=4),
        fm.log_rank_test(time, code, rng.integers(0, 2, N)),
    ]
    for result in results:
        copied = pickle.loads(pickle.dumps(result))
        assert type(copied) is type(result)
        assert repr(copied) == repr(result)
        if hasattr(result, "influence"):
            np.testing.assert_array_equal(copied.influence, result.influence)


def test_frames_texts_and_pictures(rows, times, rng):
    time, code, risk = rows
    areas = fm.time_dependent_auc(time, code, risk, times)
    frame = areas.to_frame()
    assert frame.index.tolist() == times.tolist()
    assert frame["value"].tolist() == areas.values.tolist()
    assert areas.to_dict()["values"] == areas.values.tolist()
    curve = fm.kaplan_meier(time, code, confidence_level=0.9)
    assert curve.to_frame()["at_risk"].iloc[0] == N
    assert "90 % interval" in str(curve)
    calibration = fm.survival_calibration(time, code, rng.uniform(size=N), times[1])
    assert len(calibration.to_frame()) == 10
    assert calibration.to_dict()["ici"] == calibration.ici
    for result in (areas, curve, fm.aalen_johansen(time, code), calibration):
        assert str(result)
        assert result.to_markdown("zh")
        assert "<svg" in result.to_html()
    test = fm.d_calibration_test(time, code, rng.uniform(size=N), bins=4)
    assert "D-calibration" in str(test)


def test_a_curve_is_read_at_times(rows):
    time, code, _ = rows
    curve = fm.kaplan_meier(time, code)
    assert curve.at(0) == 1
    np.testing.assert_array_equal(curve.at(curve.times), curve.survival)
    assert math.isnan(curve.at(-1))
    alive = fm.kaplan_meier([1, 2], [1, 0])
    assert math.isnan(alive.at(3))
    assert fm.kaplan_meier([1, 2], [1, 1]).at(3) == 0


def test_groups_of_restricted_means(rows):
    time, code, _ = rows
    group = np.where(np.arange(N) % 2, "a", "b")
    tau = 0.5 * time.max()
    found = fm.restricted_mean_survival_time(time, code, tau=tau, group=group)
    assert {*found} == {"a", "b"}
    mine = group == "a"
    alone = fm.restricted_mean_survival_time(time[mine], code[mine], tau=tau)
    assert found["a"] == alone
    gap = found["a"].difference(found["b"], paired=False)
    error = math.hypot(found["a"].standard_error, found["b"].standard_error)
    assert gap.statistic == pytest.approx(gap.estimate / error)


def test_forecasts_in_other_forms(rows, times, rng):
    time, code, _ = rows
    alive = falling(rng, N, 3)
    expected = fm.survival_brier_score(time, code, alive, times).values
    frame = pandas.DataFrame(alive, columns=times)
    functions = [lambda t, row=row: np.interp(t, times, row) for row in alive]
    for given in (
        (frame,),
        (frame, times),
        (functions, times),
        (alive.tolist(), times),
    ):
        found = fm.survival_brier_score(time, code, *given)
        np.testing.assert_allclose(found.values, expected)
    found = fm.survival_brier_score(time, code, incidence=1 - alive, times=times)
    np.testing.assert_allclose(found.values, expected)


def test_structured_arrays_and_codes_of_any_kind(rows, times):
    time, code, risk = rows
    expected = fm.concordance_index_ipcw(time, code, risk)
    both = np.array(
        list(zip(code > 0, time, strict=True)), dtype=[("died", "?"), ("days", "f8")]
    )
    assert fm.concordance_index_ipcw(both, None, risk) == expected
    for codes in (code > 0, code.astype(float), code.tolist(), code.astype("u1")):
        assert fm.concordance_index_ipcw(time, codes, risk) == expected
    area = fm.time_dependent_auc(time, code, risk, times, censoring=both)
    np.testing.assert_array_equal(
        area.values, fm.time_dependent_auc(time, code, risk, times).values
    )


def test_tables_have_titles_and_no_bounds_without_an_interval():
    curve = fm.kaplan_meier([1, 2, 3, 4], [1, 0, 1, 1])
    first, *_, last = str(curve).rstrip().splitlines()
    assert first == "Survival (Kaplan–Meier)"
    assert last.split() == ["4", "1", "1", "0.0000", "—"]
    with pytest.warns(fm.UndefinedMetricWarning):
        auc = fm.time_dependent_auc([1, 2, 3, 4], [1, 0, 1, 1], [4, 3, 2, 1], [0.5, 2])
    lines = str(auc).splitlines()
    assert lines[0] == "Time-dependent AUC"
    assert lines[3].split() == ["0.5", "undefined", "—"]
