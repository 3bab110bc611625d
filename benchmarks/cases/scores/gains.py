"""Gain and lift: no peer that means the same by them."""

from typing import Any

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case


def _case(name: str, ours: Any) -> Case:
    return Case(name, 10**6, rows.float64, ours, covers=name)


CASES = [
    _case("cumulative_gain_curve", fm.cumulative_gain_curve),
    _case("lift_curve", fm.lift_curve),
    _case("lift_score", fm.lift_score),
]
