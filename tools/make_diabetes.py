"""Make fastmetrics/data/diabetes.csv, the data set of the command line for regression.

Three models foretell how far diabetes has advanced in patients that they have not seen:
each row's numbers come from models fitted on the other nine tenths of the rows
(ten-fold cross-validation, the same folds for all). Ridge regression and gradient
boosting give one number, and gradient boosting of the pinball loss the quantiles of 10,
50 and 90 %: so a report on them has points, quantiles and intervals to judge.

Run with scikit-learn 1.9.1::

    python tools/make_diabetes.py [OUTPUT.csv]

Numbers are written with two decimals. Another platform's linear algebra may split a
tree in another place, which moves the forecasts of a few rows.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 20240101
LEVELS = (0.1, 0.5, 0.9)
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "diabetes.csv"


def boosting(**options: Any) -> GradientBoostingRegressor:
    """Return gradient boosting of shallow trees, each on half of the rows."""
    return GradientBoostingRegressor(
        n_estimators=200,
        learning_rate=0.03,
        max_depth=3,
        min_samples_leaf=10,
        subsample=0.5,
        random_state=SEED,
        **options,
    )


def main(output: Path) -> None:
    """Fit all models on ten folds and write what they foretell, and the folds."""
    features, progression = load_diabetes(return_X_y=True, scaled=False)
    folds = KFold(n_splits=10, shuffle=True, random_state=SEED)
    models: dict[str, Any] = {
        "ridge": make_pipeline(
            StandardScaler(), RidgeCV(alphas=np.geomspace(0.1, 1000, 41))
        ),
        "gradient_boosting": boosting(),
        **{
            f"q{100 * level:g}_quantile_boosting": boosting(
                loss="quantile", alpha=level
            )
            for level in LEVELS
        },
    }
    columns: dict[str, Any] = {"progression": map(int, progression)}
    for name, model in models.items():
        found = cross_val_predict(model, features, progression, cv=folds)
        columns[name] = (f"{one:.2f}" for one in found)
    fold_of = np.empty(len(progression), np.int64)
    for fold, (_, tested) in enumerate(folds.split(features, progression)):
        fold_of[tested] = fold
    columns["fold"] = fold_of
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
