"""The cost curve and the area under it: no peer."""

from typing import Any

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Case


def _case(name: str, ours: Any) -> Case:
    return Case(name, 10**6, rows.float64, ours, covers=name)


CASES = [
    _case("cost_curve", fm.cost_curve),
    _case("expected_cost", fm.expected_cost),
]
