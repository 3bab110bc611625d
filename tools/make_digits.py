"""Make fastmetrics/data/digits.csv, the second data set of the command line.

Two models judge handwritten digits that they have not seen: each row's label and its
ten probabilities come from a model fitted on the other nine tenths of the rows
(stratified ten-fold cross-validation, the same folds for both models). One of them is
good and one is not, so that a report on them has something to tell apart.

Probabilities are whole numbers of ten-thousandths. All are rounded down, and what a row
then lacks goes to those that lost most, one each (the method of largest remainders): so
each row adds up to one. A model's label stays the class with the largest of them.

Run with scikit-learn 1.9.1::

    python tools/make_digits.py [OUTPUT.csv]

Another platform's linear algebra may move a row or two whose classes are close.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

SEED = 20240101
PARTS = 10_000
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "digits.csv"


def rounded(proba: np.ndarray) -> np.ndarray:
    """Return probabilities in whole parts of `PARTS` that add up to it in each row."""
    exact = proba * PARTS
    parts = np.floor(exact).astype(np.int64)
    lack = PARTS - parts.sum(axis=1)
    order = np.argsort(parts - exact, axis=1, kind="stable")
    place = np.argsort(order, axis=1)
    return parts + (place < lack[:, None])


def written(parts: int) -> str:
    """Write a number of parts as a decimal fraction without needless zeros.

    >>> written(0), written(25), written(9_900), written(10_000)
    ('0', '0.0025', '0.99', '1')
    """
    return f"{parts / PARTS:.4f}".rstrip("0").rstrip(".")


def main(output: Path) -> None:
    """Fit both models on ten folds and write labels, probabilities, folds."""
    pixels, digits = load_digits(return_X_y=True)
    folds = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    models = {
        "logistic_regression": make_pipeline(
            StandardScaler(), LogisticRegression(max_iter=1000)
        ),
        "decision_tree": DecisionTreeClassifier(random_state=SEED),
    }
    columns: dict[str, Any] = {"digit": digits}
    for name, model in models.items():
        columns[f"pred_{name}"] = cross_val_predict(model, pixels, digits, cv=folds)
    for name, model in models.items():
        proba = cross_val_predict(
            model, pixels, digits, cv=folds, method="predict_proba"
        )
        parts = rounded(proba)
        assert (parts.argmax(axis=1) == columns[f"pred_{name}"]).all()
        for digit, column in enumerate(parts.T.tolist()):
            columns[f"proba_{name}_{digit}"] = map(written, column)
    fold_of = np.empty(len(digits), np.int64)
    for fold, (_, tested) in enumerate(folds.split(pixels, digits)):
        fold_of[tested] = fold
    columns["fold"] = fold_of
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
