"""Calls that the page for users of other packages compares return the same value."""

import doctest
from pathlib import Path

import pytest

import fastmetrics

PAGE = Path(__file__).parents[1] / "docs" / "coming_from.md"
if not PAGE.exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)

# Where the calls of a package are; the values of other packages are recorded.
MODULES = {
    "scikit-learn": "sklearn.metrics",
    "SciPy": "scipy.stats",
    "scikit-survival": "sksurv.metrics",
    "lifelines": "lifelines",
}


def section():
    text = PAGE.read_text(encoding="utf-8")
    return text.split("## The same value by both calls\n")[1].split("\n## ")[0]


def calls():
    """Return package, its call, ours and the value, row by row."""
    lines = [line for line in section().splitlines() if line.startswith("| ")][1:]
    return [
        [cell.strip(" `") for cell in line.strip("|").split(" | ")] for line in lines
    ]


@pytest.fixture(scope="module")
def columns():
    """The columns that the page defines."""
    found = {}
    for example in doctest.DocTestParser().get_examples(section()):
        exec(example.source, found)
    return found


@pytest.mark.parametrize("row", calls(), ids=lambda row: row[1])
def test_both_calls_return_the_value(row, columns):
    package, theirs, ours, value = row
    same = pytest.approx(float(value), rel=1e-5)
    assert eval(ours, {"fm": fastmetrics, **columns}) == same
    if package in MODULES:
        peer = pytest.importorskip(MODULES[package])
        assert eval(theirs, {**vars(peer), **columns}) == same


def test_all_packages_have_rows():
    assert {row[0] for row in calls()} >= {
        *MODULES, "torchmetrics", "yardstick", "pROC", "jiwer", "mlxtend",
        "fairlearn", "scikit-posthocs", "ppi_py", "rliable", "evalstats",
    }  # fmt: skip
