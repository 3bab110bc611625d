"""How many threads, and a job in blocks spread over them.

Kernels release the interpreter lock, so plain threads are enough. There is one pool
for the whole process, made when first needed. The thread that calls takes part in the
work: a job runs to its end even if no worker of the pool is free.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import ceil
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fastmetrics._common.names import cut
from fastmetrics._common.options import Held, hold_warnings, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_Block = TypeVar("_Block")
_Result = TypeVar("_Result")

# Larger numbers count as this one: a thread more than CPUs is of no use.
MOST_THREADS = 1024

_lock = threading.Lock()  # guards the three names below
_chosen: int | None = None  # by set_num_threads
_default: int | None = None  # found out when first asked for
_pool: tuple[int, ThreadPoolExecutor] | None = None  # with its number of workers

_overriding: ContextVar[int | None] = ContextVar("num_threads", default=None)
_here = threading.local()  # .busy: this thread is at work on a block


def get_num_threads() -> int:
    """Return the number of threads that a call may use, including the caller's own.

    The default is the environment variable ``FASTMETRICS_NUM_THREADS``. Without it, the
    default is the smallest of three numbers: CPUs available to the process, the CPU
    quota of its container (rounded up), and ``OMP_NUM_THREADS``.

    Returns
    -------
    int
        At least 1. Results do not depend on it.

    See Also
    --------
    set_num_threads : set the number for the process.
    num_threads : set the number during a ``with`` block.

    Examples
    --------
    >>> import fastmetrics
    >>> with fastmetrics.num_threads(2):
    ...     fastmetrics.get_num_threads()
    2
    """
    global _default
    number = _overriding.get() or _chosen or _default
    if number is None:
        number = _default = _find_default()
    return number


def set_num_threads(n: int | None) -> None:
    """Set the number of threads that a call may use, for the whole process.

    Parameters
    ----------
    n : int or None
        At least 1, including the caller's own thread; values above 1024 count as 1024.
        None restores the default.

    Raises
    ------
    TypeError
        If ``n`` is not a whole number.
    ValueError
        If ``n`` is below 1.

    See Also
    --------
    get_num_threads : the current number, and the default.
    num_threads : set the number during a ``with`` block.

    Examples
    --------
    >>> import fastmetrics
    >>> fastmetrics.set_num_threads(1)
    >>> fastmetrics.get_num_threads()
    1
    >>> fastmetrics.set_num_threads(None)
    """
    global _chosen
    _chosen = None if n is None else _checked(n)


@contextmanager
def num_threads(n: int) -> Iterator[None]:
    """Set the number of threads that calls inside a ``with`` block may use.

    Only the thread (or the asynchronous task) that enters the block is affected.

    Parameters
    ----------
    n : int
        At least 1, including the caller's own thread; values above 1024 count as 1024.

    Raises
    ------
    TypeError
        If ``n`` is not a whole number.
    ValueError
        If ``n`` is below 1.

    See Also
    --------
    set_num_threads : set the number for the process.

    Examples
    --------
    >>> import fastmetrics
    >>> with fastmetrics.num_threads(1):
    ...     fastmetrics.roc_auc_score([0, 1, 1], [0.2, 0.1, 0.9])
    0.5
    """
    token = _overriding.set(_checked(n))
    try:
        yield
    finally:
        _overriding.reset(token)


def _checked(n: Any) -> int:
    try:
        number = index(n)
    except TypeError:
        number = None
    if number is None or isinstance(n, bool):
        raise TypeError(
            f"The number of threads must be an int, got {type(n).__name__}."
        )
    if number < 1:
        raise ValueError(f"The number of threads must be at least 1, got {number}.")
    return min(number, MOST_THREADS)


# --- the default


def _find_default() -> int:
    own = _from_environment("FASTMETRICS_NUM_THREADS")
    if own is not None:
        return own
    # What can be set for this library alone warns when it is wrong; what belongs to
    # others is not ours to complain about.
    limits = [_available_cpus(), _cpu_quota(), _from_environment("OMP_NUM_THREADS")]
    return min(limit for limit in limits if limit is not None)


def _from_environment(name: str) -> int | None:
    text = os.environ.get(name, "").strip()
    # OpenMP takes a list, one number per level of nesting; ours is the outermost.
    first = text.split(",")[0].strip()
    if first.isascii() and first.isdigit() and first.strip("0"):
        digits = first.lstrip("0")  # of which Python reads so many only
        return min(int(digits), MOST_THREADS) if len(digits) < 10 else MOST_THREADS
    if text and name.startswith("FASTMETRICS_"):
        warn(
            f"{name} must be a whole number of at least 1, got {cut(text)!r}: ignored.",
            RuntimeWarning,
        )
    return None


def _available_cpus() -> int:
    try:
        return len(os.sched_getaffinity(0)) or 1
    except (AttributeError, OSError):  # not Linux, or not allowed to ask
        return os.cpu_count() or 1


def _cpu_quota(
    groups: Path = Path("/proc/self/cgroup"), root: Path = Path("/sys/fs/cgroup")
) -> int | None:
    """Return the CPUs that the control groups of this process allow, if they do.

    A group is limited by its ancestors too. Inside a container the path in ``groups``
    may be the host's, while ``root`` shows the container's own group: paths that do
    not exist are passed over.
    """
    try:
        lines = groups.read_text().splitlines()
    except (OSError, ValueError):
        return None
    quotas = []
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", "", ""][:3]
        if not path:
            continue
        if not controllers:  # version 2: one tree for all
            top = root
        elif "cpu" in controllers.split(","):
            top = root / controllers if (root / controllers).exists() else root / "cpu"
        else:
            continue
        here = top / path.lstrip("/")
        for group in [here, *here.parents]:
            quotas.append(_quota_v1(group) if controllers else _quota_v2(group))
            if group == top:
                break
    limits = [quota for quota in quotas if quota is not None]
    return max(1, ceil(min(limits))) if limits else None


def _quota_v2(group: Path) -> float | None:
    try:
        quota, period = (group / "cpu.max").read_text().split()
        return int(quota) / int(period)
    except (OSError, ValueError, ZeroDivisionError):  # "max" is not an int
        return None


def _quota_v1(group: Path) -> float | None:
    try:
        quota = int((group / "cpu.cfs_quota_us").read_text())
        period = int((group / "cpu.cfs_period_us").read_text())
    except (OSError, ValueError):
        return None
    return quota / period if quota > 0 and period > 0 else None


# --- the work


def map_blocks(
    function: Callable[[_Block], _Result],
    blocks: Iterable[_Block],
    progress: Callable[[int, int], object] | None = None,
) -> list[_Result]:
    """Return ``[function(block) for block in blocks]``, computed by several threads.

    The blocks must not depend on the number of threads, because results must not.
    ``progress(done, total)`` is called by the calling thread, as blocks get done and
    at the end. If a block raises, no further one is begun and the exception of the
    first (in order) that raised comes out; so does Ctrl-C, after the blocks at work
    have ended. What blocks warn of, whichever thread did them, the calling thread warns
    of when all are done, in the order of the blocks. A call from inside a block runs on
    that block's thread alone.
    """
    job = _Job(function, list(blocks))
    n_helpers = min(get_num_threads(), len(job.blocks)) - 1
    if n_helpers < 1 or getattr(_here, "busy", False):
        job.work(progress)
    else:
        job.share(n_helpers, progress)
    failed = min(job.errors, default=None)
    for at in sorted(job.held):
        if failed is None or at <= failed:
            for message, category in job.held[at]:
                warn(message, category)
    if failed is not None:
        raise job.errors[failed]
    return job.results


class _Job(Generic[_Block, _Result]):
    """Blocks, of which every participating thread takes the next until none is left."""

    def __init__(self, function: Callable[[_Block], _Result], blocks: list[_Block]):
        self.function = function
        self.blocks = blocks
        self.results: list[Any] = [None] * len(blocks)
        self.lock = threading.Lock()
        self.next = 0
        self.done = 0
        self.errors: dict[int, BaseException] = {}
        self.held: dict[int, Held] = {}  # what blocks warned of, if they did
        self.stopped = False
        self.n_helping = 0
        self.helper_left = threading.Condition(self.lock)

    def share(
        self, n_helpers: int, progress: Callable[[int, int], object] | None
    ) -> None:
        """Work together with helpers from the pool; return when all are done."""
        try:
            # At the interpreter's end and at the system's limit there are no new
            # threads: the caller then works with the helpers there are, or alone.
            with suppress(RuntimeError):
                _submit(self.help, n_helpers)
            self.work(progress)
            self.wait_for_helpers(progress)
        except BaseException:
            # Helpers may still write to memory that the caller is about to release.
            self.stopped = True
            self.wait_for_helpers()
            raise

    def help(self) -> None:
        """Work on a thread of the pool.

        Helpers count themselves, for the pool cannot tell who will help: it may keep a
        call that it refused, and hand it to a worker later. Whoever comes when the
        caller has nothing left to wait for finds no block to take.
        """
        with self.lock:
            self.n_helping += 1
        try:
            self.work()
        finally:
            with self.lock:
                self.n_helping -= 1
                self.helper_left.notify()

    def wait_for_helpers(
        self, progress: Callable[[int, int], object] | None = None
    ) -> None:
        """Return when no helper is at work; no block must be left to take."""
        helping = True
        while helping:
            with self.lock:
                helping = self.n_helping > 0
                if helping:
                    self.helper_left.wait()
            if progress is not None and not self.stopped:
                progress(self.done, len(self.blocks))

    def work(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Take blocks until none is left; helpers leave ``progress`` to the caller."""
        nested = getattr(_here, "busy", False)
        _here.busy = True
        try:
            while (at := self.take()) is not None:
                held: Held = []  # for Ctrl-C before there is a list to hold them
                try:
                    with hold_warnings() as held:
                        self.results[at] = self.function(self.blocks[at])
                except BaseException as error:
                    self.stopped = True
                    self.errors[at] = error
                    # An error of a block waits for the others'; Ctrl-C does not.
                    if not isinstance(error, Exception):
                        raise
                    break
                finally:
                    if held:
                        self.held[at] = held
                with self.lock:
                    self.done += 1
                if progress is not None:
                    progress(self.done, len(self.blocks))
        finally:
            _here.busy = nested

    def take(self) -> int | None:
        with self.lock:
            if self.stopped or self.next == len(self.blocks):
                return None
            self.next += 1
            return self.next - 1


def _submit(function: Callable[[], None], n: int) -> None:
    """Have n workers call a function, as soon as they are free."""
    global _pool
    with _lock:
        if _pool is None or _pool[0] < n:
            if _pool is not None:
                # Its workers end when all submitted work is done.
                _pool[1].shutdown(wait=False)
            _pool = n, ThreadPoolExecutor(n, thread_name_prefix="fastmetrics")
        for _ in range(n):
            _pool[1].submit(function)


def _forget_threads() -> None:
    """Start anew in a forked child, which has none of its parent's threads."""
    global _lock, _pool, _here
    _lock = threading.Lock()
    _pool = None
    _here = threading.local()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
