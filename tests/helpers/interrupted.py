"""Ctrl-C at chosen moments of commands and calls, each time in a forked process.

``python -m helpers.interrupted`` imports everything once and forks for each run, which
takes milliseconds where a new interpreter takes a second. It reads a job per line, as
JSON, and answers with a line each; `Host` talks to it.

A moment is the first call of a function of ours: where a profile of the main thread
sees it, the signal is raised. So the moments are the same on any machine, however slow
it is, and lie in all that is done: reading, computing, writing. Where files are written
the calls of Python's own functions, and their returns, are moments too.
"""

import contextlib
import fcntl
import itertools
import json
import multiprocessing
import os
import pickle
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback
import warnings
from functools import partial
from pathlib import Path

WRITING = (os.path.join("fastmetrics", "show", "files.py"), tempfile.__file__)
TRIES = 50  # to come to a moment that another thread may have come to
PATIENCE = 100  # seconds after which a process that does not end is said to hang


class Host:
    """The process that forks, and a way to ask it."""

    def __init__(self):
        import fastmetrics

        folders = [Path(__file__).parents[1], Path(fastmetrics.__file__).parents[1]]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "helpers.interrupted"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, kind, **job):
        """Return what one of the functions below answers."""
        self.process.stdin.write(json.dumps({"kind": kind, **job}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.communicate(timeout=PATIENCE)


# -- in the process that forks ---------------------------------------------------------


def main():
    """Answer jobs until there are no more."""
    kinds = {one.__name__: one for one in (moments, at_work, reading, calls, processes)}
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        job = json.loads(line)
        answers.write(json.dumps(kinds[job.pop("kind")](**job)) + "\n")
        answers.flush()


def moments(folder, argv, n, writing):
    """Run a command to its end, and anew for some n moments at which Ctrl-C comes.

    With ``writing`` also for every sixth moment of writing files.
    """
    with tempfile.TemporaryDirectory() as scratch:
        # Once here, so that no child has to import what the command does.
        with contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
            _command(shutil.copytree(folder, Path(scratch, "work")), argv, _Profile())
        os.chdir("/")
    whole = _run(folder, argv, _Profile())
    return [whole] + [
        {"moment": at, **_run(folder, argv, _Profile(at))}
        for at in _chosen(whole["seen"], n, writing)
    ]


def at_work(folder, argv):
    """Ctrl-C once threads have begun with the third block of a command's work."""
    read, written = os.pipe()
    os.set_blocking(read, False)

    def tell(n_taken):
        if n_taken == 3:
            os.write(written, b".")

    def told():
        with contextlib.suppress(BlockingIOError):
            return bool(os.read(read, 1))

    try:
        return _run(folder, argv, _at_blocks(tell), told)
    finally:
        os.close(written)
        os.close(read)


def reading(folder, argv, text):
    """Ctrl-C once a command has read all that has come in, and waits for more."""
    read, written = os.pipe()
    os.write(written, text.encode())

    def drained():
        waiting = fcntl.ioctl(read, termios.FIONREAD, struct.pack("i", 0))
        return not struct.unpack("i", waiting)[0]

    try:
        return _run(folder, argv, _reading_from(read), drained)
    finally:
        os.close(written)
        os.close(read)


def calls(name, n):
    """Interrupt a function of `helpers.long_calls` at some n moments; say of each.

    What is said: the exception, what went to standard error, threads that are left,
    filters of warnings that are, and whether the next call returns what the first did.
    """
    from helpers import long_calls

    function = getattr(long_calls, name)
    function()
    profile = _Profile()
    with profile:
        first = pickle.dumps(function())
    return [
        {"moment": at, **_interrupted(function, first, at)}
        for at in _chosen([*profile.seen], n)
    ]


def _interrupted(function, first, at):
    """Interrupt a call at a moment that its thread comes to.

    Of work that is dealt out to threads the others may have taken all: then again.
    """
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as scratch:
            said = Path(scratch)
            run = partial(_call, function, first, _Profile(at), said)
            _wait(_fork(run, said))
            answer = json.loads((said / "answer").read_text())
            answer["err"] = (said / "err").read_text()
        if answer.pop("came"):
            break
    return answer


def processes(method):
    """Start a process in the middle of work on threads; return what both compute."""
    from helpers.long_calls import many_replicates

    theirs, ended = [], threading.Event()

    def start(n_taken):
        if n_taken == 3:
            try:
                with multiprocessing.get_context(method).Pool(1) as pool:
                    theirs.append(pool.apply_async(many_replicates).get(PATIENCE))
            finally:
                ended.set()

    alone = many_replicates()
    with _at_blocks(start):
        mine = many_replicates()
    # A thread that takes no block is not waited for, and it may be the one that starts.
    ended.wait(PATIENCE)
    return [alone, mine, *theirs]


class _Profile:
    """Notes the moments there are, or raises the signal at one."""

    def __init__(self, at=None):
        import fastmetrics

        self.root = str(Path(fastmetrics.__file__).parent) + os.sep
        self.at, self.seen = at, {}

    def __enter__(self):
        sys.setprofile(self)

    def __exit__(self, *error):
        sys.setprofile(None)

    def __call__(self, frame, event, argument):
        path = frame.f_code.co_filename
        if path.endswith(WRITING) and event.startswith("c_"):
            name = f"{path}:{frame.f_lineno} {event} {argument.__name__}!"
        elif event == "call" and path.startswith(self.root):
            name = f"{path[len(self.root) :]}:{frame.f_code.co_name}"
        else:
            return
        if name not in self.seen:
            self.seen[name] = None
            if name == self.at:
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)


def _chosen(seen, n, writing=False):
    step = max(1, len(seen) // n)
    written = [one for one in seen if writing and one.endswith("!")][::6]
    return [
        one for i, one in enumerate(seen) if i % step == step // 2 or one in written
    ]


def _run(folder, argv, within, until=None):
    """Return the exit code of a command, what it wrote, and the files after it."""
    with tempfile.TemporaryDirectory() as scratch:
        said = Path(scratch, "said")
        said.mkdir()
        work = shutil.copytree(folder, Path(scratch, "work"))

        def run():
            code = _command(work, argv, within)
            (said / "seen").write_text(json.dumps([*getattr(within, "seen", ())]))
            return code

        code = _wait(_fork(run, said), until)
        return {
            "code": code,
            "out": (said / "out").read_text(),
            "err": (said / "err").read_text(),
            "seen": json.loads((said / "seen").read_text()),
            "files": {
                str(one.relative_to(work)): one.is_file() and one.read_bytes().hex()
                for one in Path(work).rglob("*")
            },
        }


def _command(work, argv, within):
    from fastmetrics.cli import main

    os.chdir(work)
    tempfile.tempdir = str(work)  # so that temporary files are seen there
    try:
        with within:
            return main(argv)
    finally:
        tempfile.tempdir = None


@contextlib.contextmanager
def _reading_from(place):
    os.dup2(place, 0)
    yield


@contextlib.contextmanager
def _at_blocks(function):
    """Call a function with how many blocks of work have been taken, before the next."""
    from fastmetrics._common import threads

    take, numbers = threads._Job.take, itertools.count(1)

    def taking(job):
        function(next(numbers))
        return take(job)

    threads._Job.take = taking
    try:
        yield
    finally:
        threads._Job.take = take


def _call(function, first, profile, said):
    filters, before = [*warnings.filters], threading.active_count()
    raised = None
    try:
        with profile:
            function()
    except BaseException as error:
        raised = type(error).__name__
    answer = {
        "raised": raised,
        "threads": [
            one.name
            for one in threading.enumerate()[before:]
            if not one.name.startswith("fastmetrics")
        ],
        "filters": warnings.filters == filters,
        "again": pickle.dumps(function()) == first,
        "came": profile.at in profile.seen,
    }
    (said / "answer").write_text(json.dumps(answer))
    return 0


def _fork(function, said):
    """Start a process that ends with what a function returns."""
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        for place, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(said / name, os.O_CREAT | os.O_WRONLY, 0o600), place)
        sys.stdout, sys.stderr = (
            open(place, "w", encoding="utf-8", closefd=False) for place in (1, 2)
        )
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = function()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _wait(child, until=None):
    """Return the exit code, sending the signal when it is time; None: it hung."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if until is not None and until():
            os.kill(child, signal.SIGINT)
            until = None
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


if __name__ == "__main__":
    main()
