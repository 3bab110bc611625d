"""What the letters of survival stand for in the example of a page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise, product
from typing import Any

import fastmetrics
from docs.formulas import Data
from fastmetrics.catalog import Metric
from fastmetrics.reference.survival.brier import event_share
from fastmetrics.reference.survival.discrimination import ordered, pair_weight
from fastmetrics.reference.survival.rows import (
    Censoring,
    case_by,
    read_censoring,
    read_rows,
)

__all__ = ["data"]

Given = Mapping[str, Any]


def data(row: Metric, columns: Mapping[str, Any], given: Given) -> Data:
    """Return what letters are of censored times and forecasts."""
    time, event, *forecasts = columns.values()
    known = read_censoring(read_rows(time, event), None, None, True)
    found = OF_FUNCTION.get(row.name)
    return found(known, *forecasts, given) if found else Data({})


def _outcomes(known: Censoring, t: float) -> dict[str, list[float]]:
    """Return the weight of each row at a time, and whether it has the event by it."""
    rows = range(len(known.rows.times))
    return {
        "W_i": [known.weight(i, t) for i in rows],
        "D_i": [float(case_by(known.rows, i, t, None)) for i in rows],
    }


def _area(known: Censoring, risk: list[float], given: Given) -> Data:
    first = _outcomes(known, given["times"])
    second = {letter.replace("_i", "_j"): of for letter, of in first.items()}
    pairs = [*product(range(len(risk)), repeat=2)]
    both = {letter: [of[i] for i, _ in pairs] for letter, of in first.items()}
    both |= {letter: [of[j] for _, j in pairs] for letter, of in second.items()}
    both[r"\kappa_{ij}"] = [ordered(risk[i], risk[j]) for i, j in pairs]
    return Data({}, {"ij": both, "i": first, "j": second})


def _concordance(known: Censoring, risk: list[float], given: Given) -> Data:
    pairs = [(i, j) for i, j in product(range(len(risk)), repeat=2) if i != j]
    both = {
        "a_{ij}": [pair_weight(known, i, j, 1, math.inf) for i, j in pairs],
        r"\kappa_{ij}": [ordered(risk[i], risk[j]) for i, j in pairs],
    }
    return Data({}, {"ij": both})


def _brier(known: Censoring, alive: list[float], given: Given) -> Data:
    events = [1 - p for p in alive]
    each = {**_outcomes(known, given["times"]), "p_i": events}
    return Data({"n": len(alive)}, {"i": each})


def _scaled(known: Censoring, alive: list[float], given: Given) -> Data:
    columns = (known.rows.times, [*map(int, known.rows.codes)])
    share = event_share(known.rows, given["times"], None)
    scores = [
        float(fastmetrics.survival_brier_score(*columns, p, given["times"]))
        for p in (alive, [1 - share] * len(alive))
    ]
    return Data({r"\mathrm{BS}": scores[0], r"\mathrm{BS}_0": scores[1]})


def _integrated(known: Censoring, alive: list[list[float]], given: Given) -> Data:
    columns = (known.rows.times, [*map(int, known.rows.codes)])
    times = given["times"]
    scores = fastmetrics.survival_brier_score(*columns, alive, times).values.tolist()
    steps = [*zip(pairwise(times), pairwise(scores), strict=True)]
    each = {
        "t_{i-1}": [float(start) for (start, _), _ in steps],
        "t_i": [float(end) for (_, end), _ in steps],
        "b_{i-1}": [before for _, (before, _) in steps],
        "b_i": [after for _, (_, after) in steps],
    }
    return Data({"t_m": times[-1], "t_1": times[0]}, {"i": each})


def _log_loss(known: Censoring, alive: list[list[float]], given: Given) -> Data:
    rows = [*zip(known.rows.times, known.rows.codes, alive, strict=True)]
    each = [
        -float(fastmetrics.survival_log_loss([x], [1], [p], given["times"]))
        if k
        else math.log(_alive_at(x, p, given["times"]))
        for x, k, p in rows
    ]
    return Data({"n": len(rows)}, {"i": {r"\ln L_i": each}})


def _alive_at(x: float, alive: list[float], times: list[float]) -> float:
    """Return the survival at a time, linear between the times."""
    edges = [(0.0, 1.0), *zip(times, alive, strict=True)]
    for (start, before), (end, after) in pairwise(edges):
        if x <= end:
            return after + (before - after) * (end - x) / (end - start)
    return alive[-1]


OF_FUNCTION: dict[str, Callable[..., Data]] = {
    "time_dependent_auc": _area,
    "concordance_index_ipcw": _concordance,
    "survival_brier_score": _brier,
    "scaled_brier_score": _scaled,
    "integrated_brier_score": _integrated,
    "survival_log_loss": _log_loss,
}
