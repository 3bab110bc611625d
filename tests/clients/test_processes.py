"""Pools of threads and of processes, after threads of our own have been at work."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from helpers.client_calls import measure
from helpers.one_case import one_case

SEEDS = range(6)


@pytest.fixture(scope="module")
def expected():
    """What one thread after the other finds; it leaves threads waiting for work."""
    return [measure(seed) for seed in SEEDS]


@pytest.mark.long
def test_callers_on_threads_of_their_own(expected):
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(measure, SEEDS)) == expected


# Python warns of a fork while there are threads: that it goes well is what is tested.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@one_case("start", ["fork", "forkserver", "spawn"])
def test_processes_made_after_threads_were_at_work(expected, start):
    if start not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {start} on this system")
    context = multiprocessing.get_context(start)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(measure, SEEDS, timeout=120)) == expected


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_fork_while_other_threads_are_at_work(expected):
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("no fork on this system")
    context = multiprocessing.get_context("fork")
    with ThreadPoolExecutor(2) as busy:
        running = [busy.submit(measure, seed) for seed in SEEDS]
        with context.Pool(2) as pool:
            found = pool.map_async(measure, SEEDS).get(timeout=120)
        assert found == expected
        assert [one.result() for one in running] == expected
