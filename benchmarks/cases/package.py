"""The package as a whole: what a process pays that starts with it."""

import json
import subprocess
import sys
import time
from contextlib import redirect_stdout
from functools import lru_cache, partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import large, rows
from benchmarks.case import Case, Floor, Peer

_folder: TemporaryDirectory[str] | None = None  # removed when the process ends


def import_time(module: str, then: str = "pass") -> float:
    """Return the seconds that importing takes in a fresh interpreter."""
    code = (
        "import time; start = time.perf_counter(); "
        f"import {module} as it; {then}; print(time.perf_counter() - start)"
    )
    return float(_output([sys.executable, "-c", code]))


def _output(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _no_inputs(n: int) -> tuple[()]:
    return ()


@lru_cache(maxsize=2)
def parquet(n: int) -> tuple[Path]:
    """Write labels and scores to a Parquet file with PyArrow's defaults."""
    global _folder
    import pyarrow as pa
    import pyarrow.parquet as pq

    if _folder is None:
        _folder = TemporaryDirectory(prefix="fastmetrics-")
    path = Path(_folder.name, f"{n}.parquet")
    y, score = rows.float64(n)
    pq.write_table(pa.table({"label": y, "score": score}), path)
    return (path,)


def read(path: Path) -> tuple[Any, Any]:
    """Return labels and scores as PyArrow reads them."""
    import pyarrow.parquet as pq

    table = pq.read_table(path, columns=["label", "score"])
    return table["label"].to_numpy(), table["score"].to_numpy()


def _options(path: Path, *more: str) -> list[str]:
    columns = ["--truth", "label", "--score", "score"]
    common = ["--threads", "2", "--seed", "0", "--no-progress", "--json"]
    return ["evaluate", str(path), *columns, *common, *more]


_AUC = ("--metrics", "roc_auc_score")
_AUC_BOOTSTRAP = (*_AUC, "--method", "percentile", "--n-resamples", "1000")


def _auc_of(report: str) -> Any:
    (values,) = json.loads(report)["models"].values()
    return values["roc_auc_score"]["estimate"]


def _evaluate(*more: str) -> tuple[Any, Any]:
    """Return two ways to run it: as its own process, and in this one."""

    def apart(path: Path) -> Any:
        command = [sys.executable, "-m", "fastmetrics", *_options(path, *more)]
        return _auc_of(_output(command))

    def here(path: Path) -> Any:
        from fastmetrics.cli import main

        with redirect_stdout(StringIO()) as report:
            code = main(_options(path, *more))
        assert code == 0
        return _auc_of(report.getvalue())

    return apart, here


def _sk_auc(path: Path) -> Any:
    return sk.roc_auc_score(*read(path))


def _checksum(path: Path) -> Any:
    y, score = read(path)
    return np.max(y), np.max(score)


def _evaluate_case(
    name: str, *options: str, seconds: float | None = None, peer: bool = False
) -> Case:
    apart, here = _evaluate(*options)
    return Case(
        name,
        10**7,
        parquet,
        apart,
        covers="evaluate",
        peers=(Peer("scikit-learn, no interval", _sk_auc),) if peer else (),
        floor=Floor("PyArrow reads the columns", _checksum),
        threads=2,
        seconds_at_most=seconds,
        memory_at_most=4,
        ours_here=here,
        bytes_read=16,
    )


@lru_cache(maxsize=1)
def passes(n: int) -> tuple[Path]:
    """Write labels, scores and sites to a Parquet file of 200 row groups."""
    [other] = parquet(1000)  # in the folder that is removed
    path = other.with_name(f"passes-{n}.parquet")
    large.write(path, n, "float64")
    return (path,)


def _read_scores(path: Path) -> Any:
    return large.TASKS["auc"].read(path)


def _passes_case(
    name: str,
    n_passes: int,
    metric: str = "roc_auc",
    at_most: float | None = None,
    **columns: Any,
) -> Case:
    # Of the memory 85 % is for scores; a row of a slice has a byte more.
    row_bytes = (8 + ("by" in columns)) * len(columns.get("y_score", "1"))
    row_memory = 1.03 * row_bytes / 0.85 / (n_passes - 0.2)
    columns = {"y_true": "label", "y_score": "score", **columns}

    def ours(path: Path) -> Any:
        from pyarrow.parquet import ParquetFile

        memory = int(row_memory * ParquetFile(path).metadata.num_rows)
        report = fm.evaluate_files(
            path, **columns, metrics=[metric], memory=memory, random_state=0
        )
        assert "read in" in report.notes[0]

    return Case(
        f"evaluate_files, rows that do not fit: {name}",
        10**7,
        passes,
        ours,
        covers="evaluate_files",
        floor=Floor("PyArrow reads the columns", _read_scores),
        floor_at_most=at_most,
        measures_memory=False,
    )


_TWO = {"a": "score", "b": "score"}
_ONE_CALL = "it.roc_auc_score([0, 1], [0.1, 0.2])"


def _import_case(name: str, then: str, at_most: float | None = None) -> Case:
    return Case(
        name,
        0,
        _no_inputs,
        partial(import_time, "fastmetrics", then),
        peers=(Peer("sklearn.metrics", partial(import_time, "sklearn.metrics", then)),),
        floor=Floor("import numpy", partial(import_time, "numpy")),
        fixed_n=True,
        times_itself=True,
        floor_at_most=at_most,
        measures_memory=False,
    )


def _forest_and_rows(n: int) -> tuple[Any, ...]:
    from sklearn.tree import DecisionTreeClassifier

    X = np.random.default_rng(0).normal(size=(n, 10))
    y = X[:, 0] + X[:, 1] > 0
    return DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y), X, y


