"""The bundled data: what it is, and that its script makes it again."""

import csv
import importlib.util
from importlib import resources
from pathlib import Path

import pytest
from sklearn.datasets import load_digits

TOOLS = Path(__file__).parents[1] / "tools"


def rows_of(text):
    return list(csv.reader(text.splitlines()))


@pytest.fixture(scope="module")
def digits():
    return rows_of((resources.files("fastmetrics.data") / "digits.csv").read_text())


def test_digits(digits):
    assert digits[0] == ["digit", "pred_logistic_regression", "pred_decision_tree"]
    assert [int(row[0]) for row in digits[1:]] == load_digits().target.tolist()
    assert {label for row in digits[1:] for label in row} == set("0123456789")


@pytest.mark.skipif(not TOOLS.is_dir(), reason="the tools are not beside the tests")
def test_digits_are_made_again(digits, tmp_path):
    spec = importlib.util.spec_from_file_location("tool", TOOLS / "make_digits.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    tool.main(tmp_path / "digits.csv")
    made = rows_of((tmp_path / "digits.csv").read_text())
    assert len(made) == len(digits) == 1798
    # Another linear algebra may turn a row whose classes are close.
    differ = sum(one != other for one, other in zip(made, digits, strict=True))
    assert differ <= 9


def test_source_and_licence_are_said():
    text = (resources.files("fastmetrics.data") / "README").read_text()
    for name in ("breast_cancer.csv", "digits.csv"):
        assert f"Licence of {name}\n    Creative Commons Attribution 4.0" in text
