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
    models = ["logistic_regression", "decision_tree"]
    proba = [f"proba_{model}_{digit}" for model in models for digit in range(10)]
    assert digits[0] == ["digit", *(f"pred_{model}" for model in models), *proba]
    assert [int(row[0]) for row in digits[1:]] == load_digits().target.tolist()
    assert {label for row in digits[1:] for label in row[:3]} == set("0123456789")
    labels = np.array([row[1:3] for row in digits[1:]], int)
    for column, first in zip(labels.T, (3, 13), strict=True):
        texts = [row[first : first + 10] for row in digits[1:]]
        assert all(len(text) <= len("0.1234") for row in texts for text in row)
        parts = np.rint(np.array(texts, float) * 10_000).astype(int)
        assert (parts >= 0).all()
        assert (parts.sum(axis=1) == 10_000).all()
        assert np.array_equal(parts.argmax(axis=1), column)


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
    assert made[0] == stored[0]
    both = [np.array(rows_[1:], float) for rows_ in (made, stored)]
    # Four digits of a probability are as good as the solver's tolerance.
    differ = (np.abs(both[0] - both[1]) > 2e-4).any(axis=1).sum()
    assert differ <= most


def test_source_and_licence_are_said():
    text = (resources.files("fastmetrics.data") / "README").read_text()
    for name in ("breast_cancer.csv", "digits.csv", "wine.csv"):
        licence = text.split(f"Licence of {name}")[1].split("\n")[1]
        assert licence.startswith("    Creative Commons Attribution 4.0")
