"""row_losses: one number a row, of which the metric is made."""

import warnings

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import METRICS

ROWS = 60
RNG = np.random.default_rng(20260229)
BINARY = RNG.integers(0, 2, (2, ROWS))
SEVERAL = RNG.integers(0, 4, (2, ROWS))
INDICATORS = RNG.integers(0, 2, (2, ROWS, 3))
NUMBERS = RNG.random((2, ROWS)) + 0.5
CHANCES = RNG.random(ROWS)
LABELS = [name for name, row in METRICS.items() if row.task == "labels"]
POINTS = [name for name, row in METRICS.items() if row.targets == ("point",)]
REFUSED = "is not a mean over rows"


def given(row):
    known = {"cost_matrix": [[0, 3], [1, 0]], "beta": 2.0}
    return {name: known[name] for name in row.required if name in known}


def made(row, losses):
    if row.made_of == "root":
        return np.sqrt(np.mean(losses))
    return np.sum(losses) if row.made_of == "sum" else np.mean(losses)


def test_worked_by_hand():
    assert fm.row_losses("mae", [3.0, 5.0], [2.5, 7.0]).tolist() == [0.5, 2.0]
    assert fm.row_losses("mse", [3.0, 5.0], [2.5, 7.0]).tolist() == [0.25, 4.0]
    # The root's rows have squares, of which it is made.
    assert fm.row_losses("rmse", [3.0, 5.0], [2.5, 7.0]).tolist() == [0.25, 4.0]
    words = ["cat", "dog", "dog"], ["cat", "cat", "dog"]
    assert fm.row_losses("error_rate", *words).tolist() == [0.0, 1.0, 0.0]
    assert fm.row_losses("accuracy", *words).tolist() == [1.0, 0.0, 1.0]
    costs = fm.row_losses("costs", *words, cost_matrix=[[0, 3], [7, 1]])
    assert costs.tolist() == [0.0, 7.0, 1.0]
    # Of three labels a row, the second has one wrong.
    several = [[1, 0, 0], [1, 1, 0]], [[1, 0, 0], [1, 0, 0]]
    assert fm.row_losses("hamming_loss", *several).tolist() == [0.0, 1 / 3]
    assert fm.row_losses("zero_one_loss", *several).tolist() == [0.0, 1.0]
    assert fm.row_losses("recall_samples", *several).tolist() == [1.0, 0.5]
    logs = fm.row_losses("log_loss", [1, 0], y_proba=[0.5, 0.75])
    np.testing.assert_allclose(logs, [np.log(2), np.log(4)], rtol=1e-15)


