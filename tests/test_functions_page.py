"""docs/functions.md and docs/terms.md say what the catalog says."""

import runpy
from pathlib import Path

import pytest

import fastmetrics

CHECKOUT = Path(__file__).parents[1]  # unless the tests were copied
WRITER = CHECKOUT / "tools" / "functions_page.py"

pytestmark = pytest.mark.skipif(
    not WRITER.exists(), reason="the pages are in a checkout only"
)


@pytest.fixture(scope="module")
def writer():
    return runpy.run_path(str(WRITER))


def test_the_page_of_functions_is_written_from_the_catalog(writer):
    written = writer["PAGE"].read_text(encoding="utf-8")
    assert written == writer["page"](), "run python tools/functions_page.py"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_of_terms_is_written_from_the_catalog(writer, language):
    written = writer["TERMS_PAGES"][language].read_text(encoding="utf-8")
    assert written == writer["terms"](language), "run python tools/functions_page.py"


def test_every_public_name_is_on_the_page(writer):
    rows = writer["page"]().splitlines()
    for name in fastmetrics.__all__:
        if name != "__version__":
            assert any(row.startswith(f"| `{name}`") for row in rows), name
