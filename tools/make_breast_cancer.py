"""Make fastmetrics/data/breast_cancer.csv, scores of two models for 569 tumours.

Two models are evaluated on data that they have not seen: each row's probability comes
from a model fitted on the other nine tenths of the rows (stratified ten-fold
cross-validation, the same folds for both models). The positive class, ``y_true`` = 1,
is *malignant*: scikit-learn's copy codes it 0, this script turns it round, because the
case one wants to find is the positive one.

Run with scikit-learn 1.9.1::

    python tools/make_breast_cancer.py [OUTPUT.csv]

Probabilities are written with ten significant digits; another platform's linear
algebra may move the last of them.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "breast_cancer.csv"


def main(output: Path) -> None:
    """Fit both models on ten folds; write out-of-fold probabilities and the folds."""
    features, benign = load_breast_cancer(return_X_y=True)
    malignant = 1 - benign
    folds = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    models = {
        "logistic_regression": make_pipeline(
            StandardScaler(), LogisticRegression(max_iter=1000)
        ),
        "random_forest": RandomForestClassifier(
            n_estimators=300, random_state=SEED, n_jobs=1
        ),
    }
    probabilities = {
        name: cross_val_predict(
            model, features, malignant, cv=folds, method="predict_proba"
        )[:, 1]
        for name, model in models.items()
    }
    fold_of = np.empty(len(malignant), np.int64)
    for fold, (_, tested) in enumerate(folds.split(features, malignant)):
        fold_of[tested] = fold
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["y_true", *models, "fold"])
        for row, label in enumerate(malignant):
            values = (f"{column[row]:.10g}" for column in probabilities.values())
            writer.writerow([int(label), *values, fold_of[row]])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
