"""Influence values are derivatives of the reference by the weights of the rows.

The reference counts each row with its weight everywhere, also in the estimates of
censoring. Their sum is 0, and standard errors follow from their squares.
"""

from functools import partial

import numpy as np
import pytest
from helpers.censored_cases import drawn, falling, largest_time, options_of, slope_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.reference.survival import (
    brier,
    calibration,
    curves,
    discrimination,
    rows,
)

N = 18
ROWS = (0, 9)
# With two causes times tie, with one they do not.
CASES = [
    (kind, causes, causes == 2, left_limit)
    for kind in ("own", "conditional")
    for causes in (1, 2)
    for left_limit in (True, False)
]
each_case = one_case("kind, causes, ties, left_limit", CASES)
CLOSE = {"rtol": 1e-4, "atol": 1e-5}


@pytest.fixture
def case(rng):
    """Return a function that makes rows, options, and the reference of weights."""

    def make(kind, causes, ties, left_limit):
        time, code, risk = drawn(rng, N, ties=ties, causes=causes)
        given, plain = options_of(kind, rng, N)
        read = rows.read_rows(time.tolist(), code.tolist())

        def known(weights):
            return rows.read_censoring(
                read._replace(weights=weights), None, plain.get("conditional"),
                left_limit,
            )  # fmt: skip

        given["left_limit"] = left_limit
        top = largest_time(time, given)
        return time, code, risk, given, top, known

    return make


def check(influence, value, known):
    """Compare influence values with derivatives, and their sum with 0."""
    table = np.asarray(influence).reshape(N, -1)
    np.testing.assert_allclose(table.sum(axis=0), 0, atol=1e-9 * N)
    for row in ROWS:
        slopes = slope_of(lambda weights: value(known(weights)), N, row)
        np.testing.assert_allclose(table[row], np.ravel(slopes), **CLOSE)


@each_case
@one_case("controls", ["all-others", "event-free"])
def test_areas_and_their_mean(case, kind, causes, ties, left_limit, controls):
    time, code, risk, given, top, known = case(kind, causes, ties, left_limit)
    times = np.array([0.3, 0.5, 0.7]) * top
    found = usable(
        fm.time_dependent_auc, time, code, risk, times, controls=controls, **given
    )
    if found is None:
        return

    def areas(at):
        return [
            discrimination.area_at(at, risk.tolist(), t, 1, controls) for t in times
        ]

    check(found.influence, areas, known)
    check(
        found.mean.influence,
        lambda at: discrimination.mean_area(at, times.tolist(), areas(at), 1),
        known,
    )
    errors = np.sqrt((found.influence**2).sum(axis=0)) / N
    np.testing.assert_allclose(found.standard_error, errors)


def usable(function, *data, **given):
    """Return the result, or None if a weight is not known."""
    try:
        return function(*data, **given)
    except ValueError:
        return None


@pytest.mark.long
@each_case
@one_case("tau", [None, 0.6])
def test_concordance(case, kind, causes, ties, left_limit, tau):
    time, code, risk, given, top, known = case(kind, causes, ties, left_limit)
    end = None if tau is None else tau * top
    found = usable(fm.concordance_index_ipcw, time, code, risk, tau=end, **given)
    if found is None:
        return
    check(
        found.influence,
        lambda at: discrimination.concordance(
            at, risk.tolist(), np.inf if end is None else end, 1
        ),
        known,
    )


@pytest.mark.long
@each_case
def test_brier_scores(case, rng, kind, causes, ties, left_limit):
    time, code, _, given, top, known = case(kind, causes, ties, left_limit)
    start = np.sort(time[code == 1])[1] / top
    times = np.linspace(start, 0.95, 4) * top
    alive = falling(rng, N, 4)
    what, cause = ("survival", None) if causes == 1 else ("incidence", 1)
    given[what] = alive if what == "survival" else 1 - alive
    columns = (1 - alive).T.tolist()

    def scores(at, by):
        pairs = zip(by, times, strict=True)
        return np.array([brier.brier_at(at, p, t, cause) for p, t in pairs])

    def constant(at):
        return [[brier.conditional_share(at, t, cause)] * N for t in times]

    def integral(method, scaled, at):
        value = brier._integral(at, times.tolist(), columns, cause, method)
        if not scaled:
            return value
        base = brier._integral(at, times.tolist(), constant(at), cause, method)
        return 1 - value / base

    found = usable(fm.survival_brier_score, time, code, times=times, **given)
    if found is None:
        return
    check(found.influence, lambda at: scores(at, columns), known)
    found = fm.scaled_brier_score(time, code, times=times, **given)
    check(
        found.influence,
        lambda at: 1 - scores(at, columns) / scores(at, constant(at)),
        known,
    )
    for method in ("trapezoid", "left", "exact"):
        for scaled in (False, True):
            found = fm.integrated_brier_score(
                time, code, times=times, method=method, scaled=scaled, **given
            )
            check(found.influence, partial(integral, method, scaled), known)


@one_case("ties", [True, False])
def test_restricted_mean(case, ties):
    time, code, _, _, top, known = case("own", 1, ties, True)
    found = fm.restricted_mean_survival_time(time, code, tau=0.8 * top)
    check(
        found.influence,
        lambda at: curves._restricted_mean(at.rows, 0.8 * top),
        known,
    )


@one_case("kind", ["own", "conditional"])
def test_calibration(case, rng, kind):
    time, code, _, given, top, known = case(kind, 1, False, True)
    alive = rng.uniform(0.1, 0.9, N)
    found = fm.survival_calibration(time, code, alive, 0.5 * top, bins=2, **given)
    p = (1 - alive).tolist()

    def value(at):
        *_, intercept, slope = calibration.regression(at, p, 0.5 * top, None)
        share = brier.conditional_share(at, 0.5 * top, None)
        mean = np.average(p, weights=at.rows.weights)
        return [share / mean, intercept, slope]

    columns = [found.observed_expected, found.intercept, found.slope]
    check(np.column_stack([each.influence for each in columns]), value, known)


def test_other_rows_of_censoring_add_a_variance(rng):
    """It is the sum of squares of how each of them moves the value."""
    time, code, _ = drawn(rng, N)
    _, plain = options_of("other", rng, N)
    alive = falling(rng, N, 1)[:, 0]
    t = 0.5 * time.max()
    found = fm.survival_brier_score(time, code, alive, t, **plain)
    others = rows.read_rows(*plain["censoring"])
    read = rows.read_rows(time.tolist(), code.tolist())
    p = (1 - alive).tolist()

    def value(weights):
        part = others._replace(weights=weights)
        known = rows.Censoring(read, [part], [0] * N, True)
        return brier.brier_at(known, p, t, None)

    m = len(others.times)
    moved = np.array([slope_of(value, m, r) for r in range(m)]) / m
    own = found.influence
    expected = np.sqrt((own**2).sum() / N**2 + (moved**2).sum())
    assert found.standard_error == pytest.approx(expected, rel=1e-6)
