"""The same cases for pytest-benchmark: ``pytest benchmarks``.

Each is run with at most FASTMETRICS_BENCHMARK_ROWS rows (10⁵ unless set). Values are
compared in tests/test_benchmarks.py, not here.
"""

import os
from contextlib import nullcontext

import pytest

from benchmarks.case import Case
from benchmarks.cases.listing import all_cases
from fastmetrics import num_threads

pytest.importorskip("pytest_benchmark")

ROWS = int(float(os.environ.get("FASTMETRICS_BENCHMARK_ROWS", "1e5")))


def _ways():
    for case in all_cases():
        if case.times_itself:  # pytest-benchmark has a clock of its own
            continue
        yield pytest.param(
            case, case.ours, case.inputs, case.threads, id=f"{case.name}-ours"
        )
        for peer in case.peers:
            inputs = peer.inputs or case.inputs
            name = f"{case.name}-{peer.name}"
            yield pytest.param(case, peer.run, inputs, None, id=name)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("case", "run", "inputs", "threads"), list(_ways()))
def test_speed(benchmark, case: Case, run, inputs, threads):
    benchmark.group = case.name
    arguments = inputs(case.rows(ROWS))
    with num_threads(threads) if threads else nullcontext():
        benchmark(run, *arguments)
