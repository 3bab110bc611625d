"""The pages under docs/ say what the catalog says."""

import doctest
import re
from pathlib import Path

import pytest

import fastmetrics
from fastmetrics import catalog
from fastmetrics.selection.validation import fold_intervals

DOCS = Path(__file__).parents[1] / "docs"
if not DOCS.exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)


@pytest.fixture(scope="module")
def page():
    return (DOCS / "intervals.md").read_text(encoding="utf-8")


def test_every_method_that_a_metric_has_is_explained(page):
    section = page.split("## The methods")[1].split("\n## ")[0]
    explained = set(re.findall(r"^\|[^|]*\| `([a-z-]+)`", section, re.MULTILINE))
    assert explained == {row.interval for row in catalog.METRICS.values()} - {None}


def test_every_method_that_can_be_asked_for_is_named(page):
    named = set(re.findall(r"`([a-z-]+)`", page))
    assert set(catalog.METHODS) - {"auto"} <= named


def test_tests_that_the_page_names_exist_and_its_numbers_are_ours():
    page = " ".join((DOCS / "tests.md").read_text(encoding="utf-8").split())
    named = set(re.findall(r"`([a-z_0-9]+)`", page))
    assert named <= set(fastmetrics.__all__)
    noise = {"discordance": 0.1}
    shown = fastmetrics.minimum_detectable_difference(1000, **noise)
    found = [
        f"accuracy of {shown:.3f} is found with probability 0.8",
        f"of 0.02 with {fastmetrics.comparison_power(0.02, 1000, **noise):.2f} only",
        f"takes {fastmetrics.required_sample_size(0.02, **noise):,} rows",
        f"probability {fastmetrics.comparison_power(0.02, 1960, **noise):.3f}",
    ]
    for words in found:
        assert words in page


def test_the_page_of_cross_validation_explains_every_method_and_what_was_measured():
    page = (DOCS / "validation.md").read_text(encoding="utf-8")
    section = page.split("## Which interval")[1].split("\n## ")[0]
    explained = set(re.findall(r"^\| `([a-z]+)` \|", section, re.MULTILINE))
    assert explained == {*fold_intervals.METHODS} - {"auto"}
    table = page.split("<!-- coverage -->")[1].split("<!-- end of coverage -->")[0]
    head, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.strip().splitlines()
    )
    measured = {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    for case in head[1:]:
        of_models = float(measured["folds"][case].split("/")[0])
        if case.endswith("n = 1000"):
            assert 93 <= of_models <= 97
        assert float(measured["corrected"][case].split("/")[1]) >= 93
        if measured["naive, repeated"][case] != "—":
            assert float(measured["naive, repeated"][case].split("/")[0]) < 50


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["conventions", "engines", "sklearn", "slices", "streams", "tests"]
)
def test_what_a_page_shows_is_so(name):
    if name == "sklearn":
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    if name == "engines":
        pytest.importorskip("dask.array", reason="Dask is not installed")
    page = DOCS / f"{name}.md"
    found = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert found.attempted >= 8
    assert not found.failed
