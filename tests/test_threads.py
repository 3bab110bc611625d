"""How many threads there are, and that work shared among them is the same work."""

import _thread
import contextvars
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics import (
    get_num_threads,
    num_threads,
    roc_auc_score,
    set_num_threads,
)
from fastmetrics._common import threads
from fastmetrics._kernels import keys


@pytest.fixture(autouse=True)
def _back_to_the_default():
    yield
    set_num_threads(None)


@pytest.fixture
def fresh(monkeypatch):
    """Let the default be found out anew, without what this machine imposes."""
    monkeypatch.setattr(threads, "_default", None)
    monkeypatch.setattr(threads, "_available_cpus", lambda: 12)
    monkeypatch.setattr(threads, "_cpu_quota", lambda: None)
    monkeypatch.delenv("FASTMETRICS_NUM_THREADS", raising=False)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    return monkeypatch


# --- how many


def test_default_is_the_least_of_the_limits(fresh):
    assert get_num_threads() == 12
    fresh.setattr(threads, "_default", None)
    fresh.setenv("OMP_NUM_THREADS", "5,2")
    assert get_num_threads() == 5
    fresh.setattr(threads, "_default", None)
    fresh.setattr(threads, "_cpu_quota", lambda: 3)
    assert get_num_threads() == 3


def test_own_variable_goes_before_the_limits(fresh):
    fresh.setenv("OMP_NUM_THREADS", "2")
    fresh.setenv("FASTMETRICS_NUM_THREADS", " 40 ")
    assert get_num_threads() == 40


@one_case("text", ["", "0", "-3", "two", "1.5", "²"])
def test_wrong_variables_are_ignored(fresh, text):
    fresh.setattr(threads, "_default", None)
    fresh.delenv("FASTMETRICS_NUM_THREADS", raising=False)
    fresh.setenv("OMP_NUM_THREADS", text)
    assert get_num_threads() == 12
    fresh.setattr(threads, "_default", None)
    fresh.setenv("FASTMETRICS_NUM_THREADS", text)
    if text:
        with pytest.warns(RuntimeWarning, match="FASTMETRICS_NUM_THREADS must be"):
            assert get_num_threads() == 12
    assert get_num_threads() == 12


@one_case("text", ["5000", "9" * 5000, f"{'0' * 5000}7"])
def test_variables_of_any_size(fresh, text):
    expected = 7 if text.endswith("7") else threads.MOST_THREADS
    fresh.setattr(threads, "_default", None)
    fresh.setenv("FASTMETRICS_NUM_THREADS", text)
    assert get_num_threads() == expected
    fresh.delenv("FASTMETRICS_NUM_THREADS")
    fresh.setattr(threads, "_default", None)
    fresh.setenv("OMP_NUM_THREADS", text)
    assert get_num_threads() == min(expected, 12)


def test_more_threads_than_anybody_has_are_as_many_as_there_may_be():
    set_num_threads(10**30)
    assert get_num_threads() == threads.MOST_THREADS
    with num_threads(10**30):
        assert get_num_threads() == threads.MOST_THREADS


def test_affinity_is_respected():
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("no way to ask")
    code = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
        "import fastmetrics; print(fastmetrics.get_num_threads())"
    )
    limits = ("FASTMETRICS_NUM_THREADS", "OMP_NUM_THREADS")
    environment = {k: v for k, v in os.environ.items() if k not in limits}
    run = [sys.executable, "-c", code]
    assert int(subprocess.check_output(run, env=environment)) == 1


