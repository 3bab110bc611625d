"""Make fastmetrics/data/classifiers.csv, the results that models are compared on.

Ten classifiers of scikit-learn, as it sets them but for what the script says, judge
twenty data sets: five that come with scikit-learn and fifteen that its generators make.
A number is the share of rows whose class was found, each of them by a model fitted on
the other nine tenths of the rows (stratified ten-fold cross-validation, the same folds
for all classifiers).

Run with scikit-learn 1.9.1::

    python tools/make_classifiers.py [OUTPUT.csv]

It takes a minute or two. Another platform's linear algebra may move a row or two that
lie between classes.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sklearn import datasets
from sklearn.base import ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "classifiers.csv"

Rows = tuple[np.ndarray, np.ndarray]

# All but those that look at one measurement at a time see them standardised.
CLASSIFIERS: dict[str, Callable[[], ClassifierMixin]] = {
    "logistic_regression": lambda: make_pipeline(
        StandardScaler(), LogisticRegression(max_iter=1000)
    ),
    "linear_discriminant": lambda: LinearDiscriminantAnalysis(),
    "naive_bayes": lambda: GaussianNB(),
    "nearest_neighbours": lambda: make_pipeline(
        StandardScaler(), KNeighborsClassifier()
    ),
    "support_vectors": lambda: make_pipeline(StandardScaler(), SVC()),
    "decision_tree": lambda: DecisionTreeClassifier(random_state=SEED),
    "random_forest": lambda: RandomForestClassifier(random_state=SEED),
    "extra_trees": lambda: ExtraTreesClassifier(random_state=SEED),
    "ada_boost": lambda: AdaBoostClassifier(random_state=SEED),
    "gradient_boosting": lambda: HistGradientBoostingClassifier(random_state=SEED),
}


def loaded(load: Callable[..., Rows]) -> Callable[[], Rows]:
    """Return what loads a data set that comes with scikit-learn."""
    return lambda: load(return_X_y=True)


def generated(make: Callable[..., Rows], **options: object) -> Callable[[], Rows]:
    """Return what makes a data set of classes."""
    return lambda: make(random_state=SEED, **options)


def classified(
    make: Callable[..., Rows], n_classes: int = 2, **options: object
) -> Callable[[], Rows]:
    """Return what makes a data set of classes of equal size out of one of numbers."""

    def made() -> Rows:
        features, numbers = make(**options)
        edges = np.quantile(numbers, np.arange(1, n_classes) / n_classes)
        return features, np.searchsorted(edges, numbers)

    return made


def classes(**options: object) -> Callable[[], Rows]:
    """Return what makes 400 rows of normal clusters at the corners of a cube."""
    return generated(datasets.make_classification, **{"n_samples": 400, **options})


DATASETS: dict[str, Callable[[], Rows]] = {
    "breast_cancer": loaded(datasets.load_breast_cancer),
    "diabetes_halves": classified(datasets.load_diabetes, return_X_y=True),
    "digits": loaded(datasets.load_digits),
    "iris": loaded(datasets.load_iris),
    "wine": loaded(datasets.load_wine),
    "blobs": generated(
        datasets.make_blobs, n_samples=400, centers=5, n_features=3, cluster_std=3.0
    ),
    "circles": generated(datasets.make_circles, n_samples=400, noise=0.2, factor=0.6),
    "cube": classes(n_features=10, n_informative=5, n_redundant=0),
    "cube_few_rows": classes(n_samples=100, n_features=30, n_informative=5),
    "cube_many_classes": classes(n_informative=8, n_classes=6),
    "cube_noise": classes(n_features=60, n_informative=4, n_redundant=0),
    "cube_rare_class": classes(n_informative=6, weights=[0.9]),
    "cube_redundant": classes(n_informative=4, n_redundant=16),
    "cube_wrong_labels": classes(n_informative=4, flip_y=0.3),
    "friedman_1": classified(
        datasets.make_friedman1, n_samples=400, noise=2.0, random_state=SEED
    ),
    "friedman_2": classified(
        datasets.make_friedman2, 3, n_samples=400, noise=100.0, random_state=SEED
    ),
    "gaussian_shells": generated(
        datasets.make_gaussian_quantiles, n_samples=400, n_features=4, n_classes=3
    ),
    "hastie": generated(datasets.make_hastie_10_2, n_samples=800),
    "moons": generated(datasets.make_moons, n_samples=400, noise=0.35),
    "swiss_roll": classified(
        datasets.make_swiss_roll, 6, n_samples=400, noise=1.0, random_state=SEED
    ),
}


def share(classifier: str, dataset: str) -> str:
    """Return the share of a data set's rows whose class a classifier finds."""
    features, target = DATASETS[dataset]()
    folds = StratifiedKFold(n_splits=10, shuffle=True, random_state=SEED)
    found = cross_val_predict(CLASSIFIERS[classifier](), features, target, cv=folds)
    return f"{np.mean(found == target):.4f}"


def main(output: Path) -> None:
    """Judge all classifiers on all data sets and write the shares of right classes."""
    with output.open("w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["dataset", *CLASSIFIERS])
        for dataset in DATASETS:
            row = (share(classifier, dataset) for classifier in CLASSIFIERS)
            writer.writerow([dataset, *row])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT)
