"""The pages under docs/ say what the catalog says."""

import re
from pathlib import Path

import pytest

from fastmetrics import catalog

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
