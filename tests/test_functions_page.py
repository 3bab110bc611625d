"""docs/functions.md and docs/terms.md say what the catalog says."""

import runpy
from pathlib import Path

import pytest
from helpers.one_case import one_case

import fastmetrics

CHECKOUT = Path(__file__).parents[1]  # unless the tests were copied
WRITER = CHECKOUT / "tools" / "functions_page.py"

pytestmark = pytest.mark.skipif(
    not WRITER.exists(), reason="the pages are in a checkout only"
)


@pytest.fixture(scope="module")
def writer():
    return runpy.run_path(str(WRITER))


@one_case("language", ["en", "zh"])
@one_case(("name", "page"), [("functions", "page"), ("terms", "terms")])
def test_the_page_is_written_from_the_catalog(writer, name, page, language):
    written = (writer["FOLDERS"][language] / f"{name}.md").read_text(encoding="utf-8")
    assert written == writer[page](language), "run python tools/functions_page.py"


def test_every_public_name_is_on_the_page(writer):
    rows = writer["page"]().splitlines()
    for name in fastmetrics.__all__:
        if name != "__version__":
            assert any(row.startswith(f"| `{name}`") for row in rows), name
