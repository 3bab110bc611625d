"""Reports of cross-validations."""

import numpy as np
import pytest

import fastmetrics as fm

RNG = np.random.default_rng(5)
X = RNG.normal(size=(60, 2))
LABELS = np.where(X[:, 0] + RNG.normal(size=60) > 0, "yes", "no")
NUMBERS = X[:, 0] + RNG.normal(size=60)


class Odds:
    """Fixed odds of the first column."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)

    def predict(self, X):
        return self.classes_[(X[:, 0] > 0).astype(int)]

    def predict_proba(self, X):
        odds = np.exp(X[:, 0])
        return np.column_stack([1 / (1 + odds), odds / (1 + odds)])


class Line:
    """Least squares of the first column."""

    def fit(self, X, y):
        self.slope, self.at = np.polyfit(X[:, 0], y, 1)

    def predict(self, X):
        return self.at + self.slope * X[:, 0]


def test_the_report_is_that_of_predictions_and_folds():
    found = fm.cross_validate(Odds(), X, LABELS, scoring=["accuracy", "log_loss"])
    options = {"metrics": ["accuracy", "roc_auc", "log_loss"], "random_state": 1}
    said = found.predictions
    expected = fm.evaluate(
        LABELS,
        said["predict"],
        y_proba=said["predict_proba"][:, 1],
        pos_label="yes",
        folds=found.fold_ids,
        **options,
    )
    report = fm.evaluate(found, **options)
    assert report.to_dict() == expected.to_dict()
    assert report["accuracy_score"].target


def test_the_report_of_numbers():
    found = fm.cross_validate(Line(), X, NUMBERS, scoring="mae", cv=4)
    report = fm.evaluate(found, metrics=["mae"], random_state=1)
    values = report.folds.values["model"]["mean_absolute_error"]
    np.testing.assert_allclose(values, found["test_score"], rtol=1e-12)


def test_what_there_is_no_report_of():
    def scorer(model, X, y):
        return 1.0

    found = fm.cross_validate(Line(), X, NUMBERS, scoring=scorer)
    with pytest.raises(ValueError, match="return_predictions=True"):
        fm.evaluate(found)
    kept = fm.cross_validate(
        Line(), X, NUMBERS, scoring=scorer, return_predictions=True
    )
    assert fm.evaluate(kept, metrics=["mae"]).n_rows == 60
    with pytest.raises(TypeError, match="y_pred cannot be given beside"):
        fm.evaluate(kept, NUMBERS)
    repeated = fm.RepeatedKFold(n_splits=2, n_repeats=2, random_state=0)
    with pytest.raises(ValueError, match="each row must be tested once"):
        fm.evaluate(fm.cross_validate(Line(), X, NUMBERS, scoring="mae", cv=repeated))
