"""Rows that do not fit into memory: time, peak memory and bytes read, by task.

``python -m benchmarks.large`` writes a Parquet file of 10⁹ rows (16 GB) and runs each
task in a process of its own; ``--file`` keeps the file, or uses one that is there.
``--rows 1e7 --memory 60M`` is a smaller version. The floor of each task is the time to
read the same columns with PyArrow alone.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

# Row groups of the file, and sites, by which rows are sliced.
N_GROUPS, N_SITES = 200, 10
_PREVALENCE = 0.3


class Task(NamedTuple):
    """A call of ``evaluate_files``: its columns, by argument, and its metric."""

    title: str
    columns: dict[str, Any]
    metric: str

    def read(self, path: Path) -> None:
        """Read the same columns with PyArrow alone."""
        from pyarrow.parquet import ParquetFile

        file = ParquetFile(path, pre_buffer=False)
        for batch in file.iter_batches(1 << 18, columns=[*self.columns.values()]):
            del batch

    def evaluate(self, path: Path, memory: str) -> str:
        """Return the value, its interval and the number of passes, as text."""
        import fastmetrics as fm

        report = fm.evaluate_files(
            path, **self.columns, metrics=[self.metric], memory=memory
        )
        found = report[self.metric]
        notes = "; ".join(map(str, report.notes))
        text = f"{found.estimate:.6f} [{found.low:.6f}, {found.high:.6f}], {notes}"
        if "by" not in self.columns:
            return text
        sites = (
            report.slices.interval(site, self.metric).estimate
            for site in range(N_SITES)
        )
        return f"{text}; by site {' '.join(f'{value:.4f}' for value in sites)}"


_SCORES = {"y_true": "label", "y_score": "score"}
TASKS = {
    "auc": Task("AUC with DeLong's interval", _SCORES, "roc_auc"),
    "f1-by-site": Task(
        "F1 by 10 slices",
        {"y_true": "label", "y_pred": "predicted", "by": "site"},
        "f1",
    ),
    "auc-by-site": Task("AUC by 10 slices", {**_SCORES, "by": "site"}, "roc_auc"),
}


def write(path: Path, n: int, dtype: str = "float32") -> None:
    """Write labels, scores, predicted labels and sites of n rows, seeded."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    kind: Any = np.dtype(dtype).type
    schema = pa.schema(
        [
            ("label", pa.int8()),
            ("score", pa.from_numpy_dtype(dtype)),
            ("predicted", pa.int8()),
            ("site", pa.int8()),
        ]
    )
    ends = [n * k // N_GROUPS for k in range(N_GROUPS + 1)]
    with ParquetWriter(path, schema, compression="none", use_dictionary=False) as file:
        for k in range(N_GROUPS):
            rng, m = np.random.default_rng([0, k]), ends[k + 1] - ends[k]
            label = (rng.random(m, np.float32) < _PREVALENCE).astype(np.int8)
            score = rng.standard_normal(m, dtype=kind) + label.astype(dtype)
            predicted = (score > 0.5).astype(np.int8)
            site = rng.integers(0, N_SITES, m, np.int8)
            file.write_table(pa.table([label, score, predicted, site], schema=schema))


def measured(task: Task, path: Path, memory: str) -> dict[str, Any]:
    """Run a task in this process, and return what it took."""
    start = time.perf_counter()
    task.read(path)
    floor = time.perf_counter() - start
    before, start = _bytes_read(), time.perf_counter()
    value = task.evaluate(path, memory)
    return {
        "value": value,
        "seconds": time.perf_counter() - start,
        "floor": floor,
        "peak": peak_memory(),
        "read": _bytes_read() - before,
    }


def peak_memory() -> int:
    """Return the most memory that this process has held, in bytes.

    Linux counts that of the parent process into ``ru_maxrss``.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(dict(one.split(":\t") for one in lines)["VmHWM"].split()[0])


def _bytes_read() -> int:
    """Return the bytes that this process has read from files so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["rchar"])


def run(name: str, path: Path, memory: str) -> dict[str, Any]:
    """Run a task in a process of its own, and return what it took."""
    command = [sys.executable, "-m", "benchmarks.large", "--file", str(path)]
    command += ["--memory", memory, "--only", name]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Write the file, run all tasks and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e9, help="default: %(default)g")
    parser.add_argument("--dtype", choices=["float32", "float64"], default="float32")
    parser.add_argument("--memory", default="6G", help="default: %(default)s")
    parser.add_argument("--file", type=Path, help="a file that is kept")
    parser.add_argument("--only", choices=TASKS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        print(json.dumps(measured(TASKS[given.only], given.file, given.memory)))
        return
    with tempfile.TemporaryDirectory(prefix="fastmetrics-") as folder:
        path = given.file or Path(folder, "rows.parquet")
        if not path.exists():
            write(path, int(given.rows), given.dtype)
        print(f"{os.path.getsize(path) / 1e9:.2f} GB, memory {given.memory}")
        for name, task in TASKS.items():
            found = run(name, path, given.memory)
            print(
                f"{task.title}: {found['seconds']:.1f} s, reading alone "
                f"{found['floor']:.1f} s, peak {found['peak'] / 1e9:.2f} GB, "
                f"{found['read'] / 1e9:.2f} GB read\n    {found['value']}"
            )


if __name__ == "__main__":
    main()
