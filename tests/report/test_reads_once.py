"""Each column is converted once, whoever judges it, and for how many models."""

import numpy as np
import pytest

import fastmetrics

Y = np.array([0, 1] * 30)
S = np.sin(np.arange(60.0)) + Y
P = (S > 0).astype(int)
X = np.column_stack([S, np.cos(np.arange(60.0))])
QUICK = {"n_resamples": 20, "random_state": 0}
DESIGNS = {
    "plain": {},
    "weights": {"sample_weight": 1 + np.arange(60.0)},
    "groups": {"groups": np.arange(60) // 3},
    "strata": {"stratified": True},
}


class Column:
    """An array-like that counts how often its values are asked for."""

    def __init__(self, values):
        self.values = np.asarray(values)
        self.n_reads = 0

    def __array__(self, dtype=None, copy=None):
        self.n_reads += 1
        return self.values

    def __len__(self):
        return len(self.values)


def columns(**models):
    return {
        name: {model: Column(values) for model, values in each.items()}
        for name, each in models.items()
    }


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_evaluate():
    for models, options in (
        ({"y_score": {"a": S}}, {}),
        ({"y_score": {"a": S, "b": -S, "c": S * S}}, {}),
        ({"y_pred": {"a": P}}, {}),
        ({"y_pred": {"a": P, "b": 1 - P, "c": Y}}, {}),
        ({"y_pred": {"a": P, "b": 1 - P}, "y_score": {"a": S, "c": -S}}, {}),
        ({"y_score": {"a": S, "b": -S}}, {"threshold": 0.1}),
    ):
        for design in DESIGNS:
            y_true, given = Column(Y), columns(**models)
            fastmetrics.evaluate(y_true, **given, **options, **DESIGNS[design], **QUICK)
            every = [y_true, *(one for each in given.values() for one in each.values())]
            assert [one.n_reads for one in every] == [1] * len(every), design


@pytest.mark.filterwarnings("ignore")
def test_evaluate_clusterings():
    for points in (False, True):
        y_true, given = Column(Y), columns(y_pred={"a": P, "b": 1 - Y})
        data = {"X": Column(X)} if points else {}
        fastmetrics.evaluate(y_true, **given, **data, task="clustering")
        every = [y_true, *given["y_pred"].values(), *data.values()]
        assert [one.n_reads for one in every] == [1] * len(every), points


@pytest.mark.filterwarnings("ignore")
def test_one_interval():
    for metric, other in (
        ("roc_auc_score", S),
        ("ap", S),
        ("accuracy", P),
        ("f1", P),
        ("f1_macro", P),
    ):
        for design in DESIGNS:
            given = Column(Y), Column(other)
            fastmetrics.confidence_interval(metric, *given, **DESIGNS[design], **QUICK)
            assert [one.n_reads for one in given] == [1, 1], design
