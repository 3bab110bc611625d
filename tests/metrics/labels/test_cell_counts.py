"""The four counts, one at a time."""

import numpy as np
import pytest
from helpers.label_cases import BAD, BINARY, ONE_SIDED, cells_of, label_weights

import fastmetrics as fm
from fastmetrics import reference

NAMES = ["true_negatives", "false_positives", "false_negatives", "true_positives"]


@pytest.mark.parametrize("case", BINARY)
@pytest.mark.parametrize("which", range(4))
class TestCounts:
    def test_unweighted(self, case, which):
        y_true, y_pred, pos_label = BINARY[case]
        found = getattr(fm, NAMES[which])(y_true, y_pred, pos_label=pos_label)
        assert type(found) is int
        assert found == cells_of(y_true, y_pred, pos_label)[which]
        twin = getattr(reference, NAMES[which])
        y_true, y_pred = np.asarray(y_true).tolist(), np.asarray(y_pred).tolist()
        assert found == twin(y_true, y_pred, pos_label=pos_label)

    def test_weighted(self, case, which):
        y_true, y_pred, pos_label = BINARY[case]
        weights = label_weights(y_true)
        function = getattr(fm, NAMES[which])
        found = function(y_true, y_pred, pos_label=pos_label, sample_weight=weights)
        assert type(found) is float
        expected = cells_of(y_true, y_pred, pos_label, weights)[which]
        assert found == pytest.approx(expected, rel=1e-14)

    def test_whole_weights(self, case, which):
        y_true, y_pred, pos_label = BINARY[case]
        times = np.arange(len(y_true)) % 3
        function = getattr(fm, NAMES[which])
        found = function(y_true, y_pred, pos_label=pos_label, sample_weight=times)
        assert type(found) is int
        y_true, y_pred = np.repeat(y_true, times), np.repeat(y_pred, times)
        assert found == function(y_true, y_pred, pos_label=pos_label)


@pytest.mark.parametrize("case", ONE_SIDED)
def test_one_sided(case):
    y_true, y_pred = ONE_SIDED[case]
    found = tuple(getattr(fm, name)(y_true, y_pred) for name in NAMES)
    assert found == cells_of(y_true, y_pred)
    assert found == fm.binary_counts(y_true, y_pred)


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("name", NAMES)
def test_bad_input(name, case):
    y_true, y_pred, kwargs = BAD[case]
    with pytest.raises((ValueError, TypeError)):
        getattr(fm, name)(y_true, y_pred, **kwargs)


@pytest.mark.parametrize("name", NAMES)
def test_positive_label(name):
    with pytest.raises(ValueError, match="pos_label=7"):
        getattr(fm, name)([0, 1], [0, 1], pos_label=7)


def test_a_small_weight_beside_a_large_one():
    # A cell is a sum of its own, and no difference of larger ones.
    y_true, y_pred = [0, 0, 1, 1], [0, 1, 0, 1]
    for which in range(4):
        weights = np.full(4, 0.1)
        weights[which] = 1e-30
        found = getattr(fm, NAMES[which])(y_true, y_pred, sample_weight=weights)
        assert found == 1e-30