def write_all(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


@one_case(
    ("lines", "files", "quota"),
    [
        ("0::/a/b\n", {"a/b/cpu.max": "150000 100000\n"}, 2),
        (
            "0::/a/b\n",
            {"a/cpu.max": "50000 100000\n", "a/b/cpu.max": "max 100000\n"},
            1,
        ),
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000\n"}, None),
        ("0::/host/only\n", {"cpu.max": "400000 100000\n"}, 4),
        ("0::/\n", {}, None),
        ("0::/\n", {"cpu.max": "nonsense"}, None),
        (
            "4:cpu,cpuacct:/x\n1:memory:/x\n",
            {
                "cpu,cpuacct/x/cpu.cfs_quota_us": "300000",
                "cpu,cpuacct/x/cpu.cfs_period_us": "100000",
            },
            3,
        ),
        (
            "4:cpu:/host/only\n",
            {"cpu/cpu.cfs_quota_us": "200000", "cpu/cpu.cfs_period_us": "100000"},
            2,
        ),
        (
            "4:cpu:/\n",
            {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"},
            None,
        ),
        ("4:cpuset:/x\n", {"cpuset/x/cpu.cfs_quota_us": "1"}, None),
        ("nonsense\n", {}, None),
    ],
)
def test_quota_of_control_groups(tmp_path_factory, lines, files, quota):
    folder = tmp_path_factory.mktemp("groups")
    groups, root = folder / "cgroup", folder / "fs"
    groups.write_text(lines)
    write_all(root, files)
    assert threads._cpu_quota(groups, root) == quota


def test_no_quota_where_there_are_no_control_groups(tmp_path):
    assert threads._cpu_quota(tmp_path / "absent", tmp_path) is None


def test_numbers_that_are_set():
    set_num_threads(3)
    assert get_num_threads() == 3
    with num_threads(np.int64(5)):
        assert get_num_threads() == 5
        with num_threads(1):
            assert get_num_threads() == 1
        assert get_num_threads() == 5
    assert get_num_threads() == 3


def test_context_ends_with_an_error():
    before = get_num_threads()
    with pytest.raises(KeyError), num_threads(before + 1):
        raise KeyError
    assert get_num_threads() == before


def test_context_is_that_of_one_thread():
    seen = []
    with num_threads(7):
        other = threading.Thread(target=lambda: seen.append(get_num_threads()))
        set_num_threads(2)
        other.start()
        other.join()
    assert seen == [2]


@one_case("wrong", [1.0, "2", True, [1]])
def test_number_must_be_whole(wrong):
    with pytest.raises(TypeError, match="number of threads must be an int"):
        set_num_threads(wrong)
    with pytest.raises(TypeError, match="must be an int"), num_threads(wrong):
        pass


@one_case("wrong", [0, -1])
def test_number_must_be_positive(wrong):
    with pytest.raises(ValueError, match="at least 1"):
        set_num_threads(wrong)
    with pytest.raises(ValueError, match="at least 1"), num_threads(wrong):
        pass


# --- shared work


@one_case("n", [1, 2, 5, 40])
@one_case("n_blocks", [0, 1, 2, 3, 100])
def test_results_are_in_the_order_of_blocks(n, n_blocks):
    with num_threads(n):
        found = threads.map_blocks(lambda block: block * block, range(n_blocks))
    assert found == [block * block for block in range(n_blocks)]


def test_several_threads_take_part():
    both = threading.Barrier(2, timeout=10)
    with num_threads(2):
        names = threads.map_blocks(
            lambda _: both.wait() is not None and threading.current_thread().name,
            range(2),
        )
    assert len(set(names)) == 2
    assert threading.current_thread().name in names


def test_one_thread_means_the_callers():
    with num_threads(1):
        idents = threads.map_blocks(lambda _: threading.get_ident(), range(9))
    assert set(idents) == {threading.get_ident()}


@one_case("n", [1, 2, 4])
def test_first_error_comes_out_and_no_block_is_begun_after(n):
    begun = []

    def work(block):
        begun.append(block)
        if block >= 3:
            raise RuntimeError(f"block {block}")
        time.sleep(0.001)

    with num_threads(n), pytest.raises(RuntimeError, match="block 3"):
        threads.map_blocks(work, range(1000))
    assert len(begun) <= 3 + n


def test_pool_is_fit_for_use_after_an_error():
    with num_threads(3):
        with pytest.raises(ZeroDivisionError):
            threads.map_blocks(lambda block: 1 // block, range(5))
        assert threads.map_blocks(str, range(5)) == list("01234")


@one_case("n", [1, 2, 4])
def test_nested_calls_end(n):
    def outer(block):
        return sum(threads.map_blocks(lambda inner: inner + block, range(20)))

    with num_threads(n):
        found = threads.map_blocks(outer, range(20))
    assert found == [190 + 20 * block for block in range(20)]


def test_calls_from_several_threads_end():
    results = {}

    def call(k):
        with num_threads(3):
            results[k] = threads.map_blocks(lambda block: block + k, range(200))

    callers = [threading.Thread(target=call, args=(k,)) for k in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(timeout=30)
    assert results == {k: list(range(k, k + 200)) for k in range(8)}


def test_call_ends_though_no_worker_is_free():
    release, started = threading.Event(), threading.Event()

    def hold(_):
        started.set()
        release.wait(10)

    with num_threads(2):
        threads.map_blocks(str, range(2))  # the pool exists, with one worker
    size, pool = threads._pool
    for _ in range(size):
        pool.submit(hold, None)
    try:
        assert started.wait(10)
        with num_threads(2):
            assert threads.map_blocks(str, range(50)) == [str(i) for i in range(50)]
    finally:
        release.set()


def test_helper_that_comes_late_is_waited_for(monkeypatch):
    # A pool keeps a call for which it could not start a thread, and hands it to the
    # next worker that is free.
    start, started = threading.Thread.start, []

    def start_one(thread):
        if thread.name.startswith("fastmetrics"):
            if started:
                raise RuntimeError("can't start new thread")
            started.append(thread)
        start(thread)

    release, held, helped = (threading.Event() for _ in range(3))

    def hold(_):
        held.set()
        release.wait(10)

    def work(block):
        if threading.current_thread() is not threading.main_thread():
            helped.set()
            time.sleep(0.2)
        else:
            release.set()
            helped.wait(10)
        return block + 1

    monkeypatch.setattr(threads, "_pool", None)
    monkeypatch.setattr(threading.Thread, "start", start_one)
    with num_threads(3):
        busy = contextvars.copy_context()
        other = threading.Thread(
            target=busy.run, args=(threads.map_blocks, hold, range(3))
        )
        other.start()
        assert held.wait(10)
        while len(started) < 1 or threads._pool[1]._work_queue.qsize() < 1:
            time.sleep(0.001)  # until the pool has refused the second helper
        assert threads.map_blocks(work, range(2)) == [1, 2]
    other.join()
    assert helped.is_set()


@one_case("n", [1, 3])
def test_progress_is_told_to_the_caller(n):
    calls, idents = [], set()

    def progress(done, total):
        calls.append((done, total))
        idents.add(threading.get_ident())

    with num_threads(n):
        threads.map_blocks(lambda _: time.sleep(0.001), range(20), progress)
    done = [d for d, _ in calls]
    assert done == sorted(done)
    assert calls[-1] == (20, 20)
    assert idents == {threading.get_ident()}


@pytest.fixture(autouse=True)
def _interruptible():
    """Ctrl-C raises, even in a process that was started to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@one_case("n", [1, 2])
def test_interrupt_stops_between_blocks(n):
    ended = []

    def work(block):
        time.sleep(0.005)
        ended.append(block)

    threading.Timer(0.05, _thread.interrupt_main).start()
    with num_threads(n), pytest.raises(KeyboardInterrupt):
        threads.map_blocks(work, range(10_000))
    count = len(ended)
    time.sleep(0.05)
    assert len(ended) == count < 1000  # nobody goes on behind the caller's back


def test_interrupt_while_waiting_for_a_helper():
    ready = threading.Barrier(2, timeout=10)
    caller = threading.get_ident()
    ended = []

    def work(_):
        ready.wait()
        if threading.get_ident() != caller:
            _thread.interrupt_main()
            time.sleep(0.1)
            ended.append(True)

    with num_threads(2), pytest.raises(KeyboardInterrupt):
        threads.map_blocks(work, range(2))
    assert ended == [True]  # waited for: it may have been writing


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_forked_child_makes_a_pool_of_its_own():
    code = """if True:
        import os, sys, warnings
        from fastmetrics._common import threads
        threads.set_num_threads(3)
        threads.map_blocks(lambda _: __import__("time").sleep(0.01), range(6))
        warnings.simplefilter("ignore")  # Python's, about forks of threads
        with threads._lock:  # as if another thread were just making the pool
            child = os.fork()
            if child == 0:
                os._exit(threads.map_blocks(abs, range(-6, 0)) != [6, 5, 4, 3, 2, 1])
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_calls_at_the_end_of_the_interpreter_work_alone():
    code = """if True:
        import atexit
        from fastmetrics._common import threads
        threads.set_num_threads(3)
        job = lambda: print(threads.map_blocks(abs, range(-3, 0)))
        job()
        atexit.register(job)
    """
    run = subprocess.run(
        [sys.executable, "-c", code], timeout=60, capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("[3, 2, 1]\n" * 2, "")


def test_kernels_leave_the_lock_to_other_threads(rng):
    labels = rng.integers(0, 2, 2_000_000)
    scores = rng.random(2_000_000)
    ticks, stop = [0], threading.Event()

    def tick():
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.0002)

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        before = ticks[0]
        for _ in range(20):
            keys.rows(labels, scores, np.int64(1).tobytes(), None)
        assert ticks[0] - before > 20
    finally:
        stop.set()
        ticker.join()


def test_an_area_costs_many_threads_no_more_cpu_time_than_one(rng):
    # So many threads as there are on large machines; merging what each has sorted with
    # what each other has would take the square of their number. A try that another
    # process disturbed is made again; work that is there is there in every try.
    labels = rng.random(1_000_000) < 0.3
    scores = rng.normal(labels)

    def cpu_time(n):
        with num_threads(n):
            start = time.process_time()
            roc_auc_score(labels, scores)
            return time.process_time() - start

    taken = {1: [cpu_time(1)], 64: [cpu_time(64)]}
    assert threads._pool[0] > 1, "nothing was shared among threads"
    for _ in range(40):
        for n, times in taken.items():
            times.append(cpu_time(n))
        if min(taken[64]) <= 1.3 * min(taken[1]):
            return
    pytest.fail(f"{min(taken[64])} s on 64 threads, {min(taken[1])} s on one")
