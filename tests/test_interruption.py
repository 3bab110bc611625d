"""Ctrl-C, and processes that are started, in the middle of functions that take long."""

import inspect
import os

import pytest
from helpers import long_calls
from helpers.interrupted import Host
from helpers.one_case import one_case

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
NAMES = [name for name, one in vars(long_calls).items() if inspect.isfunction(one)]


@pytest.fixture(scope="module")
def host():
    host = Host()
    yield host
    host.close()


@pytest.mark.long
@one_case("name", NAMES)
def test_interruption_at_any_moment(host, name):
    runs = host.ask("calls", name=name, n=2)
    assert len(runs) >= 2
    for run in runs:
        at = run.pop("moment")
        clean = {"raised": "KeyboardInterrupt", "threads": [], "err": ""}
        # The filters of warnings are as they were, and the next call is right.
        assert run == {**clean, "filters": True, "again": True}, at


@pytest.mark.long
@one_case("method", ["fork", "spawn"])
def test_processes_started_in_the_middle_of_work_on_threads(host, method):
    alone, mine, theirs = host.ask("processes", method=method)
    assert alone == mine == theirs
