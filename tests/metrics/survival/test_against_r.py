"""Numbers of packages of R on the example data, as against_r.R prints them.

Times are in days, of which few are equal, in months, so that most are, and apart. The
packages are survival 3.5-3, riskRegression 2022.11.28, pec 2022.05.04, timeROC 0.4.1
and survRM2 1.0-4.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import fastmetrics as fm

NUMBERS = json.loads(Path(__file__).with_name("against_r.json").read_text("utf-8"))
# They are printed with 12 digits.
PRINTED = {"rtol": 2e-11, "atol": 1e-13}
# Standard errors of timeROC and riskRegression have a factor of √(n / (n - 1)), and
# terms of the order 1 / n of their own.
ERRORS = {"rtol": 1e-4}
MODELS = ("nomogram", "marker")
DAYS = (365, 730, 1095)
TRANSFORMS = ("log-log", "log", "plain", "logit")
END = ("estimate", "low", "high")


@pytest.fixture(scope="module")
def table():
    """Return the columns of the example data."""
    folder = Path(fm.__file__).parent / "data"
    return np.genfromtxt(
        folder / "relapse.csv", delimiter=",", names=True, dtype=None, encoding="utf-8"
    )


@pytest.fixture(params=["days", "months", "apart"])
def rows(request, table):
    """Return a unit of time, the columns in it, times of evaluation, and an end."""
    days = table["days"].astype(float)
    time, at, tau = {
        "days": (days, DAYS, 1500),
        "months": (np.ceil(days / 30), (12, 24, 36), 50),
        "apart": (days + (1 + np.arange(len(days))) / 1024, DAYS, 1500),
    }[request.param]
    return request.param, time, table["event"], np.array(at, float), tau


def forecasts(table, kind):
    """Return the probabilities of both models."""
    return [
        np.column_stack([table[f"{kind}_{model}_{t}"] for t in DAYS])
        for model in MODELS
    ]


def check(unit, name, *found, close=PRINTED):
    numbers = np.concatenate([np.ravel(each) for each in found])
    np.testing.assert_allclose(numbers, NUMBERS[f"{unit}: {name}"], **close)


def check_errors(unit, name, found, n):
    """Compare standard errors: with tied times those of R are not of the jackknife."""
    if unit == "apart":
        errors = [np.ravel(each) * np.sqrt(n / (n - 1)) for each in found]
        check(unit, f"{name} se", *errors, close=ERRORS)


def test_curves(rows):
    unit, time, code, at, _ = rows
    for transform in TRANSFORMS:
        curve = fm.kaplan_meier(time, code, transform=transform)
        places = np.searchsorted(curve.times, at, "right") - 1
        check(unit, f"bounds {transform}", curve.low[places], curve.high[places])
        check(unit, "kaplan_meier", curve.at(at), curve.standard_error[places])
    curve = fm.kaplan_meier(time, code)
    ends = [curve.quantile(p) for p in (0.1, 0.25)]
    check(unit, "quantiles", *([getattr(e, k) for e in ends] for k in END))
    for transform in ("plain", "logit"):
        curve = fm.aalen_johansen(time, code, transform=transform)
        bounds = curve.low[places], curve.high[places]
        check(unit, f"bounds of incidence {transform}", *bounds)
    both = [fm.aalen_johansen(time, code, cause=cause) for cause in (1, 2)]
    errors = [curve.standard_error[places] for curve in both]
    check(unit, "aalen_johansen", *[curve.at(at) for curve in both], *errors)


def test_log_rank(rows, table):
    unit, time, code, _, _ = rows
    tests = [
        fm.log_rank_test(time, code, table["stage"], **given)
        for given in ({}, {"rho": 1}, {"strata": table["sex"]})
    ]
    check(unit, "log-rank", [test.statistic for test in tests])


def test_restricted_mean(rows, table):
    unit, time, code, _, tau = rows
    means = fm.restricted_mean_survival_time(time, code, tau=tau, group=table["sex"])
    mean = means["male"]
    interval = mean.confidence_interval()
    check(
        unit, "restricted mean",
        [mean, mean.standard_error, interval.low, interval.high],
    )  # fmt: skip


def test_concordance(rows, table):
    unit, time, code, _, tau = rows
    risk, died = table["risk_nomogram"], code > 0
    end = {"tau": np.nextafter(tau, np.inf)}  # events at the end count in R
    of_any = [fm.concordance_index_ipcw(time, died, risk, **o) for o in ({}, end)]
    harrell = fm.concordance_index(time, -risk, event_observed=died)
    check(unit, "concordance", [harrell, *of_any])
    if unit == "apart":
        of_first = fm.concordance_index_ipcw(time, code, risk, **end)
        check(unit, "cindex", [of_any[1], of_first])


def test_areas(rows, table):
    unit, time, code, at, _ = rows
    risk, n = table["risk_nomogram"], len(time)
    area = fm.time_dependent_auc(time, code > 0, risk, at + 0.5)
    check(unit, "timeROC", area.values)
    check_errors(unit, "timeROC", [area.standard_error], n)
    for controls in ("event-free", "all-others"):
        both = [
            fm.time_dependent_auc(
                time, code, risk, at + 0.5, cause=cause, controls=controls
            )
            for cause in (1, 2)
        ]
        check(unit, f"timeROC {controls}", *both)
        errors = [area.standard_error for area in both]
        check_errors(unit, f"timeROC {controls}", errors, n)


@pytest.mark.parametrize("name", ["any", "cause 1"])
def test_forecasts(rows, table, name):
    unit, time, code, at, _ = rows
    n = len(time)
    models = forecasts(table, "incidence")
    if name == "any":
        code, models = code > 0, [1 - p for p in forecasts(table, "survival")]
    areas = [fm.time_dependent_auc(time, code, p, at) for p in models]
    share = fm.aalen_johansen(time, code).at(at)
    models = [np.tile(share, (n, 1)), *models]
    scores, scaled, integrals = (
        [function(time, code, incidence=p, times=at) for p in models]
        for function in (fm.survival_brier_score, fm.scaled_brier_score, integral)
    )
    check(unit, f"{name} AUC", *areas)
    check(unit, f"{name} Brier", *scores)
    check(unit, f"{name} IPA", *scaled[1:])
    check(unit, f"{name} IBS", integrals)
    if name == "any":
        check(unit, "pec", scores[1], [integrals[1]])
    check_errors(unit, f"{name} AUC", [a.standard_error for a in areas], n)
    check_errors(unit, f"{name} Brier", [s.standard_error for s in scores], n)
    gaps = [b.difference(a) for a, b in (areas, scores[1:])]
    if unit == "apart":
        check(unit, f"{name} differences", *[gap.values for gap in gaps])
    check_errors(unit, f"{name} differences", [g.standard_error for g in gaps], n)


def integral(time, code, incidence, times):
    """Return the integral from 0 on, where the Brier score is 0."""
    return fm.integrated_brier_score(
        time, code, incidence=np.insert(incidence, 0, 0.0, axis=1),
        times=[0.0, *times], method="left",
    )  # fmt: skip
