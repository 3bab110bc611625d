"""Make fastmetrics/data/digits.csv, the second data set of the command line.

Two models judge handwritten digits that they have not seen: each row's label comes from
a model fitted on the other nine tenths of the rows (stratified ten-fold
cross-validation, the same folds for both models). One of them is good and one is not,
so that a report on them has something to tell apart.

Run with scikit-learn 1.9.1::

    python tools/make_digits.py [OUTPUT.csv]

Another platform's linear algebra may move a row or two whose classes are close.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "digits.csv"


def main(output: Path) -> None:
    """Fit both models on ten folds and write their out-of-fold labels."""
    pixels, digits = load_digits(return_X_y=True)
    folds = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    models = {
        "logistic_regression": make_pipeline(
            StandardScaler(), LogisticRegression(max_iter=1000)
        ),
        "decision_tree": DecisionTreeClassifier(random_state=SEED),
    }
    labels = {
        f"pred_{name}": cross_val_predict(model, pixels, digits, cv=folds)
        for name, model in models.items()
    }
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["digit", *labels])
        writer.writerows(zip(digits, *labels.values(), strict=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