def _importance(model: Any, X: Any, y: Any) -> Any:
    from sklearn.inspection import permutation_importance

    found = permutation_importance(
        model, X, y, scoring="f1", n_repeats=20, random_state=0
    )
    return found.importances_mean


def _patched_importance(*given: Any) -> Any:
    from fastmetrics.sklearn import patched

    with patched():
        return _importance(*given)


# What a process has imported that patches late: all of these up to so many modules.
_LOADED = """
import importlib, pkgutil, sys, warnings
warnings.simplefilter("ignore")
def load():
    for package in map(importlib.import_module, ("sklearn", "scipy", "numpy")):
        found = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
        for name in (one.name for one in found):
            if len(sys.modules) >= {n}:
                return
            if not {{"tests", "conftest", "__main__"}} & {{*name.split(".")}}:
                try:
                    importlib.import_module(name)
                except Exception:
                    pass  # what it needs is not installed
    for k in range({n} - len(sys.modules)):
        sys.modules[f"made_{{k}}"] = type(sys)(f"made_{{k}}")
load()
"""

# The processor's time: an import is 300 modules of 20 functions, nine times anew.
_PATCHED = """
import time
from fastmetrics.sklearn import patch
start = time.process_time()
patch()
print(time.process_time() - start)
"""
_IMPORTED = """
import importlib, pathlib, sys, tempfile, time
import sklearn.metrics
{first}
names = [f"made_{{k}}" for k in range(300)]
text = "".join(f"def f{{i}}(x, y={{i}}):\\n    return x * y\\n" for i in range(20))
def once():
    for name in names:
        sys.modules.pop(name, None)
    start = time.process_time()
    for name in names:
        importlib.import_module(name)
    return time.process_time() - start
with tempfile.TemporaryDirectory() as folder:
    for name in names:
        pathlib.Path(folder, name + ".py").write_text(text)
    sys.path.insert(0, folder)
    print(min(once() for _ in range(10)))
"""


def _seconds(code: str) -> float:
    """Return what a fresh interpreter prints last that runs some code."""
    return float(_output([sys.executable, "-c", code]).split()[-1])


def _patch(n: int) -> float:
    return _seconds(_LOADED.format(n=n) + _PATCHED)


def _import_after(first: str) -> float:
    return _seconds(_IMPORTED.format(first=first))


_PATCH = "from fastmetrics.sklearn import patch; patch()"
_FIND = """
import time
import fastmetrics, fastmetrics.report.finding
start = time.process_time()
fastmetrics.find({term!r})
print(time.process_time() - start)
"""


