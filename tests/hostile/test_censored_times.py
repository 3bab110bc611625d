"""Functions of censored times on what people pass by mistake."""

import decimal
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hostile.checks import call, check_refused, complaints, differs, failures

import fastmetrics as fm

nan, inf = np.nan, np.inf
TIME, EVENT = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1, 0, 1, 1, 0, 1]
RISK = [5.0, 4.0, 6.0, 2.0, 3.0, 1.0]
ALIVE = [0.3, 0.8, 0.4, 0.6, 0.7, 0.9]
SEVERAL = [[p, p / 2] for p in ALIVE]
GROUP = [*"ababab"]
CURVES = {"kaplan_meier": fm.kaplan_meier, "aalen_johansen": fm.aalen_johansen}
# Each is called with times and events.
FUNCTIONS = {
    **CURVES,
    "censoring_weights": partial(fm.censoring_weights, times=3),
    "restricted_mean": partial(fm.restricted_mean_survival_time, tau=5),
    "log_rank_test": partial(fm.log_rank_test, group=GROUP),
    "time_dependent_auc": partial(fm.time_dependent_auc, risk=RISK, times=3),
    "concordance_index_ipcw": partial(fm.concordance_index_ipcw, risk=RISK),
    "survival_brier_score": partial(fm.survival_brier_score, survival=ALIVE, times=3),
    "scaled_brier_score": partial(fm.scaled_brier_score, survival=ALIVE, times=3),
    "integrated_brier_score": partial(
        fm.integrated_brier_score, survival=SEVERAL, times=[2, 4]
    ),
    "survival_log_loss": partial(fm.survival_log_loss, survival=SEVERAL, times=[3, 9]),
    "d_calibration_test": partial(fm.d_calibration_test, survival_at_time=ALIVE),
    "survival_calibration": partial(fm.survival_calibration, survival=ALIVE, t=3),
}
# They are defined without an event.
WITHOUT_EVENTS = ("kaplan_meier", "censoring_weights", "restricted_mean")


def first(value, column=TIME):
    return [value, *column[1:]]


BAD_NUMBERS = {
    "NaN": nan,
    "infinite": inf,
    "minus infinite": -inf,
    "huge": 10**400,
    "None inside": None,
    "text inside": "a",
    "decimal NaN": decimal.Decimal("NaN"),
    "a list inside": [1],
}
BAD_COLUMNS = {
    "no rows": [],
    "shorter": TIME[:-1],
    "longer": [*TIME, 7.0],
    "text": [*"abcdef"],
    "complex": np.array(TIME, complex),
    "long doubles": np.full(6, 1e300, np.longdouble) ** 2,
    "dates": np.array(["2020-01-01"] * 6, "M8[D]"),
    "time spans": np.array([1, 2, 3, 4, 5, 6], "m8[D]"),
    "more axes": np.ones((6, 2)),
    "no axes": np.array(1.0),
    "an object": object(),
    "a dict": {"a": TIME},
    "null": pd.Series([1, None, 3, 4, 5, 6], dtype="Int64"),
    **{case: first(value) for case, value in BAD_NUMBERS.items()},
}


def refused_in(place, cases, names):
    """Return which bad columns of times or events are not refused as they should be."""

    def check(case, _, function):
        columns = [TIME, EVENT]
        columns[place] = cases[case]
        return check_refused(call(function, *columns), names)

    return failures(cases, FUNCTIONS, check)


def test_times_refused():
    cases = {**BAD_COLUMNS, "None": None, "negative": first(-1e-300)}
    assert refused_in(0, cases, ("time", "event")) == {}


def test_events_refused():
    cases = {
        **BAD_COLUMNS,
        "None": None,
        "negative": first(-1, EVENT),
        "between": first(0.5, EVENT),
        "beyond": first(2**40, EVENT),
        "words": ["died", "alive"] * 3,
        "digits": [*"101101"],
    }
    assert refused_in(1, cases, ("time", "event")) == {}


def of_predictions(name, **more):
    functions = {
        "risk": {
            "time_dependent_auc": partial(fm.time_dependent_auc, times=3),
            "concordance_index_ipcw": fm.concordance_index_ipcw,
        },
        "survival": {
            "survival_brier_score": partial(fm.survival_brier_score, times=3),
            "scaled_brier_score": partial(fm.scaled_brier_score, times=3),
            "survival_log_loss": partial(fm.survival_log_loss, times=3),
            "survival_calibration": partial(fm.survival_calibration, t=3),
        },
        "survival_at_time": {"d_calibration_test": fm.d_calibration_test},
    }[name]

    def check(case, _, function):
        found = call(function, TIME, EVENT, **{name: {**BAD_COLUMNS, **more}[case]})
        return check_refused(found, (name, "survival"))

    return failures({**BAD_COLUMNS, **more}, functions, check)


