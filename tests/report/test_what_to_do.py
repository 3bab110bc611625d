"""Calls that are written almost as they should be say how they should be, or work."""

import numpy as np
import pytest
from helpers.shown import full

import fastmetrics as fm

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 60)
A, B = RNG.random((2, 60))
SENTENCES = [f"the cat number {i} sat on the mat" for i in range(60)]


def test_a_metric_that_was_forgotten():
    for first in (Y, Y.tolist(), 5):
        for call in (fm.compare, fm.confidence_interval, fm.paired_permutation_test):
            with pytest.raises(TypeError, match="metric, which comes first, must be"):
                call(first, {"a": Y, "b": Y})


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_models_in_a_frame(library):
    frame = pytest.importorskip(library).DataFrame({"a": A, "b": B})
    asked = {"random_state": 0, "n_resamples": 99}
    found = fm.compare("roc_auc", Y, y_score=frame, **asked)
    assert full(found) == str(
        fm.compare("roc_auc", Y, y_score={"a": A, "b": B}, **asked)
    )
    with pytest.raises(
        ValueError, match=r"as \{name: frame\[name\] for name in frame\}"
    ):
        fm.evaluate(Y, y_score=frame)
    with pytest.raises(TypeError, match="or a data frame of these, got ndarray"):
        fm.compare("roc_auc", Y, y_score=np.column_stack([A, B]))


def test_several_names_where_one_is_read_off():
    for summary in (
        fm.ScoreSweep.from_scores(Y, A),
        fm.ConfusionCounts.from_labels(Y, A > 0.5),
        fm.RankedLists.from_dense([[0, 1]], [[0.2, 0.1]]),
        fm.ItemCounts.from_lists([[0, 1], [1, 2, 3]]),
    ):
        with pytest.raises(TypeError, match="a metric is named by a str, got list"):
            summary.compute(["accuracy", "f1"])


class Threshold:
    """Says what the first column is."""

    classes_ = np.array([0, 1])

    def get_params(self, deep=True):
        return {}

    def fit(self, X, y):
        return self

    def predict(self, X):
        return X[:, 0] > 0.5

    def predict_proba(self, X):
        return np.column_stack([1 - X[:, 0], X[:, 0]])


def test_names_however_they_are_written():
    for written, name in (
        ("AUC", "roc_auc_score"),
        ("Brier-Score", "brier_score_loss"),
        ("Log Loss", "log_loss"),
    ):
        found, same = (
            fm.cross_val_score(Threshold(), A[:, None], Y, scoring=one)
            for one in (written, name)
        )
        assert found.tolist() == same.tolist(), written


def test_a_name_that_comes_close():
    with pytest.raises(ValueError, match="did you mean 'roc_auc_score'"):
        fm.cross_val_score(Threshold(), A[:, None], Y, scoring="rocauc_scor")


def test_scikit_learns_name_of_average_precision():
    by_name = fm.cross_val_score(
        Threshold(), A[:, None], Y, scoring="average_precision"
    )
    ours = fm.cross_val_score(Threshold(), A[:, None], Y, scoring="ap")
    assert by_name.tolist() == ours.tolist()


def test_a_table_for_mcnemars_test():
    table = [[50, 15], [5, 30]]
    with pytest.raises(TypeError, match=r"to mcnemar_test_from_table\(table\)"):
        fm.mcnemar_test(table)
    assert fm.mcnemar_test_from_table(table).discordant == (15, 5)


def test_sentences_may_be_transcripts():
    heard = [text.replace("cat", "dog") for text in SENTENCES]
    for given in (SENTENCES, np.array(SENTENCES), np.array(SENTENCES, object)):
        with pytest.raises(ValueError, match="name the task, 'speech' or 'labels'"):
            fm.evaluate(given, heard)
    assert "word_error_rate" in fm.evaluate(SENTENCES, heard, task="speech").metrics
    with pytest.warns(UserWarning, match="no label in common"):
        as_labels = fm.evaluate(SENTENCES, heard, task="labels")
    assert "accuracy_score" in as_labels.metrics
    places = [
        "New York City",
        "Rio de Janeiro",
        "Ho Chi Minh City",
    ] * 20  # which come again
    assert "accuracy_score" in fm.evaluate(places, places).metrics


def test_briers_range_is_that_of_so_many_classes():
    names = {"metrics": ["brier_score_loss"]}
    columns = {"column": A, "two": np.column_stack([1 - A, A])}
    for proba in columns.values():
        report = fm.evaluate(Y, y_proba=proba, **names)
        assert "[0, 1]" in full(report)
        assert report.to_dict()["metrics"]["brier_score_loss"]["upper"] == 1
    sums = fm.ProbabilitySums.from_proba(Y, A)
    assert "[0, 1]" in full(fm.evaluate(sums, **names))
    three = fm.evaluate(
        np.arange(60) % 3, y_proba=RNG.dirichlet([1, 1, 1], 60), **names
    )
    assert "[0, 2]" in full(three)
    # Bounds of few bad forecasts end there, too.
    found = fm.confidence_interval("brier_score_loss", [0, 1, 0], y_proba=[1.0, 0, 0.5])
    assert found.high <= 1
    whole = fm.confidence_interval(
        "brier_score_loss",
        [0, 1, 0],
        y_proba=[1.0, 0, 0.5],
        metric_params={"scale_by_half": False},
    )
    assert 1 < whole.high <= 2


def test_a_frame_of_models_is_told_how_to_be_given():
    pd = pytest.importorskip("pandas")
    y = np.array([0, 1, 1, 0] * 5)
    labels = pd.DataFrame({"a": y, "b": 1 - y})
    for truth, frame in ((y, labels), (y + 0.5, labels + 0.25), (y, labels + 0.25)):
        with pytest.raises(ValueError, match=r"y_pred has shape \(20, 2\).* in a dict"):
            fm.evaluate(truth, y_pred=frame)
    report = fm.evaluate(y, y_pred={name: labels[name] for name in labels})
    assert report.models == ["a", "b"]
