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
    report = fm.evaluate(found, pos_label="yes", **options)
    assert report.to_dict() == expected.to_dict()
    assert report["accuracy_score"].target


def test_words_do_not_tell_the_positive_class():
    """A report refuses as it does of predictions, unless scorers were told."""
    scoring = ["accuracy", "average_precision"]
    untold = validated(Odds(), scoring=["accuracy", "log_loss"])
    assert fm.evaluate(untold, metrics=["accuracy", "f1_macro"]).pos_label is None
    loss = fm.evaluate(untold, metrics=["log_loss"])["log_loss"].estimate
    assert loss == pytest.approx(untold["test_log_loss"].mean())
    for metrics in (["f1"], ["average_precision"], None):
        with pytest.raises(ValueError, match="pos_label is not specified"):
            fm.evaluate(untold, metrics=metrics)
    for label in ("yes", "no"):
        told = validated(Odds(), scoring=scoring, pos_label=label)
        report = fm.evaluate(told, metrics=["average_precision", "f1"])
        assert report.pos_label == label
        mean = told["test_average_precision"].mean()
        assert report["average_precision"].estimate == pytest.approx(mean)


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
    with pytest.raises(TypeError, match="y_pred cannot be combined with"):
        fm.evaluate(kept, NUMBERS)
    repeated = fm.RepeatedKFold(n_splits=2, n_repeats=2, random_state=0)
    with pytest.raises(ValueError, match="each row must be tested once"):
        fm.evaluate(fm.cross_validate(Line(), X, NUMBERS, scoring="mae", cv=repeated))


class Twice(Odds):
    """Odds that differ from row to row more."""

    def predict_proba(self, X):
        return super().predict_proba(2 * X)


class Decisions:
    """The same as decisions."""

    fit, predict = Odds.fit, Odds.predict
    _estimator_type = "classifier"

    def decision_function(self, X):
        return X[:, 0]


SHUFFLED = fm.StratifiedKFold(3, shuffle=True, random_state=3)


def validated(model, y=LABELS, cv=SHUFFLED, **options):
    scoring = options.pop("scoring", ["roc_auc", "accuracy"])
    return fm.cross_validate(
        model, X, y, scoring=scoring, cv=cv, return_predictions=True, **options
    )


def test_the_column_of_the_positive_label_is_taken():
    """Of either class the AUC is that of its own column, above one half here."""
    for names in (("no", "yes"), ("yes", "no"), (7, 3), (1, 0)):
        for model in (Odds, Decisions):
            y = np.where(LABELS == "yes", *names)
            found = validated(model(), y)
            metrics = ["roc_auc", "average_precision_score"]
            for positive in names:
                report = fm.evaluate(
                    found, pos_label=positive, metrics=metrics, random_state=0
                )
                assert report["roc_auc"].estimate == pytest.approx(
                    found["test_roc_auc"].mean()
                ), (names, model)
                assert report.pos_label == positive, (names, model)
                is_last = positive == found.classes[1]
                scores = X[:, 0] if is_last else -X[:, 0]
                of_folds = [
                    fm.average_precision_score(y[rows] == positive, scores[rows])
                    for rows in found.test_rows
                ]
                precision = report["average_precision_score"].estimate
                assert precision == pytest.approx(np.mean(of_folds)), (names, model)
            with pytest.raises(ValueError, match="'maybe' is not a valid label"):
                fm.evaluate(found, pos_label="maybe")


def test_a_gap_is_of_the_class_that_the_report_is_of():
    scoring = ["roc_auc", "average_precision_score"]
    y = (LABELS == "yes").astype(int)
    found = validated(Odds(), y, scoring=scoring, return_train_score=True)
    same = fm.evaluate(found, pos_label=1, metrics=scoring, random_state=0)
    other = fm.evaluate(found, pos_label=0, metrics=scoring, random_state=0)
    assert [*same.folds.gaps] == ["roc_auc_score", "average_precision_score"]
    assert [*other.folds.gaps] == ["roc_auc_score"]


def test_several_models_are_those_of_their_predictions():
    found = {"a": validated(Odds()), "b": validated(Twice())}
    options = {"metrics": ["roc_auc", "log_loss", "f1"], "random_state": 1}
    said = {name: one.predictions for name, one in found.items()}
    expected = fm.evaluate(
        LABELS,
        {name: one["predict"] for name, one in said.items()},
        y_proba={name: one["predict_proba"][:, 0] for name, one in said.items()},
        pos_label="no",
        folds=found["a"].fold_ids,
        **options,
    )
    report = fm.evaluate(found, pos_label="no", **options)
    assert report.to_dict() == expected.to_dict()
    assert report.differences["a", "b"]["log_loss"].method == "corrected"


def test_models_that_cannot_be_compared():
    a = validated(Odds())
    other_folds = validated(Odds(), cv=fm.StratifiedKFold(3))
    with pytest.raises(ValueError, match=r"'a' and 'b' .* different folds"):
        fm.evaluate({"a": a, "b": other_folds})
    other_data = validated(Odds(), np.where(LABELS == "yes", "no", "yes"))
    with pytest.raises(ValueError, match=r"'a' and 'b' .* different data"):
        fm.evaluate({"a": a, "b": other_data})
    with pytest.raises(TypeError, match="'b' is not a CrossValidation"):
        fm.evaluate({"a": a, "b": LABELS})
    forgetful = fm.cross_validate(
        Odds(), X, LABELS, cv=SHUFFLED, scoring=lambda model, X, y: 1.0
    )
    with pytest.raises(ValueError, match="'b': there are no predictions"):
        fm.evaluate({"a": a, "b": forgetful})


def test_folds_by_their_splitter():
    column = SHUFFLED.fold_ids(X, LABELS)
    scores = X[:, 0]
    options = {"y_score": scores, "pos_label": "yes", "metrics": ["roc_auc"]}
    options["random_state"] = 0
    expected = fm.evaluate(LABELS, folds=column, **options).to_dict()
    assert fm.evaluate(LABELS, folds=SHUFFLED, **options).to_dict() == expected
    groups = np.arange(60) // 5
    grouped = fm.GroupKFold(3)
    found = fm.evaluate(LABELS, folds=grouped, groups=groups, **options)
    by_group = fm.evaluate(LABELS, folds=grouped.fold_ids(X, LABELS, groups), **options)
    assert found.to_dict() == by_group.to_dict()
    with pytest.raises(ValueError, match="other folds each time"):
        fm.evaluate(LABELS, folds=fm.KFold(3, shuffle=True), **options)
    with pytest.raises(ValueError, match="more than once"):
        fm.evaluate(LABELS, folds=fm.RepeatedKFold(random_state=0), **options)
    with pytest.raises(ValueError, match="never tests 10 of 60 rows"):
        fm.evaluate(LABELS, folds=fm.TimeSeriesSplit(5), **options)
