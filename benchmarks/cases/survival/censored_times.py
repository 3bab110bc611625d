"""Scores, curves and tests of censored times, beside scikit-survival."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Floor, Peer
from benchmarks.peers import sksurv_metrics

N_TIMES = 50


def rows(n: int) -> tuple[Any, ...]:
    """Return times, events and risks that order times better than chance."""
    rng = np.random.default_rng(20240229)
    event, end = rng.exponential(size=n), rng.exponential(size=n) * 1.5
    risk = np.round(rng.normal(size=n) - event, 4)
    return np.minimum(event, end), event <= end, risk


def at_times(n: int) -> tuple[Any, ...]:
    """Return rows, and times of evaluation."""
    time, event, risk = rows(n)
    return time, event, risk, np.quantile(time, np.linspace(0.02, 0.9, N_TIMES))


def forecasts(n: int) -> tuple[Any, ...]:
    """Return rows with probabilities of survival by each of some times."""
    time, event, risk, times = at_times(n)
    return time, event, np.exp(-times * np.exp(risk / 3)[:, None]), times


def forecasts_at_one_time(n: int) -> tuple[Any, ...]:
    """Return rows with probabilities of survival by one time."""
    time, event, alive, times = forecasts(n)
    return time, event, alive[:, 20], float(times[20])


def two_groups(n: int) -> tuple[Any, ...]:
    """Return rows in two groups."""
    time, event, risk = rows(n)
    return time, event, risk > np.median(risk)


def only_times(n: int) -> tuple[Any, ...]:
    """Return times and events."""
    return rows(n)[:2]


def times_to_weigh(n: int) -> tuple[Any, ...]:
    """Return times and events, and times of evaluation."""
    time, event, _, times = at_times(n)
    return time, event, times


def _both(time: Any, event: Any) -> Any:
    fields = [("event", "?"), ("time", "f8")]
    return np.array(list(zip(event, time, strict=True)), dtype=fields)


def _their_areas(time: Any, event: Any, risk: Any, times: Any) -> Any:
    both = _both(time, event)
    return sksurv_metrics.cumulative_dynamic_auc(both, both, risk, times)[0]


def _their_brier(time: Any, event: Any, alive: Any, times: Any) -> Any:
    both = _both(time, event)
    return sksurv_metrics.brier_score(both, both, alive, times)[1]


def _their_integral(time: Any, event: Any, alive: Any, times: Any) -> Any:
    both = _both(time, event)
    return sksurv_metrics.integrated_brier_score(both, both, alive, times)


def _their_concordance(time: Any, event: Any, risk: Any) -> Any:
    both = _both(time, event)
    return sksurv_metrics.concordance_index_ipcw(both, both, risk)[0]


def _values(function: Any) -> Any:
    return lambda *columns: function(*columns).values


def _errors(function: Any) -> Any:
    return lambda *columns: function(*columns).standard_error


def _sort_times(time: Any, *others: Any) -> Any:
    return np.argsort(time)


SORT_TIMES = Floor("np.argsort", _sort_times)


def _case(name: str, inputs: Any, n: int = 100_000, **more: Any) -> Case:
    facts = {"covers": name, "floor": SORT_TIMES, "column": "times", **more}
    ours = facts.pop("ours", getattr(fm, name))
    return Case(facts.pop("title", name), n, inputs, ours, **facts)


def _against(run: Any, at_least: float) -> tuple[Peer, ...]:
    """Return scikit-survival; making its structured array is part of its time."""
    return (Peer("scikit-survival", run, at_least),) if sksurv_metrics else ()


CASES = [
    _case(
        "time_dependent_auc",
        at_times,
        title="time_dependent_auc, 50 times",
        ours=_values(fm.time_dependent_auc),
        peers=_against(_their_areas, 120),
    ),
    _case(
        "time_dependent_auc",
        at_times,
        title="time_dependent_auc, 50 times with standard errors",
        ours=_errors(fm.time_dependent_auc),
    ),
    _case(
        "survival_brier_score",
        forecasts,
        title="survival_brier_score, 50 times",
        ours=_values(fm.survival_brier_score),
        peers=_against(_their_brier, 30),
        floor=READ,
    ),
    _case(
        "survival_brier_score",
        forecasts,
        title="survival_brier_score, 50 times with standard errors",
        ours=_errors(fm.survival_brier_score),
        floor=READ,
    ),
    _case(
        "integrated_brier_score",
        forecasts,
        peers=_against(_their_integral, 30),
        floor=READ,
    ),
    _case(
        "scaled_brier_score",
        forecasts,
        ours=_values(fm.scaled_brier_score),
        floor=READ,
    ),
    _case(
        "concordance_index_ipcw",
        rows,
        20_000,
        peers=_against(_their_concordance, 300),
    ),
    _case(
        "kaplan_meier",
        only_times,
        10**7,
        ours=lambda *columns: fm.kaplan_meier(*columns).survival,
        floor_at_most=1.5,
    ),
    _case(
        "aalen_johansen",
        only_times,
        ours=lambda *columns: fm.aalen_johansen(*columns).incidence,
    ),
    _case("censoring_weights", times_to_weigh),
    _case("survival_log_loss", forecasts, floor=READ),
    _case(
        "restricted_mean_survival_time",
        only_times,
        ours=lambda *columns: fm.restricted_mean_survival_time(*columns, tau=1.0),
    ),
    _case(
        "log_rank_test",
        two_groups,
        ours=lambda *columns: fm.log_rank_test(*columns).statistic,
    ),
    _case(
        "d_calibration_test",
        forecasts_at_one_time,
        ours=lambda time, event, alive, t: (
            fm.d_calibration_test(time, event, alive).statistic
        ),
    ),
    _case(
        "survival_calibration",
        forecasts_at_one_time,
        20_000,
        ours=lambda *columns: fm.survival_calibration(*columns).ici,
    ),
]
