"""Files larger than memory: peak memory, and the script that measures 10⁹ rows."""

import subprocess
import sys

import pytest
from helpers.function_calls import function_calls

from fastmetrics import evaluate_files, f1_score, roc_auc_score

pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

large = pytest.importorskip("benchmarks.large")

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="peak memory is read from /proc"
)

# The peak of a process before and after it evaluates a file: a first, small call loads
# what is needed for every call.
PEAKS = """
import sys
import fastmetrics as fm
from benchmarks.large import peak_memory
small, path, memory, *by = sys.argv[1:]
columns = {"y_true": "label", "y_score": "score", "metrics": ["roc_auc"]}
columns |= {"by": by} if by else {}
for file, limit in ((small, "100k"), (path, memory)):
    report = fm.evaluate_files(file, **columns, memory=limit)
    print(peak_memory())
print(report.notes[0])
"""
MB = 10**6


@pytest.fixture(scope="module")
def doubles(tmp_path_factory):
    """10⁷ rows with scores of float64, 80 MB, and a small file."""
    folder = tmp_path_factory.mktemp("doubles")
    for name, n in (("rows", 10**7), ("few", 10**5)):
        large.write(folder / f"{name}.parquet", n, "float64")
    return folder


@pytest.mark.long
@pytest.mark.parametrize("by", [[], ["site"]])
def test_the_peak_of_the_process_is_what_was_asked_for(doubles, by):
    files = [str(doubles / f"{name}.parquet") for name in ("few", "rows")]
    command = [sys.executable, "-c", PEAKS, *files, "60M", *by]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    before, after, note = found.stdout.splitlines()
    assert "60.0 MB: read in 2 passes" in note
    # The limit, and a row group with the blocks that are read of it. Rows that are
    # held twice when a range is cut take 90 MB and more.
    assert int(after) - int(before) <= 60 * MB + 22 * MB


def test_the_script_of_large_files(tmp_path):
    path = tmp_path / "rows.parquet"
    large.write(path, 200_000)
    table = parquet.read_table(path)
    label, score, predicted, site = (column.to_numpy() for column in table.columns)
    found = large.run("auc-by-site", path, "1M")
    at = site == 3
    of_site = f" {roc_auc_score(label[at], score[at]):.4f} "
    assert found["value"].startswith(f"{roc_auc_score(label, score):.6f} [")
    assert of_site in found["value"]
    assert "read in" in found["value"]
    assert min(found["floor"], found["seconds"]) > 0
    assert found["read"] >= 200_000 * 6
    assert found["peak"] < 500 * MB
    f1 = large.TASKS["f1-by-site"].evaluate(path, "100k")
    assert f1.startswith(f"{f1_score(label, predicted):.6f} [")


@pytest.mark.long
def test_calls_grow_with_slices_and_not_with_rows(tmp_path):
    def calls(n, memory, by):
        path = tmp_path / f"{n}.parquet"
        if not path.exists():
            large.write(path, n)
        named = {"y_true": "label", "y_score": "score", "metrics": ["roc_auc"]}
        return function_calls(
            lambda: evaluate_files(path, **named, by=by, memory=memory)
        )

    # The same number of blocks, of twice as many rows.
    few, many = (calls(n, 6 * n, "site") for n in (200_000, 400_000))
    assert many < 1.1 * few
    assert few < 3 * calls(200_000, 1_200_000, None)
