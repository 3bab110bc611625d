"""docs/authors.md: its examples run, where the library that one is for is installed."""

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "authors.md"
if not PAGE.exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)
LIBRARIES = {
    "Workers of joblib": "joblib",
    "GROUP BY of DuckDB": "duckdb",
    "Ranks of torch.distributed": "torch",
    "Tasks of Ray": "ray",
    "foreachBatch of Spark": "pyspark",
    "A callback of Keras": "keras",
    "A module of Lightning": "lightning",
    "make_metric of MLflow": "mlflow",
    "A scorer of AutoGluon": "autogluon.core",
    "A metric of skore": "skore",
}
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"),
                           re.DOTALL | re.MULTILINE))  # fmt: skip


# PySpark warns of pandas 3, and pandas 3 of PySpark.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore:.*:FutureWarning:pyspark")
@pytest.mark.filterwarnings("ignore:.*:DeprecationWarning:pyspark")
@pytest.mark.parametrize("title", SECTIONS)
def test_what_the_page_shows_is_so(title, monkeypatch):
    if title == "A callback of Keras":
        pytest.importorskip("torch")
        monkeypatch.setenv("KERAS_BACKEND", "torch")
    if title in LIBRARIES:
        name = LIBRARIES[title]
        pytest.importorskip(name, reason=f"{name} is not installed")
    from fastmetrics import Accumulator
    from fastmetrics.catalog import find

    found = doctest.DocTestParser().get_doctest(
        SECTIONS[title],
        {"__name__": "__main__", "Accumulator": Accumulator, "find": find},
        title,
        str(PAGE),
        0,
    )
    told = []
    result = doctest.DocTestRunner().run(found, out=told.append)
    assert not result.failed, "".join(told)
    assert result.attempted >= 4 or title == "The cost of calls"


def test_every_section_with_a_library_is_on_the_page():
    assert {*LIBRARIES} < {*SECTIONS}