def _help() -> float:
    start = time.perf_counter()
    _output([sys.executable, "-m", "fastmetrics", "--help"])
    return time.perf_counter() - start


def _numpy() -> float:
    start = time.perf_counter()
    _output([sys.executable, "-c", "import numpy"])
    return time.perf_counter() - start


def _find_case(term: str) -> Case:
    return Case(
        f"the first find of {term!r}",
        0,
        _no_inputs,
        partial(_seconds, _FIND.format(term=term)),
        covers="find",
        floor=Floor("import numpy", partial(import_time, "numpy")),
        fixed_n=True,
        times_itself=True,
        seconds_at_most=0.1,
        measures_memory=False,
    )


def _margins(n: int) -> tuple[Any, Any]:
    y, score = rows.float64(n)
    return score, _Target(y)


class _Target:
    """Stands for the data set that a booster hands to a metric."""

    def __init__(self, labels: Any) -> None:
        self._labels = labels.astype(np.float32)

    def get_label(self) -> Any:
        return self._labels

    def get_weight(self) -> None:
        return None

    def get_group(self) -> None:
        return None


def _booster_auc(score: Any, target: _Target) -> Any:
    return fm.booster_metric("roc_auc_score")(score, target)[1]


def _booster_peer(score: Any, target: _Target) -> Any:
    return sk.roc_auc_score(target.get_label(), score)


CASES = [
    Case(
        "permutation importance of 1,000 rows, patched",
        1000,
        _forest_and_rows,
        _patched_importance,
        peers=(Peer("scikit-learn", _importance, 3),),
        floor=Floor("reading the rows", lambda model, X, y: X.max()),
        measures_memory=False,
    ),
    Case(
        "an area for LightGBM, of 100,000 rows",
        10**5,
        _margins,
        _booster_auc,
        covers="booster_metric",
        peers=(Peer("scikit-learn", _booster_peer, 20),),
        floor=Floor("roc_auc_score", lambda s, t: fm.roc_auc_score(t.get_label(), s)),
    ),
    Case(
        "patch() where 2,400 modules are loaded",
        2400,
        lambda n: (n,),
        _patch,
        floor=Floor("import numpy", lambda n: import_time("numpy")),
        fixed_n=True,
        times_itself=True,
        seconds_at_most=0.3,
        measures_memory=False,
    ),
    Case(
        "importing 300 modules after patch()",
        0,
        _no_inputs,
        partial(_import_after, _PATCH),
        floor=Floor("without", partial(_import_after, "")),
        fixed_n=True,
        times_itself=True,
        # No import is watched: what is above 1 is noise.
        floor_at_most=1.05,
        measures_memory=False,
    ),
    Case(
        "fastmetrics --help",
        0,
        _no_inputs,
        _help,
        floor=Floor("a process that imports NumPy", _numpy),
        fixed_n=True,
        times_itself=True,
        floor_at_most=1.75,
        measures_memory=False,
    ),
    _find_case("auc"),
    _find_case("how often is the model wrong"),
    _find_case("random_state"),
    _find_case("xyzzyq"),
    _import_case("import", "pass", 1.5),
    _import_case("import and the first AUC", _ONE_CALL),
    _evaluate_case("evaluate a Parquet file: AUC, DeLong", *_AUC, peer=True),
    _evaluate_case(
        "evaluate a Parquet file: AUC, 1000 replicates", *_AUC_BOOTSTRAP, seconds=10
    ),
    _evaluate_case("evaluate a Parquet file: full report", seconds=90),
    _passes_case("AUC in one pass", 1, at_most=2.5),
    _passes_case("AUC in four passes", 4, at_most=9),
    _passes_case("AUC by 10 slices", 1, by="site"),
    _passes_case("average precision, 1,999 replicates", 1, "average_precision"),
    _passes_case("AUC of two models, and its difference", 1, y_score=_TWO),
    _passes_case(
        "average precision of two models, and its difference",
        1,
        "average_precision",
        y_score=_TWO,
    ),
]