def test_predictions_refused():
    outside = {"above 1": first(1.5, ALIVE), "below 0": first(-0.5, ALIVE)}
    assert of_predictions("risk") == {}
    assert of_predictions("survival", **outside) == {}
    assert of_predictions("survival_at_time", **outside) == {}


TIMES = {
    "negative": [-1.0, 2],
    "NaN": [nan],
    "infinite": inf,
    "at the last": 6,
    "beyond": [3, 7.0],
    "falling": [4, 3],
    "equal": [3, 3],
    "none": [],
    "two axes": np.ones((2, 2)),
    "text": "soon",
    "None": None,
    "dates": np.array(["2020-01-01"], "M8[D]"),
}


def test_times_of_evaluation_refused():
    def check(_, value):
        for function in (
            partial(fm.time_dependent_auc, risk=RISK),
            partial(fm.survival_brier_score, survival=SEVERAL),
            fm.censoring_weights,
        ):
            text = check_refused(call(function, TIME, EVENT, times=value), ("times",))
            if text:
                return f"{function}: {text}"
        return ""

    assert complaints(TIMES, check) == {}


def test_nobody_has_an_event():
    def check(name, function):
        found = call(function, TIME, [0] * 6)
        if name in WITHOUT_EVENTS:
            return repr(found[1]) if found[1] else ""
        if name == "log_rank_test":
            return "" if np.isnan(found[0].pvalue) else repr(found)
        return check_refused(found, ("event",))

    assert complaints(FUNCTIONS, check) == {}


def test_one_row():
    """A row by itself has values, or a message."""

    def check(name, function):
        _, error, _ = found = call(function, [4.0], [1])
        return error and check_refused(found, ("time", "group", "survival", "times"))

    assert complaints(CURVES | one_row(), check) == {}


def one_row():
    return {
        "censoring_weights": partial(fm.censoring_weights, times=3),
        "restricted_mean": partial(fm.restricted_mean_survival_time, tau=3),
        "log_rank_test": partial(fm.log_rank_test, group=["a"]),
        "auc": partial(fm.time_dependent_auc, risk=[1], times=3),
        "c": partial(fm.concordance_index_ipcw, risk=[1]),
        "brier": partial(fm.survival_brier_score, survival=[0.5], times=3),
        "scaled": partial(fm.scaled_brier_score, survival=[0.5], times=3),
        "log loss": partial(fm.survival_log_loss, survival=[0.5], times=3),
        "d_calibration_test": partial(fm.d_calibration_test, survival_at_time=[0.5]),
        "calibration": partial(fm.survival_calibration, survival=[0.5], t=3),
    }


FORMS = {
    "arrays": np.array,
    "halves": lambda column: np.array(column, np.float16),
    "long": lambda column: np.array(column, np.longdouble),
    "other byte order": lambda column: np.array(column, ">f8"),
    "objects": lambda column: np.array(column, object),
    "every second": lambda column: np.repeat(np.array(column, float), 2)[::2],
    "a column": lambda column: np.array(column, float)[:, None],
    "tuples": tuple,
    "decimals": lambda column: [decimal.Decimal(x) for x in column],
    "pandas": lambda column: pd.Series(column, index=range(6, 0, -1)),
    "nullable": lambda column: pd.Series(column).convert_dtypes(),
    "polars": pl.Series,
    "arrow": pa.array,
    "arrow in chunks": lambda column: pa.chunked_array([column[:2], column[2:]]),
}


def numbers(found):
    """Return an outcome, of a result its numbers."""
    value, error, warned = found
    for part in ("values", "statistic", "table"):
        value = getattr(value, part, value)
    if isinstance(value, pd.DataFrame):
        value = value.to_numpy()
    return np.array(value, float), error, warned


@pytest.mark.long
def test_forms_of_the_same_rows():
    expected = {name: call(f, TIME, EVENT) for name, f in FUNCTIONS.items()}

    def check(form, name, function):
        found = call(function, FORMS[form](TIME), FORMS[form](EVENT))
        return differs(numbers(found), numbers(expected[name]))

    assert failures(FORMS, FUNCTIONS, check) == {}


def test_kinds_of_events():
    """Bool, and codes; and both columns in an array with fields."""
    expected = {name: call(f, TIME, EVENT) for name, f in FUNCTIONS.items()}
    both = np.array([*zip(np.array(EVENT, bool), TIME, strict=True)], "?,f8")
    kinds = {
        "bool": (TIME, np.array(EVENT, bool)),
        "floats": (TIME, np.array(EVENT, float)),
        "bytes": (TIME, np.array(EVENT, "i1")),
        "fields": (both, None),
    }

    def check(kind, name, function):
        found = call(function, *kinds[kind])
        return differs(numbers(found), numbers(expected[name]))

    assert failures(kinds, FUNCTIONS, check) == {}
