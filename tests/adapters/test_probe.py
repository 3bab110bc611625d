"""Whether workers can import the package: asked before a job, told in one line."""

import pickle
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

import fastmetrics as fm
from fastmetrics import dask as of_dask
from fastmetrics import spark as of_spark
from fastmetrics.adapters import partitions

pa = pytest.importorskip("pyarrow")

VERSION = fm.__version__
LACKS = "!ModuleNotFoundError: No module named 'fastmetrics'"
# What Spark says of a worker without the package, in short.
TRACEBACK = """An error occurred while calling o42.collectToPython.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 0.0
Traceback (most recent call last):
  File "/usr/lib/python3/pickle.py", line 1, in loads
ModuleNotFoundError: No module named 'pyarrow'

\tat org.apache.spark.api.python.BasePythonRunner.handlePythonException(Runner.scala:1)
\tat java.lang.Thread.run(Thread.java:840)
"""


def test_what_is_asked_needs_no_module_where_it_arrives():
    ask = partitions.asking("imported")
    assert ask() == VERSION
    assert ask.__module__ == "__main__"  # so that it is sent as it is written
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(ask)
    # A Python that knows no package of this name.
    said = subprocess.run(
        [sys.executable, "-I", "-c", f"{partitions._SOURCE}\nprint(imported())"],
        capture_output=True, text=True, check=True, cwd="/",
    ).stdout  # fmt: skip
    assert said.strip() in (LACKS, VERSION)
    batch = pa.record_batch([pa.array([1, 2])], ["id"])
    [found] = partitions.asking("batches_imported")([batch])
    assert found.to_pydict() == {"said": [VERSION]}


def test_who_cannot_is_told_in_one_line():
    partitions.check_workers({"a": VERSION, "b": VERSION})
    for said, match in (
        ({"a": VERSION, "b": LACKS}, "on 1 worker of 2, the first b: ModuleNotFound"),
        (
            {"a": "9.9", "b": LACKS},
            "on 2 workers of 2, the first a: it has version 9.9",
        ),
    ):
        with pytest.raises(ImportError, match=match) as caught:
            partitions.check_workers(said)
        assert "\n" not in str(caught.value)
    assert partitions.in_one_line(ValueError(TRACEBACK)) == (
        "ModuleNotFoundError: No module named 'pyarrow'"
    )
    assert partitions.in_one_line(ValueError()) == "ValueError"


class Session:
    """As much of Spark's as is asked, with what its executors say."""

    def __init__(self, said):
        self.said, self._sc = said, SimpleNamespace(defaultParallelism=3)

    def range(self, start, stop, step, n):
        assert (start, stop, n) == (0, 3, 3)
        return self

    def mapInArrow(self, ask, schema):
        assert schema == "said string"
        assert ask.__module__ == "__main__"
        return self

    def collect(self):
        if isinstance(self.said, Exception):
            raise self.said
        return [(one,) for one in self.said]


def test_sparks_executors_are_asked():
    of_spark._ask_executors(Session([VERSION] * 3))
    with pytest.raises(ImportError, match="on 1 worker of 3, the first task 1"):
        of_spark._ask_executors(Session([VERSION, LACKS, VERSION]))
    with pytest.raises(RuntimeError, match="No module named 'pyarrow'; see") as caught:
        of_spark._ask_executors(Session(ValueError(TRACEBACK)))
    assert "\n" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_dasks_workers_are_asked(monkeypatch):
    client = SimpleNamespace(run=lambda ask: {"tcp://1": ask(), "tcp://2": LACKS})
    distributed = SimpleNamespace(default_client=lambda: client)
    monkeypatch.setitem(sys.modules, "distributed", distributed)
    with pytest.raises(ImportError, match=re.escape("the first tcp://2: Module")):
        of_dask._ask_workers()
    client.run = lambda ask: {"tcp://1": ask()}
    of_dask._ask_workers()

    def no_client():
        raise ValueError("no client")

    distributed.default_client = no_client
    of_dask._ask_workers()  # tasks run here


@pytest.mark.long
def test_the_page_that_is_named_says_what_workers_need():
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs" / "engines.md"
    if not page.is_file():
        pytest.skip("the page is in a checkout only")
    text = page.read_text("utf-8")
    assert "## Requirements for the workers" in text
    # The command that asks one machine, as the page has it.
    [command] = re.findall(r"^python -c \"(.*)\"$", text, re.MULTILINE)
    said = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True
    )
    assert said.stdout.split()[-1] == VERSION