@one_case("name", LABELS)
@one_case("kind", ["binary", "multiclass", "multilabel-indicator"])
def test_labels_add_up_to_the_metric_or_are_refused(name, kind):
    row = METRICS[name]
    if kind not in row.targets or (kind == "multiclass" and row.required):
        pytest.skip("not of such labels")
    columns = {"binary": BINARY, "multiclass": SEVERAL}.get(kind, INDICATORS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = row.public(*columns, **row.parameters, **given(row))
    by_row = name.endswith("_samples") or row.how.of_each_row
    if not by_row:
        with pytest.raises(ValueError, match=REFUSED):
            fm.row_losses(name, *columns, **given(row))
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the function's own, of rows without labels
        losses = fm.row_losses(name, *columns, **given(row))
    assert losses.shape == (ROWS,)
    # In one sum in place of a ratio of counts.
    assert np.isclose(made(row, losses), value, rtol=1e-14)
    if row.targets == ("binary",) or row.required or name.endswith("_samples"):
        return  # a row has not both classes, or not enough labels to say the average
    alone = [row.public(t[None], p[None]) for t, p in zip(*columns, strict=True)]
    assert alone == losses.tolist()


@one_case("name", POINTS)
def test_numbers_add_up_to_the_metric_or_are_refused(name):
    row = METRICS[name]
    more = {"n_features": 2} if name == "adjusted_r2_score" else {}
    more = {"q": 0.3} if name == "error_quantiles" else more
    by_row = type(row.how).__name__ == "RowMean"
    if not by_row:
        with pytest.raises(ValueError, match=REFUSED):
            fm.row_losses(name, *NUMBERS, **more)
        return
    losses = fm.row_losses(name, *NUMBERS)
    value = row.public(*NUMBERS, **row.parameters)
    assert made(row, losses) == pytest.approx(value, rel=1e-13)
    if "scaled" not in name:  # these are scaled by what comes before
        alone = [row.public([t], [p], **row.parameters) for t, p in NUMBERS.T]
        each = np.sqrt(losses) if row.made_of == "root" else losses
        np.testing.assert_allclose(each, alone, rtol=1e-12, atol=1e-15)


def test_queries_and_utterances_are_rows():
    columns = {"y_score": [0.1, 0.2, 0.3, 0.4], "query_id": [1, 1, 2, 2]}
    assert fm.row_losses("nDCG@1", [1, 0, 0, 1], **columns).tolist() == [0.0, 1.0]
    said, heard = ["a b", "c"], ["a", "c"]
    assert fm.row_losses("wer", said, heard, average="mean").tolist() == [0.5, 0.0]
    assert fm.row_losses("sentence_error_rate", said, heard).tolist() == [1.0, 0.0]
    with pytest.raises(ValueError, match=REFUSED):
        fm.row_losses("wer", said, heard)


def test_tests_take_them(rng):
    y, a, b = rng.normal(size=(3, 40))
    losses = [fm.row_losses("mean_absolute_error", y, one) for one in (a, b)]
    options = {"n_resamples": 99, "random_state": 0, "method": "monte-carlo"}
    of_losses = fm.paired_permutation_test(
        "mean", loss_a=losses[0], loss_b=losses[1], **options
    )
    of_columns = fm.paired_permutation_test("mean_absolute_error", y, a, b, **options)
    assert of_losses.pvalue == of_columns.pvalue
    assert fm.cv_loss_test(*losses, np.arange(40) % 4).pvalue < 1


def test_many_classes_are_read_in_blocks(rng, monkeypatch):
    from fastmetrics.resampling import joint_cells

    y, p = rng.integers(0, 30, (2, 500))
    whole = fm.row_losses("error_rate", y, p)
    assert whole.tolist() == (y != p).tolist()
    monkeypatch.setattr(joint_cells, "_MOST_ENTRIES", 1)
    assert fm.row_losses("error_rate", y, p).tolist() == whole.tolist()


def test_what_is_asked_wrongly_is_said():
    y = [0, 1, 1]
    with pytest.raises(ValueError, match="y_pred"):
        fm.row_losses("error_rate", y, [0, 1])
    with pytest.raises(TypeError, match="sample_weight is not part of a row's loss"):
        fm.row_losses("error_rate", y, y, sample_weight=[1, 1, 1])
    with pytest.raises(TypeError, match="the rows themselves, got a ConfusionCounts"):
        fm.row_losses("error_rate", fm.ConfusionCounts.from_labels(y, y))
    with pytest.raises(ValueError, match="not a metric of the catalog"):
        fm.row_losses(lambda a, b: 0.0, y, y)
    with pytest.raises(TypeError, match="alpha"):
        fm.row_losses("error_rate", y, y, alpha=2)
    with pytest.raises(ValueError, match="roc_auc_score is not a mean over rows"):
        fm.row_losses("roc_auc", y, y_score=[0.1, 0.2, 0.4])
    with pytest.raises(ValueError, match="pos_label"):
        fm.row_losses("brier_score_loss", ["a", "b"], y_proba=[0.2, 0.3])
    found = fm.row_losses("brier", ["a", "b"], y_proba=[0.2, 0.3], pos_label="b")
    np.testing.assert_allclose(found, [0.04, 0.49], rtol=1e-15)
