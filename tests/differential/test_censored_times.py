"""Functions of censored times against their reference, on drawn rows.

Times are few, so that events and censorings share them.
"""

import warnings

import numpy as np
import pandas
import polars
import pyarrow
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

CONTAINERS = [np.array, list, pandas.Series, polars.Series, pyarrow.array]
TRANSFORMS = ("log-log", "log", "plain", "logit")
CLOSE = {"rtol": 1e-9, "atol": 1e-11}


@st.composite
def rows(draw, least=2, most=12):
    """Return times, codes and risks as lists, and how many causes there are."""
    n = draw(st.integers(least, most))
    causes = draw(st.integers(1, 2))
    # Both zeros are the time 0.
    times = draw(st.sampled_from([[1, 2, 3, 4], [0.0, -0.0, 0.5, 2.5], [*range(99)]]))
    time = draw(st.lists(st.sampled_from(times), min_size=n, max_size=n))
    codes = st.integers(0, causes)
    code = draw(st.lists(codes, min_size=n, max_size=n))
    risk = draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n))
    return time, code, risk


@st.composite
def options(draw, n):
    """Return options of the estimate of censoring."""
    kind = draw(st.sampled_from(["own", "own", "other", "conditional"]))
    found = {"left_limit": draw(st.booleans())}
    if kind == "other":
        time, code, _ = draw(rows())
        found["censoring"] = (time, code)
    elif kind == "conditional":
        letters = st.lists(st.sampled_from("ab"), min_size=n, max_size=n)
        found["conditional"] = draw(letters)
    return found


@st.composite
def evaluated(draw, most_times=3):
    """Return rows, times that are mostly usable, and options."""
    time, code, risk = draw(rows())
    largest = max(time)
    points = st.sampled_from([0, 0.25, 0.5, 0.75, 0.9, 1])
    chosen = draw(st.lists(points, min_size=1, max_size=most_times, unique=True))
    times = sorted(largest * p for p in chosen)
    return time, code, risk, times, draw(options(len(time)))


