"""The bundled data: what it is, and that its script makes it again."""

import csv
import importlib.util
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_wine

TOOLS = Path(__file__).parents[1] / "tools"


def rows_of(text):
    return list(csv.reader(text.splitlines()))


def bundled(name):
    return rows_of((resources.files("fastmetrics.data") / f"{name}.csv").read_text())


def test_digits():
    digits = bundled("digits")
    assert digits[0] == ["digit", "pred_logistic_regression", "pred_decision_tree"]
    assert [int(row[0]) for row in digits[1:]] == load_digits().target.tolist()
    assert {label for row in digits[1:] for label in row} == set("0123456789")


def test_wine():
    names, *rows = bundled("wine")
    wine = load_wine()
    clusterings = ["cluster_k_means", "cluster_complete_linkage"]
    assert names == ["cultivar", *clusterings, *wine.feature_names]
    values = np.array(rows, float)
    assert values[:, 0].tolist() == wine.target.tolist()
    assert np.array_equal(values[:, 3:], wine.data)
    for labels in values[:, 1:3].T:
        found, first = np.unique(labels, return_index=True)
        assert found.tolist() == [0, 1, 2]
        assert first.tolist() == sorted(first)


# Another linear algebra may turn a row that lies between classes or clusters.
@pytest.mark.parametrize(
    ("name", "rows", "most"), [("digits", 1797, 9), ("wine", 178, 4)]
)
@pytest.mark.skipif(not TOOLS.is_dir(), reason="the tools are not beside the tests")
def test_they_are_made_again(tmp_path, name, rows, most):
    spec = importlib.util.spec_from_file_location("tool", TOOLS / f"make_{name}.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    tool.main(tmp_path / "made.csv")
    made = rows_of((tmp_path / "made.csv").read_text())
    stored = bundled(name)
    assert len(made) == len(stored) == rows + 1
    differ = sum(one != other for one, other in zip(made, stored, strict=True))
    assert differ <= most


def test_source_and_licence_are_said():
    text = (resources.files("fastmetrics.data") / "README").read_text()
    for name in ("breast_cancer.csv", "digits.csv", "wine.csv"):
        assert f"Licence of {name}\n    Creative Commons Attribution 4.0" in text
