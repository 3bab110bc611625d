"""A process that judges cases one by one, and may die of one."""

import contextlib
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import fastmetrics

TESTS = Path(__file__).parents[1]
PARENT = Path(fastmetrics.__file__).parents[1]
DEBUG = os.environ.get("FASTMETRICS_DEBUG", "0") not in ("", "0")
# For one case. Under the sanitizers everything takes several times as long, and
# addresses without end, of which next to nothing is memory.
SECONDS = 150 if DEBUG else 30
MEMORY = None if DEBUG else 6 << 30


class Worker:
    """The parent's end: asks for cases, and starts another process for a dead one."""

    def __init__(self, seconds=SECONDS, before=""):
        self.seconds = seconds
        self.code = f"{before}\nfrom fuzz.worker import answer\nanswer()"
        self.process = None

    def judge(self, seed, number):
        """Return what is wrong with a case: "" if nothing, None if none was made."""
        if self.process is None:
            self.start()
        late = threading.Event()
        timer = threading.Timer(self.seconds, self.kill, [late])
        timer.start()
        try:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(f"{seed} {number}\n".encode())
                self.process.stdin.flush()
            line = self.process.stdout.readline()
        finally:
            timer.cancel()
        if line.endswith(b"\n"):
            return json.loads(line)
        self.process.wait()
        self.said.seek(0)
        said = self.said.read().decode(errors="replace")[-6000:].strip()
        why = f"the process died, exit code {self.process.returncode}"
        if late.is_set():
            why = f"no answer within {self.seconds} s"
        self.close()
        return f"{why}\n{said}"

    def kill(self, late):
        """End the process for having taken too long."""
        late.set()
        self.process.kill()

    def start(self):
        """Start a process."""
        paths = [str(TESTS), str(PARENT), os.environ.get("PYTHONPATH", "")]
        self.said = tempfile.TemporaryFile()  # what sanitizers and the like have to say
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", self.code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )
        self.process.stdout.readline()  # ready: no case pays for the imports

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.said.close()
            self.process = None


def _limit_memory():
    if MEMORY is not None:
        with contextlib.suppress(ImportError):  # Windows has no such limit
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def answer():
    """Judge the cases that standard input names; calls may print what they like."""
    from fuzz import cases, judge

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    faulthandler.enable()
    _limit_memory()
    print(file=answers, flush=True)
    for line in sys.stdin:
        seed, number = map(int, line.split())
        os.ftruncate(2, 0)
        os.lseek(2, 0, os.SEEK_SET)
        wrong = judge.judge(cases.make(seed, number))
        fastmetrics.set_num_threads(None)
        print(json.dumps(wrong), file=answers, flush=True)