def outcome(function, *data, **given_options):
    """Return the numbers of a result, or that it is refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
        warnings.simplefilter("ignore", reference.UndefinedMetricWarning)
        try:
            return function(*data, **given_options)
        except ValueError:
            return "refused"


def same(found, expected, *parts):
    """Compare results of both sides, or their parts."""
    if isinstance(expected, str) or isinstance(found, str):
        assert (found, expected) == ("refused", "refused")
        return
    pairs = [(found, expected)]
    if parts:
        pairs = [(getattr(found, part), getattr(expected, part)) for part in parts]
    for ours, theirs in pairs:
        np.testing.assert_allclose(np.asarray(ours, float), theirs, **CLOSE)


def both(name, *data, **given_options):
    """Return the outcome of a function and of its reference."""
    return (
        outcome(getattr(module, name), *data, **given_options)
        for module in (fm, reference)
    )


@settings(max_examples=examples(300, same=25))
@given(
    drawn=evaluated(),
    controls=st.sampled_from(["all-others", "event-free"]),
    cause=st.integers(1, 2),
    container=st.sampled_from(CONTAINERS),
)
def test_areas(drawn, controls, cause, container):
    time, code, risk, times, chosen = drawn
    chosen = {**chosen, "controls": controls, "cause": cause}
    expected = outcome(reference.time_dependent_auc, time, code, risk, times, **chosen)
    ours = outcome(
        fm.time_dependent_auc, container(time), container(code), container(risk),
        times, **chosen,
    )  # fmt: skip
    same(ours, expected, "values", "mean")
    if not isinstance(expected, str):
        columns = [[r, -r, 0][: len(times)] for r in risk]
        same(
            *both("time_dependent_auc", time, code, columns, times, **chosen), "values"
        )


@settings(max_examples=examples(300, same=25))
@given(
    drawn=evaluated(),
    tau=st.sampled_from([None, None, 0.5, 2, 50]),
    cause=st.integers(1, 2),
)
def test_concordance(drawn, tau, cause):
    time, code, risk, _, chosen = drawn
    chosen = {**chosen, "tau": tau, "cause": cause}
    same(*both("concordance_index_ipcw", time, code, risk, **chosen))


@settings(max_examples=examples(300, same=25))
@given(
    drawn=evaluated(),
    data=st.data(),
    kind=st.sampled_from(["survival", "incidence"]),
    cause=st.integers(1, 2),
)
def test_scores_of_forecasts(drawn, data, kind, cause):
    time, code, _, times, chosen = drawn
    share = st.sampled_from([0.0, 0.125, 0.5, 0.75, 1.0])
    forecast = st.lists(share, min_size=len(times), max_size=len(times))
    matrix = [sorted(data.draw(forecast), reverse=kind == "survival") for _ in time]
    chosen = {**chosen, kind: matrix, "times": times, "cause": cause}
    for name in ("survival_brier_score", "scaled_brier_score"):
        same(*both(name, time, code, **chosen))
    for method in ("trapezoid", "left", "exact"):
        for scaled in (False, True):
            more = {"method": method, "scaled": scaled}
            same(*both("integrated_brier_score", time, code, **chosen, **more))


@settings(max_examples=examples(200, same=20))
@given(drawn=evaluated())
def test_weights(drawn):
    time, code, _, times, chosen = drawn
    same(*both("censoring_weights", time, code, times, **chosen))
    same(*both("censoring_weights", time, code, times[0], **chosen))


@settings(max_examples=examples(200, same=20))
@given(
    drawn=rows(least=1),
    transform=st.sampled_from(TRANSFORMS),
    level=st.sampled_from([0.5, 0.95]),
    cause=st.integers(1, 2),
)
def test_curves(drawn, transform, level, cause):
    time, code, _ = drawn
    chosen = {"transform": transform, "confidence_level": level}
    parts = "times", "values", "at_risk", "events", "standard_error", "low", "high"
    same(*both("kaplan_meier", time, code, **chosen), *parts)
    same(*both("aalen_johansen", time, code, cause=cause, **chosen), *parts)


@settings(max_examples=examples(200, same=20))
@given(drawn=rows(), tau=st.sampled_from([0.25, 1, 2.5, 60]), data=st.data())
def test_restricted_means(drawn, tau, data):
    time, code, _ = drawn
    same(*both("restricted_mean_survival_time", time, code, tau=tau))
    labels = st.lists(st.sampled_from("ab"), min_size=len(time), max_size=len(time))
    group = data.draw(labels)
    ours, theirs = both(
        "restricted_mean_survival_time", time, code, tau=tau, group=group
    )
    if isinstance(theirs, str):
        assert isinstance(ours, str)
        return
    assert {*ours} == {*theirs}
    for label in theirs:
        same(ours[label], theirs[label])


@settings(max_examples=examples(200, same=20))
@given(drawn=rows(), data=st.data(), rho=st.sampled_from([0, 1, 0.5]))
def test_log_rank(drawn, data, rho):
    time, code, _ = drawn
    n = len(time)
    groups = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    group, strata = data.draw(groups), data.draw(groups)
    for chosen in ({}, {"strata": strata}):
        ours, theirs = both("log_rank_test", time, code, group, rho=rho, **chosen)
        same(ours, theirs, "statistic", "pvalue", "df")


@settings(max_examples=examples(200, same=20))
@given(drawn=rows(most=40), data=st.data(), bins=st.integers(2, 5))
def test_d_calibration(drawn, data, bins):
    time, code, _ = drawn
    share = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0])
    alive = data.draw(st.lists(share, min_size=len(time), max_size=len(time)))
    for method in ("adjusted", "haider"):
        ours, theirs = both(
            "d_calibration_test", time, code, alive, bins=bins, method=method
        )
        same(ours, theirs, "statistic", "pvalue", "df", "counts")


@settings(max_examples=examples(200, same=20))
@given(drawn=rows(), data=st.data())
def test_log_loss(drawn, data):
    time, code, _ = drawn
    times = data.draw(st.sampled_from([[2], [0.25, 2], [1, 3, 200], [0, 1], [0]]))
    share = st.sampled_from([0.0, 0.25, 0.5, 1.0])
    forecast = st.lists(share, min_size=len(times), max_size=len(times))
    alive = [sorted(data.draw(forecast), reverse=True) for _ in time]
    same(*both("survival_log_loss", time, code, alive, times))


@settings(max_examples=examples(60, same=8))
@given(seed=st.integers(0, 2**32), data=st.data())
def test_calibration(seed, data):
    rng = np.random.default_rng(seed)
    n = 40
    event, end = rng.exponential(size=n), rng.exponential(size=n) * 1.5
    time = np.ceil(np.minimum(event, end) * 5).tolist()
    code = ((event <= end) * rng.integers(1, 3, n)).tolist()
    alive = rng.uniform(0.05, 0.95, n).round(data.draw(st.integers(1, 3))).tolist()
    kind = data.draw(st.sampled_from(["survival", "incidence"]))
    chosen = {
        kind: alive, "t": 3, "bins": data.draw(st.integers(2, 5)),
        "smooth": data.draw(st.sampled_from(["spline", "isotonic"])),
        **data.draw(options(n)),
    }  # fmt: skip
    ours, theirs = both("survival_calibration", time, code, **chosen)
    if isinstance(theirs, str):
        assert isinstance(ours, str)
        return
    numbers = "observed_expected", "intercept", "slope", "ici", "e50", "e90", "e_max"
    for name in (*numbers, "table"):
        np.testing.assert_allclose(
            np.asarray(getattr(ours, name), float), getattr(theirs, name),
            rtol=1e-6, atol=1e-7,
        )  # fmt: skip
